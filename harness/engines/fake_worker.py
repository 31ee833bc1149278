"""Worker of the scripted engine: bodies fall by the formula of free fall and lie still, or the process misbehaves."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.engines.link import LinkClosed, Message, read_message, write_message
from harness.engines.process import die_with_parent, worker_channel

__all__ = ["main"]

_GRAVITY_M_S2 = 9.81
_MOVING_JOINTS = ("PhysicsRevoluteJoint", "PhysicsPrismaticJoint")


def _limits(prim: Any) -> tuple[float, float]:
    """Return the limits of a hinge in rad, or of a slide in stage units."""
    scale = np.pi / 180 if prim.GetTypeName() == "PhysicsRevoluteJoint" else 1.0
    low, high = (prim.GetAttribute(f"physics:{n}Limit").Get() for n in ("lower", "upper"))
    return float(low) * scale, float(high) * scale


class _FakeScene:
    """Bodies of a scene that all fall by the same distance."""

    def __init__(self, path: str, script: str) -> None:
        from pxr import Usd, UsdGeom, UsdPhysics

        stage = Usd.Stage.Open(path)
        self.script = script
        self._unit = 1.0 / UsdGeom.GetStageMetersPerUnit(stage)
        self._up = 2 if UsdGeom.GetStageUpAxis(stage) == UsdGeom.Tokens.z else 1
        cache = UsdGeom.XformCache()
        prims = list(stage.Traverse(Usd.TraverseInstanceProxies()))
        bodies = [p for p in prims if p.HasAPI(UsdPhysics.RigidBodyAPI)]
        if script == "drop-body":
            bodies = bodies[:-1]
        self.paths = [str(p.GetPath()) for p in bodies]
        self.shapes = [str(p.GetPath()) for p in prims if p.HasAPI(UsdPhysics.CollisionAPI)]
        self.joints = [str(p.GetPath()) for p in prims if p.IsA(UsdPhysics.Joint)]
        self.moving = [str(p.GetPath()) for p in prims if p.GetTypeName() in _MOVING_JOINTS]
        self._limits_of = {str(p.GetPath()): _limits(p) for p in prims if p.GetTypeName() in _MOVING_JOINTS}
        self.is_held, self._row = False, 0
        self.plan: dict[str, npt.NDArray[Any]] = {}
        matrices = [cache.GetLocalToWorldTransform(p) for p in bodies]
        self.position = np.array([m.ExtractTranslation() for m in matrices], np.float32).reshape(-1, 3)
        turns = [m.RemoveScaleShear().ExtractRotationQuat() for m in matrices]
        self.orientation = np.array([(*q.GetImaginary(), q.GetReal()) for q in turns], np.float32).reshape(-1, 4)
        self.mass = np.array([self._mass(UsdPhysics.MassAPI(p)) for p in bodies], np.float64)
        boxes = UsdGeom.BBoxCache(Usd.TimeCode.Default(), ["default", "render", "proxy", "guide"])
        asset = boxes.ComputeWorldBound(stage.GetPrimAtPath("/World/Drop")).ComputeAlignedRange()
        self._height = float(asset.GetMin()[self._up])
        self._frame = 0

    @staticmethod
    def _mass(api: Any) -> float:
        value = api.GetMassAttr().Get()
        return float(value) if value else 1.0

    def _fallen(self, seconds: float) -> float:
        """Distance fallen in stage units after a time."""
        free = 0.5 * _GRAVITY_M_S2 * seconds**2 * self._unit
        floor = {"hover": -0.09, "inside": 0.09, "sink": 1e9}.get(self.script, 0.0) * self._unit
        if self.script == "frozen":
            return 0.0
        if self.script == "runaway" and free > self._height:
            return float(self._height - 30 * (seconds**2) * self._unit)
        return float(min(free, self._height + floor))

    def describe_joints(self) -> Message:
        """Describe the hinges and slides of the scene as one articulation with a fixed base."""
        count = len(self.moving)
        names = [p.rpartition("/")[2] for p in self.moving]
        ends = [self._limits_of[p] for p in self.moving]
        values: dict[str, npt.NDArray[Any]] = {
            n: np.zeros(count) for n in ("position", "armature", "stiffness", "damping", "drive_type")
        }
        values |= {n: np.zeros(count) for n in ("position_target", "velocity_target")}
        values |= {n: np.full(count, np.inf) for n in ("max_velocity", "max_effort")}
        values |= {"limit": np.array(ends).reshape(count, 2), "friction": np.zeros((count, 3))}
        values |= {"link_mass": self.mass, "link_center": np.zeros((len(self.paths), 3)), "mass_matrix": np.eye(count)}
        values["link_inertia"] = np.tile(np.eye(3).reshape(9), (len(self.paths), 1))
        entry = {
            "path": "/World/Drop/Asset",
            "is_fixed_base": True,
            "link_paths": self.paths,
            "joint_names": names,
            "joint_paths": self.moving,
            "dof_names": names,
        }
        self.is_held = True
        data = {"articulations": [entry] if count else [], "log": []}
        return Message(
            kind="joints",
            data=data,
            arrays={**self.advance(1, 1.0 / 240.0), **{f"joint_{n}": v for n, v in values.items()}},
        )

    def _follow(self, row: int) -> npt.NDArray[np.float64]:
        """Return joint positions after one row of the plan: as commanded, unless the script says otherwise."""
        position = np.array(self.plan["reference"][row], dtype=np.float64)
        if self.script == "joint-stuck" and len(position):
            position[0] = self.plan["reference"][0][0]
        return position

    def advance(self, count: int, timestep_s: float) -> dict[str, npt.NDArray[Any]]:
        """Return poses and velocities of the next frames."""
        if self.is_held:
            return self._hold(count)
        bodies = len(self.paths)
        poses = np.empty((count, bodies, 7), np.float32)
        velocities = np.zeros((count, bodies, 6), np.float32)
        forces = np.zeros((count, 3), np.float32)
        for index in range(count):
            self._frame += 1
            now = self._frame * timestep_s
            fallen = self._fallen(now)
            poses[index, :, :3], poses[index, :, 3:] = self.position, self.orientation
            poses[index, :, self._up] -= fallen
            velocities[index, :, self._up] = -(fallen - self._fallen(now - timestep_s)) / timestep_s
            if fallen >= self._height and self.script != "hover":
                forces[index, self._up] = -9.81 * self.mass.sum() * self._unit
                if self.script == "nan":
                    poses[index] = np.nan
        return {"pose": poses, "velocity": velocities, "floor_force": forces}

    def _hold(self, count: int) -> dict[str, npt.NDArray[Any]]:
        bodies = len(self.paths)
        pose = np.concatenate([self.position, self.orientation], axis=1)
        arrays: dict[str, npt.NDArray[Any]] = {
            "pose": np.tile(pose, (count, 1, 1)).astype(np.float32),
            "velocity": np.zeros((count, bodies, 6), np.float32),
            "floor_force": np.zeros((count, 3), np.float32),
        }
        if self.plan:
            joints = len(self.moving)
            position = np.array([self._follow(self._row + i) for i in range(count)]).reshape(count, joints)
            self._row += count
            arrays |= {"joint_position": position, "joint_velocity": np.zeros_like(position)}
            arrays |= {"joint_effort": np.zeros_like(position), "dynamics_rows": np.zeros(0, np.int64)}
            arrays |= {"mass_matrix": np.zeros((0, joints, joints))}
            arrays |= {"coriolis": np.zeros((0, joints)), "gravity": np.zeros((0, joints))}
        return arrays


def _misbehave(script: str, phase: str, write_fd: int) -> None:
    """Crash, hang or talk nonsense when the script says so for this phase."""
    if script == f"crash-{phase}":
        os.abort()
    if script == f"hang-{phase}":
        time.sleep(3600)
    if script == "exit-0" and phase == "advance":
        os._exit(0)
    if script == "memory" and phase == "open":
        hoard = []
        while True:
            hoard.append(bytearray(64 * 2**20))
            time.sleep(0.01)
    if script == "garbage" and phase == "advance":
        os.write(write_fd, b"Warp 1.19 initialised: this is not a message\n" * 4)
        time.sleep(3600)
    if script == "partial" and phase == "advance":
        os.write(write_fd, b"AQM1\xff\x00\x00\x00")
        os._exit(0)


def _answer(scene: _FakeScene, request: Message, timestep_s: float) -> Message:
    if request.kind == "open":
        return Message(
            kind="opened",
            data={
                "body_paths": scene.paths,
                "articulation_link_paths": [],
                "shape_paths": scene.shapes,
                "actor_paths": scene.paths,
                "joint_paths": scene.joints,
                "scene_count": 1,
                "log": [],
            },
            arrays={
                "position": scene.position,
                "orientation": scene.orientation,
                "mass": scene.mass,
                "shape_counts": np.full(len(scene.paths), -1, np.int64),
            },
        )
    if request.kind == "joints":
        return scene.describe_joints()
    if request.kind == "plan":
        scene.plan = dict(request.arrays)
        return Message(kind="planned")
    if request.kind == "advance":
        count = int(request.data["count"]) - (scene.script == "short-block")
        return Message(kind="block", data={"log": []}, arrays=scene.advance(count, timestep_s))
    return Message(kind="closed")


def main(arguments: Sequence[str]) -> int:
    """Serve requests until the parent closes the pipe."""
    die_with_parent()
    read_fd, write_fd = worker_channel(arguments)
    script = arguments[2]
    _misbehave(script, "start", write_fd)
    if script == "unavailable":
        write_message(write_fd, Message(kind="unavailable", data={"reason": "on request"}))
        return 1
    write_message(write_fd, Message(kind="hello", data={"protocol": 1, "version": script}))
    scene: _FakeScene | None = None
    timestep_s = 0.0
    while True:
        try:
            request = read_message(read_fd)
        except LinkClosed:
            return 0
        _misbehave(script, request.kind, write_fd)
        if request.kind == "open":
            scene, timestep_s = _FakeScene(str(request.data["scene"]), script), float(request.data["timestep_s"])
        if script == "refuse" or scene is None:
            write_message(write_fd, Message(kind="error", data={"reason": "refused on request"}))
        else:
            write_message(write_fd, _answer(scene, request, timestep_s))


if __name__ == "__main__":
    status = main(sys.argv[1:])
    sys.stdout.flush()
    os._exit(status)
