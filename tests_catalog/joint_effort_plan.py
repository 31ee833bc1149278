"""Plan of joint_effort: worst poses by search, then holding and moving in each of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from harness.dynamics.model import State
from harness.dynamics.rigid_body import forward_kinematics, gravity_force
from harness.motion.plan import JointPlan, PlanBuilder, column, smooth
from harness.motion.reference import ReferenceModel, build_reference
from harness.motion.system import JointSystem
from harness.stage.facts import StageFacts
from tests_catalog.joint_criteria import is_actuated
from tests_catalog.joint_scenario import Mimic, find_mimics, make_builder

if TYPE_CHECKING:
    from tests_catalog.joint_effort import JointEffortConfig

__all__ = ["plan_effort", "worst_poses"]

Array = npt.NDArray[np.float64]

_GRID = 9
_ROUNDS = 2
_AT_ONCE = 512
_SPREAD_ROWS = 2


def plan_effort(system: JointSystem, facts: StageFacts, config: JointEffortConfig) -> JointPlan:
    """Return the plan: random poses, then for each actuated joint its worst pose held and moved through.

    Args:
        system: The joints, paths in the asset.
        facts: The asset.
        config: Settings.
    """
    mimics = find_mimics(system, facts)
    builder = make_builder(system, facts, mimics, config, dynamics_stride=1)
    random = np.random.default_rng(config.seed)
    low, high = _ranges(system, builder.home)
    followers = {m.follower for m in mimics}
    samples = _poses(random, (low, high), builder.home, config.sample_count, mimics)
    builder.add("start", builder.steps(0.05), changes=_jump(builder, builder.home, builder.steps(0.05)))
    for pose in samples:
        _hold(builder, "sample", -1, pose, _SPREAD_ROWS)
    worst = worst_poses(system, facts, config, mimics)
    for index in range(system.count):
        if index in followers or not is_actuated(system, index) or (builder.free is not None and builder.free[index]):
            continue
        pose = worst.get(index, builder.home)
        _hold(builder, "hold", index, pose, builder.steps(config.hold_seconds))
        _move(builder, index, pose, (float(low[index]), float(high[index])), config.move_max_seconds, mimics)
    return builder.build()


def _ranges(system: JointSystem, home: Array) -> tuple[Array, Array]:
    """Return where each joint may be: its limits, one turn, or its start for a slide without limits."""
    turn = np.where(system.is_linear, 0.0, math.pi)
    low = np.where(np.isfinite(system.lower), system.lower, home - turn)
    high = np.where(np.isfinite(system.upper), system.upper, home + turn)
    return np.minimum(low, high), np.maximum(low, high)


def _with_mimics(poses: Array, mimics: tuple[Mimic, ...]) -> Array:
    for mimic in mimics:
        poses[:, mimic.follower] = mimic.multiplier * poses[:, mimic.leader] + mimic.offset
    return poses


def _poses(
    random: np.random.Generator, ends: tuple[Array, Array], home: Array, count: int, mimics: tuple[Mimic, ...]
) -> Array:
    """Return the start pose, both ends and random poses, shape (count + 3, D)."""
    low, high = ends
    poses = random.uniform(low, high, (count, len(home)))
    return _with_mimics(np.concatenate([home[None], low[None], high[None], poses]), mimics)


def worst_poses(
    system: JointSystem, facts: StageFacts, config: JointEffortConfig, mimics: tuple[Mimic, ...]
) -> dict[int, Array]:
    """Return for each modelled coordinate the pose that takes most effort to hold, shape (D,) each.

    Args:
        system: The joints, paths in the asset.
        facts: The asset.
        config: Settings.
        mimics: Which joints follow others.
    """
    result: dict[int, Array] = {}
    home = np.clip(system.position, system.lower, system.upper)
    low, high = _ranges(system, home)
    random = np.random.default_rng(config.seed)
    poses = _poses(random, (low, high), home, config.pose_count, mimics)
    for articulation in range(len(system.articulation_paths)):
        model = build_reference(system, facts, articulation, config.gravity_m_s2)
        if model is None:
            continue
        loads = _loads(model, poses, mimics)
        for index in model.coordinates:
            pose = poses[int(np.argmax(np.abs(loads[:, index])))].copy()
            for _ in range(_ROUNDS):
                pose = _refined(model, index, pose, (low, high), mimics)
            result[index] = pose
    return result


def _loads(model: ReferenceModel, poses: Array, mimics: tuple[Mimic, ...]) -> Array:
    """Return the efforts that hold poses against gravity, shape (P, D); leaders carry their followers."""
    order = list(model.coordinates)
    loads = np.zeros(poses.shape)
    for first in range(0, len(poses), _AT_ONCE):
        part = poses[first : first + _AT_ONCE][:, order]
        state = State(position=part, velocity=np.zeros_like(part))
        kinematics = forward_kinematics(model.mechanism, state)
        loads[first : first + _AT_ONCE, order] = gravity_force(model.mechanism, kinematics)
    for mimic in mimics:
        loads[:, mimic.leader] += mimic.multiplier * loads[:, mimic.follower]
    return loads


def _refined(
    model: ReferenceModel, index: int, pose: Array, ends: tuple[Array, Array], mimics: tuple[Mimic, ...]
) -> Array:
    """Improve a pose one coordinate after another, over a grid of each range."""
    order = list(model.coordinates)
    tries = np.tile(pose, (len(order) * _GRID, 1))
    for number, k in enumerate(order):
        tries[number * _GRID : (number + 1) * _GRID, k] = np.linspace(ends[0][k], ends[1][k], _GRID)
    tries = _with_mimics(np.concatenate([pose[None], tries]), mimics)
    best: Array = tries[int(np.argmax(np.abs(_loads(model, tries, mimics)[:, index])))]
    return best


def _jump(builder: PlanBuilder, pose: Array, rows: int) -> dict[str, Array]:
    position = np.full((rows, builder.system.count), np.nan)
    velocity = position.copy()
    position[0], velocity[0] = pose, 0.0
    return {"set_position": position, "set_velocity": velocity, "reference": np.tile(pose, (rows, 1))}


def _hold(builder: PlanBuilder, name: str, index: int, pose: Array, rows: int) -> None:
    builder.add(name, rows, joint=index, changes=_jump(builder, pose, rows))


def _move(
    builder: PlanBuilder,
    index: int,
    pose: Array,
    ends: tuple[float, float],
    max_seconds: float,
    mimics: tuple[Mimic, ...],
) -> None:
    """Move a joint through its range with its velocity limit as the largest speed, the others in its worst pose."""
    speed = float(builder.system.max_velocity[index])
    low, high = ends
    if not math.isfinite(speed) or speed <= 0 or high <= low:
        return
    seconds = 0.5 * math.pi * (high - low) / speed
    if seconds > max_seconds:
        # Slow joints accelerate hardly at all: a part of the range at full speed says the same.
        middle = min(max(float(pose[index]), low), high)
        way = speed * max_seconds / math.pi
        low, high = max(low, middle - way), min(high, middle + way)
        seconds = 0.5 * math.pi * (high - low) / speed
    way_values = smooth(low, high, builder.steps(max(seconds, 0.02)))
    start = pose.copy()
    start[index] = low
    rows = column(builder.system, start, index, way_values)
    start = _with_mimics(start[None], mimics)[0]
    changes = _jump(builder, start, len(way_values))
    changes["reference"] = _with_mimics(rows, mimics)
    builder.add("move", len(way_values), joint=index, value=speed, changes=changes)
