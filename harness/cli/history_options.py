"""What the verbs about many runs share: where the database is, and how changes are printed."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from harness.errors import UsageError
from harness.history.compare import Change, ChangeKind, count_kinds
from harness.history.store import History, default_url

__all__ = ["add_database_option", "open_history", "plain_text", "print_changes"]

_SILENT = (ChangeKind.UNCHANGED, ChangeKind.STILL_BAD, ChangeKind.ADDED)


def add_database_option(parser: Any, *, has_out: bool = True) -> None:
    """Add the options that say where the database is."""
    parser.add_argument("--db", metavar="URL", help="database (default: history.sqlite in the folder of --out)")
    if has_out:
        parser.add_argument(
            "--out", metavar="DIR", default="reports", help="where run folders are (default: %(default)s)"
        )


def open_history(options: argparse.Namespace, *, is_new_allowed: bool = False) -> History:
    """Open the database that the options name.

    Args:
        options: Command line with ``db`` and ``out``.
        is_new_allowed: Whether a SQLite file may be made.

    Raises:
        UsageError: If there is none.
    """
    url = options.db or default_url(Path(options.out))
    file = Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite:///") else None
    if file is not None and not is_new_allowed and not file.is_file():
        raise UsageError(f"There is no database {file} yet. Run asset-qa batch first, or name one with --db.")
    return History(url)


def print_changes(changes: Sequence[Change], *, is_all: bool = False) -> None:
    """Print what changed, the worst first.

    Args:
        changes: All of them.
        is_all: Whether to list what has not changed.
    """
    order = list(ChangeKind)
    for change in sorted(changes, key=lambda c: order.index(c.kind)):
        if change.kind in _SILENT and not is_all:
            continue
        result = change.result
        owner = f"  ({result.owner})" if result.owner else ""
        print(plain_text(f"{change.kind.value:<14}{result.key}  {result.test}: {change.detail}{owner}"))
    counts = count_kinds(changes)
    print(", ".join(f"{n} {kind.value}" for kind, n in counts.items()) or "nothing to compare")
    versions = [c for c in changes if c.kind is ChangeKind.OTHER_VERSION]
    if versions:
        print(f"{len(versions)} results were not compared, because the version of their test changed.")
    presets = [c for c in changes if c.kind is ChangeKind.OTHER_PRESET]
    if presets:
        print(
            f"{len(presets)} results were not compared, because the preset is another one and a PASS means something "
            "else under it. asset-qa diff --across-presets compares them all the same."
        )


def plain_text(text: str) -> str:
    """Return text without control characters that an asset's name could carry to the terminal."""
    return "".join(c if c.isprintable() else "?" for c in text)
