"""Drop the asset many times, each time a little differently, and require that it is sound in all of them.

What it checks:
    ``ground_drop`` from start orientations that cover the sphere evenly, from the stable poses of the convex hull, on
    slippery and on grippy floors, with a little more and less mass, with a moved centre of mass, and at several step
    rates with and without continuous collision detection.
Why it matters:
    One drop in one pose at one time step is a lottery ticket. A user places the asset in other poses and simulates at
    60 steps a second.
How:
    Every trial is simulated alone and judged as ``ground_drop`` judges it; what is random has a seed that is stored. A
    trial is sound when the asset lands, does not sink in, stays finite, gains no energy and was built completely. It
    passes when it also comes to rest in time. With ``lanes`` above 0, that many copies are dropped in one scene for
    the statistics of poses; nothing is judged by them.
Passes when:
    At the asset's own step rate, at least ``required_sound_rate`` of the trials are sound and ``required_rest_rate``
    come to rest.
Fails when:
    One of these is not met, or the drop of the authored pose is not sound.
Not applicable when:
    A joint pins the asset to the world.
False positives avoided:
    Round assets roll from many poses, and the engine has no rolling resistance, so only a share of the trials has to
    come to rest. Coarse steps warn and do not fail. A trial that crashes or is cut off never counts as passed.
Thresholds and sources:
    config_defaults.yaml. Orientations: super-Fibonacci spirals, Alexa (2022). Stable poses: Goldberg et al. (1999).
How to fix:
    See ``ground_drop`` for each symptom; the table of trials names what was different. For coarse steps: thicker
    colliders, no tiny parts, less stiff drives, continuous collision detection on the body.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from harness.catalog import AssetTest, Trial
from harness.config import setting
from harness.errors import ConfigError
from harness.outcomes import Lifecycle
from harness.scene.spec import SceneSpec
from harness.scene.stable_poses import find_stable_poses, spread_rotations
from harness.scene.variation import Variation, apply_variation
from harness.stage.facts import StageFacts
from tests_catalog.ground_drop import GROUND_DROP, GroundDropConfig
from tests_catalog.lanes import with_lanes
from tests_catalog.robustness_judgement import judge_robustness

__all__ = ["DROP_ROBUSTNESS", "DropRobustnessConfig"]


@dataclass(frozen=True, kw_only=True)
class DropRobustnessConfig(GroundDropConfig):
    """Settings of drop_robustness on top of those of ground_drop; reasons are in config_defaults.yaml."""

    orientations: int = setting("Start orientations, even over the sphere.", lower=0, upper=10_000)
    seed: int = setting("Seed of the orientations.", lower=0, upper=2**31 - 1)
    stable_poses: int = setting("Stable poses at most.", lower=0, upper=100)
    step_rates: int | str = setting("Step rates to try, separated by commas.", unit="1/s")
    step_rate_floor_offset_m: float = setting("Contact offset of the floor there.", lower=1e-4, upper=1, unit="m")
    friction_low: float = setting("Friction of the slippery floor.", lower=0, upper=100)
    friction_high: float = setting("Friction of the grippy floor.", lower=0, upper=100)
    mass_change: float = setting("Relative change of all masses; 0 is off.", lower=0, upper=0.9)
    com_change_fraction: float = setting("Shift of the centre of mass over the extent; 0 is off.", lower=0, upper=0.5)
    required_sound_rate: float = setting("Share of trials that must be sound.", lower=0, upper=1)
    required_rest_rate: float = setting("Share of trials that must come to rest.", lower=0, upper=1)
    expected_step_rate: int = setting("Step rate above which a need is a warning.", lower=1, upper=10_000, unit="1/s")
    lanes: int = setting("Copies in one scene, for statistics.", lower=0, upper=1024)

    @property
    def rates(self) -> tuple[int, ...]:
        """Step rates in 1/s, ascending.

        Raises:
            ConfigError: If one is not a whole number of at least 30.
        """
        words = [w.strip() for w in str(self.step_rates).split(",") if w.strip()]
        if not all(w.isdigit() and 30 <= int(w) <= 10_000 for w in words):
            raise ConfigError(
                f"step_rates = '{self.step_rates}': write whole numbers from 30 to 10000, such as 60, 120."
            )
        return tuple(sorted({int(w) for w in words}))


def make_trials(facts: StageFacts, spec: SceneSpec, config: DropRobustnessConfig) -> Sequence[Trial]:
    """List the trials; see :class:`harness.catalog.AssetTest`.

    Raises:
        ConfigError: If a step rate is no number.
    """
    trials = [*_poses(facts, spec, config), *_changes(facts, spec, config), *_step_rates(facts, spec, config)]
    if config.lanes > 0 and not spec.reset_xforms:
        rotations = spread_rotations(config.lanes, config.seed + 1)
        trials.append(
            Trial(
                name="lanes",
                label=f"{config.lanes} copies in one scene",
                spec=with_lanes(spec, facts, rotations),
                seed=config.seed + 1,
                is_exploration=True,
            )
        )
    return trials


def _poses(facts: StageFacts, spec: SceneSpec, config: DropRobustnessConfig) -> Iterator[Trial]:
    for number, rotation in enumerate(spread_rotations(config.orientations, config.seed), start=1):
        variation = Variation(name=f"turned-{number:02}", rotation_xyzw=rotation)
        yield Trial(
            name=variation.name,
            label=f"orientation {number} of {config.orientations}",
            spec=apply_variation(spec, facts, variation),
            seed=config.seed,
        )
    for number, pose in enumerate(find_stable_poses(facts, count=config.stable_poses), start=1):
        variation = Variation(name=f"stable-{number:02}", rotation_xyzw=pose.rotation_xyzw)
        yield Trial(
            name=variation.name,
            label=f"stable pose {number}, likelihood {pose.probability:.0%}",
            spec=replace(
                apply_variation(spec, facts, variation),
                numbers={"down_x": pose.down[0], "down_y": pose.down[1], "down_z": pose.down[2]}
                | {"probability": pose.probability},
            ),
        )


def _changes(facts: StageFacts, spec: SceneSpec, config: DropRobustnessConfig) -> Iterator[Trial]:
    low, high = np.asarray(spec.placement.box_min_m), np.asarray(spec.placement.box_max_m)
    shift = config.com_change_fraction * float((high - low).max())
    variations = [
        Variation(name="friction-low", title="slippery floor", floor_friction=config.friction_low),
        Variation(name="friction-high", title="grippy floor", floor_friction=config.friction_high),
    ]
    if config.mass_change > 0:
        variations += [
            Variation(name=f"mass-{word}", title=f"mass x {factor:g}", mass_scale=factor)
            for word, factor in (("less", 1 - config.mass_change), ("more", 1 + config.mass_change))
        ]
    if shift > 0:
        variations += [
            Variation(
                name=f"com-{number}",
                title=f"centre of mass {1000 * shift:.3g} mm to {axis}",
                com_offset_m=(shift * x, shift * y, 0.0),
            )
            for number, (axis, x, y) in enumerate((("+X", 1, 0), ("-X", -1, 0), ("+Y", 0, 1), ("-Y", 0, -1)), start=1)
        ]
    for variation in variations:
        yield Trial(name=variation.name, label=variation.title, spec=apply_variation(spec, facts, variation))


def _step_rates(facts: StageFacts, spec: SceneSpec, config: DropRobustnessConfig) -> Iterator[Trial]:
    for rate in config.rates:
        for is_ccd in (False, True):
            variation = Variation(
                name=f"fps-{rate}{'-ccd' if is_ccd else ''}", timestep_s=1 / rate, is_ccd_enabled=is_ccd
            )
            changed = apply_variation(spec, facts, variation)
            yield Trial(
                name=variation.name,
                label=f"{rate} steps a second{' with CCD' if is_ccd else ''}",
                spec=replace(changed, fixed_floor_offset_m=config.step_rate_floor_offset_m),
                settings={"physics_fps": rate},
            )


DROP_ROBUSTNESS = AssetTest(
    name="drop_robustness",
    version="1.0.0",
    lifecycle=Lifecycle.STABLE,
    summary="Drops from many poses, floors, masses and step rates; names the lowest step rate that works.",
    config_type=DropRobustnessConfig,
    judging_settings=GROUND_DROP.judging_settings | {"required_sound_rate", "required_rest_rate", "expected_step_rate"},
    scene=GROUND_DROP.scene,
    monitors=GROUND_DROP.monitors,
    stop_frame=GROUND_DROP.stop_frame,
    step_limit=GROUND_DROP.step_limit,
    judge=GROUND_DROP.judge,
    trials=make_trials,
    judge_trials=judge_robustness,
)
