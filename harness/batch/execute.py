"""Run the cases of a plan that have no line in the journal yet, and give each its line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from harness.batch.artifacts import drop_artifacts, size_of
from harness.batch.cache import VerdictCache
from harness.batch.journal import Journal, read_journal
from harness.batch.lane import LaneResult
from harness.batch.records import BatchOptions, CaseSummary, PlannedCase
from harness.batch.reserve import make_reserve, release_reserve
from harness.errors import is_disk_full

__all__ = ["BatchRun", "Executor"]

Listener = Callable[[CaseSummary], None]


class Executor(Protocol):
    """Something that brings cases to their verdicts."""

    def results(self, cases: Iterable[PlannedCase]) -> Iterator[LaneResult]:
        """Yield results as they come; closing the generator ends the cases in progress."""
        ...


@dataclass(kw_only=True)
class BatchRun:
    """A run folder with a plan, to be worked on until every case has its line."""

    folder: Path
    options: BatchOptions
    cases: Sequence[PlannedCase]
    cache: VerdictCache | None
    listener: Listener
    _bytes: int = 0

    def __post_init__(self) -> None:
        self._by_index = {c.index: c for c in self.cases}

    def execute(self, executor: Executor) -> None:
        """Run what is left to do. May be called again after an interrupt, also by another process.

        Raises:
            UsageError: If another process works on the folder.
            OSError: If the disk is full and stays so; what is finished is in the journal.
        """
        make_reserve(self.folder)
        with Journal(self.folder) as journal:
            self._bytes = sum(s.artifact_bytes for s in read_journal(self.folder))
            left = [c for c in self.cases if c.index not in journal.known]
            results = executor.results(self._not_cached(left, journal))
            try:
                for result in results:
                    self._finish(result, journal)
            finally:
                close = getattr(results, "close", None)
                if close is not None:
                    close()
                release_reserve(self.folder)

    def _not_cached(self, cases: Sequence[PlannedCase], journal: Journal) -> list[PlannedCase]:
        """Settle what the cache knows, and return the rest."""
        if self.cache is None:
            return list(cases)
        left: list[PlannedCase] = []
        for planned in cases:
            summary = self.cache.fetch(planned, self.folder)
            if summary is None:
                left.append(planned)
            else:
                self._record(self._within_budget(summary), journal)
        return left

    def _finish(self, result: LaneResult, journal: Journal) -> None:
        summary = result.summary
        if self.cache is not None and result.files is not None:
            self.cache.store(self._by_index[summary.index], summary, result.files, self.folder)
        self._record(self._within_budget(summary), journal)

    def _within_budget(self, summary: CaseSummary) -> CaseSummary:
        budget = self.options.artifact_budget_mb
        if budget is not None and self._bytes + summary.artifact_bytes > budget * 2**20:
            folder = self.folder / summary.case_dir
            drop_artifacts(folder, is_video_dropped=True)
            summary = replace(summary, artifact_bytes=size_of(folder))
        self._bytes += summary.artifact_bytes
        return summary

    def _record(self, summary: CaseSummary, journal: Journal) -> None:
        try:
            journal.append(summary, is_durable=not summary.is_cached)
        except OSError as error:
            if not is_disk_full(error) or not release_reserve(self.folder):
                raise
            journal.append(summary)
        self.listener(summary)
