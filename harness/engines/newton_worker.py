"""Worker process of the second opinion: Newton reads the composed scene with its own USD importer, MuJoCo steps it.

The same requests and answers as the embedded worker. Quantities leave in stage units and stage axes.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.engines.link import LinkClosed, Message, read_message, write_message
from harness.engines.process import die_with_parent, worker_channel

__all__ = ["answer_request", "main"]

_WARM_UP_SCENE = Path(__file__).parents[1] / "data" / "warm_up.usda"
_GROUND = "/World/Ground"
_MAX_LOG_LINES = 400


class _Simulator:
    """Newton with at most one scene."""

    def __init__(self) -> None:
        from importlib import metadata

        import newton
        import warp

        warp.config.quiet = True
        warp.set_device("cpu")
        self._newton = newton
        self._scene: _Scene | None = None
        self.version = f"{metadata.version('newton')}, MuJoCo {metadata.version('mujoco')}"

    def open(self, scene: str, timestep_s: float) -> Message:
        """Load a scene and describe what was made of it."""
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            self._scene = _Scene(self._newton, scene, timestep_s)
        log = [("WARNING", str(entry.message)) for entry in caught[:_MAX_LOG_LINES] if _is_about_asset(entry)]
        return self._scene.describe(log)

    def warm_up(self) -> None:
        """Step a small scene: the first use compiles code, which takes minutes once on each machine."""
        self.open(str(_WARM_UP_SCENE), 1.0 / 240.0)
        self.advance(1)
        self._scene = None

    def advance(self, count: int) -> Message:
        """Simulate ``count`` steps."""
        if self._scene is None:
            raise RuntimeError("no scene is open")
        return Message(kind="block", data={"log": []}, arrays=self._scene.advance(count))

    def close(self) -> None:
        """Forget the scene."""
        self._scene = None


def _is_about_asset(entry: warnings.WarningMessage) -> bool:
    return "version mismatch" not in str(entry.message) and not issubclass(entry.category, DeprecationWarning)


class _Scene:
    """One model with its solver."""

    def __init__(self, newton: Any, scene: str, timestep_s: float) -> None:
        self._newton, self._timestep = newton, timestep_s
        builder = newton.ModelBuilder()
        newton.solvers.SolverMuJoCo.register_custom_attributes(builder)
        stage = _with_articulations(scene)
        self._found = builder.add_usd(stage, load_visual_shapes=False, apply_up_axis_from_stage=True)
        self.paths = list(builder.body_label)
        self._shape_bodies = list(builder.shape_body)
        self._model = builder.finalize(device="cpu")
        self._solver = newton.solvers.SolverMuJoCo(self._model, use_mujoco_cpu=True)
        self._states = [self._model.state(), self._model.state()]
        self._control = self._model.control()
        newton.eval_fk(self._model, self._model.joint_q, self._model.joint_qd, self._states[0])

    def describe(self, log: Sequence[tuple[str, str]]) -> Message:
        """Return what the importer made of the scene."""
        poses = self._states[0].body_q.numpy().reshape(-1, 7)
        count = len(self.paths)
        return Message(
            kind="opened",
            data={
                "body_paths": self.paths,
                "articulation_link_paths": [],
                "shape_paths": list(self._found["path_shape_map"]),
                "actor_paths": self.paths,
                "joint_paths": list(self._found["path_joint_map"]),
                "scene_count": 1,
                "log": list(log),
            },
            arrays={
                "position": poses[:, :3].astype(np.float32),
                "orientation": poses[:, 3:].astype(np.float32),
                "mass": self._model.body_mass.numpy().astype(np.float64) if count else np.zeros(0),
                "shape_counts": np.array([self._shape_bodies.count(i) for i in range(count)], np.int64),
            },
        )

    def advance(self, count: int) -> dict[str, npt.NDArray[Any]]:
        """Step and read after each step."""
        bodies = len(self.paths)
        poses = np.empty((count, bodies, 7), np.float32)
        velocities = np.empty((count, bodies, 6), np.float32)
        forces = np.empty((count, 3), np.float32)
        for index in range(count):
            first, second = self._states
            first.clear_forces()
            self._solver.step(first, second, self._control, None, self._timestep)
            self._states = [second, first]
            poses[index] = second.body_q.numpy().reshape(bodies, 7)
            # Linear velocity of the centre of mass, then angular velocity.
            velocities[index] = second.body_qd.numpy().reshape(bodies, 6)
            forces[index] = self._floor_force()
        return {"pose": poses, "velocity": velocities, "floor_force": forces}

    def _floor_force(self) -> npt.NDArray[np.float64]:
        """Return the net contact force on what stands still, shape (3,): nothing but the floor does."""
        import mujoco

        model, data = self._solver.mj_model, self._solver.mj_data
        total, wrench = np.zeros(3), np.zeros(6)
        for index in range(data.ncon):
            contact = data.contact[index]
            is_static = [model.geom_bodyid[g] == 0 for g in contact.geom]
            if is_static[0] == is_static[1]:
                continue
            mujoco.mj_contactForce(model, data, index, wrench)
            # The frame's rows are the axes; its first axis points from the first geom to the second.
            force = contact.frame.reshape(3, 3).T @ wrench[:3]
            total += -force if is_static[0] else force
        return total


def _with_articulations(scene: str) -> Any:
    """Open a stage and make an articulation of every tree of joints that has none, in the session layer.

    MuJoCo has no joints between loose bodies; as an articulation with a floating base the mechanism is the same.
    """
    from pxr import Usd, UsdPhysics

    stage = Usd.Stage.Open(scene)
    joints = [UsdPhysics.Joint(p) for p in stage.Traverse(Usd.TraverseInstanceProxies()) if p.IsA(UsdPhysics.Joint)]
    links: list[tuple[Any, Any]] = []
    for joint in joints:
        ends = [relation.GetForwardedTargets() for relation in (joint.GetBody0Rel(), joint.GetBody1Rel())]
        if joint.GetJointEnabledAttr().Get() and all(len(targets) == 1 for targets in ends):
            links.append((ends[0][0], ends[1][0]))
    with Usd.EditContext(stage, stage.GetSessionLayer()):
        for group in _groups(links):
            prims = [stage.GetPrimAtPath(path) for path in group]
            if not any(_is_articulated(prim, UsdPhysics) for prim in prims):
                children = {child for _, child in links}
                root = next((prim for prim in prims if prim.GetPath() not in children), prims[0])
                UsdPhysics.ArticulationRootAPI.Apply(root)
    return stage


def _groups(links: Sequence[tuple[Any, Any]]) -> list[list[Any]]:
    """Return the bodies that joints hold together, group by group."""
    groups: list[list[Any]] = []
    for pair in links:
        joined = [group for group in groups if any(end in group for end in pair)]
        merged = list(dict.fromkeys([body for group in joined for body in group] + list(pair)))
        groups = [group for group in groups if group not in joined] + [merged]
    return groups


def _is_articulated(prim: Any, physics: Any) -> bool:
    while prim and not prim.IsPseudoRoot():
        if prim.HasAPI(physics.ArticulationRootAPI):
            return True
        prim = prim.GetParent()
    return False


def answer_request(simulator: _Simulator, request: Message) -> Message:
    """Answer one request.

    Args:
        simulator: Newton with at most one scene.
        request: What the parent wants.

    Raises:
        ValueError: If the request is unknown.
    """
    if request.kind == "open":
        return simulator.open(str(request.data["scene"]), float(request.data["timestep_s"]))
    if request.kind == "advance":
        return simulator.advance(int(request.data["count"]))
    if request.kind in ("joints", "plan"):
        reason = "The engine newton does not drive joints, and this test commands them."
        return Message(kind="unsupported", data={"reason": reason})
    if request.kind == "close":
        simulator.close()
        return Message(kind="closed")
    raise ValueError(f"unknown request {request.kind!r}")


def main(arguments: Sequence[str]) -> int:
    """Serve requests until the parent closes the pipe."""
    die_with_parent()
    read_fd, write_fd = worker_channel(arguments)
    write_message(write_fd, Message(kind="phase", data={"phase": "compiling, which takes minutes at the first use"}))
    try:
        simulator = _Simulator()
        simulator.warm_up()
    except (ImportError, OSError, RuntimeError) as error:
        write_message(write_fd, Message(kind="unavailable", data={"reason": f"{type(error).__name__}: {error}"}))
        return 1
    write_message(write_fd, Message(kind="hello", data={"protocol": 1, "version": simulator.version}))
    while True:
        try:
            request = read_message(read_fd)
        except LinkClosed:
            return 0
        if request.kind == "shutdown":
            return 0
        try:
            answer = answer_request(simulator, request)
        except Exception as error:  # noqa: BLE001 - the importer raises many types; the parent turns this into an ERROR
            answer = Message(kind="error", data={"reason": f"{type(error).__name__}: {error}"})
        write_message(write_fd, answer)


if __name__ == "__main__":
    status = main(sys.argv[1:])
    sys.stderr.flush()
    os._exit(status)
