"""Warn when the simulated collider is not the authored one, or is expensive to prepare.

What it checks:
    physics:approximation of every working collision mesh on a dynamic body, with its SDF and sphere-fill settings.
Why it matters:
    PhysX moves only convex shapes (and SDFs). It silently replaces a triangle mesh on a dynamic body by its convex
    hull, so a bowl becomes a lump. SDF colliders are a GPU feature in some versions. Some settings take minutes or
    gigabytes.
How:
    The authored token is compared with those that a dynamic body can have; cost follows from resolution and triangles.
Passes when:
    The token is convexHull, convexDecomposition, boundingCube, boundingSphere or sphereFill, at a moderate cost.
Fails when:
    Never. SAF014 warns of a replacement. SAF043 warns of the cost, and makes the test inconclusive when the cost
    exceeds what an engine process is allowed (so that the engine is never asked).
Not applicable when:
    The body is kinematic (triangle meshes are fine there) or the collider is no mesh.
False positives avoided:
    boundingCube and boundingSphere are left to the comparison of collider and visible geometry in the run.
Thresholds and sources:
    Measured with PhysX 5.12 on two CPU cores: SDF of resolution 256 takes 2.5 to 34 s, of 1024 over 60 s and 4.8 GB, of
    4096 8.6 GB; sphereFill of a box 22 s, with 1e6 spheres or 1e9 voxels over 60 s; 1e6 triangles under a decomposition
    4 s and 850 MB. Warn: SDF above 512, sphereFill, more than 200 000 triangles. Inconclusive: SDF from 1024, 1e5
    spheres or 1e8 voxels.
How to fix:
    Author convexHull for a convex part and convexDecomposition for a hollow one; lower the resolution.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness.outcomes import Severity
from harness.safeguards.base import Safeguard
from harness.stage.facts import ColliderFacts, StageFacts
from harness.verdict import Finding, finding

__all__ = ["APPROXIMATION"]

_CONVEX = frozenset({"convexHull", "convexDecomposition", "boundingCube", "boundingSphere", "sphereFill"})
_COSTLY_MESH = frozenset({"sdf", "convexDecomposition", "sphereFill"})
_SDF_WARN, _SDF_LIMIT = 512, 1024
_TRIANGLE_WARN = 200_000
_SPHERES_LIMIT, _VOXELS_LIMIT = 100_000, 100_000_000


def _check(facts: StageFacts) -> Iterator[Finding]:
    dynamic = {b.path for b in facts.bodies if b.is_enabled and not b.is_kinematic}
    for collider in facts.colliders:
        if collider.mesh is None and not collider.merged_meshes:
            continue
        is_solid = collider.mesh is not None and collider.is_enabled and not collider.is_trigger
        if is_solid and collider.body_path in dynamic:
            yield from _replaced(collider)
        # The engine prepares static and switched-off colliders too.
        yield from _expensive(collider)


def _replaced(collider: ColliderFacts) -> Iterator[Finding]:
    token = collider.approximation
    if token in _CONVEX:
        return
    if token == "sdf":
        message = (
            f"The collider {collider.path} is an SDF. The embedded engine builds it on a CPU; other versions drop it "
            "or use a hull, so what is simulated depends on the engine."
        )
    else:
        authored = "no approximation" if token is None else f"approximation '{token}'"
        reason = "a dynamic body cannot have a triangle mesh"
        if token not in (None, "none", "meshSimplification"):
            reason = "which is no known token"
        message = (
            f"The collider {collider.path} on a dynamic body has {authored}; {reason}. The engine silently uses the "
            "convex hull: hollows are filled."
        )
    yield finding("SAF014", message, sites=[collider.path])


def _expensive(collider: ColliderFacts) -> Iterator[Finding]:
    cost = _cost(collider)
    if cost is None:
        return
    text, measured, limit, is_prohibitive = cost
    yield finding(
        "SAF043",
        f"Preparing the collider {collider.path} is expensive: {text}.",
        sites=[collider.path],
        severity=Severity.INCONCLUSIVE if is_prohibitive else None,
        measured=measured,
        limit=limit,
    )


def _cost(collider: ColliderFacts) -> tuple[str, float, float, bool] | None:
    """Return what is expensive, how much of it there is, the limit, and whether it is too much to try."""
    token = collider.approximation
    meshes = [m for _, m in collider.merged_meshes] if collider.mesh is None else [collider.mesh]
    triangles = sum(m.triangle_count for m in meshes)
    resolution = collider.sdf_resolution
    if token == "sdf" and resolution is not None and resolution > _SDF_WARN:
        is_over = resolution >= _SDF_LIMIT
        limit = _SDF_LIMIT if is_over else _SDF_WARN
        more = "; from 1024 on it takes minutes and more than 4 GB, so the engine is not asked" if is_over else ""
        return f"an SDF resolution of {resolution}{more}", float(resolution), float(limit), is_over
    if token == "sphereFill":
        spheres, voxels = collider.sphere_fill_count or 0, collider.sphere_fill_voxels or 0
        if spheres >= _SPHERES_LIMIT or voxels >= _VOXELS_LIMIT:
            text = f"a sphere fill of up to {spheres} spheres at {voxels} voxels does not end within a minute"
            return text, float(max(spheres, voxels)), float(_SPHERES_LIMIT), True
        return "a sphere fill takes half a minute even for a box", float(spheres), 0.0, False
    if token in _COSTLY_MESH and triangles > _TRIANGLE_WARN:
        return f"{triangles} triangles under {token}", float(triangles), float(_TRIANGLE_WARN), False
    return None


APPROXIMATION = Safeguard(
    name="approximation",
    codes=("SAF014", "SAF043"),
    check=_check,
    moot_when_anchored=frozenset({"SAF043"}),
)
