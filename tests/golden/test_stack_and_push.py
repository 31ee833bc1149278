"""stack_and_push with the real engine: friction and tipping angle of boxes against the formulas."""

from __future__ import annotations

import math
from functools import partial

import pytest

from harness.outcomes import CriterionStatus, Outcome
from harness.runner.rejudge import rejudge_case
from tests.golden.test_assets import ASSETS, asset_beside
from tests.support import codes, rubber_box, run

pytestmark = pytest.mark.engine_ovphysx


run_push = partial(run, test="stack_and_push")


def block(folder, mu, size, *, com=None, mpu=1.0, up="Z", body=""):
    """Write a box with its own friction and centre of mass; lengths in metres, Z up."""
    if com is not None:
        x, y, z = (v / mpu for v in com)
        body += f"\n    point3f physics:centerOfMass = {(x, y, z) if up == 'Z' else (x, z, -y)}"
    return rubber_box(folder, mu, size, mpu=mpu, up=up, body=body)


@pytest.mark.parametrize(
    ("mu", "mpu", "up"), [(0.1, 1.0, "Z"), (0.5, 1.0, "Z"), (0.9, 1.0, "Z"), (0.5, 0.01, "Y"), (0.3, 0.001, "Z")]
)
def test_a_flat_box_slides_with_its_friction(ovphysx, tmp_path, mu, mpu, up):
    """Measure the mean of the frictions of box and floor, pushed and tilted, in any unit."""
    verdict = run_push(block(tmp_path, mu, (0.4, 0.3, 0.1), mpu=mpu, up=up), tmp_path / "case", ovphysx)
    combined = (mu + 0.5) / 2
    assert verdict.outcome is Outcome.PASS, verdict.summary
    assert not codes(verdict) & {"MON060", "MON061", "MON062"}
    numbers = verdict.measurements
    assert numbers["push_friction"] == pytest.approx(combined, rel=0.02)
    assert numbers["tilt_friction"] == pytest.approx(combined, rel=0.03)
    low, high = numbers["tilt_holds_up_to_deg"], numbers["tilt_angle_deg"]
    assert low < math.degrees(math.atan(combined)) < high
    rows = {row[0]: row[1] for t in verdict.tables for row in t.rows}
    assert all(motion == ("holds" if angle <= low else "slides") for angle, motion in rows.items())


@pytest.mark.parametrize(
    ("size", "com", "expected"),
    [
        ((0.1, 0.1, 0.5), None, math.atan(0.05 / 0.25)),
        ((0.2, 0.2, 0.2), (0.0, 0.0, 0.08), math.atan(0.1 / 0.18)),
        ((0.2, 0.2, 0.2), (0.05, 0.0, 0.0), math.atan(0.05 / 0.1)),
    ],
)
def test_a_tall_box_tips_over_its_edge(ovphysx, tmp_path, size, com, expected):
    """Tip where the centre of mass passes the lower edge, before friction lets go."""
    verdict = run_push(block(tmp_path, 0.9, size, com=com), tmp_path / "case", ovphysx)
    assert verdict.outcome is Outcome.PASS, verdict.summary
    numbers = verdict.measurements
    assert numbers["expected_tip_deg"] == pytest.approx(math.degrees(expected))
    assert numbers["tilt_holds_up_to_deg"] < math.degrees(expected) < numbers["tilt_angle_deg"]
    assert numbers["tilt_angle_deg"] - numbers["tilt_holds_up_to_deg"] < 0.05 * math.degrees(expected)
    assert any(row[1] == "tips" for t in verdict.tables for row in t.rows)
    assert "MON062" not in codes(verdict)


def test_boxes_stack_and_balls_do_not(ovphysx, tmp_path):
    """Measure where the upper copy ends; neither fails."""
    shares = {}
    for name in ("box", "ball"):
        verdict = run_push(asset_beside(ASSETS / "good" / name / "expect.json"), tmp_path / name, ovphysx)
        assert verdict.outcome is Outcome.PASS, verdict.summary
        shares[name] = verdict.measurements["stacked_share"]
    assert shares["box"] > 0.95


def test_damping_shows_as_friction(ovphysx, tmp_path):
    """Warn about an asset that is braked by more than its friction."""
    asset = block(tmp_path, 0.1, (0.4, 0.3, 0.1), body="float physxRigidBody:linearDamping = 1.0")
    verdict = run_push(asset, tmp_path / "case", ovphysx)
    assert "MON061" in codes(verdict)
    check = next(c for c in verdict.criteria if c.name == "push-friction")
    assert check.status is CriterionStatus.NOT_MET


def test_a_locked_turn_shows_in_the_tilt(ovphysx, tmp_path):
    """Warn about a tall asset that cannot tip where its centre of mass demands it."""
    asset = block(tmp_path, 0.9, (0.1, 0.1, 0.5), body="int physxRigidBody:lockedRotAxis = 7")
    assert "MON062" in codes(run_push(asset, tmp_path / "case", ovphysx))


def test_what_sinks_fails_and_what_is_bolted_does_not_apply(ovphysx, tmp_path):
    """Fail a collider that is much smaller than what is seen; ask nothing of what is pinned to the world."""
    small = asset_beside(ASSETS / "broken" / "MON002-collider-too-small" / "expect.json")
    verdict = run_push(small, tmp_path / "small", ovphysx)
    assert verdict.outcome is Outcome.FAIL
    assert "MON002" in codes(verdict)
    bolted = asset_beside(ASSETS / "broken" / "SAF006-bolted-to-world" / "expect.json")
    assert run_push(bolted, tmp_path / "bolted", ovphysx).outcome is Outcome.NOT_APPLICABLE


def test_judging_again_gives_the_same(ovphysx, tmp_path):
    """Need no engine for the same numbers."""
    verdict = run_push(block(tmp_path, 0.5, (0.4, 0.3, 0.1)), tmp_path / "case", ovphysx)
    again = rejudge_case(tmp_path / "case")
    assert (again.measurements, again.tables, again.criteria) == (
        verdict.measurements,
        verdict.tables,
        verdict.criteria,
    )
