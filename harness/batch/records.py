"""What a batch keeps in memory and in its plan and journal: one small record an asset, never a whole verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from harness.outcomes import CriterionStatus, Outcome, Severity
from harness.presets import DEFAULT_PRESET
from harness.verdict import Criterion, Verdict

__all__ = [
    "BatchOptions",
    "CaseSummary",
    "PlannedCase",
    "ReportOptions",
    "margin_of",
    "outcome_label",
    "summarise_verdict",
    "tightest_margin",
]

_MAX_REASON = 400


@dataclass(frozen=True, kw_only=True)
class PlannedCase:
    """One asset and one test that must end with one verdict."""

    index: int
    """Position in the whole plan, the same in every shard."""
    key: str
    """Path of the asset relative to the source, with ``/``; names the asset across runs and machines."""
    asset: str
    """Path that is opened."""
    name: str
    """Short name, unique within the plan."""
    test: str
    engine: str
    case_dir: str
    """Folder relative to the run folder, with ``/``."""
    overrides: dict[str, str] = field(default_factory=dict)
    """Settings of this asset, ``key`` or ``section.key`` to value, on top of those of the run."""
    variants: dict[str, str] = field(default_factory=dict)
    """Variant selections of this asset, on top of those of the run."""
    owner: str = ""
    """Who answers for the asset."""
    tags: tuple[str, ...] = ()
    """Free words to group assets by."""
    where: str = ""
    """Entry of the manifest that names it; empty for other sources."""


@dataclass(frozen=True, kw_only=True)
class ReportOptions:
    """What is done with the results of a run once they are there."""

    pages: str = "problems"
    """``all``, ``problems`` or ``none``."""
    formats: tuple[str, ...] = ()
    receipts: tuple[str, ...] = ()
    db: str | None = None
    """Address of the database, without its password; ``None`` for the file in the folder of all runs."""
    no_db: bool = False
    """Whether the run is neither stored nor compared."""
    baseline: str | None = None
    """Run to compare with; ``None`` for the last one of the source."""
    fail_on: str = "any-failure"


@dataclass(frozen=True, kw_only=True)
class BatchOptions:
    """What the whole run has in common; kept in ``batch.json`` so that a resumed run is the same run."""

    schema_version: int = 1
    source: str
    """What was asked for, as given."""
    command: str
    """Command line that made the run."""
    engine: str
    started_at: str
    """UTC time, ISO 8601."""
    config_files: tuple[str, ...] = ()
    """Copies of the configuration files, relative to the run folder."""
    settings: tuple[str, ...] = ()
    preset: str = DEFAULT_PRESET
    variants: dict[str, str] = field(default_factory=dict)
    is_strict: bool = False
    video: str = "none"
    """``all``, ``failures`` or ``none``."""
    artifacts: str = "all"
    """Cases whose recorded motion and scene are kept: ``all``, ``failures`` or ``none``."""
    artifact_budget_mb: float | None = None
    """Size that videos and recorded motion of the run may take together; what comes after keeps its verdict only."""
    repeats: int = 1
    """Simulations of each asset."""
    has_random_starts: bool = False
    """Whether every repeat after the first starts in an orientation of its own."""
    seed: int = 0
    """Seed of those orientations."""
    has_cache: bool = True
    """Whether verdicts of unchanged assets are taken from earlier runs."""
    working_dir: str = ""
    """Folder in which the run was started; relative paths of assets count from it."""
    shard: tuple[int, int] = (1, 1)
    """(number of this shard, shards)."""
    planned_total: int = 0
    """Cases in all shards."""
    plan_sha256: str = ""
    """Digest over the cases of all shards, so that only parts of one plan are put together."""
    reporting: ReportOptions | None = None
    """What is done with the results; ``None`` in runs of earlier versions."""


@dataclass(frozen=True, kw_only=True)
class CaseSummary:
    """What is known about a finished case without opening its verdict; one line of the journal."""

    index: int
    key: str
    name: str
    asset: str
    test: str
    test_version: str
    preset: str
    """Published release whose settings were used."""
    engine: str
    engine_version: str | None
    outcome: Outcome
    has_warnings: bool
    """Whether a PASS has something to remark."""
    reason: str
    """The verdict's own sentence, cut to a line."""
    codes: tuple[str, ...]
    """Codes of its findings that are more than a remark, each once."""
    margin: float | None
    """Smallest margin of a required criterion, see :func:`margin_of`."""
    margin_criterion: str
    """Criterion that has it."""
    margin_spread: float | None
    """Largest minus smallest margin between repeats; ``None`` for one simulation."""
    flip_rate: float | None
    """Share of repeats whose outcome is not the most frequent one; ``None`` for one simulation."""
    duration_s: float
    """Wall-clock time of the case."""
    content_sha256: str | None
    """Digest over the asset and everything that it brings in; ``None`` when it could not be read."""
    config_sha256: str
    """Digest over test version, settings, engine version and whatever else shapes a verdict."""
    case_dir: str
    waiver_count: int = 0
    """Findings that a waiver covers."""
    is_cached: bool = False
    attempts: int = 1
    """Processes that worked on it; more than one after a process was killed."""
    artifact_bytes: int = 0
    """Size of its files beside the verdict."""
    owner: str = ""
    tags: tuple[str, ...] = ()
    finished_at: str = ""
    """UTC time, ISO 8601."""


def outcome_label(summary: CaseSummary) -> str:
    """Return how a log names the outcome of a case; a PASS with something to remark never looks like a clean one."""
    remarks = [*(["warnings"] if summary.has_warnings else []), *(["waivers"] if summary.waiver_count else [])]
    is_remarked = summary.outcome is Outcome.PASS and remarks
    return f"{summary.outcome.value} with {' and '.join(remarks)}" if is_remarked else summary.outcome.value


def margin_of(criterion: Criterion) -> float | None:
    """Return how far a measurement is from its limit as a share of the limit: 0 at it, negative beyond it.

    Args:
        criterion: Criterion of any test.

    Returns:
        ``None`` when it was not measured, has no limit, or its limit is 0.
    """
    if criterion.status is CriterionStatus.UNDECIDED or criterion.margin is None or not criterion.limit:
        return None
    return criterion.margin / abs(criterion.limit)


def tightest_margin(verdict: Verdict) -> tuple[float | None, str]:
    """Return the smallest margin of the required criteria and the criterion's name."""
    margins = [(m, c.name) for c in verdict.criteria if c.is_required and (m := margin_of(c)) is not None]
    return min(margins, default=(None, ""))


def summarise_verdict(
    verdict: Verdict, planned: PlannedCase, *, facts: Mapping[str, object], finished_at: str
) -> CaseSummary:
    """Reduce a verdict to its line in the journal.

    Args:
        verdict: The whole answer.
        planned: Its place in the plan.
        facts: Further fields of the summary by name.
        finished_at: UTC time, ISO 8601.
    """
    margin, criterion = tightest_margin(verdict)
    serious = [f.code for f in verdict.findings if f.severity is not Severity.INFO]
    values: dict[str, object] = {
        "index": planned.index,
        "key": planned.key,
        "name": planned.name,
        "asset": planned.asset,
        "test": verdict.test,
        "test_version": verdict.test_version,
        "preset": verdict.preset,
        "engine": verdict.engine.name,
        "engine_version": verdict.engine.version,
        "outcome": verdict.outcome,
        "has_warnings": any(f.severity is Severity.WARN for f in verdict.findings),
        "waiver_count": sum(f.is_waived for f in verdict.findings),
        "reason": verdict.summary[:_MAX_REASON],
        "codes": tuple(dict.fromkeys(serious)),
        "margin": margin,
        "margin_criterion": criterion,
        "margin_spread": None,
        "flip_rate": None,
        "duration_s": verdict.durations_s.get("total_s", 0.0),
        "content_sha256": None,
        "config_sha256": "",
        "case_dir": planned.case_dir,
        "owner": planned.owner,
        "tags": planned.tags,
        "finished_at": finished_at,
    }
    return CaseSummary(**{**values, **facts})  # type: ignore[arg-type]
