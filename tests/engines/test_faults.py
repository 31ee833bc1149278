"""Every way in which an engine process can fail, with a real process that fails in that way."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from harness.outcomes import Outcome
from harness.runner import control
from harness.runner.control import ControlResult
from tests.support import codes, cube_asset, fake, run

QUICK = ("watchdog_seconds=3", "engine.start_deadline_seconds=5")
# For everything that does not wait for a deadline: a busy machine is not a fault.
PATIENT = ("watchdog_seconds=60", "engine.start_deadline_seconds=60")


@pytest.fixture
def asset(tmp_path):
    return cube_asset(tmp_path)


def children_of_this_process() -> set[int]:
    """Return living, non-zombie children."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == os.getpid() and fields[0] != "Z":
                found.add(int(entry.name))
    return found


def test_scripted_drop_passes(asset, tmp_path):
    """Pass on the scripted engine, so that the failures below are failures of the script."""
    with fake("pass") as engine:
        verdict = run(asset, tmp_path / "case", engine)
    assert verdict.outcome is Outcome.PASS, verdict.summary


@pytest.mark.parametrize(
    ("script", "outcome", "code"),
    [
        ("sink", Outcome.FAIL, "MON002"),
        ("nan", Outcome.FAIL, "MON004"),
        ("runaway", Outcome.FAIL, "MON005"),
        ("frozen", Outcome.ERROR, "ENG014"),
        ("drop-body", Outcome.FAIL, "ENG008"),
        ("crash-start", Outcome.BLOCKED, "ENG001"),
        ("crash-open", Outcome.ERROR, "ENG002"),
        ("crash-advance", Outcome.ERROR, "ENG002"),
        ("exit-0", Outcome.ERROR, "ENG002"),
        ("partial", Outcome.ERROR, "ENG002"),
        ("hang-open", Outcome.ERROR, "ENG003"),
        ("hang-advance", Outcome.ERROR, "ENG003"),
        ("garbage", Outcome.ERROR, "ENG005"),
        ("short-block", Outcome.ERROR, "ENG005"),
        ("refuse", Outcome.ERROR, "ENG000"),
        ("hang-start", Outcome.BLOCKED, "ENG001"),
    ],
)
def test_faults_get_a_verdict_and_leave_nothing_behind(asset, tmp_path, script, outcome, code):
    """Turn each fault into its outcome and code, within its deadline, and leave no process behind."""
    before = children_of_this_process()
    started = time.monotonic()
    with fake(script) as engine:
        verdict = run(asset, tmp_path / "case", engine, *(QUICK if script.startswith("hang") else PATIENT))
    assert (verdict.outcome, code in codes(verdict)) == (outcome, True), verdict.summary
    assert time.monotonic() - started < 45 or not script.startswith("hang")
    assert children_of_this_process() <= before
    assert (tmp_path / "case" / "verdict.json").is_file()


@pytest.mark.parametrize("script", ["hover", "inside"])
def test_nine_centimetres_off_is_never_clean(asset, tmp_path, script):
    """Warn about a scripted rest 9 cm above or inside the floor."""
    with fake(script) as engine:
        verdict = run(asset, tmp_path / "case", engine)
    assert not verdict.is_clean


def test_memory_overrun_is_killed(asset, tmp_path):
    """Kill a process that outgrows its limit and say so."""
    with fake("memory") as engine:
        verdict = run(asset, tmp_path / "case", engine, "engine.memory_limit_mb=512", "watchdog_seconds=60")
    assert "ENG004" in codes(verdict)
    assert verdict.outcome is Outcome.ERROR


@pytest.mark.parametrize(("script", "code"), [("crash-open", "ENG006"), ("hang-advance", "ENG007")])
def test_a_fault_that_repeats_is_the_assets_when_the_control_passes(asset, tmp_path, monkeypatch, script, code):
    """Fail the asset when its crash or hang repeats and the control asset passes in the same engine."""
    monkeypatch.setattr(control, "run_control", lambda *_, **__: ControlResult(is_passed=True, detail="passes"))
    with fake(script) as engine:
        verdict = run(asset, tmp_path / "case", engine, *QUICK)
    assert verdict.outcome is Outcome.FAIL
    assert code in codes(verdict)


@pytest.mark.parametrize(("script", "code"), [("crash-start", "ENG002"), ("hang-start", "ENG003")])
def test_a_bad_start_is_never_the_assets(asset, tmp_path, monkeypatch, script, code):
    """Blame no asset for an engine that twice died or hung before it took a scene, though the control passes then."""
    monkeypatch.setattr(control, "run_control", lambda *_, **__: ControlResult(is_passed=True, detail="passes"))
    with fake(script) as engine:
        verdict = run(asset, tmp_path / "case", engine, *QUICK)
    assert (verdict.outcome, code in codes(verdict)) == (Outcome.ERROR, True), verdict.summary
    assert "says nothing about the asset" in verdict.summary


def test_the_next_asset_goes_on_after_a_crash(tmp_path, ovphysx):
    """Judge a good asset right after the engine process was killed from outside."""
    asset = cube_asset(tmp_path)
    run(asset, tmp_path / "one", ovphysx)
    process = ovphysx.process
    assert process is not None
    process.kill()
    assert run(asset, tmp_path / "two", ovphysx).outcome is Outcome.PASS
