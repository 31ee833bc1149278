"""Reducing point clouds never loses a point that could touch something first."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.stage.hull import enclosing_ball, extreme_points, hull_of


def directions(count: int = 400, seed: int = 1) -> np.ndarray:
    vectors = np.random.default_rng(seed).normal(size=(count, 3))
    return vectors / np.linalg.norm(vectors, axis=1)[:, None]


def support(points: np.ndarray, along: np.ndarray) -> np.ndarray:
    return (points @ along.T).max(axis=0)


def assert_same_support(points: np.ndarray, kept: np.ndarray, *, tolerance: float = 1e-9) -> None:
    size = max(float(np.ptp(points, axis=0).max()), 1e-300)
    center = points.mean(axis=0)
    loss = support(points - center, directions()) - support(kept - center, directions())
    assert loss.max() <= tolerance * size + 1e-15 * np.abs(points).max()
    # A subset, not new points.
    assert {tuple(p) for p in kept} <= {tuple(p) for p in points}


@st.composite
def clouds(draw: st.DrawFn) -> np.ndarray:
    """Draw clouds that are round, flat, straight, lattices, doubled, offset, tiny or huge."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    count = draw(st.integers(1, 600))
    kind = draw(st.sampled_from(["normal", "sphere", "lattice", "same"]))
    if kind == "lattice":
        points = rng.integers(-3, 4, size=(count, 3)).astype(float)
    elif kind == "same":
        points = np.repeat(rng.normal(size=(1, 3)), count, axis=0)
    else:
        points = rng.normal(size=(count, 3))
    if kind == "sphere":
        points /= np.linalg.norm(points, axis=1)[:, None]
    flatness = draw(st.sampled_from([(1, 1, 1), (1, 1, 0), (1, 0, 0), (1, 1, 1e-7), (1, 1, 1e-13), (1, 1e-9, 1e-9)]))
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    points = points * flatness @ turn
    if draw(st.booleans()):
        points = np.concatenate([points, points])
    scale = draw(st.sampled_from([1.0, 1e-5, 1e6, 1e20]))
    offset = rng.normal(size=3) * draw(st.sampled_from([0.0, 1.0, 1e3]))
    points = (points + offset) * scale
    return points.astype(np.float32).astype(float) if draw(st.booleans()) else points


@settings(max_examples=150, deadline=None)
@given(clouds())
def test_extreme_points_have_the_support_of_all_points(points):
    """Keep the support in every direction to a billionth of the size."""
    assert_same_support(points, extreme_points(points))


@settings(max_examples=60, deadline=None)
@given(clouds())
def test_smallest_ball_holds_all_points_and_is_tight(points):
    """Hold every point, and no smaller than half the largest distance from any point."""
    center, radius = enclosing_ball(points)
    size = max(float(np.ptp(points, axis=0).max()), 1e-300)
    far = np.linalg.norm(points - center, axis=1).max()
    assert far <= radius + 1e-6 * size
    assert radius <= size * math.sqrt(3) / 2 * (1 + 1e-6)


def test_smallest_ball_of_a_pyramid():
    """Find the ball that an engine uses: through the tip and the base corners, not around the box."""
    points = np.array([(x, y, 0.1) for x in (-0.1, 0.1) for y in (-0.1, 0.1)] + [(0, 0, -0.5)])
    center, radius = enclosing_ball(points)
    assert center == pytest.approx([0, 0, -0.183333], abs=1e-6)
    assert radius == pytest.approx(0.316667, abs=1e-6)


def test_volume_of_a_box_and_of_a_sheet():
    """Give the volume of a box, also far away, and none for flat, straight or few points."""
    corners = np.array([(x, y, z) for x in (0, 1) for y in (0, 2) for z in (0, 3)], dtype=float)
    assert hull_of(corners).volume == pytest.approx(6)
    assert hull_of(corners * 1e-3 + 1e4).volume == pytest.approx(6e-9, rel=1e-4)
    assert hull_of(corners * [1, 1, 0]).volume == 0
    assert hull_of(corners * [1, 0, 0]).volume == 0
    assert hull_of(corners[:2]).volume == 0
    assert hull_of(np.zeros((0, 3))).volume == 0


def test_flat_disc_keeps_its_rim():
    """Reduce a flat disc in a tilted plane to its rim."""
    rng = np.random.default_rng(3)
    flat = rng.uniform(-1, 1, size=(5000, 3)) * [1, 1, 0]
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    kept = extreme_points(flat @ turn)
    assert len(kept) < 100
    assert_same_support(flat @ turn, kept)


def test_fine_round_surface_is_thinned():
    """Keep a small error and far fewer points of a surface of which every point is extreme."""
    points = np.random.default_rng(4).normal(size=(60_000, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    kept = extreme_points(points)
    assert len(kept) < 6_000
    assert_same_support(points, kept, tolerance=8e-4)
    # Corners among many points are not lost.
    spiky = np.concatenate([points, [(3, 0, 0), (0, -2, 0)]])
    assert_same_support(spiky, extreme_points(spiky), tolerance=8e-4)


def test_dense_cube_is_not_thinned():
    """Reduce a finely divided cube to its corners, exactly."""
    steps = np.linspace(-1, 1, 60)
    x, y = (a.ravel() for a in np.meshgrid(steps, steps))
    sides = [np.stack(np.roll([x, y, np.full_like(x, s)], k, axis=0), axis=1) for s in (-1, 1) for k in range(3)]
    points = np.concatenate(sides)
    kept = extreme_points(points)
    assert len(points) > 20_000 and len(kept) < 400
    assert_same_support(points, kept)


def test_qhull_alone_is_that_of_scipy():
    """Load the extension without SciPy's packages, which share it when they are imported later."""
    import subprocess
    import sys

    code = (
        "import sys; from harness.stage.qhull import qhull; alone = qhull();"
        "print('scipy.spatial' in sys.modules, 'scipy.linalg' in sys.modules);"
        "import numpy as np, scipy.spatial, scipy.linalg, scipy.optimize;"
        "print(scipy.spatial.ConvexHull is alone.ConvexHull, scipy.linalg.det(np.eye(3)));"
        "print(round(alone.ConvexHull(np.array(np.meshgrid([0, 1], [0, 2], [0, 3])).reshape(3, -1).T).volume, 9))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False", "True", "1.0", "6.0"]


def test_qhull_falls_back_to_the_package(monkeypatch):
    """Import all of scipy.spatial where the extension cannot be found on its own."""
    import scipy.spatial

    from harness.stage import qhull as module

    monkeypatch.setattr(module, "_extension", lambda: None)
    module.qhull.cache_clear()
    assert module.qhull().ConvexHull is scipy.spatial.ConvexHull
    module.qhull.cache_clear()


@pytest.mark.parametrize("stretch", [(1, 1, 1), (5, 1, 1), (1, 1, 0.05)])
def test_thinning_finds_the_extreme_point_of_every_direction(stretch):
    """Keep exactly the points that a search over all points finds, for round, long and flat clouds."""
    from harness.stage import hull

    rng = np.random.default_rng(3)
    cloud = rng.normal(size=(40_000, 3))
    cloud = cloud / np.linalg.norm(cloud, axis=1)[:, None] * np.array(stretch) + 7.0
    kept = hull._thinned(cloud)
    directions = hull._directions(5_000)[::37].astype(float)
    best = (cloud @ directions.T).max(axis=0)
    # Single precision decides between points that are equally far out.
    assert (best - (kept @ directions.T).max(axis=0)).max() < 1e-5
    assert len(kept) <= 5_006
