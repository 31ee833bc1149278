"""Convert joint quantities between an engine's stage units and SI, and check what a worker says about joints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.engines.base import SceneUnits
from harness.errors import EngineProtocolError
from harness.motion.plan import JointPlan
from harness.motion.record import JointFrames
from harness.motion.system import JointSystem

__all__ = ["JointConverter", "make_joint_system"]

Array = npt.NDArray[Any]

# Engines write "no limit" as infinity or as the largest number of single precision.
_UNLIMITED = 1e37


class JointConverter:
    """Units of D joint coordinates: angles are radians everywhere, lengths and masses follow the stage.

    Args:
        units: Units of the composed stage.
        is_linear: Whether each coordinate is a length, shape (D,).
    """

    def __init__(self, units: SceneUnits, is_linear: npt.NDArray[np.bool_]) -> None:
        self.length = np.where(is_linear, units.meters_per_unit, 1.0)
        self.energy = units.kilograms_per_unit * units.meters_per_unit**2
        self.mass, self.meter = units.kilograms_per_unit, units.meters_per_unit

    @property
    def effort(self) -> Array:
        """SI efforts in one stage effort: energy over position."""
        result: Array = self.energy / self.length
        return result

    @property
    def gain(self) -> Array:
        """SI effort over position, in one of the stage: stiffness, damping and inertia of a coordinate."""
        result: Array = self.energy / self.length**2
        return result

    def frames(self, arrays: Mapping[str, Array], first_frame: int, frame_count: int) -> JointFrames:
        """Convert one block of joint readings.

        Raises:
            EngineProtocolError: If an array is missing or has the wrong shape.
        """
        count = len(self.length)
        try:
            position, velocity = arrays["joint_position"] * self.length, arrays["joint_velocity"] * self.length
            effort = arrays["joint_effort"] * self.effort
            matrix = arrays["mass_matrix"] * (self.energy / np.outer(self.length, self.length))
            coriolis, gravity = arrays["coriolis"] * self.effort, arrays["gravity"] * self.effort
            rows = np.asarray(arrays["dynamics_rows"], dtype=np.int64)
        except (KeyError, ValueError) as error:
            raise EngineProtocolError(f"The engine worker sent incomplete joint readings: {error}.") from error
        if position.shape != (frame_count, count) or matrix.shape != (len(rows), count, count):
            raise EngineProtocolError("The engine worker sent joint readings of the wrong shape.")
        return JointFrames(
            position=position,
            velocity=velocity,
            effort=effort,
            dynamics_frames=rows + first_frame,
            mass_matrix=matrix,
            coriolis=coriolis,
            gravity=gravity,
        )

    def commands(self, plan: JointPlan) -> dict[str, Array]:
        """Return a plan in stage units, for the worker."""
        return {
            "mode": plan.mode,
            "reference": plan.reference / self.length,
            "rate": plan.rate() / self.length,
            "effort": plan.effort / self.effort,
            "target": plan.target / self.length,
            "target_rate": plan.target_rate / self.length,
            "set_position": plan.set_position / self.length,
            "set_velocity": plan.set_velocity / self.length,
            "bound": plan.bound / self.effort,
            "window": plan.window / self.length,
            "ignores_limits": plan.ignores_limits,
            "leader": plan.leader,
            "multiplier": plan.multiplier * np.where(plan.leader >= 0, self.length[plan.leader] / self.length, 1.0),
        }


def make_joint_system(
    data: Mapping[str, Any], arrays: Mapping[str, Array], units: SceneUnits, is_linear: Callable[[str], bool]
) -> tuple[JointSystem, JointConverter]:
    """Describe the joints in SI from what a worker answered.

    Args:
        data: Names of articulations, links, joints and coordinates.
        arrays: Properties in stage units, names with the prefix ``joint_``.
        units: Units of the stage.
        is_linear: Tells from the scene path of a joint whether its coordinate is a length.

    Raises:
        EngineProtocolError: If something is missing or does not fit together.
    """
    try:
        return _make(data, arrays, units, is_linear)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise EngineProtocolError(f"The engine worker described the joints incompletely: {error}") from error


def _make(
    data: Mapping[str, Any], arrays: Mapping[str, Array], units: SceneUnits, is_linear: Callable[[str], bool]
) -> tuple[JointSystem, JointConverter]:
    paths: list[str] = []
    axes: list[int] = []
    owner: list[int] = []
    links: list[str] = []
    roots: list[bool] = []
    for index, entry in enumerate(data["articulations"]):
        known = dict(zip(entry["joint_names"], entry["joint_paths"], strict=True))
        for name in entry["dof_names"]:
            joint, _, axis = str(name).partition(":")
            paths.append(known.get(joint) or f"{entry['path']}/{joint}")
            axes.append(int(axis or 0))
            owner.append(index)
        links += entry["link_paths"]
        roots += [i == 0 for i in range(len(entry["link_paths"]))]
    linear = np.array([is_linear(p) for p in paths], dtype=np.bool_)
    convert = JointConverter(units, linear)
    names = (tuple(str(e["path"]) for e in data["articulations"]), tuple(paths), tuple(links))
    bases = tuple(bool(e["is_fixed_base"]) for e in data["articulations"])
    indices = (np.array(owner, np.int64), np.array(axes, np.int64), np.array(roots, np.bool_))
    return _system(names, bases, indices, linear, convert, arrays), convert


def _system(
    names: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]],
    bases: tuple[bool, ...],
    indices: tuple[Array, Array, Array],
    linear: Array,
    convert: JointConverter,
    arrays: Mapping[str, Array],
) -> JointSystem:
    articulations, paths, links = names
    owner, axes, roots = indices

    def of(name: str, scale: Array) -> npt.NDArray[np.float64]:
        values = np.asarray(arrays[f"joint_{name}"], dtype=np.float64).reshape(len(paths), -1)
        values = np.where(np.abs(values) > _UNLIMITED, np.copysign(np.inf, values), values) * scale[:, None]
        return np.ascontiguousarray(values[:, 0] if values.shape[1] == 1 else values)

    limits = of("limit", convert.length).reshape(len(paths), 2)
    friction = of("friction", convert.effort).reshape(len(paths), 3)
    friction[:, 2] = friction[:, 2] / convert.length
    return JointSystem(
        articulation_paths=articulations,
        is_fixed_base=bases,
        articulation_of=owner,
        joint_paths=paths,
        axis_index=axes,
        is_linear=linear,
        position=of("position", convert.length),
        lower=limits[:, 0],
        upper=limits[:, 1],
        max_velocity=of("max_velocity", convert.length),
        max_effort=of("max_effort", convert.effort),
        armature=of("armature", convert.gain),
        stiffness=of("stiffness", convert.gain),
        damping=of("damping", convert.gain),
        friction=friction,
        drive_type=of("drive_type", np.ones(len(paths))).astype(np.int64),
        position_target=of("position_target", convert.length),
        velocity_target=of("velocity_target", convert.length),
        mass_matrix=np.asarray(arrays.get("joint_mass_matrix", np.zeros((0, 0)))).reshape(len(paths), len(paths))
        * (convert.energy / np.outer(convert.length, convert.length)),
        link_paths=links,
        link_mass_kg=np.asarray(arrays.get("joint_link_mass", np.zeros(0))) * convert.mass,
        link_center_m=np.asarray(arrays.get("joint_link_center", np.zeros((0, 3)))) * convert.meter,
        link_inertia_kg_m2=np.asarray(arrays.get("joint_link_inertia", np.zeros((0, 9)))).reshape(-1, 3, 3)
        * convert.energy,
        link_is_root=roots,
    )
