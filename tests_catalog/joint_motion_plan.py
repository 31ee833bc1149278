"""Plan of joint_motion: for each joint a sweep with pushes at its ends, coasting, and a step of its drive."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from harness.motion.connections import coupled_coordinates
from harness.motion.plan import JointPlan, PlanBuilder, column, smooth
from harness.motion.system import JointMode, JointSystem
from harness.stage.facts import StageFacts
from tests_catalog.joint_scenario import Mimic, find_mimics, make_builder

if TYPE_CHECKING:
    from tests_catalog.joint_motion import JointMotionConfig

__all__ = ["has_end_stops", "plan_motion", "sweep_ends"]

Array = npt.NDArray[np.float64]

_HOLD_SECONDS = 0.1
# A sweep may use this many times the effort that its own acceleration takes, so that an obstacle stops it.
_SWEEP_RESERVE = 20.0
# A push is at most this many times the effort of a sweep: a limit is not tested against an effort out of this world.
_PUSH_RESERVE = 20.0
# Share of the velocity limit that even the shortest sweep keeps to.
_FULL_SPEED = 0.9
# Engines count turns of a revolute joint up to two in all, with a little room for rounding; wider limits never act.
_MOST_TURNS = 4 * math.pi * 1.001
# Longer slides than those of any gantry are limits that stand for none.
_LONGEST_SLIDE_M = 100.0


def sweep_ends(system: JointSystem, index: int, home: float, travel_m: float) -> tuple[float, float]:
    """Return the ends of the range to sweep: the limits, one turn, or a short way for a slide without limits.

    Limits that are further apart than an engine counts, or than a sweep can take, are none. A coordinate of a ball
    joint turns by a quarter to either side: engines read its angle anew at half a turn.

    Args:
        system: The joints.
        index: Coordinate.
        home: Where it starts.
        travel_m: Way of a slide without limits.
    """
    lower, upper = float(system.lower[index]), float(system.upper[index])
    is_one_of_several = system.joint_paths.count(system.joint_paths[index]) > 1
    width = travel_m if system.is_linear[index] else math.pi if is_one_of_several else 2 * math.pi
    if has_end_stops(system, index):
        return lower, upper
    if math.isfinite(lower) and math.isfinite(upper):
        low = max(lower, home - 0.5 * width)
        return (low, low + width) if low + width <= upper else (upper - width, upper)
    if math.isfinite(lower):
        return lower, lower + width
    if math.isfinite(upper):
        return upper - width, upper
    # Engines count turns of a continuous joint up to two, so the turn is made about the start.
    return home - 0.5 * width, home + 0.5 * width


def has_end_stops(system: JointSystem, index: int) -> bool:
    """Whether a coordinate has limits at both ends that it can be moved to.

    Args:
        system: The joints.
        index: Coordinate.
    """
    width = float(system.upper[index] - system.lower[index])
    return math.isfinite(width) and width <= (_LONGEST_SLIDE_M if system.is_linear[index] else _MOST_TURNS)


def plan_motion(system: JointSystem, facts: StageFacts, config: JointMotionConfig) -> JointPlan:
    """Return the plan for all coordinates; those that cannot be moved alone get no phases.

    Args:
        system: The joints, paths in the asset.
        facts: The asset.
        config: Settings.
    """
    mimics = find_mimics(system, facts)
    builder = make_builder(system, facts, mimics, config)
    followers = {m.follower for m in mimics}
    coupled = coupled_coordinates(system, facts)
    builder.add("start", builder.steps(_HOLD_SECONDS), changes={**_at(builder, builder.home), **_rest(builder)})
    for index in range(system.count):
        if index in followers or coupled[index]:
            continue
        low, high = sweep_ends(system, index, float(builder.home[index]), config.unlimited_travel_m)
        if high - low <= 0 or system.max_velocity[index] == 0:
            continue
        _Joint(builder, index, (low, high), config, mimics).add()
    return builder.build()


def _once(builder: PlanBuilder, values: Array, row_count: int | None = None) -> Array:
    """Return rows that set a state before the first step and leave it alone afterwards."""
    count = builder.steps(_HOLD_SECONDS) if row_count is None else row_count
    rows = np.full((count, builder.system.count), np.nan)
    rows[0] = values
    return rows


def _at(builder: PlanBuilder, values: Array, row_count: int | None = None) -> dict[str, Array]:
    return {"set_position": _once(builder, values, row_count)}


def _rest(builder: PlanBuilder, row_count: int | None = None) -> dict[str, Array]:
    return {"set_velocity": _once(builder, np.zeros(builder.system.count), row_count)}


class _Joint:
    """Phases of one joint."""

    def __init__(
        self,
        builder: PlanBuilder,
        index: int,
        ends: tuple[float, float],
        config: JointMotionConfig,
        mimics: Sequence[Mimic],
    ) -> None:
        self.builder, self.index, self.config = builder, index, config
        self.low, self.high = ends
        self.home = float(min(max(builder.home[index], self.low), self.high))
        self.mimics = [m for m in mimics if m.leader == index]
        system = builder.system
        self.is_limited = has_end_stops(system, index)
        self.inertia = max(float(system.mass_matrix[index, index]), 1e-9)
        for mimic in self.mimics:
            self.inertia += mimic.multiplier**2 * float(system.mass_matrix[mimic.follower, mimic.follower])
        self.limit = float(system.max_velocity[index])
        usual = config.sweep_m_s if system.is_linear[index] else config.sweep_rad_s
        self.speed = min(self.limit * config.velocity_fraction, usual)

    def add(self) -> None:
        """Append everything."""
        up, down = self._way(self.home, self.high), self._way(self.home, self.low)
        bound = _SWEEP_RESERVE * max(self._effort_of(up), self._effort_of(down))
        self._hold()
        self._sweep("sweep-upper", up, bound)
        self._push("push-upper", self.high, bound)
        self._sweep("return-upper", self._way(self.high, self.home), bound)
        self._sweep("sweep-lower", down, bound)
        self._push("push-lower", self.low, -bound)
        self._sweep("return-lower", self._way(self.low, self.home), bound)
        self._coast()
        self._drive()

    def _rows(self, values: Array) -> dict[str, Array]:
        """Return references with this joint, and what mimics it, at given positions."""
        rows = column(self.builder.system, self.builder.home, self.index, values)
        for mimic in self.mimics:
            rows[:, mimic.follower] = mimic.multiplier * values + mimic.offset
        return {"reference": rows}

    def _way(self, start: float, end: float) -> Array:
        config = self.config
        way = 0.5 * math.pi * abs(end - start)
        # However long it takes: beyond its velocity limit an engine holds the joint back.
        longest = max(config.sweep_max_seconds, way / (_FULL_SPEED * self.limit))
        seconds = min(max(way / self.speed, config.sweep_min_seconds), longest)
        return smooth(start, end, self.builder.steps(seconds))

    def _effort_of(self, way: Array) -> float:
        """Largest effort that a way takes by itself: the acceleration of a cosine times the inertia."""
        seconds = len(way) * self.builder.timestep_s
        return self.inertia * 0.5 * abs(float(way[-1] - way[0])) * (math.pi / seconds) ** 2 + 1e-6

    def _hold(self) -> None:
        count = self.builder.steps(_HOLD_SECONDS)
        changes = {**_at(self.builder, self.builder.home), **_rest(self.builder)}
        self.builder.add("hold", count, joint=self.index, changes=changes)

    def _sweep(self, name: str, way: Array, bound: float) -> None:
        bounds = column(self.builder.system, self.builder.bound, self.index, np.full(len(way), bound))
        self.builder.add(name, len(way), joint=self.index, changes={"bound": bounds, **self._rows(way)})

    def _push(self, name: str, at: float, bound: float) -> None:
        if not self.is_limited:
            return
        system, index = self.builder.system, self.index
        limit = float(system.max_effort[index])
        effort = abs(bound)
        if system.has_drive(index) and math.isfinite(limit):
            effort = min(limit, _PUSH_RESERVE * effort)
        count = self.builder.steps(self.config.push_seconds)
        zeros = np.zeros(system.count)
        mode = np.full((count, system.count), float(JointMode.FOLLOW))
        mode[:, index] = JointMode.PUSH
        pushed = column(system, zeros, index, np.full(count, math.copysign(effort, bound)))
        bounds = column(system, self.builder.bound, index, np.full(count, abs(bound)))
        changes = {"mode": mode, "effort": pushed, "bound": bounds, **self._rows(np.full(count, at))}
        self.builder.add(name, count, joint=index, value=math.copysign(effort, bound), changes=changes)

    def _coast(self) -> None:
        """Give the joint a speed towards the larger part of its range, and let it go."""
        builder, index, start = self.builder, self.index, self.home
        seconds = self.config.coast_seconds
        ahead = max(self.high - start, start - self.low)
        speed = math.copysign(min(self.speed, 0.25 * ahead / seconds), (self.high - start) - (start - self.low) + 1e-12)
        count = builder.steps(seconds)
        mode = np.full((count, builder.system.count), float(JointMode.FOLLOW))
        mode[:, index] = JointMode.EFFORT
        position, velocity = builder.home.copy(), np.zeros(builder.system.count)
        position[index], velocity[index] = start, speed
        for mimic in self.mimics:
            position[mimic.follower] = mimic.multiplier * start + mimic.offset
            velocity[mimic.follower] = mimic.multiplier * speed
            mode[:, mimic.follower] = JointMode.EFFORT
        changes = {
            "mode": mode,
            "set_position": _once(builder, position, count),
            "set_velocity": _once(builder, velocity, count),
            **self._rows(np.full(count, start)),
        }
        builder.add("coast", count, joint=index, value=speed, changes=changes)

    def _drive(self) -> None:
        """Let the authored drive follow a step of its target."""
        builder, index = self.builder, self.index
        system = builder.system
        if not system.has_drive(index) or not system.stiffness[index] > 0 or system.max_effort[index] == 0:
            return
        width = self.high - self.low
        size = min(self.config.drive_step_fraction * width, 0.05 if system.is_linear[index] else 0.2)
        step = size if self.high - self.home >= self.home - self.low else -size
        count = builder.steps(self.config.drive_seconds)
        mode = np.full((count, system.count), float(JointMode.FOLLOW))
        mode[:, index] = JointMode.DRIVE
        for mimic in self.mimics:
            mode[:, mimic.follower] = JointMode.EFFORT
        target = column(system, system.position_target, index, np.full(count, self.home + step))
        rate = column(system, system.velocity_target, index, np.zeros(count))
        changes = {"mode": mode, "target": target, "target_rate": rate}
        changes |= {**_at(builder, builder.home, count), **_rest(builder, count)}
        builder.add("drive", count, joint=index, value=step, changes=changes)
