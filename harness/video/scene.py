"""Reads a composed scene into geometry in the frames of the recorded bodies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from harness.video.errors import VideoError
from harness.video.geometry import DrawBatch, Finish, Geometry, TextureImage
from harness.video.materials import TextureUse
from harness.video.meshes import MeshDefect, weld
from harness.video.poses import BodyPoses, rigid_matrices
from harness.video.textures import load_texture
from harness.video.usd_shapes import LookTable, Surface, shape_surfaces
from harness.video.usd_walk import Shape, open_stage, visible_shapes

__all__ = ["body_of", "load_geometry"]

MAX_TRIANGLES = 6_000_000
MAX_WELD_CORNERS = 400_000
"""Larger groups are uploaded as they are: finding equal vertices would cost more than it saves."""

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class _Group:
    """Surfaces that are drawn together."""

    body: int
    texture: int
    finish: Finish


class _TextureTable:
    """Decodes each texture once."""

    def __init__(self, warnings: list[str]) -> None:
        self._warnings = warnings
        self._index: dict[tuple[str, bool, tuple[float, ...]], int] = {}
        self.images: list[TextureImage] = []

    def index(self, use: TextureUse | None) -> int:
        """Return the index of a texture, or -1 when there is none or it cannot be read."""
        if use is None:
            return -1
        key = (use.path, use.is_srgb, (*use.scale, *use.bias, float(use.is_repeating)))
        if key not in self._index:
            image = load_texture(use)
            if image is None:
                self._warnings.append(f"texture {Path(use.path).name} cannot be read")
            self._index[key] = -1 if image is None else len(self.images)
            if image is not None:
                self.images.append(image)
        return self._index[key]


def body_of(path: str, bodies: dict[str, int]) -> int:
    """Return the body that carries a prim, its nearest ancestor or itself; -1 when none does.

    Args:
        path: Prim path.
        bodies: Index of each body by prim path.
    """
    while path:
        if path in bodies:
            return bodies[path]
        path = path.rpartition("/")[0]
    return -1


def load_geometry(scene: Path, poses: BodyPoses, warnings: list[str]) -> Geometry:
    """Return what a scene shows, each shape in the frame of the body that carries it.

    Args:
        scene: Path of the composed scene.
        poses: Recorded poses; the first frame is where the scene has its shapes.
        warnings: Receives what is left out.

    Raises:
        VideoError: The scene cannot be opened or shows nothing.
    """
    stage = open_stage(scene)
    bodies = {path: index for index, path in enumerate(poses.body_paths)}
    start = rigid_matrices(poses.position_m[0], poses.orientation_xyzw[0])
    inverse = [np.linalg.inv(matrix) for matrix in start] + [np.eye(4)]
    textures = _TextureTable(warnings)
    groups: dict[_Group, list[Surface]] = defaultdict(list)
    triangles = 0
    for body, surface in _surfaces(visible_shapes(stage, warnings), bodies, inverse, warnings):
        triangles += surface.vertices.shape[0] // 3
        if triangles > MAX_TRIANGLES:
            warnings.append(f"only the first {MAX_TRIANGLES} triangles are drawn")
            break
        group = _Group(body=body, texture=textures.index(surface.texture), finish=surface.finish)
        groups[group].append(surface)
    if not groups:
        detail = f" ({warnings[0]})" if warnings else ""
        raise VideoError(f"the scene holds nothing that can be drawn{detail}")
    batches = tuple(_batch(group, surfaces) for group, surfaces in groups.items())
    return Geometry(batches=batches, textures=tuple(textures.images))


def _surfaces(
    shapes: list[Shape], bodies: dict[str, int], inverse: list[Array], warnings: list[str]
) -> Iterator[tuple[int, Surface]]:
    """Yield each surface with the index of its body; malformed shapes become warnings."""
    table = LookTable(warnings)
    for shape in shapes:
        body = body_of(shape.path, bodies)
        try:
            for surface in shape_surfaces(shape, inverse[body] @ shape.world, table):
                yield body, surface
        except MeshDefect as defect:
            warnings.append(f"{shape.path} is not drawn: {defect}")


def _batch(group: _Group, surfaces: list[Surface]) -> DrawBatch:
    """Return one batch of all surfaces of a group."""
    rows = np.concatenate([surface.vertices for surface in surfaces])
    if rows.shape[0] <= MAX_WELD_CORNERS:
        vertices, corner = weld(rows)
    else:
        vertices, corner = rows, np.arange(rows.shape[0])
    return DrawBatch(
        body=group.body,
        vertices=vertices,
        indices=corner.astype(np.uint32),
        texture=group.texture,
        finish=group.finish,
    )
