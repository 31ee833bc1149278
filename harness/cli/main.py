"""Entry point of ``asset-qa``: results on stdout, progress on stderr, documented exit codes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from harness import __version__
from harness.cli import doctor, explain, list_command, rejudge, report, run
from harness.errors import HarnessError, UsageError
from harness.outcomes import ExitCode

__all__ = ["build_parser", "main"]

_EXIT_CODES = """\
exit codes:
  0  every asset passed, or the test does not apply to it and at least one passed
  1  an asset failed
  2  the command, a path or a setting is wrong
  3  something broke or stayed undecided (ERROR, INCONCLUSIVE)
  4  the engine cannot run on this machine
  5  nothing was judged
"""


def build_parser() -> argparse.ArgumentParser:
    """Build the parser with all verbs."""
    parser = argparse.ArgumentParser(
        prog="asset-qa",
        description="Drop simulation assets with PhysX and say, with evidence, whether they behave.",
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"asset-qa {__version__}")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    for module in (run, rejudge, report, list_command, explain, doctor):
        module.add_parser(verbs)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: Words after the program name; those of the process by default.

    Returns:
        The exit code.
    """
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character must not end the run.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    options = build_parser().parse_args(arguments)
    try:
        return int(options.function(options))
    except UsageError as error:
        print(f"asset-qa: {error}", file=sys.stderr)
        return ExitCode.USAGE
    except HarnessError as error:
        print(f"asset-qa: {error} [{error.code}]", file=sys.stderr)
        return ExitCode.BROKEN
    except KeyboardInterrupt:
        print("asset-qa: interrupted", file=sys.stderr)
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        # The reader of stdout went away, as with "| head"; the results are on disk.
        sys.stderr.close()
        return ExitCode.BROKEN


if __name__ == "__main__":
    sys.exit(main())
