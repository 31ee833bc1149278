"""Simulate one scene at a time with PhysX inside Isaac Sim. Loaded by kit_worker.py; no part of the package.

The stepping interface of ``omni.physx`` is driven directly, never the timeline: one call is one step of the asked
length, whatever the rate of the application or the renderer. Quantities leave in stage units and stage axes; the parent
converts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from carb.events._events import IEventStream
    from omni.physics.tensors.api import RigidBodyView, SimulationView
    from omni.physx.bindings._physx import ContactData, ContactEventHeader, IPhysxSimulation, PhysX

__all__ = ["Responder"]

_GROUND = "/World/Ground"
_MAX_LOG_LINES = 400
# Says nothing about the asset: the scene asks for the CPU, and Kit tells what it falls back to.
_NOISE = ("GPU broadphase", "GPU-compatible", "CUDA", "carb.tasking", "rtx", "hydra", "replicator", "gpu.foundation")


class _Log:
    """What Kit says about physics, as (level, text)."""

    def __init__(self) -> None:
        import omni.log
        from omni.physx import get_physx_interface

        self.lines: list[tuple[str, str]] = []
        self._levels = {omni.log.Level.WARN: "WARNING", omni.log.Level.ERROR: "ERROR", omni.log.Level.FATAL: "ERROR"}
        self._handle = omni.log.get_log().add_message_consumer(self._on_message)
        physx: PhysX = get_physx_interface()
        stream: IEventStream = physx.get_error_event_stream()
        self._subscription = stream.create_subscription_to_push(self._on_error)

    def _on_message(self, channel: str, level: Any, *rest: Any) -> None:
        # After the level come time, file, function, line, message and two ids.
        text = str(rest[4]) if len(rest) > 4 else " ".join(str(part) for part in rest)
        if level in self._levels and "physx" in str(channel).lower():
            self._keep(self._levels[level], text)

    def _on_error(self, event: Any) -> None:
        self._keep("ERROR", str(event.payload["errorString"]))

    def _keep(self, level: str, text: str) -> None:
        is_noise = any(word in text for word in _NOISE)
        if not is_noise and (level, text) not in self.lines and len(self.lines) < _MAX_LOG_LINES:
            self.lines.append((level, text))


class _Parts:
    """What the stage defines, read with Kit's own USD."""

    def __init__(self, stage: Any) -> None:
        from pxr import Usd, UsdPhysics

        self.bodies: list[str] = []
        self.joints: list[str] = []
        self.colliders: dict[str, list[str]] = {}
        self.static_colliders: list[str] = []
        self.scene_count = 0
        proxies = Usd.TraverseInstanceProxies(Usd.PrimDefaultPredicate)
        for prim in Usd.PrimRange(stage.GetPseudoRoot(), proxies):
            path = str(prim.GetPath())
            if prim.HasAPI(UsdPhysics.RigidBodyAPI):
                self.bodies.append(path)
            if prim.IsA(UsdPhysics.Joint):
                self.joints.append(path)
            if prim.IsA(UsdPhysics.Scene):
                self.scene_count += 1
            if (
                prim.HasAPI(UsdPhysics.CollisionAPI)
                and prim.GetAttribute("physics:collisionEnabled").Get() is not False
            ):
                self._file(prim, path)

    def _file(self, prim: Any, path: str) -> None:
        """Put a collider to its body, the nearest one above it."""
        from pxr import UsdPhysics

        ancestor = prim
        while ancestor and not ancestor.IsPseudoRoot():
            if ancestor.HasAPI(UsdPhysics.RigidBodyAPI):
                self.colliders.setdefault(str(ancestor.GetPath()), []).append(path)
                return
            ancestor = ancestor.GetParent()
        self.static_colliders.append(path)


class _Scene:
    """One attached stage."""

    def __init__(self, session: Any, path: str, timestep_s: float, log: _Log) -> None:
        import omni.physics.tensors
        from omni.physx import get_physx_simulation_interface

        self._timestep, self._time, self._log = timestep_s, 0.0, log
        self._simulation: IPhysxSimulation = get_physx_simulation_interface()
        stage, stage_id = session.open_stage(path)
        self._parts = _Parts(stage)
        self._report_contacts(stage)
        session.tell_phase("attaching the stage and cooking colliders")
        if not self._simulation.attach_stage(stage_id):
            raise RuntimeError("PhysX did not accept the stage")
        self._is_attached = True
        self._view: SimulationView | None = omni.physics.tensors.create_simulation_view("numpy", stage_id=stage_id)
        if self._view is None:
            raise RuntimeError("Kit gives no view of the simulation")
        self.paths = self._simulated_bodies()
        self._bodies: RigidBodyView | None = self._view.create_rigid_body_view(self.paths) if self.paths else None
        if self._bodies is not None and list(self._bodies.prim_paths) != self.paths:
            raise RuntimeError("Kit does not give the poses of exactly the bodies that it built")
        self._contacts = self._simulation.subscribe_contact_report_events(self._on_contacts)
        self._impulse = np.zeros(3)
        session.tell_phase("simulating")

    def _report_contacts(self, stage: Any) -> None:
        """Ask for contact reports of every body, in the session layer: the scene file stays as it is."""
        from pxr import Sdf, Usd

        with Usd.EditContext(stage, stage.GetSessionLayer()):
            for path in self._parts.bodies:
                prim = stage.GetPrimAtPath(path)
                if prim.IsInstanceProxy():
                    continue
                prim.AddAppliedSchema("PhysxContactReportAPI")
                prim.CreateAttribute("physxContactReport:threshold", Sdf.ValueTypeNames.Float).Set(0.0)

    def _simulated_bodies(self) -> list[str]:
        """Return the bodies that PhysX really has, rigid bodies before the links of articulations."""
        import omni.physics.tensors

        kinds = omni.physics.tensors.ObjectType
        rigid: list[str] = []
        self.links: list[str] = []
        for path in self._parts.bodies:
            kind = self._view.get_object_type(path) if self._view is not None else kinds.Invalid
            if kind == kinds.RigidBody:
                rigid.append(path)
            elif kind in (kinds.ArticulationLink, kinds.ArticulationRootLink):
                self.links.append(path)
        return rigid + self.links

    def describe(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return what PhysX built, as data and arrays of the answer."""
        counts = np.array([self._shape_count(path) for path in self.paths], np.int64)
        poses = np.zeros((0, 7), np.float32) if self._bodies is None else np.array(self._bodies.get_transforms())
        masses = np.zeros(0) if self._bodies is None else np.array(self._bodies.get_masses(), np.float64).reshape(-1)
        built = set(self.paths)
        # Kit tells how many shapes a body has, not which: with fewer than colliders, none of them is vouched for. Of
        # static colliders and joints it tells nothing: what it could not make is in its log, which is judged too.
        shapes = [c for path, n in zip(self.paths, counts, strict=True) for c in self._vouched(path, int(n))]
        data = {
            "body_paths": self.paths,
            "articulation_link_paths": self.links,
            "shape_paths": shapes + self._parts.static_colliders,
            "actor_paths": [*self.paths, *(p for p in self._parts.bodies if p not in built)],
            "joint_paths": self._parts.joints,
            "scene_count": self._parts.scene_count,
            "log": list(self._log.lines),
        }
        arrays = {
            "position": poses.reshape(-1, 7)[:, :3].astype(np.float32),
            "orientation": poses.reshape(-1, 7)[:, 3:].astype(np.float32),
            "mass": masses,
            "shape_counts": counts,
        }
        return data, arrays

    def _shape_count(self, path: str) -> int:
        if self._view is None:
            return -1
        view: RigidBodyView = self._view.create_rigid_body_view(path)
        return int(view.max_shapes)

    def _vouched(self, path: str, count: int) -> Sequence[str]:
        colliders = self._parts.colliders.get(path, [])
        return colliders if count >= len(colliders) else []

    def advance(self, count: int) -> dict[str, Any]:
        """Step and read after each step."""
        bodies = len(self.paths)
        poses = np.full((count, bodies, 7), np.nan, np.float32)
        velocities = np.full((count, bodies, 6), np.nan, np.float32)
        forces = np.full((count, 3), np.nan, np.float32)
        for index in range(count):
            self._impulse = np.zeros(3)
            self._simulation.simulate(self._timestep, self._time)
            self._simulation.fetch_results()
            self._time += self._timestep
            if self._bodies is not None:
                poses[index] = np.reshape(self._bodies.get_transforms(), (bodies, 7))
                velocities[index] = np.reshape(self._bodies.get_velocities(), (bodies, 6))
            forces[index] = self._impulse / self._timestep
        return {"pose": poses, "velocity": velocities, "floor_force": forces}

    def _on_contacts(self, headers: Any, contacts: Any) -> None:
        """Add up what presses on the floor. A contact that is only expected has no impulse."""
        from pxr import PhysicsSchemaTools

        for entry in headers:
            header: ContactEventHeader = entry
            actors = [str(PhysicsSchemaTools.intToSdfPath(actor)) for actor in (header.actor0, header.actor1)]
            if _GROUND not in actors:
                continue
            total = np.zeros(3)
            for index in range(header.contact_data_offset, header.contact_data_offset + header.num_contact_data):
                contact: ContactData = contacts[index]
                impulse = contact.impulse
                total += (impulse.x, impulse.y, impulse.z)
            # The impulse acts on the first actor.
            self._impulse += total if actors[0] == _GROUND else -total

    def close(self) -> None:
        """Give up readers and stage, in this order."""
        self._contacts = None
        if self._view is not None:
            self._view.invalidate()
            self._view = None
        if self._is_attached:
            self._simulation.detach_stage()
            self._is_attached = False


class Responder:
    """Answers the requests of the parent.

    Args:
        session: A running Kit.
        message: Class of an answer.
    """

    def __init__(self, session: Any, message: Any) -> None:
        self._session, self._message = session, message
        self._log: _Log | None = None
        self._scene: _Scene | None = None

    def answer(self, request: Any) -> Any:
        """Answer one request.

        Raises:
            ValueError: If the request is unknown.
            RuntimeError: If Kit refuses it.
        """
        if request.kind == "open":
            return self._open(str(request.data["scene"]), float(request.data["timestep_s"]))
        if request.kind == "advance":
            return self._advance(int(request.data["count"]))
        if request.kind in ("joints", "plan"):
            reason = "The engine kit does not drive joints, and this test commands them."
            return self._message(kind="unsupported", data={"reason": reason})
        if request.kind == "close":
            self._close()
            return self._message(kind="closed")
        raise ValueError(f"unknown request {request.kind!r}")

    def _open(self, scene: str, timestep_s: float) -> Any:
        self._close()
        if self._log is None:
            self._log = _Log()
        self._log.lines.clear()
        self._scene = _Scene(self._session, scene, timestep_s, self._log)
        data, arrays = self._scene.describe()
        return self._message(kind="opened", data=data, arrays=arrays)

    def _advance(self, count: int) -> Any:
        if self._scene is None or self._log is None:
            raise RuntimeError("no scene is open")
        known = len(self._log.lines)
        arrays = self._scene.advance(count)
        return self._message(kind="block", data={"log": self._log.lines[known:]}, arrays=arrays)

    def _close(self) -> None:
        scene, self._scene = self._scene, None
        if scene is not None:
            scene.close()
