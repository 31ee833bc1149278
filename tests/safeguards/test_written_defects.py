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


def falling(shape: str) -> str:
    """Return a body with one collider of the given text."""
    return f'def Xform "body" {BODY}\n{{\n    float physics:mass = 1\n{shape}\n}}'


@pytest.mark.parametrize(
    ("shape", "fix"),
    [
        (f'def Sphere "s" {COLLIDES} {{\ndouble radius = 0\n}}', "Write a radius above 0."),
        (f'def Capsule "s" {COLLIDES} {{\ndouble radius = 0\ndouble height = 1\n}}', "Write a radius above 0."),
        (
            f'def Cylinder "s" {COLLIDES} {{\ndouble radius = 0.1\ndouble height = 0\n}}',
            "Write a radius and a height above 0.",
        ),
        (
            f'def Cone "s" {COLLIDES} {{\ndouble radius = 0\ndouble height = 1\n}}',
            "Write a radius and a height above 0.",
        ),
        (f'def Cube "s" {COLLIDES} {{\ndouble size = 0\n}}', "Write a size above 0."),
        (box("b", 2e5, (0.0, 0.0, 0.0)), "Write the size"),
        (box("b", 0.2, (0.0, 0.0, 0.1)).replace("(0.0, 0.0, 0.1)", "(0, nan, 0)"), "Write finite numbers"),
        (box("b", 0.2, (0.0, 0.0, 0.1)).replace("translate", "scale").replace("double3", "float3"), "Write a scale"),
    ],
)
def test_a_degenerate_shape_is_fixed_by_what_is_wrong_with_it(tmp_path, shape, fix):
    """Say which number to write, instead of one advice for all."""
    found = [f for f in check(write(tmp_path, falling(shape))) if f.code == "SAF012"]
    assert [f.fix[: len(fix)] for f in found] == [fix]
    assert found[0].severity is Severity.FAIL


def test_a_capsule_without_height_is_a_sphere(tmp_path):
    """Leave a capsule alone whose straight part has no length."""
    capsule = f'def Capsule "s" {COLLIDES} {{\ndouble radius = 0.1\ndouble height = 0\n}}'
    assert not check(write(tmp_path, falling(capsule)))


@pytest.mark.engine_ovphysx
def test_a_plane_beside_a_good_collider_is_no_fall_through(ovphysx, tmp_path):
    """Warn of the collider that the engine leaves out, and let the run judge the rest; alone it fails the check."""
    plane = f'def Plane "ground" {COLLIDES} {{\ntoken purpose = "guide"\n}}'
    alone = [f for f in check(write(tmp_path, falling(plane))) if f.code == "SAF042"]
    assert [f.severity for f in alone] == [Severity.FAIL]
    assert "falls through everything" in alone[0].message
    verdict = run(write(tmp_path, falling(f"{box('b', 0.2, (0, 0, 0.1))}\n{plane}")), tmp_path / "run", ovphysx)
    assert verdict.outcome is Outcome.PASS
    said = [f.message for f in verdict.findings if f.code == "SAF042"]
    assert said == [
        "The CollisionAPI of /Root/body/ground sits on a Plane prim, from which the engine makes no collider for a "
        "moving body: /Root/body is not solid there."
    ]
