"""The pytest plugin, in pytest sessions of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from tests.support import cube_asset

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[2]
ANCHORED = """
    def PhysicsFixedJoint "Bolt"
    {
        rel physics:body1 = </Root>
    }
"""
CONFIG = """
[tool.pytest.ini_options]
asset_qa_assets = ["**/*.usda"]
asset_qa_engine = "fake:{script}"
{more}
"""


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """Return an asset repository in which the plugin is active."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p no:cacheprovider -p no:hypothesispytest -p no:xdist")
    return pytester


def run(project: pytest.Pytester, *words: str, script: str = "pass", more: str = "") -> pytest.RunResult:
    """Run pytest in a process of its own, with the plugin loaded once."""
    project.makepyprojecttoml(CONFIG.format(script=script, more=more))
    known = {e.name for e in metadata.entry_points(group="pytest11")}
    plugin = () if "asset_qa" in known else ("-p", "harness.pytest_plugin")
    return project.runpytest_subprocess(*plugin, *words)


def test_one_item_an_asset(project):
    """Collect each asset as one item whose name tells file and test."""
    (project.path / "props").mkdir()
    cube_asset(project.path, name="a")
    cube_asset(project.path / "props", name="b")
    project.makepyfile(test_plain="def test_plain():\n    assert True\n")
    result = run(project, "-v", "-p", "no:warnings")
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(["*a.usda::ground_drop PASSED*", "*props/b.usda::ground_drop PASSED*"])
    assert result.ret == 0


def test_failures_show_cause_and_fix_and_no_traceback(project):
    """Explain a failed asset as a person needs it: code, cause, fix, evidence, command."""
    cube_asset(project.path)
    result = run(project, script="sink")
    result.assert_outcomes(failed=1)
    text = result.stdout.str()
    for wanted in ("FAIL  cube", "MON002", "Fix ", "Evidence  reports", "Repeat    asset-qa run ground_drop cube.usda"):
        assert wanted in text
    assert "Traceback" not in text
    assert "pytest_plugin.py" not in text


@pytest.mark.parametrize("script", ["refuse", "crash-open", "unavailable"])
def test_what_could_not_be_tested_is_an_error_not_a_failure(project, script):
    """Tell broken machinery from broken assets."""
    cube_asset(project.path)
    result = run(project, script=script)
    result.assert_outcomes(errors=1)
    assert result.ret == 1


def test_an_unreadable_file_is_an_error(project):
    """Give a file that is no USD an error with its code."""
    (project.path / "broken.usda").write_text("no usd")
    result = run(project)
    result.assert_outcomes(errors=1)
    assert "INT001" in result.stdout.str()


def test_what_does_not_apply_is_skipped(project):
    """Skip an asset that is bolted to the world, with the reason."""
    cube_asset(project.path, body=ANCHORED)
    result = run(project, "-rs")
    result.assert_outcomes(skipped=1)
    assert "SAF006" in result.stdout.str()


def test_a_pass_with_warnings_shows_them_and_strict_fails(project):
    """Show remarks as pytest warnings; fail on them where asked, by configuration or command line."""
    cube_asset(project.path)
    result = run(project)
    result.assert_outcomes(passed=1, warnings=1)
    assert "HAR008" in result.stdout.str()
    run(project, more="asset_qa_strict = true").assert_outcomes(failed=1)
    run(project, "--asset-qa-strict").assert_outcomes(failed=1)


def test_all_items_share_one_case_process(project):
    """Start one process for many assets, and a new one after a crash only."""
    for name in "abc":
        cube_asset(project.path, name=name)
    project.makeconftest(
        """
        from harness.engines import process
        started = []
        first = process.WorkerProcess.__init__

        def count(self, module, **rest):
            started.append(module)
            first(self, module, **rest)

        process.WorkerProcess.__init__ = count

        def pytest_unconfigure(config):
            print("STARTED", started)
        """
    )
    result = run(project, "-s")
    result.assert_outcomes(passed=3, warnings=3)
    assert "STARTED ['harness.runner.case_worker']" in result.stdout.str()


def test_results_are_kept_and_told(project):
    """Write one run folder with record and page, and print where it is."""
    for name in "ab":
        cube_asset(project.path, name=name)
    result = run(project, "-x", script="sink")
    folder = next((project.path / "reports").iterdir())
    assert f"asset-qa: results in {folder}" in result.stdout.str()
    record = json.loads((folder / "run.json").read_text())
    assert (len(record["verdicts"]), record["planned_count"]) == (1, 2)
    assert (folder / "index.html").is_file()
    # What an earlier session left there is no asset.
    assert list(folder.rglob("*.usd*"))
    run(project, "--collect-only", "-q").stdout.fnmatch_lines(["2 tests collected*"])


def test_settings_tests_and_exclusions(project):
    """Honour settings, excluded files and files of the same name."""
    for name in ("x", "y", "parts"):
        (project.path / name).mkdir()
        cube_asset(project.path / name)
    more = 'asset_qa_exclude = ["parts/**"]\nasset_qa_settings = ["rest_tolerance_m=0.03"]\nasset_qa_out = "out"'
    run(project, "--asset-qa-set", "physics_fps=120", more=more).assert_outcomes(passed=2, warnings=2)
    files = sorted((project.path / "out").rglob("verdict.json"))
    assert len(files) == 2
    values = {c["key"]: c["value"] for c in json.loads(files[0].read_text())["config"]}
    assert values["ground_drop.rest_tolerance_m"] == 0.03
    assert values["ground_drop.physics_fps"] == 120


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ('asset_qa_tests = "grund_drop"', "Did you mean ground_drop"),
        ('asset_qa_settings = ["rest_tolerance=1"]', "rest_tolerance"),
    ],
)
def test_wrong_settings_end_the_session_at_once(project, more, message):
    """Refuse a wrong configuration as a usage error, before anything is collected."""
    cube_asset(project.path)
    result = run(project, more=more)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert message in result.stderr.str()


def test_a_glob_that_names_nothing_is_said(project):
    """Never let zero assets look like zero defects."""
    project.makepyfile(test_plain="def test_plain():\n    assert True\n")
    assert "no file matched **/*.usda" in run(project).stdout.str()
    assert "no file matched" not in run(project, "test_plain.py").stdout.str()


def test_items_can_be_chosen(project):
    """Let -k, -m and paths choose assets as they choose tests."""
    for name in "ab":
        cube_asset(project.path, name=name)
    run(project, "-k", "b.usda").assert_outcomes(passed=1, deselected=1, warnings=1)
    run(project, "-m", "not asset_qa").assert_outcomes(deselected=2)
    run(project, "a.usda").assert_outcomes(passed=1, warnings=1)
    run(project, "a.usda::ground_drop", "--strict-markers").assert_outcomes(passed=1, warnings=1)


def test_distributed_sessions_work(project, monkeypatch):
    """Split assets over processes of pytest-xdist and name every run folder."""
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p no:cacheprovider")
    for name in "abcd":
        cube_asset(project.path, name=name)
    result = run(project, "-n", "2", "-p", "no:warnings")
    result.assert_outcomes(passed=4)
    folders = list((project.path / "reports").iterdir())
    assert all(str(f) in result.stdout.str() for f in folders)
    assert sum(len(json.loads((f / "run.json").read_text())["verdicts"]) for f in folders) == 4


def test_ordinary_sessions_load_nothing(project):
    """Load no other module of asset-qa and collect no asset when no glob is configured."""
    cube_asset(project.path)
    project.makepyfile(
        test_plain="import sys\n\ndef test_plain():\n"
        "    names = {m for m in sys.modules if m.partition('.')[0] in ('harness', 'pxr', 'numpy', 'yaml')}\n"
        "    assert names <= {'harness', 'harness.pytest_plugin'}\n"
    )
    known = {e.name for e in metadata.entry_points(group="pytest11")}
    plugin = () if "asset_qa" in known else ("-p", "harness.pytest_plugin")
    result = project.runpytest_subprocess(*plugin, "--strict-markers")
    result.assert_outcomes(passed=1)
    # The header names every installed plugin; nothing else may mention it.
    lines = [line for line in result.stdout.str().splitlines() if not line.startswith("plugins:")]
    assert not any("asset-qa" in line for line in lines)
    assert not (project.path / "reports").exists()


def test_globs():
    """Match folders with two stars and names with one."""
    from harness.pytest_plugin import _matches

    assert _matches("a.usd", ["**/*.usd"])
    assert _matches("x/y/a.usd", ["**/*.usd"])
    assert _matches("x/a.usdz", ["x/*.usd[acz]"])
    assert not _matches("x/y/a.usd", ["x/*.usd"])
    assert not _matches("a_usd", ["*.usd"])
    assert _matches("x/y/z", ["x/**"])
    assert not _matches("xa.usd", ["./x??.usd", "[!x]*.usd"])
    assert _matches("b.usd", ["[!x]*.usd"])


@pytest.mark.engine_ovphysx
def test_with_physx(project):
    """Judge good and broken assets with the embedded engine."""
    cube_asset(project.path, name="good")
    cube_asset(project.path, name="negative", body="float physics:density = 1").write_text(
        (project.path / "good.usda").read_text().replace("physics:mass = 1", "physics:mass = -1")
    )
    result = run(project, "--asset-qa-engine", "ovphysx", "-p", "no:warnings")
    result.assert_outcomes(passed=1, failed=1)
    assert "SAF008" in result.stdout.str()


def test_the_entry_point_names_the_plugin():
    """Declare the plugin where pytest looks for it."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["entry-points"]["pytest11"] == {"asset_qa": "harness.pytest_plugin"}
    code = "import harness.pytest_plugin as p; print(p.pytest_collect_file.__name__)"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, check=True
    )
    assert done.stdout.strip() == b"pytest_collect_file"
