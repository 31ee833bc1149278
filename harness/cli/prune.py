"""``asset-qa prune``: delete old batch runs."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from harness.cli.history_options import add_database_option, open_history, plain_text
from harness.errors import UsageError
from harness.history.store import RunRow, is_older
from harness.outcomes import ExitCode

__all__ = ["add_parser"]


# A run folder; anything else is never deleted.
_MARKS = ("batch.json", "run.json")


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "prune",
        help="delete old batch runs",
        description="Delete runs from the database and their folders. At least one of the limits is needed.",
    )
    parser.add_argument("--keep-runs", metavar="N", type=int, help="keep the latest N runs of each source")
    parser.add_argument("--keep-days", metavar="DAYS", type=float, help="keep runs that are not older")
    parser.add_argument("--keep-folders", action="store_true", help="delete from the database only")
    parser.add_argument("--dry-run", action="store_true", help="only say what would be deleted")
    add_database_option(parser)
    parser.set_defaults(function=_prune)


def _prune(options: argparse.Namespace) -> int:
    if options.keep_runs is None and options.keep_days is None:
        raise UsageError("Give --keep-runs N or --keep-days DAYS; without a limit nothing is deleted.")
    if (options.keep_runs or 0) < 0 or (options.keep_days or 0) < 0:
        raise UsageError("--keep-runs and --keep-days must not be negative.")
    history = open_history(options)
    chosen = _old_runs(history.runs(), options.keep_runs, options.keep_days)
    for run in chosen:
        folder = Path(run.folder)
        is_ours = folder.name == run.run_id and any((folder / m).is_file() for m in _MARKS)
        has_folder = is_ours and not options.keep_folders
        print(
            plain_text(
                f"{'would delete' if options.dry_run else 'deleted'}  {run.run_id}{f'  {folder}' if has_folder else ''}"
            )
        )
        if options.dry_run:
            continue
        if has_folder:
            shutil.rmtree(folder)
        history.remove([run.run_id])
    left = len(history.runs()) - (len(chosen) if options.dry_run else 0)
    print(f"{len(chosen)} runs {'would be ' if options.dry_run else ''}deleted, {left} left")
    return ExitCode.OK


def _old_runs(runs: Sequence[RunRow], keep_runs: int | None, keep_days: float | None) -> list[RunRow]:
    """Return the runs that no limit keeps, the oldest first."""
    seen: dict[str, int] = {}
    chosen: list[RunRow] = []
    for run in runs:
        seen[run.source] = seen.get(run.source, 0) + 1
        is_kept = (keep_runs is not None and seen[run.source] <= keep_runs) or (
            keep_days is not None and not is_older(run, keep_days)
        )
        if not is_kept:
            chosen.append(run)
    return chosen[::-1]
