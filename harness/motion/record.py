"""What the joints did in a run, with the plan that moved them and the joints as the engine built them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.motion.plan import JointPlan, Phase
from harness.motion.system import JointSystem

__all__ = ["Connection", "JointFrames", "JointRecord", "join_joint_frames"]

Array = npt.NDArray[np.float64]
_PREFIX = "joints_"


@dataclass(frozen=True, kw_only=True)
class JointFrames:
    """Readings of D joint coordinates in N frames, SI units."""

    position: Array
    """Shape (N, D); NaN where it was not read."""
    velocity: Array
    """Shape (N, D); NaN where it was not read."""
    effort: Array
    """Effort that the harness applied in the step before each frame, shape (N, D)."""
    dynamics_frames: npt.NDArray[np.int64]
    """Frames at which the engine's dynamics were read, shape (K,)."""
    mass_matrix: Array
    """Mass matrix of the joints, shape (K, D, D)."""
    coriolis: Array
    """Coriolis and centrifugal forces, shape (K, D)."""
    gravity: Array
    """Forces that hold the joints against gravity, shape (K, D)."""

    @classmethod
    def unread(cls, frame_count: int, joint_count: int) -> JointFrames:
        """Return frames in which nothing was read."""
        empty = np.full((frame_count, joint_count), np.nan)
        return cls(
            position=empty,
            velocity=empty.copy(),
            effort=empty.copy(),
            dynamics_frames=np.zeros(0, np.int64),
            mass_matrix=np.zeros((0, joint_count, joint_count)),
            coriolis=np.zeros((0, joint_count)),
            gravity=np.zeros((0, joint_count)),
        )

    def head(self, count: int, first_frame: int) -> JointFrames:
        """Return the first ``count`` frames of frames that start with ``first_frame``."""
        kept = self.dynamics_frames < first_frame + count
        values = {n: getattr(self, n)[:count] for n in ("position", "velocity", "effort")}
        values |= {n: getattr(self, n)[kept] for n in ("dynamics_frames", "mass_matrix", "coriolis", "gravity")}
        return JointFrames(**values)


def join_joint_frames(parts: Sequence[JointFrames | None]) -> JointFrames | None:
    """Join consecutive frames; ``None`` when a part has no readings of joints."""
    present = [p for p in parts if p is not None]
    if len(present) < len(parts) or not present:
        return None
    return JointFrames(**{f.name: np.concatenate([getattr(p, f.name) for p in present]) for f in fields(JointFrames)})


@dataclass(frozen=True, kw_only=True)
class Connection:
    """Two bodies that a joint holds together, as indices into the bodies of the trajectory."""

    path: str
    """Asset path of the joint."""
    body0: int
    """-1 for the world."""
    body1: int
    """-1 for the world."""
    point0_m: tuple[float, float, float]
    """Origin of the joint frame in the frame of body 0."""
    point1_m: tuple[float, float, float]
    """Origin of the joint frame in the frame of body 1."""
    slide_axis: tuple[float, float, float] | None
    """Direction, in the frame of body 0, along which the joint lets the bodies move apart; ``None`` for none."""


@dataclass(frozen=True, kw_only=True)
class JointRecord:
    """Everything about joints that judging a run needs."""

    system: JointSystem
    plan: JointPlan
    frames: JointFrames
    """All frames of the run."""
    labels: tuple[str, ...]
    """Names of the coordinates as asset paths, shape (D,)."""
    moved_bodies: npt.NDArray[np.bool_]
    """Which coordinate moves which body of the trajectory, shape (B, D)."""
    link_bodies: npt.NDArray[np.int64]
    """Which bodies of the trajectory are links of articulations."""
    is_coupled: npt.NDArray[np.bool_]
    """Whether the joint of a coordinate is part of a closed loop, shape (D,)."""
    connections: tuple[Connection, ...] = ()
    reference: Mapping[str, Array] | None = None
    """Numbers of the reference model, by name; ``None`` when there is no model of the asset."""
    notes: tuple[str, ...] = ()
    """What was changed so that the joints can be moved, and what the reference model cannot do."""
    unbuilt_joints: tuple[str, ...] = ()
    """Asset paths of joints that should move and for which the engine built no coordinate."""

    def to_arrays(self) -> dict[str, Any]:
        """Return arrays for a stored trajectory."""
        arrays: dict[str, Any] = {}
        for name in JointSystem.array_names():
            arrays[f"{_PREFIX}system_{name}"] = getattr(self.system, name)
        for plan_field in _PLAN_ARRAYS:
            arrays[f"{_PREFIX}plan_{plan_field}"] = getattr(self.plan, plan_field)
        for frame_field in fields(JointFrames):
            arrays[f"{_PREFIX}frames_{frame_field.name}"] = getattr(self.frames, frame_field.name)
        for name in ("moved_bodies", "link_bodies", "is_coupled"):
            arrays[f"{_PREFIX}{name}"] = getattr(self, name)
        for name, values in (self.reference or {}).items():
            arrays[f"{_PREFIX}reference_{name}"] = values
        meta = {
            "articulation_paths": self.system.articulation_paths,
            "is_fixed_base": self.system.is_fixed_base,
            "joint_paths": self.system.joint_paths,
            "link_paths": self.system.link_paths,
            "phases": [[p.name, p.joint, p.first, p.last, p.value] for p in self.plan.phases],
            "dynamics_stride": self.plan.dynamics_stride,
            "labels": self.labels,
            "connections": [[c.path, c.body0, c.body1, c.point0_m, c.point1_m, c.slide_axis] for c in self.connections],
            "has_reference": self.reference is not None,
            "notes": self.notes,
            "unbuilt_joints": self.unbuilt_joints,
        }
        arrays[f"{_PREFIX}meta_json"] = np.array(json.dumps(meta))
        return arrays

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Any]) -> JointRecord | None:
        """Read back what :meth:`to_arrays` wrote; ``None`` when there is nothing.

        Raises:
            KeyError, TypeError, ValueError: If something is missing or malformed.
        """
        if f"{_PREFIX}meta_json" not in arrays:
            return None
        meta = json.loads(str(arrays[f"{_PREFIX}meta_json"]))
        system = JointSystem(
            articulation_paths=tuple(meta["articulation_paths"]),
            is_fixed_base=tuple(meta["is_fixed_base"]),
            joint_paths=tuple(meta["joint_paths"]),
            link_paths=tuple(meta["link_paths"]),
            **{name: arrays[f"{_PREFIX}system_{name}"] for name in JointSystem.array_names()},
        )
        plan = JointPlan(
            **{name: arrays[f"{_PREFIX}plan_{name}"] for name in _PLAN_ARRAYS},
            phases=tuple(
                Phase(name=str(n), joint=int(j), first=int(a), last=int(b), value=v) for n, j, a, b, v in meta["phases"]
            ),
            dynamics_stride=int(meta["dynamics_stride"]),
        )
        prefix = f"{_PREFIX}reference_"
        reference = {n.removeprefix(prefix): v for n, v in arrays.items() if n.startswith(prefix)}
        return cls(
            system=system,
            plan=plan,
            frames=JointFrames(**{f.name: arrays[f"{_PREFIX}frames_{f.name}"] for f in fields(JointFrames)}),
            labels=tuple(meta["labels"]),
            moved_bodies=arrays[f"{_PREFIX}moved_bodies"],
            link_bodies=arrays[f"{_PREFIX}link_bodies"],
            is_coupled=arrays[f"{_PREFIX}is_coupled"],
            connections=tuple(_connection(c) for c in meta["connections"]),
            reference=reference if meta["has_reference"] else None,
            notes=tuple(meta["notes"]),
            unbuilt_joints=tuple(meta.get("unbuilt_joints", ())),
        )


_PLAN_ARRAYS = (
    "mode",
    "reference",
    "effort",
    "target",
    "target_rate",
    "set_position",
    "set_velocity",
    "bound",
    "window",
    "ignores_limits",
    "leader",
    "multiplier",
)


def _connection(values: Sequence[Any]) -> Connection:
    path, body0, body1, point0, point1, axis = values
    return Connection(
        path=str(path),
        body0=int(body0),
        body1=int(body1),
        point0_m=(float(point0[0]), float(point0[1]), float(point0[2])),
        point1_m=(float(point1[0]), float(point1[1]), float(point1[2])),
        slide_axis=None if axis is None else (float(axis[0]), float(axis[1]), float(axis[2])),
    )
