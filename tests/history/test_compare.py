"""What counts as a change between two runs, and what is never compared."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.history.compare import ChangeKind, CompareLimits, StoredResult, compare_runs, is_breaking
from harness.outcomes import Outcome

BASE = StoredResult(
    run_id="r",
    case_index=0,
    key="a.usd",
    test="ground_drop",
    test_version="3.0.0",
    preset="simready-3.0",
    engine="ovphysx",
    engine_version="0.7.0",
    outcome=Outcome.PASS,
    has_warnings=False,
    reason="",
    codes=(),
    margin=0.5,
    margin_spread=None,
    flip_rate=None,
    has_random_starts=False,
    duration_s=1.0,
    content_sha256="c1",
    config_sha256="s1",
    is_cached=False,
    owner="",
    tags=(),
    finished_at="",
)
P, F, E, U, N = Outcome.PASS, Outcome.FAIL, Outcome.ERROR, Outcome.INCONCLUSIVE, Outcome.NOT_APPLICABLE


def change(old: dict[str, object] | None, new: dict[str, object] | None):
    olds = [] if old is None else [replace(BASE, **old)]
    news = [] if new is None else [replace(BASE, **new)]
    (found,) = compare_runs(olds, news)
    return found


@pytest.mark.parametrize(
    ("old", "new", "kind", "breaks"),
    [
        (P, P, ChangeKind.UNCHANGED, False),
        (P, F, ChangeKind.NEW_FAILURE, True),
        (P, E, ChangeKind.NEW_ERROR, True),
        (P, U, ChangeKind.NEW_ERROR, True),
        (E, F, ChangeKind.NEW_FAILURE, True),
        (N, F, ChangeKind.NEW_FAILURE, True),
        (F, P, ChangeKind.FIXED, False),
        (E, P, ChangeKind.FIXED, False),
        (F, F, ChangeKind.STILL_BAD, False),
        (E, U, ChangeKind.STILL_BAD, False),
        (F, E, ChangeKind.NEW_ERROR, True),
        (N, P, ChangeKind.CHANGED, False),
        (F, N, ChangeKind.CHANGED, False),
        (None, P, ChangeKind.ADDED, False),
        (None, N, ChangeKind.ADDED, False),
        (None, F, ChangeKind.NEW_FAILURE, True),
        (None, E, ChangeKind.NEW_ERROR, True),
        (P, None, ChangeKind.REMOVED, False),
    ],
)
def test_kinds_of_changes(old, new, kind, breaks):
    """Name what became of an asset whose files changed."""
    found = change(old and {"outcome": old}, new and {"outcome": new, "content_sha256": "c2"})
    assert (found.kind, is_breaking(found)) == (kind, breaks)


@pytest.mark.parametrize(("old", "new"), [(P, F), (F, P), (P, P), (F, F)])
def test_test_versions_are_never_compared(old, new):
    """Say that two versions are not comparable; a FAIL that nobody could compare breaks the run."""
    found = change({"outcome": old, "test_version": "2.0.0"}, {"outcome": new})
    assert found.kind is ChangeKind.OTHER_VERSION
    assert "2.0.0 before, 3.0.0 now" in found.detail
    assert is_breaking(found) is (new is F)


@pytest.mark.parametrize(("old", "new"), [(P, F), (F, P), (P, P), (F, F)])
def test_presets_are_compared_only_when_asked_for(old, new):
    """Say that a PASS means something else under another preset; compare when the caller wants it, and name both."""
    found = change({"outcome": old, "preset": "simready-4.0"}, {"outcome": new})
    assert found.kind is ChangeKind.OTHER_PRESET
    assert "preset simready-4.0 before, simready-3.0 now" in found.detail
    assert is_breaking(found) is (new is F)
    olds, news = [replace(BASE, outcome=old, preset="simready-4.0")], [replace(BASE, outcome=new)]
    (asked,) = compare_runs(olds, news, CompareLimits(is_across_presets=True))
    wanted = {(P, F): "new-failure", (F, P): "fixed", (P, P): "unchanged", (F, F): "still-bad"}
    assert asked.kind == wanted[old, new]
    assert old is new or "preset simready-4.0 before" in asked.detail


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ({}, ChangeKind.FLAKY),
        ({"content_sha256": "c2"}, ChangeKind.NEW_FAILURE),
        ({"config_sha256": "s2"}, ChangeKind.NEW_FAILURE),
        ({"engine_version": "0.8.0"}, ChangeKind.NEW_FAILURE),
        ({"content_sha256": None}, ChangeKind.NEW_FAILURE),
    ],
)
def test_equal_inputs_with_another_outcome_are_flaky(more, kind):
    """Tell a flaky asset from one that changed; what is not known to be equal is not called flaky."""
    found = change({}, {"outcome": F, **more})
    assert found.kind is kind
    assert is_breaking(found)


def test_a_margin_that_moves_with_equal_inputs_is_flaky():
    """Notice a difference of margins that a deterministic engine cannot give."""
    assert change({}, {"margin": 0.51}).kind is ChangeKind.FLAKY
    assert change({}, {"margin": 0.5001}).kind is ChangeKind.UNCHANGED
    assert change({}, {"margin": 0.9, "content_sha256": "c2"}).kind is ChangeKind.UNCHANGED


def test_repeats_that_disagree_are_flaky():
    """Call an asset flaky by its own repeats, whatever the baseline; other starts may move the margin."""
    assert change(None, {"flip_rate": 0.25, "outcome": U}).kind is ChangeKind.FLAKY
    assert change({}, {"flip_rate": 0.0, "margin_spread": 0.0}).kind is ChangeKind.UNCHANGED
    assert change({}, {"flip_rate": 0.0, "margin_spread": 0.1}).kind is ChangeKind.FLAKY
    starts = {"flip_rate": 0.0, "margin_spread": 0.1, "has_random_starts": True}
    assert change({}, starts).kind is ChangeKind.UNCHANGED


@pytest.mark.parametrize(
    ("old_s", "new_s", "cached", "kind"),
    [(1, 3, False, "slower"), (1, 3, True, "unchanged"), (0.1, 0.9, False, "unchanged"), (10, 12, False, "unchanged")],
)
def test_slower(old_s, new_s, cached, kind):
    """Notice what takes much longer, but not noise, and never the time of a verdict that was only looked up."""
    found = change({"duration_s": old_s}, {"duration_s": new_s, "is_cached": cached})
    assert found.kind == kind


OUTCOMES = st.sampled_from(list(Outcome))


@given(st.dictionaries(st.sampled_from("abcdef"), OUTCOMES), st.dictionaries(st.sampled_from("abcdef"), OUTCOMES))
def test_each_asset_has_exactly_one_change(old, new):
    """Account for every asset of both runs once, and let every bad outcome that was none before break the run."""
    olds = [replace(BASE, key=k, outcome=o) for k, o in old.items()]
    news = [replace(BASE, key=k, outcome=o, content_sha256="c2") for k, o in new.items()]
    changes = compare_runs(olds, news)
    assert sorted(c.result.key for c in changes) == sorted(old.keys() | new.keys())
    for found in changes:
        before, now = old.get(found.result.key), new.get(found.result.key)
        if now is F and before is not F:
            assert is_breaking(found)
        if now in (P, N, None):
            assert not is_breaking(found)
