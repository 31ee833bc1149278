"""What one asset may take: disk, memory, time; and what a run may write."""

from __future__ import annotations

import resource
import subprocess
from pathlib import Path

import pytest

from harness.cli.batch_progress import RateMeter
from harness.outcomes import Outcome
from harness.report.codec import load_verdict
from tests.batch.support import batch, command, environment, many_assets, newest_run, summaries
from tests.support import HEADER


def crowd(path: Path, count: int) -> Path:
    """Write an asset of many bodies, whose motion takes much more room than that of one."""
    body = """
    def Cube "B{n}" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsCollisionAPI"])
    {{
        double size = 0.1
        double3 xformOp:translate = ({x}, 0, 0)
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }}
"""
    bodies = "".join(body.format(n=n, x=n * 0.5) for n in range(count))
    path.write_text(HEADER.format(mpu=1, up="Z") + f'def Xform "Root"\n{{{bodies}}}\n')
    return path


def kinds(run: Path, summary) -> set[str]:
    return {a.kind for a in load_verdict(run / summary.case_dir / "verdict.json").artifacts}


def test_no_room_for_one_asset_is_the_error_of_that_asset(tmp_path):
    """Give the asset whose motion does not fit an ERROR, leave nothing of it but that, and finish the others."""
    many_assets(tmp_path / "assets", 2)
    crowd(tmp_path / "assets" / "crowd.usda", 12)
    words = ["assets", "--engine", "fake:pass", "--video", "none", "--pages", "none", "--no-cache", "--no-db"]
    done = subprocess.run(
        command("batch", *words, "--artifacts", "all", "--workers", "1"),
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (250_000, 250_000)),
    )
    assert done.returncode == 3, done.stderr
    run = newest_run(tmp_path)
    found = summaries(run)
    assert {k: s.outcome.value for k, s in found.items()} == {
        "cube0000.usda": "PASS",
        "cube0001.usda": "PASS",
        "crowd.usda": "ERROR",
    }
    assert "HAR015" in found["crowd.usda"].codes
    assert "trajectory" in kinds(run, found["cube0000.usda"])


def test_a_run_that_finds_no_room_at_all_says_so_and_can_be_resumed(tmp_path):
    """Stop with one sentence and a journal of what is finished when not even that can be written."""
    many_assets(tmp_path / "assets", 40)
    words = ["assets", "--engine", "fake:pass", "--video", "none", "--pages", "none", "--no-cache", "--no-db"]
    done = subprocess.run(
        command("batch", *words, "--artifacts", "none"),
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)),
    )
    assert done.returncode == 3, done.stderr
    assert "Traceback" not in done.stderr
    run = newest_run(tmp_path)
    before = summaries(run)
    assert 0 < len(before) < 40
    again = subprocess.run(
        command("batch", "--resume", run, "--pages", "none", "--no-cache", "--no-db"),
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert again.returncode == 0, again.stderr
    assert len(summaries(run)) == 40


def test_an_asset_that_takes_too_much_memory_is_ended(tmp_path):
    """End the process that reads an asset of a few megabytes which becomes gigabytes, and finish the others."""
    from pxr import Sdf, Vt

    many_assets(tmp_path / "assets", 2)
    layer = Sdf.Layer.OpenAsAnonymous(str(tmp_path / "assets" / "cube0001.usda"))
    shape = layer.GetPrimAtPath("/Root/Box")
    shape.typeName = "Mesh"
    for name in ("faceVertexCounts", "faceVertexIndices"):
        values = Vt.IntArray(120_000_000)
        Sdf.AttributeSpec(shape, name, Sdf.ValueTypeNames.IntArray).default = values
    layer.Export(str(tmp_path / "assets" / "bomb.usdc"))
    assert (tmp_path / "assets" / "bomb.usdc").stat().st_size < 30 * 2**20
    batch("assets", "--no-cache", "--no-db", "--memory-limit-mb", "600", cwd=tmp_path)
    found = summaries(newest_run(tmp_path))
    assert found["bomb.usdc"].outcome is Outcome.ERROR
    assert "HAR013" in found["bomb.usdc"].codes
    assert {found[f"cube000{n}.usda"].outcome for n in (0, 1)} == {Outcome.PASS}


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        (["--artifacts", "all"], {"trajectory", "scene", "series"}),
        (["--artifacts", "failures"], {"trajectory", "scene", "series"}),
        (["--artifacts", "none"], {"series"}),
        (["--artifacts", "all", "--size-budget-mb", "0.001"], {"series"}),
    ],
)
def test_artifacts_are_kept_as_asked(tmp_path, words, kept):
    """Keep motion and scene by policy and budget, and name no file in a verdict that is not there."""
    many_assets(tmp_path / "assets", 1)
    batch("assets", "--no-cache", "--no-db", *words, cwd=tmp_path, engine="fake:sink")
    run = newest_run(tmp_path)
    (found,) = summaries(run).values()
    assert found.outcome is Outcome.FAIL
    assert {"trajectory", "scene", "series"} & kinds(run, found) == kept
    verdict = load_verdict(run / found.case_dir / "verdict.json")
    assert all((run / found.case_dir / a.file).is_file() for a in verdict.artifacts)


def test_rate_and_time_left():
    """Tell the rate of the latest cases and the time that the rest takes at that rate."""
    now = [0.0]
    meter = RateMeter(1010, 10, clock=lambda: now[0])
    assert meter.text() == "no rate yet"
    for _ in range(100):
        now[0] += 0.5
        meter.add()
    assert meter.text() == "2.0/s, 7 min 30 s left"
    for _ in range(400):
        now[0] += 20
        meter.add()
    assert meter.text() == "3.0/min, 2 h 46 min left"
