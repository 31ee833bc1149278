"""What every engine must get right before its verdicts count: units, axes, order of quaternions, fall, rest.

Run it against a new engine in ``tests/engines/test_<name>.py``::

    assert check_engine(load_engine("ovphysx"), tmp_path) == []
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from harness.engines.base import Engine
from harness.outcomes import Outcome
from harness.runner.case import CaseJob, run_case
from harness.runner.record import CaseFiles
from harness.trajectory import Trajectory
from harness.verdict import Verdict

__all__ = ["check_engine"]

_GRAVITY_M_S2 = 9.81
_SIZE_M = (0.2, 0.3, 0.4)
# A turn about the vertical keeps the box flat, and is told apart from its inverse and from another order of components.
_YAW_RAD = 0.7


@dataclass(frozen=True, kw_only=True)
class _Stage:
    """Units in which the same box is authored."""

    name: str
    meters_per_unit: float
    kilograms_per_unit: float
    up_axis: str


_STAGES = (
    _Stage(name="metres_z", meters_per_unit=1.0, kilograms_per_unit=1.0, up_axis="Z"),
    _Stage(name="centimetres_y", meters_per_unit=0.01, kilograms_per_unit=1.0, up_axis="Y"),
    _Stage(name="millimetres_grams_z", meters_per_unit=0.001, kilograms_per_unit=0.001, up_axis="Z"),
)


def check_engine(engine: Engine, folder: Path, *, touch_steps: int = 1) -> list[str]:
    """Drop one box, authored in several units and axes, and compare with what mechanics says.

    Args:
        engine: Engine to check; it stays open.
        folder: Empty folder for assets and results.
        touch_steps: Steps by which the first contact force may be early or late.

    Returns:
        One sentence for each deviation; empty for an engine that conforms.
    """
    problems: list[str] = []
    for stage in _STAGES:
        asset = folder / f"{stage.name}.usda"
        asset.write_text(_asset_text(stage), encoding="utf-8")
        results = folder / stage.name
        results.mkdir()
        job = CaseJob(
            asset_path=str(asset),
            asset_name=stage.name,
            test="ground_drop",
            engine=engine.info.name,
            case_dir=str(results),
        )
        verdict = run_case(job, engine, lambda phase, seconds: None)
        problems += [f"{stage.name}: {text}" for text in _deviations(verdict, CaseFiles(folder=results), touch_steps)]
    return problems


def _asset_text(stage: _Stage) -> str:
    unit = stage.meters_per_unit
    x, y, z = (v / unit for v in _SIZE_M)
    scale, axis = ((x, y, z), (0, 0, 1)) if stage.up_axis == "Z" else ((x, z, y), (0, 1, 0))
    w, s = math.cos(_YAW_RAD / 2), math.sin(_YAW_RAD / 2)
    turn = (w, *(s * a for a in axis))
    return f"""#usda 1.0
(
    defaultPrim = "Box"
    metersPerUnit = {unit}
    kilogramsPerUnit = {stage.kilograms_per_unit}
    upAxis = "{stage.up_axis}"
)

def Xform "Box" (
    prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]
)
{{
    float physics:mass = {3.0 / stage.kilograms_per_unit}
    quatd xformOp:orient = {turn}
    uniform token[] xformOpOrder = ["xformOp:orient"]

    def Cube "Geometry" (
        prepend apiSchemas = ["PhysicsCollisionAPI"]
    )
    {{
        double size = 1
        float3 xformOp:scale = {scale}
        uniform token[] xformOpOrder = ["xformOp:scale"]
    }}
}}
"""


def _deviations(verdict: Verdict, files: CaseFiles, touch_steps: int) -> Iterator[str]:
    if verdict.outcome is not Outcome.PASS:
        yield f"{verdict.outcome.value}: {verdict.summary}"
        return
    drop = 8 * _SIZE_M[2]
    touch = next((e.time_s for e in verdict.events if e.name == "floor-force"), None)
    expected = math.sqrt(2 * drop / _GRAVITY_M_S2)
    if touch is None or abs(touch - expected) > touch_steps / 240 + 1e-6:
        yield f"touches the floor after {touch} s instead of {expected:.4f} s"
    if verdict.asset.total_mass_kg is None or abs(verdict.asset.total_mass_kg - 3) > 1e-3:
        yield f"weighs {verdict.asset.total_mass_kg} kg instead of 3 kg"
    yield from _motion(Trajectory.load(files.trajectory))


def _motion(motion: Trajectory) -> Iterator[str]:
    frames = motion.frames
    start, end = frames.position_m[0, 0], frames.position_m[-1, 0]
    expected = np.array([0, 0, 8 * _SIZE_M[2] + _SIZE_M[2] / 2])
    if np.abs(start - expected).max() > 1e-4:
        yield f"starts at {start.tolist()} instead of {expected.tolist()}"
    if abs(float(end[2]) - _SIZE_M[2] / 2) > 1e-3 or np.abs(end[:2]).max() > 1e-3:
        yield f"rests at {end.tolist()}"
    yaw = _yaw(frames.orientation_xyzw[0, 0].astype(np.float64))
    if abs(yaw - _YAW_RAD) > 1e-3:
        yield f"starts turned by {yaw:.3f} rad about the vertical instead of {_YAW_RAD} rad"
    velocity = frames.linear_velocity_m_s
    if velocity is not None and abs(float(velocity[48, 0, 2]) + _GRAVITY_M_S2 * 48 / 240) > 0.05:
        yield f"falls at {velocity[48, 0].tolist()} m/s after 0.2 s"


def _yaw(xyzw: npt.NDArray[np.float64]) -> float:
    """Return the angle about the vertical of an upright pose [rad]; a box of half turns looks the same."""
    x, y, z, w = xyzw
    return math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)) if abs(x) + abs(y) < 0.9 else math.nan
