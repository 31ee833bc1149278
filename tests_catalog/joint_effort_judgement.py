"""Criteria of joint_effort: what each joint needs, where, and what it may give."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from harness.catalog import Judgement, RunContext
from harness.errors import RecordError
from harness.geometry import Bounds
from harness.motion.record import JointRecord
from harness.outcomes import CriterionStatus, Severity
from harness.trajectory import Trajectory
from harness.verdict import Cell, Column, Criterion, Event, Finding, Table, finding
from tests_catalog.finite import finite_criterion
from tests_catalog.joint_criteria import (
    authority_criterion,
    authority_findings,
    built_criterion,
    finite_findings,
    is_actuated,
    plain_position,
    pose_words,
    target_findings,
    unbuilt_findings,
)

if TYPE_CHECKING:
    from tests_catalog.joint_effort import JointEffortConfig

__all__ = ["EffortNumbers", "judge_effort", "measure_effort"]

MET, NOT_MET, UNDECIDED = CriterionStatus.MET, CriterionStatus.NOT_MET, CriterionStatus.UNDECIDED

# The first steps after a jump still settle; efforts of later ones count.
_SETTLING_ROWS = 2
_NEGLIGIBLE = 1e-6


@dataclass(frozen=True, kw_only=True)
class EffortNumbers:
    """What one joint needs and may give [N or N m]."""

    index: int
    hold: float
    """Effort that holds the worst pose."""
    hold_frame: int
    move: float | None
    """Largest effort of the move at the velocity limit; ``None`` without one."""
    move_frame: int | None
    limit: float
    """Infinite for none."""

    @property
    def need(self) -> float:
        """The larger of both."""
        return max(self.hold, self.move or 0.0)


def measure_effort(record: JointRecord, index: int) -> EffortNumbers | None:
    """Measure one joint; ``None`` when it was not held, or not to the end.

    Args:
        record: The run's joints.
        index: Coordinate.
    """
    frames = record.frames
    holds = [p for p in record.plan.phases if p.name == "hold" and p.joint == index]
    if not holds or holds[0].last >= len(frames.effort):
        return None
    phase = holds[0]
    rows = np.arange(min(phase.first + _SETTLING_ROWS, phase.last), phase.last + 1)
    hold_frame = int(rows[np.argmax(np.abs(frames.effort[rows, index]))])
    hold = float(np.abs(frames.effort[hold_frame, index]))
    hold, hold_frame = max((hold, hold_frame), _worst_sample(record, index))
    move = move_frame = None
    for way in record.plan.phases:
        if way.name == "move" and way.joint == index and way.last < len(frames.effort):
            rows = np.arange(min(way.first + _SETTLING_ROWS, way.last), way.last + 1)
            move_frame = int(rows[np.argmax(np.abs(frames.effort[rows, index]))])
            static, dynamic, viscous = (float(v) for v in record.system.friction[index])
            # The engine moves prescribed joints without their friction.
            move = float(np.abs(frames.effort[move_frame, index])) + max(static, dynamic) + viscous * (way.value or 0.0)
    return EffortNumbers(
        index=index,
        hold=hold,
        hold_frame=hold_frame,
        move=move,
        move_frame=move_frame,
        limit=float(record.system.max_effort[index]),
    )


def _worst_sample(record: JointRecord, index: int) -> tuple[float, int]:
    """Return the largest effort against gravity among the random poses, as the engine reads it, and its frame."""
    names = np.zeros(len(record.frames.position), np.bool_)
    for phase in record.plan.phases:
        if phase.name == "sample":
            names[phase.first : phase.last + 1] = True
    frames = record.frames.dynamics_frames
    chosen = np.flatnonzero(names[frames])
    if not len(chosen):
        return 0.0, 0
    loads = record.frames.gravity[chosen, index].copy()
    for follower in np.flatnonzero(record.plan.leader == index):
        loads += record.plan.multiplier[follower] * record.frames.gravity[chosen, follower]
    at = int(np.argmax(np.abs(loads)))
    return float(np.abs(loads[at])), int(frames[chosen[at]])


def judge_effort(
    trajectory: Trajectory, bounds: Bounds, events: Sequence[Event], context: RunContext, config: JointEffortConfig
) -> Judgement:
    """Judge recorded efforts; see :class:`harness.catalog.AssetTest`."""
    record = trajectory.joints
    if record is None:
        raise RecordError("The recorded motion has no joints.")
    measured = (measure_effort(record, i) for i in range(record.system.count) if is_actuated(record.system, i))
    joints = tuple(n for n in measured if n is not None)
    limited = [n for n in joints if math.isfinite(n.limit)]
    criteria = (
        _holds(record, limited, config, is_complete=trajectory.is_complete),
        authority_criterion(record.system),
        finite_criterion(events, context),
        built_criterion(context),
    )
    findings = [*_findings(record, joints, config, trajectory), *authority_findings(record.system)]
    findings += [*unbuilt_findings(record), *target_findings(record.system), *finite_findings(events, context)]
    findings += _left_out(record, joints)
    if not trajectory.is_complete:
        reason = trajectory.stop_reason.value
        findings.append(finding("TST003", f"The run ended early: {reason}.", severity=Severity.INCONCLUSIVE))
    shares = [n.hold / n.limit for n in limited if n.limit > 0]
    joints_word = "joint" if len(limited) == 1 else "joints"
    return Judgement(
        criteria=criteria,
        findings=tuple(findings),
        events=tuple(events),
        measurements={
            "actuated_joint_count": float(len(joints)),
            "largest_hold_share": max(shares) if shares else None,
            "frames": float(trajectory.frames.frame_count),
        },
        tables=(_table(record, joints),),
        pass_sentence=f"Can hold the worst pose of {len(limited)} {joints_word} within the effort limits",
    )


def _holds(
    record: JointRecord, limited: Sequence[EffortNumbers], config: JointEffortConfig, *, is_complete: bool
) -> Criterion:
    strong = [n for n in limited if n.limit > 0]
    worst = max(strong, key=lambda n: n.hold / n.limit, default=None)
    share = worst.hold / worst.limit if worst is not None else None
    allowed = 1 + config.effort_tolerance_fraction
    status = UNDECIDED if share is None or not math.isfinite(share) else MET if share <= allowed else NOT_MET
    if not is_complete and status is MET:
        status = UNDECIDED
    return Criterion(
        name="effort-holds",
        title="Every joint can hold its worst pose",
        status=status,
        # Without any limit there is nothing that could be met.
        is_required=True,
        measured=share,
        limit=allowed,
        unit="of the effort limit",
        margin=None if share is None else allowed - share,
        code="MON040",
        prim_path=record.system.joint_paths[worst.index] if worst is not None else None,
        frame_index=worst.hold_frame if worst is not None else None,
        note="the weakest joint" if worst is not None else "no joint has an effort limit",
    )


def _findings(
    record: JointRecord, joints: Sequence[EffortNumbers], config: JointEffortConfig, trajectory: Trajectory
) -> Iterable[Finding]:
    system = record.system
    unlimited = [n for n in joints if not math.isfinite(n.limit)]
    yield from _unlimited(record, unlimited, has_limits=len(unlimited) < len(joints))
    for n in joints:
        label, unit, path = record.labels[n.index], system.effort_unit(n.index), system.joint_paths[n.index]
        if not math.isfinite(n.limit):
            continue
        if n.limit == 0:
            continue
        if n.hold > n.limit * (1 + config.effort_tolerance_fraction):
            yield finding(
                "MON040",
                f"The joint {label} needs {n.hold:.4g} {unit} to hold its worst pose against gravity, its effort limit "
                f"is {n.limit:.4g} {unit}. The pose: {pose_words(record, n.hold_frame)}.",
                sites=[path],
                measured=n.hold,
                limit=n.limit,
                unit=unit,
                time_s=float(trajectory.frames.time_s[n.hold_frame]),
            )
        elif n.move is not None and n.move_frame is not None and n.move > n.limit:
            at = plain_position(float(record.frames.position[n.move_frame, n.index]), bool(system.is_linear[n.index]))
            yield finding(
                "TST019",
                f"The joint {label} needs {n.move:.4g} {unit} at {at} to pass its range at its velocity limit, its "
                f"effort limit is {n.limit:.4g} {unit}.",
                sites=[path],
                measured=n.move,
                limit=n.limit,
                unit=unit,
            )
        elif n.need > _NEGLIGIBLE and n.limit > config.strong_factor * n.need:
            yield finding(
                "TST017",
                f"The effort limit of {label} is {n.limit:.4g} {unit}, {n.limit / n.need:.3g} times the {n.need:.4g} "
                f"{unit} that it ever needs.",
                sites=[path],
                measured=n.limit / n.need,
                limit=config.strong_factor,
                unit="times the need",
            )


def _left_out(record: JointRecord, joints: Sequence[EffortNumbers]) -> Iterable[Finding]:
    """Yield what has a drive and was not held; the reason for no answer when nothing was."""
    left = [i for i in np.flatnonzero(record.is_coupled).tolist() if is_actuated(record.system, i)]
    if left:
        yield finding(
            "TST013",
            f"Not held one by one: {', '.join(record.labels[i] for i in left[:3])}{' and more' if left[3:] else ''}. "
            "Joints of closed loops, on tendons or gears share their efforts with others.",
            sites=[record.system.joint_paths[i] for i in left],
            severity=Severity.WARN if joints else Severity.INCONCLUSIVE,
        )


def _unlimited(record: JointRecord, joints: Sequence[EffortNumbers], *, has_limits: bool) -> Iterable[Finding]:
    if joints:
        names = ", ".join(record.labels[n.index] for n in joints[:3])
        more = f" and {len(joints) - 3} more joints" if len(joints) > 3 else ""
        yield finding(
            "TST018",
            f"The drives of {names}{more} have no effort limit, so there is nothing to compare their needs with.",
            sites=[record.system.joint_paths[n.index] for n in joints],
            severity=Severity.WARN if has_limits else Severity.INCONCLUSIVE,
        )


def _table(record: JointRecord, joints: Sequence[EffortNumbers]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for n in joints:
        finite = math.isfinite(n.limit)
        rows.append(
            (
                record.labels[n.index],
                record.system.effort_unit(n.index),
                _rounded(n.hold),
                None if n.move is None else _rounded(n.move),
                _rounded(n.limit) if finite else None,
                _rounded(100 * n.hold / n.limit) if finite and n.limit > 0 else None,
                100.0 if finite and n.limit > 0 else None,
                pose_words(record, n.hold_frame),
            )
        )
    return Table(
        name="efforts",
        title="Efforts",
        columns=(
            Column(name="joint", label="Joint"),
            Column(name="unit", label="Unit"),
            Column(name="hold_effort", label="To hold"),
            Column(name="move_effort", label="To move"),
            Column(name="effort_limit", label="Limit"),
            Column(name="used_percent", label="Used to hold", unit="%"),
            Column(name="allowed_percent", label="Allowed", unit="%"),
            Column(name="pose", label="Worst pose"),
        ),
        rows=tuple(rows),
        chart="bar",
        value_column="used_percent",
        limit_column="allowed_percent",
        note="To hold: the worst pose against gravity. To move: the range at the velocity limit, from that pose.",
    )


def _rounded(value: float) -> float:
    return float(f"{value:.5g}")
