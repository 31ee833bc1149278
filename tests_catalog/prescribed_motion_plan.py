"""Plan of prescribed_motion: actuator types, the trajectory or a chirp, then free motion."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from harness.dynamics.hybrid import ActuatorType
from harness.errors import UsageError
from harness.motion.connections import coupled_coordinates
from harness.motion.plan import JointPlan
from harness.motion.system import JointMode, JointSystem
from harness.stage.facts import StageFacts
from tests_catalog.joint_scenario import find_mimics, make_builder

if TYPE_CHECKING:
    from tests_catalog.prescribed_motion import PrescribedMotionConfig

__all__ = ["actuator_types", "all_prescribed", "parse_actuators", "plan_prescribed"]

Array = npt.NDArray[np.float64]

_DYNAMICS_STRIDE = 12
_LEAD_SECONDS = 0.1
# Speeds that no chirp exceeds, whatever the range: those of fast robots and slides.
_USUAL_RAD_S, _USUAL_M_S = 10.0, 1.0
# Beyond two turns engines do not count; such a trajectory is one in degrees.
_MOST_TURNS = 4 * math.pi * 1.001


def parse_actuators(text: str) -> dict[str, ActuatorType]:
    """Read ``name=type, name=type``.

    Raises:
        UsageError: If a part is malformed or names no type.
    """
    found: dict[str, ActuatorType] = {}
    for part in (p.strip() for p in text.split(",") if p.strip()):
        name, _, kind = (w.strip() for w in part.partition("="))
        if kind not in set(ActuatorType):
            raise UsageError(
                f"prescribed_motion.actuators: {part!r} names no actuator type. Write joint=type with one of "
                f"{', '.join(ActuatorType)}."
            )
        found[name] = ActuatorType(kind)
    return found


def _authored(facts: StageFacts) -> dict[str, ActuatorType]:
    kinds = {j.path: j.mechanics.actuator for j in facts.joints if j.mechanics is not None}
    return {p: ActuatorType(k) for p, k in kinds.items() if k in set(ActuatorType)}


def _match(names: Mapping[str, ActuatorType], path: str) -> ActuatorType | None:
    return names.get(path) or names.get(path.rpartition("/")[2])


def all_prescribed(facts: StageFacts, actuators: str) -> bool:
    """Whether no joint is said to be dynamic, so that contacts between links could change nothing."""
    kinds = [*parse_actuators(actuators).values(), *_authored(facts).values()]
    return all(k.is_kinematic or k is ActuatorType.MIMIC for k in kinds)


def actuator_types(system: JointSystem, facts: StageFacts, actuators: str) -> tuple[ActuatorType, ...]:
    """Return the type of each coordinate: from the setting, else from the asset, else ``velocity``.

    Args:
        system: The joints, paths in the asset.
        facts: The asset.
        actuators: The setting.

    Raises:
        UsageError: If the setting names a joint that does not exist.
    """
    chosen, authored = parse_actuators(actuators), _authored(facts)
    known = {*system.joint_paths, *(p.rpartition("/")[2] for p in system.joint_paths)}
    missing = [n for n in chosen if n not in known]
    if missing:
        raise UsageError(
            f"prescribed_motion.actuators: the asset has no movable joint {missing[0]!r}. It has: "
            f"{', '.join(sorted(set(system.joint_paths)))}."
        )
    types = [_match(chosen, p) or authored.get(p) or ActuatorType.VELOCITY for p in system.joint_paths]
    for mimic in find_mimics(system, facts):
        types[mimic.follower] = ActuatorType.MIMIC
    return tuple(types)


def plan_prescribed(system: JointSystem, facts: StageFacts, config: PrescribedMotionConfig) -> JointPlan:
    """Return the plan: a short hold, the trajectory, and free motion.

    Args:
        system: The joints, paths in the asset.
        facts: The asset.
        config: Settings.

    Raises:
        UsageError: If the trajectory or the actuators cannot be used.
    """
    types = actuator_types(system, facts, config.actuators)
    mimics = find_mimics(system, facts)
    builder = make_builder(system, facts, mimics, config, dynamics_stride=_DYNAMICS_STRIDE)
    builder.bound = np.array(
        [
            system.max_effort[i] if kind is ActuatorType.SERVO and system.has_drive(i) else np.inf
            for i, kind in enumerate(types)
        ]
    )
    values = _from_file(system, config, types) if config.trajectory_file else _chirp(system, builder.home, config)
    effort = np.zeros(values.shape)
    for index, kind in enumerate(types):
        if kind is ActuatorType.LOCKED:
            values[:, index] = values[0, index]
        if kind is ActuatorType.FORCE and config.trajectory_file:
            effort[:, index], values[:, index] = values[:, index], builder.home[index]
    for mimic in mimics:
        values[:, mimic.follower] = mimic.multiplier * values[:, mimic.leader] + mimic.offset
    is_free = np.array([k in (ActuatorType.FORCE, ActuatorType.PASSIVE) for k in types])
    is_free |= coupled_coordinates(system, facts)
    lead = builder.steps(_LEAD_SECONDS)
    nothing = np.full((lead, system.count), np.nan)
    start, rest = nothing.copy(), nothing.copy()
    start[0], rest[0] = values[0], 0.0
    lead_in = {"set_position": start, "set_velocity": rest, "reference": np.tile(values[0], (lead, 1))}
    builder.add("start", lead, changes=lead_in)
    mode = np.tile(np.where(is_free, float(JointMode.EFFORT), float(JointMode.FOLLOW)), (len(values), 1))
    builder.add("motion", len(values), changes={"mode": mode, "reference": values, "effort": effort})
    _add_free(builder, values[0], builder.steps(config.free_seconds))
    return replace(builder.build(), ignores_limits=~is_free & _is_single(system))


def _add_free(builder: object, pose: Array, rows: int) -> None:
    from harness.motion.plan import PlanBuilder

    if not isinstance(builder, PlanBuilder):
        raise TypeError("not a builder")
    count = builder.system.count
    position, velocity = np.full((rows, count), np.nan), np.full((rows, count), np.nan)
    position[0], velocity[0] = pose, 0.0
    changes = {
        "mode": np.full((rows, count), float(JointMode.EFFORT)),
        "set_position": position,
        "set_velocity": velocity,
        "reference": np.tile(pose, (rows, 1)),
    }
    builder.add("free", rows, changes=changes)


def _is_single(system: JointSystem) -> npt.NDArray[np.bool_]:
    """Return which joints have one coordinate only, shape (D,)."""
    return np.array([system.joint_paths.count(p) == 1 for p in system.joint_paths], dtype=np.bool_)


def _chirp(system: JointSystem, home: Array, config: PrescribedMotionConfig) -> Array:
    """Return positions of a chirp about the middle of each range, rising and falling softly, shape (F, D)."""
    count = max(2, round(config.chirp_seconds / config.timestep_s))
    time = np.arange(1, count + 1) * config.timestep_s
    sweep = (config.chirp_end_hz - config.chirp_start_hz) / config.chirp_seconds
    envelope = np.sin(math.pi * time / config.chirp_seconds) ** 2
    values = np.empty((count, system.count))
    for index in range(system.count):
        low, high = float(system.lower[index]), float(system.upper[index])
        is_limited = math.isfinite(low) and math.isfinite(high)
        width = high - low if is_limited else 0.2 if system.is_linear[index] else math.pi
        middle = 0.5 * (low + high) if is_limited else float(home[index])
        # Joints are out of step with each other, so that every coupling is excited.
        phase = 2 * math.pi * (config.chirp_start_hz * time + 0.5 * sweep * time**2) + 2.4 * index
        amplitude = config.chirp_fraction * width
        speed = float(system.max_velocity[index])
        usual = _USUAL_M_S if system.is_linear[index] else _USUAL_RAD_S
        # A joint with a velocity limit of 0 stands still and is named for that.
        speed = min(0.8 * speed, usual)
        fastest = 2 * math.pi * config.chirp_end_hz * amplitude
        if fastest > 0:
            amplitude *= min(1.0, speed / fastest)
        if system.joint_paths.index(system.joint_paths[index]) != index:
            # Rotations of one joint about several axes do not add up, so only the first of them moves.
            amplitude = 0.0
        values[:, index] = middle + amplitude * envelope * np.sin(phase)
    return values


def _from_file(system: JointSystem, config: PrescribedMotionConfig, types: Sequence[ActuatorType]) -> Array:
    """Return positions at each step, interpolated between the rows of the file; joints not named keep their start."""
    from harness.intake.joint_trajectory import read_joint_trajectory

    path = Path(config.trajectory_file)
    time, columns = read_joint_trajectory(path)
    names = {p: i for i, p in enumerate(system.joint_paths)}
    names |= {p.rpartition("/")[2]: i for i, p in enumerate(system.joint_paths)}
    count = max(2, round((time[-1] - time[0]) / config.timestep_s))
    at = time[0] + np.arange(1, count + 1) * config.timestep_s
    values = np.tile(np.clip(system.position, system.lower, system.upper), (count, 1))
    seen: dict[int, str] = {}
    for name, samples in columns.items():
        if name not in names:
            raise UsageError(
                f"{path.name}: the asset has no movable joint {name!r}. It has: {', '.join(system.joint_paths)}."
            )
        index = names[name]
        if index in seen:
            raise UsageError(f"{path.name}: {name!r} and {seen[index]!r} are the same joint.")
        seen[index] = name
        largest = float(np.abs(samples).max())
        if not system.is_linear[index] and largest > _MOST_TURNS and types[index] is not ActuatorType.FORCE:
            raise UsageError(
                f"{path.name}: {name} goes to {largest:g} rad, more than two turns, which engines do not count. "
                "Angles are in rad; divide degrees by 57.29578."
            )
        values[:, index] = np.interp(at, time, samples)
    return values
