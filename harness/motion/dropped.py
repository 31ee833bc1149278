"""Which joints moved while an asset was simulated without moving them on purpose, from the poses of its bodies.

Works for joints of articulations, joints between loose bodies and joints of closed loops alike, since it looks at the
bodies and not at coordinates of an engine.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from harness.geometry import quaternion_to_matrix
from harness.motion.connections import WORLD, joint_ends
from harness.motion.mechanism import is_movable
from harness.safeguards.graph import is_valid
from harness.stage.facts import JointFacts, StageFacts
from harness.trajectory import Trajectory
from harness.verdict import Finding, finding

__all__ = ["JointMove", "joint_moves", "moved_joints"]

Array = npt.NDArray[np.float64]

_STRIDE = 8
_MIN_RAD, _MIN_M = math.radians(1.0), 1e-3
_NAMED = 5


class JointMove(NamedTuple):
    """How far a joint went from its start."""

    path: str
    is_linear: bool
    largest: float
    """Largest change of the angle [rad] or way [m] since the start."""
    final: float
    """Change at the end."""


def joint_moves(facts: StageFacts, trajectory: Trajectory, body_paths: Sequence[str]) -> tuple[JointMove, ...]:
    """Measure all joints between two bodies of a run.

    Args:
        facts: The asset.
        trajectory: The run.
        body_paths: Asset paths of its bodies.
    """
    row = {p: i for i, p in enumerate(body_paths)}
    last = trajectory.frames.frame_count - 1
    frames = np.unique(np.append(np.arange(0, last + 1, _STRIDE), last))
    moves = []
    for joint in facts.joints:
        ends = joint_ends(joint)
        if not is_valid(joint) or not is_movable(joint) or WORLD in ends or any(b not in row for b in ends):
            continue
        way = _way(joint, trajectory, frames, (row[ends[0]], row[ends[1]]))
        if np.isfinite(way).all():
            is_linear = joint.prim_type == "PhysicsPrismaticJoint"
            moves.append(JointMove(joint.path, is_linear, float(way.max()), float(way[-1])))
    return tuple(moves)


def _way(joint: JointFacts, trajectory: Trajectory, frames: npt.NDArray[np.int64], rows: tuple[int, int]) -> Array:
    """Return the angle between two bodies, or the distance that they slid, since the first frame."""
    first, second = rows
    turn = quaternion_to_matrix(trajectory.frames.orientation_xyzw[frames][:, rows].astype(np.float64))
    if joint.prim_type == "PhysicsPrismaticJoint":
        place = trajectory.frames.position_m[frames].astype(np.float64)
        apart = (np.swapaxes(turn[:, 0], -1, -2) @ (place[:, second] - place[:, first])[..., None])[..., 0]
        slid: Array = np.linalg.norm(apart - apart[:1], axis=1)
        return slid
    between = np.swapaxes(turn[:, 0], -1, -2) @ turn[:, 1]
    change = np.swapaxes(between[:1], -1, -2) @ between
    sine = np.linalg.norm(change - np.swapaxes(change, -1, -2), axis=(1, 2)) / math.sqrt(8)
    angle: Array = np.arctan2(sine, (np.trace(change, axis1=1, axis2=2) - 1) / 2)
    return angle


def moved_joints(facts: StageFacts, trajectory: Trajectory, body_paths: Sequence[str]) -> Iterator[Finding]:
    """Yield one remark that names the joints that moved most; nothing for an asset without movable joints.

    Args:
        facts: The asset.
        trajectory: The run; one whose joints followed a plan is left out.
        body_paths: Asset paths of its bodies.
    """
    moves = joint_moves(facts, trajectory, body_paths) if trajectory.joints is None else ()
    if not moves:
        return
    moved = sorted((m for m in moves if m.largest > (_MIN_M if m.is_linear else _MIN_RAD)), key=_share, reverse=True)
    text = f"{len(moved)} of {len(moves)} joints moved by more than 1 degree or 1 mm"
    named = "; ".join(
        f"{m.path} by up to {_words(m, m.largest)}, at the end {_words(m, m.final)}" for m in moved[:_NAMED]
    )
    more = f"; and {len(moved) - _NAMED} more" if len(moved) > _NAMED else ""
    yield finding(
        "TST021",
        f"{text}{': ' if named else ''}{named}{more}.",
        sites=[m.path for m in moved],
        measured=float(len(moved)),
        unit="joints",
    )


def _share(move: JointMove) -> float:
    return move.largest / (_MIN_M if move.is_linear else _MIN_RAD)


def _words(move: JointMove, value: float) -> str:
    return f"{1000 * value:.3g} mm" if move.is_linear else f"{math.degrees(value):.3g} deg"
