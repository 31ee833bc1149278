"""A test over variants: where the robot passes, the comparison page, and the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness.cli.main import main
from harness.outcomes import CriterionStatus, Outcome
from harness.report.model import RunEntry
from harness.vary.plan import Parameter, Variant
from harness.vary.sweep import SweepPoint, conclusion, next_value, parameter_of, share_left, sorted_points
from harness.vary.sweep_page import write_sweep
from harness.vary.write import WrittenVariant
from harness.verdict import AssetRecord, Criterion, EngineRecord, Verdict, finding
from tests.vary.robots import ARM, write_arm

LABEL = "upper scale"


def point(value: str, outcome: Outcome, *, margin: float | None = 0.5, label: str = LABEL) -> SweepPoint:
    """Return a variant with a made-up verdict."""
    criteria = ()
    if margin is not None:
        status = CriterionStatus.MET if margin >= 0 else CriterionStatus.NOT_MET
        criteria = (
            Criterion(
                name="rest", title="It rests", status=status, is_required=True, measured=1 - margin, limit=1.0,
                unit="s", margin=margin, code="MON003",
            ),
        )  # fmt: skip
    found = (finding("MON003", "It moved."),) if outcome is Outcome.FAIL else ()
    verdict = Verdict(
        outcome=outcome, summary="s", test="ground_drop", test_version="3.0.0", criteria=criteria, findings=found,
        asset=AssetRecord(name=f"a{value}", path="a.urdf"), engine=EngineRecord(name="fake"),
    )  # fmt: skip
    variant = Variant(name=f"v{value}", parameters=(Parameter(label=label, text=value),), modifiers=())
    written = WrittenVariant(variant=variant, path=Path(f"a{value}.urdf"), notes=("longer",))
    return SweepPoint(written=written, entry=RunEntry(case_dir=f"cases/a{value}", verdict=verdict))


P, F, E = Outcome.PASS, Outcome.FAIL, Outcome.ERROR


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ([P, P, P], ["It passes at every tested upper scale from 0.5 to 1.5."]),
        ([F, E, F], ["It passes at no tested upper scale from 0.5 to 1.5."]),
        (
            [P, P, F],
            [
                "It passes from upper scale 0.5 to 1.",
                "It stops passing between 1 and 1.5: FAIL (MON003: It moved) at 1.5.",
            ],
        ),
        (
            [E, P, F],
            [
                "It passes at upper scale 1.",
                "It starts passing between 0.5 and 1: ERROR at 0.5.",
                "It stops passing between 1 and 1.5: FAIL (MON003: It moved) at 1.5.",
            ],
        ),
    ],
)
def test_where_it_passes(outcomes, expected):
    """Say the ranges and every change between neighbours, whatever the order of the points."""
    points = [point(v, o) for v, o in zip(("0.5", "1", "1.5"), outcomes, strict=True)]
    assert list(conclusion(sorted_points(points[::-1], LABEL), LABEL)) == expected


def test_the_next_value_is_between_a_pass_and_a_fail():
    """Halve the first gap between PASS and FAIL; an ERROR is no end of a range."""
    points = sorted_points([point("1", P), point("2", F), point("0.5", E)], LABEL)
    assert next_value(points, LABEL) == 1.5
    assert next_value(points[:2], LABEL) is None
    assert next_value((), LABEL) is None


def test_the_parameter_is_the_one_that_differs():
    """Take one differing number; words, or two at once, have no order."""
    assert parameter_of([point("1", P), point("x2", P)]) == LABEL
    assert parameter_of([point("fixed", P), point("2", P)]) is None
    assert parameter_of([point("1", P)]) is None
    mixed = [point("1", P), point("2", P), point("1", P, label="b"), point("2", P, label="b")]
    assert parameter_of(mixed) is None
    assert conclusion(mixed, None) == ("4 of 4 variants pass.",)


def test_share_of_the_limit():
    """Give the margin as a share of its limit, and nothing when nothing was measured."""
    assert share_left(point("1", F, margin=-0.25)) == -0.25
    assert share_left(point("1", E, margin=None)) is None


def test_page_and_record(tmp_path):
    """Show every variant, whatever its outcome, and escape what comes from a file."""
    points = [point("0.5", P), point("1", F, margin=-3.0), point("2", F, margin=None), point("3", E, margin=None)]
    write_sweep(tmp_path, "<b>arm</b>.urdf", points, 1)
    page = (tmp_path / "sweep.html").read_text()
    assert "<b>arm" not in page
    assert page.count('<circle class="share-') == 4
    assert "1 variants have no verdict" in page
    record = json.loads((tmp_path / "sweep.json").read_text())
    assert [p["outcome"] for p in record["points"]] == ["PASS", "FAIL", "FAIL", "ERROR"]
    assert record["parameter"] == LABEL
    write_sweep(tmp_path, "arm.urdf", [], 0)
    assert "No variant was judged." in (tmp_path / "sweep.html").read_text()


@pytest.mark.engine_ovphysx
def test_a_sweep_on_the_command_line(tmp_path, capsys, monkeypatch):
    """Find where a robot stops resting in time, refine it, and keep variants, verdicts, page and record together."""
    monkeypatch.chdir(tmp_path)
    shape = (
        '<origin xyz="0.17 0 0" rpy="0 1.5708 0"/>\n      <geometry><cylinder radius="0.025" length="0.3"/></geometry>'
    )
    text = ARM.replace(f"{shape}</visual>", f"{shape}</visual><collision>{shape}</collision>")
    (tmp_path / "arm.urdf").write_text(text)
    words = ["vary", "arm.urdf", "--link", "upper", "--scale", "1,8", "--mode", "1", "--test", "ground_drop", "-q"]
    # The arm of 3.4 m falls from 30 m and takes much longer to rest than this.
    code = main([*words, "--refine", "1", "--set", "rest_detection_max_seconds=3.2", "--formats", "junit"])
    told = capsys.readouterr()
    run = next((tmp_path / "reports").iterdir())
    record = json.loads((run / "sweep.json").read_text())
    outcomes = {p["parameters"]["upper scale"]: p["outcome"] for p in record["points"]}
    assert set(outcomes) == {"1", "4.5", "8"}
    assert (outcomes["1"], outcomes["8"], code) == ("PASS", "FAIL", 1)
    assert record["conclusion"][0].startswith("It passes ")
    assert any(s.startswith("It stops passing between ") for s in record["conclusion"])
    assert all(s in told.out for s in record["conclusion"])
    for entry in record["points"]:
        assert (run / entry["file"]).is_file()
        assert (run / entry["case_dir"] / "verdict.json").is_file()
    assert {"index.html", "sweep.html", "junit.xml", "run.json"} <= {p.name for p in run.iterdir()}
    listed = json.loads((run / "variants" / "variants.json").read_text())
    assert len(listed["variants"]) == len(outcomes)


@pytest.mark.parametrize(
    "words",
    [
        ["--refine", "2", "--mass", "1"],
        ["--test", "grund_drop", "--mass", "1"],
        ["--test", "ground_drop", "--refine", "1", "--mass", "1"],
        ["--test", "ground_drop", "--mass", "1", "--jobs", "0"],
        ["--test", "ground_drop", "--mass", "-1"],
    ],
)
def test_wrong_sweeps_leave_nothing(tmp_path, monkeypatch, words):
    """Exit with 2 and leave no folder behind."""
    monkeypatch.chdir(tmp_path)
    write_arm(tmp_path)
    assert main(["vary", "arm.urdf", "--link", "upper", *words]) == 2
    assert not (tmp_path / "variants").exists()
    assert not list(tmp_path.glob("reports/*"))
