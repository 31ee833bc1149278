"""Reject collision meshes whose faces are impossible.

What it checks:
    faceVertexCounts and faceVertexIndices of every mesh that an engine would cook: colliders that move or are static,
    switched on or off, and meshes below a prim that merges them into one collider.
Why it matters:
    PhysX does not check them. Negative or huge counts, and bad indices under a convex decomposition, end the process
    with a segmentation fault inside the load, without a log line; other bad topology costs a minute of cooking or
    yields a collider that is not what is drawn.
How:
    Four conditions over numbers that the reader took from the arrays.
Passes when:
    Every face has at least three corners, the counts add up to the number of indices, and every index names a point.
Fails when:
    SAF010: one of these does not hold.
Not applicable when:
    The mesh is no collider, or has no faces and no indices at all (SAF011).
False positives avoided:
    Meshes that are only visible are not judged. Any polygon size is fine.
Thresholds and sources:
    At least 3 corners: UsdGeomMesh. Crashes measured with PhysX 5.12: counts below 0 or 2e9 with any approximation that
    cooks, counts of 0 and indices below 0 with convexDecomposition.
How to fix:
    Export the mesh again; every face needs at least three indices, all within the points.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness.safeguards.base import Safeguard
from harness.stage.facts import MeshFacts, StageFacts
from harness.verdict import Finding, finding

__all__ = ["MESH_TOPOLOGY", "cooked_meshes", "topology_problem"]

_MIN_CORNERS = 3


def cooked_meshes(facts: StageFacts) -> Iterator[tuple[str, MeshFacts]]:
    """Yield path and facts of every mesh that an engine cooks, each once.

    Args:
        facts: The asset.
    """
    seen: set[str] = set()
    for collider in facts.colliders:
        own = ((collider.path, collider.mesh),) if collider.mesh is not None else ()
        for path, mesh in (*own, *collider.merged_meshes):
            if path not in seen:
                seen.add(path)
                yield path, mesh


def topology_problem(mesh: MeshFacts) -> tuple[str, float, float] | None:
    """Return what is wrong with the faces, the number that shows it and its limit, or ``None``.

    Args:
        mesh: The mesh.
    """
    if mesh.counts_min is not None and mesh.counts_min < _MIN_CORNERS:
        return (
            f"a face has {mesh.counts_min} corners (the smallest of {mesh.face_count} faceVertexCounts)",
            mesh.counts_min,
            _MIN_CORNERS,
        )
    if mesh.counts_sum != mesh.index_count:
        return (
            f"faceVertexCounts add up to {mesh.counts_sum}, but there are {mesh.index_count} faceVertexIndices",
            mesh.counts_sum,
            mesh.index_count,
        )
    if mesh.index_min is not None and mesh.index_min < 0:
        return f"a faceVertexIndex is {mesh.index_min}", mesh.index_min, 0
    if mesh.index_max is not None and mesh.index_max >= mesh.point_count:
        return (
            f"a faceVertexIndex is {mesh.index_max}, but there are only {mesh.point_count} points",
            mesh.index_max,
            mesh.point_count - 1,
        )
    return None


def _check(facts: StageFacts) -> Iterator[Finding]:
    for path, mesh in cooked_meshes(facts):
        problem = topology_problem(mesh)
        if problem is not None:
            text, measured, limit = problem
            yield finding(
                "SAF010",
                f"The collision mesh {path} is broken: {text}. Such data crashes or hangs the engine, or gives a "
                "collider that is not what is drawn.",
                sites=[path],
                measured=float(measured),
                limit=float(limit),
            )


MESH_TOPOLOGY = Safeguard(
    name="mesh-topology",
    codes=("SAF010",),
    check=_check,
    attributes=("faceVertexCounts", "faceVertexIndices"),
)
