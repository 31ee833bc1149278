"""Small USD assets and ways to run them, shared by tests."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from harness.engines import load_engine
from harness.engines.base import Engine
from harness.runner.case import CaseJob, run_case
from harness.verdict import Verdict

HEADER = '#usda 1.0\n(\n    defaultPrim = "Root"\n    metersPerUnit = {mpu}\n    upAxis = "{up}"\n)\n'


def cube_asset(
    folder: Path, *, name: str = "cube", mpu: float = 1.0, up: str = "Z", body: str = "", geo: str = ""
) -> Path:
    """Write a 0.2 m cube of 1 kg, with extra lines for body and geometry."""
    path = folder / f"{name}.usda"
    path.write_text(
        HEADER.format(mpu=mpu, up=up)
        + f"""
def Xform "Root" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
{{
    float physics:mass = 1
    {body}
    def Cube "Box" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {{
        double size = {0.2 / mpu}
        {geo}
    }}
}}
"""
    )
    return path


def rubber_box(
    folder: Path, mu: float, size_m: tuple[float, float, float], *, mpu: float = 1.0, up: str = "Z", body: str = ""
) -> Path:
    """Write a box of 2 kg with its own friction, sizes along X, Y and up, and extra lines for the body."""
    x, y, z = (v / mpu for v in size_m)
    path = folder / "block.usda"
    path.write_text(
        HEADER.format(mpu=mpu, up=up)
        + f"""
def Xform "Root" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI", "PhysxRigidBodyAPI"])
{{
    float physics:mass = 2
    {body}
    def Cube "Box" (prepend apiSchemas = ["PhysicsCollisionAPI", "MaterialBindingAPI"])
    {{
        double size = 1
        float3 xformOp:scale = {(x, y, z) if up == "Z" else (x, z, y)}
        uniform token[] xformOpOrder = ["xformOp:scale"]
        rel material:binding:physics = </Root/Rubber>
    }}
    def Material "Rubber" (prepend apiSchemas = ["PhysicsMaterialAPI"])
    {{
        float physics:staticFriction = {mu}
        float physics:dynamicFriction = {mu}
        float physics:restitution = 0
    }}
}}
"""
    )
    return path


def run(
    asset: Path, folder: Path, engine: Engine, *settings: str, test: str = "ground_drop", **options: Any
) -> Verdict:
    """Run a test on one asset in this process; options are those of a case."""
    folder.mkdir(parents=True)
    job = CaseJob(
        asset_path=str(asset),
        asset_name=asset.stem,
        test=test,
        engine=engine.info.name,
        case_dir=str(folder),
        settings=settings,
        **options,
    )
    return run_case(job, engine, lambda phase, seconds: None)


def fake(script: str) -> Engine:
    """Return a scripted engine."""
    return load_engine(f"fake:{script}")


def codes(verdict: Verdict) -> set[str]:
    """Return all codes of a verdict that say more than INFO."""
    return {f.code for f in verdict.findings if f.severity.value != "INFO"}


def corpora(*parts: str) -> Path:
    """Return a folder of real assets, or skip."""
    root = os.environ.get("ASSET_QA_CORPORA")
    if not root:
        pytest.skip("ASSET_QA_CORPORA names no folder of real assets")
    path = Path(root).joinpath(*parts)
    if not path.is_dir():
        pytest.skip(f"{path.name} is not in the folder of real assets")
    return path
