"""Poses of bodies without their scale."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from harness.geometry import rotation_of
from harness.stage.facts import BodyFacts

__all__ = ["rigid_pose"]


def rigid_pose(body: BodyFacts) -> npt.NDArray[np.float64]:
    """Return the authored pose of a body without scale, SI asset frame, 4 x 4.

    Args:
        body: The body; its transform must be finite.
    """
    matrix = body.transform.matrix
    pose = np.eye(4)
    pose[:3, :3] = rotation_of(matrix[:3, :3])
    pose[:3, 3] = matrix[:3, 3]
    return pose
