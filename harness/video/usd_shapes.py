"""Turns USD shapes into vertex rows: positions, normals, texture coordinates, colour."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from pxr import Tf, UsdGeom, UsdShade, Vt

from harness.video import shapes
from harness.video.geometry import Finish, Vertices, finish, pack_vertices
from harness.video.materials import Look, TextureUse, read_look
from harness.video.meshes import Corners, MeshDefect, fan_triangles, same_place, smooth_normals, spread_to_corners
from harness.video.solids import outward_flips
from harness.video.usd_walk import TIME, Shape

__all__ = ["LookTable", "Surface", "shape_surfaces"]

PLAIN_COLOR = (0.42, 0.42, 0.43)
"""Linear colour of a surface without material and displayColor."""
COLLIDER_COLOR = (0.90, 0.30, 0.03)
MIN_OPACITY = 0.25
"""Even clear glass stays visible."""
MIN_SOLID_TRIANGLES = 2_000
"""Under this, leaving back sides out saves less than finding out whether they can be left out."""
MAX_MESH_CORNERS = 30_000_000

Array = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Surface:
    """Triangles of one shape that share a texture; not indexed, three rows are a triangle."""

    vertices: Vertices
    texture: TextureUse | None
    finish: Finish
    is_solid: bool
    """Whether it belongs to a closed surface that is seen from outside only."""


class LookTable:
    """Reads each material once and collects its warnings.

    Args:
        warnings: Receives what materials could not say.
    """

    def __init__(self, warnings: list[str]) -> None:
        self._warnings = warnings
        self._looks: dict[str, Look] = {}

    def look(self, material: UsdShade.Material) -> Look:
        """Return the look of a material; no material gives the plain look."""
        if not material:
            return Look(color=None)
        path = str(material.GetPath())
        if path not in self._looks:
            try:
                self._looks[path] = read_look(material)
            except Tf.ErrorException as error:
                self._looks[path] = Look(color=None, warning=f"material {path}: {error}")
            warning = self._looks[path].warning
            if warning:
                self._warnings.append(warning)
        return self._looks[path]


def shape_surfaces(shape: Shape, transform: Array, table: LookTable) -> Iterator[Surface]:
    """Yield the surfaces of a shape.

    Args:
        shape: What to draw.
        transform: Frame of the body from local, metres, shape (4, 4).
        table: Materials.

    Raises:
        MeshDefect: The shape is malformed and must be left out.
    """
    if not np.isfinite(transform).all():
        raise MeshDefect("its transform is not finite")
    if shape.prim.GetTypeName() == "Mesh":
        yield from _mesh(shape, transform, table)
    else:
        yield from _primitive(shape, transform, table)


def _primitive(shape: Shape, transform: Array, table: LookTable) -> Iterator[Surface]:
    """Yield the one surface of a built-in shape."""
    local = _primitive_triangles(shape)
    order = local.indices.ravel()
    position = _moved(local.points, transform)[order]
    normal = _turned(local.normals, transform)[order]
    corners = Corners(point=order, face=order // 3, corner=order)
    look = table.look(UsdShade.MaterialBindingAPI(shape.prim).ComputeBoundMaterial()[0])
    color = _display_color(shape, corners, (local.points.shape[0], -1, -1))
    is_mirrored = bool(np.linalg.det(transform[:3, :3]) < 0)
    is_solid = shape.prim.GetTypeName() != "Plane"
    flips = np.full(order.size // 3, is_mirrored) if is_solid else None
    yield _surface(shape, look, (position, normal, np.zeros((order.size, 2)), color), flips)


def _primitive_triangles(shape: Shape) -> shapes.Triangles:
    """Return the triangles of a built-in shape.

    Raises:
        MeshDefect: A size is not a finite number.
    """
    prim, name = shape.prim, str(shape.prim.GetTypeName())

    def number(attribute: str, default: float) -> float:
        """Return a size of the shape."""
        value = prim.GetAttribute(attribute).Get(TIME)
        result = default if value is None else float(value)
        if not np.isfinite(result):
            raise MeshDefect(f"its {attribute} is {result}")
        return abs(result)

    axis = str(prim.GetAttribute("axis").Get(TIME) or "Z")
    if name == "Cube":
        return shapes.cube(number("size", 2.0))
    if name == "Sphere":
        return shapes.sphere(number("radius", 1.0), shape.segments)
    if name == "Plane":
        return shapes.orient(shapes.plane(number("width", 2.0), number("length", 2.0)), axis)
    if name == "Cone":
        return shapes.orient(shapes.cone(number("radius", 1.0), number("height", 2.0), shape.segments), axis)
    maker = shapes.capsule if name.startswith("Capsule") else shapes.cylinder
    is_tapered = name.endswith("_1")
    radius = max(number("radiusBottom", 0.5), number("radiusTop", 0.5)) if is_tapered else number("radius", 1.0)
    return shapes.orient(maker(radius, number("height", 2.0 if name == "Cylinder" else 1.0), shape.segments), axis)


def _mesh(shape: Shape, transform: Array, table: LookTable) -> Iterator[Surface]:
    """Yield one surface for each material of a mesh."""
    mesh = UsdGeom.Mesh(shape.prim)
    points = _array(mesh.GetPointsAttr().Get(TIME), 3)
    counts = np.asarray(mesh.GetFaceVertexCountsAttr().Get(TIME) or [], np.int64)
    indices = np.asarray(mesh.GetFaceVertexIndicesAttr().Get(TIME) or [], np.int64)
    if points.shape[0] == 0:
        raise MeshDefect("it has no points")
    if indices.size > MAX_MESH_CORNERS:
        raise MeshDefect(f"it has {indices.size} corners, which is too many to draw")
    left_handed = mesh.GetOrientationAttr().Get(TIME) == UsdGeom.Tokens.leftHanded
    corners = fan_triangles(counts, indices, points.shape[0], left_handed)
    sizes = (points.shape[0], counts.size, indices.size)
    moved = _moved(points, transform)
    corners = _finite_corners(moved, corners)
    normal = _authored_normals(mesh, transform, corners, sizes)
    place = same_place(moved)[corners.point]
    if normal is None:
        normal = smooth_normals(moved, corners.point, place)
    flips = outward_flips(*_placed(moved, corners.point, place)) if place.size >= 3 * MIN_SOLID_TRIANGLES else None
    position = moved[corners.point]
    color = _display_color(shape, corners, sizes)
    for look, chosen in _looks_by_face(shape, table, corners, counts.size):
        st = _texture_coordinates(shape, look, corners, sizes)
        pick = slice(None) if chosen is None else chosen
        turned = None if flips is None else flips if chosen is None else flips[chosen[::3]]
        yield _surface(shape, look, (position[pick], normal[pick], st[pick], color[pick]), turned)


def _finite_corners(moved: Array, corners: Corners) -> Corners:
    """Leave out triangles with a corner that is not finite or absurdly far.

    Raises:
        MeshDefect: No triangle is left.
    """
    with np.errstate(invalid="ignore"):
        is_good = np.asarray((np.abs(moved) < 1e9).all(axis=1))
    if is_good.all():
        return corners
    kept = np.repeat(is_good[corners.point].reshape(-1, 3).all(axis=1), 3)
    if not kept.any():
        raise MeshDefect("its points are not finite")
    return Corners(*(part[kept] for part in corners))


def _looks_by_face(
    shape: Shape, table: LookTable, corners: Corners, face_count: int
) -> list[tuple[Look, npt.NDArray[np.bool_] | None]]:
    """Return each look with the corners that wear it; None stands for all corners."""
    own = table.look(UsdShade.MaterialBindingAPI(shape.prim).ComputeBoundMaterial()[0])
    subsets = UsdShade.MaterialBindingAPI(shape.prim).GetMaterialBindSubsets()
    if not subsets:
        return [(own, None)]
    owner = np.full(face_count, -1, np.int64)
    looks = []
    for number, subset in enumerate(subsets):
        faces = np.asarray(subset.GetIndicesAttr().Get(TIME) or [], np.int64)
        owner[faces[(faces >= 0) & (faces < face_count)]] = number
        looks.append(table.look(UsdShade.MaterialBindingAPI(subset.GetPrim()).ComputeBoundMaterial()[0]))
    worn = owner[corners.face]
    entries = [(look, worn == number) for number, look in [(-1, own), *enumerate(looks)]]
    return [(look, chosen) for look, chosen in entries if chosen.any()]


def _authored_normals(
    mesh: UsdGeom.Mesh, transform: Array, corners: Corners, sizes: tuple[int, int, int]
) -> Array | None:
    """Return authored normals by corner; None when absent, ignored by the subdivision scheme, or malformed."""
    if mesh.GetSubdivisionSchemeAttr().Get(TIME) != UsdGeom.Tokens.none:
        return None
    primvar = UsdGeom.PrimvarsAPI(mesh.GetPrim()).GetPrimvar("normals")
    if primvar and primvar.HasAuthoredValue():
        values, interpolation = primvar.ComputeFlattened(TIME), str(primvar.GetInterpolation())
    else:
        values, interpolation = mesh.GetNormalsAttr().Get(TIME), str(mesh.GetNormalsInterpolation())
    if values is None or len(values) == 0:
        return None
    spread = spread_to_corners(_array(values, 3), interpolation, corners, sizes)
    if spread is None or not np.isfinite(spread).all() or (np.abs(spread).sum(axis=1) == 0).any():
        return None
    return _turned(spread, transform)


def _texture_coordinates(shape: Shape, look: Look, corners: Corners, sizes: tuple[int, int, int]) -> Array:
    """Return texture coordinates by corner; zeros without a texture or usable coordinates."""
    zeros = np.zeros((corners.point.size, 2))
    if look.texture is None:
        return zeros
    api = UsdGeom.PrimvarsAPI(shape.prim)
    primvar = api.FindPrimvarWithInheritance(look.texture.primvar)
    if not primvar or not primvar.HasValue():
        primvar = api.FindPrimvarWithInheritance("st")
    values = primvar.ComputeFlattened(TIME) if primvar and primvar.HasValue() else None
    if not isinstance(values, Vt.Vec2fArray | Vt.Vec2dArray | Vt.Vec2hArray) or len(values) == 0:
        return zeros
    spread = spread_to_corners(_array(values, 2), str(primvar.GetInterpolation()), corners, sizes)
    if spread is None or not np.isfinite(spread).all():
        return zeros
    matrix = look.texture.st_transform
    return spread @ matrix[:, :2].T + matrix[:, 2]


def _display_color(shape: Shape, corners: Corners, sizes: tuple[int, int, int]) -> Array:
    """Return linear RGB and opacity by corner from displayColor and displayOpacity."""
    result = np.empty((corners.point.size, 4))
    result[:, :3], result[:, 3] = COLLIDER_COLOR if shape.is_collider else PLAIN_COLOR, 1.0
    if shape.is_collider:
        return result
    api = UsdGeom.PrimvarsAPI(shape.prim)
    for name, columns in (("displayColor", slice(0, 3)), ("displayOpacity", slice(3, 4))):
        primvar = api.FindPrimvarWithInheritance(name)
        values = primvar.ComputeFlattened(TIME) if primvar and primvar.HasValue() else None
        if values is None or len(values) == 0:
            continue
        array = np.asarray(values, np.float64).reshape(len(values), -1)
        width = columns.stop - columns.start
        spread = None
        if array.shape[1] == width:
            spread = spread_to_corners(array, str(primvar.GetInterpolation()), corners, sizes)
        if spread is not None and np.isfinite(spread).all():
            result[:, columns] = np.clip(spread, 0, 1)
    return result


def _placed(points: Array, corner_point: IntArray, corner_place: IntArray) -> tuple[Array, IntArray]:
    """Return one point for each place, and the places of each triangle, shape (T, 3)."""
    place_points = np.zeros((int(corner_place.max()) + 1, 3))
    place_points[corner_place] = points[corner_point]
    return place_points, corner_place.reshape(-1, 3)


def _surface(
    shape: Shape, look: Look, parts: tuple[Array, Array, Array, Array], flips: npt.NDArray[np.bool_] | None
) -> Surface:
    """Return packed vertices of one material.

    Args:
        shape: Where they come from.
        look: The material.
        parts: Position, normal, texture coordinates and colour of each corner.
        flips: For a closed solid, which triangles face inwards; None for what is open.
    """
    position, normal, st, color = parts
    if shape.is_collider:
        look = Look(color=None)
    if look.color is not None:
        color = np.concatenate([np.broadcast_to(np.array(look.color), (color.shape[0], 3)), color[:, 3:]], axis=1)
    opacity = float(color[:, 3].mean()) * look.opacity
    vertices = pack_vertices(position, normal, st, color[:, :3])
    if flips is None:
        _wind_by_normals(vertices)
    else:
        _turn_outwards(vertices, flips)
    return Surface(
        vertices=vertices,
        is_solid=flips is not None,
        texture=look.texture,
        finish=finish(look.roughness, look.metallic, max(opacity, MIN_OPACITY)),
    )


def _against_normals(triangles: Vertices) -> npt.NDArray[np.bool_]:
    """Return which triangles turn clockwise seen from the side their normals point to, shape (T,)."""
    position, normal = triangles[:, :, :3], triangles[:, :, 3:6].sum(axis=1)
    turned = np.cross(position[:, 1] - position[:, 0], position[:, 2] - position[:, 0])
    return np.asarray(np.einsum("ij,ij->i", turned, normal) < 0)


def _wind_by_normals(vertices: Vertices) -> None:
    """Turn triangles in place so that their front is the side their normals point to."""
    triangles = vertices.reshape(-1, 3, vertices.shape[1])
    wrong = _against_normals(triangles)
    if wrong.any():
        triangles[wrong] = triangles[wrong][:, [0, 2, 1]]


def _turn_outwards(vertices: Vertices, flips: npt.NDArray[np.bool_]) -> None:
    """Turn triangles and normals of a solid in place so that both face outwards."""
    triangles = vertices.reshape(-1, 3, vertices.shape[1])
    if flips.any():
        triangles[flips] = triangles[flips][:, [0, 2, 1]]
    wrong = _against_normals(triangles)
    if wrong.any():
        triangles[wrong, :, 3:6] *= -1


def _array(values: object, width: int) -> Array:
    """Return USD vectors as numbers, shape (N, width)."""
    array = np.asarray(values if values is not None else [], np.float64)
    return array.reshape(-1, width)


def _moved(points: Array, transform: Array) -> Array:
    with np.errstate(over="ignore", invalid="ignore"):
        return np.asarray(points @ transform[:3, :3].T + transform[:3, 3])


def _turned(normals: Array, transform: Array) -> Array:
    """Return unit normals after a transform that may scale, mirror or shear."""
    linear = transform[:3, :3] / max(float(np.abs(transform[:3, :3]).max()), 1e-300)
    columns = linear.T
    cofactor = np.stack(
        [np.cross(columns[1], columns[2]), np.cross(columns[2], columns[0]), np.cross(columns[0], columns[1])], axis=1
    )
    if np.linalg.det(linear) < 0:
        cofactor = -cofactor
    turned = normals @ cofactor.T
    size = np.linalg.norm(turned, axis=1, keepdims=True)
    return np.asarray(np.where(size > 1e-12, turned / np.where(size > 1e-12, size, 1), [0.0, 0.0, 1.0]))
