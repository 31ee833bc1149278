"""Motions from which the pictures of a judgement are drawn: the start pose, then one moment, held."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from harness.catalog import Picture, TrialRun
from harness.trajectory import FrameBlock, concatenate_blocks

__all__ = ["MOTION", "PICTURE", "write_picture_motions"]

MOTION = "motion-"
"""Beginning of the kind of artifact from which a picture is drawn."""
PICTURE = "picture-"
"""Beginning of the kind of artifact that is a picture."""

# Long enough for the camera to come to rest.
_HOLD_S = 2.0


def write_picture_motions(pictures: Sequence[Picture], runs: Sequence[TrialRun], folder: Path) -> list[Path]:
    """Write a short motion for each picture whose trial has one.

    The scene of the case shows where every shape is at the start; bodies carry their shapes whatever the trial, so the
    start pose of the first run comes first.

    Args:
        pictures: Moments.
        runs: All trials, the first one first.
        folder: Folder of the case.

    Returns:
        Written files, named after the pictures.
    """
    by_name = {r.name: r for r in runs}
    written: list[Path] = []
    start = runs[0].trajectory if runs else None
    for picture in pictures:
        run = by_name.get(picture.trial)
        if start is None or run is None or run.trajectory is None:
            continue
        moment = run.trajectory.frames.at(picture.frame_index)
        held = replace(moment, first_frame=2)
        frames = concatenate_blocks([start.frames.head(1), _at_time(moment, 0.01), _at_time(held, _HOLD_S)])
        path = folder / f"{MOTION}{picture.name}.npz"
        replace(start, frames=frames).save(path)
        written.append(path)
    return written


def _at_time(block: FrameBlock, time_s: float) -> FrameBlock:
    return replace(block, time_s=np.array([time_s]))
