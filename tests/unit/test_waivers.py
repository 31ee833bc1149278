"""Waivers and severities: who may waive what, what it does, and what it never does."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from harness.codes import CODES
from harness.config import read_policy, resolve
from harness.errors import ConfigError, UnknownNameError
from harness.outcomes import CriterionStatus, Outcome, Severity
from harness.report.codec import from_data, to_data
from harness.report.wording import outcome_words
from harness.runner.judge import conclude
from harness.verdict import AssetRecord, Criterion, EngineRecord, Verdict, decide, finding
from harness.waivers import Grading, Policy, Waiver, grade, grade_criteria, parse_policy
from tests_catalog.ground_drop import GroundDropConfig

ENTRY = {"code": "SAF036", "owner": "jane@example.com", "reason": "A sign is flat.", "expires": "2027-03-31"}
FLAT = finding("SAF036", "flat", sites=["/Sign/Panel"])


def grading(*waivers: Waiver, asset: str = "props/sign.usda", today: str = "2027-01-01", **policy) -> Grading:
    return Grading(policy=Policy(waivers=waivers, **policy), asset=asset, today=today)


def waiver(**changes: str) -> Waiver:
    return parse_policy({"waivers": [{**ENTRY, **changes}]}, "waivers.yaml").waivers[0]


def criterion(**changes) -> Criterion:
    made = Criterion(
        name="rest",
        title="rests",
        status=CriterionStatus.NOT_MET,
        is_required=True,
        measured=1.0,
        limit=0.02,
        unit="m",
        margin=-0.98,
        code="MON003",
    )
    return replace(made, **changes)


def test_a_waived_finding_is_kept_and_decides_nothing():
    """Keep the finding with owner, reason and date, without effect even in a strict run."""
    (made,) = grade([FLAT], grading(waiver()))
    assert made.severity is Severity.INFO
    assert made.regrade is not None
    assert made.regrade.text == "Waived by jane@example.com until 2027-03-31: A sign is flat."
    assert made.regrade.original is Severity.WARN
    met = criterion(status=CriterionStatus.MET)
    assert decide([made], [met], is_complete=True, is_strict=True) is Outcome.PASS
    assert decide([FLAT], [met], is_complete=True, is_strict=True) is Outcome.FAIL


@pytest.mark.parametrize(
    ("changes", "is_waived"),
    [
        ({"asset": "sign*"}, True),
        ({"asset": "props/*.usda"}, True),
        ({"asset": "other/*.usda"}, False),
        ({"asset": "cup*"}, False),
        ({"prim": "/Sign/*"}, True),
        ({"prim": "/Cup/*"}, False),
        ({"expires": "2027-01-01"}, True),
        ({"code": "degenerate-collider"}, True),
        ({"code": "SAF037"}, False),
    ],
)
def test_a_waiver_holds_for_its_asset_prim_code_and_time_only(changes, is_waived):
    """Match file name or path, every prim, the exact code, and the last day inclusive."""
    assert grade([FLAT], grading(waiver(**changes)))[0].is_waived == is_waived


def test_a_pattern_for_prims_needs_every_prim():
    """Do not waive a finding that names a further prim, or none."""
    two = finding("SAF036", "flat", sites=["/Sign/Panel", "/Post"])
    none = finding("SAF036", "flat")
    made = grade([two, none], grading(waiver(prim="/Sign/*")))
    assert [f.is_waived for f in made] == [False, False]


def test_an_expired_waiver_waives_nothing_and_fails():
    """Fail with the owner's name when a waiver is past its day, and only on assets that it covers."""
    made = grade([FLAT], grading(waiver(), today="2027-04-01"))
    assert [(f.code, f.severity) for f in made] == [("SAF036", Severity.WARN), ("HAR060", Severity.FAIL)]
    assert "jane@example.com" in made[1].message
    assert grade([FLAT], grading(waiver(asset="cup*"), today="2027-04-01")) == (FLAT,)


@pytest.mark.parametrize(
    "code", [c.id for c in CODES if c.severity not in (Severity.FAIL, Severity.WARN, Severity.INFO)]
)
def test_trouble_and_missing_data_cannot_be_waived(code):
    """Refuse a waiver, and another severity, for everything that means "not tested"."""
    with pytest.raises(ConfigError, match="cannot be waived"):
        waiver(code=code)
    with pytest.raises(ConfigError, match="fixed"):
        parse_policy({"severities": [{"code": code, "severity": "WARN", "reason": "x"}]}, "f.yaml")


@pytest.mark.parametrize("code", ["ENG006", "ENG007", "ENG008", "ENG009", "ENG010", "ENG013", "MON004", "HAR060"])
def test_an_asset_that_was_not_simulated_as_authored_cannot_be_waived(code):
    """Refuse waivers for what leaves nothing to measure."""
    with pytest.raises(ConfigError, match="cannot be waived"):
        waiver(code=code)


def test_findings_of_trouble_keep_their_severity_even_when_their_code_may_be_waived():
    """Leave a finding alone that was raised as INCONCLUSIVE or ERROR."""
    raised = finding("SAF036", "x", severity=Severity.INCONCLUSIVE)
    assert grade([raised], grading(waiver())) == (raised,)


def test_a_criterion_is_waived_by_its_own_code_only():
    """Let a missed criterion pass only by a waiver of its code, and never one that is undecided."""
    by_code = grading(waiver(code="MON003"))
    missed = finding("MON003", "kept moving", severity=Severity.FAIL)
    graded = grade_criteria([criterion()], by_code)
    assert decide(grade([missed], by_code), graded, is_complete=True, is_strict=False) is Outcome.INCONCLUSIVE
    others = (criterion(name="contact", code="MON001", status=CriterionStatus.MET), *graded)
    assert decide(grade([missed], by_code), others, is_complete=True, is_strict=False) is Outcome.PASS
    assert decide(grade([missed], by_code), others, is_complete=False, is_strict=False) is Outcome.INCONCLUSIVE
    for other in (grading(waiver(code="MON002")), grading(waiver()), None):
        graded = grade_criteria([criterion()], other)
        assert not graded[0].is_waived
        assert decide(grade([], other), (*others[:1], *graded), is_complete=True, is_strict=False) is Outcome.FAIL
    undecided = criterion(status=CriterionStatus.UNDECIDED)
    assert grade_criteria([undecided], by_code) == (undecided,)


def test_a_pass_by_waiver_says_so():
    """Call it PASS with waiver, in label and sentence, and never clean."""
    conclusion = conclude(
        [finding("SAF009", "impossible inertia"), FLAT],
        None,
        is_complete=True,
        is_strict=False,
        facts=None,
        grading=grading(waiver(code="SAF009")),
    )
    assert conclusion.outcome is Outcome.INCONCLUSIVE  # nothing was measured
    verdict = Verdict(
        outcome=Outcome.PASS,
        summary="",
        test="t",
        test_version="1",
        asset=AssetRecord(name="a", path="a.usda"),
        engine=EngineRecord(name="e"),
        findings=conclusion.findings,
    )
    assert outcome_words(verdict).label == "PASS with waiver and 1 warning"
    assert not verdict.is_clean
    assert from_data(Verdict, json.loads(json.dumps(to_data(verdict)))) == verdict


def test_severities_raise_any_and_lower_only_warnings():
    """Raise a warning to a failure with the reason recorded, lower one to a remark, never lower a failure."""
    rules = [
        {"code": "SAF036", "severity": "fail", "reason": "Ours are solid."},
        {"code": "SAF037", "severity": "INFO", "reason": "Hulls only.", "asset": "cup*"},
    ]
    policy = parse_policy({"severities": rules}, "rules.yaml")
    case = Grading(policy=policy, asset="cup.usda", today="2027-01-01")
    inward, worse = finding("SAF037", "in"), finding("SAF037", "in", severity=Severity.FAIL)
    made = grade([FLAT, inward, worse], case)
    assert [f.severity for f in made] == [Severity.FAIL, Severity.INFO, Severity.FAIL]
    assert made[0].regrade is not None
    assert made[0].regrade.reason == "Ours are solid."
    assert made[0].regrade.origin == "rules.yaml"
    assert grade([inward], replace(case, asset="mug.usda"))[0].severity is Severity.WARN
    with pytest.raises(ConfigError, match="needs an owner"):
        parse_policy({"severities": [{"code": "SAF009", "severity": "WARN", "reason": "x"}]}, "f")


@pytest.mark.parametrize(
    ("rows", "error", "text"),
    [
        ([{k: v for k, v in ENTRY.items() if k != "owner"}], ConfigError, "owner is missing"),
        ([{**ENTRY, "until": "2027-01-01"}], UnknownNameError, "until"),
        ([{**ENTRY, "expires": "soon"}], ConfigError, "YYYY-MM-DD"),
        ([{**ENTRY, "reason": " "}], ConfigError, "reason"),
        ([{**ENTRY, "code": "SAF*"}], UnknownNameError, "Unknown code"),
        ({"SAF036": "x"}, ConfigError, "must be a list"),
    ],
)
def test_wrong_entries_are_refused_with_their_place(rows, error, text):
    """Name file, entry and key of what is wrong."""
    with pytest.raises(error, match=text) as caught:
        parse_policy({"waivers": rows}, "waivers.yaml")
    assert "waivers.yaml" in str(caught.value)


def test_a_configuration_file_may_hold_settings_and_waivers(tmp_path: Path):
    """Read settings and rules from one file; dates may be written as YAML dates."""
    path = tmp_path / "studio.yaml"
    path.write_text(
        "ground_drop:\n  rest_tolerance_m: 0.01\nwaivers:\n"
        "  - {code: SAF036, owner: jane, reason: flat, expires: 2027-03-31}\n"
    )
    config = resolve("ground_drop", GroundDropConfig, files=[path])
    assert config.test.rest_tolerance_m == 0.01
    assert config.policy == read_policy([path])
    assert config.policy.waivers[0].expires == "2027-03-31"
    assert config.policy.waivers[0].origin == "studio.yaml"


@pytest.mark.parametrize("text", ["engine:\n  fps: 1\nengine:\n  fps: 2\n", "ground_drop:\n  a: 1\n  a: 2\n"])
def test_a_key_that_is_written_twice_is_refused(tmp_path: Path, text: str):
    """Name the key and both lines instead of taking the last one."""
    path = tmp_path / "twice.yaml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=r"written twice, in lines \d and \d"):
        resolve("ground_drop", GroundDropConfig, files=[path])
