"""``asset-qa report``: write the page of a finished run again."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from harness.report import load_renderer
from harness.report.codec import load_run, write_text_atomic

__all__ = ["add_parser"]


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser("report", help="write the page of a finished run again")
    parser.add_argument("run", metavar="RUN", help="folder of a run")
    parser.set_defaults(function=report_command)


def report_command(options: argparse.Namespace) -> int:
    """Run the verb."""
    folder = Path(options.run)
    report = load_run(folder / "run.json")
    page = folder / "index.html"
    write_text_atomic(page, load_renderer("html")(report, folder))
    print(page)
    return report.exit_code
