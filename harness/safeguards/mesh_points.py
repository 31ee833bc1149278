"""Reject collision meshes whose points enclose nothing, and warn of flat ones.

What it checks:
    The points and the area of every mesh that an engine would cook, and whether it has any thickness.
Why it matters:
    One NaN point makes the convex decomposition of PhysX run for ever; a point at 1e30 costs 8 GB and then a crash;
    without area there is no collider and the body falls through the floor. A flat mesh gets a thickness that the engine
    invents, so it floats.
How:
    Finiteness, the largest coordinate, the area of all faces, and the thinnest side over the widest. For a body with a
    single collider the thinnest side is that of its points in any direction.
Passes when:
    All points are finite and within 1000 km, the faces have an area, and the mesh is thicker than a millionth of its
    size.
Fails when:
    SAF011: there are no points or no faces, a point is not finite or too far away, or all faces together have no area.
    SAF036 only warns: the mesh is flat.
Not applicable when:
    The mesh is no collider, or its transform is degenerate (SAF012). Area and thickness are not judged when the
    topology is broken (SAF010).
False positives avoided:
    A single zero-area face among good ones is normal. Parts of 0.1 mm are judged relative to their own size.
Thresholds and sources:
    1e6 m: 32-bit floats resolve 6 cm there; measured with PhysX 5.12 at 1e30. Area 1e-10 and thickness 1e-6, relative
    to the size: single-precision noise of a flat mesh is about 1e-7.
How to fix:
    Export the mesh again from a clean source; give a flat collider a real thickness of at least 1 cm.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from harness.safeguards.base import Safeguard, solid_colliders, transform_problem, usable_points
from harness.safeguards.mesh_topology import cooked_meshes, topology_problem
from harness.stage.facts import MeshFacts, Points, StageFacts
from harness.verdict import Finding, finding

__all__ = ["MESH_POINTS", "points_problem", "thinnest_side"]

_MAX_COORDINATE_M = 1e6
_MIN_RELATIVE_AREA = 1e-10
_MIN_RELATIVE_THICKNESS = 1e-6


def thinnest_side(points: Points) -> float:
    """Return the thinnest over the widest side of a cloud of points in any direction; 0 for a flat one.

    Args:
        points: Points, shape (P, 3).

    Source: singular values of the centred points.
    """
    if len(points) < 4:
        return 0.0
    spread = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)
    return float(spread[2] / spread[0]) if spread[0] > 0 else 0.0


def _check(facts: StageFacts) -> Iterator[Finding]:
    single = {}
    solid = solid_colliders(facts)
    for body in facts.bodies:
        colliders = solid[body.path]
        if len(colliders) == 1 and len(body.collider_points_m):
            single[colliders[0].path] = body.collider_points_m
    misplaced = {c.path for c in facts.colliders if transform_problem(c.transform) is not None}
    for path, mesh in cooked_meshes(facts):
        if path in misplaced:
            continue
        problem = points_problem(mesh)
        if problem is not None:
            yield finding("SAF011", f"The collision mesh {path} {problem}", sites=[path])
        elif _is_flat(mesh, single.get(path)) and topology_problem(mesh) is None:
            yield finding(
                "SAF036",
                f"The collision mesh {path} is flat: all its {mesh.point_count} points lie in one plane. The engine "
                "invents a thickness of some millimetres, so the asset floats, or refuses the mesh, so it falls "
                "through.",
                sites=[path],
            )


def points_problem(mesh: MeshFacts) -> str | None:
    """Return why no collider can come from the points, or ``None``.

    Args:
        mesh: The mesh.
    """
    no_collider = "The engine makes no collider from it, so nothing is solid there."
    if mesh.point_count == 0:
        return f"has no points. {no_collider}"
    if mesh.has_non_finite_points:
        return "has points that are not finite. The engine hangs on it for ever, or makes no collider."
    if mesh.max_abs_point_m is not None and mesh.max_abs_point_m > _MAX_COORDINATE_M:
        return (
            f"has a point {mesh.max_abs_point_m:.3g} m away; 1e6 m is the limit. The engine runs out of memory, or "
            "makes no collider."
        )
    if mesh.face_count == 0 and mesh.index_count == 0:
        return f"has {mesh.point_count} points but no faces. {no_collider}"
    if mesh.area_m2 is not None and topology_problem(mesh) is None:
        size = max(mesh.extent_m or (0.0, 0.0, 0.0))
        if mesh.area_m2 <= _MIN_RELATIVE_AREA * size * size:
            return f"has faces without area ({mesh.area_m2:.3g} m2 in all). {no_collider}"
    return None


def _is_flat(mesh: MeshFacts, points: Points | None) -> bool:
    if mesh.extent_m is not None and min(mesh.extent_m) <= _MIN_RELATIVE_THICKNESS * max(mesh.extent_m):
        return True
    if points is None:
        return False
    return thinnest_side(usable_points(points)) < _MIN_RELATIVE_THICKNESS


MESH_POINTS = Safeguard(name="mesh-points", codes=("SAF011", "SAF036"), check=_check, attributes=("points",))
