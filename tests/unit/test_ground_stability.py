"""ground_stability on exact motions: whole windows after contact, the deadline before the tail."""

from __future__ import annotations

import numpy as np
import pytest

from harness.catalog import RunContext
from harness.config import resolve
from harness.geometry import measure_bounds
from harness.monitors.base import run_monitors
from harness.outcomes import CriterionStatus, Outcome
from harness.testing import analytic
from harness.verdict import decide
from tests_catalog.ground_stability import GROUND_STABILITY, GroundStabilityConfig, tolerance_m

FPS = 240
SHAPE = analytic.geometry(analytic.cube(0.2))


def settings(*changes: str, preset: str = "simready-3.0") -> GroundStabilityConfig:
    return resolve("ground_stability", GroundStabilityConfig, settings=changes, preset=preset).test


def about(extent: float = 0.2) -> RunContext:
    return RunContext(
        height_m=0.2,
        drop_height_m=0.05,
        fall_time_s=0.1,
        impact_speed_m_s=1.0,
        body_paths=("/Root",),
        numbers={"extent_m": extent},
    )


def set_down(seconds=4.0, floor=0.0, force=True):
    low = analytic.drop_heights(0.05, seconds, floor=floor)
    position = np.zeros((len(low), 1, 3))
    position[:, 0, 2] = low + 0.1
    frames = analytic.block(position)
    frames.linear_velocity_m_s[:] = 0
    if not force:
        frames.floor_force_n[:] = 0
    return frames


def judge(frames, *changes, sizes=(), extent=0.2, stop=True):
    config, context = settings(*changes), about(extent)
    events = []
    for part in analytic.pieces(frames, list(sizes)):
        run_monitors(GROUND_STABILITY.monitors(context, config), part, measure_bounds(part, SHAPE), events)
    last = GROUND_STABILITY.stop_frame(events, context, config)
    if stop and last is not None and last < frames.frame_count - 1:
        frames = frames.head(last + 1)
        events = [e for e in events if e.frame_index <= last]
    run = analytic.trajectory(frames, SHAPE)
    judgement = GROUND_STABILITY.judge(run, measure_bounds(frames, SHAPE), events, context, config)
    outcome = decide(judgement.findings, judgement.criteria, is_complete=True, is_strict=False)
    return judgement, outcome, {f.code for f in judgement.findings}


def criterion(judgement, name):
    return next(c for c in judgement.criteria if c.name == name)


def test_what_stands_still_passes():
    """Be at rest exactly one window after contact."""
    judgement, outcome, codes = judge(set_down())
    assert (outcome, codes) == (Outcome.PASS, set())
    contact, rest = judgement.measurements["contact_time_s"], judgement.measurements["rest_time_s"]
    assert rest - contact == pytest.approx(2.0)


@pytest.mark.parametrize("settle_s", [5.5, 5.9, 5.98, 6.05, 6.3, 6.6])
def test_the_deadline_is_judged_before_the_tail(settle_s):
    """Fail a rest that is complete only in the half second after the deadline of 8 s."""
    frames = set_down(12.0)
    contact = next(i for i, z in enumerate(frames.position_m[:, 0, 2]) if z <= 0.1001) / FPS
    moving = (frames.time_s > contact) & (frames.time_s < contact + settle_s)
    frames.position_m[:, 0, 0] += np.where(moving, 0.05 * np.sin(30 * frames.time_s), 0).astype(np.float32)
    judgement, outcome, codes = judge(frames)
    assert outcome is (Outcome.PASS if settle_s <= 6.0 else Outcome.FAIL)
    assert codes == (set() if settle_s <= 6.0 else {"MON003"})
    if settle_s == 6.3:
        assert criterion(judgement, "rest").status is CriterionStatus.MET
        assert criterion(judgement, "rest-deadline").status is CriterionStatus.NOT_MET


def test_the_window_lies_wholly_after_contact():
    """Do not count stillness in the air: what hangs for two seconds and then falls is at rest two seconds later."""
    frames = set_down(6.0)
    hang = np.concatenate([np.full(480, 0.15), frames.position_m[:-480, 0, 2]])
    frames.position_m[:, 0, 2] = hang
    frames.floor_force_n[:] = 0
    judgement, outcome, _ = judge(frames)
    assert outcome is Outcome.PASS
    assert judgement.measurements["rest_time_s"] > 4.0


def test_too_short_a_run_decides_nothing():
    """Say INCONCLUSIVE when the run ends before a whole window was seen."""
    judgement, outcome, _ = judge(set_down(1.5))
    assert outcome is Outcome.INCONCLUSIVE
    assert criterion(judgement, "rest").status is CriterionStatus.UNDECIDED


def test_what_never_touches_fails():
    """Fail what hovers without a force; a force alone is contact, and hovering on it is a warning."""
    hovering = set_down(floor=0.02, force=False)
    assert judge(hovering)[1:] == (Outcome.FAIL, {"MON001"})
    assert judge(set_down(floor=0.02))[1:] == (Outcome.PASS, {"MON006"})
    assert judge(set_down(floor=-0.02))[1:] == (Outcome.PASS, {"MON007"})


def test_not_a_number_fails():
    """Never let a state that is not a number be still."""
    frames = set_down()
    frames.position_m[200:] = np.nan
    assert judge(frames)[1:] == (Outcome.FAIL, {"MON004"})


@pytest.mark.parametrize(("extent", "limit"), [(0.005, 0.001), (0.05, 0.005), (0.2, 0.02), (5.0, 0.02)])
def test_the_tolerance_shrinks_with_the_asset(extent, limit):
    """Allow a tenth of the extent, at most the published 2 cm, at least 1 mm; a preset has 2 cm for all."""
    assert tolerance_m(about(extent), settings()) == pytest.approx(limit)
    assert tolerance_m(about(extent), settings(preset="simready-4.0")) == 0.02
    frames = set_down(12.0)
    shake = np.where(frames.time_s > 0.2, 0.4 * limit * np.sin(30 * frames.time_s), 0)
    frames.position_m[:, 0, 0] += shake.astype(np.float32)
    assert judge(frames, extent=extent)[1] is Outcome.PASS
    frames.position_m[:, 0, 0] += (3 * shake).astype(np.float32)
    assert judge(frames, extent=extent)[1] is Outcome.FAIL
