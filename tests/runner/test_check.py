"""``asset-qa check``: all findings at once, the exit codes of a run, and nothing written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from harness.cli.main import main
from harness.outcomes import Outcome, Severity
from harness.report.codec import COMPLETE_KEY, from_data
from harness.report.model import RunReport
from harness.runner.check import CheckOptions, check_asset
from tests.support import cube_asset

ROOT = Path(__file__).parents[2]
ASSETS = ROOT / "assets"


def broken(name: str) -> str:
    return str(next((ASSETS / "broken" / name).glob("*.usd*")))


def good(name: str) -> str:
    return str(next((ASSETS / "good" / name).glob("*.usd*")))


@pytest.mark.parametrize(
    ("assets", "options", "code"),
    [
        ([good("crate")], [], 0),
        ([broken("SAF008-nan-mass")], [], 1),
        ([broken("SAF045-center-of-mass-outside")], [], 0),
        ([broken("SAF045-center-of-mass-outside")], ["--strict"], 1),
        ([broken("INT002-missing-reference")], [], 3),
        ([broken("INT001-corrupt-file")], [], 3),
        ([broken("SAF006-bolted-to-world")], [], 0),
        ([good("crate"), broken("SAF008-nan-mass"), broken("INT001-corrupt-file")], [], 1),
        (["no_such_file.usda"], [], 2),
        ([good("crate")], ["--variant", "physics=on"], 2),
        ([good("crate")], ["--variant", "physics"], 2),
    ],
)
def test_exit_codes_are_those_of_a_run(assets, options, code, capsys, monkeypatch, tmp_path):
    """End with the documented code, and write nothing."""
    monkeypatch.chdir(tmp_path)
    assert main(["check", *assets, *options]) == code
    assert list(tmp_path.iterdir()) == []
    out = capsys.readouterr()
    assert (out.err == "") == (code != 2)


def test_a_variant_that_some_assets_have_is_an_error_for_the_others_only(capsys):
    """Check the asset that has the variant; the other one gets an ERROR of its own."""
    off = broken("SAF021-variant-off")
    text = Path(off).read_text()
    name = text.split('variantSet "')[1].split('"')[0]
    assert main(["check", good("crate"), off, "--variant", f"{name}=on", "--format", "json"]) in (1, 3)
    data = json.loads(capsys.readouterr().out)
    assert [e["verdict"]["findings"][0]["code"] for e in data["verdicts"][:1]] == ["HAR002"]


def test_all_findings_are_listed_at_once(tmp_path):
    """Do not stop at the first finding that settles the outcome."""
    path = cube_asset(tmp_path, body="vector3f physics:velocity = (0, 0, 3)", geo="")
    path.write_text(
        path.read_text().replace("physics:mass = 1", "physics:mass = -1\n    bool physics:startsAsleep = 1")
    )
    verdict = check_asset(str(path), "cube", CheckOptions())
    assert {"SAF008", "SAF016", "SAF025"} <= {f.code for f in verdict.findings}
    assert verdict.outcome is Outcome.FAIL


def test_what_is_left_of_an_incomplete_asset_is_checked_too(tmp_path):
    """List the defects of the rest, but stay at ERROR: what is missing may change everything."""
    path = cube_asset(tmp_path, geo="")
    text = path.read_text().replace("physics:mass = 1", "physics:mass = -1")
    path.write_text(text.replace('def Cube "Box"', 'def "Lost" (references = @./lost.usda@) {}\n    def Cube "Box"'))
    verdict = check_asset(str(path), "cube", CheckOptions())
    assert [f.code for f in verdict.findings][:2] == ["INT002", "SAF008"]
    assert verdict.outcome is Outcome.ERROR
    # Its only body may be in the part that is missing.
    path.write_text(
        '#usda 1.0\n(\n defaultPrim = "R"\n metersPerUnit = 1\n upAxis = "Z"\n)\n'
        'def Xform "R"\n{\n    def "Lost" (references = @./lost.usda@)\n    {\n    }\n}\n'
    )
    assert {f.code for f in check_asset(str(path), "r", CheckOptions()).findings} == {"INT002"}


def test_an_anchor_is_told_but_decides_nothing():
    """Check a robot that is bolted to the world like any other asset."""
    verdict = check_asset(broken("SAF006-bolted-to-world"), "arm", CheckOptions())
    assert verdict.outcome is Outcome.PASS
    assert [f.severity for f in verdict.findings] == [Severity.NOT_APPLICABLE]


def test_json_is_a_run_record(capsys):
    """Print the same structure as a run, readable by the strict reader."""
    assert main(["check", good("crate"), broken("SAF008-nan-mass"), "--format", "json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data.pop(COMPLETE_KEY) is True
    report = from_data(RunReport, data)
    assert [e.verdict.outcome for e in report.verdicts] == [Outcome.PASS, Outcome.FAIL]
    assert {e.verdict.engine.name for e in report.verdicts} == {"none"}


@pytest.mark.parametrize("form", ["junit", "sarif", "csv", "markdown"])
def test_other_formats_work_without_a_run_folder(form, capsys):
    """Print the formats for machines as well."""
    assert main(["check", broken("SAF008-nan-mass"), "--format", form]) == 1
    assert "SAF008" in capsys.readouterr().out


def test_text_names_the_fix_under_each_finding(capsys):
    """Tell what to do right below what is wrong."""
    main(["check", broken("SAF045-center-of-mass-outside")])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("PASS with 1 warning  center_of_mass_outside (check ")
    assert [line.split()[0] for line in lines if line[2:3].isupper() and line[:2] == "  "][-2:] == ["Warning", "Fix"]


def test_waivers_count(tmp_path, capsys):
    """Pass a waived failure with its owner on the terminal."""
    rules = tmp_path / "rules.yaml"
    rules.write_text("waivers:\n  - {code: SAF008, owner: jane, reason: known, expires: 2999-01-01}\n")
    assert main(["check", broken("SAF008-nan-mass"), "--config", str(rules)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("PASS with waiver")
    assert "Waived by jane until 2999-01-01: known" in " ".join(out.split())


def test_a_reader_that_breaks_is_an_error_of_that_asset_only(monkeypatch):
    """Turn an exception into an ERROR verdict with a traceback."""
    from harness.runner import check

    def boom(path, variants):
        raise RuntimeError("boom")

    monkeypatch.setattr(check, "read_asset", boom)
    verdict = check_asset(good("crate"), "crate", CheckOptions())
    assert verdict.outcome is Outcome.ERROR
    assert [f.code for f in verdict.findings] == ["HAR001"]
    assert "boom" in (verdict.error or "")


def test_no_engine_and_no_renderer_are_loaded():
    """Stay light: no engine, no picture library, no template engine, not all of SciPy's spatial package."""
    code = (
        "import sys; from harness.cli.main import main; main(['check', sys.argv[1]]);"
        "heavy = ('ovphysx', 'moderngl', 'cv2', 'av', 'jinja2', 'rich', 'scipy.spatial');"
        "print([m for m in heavy if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, good("cup")], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_an_asset_that_never_ends_takes_nothing_along(tmp_path):
    """Give up an asset that refers to a pipe, keep what was done, and name all that was not."""
    stuck = cube_asset(tmp_path, name="stuck")
    stuck.write_text(stuck.read_text().replace("#usda 1.0\n(", "#usda 1.0\n(\n    subLayers = [@./pipe.usd@]", 1))
    os.mkfifo(tmp_path / "pipe.usd")
    words = ["check", good("crate"), str(stuck), good("cup"), "--limit-s", "3", "--format", "json"]
    done = subprocess.run(
        [sys.executable, "-m", "harness", *words], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stderr) == (3, "")
    found = [(v["asset"]["name"], v["outcome"], [f["code"] for f in v["findings"]]) for v in verdicts_of(done.stdout)]
    assert found == [("crate", "PASS", []), ("stuck", "ERROR", ["HAR018"]), ("cup", "ERROR", ["HAR018"])]


def verdicts_of(text: str) -> list[dict]:
    """Return the verdicts in a report as JSON."""
    return [entry["verdict"] for entry in json.loads(text)["verdicts"]]


@pytest.mark.parametrize("words", [[], ["--variant", "physics=on"]])
def test_no_limit_outlives_its_check(words):
    """Leave no timer behind, not after an error either: it would end the process of whoever called."""
    assert main(["check", good("crate"), *words]) in (0, 2)
    end = time.monotonic() + 5
    while time.monotonic() < end and any(isinstance(t, threading.Timer) for t in threading.enumerate()):
        time.sleep(0.01)
    assert not any(isinstance(t, threading.Timer) for t in threading.enumerate())


@pytest.mark.parametrize("limit", ["0", "-1", "nan", "inf"])
def test_a_limit_is_a_time(limit, capsys):
    """Refuse a limit that is no time."""
    assert main(["check", good("crate"), "--limit-s", limit]) == 2
    assert "--limit-s" in capsys.readouterr().err
