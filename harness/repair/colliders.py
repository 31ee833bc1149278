"""Repairs of colliders: approximations, covered geometry, offsets, merged and unsupported ones. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from harness.repair.change import Context, Draft, Geometry, sites_of
from harness.repair.solids import guide_mesh, thickened
from harness.safeguards.base import listed
from harness.safeguards.collider import wrong_prim
from harness.scene.opinion import Opinion, OpinionKind, apply_api, set_attribute
from harness.stage.facts import BodyFacts, ColliderFacts, MeshFacts
from harness.verdict import Finding

__all__ = [
    "cheap_approximation",
    "collide_as_mesh",
    "cover_geometry",
    "default_offsets",
    "enable_colliders",
    "keep_inner_colliders",
    "known_approximation",
    "move_to_geometry",
    "outward_normals",
    "refit",
    "static_off",
    "thicken",
]

# A hull that is emptier than this would fill hollows that a user sees.
_FULL = 0.85
_MANY_TRIANGLES = 200_000
_THICKNESS_M = 0.01
_SOLID_TYPES = frozenset({"Mesh", "Cube", "Sphere", "Capsule", "Cylinder", "Cone"})
_MISFIT, _MISFIT_MIN_M = 0.05, 0.002
_BOUNDING = ("boundingSphere", "boundingCube", "sphereFill")


def _approximation(context: Context, path: str, mesh: MeshFacts | None) -> str:
    """Return convexDecomposition for a hollow closed mesh that is no burden to cook, else convexHull."""
    fill = context.source.fill(path)
    is_light = mesh is None or mesh.triangle_count <= _MANY_TRIANGLES
    return "convexDecomposition" if fill is not None and fill < _FULL and is_light else "convexHull"


def _approximate(context: Context, path: str, mesh: MeshFacts | None, token: str | None = None) -> Iterator[Opinion]:
    yield apply_api(path, "PhysicsMeshCollisionAPI")
    chosen = token or _approximation(context, path, mesh)
    yield set_attribute(path, "physics:approximation", "token", chosen, is_uniform=True)


def _collide(context: Context, geometry: Geometry) -> Iterator[Opinion]:
    """Yield opinions that make a collider of a prim with geometry."""
    yield apply_api(geometry.path, "PhysicsCollisionAPI")
    if geometry.type_name == "Mesh":
        yield from _approximate(context, geometry.path, None)


def _colliders(context: Context, findings: Sequence[Finding]) -> list[ColliderFacts]:
    named = set(sites_of(findings))
    return [c for c in context.known.colliders if c.path in named]


def _draft(title: str, findings: Sequence[Finding], opinions: Sequence[Opinion], otherwise: str) -> Draft | str:
    if not opinions:
        return otherwise
    return Draft(title=title, reason=findings[0].message, opinions=tuple(dict.fromkeys(opinions)))


_NOTHING = "Nothing that could be changed was found on the prims that the finding names."


def cover_geometry(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Apply CollisionAPI to the visible geometry of bodies that lack colliders, in place of hidden ones beside it."""
    opinions: list[Opinion] = []
    bodies = {b.path: b for b in context.known.bodies}
    for path in sites_of(findings):
        if path in bodies and _astray(context, bodies[path]):
            # A stand-in that is moved away from what is drawn would stay solid beside it.
            opinions += [_without_collision(p) for p in _hidden(context, bodies[path])]
        for geometry in context.source.geometry(path):
            is_other = path in bodies and geometry.body_path != path
            if geometry.is_drawn and not geometry.is_collider and geometry.type_name in _SOLID_TYPES and not is_other:
                opinions += _collide(context, geometry)
    misplaced = next((text for b in bodies.values() if b.path in sites_of(findings) if (text := wrong_prim(b))), None)
    return _draft(
        "Make colliders of the visible geometry",
        findings,
        opinions,
        f"{misplaced} Which prim is the body is a decision of the author."
        if misplaced
        else "The body has no visible mesh or solid that could become a collider; model one.",
    )


def enable_colliders(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Set collisionEnabled and remove triggers."""
    opinions: list[Opinion] = []
    for collider in _colliders(context, findings):
        if not collider.is_enabled:
            opinions.append(set_attribute(collider.path, "physics:collisionEnabled", "bool", True))
        if collider.is_trigger:
            opinions.append(Opinion(prim_path=collider.path, kind=OpinionKind.REMOVE_API, name="PhysxTriggerAPI"))
    return _draft("Switch the colliders on", findings, opinions, _NOTHING)


def known_approximation(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Author the convex approximation that fits the mesh, in place of one that engines replace."""
    opinions = [o for c in _colliders(context, findings) for o in _approximate(context, c.path, c.mesh)]
    return _draft("Author a convex approximation", findings, opinions, _NOTHING)


def cheap_approximation(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Author convexHull where preparing the collider costs too much; decomposition for a hollow mesh of fair size."""
    opinions: list[Opinion] = []
    for collider in _colliders(context, findings):
        is_costly = collider.approximation == "convexDecomposition" or collider.mesh is None
        opinions += _approximate(context, collider.path, collider.mesh, "convexHull" if is_costly else None)
    return _draft("Author an approximation that is quick to prepare", findings, opinions, _NOTHING)


def _sibling(context: Context, path: str, suffix: str) -> str:
    """Return the path of a new prim beside another one, in the nearest ancestor that is no geometry."""
    parent = path.rpartition("/")[0]
    kinds = {g.path for g in context.source.geometry(context.known.root_prim_path)}
    while parent in kinds:
        parent = parent.rpartition("/")[0]
    return f"{parent}/{path.rpartition('/')[2]}_{suffix}"


def _replace_by_mesh(context: Context, collider: ColliderFacts, thickness_m: float) -> Iterator[Opinion]:
    """Yield opinions that let a hidden mesh around the geometry of a collider collide in its place."""
    path = _sibling(context, collider.path, "collider")
    space = np.linalg.inv(context.source.world(path.rpartition("/")[0])) @ context.source.world(collider.path)
    local = context.source.points(collider.path)
    points = local @ space[:3, :3].T + space[:3, 3]
    if thickness_m > 0:
        parent = context.source.world(path.rpartition("/")[0])
        scale = float(np.linalg.norm(parent[:3, 0]))
        up = parent[:3, :3].T @ np.eye(3)["XYZ".index(context.known.up_axis)]
        points = thickened(points, thickness_m / context.known.meters_per_unit / scale, up / np.linalg.norm(up))
    yield _without_collision(collider.path)
    yield from guide_mesh(path, points)


def _flatness(points: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float:
    """Return the smallest over the largest extent along the principal axes."""
    spread = np.linalg.svd(points - points.mean(axis=0), compute_uv=False) if len(points) else np.zeros(3)
    return float(spread[-1] / spread[0]) if len(spread) == 3 and spread[0] > 0 else 0.0


def collide_as_mesh(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Let a hidden convex mesh of the drawn shape collide where the engine cannot build the shape itself."""
    opinions: list[Opinion] = []
    for collider in _colliders(context, findings):
        points = context.source.points(collider.path)
        if len(points) < 3:
            continue
        thickness = 0.0 if _flatness(points) > 1e-4 else _THICKNESS_M
        try:
            opinions += list(_replace_by_mesh(context, collider, thickness))
        except (ValueError, np.linalg.LinAlgError) as error:
            return f"No collision mesh can be made from {collider.path}: {error}."
    return _draft("Collide as a hidden convex mesh of the drawn shape", findings, opinions, _NOTHING)


def thicken(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Let a hidden mesh of 1 cm thickness collide in place of a sheet."""
    opinions: list[Opinion] = []
    for collider in _colliders(context, findings):
        try:
            opinions += list(_replace_by_mesh(context, collider, _THICKNESS_M))
        except (ValueError, np.linalg.LinAlgError) as error:
            return f"No collision mesh can be made from {collider.path}: {error}."
    return _draft("Collide as a hidden mesh of 1 cm thickness", findings, opinions, _NOTHING)


def move_to_geometry(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Move CollisionAPI from a prim without geometry to the geometry below it."""
    opinions: list[Opinion] = []
    for collider in _colliders(context, findings):
        parts = [g for g in context.source.geometry(collider.path) if g.type_name in _SOLID_TYPES]
        if not parts:
            return f"There is no mesh or solid below {collider.path} that could become a collider."
        opinions.append(_without_collision(collider.path))
        opinions += [o for g in parts for o in _collide(context, g)]
    return _draft("Move the collision to the geometry", findings, opinions, _NOTHING)


def keep_inner_colliders(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Remove CollisionAPI from a prim that merges colliders of their own; geometry between them becomes solid too."""
    opinions: list[Opinion] = []
    for collider in _colliders(context, findings):
        if not collider.nested_collider_paths:
            continue
        opinions.append(_without_collision(collider.path))
        for geometry in context.source.geometry(collider.path):
            if not geometry.is_collider and geometry.type_name in _SOLID_TYPES:
                opinions += _collide(context, geometry)
    return _draft("Keep one collider for each piece of geometry", findings, opinions, _NOTHING)


def default_offsets(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Take unusual contact and rest offsets away."""
    opinions: list[Opinion] = []
    for collider in _colliders(context, findings):
        for name in ("physxCollision:restOffset", "physxCollision:contactOffset"):
            if context.source.value(collider.path, name) is not None:
                opinions.append(set_attribute(collider.path, name, "float", None))
    return _draft("Leave the offsets to the engine", findings, opinions, _NOTHING)


def outward_normals(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Turn all faces of an inside-out mesh by its orientation token."""
    opinions: list[Opinion] = []
    for collider in _colliders(context, findings):
        current = context.source.value(collider.path, "orientation")
        turned = "rightHanded" if current == "leftHanded" else "leftHanded"
        opinions.append(set_attribute(collider.path, "orientation", "token", turned, is_uniform=True))
    return _draft("Turn the faces outward", findings, opinions, _NOTHING)


def static_off(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Switch colliders off that no body carries, unless the asset would keep none on what is seen of it."""
    facts = context.known
    solid = {c.body_path for c in facts.colliders if c.is_enabled and not c.is_trigger}
    if not any(b.is_enabled and b.has_visible_geometry and b.path in solid for b in facts.bodies):
        return (
            f"{listed(sites_of(findings))}: the asset has no other collider on what is seen of it. The rigid body must "
            "carry it; put RigidBodyAPI on the prim that holds it."
        )
    opinions = [
        set_attribute(c.path, "physics:collisionEnabled", "bool", False)
        for c in _colliders(context, findings)
        if c.body_path is None
    ]
    return _draft("Switch the static colliders off", findings, opinions, _NOTHING)


def refit(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Rebuild the colliders of the bodies whose collider differs from what is drawn."""
    opinions: list[Opinion] = []
    misfits = []
    for body in context.known.moving_bodies:
        seen, solid = body.judged_points_m, body.collider_points_m
        if not len(seen) or not len(solid) or not body.has_visible_geometry:
            continue
        size = float(np.ptp(seen, axis=0).max())
        gap = float(np.abs(np.concatenate([seen.min(0) - solid.min(0), seen.max(0) - solid.max(0)])).max())
        opened = list(_switched_on(context, body.path))
        if opened:
            misfits.append(f"{body.path} has colliders that are switched off")
        elif gap > max(_MISFIT * size, _MISFIT_MIN_M):
            misfits.append(f"{body.path} by {gap:.3g} m")
            opened = list(_refit_body(context, body))
        opinions += opened
    if not opinions:
        return (
            f"The collider differs from what is drawn ({listed(misfits)}), but all visible geometry collides already; "
            "model the collider anew."
            if misfits
            else "No body has a collider that differs from what is drawn, so another collider would not help."
        )
    return Draft(
        title="Rebuild the colliders from the visible geometry",
        reason=f"Collider and visible geometry differ: {listed(misfits)}.",
        opinions=tuple(opinions),
    )


def _switched_on(context: Context, body_path: str) -> Iterator[Opinion]:
    """Yield opinions that switch the colliders of drawn geometry on."""
    off = {
        c.path for c in context.known.colliders if c.body_path == body_path and not c.is_enabled and not c.is_trigger
    }
    for part in context.source.geometry(body_path):
        if part.is_drawn and part.path in off:
            yield set_attribute(part.path, "physics:collisionEnabled", "bool", True)


def _refit_body(context: Context, body: BodyFacts) -> Iterator[Opinion]:
    parts = [g for g in context.source.geometry(body.path) if g.body_path == body.path]
    for collider in _working(context, body):
        if collider.approximation in _BOUNDING and collider.mesh is not None:
            yield from _approximate(context, collider.path, collider.mesh)
    open_parts = [g for g in parts if g.is_drawn and not g.is_collider and g.type_name in _SOLID_TYPES]
    # What is not drawn was a stand-in for what is; where that collides already, it only goes where it is astray.
    for path in _hidden(context, body) if open_parts else _astray(context, body):
        yield _without_collision(path)
    for part in open_parts:
        yield from _collide(context, part)


def _without_collision(path: str) -> Opinion:
    return Opinion(prim_path=path, kind=OpinionKind.REMOVE_API, name="PhysicsCollisionAPI")


def _working(context: Context, body: BodyFacts) -> list[ColliderFacts]:
    return [c for c in context.known.colliders if c.body_path == body.path and c.is_enabled and not c.is_trigger]


def _hidden(context: Context, body: BodyFacts) -> list[str]:
    """Return the working colliders of a body of which nothing is drawn."""
    return [c.path for c in _working(context, body) if not any(g.is_drawn for g in context.source.geometry(c.path))]


def _astray(context: Context, body: BodyFacts) -> list[str]:
    """Return the hidden colliders that reach out of the box of what is drawn; none when nothing drawn could collide."""
    hidden, seen = _hidden(context, body), body.judged_points_m
    solid = [g for g in context.source.geometry(body.path) if g.is_drawn and g.body_path == body.path]
    if not body.has_visible_geometry or not len(seen) or not any(g.type_name in _SOLID_TYPES for g in solid):
        return []
    limit = max(_MISFIT * float(np.ptp(seen, axis=0).max()), _MISFIT_MIN_M)
    low, high = seen.min(axis=0) - limit, seen.max(axis=0) + limit
    return [
        c.path
        for c in _working(context, body)
        if c.path in hidden and any((p < low).any() or (p > high).any() for p in c.pieces_m)
    ]
