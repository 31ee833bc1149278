"""Errors of our own carry the code that explains them."""

from __future__ import annotations

import errno
from dataclasses import replace
from pathlib import Path

import pytest

import harness.intake
from harness.catalog import find_test
from harness.config import resolve
from harness.errors import ConfigError, IntakeError, RecordError, UnknownNameError
from harness.geometry import measure_bounds
from harness.outcomes import Outcome, StopReason
from harness.report.codec import load_verdict
from harness.runner.check import CheckOptions, check_asset
from harness.testing import analytic
from tests.support import codes, cube_asset, fake, run
from tests_catalog.ground_drop import GROUND_DROP, GroundDropConfig


def test_a_wrong_setting_is_har003():
    """Refuse a value out of bounds with HAR003, and take one within."""
    with pytest.raises(ConfigError) as caught:
        resolve("ground_drop", GroundDropConfig, settings=["rest_tolerance_m=-1"])
    assert caught.value.code == "HAR003"
    assert resolve("ground_drop", GroundDropConfig, settings=["rest_tolerance_m=0.01"]).test.rest_tolerance_m == 0.01


def test_an_unknown_name_is_har004():
    """Refuse an unknown test with HAR004, and find a known one."""
    with pytest.raises(UnknownNameError) as caught:
        find_test("ground_drip")
    assert caught.value.code == "HAR004"
    assert "ground_drop" in str(caught.value)
    assert find_test("ground_drop").name == "ground_drop"


def test_a_reader_that_breaks_is_har005(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Blame the reader, not the asset, when it raises; the next asset is read as always."""
    path = cube_asset(tmp_path)
    good = harness.intake.READERS[".usda"]
    monkeypatch.setitem(harness.intake.READERS, ".usda", "tests.unit.test_error_codes:broken_reader")
    verdict = check_asset(str(path), "cube", CheckOptions())
    assert [f.code for f in verdict.findings] == ["HAR005"]
    assert verdict.outcome is Outcome.ERROR
    assert "out of ideas" in (verdict.error or "")
    with pytest.raises(IntakeError):
        harness.intake.read_asset(path)
    monkeypatch.setitem(harness.intake.READERS, ".usda", good)
    assert check_asset(str(path), "cube", CheckOptions()).outcome is Outcome.PASS


def broken_reader(path, variants, work_dir):
    """Break."""
    raise ArithmeticError("out of ideas")


def test_a_damaged_record_is_har006(tmp_path: Path):
    """Refuse half a verdict with HAR006."""
    path = tmp_path / "verdict.json"
    path.write_text('{"outcome": "PASS"')
    with pytest.raises(RecordError) as caught:
        load_verdict(path)
    assert caught.value.code == "HAR006"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (MemoryError("no memory left"), "HAR013"),
        (OSError(errno.ENOSPC, "No space left on device"), "HAR015"),
        (OSError(errno.EIO, "Input/output error"), "HAR001"),
    ],
)
def test_a_machine_at_its_limits_is_told_from_a_mistake(tmp_path, monkeypatch, error, code):
    """Give memory, disk and everything else their own codes, as an ERROR of that asset."""
    from harness.runner import case

    def fail(*words, **named):
        raise error

    monkeypatch.setattr(case, "run_safeguards", fail)
    with fake("pass") as engine:
        verdict = run(cube_asset(tmp_path), tmp_path / "case", engine)
    assert code in codes(verdict)
    assert verdict.outcome is Outcome.ERROR


def test_a_case_process_that_dies_is_har007(tmp_path):
    """Write an ERROR verdict for a process that died, and keep one that was complete before."""
    from datetime import UTC, datetime

    from harness.runner.case import CaseJob
    from harness.runner.pool import _write_lost

    job = CaseJob(asset_path="a.usda", asset_name="a", test="ground_drop", engine="fake", case_dir=str(tmp_path))
    lost = _write_lost(job, "it died while reading (signal 11)", datetime.now(UTC), 1.0)
    assert (lost.outcome, {f.code for f in lost.findings}) == (Outcome.ERROR, {"HAR007"})
    with fake("pass") as engine:
        kept = run(cube_asset(tmp_path), tmp_path / "case", engine)
    again = _write_lost(replace(job, case_dir=str(tmp_path / "case")), "late", datetime.now(UTC), 1.0)
    assert again.findings == kept.findings


def test_a_run_that_ends_early_is_tst003():
    """Decide nothing from half a run, and remark nothing about a whole one."""
    shape, frames = analytic.geometry(analytic.cube()), analytic.falling_cube(seconds=2)
    cut = replace(analytic.trajectory(frames, shape), is_complete=False, stop_reason=StopReason.ENGINE_TIMEOUT)
    about, settings = analytic.context(0.2, 1.6, 1), analytic.config()
    half = GROUND_DROP.judge(cut, measure_bounds(frames, shape), analytic.watch(frames, shape), about, settings)
    assert "TST003" in {f.code for f in half.findings}
    whole = analytic.judge(analytic.falling_cube(), shape)
    assert "TST003" not in {f.code for f in whole.findings}


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("lost.urdf", 'filename="lost.stl"', "INT027"),
        ("broken.urdf", 'filename="broken.stl"', "INT028"),
    ],
)
def test_meshes_of_a_urdf_that_cannot_be_used(tmp_path, name, content, code):
    """Say which mesh is missing and which one is damaged, as an ERROR."""
    (tmp_path / "broken.stl").write_bytes(b"solid nothing\nfacet normal oops")
    path = tmp_path / name
    path.write_text(
        f'<robot name="r"><link name="base"><collision><geometry><mesh {content}/></geometry></collision>'
        '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
        "</link></robot>"
    )
    verdict = check_asset(str(path), "robot", CheckOptions())
    assert code in {f.code for f in verdict.findings}
    assert verdict.outcome is Outcome.ERROR


def test_macros_that_cannot_be_expanded_are_int029(tmp_path):
    """Refuse a xacro file whose macros do not expand."""
    pytest.importorskip("xacro")
    path = tmp_path / "robot.xacro"
    path.write_text('<robot name="r" xmlns:xacro="http://ros.org/wiki/xacro"><xacro:nothing/></robot>')
    verdict = check_asset(str(path), "robot", CheckOptions())
    assert {f.code for f in verdict.findings} == {"INT029"}
