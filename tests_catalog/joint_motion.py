"""Move every joint through its whole range, push it against its stops, let it coast, and let its drive settle.

What it checks:
    Each joint reaches both ends of its range, follows a prescribed motion, returns, and moves nothing else. Its limits
    hold against its own effort, it moves freely when nothing drives it, mimic joints keep their ratio, and the
    authored drive settles. Bodies stay connected.
Why it matters:
    A joint with a wrong frame, a limit on the wrong side, overlapping colliders or a drive that shakes looks right in
    a viewer. It is found when a robot is trained with it, or not at all.
How:
    The asset hangs far above the floor, its base held or its anchor lifted with it, without gravity. One joint after
    another moves, the others hold the start pose. The effort that moves it comes from hybrid dynamics with the engine's
    own mass matrix, and is bounded, so that an obstacle stops the joint instead of being pushed through. Continuous
    joints make one turn.
Passes when:
    Every joint that can be moved alone meets every criterion.
Fails when:
    MON030: a joint covers less than ``min_reach_fraction`` of its range. MON031: it does not follow. MON032: it does
    not return. MON033: something else moves. MON034: a joint lets its bodies come apart. MON035: a limit gives way.
    MON036: a free joint sticks. MON037: a mimic joint loses its ratio. MON038: a drive keeps oscillating. MON039: a
    joint has a drive or a velocity limit that lets it do nothing. MON004: a state is not finite.
Not applicable when:
    No joint lets anything move.
False positives avoided:
    A joint that another part of the asset stops late in its range only warns (TST011): most robots can touch
    themselves. Of ranges that are wider than a turn, that share of one turn is enough; limits of more than two turns,
    which engines do not count, are none. Following is judged where nothing stops the joint. Joints of closed loops, on
    tendons or gears cannot move alone and are not judged one by one (TST013); without any other joint there is no
    answer. A drive that is slow or overshoots only warns. Joint friction that the asset authors is taken into account
    when a joint coasts.
Thresholds and sources:
    config_defaults.yaml. Tolerances in rad and m are those of published joint tests (5 degrees of accuracy) or tighter.
How to fix:
    Stopped early: remove overlapping colliders of neighbouring links or filter the pair. Does not follow or return:
    check joint frames, inertia and damping. Limit gives way: lower <= upper, on the axis that the joint really has.
    Drive oscillates: more damping, less stiffness. No authority: write the actuator's real effort and velocity limits.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from harness.catalog import AssetTest
from harness.config import setting
from harness.motion.plan import JointPlan
from harness.motion.scene import compose_joint_scene
from harness.motion.system import JointSystem
from harness.outcomes import Lifecycle
from harness.scene.spec import SceneSpec
from harness.stage.facts import StageFacts
from harness.verdict import Finding, finding
from tests_catalog.joint_motion_judgement import judge_motion
from tests_catalog.joint_motion_plan import plan_motion
from tests_catalog.joint_scenario import SETTLED_CODES, make_monitors, step_limit, stop_frame

__all__ = ["JOINT_MOTION", "JointMotionConfig"]


@dataclass(frozen=True, kw_only=True)
class JointMotionConfig:
    """Settings of joint_motion; defaults and reasons are in config_defaults.yaml."""

    velocity_fraction: float = setting("Largest speed of a sweep over the velocity limit.", lower=0.01, upper=1)
    sweep_min_seconds: float = setting("Shortest time of one way of a sweep.", lower=0.05, upper=600, unit="s")
    sweep_max_seconds: float = setting("Longest time of one way of a sweep.", lower=0.05, upper=600, unit="s")
    sweep_rad_s: float = setting("Speed of a sweep without a velocity limit.", lower=0.01, upper=100, unit="rad/s")
    sweep_m_s: float = setting("The same for sliding joints.", lower=0.001, upper=100, unit="m/s")
    unlimited_travel_m: float = setting("Travel of a sliding joint without limits.", lower=0.001, upper=10, unit="m")
    push_seconds: float = setting("Time of a push against a limit.", lower=0.02, upper=60, unit="s")
    coast_seconds: float = setting("Time of coasting.", lower=0.02, upper=60, unit="s")
    drive_seconds: float = setting("Time that a drive has to settle.", lower=0.1, upper=60, unit="s")
    drive_step_fraction: float = setting("Step of a drive's target over the range.", lower=0.001, upper=0.5)
    end_tolerance_fraction: float = setting("Distance from an end that counts as reached.", lower=0, upper=0.5)
    min_reach_fraction: float = setting("Share of the range that a joint must cover.", lower=0, upper=1)
    follow_tolerance_rad: float = setting("Largest error when following.", lower=0, upper=10, unit="rad")
    follow_tolerance_m: float = setting("The same for sliding joints.", lower=0, upper=10, unit="m")
    still_tolerance_rad: float = setting("Largest motion of joints that hold.", lower=0, upper=10, unit="rad")
    still_tolerance_m: float = setting("The same for sliding joints.", lower=0, upper=10, unit="m")
    limit_tolerance_rad: float = setting("How far a limit may give way.", lower=0, upper=10, unit="rad")
    limit_tolerance_m: float = setting("The same for sliding joints.", lower=0, upper=10, unit="m")
    separation_tolerance_m: float = setting("How far bodies may come apart at a joint.", lower=0, upper=10, unit="m")
    coast_fraction: float = setting("Share of the expected way that a free joint must coast.", lower=0, upper=1)
    mimic_tolerance_fraction: float = setting("Error of a mimic joint over its range.", lower=0, upper=1)
    settle_fraction: float = setting("Share of a drive's step within which it has settled.", lower=0.001, upper=1)
    overshoot_fraction: float = setting("Overshoot of a drive that is a warning.", lower=0, upper=10)
    physics_fps: int = setting("Physics steps a second.", lower=30, upper=10_000, unit="1/s")
    watchdog_seconds: float = setting("Wall-clock limit of loading and simulating.", lower=1, upper=86_400, unit="s")

    @property
    def timestep_s(self) -> float:
        """Physics time step."""
        return 1.0 / self.physics_fps

    def tolerance(self, name: str, is_linear: bool) -> float:
        """Return the tolerance ``follow``, ``still`` or ``limit`` of a joint."""
        return float(getattr(self, f"{name}_tolerance_{'m' if is_linear else 'rad'}"))


def compose(facts: StageFacts, asset_file: Path, config: JointMotionConfig) -> SceneSpec | Finding:
    """Describe the scene: no gravity, contacts as the asset has them."""
    return compose_joint_scene(facts, asset_file, gravity_m_s2=0.0, timestep_s=config.timestep_s, has_contacts=True)


def drive(system: JointSystem, facts: StageFacts, config: JointMotionConfig) -> JointPlan | Finding:
    """Plan the motion of all joints that can be moved."""
    if system.count == 0:
        return finding("TST010", "The engine built no articulation with a movable joint, so nothing can be moved.")
    return plan_motion(system, facts, config)


JOINT_MOTION = AssetTest(
    name="joint_motion",
    version="1.1.0",
    lifecycle=Lifecycle.STABLE,
    summary="Moves every joint through its range, against its stops and by its drive.",
    config_type=JointMotionConfig,
    judging_settings=frozenset(
        {
            "end_tolerance_fraction",
            "min_reach_fraction",
            "follow_tolerance_rad",
            "follow_tolerance_m",
            "still_tolerance_rad",
            "still_tolerance_m",
            "limit_tolerance_rad",
            "limit_tolerance_m",
            "separation_tolerance_m",
            "coast_fraction",
            "mimic_tolerance_fraction",
            "settle_fraction",
            "overshoot_fraction",
        }
    ),
    scene=compose,
    monitors=make_monitors,
    stop_frame=stop_frame,
    step_limit=step_limit,
    judge=judge_motion,
    drive=drive,
    settled_codes=SETTLED_CODES,
)
