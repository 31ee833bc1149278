"""The journal of a batch: one line for each finished case, on the disk before the case counts as finished."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from harness.batch.records import CaseSummary
from harness.errors import RecordError, UsageError
from harness.report.codec import from_data, to_data

__all__ = ["JOURNAL_FILE", "Journal", "read_journal"]

JOURNAL_FILE = "journal.jsonl"


class Journal:
    """Append-only file; a line that a power cut broke off is cut away when it is opened again.

    Args:
        folder: Run folder.

    Raises:
        UsageError: If another process writes to it.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / JOURNAL_FILE
        self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            _lock(self._descriptor)
        except OSError as error:
            os.close(self._descriptor)
            raise UsageError(f"{folder} is in use by another asset-qa process; wait for it to end.") from error
        _cut_broken_line(self._descriptor)
        self.known: set[int] = {s.index for s in read_journal(folder)}
        """Indices of the cases that have a line."""

    def append(self, summary: CaseSummary, *, is_durable: bool = True) -> bool:
        """Write a line.

        Args:
            summary: The finished case.
            is_durable: Wait until the disk has it; unnecessary for what can be looked up again at once.

        Returns:
            Whether it was written; a case that has a line keeps it, so that no verdict counts twice.
        """
        if summary.index in self.known:
            return False
        line = json.dumps(to_data(summary), separators=(",", ":"), ensure_ascii=True).encode() + b"\n"
        size = os.fstat(self._descriptor).st_size
        try:
            written = os.write(self._descriptor, line)
            if written != len(line):
                raise OSError(28, "the disk is full", str(self._path))
            if is_durable:
                os.fsync(self._descriptor)
        except OSError:
            # Half a line would make the next one unreadable.
            os.ftruncate(self._descriptor, size)
            raise
        self.known.add(summary.index)
        return True

    def close(self) -> None:
        """Close the file."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> Journal:
        """Return the journal itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()


def _lock(descriptor: int) -> None:
    try:
        import fcntl
    except ImportError:  # pragma: no cover - Windows has no advisory locks of this kind
        return
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _cut_broken_line(descriptor: int) -> None:
    size = os.fstat(descriptor).st_size
    end = size
    while end > 0:
        start = max(0, end - 65536)
        chunk = os.pread(descriptor, end - start, start)
        found = chunk.rfind(b"\n")
        if found >= 0:
            end = start + found + 1
            break
        end = start
    if end != size:
        os.ftruncate(descriptor, end)


def read_journal(folder: Path) -> Iterator[CaseSummary]:
    """Yield the finished cases of a run, in the order in which they finished.

    Raises:
        RecordError: If a line is damaged.
    """
    path = folder / JOURNAL_FILE
    if not path.is_file():
        return
    seen: set[int] = set()
    with path.open(encoding="utf-8") as stream:
        for number, line in enumerate(stream, start=1):
            if not line.endswith("\n"):
                return
            try:
                summary = from_data(CaseSummary, json.loads(line))
            except (ValueError, RecordError) as error:
                raise RecordError(f"{path}, line {number} is damaged: {error}") from error
            if summary.index in seen:
                raise RecordError(f"{path}, line {number}: case {summary.index} has two lines.")
            seen.add(summary.index)
            yield summary
