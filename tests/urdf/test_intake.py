"""From a URDF file to facts and USD: meshes, materials, names, macros, losses; the user's files stay as they are."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest
from pxr import Usd, UsdGeom, UsdPhysics, UsdShade

from harness.cli.main import main
from harness.errors import UsageError
from harness.intake import read_asset
from harness.intake.dependencies import dependencies_of
from harness.intake.urdf import convert_file, load_file
from harness.intake.urdf_convert import Conversion
from harness.outcomes import Severity
from tests.urdf.robots import ghost, joint, link, robot, write

HINGE = '<axis xyz="0 1 0"/><limit lower="-1" upper="2" effort="3" velocity="4"/>'


def converted(path: Path, folder: Path | None = None) -> Conversion:
    """Convert a file."""
    return convert_file(load_file(path), path, folder)[0]


def seen(name: str, attributes: str = "", parts: str = "visual collision", inside: str = "") -> str:
    """Return a link that shows and touches a mesh."""
    mesh = f'<geometry><mesh filename="{name}" {attributes}/></geometry>{inside}'
    return f'<link name="{Path(name).stem}">' + "".join(f"<{p}>{mesh}</{p}>" for p in parts.split()) + "</link>"


def box_file(path: Path, size: float = 0.2) -> Path:
    """Write a box of that size in the format of the suffix."""
    import trimesh

    path.parent.mkdir(parents=True, exist_ok=True)
    trimesh.creation.box((size, size, size)).export(path)
    return path


def extent(facts) -> list[float]:
    """Return the size of the first body."""
    return np.ptp(facts.bodies[0].collider_points_m, axis=0).tolist()


@pytest.mark.parametrize("suffix", ["stl", "obj", "ply", "off", "glb", "gltf", "dae"])
def test_meshes_of_all_formats_have_their_size(tmp_path, suffix):
    """Read each format, apply the scale, and collide as a convex hull."""
    box_file(tmp_path / "meshes" / f"box.{suffix}")
    path = write(tmp_path, seen(f"meshes/box.{suffix}", 'scale="1 2 -0.5"'))
    facts = read_asset(path).facts
    assert facts is not None and facts.urdf is not None
    assert extent(facts) == pytest.approx([0.2, 0.4, 0.1], abs=1e-6)
    assert [c.approximation for c in facts.colliders] == ["convexHull"]
    assert facts.bodies[0].mass_kg == pytest.approx(0.2 * 0.4 * 0.1 * 1000, rel=1e-5)


def test_the_unit_of_a_dae_counts(tmp_path):
    """Read a DAE in centimetres as such."""
    path = box_file(tmp_path / "box.dae", 20.0)
    path.write_text(path.read_text().replace("<asset>", '<asset><unit name="cm" meter="0.01"/>', 1))
    facts = read_asset(write(tmp_path, seen("box.dae"))).facts
    assert facts is not None and extent(facts) == pytest.approx([0.2] * 3, abs=1e-6)


def test_each_object_of_an_obj_is_a_hull(tmp_path):
    """Give a dumbbell two hulls, not one around both ends."""
    import trimesh

    ends = [trimesh.creation.box((0.1, 0.1, 0.1)) for _ in range(2)]
    ends[1].apply_translation((1, 0, 0))
    lines, start = [], 1
    for index, end in enumerate(ends):
        lines.append(f"o end{index}")
        lines += [f"v {x} {y} {z}" for x, y, z in end.vertices]
        lines += [f"f {a + start} {b + start} {c + start}" for a, b, c in end.faces]
        start += len(end.vertices)
    (tmp_path / "bell.obj").write_text("\n".join(lines))
    facts = read_asset(write(tmp_path, seen("bell.obj"))).facts
    assert facts is not None and len(facts.colliders) == 2
    assert facts.bodies[0].mass_kg == pytest.approx(2.0, rel=1e-5)


def test_packages_are_found_above_the_file_and_by_environment(tmp_path, monkeypatch):
    """Find package:// by folder name, by package.xml, without a package folder, and in ROS_PACKAGE_PATH."""
    name = "package://arm_description/meshes/box.stl"
    by_name = tmp_path / "a" / "arm_description"
    by_manifest = tmp_path / "b" / "renamed"
    plain = tmp_path / "c"
    for folder in (by_name, by_manifest, plain):
        box_file(folder / "meshes" / "box.stl")
        (folder / "urdf").mkdir()
    (by_manifest / "package.xml").write_text("<package><name>arm_description</name></package>")
    for folder in (by_name, by_manifest, plain):
        assert read_asset(write(folder / "urdf", seen(name))).facts is not None
    elsewhere = tmp_path / "d"
    elsewhere.mkdir()
    lost = read_asset(write(elsewhere, seen(name)))
    assert [f.code for f in lost.findings if f.severity is Severity.ERROR] == ["INT027"] and lost.facts is None
    monkeypatch.setenv("ROS_PACKAGE_PATH", str(tmp_path / "a"))
    assert read_asset(write(elsewhere, seen(name))).facts is not None


def test_meshes_that_cannot_be_used_are_named(tmp_path):
    """Report missing, damaged, empty and unknown files with line and reason, once each; the rest is read for checks."""
    (tmp_path / "bad.stl").write_text("solid nothing")
    (tmp_path / "box.step").write_text("ISO-10303")
    (tmp_path / "folder.stl").mkdir()
    names = ("gone.stl", "bad.stl", "box.step", "folder.stl", "http://a/b.stl", "package://p")
    parts = [seen(n).replace(f'"{Path(n).stem}"', f'"l{i}"', 1) for i, n in enumerate(names)]
    joints = [joint(f"j{i}", "fixed", "l0", f"l{i}") for i in range(1, len(names))]
    intake = read_asset(write(tmp_path, *parts, *joints))
    errors = [(f.code, f.sites[0].line) for f in intake.findings if f.severity is Severity.ERROR]
    assert errors == [("INT027", 3), ("INT028", 3), ("INT028", 3), ("INT027", 3), ("INT027", 3), ("INT027", 3)]
    assert intake.facts is None and intake.partial_facts is not None
    assert [f.code for f in intake.findings].count("INT030") == 0


def test_materials_colours_and_textures(tmp_path):
    """Bind colours, copy textures beside the USD, and let the mesh's own material come first."""
    from PIL import Image

    Image.new("RGB", (2, 2), (10, 200, 30)).save(tmp_path / "grid.png")
    (tmp_path / "m.mtl").write_text("newmtl own\nKd 0 0 1\nmap_Kd grid.png\n")
    quad = "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl own\n"
    (tmp_path / "own.obj").write_text(quad + "f 1/1 2/2 3/3\nf 1/1 2/2 4/3\nf 1/1 3/2 4/3\nf 2/1 3/2 4/3\n")
    red = '<material name="red"><color rgba="1 0 0 0.5"/></material>'
    parts = (
        red,
        link("a", parts="visual").replace("</visual>", '<material name="red"/></visual>'),
        link("b", parts="visual").replace(
            "</visual>", '<material name="t"><texture filename="grid.png"/></material></visual>'
        ),
        seen("own.obj", parts="visual", inside='<material name="red"/>'),
        joint("j", "fixed", "a", "b"),
        joint("k", "fixed", "a", "own"),
    )
    out = tmp_path / "out"
    made = converted(write(tmp_path, *parts), out)
    stage = Usd.Stage.Open(str(next(out.glob("*.usda"))))

    def surface(path: str) -> UsdShade.Shader:
        material = UsdShade.MaterialBindingAPI(stage.GetPrimAtPath(path)).ComputeBoundMaterial()[0]
        return material.ComputeSurfaceSource()[0]

    assert tuple(surface("/robot/a/visual").GetInput("diffuseColor").Get()) == (1, 0, 0)
    assert surface("/robot/a/visual").GetInput("opacity").Get() == 0.5
    for path in ("/robot/b/visual", str(next(p for p in stage.Traverse() if p.IsA(UsdGeom.Mesh)).GetPath())):
        source = surface(path).GetInput("diffuseColor").GetConnectedSources()[0][0].source.GetPrim()
        file = source.GetAttribute("inputs:file").Get()
        assert file.path.startswith("./textures/") and Path(file.resolvedPath).is_file()
    assert made.fidelity.of() == []


def test_a_missing_texture_is_a_loss_that_strict_refuses(tmp_path, capsys):
    """Warn about a missing texture; --strict fails the conversion."""
    text = link("a").replace("</visual>", '<material name="t"><texture filename="gone.png"/></material></visual>')
    path = write(tmp_path, text)
    assert [f.code for f in read_asset(path).findings if f.severity is Severity.WARN] == ["INT030"]
    assert main(["convert", str(path), "--out", str(tmp_path / "a")]) == 0
    assert main(["convert", str(path), "--out", str(tmp_path / "b"), "--strict"]) == 1
    assert "gone.png" in capsys.readouterr().err
    data = json.loads((tmp_path / "b" / "robot" / "fidelity.json").read_text())
    assert not data["is_lossless"] and data["dropped"][0]["line"] == 3


def test_contact_numbers_become_a_physics_material(tmp_path):
    """Take mu as friction, kp and kd as compliant contact; also in the words of Bullet; never a friction of 0."""
    kept = []

    def contact(inside: str, where: str) -> UsdPhysics.MaterialAPI:
        made = converted(write(tmp_path, link("a").replace(where, inside + where)))
        kept.append(made)
        collider = made.stage.GetPrimAtPath("/robot/a/collision")
        material = UsdShade.MaterialBindingAPI(collider).ComputeBoundMaterial("physics")[0]
        return UsdPhysics.MaterialAPI(material.GetPrim())

    material = contact('<contact_coefficients mu="0.7" kp="1e5" kd="20"/>', "</collision>")
    assert material.GetStaticFrictionAttr().Get() == pytest.approx(0.7)
    assert material.GetDynamicFrictionAttr().Get() == pytest.approx(0.7)
    get = material.GetPrim().GetAttribute
    assert get("physxMaterial:compliantContactStiffness").Get() == 1e5
    assert get("physxMaterial:compliantContactDamping").Get() == 20
    bullet = '<contact><lateral_friction value="0.9"/><stiffness value="300"/><damping value="3"/></contact>'
    assert contact(bullet, "</link>").GetStaticFrictionAttr().Get() == pytest.approx(0.9)
    assert contact('<contact_coefficients kp="100"/>', "</collision>").GetStaticFrictionAttr().Get() == 0.5


def test_units_of_joint_attributes(tmp_path):
    """Turn radians to degrees right for limits, velocity, damping; leave torques and prismatic joints."""
    inside = (
        f'{HINGE}<dynamics damping="0.35" friction="0.08"/><calibration rising="0.1"/>'
        '<safety_controller soft_lower_limit="-0.5" soft_upper_limit="0.5" k_position="2" k_velocity="3"/>'
    )
    parts = (
        link("a"),
        link("b"),
        link("c"),
        joint("r", "revolute", "a", "b", inside),
        joint("p", "prismatic", "a", "c", inside),
    )
    stage = converted(write(tmp_path, *parts)).stage

    def get(name: str, attribute: str) -> float:
        return stage.GetPrimAtPath(f"/robot/Joints/{name}").GetAttribute(attribute).Get()

    assert get("r", "physics:lowerLimit") == pytest.approx(-57.29578) and get("p", "physics:lowerLimit") == -1
    assert get("r", "newton:damping") == pytest.approx(0.006108652, rel=1e-6)
    assert get("p", "newton:damping") == pytest.approx(0.35)
    assert get("r", "newton:friction") == get("p", "newton:friction") == pytest.approx(0.08)
    assert get("r", "newton:velocityLimit") == pytest.approx(229.1831) and get("p", "newton:velocityLimit") == 4
    assert get("r", "drive:angular:physics:maxForce") == get("p", "drive:linear:physics:maxForce") == 3
    assert get("r", "physxJointAxis:angular:viscousFrictionCoefficient") == pytest.approx(0.006108652, rel=1e-6)
    for name in ("r", "p"):
        assert get(name, "urdf:limit:effort") == 3 and get(name, "urdf:calibration:rising") == 0.1
        assert get(name, "urdf:safety_controller:k_velocity") == 3


def test_a_mimic_between_different_kinds_of_joints(tmp_path):
    """Turn multiplier and offset of a rack on a pinion into degrees and metres."""
    mimic = '<mimic joint="r" multiplier="0.02" offset="0.1"/>'
    parts = (
        link("a"),
        link("b"),
        link("c"),
        joint("r", "revolute", "a", "b", HINGE),
        joint("p", "prismatic", "a", "c", mimic),
    )
    stage = converted(write(tmp_path, *parts)).stage
    prim = stage.GetPrimAtPath("/robot/Joints/p")
    assert prim.GetAttribute("newton:mimicCoef1").Get() == pytest.approx(0.02 * np.pi / 180)
    assert prim.GetAttribute("newton:mimicCoef0").Get() == pytest.approx(0.1)


def test_names_that_usd_does_not_take(tmp_path):
    """Keep letters of any language, replace the rest, keep names apart, and keep what was written."""
    names = ("arm-1", "arm 1", "ärmel", "1st", "", "Joints", "腕")
    parts = [link(n) for n in names if n]
    joints = [joint(f"j/{i}", "fixed", "arm-1", n) for i, n in enumerate(names) if n and n != "arm-1"]
    made = converted(write(tmp_path, *parts, *joints, name="my-robot 2"))
    paths = {s.what: p for p, s in made.facts.sources.items()}
    assert str(made.stage.GetDefaultPrim().GetPath()) == "/my_robot_2"
    assert paths["link 'ärmel'"].endswith("/ärmel") and paths["link '腕'"].endswith("/腕")
    assert paths["link 'arm-1'"].endswith("/arm_1") and paths["link 'arm 1'"].endswith("/arm_1_2")
    assert paths["link '1st'"].endswith("/_1st")
    assert made.stage.GetPrimAtPath(paths["link '1st'"]).GetDisplayName() == "1st"
    assert len(set(paths.values())) == len(paths)


def test_what_the_model_does_not_know_is_kept_as_text(tmp_path):
    """Keep gazebo and transmission blocks and unknown attributes, with their comments."""
    block = "<gazebo><!-- why --><static>true</static></gazebo>"
    path = write(tmp_path, link("a").replace('<link name="a"', '<link name="a" weight="x"'), block)
    made = converted(path)
    root = made.stage.GetDefaultPrim()
    assert list(root.GetAttribute("urdf:xml").Get()) == [block]
    assert list(made.stage.GetPrimAtPath("/robot/a").GetAttribute("urdf:attributes").Get()) == ["link@weight=x"]
    assert {i.line for i in made.fidelity.items} == {3, 4}


def test_macros_are_expanded(tmp_path):
    """Expand .xacro, and .urdf that still has macros; keep the expansion; report macros that fail."""
    head = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
    text = f'{head}<xacro:property name="m" value="${{2 * 1.5}}"/>{link("a").replace("1.0", "${m}")}</robot>'
    for name in ("a.xacro", "b.urdf"):
        path = tmp_path / name
        path.write_text(text)
        intake = read_asset(path, work_dir=tmp_path / name.replace(".", "_"))
        assert intake.facts is not None, [f.message for f in intake.findings]
        assert intake.facts.bodies[0].mass_kg == 3
        assert [d.kind for d in intake.derived] == ["converted-usd", "fidelity", "expanded-urdf"]
    broken = tmp_path / "c.xacro"
    broken.write_text(f"{head}<xacro:not_there/></robot>")
    assert [f.code for f in read_asset(broken).findings] == ["INT029"]


def test_without_xacro_the_message_says_what_to_install(tmp_path, monkeypatch):
    """Say how to get the library."""
    monkeypatch.setitem(__import__("sys").modules, "xacro", None)
    path = tmp_path / "a.xacro"
    path.write_text("<robot/>")
    (made,) = read_asset(path).findings
    assert made.code == "INT029" and "asset-qa[urdf]" in made.fix


def test_a_file_that_needs_ros_is_told_from_one_without_the_library(tmp_path):
    """Say where to expand a file that looks for packages of ROS: installing xacro again would not help."""
    path = tmp_path / "a.xacro"
    path.write_text(
        '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:include filename="$(find gone)/a"/></robot>'
    )
    (made,) = read_asset(path).findings
    assert made.code == "INT029" and ("where ROS is set up" in made.message or "gone" in made.message)


def test_what_a_joint_loses_at_the_world_is_told(tmp_path):
    """Name damping and mimic of a joint that hangs on the world beside a fixed one, and no loss where there is none."""
    inside = '<dynamics damping="5" friction="0.5"/><mimic joint="k"/>'
    parts = (link("a"), link("b"), link("c"), joint("f", "fixed", "world", "a"), joint("k", "revolute", "a", "c"))
    lossy = converted(write(tmp_path, ghost("world"), *parts, joint("j", "revolute", "world", "b", inside)))
    told = {i.what.split(":")[0]: i for i in lossy.fidelity.of("dropped")}
    assert set(told) == {"<dynamics>", "<mimic>"} and all(i.prim_path == "/robot/Joints/j" for i in told.values())
    assert not lossy.fidelity.to_data()["is_lossless"]
    prim = lossy.stage.GetPrimAtPath("/robot/Joints/j")
    assert prim.GetAttribute("urdf:mimic:joint").Get() == "k" and "NewtonMimicAPI" not in prim.GetAppliedSchemas()
    alone = (link("b"), joint("j", "revolute", "world", "b", '<dynamics damping="5" friction="0.5"/>'))
    assert converted(write(tmp_path, ghost("world"), *alone, name="alone")).fidelity.of("dropped", "approximated") == []
    inner = joint("j", "revolute", "a", "b", inside)
    assert converted(write(tmp_path, ghost("world"), *parts, inner, name="inner")).fidelity.of("dropped") == []


def test_a_damaged_mesh_is_described_once(tmp_path):
    """Give the reason of the reader without repeating its kind."""
    (tmp_path / "bad.dae").write_text("<xml")
    texts = [f.message for f in read_asset(write(tmp_path, seen("bad.dae"))).findings if f.code == "INT028"]
    assert texts and all(t.count("Error: ") <= 2 and "Error: DaeMalformedError" not in t for t in texts)


def test_repairs_of_a_urdf_are_offered_for_the_converted_usd(tmp_path, capsys):
    """Never say that fix can write over a URDF file, which it refuses."""
    assert (
        main(
            [
                "run",
                "ground_drop",
                str(write(tmp_path, link("a", mass=-1.0))),
                "--no-video",
                "--no-probes",
                "--engine",
                "fake",
                "--out",
                str(tmp_path / "out"),
            ]
        )
        == 1
    )
    shown = " ".join(capsys.readouterr().out.split())
    assert "asset-qa fix" not in shown or "asset-qa convert" in shown
    (verdict,) = (tmp_path / "out").glob("*/cases/*/*/*/verdict.json")
    fixes = json.loads(verdict.read_text())["fixes"]
    assert any("the USD that asset-qa convert writes, asset-qa fix" in f for f in fixes)


def test_rejudging_keeps_the_places_in_the_file(tmp_path):
    """Name link, file and line again for what the motion showed, which the record alone must be enough for."""
    path = write(tmp_path, link("a"))
    words = ["--no-video", "--no-probes", "--engine", "fake:sink", "--out", str(tmp_path / "out")]
    assert main(["run", "ground_drop", str(path), *words]) == 1
    (run_folder,) = (tmp_path / "out").iterdir()
    assert main(["rejudge", str(run_folder), "--out", str(tmp_path / "again")]) == 1

    def findings(folder: Path) -> list[dict[str, object]]:
        return list(json.loads(next(folder.rglob("verdict.json")).read_text())["findings"])

    assert any("In robot.urdf: link 'a', line 3." in str(f["message"]) for f in findings(tmp_path / "out"))
    assert findings(tmp_path / "again") == findings(tmp_path / "out")


def test_a_urdf_has_no_variants(tmp_path):
    """Refuse --variant."""
    with pytest.raises(UsageError, match="variant"):
        read_asset(write(tmp_path, link("a")), variants={"a": "b"})


def test_planar_and_floating_joints(tmp_path):
    """Lock what a planar joint locks, drop what it cannot say, and let a floating child go."""
    plane = '<axis xyz="0 0 1"/><limit effort="1" velocity="1"/>'
    parts = (link("a"), link("b"), link("c"), joint("p", "planar", "a", "b", plane), joint("f", "floating", "a", "c"))
    made = converted(write(tmp_path, *parts))
    prim = made.stage.GetPrimAtPath("/robot/Joints/p")
    locked = {a.partition(":")[2] for a in prim.GetAppliedSchemas() if a.startswith("PhysicsLimitAPI")}
    assert locked == {"transX", "rotY", "rotZ"}
    assert not made.stage.GetPrimAtPath("/robot/Joints/f")
    assert [i.what for i in made.fidelity.items if i.fate.value == "dropped"] != []


def test_the_users_files_are_not_touched_and_the_usd_is_whole(tmp_path):
    """Write below the work folder only; the USD opens elsewhere and says the same."""
    source, work = tmp_path / "source", tmp_path / "work"
    box_file(source / "box.stl")
    path = write(source, seen("box.stl"), ghost("tip"), joint("j", "fixed", "box", "tip"))
    before = {p: hashlib.sha256(p.read_bytes()).hexdigest() for p in source.rglob("*") if p.is_file()}
    intake = read_asset(path, work_dir=work)
    assert {p: hashlib.sha256(p.read_bytes()).hexdigest() for p in source.rglob("*") if p.is_file()} == before
    assert intake.usd_path.is_relative_to(work) and intake.facts is not None
    assert {f.identifier for f in intake.facts.layers} == {"robot.urdf", "box.stl"}
    again = read_asset(intake.usd_path).facts
    assert again is not None
    assert [(b.path, b.mass_kg) for b in again.bodies] == [(b.path, b.mass_kg) for b in intake.facts.bodies]
    assert read_asset(path).facts is not None


def test_convert_goes_on_after_a_broken_file(tmp_path, capsys):
    """Convert the good file of two, name the error of the other, and exit with 1."""
    good, bad = write(tmp_path, link("a"), name="good"), tmp_path / "bad.urdf"
    bad.write_bytes(robot("<link/>"))
    assert main(["convert", str(bad), str(good), "--out", str(tmp_path / "out")]) == 1
    said = capsys.readouterr()
    assert "1 of 2" in said.out and "INT021" in said.err and "line 3" in said.err
    assert (tmp_path / "out" / "good" / "good.usda").is_file()


def test_check_takes_urdf(tmp_path, capsys):
    """Run asset-qa check on a file with a defect and on a good one."""
    assert main(["check", str(write(tmp_path, link("a")))]) == 0
    assert main(["check", str(write(tmp_path, link("a", mass=-1.0), name="bad"))]) == 1
    assert "link 'a', line 3" in " ".join(capsys.readouterr().out.split())


def test_stored_verdicts_depend_on_meshes_and_what_they_name(tmp_path):
    """List meshes, materials and textures; a missing mesh; and never trust what was stored about a file with macros."""
    box_file(tmp_path / "box.stl")
    box_file(tmp_path / "box.gltf")
    (tmp_path / "own.obj").write_text("mtllib own.mtl\nv 0 0 0\n")
    (tmp_path / "own.mtl").write_text("newmtl a\nmap_Kd -o 1 grid.png\n")
    (tmp_path / "grid.png").write_bytes(b"x")
    texture = '<material name="t"><texture filename="wood.png"/></material>'
    parts = [seen(n) for n in ("box.stl", "own.obj", "gone.dae")]
    found = dependencies_of(write(tmp_path, texture, *parts, seen("box.gltf").replace('"box"', '"g"', 1)))
    names = {Path(f).name for f in found.files}
    assert names == {"robot.urdf", "box.stl", "own.obj", "own.mtl", "grid.png", "box.gltf", *gltf_parts(tmp_path)}
    assert {Path(f).name for f in found.missing} == {"gone.dae", "wood.png"}
    macros = tmp_path / "a.xacro"
    macros.write_text("<robot/>")
    assert found.missing and dependencies_of(macros).missing == (str(macros),)


def gltf_parts(folder: Path) -> set[str]:
    """Return the buffers of a glTF file."""
    return {b["uri"] for b in json.loads((folder / "box.gltf").read_text())["buffers"]}
