"""Move the joints along a trajectory and compare the forces with a reference model.

What it checks:
    Prescribed joints follow their trajectory, and the forces that the engine needs for it are those that the authored
    masses, inertias, frames and armatures ask for.
Why it matters:
    Two simulators, or a simulator and the real robot, only agree when they move the same mechanism. An inertia that an
    engine replaced, a frame that was read differently or a lost armature shows here, and hardly anywhere else.
How:
    The base is held and gravity acts. Each joint has an actuator type: ``velocity``, ``acceleration`` and ``servo``
    follow the trajectory, ``locked`` stands still, ``force`` gets the effort of the trajectory, ``passive`` none,
    ``mimic`` follows its leader. The types come from the ``actuators`` setting, else from the ``actuator`` attribute of
    the joint, else all follow. The trajectory comes from a CSV, YAML or USD file, else it is a chirp. Hybrid dynamics
    with the engine's own mass matrix moves the joints; the reference model computes the same forces from what the
    asset authors. At the end all joints swing freely, and the change of their energy is reported.
Passes when:
    All prescribed joints follow, and the forces of engine and model agree within ``effort_tolerance_fraction``.
Fails when:
    MON041: a joint does not follow. MON042: forces disagree. MON004: a state is not finite.
Not applicable when:
    No joint lets anything move.
False positives avoided:
    Authored joint friction and damping of bodies are allowed for. Position limits do not exist for prescribed joints,
    and links do not touch each other when all joints are prescribed. A mechanism that the model cannot describe is not
    compared (TST020).
Thresholds and sources:
    config_defaults.yaml. Forces of healthy robots agree to better than 1 % with PhysX 5.12.
How to fix:
    The table tells masses and frames (gravity), inertia (mass matrix) and armature (its diagonal) apart. Write complete
    mass properties: mass, centre of mass, diagonal inertia, principal axes.
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
from tests_catalog.joint_scenario import SETTLED_CODES, make_monitors, step_limit, stop_frame
from tests_catalog.prescribed_motion_judgement import judge_prescribed
from tests_catalog.prescribed_motion_plan import all_prescribed, plan_prescribed

__all__ = ["PRESCRIBED_MOTION", "PrescribedMotionConfig"]


@dataclass(frozen=True, kw_only=True)
class PrescribedMotionConfig:
    """Settings of prescribed_motion; defaults and reasons are in config_defaults.yaml."""

    trajectory_file: str = setting("CSV, YAML or USD file with positions of joints; empty for a chirp.")
    actuators: str = setting("Actuator types, such as 'elbow=passive, wrist=locked'; empty for those of the asset.")
    chirp_seconds: float = setting("Length of the chirp.", lower=0.1, upper=600, unit="s")
    chirp_start_hz: float = setting("Lowest frequency of the chirp.", lower=0.0, upper=100, unit="Hz")
    chirp_end_hz: float = setting("Highest frequency of the chirp.", lower=0.01, upper=100, unit="Hz")
    chirp_fraction: float = setting("Largest deflection of the chirp over the range.", lower=0.001, upper=0.5)
    free_seconds: float = setting("Time of free motion at the end.", lower=0.02, upper=60, unit="s")
    follow_tolerance_rad: float = setting("Largest error when following.", lower=0, upper=10, unit="rad")
    follow_tolerance_m: float = setting("The same for sliding joints.", lower=0, upper=10, unit="m")
    effort_tolerance_fraction: float = setting("Allowed difference of forces over their size.", lower=0, upper=10)
    gravity_m_s2: float = setting("Gravity.", lower=0.0, upper=1000, unit="m/s^2")
    physics_fps: int = setting("Physics steps a second.", lower=30, upper=10_000, unit="1/s")
    watchdog_seconds: float = setting("Wall-clock limit of loading and simulating.", lower=1, upper=86_400, unit="s")

    @property
    def timestep_s(self) -> float:
        """Physics time step."""
        return 1.0 / self.physics_fps


def compose(facts: StageFacts, asset_file: Path, config: PrescribedMotionConfig) -> SceneSpec | Finding:
    """Describe the scene: gravity; contacts inside a mechanism only where a joint can give way to them."""
    return compose_joint_scene(
        facts,
        asset_file,
        gravity_m_s2=config.gravity_m_s2,
        timestep_s=config.timestep_s,
        has_contacts=not all_prescribed(facts, config.actuators),
    )


def drive(system: JointSystem, facts: StageFacts, config: PrescribedMotionConfig) -> JointPlan | Finding:
    """Plan the trajectory of all joints."""
    if system.count == 0:
        return finding("TST010", "The engine built no articulation with a movable joint, so nothing can be moved.")
    return plan_prescribed(system, facts, config)


PRESCRIBED_MOTION = AssetTest(
    name="prescribed_motion",
    version="1.0.0",
    lifecycle=Lifecycle.STABLE,
    summary="Moves joints along a trajectory and compares forces with a reference model.",
    config_type=PrescribedMotionConfig,
    judging_settings=frozenset({"follow_tolerance_rad", "follow_tolerance_m", "effort_tolerance_fraction"}),
    scene=compose,
    monitors=make_monitors,
    stop_frame=stop_frame,
    step_limit=step_limit,
    judge=judge_prescribed,
    drive=drive,
    settled_codes=SETTLED_CODES,
)
