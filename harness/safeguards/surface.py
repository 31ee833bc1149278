"""Point out collision meshes whose surface is open or partly turned over.

What it checks:
    Whether the faces of each collision mesh close a volume and all face the same way.
Why it matters:
    A hull needs only points, but an SDF, a triangle collider and every tool that computes mass from a mesh need an
    inside and an outside. Open SDF colliders take five times as long to prepare; faces that are turned over leave holes
    or solid lumps.
How:
    Every edge should have two faces that run along it in opposite directions. Corners at one place count as one.
Passes when:
    The mesh is closed and evenly wound.
Fails when:
    Never. SAF065 (turned over in part) and SAF066 (open) warn for an SDF and inform otherwise.
Not applicable when:
    Topology or points are invalid (SAF010, SAF011), the mesh is flat (SAF036), or all of it is inside out (SAF037).
False positives avoided:
    A hull or decomposition uses the points only, so nothing warns there. An open mesh with mixed faces is one
    finding.
Thresholds and sources:
    None. Measured with PhysX 5.12: an open SDF takes 21 to 24 s to prepare instead of 2 to 5 s.
How to fix:
    Close the holes and make the normals consistent in a modelling tool, or author convexHull or convexDecomposition.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness.outcomes import Severity
from harness.safeguards.base import Safeguard
from harness.safeguards.mesh_points import points_problem
from harness.stage.facts import ColliderFacts, MeshFacts, StageFacts
from harness.verdict import Finding, finding

__all__ = ["SURFACE"]

_NEEDS_VOLUME = frozenset({"sdf"})
_FLAT = 1e-4


def _check(facts: StageFacts) -> Iterator[Finding]:
    moving = {b.path for b in facts.moving_bodies}
    for collider in facts.colliders:
        if collider.body_path not in moving or not collider.is_enabled:
            continue
        if collider.mesh is not None:
            yield from _judge(collider, collider.path, collider.mesh)


def _judge(collider: ColliderFacts, path: str, mesh: MeshFacts) -> Iterator[Finding]:
    extent = mesh.extent_m
    if mesh.is_closed is None or points_problem(mesh) is not None or extent is None:
        return
    if min(extent) < _FLAT * max(extent):
        return
    severity = None if collider.approximation in _NEEDS_VOLUME else Severity.INFO
    effect = "The SDF has no inside there" if severity is None else "A hull ignores that; SDF colliders do not"
    if mesh.mixed_edge_count:
        yield finding(
            "SAF065",
            f"Faces of the collision mesh {path} are turned over: along {mesh.mixed_edge_count} edges two faces "
            f"disagree about what is outside. {effect}.",
            sites=[path],
            severity=severity,
            measured=float(mesh.mixed_edge_count),
            limit=0.0,
            unit="edges",
        )
    elif not mesh.is_closed:
        yield finding(
            "SAF066", f"The collision mesh {path} is open: it has holes. {effect}.", sites=[path], severity=severity
        )


SURFACE = Safeguard(name="surface", codes=("SAF065", "SAF066"), check=_check)
