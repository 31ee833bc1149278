"""Defects as they are written in files: read, checked and, where the engine decides, simulated."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.intake import read_asset
from harness.outcomes import Outcome, Severity
from harness.safeguards import run_safeguards
from tests.support import run

HEADER = (
    '#usda 1.0\n(\n    defaultPrim = "Root"\n    metersPerUnit = 1\n    kilogramsPerUnit = 1\n    upAxis = "Z"\n)\n'
)
COLLIDES = '(prepend apiSchemas = ["PhysicsCollisionAPI"])'
BODY = '(prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])'


def write(folder: Path, text: str) -> Path:
    """Write a stage with the given prims below an Xform of the name Root."""
    path = folder / "asset.usda"
    path.write_text(f'{HEADER}def Xform "Root"\n{{\n{text}\n}}\n', encoding="utf-8")
    return path


def check(path: Path):
    """Return what the safeguards find in a file."""
    facts = read_asset(path).facts
    assert facts is not None
    return run_safeguards(facts)


def box(name: str, size: float, at: tuple[float, float, float]) -> str:
    """Return a box that collides."""
    ops = f'double3 xformOp:translate = {at}\nuniform token[] xformOpOrder = ["xformOp:translate"]'
    return f'def Cube "{name}" {COLLIDES}\n{{\ndouble size = {size}\n{ops}\n}}'


def scaled(scale: tuple[float, float, float]) -> str:
    """Return the scale of a prim."""
    return f'float3 xformOp:scale = {scale}\nuniform token[] xformOpOrder = ["xformOp:scale"]'


def mirrored(
    *,
    kind: str = "PhysicsFixedJoint",
    base: tuple[float, float, float] = (1, 1, 1),
    part: tuple[float, float, float] = (-1, 1, 1),
    frame: str = "",
) -> str:
    """Return a base and a part beside it whose scale is negative, and the joint between them."""
    place = (0, 0.25, 0.2)
    local0 = tuple(p / s for p, s in zip(place, base, strict=True))
    local1 = tuple(p / s for p, s in zip(place, part, strict=True))
    return f"""
def Xform "base" {BODY}
{{
    float physics:mass = 20
{scaled(base)}
{box("b", 0.4, (0, 0, 0.2 * base[2]))}
}}
def Xform "part" {BODY}
{{
    float physics:mass = 2
{scaled(part)}
{box("p", 0.1, (0.0, 0.3 * part[1], 0.2 * part[2]))}
}}
def {kind} "joint"
{{
    uniform token physics:axis = "Z"
    rel physics:body0 = </Root/base>
    rel physics:body1 = </Root/part>
    point3f physics:localPos0 = {local0}
    point3f physics:localPos1 = {local1}
    {frame}
}}
"""


@pytest.mark.parametrize(
    ("changes", "severity"),
    [
        ({}, Severity.WARN),
        ({"part": (1, -1, 1)}, Severity.WARN),
        ({"part": (1, 1, -1)}, Severity.WARN),
        ({"base": (-1, 1, 1), "part": (1, 1, 1)}, Severity.WARN),
        ({"kind": "PhysicsRevoluteJoint"}, Severity.WARN),
        # About its own axis a hinge may turn, unless it has limits.
        ({"kind": "PhysicsRevoluteJoint", "part": (1, 1, -1)}, Severity.INFO),
        (
            {
                "kind": "PhysicsRevoluteJoint",
                "part": (1, 1, -1),
                "frame": "float physics:lowerLimit = -45\nfloat physics:upperLimit = 45",
            },
            Severity.WARN,
        ),
        ({"kind": "PhysicsSphericalJoint"}, Severity.INFO),
        ({"base": (-1, 1, 1)}, Severity.INFO),
        ({"part": (-1, -1, -1)}, Severity.INFO),
        ({"frame": "quatf physics:localRot1 = (0, 1, 0, 0)"}, Severity.INFO),
    ],
)
def test_a_mirrored_body_is_warned_of_where_its_joint_frame_is_turned(tmp_path, changes, severity):
    """Warn where the engine's half turn sets the frames of a joint against each other, and only there."""
    found = [f for f in check(write(tmp_path, mirrored(**changes))) if f.code == "SAF057"]
    assert {f.severity for f in found} == {severity}
    assert all(("half a turn" in f.message) is (severity is Severity.WARN) for f in found)


@pytest.mark.engine_ovphysx
def test_a_mirrored_body_at_a_joint_is_the_cause_of_what_the_engine_does(ovphysx, tmp_path):
    """Name the negative scale first when the joint throws the asset; made up for by localRot, it behaves."""
    thrown = run(write(tmp_path, mirrored()), tmp_path / "thrown", ovphysx)
    assert thrown.outcome is Outcome.FAIL
    assert "The scale of /Root/part is negative" in thrown.causes[0]
    assert thrown.fixes[0].startswith("Freeze the transforms")
    calm = mirrored(frame="quatf physics:localRot1 = (0, 1, 0, 0)")
    assert run(write(tmp_path, calm), tmp_path / "calm", ovphysx).outcome is Outcome.PASS
