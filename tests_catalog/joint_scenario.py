"""What the tests of joints share: scene, monitors, length of a run, home pose, bounds of effort, mimic relations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from harness.catalog import RunContext
from harness.monitors.base import Monitor, find_event
from harness.monitors.non_finite import MonitorNonFinite
from harness.motion.connections import coupled_coordinates
from harness.motion.plan import PlanBuilder
from harness.motion.system import JointSystem
from harness.stage.facts import StageFacts
from harness.verdict import Event

__all__ = [
    "SETTLED_CODES",
    "Mimic",
    "find_mimics",
    "home_position",
    "make_builder",
    "make_monitors",
    "step_limit",
    "stop_frame",
]

Array = npt.NDArray[np.float64]

SETTLED_CODES = frozenset(
    {
        # What says "it cannot fall" or "it would not land" means nothing to joints that are moved on purpose.
        "SAF002",
        "SAF003",
        "SAF004",
        "SAF006",
        "SAF007",
        "SAF016",
        "SAF017",
        "SAF048",
    }
)


class TimeSettings(Protocol):
    """Settings that every test of joints has."""

    @property
    def timestep_s(self) -> float:
        """Physics time step."""
        ...


class Mimic:
    """A coordinate that follows another: position = multiplier x other + offset."""

    def __init__(self, follower: int, leader: int, multiplier: float, offset: float) -> None:
        self.follower, self.leader, self.multiplier, self.offset = follower, leader, multiplier, offset


def make_monitors(context: RunContext, config: object) -> Sequence[Monitor]:
    """Watch for states that are not finite; everything else is judged from the record."""
    return (MonitorNonFinite(),)


def stop_frame(events: Sequence[Event], context: RunContext, config: object) -> int | None:
    """Stop at a state that is not finite."""
    broken = find_event(events, "non-finite")
    return broken.frame_index if broken is not None else None


def step_limit(context: RunContext, config: object) -> int:
    """Return the last frame of the plan."""
    return max(1, context.planned_steps)


def find_mimics(system: JointSystem, facts: StageFacts) -> tuple[Mimic, ...]:
    """Return the mimic relations between coordinates of the system.

    Args:
        system: The joints, paths in the asset.
        facts: The asset.
    """
    found = []
    row = {p: i for i, p in enumerate(system.joint_paths)}
    for joint in facts.joints:
        mimic = joint.mechanics.mimic if joint.mechanics is not None else None
        if mimic is None or joint.path not in row or mimic.joint_path not in row:
            continue
        found.append(Mimic(row[joint.path], row[mimic.joint_path], mimic.multiplier, mimic.offset))
    return tuple(found)


def home_position(system: JointSystem, mimics: Sequence[Mimic]) -> Array:
    """Return the pose at the start, moved into the limits where it lies outside, shape (D,)."""
    lower, upper = np.minimum(system.lower, system.upper), np.maximum(system.lower, system.upper)
    home: Array = np.clip(system.position, lower, upper)
    for mimic in mimics:
        home[mimic.follower] = mimic.multiplier * home[mimic.leader] + mimic.offset
    return home


def make_builder(
    system: JointSystem,
    facts: StageFacts,
    mimics: Sequence[Mimic],
    config: TimeSettings,
    *,
    dynamics_stride: int = 0,
) -> PlanBuilder:
    """Return a builder whose joints hold the home pose firmly.

    Joints of closed loops are left free: to hold them all would fight the loop.

    Args:
        system: The joints, paths in the asset.
        facts: The asset.
        mimics: Which of them follow others.
        config: Settings of the test.
        dynamics_stride: Every how many steps the engine's dynamics are recorded.
    """
    leader = np.full(system.count, -1, dtype=np.int64)
    multiplier = np.ones(system.count)
    for mimic in mimics:
        leader[mimic.follower], multiplier[mimic.follower] = mimic.leader, mimic.multiplier
    return PlanBuilder(
        system=system,
        home=home_position(system, mimics),
        bound=np.full(system.count, np.inf),
        timestep_s=config.timestep_s,
        dynamics_stride=dynamics_stride,
        leader=leader,
        multiplier=multiplier,
        free=coupled_coordinates(system, facts),
    )
