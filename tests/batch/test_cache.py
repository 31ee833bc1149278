"""Nothing takes a stored verdict for current that is not: rules by place, files by place, damage, refused files."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from harness.batch.digests import environment_digest, list_files
from harness.intake.dependencies import dependencies_of
from harness.report.codec import load_run
from tests.batch.support import batch, cli, many_assets, newest_run, summaries
from tests.support import cube_asset

URDF = """<robot name="r"><link name="l"><collision><geometry>
<mesh filename="{name}"/></geometry></collision></link></robot>
"""


@pytest.mark.parametrize("kind", ["severities", "waivers"])
def test_rules_of_one_place_do_not_reach_equal_files_of_another(tmp_path, kind):
    """Judge two equal files of one name apart when a rule is about only one of them."""
    for folder in ("props", "robots"):
        (tmp_path / "lib" / folder).mkdir(parents=True)
        asset = cube_asset(tmp_path / "lib" / folder, name="x")
        asset.write_text(asset.read_text().replace("mass = 1", "mass = -1" if kind == "waivers" else "mass = 900"))
    (tmp_path / "severities.yaml").write_text(
        'severities:\n  - {code: SAF049, severity: FAIL, asset: "robots/*.usda", reason: r}\n'
    )
    (tmp_path / "waivers.yaml").write_text(
        'waivers:\n  - {code: SAF008, asset: "props/*.usda", owner: o, reason: r, expires: 2999-01-01}\n'
    )
    found = []
    for name in ("props/x.usda", "robots/x.usda", "robots/x.usda", "props/x.usda"):
        batch(f"lib/{name}", "--config", f"{kind}.yaml", "--no-db", cwd=tmp_path)
        (summary,) = summaries(newest_run(tmp_path)).values()
        found.append((summary.outcome.value, summary.is_cached))
    assert found == [("PASS", False), ("FAIL", False), ("FAIL", True), ("PASS", True)]


def test_packages_of_urdf_files_are_looked_for_in_the_same_places(tmp_path, monkeypatch):
    """Depend on where packages lie, and on the places that come before the one where a file is found."""
    for folder in ("robot", "first/pk", "second/pk"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "second" / "pk" / "m.obj").write_text("v 0 0 0\n")
    robot = tmp_path / "robot" / "r.urdf"
    robot.write_text(URDF.format(name="package://pk/m.obj"))
    before = environment_digest.__wrapped__()
    monkeypatch.setenv("ROS_PACKAGE_PATH", f"{tmp_path / 'first'}:{tmp_path / 'second'}")
    assert environment_digest.__wrapped__() != before
    found = dependencies_of(robot)
    assert str(tmp_path / "second" / "pk" / "m.obj") in found.files
    assert {str(tmp_path / "robot" / "pk" / "m.obj"), str(tmp_path / "first" / "pk" / "m.obj")} <= set(found.missing)
    assert str(tmp_path / "robot" / "m.obj") not in found.missing


def test_a_file_that_takes_a_place_is_new_whatever_its_time(tmp_path):
    """Count a file with an old time that was moved into place as changed now."""
    asset = cube_asset(tmp_path)
    start = time.time_ns() - 10**9
    other = tmp_path / "other"
    other.write_bytes(asset.read_bytes())
    os.utime(other, (1, 1))
    other.replace(asset)
    files = list_files(asset)
    assert files is not None and files.newest_ns > start


@pytest.mark.parametrize("damage", ["emptied", "edited"])
def test_a_verdict_that_was_changed_in_a_run_folder_is_not_taken(tmp_path, damage):
    """Test an asset again when the file of its verdict, which the cache shares, was changed."""
    many_assets(tmp_path / "assets", 1)
    assert batch("assets", "--no-db", cwd=tmp_path).returncode == 0
    first = newest_run(tmp_path)
    (record,) = first.rglob("verdict.json")
    text = record.read_text()
    with record.open("r+") as stream:
        stream.truncate(0)
        stream.write("" if damage == "emptied" else text.replace("is at rest", "is asleep"))
    again = batch("assets", "--no-db", cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert newest_run(tmp_path) != first
    assert [s.is_cached for s in summaries(newest_run(tmp_path)).values()] == [False]


def test_what_is_too_large_is_never_opened(tmp_path):
    """Refuse a huge file in a batch as in a run, at once."""
    (tmp_path / "assets").mkdir()
    huge = tmp_path / "assets" / "huge.usda"
    huge.write_text("#usda 1.0\n")
    os.truncate(huge, 6 * 2**30)
    assert batch("assets", "--no-db", "--memory-limit-mb", "1500", cwd=tmp_path).returncode == 3
    (summary,) = summaries(newest_run(tmp_path)).values()
    assert "HAR011" in summary.codes


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are Unicode here")
def test_a_name_that_is_no_text_takes_no_report_along(tmp_path):
    """Keep record and history of a night in which one file has a name that is not UTF-8."""
    many_assets(tmp_path / "assets", 1)
    path = os.fsencode(tmp_path / "assets") + b"/bad\xff.usda"
    Path(os.fsdecode(path)).write_bytes(b"#usda 1.0\n")
    done = batch("assets", cwd=tmp_path)
    assert done.returncode == 3 and "Traceback" not in done.stderr, done.stderr
    report = load_run(newest_run(tmp_path) / "run.json")
    assert sorted(e.verdict.outcome.value for e in report.verdicts) == ["ERROR", "PASS"]
    assert "1 PASS" in cli("trend", cwd=tmp_path).stdout
