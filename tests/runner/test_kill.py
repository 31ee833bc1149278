"""Processes killed at random moments: no PASS that was not earned, no verdict missing after another run, no orphans."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from harness.errors import RecordError
from harness.outcomes import Outcome
from harness.report.codec import load_verdict
from tests.support import cube_asset

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.engine_ovphysx


def start(folder: Path, *words: object) -> subprocess.Popen[bytes]:
    """Start a run in a session of its own."""
    command = [sys.executable, "-m", "harness", "run", "ground_drop", *map(str, words), "-q"]
    return subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def descendants(pid: int) -> dict[int, str]:
    """Return living descendants of a process with their command lines."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[0] != "Z":
                parents[int(entry.name)] = int(fields[1])
    found: dict[int, str] = {}
    grown = True
    while grown:
        grown = False
        for child, parent in parents.items():
            if child not in found and (parent == pid or parent in found):
                try:
                    found[child] = Path(f"/proc/{child}/cmdline").read_bytes().replace(b"\0", b" ").decode()
                except OSError:
                    continue
                grown = True
    return found


def alive(pid: int) -> bool:
    try:
        return (Path(f"/proc/{pid}") / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_for_end(pids: dict[int, str], seconds: float = 10) -> dict[int, str]:
    """Return those that still live after a while."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and any(alive(p) for p in pids):
        time.sleep(0.05)
    return {p: c for p, c in pids.items() if alive(p)}


def earned(folder: Path, expected: dict[str, Outcome]) -> int:
    """Check every complete verdict below a folder; return how many there are."""
    count = 0
    for path in folder.rglob("verdict.json"):
        verdict = load_verdict(path)
        if verdict.outcome is Outcome.PASS:
            assert expected[verdict.asset.name] is Outcome.PASS
        count += 1
    return count


@pytest.fixture
def assets(tmp_path):
    """Two good assets and one without a rigid body."""
    bad = cube_asset(tmp_path, name="static")
    bad.write_text(bad.read_text().replace('"PhysicsRigidBodyAPI", ', ""))
    return [cube_asset(tmp_path, name="one"), bad, cube_asset(tmp_path, name="two")]


EXPECTED = {"one": Outcome.PASS, "static": Outcome.FAIL, "two": Outcome.PASS}


@pytest.mark.parametrize("seed", range(6))
def test_killing_the_parent(assets, tmp_path, seed):
    """Leave no orphan and no unearned PASS when the command is killed; a second run gives all verdicts."""
    process = start(tmp_path, *assets)
    time.sleep(random.Random(seed).uniform(0.2, 3.0))
    family = descendants(process.pid)
    process.kill()
    process.wait()
    assert wait_for_end(family) == {}
    earned(tmp_path, EXPECTED)
    again = start(tmp_path, *assets, "--no-video", "--out", "again")
    assert again.wait(120) == 1
    assert earned(tmp_path / "again", EXPECTED) == 3
    found = {load_verdict(p).asset.name: load_verdict(p).outcome for p in (tmp_path / "again").rglob("verdict.json")}
    assert found == EXPECTED


@pytest.mark.parametrize("module", ["case_worker", "ovphysx_worker", "harness.video.worker"])
@pytest.mark.parametrize("seed", range(3))
def test_killing_a_worker(assets, tmp_path, module, seed):
    """Give every asset exactly one verdict, none an unearned PASS, when a worker is killed again and again."""
    process = start(tmp_path, *assets)
    rng = random.Random(seed)
    kills = 0
    while process.poll() is None and kills < 2:
        time.sleep(rng.uniform(0.1, 1.2))
        for pid, command in descendants(process.pid).items():
            if module in command:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    continue
                kills += 1
                break
    assert process.wait(180) in (1, 3)
    assert earned(tmp_path, EXPECTED) == 3
    if module == "harness.video.worker":
        outcomes = {load_verdict(p).asset.name: load_verdict(p).outcome for p in tmp_path.rglob("verdict.json")}
        assert outcomes == EXPECTED
        assert not list(tmp_path.rglob("*.part*"))


def test_interrupting_keeps_what_is_done(assets, tmp_path):
    """Exit with 130 on Ctrl-C, keep finished verdicts, and leave no process behind."""
    process = start(tmp_path, *assets * 6, "--no-video")
    end = time.monotonic() + 60
    while time.monotonic() < end and not list(tmp_path.rglob("verdict.json")):
        time.sleep(0.05)
    family = descendants(process.pid)
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 130
    assert wait_for_end(family) == {}
    assert list(tmp_path.rglob("run.json"))
    earned(tmp_path, {**EXPECTED, **{f"{n}-{i}": o for n, o in EXPECTED.items() for i in range(2, 7)}})


def test_a_half_written_verdict_is_no_verdict(tmp_path):
    """Refuse every prefix of a verdict file."""
    asset = cube_asset(tmp_path)
    process = start(tmp_path, asset, "--no-video")
    assert process.wait(120) == 0
    whole = next(tmp_path.rglob("verdict.json")).read_bytes()
    stump = tmp_path / "stump.json"
    for size in sorted({*range(0, len(whole) - 2, 211), len(whole) - 3}):
        stump.write_bytes(whole[:size])
        with pytest.raises(RecordError):
            load_verdict(stump)
