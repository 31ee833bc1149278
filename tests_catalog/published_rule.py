"""What the rule of a published release says of a motion, word for word, beside what is judged here.

The rule is repeated with its weak points, so that a team that compares results sees where they come from: the box
around the rotated bounding box, a window that may begin before contact, rest that is found after the deadline, and
comparisons in which a number that is not finite counts as still. It is evidence only; no outcome depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from harness.geometry import measure_bounds
from harness.outcomes import CriterionStatus
from harness.trajectory import BodyGeometry, Trajectory
from harness.verdict import Criterion, Finding, finding

if TYPE_CHECKING:
    from tests_catalog.drop_judgement import DropData
    from tests_catalog.ground_drop import GroundDropConfig

__all__ = ["RULES", "RuleResult", "apply_rule", "judge_published_rule", "rotated_boxes"]

Array = npt.NDArray[np.float64]

RULES = ("", "3.2", "4.0")
"""Releases whose rule can be repeated; empty for none."""


@dataclass(frozen=True, kw_only=True)
class RuleResult:
    """What the rule says."""

    is_touched: bool
    is_penetrated: bool
    is_stable: bool
    is_passed: bool | None
    """``None`` where the release calls the run incomplete."""


def rotated_boxes(trajectory: Trajectory) -> tuple[Array, Array]:
    """Return corners of the boxes around the rotated bounding boxes of the bodies, shapes (F, 3).

    They are larger than the real geometry as soon as a body is turned: a ball of radius r that has rolled by 45 degrees
    reaches r (sqrt 2 - 1) deeper.
    """
    corners = []
    for cloud in trajectory.geometry.judged_points_m:
        if not len(cloud):
            corners.append(cloud)
            continue
        low, high = cloud.min(axis=0), cloud.max(axis=0)
        grid = np.array(np.meshgrid(*zip(low, high, strict=True))).reshape(3, -1).T
        corners.append(grid)
    shape = BodyGeometry(judged_points_m=tuple(corners), collider_points_m=tuple(corners))
    bounds = measure_bounds(trajectory.frames, shape)
    return bounds.box_min_m, bounds.box_max_m


def apply_rule(box_min_m: Array, box_max_m: Array, rule: str, config: GroundDropConfig) -> RuleResult:
    """Apply the published rule to boxes.

    Args:
        box_min_m: Lower corners, shape (F, 3).
        box_max_m: Upper corners, shape (F, 3).
        rule: ``3.2`` or ``4.0``.
        config: Limits.

    Source: published behaviour of ground_drop 3.2.0 and documentation of 4.0.2.
    """
    low = box_min_m[:, 2]
    margin = config.floor_margin_m
    crossed = np.flatnonzero((low[1:] <= margin) & (low[:-1] > margin)) + 1
    if rule == "4.0" and not (np.isfinite(box_min_m).all() and np.isfinite(box_max_m).all()):
        return RuleResult(is_touched=bool(len(crossed)), is_penetrated=False, is_stable=False, is_passed=None)
    if not len(crossed):
        return RuleResult(is_touched=False, is_penetrated=False, is_stable=False, is_passed=False)
    touch = int(crossed[0])
    is_penetrated = bool((low[touch:] < -margin).any())
    is_stable = _is_stable(np.concatenate([box_min_m, box_max_m], axis=1), touch, config)
    is_passed = not is_penetrated and (is_stable or rule == "4.0")
    return RuleResult(is_touched=True, is_penetrated=is_penetrated, is_stable=is_stable, is_passed=is_passed)


def _is_stable(corners: Array, touch: int, config: GroundDropConfig) -> bool:
    window = config.steps(config.rest_detection_hold_seconds)
    start = max(touch + config.steps(1.0), window - 1)
    end = min(len(corners), touch + config.steps(config.rest_detection_max_seconds + config.tail_seconds) + 1)
    centres = (corners[:, :3] + corners[:, 3:]) / 2
    tolerance = config.rest_tolerance_m
    for frame in range(start, end):
        part = slice(frame - window + 1, frame + 1)
        with np.errstate(invalid="ignore", over="ignore"):
            moved = np.abs(corners[part] - corners[frame])
            distance = np.linalg.norm(centres[part] - centres[frame], axis=1)
        # "Not above the limit": a number that is not finite is never above it.
        if not (moved > tolerance).any() and not (distance > tolerance).any():
            return True
    return False


def judge_published_rule(
    data: DropData, required: Sequence[Criterion]
) -> tuple[tuple[Criterion, ...], tuple[Finding, ...]]:
    """Return what the published rule says, and a remark when that differs from what is judged here.

    Args:
        data: The drop.
        required: Required criteria as judged here.
    """
    rule = data.config.published_rule
    if not rule:
        return (), ()
    result = apply_rule(*rotated_boxes(data.trajectory), rule, data.config)
    status = CriterionStatus.UNDECIDED
    if result.is_passed is not None:
        status = CriterionStatus.MET if result.is_passed else CriterionStatus.NOT_MET
    criterion = Criterion(
        name="published-rule",
        title=f"Passes under the rule of release {rule} as published",
        status=status,
        is_required=False,
        measured=None,
        limit=None,
        unit="",
        margin=None,
        code="",
        note=_in_words(result),
    )
    is_passed_here = all(c.status is CriterionStatus.MET for c in required)
    if result.is_passed == is_passed_here:
        return (criterion,), ()
    text = (
        f"The rule of release {rule} as published calls this motion {_outcome(result)} ({_in_words(result)}); here "
        f"it is {'passed' if is_passed_here else 'not passed'}."
    )
    return (criterion,), (finding("TST040", text),)


def _outcome(result: RuleResult) -> str:
    return "incomplete" if result.is_passed is None else "passed" if result.is_passed else "failed"


def _in_words(result: RuleResult) -> str:
    words = [
        "touched" if result.is_touched else "not touched",
        "penetrated" if result.is_penetrated else "not penetrated",
        "stable" if result.is_stable else "not stable",
    ]
    return ", ".join(words)
