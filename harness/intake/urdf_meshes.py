"""Load mesh files with trimesh: parts with points, triangles and looks for drawing, parts with points for colliding."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.urdf.mass import Solid

__all__ = ["FORMATS", "MeshError", "MeshLook", "MeshPart", "hull_solid", "load_colliders", "load_visuals"]

Array = npt.NDArray[np.float64]

FORMATS = (".stl", ".obj", ".dae", ".gltf", ".glb", ".ply", ".off")
"""Mesh files that are read."""
_MAX_TRIANGLES = 20_000_000
_UNIT = re.compile(r"([-+.\deE]+) \* meters")


class MeshError(Exception):
    """A mesh file cannot be used; the message says why, without a full stop."""


@dataclass(frozen=True, kw_only=True, eq=False)
class MeshLook:
    """How a part of a mesh looks."""

    name: str
    rgba: tuple[float, float, float, float] | None = None
    image: Any = None
    """Pillow image of the base colour, or ``None``."""


@dataclass(frozen=True, kw_only=True, eq=False)
class MeshPart:
    """A mesh in metres, before the scale of the URDF element."""

    name: str
    points: Array
    """Shape (P, 3)."""
    triangles: npt.NDArray[np.int64]
    """Shape (T, 3)."""
    uv: Array | None = None
    """Texture coordinates of the points, shape (P, 2)."""
    colors: Array | None = None
    """Colours of the points, 0 to 1, shape (P, 3)."""
    look: MeshLook | None = None
    solids: dict[str, Solid | None] = field(default_factory=dict)
    """Cache of :func:`hull_solid`."""


def load_visuals(path: Path) -> tuple[MeshPart, ...]:
    """Load what is drawn.

    Args:
        path: The file.

    Raises:
        MeshError: If it cannot be read or holds no triangle.
    """
    scene = _load(path, {})
    return _parts(path, scene, is_drawn=True)


def load_colliders(path: Path) -> tuple[MeshPart, ...]:
    """Load what is touched: one part for each object or group of an OBJ file and each mesh of other files.

    Args:
        path: The file.

    Raises:
        MeshError: If it cannot be read or holds no triangle.
    """
    options = {"split_objects": True, "split_groups": True, "group_material": False, "skip_materials": True}
    scene = _load(path, options if path.suffix.lower() == ".obj" else {})
    parts = _parts(path, scene, is_drawn=False)
    return _regrouped(parts) if path.suffix.lower() == ".dae" else parts


def _regrouped(parts: tuple[MeshPart, ...]) -> tuple[MeshPart, ...]:
    """Put the parts of one DAE geometry together, which trimesh splits by material: ``a``, ``a_1``, ``a_2``."""
    names = {p.name for p in parts}
    groups: dict[str, list[MeshPart]] = {}
    for part in parts:
        base, _, number = part.name.rpartition("_")
        groups.setdefault(base if number.isdigit() and base in names else part.name, []).append(part)
    return tuple(group[0] if len(group) == 1 else _joined(name, group) for name, group in groups.items())


def _joined(name: str, group: list[MeshPart]) -> MeshPart:
    counts = np.cumsum([0, *(len(p.points) for p in group[:-1])])
    triangles = np.concatenate([p.triangles + n for p, n in zip(group, counts, strict=True)])
    points, triangles = _welded(np.concatenate([p.points for p in group]), triangles)
    return MeshPart(name=name, points=points, triangles=triangles)


def _load(path: Path, options: dict[str, Any]) -> Any:
    import trimesh

    if path.suffix.lower() not in FORMATS:
        raise MeshError(f"the format '{path.suffix}' is not read; use one of {', '.join(FORMATS)}")
    # What it says about textures and the like is not for the user's terminal.
    logging.getLogger("trimesh").setLevel(logging.CRITICAL)
    try:
        return trimesh.load_scene(str(path), process=False, **options)
    except ModuleNotFoundError as error:
        package = "pycollada" if error.name == "collada" else error.name
        raise MeshError(f"reading it needs the package {package}: pip install 'asset-qa[urdf]'") from error
    except Exception as error:
        kind = type(error).__name__
        # Some readers name the kind in the text as well.
        text = " ".join(str(error).split()).removeprefix(f"{kind}: ")[:200]
        raise MeshError(f"it is damaged or empty ({kind}: {text})") from error


def _parts(path: Path, scene: Any, *, is_drawn: bool) -> tuple[MeshPart, ...]:
    try:
        parts = tuple(_each(path, scene, is_drawn=is_drawn))
    except (ValueError, IndexError, TypeError, AttributeError, np.linalg.LinAlgError) as error:
        raise MeshError(f"it is damaged ({type(error).__name__}: {' '.join(str(error).split())[:200]})") from error
    if not parts:
        raise MeshError("it holds no triangle")
    if sum(len(p.triangles) for p in parts) > _MAX_TRIANGLES:
        raise MeshError(f"it has more than {_MAX_TRIANGLES} triangles")
    return parts


def _each(path: Path, scene: Any, *, is_drawn: bool) -> Iterator[MeshPart]:
    for node in sorted(scene.graph.nodes_geometry):
        matrix, name = scene.graph[node]
        mesh = scene.geometry[name]
        if not hasattr(mesh, "faces") or not len(mesh.faces):
            continue
        points = np.asarray(mesh.vertices, dtype=float)
        faces = np.asarray(mesh.faces, dtype=np.int64)
        if faces.min() < 0 or faces.max() >= len(points):
            raise ValueError("a triangle names a point that does not exist")
        matrix = np.asarray(matrix, dtype=float)
        moved = (points @ matrix[:3, :3].T + matrix[:3, 3]) * _unit(mesh)
        if np.linalg.det(matrix[:3, :3]) < 0:
            faces = faces[:, ::-1]
        if not is_drawn:
            moved, faces = _welded(moved, faces)
            if len(faces):
                yield MeshPart(name=str(name), points=moved, triangles=faces)
            continue
        if path.suffix.lower() == ".stl":
            moved, faces = _welded(moved, faces)
            yield MeshPart(name=str(name), points=moved, triangles=faces)
            continue
        uv, colors, look = _looks(mesh)
        yield MeshPart(name=str(name), points=moved, triangles=faces, uv=uv, colors=colors, look=look)


def _unit(mesh: Any) -> float:
    """Return the metres per unit that a DAE file names; other formats name none."""
    units = str(mesh.metadata.get("units") or "")
    match = _UNIT.fullmatch(units)
    return float(match[1]) if match else 1.0


def _welded(points: Array, faces: npt.NDArray[np.int64]) -> tuple[Array, npt.NDArray[np.int64]]:
    """Merge equal points, so that neighbouring triangles share them, and drop triangles without an area."""
    # As stored: in single precision. A sort by columns is many times faster than np.unique over rows.
    stored = points.astype(np.float32)
    order = np.lexsort(stored.T)
    ranked = stored[order]
    is_new = np.ones(len(ranked), dtype=bool)
    is_new[1:] = (ranked[1:] != ranked[:-1]).any(axis=1)
    inverse = np.empty(len(ranked), dtype=np.int64)
    inverse[order] = np.cumsum(is_new) - 1
    welded = inverse[faces]
    a, b, c = welded.T
    kept = welded[(a != b) & (b != c) & (c != a)]
    return ranked[is_new].astype(float), kept


def _looks(mesh: Any) -> tuple[Array | None, Array | None, MeshLook | None]:
    visual = mesh.visual
    kind = getattr(visual, "kind", None)
    if kind == "vertex":
        colors = np.asarray(visual.vertex_colors, dtype=float)[:, :3] / 255
        return None, colors if len(colors) == len(mesh.vertices) else None, None
    if kind != "texture":
        return None, None, None
    uv = None if visual.uv is None else np.asarray(visual.uv, dtype=float)
    if uv is not None and (uv.shape != (len(mesh.vertices), 2) or not np.isfinite(uv).all()):
        uv = None
    return uv, None, _look(visual.material)


def _look(material: Any) -> MeshLook | None:
    if material is None:
        return None
    image = getattr(material, "baseColorTexture", None)
    if image is None:
        image = getattr(material, "image", None)
    color = getattr(material, "baseColorFactor", None)
    if color is None:
        color = getattr(material, "diffuse", None)
    rgba = None
    if color is not None:
        values = np.asarray(color, dtype=float).reshape(-1)
        if values.size >= 3 and np.isfinite(values).all():
            scale = 255.0 if np.asarray(color).dtype.kind in "ui" or values.max() > 1 else 1.0
            r, g, b = (min(max(float(v) / scale, 0.0), 1.0) for v in values[:3])
            a = min(max(float(values[3]) / scale, 0.0), 1.0) if values.size > 3 else 1.0
            rgba = (r, g, b, a)
    name = str(getattr(material, "name", None) or "material")
    return None if image is None and rgba is None else MeshLook(name=name, rgba=rgba, image=image)


def hull_solid(points: Array) -> Solid | None:
    """Return volume and inertia at density 1 of the convex hull of points, or ``None`` when it has no volume.

    Engines collide with the hull of a mesh, and the mesh itself is often not closed.

    Args:
        points: Shape (P, 3).
    """
    from scipy.spatial import ConvexHull, QhullError

    try:
        hull = ConvexHull(points)
    except (QhullError, ValueError):
        return None
    # Tetrahedra from a point inside to each face; the sign makes the winding of the faces irrelevant.
    inside = points[hull.vertices].mean(axis=0)
    corners = points[hull.simplices] - inside
    volumes = np.abs(np.linalg.det(corners)) / 6
    volume = float(volumes.sum())
    if not volume > 0:
        return None
    center = (volumes[:, None] * corners.sum(axis=1) / 4).sum(axis=0) / volume
    # Second moments of a tetrahedron with one corner at the origin: V/20 (sum of products + product of the sums).
    sums = corners.sum(axis=1)
    moment = np.einsum("t,tki,tkj->ij", volumes / 20, corners, corners)
    moment = moment + np.einsum("t,ti,tj->ij", volumes / 20, sums, sums)
    moment = moment - volume * np.outer(center, center)
    return Solid(mass=volume, center=center + inside, inertia=np.trace(moment) * np.eye(3) - moment)
