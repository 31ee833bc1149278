"""Write receipts into the folders of the cases. Assets, and receipts beside them, are never touched."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from harness import __version__
from harness.errors import RecordError, UnknownNameError
from harness.report.codec import write_text_atomic
from harness.report.receipt_simready import LAYOUTS, make_receipt
from harness.verdict import Verdict

__all__ = ["parse_receipts", "write_receipts"]


def parse_receipts(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the receipts that comma-separated words name, each once.

    Raises:
        UnknownNameError: If there is no such receipt.
    """
    names = [name.strip() for text in texts for name in text.split(",") if name.strip()]
    for name in names:
        if name not in LAYOUTS:
            raise UnknownNameError("receipt", name, LAYOUTS)
    return tuple(dict.fromkeys(names))


def write_receipts(
    entries: Iterable[tuple[str, Verdict]], folder: Path, names: Sequence[str]
) -> tuple[list[Path], list[str]]:
    """Write ``<case>/receipt/<name>.json`` for every case.

    Args:
        entries: Folder of each case, below the run folder, and its verdict.
        folder: Run folder.
        names: Keys of ``LAYOUTS``.

    Returns:
        The files, and what could not be written: one broken receipt does not hide the others.
    """
    written: list[Path] = []
    problems: list[str] = []
    for case_dir, verdict in entries:
        for name in names:
            path = folder / case_dir / "receipt" / f"{name}.json"
            try:
                _check_inside(path, folder)
                path.parent.mkdir(parents=True, exist_ok=True)
                receipt = make_receipt(verdict, name, __version__)
                write_text_atomic(path, json.dumps(receipt, indent=2, allow_nan=False) + "\n")
            except (OSError, ValueError, RecordError) as error:
                problems.append(f"The receipt {path} could not be written ({error}); the verdict is complete. [HAR050]")
            else:
                written.append(path)
    return written, problems


def _check_inside(path: Path, folder: Path) -> None:
    """Keep a record from elsewhere, or a link, from placing a receipt beside an asset."""
    if not path.resolve().is_relative_to(folder.resolve()):
        raise RecordError("its case lies outside the run folder")
