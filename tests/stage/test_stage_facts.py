"""The reader: facts in SI and Z up, whatever the stage uses; nothing inside or outside goes unnoticed."""

from __future__ import annotations

import math

import numpy as np
import pytest

from harness.errors import UsageError
from harness.intake import read_asset
from harness.outcomes import Severity
from harness.stage.facts import JointSide
from tests.support import corpora, cube_asset


def write(folder, body, *, head='defaultPrim = "Root"\n metersPerUnit = 1\n upAxis = "Z"', name="asset.usda"):
    path = folder / name
    # The format wants statements on lines of their own; the tests read better without.
    text = body.replace("{ ", "{\n").replace(" }", "\n}").replace("; ", "\n")
    path.write_text(f"#usda 1.0\n(\n {head}\n)\n{text}\n")
    return path


def facts(path, **variants):
    intake = read_asset(path, variants=variants)
    assert intake.facts is not None, intake.findings
    return intake.facts


def found(path):
    return {f.code: f for f in read_asset(path).findings}


BODY = 'def Cube "{name}" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI", "PhysicsCollisionAPI"])'


@pytest.mark.parametrize(("mpu", "up"), [(1.0, "Z"), (0.01, "Z"), (0.0254, "Y"), (0.001, "Y")])
def test_everything_is_si_and_z_up(tmp_path, mpu, up):
    """Convert lengths, masses, densities, inertias, velocities and axes from any stage."""
    place = f"(1, {2 if up == 'Z' else 3}, {3 if up == 'Z' else -2})"
    path = write(
        tmp_path,
        f"""{BODY.format(name="Root")} {{
            double size = {0.2 / mpu}
            float physics:mass = 2000
            float physics:density = {1000 * 1000 * mpu**3}
            float3 physics:diagonalInertia = ({3 * 1000 / mpu**2}, {3 * 1000 / mpu**2}, {3 * 1000 / mpu**2})
            vector3f physics:velocity = {"(0, 0, 5)" if up == "Z" else "(0, 5, 0)"}
            double3 xformOp:translate = {place}
            uniform token[] xformOpOrder = ["xformOp:translate"]
        }}""",
        head=f'defaultPrim = "Root"\n metersPerUnit = {mpu}\n kilogramsPerUnit = 0.001\n upAxis = "{up}"',
    )
    body = facts(path).bodies[0]
    assert body.mass_kg == pytest.approx(2)
    assert body.density_kg_m3 == pytest.approx(1000, rel=1e-4)
    assert body.diagonal_inertia_kg_m2 == pytest.approx((3, 3, 3), rel=1e-4)
    assert body.linear_velocity_m_s == pytest.approx((0, 0, 5 * mpu))
    np.testing.assert_allclose(body.transform.matrix[:3, 3], np.array([1, 2, 3]) * mpu, atol=1e-9)
    np.testing.assert_allclose(np.ptp(body.judged_points_m, axis=0), [0.2] * 3, rtol=1e-6)
    assert body.collider_volume_m3 == pytest.approx(0.008, rel=1e-6)


def test_the_body_is_read_where_it_is_not_where_the_root_is(tmp_path):
    """Read bounds of the body, whatever the displaced root says."""
    path = write(
        tmp_path,
        f"""def Xform "Root" {{
            double3 xformOp:translate = (0, 0, 25)
            uniform token[] xformOpOrder = ["xformOp:translate"]
            {BODY.format(name="Body")} {{
                double size = 0.2
                double3 xformOp:translate = (3, 0, -24.9)
                uniform token[] xformOpOrder = ["xformOp:translate"]
            }}
        }}""",
    )
    points = facts(path).bodies[0].judged_points_m
    assert points[:, 2].min() == pytest.approx(0)
    assert points[:, 0].mean() == pytest.approx(3)


def test_visible_geometry_judges_and_guides_do_not(tmp_path):
    """Judge by what a viewer draws; keep the hidden collider beside it."""
    path = write(
        tmp_path,
        """def Xform "Root" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {
            def Cube "Seen" { double size = 1 }
            def Cube "Guide" (prepend apiSchemas = ["PhysicsCollisionAPI"]) {
                double size = 3
                uniform token purpose = "guide"
            }
            def Xform "Hidden" {
                token visibility = "invisible"
                def Cube "Deep" { double size = 9 }
            }
        }""",
    )
    body = facts(path).bodies[0]
    assert np.ptp(body.judged_points_m[:, 2]) == pytest.approx(1)
    assert np.ptp(body.collider_points_m[:, 2]) == pytest.approx(3)
    assert body.has_visible_geometry


def test_colliders_judge_where_nothing_is_visible(tmp_path):
    """Fall back to the colliders of a body without visible geometry."""
    path = write(
        tmp_path,
        f'{BODY.format(name="Root")} {{\n double size = 0.4\n token visibility = "invisible"\n}}',
    )
    body = facts(path).bodies[0]
    assert not body.has_visible_geometry
    assert np.ptp(body.judged_points_m[:, 2]) == pytest.approx(0.4)


def test_instances_are_looked_into(tmp_path):
    """Find colliders inside an instanceable prim, and bodies there as instance proxies."""
    path = write(
        tmp_path,
        """def Xform "Root" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {
            def Xform "Part" (instanceable = true; prepend inherits = </_part>) {}
        }
        def Xform "Other" (instanceable = true; prepend inherits = </_part>) {}
        class "_part" { def Cube "Geo" (prepend apiSchemas = ["PhysicsCollisionAPI"]) { double size = 0.2 } }""",
    )
    read = facts(path)
    assert [c.path for c in read.colliders] == ["/Root/Part/Geo"]
    assert read.colliders[0].is_instance_proxy
    assert read.colliders[0].body_path == "/Root"


def test_joint_sides_are_resolved(tmp_path):
    """Tell a body from nothing, from a missing prim, and from a prim that is no body."""
    path = write(
        tmp_path,
        f"""def Xform "Root" {{
            {BODY.format(name="A")} {{ double size = 0.2 }}
            def Xform "Frame" {{}}
            def PhysicsFixedJoint "Empty" {{ rel physics:body1 = </Root/A> }}
            def PhysicsFixedJoint "Gone" {{ rel physics:body0 = </Root/B>\n rel physics:body1 = </Root/A> }}
            def PhysicsFixedJoint "Plain" {{ rel physics:body0 = </Root/Frame>\n rel physics:body1 = </Root/A> }}
        }}""",
    )
    sides = {j.path.rpartition("/")[2]: (j.side0, j.side1) for j in facts(path).joints}
    assert sides == {
        "Empty": (JointSide.EMPTY, JointSide.BODY),
        "Gone": (JointSide.MISSING, JointSide.BODY),
        "Plain": (JointSide.NOT_A_BODY, JointSide.BODY),
    }


def test_joint_frames_are_compared_in_the_world(tmp_path):
    """Measure how far apart the two frames of a joint are, and by which angle."""
    quarter = f"({math.sqrt(0.5)}, 0, 0, {math.sqrt(0.5)})"
    path = write(
        tmp_path,
        f"""def Xform "Root" {{
            {BODY.format(name="A")} {{ double size = 0.2 }}
            {BODY.format(name="B")} {{
                double size = 0.2
                double3 xformOp:translate = (1, 0, 0)
                uniform token[] xformOpOrder = ["xformOp:translate"]
            }}
            def PhysicsFixedJoint "Snap" {{
                rel physics:body0 = </Root/A>
                rel physics:body1 = </Root/B>
                point3f physics:localPos0 = (0.4, 0, 0)
                quatf physics:localRot1 = {quarter}
            }}
        }}""",
    )
    joint = facts(path).joints[0]
    assert joint.frame_gap_m == pytest.approx(0.6, abs=1e-6)
    assert joint.frame_angle_rad == pytest.approx(math.pi / 2, abs=1e-5)


def test_a_six_axis_joint_with_all_axes_locked_is_rigid(tmp_path):
    """See a D6 joint with low > high on all axes as one that locks them all."""
    axes = ("transX", "transY", "transZ", "rotX", "rotY", "rotZ")
    apis = ", ".join(f'"PhysicsLimitAPI:{a}"' for a in axes)
    limits = "\n".join(f"float limit:{a}:physics:low = 1\n float limit:{a}:physics:high = -1" for a in axes)
    path = write(
        tmp_path,
        f"""{BODY.format(name="Root")} {{
            double size = 0.2
            def PhysicsJoint "Bolt" (prepend apiSchemas = [{apis}]) {{ rel physics:body1 = </Root>\n {limits} }}
        }}""",
    )
    joint = facts(path).joints[0]
    assert joint.locks_all_axes
    assert joint.constrained_axes == axes


def test_bad_numbers_and_types_become_facts(tmp_path):
    """Report NaN, infinities and wrong types as defects instead of failing on them."""
    path = write(
        tmp_path,
        f"""{BODY.format(name="Root")} {{
            double size = nan
            string physics:mass = "3"
            vector3f physics:velocity = (0, inf, 0)
            float physics:breakForce = inf
        }}""",
    )
    kinds = {(d.attribute, d.kind) for d in facts(path).attribute_defects}
    assert kinds == {("size", "non-finite"), ("physics:mass", "wrong-type"), ("physics:velocity", "non-finite")}


def test_switched_off_physics_is_found(tmp_path):
    """Name the variant that would bring a rigid body in, and read the asset with it when asked to."""
    path = write(
        tmp_path,
        """def Xform "Root" (variants = { string PhysX = "Disabled" }; prepend variantSets = "PhysX") {
            def Cube "Geo" { double size = 0.2 }
            variantSet "PhysX" = {
                "Disabled" {}
                "Enabled" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {}
            }
        }""",
    )
    hint = facts(path).variant_hints[0]
    assert (hint.variant_set, hint.current, hint.enabling) == ("PhysX", "Disabled", "Enabled")
    assert len(facts(path, PhysX="Enabled").bodies) == 1
    with pytest.raises(UsageError, match="Enabled"):
        read_asset(path, variants={"PhysX": "On"})
    with pytest.raises(UsageError, match="PhysX"):
        read_asset(path, variants={"Physics": "Enabled"})


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("broken.usda", "#usda 1.0\ndef Xform {", "INT001"),
        ("empty.usda", "", "INT001"),
        ("picture.usd", "\x89PNG\r\n\x1a\n", "INT001"),
        ("zip.usdz", "PK\x03\x04nonsense", "INT001"),
        ("nothing.usda", "#usda 1.0\n", "INT001"),
        ("two.usda", '#usda 1.0\ndef Xform "A" {}\ndef Xform "B" {}\n', "INT004"),
        ("gone.usda", '#usda 1.0\n(defaultPrim = "X")\ndef Xform "A" {}\ndef Xform "B" {}\n', "INT005"),
        ("one.usda", '#usda 1.0\ndef Xform "A" {}\n', "INT006"),
        ("ref.usda", '#usda 1.0\n(defaultPrim = "A")\ndef "A" (references = @./no.usda@) {}\n', "INT002"),
        ("sub.usda", '#usda 1.0\n(defaultPrim = "A"\nsubLayers = [@./no.usda@])\ndef Xform "A" {}\n', "INT002"),
        ("self.usda", '#usda 1.0\n(defaultPrim = "A")\ndef "A" (references = @./self.usda@</A>) {}\n', "INT003"),
        ("mpu.usda", '#usda 1.0\n(defaultPrim = "A"\nmetersPerUnit = 0)\ndef Xform "A" {}\n', "INT008"),
        ("units.usda", '#usda 1.0\n(defaultPrim = "A")\ndef Xform "A" {}\n', "INT007"),
    ],
)
def test_files_get_one_clear_finding(tmp_path, name, text, code):
    """Name the file and what is wrong with it, without a folder of this machine in the message."""
    path = tmp_path / name
    path.write_text(text, encoding="latin-1")
    findings = found(path)
    assert code in findings
    assert name in findings[code].message or "no.usda" in findings[code].message
    assert str(tmp_path) not in findings[code].message


def test_a_parse_error_names_its_line(tmp_path):
    """Give the line of a syntax error."""
    path = tmp_path / "bad.usda"
    path.write_text('#usda 1.0\ndef Xform "A"\n{\n    double x = = 3\n}\n')
    site = found(path)["INT001"].sites[0]
    assert site.line == 4


def test_unselected_variants_may_miss_their_files(tmp_path):
    """Report a missing file only where the composed asset needs it."""
    path = write(
        tmp_path,
        """def Xform "Root" (variants = { string lod = "low" }; prepend variantSets = "lod") {
            variantSet "lod" = { "low" {}; "high" (references = @./high.usda@) {} }
        }""",
    )
    missing = found(path).get("INT002")
    assert missing is None or missing.severity is Severity.INFO


def test_layers_are_recorded_with_their_digests(tmp_path):
    """Record every layer by its relative name and SHA-256."""
    (tmp_path / "parts").mkdir()
    cube_asset(tmp_path / "parts", name="part")
    path = write(tmp_path, 'def "Root" (references = @./parts/part.usda@) {}')
    layers = facts(path).layers
    assert [layer.identifier for layer in layers] == ["asset.usda", "parts/part.usda"]
    assert all(layer.sha256 and len(layer.sha256) == 64 for layer in layers)


@pytest.mark.parametrize("name", ["robot.step", "scene", "image.png"])
def test_unknown_formats_are_usage_errors(tmp_path, name):
    """Name the formats that are read."""
    (tmp_path / name).write_text("x")
    with pytest.raises(UsageError, match="usdz"):
        read_asset(tmp_path / name)


@pytest.mark.corpora
def test_every_real_stage_can_be_read():
    """Read every stage of the real sets without an exception."""
    count = 0
    for part in ("corpora", "engine-cases", "cases"):
        for path in corpora(part).rglob("*.usd*"):
            read_asset(path)
            count += 1
    assert count > 400
