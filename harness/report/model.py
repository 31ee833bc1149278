"""The data of a whole run. It is the only input of a renderer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from harness.outcomes import ExitCode, Outcome
from harness.verdict import Verdict, roll_up

__all__ = ["SCHEMA_VERSION", "RunEntry", "RunReport", "count_outcomes", "exit_code_for", "make_run_report"]

SCHEMA_VERSION = 1


@dataclass(frozen=True, kw_only=True)
class RunEntry:
    """One judged case and where its files are."""

    case_dir: str
    """Folder of the case relative to the run folder, with ``/`` as separator."""
    verdict: Verdict
    """What was found."""
    change: str | None = None
    """What is different from the baseline: ``new-failure``, ``fixed``, ``flaky``, ``slower``, ``unchanged`` and the
    like; ``None`` when nothing was compared."""
    owner: str | None = None
    """Who answers for the asset."""
    tags: tuple[str, ...] = ()
    """Labels of the asset in its batch."""
    is_cached: bool = False
    """Whether the verdict is from an earlier run with the same inputs."""

    def __post_init__(self) -> None:
        parts = PurePosixPath(self.case_dir).parts
        is_absolute = self.case_dir.startswith("/") or self.case_dir[1:2] == ":"
        if not parts or is_absolute or ".." in parts or "\\" in self.case_dir:
            raise ValueError(f"'{self.case_dir}' is not a folder inside the run folder")


@dataclass(frozen=True, kw_only=True)
class RunReport:
    """Everything that a report shows. Counts and roll-up always agree with the verdicts."""

    schema_version: int = SCHEMA_VERSION
    """Version of this structure."""
    run_id: str
    """Name of the run folder."""
    started_at: str
    """UTC time, ISO 8601."""
    finished_at: str
    """UTC time, ISO 8601."""
    command: str
    """Command line that made the run."""
    environment: dict[str, str] = field(default_factory=dict)
    """Versions of the packages, the interpreter and the platform."""
    planned_count: int | None = None
    """Cases that were asked for; larger than the number of verdicts when the run was interrupted."""
    verdicts: tuple[RunEntry, ...] = ()
    """Every judged case, in the order of the plan."""
    counts: dict[Outcome, int] = field(default_factory=dict)
    """Number of verdicts with each outcome, zeros included."""
    outcome: Outcome | None
    """Outcome that speaks for all; ``None`` when nothing was judged."""
    exit_code: int
    """Exit status of the process, see ``ExitCode``."""

    def __post_init__(self) -> None:
        outcomes = [e.verdict.outcome for e in self.verdicts]
        if self.counts != count_outcomes(outcomes):
            raise ValueError("the counts do not agree with the verdicts")
        if self.outcome is not roll_up(outcomes):
            raise ValueError("the outcome does not follow from the verdicts")
        if self.planned_count is not None and self.planned_count < len(outcomes):
            raise ValueError("there are more verdicts than planned cases")

    @property
    def missing_count(self) -> int:
        """Planned cases without a verdict."""
        return 0 if self.planned_count is None else self.planned_count - len(self.verdicts)


def count_outcomes(outcomes: Iterable[Outcome]) -> dict[Outcome, int]:
    """Return how often each outcome occurs, zeros included."""
    present = list(outcomes)
    return {o: present.count(o) for o in Outcome}


def exit_code_for(outcome: Outcome | None) -> ExitCode:
    """Return the exit status that a roll-up leads to.

    Args:
        outcome: Roll-up of a run; ``None`` when nothing was judged.
    """
    if outcome is Outcome.PASS:
        return ExitCode.OK
    if outcome is Outcome.FAIL:
        return ExitCode.FAILED
    if outcome is Outcome.BLOCKED:
        return ExitCode.BLOCKED
    if outcome in (Outcome.ERROR, Outcome.INCONCLUSIVE):
        return ExitCode.BROKEN
    return ExitCode.NOTHING_JUDGED


def make_run_report(
    entries: Iterable[RunEntry],
    *,
    run_id: str,
    started_at: str,
    finished_at: str,
    command: str,
    environment: dict[str, str] | None = None,
    planned_count: int | None = None,
    exit_code: int | None = None,
) -> RunReport:
    """Build a report whose counts, roll-up and exit status follow from the verdicts.

    Args:
        entries: Judged cases in the order of the plan.
        run_id: Name of the run folder.
        started_at: UTC time, ISO 8601.
        finished_at: UTC time, ISO 8601.
        command: Command line that made the run.
        environment: Versions of packages and platform.
        planned_count: Cases that were asked for, when that can differ from the verdicts.
        exit_code: Overrides the exit status, for an interrupted run.
    """
    verdicts = tuple(entries)
    outcomes = [e.verdict.outcome for e in verdicts]
    outcome = roll_up(outcomes)
    return RunReport(
        run_id=run_id,
        started_at=started_at,
        finished_at=finished_at,
        command=command,
        environment=dict(environment or {}),
        planned_count=planned_count,
        verdicts=verdicts,
        counts=count_outcomes(outcomes),
        outcome=outcome,
        exit_code=int(exit_code_for(outcome) if exit_code is None else exit_code),
    )
