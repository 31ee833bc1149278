"""Extreme points of geometry: what touches first, whichever way the body turns, and what an engine collides with.

Spheres and capsules are sampled so densely that their support in any direction is exact to 0.1 % of their radius, or
0.21 % in an asset of many such parts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache, cached_property

import numpy as np
import numpy.typing as npt
from pxr import Usd

from harness.stage.hull import Hull, enclosing_ball, extreme_points, hull_of
from harness.stage.mesh import MeshData, mesh_data
from harness.stage.values import authored_token, index_array, number, number_array, token, vector_array

__all__ = ["Shape", "ShapeReader", "Solid", "finite", "move", "solid"]

Points = npt.NDArray[np.float64]

_RING = 96
# Divisions of an icosahedron's edge with the largest distance of a facet from the sphere: 1962 and 642 points.
_FINE = (14, 0.00136)
_COARSE = (8, 0.00415)
_SPREAD = 1.2
_EMPTY: Points = np.zeros((0, 3))
_ROUND = ("Cylinder", "Cone", "Capsule", "Cylinder_1", "Capsule_1")
# Types of which PhysX (5.12, measured) makes a shape on a moving body.
_SOLID = ("Mesh", "Cube", "Sphere", "Cylinder", "Cone", "Capsule")


def move(points: Points, matrix: Points) -> Points:
    """Move points, shape (P, 3), by a 4 x 4 matrix (column vectors)."""
    with np.errstate(over="ignore", invalid="ignore"):
        moved: Points = points @ matrix[:3, :3].T + matrix[:3, 3]
    return moved


def finite(points: Points) -> Points:
    """Drop points that are not finite."""
    flags = np.isfinite(points)
    return points if flags.all() else points[flags.all(axis=1)]


@dataclass(frozen=True, kw_only=True)
class Solid:
    """What an engine collides with, in the SI asset frame."""

    points: Points
    """Extreme points, finite, shape (P, 3)."""
    volume: float | None
    """Volume [m^3]; ``None`` when unknown."""


@dataclass(frozen=True)
class Shape:
    """Geometry of one gprim in its own space and in stage units. Its parts are computed when asked for."""

    kind: str
    radius: float = 0.0
    top_radius: float = 0.0
    half_height: float = 0.0
    axis: str = "Z"
    size: tuple[float, float] = (0.0, 0.0)
    mesh: MeshData | None = None
    cloud: Points | None = None
    is_coarse: bool = False

    @cached_property
    def hull(self) -> Hull | None:
        """Hull of all finite points of a mesh; an engine cooks these, whether faces use them or not."""
        return hull_of(finite(self.mesh.points)) if self.mesh is not None else None

    @cached_property
    def drawn(self) -> Points:
        """Extreme points of what a viewer shows, shape (P, 3)."""
        if self.mesh is not None and self.hull is not None:
            used = self.mesh.used_points()
            return self.hull.points if used is None else extreme_points(finite(used))
        if self.cloud is not None:
            return extreme_points(finite(self.cloud))
        with np.errstate(invalid="ignore", over="ignore"):
            return finite(self._sampled())

    @property
    def is_solid(self) -> bool:
        """Whether PhysX makes a collision shape of such a prim on a moving body."""
        return self.kind in _SOLID

    @property
    def cooked(self) -> Points:
        """Extreme points of what PhysX collides with when no approximation changes it, shape (P, 3)."""
        return self.hull.points if self.hull is not None else self.drawn

    def _sampled(self) -> Points:
        if self.kind == "Cube":
            return self.half_height * _corners(-np.ones(3), np.ones(3))
        if self.kind == "Sphere":
            return self.radius * _ball(self.is_coarse)
        if self.kind == "Plane":
            width, length = self.size[0] / 2, self.size[1] / 2
            half = np.array({"X": (0, length, width), "Y": (width, 0, length)}.get(self.axis, (width, length, 0)))
            return np.unique(_corners(-half, half), axis=0)
        up = np.array([0, 0, self.half_height])
        if self.kind.startswith("Capsule"):
            cap = _cap(self.is_coarse)
            turned = np.concatenate([cap * self.top_radius + up, -cap * self.radius - up])
        elif self.kind == "Cone":
            turned = np.concatenate([_ring() * self.radius - up, up[None]])
        else:
            turned = np.concatenate([_ring() * self.top_radius + up, _ring() * self.radius - up])
        return _along(turned, self.axis)

    @property
    def volume(self) -> float:
        """Volume in stage units: analytic for solids, of the hull for meshes, else 0."""
        if self.hull is not None:
            return self.hull.volume
        disc, height, radius = math.pi * self.radius * self.radius, 2 * self.half_height, self.radius
        return {
            "Cube": height * height * height,
            "Sphere": 4 / 3 * disc * radius,
            "Cylinder": disc * height,
            "Cone": disc * height / 3,
            "Capsule": disc * height + 4 / 3 * disc * radius,
        }.get(self.kind, 0.0)


class ShapeReader:
    """Reads each gprim once; instances of one prototype share their shape.

    Args:
        is_coarse: Sample spheres and capsules with fewer points.
    """

    def __init__(self, *, is_coarse: bool = False) -> None:
        self._known: dict[str, Shape] = {}
        self._is_coarse = is_coarse

    def read(self, prim: Usd.Prim) -> Shape:
        """Return the shape of a gprim; unreadable data gives a shape without points."""
        source = prim.GetPrimInPrototype() if prim.IsInstanceProxy() else prim
        key = str(source.GetPath())
        if key not in self._known:
            self._known[key] = _read(prim, self._is_coarse)
        return self._known[key]


def _read(prim: Usd.Prim, is_coarse: bool) -> Shape:
    kind = str(prim.GetTypeName())
    if kind == "Mesh":
        return Shape(kind, mesh=_mesh(prim))
    if kind == "Cube":
        return Shape(kind, half_height=number(prim, "size", 2.0) / 2)
    if kind == "Sphere":
        return Shape(kind, radius=number(prim, "radius", 1.0), is_coarse=is_coarse)
    if kind == "Plane":
        sides = number(prim, "width", 2.0), number(prim, "length", 2.0)
        return Shape(kind, axis=token(prim, "axis", "Z"), size=sides)
    if kind in _ROUND:
        bottom, top = ("radiusBottom", "radiusTop") if kind.endswith("_1") else ("radius", "radius")
        return Shape(
            kind,
            radius=number(prim, bottom, 1.0),
            top_radius=number(prim, top, 1.0),
            half_height=number(prim, "height", 2.0) / 2,
            axis=token(prim, "axis", "Z"),
            is_coarse=is_coarse,
        )
    points = vector_array(prim, "points")
    return Shape(kind, cloud=_with_widths(points, number_array(prim, "widths")) if kind == "Points" else points)


def _with_widths(points: Points, widths: npt.NDArray[np.float64]) -> Points:
    """Return points on the balls that a viewer draws around points of a given width, shape (P, 3).

    Args:
        points: Centres, shape (N, 3).
        widths: Diameters, shape (N,), or (1,) for all; with any other shape the centres alone are returned.
    """
    if len(points) == 0 or len(widths) not in (1, len(points)):
        return points
    radii = np.broadcast_to(widths / 2, len(points))
    is_ball = np.isfinite(points).all(axis=1) & np.isfinite(radii) & (radii > 0)
    centers, radii = points[is_ball], radii[is_ball]
    if len(centers) == 0:
        return points
    # Each direction has one ball that reaches farthest. Between directions the centres bound what is lost.
    ball = _ball(True)
    farthest = [int((centers @ direction + radii).argmax()) for direction in ball]
    return np.concatenate([points, centers[farthest] + ball * radii[farthest, None]])


def _mesh(prim: Usd.Prim) -> MeshData:
    return mesh_data(
        vector_array(prim, "points"),
        index_array(prim, "faceVertexCounts"),
        index_array(prim, "faceVertexIndices"),
        is_left_handed=authored_token(prim, "orientation") == "leftHanded",
    )


def solid(shape: Shape, approximation: str | None, matrix: Points) -> Solid:
    """Return a collider as PhysX makes it.

    Args:
        shape: Its geometry.
        approximation: physics:approximation, used for a Mesh.
        matrix: Local to SI asset frame, 4 x 4, column vectors.

    Source: measured with PhysX 5.12. A sphere takes the largest scale; a capsule the largest of the two across its
    axis; boundingSphere is the smallest ball around the scaled points, unused ones included; boundingCube is the box
    of the points along the local axes. Any other approximation lies within the hull of all points.
    """
    if not shape.is_solid:
        return Solid(points=_EMPTY, volume=None)
    if not np.isfinite(matrix).all():
        return Solid(points=_EMPTY, volume=None)
    if shape.kind in ("Sphere", "Capsule"):
        return _rounded(shape, matrix)
    points, volume = shape.cooked, shape.volume
    if shape.kind == "Mesh" and len(points):
        if approximation == "boundingSphere":
            scale, turn = _split(matrix)
            center, radius = enclosing_ball(points * scale)
            return _solid(_ball(False) * radius + center, 4 / 3 * math.pi * radius * radius * radius, turn)
        if approximation == "boundingCube":
            low, high = points.min(axis=0), points.max(axis=0)
            points, volume = _corners(low, high), float(np.prod(high - low))
    with np.errstate(over="ignore", invalid="ignore"):
        determinant = abs(float(np.linalg.det(matrix[:3, :3])))
    return _solid(points, volume * determinant, matrix)


def _solid(points: Points, volume: float, matrix: Points) -> Solid:
    world = finite(move(points, matrix))
    return Solid(points=world, volume=abs(volume) if len(world) and math.isfinite(volume) else None)


def _split(matrix: Points) -> tuple[Points, Points]:
    """Split a matrix into its scale, shape (3,), and the rest, 4 x 4."""
    scale = np.linalg.norm(matrix[:3, :3], axis=0)
    turn = matrix.copy()
    turn[:3, :3] /= np.where(scale > 0, scale, 1.0)
    return scale, turn


def _rounded(shape: Shape, matrix: Points) -> Solid:
    """Scale a sphere or capsule as PhysX does: it keeps one radius."""
    scale, turn = _split(matrix)
    if shape.kind == "Sphere":
        scaled = Shape("Sphere", radius=shape.radius * float(scale.max()), is_coarse=shape.is_coarse)
    else:
        along = "XYZ".index(shape.axis) if shape.axis in ("X", "Y", "Z") else 2
        radius = shape.radius * float(np.delete(scale, along).max())
        half = shape.half_height * float(scale[along])
        scaled = replace(shape, radius=radius, top_radius=radius, half_height=half)
    return _solid(scaled.drawn, scaled.volume, turn)


def _corners(low: Points, high: Points) -> Points:
    return np.array([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])


@cache
def _ball(is_coarse: bool) -> Points:
    """Unit sphere by a subdivided icosahedron, pushed out by half its largest support error, shape (P, 3).

    The support is exact along the axes and wrong by at most half that error in any other direction.

    Source: the errors were measured as the largest distance of a facet of the hull; ``_SPREAD`` evens out the
    triangles.
    """
    frequency, error = _COARSE if is_coarse else _FINE
    golden = (1 + math.sqrt(5)) / 2
    signs = [(a, b * golden) for a in (-1.0, 1.0) for b in (-1.0, 1.0)]
    corners = np.array([v for a, b in signs for v in ((0, a, b), (a, b, 0), (b, 0, a))])
    corners /= np.linalg.norm(corners[0])
    edge = float(np.sort(np.linalg.norm(corners[1:] - corners[0], axis=1))[0]) + 1e-9
    near = np.linalg.norm(corners[:, None] - corners[None], axis=2) < edge
    faces = [
        (i, j, k) for i in range(12) for j in range(i) for k in range(j) if near[i, j] and near[j, k] and near[i, k]
    ]
    steps = range(frequency + 1)
    weights = np.array([(i, j, frequency - i - j) for i in steps for j in steps if i + j <= frequency], dtype=float)
    weights = np.sin(weights / frequency * _SPREAD)
    points = np.concatenate([weights @ corners[list(face)] for face in faces])
    points /= np.linalg.norm(points, axis=1)[:, None]
    points = np.unique(points.round(12), axis=0)
    on_axis = np.abs(points).max(axis=1) > 1 - 1e-9
    out: Points = np.where(on_axis[:, None], points.round(9), points * (1 + error / 2))
    return out


@cache
def _cap(is_coarse: bool) -> Points:
    """Upper half of the unit sphere with an even rim, shape (P, 3)."""
    ball = _ball(is_coarse)
    return np.concatenate([ball[ball[:, 2] > 1e-9], _ring()])


@cache
def _ring() -> Points:
    angle = np.arange(_RING) * 2 * math.pi / _RING
    return np.stack([np.cos(angle), np.sin(angle), np.zeros(_RING)], axis=1).round(15)


def _along(points: Points, axis: str) -> Points:
    """Turn points about Z into points about another axis, as the schema's axis attribute does."""
    order = {"X": (2, 0, 1), "Y": (1, 2, 0)}.get(axis, (0, 1, 2))
    return points[:, list(order)]
