"""Repairs work on every broken asset that has one, leave the source alone, and say what they did."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest
from pxr import Sdf, Usd, UsdGeom, UsdPhysics

from harness.cli.main import main
from harness.codes import CODES_BY_ID
from harness.errors import UsageError
from harness.outcomes import Outcome, Severity
from harness.repair.run import FixJob, FixResult, fix_asset, target_of
from harness.repair.table import BY_HAND, REPAIRS, has_repair, why_not
from tests.golden.test_assets import EXPECTED, GOOD_DROPS, asset_beside, planned_of
from tests.support import HEADER, cube_asset, run

BROKEN = [e for e in EXPECTED if e.parts[-3] == "broken"]
GOOD = [folder / "expect.json" for folder in GOOD_DROPS]


def fixed(asset: Path, out: Path, engine, **options) -> FixResult:
    """Repair one asset."""
    return fix_asset(FixJob(asset=asset, out=out, **options), engine, lambda phase, seconds: None)


def digests(folder: Path) -> dict[str, str]:
    """Return the digest of every file below a folder."""
    return {
        str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest()
        for p in sorted(folder.rglob("*"))
        if p.is_file()
    }


def is_repairable(expect: Path) -> bool:
    """Whether every deciding code of a broken asset has a repair; an anchor with a missing target is left alone."""
    codes = json.loads(expect.read_text())["codes"]
    return (
        "SAF071" not in codes
        and any(has_repair(c) for c in codes)
        and all(has_repair(c) or CODES_BY_ID[c].severity in (Severity.WARN, Severity.INFO) for c in codes)
    )


def has_codes(expect: Path) -> bool:
    """Whether more than a remark is expected of a broken asset; there is nothing to repair about a remark."""
    return bool(json.loads(expect.read_text())["codes"])


def worth_saying(verdict) -> set[str]:
    """Return the codes of a verdict above INFO."""
    return {f.code for f in verdict.findings if f.severity is not Severity.INFO}


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize("expect", [e for e in BROKEN if is_repairable(e)], ids=lambda e: e.parent.name)
def test_each_repair_turns_its_broken_asset_into_a_pass(expect, ovphysx, tmp_path):
    """Pass the repaired layer with nothing left of what was found, and leave every file of the asset as it was."""
    before = digests(expect.parent)
    plan = planned_of(expect)
    result = fixed(asset_beside(expect), tmp_path / "out", ovphysx, are_anchors_allowed=True, **plan)
    assert digests(expect.parent) == before
    assert result.after is not None and result.layer is not None, [r.reason for r in result.refusals]
    assert result.after.outcome is Outcome.PASS, result.after.summary
    assert worth_saying(result.after) == set()
    assert all(i.before != i.after for c in result.changes for i in c.items)
    # What was judged is what was delivered: the layer alone gives the same verdict.
    again = run(Path(result.layer), tmp_path / "again", ovphysx, *plan["settings"], test=plan["test"])
    assert again.outcome is Outcome.PASS


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize(
    "expect", [e for e in BROKEN if has_codes(e) and not is_repairable(e)], ids=lambda e: e.parent.name
)
def test_what_has_no_repair_says_why(expect, ovphysx, tmp_path):
    """Refuse with a reason, write no layer that claims to repair, and keep the verdict."""
    result = fixed(asset_beside(expect), tmp_path / "out", ovphysx, are_anchors_allowed=True, **planned_of(expect))
    expected = json.loads(expect.read_text())
    hopeless = [c for c in expected["codes"] if not has_repair(c)]
    assert hopeless
    assert {r.code for r in result.refusals} >= set(hopeless)
    assert all(len(r.reason) > 20 for r in result.refusals)
    assert result.before.outcome.value == expected["outcome"]


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize("expect", GOOD, ids=lambda e: e.parent.name)
def test_good_assets_are_left_alone(expect, ovphysx, tmp_path):
    """Change nothing where nothing is wrong."""
    result = fixed(asset_beside(expect), tmp_path / "out", ovphysx)
    assert result.changes == () and result.layer is None
    assert not target_of(FixJob(asset=asset_beside(expect), out=tmp_path / "out")).exists()


@pytest.mark.engine_ovphysx
def test_anchors_are_switched_off_on_request_only(ovphysx, tmp_path):
    """Leave a bolt alone by default, and say how to ask."""
    expect = next(e for e in BROKEN if e.parent.name == "SAF006-bolted-to-world")
    result = fixed(asset_beside(expect), tmp_path / "out", ovphysx)
    assert result.changes == () and result.after is None
    assert "--allow-anchors" in result.refusals[0].reason


@pytest.mark.engine_ovphysx
def test_the_layer_opens_like_the_asset(ovphysx, tmp_path):
    """Carry default prim, units and axis; name the source by a relative path; keep the geometry."""
    folder = tmp_path / "made"
    folder.mkdir()
    asset = cube_asset(folder, mpu=0.01, up="Y", body="bool physics:startsAsleep = 1")
    result = fixed(asset, tmp_path / "out", ovphysx)
    layer = Sdf.Layer.FindOrOpen(str(result.layer))
    assert list(layer.subLayerPaths) == ["../made/cube.usda"]
    stage, source = Usd.Stage.Open(layer), Usd.Stage.Open(str(asset))
    assert stage.GetDefaultPrim().GetPath() == source.GetDefaultPrim().GetPath()
    assert UsdGeom.GetStageMetersPerUnit(stage) == 0.01
    assert UsdGeom.GetStageUpAxis(stage) == "Y"
    assert UsdPhysics.GetStageKilogramsPerUnit(stage) == UsdPhysics.GetStageKilogramsPerUnit(source)
    assert [str(p.GetPath()) for p in stage.Traverse()] == [str(p.GetPath()) for p in source.Traverse()]
    assert stage.GetPrimAtPath("/Root").GetAttribute("physics:startsAsleep").Get() is False
    assert len(Path(str(result.layer)).read_text().splitlines()) < 40


@pytest.mark.engine_ovphysx
def test_only_the_named_codes_are_repaired(ovphysx, tmp_path):
    """Leave the other defects in place."""
    asset = cube_asset(tmp_path, body="bool physics:startsAsleep = 1")
    text = asset.read_text().replace("physics:mass = 1", "physics:mass = -1")
    asset.write_text(text)
    result = fixed(asset, tmp_path / "out", ovphysx, only=("SAF008",))
    assert [c.code for c in result.changes] == ["SAF008"]
    assert result.after is not None and "SAF016" in worth_saying(result.after)


@pytest.mark.engine_ovphysx
def test_several_defects_at_once(ovphysx, tmp_path):
    """Repair what is found before and what shows only afterwards: visual-only geometry, then a turning drive."""
    asset = cube_asset(tmp_path)
    asset.write_text(
        HEADER.format(mpu=1.0, up="Z")
        + """
def Xform "Root" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI", "PhysxRigidBodyAPI"])
{
    float physics:mass = nan
    float3 physics:diagonalInertia = (1e-9, 1e-9, 1e-9)
    point3f physics:centerOfMass = (0, 0, 9)
    bool physxRigidBody:disableGravity = 1
    vector3f physics:velocity = (0, 0, 3)
    def Cube "Box"
    {
        double size = 0.2
    }
}
"""
    )
    result = fixed(asset, tmp_path / "out", ovphysx)
    assert result.after is not None
    assert (result.after.outcome, worth_saying(result.after)) == (Outcome.PASS, set())
    assert {c.code for c in result.changes} >= {"SAF002", "SAF008", "SAF017", "SAF025", "SAF045"}


@pytest.mark.engine_ovphysx
def test_a_ghost_between_two_links_hands_its_joint_on(ovphysx, tmp_path):
    """Join what hung on the frame to its carrier, at the same place."""
    body = '(prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI", "PhysicsCollisionAPI"])'
    asset = tmp_path / "chain.usda"
    asset.write_text(
        HEADER.format(mpu=1.0, up="Z")
        + f"""
def Xform "Root"
{{
    def Cube "base" {body}
    {{
        double size = 0.2
        float physics:mass = 3
    }}
    def Xform "frame" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
    {{
        double3 xformOp:translate = (0, 0, 0.15)
        float3 xformOp:rotateXYZ = (0, 0, 90)
        uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateXYZ"]
    }}
    def Cube "lid" {body}
    {{
        double size = 0.1
        float physics:mass = 1
        double3 xformOp:translate = (0, 0.02, 0.2)
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }}
    def PhysicsFixedJoint "weld"
    {{
        rel physics:body0 = </Root/base>
        rel physics:body1 = </Root/frame>
        point3f physics:localPos0 = (0, 0, 0.15)
        quatf physics:localRot0 = (0.70710677, 0, 0, 0.70710677)
    }}
    def PhysicsRevoluteJoint "hinge"
    {{
        uniform token physics:axis = "X"
        float physics:lowerLimit = -3
        float physics:upperLimit = 3
        rel physics:body0 = </Root/frame>
        rel physics:body1 = </Root/lid>
        quatf physics:localRot1 = (0.70710677, 0, 0, 0.70710677)
        point3f physics:localPos1 = (0, -0.02, -0.05)
    }}
}}
"""
    )
    result = fixed(asset, tmp_path / "out", ovphysx)
    assert [c.code for c in result.changes] == ["SAF039"]
    assert result.after is not None and worth_saying(result.after) == set()
    stage = Usd.Stage.Open(str(result.layer))
    hinge = stage.GetPrimAtPath("/Root/hinge")
    assert [str(t) for t in hinge.GetRelationship("physics:body0").GetTargets()] == ["/Root/base"]
    assert tuple(hinge.GetAttribute("physics:localPos0").Get()) == pytest.approx((0, 0, 0.15), abs=1e-6)
    turn = hinge.GetAttribute("physics:localRot0").Get()
    assert abs(turn.real) == pytest.approx(0.7071, abs=1e-4)


@pytest.mark.engine_ovphysx
def test_what_a_probe_proved_is_written(ovphysx, tmp_path):
    """Repair what no finding names: an inertia within all limits that keeps the asset from coming to rest."""
    asset = cube_asset(
        tmp_path,
        body="float3 physics:diagonalInertia = (0.3, 0.3, 0.3)\n    point3f physics:centerOfMass = (0.119, 0.119, 0.1)",
    )
    asset.write_text(asset.read_text().replace("physics:mass = 1", "physics:mass = 4"))
    before = run(asset, tmp_path / "before", ovphysx)
    result = fixed(asset, tmp_path / "out", ovphysx)
    assert before.outcome is Outcome.FAIL and not any(has_repair(c) for c in worth_saying(before) - {"MON003"})
    assert [c.code for c in result.changes] == ["MON003"]
    assert "passes with this changed alone" in result.changes[0].reason
    assert result.after is not None and result.after.outcome is Outcome.PASS


@pytest.mark.engine_ovphysx
def test_a_dry_run_writes_nothing(ovphysx, tmp_path):
    """Plan, try and judge without leaving a file."""
    expect = next(e for e in BROKEN if e.parent.name == "SAF016-asleep")
    result = fixed(asset_beside(expect), tmp_path / "out", ovphysx, is_dry=True)
    assert not (tmp_path / "out").exists()
    assert result.layer is None and [c.code for c in result.changes] == ["SAF016"]
    assert result.after is not None and result.after.outcome is Outcome.PASS


@pytest.mark.engine_ovphysx
def test_a_file_of_somebody_else_is_not_replaced(ovphysx, tmp_path):
    """Refuse a target that is no layer of repairs, and replace one that is."""
    expect = next(e for e in BROKEN if e.parent.name == "SAF016-asleep")
    target = tmp_path / "out" / "asleep_fixed.usda"
    target.parent.mkdir()
    target.write_text('#usda 1.0\ndef Xform "Mine" {}\n')
    with pytest.raises(UsageError, match="not written by asset-qa"):
        fixed(asset_beside(expect), tmp_path / "out", ovphysx)
    assert "Mine" in target.read_text()
    target.unlink()
    first = fixed(asset_beside(expect), tmp_path / "out", ovphysx)
    second = fixed(asset_beside(expect), tmp_path / "out", ovphysx)
    assert first.layer == second.layer and second.after is not None and second.after.outcome is Outcome.PASS


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize("kind", ["text", "empty", "binary", "unreadable", "folder", "pipe"])
def test_what_is_no_layer_is_not_replaced(tmp_path, capfd, kind):
    """Refuse any other file, folder or pipe of that name with one clear error, and leave it as it is."""
    asset = cube_asset(tmp_path, body="bool physics:startsAsleep = 1")
    target = tmp_path / "out" / "cube_fixed.usda"
    target.parent.mkdir()
    content = {"text": b"My notes.\n", "empty": b"", "binary": b"\x00\xff\x00", "unreadable": b"#usda 1.0\n{"}.get(kind)
    if content is not None:
        target.write_bytes(content)
    elif kind == "folder":
        target.mkdir()
    else:
        os.mkfifo(target)
    assert main(["fix", str(asset), "--out", str(target.parent), "--quiet"]) == 2
    error = capfd.readouterr().err
    assert "was not written by asset-qa fix" in error and "Traceback" not in error
    if content is not None:
        assert target.read_bytes() == content


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize("choices", [("hull",), ("hull", "sdf")])
def test_a_variant_is_selected_only_where_there_is_no_choice(ovphysx, tmp_path, choices):
    """Select the only variant that brings the physics in; name all of them where there are several."""
    asset = tmp_path / "made.usda"
    physics = "".join(
        f"""        "{c}" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
        {{
            over "Box" (prepend apiSchemas = ["PhysicsCollisionAPI"])
            {{
            }}
        }}
"""
        for c in choices
    )
    asset.write_text(
        HEADER.format(mpu=1.0, up="Z")
        + f"""
def Xform "Root" (
    prepend variantSets = "phys"
    variants = {{
        string phys = "none"
    }}
)
{{
    def Cube "Box"
    {{
        double size = 0.2
    }}
    variantSet "phys" = {{
        "none" {{
        }}
{physics}    }}
}}
"""
    )
    result = fixed(asset, tmp_path / "out", ovphysx)
    if len(choices) == 1:
        assert [c.code for c in result.changes] == ["SAF021"]
        assert result.after is not None and result.after.outcome is Outcome.PASS
        return
    assert result.changes == () and result.layer is None
    reason = next(r.reason for r in result.refusals if r.code == "SAF021")
    assert all(f"phys={c}" in reason for c in choices)


@pytest.mark.engine_ovphysx
def test_codes_are_taken_in_lower_case(tmp_path, capsys):
    """Take --only saf008 as explain does."""
    asset = asset_beside(next(e for e in BROKEN if e.parent.name == "SAF008-negative-mass"))
    assert main(["fix", str(asset), "--out", str(tmp_path / "out"), "--quiet", "--only", "saf008"]) == 0
    assert "/Block  physics:mass: -4 -> 4 kg" in capsys.readouterr().out


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize("values", ["float physics:mass = 1e9", "float physics:density = 2700000"])
def test_a_body_that_is_a_collider_is_listed_once(ovphysx, tmp_path, values):
    """List every line once where one prim is body and collider."""
    asset = tmp_path / "made.usda"
    asset.write_text(
        HEADER.format(mpu=1.0, up="Z")
        + f"""
def Cube "Root" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsCollisionAPI", "PhysicsMassAPI"])
{{
    double size = 0.2
    {values}
}}
"""
    )
    result = fixed(asset, tmp_path / "out", ovphysx)
    assert [c.code for c in result.changes] == ["SAF049"]
    items = result.changes[0].items
    assert items and len(items) == len(set(items))


@pytest.mark.engine_ovphysx
def test_an_instance_that_is_opened_is_listed(ovphysx, tmp_path):
    """List that an instance is opened beside the change that needs it, once."""
    asset = tmp_path / "made.usda"
    asset.write_text(
        HEADER.format(mpu=1.0, up="Z")
        + """
def Xform "Root" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
{
    def "part" (
        instanceable = true
        references = </Proto>
    )
    {
    }
}
class Xform "Proto"
{
    def Cube "box" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {
        double size = 0.2
        bool physics:collisionEnabled = 0
        float physxCollision:restOffset = 0.01
    }
}
"""
    )
    result = fixed(asset, tmp_path / "out", ovphysx)
    assert result.after is not None and result.after.outcome is Outcome.PASS
    opened = [i for c in result.changes for i in c.items if i.name == "instanceable"]
    assert [(i.prim_path, i.before, i.after) for i in opened] == [("/Root/part", "true", "false")]
    stage = Usd.Stage.Open(str(result.layer))
    assert not stage.GetPrimAtPath("/Root/part").IsInstanceable()


@pytest.mark.engine_ovphysx
def test_the_command_prints_before_and_after(tmp_path, capsys):
    """Print changes and verdicts, as text and as JSON, with the exit code of the new verdict."""
    asset = asset_beside(next(e for e in BROKEN if e.parent.name == "SAF008-negative-mass"))
    assert main(["fix", str(asset), "--out", str(tmp_path / "out"), "--quiet"]) == 0
    text = capsys.readouterr().out
    assert "Before: FAIL" in text and "After:  PASS" in text
    assert "/Block  physics:mass: -4 -> 4 kg" in text
    assert main(["fix", str(asset), "--out", str(tmp_path / "more"), "--format", "json", "-q"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["before"]["codes"] == ["SAF008"] and record["after"]["outcome"] == "PASS"
    item = record["changes"][0]["items"][0]
    assert item == {"prim_path": "/Block", "name": "physics:mass", "before": "-4", "after": "4", "unit": "kg"}
    assert json.loads((Path(record["results"]) / "fix.json").read_text()) == record


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["fix", "nowhere.usda"], "does not exist"),
        (["fix", "{asset}", "--only", "SAF998"], "Unknown code"),
        (["fix", "{asset}", "--variant", "x"], "write SET=NAME"),
        (["fix", "{asset}.urdf"], "asset-qa convert"),
    ],
)
def test_wrong_commands_are_one_clear_error(tmp_path, capsys, words, text):
    """Say what is wrong and write nothing."""
    asset = cube_asset(tmp_path)
    Path(f"{asset}.urdf").write_text("<robot/>")
    words = [w.replace("{asset}", str(asset)) for w in words]
    assert main([*words, "--out", str(tmp_path / "out")]) in (2, 3)
    assert text in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_the_table_names_rules_that_exist():
    """Find each rule, and no code both with and without a repair."""
    from importlib import import_module

    assert set(REPAIRS) <= set(CODES_BY_ID) and set(BY_HAND) <= set(CODES_BY_ID)
    assert not set(REPAIRS) & set(BY_HAND)
    for code, repair in REPAIRS.items():
        module, _, name = repair.rule.partition(":")
        assert callable(getattr(import_module(f"harness.repair.{module}"), name)), code
    assert all(len(why_not(code)) > 15 for code in CODES_BY_ID if not has_repair(code))


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize(("folder", "code"), [("SAF053-thin-flange", "SAF053"), ("SAF065-one-face-turned", "SAF065")])
def test_remarks_are_repaired_on_request(ovphysx, tmp_path, folder, code):
    """Leave what is only said to inform alone, and repair it when it is named."""
    expect = next(e for e in BROKEN if e.parent.name == folder)
    assert fixed(asset_beside(expect), tmp_path / "plain", ovphysx).changes == ()
    result = fixed(asset_beside(expect), tmp_path / "out", ovphysx, only=(code,))
    assert code in {f.code for f in result.before.findings}
    assert [c.code for c in result.changes] == [code]
    assert result.after is not None and result.after.outcome is Outcome.PASS
    assert code not in {f.code for f in result.after.findings}


@pytest.mark.parametrize("is_left_handed", [False, True])
def test_faces_are_turned_to_agree_and_outward(is_left_handed):
    """Turn any mix of faces of a box back to the outward winding; refuse a surface with one side."""
    import numpy as np

    from harness.repair.winding import consistent_faces
    from harness.stage.mesh import mesh_data, mesh_facts

    points = np.array([[a, b, c] for a in (0.0, 1.0) for b in (0.0, 1.0) for c in (0.0, 1.0)])
    faces = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
    for mask in range(64):
        turned = [f[::-1] if mask >> i & 1 else f for i, f in enumerate(faces)]
        counts, indices = np.full(6, 4), np.array([i for f in turned for i in f])
        made = consistent_faces(mesh_data(points, counts, indices, is_left_handed=is_left_handed))
        assert made is not None
        fixed_mesh = mesh_data(points, counts, np.array(made), is_left_handed=is_left_handed)
        assert mesh_facts(fixed_mesh, np.eye(4)).signed_volume_m3 == pytest.approx(1)
    ring = np.array([[np.cos(t), np.sin(t), z] for t in np.linspace(0, 2 * np.pi, 5, endpoint=False) for z in (0, 0.2)])
    strip = [[2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2] for i in range(4)] + [[8, 9, 0, 1]]
    moebius = mesh_data(ring, np.full(5, 4), np.array([i for f in strip for i in f]), is_left_handed=False)
    assert consistent_faces(moebius) is None


@pytest.mark.engine_ovphysx
def test_units_come_first_and_nothing_rests_on_the_wrong_ones(ovphysx, tmp_path):
    """Write the unit alone where it is missing: the mass is right once the size is."""
    asset = cube_asset(tmp_path, up="Y")
    text = asset.read_text().replace("    metersPerUnit = 1.0\n", "").replace("    metersPerUnit = 1\n", "")
    assert "metersPerUnit" not in text
    asset.write_text(text.replace("physics:mass = 1", "physics:mass = 8"))
    before = run(asset, tmp_path / "before", ovphysx)
    assert {"INT007", "SAF049"} <= worth_saying(before)
    result = fixed(asset, tmp_path / "out", ovphysx)
    assert [c.code for c in result.changes] == ["INT007"]
    assert result.after is not None and worth_saying(result.after) == set()
    stage = Usd.Stage.Open(str(result.layer))
    root = stage.GetPrimAtPath("/Root")
    assert (root.GetAttribute("physics:mass").Get(), root.GetAttribute("physics:density").HasAuthoredValue()) == (
        8,
        False,
    )


@pytest.mark.engine_ovphysx
def test_no_mass_is_made_of_a_size_in_doubt(ovphysx, tmp_path):
    """Leave 0.3 kg alone where the mug is 100 m: its size is the slip."""
    asset = cube_asset(
        tmp_path, geo='double3 xformOp:scale = (500, 500, 500)\nuniform token[] xformOpOrder = ["xformOp:scale"]'
    )
    result = fixed(asset, tmp_path / "out", ovphysx)
    assert {"SAF049", "SAF059"} <= {r.code for r in result.refusals}
    assert result.changes == ()


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize(("mpu", "written", "meant"), [(1.0, 7.8, 7800), (0.01, 7800, 0.0078)])
def test_density_in_other_units_is_put_right(ovphysx, tmp_path, mpu, written, meant):
    """Turn g/cm3 into the units of the stage."""
    asset = cube_asset(tmp_path, mpu=mpu)
    asset.write_text(asset.read_text().replace("physics:mass = 1", f"physics:density = {written}"))
    result = fixed(asset, tmp_path / "out", ovphysx)
    assert [c.code for c in result.changes] == ["SAF049"]
    assert result.after is not None and worth_saying(result.after) == set()
    stage = Usd.Stage.Open(str(result.layer))
    density = stage.GetPrimAtPath("/Root").GetAttribute("physics:density").Get()
    assert density == pytest.approx(meant)


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize(("mpu", "up"), [(1.0, "Z"), (0.01, "Y")])
def test_a_sheet_on_the_ground_grows_upward(ovphysx, tmp_path, mpu, up):
    """Thicken a lying sheet so that it rests where it is drawn, without a warning."""
    side = 0.3 / mpu
    corners = [(0, 0), (side, 0), (side, side), (0, side)]
    points = [(x, y, 0) if up == "Z" else (x, 0, -y) for x, y in corners]
    asset = tmp_path / "sheet.usda"
    asset.write_text(
        HEADER.format(mpu=mpu, up=up)
        + f"""
def Xform "Root" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
{{
    float physics:mass = 1
    def Mesh "sheet" (prepend apiSchemas = ["PhysicsCollisionAPI", "PhysicsMeshCollisionAPI"])
    {{
        int[] faceVertexCounts = [4]
        int[] faceVertexIndices = [0, 1, 2, 3]
        point3f[] points = {points}
        uniform token physics:approximation = "convexHull"
    }}
}}
"""
    )
    result = fixed(asset, tmp_path / "out", ovphysx)
    assert [c.code for c in result.changes] == ["SAF036"]
    assert result.after is not None and worth_saying(result.after) == set()


@pytest.mark.engine_ovphysx
def test_a_value_of_a_variant_is_repaired_in_that_variant(ovphysx, tmp_path):
    """Correct the mass of the selected variant and leave that of the other one."""
    asset = tmp_path / "sizes.usda"
    asset.write_text(
        HEADER.format(mpu=1.0, up="Z")
        + """
def Xform "Root" (
    prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]
    variants = {
        string size = "big"
    }
    prepend variantSets = "size"
)
{
    def Cube "Box" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {
        double size = 0.2
    }
    variantSet "size" = {
        "big" {
            float physics:mass = -8
        }
        "small" {
            float physics:mass = 2
        }
    }
}
"""
    )
    result = fixed(asset, tmp_path / "out", ovphysx)
    assert result.after is not None and worth_saying(result.after) == set()
    stage = Usd.Stage.Open(str(result.layer))
    root = stage.GetPrimAtPath("/Root")
    assert root.GetAttribute("physics:mass").Get() == 8
    root.GetVariantSet("size").SetVariantSelection("small")
    assert root.GetAttribute("physics:mass").Get() == 2
    chosen = fixed(asset, tmp_path / "chosen", ovphysx, variants={"size": "small"})
    assert chosen.changes == ()


@pytest.mark.engine_ovphysx
def test_a_part_that_a_drive_turns_is_stopped(ovphysx, tmp_path):
    """Repair what only warns: the asset lies still, and an arm on it turns for ever."""
    body = '(prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI", "PhysicsCollisionAPI"])'
    asset = tmp_path / "rotor.usda"
    asset.write_text(
        HEADER.format(mpu=1.0, up="Z")
        + f"""
def Xform "Root"
{{
    def Cube "base" {body}
    {{
        double size = 0.4
        float physics:mass = 20
    }}
    def Xform "arm" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
    {{
        float physics:mass = 1
        double3 xformOp:translate = (0, 0, 0.25)
        uniform token[] xformOpOrder = ["xformOp:translate"]
        def Cube "bar" (prepend apiSchemas = ["PhysicsCollisionAPI"])
        {{
            double size = 1
            double3 xformOp:scale = (0.3, 0.04, 0.04)
            uniform token[] xformOpOrder = ["xformOp:scale"]
        }}
    }}
    def PhysicsRevoluteJoint "axle" (prepend apiSchemas = ["PhysicsDriveAPI:angular"])
    {{
        rel physics:body0 = </Root/base>
        rel physics:body1 = </Root/arm>
        point3f physics:localPos0 = (0, 0, 0.25)
        uniform token physics:axis = "Z"
        float drive:angular:physics:damping = 1000
        float drive:angular:physics:targetVelocity = 500
    }}
}}
"""
    )
    assert worth_saying(run(asset, tmp_path / "before", ovphysx)) == {"MON008"}
    result = fixed(asset, tmp_path / "out", ovphysx)
    assert [c.code for c in result.changes] == ["MON008"]
    assert result.after is not None and worth_saying(result.after) == set()
