"""The option for receipts: results in the layout of another tool."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from harness.report.model import RunReport
from harness.report.receipt_simready import LAYOUTS
from harness.report.receipt_write import write_receipts
from harness.verdict import Verdict

__all__ = ["add_receipt_option", "cases_of", "tell_receipts"]


def add_receipt_option(parser: argparse.ArgumentParser) -> None:
    """Add the option."""
    parser.add_argument(
        "--receipt",
        dest="receipts",
        metavar="NAME,...",
        action="append",
        default=[],
        help=f"write the results into the case folders in the layout of another tool too: {', '.join(LAYOUTS)}",
    )


def cases_of(report: RunReport) -> list[tuple[str, Verdict]]:
    """Return folder and verdict of each case of a run."""
    return [(entry.case_dir, entry.verdict) for entry in report.verdicts]


def tell_receipts(
    entries: Iterable[tuple[str, Verdict]], folder: Path, names: Sequence[str], *, is_named: bool = False
) -> bool:
    """Write receipts and tell problems on stderr; return whether all were written.

    Args:
        entries: Folder of each case, below the run folder, and its verdict.
        folder: Run folder.
        names: Receipts that were asked for.
        is_named: Print the files that were written.
    """
    written, problems = write_receipts(entries, folder, names)
    for problem in problems:
        print(f"asset-qa: {problem}", file=sys.stderr)
    for path in written if is_named else ():
        print(path)
    return not problems
