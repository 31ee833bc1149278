"""Judgement as data: events, criteria, findings and the verdict that follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from harness.codes import CODES_BY_ID
from harness.outcomes import CriterionStatus, Outcome, Severity, StopReason
from harness.parts import AssetRecord
from harness.table import Cell, Column, Table

__all__ = [
    "Artifact",
    "AssetRecord",
    "Cell",
    "Column",
    "ConfigValue",
    "Criterion",
    "EngineRecord",
    "Event",
    "Finding",
    "Regrade",
    "Site",
    "Table",
    "Verdict",
    "VideoRecord",
    "decide",
    "finding",
    "roll_up",
]


@dataclass(frozen=True, kw_only=True)
class Site:
    """Where something is: a prim, a file position, or both."""

    prim_path: str | None = None
    """Path in the user's asset, not in the composed scene."""
    file: str | None = None
    """File name as the user wrote it or as the layer names it."""
    line: int | None = None
    """Line in that file, counted from 1."""


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that happened in the motion; an observation, not a judgement."""

    name: str
    """``ground-contact``, ``floor-force``, ``penetration``, ``deepest``, ``rest``, ``non-finite``, ``runaway``."""
    frame_index: int
    """Physics frame; frame 0 is the start pose."""
    time_s: float
    """Simulated time."""
    value: float | None = None
    """The measured quantity."""
    unit: str = ""
    """Unit of ``value``."""
    prim_path: str | None = None
    """Body that it concerns, as a path in the user's asset."""


@dataclass(frozen=True, kw_only=True)
class Criterion:
    """One condition of a test with what was measured. Met ones are kept too."""

    name: str
    """Stable identifier, such as ``ground-contact``."""
    title: str
    """What must hold, in plain words."""
    status: CriterionStatus
    """Whether it holds."""
    is_required: bool
    """Whether the outcome depends on it; the others are evidence."""
    measured: float | None
    """Measured value, ``None`` when it could not be measured."""
    limit: float | None
    """Limit that the value is compared with."""
    unit: str
    """Unit of both."""
    margin: float | None
    """Distance to the limit in ``unit``, positive on the good side."""
    code: str
    """Code of the finding when it is not met."""
    time_s: float | None = None
    """When it was decided."""
    frame_index: int | None = None
    """Frame at which it was decided."""
    prim_path: str | None = None
    """Body that decided it."""
    note: str = ""
    """Why it is undecided, or what to know about the number."""
    is_waived: bool = False
    """Not met, but somebody answers for it by a waiver that names its code."""


@dataclass(frozen=True, kw_only=True)
class Regrade:
    """A severity that the user's configuration changed, and why."""

    original: Severity
    """What the check gave it."""
    reason: str
    """Why it was changed."""
    origin: str
    """File that says so."""
    is_waiver: bool = False
    """Whether somebody answers for the defect until a date."""
    owner: str = ""
    """Who, for a waiver."""
    expires: str = ""
    """Last day of a waiver, ISO 8601."""

    @property
    def text(self) -> str:
        """The change in words."""
        if self.is_waiver:
            return f"Waived by {self.owner} until {self.expires}: {self.reason}"
        return f"Counted differently than {self.original.value} by {self.origin}: {self.reason}"


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A defect or a remark, with its evidence."""

    code: str
    """Stable code such as ``SAF008``."""
    severity: Severity
    """What it does to the outcome."""
    message: str
    """What is wrong, where and why it matters."""
    fix: str = ""
    """What to do about it."""
    sites: tuple[Site, ...] = ()
    """Where it is."""
    measured: float | None = None
    """Measured value."""
    limit: float | None = None
    """Limit."""
    unit: str = ""
    """Unit of both."""
    time_s: float | None = None
    """Simulated time, for findings from the run."""
    regrade: Regrade | None = None
    """Why its severity is not the one that the check gave it."""

    @property
    def is_waived(self) -> bool:
        """Whether a waiver takes away its effect."""
        return self.regrade is not None and self.regrade.is_waiver


def finding(
    code: str,
    message: str,
    *,
    sites: Iterable[Site | str] = (),
    fix: str | None = None,
    severity: Severity | None = None,
    measured: float | None = None,
    limit: float | None = None,
    unit: str = "",
    time_s: float | None = None,
) -> Finding:
    """Make a finding whose severity and fix default to those of the code table.

    Args:
        code: Identifier in ``harness.codes``.
        message: What is wrong, in one or two sentences.
        sites: Prim paths or sites.
        fix: Overrides the fix of the code table.
        severity: Overrides the severity of the code table.
        measured: Measured value.
        limit: Limit.
        unit: Unit of both.
        time_s: Simulated time.

    Raises:
        KeyError: If the code is not in the table.
    """
    row = CODES_BY_ID[code]
    return Finding(
        code=code,
        severity=row.severity if severity is None else severity,
        message=message,
        fix=row.fix if fix is None else fix,
        sites=tuple(Site(prim_path=s) if isinstance(s, str) else s for s in sites),
        measured=measured,
        limit=limit,
        unit=unit,
        time_s=time_s,
    )


@dataclass(frozen=True, kw_only=True)
class ConfigValue:
    """A resolved setting and where it came from."""

    key: str
    """Name with unit."""
    value: float | int | str | bool | None
    """Resolved value."""
    origin: str
    """``default``, ``preset:<name>``, ``file:<name>`` or ``command line``."""


@dataclass(frozen=True, kw_only=True)
class EngineRecord:
    """What simulated it."""

    name: str
    """``ovphysx``, ``kit`` or ``fake``."""
    version: str | None = None
    """Version of the engine package."""
    physx_version: str | None = None
    """Version of the PhysX SDK inside, when known."""
    device: str | None = None
    """``cpu`` or a GPU name."""


@dataclass(frozen=True, kw_only=True)
class VideoRecord:
    """Whether there is a video and, when not, why."""

    status: str
    """``ok``, ``skipped``, ``failed``, ``pending`` or ``off``."""
    renderer: str | None = None
    """What drew it."""
    reason: str | None = None
    """Why there is none."""
    fix_command: str | None = None
    """One command that makes it work."""
    frames: int | None = None
    """Frames in the clip."""
    warnings: tuple[str, ...] = ()
    """What the renderer had to leave out."""


@dataclass(frozen=True, kw_only=True)
class Artifact:
    """A file beside the verdict."""

    kind: str
    """``trajectory``, ``scene``, ``replay``, ``config``, ``engine-log``, ``video``, ``still``."""
    file: str
    """Name relative to the verdict."""


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The complete answer for one asset, test and engine. The only input of a report."""

    schema_version: int = 1
    """Version of this structure."""
    outcome: Outcome
    """The answer."""
    summary: str
    """One sentence that a reader without simulation knowledge understands."""
    test: str
    """Name of the test."""
    test_version: str
    """Version of its criteria."""
    preset: str = "simready-3.0"
    """Published release whose settings were used; verdicts under different presets judge different things."""
    asset: AssetRecord
    """What was tested."""
    engine: EngineRecord
    """What simulated it."""
    is_strict: bool = False
    """Whether warnings count as failures."""
    stop_reason: StopReason | None = None
    """Why the simulation ended; ``None`` when nothing was simulated."""
    safeguards: tuple[str, ...] = ()
    """Checks of the asset that were made before anything was simulated, by name."""
    findings: tuple[Finding, ...] = ()
    """Defects and remarks, most serious first."""
    criteria: tuple[Criterion, ...] = ()
    """Every condition with its measurement."""
    events: tuple[Event, ...] = ()
    """What happened, in order of time."""
    causes: tuple[str, ...] = ()
    """Likely causes that the evidence supports, best first."""
    fixes: tuple[str, ...] = ()
    """What to try, in the order of ``causes``."""
    config: tuple[ConfigValue, ...] = ()
    """Resolved settings with their origin."""
    measurements: dict[str, float | None] = field(default_factory=dict)
    """Named numbers with their unit in the name, such as ``drop_height_m``."""
    tables: tuple[Table, ...] = ()
    """Numbers by joint, pose or trial."""
    versions: dict[str, str] = field(default_factory=dict)
    """Packages and platform."""
    durations_s: dict[str, float] = field(default_factory=dict)
    """Wall-clock time by phase."""
    artifacts: tuple[Artifact, ...] = ()
    """Files beside the verdict."""
    video: VideoRecord = field(default_factory=lambda: VideoRecord(status="off"))
    """State of the video; never changes the outcome."""
    error: str | None = None
    """Traceback or engine message of an ERROR."""
    error_phase: str | None = None
    """Phase that broke."""
    reproduce: str = ""
    """Command that repeats this case."""
    started_at: str = ""
    """UTC time, ISO 8601."""

    @property
    def is_clean(self) -> bool:
        """Whether it is a PASS with nothing to remark and nothing waived."""
        is_remarked = any(f.severity is Severity.WARN or f.is_waived for f in self.findings)
        return self.outcome is Outcome.PASS and not is_remarked

    def with_video(self, video: VideoRecord, artifacts: Sequence[Artifact] = ()) -> Verdict:
        """Return a copy with the state of the video filled in."""
        return replace(self, video=video, artifacts=(*self.artifacts, *artifacts))


_SEVERITY_ORDER = (Severity.FAIL, Severity.ERROR, Severity.INCONCLUSIVE, Severity.BLOCKED, Severity.NOT_APPLICABLE)

_OUTCOME_ORDER = (
    Outcome.FAIL,
    Outcome.ERROR,
    Outcome.INCONCLUSIVE,
    Outcome.BLOCKED,
    Outcome.PASS,
    Outcome.NOT_APPLICABLE,
)


def decide(
    findings: Iterable[Finding],
    criteria: Iterable[Criterion],
    *,
    is_complete: bool,
    is_strict: bool,
) -> Outcome:
    """Turn evidence into an outcome; PASS needs everything, every other outcome needs something.

    PASS requires a complete trajectory, at least one required criterion, every required criterion MET (or not
    met and waived by its own code), and no finding of a deciding severity. Under ``is_strict`` every WARN finding
    counts as FAIL.

    Args:
        findings: Everything that was found before, during and after the run.
        criteria: Conditions of the test; empty when nothing was simulated.
        is_complete: Whether the trajectory is complete.
        is_strict: Whether warnings fail the run.
    """
    severities = {f.severity for f in findings}
    required = [c for c in criteria if c.is_required and not (c.is_waived and c.status is CriterionStatus.NOT_MET)]
    for severity in _SEVERITY_ORDER:
        if severity in severities:
            return Outcome(severity.value)
    if any(c.status is CriterionStatus.NOT_MET for c in required):
        return Outcome.FAIL
    if not is_complete or not required or any(c.status is not CriterionStatus.MET for c in required):
        return Outcome.INCONCLUSIVE
    if is_strict and Severity.WARN in severities:
        return Outcome.FAIL
    return Outcome.PASS


def roll_up(outcomes: Iterable[Outcome]) -> Outcome | None:
    """Return the outcome that speaks for many, or ``None`` for none at all."""
    present = set(outcomes)
    return next((o for o in _OUTCOME_ORDER if o in present), None)
