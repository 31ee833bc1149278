"""Turn a recorded motion and what is known besides into the judged part of a verdict. The same live and replayed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from harness.catalog import AssetTest, Judgement, RunContext
from harness.diagnosis import diagnose
from harness.geometry import Bounds, measure_bounds
from harness.monitors.base import run_monitors
from harness.outcomes import Outcome, Severity
from harness.probing import ProbeResult, probes_table
from harness.runner.summary import summarise
from harness.stage.facts import StageFacts
from harness.trajectory import Trajectory
from harness.urdf.facts import annotated
from harness.verdict import Criterion, Event, Finding, Table, decide
from harness.waivers import Grading, grade, grade_criteria

__all__ = ["Conclusion", "conclude", "explain", "replay_events"]

_ORDER = list(Severity)


@dataclass(frozen=True, kw_only=True)
class Conclusion:
    """The judged part of a verdict."""

    outcome: Outcome
    summary: str
    findings: tuple[Finding, ...]
    criteria: tuple[Criterion, ...]
    events: tuple[Event, ...]
    causes: tuple[str, ...]
    fixes: tuple[str, ...]
    measurements: dict[str, float | None]
    tables: tuple[Table, ...]


def replay_events(
    test: AssetTest, trajectory: Trajectory, context: RunContext, config: Any
) -> tuple[Bounds, tuple[Event, ...]]:
    """Run the monitors over a stored trajectory."""
    bounds = measure_bounds(trajectory.frames, trajectory.geometry, context.patch)
    events: list[Event] = []
    run_monitors(test.monitors(context, config), trajectory.frames, bounds, events)
    return bounds, tuple(events)


def conclude(
    static_findings: Sequence[Finding],
    judgement: Judgement | None,
    *,
    is_complete: bool,
    is_strict: bool,
    facts: StageFacts | None,
    grading: Grading | None = None,
) -> Conclusion:
    """Decide the outcome and name causes.

    Args:
        static_findings: Findings that do not come from the motion, with the severity that their check gave them.
        judgement: What the motion says; ``None`` when nothing was simulated.
        is_complete: Whether a complete trajectory exists.
        is_strict: Whether warnings count as failures.
        facts: Facts about the asset, ``None`` when they are not known.
        grading: Waivers and severities of the user, ``None`` for none.
    """
    findings = list(static_findings)
    criteria: tuple[Criterion, ...] = ()
    events: tuple[Event, ...] = ()
    measurements: dict[str, float | None] = {}
    tables: tuple[Table, ...] = ()
    if judgement is not None:
        findings += judgement.findings
        criteria, events, measurements = judgement.criteria, judgement.events, judgement.measurements
        tables = judgement.tables
    findings = annotated(findings, None if facts is None else facts.urdf)
    findings, criteria = list(grade(findings, grading)), grade_criteria(criteria, grading)
    findings.sort(key=lambda f: _ORDER.index(f.severity))
    outcome = decide(findings, criteria, is_complete=is_complete, is_strict=is_strict)
    ordered = tuple(findings)
    diagnosis = diagnose(ordered, criteria, facts, measurements)
    return Conclusion(
        outcome=outcome,
        summary=summarise(outcome, ordered, judgement.pass_sentence if judgement is not None else ""),
        findings=ordered,
        criteria=criteria,
        events=tuple(sorted(events, key=lambda e: e.frame_index)),
        causes=diagnosis.causes,
        fixes=diagnosis.fixes,
        measurements=measurements,
        tables=tables,
    )


def explain(conclusion: Conclusion, facts: StageFacts | None, probes: Sequence[ProbeResult]) -> Conclusion:
    """Return the same conclusion with causes that the probes support, and a table of the probes.

    Args:
        conclusion: What was concluded without them.
        facts: Facts about the asset.
        probes: The same run with one thing changed; they explain and never decide.
    """
    if not probes:
        return conclusion
    diagnosis = diagnose(conclusion.findings, conclusion.criteria, facts, conclusion.measurements, probes)
    return replace(
        conclusion,
        causes=diagnosis.causes,
        fixes=diagnosis.fixes,
        tables=(*conclusion.tables, probes_table(probes)),
    )
