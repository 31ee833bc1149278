"""Two runs side by side: what counts as a difference, what is refused, and what the page shows."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
import report_samples as samples
from test_html_report import Page, check_golden

from harness.cli.main import main
from harness.outcomes import Outcome
from harness.report import RunReport
from harness.report.codec import write_json_atomic
from harness.report.compare_report import RunFolder, write_comparison
from harness.report.difference import CaseDifference, compare_runs
from harness.verdict import EngineRecord, Verdict


def differences(before: list[Verdict], after: list[Verdict]) -> dict[str, CaseDifference]:
    found = compare_runs(samples.run_of(*before), samples.run_of(*after))
    return {d.asset: d for d in found}


def stored(report: RunReport, folder: Path) -> RunFolder:
    folder.mkdir()
    samples.write_files(report, folder)
    write_json_atomic(folder / "run.json", report)
    return RunFolder(report=report, folder=folder)


def renamed(verdict: Verdict, name: str) -> Verdict:
    return dataclasses.replace(verdict, asset=dataclasses.replace(verdict.asset, name=name))


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        (samples.verdict("x"), samples.verdict("x"), "same"),
        (samples.verdict("x"), renamed(samples.sinking(), "x"), "worse"),
        (renamed(samples.sinking(), "x"), samples.verdict("x"), "better"),
        (samples.verdict("x"), renamed(samples.error(), "x"), "worse"),
        (samples.verdict("x"), samples.verdict("x", findings=samples.WARNINGS), "worse"),
        (samples.verdict("x", findings=samples.WARNINGS), samples.verdict("x"), "better"),
        (renamed(samples.sinking(), "x"), renamed(samples.error(), "x"), "changed"),
        (samples.verdict("x"), renamed(samples.not_applicable(), "x"), "changed"),
        (samples.verdict("x"), samples.verdict("x", criteria=samples.criteria(movement=0.015)), "changed"),
        (samples.verdict("x"), samples.verdict("x", criteria=samples.criteria(movement=0.00045)), "same"),
    ],
)
def test_kind_of_a_difference(before: Verdict, after: Verdict, kind: str) -> None:
    """Tell worse from better, and noise from a change; an error is no better than a defect."""
    assert differences([before], [after])["x"].kind == kind


def test_different_test_versions_are_never_compared() -> None:
    """Say that the versions differ instead of comparing numbers that mean something else."""
    newer = samples.verdict("x", test_version="4.0.0", criteria=samples.criteria(movement=0.015))
    found = differences([samples.verdict("x")], [newer])["x"]
    assert found.kind == "not compared"
    assert "3.0.0" in found.reason and "4.0.0" in found.reason
    assert not found.criteria


def test_presets_are_compared_only_when_asked_for() -> None:
    """Refuse two presets, name both, and list them as a difference where the caller insists."""
    old, new = samples.verdict("x"), dataclasses.replace(samples.verdict("x"), preset="simready-4.0")
    found = differences([old], [new])["x"]
    assert found.kind == "not compared"
    assert "simready-3.0" in found.reason and "simready-4.0" in found.reason and "--across-presets" in found.reason
    (asked,) = compare_runs(samples.run_of(old), samples.run_of(new), is_across_presets=True)
    assert asked.kind == "same"
    assert [(s.label, s.before, s.after) for s in asked.settings] == [("Preset", "simready-3.0", "simready-4.0")]


def test_cases_of_one_run_only_are_told() -> None:
    """List what is missing and what is new."""
    found = differences([samples.verdict("a"), samples.verdict("b")], [samples.verdict("b"), samples.verdict("c")])
    assert {name: d.kind for name, d in found.items()} == {"a": "missing", "b": "same", "c": "new"}


def test_two_engines_are_compared_when_they_differ_altogether() -> None:
    """Match by asset when each run has one engine; otherwise the engine belongs to the case."""
    kit = samples.verdict("x", engine=EngineRecord(name="kit", version="6.1"))
    found = differences([samples.verdict("x")], [kit])["x"]
    assert found.kind == "same"
    assert ("Engine", "ovphysx", "kit") in [(s.label, s.before, s.after) for s in found.settings]
    mixed = compare_runs(samples.run_of(samples.verdict("x"), kit), samples.run_of(samples.verdict("x")))
    assert sorted(d.kind for d in mixed) == ["missing", "same"]


def test_changed_asset_settings_and_findings_are_listed() -> None:
    """Name the digest, the setting and the finding that differ."""
    old = samples.verdict("x")
    config = tuple(dataclasses.replace(c, value=0.5) if c.key.endswith("floor_margin_m") else c for c in old.config)
    asset = dataclasses.replace(old.asset, sha256="0" * 64)
    found = differences([old], [dataclasses.replace(old, asset=asset, config=config, findings=samples.WARNINGS)])["x"]
    assert {s.label for s in found.settings} == {"Asset (SHA-256)", "ground_drop.floor_margin_m"}
    assert [f.code for f in found.appeared] == ["SAF014", "MON007"] and not found.gone


def test_page_of_a_comparison(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Show numbers, findings, videos in step and what was not compared; keep copies beside the page."""
    version = samples.verdict("versioned", test_version="4.0.0")
    first = [samples.verdict("crate"), samples.verdict("tray"), samples.verdict("versioned"), samples.verdict("old")]
    second = [
        samples.verdict("crate", criteria=samples.criteria(movement=0.015)),
        renamed(samples.sinking(), "tray"),
        version,
        samples.verdict("new"),
    ]
    before = stored(samples.run_of(*first, run_id="monday"), tmp_path / "a")
    after = stored(samples.run_of(*second, run_id="tuesday"), tmp_path / "b")
    out = tmp_path / "out"
    out.mkdir()
    write_comparison(before, after, out)
    page = Page((out / "index.html").read_text(encoding="utf-8"))
    assert "PASS became FAIL." in page.text
    assert "The versions of ground_drop differ: 3.0.0 and 4.0.0" in page.text
    for name in [a["src"] for a in page.all("video")]:
        assert name and (out / name).is_file()
    assert "jane" not in (out / "index.html").read_text() and "/home" not in page.text
    check_golden("compare", page, request)


@pytest.mark.parametrize(
    ("after", "code"),
    [
        (samples.verdict("crate"), 0),
        (renamed(samples.sinking(), "crate"), 1),
        (samples.verdict("crate", test_version="4.0.0"), 3),
        (samples.verdict("other"), 5),
    ],
)
def test_exit_code_of_the_verb(tmp_path: Path, capsys: pytest.CaptureFixture[str], after: Verdict, code: int) -> None:
    """Tell scripts whether something became worse."""
    stored(samples.run_of(samples.verdict("crate")), tmp_path / "a")
    stored(samples.run_of(after), tmp_path / "b")
    words = ["compare", str(tmp_path / "a"), str(tmp_path / "b"), "--out", str(tmp_path / "out")]
    assert main(words) == code
    assert (tmp_path / "out" / "index.html").is_file()
    assert "the same" in capsys.readouterr().out
    assert main(words) == 2


def test_outcomes_of_this_file_are_what_they_seem() -> None:
    """Guard the samples that the table above relies on."""
    assert samples.sinking().outcome is Outcome.FAIL and samples.error().outcome is Outcome.ERROR
