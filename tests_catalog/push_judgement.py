"""Criteria and numbers of stack_and_push."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from harness.catalog import Judgement, RunContext, TrialRun
from harness.geometry import Bounds, measure_bounds, quaternion_to_matrix
from harness.monitors.base import find_event
from harness.outcomes import CriterionStatus, Severity
from harness.trajectory import Trajectory
from harness.verdict import Column, Criterion, Event, Finding, Table, finding
from tests_catalog.common import (
    built_criterion,
    criterion_finding,
    evidence,
    finite_min,
    is_frozen,
)
from tests_catalog.finite import finite_criterion
from tests_catalog.lanes import split_lanes

if TYPE_CHECKING:
    from tests_catalog.stack_and_push import StackAndPushConfig

__all__ = ["TiltResult", "judge_push", "judge_stack", "measured_friction"]

MET, NOT_MET, UNDECIDED = CriterionStatus.MET, CriterionStatus.NOT_MET, CriterionStatus.UNDECIDED

_TEXTS = {
    "floor-penetration": "The lowest point of the asset was below {l:g} m; it went down to {m:.4g} m.",
    "finite-state": "At {t:.2f} s the state of {where} stopped being a finite number.",
    "sound-runs": "In {m:.0f} of the runs of pushing and tilting the state broke or a body gained energy.",
    "push-friction": "Pushed, it slows down with a friction that is {m:.1%} off the authored one; {l:.0%} are allowed.",
    "tilt-angle": "Tilted, it gives way {m:.1%} off the angle of friction and centre of mass; {l:.0%} are allowed.",
}
# Spin up to which a body slides without turning.
_STILL_RAD_S = 0.05
# The shortest slide whose deceleration means something.
_FIT_SECONDS = 0.08

# The centre of what tips moves before the turn is large enough to be called one.
_TIP_SECONDS = 0.5

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class TiltResult:
    """What the asset did at one angle."""

    angle_deg: float
    motion: str
    """``holds``, ``slides``, ``tips`` or ``unknown``."""
    moved_m: float | None
    turned_deg: float | None


def judge_stack(
    trajectory: Trajectory, bounds: Bounds, events: Sequence[Event], context: RunContext, config: StackAndPushConfig
) -> Judgement:
    """Judge the first run, the stack; see :class:`harness.catalog.AssetTest`."""
    lowest, limit = finite_min(bounds.box_min_m[:, 2]), -config.floor_margin_m
    sunk = lowest is not None and lowest < limit
    floor = Criterion(
        name="floor-penetration",
        title="Does not sink through the floor",
        status=UNDECIDED if lowest is None or is_frozen(trajectory) else NOT_MET if sunk else MET,
        is_required=True,
        measured=lowest,
        limit=limit,
        unit="m",
        margin=None if lowest is None else lowest - limit,
        code="MON002",
        note="lowest point of both copies",
    )
    criteria = (finite_criterion(events, context), floor, built_criterion(context))
    failed = [criterion_finding(c, _TEXTS, None) for c in criteria if c.status is NOT_MET and c.code]
    findings: list[Finding] = [f for f in failed if f is not None]
    if is_frozen(trajectory):
        findings.append(finding("ENG014", "No pose changed from the first frame to the last while gravity acts."))
    if not trajectory.is_complete:
        reason = trajectory.stop_reason.value
        findings.append(finding("TST003", f"The run ended early: {reason}.", severity=Severity.INCONCLUSIVE))
    return Judgement(
        criteria=criteria,
        findings=tuple(findings),
        events=tuple(events),
        measurements={"stack_height_m": _stack_height(trajectory, bounds), "height_m": context.height_m},
    )


def _stack_height(trajectory: Trajectory, bounds: Bounds) -> float | None:
    """Return how far the lowest point of the upper copy is above the floor at the end; ``None`` without a copy."""
    parts = list(split_lanes(trajectory))
    if len(parts) != 2:
        return None
    upper = measure_bounds(parts[1].frames, parts[1].geometry).box_min_m[-1, 2]
    return float(upper) if np.isfinite(upper) else None


def judge_push(first: Judgement, runs: Sequence[TrialRun], config: StackAndPushConfig) -> Judgement:
    """Judge all runs together; see :class:`harness.catalog.AssetTest`."""
    context = runs[0].context
    if context is None:
        raise ValueError("the first run has a context")
    push = next((r for r in runs if r.name == "push"), None)
    tilts = [_tilt(r, config) for r in runs if r.name.startswith("tilt-")]
    friction = measured_friction(push, config) if push is not None else None
    angle = giving_way_deg(tilts)
    broken = [r for r in runs if find_event(r.events, "runaway") or find_event(r.events, "non-finite")]
    sound = Criterion(
        name="sound-runs",
        title="No run breaks",
        status=NOT_MET if broken else MET,
        is_required=True,
        measured=float(len(broken)),
        limit=0.0,
        unit="runs",
        margin=float(-len(broken)),
        code="MON060",
        note="; ".join(r.label for r in broken[:3]),
    )
    criteria = (sound, _push_criterion(friction, context, config), _tilt_criterion(angle, context, config))
    failed = [criterion_finding(c, _TEXTS, None) for c in criteria if c.status is NOT_MET]
    stack = first.measurements.get("stack_height_m")
    numbers = {
        "push_friction": friction,
        "tilt_angle_deg": angle[1] if angle is not None else None,
        "tilt_holds_up_to_deg": angle[0]
        if angle is not None
        else max((t.angle_deg for t in tilts if t.motion == "holds"), default=None),
        "tilt_friction": math.tan(math.radians(sum(angle[:2]) / 2)) if angle and angle[2] == "slides" else None,
        "authored_static_friction": context.numbers.get("static_low"),
        "authored_dynamic_friction": context.numbers.get("dynamic_low"),
        "expected_tip_deg": math.degrees(context.numbers["tip_rad"]) if "tip_rad" in context.numbers else None,
        "stacked_share": stack / context.height_m if stack is not None and context.height_m > 0 else None,
    }
    return replace(
        first,
        criteria=(*first.criteria, *criteria),
        findings=(*first.findings, *(f for f in failed if f is not None)),
        measurements=first.measurements | numbers,
        tables=(_table(tilts),),
        pass_sentence=_sentence(numbers, angle),
    )


def measured_friction(run: TrialRun, config: StackAndPushConfig) -> float | None:
    """Return the deceleration over g of a single body that slides along the floor without turning.

    Source: Coulomb friction, a = mu g. The first step after contact and the last before rest are left out.
    """
    if run.trajectory is None or run.trajectory.frames.position_m.shape[1] != 1:
        return None
    frames = run.trajectory.frames
    linear, angular, force = frames.linear_velocity_m_s, frames.angular_velocity_rad_s, frames.floor_force_n
    if linear is None or angular is None or force is None:
        return None
    speed = linear[:, 0, 0].astype(np.float64)
    is_sliding = (
        (np.linalg.norm(angular[:, 0], axis=1) < _STILL_RAD_S)
        & (np.linalg.norm(force, axis=1) > 0)
        & (speed > 0.05 * float(np.nanmax(speed)))
    )
    edges = np.flatnonzero(np.diff(np.concatenate([[0], is_sliding.astype(int), [0]])))
    if not len(edges):
        return None
    starts, ends = edges[::2] + config.steps(0.02), edges[1::2] - 1
    longest = int(np.argmax(ends - starts))
    part = slice(int(starts[longest]), int(ends[longest]))
    if part.stop - part.start < config.steps(_FIT_SECONDS):
        return None
    return -float(np.polyfit(frames.time_s[part], speed[part], 1)[0]) / config.gravity_m_s2


def _tilt(run: TrialRun, config: StackAndPushConfig) -> TiltResult:
    if run.trajectory is None or run.context is None or run.bounds is None or run.bounds.patch is None:
        return TiltResult(angle_deg=math.nan, motion="unknown", moved_m=None, turned_deg=None)
    angle = run.context.numbers["angle_deg"]
    frames = run.trajectory.frames
    # Contact is made in the first tenth of a second; what follows counts.
    start = min(config.steps(0.1), frames.frame_count - 1)
    turns = quaternion_to_matrix(frames.orientation_xyzw[start:, 0])
    cosine = (np.einsum("nij,ij->n", turns, turns[0]) - 1) / 2
    turned = np.degrees(np.arccos(np.clip(cosine, -1, 1)))
    moved = run.bounds.patch.along_m[start:] - run.bounds.patch.along_m[start]
    if not (np.isfinite(turned).all() and np.isfinite(moved).all()):
        return TiltResult(angle_deg=angle, motion="unknown", moved_m=None, turned_deg=None)
    # What happens first counts: what slides far enough reaches the foot of the ramp and tips there.
    tips = np.flatnonzero(turned > config.tilt_turn_deg)
    slides = np.flatnonzero(moved > config.tilt_move_fraction * run.context.numbers["extent_m"])
    motion = "holds"
    if len(slides) and (not len(tips) or slides[0] < tips[0] - config.steps(_TIP_SECONDS)):
        motion = "slides"
    elif len(tips):
        motion = "tips"
    return TiltResult(angle_deg=angle, motion=motion, moved_m=float(moved.max()), turned_deg=float(turned.max()))


def giving_way_deg(tilts: Sequence[TiltResult]) -> tuple[float, float, str] | None:
    """Return the last angle that holds, the first that does not and what happens there; ``None`` when all hold."""
    last = 0.0
    for tilt in sorted(tilts, key=lambda t: t.angle_deg):
        if tilt.motion in ("slides", "tips"):
            return last, tilt.angle_deg, tilt.motion
        if tilt.motion == "holds":
            last = tilt.angle_deg
    return None


def _push_criterion(friction: float | None, context: RunContext, config: StackAndPushConfig) -> Criterion:
    low, high = context.numbers.get("dynamic_low"), context.numbers.get("dynamic_high")
    off = None
    if friction is not None and low is not None and high is not None:
        nearest = min(max(friction, low), high)
        off = abs(friction - nearest) / max(nearest, 1e-3)
    return evidence("push-friction", "Slows down as its friction demands", "MON061", "", off, config.friction_fraction)


def _tilt_criterion(
    angle: tuple[float, float, str] | None, context: RunContext, config: StackAndPushConfig
) -> Criterion:
    """Compare the bracket in which the asset gives way with the range of angles at which it should."""
    title = "Gives way at the angle that friction and centre of mass demand"
    numbers = context.numbers
    off = None
    if angle is not None and "tip_rad" in numbers and "static_low" in numbers:
        low, high = (
            math.degrees(min(math.atan(numbers[k]), numbers["tip_rad"])) for k in ("static_low", "static_high")
        )
        # Nothing is wrong when the bracket and the range overlap.
        gap = max(angle[0] - high, low - angle[1], 0.0)
        off = gap / low if low > 0 else None
    return evidence("tilt-angle", title, "MON062", "", off, config.angle_fraction)


def _table(tilts: Sequence[TiltResult]) -> Table:
    return Table(
        name="tilts",
        title="Tilted",
        columns=(
            Column(name="angle_deg", label="Angle", unit="deg"),
            Column(name="motion", label="What it does"),
            Column(name="moved_m", label="Way downhill", unit="m"),
            Column(name="turned_deg", label="Turned by", unit="deg"),
        ),
        rows=tuple((t.angle_deg, t.motion, t.moved_m, t.turned_deg) for t in tilts),
        note="Each angle is a run of its own; the ramp is turned with the asset.",
    )


def _sentence(numbers: dict[str, float | None], angle: tuple[float, float, str] | None) -> str:
    stacked, friction = numbers["stacked_share"], numbers["push_friction"]
    words = []
    if stacked is not None:
        words.append("stands on itself" if stacked > 0.9 else "does not stand on itself")
    if friction is not None:
        words.append(f"slides with friction {friction:.2f}")
    if angle is not None:
        words.append(f"{angle[2]} between {angle[0]:g} and {angle[1]:g} degrees")
    text = ", ".join(words)
    return text[:1].upper() + text[1:] if text else "Nothing breaks"
