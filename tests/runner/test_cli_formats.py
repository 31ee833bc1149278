"""Reports for other programs, as the command line writes and prints them."""

from __future__ import annotations

import csv
import io
import json
from xml.etree import ElementTree as ET

from harness.cli.main import main
from harness.report import FILE_NAMES, RENDERERS
from tests.runner.test_cli import cli, fake_run
from tests.support import cube_asset


def test_reports_lie_in_the_run_folder(tmp_path):
    """Write every report that was asked for beside the record, also when assets fail."""
    (tmp_path / "a").mkdir()
    done = fake_run(
        cube_asset(tmp_path / "a"), cube_asset(tmp_path), "--formats", "junit,sarif", "--formats", "csv,markdown",
        cwd=tmp_path, script="sink",
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    run = next((tmp_path / "reports").iterdir())
    assert {FILE_NAMES[f] for f in ("html", "junit", "sarif", "csv", "markdown")} <= {p.name for p in run.iterdir()}
    suite = ET.parse(run / "junit.xml").getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("2", "2")
    results = json.loads((run / "results.sarif").read_text())["runs"][0]["results"]
    uris = {r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in results}
    assert uris == {"a/cube.usda", "cube.usda"}
    assert len(list(csv.DictReader((run / "results.csv").open(newline="")))) == 2
    assert "FAIL" in (run / "summary.md").read_text()
    assert not any(str(tmp_path) in (run / n).read_text() for n in FILE_NAMES.values())


def test_stdout_can_be_any_format(tmp_path):
    """Print nothing but the format, in UTF-8 whatever the locale, so that it can be piped."""
    asset = cube_asset(tmp_path, name="k\u00fcbel")
    words = ("run", "ground_drop", asset, "--engine", "fake:pass", "--no-video", "-q", "--format")
    done = cli(*words, "junit", cwd=tmp_path, env={"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"})
    # The bytes are UTF-8; this test reads them with its own locale.
    case = ET.fromstring(done.stdout.encode()).find(".//testcase")
    assert case is not None
    assert case.get("name") == "k\u00fcbel"
    text = cli(*words, "csv", cwd=tmp_path).stdout
    assert next(csv.DictReader(io.StringIO(text)))["outcome"] == "PASS"


def test_report_writes_other_formats_of_a_finished_run(tmp_path, capsys):
    """Make a report later, into the run folder or to a file of choice; the exit code is that of the run."""
    fake_run(cube_asset(tmp_path), cwd=tmp_path, script="sink")
    run = next((tmp_path / "reports").iterdir())
    assert main(["report", str(run), "--format", "junit,csv"]) == 1
    assert capsys.readouterr().out.split() == [str(run / "junit.xml"), str(run / "results.csv")]
    assert main(["report", str(run), "--format", "sarif", "--output", str(tmp_path / "x.sarif")]) == 1
    assert json.loads((tmp_path / "x.sarif").read_text())["version"] == "2.1.0"
    capsys.readouterr()
    assert main(["report", str(run), "--format", "markdown", "--output", "-"]) == 1
    assert capsys.readouterr().out.startswith("## asset-qa: ")
    assert main(["report", str(run), "--format", "junit,csv", "--output", "-"]) == 2


def test_unknown_formats_are_refused_before_anything_runs(tmp_path):
    """Name the formats that exist, and simulate nothing."""
    done = fake_run(cube_asset(tmp_path), "--formats", "junti", cwd=tmp_path)
    assert done.returncode == 2
    assert "Did you mean junit?" in done.stderr
    assert not (tmp_path / "reports").exists()


def test_a_broken_report_keeps_the_result_but_not_the_exit_code_of_a_pass(tmp_path, capsys, monkeypatch):
    """Keep verdicts and printed result; a pipeline that waits for the report must not see 0. HAR050."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(RENDERERS, "junit", "harness.report.junit_report:no_such_function")
    asset = str(cube_asset(tmp_path))
    words = ["run", "ground_drop", asset, "--engine", "fake:pass", "--no-video", "-q", "--formats", "junit,csv"]
    assert main(words) == 3
    told = capsys.readouterr()
    assert "HAR050" in told.err
    assert "PASS" in told.out
    run = next((tmp_path / "reports").iterdir())
    assert json.loads((run / "run.json").read_text())["outcome"] == "PASS"
    assert (run / "results.csv").is_file()
    assert not (run / "junit.xml").exists()
