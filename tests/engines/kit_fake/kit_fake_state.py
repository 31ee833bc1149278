"""State and physics behind the stand-ins."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
import types

import numpy as np

FAULT = os.environ.get("KIT_FAKE", "")
GRAVITY_M_S2 = 9.81


def misbehave(phase: str) -> None:
    if f"crash-{phase}" == FAULT:
        os.abort()
    if f"hang-{phase}" == FAULT:
        time.sleep(3600)
    if f"hang-locked-{phase}" == FAULT:
        # The worst case: SIGTERM is ignored and a process of its own lives on; PyDLL keeps the interpreter lock, so no
        # Python thread or signal handler runs any more.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        subprocess.Popen(["sleep", "3600"])
        ctypes.PyDLL(None).sleep(3600)
    if f"exit-0-{phase}" == FAULT:
        os._exit(0)
    if f"raise-{phase}" == FAULT:
        raise RuntimeError("raised on request")


class World:
    """One stage whose bodies fall and lie still."""

    def __init__(self, stage) -> None:
        from pxr import Usd, UsdGeom, UsdPhysics

        self.stage = stage
        self.unit = 1.0 / UsdGeom.GetStageMetersPerUnit(stage)
        self.up = 2 if UsdGeom.GetStageUpAxis(stage) == UsdGeom.Tokens.z else 1
        prims = list(Usd.PrimRange(stage.GetPseudoRoot(), Usd.TraverseInstanceProxies(Usd.PrimDefaultPredicate)))
        bodies = [p for p in prims if p.HasAPI(UsdPhysics.RigidBodyAPI)]
        self.paths = [str(p.GetPath()) for p in bodies][: -1 if FAULT == "drop-body" else None]
        self.shapes = {
            path: sum(p.HasAPI(UsdPhysics.CollisionAPI) and str(p.GetPath()).startswith(path) for p in prims)
            for path in self.paths
        }
        cache = UsdGeom.XformCache()
        matrices = [cache.GetLocalToWorldTransform(stage.GetPrimAtPath(path)) for path in self.paths]
        self.position = np.array([m.ExtractTranslation() for m in matrices], np.float32).reshape(-1, 3)
        turns = [m.RemoveScaleShear().ExtractRotationQuat() for m in matrices]
        self.turn = np.array([(*q.GetImaginary(), q.GetReal()) for q in turns], np.float32).reshape(-1, 4)
        masses = [UsdPhysics.MassAPI(stage.GetPrimAtPath(path)).GetMassAttr().Get() for path in self.paths]
        self.mass = np.array([m or 1.0 for m in masses], np.float32)
        boxes = UsdGeom.BBoxCache(Usd.TimeCode.Default(), ["default", "render", "proxy", "guide"])
        box = boxes.ComputeWorldBound(stage.GetPrimAtPath("/World/Drop")).ComputeAlignedRange()
        self.height = float(box.GetMin()[self.up])
        self.time_s, self.fallen, self.speed = 0.0, 0.0, 0.0

    def step(self, seconds: float) -> None:
        misbehave("step")
        before = self.fallen
        self.time_s += seconds
        limit = 1e9 if FAULT == "sink" else self.height
        self.fallen = min(0.5 * GRAVITY_M_S2 * self.time_s**2 * self.unit, limit)
        self.speed = (self.fallen - before) / seconds

    def transforms(self) -> np.ndarray:
        poses = np.concatenate([self.position, self.turn], axis=1)
        poses[:, self.up] -= self.fallen
        if FAULT == "nan" and self.fallen >= self.height:
            poses[:] = np.nan
        return poses.astype(np.float32)

    def velocities(self) -> np.ndarray:
        out = np.zeros((len(self.paths), 6), np.float32)
        out[:, self.up] = -self.speed
        return out


world: World | None = None
stages: dict[int, object] = {}
log_consumers: list = []
error_listeners: list = []
contact_listeners: list = []


def install_schema_tools() -> None:
    """usd-core has no PhysicsSchemaTools; Kit's own USD has."""
    import pxr
    from pxr import Sdf

    tools = types.ModuleType("pxr.PhysicsSchemaTools")
    tools.intToSdfPath = lambda number: Sdf.Path(PATHS[number])
    sys.modules["pxr.PhysicsSchemaTools"] = tools
    pxr.PhysicsSchemaTools = tools


PATHS: dict[int, str] = {1: "/World/Ground", 2: "/World/Drop/Asset"}
