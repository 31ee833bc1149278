"""Drawable triangles grouped by body and texture, as the renderer uploads them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from harness.video.meshes import weld

__all__ = [
    "VERTEX_COLUMNS",
    "DrawBatch",
    "Finish",
    "Geometry",
    "TextureImage",
    "encode_srgb",
    "extreme_points",
    "finish",
    "lowest_point",
    "pack_vertices",
    "shadow_batches",
    "simplify",
]

MAX_SEARCHED = 200_000
"""Of more vertices than this, only every n-th is looked at to find the outermost ones."""
VERTEX_COLUMNS = 9
"""Columns of a vertex row: position 3, normal 3, texture coordinates 2, and the colour in four bytes."""

Vertices = npt.NDArray[np.float32]
Indices = npt.NDArray[np.uint32]
Array = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class TextureImage:
    """A decoded texture."""

    pixels: npt.NDArray[np.uint8]
    """RGBA, sRGB-encoded, shape (H, W, 4); the first row is the bottom one."""
    is_repeating: bool


@dataclass(frozen=True, kw_only=True)
class Finish:
    """Gloss of a surface, in few steps, so that surfaces that look alike are drawn together."""

    roughness: float
    metallic: float
    opacity: float

    @property
    def is_translucent(self) -> bool:
        """Whether something shows through."""
        return self.opacity < 1.0


def finish(roughness: float, metallic: float, opacity: float) -> Finish:
    """Return a finish with each value, 0 to 1, rounded to a step."""
    return Finish(
        roughness=round(roughness * 20) / 20, metallic=round(metallic * 10) / 10, opacity=round(opacity * 20) / 20
    )


@dataclass(frozen=True, kw_only=True)
class DrawBatch:
    """Triangles that are drawn with one call."""

    body: int
    """Index of the body that carries them; -1: they stand still."""
    vertices: Vertices
    """In the frame of the body [m], shape (V, VERTEX_COLUMNS)."""
    indices: Indices
    """Shape (K,), three in a row are a triangle."""
    texture: int
    """Index of the texture; -1: none."""
    finish: Finish
    is_solid: bool = False
    """Whether back sides are never seen."""


@dataclass(frozen=True, kw_only=True)
class Geometry:
    """Everything that is drawn, besides the room."""

    batches: tuple[DrawBatch, ...]
    textures: tuple[TextureImage, ...]

    @property
    def triangle_count(self) -> int:
        """Number of triangles in all batches."""
        return sum(batch.indices.size for batch in self.batches) // 3


def encode_srgb(linear: Array) -> Array:
    """Return linear values in 0..1 as sRGB values in 0..1; others are clipped. Source: IEC 61966-2-1."""
    value = np.clip(linear, 0, 1)
    return np.asarray(np.where(value <= 0.0031308, value * 12.92, 1.055 * np.power(value, 1 / 2.4) - 0.055))


def pack_vertices(position: Array, normal: Array, st: Array, color: Array) -> Vertices:
    """Return vertex rows.

    Args:
        position: In the frame of the body [m], shape (K, 3).
        normal: Unit length, shape (K, 3).
        st: Texture coordinates, shape (K, 2).
        color: Linear RGB, shape (K, 3).
    """
    rows = np.empty((position.shape[0], VERTEX_COLUMNS), np.float32)
    rows[:, 0:3], rows[:, 3:6], rows[:, 6:8] = position, normal, st
    packed = np.full((position.shape[0], 4), 255, np.uint8)
    is_plain = bool((color == color[:1]).all())
    packed[:, :3] = np.round(encode_srgb(color[:1] if is_plain else color) * 255)
    rows.view(np.uint32)[:, 8] = packed.view(np.uint32)[:, 0]
    return rows


def extreme_points(batch: DrawBatch) -> Array:
    """Return the outermost vertices of a batch along evenly spread directions, shape (P, 3)."""
    count = 42
    index = np.arange(count) + 0.5
    polar, turn = np.arccos(1 - 2 * index / count), np.pi * (1 + 5**0.5) * index
    directions = np.stack([np.cos(turn) * np.sin(polar), np.sin(turn) * np.sin(polar), np.cos(polar)])
    points = batch.vertices[:: 1 + batch.vertices.shape[0] // MAX_SEARCHED, :3]
    chosen = np.unique((points @ directions.astype(np.float32)).argmax(axis=0))
    return np.asarray(points[chosen], np.float64)


def lowest_point(batches: tuple[DrawBatch, ...], matrices: Array) -> float:
    """Return the height of the lowest vertex [m].

    Args:
        batches: What is looked at; not empty.
        matrices: World from body, shape (B + 1, 4, 4); the last one is for what stands still.
    """
    heights = []
    for batch in batches:
        row = matrices[batch.body][2]
        heights.append(float((batch.vertices[:, :3] @ row[:3].astype(np.float32)).min()) + float(row[3]))
    return min(heights)


def simplify(geometry: Geometry, cell_m: float) -> Geometry:
    """Return the geometry with vertices merged that share a cubic cell, a rough direction and a texture region.

    Args:
        geometry: Full detail.
        cell_m: Edge of a cell; no vertex moves farther than its diagonal.
    """
    return replace(geometry, batches=tuple(_cluster(batch, cell_m, True) for batch in geometry.batches))


def shadow_batches(geometry: Geometry, cell_m: float, limit: int) -> tuple[DrawBatch, ...]:
    """Return batches for the shadow, coarse where there are more than ``limit`` triangles.

    Args:
        geometry: Full detail.
        cell_m: Edge of a cell in which vertices are merged.
        limit: Number of triangles that are drawn as they are.
    """
    if geometry.triangle_count <= limit:
        return geometry.batches
    return tuple(_cluster(batch, cell_m, False) for batch in geometry.batches)


def _cluster(batch: DrawBatch, cell_m: float, keep_look: bool) -> DrawBatch:
    """Merge the vertices of one batch; with ``keep_look`` hard edges and texture seams stay apart."""
    cells = np.floor(batch.vertices[:, :3] / np.float32(cell_m)) + np.float32(0)
    columns = [cells]
    if keep_look:
        columns += [np.round(batch.vertices[:, 3:6]) + np.float32(0), np.floor(batch.vertices[:, 6:8] * 32)]
        columns += [batch.vertices[:, 8:9]]
    _, cluster = weld(np.ascontiguousarray(np.concatenate(columns, axis=1)))
    count = int(cluster.max()) + 1
    representative = np.zeros(count, np.int64)
    representative[cluster[::-1]] = np.arange(cluster.size)[::-1]
    weight = np.bincount(cluster, minlength=count)
    vertices = batch.vertices[representative].copy()
    for column in range(6):
        vertices[:, column] = np.bincount(cluster, batch.vertices[:, column], count) / weight
    triangles = cluster[batch.indices].reshape(-1, 3)
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    kept = triangles[(a != b) & (b != c) & (a != c)]
    return replace(batch, vertices=vertices, indices=kept.ravel().astype(np.uint32))
