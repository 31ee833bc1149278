"""The command line as a user and a pipeline see it: exit codes, streams, files."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from harness.cli.main import main
from tests.support import cube_asset

ROOT = Path(__file__).parents[2]


def cli(*words: object, cwd: Path, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own."""
    command = [sys.executable, "-m", "harness", *map(str, words)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **(env or {})}
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=120, check=False)


def fake_run(*words: object, cwd: Path, script: str = "pass") -> subprocess.CompletedProcess[str]:
    return cli("run", "ground_drop", *words, "--engine", f"fake:{script}", "--no-video", cwd=cwd)


ANCHORED = """
    def PhysicsFixedJoint "Bolt"
    {
        rel physics:body1 = </Root>
    }
"""


def test_pass_is_zero_and_says_where_things_lie(tmp_path):
    """Exit with 0 and print the places of verdict and page on stdout, progress on stderr."""
    done = fake_run(cube_asset(tmp_path), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "verdict.json" in done.stdout
    assert "index.html" in done.stdout
    assert "\x1b[" not in done.stdout + done.stderr
    # The scripted engine warns that it is one.
    assert "[1/1] PASS with 1 warning cube" in done.stderr


@pytest.mark.parametrize(
    ("script", "code"), [("sink", 1), ("refuse", 3), ("crash-open", 3), ("unavailable", 4), ("exit-0", 3)]
)
def test_exit_codes_of_outcomes(tmp_path, script, code):
    """Give FAIL, ERROR and BLOCKED different exit codes, whatever the engine process exits with."""
    assert fake_run(cube_asset(tmp_path), cwd=tmp_path, script=script).returncode == code


def test_nothing_judged_is_not_zero(tmp_path):
    """Exit with 5 when the test applies to none of the assets."""
    asset = cube_asset(tmp_path, name="bolted", body=ANCHORED)
    assert fake_run(asset, cwd=tmp_path).returncode == 5


@pytest.mark.parametrize(
    "words",
    [
        ["run", "ground_drop", "missing.usda"],
        ["run", "ground_drop", "."],
        ["run", "ground_drop", "notes.txt"],
        ["run", "ground_dorp", "cube.usda"],
        ["run", "ground_drop", "cube.usda", "--engine", "ovphysics"],
        ["run", "ground_drop", "cube.usda", "--set", "rest_tolerance=1"],
        ["run", "ground_drop", "cube.usda", "--set", "rest_tolerance_m=x"],
        ["run", "ground_drop", "cube.usda", "--config", "none.yaml"],
        ["run", "ground_drop", "cube.usda", "--jobs", "0"],
        ["run", "ground_drop", "cube.usda", "--variant", "x"],
        ["run", "ground_drop", "cube.usda", "--out", "cube.usda/x"],
        ["rejudge", "nowhere"],
        ["explain", "SAF999"],
    ],
)
def test_wrong_commands_are_two(tmp_path, monkeypatch, capsys, words):
    """Exit with 2 and one line on stderr that names the trouble, before anything runs."""
    cube_asset(tmp_path)
    (tmp_path / "notes.txt").write_text("not an asset")
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("asset-qa: ")
    assert not (tmp_path / "reports").exists()


def test_json_is_valid_and_alone_on_stdout(tmp_path):
    """Print nothing but JSON that the published schemas accept."""
    done = cli(
        "run", "ground_drop", cube_asset(tmp_path), "--engine", "fake", "--no-video", "--format", "json", cwd=tmp_path
    )
    data = json.loads(done.stdout)
    schemas = ROOT / "docs" / "schema"
    jsonschema.validate(data, json.loads((schemas / "run.schema.json").read_text()))
    written = next(tmp_path.rglob("verdict.json"))
    jsonschema.validate(json.loads(written.read_text()), json.loads((schemas / "verdict.schema.json").read_text()))
    assert data["exit_code"] == done.returncode == 0


@pytest.mark.parametrize("order", [0, 1])
def test_one_failure_fails_the_run_in_any_order(tmp_path, order):
    """Exit with 1 and list both assets when one of two fails, first or last; write the page all the same."""
    good, bad = cube_asset(tmp_path), cube_asset(tmp_path, name="static")
    bad.write_text(bad.read_text().replace('"PhysicsRigidBodyAPI", ', ""))
    done = fake_run(*([good, bad] if order else [bad, good]), cwd=tmp_path)
    assert done.returncode == 1
    assert len(list(tmp_path.rglob("verdict.json"))) == 2
    page = next(tmp_path.rglob("index.html")).read_text()
    assert "static" in page
    assert "cube" in page


def test_assets_are_never_touched_and_runs_never_share_a_folder(tmp_path):
    """Leave files and folders of the asset as they were; make a new folder for each run."""
    folder = tmp_path / "delivery"
    folder.mkdir()
    asset = cube_asset(folder)
    before = (
        hashlib.sha256(asset.read_bytes()).digest(),
        asset.stat().st_mtime_ns,
        sorted(p.name for p in folder.iterdir()),
    )
    for _ in range(2):
        fake_run(asset, cwd=tmp_path)
    assert (
        hashlib.sha256(asset.read_bytes()).digest(),
        asset.stat().st_mtime_ns,
        sorted(p.name for p in folder.iterdir()),
    ) == before
    assert len(list((tmp_path / "reports").iterdir())) == 2


def test_assets_of_one_name_keep_apart(tmp_path):
    """Give two assets of the same file name two folders."""
    assets = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        assets.append(cube_asset(tmp_path / name))
    assert fake_run(*assets, "--jobs", "2", cwd=tmp_path).returncode == 0
    assert len(list(tmp_path.rglob("verdict.json"))) == 2


def test_rejudge_needs_no_engine(tmp_path):
    """Judge a stored run to the same outcome, and to another with a changed setting; leave the run as it was."""
    fake_run(cube_asset(tmp_path), cwd=tmp_path)
    run_folder = next((tmp_path / "reports").iterdir())
    before = {p: p.stat().st_mtime_ns for p in run_folder.rglob("*")}
    assert cli("rejudge", run_folder, "--out", "again", cwd=tmp_path).returncode == 0
    tighter = cli("rejudge", run_folder, "--out", "tighter", "--set", "floor_margin_m=0", cwd=tmp_path)
    assert tighter.returncode in (0, 1)
    assert {p: p.stat().st_mtime_ns for p in run_folder.rglob("*")} == before
    first = json.loads(next(run_folder.rglob("verdict.json")).read_text())
    again = json.loads(next((tmp_path / "again").rglob("verdict.json")).read_text())
    for key in ("outcome", "criteria", "findings", "events"):
        assert again[key] == first[key]


def test_a_case_that_lost_its_verdict_is_missed_when_judged_again(tmp_path):
    """Count it as planned and not judged; the exit code is not that of the others."""
    fake_run(cube_asset(tmp_path), cube_asset(tmp_path, name="other"), cwd=tmp_path)
    run_folder = next((tmp_path / "reports").iterdir())
    next(run_folder.glob("cases/other/*/*/verdict.json")).unlink()
    again = cli("rejudge", run_folder, "--out", "again", cwd=tmp_path)
    assert again.returncode == 3
    assert "verdict.json is not a readable record" in again.stderr and "1 of 2 planned" in " ".join(
        again.stdout.split()
    )


@pytest.mark.parametrize("damage", ["truncate", "remove", "swap", "foreign"])
def test_damaged_records_are_never_judged(tmp_path, damage):
    """Refuse to rejudge from a truncated, missing, broken or foreign trajectory."""
    fake_run(cube_asset(tmp_path), cwd=tmp_path)
    motion = next(tmp_path.rglob("trajectory.npz"))
    if damage == "truncate":
        motion.write_bytes(motion.read_bytes()[:-200])
    elif damage == "remove":
        motion.unlink()
    elif damage == "foreign":
        fake_run(cube_asset(tmp_path), "--out", "other", cwd=tmp_path, script="inside")
        motion.write_bytes(next((tmp_path / "other").rglob("trajectory.npz")).read_bytes())
    else:
        motion.write_bytes(b"PK\x05\x06" + bytes(18))
    done = cli("rejudge", motion.parents[4], "--out", "again", cwd=tmp_path)
    assert done.returncode == 3
    assert "PASS" not in done.stdout


def test_missing_opengl_costs_only_the_video(tmp_path):
    """Give a complete verdict and page without OpenGL, and name the one command that installs it."""
    asset = cube_asset(tmp_path)
    environment = {"ASSET_QA_LIBEGL": "libEGL-missing.so.1"}
    done = cli("run", "ground_drop", asset, "--engine", "fake", cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    verdict = json.loads(next(tmp_path.rglob("verdict.json")).read_text())
    assert verdict["outcome"] == "PASS"
    assert verdict["video"]["status"] == "skipped"
    assert "apt-get install" in next(tmp_path.rglob("index.html")).read_text()
    assert "apt-get install" in cli("doctor", "--engine", "fake", cwd=tmp_path, env=environment).stdout


def test_list_and_explain(capsys):
    """List tests and engines, and explain a code by its id or name."""
    assert main(["list"]) == 0
    assert "ground_drop" in capsys.readouterr().out
    assert main(["explain", "saf008"]) == 0
    by_id = capsys.readouterr().out
    assert main(["explain", "mass-invalid"]) == 0
    assert capsys.readouterr().out == by_id
    assert "SAF008" in by_id
    for heading in ("EFFECT ON THE OUTCOME", "FIX", "SAFEGUARD MASS", "What it checks."):
        assert heading in by_id
    assert "](" not in by_id


@pytest.mark.parametrize("code", ["INT001", "SAF050", "ENG009", "MON002", "TST001", "HAR060"])
def test_explain_prints_the_page(code, capsys):
    """Print what the page of the code says, without Markdown."""
    assert main(["explain", code]) == 0
    said = " ".join(capsys.readouterr().out.split())
    page = (Path(__file__).parents[2] / "docs" / "codes" / f"{code}.md").read_text(encoding="utf-8")
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", page).replace("\\<", "<").replace("**", "").replace("`", "")
    paragraphs = [" ".join(p.split()) for p in plain.split("\n\n")[2:-1] if not p.startswith(("#", "|"))]
    assert paragraphs
    assert all(p in said for p in paragraphs)


@pytest.mark.engine_ovphysx
def test_a_package_gets_the_verdict_of_its_unpacked_form(tmp_path):
    """Judge a .usdz, .usdc and .usd like the .usda that they hold."""
    from pxr import Sdf, UsdUtils

    asset = cube_asset(tmp_path)
    twins = [asset, tmp_path / "binary.usdc", tmp_path / "plain.usd", tmp_path / "package.usdz"]
    for path in twins[1:3]:
        Sdf.Layer.FindOrOpen(str(asset)).Export(str(path))
    assert UsdUtils.CreateNewUsdzPackage(str(asset), str(twins[3]))
    done = cli("run", "ground_drop", *twins, "--no-video", "--format", "json", cwd=tmp_path)
    verdicts = [e["verdict"] for e in json.loads(done.stdout)["verdicts"]]
    assert {v["outcome"] for v in verdicts} == {"PASS"}
    assert len({json.dumps([(c["name"], c["measured"]) for c in v["criteria"]]) for v in verdicts}) == 1


def test_a_variant_that_no_asset_has_is_a_usage_error(tmp_path):
    """End with exit code 2 when the command asks for a variant that nothing has."""
    path = cube_asset(tmp_path)
    command = ["run", "ground_drop", str(path), "--engine", "fake", "--no-video", "-q", "--out", str(tmp_path / "r")]
    assert main([*command, "--variant", "physics=on"]) == 2
