"""Criteria of prescribed_motion: following, and forces of the engine against those of the reference model."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from harness.catalog import Judgement, RunContext
from harness.errors import RecordError
from harness.geometry import Bounds
from harness.motion.energy import energy_drift
from harness.motion.plan import Phase
from harness.motion.record import JointRecord
from harness.motion.system import JointMode
from harness.outcomes import CriterionStatus, Severity
from harness.trajectory import Trajectory
from harness.verdict import Cell, Column, Criterion, Event, Finding, Table, finding
from tests_catalog.finite import finite_criterion
from tests_catalog.joint_criteria import (
    authority_criterion,
    authority_findings,
    built_criterion,
    finite_findings,
    plain_position,
    unbuilt_findings,
)

if TYPE_CHECKING:
    from tests_catalog.prescribed_motion import PrescribedMotionConfig

__all__ = ["MotionNumbers", "judge_prescribed", "measure_prescribed"]

Array = npt.NDArray[np.float64]
MET, NOT_MET, UNDECIDED = CriterionStatus.MET, CriterionStatus.NOT_MET, CriterionStatus.UNDECIDED

# Forces that are small beside the largest one of their kind in the mechanism are rounding, not a judgement.
_FLOOR_SHARE = 0.01
_SETTLING_ROWS = 5


@dataclass(frozen=True, kw_only=True)
class MotionNumbers:
    """What one coordinate did during the trajectory."""

    index: int
    is_prescribed: bool
    follow_error: float | None
    """Largest distance to the trajectory; ``None`` for joints that are free."""
    follow_frame: int | None
    peak_effort: float
    """Largest effort of the engine [N or N m]."""
    effort_error: float | None
    """Root mean square of the difference of efforts, beyond friction, over their size; ``None`` when not compared."""
    mass_error: float | None
    """Largest difference of the mass matrix in this coordinate's row, over its diagonal."""
    diagonal_error: float | None
    """Difference of the diagonal alone [kg m2 or kg]; the engine's minus the model's."""
    gravity_error: float | None
    """Largest difference of the forces against gravity, over their size."""


def measure_prescribed(trajectory: Trajectory, record: JointRecord) -> tuple[MotionNumbers, ...]:
    """Measure all coordinates over the trajectory; nothing when it did not run to its end.

    Args:
        trajectory: The run.
        record: Its joints.
    """
    phase = next((p for p in record.plan.phases if p.name == "motion"), None)
    if phase is None or phase.last >= len(record.frames.position):
        return ()
    return tuple(_measure(trajectory, record, phase, index) for index in range(record.system.count))


def _measure(trajectory: Trajectory, record: JointRecord, phase: Phase, index: int) -> MotionNumbers:
    offset = record.plan.phases[0].first
    frames, rows = slice(phase.first, phase.last + 1), slice(phase.first - offset, phase.last + 1 - offset)
    follows = bool((record.plan.mode[rows, index] == JointMode.FOLLOW).all())
    error = np.abs(record.frames.position[frames, index] - record.plan.reference[rows, index])
    worst = int(np.argmax(error))
    effort = record.frames.effort[frames]
    mass_error, diagonal_error, gravity_error = _dynamics_errors(record, index)
    return MotionNumbers(
        index=index,
        is_prescribed=follows,
        follow_error=float(error[worst]) if follows else None,
        follow_frame=phase.first + worst if follows else None,
        peak_effort=float(np.abs(effort[:, index]).max()),
        effort_error=_effort_error(record, frames, index, trajectory.timestep_s),
        mass_error=mass_error,
        diagonal_error=diagonal_error,
        gravity_error=gravity_error,
    )


def _is_compared(record: JointRecord, index: int) -> bool:
    reference = record.reference
    if reference is None or not reference["is_modelled"][index] or record.is_coupled[index]:
        return False
    if record.system.max_velocity[index] == 0:
        return False
    # The engine's constraint shares the forces of a mimic relation out between both joints.
    is_leader = bool((record.plan.leader == index).any())
    return not is_leader and int(record.plan.leader[index]) < 0


def _scale(record: JointRecord, values: Array, index: int) -> float:
    """Size of the forces of a coordinate, with a floor by those of its kind in the mechanism."""
    same = record.system.is_linear == record.system.is_linear[index]
    everywhere = float(np.sqrt(np.nanmean(values[:, same] ** 2)))
    own = float(np.sqrt(np.nanmean(values[:, index] ** 2)))
    return max(own, _FLOOR_SHARE * everywhere, 1e-9)


def _effort_error(record: JointRecord, frames: slice, index: int, timestep_s: float) -> float | None:
    if record.reference is None or not _is_compared(record, index):
        return None
    settled = slice(frames.start + _SETTLING_ROWS, frames.stop)
    wanted = np.asarray(record.reference["effort"])[settled]
    given = record.frames.effort[settled]
    velocity = np.abs(record.frames.velocity[settled, index])
    static, dynamic, viscous = (float(v) for v in record.system.friction[index])
    if not _is_free(record, settled, index):
        # Prescribed joints move without their friction.
        static = dynamic = viscous = 0.0
    # Joint friction takes up to this much of what is given, in either direction.
    allowance = max(static, dynamic) + viscous * velocity
    difference = np.maximum(np.abs(given[:, index] - wanted[:, index]) - allowance, 0.0)
    if not _is_free(record, settled, index):
        error = float(np.sqrt(np.mean(difference**2))) / _scale(record, wanted, index)
    else:
        # Its own effort says nothing about the size of the forces on it; stops and contacts are brief.
        error = float(np.median(difference)) / _size_of_free(record, settled, index, timestep_s)
    return error if math.isfinite(error) else None


def _is_free(record: JointRecord, frames: slice, index: int) -> bool:
    offset = record.plan.phases[0].first
    return bool((record.plan.mode[frames.start - offset : frames.stop - offset, index] != JointMode.FOLLOW).any())


def _size_of_free(record: JointRecord, frames: slice, index: int, timestep_s: float) -> float:
    """Size of the forces on a free joint: gravity, and inertia times its acceleration."""
    gravity = np.asarray(record.reference["gravity"] if record.reference is not None else record.frames.gravity)
    acceleration = np.diff(record.frames.velocity[frames, index], prepend=np.nan)[1:]
    rate = float(np.sqrt(np.nanmean(acceleration**2))) / timestep_s
    inertia = float(record.system.mass_matrix[index, index])
    return max(_scale(record, gravity, index), inertia * rate, 1e-9)


def _dynamics_errors(record: JointRecord, index: int) -> tuple[float | None, float | None, float | None]:
    reference, frames = record.reference, record.frames
    if reference is None or not reference["is_modelled"][index] or not len(frames.dynamics_frames):
        return None, None, None
    difference = frames.mass_matrix - np.asarray(reference["mass_matrix"])
    modelled = np.asarray(reference["is_modelled"]) > 0
    size = np.sqrt(np.einsum("kii->ki", np.abs(frames.mass_matrix)))
    size = np.maximum(size, 1e-12)
    shares = np.abs(difference[:, index][:, modelled]) / (size[:, index, None] * size[:, modelled])
    gravity = np.asarray(reference["gravity"])
    # Joints that gravity does not load are compared with the efforts that they need for other reasons.
    size_of_load = max(_scale(record, gravity, index), _FLOOR_SHARE * float(np.nanmax(np.abs(frames.effort[:, index]))))
    load = np.abs(frames.gravity[:, index] - gravity[:, index]).max() / size_of_load
    return float(np.nanmax(shares)), float(np.nanmean(difference[:, index, index])), float(load)


def judge_prescribed(
    trajectory: Trajectory, bounds: Bounds, events: Sequence[Event], context: RunContext, config: PrescribedMotionConfig
) -> Judgement:
    """Judge a recorded trajectory; see :class:`harness.catalog.AssetTest`."""
    record = trajectory.joints
    if record is None:
        raise RecordError("The recorded motion has no joints.")
    joints = measure_prescribed(trajectory, record)
    criteria = (
        _following(record, joints, config),
        _agreement(record, joints, config),
        authority_criterion(record.system),
        finite_criterion(events, context),
        built_criterion(context),
    )
    findings = [*_findings(trajectory, record, joints, config), *_remarks(record, joints)]
    findings += [*authority_findings(record.system), *finite_findings(events, context)]
    if not trajectory.is_complete:
        reason = trajectory.stop_reason.value
        findings.append(finding("TST003", f"The run ended early: {reason}.", severity=Severity.INCONCLUSIVE))
    errors = [n.effort_error for n in joints if n.effort_error is not None]
    free = next((p for p in record.plan.phases if p.name == "free"), None)
    drift = energy_drift(record, free, trajectory.timestep_s) if free is not None else None
    return Judgement(
        criteria=criteria,
        findings=tuple(findings),
        events=tuple(events),
        measurements={
            "joint_count": float(record.system.count),
            "largest_effort_error": max(errors) if errors else None,
            "energy_drift_fraction": drift.fraction if drift is not None else None,
            "energy_drift_over_s": drift.seconds if drift is not None else None,
            "frames": float(trajectory.frames.frame_count),
        },
        tables=(_table(record, joints, config),),
        pass_sentence="Follows its trajectory with the forces that its masses and inertias ask for",
    )


def _tolerance(record: JointRecord, index: int, config: PrescribedMotionConfig) -> float:
    return config.follow_tolerance_m if record.system.is_linear[index] else config.follow_tolerance_rad


def _following(record: JointRecord, joints: Sequence[MotionNumbers], config: PrescribedMotionConfig) -> Criterion:
    led = [(n.follow_error / _tolerance(record, n.index, config), n) for n in joints if n.follow_error is not None]
    share, worst = max(led, key=lambda item: item[0], default=(math.nan, None))
    is_any = any((record.plan.mode[:, i] == JointMode.FOLLOW).all() for i in range(record.system.count))
    status = UNDECIDED if worst is None or not math.isfinite(share) else MET if share <= 1 else NOT_MET
    return Criterion(
        name="trajectory-followed",
        title="Prescribed joints follow their trajectory",
        status=status,
        is_required=is_any or worst is not None or not joints,
        measured=share if math.isfinite(share) else None,
        limit=1.0,
        unit="of the tolerance",
        margin=1 - share if math.isfinite(share) else None,
        code="MON041",
        frame_index=worst.follow_frame if worst is not None else None,
        prim_path=record.system.joint_paths[worst.index] if worst is not None else None,
        note="" if worst is not None else "the trajectory did not run to its end",
    )


def _agreement(record: JointRecord, joints: Sequence[MotionNumbers], config: PrescribedMotionConfig) -> Criterion:
    compared = [n for n in joints if n.effort_error is not None]
    worst = max(compared, key=lambda n: n.effort_error or 0.0, default=None)
    value = worst.effort_error if worst is not None else None
    limit = config.effort_tolerance_fraction
    return Criterion(
        name="dynamics-agree",
        title="Forces are those that the authored mechanism needs",
        status=UNDECIDED if value is None else MET if value <= limit else NOT_MET,
        # What no model describes is told, not failed.
        is_required=worst is not None or not joints,
        measured=value,
        limit=limit,
        unit="of the force",
        margin=None if value is None else limit - value,
        code="MON042",
        prim_path=record.system.joint_paths[worst.index] if worst is not None else None,
        note="the worst joint" if worst is not None else "no joint could be compared",
    )


def _cause(record: JointRecord, n: MotionNumbers, limit: float) -> str:
    """Say what differs: masses and frames, inertia, or armature."""
    if n.gravity_error is not None and n.gravity_error > limit:
        return "The forces against gravity differ: look at masses, centres of mass and joint frames"
    inertia = max(float(record.system.mass_matrix[n.index, n.index]), 1e-12)
    authored = math.nan if record.reference is None else float(record.reference["armature"][n.index])
    engine = float(record.system.armature[n.index])
    if abs(authored - engine) > limit * inertia:
        return (
            f"The asset authors an armature of {authored:.4g} for it, the engine uses {engine:.4g}: apply "
            "PhysxJointAxisAPI to the joint and write its armature, or newton:armature; physxJoint:armature is not read"
        )
    if n.diagonal_error is not None and abs(n.diagonal_error) > limit * inertia:
        return "Only its own inertia differs: look at the inertia of its links and at its armature"
    if n.mass_error is not None and n.mass_error > limit:
        return "The coupling with other joints differs: look at inertias and joint frames"
    return "Mass matrix and gravity agree: look at damping, joint friction and contacts"


def _findings(
    trajectory: Trajectory, record: JointRecord, joints: Sequence[MotionNumbers], config: PrescribedMotionConfig
) -> Iterable[Finding]:
    system = record.system
    for n in joints:
        label, path, is_linear = record.labels[n.index], system.joint_paths[n.index], bool(system.is_linear[n.index])
        limit = _tolerance(record, n.index, config)
        if n.follow_error is not None and n.follow_frame is not None and not n.follow_error <= limit:
            yield finding(
                "MON041",
                f"The joint {label} is up to {plain_position(n.follow_error, is_linear)} away from its trajectory; "
                f"{plain_position(limit, is_linear)} are allowed.",
                sites=[path],
                measured=n.follow_error if math.isfinite(n.follow_error) else None,
                limit=limit,
                unit=system.unit(n.index),
                time_s=float(trajectory.frames.time_s[n.follow_frame]),
            )
        if n.effort_error is not None and n.effort_error > config.effort_tolerance_fraction:
            yield finding(
                "MON042",
                f"The engine moves {label} with forces that are {100 * n.effort_error:.3g} % off those of the authored "
                f"mechanism. {_cause(record, n, config.effort_tolerance_fraction)}.",
                sites=[path],
                measured=n.effort_error,
                limit=config.effort_tolerance_fraction,
                unit="of the force",
            )


def _remarks(record: JointRecord, joints: Sequence[MotionNumbers]) -> Iterable[Finding]:
    left = [n.index for n in joints if n.effort_error is None and record.plan.leader[n.index] < 0]
    left = [i for i in left if not (record.plan.leader == i).any()]
    if left:
        names = ", ".join(record.labels[i] for i in left[:3])
        more = f" and {len(left) - 3} more" if len(left) > 3 else ""
        yield finding(
            "TST020",
            f"Forces of {names}{more} were not compared: the reference model has no joints with several degrees of "
            "freedom, closed loops or mirrored bodies.",
            sites=[record.system.joint_paths[i] for i in left],
        )
    yield from unbuilt_findings(record)
    for note in record.notes:
        yield finding("TST012", note)


def _table(record: JointRecord, joints: Sequence[MotionNumbers], config: PrescribedMotionConfig) -> Table:
    def percent(value: float | None) -> float | None:
        return None if value is None or not math.isfinite(value) else float(f"{100 * value:.4g}")

    rows: list[tuple[Cell, ...]] = []
    for n in joints:
        is_linear = bool(record.system.is_linear[n.index])
        error = n.follow_error
        shown = (
            None if error is None or not math.isfinite(error) else 1000 * error if is_linear else math.degrees(error)
        )
        rows.append(
            (
                record.labels[n.index],
                "prescribed" if n.is_prescribed else "free",
                None if shown is None else float(f"{shown:.4g}"),
                "mm" if is_linear else "deg",
                float(f"{n.peak_effort:.5g}") if math.isfinite(n.peak_effort) else None,
                record.system.effort_unit(n.index),
                percent(n.effort_error),
                100 * config.effort_tolerance_fraction,
                percent(n.mass_error),
                percent(n.gravity_error),
            )
        )
    return Table(
        name="prescribed",
        title="Prescribed motion",
        columns=(
            Column(name="joint", label="Joint"),
            Column(name="kind", label="Motion"),
            Column(name="follow_error", label="Following error"),
            Column(name="unit", label="Unit"),
            Column(name="peak_effort", label="Largest effort"),
            Column(name="effort_unit", label="Unit of effort"),
            Column(name="effort_error_percent", label="Difference to the model", unit="%"),
            Column(name="allowed_percent", label="Allowed", unit="%"),
            Column(name="mass_error_percent", label="Mass matrix", unit="%"),
            Column(name="gravity_error_percent", label="Gravity", unit="%"),
        ),
        rows=tuple(rows),
        chart="bar",
        value_column="effort_error_percent",
        limit_column="allowed_percent",
        note="Differences of the engine to a model of the authored masses, inertias, frames and armatures.",
    )
