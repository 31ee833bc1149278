"""Presets hold what was published, and give the documented verdicts where the published rule is known to be wrong."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from harness.config import resolve
from harness.errors import ConfigError, UnknownNameError
from harness.geometry import measure_bounds
from harness.outcomes import CriterionStatus, Outcome
from harness.presets import DEFAULT_PRESET, PRESETS, load_preset
from harness.testing import analytic
from harness.verdict import ConfigValue, Verdict, decide
from tests.safeguards.fact_samples import stage
from tests_catalog import CATALOG
from tests_catalog.ground_drop import GROUND_DROP, GroundDropConfig
from tests_catalog.published_rule import apply_rule

PAGE = Path(__file__).parents[2] / "docs" / "presets.md"
FPS = 240


def settings(preset: str, *changes: str) -> GroundDropConfig:
    return resolve("ground_drop", GroundDropConfig, preset=preset, settings=changes).test


def test_presets_hold_the_published_values():
    """Hold heights, delays and limits of each release; the default preset changes nothing."""
    values = {p: settings(p) for p in PRESETS}
    assert DEFAULT_PRESET == Verdict.__dataclass_fields__["preset"].default == "simready-3.0"
    assert load_preset("simready-3.0").settings == {}
    assert [(c.drop_height_factor, c.min_drop_height_m) for c in values.values()] == [(8, 0.25), (1.5, 0.2), (1.5, 0.2)]
    assert [c.is_rest_required for c in values.values()] == [True, True, False]
    assert [c.watchdog_seconds for c in values.values()] == [120, 300, 600]
    assert {c.floor_margin_m for c in values.values()} == {0.1}
    assert {(c.rest_tolerance_m, c.rest_detection_hold_seconds) for c in values.values()} == {(0.02, 2.0)}


def test_the_start_height_is_that_of_the_published_placement():
    """Put the lowest point where max(2 max(h, 0.05), 0.2 + h/2) - h/2 puts it, for small and large assets."""
    config = settings("simready-3.2")
    for h in (0.001, 0.01, 0.05, 0.1, 0.134, 0.5, 3.0):
        published = max(2 * max(h, 0.05), 0.2 + h / 2) - h / 2
        assert max(config.drop_height_factor * h, config.min_drop_height_m) == pytest.approx(published)


def test_settings_win_over_a_preset_and_origins_are_kept():
    """Record that a value came from a preset; let files and the command line change it."""
    resolved = resolve("ground_drop", GroundDropConfig, preset="simready-3.2", settings=["min_drop_height_m=0.3"])
    values: dict[str, ConfigValue] = {v.key: v for v in resolved.values}
    assert values["ground_drop.drop_height_factor"].origin == "preset:simready-3.2"
    assert (resolved.test.min_drop_height_m, values["ground_drop.min_drop_height_m"].origin) == (0.3, "command line")


def test_unknown_names_are_refused():
    """Name the presets and rules that exist."""
    with pytest.raises(UnknownNameError, match=r"simready-3\.2"):
        load_preset("simready-3")
    with pytest.raises(ConfigError, match="published_rule"):
        GROUND_DROP.scene(stage(), Path("a.usda"), settings("simready-3.2", "published_rule='5'"))


def test_every_preset_can_be_used_with_every_test():
    """Resolve all combinations."""
    for test in CATALOG:
        for preset in PRESETS:
            resolve(test.name, test.config_type, preset=preset)


# Motions for which the published rule is known to be wrong. Heights are those of the lowest point of a cube of 0.2 m.


def resting_at(floor: float, seconds: float = 6.0):
    return analytic.falling_cube(seconds=seconds, floor=floor)


def creeping():
    frames = resting_at(0.0)
    slide = np.maximum(frames.time_s - 0.6, 0) * 0.009
    frames.position_m[:, 0, 0] += slide.astype(np.float32)
    frames.linear_velocity_m_s[:, 0, 0] = np.where(slide > 0, 0.009, 0)
    return frames


def resting_late():
    frames = resting_at(0.0, seconds=12.0)
    late = frames.time_s < 0.57 + 6.2
    wobble = np.where(late & (frames.time_s > 0.6), 0.03 * np.sin(20 * frames.time_s), 0)
    frames.position_m[:, 0, 0] += wobble.astype(np.float32)
    return frames


def exploding():
    frames = resting_at(0.0)
    frames.position_m[300:] = np.nan
    return frames


def empty_range():
    frames = resting_at(0.0)
    frames.position_m[300:] = np.inf
    return frames


def read_as_zeros():
    frames = resting_at(0.0)
    frames.position_m[100:] = 0
    frames.orientation_xyzw[100:] = 0
    return frames


CUBE = analytic.cube()
BALL = np.array([[0.3 * np.cos(a), 0, 0.3 * np.sin(a)] for a in np.linspace(0, 2 * np.pi, 180, endpoint=False)])


def rolled_ball():
    frames = analytic.falling_cube(size=0.6, gap=4.8, seconds=6.0)
    turn = np.pi / 4 * np.clip((frames.time_s - 1.0) / 0.5, 0, 1)
    frames.orientation_xyzw[:, 0, 1] = np.sin(turn / 2)
    frames.orientation_xyzw[:, 0, 3] = np.cos(turn / 2)
    return frames


# name: (frames, geometry, height, gap)
MOTIONS = {
    "rests 9 cm inside the floor": (lambda: resting_at(-0.09), CUBE, 0.2, 1.6),
    "5 mm tile wholly under the floor": (
        lambda: analytic.falling_cube(gap=0.25, floor=-0.05, size=0.005),
        analytic.cube(0.005),
        0.005,
        0.25,
    ),
    "stops 9 cm above the floor": (lambda: resting_at(0.09), CUBE, 0.2, 1.6),
    "creeps at 9 mm/s": (creeping, CUBE, 0.2, 1.6),
    "rests after the deadline": (resting_late, CUBE, 0.2, 1.6),
    "not a number after contact": (exploding, CUBE, 0.2, 1.6),
    "infinite after contact": (empty_range, CUBE, 0.2, 1.6),
    "poses read as zeros": (read_as_zeros, CUBE, 0.2, 1.6),
    "ball of 0.3 m that has rolled by 45 degrees": (rolled_ball, BALL, 0.6, 4.8),
}


def verdicts(name: str, preset: str) -> tuple[str, str, set[str]]:
    """Return (published rule, verdict here, codes that are more than a remark)."""
    make, cloud, height, gap = MOTIONS[name]
    judgement = analytic.judge(make(), analytic.geometry(cloud), settings=settings(preset), height=height, gap=gap)
    outcome = decide(judgement.findings, judgement.criteria, is_complete=True, is_strict=False)
    rule = next((c for c in judgement.criteria if c.name == "published-rule"), None)
    if name == "poses read as zeros" and rule is not None:
        # There the bounds, not the poses, are read as zeros.
        boxes = measure_bounds(resting_at(0.0), analytic.geometry(CUBE))
        boxes.box_min_m[100:], boxes.box_max_m[100:] = 0, 0
        result = apply_rule(boxes.box_min_m, boxes.box_max_m, preset.removeprefix("simready-"), settings(preset))
        return "PASS" if result.is_passed else "FAIL", outcome.value, {f.code for f in judgement.findings} - {"TST040"}
    words = {None: "-", CriterionStatus.MET: "PASS", CriterionStatus.NOT_MET: "FAIL", CriterionStatus.UNDECIDED: "none"}
    codes = {f.code for f in judgement.findings if f.severity.value != "INFO"}
    differs = any(f.code == "TST040" for f in judgement.findings)
    if rule is not None:
        assert differs == (words[rule.status] != ("PASS" if outcome is Outcome.PASS else "FAIL"))
    return words[rule.status if rule else None], outcome.value, codes


def documented() -> dict[str, tuple[str, str, str, str, str]]:
    """Return the table of docs/presets.md: motion -> rule 3.2, rule 4.0, verdicts under 3.0, 3.2 and 4.0."""
    rows = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [c.strip() for c in line.strip("|").split("|")]
        if cells and cells[0] in MOTIONS:
            rows[cells[0]] = tuple(re.sub(r"[`*]", "", c) for c in cells[1:6])
    return rows


@pytest.mark.parametrize("name", MOTIONS)
def test_known_wrong_motions_give_the_documented_verdicts(name):
    """Repeat the published verdict, give our own, and say both in the documentation."""
    published = [verdicts(name, p)[0] for p in ("simready-3.2", "simready-4.0")]
    here = []
    for preset in PRESETS:
        _, outcome, codes = verdicts(name, preset)
        here.append(" ".join([outcome, *sorted(codes)]))
    assert documented()[name] == (*published, *here)


def test_a_healthy_drop_passes_under_every_preset_and_rule():
    """Agree with the published rule on what is plainly good."""
    frames, shape = analytic.falling_cube(seconds=6.0), analytic.geometry(CUBE)
    for preset in PRESETS:
        judgement = analytic.judge(frames, shape, settings=settings(preset))
        assert decide(judgement.findings, judgement.criteria, is_complete=True, is_strict=True) is Outcome.PASS
        assert judgement.findings == ()


def test_the_rule_needs_a_crossing():
    """Call a motion that starts below the margin never touched, as the published rule does."""
    low = np.full((1000, 3), -0.1)
    low[:, 2] = 0.05
    result = apply_rule(low, low + 0.2, "3.2", settings("simready-3.2"))
    assert (result.is_touched, result.is_passed) == (False, False)
