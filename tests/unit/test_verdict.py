"""The decision: PASS needs everything, and nothing turns trouble into PASS."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.outcomes import CriterionStatus, ExitCode, Outcome, Severity
from harness.report.model import exit_code_for
from harness.verdict import Criterion, decide, finding, roll_up


def criterion(status, *, required=True):
    return Criterion(
        name="c", title="c", status=status, is_required=required, measured=0.0, limit=1.0, unit="m", margin=1.0, code=""
    )


MET = criterion(CriterionStatus.MET)


def test_pass_needs_everything():
    """Pass only a complete run with every required criterion met."""
    assert decide([], [MET], is_complete=True, is_strict=False) is Outcome.PASS
    assert decide([], [MET], is_complete=False, is_strict=False) is Outcome.INCONCLUSIVE
    assert decide([], [], is_complete=True, is_strict=False) is Outcome.INCONCLUSIVE
    assert decide([], [criterion(CriterionStatus.MET, required=False)], is_complete=True, is_strict=False) is (
        Outcome.INCONCLUSIVE
    )


@given(
    severities=st.lists(st.sampled_from(list(Severity)), max_size=4),
    statuses=st.lists(st.sampled_from(list(CriterionStatus)), max_size=4),
    complete=st.booleans(),
    strict=st.booleans(),
)
def test_nothing_turns_trouble_into_pass(severities, statuses, complete, strict):
    """Never pass with a deciding finding, an unmet or undecided criterion, an incomplete run, or a strict warning."""
    findings = [finding("SAF001", "x", severity=s) for s in severities]
    outcome = decide(findings, [criterion(s) for s in statuses], is_complete=complete, is_strict=strict)
    trouble = (
        not complete
        or not statuses
        or any(s is not CriterionStatus.MET for s in statuses)
        or any(s not in (Severity.WARN, Severity.INFO) for s in severities)
        or (strict and Severity.WARN in severities)
    )
    assert (outcome is Outcome.PASS) == (not trouble)


def test_strict_turns_warnings_into_failures():
    """Fail a warning under strict only."""
    warning = [finding("MON006", "x")]
    assert decide(warning, [MET], is_complete=True, is_strict=False) is Outcome.PASS
    assert decide(warning, [MET], is_complete=True, is_strict=True) is Outcome.FAIL


def test_evidence_does_not_decide():
    """Pass although a criterion that is not required is not met."""
    loose = criterion(CriterionStatus.NOT_MET, required=False)
    assert decide([], [MET, loose], is_complete=True, is_strict=False) is Outcome.PASS


@pytest.mark.parametrize("order", list(itertools.permutations([Outcome.PASS, Outcome.FAIL, Outcome.ERROR])))
def test_roll_up_does_not_depend_on_order(order):
    """Let FAIL speak for a run that has one, wherever it stands."""
    assert roll_up(order) is Outcome.FAIL


def test_exit_codes():
    """Give each kind of result its own exit code, and never 0 when nothing was judged."""
    assert exit_code_for(Outcome.PASS) is ExitCode.OK
    assert exit_code_for(Outcome.FAIL) is ExitCode.FAILED
    assert exit_code_for(Outcome.ERROR) is ExitCode.BROKEN
    assert exit_code_for(Outcome.INCONCLUSIVE) is ExitCode.BROKEN
    assert exit_code_for(Outcome.BLOCKED) is ExitCode.BLOCKED
    assert exit_code_for(Outcome.NOT_APPLICABLE) is ExitCode.NOTHING_JUDGED
    assert exit_code_for(None) is ExitCode.NOTHING_JUDGED
    assert roll_up([]) is None
