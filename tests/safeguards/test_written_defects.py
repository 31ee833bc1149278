"""Defects as they are written in files: read, checked and, where the engine decides, simulated."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.intake import read_asset
from harness.outcomes import Outcome, Severity
from harness.safeguards import run_safeguards
from harness.trajectory import Trajectory
from tests.support import run

HEADER = (
    '#usda 1.0\n(\n    defaultPrim = "Root"\n    metersPerUnit = 1\n    kilogramsPerUnit = 1\n    upAxis = "Z"\n)\n'
)
COLLIDES = '(prepend apiSchemas = ["PhysicsCollisionAPI"])'
BODY = '(prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])'


def write(folder: Path, text: str) -> Path:
    """Write a stage with the given prims below an Xform of the name Root."""
    path = folder / "asset.usda"
    text = text.replace("{ ", "{\n").replace(" }", "\n}")
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
    """Name the turned frame, proven by turning it back, and the scale that turned it; made up for, it behaves."""
    thrown = run(write(tmp_path, mirrored()), tmp_path / "thrown", ovphysx)
    assert thrown.outcome is Outcome.FAIL
    assert "turned by 180 degrees" in thrown.causes[0] and "it passes" in thrown.causes[0]
    assert "The scale of /Root/part is negative" in thrown.causes[1]
    assert thrown.fixes[1].startswith("Freeze the transforms")
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


def doubled(first: str = "", second: str = "", *, mass: str = "", apart: float = 0.0) -> str:
    """Return a body with two boxes at one place, or moved apart, without a mass unless one is given."""
    boxes = (box("vis", 0.2, (0, 0, 0.1)), box("col", 0.2, (apart, 0, 0.1)))
    shapes = "\n".join(b[:-1] + f"{more}\n}}" for b, more in zip(boxes, (first, second), strict=True))
    return f'def Xform "body" {BODY}\n{{\n{mass}\n{shapes}\n}}'


TRIGGERS = COLLIDES.replace("PhysicsCollisionAPI", 'PhysicsCollisionAPI", "PhysxTriggerAPI')
WEIGHED = COLLIDES.replace("PhysicsCollisionAPI", 'PhysicsCollisionAPI", "PhysicsMassAPI')


@pytest.mark.parametrize(
    ("text", "is_doubled"),
    [
        (doubled(), True),
        (doubled(second='token purpose = "guide"'), True),
        (doubled(apart=0.003), True),
        (doubled(mass="float physics:density = 500"), True),
        (doubled(mass="float physics:mass = 0"), True),
        (doubled(mass="float physics:mass = 4"), False),
        (doubled(apart=0.1), False),
        (doubled(second="bool physics:collisionEnabled = 0"), True),
        (doubled().replace(COLLIDES, TRIGGERS), False),
        (doubled(second="float physics:mass = 1").replace(COLLIDES, WEIGHED), False),
        # Crossed bars: the same box around them, and only the middle in common.
        (
            doubled()
            .replace("xformOp:translate = (0, 0, 0.1)", "xformOp:rotateZ = 45", 1)
            .replace("xformOp:translate = (0.0, 0, 0.1)", "xformOp:rotateZ = -45", 1)
            .replace("double3 xformOp:rotateZ", "float3 xformOp:scale = (5, 0.2, 1)\nfloat xformOp:rotateZ")
            .replace('["xformOp:translate"]', '["xformOp:rotateZ", "xformOp:scale"]'),
            False,
        ),
    ],
)
def test_colliders_that_coincide_count_twice_without_a_mass(tmp_path, text, is_doubled):
    """Warn of them only where the mass follows from their volume."""
    found = [f for f in check(write(tmp_path, text)) if f.code == "SAF073"]
    assert [f.severity for f in found] == ([Severity.WARN] if is_doubled else [])
    if is_doubled:
        assert found[0].measured == pytest.approx(2.0)


@pytest.mark.engine_ovphysx
def test_the_engine_does_count_them_twice(ovphysx, tmp_path):
    """Read the mass that the engine makes of one box and of two that coincide, one of them switched off or not."""
    one = falling(box("b", 0.2, (0, 0, 0.1))).replace("float physics:mass = 1", "")
    off = doubled(second="bool physics:collisionEnabled = 0")
    for name, text, mass_kg in (("one", one, 8.0), ("two", doubled(), 16.0), ("off", off, 16.0)):
        folder = tmp_path / name
        folder.mkdir()
        run(write(folder, text), folder / "case", ovphysx)
        assert Trajectory.load(folder / "case" / "trajectory.npz").mass_kg == pytest.approx([mass_kg], rel=1e-3), name


LOOK = 'def Material "look" { }'
RUBBER = 'def Material "rubber" (prepend apiSchemas = ["PhysicsMaterialAPI"]) { float physics:dynamicFriction = 0.5 }'


@pytest.mark.parametrize(
    ("binding", "said"),
    [
        ("rel material:binding:physics = </Root/rubber>", None),
        ("rel material:binding:physics = </Root/steel>", "does not exist"),
        ("rel material:binding:physics = </Root/look>", "has no PhysicsMaterialAPI"),
        ("rel material:binding = </Root/look>", None),
        ("rel material:binding = </Root/steel>", None),
        (
            'uniform token collection:all:expansionRule = "expandPrims"\nrel collection:all:includes = </Root/body>\n'
            "rel material:binding:collection:physics:all = [</Root/body.collection:all>, </Root/steel>]",
            "does not exist",
        ),
        ("rel material:binding:physics = </Root/steel>\nbool physics:collisionEnabled = 0", None),
    ],
)
def test_a_physics_material_that_is_not_there_is_named(tmp_path, binding, said):
    """Warn of a binding for purpose physics that leads nowhere; looks and good bindings are left alone."""
    shape = box("b", 0.2, (0, 0, 0.1))[:-1] + f"{binding}\n}}"
    found = [f for f in check(write(tmp_path, f"{falling(shape)}\n{LOOK}\n{RUBBER}")) if f.code == "SAF074"]
    assert [f.severity for f in found] == ([Severity.WARN] if said else [])
    assert all(said in f.message and "/Root/body/b" in f.message for f in found)


def test_a_material_bound_above_the_collider_counts_too(tmp_path):
    """Look at bindings that colliders inherit."""
    above = falling(box("b", 0.2, (0, 0, 0.1))).replace(
        "float physics:mass", "rel material:binding:physics = </Root/steel>\nfloat physics:mass"
    )
    assert [f.sites[0].prim_path for f in check(write(tmp_path, above)) if f.code == "SAF074"] == ["/Root/body"]


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ('def PhysicsRevoluteJoint "j" { uniform token physics:axis = "W" }', Severity.FAIL),
        ('def PhysicsRevoluteJoint "j" { uniform token physics:axis = "x" }', Severity.FAIL),
        ('def PhysicsRevoluteJoint "j" { uniform token physics:axis = "Y" }', None),
        (f'def Cylinder "c" {COLLIDES} {{ uniform token axis = "up" }}', Severity.FAIL),
        (
            'def Material "m" (prepend apiSchemas = ["PhysicsMaterialAPI", "PhysxMaterialAPI"]) '
            '{ uniform token physxMaterial:frictionCombineMode = "mean" }',
            Severity.WARN,
        ),
        ('def PhysicsScene "s" { uniform token physxScene:frictionType = "oneDirectional" }', None),
        (f'def Mesh "m" {COLLIDES} {{ uniform token physics:approximation = "hull" }}', None),
    ],
)
def test_a_token_that_no_schema_knows_is_told(tmp_path, text, severity):
    """Name the token and the ones there are; engines silently use a fall-back."""
    found = [f for f in check(write(tmp_path, text)) if f.code == "SAF033"]
    assert [f.severity for f in found] == ([severity] if severity else [])
    assert all(f.fix.startswith("Write one of ") for f in found)


@pytest.mark.parametrize(
    ("impulse", "api", "severity"),
    [
        ("0", "PhysxRigidBodyAPI", Severity.FAIL),
        ("-1", "PhysxRigidBodyAPI", Severity.FAIL),
        ("0.05", "PhysxRigidBodyAPI", Severity.WARN),
        ("100", "PhysxRigidBodyAPI", None),
        ("inf", "PhysxRigidBodyAPI", None),
        ("0", "PhysxSomethingAPI", None),
    ],
)
def test_a_contact_impulse_that_holds_nothing_is_found(tmp_path, impulse, api, severity):
    """Fail where no contact does anything, warn where it does too little, and only where the schema is applied."""
    text = falling(box("b", 0.2, (0, 0, 0.1))).replace('"PhysicsMassAPI"', f'"PhysicsMassAPI", "{api}"')
    text = text.replace("float physics:mass", f"float physxRigidBody:maxContactImpulse = {impulse}\nfloat physics:mass")
    found = [f for f in check(write(tmp_path, text)) if f.code == "SAF076"]
    assert [f.severity for f in found] == ([severity] if severity else [])


@pytest.mark.engine_ovphysx
def test_a_contact_impulse_that_is_too_small_is_the_cause_of_sinking(ovphysx, tmp_path):
    """Name it first, and no approximation, when the body sinks in."""
    text = falling(box("b", 0.2, (0, 0, 0.1))).replace('"PhysicsMassAPI"', '"PhysicsMassAPI", "PhysxRigidBodyAPI"')
    text = text.replace("float physics:mass", "float physxRigidBody:maxContactImpulse = 0.01\nfloat physics:mass")
    verdict = run(write(tmp_path, text), tmp_path / "case", ovphysx)
    assert verdict.outcome is Outcome.FAIL
    assert "maxContactImpulse" in verdict.causes[0]
    assert not any("approximation" in c for c in verdict.causes)


def still(*lines: str, more: str = "") -> str:
    """Return a body of one box with further properties, and prims beside it."""
    text = falling(box("b", 0.2, (0, 0, 0.1)))
    return text.replace("float physics:mass", "\n".join([*lines, "float physics:mass"]), 1) + "\n" + more


KINEMATIC = "bool physics:kinematicEnabled = 1"
OFF = still(KINEMATIC).replace("double size", "bool physics:collisionEnabled = 0\ndouble size")
NAKED = still(KINEMATIC).replace("PhysicsCollisionAPI", "PhysicsNothingAPI")


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        (still(KINEMATIC), set()),
        (still(KINEMATIC, "bool physics:startsAsleep = 1"), {"SAF016"}),
        (still(KINEMATIC, "vector3f physics:velocity = (3, 0, 0)"), {"SAF025"}),
        (OFF, {"SAF003"}),
        (NAKED, {"SAF002"}),
        (still(KINEMATIC).replace("size = 0.2", "size = 0.2\nbool physics:startsAsleep = 1"), set()),
    ],
)
def test_what_a_kinematic_body_hides_is_told_at_once(tmp_path, text, hidden):
    """Warn of what would be the next defect once the body is dynamic; the kinematic body stays what decides."""
    found = check(write(tmp_path, text))
    assert [f.code for f in found if f.severity is Severity.FAIL] == ["SAF004"]
    later = [f for f in found if f.message.startswith("Not felt while /Root/body is kinematic: ")]
    assert {f.code for f in later} == hidden
    assert all(f.severity is Severity.WARN for f in later)


def anchored(target: str, more: str) -> str:
    """Return a body that a fixed joint ties to something that is no body."""
    tie = f'def PhysicsFixedJoint "tie" {{ rel physics:body0 = <{target}>\nrel physics:body1 = </Root/body>\n }}'
    return still(more=f"{more}\n{tie}")


POST = box("wall", 0.2, (1, 0, 0.1))
SLEEPER = f'def Xform "post" {BODY} {{ bool physics:rigidBodyEnabled = 0\n{POST}\n }}'


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        (anchored("/Root/wall", POST), {"SAF007", "SAF020"}),
        (anchored("/Root/post", SLEEPER), {"SAF007", "SAF005"}),
    ],
)
def test_what_an_anchor_hides_informs(tmp_path, text, hidden):
    """Tell it, without a word that an anchored asset could fail for: the anchor may be meant."""
    found = check(write(tmp_path, text))
    assert {f.code for f in found} == hidden
    assert {f.severity for f in found if f.code != "SAF007"} == {Severity.INFO}


@pytest.mark.engine_ovphysx
def test_hidden_defects_change_no_outcome(ovphysx, tmp_path):
    """Keep FAIL for a kinematic body and NOT_APPLICABLE for an anchored one."""
    asleep = still(KINEMATIC, "bool physics:startsAsleep = 1")
    kinematic = run(write(tmp_path, asleep), tmp_path / "kinematic", ovphysx)
    assert kinematic.outcome is Outcome.FAIL
    assert "kinematic" in kinematic.causes[0]
    assert {f.code for f in kinematic.findings} == {"SAF004", "SAF016"}
    tied = run(write(tmp_path, anchored("/Root/wall", POST)), tmp_path / "tied", ovphysx)
    assert tied.outcome is Outcome.NOT_APPLICABLE
