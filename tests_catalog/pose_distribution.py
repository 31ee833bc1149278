"""In which poses the trials of an asset come to rest, and how often."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from harness.catalog import Picture, RunContext, TrialRun
from harness.geometry import measure_bounds, quaternion_to_matrix
from harness.monitors.base import find_event, run_monitors
from harness.monitors.ground_contact import MonitorGroundContact
from harness.monitors.rest import MonitorRest
from harness.trajectory import Trajectory
from harness.verdict import Cell, Column, Event, Table
from tests_catalog.lanes import NOTE, split_lanes

if TYPE_CHECKING:
    from tests_catalog.drop_robustness import DropRobustnessConfig

__all__ = ["Pose", "pose_distribution", "pose_pictures", "pose_table"]

# Directions that differ by less are one pose.
_SAME_POSE_RAD = math.radians(12)
_MAX_PICTURES = 8

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Pose:
    """A pose at rest, and how often it was reached."""

    down: tuple[float, float, float]
    """Direction of the asset that points down, in the authored frame."""
    solo_count: int
    lane_count: int
    first_trial: str
    """A trial that ends in it; empty when only copies in lanes do."""
    first_frame: int
    """Frame of that trial at which it is at rest."""


def pose_distribution(runs: Sequence[TrialRun]) -> tuple[Pose, ...]:
    """Group the poses in which trials come to rest by the direction that points down, most frequent first.

    Args:
        runs: All trials; the first one starts in the authored pose.
    """
    start = runs[0].trajectory
    if start is None or not start.frames.position_m.shape[1]:
        return ()
    authored = quaternion_to_matrix(start.frames.orientation_xyzw[0, 0])
    centres: list[Array] = []
    solo: list[list[tuple[str, int]]] = []
    lanes: list[int] = []
    for run in runs:
        for frame, turn in _rest_turns(run):
            down = authored @ turn.T @ np.array([0.0, 0.0, -1.0])
            close = [i for i, c in enumerate(centres) if float(down @ c) > math.cos(_SAME_POSE_RAD)]
            if not close:
                centres.append(down)
                solo.append([])
                lanes.append(0)
                close = [len(centres) - 1]
            if run.is_exploration:
                lanes[close[0]] += 1
            else:
                solo[close[0]].append((run.name, frame))
    poses = [
        Pose(
            down=(float(c[0]), float(c[1]), float(c[2])),
            solo_count=len(s),
            lane_count=n,
            first_trial=s[0][0] if s else "",
            first_frame=s[0][1] if s else 0,
        )
        for c, s, n in zip(centres, solo, lanes, strict=True)
    ]
    return tuple(sorted(poses, key=lambda p: (-p.solo_count, -p.lane_count)))


def _rest_turns(run: TrialRun) -> Iterator[tuple[int, Array]]:
    """Yield the frame and the orientation of the first body at rest, once for each copy that comes to rest."""
    if run.trajectory is None or run.context is None:
        return
    if not run.is_exploration:
        event = find_event(run.events, "rest")
        if event is not None:
            frame = event.frame_index
            yield frame, quaternion_to_matrix(run.trajectory.frames.orientation_xyzw[frame, 0])
        return
    for lane in split_lanes(run.trajectory):
        event = _rest_of(lane, run.context, run.config)
        if event is not None:
            frame = event.frame_index
            yield frame, quaternion_to_matrix(lane.frames.orientation_xyzw[frame, 0])


def _rest_of(lane: Trajectory, context: RunContext, config: DropRobustnessConfig) -> Event | None:
    """Find when one copy came to rest by itself."""
    events: list[Event] = []
    monitors = (
        MonitorGroundContact(config.floor_margin_m),
        MonitorRest(
            tolerance_m=config.rest_tolerance_m,
            delay_steps=config.steps(config.penetration_check_seconds),
            window_steps=config.steps(config.rest_detection_hold_seconds),
        ),
    )
    run_monitors(monitors, lane.frames, measure_bounds(lane.frames, lane.geometry), events)
    return find_event(events, "rest")


def pose_pictures(poses: Sequence[Pose]) -> tuple[Picture, ...]:
    """Ask for a picture of each of the most frequent poses, named as the rows of the table."""
    return tuple(
        Picture(name=f"pose-{n}", trial=p.first_trial, frame_index=p.first_frame)
        for n, p in enumerate(poses[:_MAX_PICTURES], start=1)
        if p.first_trial
    )


def pose_table(poses: Sequence[Pose], runs: Sequence[TrialRun]) -> tuple[Table, ...]:
    """Return the histogram of the poses, empty when nothing came to rest."""
    if not poses:
        return ()
    total = sum(p.solo_count for p in poses)
    has_lanes = any(r.is_exploration for r in runs)
    columns = [
        Column(name="pose", label="Pose"),
        Column(name="down", label="Points down, in the asset's own axes"),
        Column(name="trials", label="Trials that end in it"),
        Column(name="share", label="Share of the trials at rest"),
    ]
    rows: list[tuple[Cell, ...]] = [
        (f"pose {n}", _axis(p.down), p.solo_count, p.solo_count / total if total else None)
        for n, p in enumerate(poses, start=1)
    ]
    note = "Directions within 12 degrees count as one pose."
    if has_lanes:
        columns.append(Column(name="lane_trials", label="Copies in one scene (exploration)"))
        rows = [(*row, p.lane_count) for row, p in zip(rows, poses, strict=True)]
        note = f"{note} {NOTE}"
    return (
        Table(
            name="poses",
            title="Poses at rest",
            columns=tuple(columns),
            rows=tuple(rows),
            chart="bar",
            value_column="trials",
            note=note,
        ),
    )


def _axis(down: tuple[float, float, float]) -> str:
    """Name a direction by its axis when it is close to one, else by its components."""
    largest = max(range(3), key=lambda i: abs(down[i]))
    if abs(down[largest]) > math.cos(math.radians(5)):
        return f"{'-' if down[largest] < 0 else '+'}{'XYZ'[largest]}"
    return "({:.2f}, {:.2f}, {:.2f})".format(*(v + 0.0 for v in down))
