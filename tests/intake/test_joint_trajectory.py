"""Trajectories of joints from files, and what is wrong with some of them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from pxr import Sdf, Usd, UsdGeom, UsdPhysics

from harness.errors import UsageError
from harness.intake.joint_trajectory import read_joint_trajectory


def test_csv_and_yaml_give_the_same_numbers(tmp_path):
    """Times and positions are read as written."""
    table = tmp_path / "t.csv"
    table.write_text("time_s,elbow,/Arm/shoulder\n0,0,0.1\n0.5,1,0.2\n")
    listed = tmp_path / "t.yaml"
    listed.write_text("time_s: [0, 0.5]\njoints:\n  elbow: [0, 1]\n  /Arm/shoulder: [0.1, 0.2]\n")
    for path in (table, listed):
        time, columns = read_joint_trajectory(path)
        assert time.tolist() == [0, 0.5]
        assert {n: v.tolist() for n, v in columns.items()} == {"elbow": [0, 1], "/Arm/shoulder": [0.1, 0.2]}


def test_usd_time_samples_become_seconds_and_radians(tmp_path):
    """Degrees at time codes become rad at seconds; sliding joints follow the stage's unit."""
    path = tmp_path / "t.usda"
    stage = Usd.Stage.CreateNew(str(path))
    stage.SetTimeCodesPerSecond(10)
    UsdGeom.SetStageMetersPerUnit(stage, 0.01)
    hinge = UsdPhysics.RevoluteJoint.Define(stage, "/Arm/elbow").GetPrim()
    slide = UsdPhysics.PrismaticJoint.Define(stage, "/Arm/slide").GetPrim()
    state = hinge.CreateAttribute("state:angular:physics:position", Sdf.ValueTypeNames.Float)
    target = slide.CreateAttribute("drive:linear:physics:targetPosition", Sdf.ValueTypeNames.Float)
    for code, value in ((0, 0.0), (10, 90.0)):
        state.Set(value, code)
        target.Set(value, code)
    stage.Save()
    time, columns = read_joint_trajectory(path)
    assert time == pytest.approx([0, 1])
    assert columns["/Arm/elbow"] == pytest.approx([0, math.pi / 2])
    assert columns["/Arm/slide"] == pytest.approx(np.array([0, 0.9]))


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.csv", "elbow\n1\n", "time_s"),
        ("a.csv", "time_s,elbow\n0,0\n0,1\n", "rise"),
        ("a.csv", "time_s,elbow\n0,0\n1,nan\n", "finite"),
        ("a.csv", "time_s,elbow\n0,0\n1\n", "row 2 has 1 numbers"),
        ("a.csv", "time_s,elbow\n0,zero\n", "numbers"),
        ("a.csv", "time_s\n0\n1\n", "no joint"),
        ("a.yaml", "joints: 3\n", "expected"),
        ("a.txt", "", "are read from"),
        ("a.usda", "nonsense", "USD"),
    ],
)
def test_files_that_cannot_be_used_are_refused(tmp_path, name, text, message):
    """One clear error that names the file."""
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(UsageError, match=message) as error:
        read_joint_trajectory(path)
    assert name in str(error.value)


def test_missing_file_is_named(tmp_path):
    """Say which file does not exist."""
    with pytest.raises(UsageError, match="does not exist"):
        read_joint_trajectory(tmp_path / "nowhere.csv")
