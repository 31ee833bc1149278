"""Repeated simulations: the same answer, or INCONCLUSIVE with the rate of flips."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.batch.repeats import combine_verdicts, flip_rate, start_rotation
from harness.geometry import quaternion_to_matrix
from harness.outcomes import CriterionStatus, Outcome, Severity
from harness.report.codec import load_verdict
from harness.verdict import AssetRecord, Criterion, EngineRecord, Verdict, finding
from tests.batch.support import cli, newest_run, summaries
from tests.support import cube_asset

P, F, E = Outcome.PASS, Outcome.FAIL, Outcome.ERROR


def verdict(outcome: Outcome, margin_m: float = 0.01) -> Verdict:
    criterion = Criterion(
        name="rest",
        title="rests",
        status=CriterionStatus.MET,
        is_required=True,
        measured=0.02 - margin_m,
        limit=0.02,
        unit="m",
        margin=margin_m,
        code="MON003",
    )
    return Verdict(
        outcome=outcome,
        summary="s",
        test="ground_drop",
        test_version="3.0.0",
        asset=AssetRecord(name="a", path="a.usd"),
        engine=EngineRecord(name="fake"),
        criteria=(criterion,),
        findings=(finding("MON003", "it moves"),) if outcome is F else (),
    )


@given(st.lists(st.sampled_from([P, F, E]), min_size=1, max_size=9))
def test_a_disagreement_is_never_a_pass(outcomes):
    """Give the common outcome, or INCONCLUSIVE as soon as one repeat differs."""
    result = combine_verdicts([verdict(o) for o in outcomes], [None] * len(outcomes), None)
    if len(set(outcomes)) == 1:
        assert (result.verdict.outcome, result.flip_rate) == (outcomes[0], 0)
    else:
        assert result.verdict.outcome is Outcome.INCONCLUSIVE
        assert 0 < result.flip_rate == flip_rate(outcomes) < 1
        assert result.verdict.findings[0].code == "HAR014"
        assert not any(f.severity in (Severity.FAIL, Severity.ERROR) for f in result.verdict.findings)
    assert len(result.verdict.tables[-1].rows) == len(outcomes)


def test_rates_and_spreads():
    """Count the repeats that are not of the most frequent outcome, and the range of margins."""
    assert flip_rate([P, P, P, F]) == 0.25
    result = combine_verdicts([verdict(P, 0.01), verdict(P, 0.015)], [None, (0.0, 0.0, 0.0, 1.0)], 7)
    assert result.margin_spread == pytest.approx(0.25)
    assert "seed 7" in result.verdict.tables[-1].note
    missing = replace(verdict(P), criteria=())
    assert combine_verdicts([verdict(P), missing], [None, None], None).margin_spread is None


def test_start_rotations_are_uniform_and_repeatable():
    """Draw unit quaternions from all rotations evenly: every axis points everywhere, on average nowhere."""
    turns = np.array([start_rotation(1, "a", n) for n in range(4000)])
    assert np.allclose(np.linalg.norm(turns, axis=1), 1)
    matrices = quaternion_to_matrix(turns)
    # The mean of 4000 entries with variance 1/3; five standard deviations.
    assert np.abs(matrices.mean(axis=0)).max() < 5 / math.sqrt(3 * 4000)
    assert np.allclose((matrices**2).mean(axis=0), 1 / 3, atol=0.03)
    assert start_rotation(1, "a", 5) == tuple(turns[5])
    assert len({start_rotation(s, k, n) for s in (1, 2) for k in "ab" for n in (1, 2)}) == 8


@pytest.mark.engine_ovphysx
def test_an_asset_that_fails_on_one_side_is_inconclusive(tmp_path):
    """Find by random starts that the top of a box has no collider; the plain drop passes, and so do equal starts."""
    (tmp_path / "assets").mkdir()
    path = cube_asset(tmp_path / "assets", name="open")
    path.write_text(
        path.read_text().replace(
            'def Cube "Box" (prepend apiSchemas = ["PhysicsCollisionAPI"])',
            'def Cube "Shell" (prepend apiSchemas = ["PhysicsCollisionAPI"])\n    {\n        double size = 0.2\n'
            "        double3 xformOp:translate = (0, 0, -0.075)\n        float3 xformOp:scale = (1, 1, 0.25)\n"
            '        uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:scale"]\n'
            '        token visibility = "invisible"\n    }\n    def Cube "Box"',
        )
    )
    words = ["batch", "assets", "--video", "none", "--pages", "none", "--no-cache", "--artifacts", "all", "--repeat"]
    assert cli(*words, 3, cwd=tmp_path).returncode == 0
    (plain,) = summaries(newest_run(tmp_path)).values()
    assert (plain.outcome, plain.flip_rate, plain.margin_spread) == (P, 0.0, 0.0)
    done = cli(*words, 6, "--random-starts", "--seed", 5, cwd=tmp_path)
    assert done.returncode == 3, done.stdout
    run = newest_run(tmp_path)
    (found,) = summaries(run).values()
    assert found.outcome is Outcome.INCONCLUSIVE
    assert 0 < found.flip_rate < 1
    rows = load_verdict(run / found.case_dir / "verdict.json").tables[-1].rows
    assert rows[0][1] == "PASS"
    for number, outcome, _, x, y, z, w in rows[1:]:
        assert (x, y, z, w) == pytest.approx(start_rotation(5, "open.usda", number - 1))
        kept = run / found.case_dir / "repeats" / f"{number:03d}" / "verdict.json"
        assert kept.is_file() is (outcome != "PASS")
    rejudged = cli("rejudge", run / found.case_dir, "--out", "again", cwd=tmp_path)
    assert rejudged.returncode != 0, "judging the first repeat again must not make a PASS of it"
