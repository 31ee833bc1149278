"""Criteria of joint_motion: which joint did what, against which limit."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from harness.catalog import Judgement, RunContext
from harness.errors import RecordError
from harness.geometry import Bounds
from harness.monitors.base import find_event
from harness.motion.energy import EnergyDrift, energy_drift
from harness.outcomes import CriterionStatus, Severity
from harness.trajectory import Trajectory
from harness.verdict import Criterion, Event, Finding, finding
from tests_catalog.finite import finite_criterion
from tests_catalog.joint_criteria import (
    authority_criterion,
    authority_findings,
    built_criterion,
    finite_findings,
    plain_position,
    target_findings,
    unbuilt_findings,
)
from tests_catalog.joint_motion_criteria import MEASURES, Measure, MotionCase, excess_of, words
from tests_catalog.joint_motion_measure import JointNumbers, measure_joint, worst_separation
from tests_catalog.joint_motion_table import motion_table

if TYPE_CHECKING:
    from tests_catalog.joint_motion import JointMotionConfig

__all__ = ["judge_motion"]

MET, NOT_MET, UNDECIDED = CriterionStatus.MET, CriterionStatus.NOT_MET, CriterionStatus.UNDECIDED


def judge_motion(
    trajectory: Trajectory, bounds: Bounds, events: Sequence[Event], context: RunContext, config: JointMotionConfig
) -> Judgement:
    """Judge a recorded motion; see :class:`harness.catalog.AssetTest`."""
    record = trajectory.joints
    if record is None:
        raise RecordError("The recorded motion has no joints.")
    measured = (measure_joint(trajectory, record, i, config.end_tolerance_fraction) for i in range(record.system.count))
    case = MotionCase(
        trajectory=trajectory,
        record=record,
        events=events,
        context=context,
        config=config,
        joints=tuple(n for n in measured if n is not None),
        separations=tuple(worst_separation(trajectory, record)),
    )
    criteria = [_over_joints(case, m) for m in MEASURES]
    criteria += [
        _separation(case),
        _drives(case),
        authority_criterion(record.system),
        finite_criterion(events, context),
        built_criterion(context),
    ]
    findings = [f for c, m in zip(criteria, MEASURES, strict=False) if c.status is NOT_MET for f in _failures(case, m)]
    findings += [*_other_failures(case), *_remarks(case)]
    findings += [*unbuilt_findings(record), *target_findings(record.system)]
    return Judgement(
        criteria=tuple(criteria),
        findings=tuple(findings),
        events=tuple(events),
        measurements=_measurements(case),
        tables=(motion_table(case),),
        pass_sentence=f"Moves {_count(case.joints)} through the range, holds at their stops and coasts freely",
    )


def _over_joints(case: MotionCase, measure: Measure) -> Criterion:
    """Summarise a criterion by the joint that is nearest to its limit or furthest beyond."""
    excesses = [(e, n) for n in case.joints if (e := excess_of(case, measure, n)) is not None]
    worst = max(excesses, key=lambda item: item[0], default=None)
    status, note = _status(case, worst is not None, worst is not None and worst[0] > 0)
    numbers = worst[1] if worst is not None else None
    value = measure.value(case, numbers) if numbers is not None else None
    limit = measure.limit(case, numbers) if numbers is not None else None
    frame = measure.frame(numbers) if numbers is not None else None
    # What no joint of this asset has, such as a mimic relation, is nothing that could be missing.
    is_required = worst is not None or measure.name in ("joints-reach", "joints-follow")
    return Criterion(
        name=measure.name,
        title=measure.title,
        status=status if is_required else UNDECIDED,
        is_required=is_required,
        measured=value if value is not None and math.isfinite(value) else None,
        limit=limit,
        unit=measure.unit(case, numbers) if numbers is not None else "",
        margin=None if value is None or limit is None or not math.isfinite(value) else limit - value,
        code=measure.code,
        time_s=case.time(frame),
        frame_index=frame,
        prim_path=case.path(numbers.index) if numbers is not None else None,
        note=note,
    )


def _status(case: MotionCase, is_measured: bool, is_beyond: bool) -> tuple[CriterionStatus, str]:
    if is_beyond:
        return NOT_MET, ""
    if not case.trajectory.is_complete or find_event(case.events, "non-finite") is not None:
        return UNDECIDED, "the run ended early"
    return (MET, "the worst joint") if is_measured else (UNDECIDED, "no joint to measure")


def _failures(case: MotionCase, measure: Measure) -> Iterable[Finding]:
    for numbers in case.joints:
        excess = excess_of(case, measure, numbers)
        if excess is None or excess <= 0:
            continue
        value = measure.value(case, numbers)
        yield finding(
            measure.code,
            measure.text(case, numbers),
            sites=[case.path(numbers.index)],
            measured=value if value is not None and math.isfinite(value) else None,
            limit=measure.limit(case, numbers),
            unit=measure.unit(case, numbers),
            time_s=case.time(measure.frame(numbers)),
        )


def _separation(case: MotionCase) -> Criterion:
    worst = max(case.separations, key=lambda s: s.distance_m, default=None)
    limit = case.config.separation_tolerance_m
    status, note = _status(case, worst is not None, worst is not None and worst.distance_m > limit)
    value = worst.distance_m if worst is not None else None
    return Criterion(
        name="bodies-connected",
        title="Joints keep their bodies together",
        status=status,
        is_required=worst is not None,
        measured=value,
        limit=limit,
        unit="m",
        margin=None if value is None else limit - value,
        code="MON034",
        time_s=case.time(worst.frame) if worst is not None else None,
        frame_index=worst.frame if worst is not None else None,
        prim_path=worst.path if worst is not None else None,
        note=note,
    )


def _drives(case: MotionCase) -> Criterion:
    with_drive = [n for n in case.joints if n.drive is not None]
    bad = [n for n in with_drive if n.drive is not None and n.drive.is_oscillating]
    status, note = _status(case, bool(with_drive), bool(bad))
    return Criterion(
        name="drives-settle",
        title="Drives settle",
        status=status,
        is_required=bool(with_drive),
        measured=float(len(bad)) if with_drive else None,
        limit=0.0,
        unit="oscillating drives",
        margin=float(-len(bad)) if with_drive else None,
        code="MON038",
        prim_path=case.path(bad[0].index) if bad else None,
        note=note,
    )


def _other_failures(case: MotionCase) -> Iterable[Finding]:
    system, limit = case.record.system, case.config.separation_tolerance_m
    for item in case.separations:
        if item.distance_m > limit:
            yield finding(
                "MON034",
                f"The joint {item.path} lets its bodies come {item.distance_m:.4g} m apart; {limit:g} m are allowed.",
                sites=[item.path],
                measured=item.distance_m,
                limit=limit,
                unit="m",
                time_s=case.time(item.frame),
            )
    for numbers in case.joints:
        if numbers.drive is not None and numbers.drive.is_oscillating:
            yield finding(
                "MON038",
                f"The drive of {case.label(numbers.index)} keeps swinging about a target "
                f"{words(case, numbers, numbers.drive.step)} away and does not get calmer.",
                sites=[case.path(numbers.index)],
                measured=numbers.drive.overshoot,
                unit="of the step overshoot",
            )
    yield from authority_findings(system)
    yield from finite_findings(case.events, case.context)


def _remarks(case: MotionCase) -> Iterable[Finding]:
    """Warnings and remarks that do not decide."""
    system = case.record.system
    partly = [n for n in case.joints if n.is_stopped and n.covered >= case.needed(n)]
    if partly:
        worst = min(partly, key=lambda n: n.covered)
        yield finding(
            "TST011",
            f"With all others in the start pose, something stops {_names(case, partly)} late in the range. The joint "
            f"{case.label(worst.index)} covers {100 * worst.covered:.0f} %: it is stopped at "
            f"{words(case, worst, worst.stop_position)}.",
            sites=[case.path(n.index) for n in partly],
            measured=worst.covered,
            limit=1.0,
            unit="of the range",
            time_s=case.time(worst.stop_frame),
        )
    yield from _drive_remarks(case)
    measured = {n.index for n in case.joints}
    followers = set(np.flatnonzero(case.record.plan.leader >= 0).tolist())
    left_out = [i for i in range(system.count) if i not in measured and i not in followers]
    if left_out and case.trajectory.is_complete:
        names = ", ".join(case.label(i) for i in left_out[:3])
        more = f" and {len(left_out) - 3} more" if len(left_out) > 3 else ""
        # When no joint at all could be moved there is no answer, and this is why.
        yield finding(
            "TST013",
            f"Not moved one by one: {names}{more}. Joints of closed loops, on tendons or gears, without room between "
            "their limits, or with a velocity limit of 0 cannot be.",
            sites=[case.path(i) for i in left_out],
            severity=Severity.WARN if measured else Severity.INCONCLUSIVE,
        )
    for i in range(system.count):
        outside = max(system.lower[i] - system.position[i], system.position[i] - system.upper[i])
        if outside > case.tolerance("limit", i):
            yield finding(
                "TST014",
                f"The asset starts with the joint {case.label(i)} at "
                f"{plain_position(float(system.position[i]), bool(system.is_linear[i]))}, outside its limits.",
                sites=[case.path(i)],
                measured=float(outside),
                limit=case.tolerance("limit", i),
                unit=system.unit(i),
            )
    for note in case.record.notes:
        yield finding("TST012", note)
    if not case.trajectory.is_complete:
        reason = case.trajectory.stop_reason.value
        yield finding("TST003", f"The run ended early: {reason}.", severity=Severity.INCONCLUSIVE)


def _count(joints: Sequence[JointNumbers]) -> str:
    return f"{len(joints)} joint{'' if len(joints) == 1 else 's'}"


def _names(case: MotionCase, joints: Sequence[JointNumbers]) -> str:
    """Name the first joints of a list and count the rest."""
    shown = ", ".join(case.label(n.index) for n in joints[:2])
    return shown if len(joints) <= 2 else f"{shown} and {len(joints) - 2} more joints"


def _drive_remarks(case: MotionCase) -> Iterable[Finding]:
    config = case.config
    calm = [(n, n.drive) for n in case.joints if n.drive is not None and not n.drive.is_oscillating]
    high = [(n, d) for n, d in calm if d.overshoot > config.overshoot_fraction]
    if high:
        worst, drive = max(high, key=lambda item: item[1].overshoot)
        yield finding(
            "TST015",
            f"Drives overshoot: {_names(case, [n for n, _ in high])}. That of {case.label(worst.index)} goes "
            f"{100 * drive.overshoot:.0f} % of its step too far.",
            sites=[case.path(n.index) for n, _ in high],
            measured=drive.overshoot,
            limit=config.overshoot_fraction,
            unit="of the step",
        )
    slow = [(n, d) for n, d in calm if d.settling_s is None]
    if slow:
        worst, drive = max(slow, key=lambda item: item[1].final_error / item[1].step)
        yield finding(
            "TST016",
            f"Drives are slow: {_names(case, [n for n, _ in slow])}. After {config.drive_seconds:g} s that of "
            f"{case.label(worst.index)} is still {words(case, worst, drive.final_error)} short of a step of "
            f"{words(case, worst, drive.step)}.",
            sites=[case.path(n.index) for n, _ in slow],
            measured=drive.final_error / drive.step,
            limit=config.settle_fraction,
            unit="of the step",
        )


def _energy_drift(case: MotionCase) -> EnergyDrift | None:
    """Return the largest drift of energy among the joints that coast, without gravity and with all others held."""
    coasting = {n.index for n in case.joints if n.coast_share is not None}
    phases = [p for p in case.record.plan.phases if p.name == "coast" and p.joint in coasting]
    found = (energy_drift(case.record, p, case.trajectory.timestep_s) for p in phases)
    return max((d for d in found if d is not None), key=lambda d: abs(d.fraction), default=None)


def _measurements(case: MotionCase) -> dict[str, float | None]:
    drift = _energy_drift(case)
    covered = [n.covered for n in case.joints]
    settling = [n.drive.settling_s for n in case.joints if n.drive is not None and n.drive.settling_s is not None]
    return {
        "joint_count": float(case.record.system.count),
        "swept_joint_count": float(len(case.joints)),
        "least_covered_fraction": min(covered) if covered else None,
        "worst_separation_m": max((s.distance_m for s in case.separations), default=None),
        "energy_drift_fraction": drift.fraction if drift is not None else None,
        "energy_drift_over_s": drift.seconds if drift is not None else None,
        "slowest_settling_s": max(settling) if settling else None,
        "simulated_s": float(case.trajectory.frames.time_s[-1]),
        "frames": float(case.trajectory.frames.frame_count),
    }
