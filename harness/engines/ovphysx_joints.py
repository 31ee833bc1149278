"""Joint coordinates of articulations in the embedded engine: description, commands, readings. Runs in the worker.

Quantities are in stage units, as everywhere in the worker. Nothing here may be used before the first real step, except
creating the object: reading a binding earlier would run a hidden step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.motion.follow import Follower
from harness.motion.system import JointMode

__all__ = ["JointAccess", "JointRecorder"]

Array = npt.NDArray[Any]

# How engines write "no limit", and a limit that nothing meets.
_UNLIMITED = 1e37
_WIDE = 1e4
_UNBOUNDED_EFFORT = 1e30

_COLUMNS = {
    "position": "DOF_POSITION",
    "limit": "DOF_LIMIT",
    "max_velocity": "DOF_MAX_VELOCITY",
    "max_effort": "DOF_MAX_FORCE",
    "armature": "DOF_ARMATURE",
    "stiffness": "DOF_STIFFNESS",
    "damping": "DOF_DAMPING",
    "friction": "DOF_FRICTION_PROPERTIES",
    "drive_type": "DOF_DRIVE_TYPE",
    "position_target": "DOF_POSITION_TARGET",
    "velocity_target": "DOF_VELOCITY_TARGET",
}


class JointAccess:
    """Readers and writers of all articulations of a scene, joined to one row of coordinates.

    Args:
        ovphysx: The engine's module.
        physx: The engine.
        paths: Prim paths of ``articulations``, ``links`` and ``joints``.
        timestep_s: Physics time step.
    """

    def __init__(self, ovphysx: Any, physx: Any, paths: Mapping[str, list[str]], timestep_s: float) -> None:
        self._types, self._physx, self._timestep = ovphysx.TensorType, physx, timestep_s
        self._bindings: dict[tuple[str, str], tuple[Any, Array]] = {}
        self.articulations = [a for a in paths["articulations"] if self._binding("DOF_POSITION", a)[0].dof_count]
        self._names = {a: self._binding("DOF_POSITION", a)[0] for a in self.articulations}
        self._counts = [self._names[a].dof_count for a in self.articulations]
        self._paths = paths
        self._follower: Follower | None = None
        self._gains: dict[str, Array] = {}
        self._armature: dict[str, Array] = {}
        self._mode: Array | None = None
        self._position = self._velocity = np.zeros(0)

    @property
    def count(self) -> int:
        """Number of joint coordinates."""
        return sum(self._counts)

    def describe(self) -> tuple[dict[str, Any], dict[str, Array]]:
        """Return names and properties of all coordinates and links; the scene must have made a step."""
        data: dict[str, Any] = {"articulations": []}
        links: dict[str, list[Array]] = {"mass": [], "center": [], "inertia": []}
        joint_paths, link_paths = list(self._paths["joints"]), list(self._paths["links"])
        for path in self.articulations:
            binding = self._names[path]
            # Names are leaf names, one link for each joint after the root link.
            data["articulations"].append(
                {
                    "path": path,
                    "is_fixed_base": bool(binding.is_fixed_base),
                    "link_paths": _claim(list(binding.body_names), link_paths, path),
                    "joint_names": list(binding.joint_names),
                    "joint_paths": _claim(list(binding.joint_names), joint_paths, path),
                    "dof_names": list(binding.dof_names),
                }
            )
            links["mass"].append(self._read("BODY_MASS", path).astype(np.float64))
            links["center"].append(self._read("BODY_COM_POSE", path)[:, :3].astype(np.float64))
            links["inertia"].append(self._read("BODY_INERTIA", path).astype(np.float64))
        arrays = {name: self._joined(kind).astype(np.float64) for name, kind in _COLUMNS.items()}
        if self.articulations:
            arrays.update({f"link_{name}": np.concatenate(parts) for name, parts in links.items()})
            arrays["mass_matrix"] = self.dynamics()[0]
        names = ("stiffness", "damping", "max_effort", "drive_type", "friction")
        self._gains = {n: arrays[n].copy() for n in names}
        self._refresh()
        return data, arrays

    def start_plan(self, plan: Mapping[str, Array]) -> None:
        """Prepare for commands: mimic relations, and limits that prescribed joints ignore."""
        relations = {n: plan[n] for n in ("leader", "multiplier", "window")}
        self._follower = Follower(timestep_s=self._timestep, **relations)
        limits = self._joined("DOF_LIMIT").copy()
        # Only limits that exist can be changed, and the engine says so for each of the others.
        released = plan["ignores_limits"] & (np.abs(limits) < _UNLIMITED).all(axis=1)
        if released.any():
            limits[released] = (-_WIDE, _WIDE)
            self._write("DOF_LIMIT", limits)

    def before(self, rows: Mapping[str, Array], index: int) -> Array:
        """Apply the commands of one row before its step and return the efforts, shape (D,)."""
        row = {name: values[index] for name, values in rows.items()}
        self._set_state(row)
        self._set_drives(row)
        effort = np.zeros(self.count)
        for part, (matrix, coriolis, gravity) in zip(self._parts(), self._dynamics(), strict=True):
            effort[part] = self._effort_of(part, (matrix, coriolis + gravity), row)
        self._write("DOF_ACTUATION_FORCE", effort)
        return effort

    def after(self) -> tuple[Array, Array]:
        """Return positions and velocities after the step, shape (D,) each."""
        self._refresh()
        return self._position, self._velocity

    def dynamics(self) -> tuple[Array, Array, Array]:
        """Return mass matrix (D, D), Coriolis and gravity forces (D,) of the joints at the present state."""
        blocks, coriolis, gravity = [], [], []
        for part, (matrix, c, g) in zip(self._parts(), self._dynamics(), strict=True):
            count = part.stop - part.start
            # The base of a floating articulation comes first.
            blocks.append(matrix[len(c) - count :, len(c) - count :])
            coriolis.append(c[len(c) - count :])
            gravity.append(g[len(g) - count :])
        return self._dense(blocks), np.concatenate(coriolis), np.concatenate(gravity)

    def close(self) -> None:
        """Free all readers."""
        for binding, _ in self._bindings.values():
            binding.destroy()
        self._bindings.clear()

    def _effort_of(self, part: slice, system: tuple[Array, Array], row: Mapping[str, Array]) -> Array:
        if self._follower is None:
            raise RuntimeError("there is no plan")
        whole = self._follower
        leader = whole.leader[part] - part.start
        leader[leader < 0] = -1
        follower = replace(whole, leader=leader, multiplier=whole.multiplier[part], window=whole.window[part])
        state = (self._position[part], self._velocity[part])
        names = ("stiffness", "damping", "max_effort", "drive_type")
        gains = tuple(self._gains[n][part] for n in names)
        return follower.effort(system, state, {k: v[part] for k, v in row.items()}, gains)

    def _set_state(self, row: Mapping[str, Array]) -> None:
        for name, kind in (("set_position", "DOF_POSITION"), ("set_velocity", "DOF_VELOCITY")):
            wanted = np.isfinite(row[name])
            if wanted.any():
                now = self._position if name == "set_position" else self._velocity
                self._write(kind, np.where(wanted, row[name], now))
                self._refresh()

    def _set_drives(self, row: Mapping[str, Array]) -> None:
        mode = row["mode"]
        has_drive = mode == JointMode.DRIVE
        if self._mode is None or not np.array_equal(mode, self._mode):
            self._mode = mode.copy()
            for name, kind in (("stiffness", "DOF_STIFFNESS"), ("damping", "DOF_DAMPING")):
                self._write(kind, np.where(has_drive, self._gains[name], 0.0))
            # The engine cuts any effort off at the limit of a drive; a plan has bounds of its own.
            is_cut = (self._gains["drive_type"] != 0) & ~has_drive
            self._write("DOF_MAX_FORCE", np.where(is_cut, _UNBOUNDED_EFFORT, self._gains["max_effort"]))
            # Friction only of joints that are free to feel it: what follows a reference does so whatever it takes.
            feels = (mode == JointMode.EFFORT) | has_drive
            self._write("DOF_FRICTION_PROPERTIES", np.where(feels[:, None], self._gains["friction"], 0.0))
        if has_drive.any():
            self._write("DOF_POSITION_TARGET", row["target"])
            self._write("DOF_VELOCITY_TARGET", row["target_rate"])

    def _parts(self) -> list[slice]:
        ends = np.cumsum(self._counts).tolist()
        return [slice(end - count, end) for end, count in zip(ends, self._counts, strict=True)]

    def _dynamics(self) -> list[tuple[Array, Array, Array]]:
        names = ("MASS_MATRIX", "CORIOLIS_AND_CENTRIFUGAL_FORCE", "GRAVITY_FORCE")
        result = []
        for path in self.articulations:
            matrix, coriolis, gravity = (self._read(n, path).astype(np.float64) for n in names)
            # PhysX moves joints with their armature, but its mass matrix comes without.
            armature = self._armature_of(path)
            own = np.arange(len(coriolis) - len(armature), len(coriolis))
            matrix[own, own] += armature
            result.append((matrix, coriolis, gravity))
        return result

    def _armature_of(self, path: str) -> Array:
        if path not in self._armature:
            self._armature[path] = self._read("DOF_ARMATURE", path).astype(np.float64).copy()
        return self._armature[path]

    @staticmethod
    def _dense(blocks: Sequence[Array]) -> Array:
        count = sum(b.shape[0] for b in blocks)
        result = np.zeros((count, count))
        start = 0
        for block in blocks:
            end = start + block.shape[0]
            result[start:end, start:end] = block
            start = end
        return result

    def _refresh(self) -> None:
        self._position = self._joined("DOF_POSITION").astype(np.float64)
        self._velocity = self._joined("DOF_VELOCITY").astype(np.float64)

    def _joined(self, kind: str) -> Array:
        parts = [self._read(kind, path) for path in self.articulations]
        return np.concatenate(parts) if parts else np.zeros(0)

    def _binding(self, kind: str, path: str) -> tuple[Any, Array]:
        key = (kind, path)
        if key not in self._bindings:
            tensor = getattr(self._types, f"ARTICULATION_{kind}")
            binding = self._physx.create_tensor_binding(prim_paths=[path], tensor_type=tensor)
            self._bindings[key] = (binding, np.zeros(binding.shape, np.dtype(str(binding.dtype))))
        return self._bindings[key]

    def _read(self, kind: str, path: str) -> Array:
        # The buffer is reused: the reader caches the address of its target.
        binding, buffer = self._binding(kind, path)
        binding.read(buffer)
        result: Array = buffer[0]
        return result

    def _write(self, kind: str, values: Array) -> None:
        for part, path in zip(self._parts(), self.articulations, strict=True):
            binding, buffer = self._binding(kind, path)
            buffer[0] = values[part]
            binding.write(buffer)


class JointRecorder:
    """Follows a plan and keeps what the joints did.

    Args:
        joints: The joints.
        plan: Commands of all steps, shape (F, D) each, and the mimic relations, shape (D,).
        stride: Every how many rows the mass matrix and bias are kept; 0 for never.
    """

    def __init__(self, joints: JointAccess, plan: Mapping[str, Array], stride: int) -> None:
        constant = ("leader", "multiplier", "window", "ignores_limits")
        joints.start_plan({n: plan[n] for n in constant})
        self._commands = {n: v for n, v in plan.items() if n not in constant}
        self._joints, self._stride, self._row = joints, stride, 0
        self._steps: list[tuple[Array, Array, Array]] = []
        self._dynamics: list[tuple[Array, Array, Array]] = []
        self._rows: list[int] = []
        self._effort: Array = np.zeros(joints.count)

    def before(self) -> None:
        """Command one step."""
        if self._row >= len(self._commands["mode"]):
            raise RuntimeError("the plan has no more rows")
        self._effort = self._joints.before(self._commands, self._row)

    def after(self) -> None:
        """Read after the step."""
        if self._stride and self._row % self._stride == 0:
            self._dynamics.append(self._joints.dynamics())
            self._rows.append(len(self._steps))
        self._steps.append((*self._joints.after(), self._effort))
        self._row += 1

    def take(self) -> dict[str, Array]:
        """Return everything since the last call."""
        count, kept, steps = self._joints.count, len(self._dynamics), len(self._steps)
        position, velocity, effort = (np.array([s[k] for s in self._steps]).reshape(steps, count) for k in range(3))
        matrix, coriolis, gravity = (np.array([d[k] for d in self._dynamics]) for k in range(3))
        rows = np.array(self._rows, dtype=np.int64)
        self._steps, self._dynamics, self._rows = [], [], []
        return {
            "joint_position": position,
            "joint_velocity": velocity,
            "joint_effort": effort,
            "dynamics_rows": rows,
            "mass_matrix": matrix.reshape(kept, count, count),
            "coriolis": coriolis.reshape(kept, count),
            "gravity": gravity.reshape(kept, count),
        }


def _claim(names: Sequence[str], paths: list[str], root: str) -> list[str]:
    """Find the path of each leaf name; among equals the one that shares most with the root, each path once."""
    free = list(paths)
    found = []
    for name in names:
        candidates = [p for p in free if p.rpartition("/")[2] == name]
        candidates.sort(key=lambda p: -_shared(p, root))
        found.append(candidates[0] if candidates else "")
        if candidates:
            free.remove(candidates[0])
    return found


def _shared(path: str, root: str) -> int:
    first, second = path.split("/"), root.split("/")
    same = 0
    while same < min(len(first), len(second)) and first[same] == second[same]:
        same += 1
    return same
