"""Run the command line with ``python -m harness``."""

import sys

from harness.cli.main import run_main

if __name__ == "__main__":
    sys.exit(run_main())
