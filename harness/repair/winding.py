"""Turn the faces of a mesh so that neighbours agree and all point outward. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from harness.repair.change import Context, Draft, sites_of
from harness.scene.opinion import Opinion, set_attribute
from harness.stage.mesh import MeshData, triangulate
from harness.verdict import Finding

__all__ = ["consistent_faces", "consistent_winding"]

_MAX_FACES = 200_000


def consistent_winding(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Reverse the faces that disagree with their neighbours, and then all of them if they point inward."""
    opinions: list[Opinion] = []
    for path in sites_of(findings):
        mesh = context.source.mesh(path)
        if mesh is None or not mesh.is_valid:
            continue
        if len(mesh.counts) > _MAX_FACES:
            return f"{path} has more than {_MAX_FACES} faces; make its normals consistent in a modelling tool."
        indices = consistent_faces(mesh)
        if indices is None:
            return f"The faces of {path} cannot be made to agree: an edge has more than two faces, or it has one side."
        opinions.append(set_attribute(path, "faceVertexIndices", "int[]", indices))
    if not opinions:
        return "No mesh was found on the prims that the finding names."
    return Draft(title="Turn the faces outward", reason=findings[0].message, opinions=tuple(opinions))


def consistent_faces(mesh: MeshData) -> tuple[int, ...] | None:
    """Return faceVertexIndices whose faces agree and point outward by the mesh's own orientation.

    Args:
        mesh: A mesh with valid topology.

    Returns:
        ``None`` when an edge has more than two faces or the surface has only one side.

    Source: in a consistent surface the two faces of an edge run along it in opposite directions.
    """
    ends = np.cumsum(mesh.counts)
    faces = [part.tolist() for part in np.split(mesh.indices, ends[:-1])]
    _, weld = np.unique(mesh.points, axis=0, return_inverse=True)
    point = weld.reshape(-1).tolist()
    # Each edge with its faces, and whether the face runs along it from the smaller to the larger point.
    edges: dict[tuple[int, int], list[tuple[int, bool]]] = {}
    for number, face in enumerate(faces):
        for first, second in zip(face, [*face[1:], face[0]], strict=True):
            a, b = point[first], point[second]
            if a != b:
                edges.setdefault((min(a, b), max(a, b)), []).append((number, a < b))
    if any(len(found) > 2 for found in edges.values()):
        return None
    flipped = _flips(len(faces), edges)
    if flipped is None:
        return None
    turned = [face[::-1] if flip else face for face, flip in zip(faces, flipped, strict=True)]
    return tuple(index for face in _outward(mesh, turned) for index in face)


def _flips(count: int, edges: dict[tuple[int, int], list[tuple[int, bool]]]) -> list[bool] | None:
    """Return which faces to reverse, part by part; ``None`` when no choice makes all neighbours agree."""
    neighbours: list[list[tuple[int, bool]]] = [[] for _ in range(count)]
    for found in edges.values():
        if len(found) == 2:
            (one, along), (other, against) = found
            neighbours[one].append((other, along == against))
            neighbours[other].append((one, along == against))
    flips: list[bool | None] = [None] * count
    for start in range(count):
        if flips[start] is not None:
            continue
        flips[start] = False
        waiting = [start]
        while waiting:
            face = waiting.pop()
            for other, disagrees in neighbours[face]:
                wanted = bool(flips[face]) is not disagrees
                if flips[other] is None:
                    flips[other] = wanted
                    waiting.append(other)
                elif flips[other] is not wanted:
                    return None
    return [bool(f) for f in flips]


def _outward(mesh: MeshData, faces: list[list[int]]) -> list[list[int]]:
    """Reverse all faces when the volume that they enclose is negative."""
    indices = np.array([i for face in faces for i in face], dtype=np.int64)
    triangles = triangulate(mesh.counts, indices)
    a, b, c = (mesh.points[triangles[:, i]] - mesh.points.mean(axis=0) for i in range(3))
    volume = float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum())
    is_inward = (volume < 0) is not mesh.is_left_handed
    return [face[::-1] for face in faces] if is_inward else faces
