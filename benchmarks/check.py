"""What ``asset-qa check`` costs, from nothing to the printed result: wall time, processor time and memory.

Run with ``python -m benchmarks.check``. It writes closed meshes of 200,000 triangles into a temporary folder: a bumpy
one, of which few points are extreme, and a smooth sphere, of which all are; as text and as binary. Each command runs
several times in a fresh process; the best run counts, since other programs only ever make one slower. The targets are
1 s and 500 MB. With ``--require`` the exit code is 1 when one is missed.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from pxr import Usd, UsdGeom, UsdPhysics, Vt

ROOT = Path(__file__).parents[1]
AROUND, ALONG = 400, 250
WALL_S, MEMORY_MB = 1.0, 500.0


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--require", action="store_true", help="fail when a target is missed")
    options = parser.parse_args()
    print(f"machine: {os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}")
    is_met = True
    with tempfile.TemporaryDirectory(prefix="asset-qa-bench-") as folder:
        for name, bump in (("bumpy", 0.1), ("smooth", 0.0)):
            for suffix in ("usdc", "usda"):
                path = Path(folder) / f"{name}.{suffix}"
                triangles = write_asset(path, bump)
                runs = [measure(path) for _ in range(options.repeats)]
                wall, processor, memory = (min(column) for column in zip(*runs, strict=True))
                print(
                    f"{path.name}, {triangles:,} triangles: {wall:.2f} s wall, {processor:.2f} s processor, "
                    f"{memory:.0f} MB (targets {WALL_S:g} s, {MEMORY_MB:g} MB)"
                )
                is_met = is_met and wall < WALL_S and memory < MEMORY_MB
    return 0 if is_met or not options.require else 1


def measure(path: Path) -> tuple[float, float, float]:
    """Check one asset in a fresh process; return wall time [s], processor time [s] and peak memory [MB]."""
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "harness", "check", str(path)], cwd=ROOT, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"check ended with exit code {process.returncode}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def write_asset(path: Path, bump: float) -> int:
    """Write a body with one closed mesh and return its number of triangles.

    Args:
        path: File to write.
        bump: Height of its bumps as a share of the radius.
    """
    around = np.linspace(0, 2 * np.pi, AROUND, endpoint=False)
    along = np.linspace(0, np.pi, ALONG + 2)[1:-1]
    turn, tilt = np.meshgrid(around, along)
    radius = 0.2 * (1 + bump * np.sin(9 * turn) * np.sin(7 * tilt))
    rings = np.stack([np.cos(turn) * np.sin(tilt), np.sin(turn) * np.sin(tilt), np.cos(tilt)], axis=2)
    points = np.concatenate([(radius[:, :, None] * rings).reshape(-1, 3), [[0, 0, 0.2], [0, 0, -0.2]]])
    index = np.arange(AROUND * ALONG).reshape(ALONG, AROUND)
    a, b = index[:-1], np.roll(index[:-1], -1, axis=1)
    c, d = index[1:], np.roll(index[1:], -1, axis=1)
    top, bottom = np.full(AROUND, len(points) - 2), np.full(AROUND, len(points) - 1)
    strips = [(a, c, b), (b, c, d), (top, index[0], np.roll(index[0], -1)), (bottom, np.roll(index[-1], -1), index[-1])]
    faces = np.concatenate([np.stack(s, axis=-1).reshape(-1, 3) for s in strips])
    _write(path, points, faces)
    return len(faces)


def _write(path: Path, points: np.ndarray, faces: np.ndarray) -> None:
    stage = Usd.Stage.CreateNew(str(path))
    UsdGeom.SetStageMetersPerUnit(stage, 1.0)
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.z)
    root = UsdGeom.Xform.Define(stage, "/Root").GetPrim()
    stage.SetDefaultPrim(root)
    UsdPhysics.RigidBodyAPI.Apply(root)
    mesh = UsdGeom.Mesh.Define(stage, "/Root/mesh")
    mesh.CreatePointsAttr(Vt.Vec3fArray.FromNumpy(points.astype(np.float32)))
    mesh.CreateFaceVertexCountsAttr(Vt.IntArray.FromNumpy(np.full(len(faces), 3, dtype=np.int32)))
    mesh.CreateFaceVertexIndicesAttr(Vt.IntArray.FromNumpy(faces.astype(np.int32).reshape(-1)))
    UsdPhysics.CollisionAPI.Apply(mesh.GetPrim())
    UsdPhysics.MeshCollisionAPI.Apply(mesh.GetPrim()).CreateApproximationAttr(UsdPhysics.Tokens.convexHull)
    stage.GetRootLayer().Save()


if __name__ == "__main__":
    sys.exit(main())
