"""Reads a composed scene into geometry in the frames of the recorded bodies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from pxr import Tf

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
BACKDROP_SIZE = 4.0
"""A shape that stands still and is this many times larger than what moves counts as scenery."""
RAMP_PRIM = "/World/Ramp"
"""The harness' own ramp, which is drawn whatever its size."""
MAX_WELD_CORNERS = 400_000
"""Larger groups are uploaded as they are: finding equal vertices would cost more than it saves."""

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class _Group:
    """Surfaces that are drawn together."""

    body: int
    texture: int
    finish: Finish
    is_solid: bool


class _Found(NamedTuple):
    """A surface and where it was found."""

    path: str
    body: int
    surface: Surface


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
    found: list[_Found] = []
    triangles = 0
    for item in _surfaces(visible_shapes(stage, warnings), bodies, inverse, warnings):
        triangles += item.surface.vertices.shape[0] // 3
        if triangles > MAX_TRIANGLES:
            warnings.append(f"only the first {MAX_TRIANGLES} triangles are drawn")
            break
        found.append(item)
    if not found:
        detail = f" ({warnings[0]})" if warnings else ""
        raise VideoError(f"the scene holds nothing that can be drawn{detail}")
    if bodies and all(item.body < 0 for item in found):
        warnings.append("no shape belongs to a recorded body: the asset is drawn as it stands")
    textures = _TextureTable(warnings)
    groups: dict[_Group, list[Surface]] = defaultdict(list)
    for item in _without_backdrops(found, start, warnings):
        surface = item.surface
        groups[
            _Group(
                body=item.body,
                texture=textures.index(surface.texture),
                finish=surface.finish,
                is_solid=surface.is_solid,
            )
        ].append(surface)
    batches = tuple(_batch(group, surfaces) for group, surfaces in groups.items())
    return Geometry(batches=batches, textures=tuple(textures.images))


def _surfaces(
    shapes: list[Shape], bodies: dict[str, int], inverse: list[Array], warnings: list[str]
) -> Iterator[_Found]:
    """Yield each surface with its body; malformed shapes become warnings."""
    table = LookTable(warnings)
    for shape in shapes:
        body = body_of(shape.path, bodies)
        try:
            for surface in shape_surfaces(shape, inverse[body] @ shape.world, table):
                yield _Found(path=shape.path, body=body, surface=surface)
        except MeshDefect as defect:
            warnings.append(f"{shape.path} is not drawn: {defect}")
        # Values of another type than the schema's come back as they were authored and fail where they are used.
        except (ValueError, TypeError, OverflowError, Tf.ErrorException) as error:
            warnings.append(f"{shape.path} is not drawn, since a value cannot be read: {error}")


def _without_backdrops(found: list[_Found], start: Array, warnings: list[str]) -> list[_Found]:
    """Leave out what stands still and is far larger than what moves, such as a ground that the asset brings along.

    It would hide the room, and the shadow with it.
    """
    low, high = np.full(3, np.inf), np.full(3, -np.inf)
    for item in found:
        if item.body >= 0:
            box = _box(item.surface)
            centre = start[item.body] @ np.append(box.mean(axis=0), 1.0)
            reach = float(np.linalg.norm(box[1] - box[0])) / 2
            low, high = np.minimum(low, centre[:3] - reach), np.maximum(high, centre[:3] + reach)
    limit = BACKDROP_SIZE * float(np.max(high - low)) if np.isfinite(low).all() else np.inf
    kept = []
    for item in found:
        is_scenery = not item.path.startswith(RAMP_PRIM)
        if is_scenery and item.body < 0 and float(np.ptp(_box(item.surface), axis=0).max()) > limit:
            warnings.append(f"{item.path} is not drawn: it stands still and is far larger than the asset")
        else:
            kept.append(item)
    return kept


def _box(surface: Surface) -> Array:
    """Return the lowest and the highest corner of a surface, shape (2, 3)."""
    points = surface.vertices[:, :3]
    return np.array([points.min(axis=0), points.max(axis=0)], np.float64)


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
        is_solid=group.is_solid,
    )
