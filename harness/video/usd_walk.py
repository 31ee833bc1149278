"""Finds what is drawn in a USD scene: visible shapes with their world transform in metres, Z up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from pxr import Tf, Usd, UsdGeom

from harness.video.errors import VideoError

__all__ = ["DRAWN_TYPES", "Shape", "open_stage", "visible_shapes", "world_from_stage"]

ROOM_PATHS = ("/World/Room", "/World/Ground")
"""Prims that only the viewer of the scene file needs; the video draws its own room."""

DRAWN_TYPES = frozenset(
    ["Mesh", "Cube", "Sphere", "Cylinder", "Cylinder_1", "Capsule", "Capsule_1", "Cone", "Plane"],
)
_OTHER_GPRIMS = frozenset(["BasisCurves", "NurbsCurves", "NurbsPatch", "HermiteCurves", "Points", "TetMesh", "Volume"])
MAX_INSTANCES = 20_000

Matrix = npt.NDArray[np.float64]
TIME = Usd.TimeCode.EarliestTime()


@dataclass(frozen=True, kw_only=True)
class Shape:
    """One shape to draw, at one place."""

    prim: Usd.Prim
    path: str
    """Path that decides which body carries it; for an instance of a point instancer, the path of the instancer."""
    world: Matrix
    """World from local, metres, Z up, column-vector notation, shape (4, 4)."""
    is_collider: bool = False
    """Drawn only because nothing else is visible."""
    segments: int = 48
    """Steps around a round shape."""


@dataclass(frozen=True, kw_only=True)
class _Visit:
    """State of the walk at one prim."""

    prim: Usd.Prim
    is_visible: bool
    purpose: str
    purpose_parent: str
    """Parent of the prim that authored the purpose."""


def open_stage(path: Path) -> Usd.Stage:
    """Open a scene.

    Raises:
        VideoError: It cannot be opened.
    """
    try:
        stage = Usd.Stage.Open(str(path))
    except Tf.ErrorException as error:
        cause = str(error).strip().splitlines()[0].rpartition(" : ")[2].strip("'")
        raise VideoError(f"the scene {path.name} cannot be opened: {cause}") from error
    if not stage:
        raise VideoError(f"the scene {path.name} cannot be opened")
    return stage


def world_from_stage(stage: Usd.Stage) -> Matrix:
    """Return the matrix from stage units and up axis to metres and Z up.

    Raises:
        VideoError: The unit of length is not a positive number.
    """
    unit = float(UsdGeom.GetStageMetersPerUnit(stage))
    if not (np.isfinite(unit) and unit > 0):
        raise VideoError(f"metersPerUnit is {unit}")
    matrix = np.eye(4)
    if UsdGeom.GetStageUpAxis(stage) == UsdGeom.Tokens.y:
        matrix[:3, :3] = [[1, 0, 0], [0, 0, -1], [0, 1, 0]]
    matrix[:3, :3] *= unit
    return matrix


def visible_shapes(stage: Usd.Stage, warnings: list[str]) -> list[Shape]:
    """Return every shape to draw.

    Purposes default and render count, proxy only where it has no render sibling. When that leaves nothing, hidden
    shapes and guides are returned and marked as colliders.

    Args:
        stage: The composed scene.
        warnings: Receives what is left out.
    """
    si = world_from_stage(stage)
    cache = UsdGeom.XformCache(TIME)
    visits = [visit for visit in _walk(stage) if visit.prim.GetTypeName() in DRAWN_TYPES]
    render_parents = {visit.purpose_parent for visit in visits if visit.is_visible and visit.purpose == "render"}
    shown = [visit for visit in visits if _is_shown(visit, render_parents)]
    shapes = [
        Shape(prim=visit.prim, path=str(visit.prim.GetPath()), world=_world(si, cache, visit.prim)) for visit in shown
    ]
    for visit in _walk(stage):
        name = visit.prim.GetTypeName()
        if name == "PointInstancer" and visit.is_visible and visit.purpose != "guide":
            shapes += _instances(visit.prim, si, cache, warnings)
        elif name in _OTHER_GPRIMS and visit.is_visible and visit.purpose in ("default", "render"):
            warnings.append(f"{visit.prim.GetPath()}: shapes of type {name} are not drawn")
    if not shapes and visits:
        warnings.append("nothing of the asset is visible: its hidden shapes are drawn in orange")
        shapes = _hidden(visits, si, cache)
    # Many small round shapes need fewer triangles each.
    segments = 48 if len(shapes) <= 60 else 24 if len(shapes) <= 500 else 16
    return [replace(shape, segments=segments) for shape in shapes]


def _hidden(visits: list[_Visit], si: Matrix, cache: UsdGeom.XformCache) -> list[Shape]:
    return [
        Shape(prim=visit.prim, path=str(visit.prim.GetPath()), world=_world(si, cache, visit.prim), is_collider=True)
        for visit in visits
    ]


def _is_shown(visit: _Visit, render_parents: set[str]) -> bool:
    if not visit.is_visible or visit.purpose == "guide":
        return False
    return visit.purpose != "proxy" or visit.purpose_parent not in render_parents


def _walk(stage: Usd.Stage) -> Iterator[_Visit]:
    """Visit all defined prims, instances included, but neither the room nor what belongs to a point instancer."""
    predicate = Usd.TraverseInstanceProxies(Usd.PrimDefaultPredicate)
    root = stage.GetPseudoRoot()
    stack = [_Visit(prim=root, is_visible=True, purpose="default", purpose_parent="/")]
    while stack:
        visit = stack.pop()
        if visit.prim is not root:
            yield visit
            if visit.prim.GetTypeName() == "PointInstancer":
                continue
        for child in reversed(list(visit.prim.GetFilteredChildren(predicate))):
            if str(child.GetPath()) not in ROOM_PATHS:
                stack.append(_enter(visit, child))


def _enter(parent: _Visit, prim: Usd.Prim) -> _Visit:
    """Return the visit of a child with inherited visibility and purpose."""
    imageable = UsdGeom.Imageable(prim)
    if not imageable:
        return _Visit(
            prim=prim,
            is_visible=parent.is_visible,
            purpose=parent.purpose,
            purpose_parent=parent.purpose_parent,
        )
    is_visible = parent.is_visible and imageable.GetVisibilityAttr().Get(TIME) != UsdGeom.Tokens.invisible
    purpose, purpose_parent = parent.purpose, parent.purpose_parent
    attribute = imageable.GetPurposeAttr()
    if purpose == "default" and attribute.HasAuthoredValue():
        purpose, purpose_parent = str(attribute.Get()), str(prim.GetPath().GetParentPath())
    return _Visit(prim=prim, is_visible=is_visible, purpose=purpose, purpose_parent=purpose_parent)


def _world(si: Matrix, cache: UsdGeom.XformCache, prim: Usd.Prim) -> Matrix:
    """Return the world matrix of a prim; not a number when its transform is malformed."""
    try:
        with np.errstate(invalid="ignore", over="ignore"):
            return np.asarray(si @ np.array(cache.GetLocalToWorldTransform(prim), np.float64).T)
    except Tf.ErrorException:
        return np.full((4, 4), np.nan)


def _instances(prim: Usd.Prim, si: Matrix, cache: UsdGeom.XformCache, warnings: list[str]) -> list[Shape]:
    """Return the shapes of all instances of a point instancer."""
    instancer = UsdGeom.PointInstancer(prim)
    path = str(prim.GetPath())
    prototypes = [
        prim.GetStage().GetPrimAtPath(target) for target in instancer.GetPrototypesRel().GetForwardedTargets()
    ]
    chosen = instancer.GetProtoIndicesAttr().Get(TIME)
    try:
        placed = instancer.ComputeInstanceTransformsAtTime(
            TIME, TIME, UsdGeom.PointInstancer.IncludeProtoXform, UsdGeom.PointInstancer.IgnoreMask
        )
    except Tf.ErrorException as error:
        warnings.append(f"{path}: the instances are malformed and not drawn: {str(error).strip().splitlines()[-1]}")
        return []
    if chosen is None or not placed or len(placed) != len(chosen):
        warnings.append(f"{path}: the instances are malformed and not drawn")
        return []
    hidden = set(instancer.GetInvisibleIdsAttr().Get(TIME) or ())
    ids = instancer.GetIdsAttr().Get(TIME) or range(len(chosen))
    parts = [_prototype_parts(prototype, cache) for prototype in prototypes]
    base = _world(si, cache, prim)
    shapes: list[Shape] = []
    for number, index in enumerate(chosen):
        if not 0 <= index < len(parts) or (number < len(ids) and ids[number] in hidden):
            continue
        transform = base @ np.array(placed[number], np.float64).T
        shapes += [Shape(prim=part, path=path, world=transform @ local) for part, local in parts[index]]
        if len(shapes) > MAX_INSTANCES:
            warnings.append(f"{path}: only the first {MAX_INSTANCES} instances are drawn")
            break
    return shapes


def _prototype_parts(prototype: Usd.Prim, cache: UsdGeom.XformCache) -> list[tuple[Usd.Prim, Matrix]]:
    """Return the shapes of a prototype with their transform relative to it."""
    if not prototype:
        return []
    base = np.array(cache.GetLocalToWorldTransform(prototype), np.float64).T
    if not np.isfinite(base).all() or abs(np.linalg.det(base)) < 1e-30:
        return []
    inverse = np.linalg.inv(base)
    predicate = Usd.TraverseInstanceProxies(Usd.PrimDefaultPredicate)
    parts = []
    for prim in Usd.PrimRange(prototype, predicate):
        if prim.GetTypeName() in DRAWN_TYPES and UsdGeom.Imageable(prim).ComputePurpose() != UsdGeom.Tokens.guide:
            parts.append((prim, inverse @ np.array(cache.GetLocalToWorldTransform(prim), np.float64).T))
    return parts
