"""Plans of variants, files on disk, and the command line."""

from __future__ import annotations

import json

import numpy as np
import pytest

from harness.cli.main import main
from harness.urdf.parse import read_urdf_file
from harness.vary.parts import VaryError
from harness.vary.plan import Change, expand, read_plan
from harness.vary.write import mesh_bounds
from tests.vary.robots import write_arm

PLAN = """
robot: arm.urdf
variants:
  - name: long
    changes:
      - {link: upper, scale: [1.25, 1.5], mode: 1}
      - {link: lower, mass_kg: 2.0}
  - name: stiff
    changes:
      - {joint: elbow, joint_type: fixed}
"""


def test_lists_make_every_combination():
    """Make one variant for each combination of listed values, with names that tell them apart."""
    variants = expand([Change(link="a", scale=("1", "2"), mass_kg=("x0.5", "3"))])
    assert [v.name for v in variants] == [
        "a-scale-1-a-mass-x0.5", "a-scale-1-a-mass-3", "a-scale-2-a-mass-x0.5", "a-scale-2-a-mass-3"
    ]  # fmt: skip
    assert [p.number for p in variants[-1].parameters] == [2, 3]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (Change(scale=("1",)), "needs a link or a joint"),
        (Change(link="a"), "changes nothing"),
        (Change(link="a", scale=("1",), length_m=("1",)), "a scale and a length"),
        (Change(joint="j", mass_kg=("1",)), "changes a link"),
        (Change(link="a", joint_type=("fixed",)), "changes a joint"),
        (Change(link="a", scale=("1",), mode=3), "no mode 3"),
        (Change(link="a", scale=("1",), keep="shape"), "cannot be kept"),
        (Change(link="a", scale=("much",)), "is no number"),
        (Change(link="a", scale=("nan",)), "is no number"),
        (Change(link="a", scale=tuple(map(str, range(200))), mass_kg=tuple(map(str, range(200)))), "40000 variants"),
    ],
)
def test_changes_that_say_too_little_or_too_much_are_refused(change, message):
    """Name what is missing or too much."""
    with pytest.raises(VaryError, match=message):
        expand([change])


def test_a_file_of_changes(tmp_path):
    """Read robot, names, lists and several changes of one variant."""
    (tmp_path / "plan.yaml").write_text(PLAN)
    plan = read_plan(tmp_path / "plan.yaml")
    assert plan.robot == tmp_path / "arm.urdf"
    assert [v.name for v in plan.variants] == ["long-upper-scale-1.25", "long-upper-scale-1.5", "stiff"]
    assert [len(v.modifiers) for v in plan.variants] == [2, 2, 1]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("variants: []", "variants must be a list"),
        ("variants: [{changes: []}]", r"variants\[1\]: changes must be a list"),
        ("variants: [{changes: [{link: a, scal: 2}]}]", r"variants\[1\].changes\[1\]: unknown key 'scal'"),
        ("variants: [{changes: [{link: a, scale: true}]}]", r"changes\[1\].scale: a value or a list"),
        ("variants: [{changes: [{link: a, scale: 2, mode: one}]}]", r"changes\[1\].mode: 0, 1 or 2"),
        ("variants: [{changes: [{link: a}]}]", r"variants\[1\]: The change of 'a' changes nothing"),
        ("robot: [1]\nvariants: [1]", "robot must be the name"),
        ("a: b: c", "cannot be read"),
        ("variants:\n  - {name: a, name: b, changes: []}", "'name' is written twice, in lines 2 and 2"),
        ("variantes: []", "unknown key 'variantes'"),
    ],
)
def test_wrong_files_of_changes_name_the_place(tmp_path, text, place):
    """Say where in the file what is wrong."""
    (tmp_path / "plan.yaml").write_text(text)
    with pytest.raises(VaryError, match=place):
        read_plan(tmp_path / "plan.yaml")


def test_variants_on_disk(tmp_path, capsys, monkeypatch):
    """Write variants and their list, say what changed, leave the robot alone, and replace nothing."""
    monkeypatch.chdir(tmp_path)
    robot = write_arm(tmp_path)
    before = robot.read_bytes()
    words = ["vary", "arm.urdf", "--link", "upper", "--scale", "0.5,1,1.5", "--mode", "1", "--out", "out"]
    assert main(words) == 0
    told = capsys.readouterr()
    names = [f"arm-upper-scale-{k}.urdf" for k in ("0.5", "1", "1.5")]
    assert told.out.splitlines() == [f"out/{n}" for n in names]
    assert "elbow: from 420 mm to 630 mm" in told.err
    assert "other joints on it stay where they are: imu_mount" in told.err
    assert robot.read_bytes() == before
    assert (tmp_path / "out" / names[1]).read_bytes() == before
    listed = json.loads((tmp_path / "out" / "variants.json").read_text())
    assert [v["file"] for v in listed["variants"]] == names
    assert listed["variants"][2]["parameters"] == {"upper scale": "1.5"}
    assert main(words) == 2
    assert "already there" in capsys.readouterr().err


def test_a_plan_on_disk(tmp_path, capsys):
    """Find the robot beside the plan."""
    write_arm(tmp_path)
    (tmp_path / "plan.yaml").write_text(PLAN)
    assert main(["vary", "--changes", str(tmp_path / "plan.yaml"), "--out", str(tmp_path / "out")]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    link = read_urdf_file(tmp_path / "out" / "arm-long-upper-scale-1.5.urdf").robot.link("lower")
    assert link.inertial.mass == 2


def test_one_impossible_variant_leaves_no_file(tmp_path, capsys):
    """Write nothing when one of many variants cannot be made."""
    robot = write_arm(tmp_path)
    code = main(["vary", str(robot), "--link", "upper", "--length", "0.5,0.001", "--out", str(tmp_path / "out")])
    assert code == 2
    assert "Variant 'upper-length-0.001'" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "words", [[], ["--changes", "x.yaml", "--link", "a"], ["arm.urdf"], ["missing.urdf", "--link", "a", "--scale", "1"]]
)
def test_wrong_commands(tmp_path, monkeypatch, words):
    """Exit with 2 and write nothing."""
    monkeypatch.chdir(tmp_path)
    write_arm(tmp_path)
    assert main(["vary", *words]) == 2
    assert not (tmp_path / "variants").exists()


def test_meshes_are_still_found(tmp_path):
    """Measure meshes, scale them, and write names that lead to them from another folder."""
    trimesh = pytest.importorskip("trimesh")
    source = tmp_path / "robots" / "my & pkg"
    (source / "meshes").mkdir(parents=True)
    box = trimesh.creation.box(extents=(0.1, 0.1, 0.4))
    box.apply_translation((0, 0, 0.2))
    box.export(source / "meshes" / "arm.stl")
    text = (
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="{0}"/></geometry></visual></link>'
        '<link name="b"/>'
        '<joint name="j" type="fixed"><parent link="a"/><child link="b"/><origin xyz="0 0 0.5"/></joint></robot>'
    )
    robot = source / "r.urdf"
    for name in ("meshes/arm.stl", "package://anything/meshes/arm.stl"):
        robot.write_text(text.format(name))
        out = tmp_path / f"out-{len(name)}"
        assert main(["vary", str(robot), "--link", "a", "--scale", "2", "--out", str(out)]) == 0
        path = out / "r-a-scale-2.urdf"
        geometry = read_urdf_file(path).robot.link("a").visuals[0].geometry
        assert geometry.scale == pytest.approx((1, 1, 0.9 / 0.4))
        low, high = mesh_bounds(path)(geometry.filename)
        assert high - low == pytest.approx(np.array([0.1, 0.1, 0.4]))
    beside = source / "variants"
    assert main(["vary", str(robot), "--link", "a", "--scale", "1", "--out", str(beside)]) == 0
    assert (beside / "r-a-scale-1.urdf").read_bytes() == robot.read_bytes()


def test_xacro_is_named(tmp_path, capsys):
    """Say that macros must be expanded before numbers in the text can change."""
    path = tmp_path / "a.xacro"
    path.write_text('<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="a"/>')
    assert main(["vary", str(path), "--link", "a", "--scale", "2"]) == 2
    assert "expand it first" in capsys.readouterr().err
