"""Run a scene whose joints follow a plan: the loop of other tests, with commands for each step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.catalog import AssetTest
from harness.engines.base import BuiltScene, LogLine, Session
from harness.motion.connections import coupled_coordinates, find_connections, moved_bodies
from harness.motion.mechanism import unbuilt_joints
from harness.motion.plan import FIRST_PLANNED_FRAME, JointPlan
from harness.motion.record import JointFrames, JointRecord, join_joint_frames
from harness.motion.reference import reference_numbers
from harness.motion.scene import holding_notes
from harness.motion.system import JointSystem
from harness.scene.spec import SceneSpec, to_asset_path
from harness.stage.facts import StageFacts
from harness.trajectory import FrameBlock, concatenate_blocks
from harness.verdict import Finding

__all__ = ["DrivenSession", "PlanRefused", "start_drive"]


class PlanRefused(Exception):
    """The test finds nothing to move, or cannot move it; ``finding`` says why."""

    def __init__(self, refusal: Finding) -> None:
        super().__init__(refusal.message)
        self.finding = refusal


def start_drive(
    session: Session, test: AssetTest, source: tuple[StageFacts, SceneSpec], config: Any, *, deadline_s: float
) -> DrivenSession | None:
    """Make the first step, read the joints, plan, and return a session that follows the plan.

    ``None`` for a test that moves no joints; nothing is done then.

    Args:
        session: The engine's session, before its first step.
        test: The test that plans.
        source: Facts of the asset and the composed scene.
        config: Settings of the test.
        deadline_s: Wall-clock limit of the first step.

    Raises:
        PlanRefused: If the test has nothing to move.
        EngineError: As ``Session.joints``.
    """
    if test.drive is None:
        return None
    facts, spec = source
    kinds = {j.path: j.prim_type for j in facts.joints}

    def is_linear(scene_path: str) -> bool:
        return kinds.get(to_asset_path(scene_path, spec.root_prim_path)) == "PhysicsPrismaticJoint"

    system, first = session.joints(is_linear, deadline_s=deadline_s)
    paths = tuple(to_asset_path(p, spec.root_prim_path) for p in system.joint_paths)
    links = tuple(to_asset_path(p, spec.root_prim_path) for p in system.link_paths)
    system = replace(system, joint_paths=paths, link_paths=links, max_velocity=_velocity_limits(system, paths, facts))
    plan = test.drive(system, facts, config)
    if isinstance(plan, Finding):
        raise PlanRefused(plan)
    session.load_plan(plan, deadline_s=deadline_s)
    return DrivenSession(session, (system, plan), first, source)


def _velocity_limits(system: JointSystem, paths: Sequence[str], facts: StageFacts) -> npt.NDArray[np.float64]:
    """Return the smaller of the engine's and the authored limits: an engine takes an authored 0 for none."""
    authored = {j.path: j.mechanics.max_velocity for j in facts.joints if j.mechanics is not None}
    limits = [authored.get(p) for p in paths]
    return np.minimum(system.max_velocity, [np.inf if v is None or not v >= 0 else v for v in limits])


class DrivenSession:
    """A session that follows a plan. Frame 0 is the start, frame 1 the step in which the joints were read.

    Args:
        session: The engine's session, after its first step.
        motion: The joints, paths in the asset, and what they are to do.
        first: The frame of the first step.
        source: Facts of the asset and the composed scene.
    """

    def __init__(
        self,
        session: Session,
        motion: tuple[JointSystem, JointPlan],
        first: FrameBlock,
        source: tuple[StageFacts, SceneSpec],
    ) -> None:
        self._session, self._first, self._source = session, first, source
        self.system, self.plan = motion
        self._requested = 0

    @property
    def step_count(self) -> int:
        """Steps of the whole run, the first one included."""
        return self.plan.row_count + FIRST_PLANNED_FRAME - 1

    @property
    def built(self) -> BuiltScene:
        """What the engine created."""
        return self._session.built

    def first_frame(self) -> FrameBlock:
        """Return frames 0 and 1."""
        start = replace(self._session.first_frame(), joints=JointFrames.unread(1, self.system.count))
        joints = replace(JointFrames.unread(1, self.system.count), position=self.system.position[None])
        return concatenate_blocks([start, replace(self._first, joints=joints)])

    def joints(self, is_linear: Callable[[str], bool], *, deadline_s: float) -> tuple[JointSystem, FrameBlock]:
        """Return what was read at the start; the engine is not asked again."""
        return self.system, self._first

    def load_plan(self, plan: JointPlan, *, deadline_s: float) -> None:
        """Replace the plan."""
        self._session.load_plan(plan, deadline_s=deadline_s)
        self.plan = plan

    def request(self, step_count: int) -> None:
        """Ask for the next rows of the plan; fewer when it ends."""
        count = min(step_count, self.plan.row_count - self._requested)
        if count > 0:
            self._session.request(count)
            self._requested += count

    def advance(self, step_count: int, *, deadline_s: float) -> FrameBlock:
        """Return the next requested block."""
        return self._session.advance(step_count, deadline_s=deadline_s)

    def log(self) -> tuple[LogLine, ...]:
        """Return everything that the engine has said so far."""
        return self._session.log()

    def close(self) -> None:
        """Unload the scene."""
        self._session.close()

    def record(self, frames: FrameBlock, body_paths: Sequence[str]) -> JointRecord:
        """Gather what judging needs.

        Args:
            frames: All frames of the run.
            body_paths: Asset paths of the bodies, in the order of the frames.
        """
        facts, spec = self._source
        joints = join_joint_frames([frames.joints])
        if joints is None:
            joints = JointFrames.unread(frames.frame_count, self.system.count)
        return JointRecord(
            system=self.system,
            plan=self.plan,
            frames=joints,
            labels=tuple(self.system.label(i) for i in range(self.system.count)),
            moved_bodies=moved_bodies(self.system, facts, body_paths),
            link_bodies=np.array([i for i, p in enumerate(body_paths) if p in self.system.link_paths], np.int64),
            is_coupled=coupled_coordinates(self.system, facts),
            connections=find_connections(facts, body_paths, spec.placement),
            reference=reference_numbers(self.system, facts, joints, spec),
            notes=holding_notes(facts),
            unbuilt_joints=unbuilt_joints(facts, self.system.joint_paths),
        )
