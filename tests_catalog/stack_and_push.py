"""Stack the asset on itself, push it along the floor, and tilt it until it slides or tips. Preview.

What it checks:
    Contact between two copies of the asset, and whether friction and centre of mass act as they are authored.
Why it matters:
    A robot stacks, pushes and tips things. Friction that is not bound, or a centre of mass that is in the wrong place,
    does not show in a drop.
How:
    Stack: the asset stands on the floor and a copy of it is set on top. Push: the asset starts along the floor with a
    horizontal speed, and its deceleration over g is its friction. Tilt: it stands on a ramp that is turned with it,
    from ``tilt_first_deg`` in steps up to ``tilt_last_deg`` and around the angle that is expected; each angle is a run
    of its own, and the first at which it slides or tips is named. The expected angle is the smaller of atan(friction)
    and atan(support / height of the centre of mass).
Passes when:
    Every run stays finite, gains no energy and stays above the floor. What was measured is compared with what is
    authored as evidence.
Fails when:
    A run breaks one of these.
Not applicable when:
    A joint pins the asset to the world.
False positives avoided:
    Friction is read only while the asset slides without turning. Round assets that roll, and assets of several bodies,
    have no friction to compare. Whether copies stack is a number, not a condition: a ball does not.
Thresholds and sources:
    config_defaults.yaml. Coulomb friction; moment balance about the lower edge of the support.
How to fix:
    Bind a physics material for purpose physics; author static and dynamic friction; author the centre of mass in the
    body's frame; check that the base is flat.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from harness.catalog import FIRST_TRIAL, AssetTest, RunContext, Trial
from harness.config import setting
from harness.errors import ConfigError
from harness.monitors.base import Monitor, find_event
from harness.monitors.non_finite import MonitorNonFinite
from harness.monitors.runaway import MonitorRunaway
from harness.outcomes import Lifecycle
from harness.scene.friction import combined_friction
from harness.scene.opinion import set_attribute
from harness.scene.placement import place, turned
from harness.scene.ramp import plan_ramp
from harness.scene.spec import SceneSpec
from harness.stage.facts import StageFacts
from harness.verdict import Event, Finding
from tests_catalog.common import SceneSettings, compose_scene, nothing_to_drop
from tests_catalog.push_judgement import judge_push, judge_stack

__all__ = ["STACK_AND_PUSH", "StackAndPushConfig", "expected_tip_rad"]

# Points this close to the lowest one carry the asset.
_SUPPORT_M = 0.001


@dataclass(frozen=True, kw_only=True)
class StackAndPushConfig(SceneSettings):
    """Settings of stack_and_push; defaults and reasons are in config_defaults.yaml."""

    start_gap_m: float = setting("Gap between asset, copy and floor at the start.", lower=1e-4, upper=1, unit="m")
    stack_seconds: float = setting("Simulated time of the stack.", lower=0.1, upper=600, unit="s")
    push_speed_factor: float = setting("Push speed over sqrt(g x extent).", lower=0.05, upper=10)
    push_seconds: float = setting("Simulated time of the push.", lower=0.1, upper=600, unit="s")
    tilt_first_deg: float = setting("Smallest angle.", lower=0.5, upper=80, unit="deg")
    tilt_last_deg: float = setting("Largest angle.", lower=1, upper=80, unit="deg")
    tilt_step_deg: float = setting("Step between angles.", lower=0.5, upper=45, unit="deg")
    tilt_seconds: float = setting("Simulated time at each angle.", lower=0.1, upper=600, unit="s")
    tilt_move_fraction: float = setting("Way over the extent that is sliding.", lower=0.001, upper=1)
    tilt_turn_deg: float = setting("Turn that is tipping.", lower=1, upper=90, unit="deg")
    floor_margin_m: float = setting("Depth below the floor that fails.", lower=0, upper=10, unit="m")
    friction_fraction: float = setting("Deviation of the measured friction that is a warning.", lower=0, upper=10)
    angle_fraction: float = setting("Deviation of the measured angle that is a warning.", lower=0, upper=10)


def compose(facts: StageFacts, asset_file: Path, config: StackAndPushConfig) -> SceneSpec | Finding:
    """Describe the stack: the asset just above the floor, and a copy just above it.

    Raises:
        ConfigError: If the angles are in the wrong order.
    """
    if config.tilt_last_deg < config.tilt_first_deg:
        raise ConfigError("tilt_last_deg must not be below tilt_first_deg.")
    placement = place(facts, factor=0.0, minimum_m=config.start_gap_m, gravity_m_s2=config.gravity_m_s2)
    if placement is None:
        return nothing_to_drop(facts)
    placement = replace(placement, is_height_raised=False)
    low, high = np.asarray(placement.box_min_m), np.asarray(placement.box_max_m)
    x, y, z = placement.translation_m
    above = replace(placement, translation_m=(x, y, z + float(high[2] - low[2]) + config.start_gap_m))
    extent = float((high - low).max())
    numbers = {"extent_m": extent, "push_m_s": config.push_speed_factor * math.sqrt(config.gravity_m_s2 * extent)}
    friction = combined_friction(facts, config.ground_friction)
    if friction is not None:
        numbers |= {
            "static_low": friction.static_low,
            "static_high": friction.static_high,
            "dynamic_low": friction.dynamic_low,
            "dynamic_high": friction.dynamic_high,
        }
    tip = expected_tip_rad(facts)
    if tip is not None:
        numbers["tip_rad"] = tip
    spec = compose_scene(facts, asset_file, placement, config)
    # A copy of what ignores its parents would stand inside the first one.
    return replace(spec, lanes=() if facts.reset_xforms else (above,), numbers=numbers)


def expected_tip_rad(facts: StageFacts) -> float | None:
    """Return the angle at which the asset tips downhill, towards +X, when it does not slide before.

    Returns:
        ``None`` for several bodies, or without colliders. The centre of mass is the authored one, else the middle of
        the colliders' box, which is exact for what is symmetric.
    """
    if len(facts.moving_bodies) != 1 or not len(facts.moving_bodies[0].collider_points_m):
        return None
    body = facts.moving_bodies[0]
    points = body.collider_points_m
    low, high = points.min(axis=0), points.max(axis=0)
    authored = body.center_of_mass_m
    is_known = authored is not None and bool(np.isfinite(authored).all())
    centre = np.asarray(authored) if is_known else (low + high) / 2
    support = points[points[:, 2] < low[2] + _SUPPORT_M]
    arm, height = float(support[:, 0].max() - centre[0]), float(centre[2] - low[2])
    return math.atan2(arm, height) if arm > 0 and height > 0 else None


def make_trials(facts: StageFacts, spec: SceneSpec, config: StackAndPushConfig) -> Sequence[Trial]:
    """List push and tilts; see :class:`harness.catalog.AssetTest`."""
    alone = replace(spec, lanes=())
    return [_push(facts, alone), *_tilts(facts, alone, config)]


def _push(facts: StageFacts, spec: SceneSpec) -> Trial:
    speed = spec.numbers["push_m_s"] / spec.meters_per_unit
    opinions = tuple(
        set_attribute(b.path, "physics:velocity", "vector3f", (speed, 0.0, 0.0)) for b in facts.moving_bodies
    )
    return Trial(
        name="push",
        label=f"pushed with {spec.numbers['push_m_s']:.2f} m/s",
        spec=replace(spec, opinions=(*spec.opinions, *opinions)),
    )


def _tilts(facts: StageFacts, spec: SceneSpec, config: StackAndPushConfig) -> Iterator[Trial]:
    angles = set(np.arange(config.tilt_first_deg, config.tilt_last_deg + 1e-9, config.tilt_step_deg).round(2).tolist())
    expected = [math.atan(spec.numbers["static_low"])] if "static_low" in spec.numbers else []
    expected += [spec.numbers["tip_rad"]] if "tip_rad" in spec.numbers else []
    if expected:
        critical = math.degrees(min(expected))
        around = (round(f * critical, 2) for f in (0.95, 0.98, 1.02, 1.05))
        angles |= {a for a in around if config.tilt_first_deg <= a <= config.tilt_last_deg}
    clouds = [p for b in facts.moving_bodies for p in (b.judged_points_m, b.collider_points_m) if len(p)]
    for number, angle in enumerate(sorted(angles), start=1):
        half = math.radians(angle) / 2
        placement = turned(
            spec.placement,
            facts,
            rotation_xyzw=(0.0, math.sin(half), 0.0, math.cos(half)),
            drop_height_m=config.start_gap_m,
            gravity_m_s2=config.gravity_m_s2,
        )
        plan = plan_ramp(
            placement.to_world(np.concatenate(clouds)),
            angle_rad=math.radians(angle),
            length_factor=8.0,
            min_length_m=0.2,
            gap_m=config.start_gap_m,
            friction=config.ground_friction,
            contact_offset_m=0.02,
        )
        x, y, z = placement.translation_m
        placement = replace(placement, translation_m=(x, y, z + plan.lift_m))
        yield Trial(
            name=f"tilt-{number:02}",
            label=f"tilted by {angle:g} degrees",
            spec=replace(spec, placement=placement, ramp=plan.ramp, numbers=spec.numbers | {"angle_deg": angle}),
        )


def make_monitors(context: RunContext, config: StackAndPushConfig) -> Sequence[Monitor]:
    """Create the monitors of one run."""
    reach = context.numbers["extent_m"] * 8
    fastest = math.sqrt(context.impact_speed_m_s**2 + 2 * config.gravity_m_s2 * reach) + context.numbers["push_m_s"]
    return (
        MonitorNonFinite(),
        MonitorRunaway(speed_limit_m_s=config.speed_limit_m_s(fastest), rise_limit_m=reach + 1.0),
    )


def step_limit(context: RunContext, config: StackAndPushConfig) -> int:
    """Return the last frame: each run has its own length."""
    seconds = {FIRST_TRIAL: config.stack_seconds, "push": config.push_seconds}.get(context.trial, config.tilt_seconds)
    return max(1, config.steps(seconds))


def stop_frame(events: Sequence[Event], context: RunContext, config: StackAndPushConfig) -> int | None:
    """Return the frame at which a run breaks."""
    broken = [e.frame_index for e in events if e.name in ("non-finite", "runaway")]
    found = find_event(events, "non-finite")
    return found.frame_index if found is not None else min(broken) if broken else None


STACK_AND_PUSH = AssetTest(
    name="stack_and_push",
    version="0.1.0",
    lifecycle=Lifecycle.PREVIEW,
    summary="Stacks on itself, is pushed, is tilted until it slides or tips: friction and centre of mass as measured.",
    config_type=StackAndPushConfig,
    judging_settings=frozenset(
        {
            "tilt_move_fraction",
            "tilt_turn_deg",
            "floor_margin_m",
            "friction_fraction",
            "angle_fraction",
            "runaway_speed_factor",
        }
    ),
    scene=compose,
    monitors=make_monitors,
    stop_frame=stop_frame,
    step_limit=step_limit,
    judge=judge_stack,
    trials=make_trials,
    judge_trials=judge_push,
)
