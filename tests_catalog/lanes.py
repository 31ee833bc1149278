"""Many copies of an asset side by side in one scene, for statistics. Nothing is judged by them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from harness.scene.placement import turned
from harness.scene.spec import Placement, SceneSpec, lane_of
from harness.stage.facts import StageFacts
from harness.trajectory import BodyGeometry, Trajectory

__all__ = ["NOTE", "split_lanes", "with_lanes"]

NOTE = (
    "Exploration only: copies in one scene are not bit-identical to runs on their own (measured: 1 of 10 differs, 6 of "
    "10 with enhanced determinism). No outcome depends on them."
)

# Room for a fall, a tumble and a roll; what rolls further may meet its neighbour.
_SPACING = 6.0


def with_lanes(spec: SceneSpec, facts: StageFacts, rotations: Sequence[tuple[float, float, float, float]]) -> SceneSpec:
    """Return the scene with one copy for each rotation; the first one is the asset itself.

    Args:
        spec: Scene of one asset.
        facts: Facts of the asset; it must not reset transforms, since copies could not be placed then.
        rotations: Start orientations, at least one.
    """
    low, high = np.asarray(spec.placement.box_min_m), np.asarray(spec.placement.box_max_m)
    gap = _SPACING * float(np.linalg.norm(high - low)) + 0.5
    side = math.ceil(math.sqrt(len(rotations)))
    placements: list[Placement] = []
    for index, rotation in enumerate(rotations):
        placed = turned(
            spec.placement, facts, rotation_xyzw=rotation, drop_height_m=None, gravity_m_s2=spec.gravity_m_s2
        )
        x, y, z = placed.translation_m
        column, row = index % side, index // side
        placements.append(replace(placed, translation_m=(x + column * gap, y + row * gap, z)))
    return replace(spec, placement=placements[0], lanes=tuple(placements[1:]))


def split_lanes(trajectory: Trajectory) -> Iterator[Trajectory]:
    """Yield the motion of each copy as if it had been alone."""
    lanes = [lane_of(p) for p in trajectory.body_paths]
    frames, geometry = trajectory.frames, trajectory.geometry
    for lane in sorted(set(lanes)):
        rows = [i for i, value in enumerate(lanes) if value == lane]
        linear, angular = frames.linear_velocity_m_s, frames.angular_velocity_rad_s
        yield replace(
            trajectory,
            body_paths=tuple(trajectory.body_paths[i] for i in rows),
            frames=replace(
                frames,
                position_m=frames.position_m[:, rows],
                orientation_xyzw=frames.orientation_xyzw[:, rows],
                linear_velocity_m_s=None if linear is None else linear[:, rows],
                angular_velocity_rad_s=None if angular is None else angular[:, rows],
                # The floor feels all copies together.
                floor_force_n=None,
            ),
            geometry=BodyGeometry(
                judged_points_m=tuple(geometry.judged_points_m[i] for i in rows),
                collider_points_m=tuple(geometry.collider_points_m[i] for i in rows),
            ),
            mass_kg=None if trajectory.mass_kg is None else trajectory.mass_kg[rows],
        )
