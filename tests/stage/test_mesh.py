"""Facts about mesh data."""

from __future__ import annotations

import time

import numpy as np
import pytest

from harness.stage.mesh import mesh_data, mesh_facts, triangulate
from tests.stage.stages import CUBE_FACES, CUBE_POINTS

BOX = np.array(CUBE_POINTS, dtype=float) * 0.1
EYE = np.eye(4)


def box(points=BOX, counts=(4,) * 6, indices=tuple(CUBE_FACES), *, left=False):
    return mesh_data(
        np.asarray(points, dtype=float),
        np.asarray(counts, np.int64),
        np.asarray(indices, np.int64),
        is_left_handed=left,
    )


def test_closed_box():
    """Measure area, volume, size and closedness of a box."""
    facts = mesh_facts(box(), EYE)
    assert facts.area_m2 == pytest.approx(0.24)
    assert facts.signed_volume_m3 == pytest.approx(0.008)
    assert facts.is_closed
    assert facts.extent_m == pytest.approx((0.2, 0.2, 0.2))
    assert (facts.point_count, facts.face_count, facts.triangle_count) == (8, 6, 12)
    assert (facts.counts_min, facts.counts_sum, facts.index_count) == (4, 24, 24)
    assert (facts.index_min, facts.index_max) == (0, 7)
    assert facts.max_abs_point_m == pytest.approx(0.1)


def test_volume_sign_follows_the_winding_that_is_drawn():
    """Turn the sign for reversed faces, left-handed winding and a mirroring transform, and not for two of them."""
    reversed_faces = [i for f in range(6) for i in CUBE_FACES[4 * f : 4 * f + 4][::-1]]
    mirror = np.diag([1.0, 1, -1, 1])
    assert mesh_facts(box(indices=reversed_faces), EYE).signed_volume_m3 == pytest.approx(-0.008)
    assert mesh_facts(box(left=True), EYE).signed_volume_m3 == pytest.approx(-0.008)
    assert mesh_facts(box(), mirror).signed_volume_m3 == pytest.approx(0.008)
    assert mesh_facts(box(indices=reversed_faces, left=True), mirror).signed_volume_m3 == pytest.approx(0.008)


def test_volume_far_from_the_origin():
    """Keep the volume of a box that is a kilometre away."""
    far = EYE.copy()
    far[:3, 3] = 1000
    assert mesh_facts(box(), far).signed_volume_m3 == pytest.approx(0.008, rel=1e-6)


def test_open_and_unwelded_boxes():
    """Call a box without a side open, and one with a point for each corner closed."""
    assert mesh_facts(box(counts=(4,) * 5, indices=CUBE_FACES[:20]), EYE).is_closed is False
    assert mesh_facts(box(points=BOX[CUBE_FACES], indices=range(24)), EYE).is_closed is True


@pytest.mark.parametrize(
    ("counts", "indices"),
    [
        ((-4, 8, 4, 4, 4, 8), CUBE_FACES),
        ((2_000_000_000,), CUBE_FACES),
        ((0,) * 6, ()),
        ((2,) * 12, CUBE_FACES),
        ((4,) * 7, CUBE_FACES),
        ((4,) * 6, (*CUBE_FACES[:-1], 8)),
        ((4,) * 6, (*CUBE_FACES[:-1], -1)),
        ((), ()),
    ],
    ids=["negative", "huge", "zero", "two", "too-many", "index-out", "index-negative", "empty"],
)
def test_broken_topology_is_described_not_followed(counts, indices):
    """Give counts and indices as they are, and no area, volume or triangles."""
    facts = mesh_facts(box(counts=counts, indices=indices), EYE)
    assert facts.counts_sum == sum(counts)
    assert facts.counts_min == (min(counts) if counts else None)
    assert facts.index_max == (max(indices) if indices else None)
    assert (facts.area_m2, facts.signed_volume_m3, facts.is_closed, facts.triangle_count) == (None, None, None, 0)
    assert facts.extent_m == pytest.approx((0.2, 0.2, 0.2))


def test_points_that_are_not_finite():
    """Say so, leave them out of the size, and compute no area."""
    points = BOX.copy()
    points[0, 0], points[1, 2] = np.nan, np.inf
    facts = mesh_facts(box(points=points), EYE)
    assert facts.has_non_finite_points
    assert facts.area_m2 is None
    assert facts.extent_m == pytest.approx((0.2, 0.2, 0.2))
    nothing = mesh_facts(box(points=points * np.nan), EYE)
    assert (nothing.extent_m, nothing.max_abs_point_m) == (None, None)
    assert mesh_facts(box(), EYE * np.nan).has_non_finite_points


def test_no_points_at_all():
    """Describe an empty mesh."""
    facts = mesh_facts(box(points=np.zeros((0, 3)), counts=(), indices=()), EYE)
    assert (facts.point_count, facts.extent_m, facts.max_abs_point_m) == (0, None, None)
    assert not facts.has_non_finite_points


def test_fans():
    """Split a triangle, a quad and a pentagon into fans."""
    triangles = triangulate(np.array([3, 4, 5]), np.arange(12))
    assert triangles.tolist() == [[0, 1, 2], [3, 4, 5], [3, 5, 6], [7, 8, 9], [7, 9, 10], [7, 10, 11]]


def test_only_used_points():
    """Find the points that faces use; all of them, or broken faces, give none."""
    assert box().used_points() is None
    assert box(points=[*BOX, (9, 9, 9)]).used_points().tolist() == BOX.tolist()
    assert box(points=[*BOX, (9, 9, 9)], counts=(2,) * 12).used_points() is None


def test_large_mesh_is_fast():
    """Read a quarter of a million triangles in well under a second."""
    side = 354
    steps = np.arange(side)
    x, y = (a.ravel() for a in np.meshgrid(steps, steps))
    points = np.stack([x, y, np.sin(x * 0.1)], axis=1).astype(float)
    corner = (steps[:-1, None] * side + steps[None, :-1]).ravel()
    indices = np.stack([corner, corner + 1, corner + side + 1, corner + side], axis=1).ravel()
    start = time.perf_counter()
    facts = mesh_facts(box(points, [4] * len(corner), indices), EYE)
    assert time.perf_counter() - start < 2
    assert facts.triangle_count == 2 * len(corner)
