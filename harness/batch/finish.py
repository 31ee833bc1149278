"""Close a run: ``run.json`` written case by case, so that no run is too long for it, the page, and the exit code."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import TextIOWrapper
from pathlib import Path

from harness.batch.journal import read_journal
from harness.batch.records import BatchOptions, CaseSummary
from harness.errors import RecordError
from harness.outcomes import ExitCode, Outcome
from harness.report.codec import COMPLETE_KEY
from harness.report.model import SCHEMA_VERSION, RunEntry, exit_code_for
from harness.runner.case import package_versions
from harness.verdict import roll_up
from harness.waivers import EXPIRED

__all__ = ["FAIL_POLICIES", "BatchResult", "collect_result", "policy_exit_code", "write_run_record"]

_END = f',\n  "{COMPLETE_KEY}": true\n}}\n'.encode()

FAIL_POLICIES = ("any-failure", "new-failures", "any-error", "never")
"""What makes a batch exit with something else than 0."""


@dataclass(frozen=True, kw_only=True)
class BatchResult:
    """What a run says as a whole, without its verdicts."""

    planned_count: int
    counts: dict[Outcome, int]
    warning_count: int
    cached_count: int
    duration_s: float
    """Sum of the wall-clock times of the cases."""
    expired_count: int
    """Cases that an expired waiver covers."""
    waived_count: int = 0
    """Cases that pass with a finding that a waiver covers."""
    changes: Mapping[int, str] = field(default_factory=dict)
    """Change against the baseline by case index; empty when nothing was compared."""
    is_empty_part: bool = False
    """Whether the plan has cases and this shard happens to get none of them."""
    breaking: tuple[Outcome, ...] = ()
    """Outcomes of the changes that break a run which fails on new failures only."""

    @property
    def done_count(self) -> int:
        """Cases with a verdict."""
        return sum(self.counts.values())

    @property
    def outcome(self) -> Outcome | None:
        """Outcome that speaks for all."""
        return roll_up(o for o, n in self.counts.items() if n)


def collect_result(folder: Path, planned_count: int) -> BatchResult:
    """Count what the journal holds.

    Args:
        folder: Run folder.
        planned_count: Cases of the plan.
    """
    counts = dict.fromkeys(Outcome, 0)
    warnings = cached = expired = waived = 0
    seconds = 0.0
    for summary in read_journal(folder):
        counts[summary.outcome] += 1
        warnings += summary.outcome is Outcome.PASS and summary.has_warnings
        waived += summary.outcome is Outcome.PASS and summary.waiver_count > 0
        cached += summary.is_cached
        expired += EXPIRED in summary.codes
        seconds += 0.0 if summary.is_cached else summary.duration_s
    return BatchResult(
        planned_count=planned_count,
        counts=counts,
        warning_count=warnings,
        cached_count=cached,
        duration_s=seconds,
        expired_count=expired,
        waived_count=waived,
    )


def policy_exit_code(result: BatchResult, policy: str) -> ExitCode:
    """Return the exit status that a policy asks for.

    Args:
        result: The finished run.
        policy: One of ``FAIL_POLICIES``. Cases without a verdict, and a run in which the engine could not be used at
            all, never exit with 0.
    """
    usual = ExitCode.OK if result.is_empty_part else exit_code_for(result.outcome)
    if result.done_count < result.planned_count:
        return ExitCode.BROKEN
    if policy == "any-failure" or usual in (ExitCode.BLOCKED, ExitCode.NOTHING_JUDGED):
        return usual
    if policy == "never":
        return ExitCode.OK
    # A waiver that has run out is a promise that was not kept, however long the asset has been failing.
    if result.expired_count:
        return ExitCode.FAILED
    if policy == "any-error":
        is_broken = result.counts[Outcome.ERROR] or result.counts[Outcome.BLOCKED]
        return ExitCode.BROKEN if is_broken else ExitCode.OK
    return exit_code_for(roll_up(result.breaking)) if result.breaking else ExitCode.OK


def write_run_record(folder: Path, options: BatchOptions, result: BatchResult, exit_code: int) -> None:
    """Write ``run.json``, the same record as that of a single run, with the verdicts copied in one at a time.

    Args:
        folder: Run folder.
        options: Settings of the run.
        result: Its counts.
        exit_code: Exit status of the process.

    Raises:
        RecordError: If a verdict that the journal names is missing or unfinished.
    """
    order = sorted(read_journal(folder), key=lambda s: s.index)
    temporary = folder / f".run.json.{os.getpid()}.tmp"
    try:
        with temporary.open("w", encoding="utf-8", newline="\n") as stream:
            _write(stream, folder, options, result, order, exit_code)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(folder / "run.json")
    finally:
        temporary.unlink(missing_ok=True)


def _write(
    stream: TextIOWrapper,
    folder: Path,
    options: BatchOptions,
    result: BatchResult,
    order: Sequence[CaseSummary],
    exit_code: int,
) -> None:
    head = {
        "schema_version": SCHEMA_VERSION,
        "run_id": folder.name,
        "started_at": options.started_at,
        "finished_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": options.command,
        "environment": package_versions(),
        "planned_count": result.planned_count,
    }
    stream.write(json.dumps(head, indent=1, ensure_ascii=False)[:-2])
    stream.write(',\n "verdicts": [')
    for number, summary in enumerate(order):
        stream.write(",\n" if number else "\n")
        stream.write(_entry(folder, summary, result.changes.get(summary.index)))
    tail = {
        "counts": {o.value: n for o, n in result.counts.items()},
        "outcome": result.outcome.value if result.outcome is not None else None,
        "exit_code": int(exit_code),
        COMPLETE_KEY: True,
    }
    stream.write("\n ],\n" + json.dumps(tail, indent=1)[2:] + "\n")


def _entry(folder: Path, summary: CaseSummary, change: str | None) -> str:
    values = {
        "case_dir": summary.case_dir,
        "change": change,
        "owner": summary.owner or None,
        "tags": list(summary.tags),
        "is_cached": summary.is_cached,
    }
    parts = []
    for item in dataclasses.fields(RunEntry):
        if item.name == "verdict":
            parts.append(f'"verdict": {_verdict_text(folder / summary.case_dir / "verdict.json")}')
        else:
            parts.append(f"{json.dumps(item.name)}: {json.dumps(values[item.name], ensure_ascii=False)}")
    return "{" + ", ".join(parts) + "}"


def _verdict_text(path: Path) -> str:
    """Return the JSON of a verdict without the mark that it is complete, which only a whole file carries."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecordError(f"{path} is in the journal, but cannot be read: {error.strerror}.") from error
    if not data.endswith(_END):
        raise RecordError(f"{path} is not a complete record.")
    return data[: -len(_END)].decode() + "\n}"


def iter_problems(folder: Path) -> Iterator[CaseSummary]:
    """Yield the finished cases that are no clean PASS, in the order of the plan."""
    chosen = [s for s in read_journal(folder) if s.outcome is not Outcome.PASS or s.has_warnings]
    yield from sorted(chosen, key=lambda s: s.index)
