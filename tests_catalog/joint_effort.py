"""Compare the effort that each joint needs with the effort that its drive may give.

What it checks:
    The force or torque that holds each joint's worst pose against gravity, and that moves it through its range at its
    velocity limit, against the authored effort limit.
Why it matters:
    An arm that cannot hold itself sags in the first second of a simulation; one that is a hundred times too strong
    hides every mistake of a controller. Both come from a wrong unit, a wrong mass or a copied limit.
How:
    The base is held, gravity acts, and links do not touch each other. The worst pose of each joint is searched over all
    joint positions with a reference model, or by sampling where there is none. The engine is put into each of these
    poses, holds it and moves the joint by hybrid dynamics; the efforts that this takes are the engine's own.
Passes when:
    Every effort limit is at least what holding takes.
Fails when:
    MON040: a joint is too weak to hold its worst pose. MON039: an effort or velocity limit is 0.
Not applicable when:
    No joint has a drive.
False positives avoided:
    The worst pose lies within the limits of all joints. A joint that holds but cannot move at its velocity limit
    everywhere only warns (TST019): actuators rarely reach both limits at once. Missing limits (TST018) and limits of
    more than ``strong_factor`` times the need (TST017) only warn; where no joint has a limit, there is no answer.
Thresholds and sources:
    config_defaults.yaml.
How to fix:
    Write the actuator's real effort and velocity limits; check masses and centres of mass of what the joint carries.
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
from tests_catalog.joint_criteria import is_actuated
from tests_catalog.joint_effort_judgement import judge_effort
from tests_catalog.joint_effort_plan import plan_effort
from tests_catalog.joint_scenario import SETTLED_CODES, make_monitors, step_limit, stop_frame

__all__ = ["JOINT_EFFORT", "JointEffortConfig"]


@dataclass(frozen=True, kw_only=True)
class JointEffortConfig:
    """Settings of joint_effort; defaults and reasons are in config_defaults.yaml."""

    pose_count: int = setting("Random poses in the search for the worst ones.", lower=1, upper=100_000)
    sample_count: int = setting("Random poses that the engine is put into.", lower=1, upper=10_000)
    seed: int = setting("Seed of the random poses.", lower=0, upper=2**31)
    hold_seconds: float = setting("Time of holding a pose.", lower=0.02, upper=60, unit="s")
    move_max_seconds: float = setting("Longest time of a move at the velocity limit.", lower=0.05, upper=60, unit="s")
    effort_tolerance_fraction: float = setting("Need above the limit that is rounding.", lower=0, upper=1)
    strong_factor: float = setting("Limit over need that is a warning.", lower=1, upper=1e9)
    gravity_m_s2: float = setting("Gravity.", lower=0.1, upper=1000, unit="m/s^2")
    physics_fps: int = setting("Physics steps a second.", lower=30, upper=10_000, unit="1/s")
    watchdog_seconds: float = setting("Wall-clock limit of loading and simulating.", lower=1, upper=86_400, unit="s")

    @property
    def timestep_s(self) -> float:
        """Physics time step."""
        return 1.0 / self.physics_fps


def compose(facts: StageFacts, asset_file: Path, config: JointEffortConfig) -> SceneSpec | Finding:
    """Describe the scene: gravity, and no contacts inside a mechanism."""
    return compose_joint_scene(
        facts, asset_file, gravity_m_s2=config.gravity_m_s2, timestep_s=config.timestep_s, has_contacts=False
    )


def drive(system: JointSystem, facts: StageFacts, config: JointEffortConfig) -> JointPlan | Finding:
    """Plan the poses and moves of all joints that have a drive."""
    if not any(is_actuated(system, i) for i in range(system.count)):
        return finding("TST010", "No joint has a drive, so there is no effort limit to compare with.")
    return plan_effort(system, facts, config)


JOINT_EFFORT = AssetTest(
    name="joint_effort",
    version="1.1.0",
    lifecycle=Lifecycle.STABLE,
    summary="Compares the effort that each joint needs with its effort limit.",
    config_type=JointEffortConfig,
    judging_settings=frozenset({"effort_tolerance_fraction", "strong_factor"}),
    scene=compose,
    monitors=make_monitors,
    stop_frame=stop_frame,
    step_limit=step_limit,
    judge=judge_effort,
    drive=drive,
    settled_codes=SETTLED_CODES,
)
