"""Triangles, normals and solids: the geometry that a video is drawn from."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from harness.video.meshes import MeshDefect, fan_triangles, same_place, smooth_normals, weld
from harness.video.solids import outward_flips


def test_polygons_become_fans() -> None:
    """Cut a quad and a triangle into three triangles, and turn them for left-handed meshes."""
    counts, indices = np.array([4, 3]), np.array([0, 1, 2, 3, 3, 2, 4])
    corners = fan_triangles(counts, indices, 5)
    assert corners.point.tolist() == [0, 1, 2, 0, 2, 3, 3, 2, 4]
    assert corners.face.tolist() == [0, 0, 0, 0, 0, 0, 1, 1, 1]
    assert fan_triangles(counts, indices, 5, left_handed=True).point.tolist() == [0, 2, 1, 0, 3, 2, 3, 4, 2]


@given(
    counts=st.lists(st.integers(-3, 9), max_size=6),
    indices=st.lists(st.integers(-3, 12), max_size=30),
)
def test_malformed_polygons_never_reach_out_of_range(counts: list[int], indices: list[int]) -> None:
    """Refuse, or return indices of existing points only."""
    try:
        corners = fan_triangles(np.array(counts, np.int64), np.array(indices, np.int64), 8)
    except MeshDefect:
        return
    assert corners.point.min() >= 0
    assert corners.point.max() < 8
    assert corners.corner.max() < len(indices)


def test_normals_are_sharp_on_a_box_and_smooth_on_a_cylinder() -> None:
    """Keep the edges of a box and hide those of a round surface."""
    cube = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], float)
    faces = np.array([[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]])
    corners = fan_triangles(np.full(6, 4), faces.ravel(), 8)
    normals = smooth_normals(cube, corners.point, corners.point)
    assert np.allclose(np.abs(normals).max(axis=1), 1)
    count = 24
    angle = np.arange(count) * 2 * np.pi / count
    ring = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    points = np.concatenate([np.column_stack([ring, np.zeros(count)]), np.column_stack([ring, np.ones(count)])])
    step = np.arange(count)
    quads = np.stack([step, (step + 1) % count, (step + 1) % count + count, step + count], axis=1)
    corners = fan_triangles(np.full(count, 4), quads.ravel(), 2 * count)
    normals = smooth_normals(points, corners.point, corners.point)
    radial = points[corners.point] * [1, 1, 0]
    assert (np.einsum("ij,ij->i", normals, radial) > 0.999).all()


def test_normals_of_triangles_without_area_are_finite() -> None:
    """Give a direction to what has none."""
    normals = smooth_normals(np.zeros((3, 3)), np.arange(3), np.arange(3))
    assert np.allclose(np.linalg.norm(normals, axis=1), 1)


def test_welding_keeps_every_corner() -> None:
    """Merge equal rows and find each corner again."""
    rows = np.random.default_rng(1).integers(0, 3, (200, 9)).astype(np.float32)
    vertices, corner = weld(rows)
    assert np.array_equal(vertices[corner], rows)
    assert len(vertices) == len(np.unique(rows, axis=0))


CUBE_POINTS = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], float)
CUBE_FACES = np.array([[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]])
CUBE = fan_triangles(np.full(6, 4), CUBE_FACES.ravel(), 8).point.reshape(-1, 3)


def test_solids_are_turned_outwards_part_by_part() -> None:
    """Turn the triangles of a part that faces inwards, and no others."""
    assert outward_flips(CUBE_POINTS, CUBE) is not None
    points = np.concatenate([CUBE_POINTS, CUBE_POINTS + 5])
    flips = outward_flips(points, np.concatenate([CUBE, CUBE[:, ::-1] + 8]))
    assert flips is not None
    assert len(set(flips[:12])) == len(set(flips[12:])) == 1
    assert flips[0] != flips[12]


def test_open_and_tangled_meshes_are_no_solids() -> None:
    """Keep both sides of a mesh with a hole, with a triangle turned, or with one too many."""
    assert outward_flips(CUBE_POINTS, CUBE[1:]) is None
    turned = CUBE.copy()
    turned[3] = turned[3, ::-1]
    assert outward_flips(CUBE_POINTS, turned) is None
    assert outward_flips(CUBE_POINTS, np.concatenate([CUBE, CUBE[:1]])) is None
    assert outward_flips(CUBE_POINTS, np.concatenate([CUBE, [[0, 0, 1]]])) is not None


@given(st.permutations(range(12)), st.permutations(range(8)))
def test_solids_do_not_depend_on_the_order(triangles: list[int], points: list[int]) -> None:
    """Find the same parts whatever the numbering."""
    place = np.array(points)
    renamed = np.argsort(place)[CUBE[np.array(triangles)]]
    flips, plain = outward_flips(CUBE_POINTS[place], renamed), outward_flips(CUBE_POINTS, CUBE)
    assert flips is not None
    assert plain is not None
    assert (flips == plain[0]).all()


def test_points_in_the_same_place_are_found() -> None:
    """Forgive rounding, but not a real distance."""
    points = np.array([[0, 0, 0], [1, 0, 0], [1, -1e-17, 0], [1, 1e-4, 0], [np.nan, 0, 0]], float)
    place = same_place(points)
    assert place[1] == place[2]
    assert len(set(place[:4])) == 3
