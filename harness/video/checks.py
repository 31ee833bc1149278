"""Checks that a finished clip shows something; pure functions over pictures."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["MIN_SPREAD", "check_clip", "is_frozen", "is_uniform"]

MIN_SPREAD = 3.0
"""Standard deviation of brightness [0..255] under which a picture counts as blank."""

Picture = npt.NDArray[np.uint8]


def is_uniform(picture: Picture) -> bool:
    """Return whether a picture is blank: one colour, or black, but for noise.

    Args:
        picture: Shape (H, W, C), C >= 3; only the first three channels count.
    """
    sample = picture[::3, ::3, :3].astype(np.float32).mean(axis=2)
    return bool(sample.std() < MIN_SPREAD)


def is_frozen(first: Picture, last: Picture, moved_m: float, height_m: float) -> bool:
    """Return whether the picture stayed the same although the asset went farther than its own height.

    Args:
        first: Picture of the first pose, without text.
        last: Picture of the last pose, without text.
        moved_m: How far the asset is from its start at the end.
        height_m: Height of the asset at the start.
    """
    return moved_m > height_m and first.shape == last.shape and bool(np.array_equal(first, last))


def check_clip(pictures: list[Picture], moved_m: float, height_m: float) -> str | None:
    """Return what is wrong with a clip, or None.

    Args:
        pictures: Pictures that were drawn, in order, without text.
        moved_m: How far the asset is from its start at the end.
        height_m: Height of the asset at the start.
    """
    if not pictures:
        return "the video has no pictures"
    blank = sum(is_uniform(picture) for picture in (pictures[0], pictures[len(pictures) // 2], pictures[-1]))
    if blank:
        return "the video shows blank pictures: the renderer drew nothing"
    if is_frozen(pictures[0], pictures[-1], moved_m, height_m):
        return f"the video is frozen: the asset moved by {moved_m:.3g} m but the picture did not change"
    return None
