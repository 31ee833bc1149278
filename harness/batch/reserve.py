"""Room that a run keeps for itself, so that a full disk cannot keep it from saying so."""

from __future__ import annotations

import os
from pathlib import Path

from harness.errors import is_disk_full

__all__ = ["make_reserve", "release_reserve"]

_FILE = ".reserve"
# Some hundred verdicts and thousands of lines of the journal.
_SIZE_BYTES = 4 * 2**20


def make_reserve(folder: Path) -> None:
    """Set room aside; without enough of it, less is set aside."""
    path = folder / _FILE
    if path.exists():
        return
    try:
        with path.open("wb") as stream:
            for _ in range(_SIZE_BYTES // 2**18):
                stream.write(os.urandom(2**18))
    except OSError as error:
        if not is_disk_full(error):
            raise
        path.unlink(missing_ok=True)


def release_reserve(folder: Path) -> bool:
    """Free the room; returns whether there was any."""
    try:
        (folder / _FILE).unlink()
    except FileNotFoundError:
        return False
    return True
