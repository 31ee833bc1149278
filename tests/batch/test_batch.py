"""Batches from the command line: verdicts, records, exit codes, cache, resume, and processes that are killed."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from harness.batch.digests import FileDigests
from harness.batch.finish import FAIL_POLICIES, BatchResult, policy_exit_code
from harness.cli.main import main
from harness.intake.layers import sha256_of_file
from harness.outcomes import Outcome
from harness.report.codec import load_run
from tests.batch.support import ROOT, batch, cli, command, environment, many_assets, newest_run, summaries
from tests.runner.test_kill import alive, descendants, wait_for_end
from tests.support import cube_asset


def test_every_asset_has_one_verdict_and_the_record_is_that_of_a_run(tmp_path):
    """Write a run record that the published schema and the reader accept, in the order of the plan."""
    many_assets(tmp_path / "assets", 5)
    (tmp_path / "assets" / "broken.usda").write_text("#usda 1.0\ndef Xform {")
    done = cli("batch", "assets", "--engine", "fake:pass", "--no-db", cwd=tmp_path)
    assert done.returncode == 3, done.stderr
    run = newest_run(tmp_path)
    found = summaries(run)
    assert len(found) == 6
    assert found["broken.usda"].outcome is Outcome.ERROR
    assert sum(s.outcome is Outcome.PASS for s in found.values()) == 5
    data = json.loads((run / "run.json").read_text())
    jsonschema.validate(data, json.loads((ROOT / "docs/schema/run.schema.json").read_text()))
    report = load_run(run / "run.json")
    assert [e.verdict.asset.name for e in report.verdicts] == ["broken", *(f"cube{n:04d}" for n in range(5))]
    assert (run / "index.html").is_file()
    assert "6 of 6 judged: 5 PASS" in done.stdout
    assert "[6/6]" in done.stderr


def result_of(**counts: int) -> BatchResult:
    """A finished run with so many outcomes of each kind."""
    full = {o: counts.get(o.value, 0) for o in Outcome}
    return BatchResult(
        planned_count=sum(counts.values()), counts=full, warning_count=0, cached_count=0, duration_s=0, expired_count=0
    )


@pytest.mark.parametrize(
    ("counts", "policy", "code"),
    [
        ({"PASS": 2}, "any-failure", 0),
        ({"PASS": 1, "FAIL": 1}, "any-failure", 1),
        ({"PASS": 1, "FAIL": 1}, "any-error", 0),
        ({"PASS": 1, "ERROR": 1}, "any-error", 3),
        ({"PASS": 1, "ERROR": 1, "FAIL": 1}, "never", 0),
        ({"BLOCKED": 1}, "never", 4),
        ({"NOT_APPLICABLE": 1}, "never", 5),
    ],
)
def test_fail_policies(counts, policy, code):
    """Let the policy choose the exit code, but never hide an engine that does not run, or that nothing was judged."""
    assert policy_exit_code(result_of(**counts), policy) == code


def test_fail_policies_with_a_baseline_waivers_and_missing_cases():
    """Fail on breaking changes only, on every expired waiver, and on every case without a verdict."""
    known = result_of(PASS=1, FAIL=1, ERROR=1)
    assert policy_exit_code(known, "new-failures") == 0
    assert policy_exit_code(replace(known, breaking=(Outcome.ERROR,)), "new-failures") == 3
    assert policy_exit_code(replace(known, breaking=(Outcome.ERROR, Outcome.FAIL)), "new-failures") == 1
    for policy in ("new-failures", "any-error", "any-failure"):
        assert policy_exit_code(replace(known, expired_count=1), policy) == 1
    for policy in FAIL_POLICIES:
        assert policy_exit_code(replace(known, planned_count=4), policy) == 3
        # A shard that gets no asset is no reason to stop the others.
        assert policy_exit_code(replace(result_of(), is_empty_part=True), policy) == 0


def test_manifest_settings_owner_and_tags_reach_the_verdict(tmp_path):
    """Apply the overrides of one asset to that asset only, and give a missing file its ERROR."""
    many_assets(tmp_path, 2)
    (tmp_path / "m.yaml").write_text(
        "- asset: cube0000.usda\n  overrides: {rest_tolerance_m: 0.123}\n  owner: ann\n  tags: [x, y]\n"
        "- cube0001.usda\n- gone.usda\n"
    )
    assert batch("m.yaml", cwd=tmp_path).returncode == 3
    run = newest_run(tmp_path)
    found = summaries(run)
    assert found["gone.usda"].outcome is Outcome.ERROR
    assert found["gone.usda"].codes == ("HAR016",)
    entries = {e.verdict.asset.name: e for e in load_run(run / "run.json").verdicts}
    assert (entries["cube0000"].owner, entries["cube0000"].tags) == ("ann", ("x", "y"))
    values = [
        {v.key: v.value for v in entries[n].verdict.config}["ground_drop.rest_tolerance_m"]
        for n in ("cube0000", "cube0001")
    ]
    assert values[0] == 0.123 != values[1]
    assert "rest_tolerance_m=0.123" in entries["cube0000"].verdict.reproduce


@pytest.mark.parametrize(
    "words",
    [
        ["batch"],
        ["batch", "assets", "--resume", "x"],
        ["batch", "--resume", "assets"],
        ["batch", "assets", "--shard", "2/1"],
        ["batch", "assets", "--workers", "0"],
        ["batch", "assets", "--set", "nope=1"],
        ["batch", "assets", "--config", "none.yaml"],
        ["batch", "assets", "--test", "ground_dorp"],
        ["batch", "assets", "--no-db", "--fail-on", "new-failures"],
        ["batch", "assets", "--no-db", "--baseline", "x"],
        ["batch", "assets", "--size-budget-mb", "-5"],
        ["batch", "e.yaml"],
        ["batch", "m.yaml"],
        ["batch", "t.csv"],
    ],
)
def test_wrong_commands_are_two_and_leave_nothing(tmp_path, monkeypatch, capsys, words):
    """Exit with 2 before anything runs and without a run folder."""
    monkeypatch.chdir(tmp_path)
    many_assets(tmp_path / "assets", 1)
    (tmp_path / "m.yaml").write_text("- asset: assets/cube0000.usda\n  overrides: {rest_tolerance: 1}\n")
    (tmp_path / "e.yaml").write_text("- asset: assets/cube0000.usda\n  tests: []\n")
    (tmp_path / "t.csv").write_text("asset, tests\nassets/cube0000.usda, ground_dorp\n")
    assert main(words) == 2
    said = capsys.readouterr().err
    assert said.startswith("asset-qa: ")
    entries = {"m.yaml": "m.yaml, asset 1", "t.csv": "t.csv, line 2"}
    assert entries.get(words[-1], "") in said
    assert not list(tmp_path.glob("reports/*"))


# Baseline


def test_the_baseline_is_the_last_run_of_the_source(tmp_path):
    """Show what changed since the run before in output and record, and fail on new failures only."""
    many_assets(tmp_path / "assets", 2)
    bad = tmp_path / "assets" / "cube0001.usda"
    good_text = bad.read_text()
    bad_text = good_text.replace('"PhysicsRigidBodyAPI", ', "")
    bad.write_text(bad_text)
    first = batch("assets", "--fail-on", "new-failures", cwd=tmp_path)
    assert first.returncode == 1, "without a baseline every failure is new"
    assert "since the baseline" not in first.stdout
    second = batch("assets", "--fail-on", "new-failures", "--no-cache", cwd=tmp_path)
    assert second.returncode == 0, second.stdout
    assert "1 still-bad, 1 unchanged" in second.stdout
    bad.write_text(good_text)
    third = batch("assets", cwd=tmp_path)
    assert third.returncode == 0, third.stdout
    assert "fixed" in third.stdout
    bad.write_text(bad_text)
    fourth = batch("assets", "--fail-on", "new-failures", cwd=tmp_path)
    assert fourth.returncode == 1
    changes = {e.verdict.asset.name: e.change for e in load_run(newest_run(tmp_path) / "run.json").verdicts}
    assert changes == {"cube0000": "unchanged", "cube0001": "new-failure"}
    assert cli("diff", cwd=tmp_path).returncode == 1


def test_a_database_that_cannot_be_used_does_not_take_the_verdicts_along(tmp_path):
    """Finish the run and exit with 3 when the server is not there; resuming records it."""
    many_assets(tmp_path / "assets", 1)
    done = batch("assets", "--db", "postgresql://qa@localhost:1/x", cwd=tmp_path)
    assert done.returncode == 3
    assert "HAR017" in done.stderr
    run = newest_run(tmp_path)
    assert len(load_run(run / "run.json").verdicts) == 1
    assert cli("batch", "--resume", run, cwd=tmp_path).returncode == 3, "the run belongs to that database"
    own = "sqlite:///reports/history.sqlite"
    assert cli("batch", "--resume", run, "--db", own, cwd=tmp_path).returncode == 0
    assert "1 PASS" in cli("trend", cwd=tmp_path).stdout


def test_a_resumed_run_is_reported_as_it_was_started(tmp_path):
    """Take database, policy, formats and pages from the run, wherever it is resumed, and no password to its records."""
    many_assets(tmp_path / "assets", 1)
    (tmp_path / "assets" / "cube0000.usda").write_text("#usda 1.0\n(")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    words = ["--fail-on", "never", "--formats", "csv", "--out", "nights"]
    assert batch("assets", *words, "--db", "postgresql://qa:hush@localhost:1/x", cwd=tmp_path).returncode == 3
    run = next(tmp_path.glob("nights/*/run.json")).parent
    assert not [p.name for p in run.rglob("*") if p.is_file() and b"hush" in p.read_bytes()]
    assert "qa@localhost" in json.loads((run / "batch.json").read_text())["reporting"]["db"]
    (run / "results.csv").unlink()
    blind = cli("batch", "--resume", run, "--fail-on", "new-failures", "--no-db", cwd=tmp_path)
    assert blind.returncode == 2 and "compares with nothing" in blind.stderr
    plan = json.loads((run / "batch.json").read_text())
    plan["reporting"]["db"] = None
    (run / "batch.json").write_text(json.dumps(plan))
    done = cli("batch", "--resume", run, cwd=elsewhere)
    assert done.returncode == 0, done.stderr
    assert (run / "results.csv").is_file()
    assert not (run / "index.html").exists()
    assert (tmp_path / "nights" / "history.sqlite").is_file()
    assert not list(elsewhere.iterdir())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_what_is_no_file_holds_nobody_up(tmp_path):
    """Give a pipe that is named like an asset its ERROR, and never read a pipe or device that an asset names."""
    many_assets(tmp_path / "assets", 1)
    os.mkfifo(tmp_path / "assets" / "a.usd")
    (tmp_path / "assets" / "link.usda").symlink_to("/dev/zero")
    assert batch("assets", "--no-db", cwd=tmp_path).returncode == 3
    found = {k: s.outcome.value for k, s in summaries(newest_run(tmp_path)).items()}
    assert found == {"a.usd": "ERROR", "cube0000.usda": "PASS", "link.usda": "ERROR"}
    assert FileDigests().get(Path("/dev/zero")) is None
    assert sha256_of_file(Path("/dev/zero")) is None


# Cache


def outcomes_and_cached(folder: Path) -> dict[str, tuple[str, bool]]:
    return {k: (s.outcome.value, s.is_cached) for k, s in summaries(newest_run(folder)).items()}


def test_unchanged_assets_are_cached_and_changed_ones_are_not(tmp_path):
    """Reuse a verdict until the root file, a layer, a texture or a missing file that appears changes the asset."""
    assets = tmp_path / "assets"
    many_assets(assets, 1)
    (assets / "parts").mkdir()
    cube_asset(assets / "parts", name="part")
    shader = 'def Shader "S" {\n asset inputs:file = @parts/tex.png@\n asset inputs:gone = @parts/gone.png@\n }'
    whole = '#usda 1.0\n(\n defaultPrim = "Root"\n metersPerUnit = 1\n upAxis = "Z"\n)\n'
    whole += f'def "Root" (references = @./parts/part.usda@) {{\n {shader}\n }}\n'
    (assets / "whole.usda").write_text(whole)
    (assets / "parts" / "tex.png").write_bytes(b"one")
    words = ["assets", "--exclude", "parts/*", "--cache", "c"]
    assert batch(*words, cwd=tmp_path).returncode == 0
    assert outcomes_and_cached(tmp_path) == {"cube0000.usda": ("PASS", False), "whole.usda": ("PASS", False)}
    batch(*words, cwd=tmp_path)
    assert outcomes_and_cached(tmp_path) == {"cube0000.usda": ("PASS", True), "whole.usda": ("PASS", True)}
    assert all(e.is_cached for e in load_run(newest_run(tmp_path) / "run.json").verdicts)
    for change in ("tex.png", "gone.png", "part.usda"):
        with (assets / "parts" / change).open("a") as stream:
            stream.write("\n# changed\n")
        batch(*words, cwd=tmp_path)
        assert outcomes_and_cached(tmp_path) == {"cube0000.usda": ("PASS", True), "whole.usda": ("PASS", False)}, change
    batch(*words, "--no-cache", cwd=tmp_path)
    assert not any(is_cached for _, is_cached in outcomes_and_cached(tmp_path).values())
    for more in (["--set", "rest_tolerance_m=0.015"], ["--strict"]):
        batch(*words, *more, cwd=tmp_path)
        assert not any(is_cached for _, is_cached in outcomes_and_cached(tmp_path).values()), more


def test_a_cached_verdict_of_a_moved_asset_names_the_new_place(tmp_path):
    """Find the verdict of the same files elsewhere, with path and command of the new place."""
    many_assets(tmp_path / "assets", 1)
    assert batch("assets", "--cache", "c", cwd=tmp_path).returncode == 0
    (tmp_path / "assets").rename(tmp_path / "moved")
    assert batch("moved", "--cache", "c", cwd=tmp_path).returncode == 0
    verdict = load_run(newest_run(tmp_path) / "run.json").verdicts[0].verdict
    assert verdict.asset.path == "moved/cube0000.usda"
    assert "moved/cube0000.usda" in verdict.reproduce
    assert outcomes_and_cached(tmp_path) == {"cube0000.usda": ("PASS", True)}


def test_what_hangs_on_the_machine_is_not_cached(tmp_path):
    """Run an asset again whose engine crashed, and one that broke the engine's protocol."""
    many_assets(tmp_path / "assets", 1)
    for _ in range(2):
        batch("assets", "--cache", "c", cwd=tmp_path, engine="fake:crash-open")
        assert outcomes_and_cached(tmp_path) == {"cube0000.usda": ("ERROR", False)}


def test_a_damaged_cache_is_ignored(tmp_path):
    """Test an asset again when the stored verdict cannot be read."""
    many_assets(tmp_path / "assets", 1)
    batch("assets", "--cache", "c", cwd=tmp_path)
    for entry in (tmp_path / "c").rglob("entry.json"):
        entry.write_text("{}")
    assert batch("assets", "--cache", "c", cwd=tmp_path).returncode == 0
    assert outcomes_and_cached(tmp_path) == {"cube0000.usda": ("PASS", False)}


# Ends of all kinds


def start(folder: Path, *words: object) -> subprocess.Popen[bytes]:
    """Start a batch in a session of its own."""
    return subprocess.Popen(
        command("batch", *words, "-q"),
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def wait_for_lines(folder: Path, count: int) -> Path:
    """Wait until the journal has so many lines; return the run folder."""
    end = time.monotonic() + 90
    while time.monotonic() < end:
        for journal in folder.glob("reports/*/journal.jsonl"):
            if journal.read_bytes().count(b"\n") >= count:
                return journal.parent
        time.sleep(0.02)
    raise AssertionError("the batch does not get on")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ended_from_outside_it_leaves_a_record_and_can_be_resumed(tmp_path, number):
    """Exit with 130, leave a readable record and no process, and run only the rest afterwards."""
    many_assets(tmp_path / "assets", 40)
    process = start(tmp_path, "assets", "--engine", "fake:pass", "--video", "none", "--no-cache", "--workers", "2")
    run = wait_for_lines(tmp_path, 5)
    family = descendants(process.pid)
    process.send_signal(number)
    assert process.wait(30) == 130
    assert wait_for_end(family) == {}
    before = summaries(run)
    assert 5 <= len(before) < 40
    report = load_run(run / "run.json")
    assert (len(report.verdicts), report.planned_count, report.exit_code) == (len(before), 40, 130)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    other = cli("batch", "--resume", run, "--strict", "--set", "rest_tolerance_m=1", cwd=tmp_path)
    assert other.returncode == 2 and "leave --set, --strict out" in other.stderr
    lost = cli("batch", "--resume", run, cwd=elsewhere)
    assert lost.returncode == 2 and "go to that folder" in lost.stderr
    assert summaries(run) == before
    done = cli("batch", "--resume", run, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "cached" not in done.stdout
    after = summaries(run)
    assert len(after) == 40
    assert {k: after[k] for k in before} == before
    assert load_run(run / "run.json").missing_count == 0


@pytest.mark.engine_ovphysx
def test_killed_workers_and_a_killed_parent_lose_nothing(tmp_path):
    """Give all assets their right verdict, none twice, when workers and the parent are killed with -9."""
    many_assets(tmp_path / "assets", 44)
    bad = cube_asset(tmp_path / "assets", name="static")
    bad.write_text(bad.read_text().replace('"PhysicsRigidBodyAPI", ', ""))
    process = start(tmp_path, "assets", "--video", "none", "--no-cache", "--workers", "2")
    run = wait_for_lines(tmp_path, 3)
    rng = random.Random(5)
    for _ in range(3):
        time.sleep(0.8)
        workers = [p for p, c in descendants(process.pid).items() if "worker" in c]
        if workers and process.poll() is None:
            os.kill(rng.choice(workers), signal.SIGKILL)
    family = descendants(process.pid)
    process.kill()
    process.wait()
    assert wait_for_end(family) == {}
    before = summaries(run)
    resumed = start(tmp_path, "--resume", run, "--no-cache")
    time.sleep(2.5)
    for pid in [p for p, c in descendants(resumed.pid).items() if "worker" in c][:1]:
        if alive(pid):
            os.kill(pid, signal.SIGKILL)
    assert resumed.wait(180) == 1
    found = summaries(run)
    assert {k: found[k] for k in before} == before
    assert {k: s.outcome.value for k, s in found.items()} == {
        "static.usda": "FAIL",
        **{f"cube{n:04d}.usda": "PASS" for n in range(44)},
    }
