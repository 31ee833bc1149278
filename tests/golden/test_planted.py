"""A fixed sample of the planted defects, judged as `python -m benchmarks.defects` judges all of them."""

from __future__ import annotations

import pytest

from benchmarks.defects.__main__ import render, run_cases
from benchmarks.defects.planted import DEFECTS, all_cases

CASES = all_cases()


def test_there_are_enough_cases_and_all_are_different():
    """Generate more than 300 assets, with every kind of defect and every truth."""
    assert len(CASES) > 300
    assert {c.kind for c in CASES} == {"good", *DEFECTS}
    assert {c.expected for c in CASES} == {"clean", "warn", "fail"}


@pytest.mark.engine_ovphysx
def test_sample_is_judged_right(tmp_path):
    """Catch every defect of the sample as strongly as it deserves, and fail no good asset."""
    results = run_cases(CASES[3::14], tmp_path, 1)
    text = render(results)
    assert [r.case.name for r in results if r.is_missed] == [], text
    assert [r.case.name for r in results if r.case.expected == "clean" and not r.is_pass] == [], text
    assert any(r.is_plain_pass for r in results if r.case.expected != "clean")
