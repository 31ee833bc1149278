"""Drop the asset from eight times its height and require contact, no penetration and rest.

What it checks:
    The asset falls, comes down to the floor, does not sink through it, and comes to rest in time.
Why it matters:
    A reviewer can trust that a passing asset has a working collision mesh and physically reasonable mass and inertia:
    it lands on flat ground and settles.
How:
    The asset is placed with its lowest point at ``drop_height_factor`` times its height above a floor in a blue room
    and simulated at ``physics_fps`` steps a second. In each step the bounds of the real geometry, moved by the poses of
    the physics bodies, are compared with the floor. The run ends ``tail_seconds`` after the result.
Passes when:
    The lowest point comes down to ``floor_margin_m``, never goes below minus ``floor_margin_m`` from then on, and the
    bounding box stays within ``rest_tolerance_m`` over ``rest_detection_hold_seconds``, starting at the earliest
    ``penetration_check_seconds`` after contact and ending at the latest ``rest_detection_max_seconds`` after it.
Fails when:
    One of these is not met, a state is not finite, a body gains energy, or the engine did not build what the asset
    authors.
Not applicable when:
    A joint pins the asset to the world.
False positives avoided:
    Bounds come from extreme points, never from a rotated box. The floor's contact offset absorbs the engine's overshoot
    at impact. Small assets are dropped from at least ``min_drop_height_m``. When the fall takes more than half of
    ``simulation_seconds``, the simulated time grows by the fall time.
Thresholds and sources:
    config_defaults.yaml, from the published definition of ground_drop 3.0.0 (feature FET003_BASE_PHYSX).
How to fix:
    Never touches: RigidBodyAPI on the root, CollisionAPI on a mesh, no anchoring joint, positive mass. Penetrates:
    convexHull, outward normals, nothing thinner than 1 cm. Never settles: realistic mass, centre of mass inside the
    collider, flat base, no overlapping colliders. Hangs: no self-penetrating or zero-volume colliders, no extreme
    values; step the asset by hand in Kit to see the PhysX error.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from harness.catalog import AssetTest, RunContext
from harness.config import setting
from harness.errors import ConfigError
from harness.monitors.base import Monitor, find_event
from harness.monitors.ground_contact import MonitorGroundContact
from harness.monitors.non_finite import MonitorNonFinite
from harness.monitors.penetration import MonitorPenetration
from harness.monitors.rest import MonitorRest
from harness.monitors.runaway import MonitorRunaway
from harness.outcomes import Lifecycle
from harness.scene.placement import place
from harness.scene.spec import SceneSpec
from harness.stage.facts import StageFacts
from harness.verdict import Event, Finding
from tests_catalog.common import SceneSettings, compose_scene, nothing_to_drop
from tests_catalog.drop_judgement import judge_drop
from tests_catalog.published_rule import RULES

__all__ = ["GROUND_DROP", "GroundDropConfig"]


@dataclass(frozen=True, kw_only=True)
class GroundDropConfig(SceneSettings):
    """Settings of ground_drop; defaults and reasons are in config_defaults.yaml."""

    drop_height_factor: float = setting("Start height over the asset's height.", lower=0.0, upper=1000)
    min_drop_height_m: float = setting("Smallest start height.", lower=0.12, upper=1000, unit="m")
    floor_margin_m: float = setting("Tolerance of contact and penetration.", lower=0.0, upper=10, unit="m")
    penetration_check_seconds: float = setting("Delay before the rest window may begin.", lower=0, upper=600, unit="s")
    rest_tolerance_m: float = setting("Largest movement in the rest window.", lower=0, upper=10, unit="m")
    rest_detection_hold_seconds: float = setting("Length of the rest window.", lower=0.05, upper=600, unit="s")
    rest_detection_max_seconds: float = setting("Latest rest after first contact.", lower=0.05, upper=3600, unit="s")
    is_rest_required: bool = setting("Whether the outcome depends on rest; if not, rest only ends the run.")
    published_rule: str = setting("Release whose rule is repeated as evidence: empty, 3.2 or 4.0.")
    simulation_seconds: float = setting("Hard cap of simulated time.", lower=0.05, upper=3600, unit="s")
    tail_seconds: float = setting("Simulated on after the result.", lower=0, upper=60, unit="s")
    rest_depth_fraction: float = setting("Depth at rest, over the height, that is a warning.", lower=0, upper=1)
    rest_depth_min_m: float = setting("Smallest depth that is a warning.", lower=0, upper=10, unit="m")
    hover_fraction: float = setting("Gap at rest, over the height, that is a warning.", lower=0, upper=1)
    rest_speed_m_s: float = setting("Speed at rest that is a warning.", lower=0, upper=100, unit="m/s")
    rest_spin_rad_s: float = setting("Spin at rest that is a warning.", lower=0, upper=100, unit="rad/s")
    collider_fit_fraction: float = setting("Collider misfit, over the size, that is a warning.", lower=0, upper=10)
    collider_fit_min_m: float = setting("Smallest misfit that is a warning.", lower=0, upper=10, unit="m")
    fall_speed_fraction: float = setting("Deviation from the speed of free fall.", lower=0, upper=1)


def compose(facts: StageFacts, asset_file: Path, config: GroundDropConfig) -> SceneSpec | Finding:
    """Describe the scene, or return the finding that makes it impossible.

    Raises:
        ConfigError: If the contact margin is not below the drop height, or no such rule was published.
    """
    if config.published_rule not in RULES:
        raise ConfigError(f"published_rule = {config.published_rule!r} is not one of {', '.join(RULES[1:])} or empty.")
    placement = place(
        facts,
        factor=config.drop_height_factor,
        minimum_m=config.min_drop_height_m,
        gravity_m_s2=config.gravity_m_s2,
    )
    if placement is None:
        return nothing_to_drop(facts)
    if placement.drop_height_m <= config.floor_margin_m:
        raise ConfigError(
            f"floor_margin_m = {config.floor_margin_m:g} m is not below the drop height of {placement.drop_height_m:g} "
            "m: the asset would count as landed before it falls."
        )
    return compose_scene(facts, asset_file, placement, config)


def make_monitors(context: RunContext, config: GroundDropConfig) -> Sequence[Monitor]:
    """Create the monitors of one run; contact comes before those that depend on it."""
    return (
        MonitorNonFinite(),
        MonitorRunaway(
            speed_limit_m_s=config.speed_limit_m_s(context.impact_speed_m_s),
            rise_limit_m=context.drop_height_m + 0.5 * context.height_m + 1.0,
        ),
        MonitorGroundContact(config.floor_margin_m),
        MonitorPenetration(config.floor_margin_m),
        MonitorRest(
            tolerance_m=config.rest_tolerance_m,
            delay_steps=config.steps(config.penetration_check_seconds),
            window_steps=config.steps(config.rest_detection_hold_seconds),
        ),
    )


def step_limit(context: RunContext, config: GroundDropConfig) -> int:
    """Return the last frame in any case: the cap, plus the fall when that takes more than half of it."""
    seconds = config.simulation_seconds
    if is_time_extended(context, config):
        seconds += context.fall_time_s
    return max(1, config.steps(seconds))


def is_time_extended(context: RunContext, config: GroundDropConfig) -> bool:
    """Whether the fall takes so long that the cap would leave no time to settle."""
    return context.fall_time_s > config.simulation_seconds / 2


def stop_frame(events: Sequence[Event], context: RunContext, config: GroundDropConfig) -> int | None:
    """Return the last frame once the result is known: the deciding frame plus the tail."""
    tail = config.steps(config.tail_seconds)
    broken = find_event(events, "non-finite")
    if broken is not None:
        return broken.frame_index
    decided = [e.frame_index for e in events if e.name in {"rest", "penetration", "runaway"}]
    contact = find_event(events, "ground-contact")
    if contact is not None:
        decided.append(contact.frame_index + math.ceil(config.rest_detection_max_seconds * config.physics_fps))
    return min(decided) + tail if decided else None


GROUND_DROP = AssetTest(
    name="ground_drop",
    version="3.0.0",
    lifecycle=Lifecycle.STABLE,
    summary="Falls from 8 x its height, lands, does not sink in, comes to rest.",
    config_type=GroundDropConfig,
    judging_settings=frozenset(
        {
            "floor_margin_m",
            "penetration_check_seconds",
            "rest_tolerance_m",
            "rest_detection_hold_seconds",
            "rest_detection_max_seconds",
            "is_rest_required",
            "published_rule",
            "rest_depth_fraction",
            "rest_depth_min_m",
            "hover_fraction",
            "rest_speed_m_s",
            "rest_spin_rad_s",
            "collider_fit_fraction",
            "collider_fit_min_m",
            "fall_speed_fraction",
            "runaway_speed_factor",
        }
    ),
    scene=compose,
    monitors=make_monitors,
    stop_frame=stop_frame,
    step_limit=step_limit,
    judge=judge_drop,
    is_probed=True,
)
