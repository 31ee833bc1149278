"""Room that a run keeps for itself, so that a full disk cannot keep it from saying so."""

from __future__ import annotations

import errno
import os
from pathlib import Path

__all__ = ["is_disk_full", "make_reserve", "release_reserve"]

_FILE = ".reserve"
# Some hundred verdicts and thousands of lines of the journal.
_SIZE_BYTES = 4 * 2**20
_DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def is_disk_full(error: OSError) -> bool:
    """Whether an error says that there is no room left."""
    return error.errno in _DISK_FULL


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
