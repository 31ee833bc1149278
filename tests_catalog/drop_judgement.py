"""Criteria of ground_drop: what was measured, against which limit, and what that means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from harness.catalog import Judgement, RunContext
from harness.geometry import Bounds
from harness.monitors.base import find_event
from harness.monitors.rest import window_movement
from harness.outcomes import CriterionStatus, Severity
from harness.trajectory import Trajectory
from harness.verdict import Criterion, Event, Finding, finding
from tests_catalog.common import (
    built_criterion,
    criterion_finding,
    energy_criterion,
    finite_min,
    is_frozen,
)
from tests_catalog.drop_evidence import collider_misfit, judge_evidence
from tests_catalog.drop_texts import TEXTS
from tests_catalog.finite import finite_criterion
from tests_catalog.published_rule import judge_published_rule

if TYPE_CHECKING:
    from tests_catalog.ground_drop import GroundDropConfig

__all__ = ["DropData", "judge_drop"]

MET, NOT_MET, UNDECIDED = CriterionStatus.MET, CriterionStatus.NOT_MET, CriterionStatus.UNDECIDED


@dataclass(frozen=True, kw_only=True)
class DropData:
    """Everything that a criterion of ground_drop looks at."""

    trajectory: Trajectory
    bounds: Bounds
    events: Sequence[Event]
    context: RunContext
    config: GroundDropConfig

    @property
    def low_m(self) -> npt.NDArray[np.float64]:
        """Lowest judged point, shape (F,)."""
        return self.bounds.box_min_m[:, 2]

    @property
    def contact(self) -> Event | None:
        """First contact by height."""
        return find_event(self.events, "ground-contact")

    @property
    def rest(self) -> Event | None:
        """Rest."""
        return find_event(self.events, "rest")

    def body_at(self, frame: int) -> str | None:
        """Asset path of the body that holds the lowest point in a frame."""
        index = int(self.bounds.lowest_body[frame])
        return self.context.body_paths[index] if index < len(self.context.body_paths) else None


def judge_drop(
    trajectory: Trajectory, bounds: Bounds, events: Sequence[Event], context: RunContext, config: GroundDropConfig
) -> Judgement:
    """Judge a recorded drop; see :class:`harness.catalog.AssetTest`."""
    data = DropData(trajectory=trajectory, bounds=bounds, events=events, context=context, config=config)
    required = (
        _contact(data),
        _penetration(data),
        _rest(data),
        _deadline(data),
        finite_criterion(events, context),
        energy_criterion(trajectory, events, config.speed_limit_m_s(context.impact_speed_m_s)),
        built_criterion(context),
    )
    published, differences = judge_published_rule(data, [c for c in required if c.is_required])
    criteria = (*required, *judge_evidence(data), *published)
    contact_s = data.contact.time_s if data.contact else None
    findings = [
        criterion_finding(c, TEXTS, contact_s) for c in criteria if c.status is NOT_MET and _has_its_own_say(c, data)
    ]
    findings += [*_remarks(data), *differences]
    return Judgement(
        criteria=criteria,
        findings=tuple(f for f in findings if f is not None),
        events=(*events, *_deepest(data)),
        measurements=_measurements(data),
        pass_sentence=_pass_sentence(data),
    )


def _has_its_own_say(criterion: Criterion, data: DropData) -> bool:
    """Whether a criterion that is not met makes a finding: without any rest, the one about rest says it all."""
    return bool(criterion.code) and not (criterion.name == "rest-deadline" and data.rest is None)


def _pass_sentence(data: DropData) -> str:
    if data.contact is None:
        return ""
    text = f"Falls {data.context.drop_height_m:.3g} m, lands after {data.contact.time_s:.2f} s"
    if data.rest is not None:
        return f"{text} and is at rest by {data.rest.time_s:.2f} s"
    if data.config.is_rest_required:
        return f"{text} and does not come to rest in time"
    return f"{text} and does not sink in; rest is not part of this preset"


def _contact(data: DropData) -> Criterion:
    limit = data.config.floor_margin_m
    event = data.contact
    lowest = finite_min(data.low_m)
    status = MET if event is not None else NOT_MET if data.trajectory.is_complete else UNDECIDED
    if is_frozen(data.trajectory):
        # Readings that never change say nothing about the asset.
        status = UNDECIDED
    return Criterion(
        name="ground-contact",
        title="Comes down to the floor",
        status=status if lowest is not None else UNDECIDED,
        is_required=True,
        measured=lowest,
        limit=limit,
        unit="m",
        margin=None if lowest is None else limit - lowest,
        code="MON001",
        time_s=event.time_s if event else None,
        frame_index=event.frame_index if event else None,
        note="lowest point of the geometry",
    )


def _penetration(data: DropData) -> Criterion:
    limit = -data.config.floor_margin_m
    event = find_event(data.events, "penetration")
    contact = data.contact
    after = data.low_m[contact.frame_index :] if contact is not None else data.low_m[:0]
    lowest = finite_min(after)
    frame = None
    if lowest is not None and contact is not None:
        frame = contact.frame_index + int(np.nanargmin(after))
    status = UNDECIDED if lowest is None else NOT_MET if event is not None else MET
    return Criterion(
        name="floor-penetration",
        title="Does not sink through the floor",
        status=status,
        is_required=True,
        measured=lowest,
        limit=limit,
        unit="m",
        margin=None if lowest is None else lowest - limit,
        code="MON002",
        time_s=event.time_s if event else None,
        frame_index=event.frame_index if event else frame,
        prim_path=data.body_at(frame) if frame is not None else None,
        note="lowest point after contact" if contact is not None else "never came down to the floor",
    )


def _rest(data: DropData) -> Criterion:
    config, event = data.config, data.rest
    movement: float | None = event.value if event is not None else None
    if event is None and data.contact is not None:
        start = data.contact.frame_index + config.steps(config.penetration_check_seconds)
        window = config.steps(config.rest_detection_hold_seconds)
        movement = finite_min(window_movement(data.bounds.box_min_m[start:], data.bounds.box_max_m[start:], window))
    return Criterion(
        name="rest",
        title=f"Stays still for {config.rest_detection_hold_seconds:g} s",
        status=_rest_status(data),
        is_required=config.is_rest_required,
        measured=movement,
        limit=config.rest_tolerance_m,
        unit="m",
        margin=None if movement is None else config.rest_tolerance_m - movement,
        code="MON003" if config.is_rest_required else "",
        time_s=event.time_s if event else None,
        frame_index=event.frame_index if event else None,
        note="largest movement in the stillest window" if movement is not None else _rest_note(data),
    )


def _has_whole_window(data: DropData) -> bool:
    """Whether the run went on long enough after contact to see one rest window."""
    config, contact = data.config, data.contact
    if contact is None:
        return False
    needed = config.steps(config.penetration_check_seconds) + config.steps(config.rest_detection_hold_seconds)
    return data.trajectory.frames.frame_count - 1 >= contact.frame_index + needed


def _rest_status(data: DropData) -> CriterionStatus:
    if data.rest is not None:
        return MET
    stopped_early = any(find_event(data.events, n) for n in ("penetration", "runaway", "non-finite"))
    if stopped_early or not data.trajectory.is_complete or not _has_whole_window(data):
        return UNDECIDED
    return NOT_MET


def _rest_note(data: DropData) -> str:
    if data.contact is None:
        return "never came down to the floor"
    return "the run ended before a whole window could be seen"


def _deadline(data: DropData) -> Criterion:
    limit = data.config.rest_detection_max_seconds
    contact, rest = data.contact, data.rest
    taken = rest.time_s - contact.time_s if contact is not None and rest is not None else None
    status = _rest_status(data)
    if status is MET and (taken is None or taken > limit + 0.5 * data.config.timestep_s):
        status = NOT_MET
    return Criterion(
        name="rest-deadline",
        title=f"Is at rest within {limit:g} s of contact",
        status=status,
        is_required=data.config.is_rest_required,
        measured=taken,
        limit=limit,
        unit="s",
        margin=None if taken is None else limit - taken,
        code="MON003" if data.config.is_rest_required else "",
        time_s=rest.time_s if rest else None,
        frame_index=rest.frame_index if rest else None,
        note="" if taken is not None else _rest_note(data) if data.contact is None else "no rest was found",
    )


def _remarks(data: DropData) -> list[Finding]:
    context, config = data.context, data.config
    remarks: list[Finding] = []
    if context.is_height_raised:
        remarks.append(
            finding(
                "TST001",
                f"{config.drop_height_factor:g} x the height of {1000 * context.height_m:.3g} mm is no real fall; the "
                f"asset was dropped from {context.drop_height_m:g} m.",
                measured=context.height_m,
                limit=config.min_drop_height_m / max(config.drop_height_factor, 1e-9),
                unit="m",
            )
        )
    if context.fall_time_s > config.simulation_seconds / 2:
        remarks.append(
            finding(
                "TST002",
                f"The fall alone takes {context.fall_time_s:.2f} s, so the cap of {config.simulation_seconds:g} s of "
                "simulated time was extended by it.",
                measured=context.fall_time_s,
                unit="s",
            )
        )
    if is_frozen(data.trajectory):
        remarks.append(finding("ENG014", "No pose changed from the first frame to the last while gravity acts."))
    if not data.trajectory.is_complete:
        remarks.append(
            finding(
                "TST003", f"The run ended early: {data.trajectory.stop_reason.value}.", severity=Severity.INCONCLUSIVE
            )
        )
    return remarks


def _deepest(data: DropData) -> tuple[Event, ...]:
    contact = data.contact
    if contact is None:
        return ()
    after = data.low_m[contact.frame_index :]
    if not np.isfinite(after).any():
        return ()
    index = contact.frame_index + int(np.nanargmin(after))
    return (
        Event(
            name="deepest",
            frame_index=index,
            time_s=float(data.trajectory.frames.time_s[index]),
            value=float(data.low_m[index]),
            unit="m",
            prim_path=data.body_at(index),
        ),
    )


def _measurements(data: DropData) -> dict[str, float | None]:
    context, frames = data.context, data.trajectory.frames
    last = float(data.low_m[-1])
    misfit = collider_misfit(data.trajectory)
    return {
        "height_m": context.height_m,
        "drop_height_m": context.drop_height_m,
        "fall_time_analytic_s": context.fall_time_s,
        "impact_speed_analytic_m_s": context.impact_speed_m_s,
        "contact_time_s": data.contact.time_s if data.contact else None,
        "rest_time_s": data.rest.time_s if data.rest else None,
        "lowest_point_m": finite_min(data.low_m),
        "final_low_point_m": last if np.isfinite(last) else None,
        "collider_misfit_m": misfit.difference_m if misfit is not None else None,
        "simulated_s": float(frames.time_s[-1]),
        "peak_floor_force_n": _peak(frames.floor_force_n),
        "frames": float(frames.frame_count),
    }


def _peak(vectors: npt.NDArray[np.float32] | None) -> float | None:
    """Return the largest length of vectors, shape (N, 3); ``None`` when nothing was read."""
    if vectors is None:
        return None
    sizes = np.linalg.norm(vectors.astype(np.float64), axis=1)
    finite = sizes[np.isfinite(sizes)]
    return float(finite.max()) if finite.size else None
