"""Drop the asset on a ramp and require that it slides down without going through or being thrown off.

What it checks:
    The asset comes down on a ramp of ``ramp_angle_deg``, moves downhill, does not sink in or go through, and is not
    thrown off.
Why it matters:
    A flat floor loads one face of a collider. On a slope an asset slides, rolls and tumbles over its edges, so
    colliders that leak, overlap or add energy show, as does friction that does not fit.
How:
    The asset is released in its authored orientation a little above the upper part of a wedge that stands on the floor
    of the blue room. In each step the signed distance of every extreme point of the real geometry to the top of the
    wedge is measured. The run ends ``observation_seconds`` after contact, once the asset has slid, or when it leaves
    the ramp.
Passes when:
    A point comes within ``contact_margin_m`` of the ramp, the centroid then moves ``slide_distance_m`` downhill, no
    point goes deeper than ``penetration_margin_m``, the asset is never wholly below the ramp by ``tunnel_margin_m``,
    nor wholly above it by the launch height for ``launch_seconds``. It may leave the ramp at its low end and come to
    lie on the floor.
Fails when:
    One of these is not met, a state is not finite, a body gains energy, or the engine did not build what the asset
    authors.
Not applicable when:
    A joint pins the asset to the world, or the authored friction is so high that the asset cannot slide at this angle.
False positives avoided:
    Distances come from extreme points, never from a rotated box. The launch height grows with the asset, since a large
    part that tips over an edge lifts off for a moment, and with the height lost, since what tumbles down hops. Points
    that are no longer over the ramp do not count.
Thresholds and sources:
    config_defaults.yaml; limits from the published definition of slope_drop 3.3.0. While an asset slides without
    turning, its acceleration is compared with g (sin a - mu cos a).
How to fix:
    Never touches or goes through: RigidBodyAPI, CollisionAPI, convexHull or convexDecomposition that fits. Does not
    slide: friction of the physics material, no damping, no anchoring joint. Thrown off: overlapping colliders,
    impossible inertia, restitution.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from harness.catalog import AssetTest, RunContext
from harness.config import setting
from harness.errors import ConfigError
from harness.monitors.base import Monitor, find_event
from harness.monitors.ground_contact import MonitorGroundContact
from harness.monitors.non_finite import MonitorNonFinite
from harness.monitors.penetration import MonitorPenetration
from harness.monitors.ramp import MonitorRamp
from harness.monitors.runaway import MonitorRunaway
from harness.outcomes import Lifecycle
from harness.scene.friction import combined_friction
from harness.scene.placement import place
from harness.scene.ramp import plan_ramp
from harness.scene.spec import SceneSpec
from harness.stage.facts import StageFacts
from harness.verdict import Event, Finding, finding
from tests_catalog.common import SceneSettings, compose_scene, nothing_to_drop
from tests_catalog.slope_judgement import judge_slope

__all__ = ["SLOPE_DROP", "SlopeDropConfig"]


@dataclass(frozen=True, kw_only=True)
class SlopeDropConfig(SceneSettings):
    """Settings of slope_drop; defaults and reasons are in config_defaults.yaml."""

    ramp_angle_deg: float = setting("Angle of the ramp.", lower=1, upper=80, unit="deg")
    ramp_length_factor: float = setting("Length of the ramp over the largest extent.", lower=4, upper=100)
    min_ramp_length_m: float = setting("Smallest length of the ramp.", lower=0.05, upper=1000, unit="m")
    ramp_friction: float = setting("Friction of the ramp.", lower=0, upper=100)
    drop_height_factor: float = setting("Start height above the ramp over the asset's height.", lower=0, upper=100)
    min_drop_height_m: float = setting("Smallest start height above the ramp.", lower=0.001, upper=100, unit="m")
    contact_margin_m: float = setting("Distance to the ramp that counts as contact.", lower=0, upper=10, unit="m")
    slide_distance_m: float = setting("Way downhill that is required.", lower=0, upper=1000, unit="m")
    penetration_margin_m: float = setting("Depth of a point that is penetration.", lower=0, upper=10, unit="m")
    tunnel_margin_m: float = setting("Depth of the whole asset that is through.", lower=0, upper=10, unit="m")
    launch_height_m: float = setting("Height of the whole asset that is thrown off.", lower=0, upper=10, unit="m")
    launch_size_fraction: float = setting("The same over the asset's extent; the larger counts.", lower=0, upper=10)
    launch_hop_fraction: float = setting("Hop over the height lost since contact; it may count, too.", lower=0, upper=1)
    launch_seconds: float = setting("How long it must last.", lower=0, upper=60, unit="s")
    floor_margin_m: float = setting("Depth below the floor that is penetration.", lower=0, upper=10, unit="m")
    observation_seconds: float = setting("Watched after contact at least.", lower=0, upper=600, unit="s")
    simulation_seconds: float = setting("Hard cap of simulated time.", lower=0.05, upper=3600, unit="s")
    tail_seconds: float = setting("Simulated on after the result.", lower=0, upper=60, unit="s")
    slide_depth_fraction: float = setting("Depth while sliding, over the height, that is a warning.", lower=0, upper=1)
    slide_depth_min_m: float = setting("Smallest depth that is a warning.", lower=0, upper=10, unit="m")
    acceleration_fraction: float = setting("Deviation from the analytic acceleration.", lower=0, upper=1)

    @property
    def angle_rad(self) -> float:
        """Angle of the ramp in radians."""
        return math.radians(self.ramp_angle_deg)

    @property
    def hop_ratio(self) -> float:
        """Allowed height above the ramp over the way downhill since contact."""
        return self.launch_hop_fraction * math.sin(self.angle_rad)


def compose(facts: StageFacts, asset_file: Path, config: SlopeDropConfig) -> SceneSpec | Finding:
    """Describe the scene, or return the finding that makes it impossible.

    Raises:
        ConfigError: If the contact margin is not below the start height.
    """
    placement = place(
        facts, factor=config.drop_height_factor, minimum_m=config.min_drop_height_m, gravity_m_s2=config.gravity_m_s2
    )
    if placement is None:
        return nothing_to_drop(facts)
    if placement.drop_height_m * math.cos(config.angle_rad) <= config.contact_margin_m:
        raise ConfigError(
            f"contact_margin_m = {config.contact_margin_m:g} m is not below the distance of the start from the ramp: "
            "the asset would count as landed before it falls."
        )
    friction = combined_friction(facts, config.ramp_friction)
    if friction is not None and friction.static_low >= math.tan(config.angle_rad):
        return finding(
            "TST041",
            f"Friction of at least {friction.static_low:.3g} holds the asset on a slope of {config.ramp_angle_deg:g} "
            f"degrees, where it would slide below {math.tan(config.angle_rad):.3g}.",
            measured=friction.static_low,
            limit=math.tan(config.angle_rad),
        )
    clouds = [p for b in facts.moving_bodies for p in (b.judged_points_m, b.collider_points_m) if len(p)]
    points = placement.to_world(np.concatenate(clouds))
    plan = plan_ramp(
        points,
        angle_rad=config.angle_rad,
        length_factor=config.ramp_length_factor,
        min_length_m=config.min_ramp_length_m,
        gap_m=placement.drop_height_m,
        friction=config.ramp_friction,
        contact_offset_m=max(0.02, 1.1 * placement.impact_speed_m_s * config.timestep_s),
    )
    x, y, z = placement.translation_m
    placement = replace(placement, translation_m=(x, y, z + plan.lift_m))
    numbers = {
        "extent_m": float(np.ptp(points, axis=0).max()),
        # The floor is reached with the speed of a fall from the top of the ramp at most.
        "fall_m": placement.drop_height_m + plan.ramp.height_m,
    }
    if friction is not None:
        numbers |= {"friction_low": friction.dynamic_low, "friction_high": friction.dynamic_high}
    spec = compose_scene(facts, asset_file, placement, config)
    return replace(spec, ramp=plan.ramp, numbers=numbers)


def top_speed_m_s(context: RunContext, config: SlopeDropConfig) -> float:
    """Return the speed of a fall from the start to the floor; nothing that only falls and slides is faster."""
    return math.sqrt(2 * config.gravity_m_s2 * context.numbers["fall_m"])


def launch_height_m(context: RunContext, config: SlopeDropConfig) -> float:
    """Return the height above the ramp at which the whole asset counts as thrown off."""
    return max(config.launch_height_m, config.launch_size_fraction * context.numbers["extent_m"])


def make_monitors(context: RunContext, config: SlopeDropConfig) -> Sequence[Monitor]:
    """Create the monitors of one run."""
    return (
        MonitorNonFinite(),
        MonitorRunaway(
            speed_limit_m_s=config.speed_limit_m_s(top_speed_m_s(context, config)),
            rise_limit_m=context.numbers["fall_m"] + context.numbers["extent_m"] + 1.0,
        ),
        MonitorRamp(
            contact_m=config.contact_margin_m,
            slide_m=config.slide_distance_m,
            depth_m=config.penetration_margin_m,
            through_m=config.tunnel_margin_m,
            launch_m=launch_height_m(context, config),
            hop_ratio=config.hop_ratio,
            launch_steps=config.steps(config.launch_seconds),
        ),
        MonitorGroundContact(config.floor_margin_m),
        MonitorPenetration(config.floor_margin_m),
    )


def step_limit(context: RunContext, config: SlopeDropConfig) -> int:
    """Return the last frame in any case."""
    return max(1, config.steps(config.simulation_seconds))


def stop_frame(events: Sequence[Event], context: RunContext, config: SlopeDropConfig) -> int | None:
    """Return the last frame once the result is known: the deciding frame plus the tail."""
    tail = config.steps(config.tail_seconds)
    broken = find_event(events, "non-finite")
    if broken is not None:
        return broken.frame_index
    bad = {"ramp-penetration", "through-ramp", "launched", "penetration", "runaway", "left-ramp"}
    decided = [e.frame_index for e in events if e.name in bad]
    contact, slid = find_event(events, "ramp-contact"), find_event(events, "slid")
    if contact is not None and slid is not None:
        decided.append(max(slid.frame_index, contact.frame_index + config.steps(config.observation_seconds)))
    return min(decided) + tail if decided else None


SLOPE_DROP = AssetTest(
    name="slope_drop",
    version="3.3.0",
    lifecycle=Lifecycle.STABLE,
    summary="Slides down a ramp of 45 degrees, does not go through, is not thrown off.",
    config_type=SlopeDropConfig,
    judging_settings=frozenset(
        {
            "contact_margin_m",
            "slide_distance_m",
            "penetration_margin_m",
            "tunnel_margin_m",
            "launch_height_m",
            "launch_size_fraction",
            "launch_hop_fraction",
            "launch_seconds",
            "floor_margin_m",
            "slide_depth_fraction",
            "slide_depth_min_m",
            "acceleration_fraction",
            "runaway_speed_factor",
        }
    ),
    scene=compose,
    monitors=make_monitors,
    stop_frame=stop_frame,
    step_limit=step_limit,
    judge=judge_slope,
)
