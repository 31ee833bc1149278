"""Set the asset down on a flat floor and require that it stays still for a whole window after contact.

What it checks:
    Rest, on its own: the asset is set down from a hand's breadth or less, touches the floor, and then does not move.
Why it matters:
    In a scene an asset is placed, not dropped. What rocks, creeps, rolls or spins where it was put cannot be used,
    however well it lands.
How:
    The asset starts ``min_drop_height_m`` above the floor in its authored orientation. Contact is the first force that
    the floor feels, or the first frame whose lowest point is within ``contact_margin_m``. Every window that lies wholly
    after contact is looked at: all its frames against the latest one, centre by distance and corners by coordinate.
Passes when:
    One window of ``rest_detection_hold_seconds`` moves by no more than the tolerance and ends at the latest
    ``rest_detection_max_seconds`` after contact. The deadline is judged before the tail: a rest that is found in it
    comes too late. How deep or high the asset rests is evidence only.
Fails when:
    There is no contact or no such window, a state is not finite, a body gains energy, or the engine did not build
    what the asset authors.
Not applicable when:
    A joint pins the asset to the world.
False positives avoided:
    The box comes from extreme points, never from a rotated box. The tolerance shrinks with small assets, but never
    below a millimetre. A run that ends before a whole window was seen decides nothing.
Thresholds and sources:
    config_defaults.yaml; window and deadline from the published definition of ground_stability 3.0.2.
How to fix:
    Realistic mass, centre of mass inside the collider and above the base, flat base, no overlapping colliders, no drive
    that never reaches its target.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from harness.catalog import AssetTest, Judgement, RunContext
from harness.config import setting
from harness.errors import ConfigError
from harness.geometry import Bounds, quaternion_to_matrix
from harness.monitors.base import Monitor, find_event
from harness.monitors.ground_contact import MonitorGroundContact
from harness.monitors.non_finite import MonitorNonFinite
from harness.monitors.rest import MonitorRest, window_movement
from harness.monitors.runaway import MonitorRunaway
from harness.outcomes import CriterionStatus, Lifecycle, Severity
from harness.scene.placement import place
from harness.scene.spec import SceneSpec
from harness.stage.facts import StageFacts
from harness.trajectory import Trajectory
from harness.verdict import Criterion, Event, Finding, finding
from tests_catalog.common import (
    SceneSettings,
    built_criterion,
    compose_scene,
    criterion_finding,
    energy_criterion,
    evidence,
    finite_min,
    is_frozen,
    nothing_to_drop,
)
from tests_catalog.finite import finite_criterion

__all__ = ["GROUND_STABILITY", "GroundStabilityConfig"]

MET, NOT_MET, UNDECIDED = CriterionStatus.MET, CriterionStatus.NOT_MET, CriterionStatus.UNDECIDED

_TEXTS = {
    "ground-contact": "Set down, its lowest point stayed {m:.3f} m above the floor, and the floor felt nothing.",
    "rest": "After contact at {contact:.2f} s it kept moving: {m:.4f} m in its stillest window, {l:.4f} m allowed.",
    "rest-deadline": "The asset came to rest {m:.2f} s after contact; {l:g} s are allowed.",
    "finite-state": "At {t:.2f} s the state of {where} stopped being a finite number.",
    "bounded-energy": "At {t:.2f} s a body had more energy than the fall gives: up to {m:.1f} m/s, {l:.1f} allowed.",
    "rest-gap": "The asset rests with its lowest visible point {m:.4f} m above the floor; {l:.4f} m are allowed.",
    "rest-depth": "The asset rests with its lowest visible point {m:.4f} m inside the floor; {l:.4f} m are allowed.",
    "rest-speed": "While it counts as at rest, a body still moves at {m:.4f} m/s; {l:g} m/s are allowed.",
    "rest-spin": "While it counts as at rest, a body still spins at {m:.4f} rad/s; {l:g} rad/s are allowed.",
}
# Velocities are judged over the last half second before rest is declared: long enough to skip a lucky frame.
_SPEED_WINDOW_S = 0.5


@dataclass(frozen=True, kw_only=True)
class GroundStabilityConfig(SceneSettings):
    """Settings of ground_stability; defaults and reasons are in config_defaults.yaml."""

    drop_height_factor: float = setting("Start height over the asset's height.", lower=0.0, upper=1000)
    min_drop_height_m: float = setting("Smallest start height.", lower=0.001, upper=1000, unit="m")
    contact_margin_m: float = setting("Height that counts as contact without a force.", lower=0.0, upper=10, unit="m")
    rest_tolerance_m: float = setting("Largest movement in the rest window.", lower=0, upper=10, unit="m")
    rest_tolerance_fraction: float = setting(
        "The same over the extent; the smaller counts, 0 is off.", lower=0, upper=10
    )
    rest_detection_hold_seconds: float = setting("Length of the rest window.", lower=0.05, upper=600, unit="s")
    rest_detection_max_seconds: float = setting("Latest rest after first contact.", lower=0.05, upper=3600, unit="s")
    simulation_seconds: float = setting("Hard cap of simulated time.", lower=0.05, upper=3600, unit="s")
    tail_seconds: float = setting("Simulated on after the result.", lower=0, upper=60, unit="s")
    rest_depth_fraction: float = setting("Depth or gap at rest, over the height, that is a warning.", lower=0, upper=1)
    rest_depth_min_m: float = setting("Smallest depth or gap that is a warning.", lower=0, upper=10, unit="m")
    rest_speed_m_s: float = setting("Speed at rest that is a warning.", lower=0, upper=100, unit="m/s")
    rest_spin_rad_s: float = setting("Spin at rest that is a warning.", lower=0, upper=100, unit="rad/s")


def compose(facts: StageFacts, asset_file: Path, config: GroundStabilityConfig) -> SceneSpec | Finding:
    """Describe the scene, or return the finding that makes it impossible.

    Raises:
        ConfigError: If the contact margin is not below the start height.
    """
    placement = place(
        facts, factor=config.drop_height_factor, minimum_m=config.min_drop_height_m, gravity_m_s2=config.gravity_m_s2
    )
    if placement is None:
        return nothing_to_drop(facts)
    if placement.drop_height_m <= config.contact_margin_m:
        raise ConfigError(
            f"contact_margin_m = {config.contact_margin_m:g} m is not below the start height of "
            f"{placement.drop_height_m:g} m: the asset would count as landed before it falls."
        )
    low, high = np.asarray(placement.box_min_m), np.asarray(placement.box_max_m)
    spec = compose_scene(facts, asset_file, replace(placement, is_height_raised=False), config)
    return replace(spec, numbers={"extent_m": float((high - low).max())})


def tolerance_m(context: RunContext, config: GroundStabilityConfig) -> float:
    """Return the largest movement in a window: the setting, or less for a small asset, but at least a millimetre."""
    if config.rest_tolerance_fraction == 0:
        return config.rest_tolerance_m
    relative = max(config.rest_tolerance_fraction * context.numbers["extent_m"], 0.001)
    return min(config.rest_tolerance_m, relative)


def make_monitors(context: RunContext, config: GroundStabilityConfig) -> Sequence[Monitor]:
    """Create the monitors of one run; contact comes before those that depend on it."""
    return (
        MonitorNonFinite(),
        MonitorRunaway(
            speed_limit_m_s=config.speed_limit_m_s(context.impact_speed_m_s),
            rise_limit_m=context.drop_height_m + 0.5 * context.height_m + 1.0,
        ),
        MonitorGroundContact(config.contact_margin_m, is_force_enough=True),
        MonitorRest(
            tolerance_m=tolerance_m(context, config),
            delay_steps=0,
            window_steps=config.steps(config.rest_detection_hold_seconds),
        ),
    )


def step_limit(context: RunContext, config: GroundStabilityConfig) -> int:
    """Return the last frame in any case: the cap, plus the fall when that takes more than half of it."""
    extra = context.fall_time_s if context.fall_time_s > config.simulation_seconds / 2 else 0.0
    return max(1, config.steps(config.simulation_seconds + extra))


def stop_frame(events: Sequence[Event], context: RunContext, config: GroundStabilityConfig) -> int | None:
    """Return the last frame once the result is known: the deciding frame plus the tail."""
    broken = find_event(events, "non-finite")
    if broken is not None:
        return broken.frame_index
    decided = [e.frame_index for e in events if e.name in {"rest", "runaway"}]
    contact = find_event(events, "ground-contact")
    if contact is not None:
        decided.append(contact.frame_index + math.ceil(config.rest_detection_max_seconds * config.physics_fps))
    return min(decided) + config.steps(config.tail_seconds) if decided else None


def judge_stability(
    trajectory: Trajectory,
    bounds: Bounds,
    events: Sequence[Event],
    context: RunContext,
    config: GroundStabilityConfig,
) -> Judgement:
    """Judge a recorded run; see :class:`harness.catalog.AssetTest`."""
    contact, rest = find_event(events, "ground-contact"), find_event(events, "rest")
    status = _rest_status(trajectory, events, config)
    criteria = (
        _contact(trajectory, bounds, contact, config),
        _rest(bounds, (contact, rest), status, (context, config)),
        _deadline(contact, rest, status, config),
        finite_criterion(events, context),
        energy_criterion(trajectory, events, config.speed_limit_m_s(context.impact_speed_m_s)),
        built_criterion(context),
        *_height_at_rest(bounds, rest, context, config),
        _speed(trajectory, rest, config, "rest-speed"),
        _speed(trajectory, rest, config, "rest-spin"),
    )
    # Without any rest, the finding about rest says it all.
    failed = [
        c for c in criteria if c.status is NOT_MET and c.code and not (c.name == "rest-deadline" and rest is None)
    ]
    findings = [criterion_finding(c, _TEXTS, contact.time_s if contact else None) for c in failed]
    if is_frozen(trajectory):
        findings.append(finding("ENG014", "No pose changed from the first frame to the last while gravity acts."))
    if not trajectory.is_complete:
        reason = trajectory.stop_reason.value
        findings.append(finding("TST003", f"The run ended early: {reason}.", severity=Severity.INCONCLUSIVE))
    sentence = ""
    if contact is not None and rest is not None:
        sentence = f"Touches the floor after {contact.time_s:.2f} s and is at rest by {rest.time_s:.2f} s"
    return Judgement(
        criteria=criteria,
        findings=tuple(f for f in findings if f is not None),
        events=tuple(events),
        measurements=_measurements(trajectory, bounds, contact, rest) | {"drop_height_m": context.drop_height_m},
        pass_sentence=sentence,
    )


def _contact(trajectory: Trajectory, bounds: Bounds, contact: Event | None, config: GroundStabilityConfig) -> Criterion:
    lowest = finite_min(bounds.box_min_m[:, 2])
    status = MET if contact is not None else NOT_MET if trajectory.is_complete else UNDECIDED
    if is_frozen(trajectory) or lowest is None:
        status = UNDECIDED
    return Criterion(
        name="ground-contact",
        title="Touches the floor",
        status=status,
        is_required=True,
        measured=lowest,
        limit=config.contact_margin_m,
        unit="m",
        margin=None if lowest is None else config.contact_margin_m - lowest,
        code="MON001",
        time_s=contact.time_s if contact else None,
        frame_index=contact.frame_index if contact else None,
        note="lowest point of the geometry; a force on the floor is enough",
    )


def _rest_status(trajectory: Trajectory, events: Sequence[Event], config: GroundStabilityConfig) -> CriterionStatus:
    """Say whether there was a still window; without a whole window after contact nothing is decided."""
    if find_event(events, "rest") is not None:
        return MET
    contact = find_event(events, "ground-contact")
    if contact is None or find_event(events, "runaway") or find_event(events, "non-finite"):
        return UNDECIDED
    needed = contact.frame_index + config.steps(config.rest_detection_max_seconds)
    return NOT_MET if trajectory.is_complete and trajectory.frames.frame_count - 1 >= needed else UNDECIDED


def _rest(
    bounds: Bounds,
    found: tuple[Event | None, Event | None],
    status: CriterionStatus,
    about: tuple[RunContext, GroundStabilityConfig],
) -> Criterion:
    contact, rest = found
    context, config = about
    movement = rest.value if rest is not None else None
    if rest is None and contact is not None:
        window = config.steps(config.rest_detection_hold_seconds)
        part = slice(contact.frame_index, None)
        movement = finite_min(window_movement(bounds.box_min_m[part], bounds.box_max_m[part], window))
    limit = tolerance_m(context, config)
    return Criterion(
        name="rest",
        title=f"Stays still for {config.rest_detection_hold_seconds:g} s",
        status=status,
        is_required=True,
        measured=movement,
        limit=limit,
        unit="m",
        margin=None if movement is None else limit - movement,
        code="MON003",
        time_s=rest.time_s if rest else None,
        frame_index=rest.frame_index if rest else None,
        note="largest movement in the stillest window" if movement is not None else "no whole window was seen",
    )


def _deadline(
    contact: Event | None, rest: Event | None, status: CriterionStatus, config: GroundStabilityConfig
) -> Criterion:
    limit = config.rest_detection_max_seconds
    taken = rest.time_s - contact.time_s if contact is not None and rest is not None else None
    if status is MET and (taken is None or taken > limit + 0.5 * config.timestep_s):
        status = NOT_MET
    return Criterion(
        name="rest-deadline",
        title=f"Is at rest within {limit:g} s of contact",
        status=status,
        is_required=True,
        measured=taken,
        limit=limit,
        unit="s",
        margin=None if taken is None else limit - taken,
        code="MON003",
        time_s=rest.time_s if rest else None,
        frame_index=rest.frame_index if rest else None,
        note="" if taken is not None else "no rest was found",
    )


def _height_at_rest(
    bounds: Bounds, rest: Event | None, context: RunContext, config: GroundStabilityConfig
) -> tuple[Criterion, Criterion]:
    limit = max(config.rest_depth_fraction * context.height_m, config.rest_depth_min_m)
    low = None if rest is None else float(bounds.box_min_m[rest.frame_index, 2])
    depth = None if low is None else max(0.0, -low)
    return (
        evidence("rest-gap", "Rests on the floor, not above it", "MON006", "m", low, limit),
        evidence("rest-depth", "Rests on the floor, not inside it", "MON007", "m", depth, limit),
    )


def _speed(trajectory: Trajectory, rest: Event | None, config: GroundStabilityConfig, name: str) -> Criterion:
    frames, is_spin = trajectory.frames, name == "rest-spin"
    velocity = frames.angular_velocity_rad_s if is_spin else frames.linear_velocity_m_s
    value = None
    if rest is not None and velocity is not None and velocity.shape[1]:
        end = rest.frame_index + 1
        speed = np.linalg.norm(velocity[end - config.steps(_SPEED_WINDOW_S) : end].astype(np.float64), axis=2)
        value = float(np.median(speed, axis=0).max())
    if is_spin:
        return evidence(name, "Does not spin at rest", "MON008", "rad/s", value, config.rest_spin_rad_s)
    return evidence(name, "Does not creep at rest", "MON008", "m/s", value, config.rest_speed_m_s)


def _measurements(
    trajectory: Trajectory, bounds: Bounds, contact: Event | None, rest: Event | None
) -> dict[str, float | None]:
    frames = trajectory.frames
    tilt = moved = None
    if rest is not None and frames.position_m.shape[1]:
        turn = quaternion_to_matrix(frames.orientation_xyzw[[0, rest.frame_index], 0])
        # Angle between the vertical of the first body then and now: 90 degrees is lying on the side.
        tilt = math.degrees(math.acos(max(-1.0, min(1.0, float((turn[1] @ turn[0].T)[2, 2])))))
        centre = (bounds.box_min_m[[0, rest.frame_index]] + bounds.box_max_m[[0, rest.frame_index]]) / 2
        moved = float(np.linalg.norm((centre[1] - centre[0])[:2]))
    return {
        "contact_time_s": contact.time_s if contact else None,
        "rest_time_s": rest.time_s if rest else None,
        "tilt_deg": tilt,
        "moved_m": moved,
        "simulated_s": float(frames.time_s[-1]),
        "frames": float(frames.frame_count),
    }


GROUND_STABILITY = AssetTest(
    name="ground_stability",
    version="3.0.2",
    lifecycle=Lifecycle.STABLE,
    summary="Set down on the floor, it stays still for a whole window after contact.",
    config_type=GroundStabilityConfig,
    judging_settings=frozenset(
        {
            "contact_margin_m",
            "rest_tolerance_m",
            "rest_tolerance_fraction",
            "rest_detection_hold_seconds",
            "rest_detection_max_seconds",
            "rest_depth_fraction",
            "rest_depth_min_m",
            "rest_speed_m_s",
            "rest_spin_rad_s",
            "runaway_speed_factor",
        }
    ),
    scene=compose,
    monitors=make_monitors,
    stop_frame=stop_frame,
    step_limit=step_limit,
    judge=judge_stability,
)
