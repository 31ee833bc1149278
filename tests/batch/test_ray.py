"""Lanes on Ray give the same verdicts as lanes on this machine."""

from __future__ import annotations

import os
import signal
import time

import pytest

from tests.batch.support import batch, cli, many_assets, newest_run, summaries
from tests.batch.test_batch import start, wait_for_lines
from tests.runner.test_kill import descendants
from tests.support import cube_asset

pytest.importorskip("ray", reason="NO RAY: pip install 'asset-qa[ray]' to run these tests")


def told(run):
    """Return everything about a run that must not depend on where it ran."""
    return {
        k: (s.index, s.outcome, s.codes, s.margin, s.content_sha256, s.config_sha256) for k, s in summaries(run).items()
    }


@pytest.mark.engine_ovphysx
def test_ray_gives_the_verdicts_of_local_workers(tmp_path):
    """Compare outcome, codes, margins and digests of good and broken assets, bit by bit."""
    many_assets(tmp_path / "assets", 4)
    bad = cube_asset(tmp_path / "assets", name="static")
    bad.write_text(bad.read_text().replace('"PhysicsRigidBodyAPI", ', ""))
    (tmp_path / "assets" / "corrupt.usda").write_text("#usda 1.0\ndef {")
    local = batch("assets", "--no-cache", cwd=tmp_path, engine="ovphysx")
    first = told(newest_run(tmp_path))
    ray = batch("assets", "--no-cache", "--executor", "ray", "--workers", "2", cwd=tmp_path, engine="ovphysx")
    assert ray.returncode == local.returncode == 1, ray.stderr
    assert told(newest_run(tmp_path)) == first
    assert len(first) == 6


def test_an_actor_that_dies_is_replaced(tmp_path):
    """Run the case of a killed actor again in a new one."""
    many_assets(tmp_path / "assets", 24)
    words = [
        "--engine",
        "fake:pass",
        "--video",
        "none",
        "--no-cache",
        "--pages",
        "none",
        "--executor",
        "ray",
        "--workers",
        "2",
    ]
    process = start(tmp_path, "assets", *words)
    run = wait_for_lines(tmp_path, 3)
    actors = [p for p, c in descendants(process.pid).items() if "RayLane" in c]
    assert actors
    os.kill(actors[0], signal.SIGKILL)
    assert process.wait(150) == 0
    time.sleep(0.1)
    assert {s.outcome.value for s in summaries(run).values()} == {"PASS"}
    assert len(summaries(run)) == 24


def test_a_cluster_that_is_not_there_is_a_usage_error(tmp_path):
    """Say which address cannot be reached."""
    many_assets(tmp_path / "assets", 1)
    done = cli("batch", "assets", "--executor", "ray", "--ray-address", "127.0.0.1:1", "--pages", "none", cwd=tmp_path)
    assert done.returncode == 2
    assert "127.0.0.1:1" in done.stderr
