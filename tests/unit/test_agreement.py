"""Comparison of the verdicts of two engines."""

from __future__ import annotations

from dataclasses import replace

import pytest

from harness.agreement import TOLERANCES, compare_verdicts
from harness.outcomes import Outcome
from harness.verdict import AssetRecord, EngineRecord, Verdict, VideoRecord, finding

FIRST = Verdict(
    outcome=Outcome.PASS,
    summary="",
    test="ground_drop",
    test_version="3.0.0",
    asset=AssetRecord(name="a", path="a.usda", sha256="1"),
    engine=EngineRecord(name="ovphysx"),
    is_strict=False,
    measurements={"contact_time_s": 0.5, "lowest_point_m": -0.001, "final_low_point_m": 0.0, "rest_time_s": 3.0},
    video=VideoRecord(status="off"),
)


def test_a_verdict_agrees_with_itself():
    """Find nothing between equal verdicts."""
    assert compare_verdicts(FIRST, FIRST).is_full


@pytest.mark.parametrize("name", TOLERANCES)
def test_each_number_counts(name):
    """Notice each number that is off by more than its tolerance, missing or not finite, and no other."""
    for value, is_within in (
        (FIRST.measurements[name] + 0.9 * TOLERANCES[name], True),
        (FIRST.measurements[name] + 1.1 * TOLERANCES[name], False),
        (None, False),
        (float("nan"), False),
    ):
        second = replace(FIRST, measurements={**FIRST.measurements, name: value})
        wrong = [d.name for d in compare_verdicts(FIRST, second).differences if not d.is_within]
        assert wrong == ([] if is_within else [name])


def test_outcome_and_codes():
    """Tell another outcome, and the codes that only one engine has."""
    second = replace(FIRST, outcome=Outcome.FAIL, findings=(finding("MON002", "x"),))
    agreement = compare_verdicts(FIRST, second)
    assert (agreement.is_full, agreement.only_first, agreement.only_second) == (False, (), ("MON002",))


def test_other_files_and_versions_are_refused():
    """Do not compare what is not comparable."""
    with pytest.raises(ValueError, match="different files"):
        compare_verdicts(FIRST, replace(FIRST, asset=replace(FIRST.asset, sha256="2")))
    with pytest.raises(ValueError, match="not comparable"):
        compare_verdicts(FIRST, replace(FIRST, test_version="2.0.0"))
