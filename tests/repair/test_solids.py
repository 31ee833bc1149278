"""Collision meshes that a repair adds stay close to what is drawn, with no more corners than an engine keeps."""

from __future__ import annotations

import numpy as np
import pytest

from harness.repair.solids import guide_mesh


def corners_of(points: np.ndarray) -> np.ndarray:
    """Return the corners of the mesh around points."""
    return np.array(next(o.value for o in guide_mesh("/Root/part", points) if o.name == "points"))


def hull_of(corners: np.ndarray) -> np.ndarray:
    """Return normals and offsets of the planes around corners, shape (F, 4)."""
    from scipy.spatial import ConvexHull

    return np.asarray(ConvexHull(corners).equations)


def ball() -> np.ndarray:
    """Return many points of the unit sphere, shape (P, 3)."""
    vectors = np.random.default_rng(0).normal(size=(20_000, 3))
    return vectors / np.linalg.norm(vectors, axis=1)[:, None]


def rim() -> np.ndarray:
    """Return the points of a flat cylinder, shape (P, 3)."""
    turn = np.linspace(0, 2 * np.pi, 200, endpoint=False)
    return np.concatenate([np.stack([np.cos(turn), np.sin(turn), 0 * turn + z], axis=1) for z in (0, 0.2)])


@pytest.mark.parametrize("scale", [(1, 1, 1), (1, 1, 0.2), (0.1, 3, 0.4)])
def test_round_shapes_rest_as_deep_as_they_are_drawn(scale):
    """Touch the shape with every facet, so that it rests on any of them as drawn, and stick out little."""
    points = ball() * np.array(scale) + 5.0
    corners = corners_of(points)
    assert len(corners) <= 62
    planes = hull_of(corners)
    reach = (points @ planes[:, :3].T + planes[:, 3]).max(axis=0)
    assert np.abs(reach).max() < 2e-3 * np.ptp(points, axis=0).max()
    assert (np.ptp(corners, axis=0) <= 1.1 * np.ptp(points, axis=0)).all()


def test_a_cylinder_keeps_its_flat_ends():
    """Keep the ends, on which it rests, and points of its rim."""
    points = rim() + 5.0
    corners = corners_of(points)
    assert len(corners) <= 62
    assert np.unique(corners[:, 2]) == pytest.approx([5.0, 5.2])
    assert np.ptp(corners, axis=0) == pytest.approx(np.ptp(points, axis=0), rel=0.01)


def test_few_corners_are_kept_as_they_are():
    """Keep the corners of a shape that is simple enough."""
    box = np.array([(a, b, c) for a in (0, 1) for b in (0, 2) for c in (0, 3)], dtype=float)
    assert sorted(map(tuple, corners_of(box))) == sorted(map(tuple, box))


def test_shapes_that_no_round_body_fits_keep_points_of_theirs():
    """Take corners from the points where a round body around them would stick out far."""
    points = np.concatenate([0.1 * ball() + center for center in ((0, 0, 0), (1, 0, 0), (0, 1, 1))])
    corners = corners_of(points)
    assert len(corners) <= 62
    assert (np.linalg.norm(corners[:, None] - points[None], axis=2).min(axis=1) < 1e-6).all()


def test_points_in_a_plane_make_no_solid():
    """Refuse points that span no volume."""
    with pytest.raises(ValueError, match="span no volume"):
        corners_of(rim()[:200])
