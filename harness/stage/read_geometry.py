"""Gather the geometry of bodies: what is drawn and what an engine collides with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt
from pxr import Tf, Usd, UsdGeom

from harness.stage.facts import PartFacts
from harness.stage.hull import extreme_points
from harness.stage.shapes import Shape, ShapeReader, Solid, finite, move, solid
from harness.stage.values import authored_bool, authored_token, targets
from harness.stage.walk import Node, StageUnits, is_below

__all__ = ["Geometry"]

Points = npt.NDArray[np.float64]

_MAX_LISTED = 20
_MAX_CLOUD = 200_000
_MAX_FINE_PARTS = 4
_ROUND = frozenset({"Sphere", "Capsule", "Capsule_1"})


class Geometry:
    """Points and volumes of bodies and colliders, from one pass over the nodes.

    Args:
        nodes: All prims of the asset, parents first.
        units: Conversion to the SI asset frame.
    """

    def __init__(self, nodes: Sequence[Node], units: StageUnits) -> None:
        self._units, self._nodes = units, nodes
        self._by_path: Mapping[str, Node] = {n.path: n for n in nodes}
        round_parts = sum(n.type_name in _ROUND for n in nodes)
        # Every point costs time in every frame of the run.
        self.shapes = ShapeReader(is_coarse=round_parts > _MAX_FINE_PARTS)
        self.solids: dict[str, list[Solid]] = {n.path: [] for n in nodes if n.is_collider}
        """What each collider is made of, by its path."""
        self.members: dict[str, list[Node]] = {n.path: [] for n in nodes if n.is_collider and not n.is_gprim}
        """Geometry that a collider on a prim without geometry takes, by the path of the collider."""
        self.unbodied: list[str] = []
        self.parts: list[PartFacts] = []
        """Drawn geometry of bodies."""
        self.triangle_count = 0
        self.instance_count = 0
        self._visible: dict[str, list[Points]] = {}
        self._solid: dict[str, list[Points]] = {}
        self._volumes: dict[str, list[float | None]] = {}
        self._works = {n.path: _works(n) for n in nodes if n.is_collider}
        for node in nodes:
            if node.is_gprim:
                self._read_gprim(node)
        for node in nodes:
            if node.type_name == "PointInstancer" and node.instancer_path is None:
                self._read_instancer(node)

    def visible(self, body_path: str) -> Points:
        """Return the extreme points of what is drawn of a body, SI asset frame, shape (P, 3)."""
        return _join(self._visible.get(body_path, []))

    def solid(self, body_path: str) -> Points:
        """Return the extreme points of the working colliders of a body, SI asset frame, shape (P, 3)."""
        clouds, drawn = self._solid.get(body_path, []), self._visible.get(body_path, [])
        if len(clouds) == len(drawn) and all(a is b for a, b in zip(clouds, drawn, strict=True)):
            return self.visible(body_path)
        return _join(clouds)

    def volume(self, body_path: str) -> float | None:
        """Return the volume [m^3] of the working colliders of a body, ``None`` when one of them is unknown."""
        volumes = self._volumes.get(body_path, [])
        known = [v for v in volumes if v is not None]
        return sum(known) if known and len(known) == len(volumes) else None

    def colliders_of(self, node: Node) -> list[Node]:
        """Return the colliders that the geometry of a gprim belongs to: its own, and one above that merges it."""
        own = [node] if node.is_collider else []
        return own if node.merge_path is None else [*own, self._by_path[node.merge_path]]

    def _read_gprim(self, node: Node) -> None:
        colliders = self.colliders_of(node)
        if not node.is_drawn and not colliders:
            return
        shape = self.shapes.read(node.prim)
        if shape.mesh is not None:
            self.triangle_count += shape.mesh.triangle_count
        matrix = self._units.world(node.matrix)
        is_placed = node.instancer_path is None
        drawn = finite(move(shape.drawn, matrix)) if node.is_drawn and is_placed else None
        if drawn is not None and len(drawn):
            if node.body_path is not None:
                self._visible.setdefault(node.body_path, []).append(drawn)
                if shape.is_solid:
                    self.parts.append(self._part(node, node.body_path, shape, drawn))
            elif len(self.unbodied) < _MAX_LISTED:
                self.unbodied.append(node.path)
        for collider in colliders:
            made = _share(shape, drawn, solid(shape, approximation_of(collider), matrix))
            self.solids[collider.path].append(made)
            if collider is not node:
                self.members[collider.path].append(node)
            if is_placed and node.body_path is not None and self._works[collider.path] and shape.is_solid:
                self._add_solid(node.body_path, made)

    def _part(self, node: Node, body_path: str, shape: Shape, drawn: Points) -> PartFacts:
        colliders = self.colliders_of(node)
        volume = abs(shape.volume * float(np.linalg.det(self._units.world(node.matrix)[:3, :3])))
        off = [c.path for c in colliders if not authored_bool(c.prim, "physics:collisionEnabled", True)]
        return PartFacts(
            path=node.path,
            body_path=body_path,
            points_m=drawn,
            volume_m3=volume,
            is_collider=any(self._works[c.path] for c in colliders),
            disabled_collider_path=off[0] if off else None,
        )

    def _add_solid(self, body_path: str, made: Solid) -> None:
        self._volumes.setdefault(body_path, []).append(made.volume)
        if len(made.points):
            self._solid.setdefault(body_path, []).append(made.points)

    def _read_instancer(self, node: Node) -> None:
        indices, transforms = _instances(UsdGeom.PointInstancer(node.prim))
        self.instance_count += len(indices)
        names = targets(node.prim, "prototypes")
        placed: dict[int, list[Points]] = {}
        for index, transform in zip(indices, transforms, strict=True):
            if 0 <= index < len(names):
                placed.setdefault(index, []).append(self._units.world(node.matrix @ transform))
        drawn: list[Points] = []
        for index, matrices in placed.items():
            for part in self._parts(names[index]):
                drawn += self._place(node, part, matrices)
        if node.body_path is not None and drawn:
            self._visible.setdefault(node.body_path, []).append(_union(drawn))
        elif drawn and len(self.unbodied) < _MAX_LISTED:
            self.unbodied.append(node.path)

    def _parts(self, prototype: str) -> list[tuple[Node, Points]]:
        """Return the gprims of a prototype with their transform relative to it, stage units."""
        root = self._by_path.get(prototype)
        if root is None or not np.isfinite(root.matrix).all() or np.linalg.det(root.matrix[:3, :3]) == 0:
            return []
        inverse = np.linalg.inv(root.matrix)
        return [(n, inverse @ n.matrix) for n in self._nodes if n.is_gprim and is_below(n.path, prototype)]

    def _place(self, instancer: Node, part: tuple[Node, Points], matrices: list[Points]) -> list[Points]:
        """Place a gprim once for each instance. Returns what is drawn; what is solid goes to the body."""
        node, local = part
        shape = self.shapes.read(node.prim)
        clouds: list[Points] = []
        drawn: list[Points] = []
        # A prototype that is a body of its own is no part of the body around the instancer.
        is_carried = instancer.body_path is not None and node.body_path == instancer.body_path
        colliders = [c for c in self.colliders_of(node) if self._works[c.path]] if is_carried else []
        for matrix in matrices:
            if node.is_drawn and instancer.is_drawn:
                drawn.append(finite(move(shape.drawn, matrix @ local)))
            for collider in colliders:
                made = solid(shape, approximation_of(collider), matrix @ local)
                self._volumes.setdefault(str(instancer.body_path), []).append(made.volume)
                clouds.append(made.points)
        if clouds:
            self._solid.setdefault(str(instancer.body_path), []).append(_union(clouds))
        return [_union(drawn)] if any(len(d) for d in drawn) else []


def approximation_of(node: Node) -> str | None:
    """Return physics:approximation; an engine ignores it without MeshCollisionAPI."""
    if "PhysicsMeshCollisionAPI" not in node.schemas:
        return None
    return authored_token(node.prim, "physics:approximation")


def _works(node: Node) -> bool:
    is_enabled = authored_bool(node.prim, "physics:collisionEnabled", True)
    return is_enabled and "PhysxTriggerAPI" not in node.schemas


def _share(shape: Shape, drawn: Points | None, made: Solid) -> Solid:
    """Use the same array for drawn and solid points when they are the same, so that they are reduced only once."""
    if drawn is not None and shape.cooked is shape.drawn and np.array_equal(drawn, made.points):
        return Solid(points=drawn, volume=made.volume)
    return made


def _instances(instancer: UsdGeom.PointInstancer) -> tuple[list[int], list[Points]]:
    """Return prototype index and transform (column vectors) of each active instance; nothing when arrays disagree."""
    time = Usd.TimeCode.Default()
    indices = instancer.GetProtoIndicesAttr().Get()
    if not indices:
        return [], []
    try:
        matrices = instancer.ComputeInstanceTransformsAtTime(
            time, time, UsdGeom.PointInstancer.IncludeProtoXform, UsdGeom.PointInstancer.IgnoreMask
        )
        mask = instancer.ComputeMaskAtTime(time)
    except Tf.ErrorException:
        return [], []
    if len(matrices) != len(indices):
        return [], []
    keep = list(mask) if len(mask) == len(indices) else [True] * len(indices)
    chosen = [i for i, k in enumerate(keep) if k]
    return [int(indices[i]) for i in chosen], [np.array(matrices[i], dtype=np.float64).T for i in chosen]


def _union(clouds: Iterable[Points]) -> Points:
    """Reduce many clouds to the extreme points of all, a part at a time."""
    kept: list[Points] = []
    count = 0
    for cloud in clouds:
        kept.append(cloud)
        count += len(cloud)
        if count > _MAX_CLOUD:
            kept = [extreme_points(np.concatenate(kept))]
            count = len(kept[0])
    return extreme_points(np.concatenate(kept)) if kept else np.zeros((0, 3))


def _join(clouds: list[Points]) -> Points:
    if not clouds:
        return np.zeros((0, 3))
    return clouds[0] if len(clouds) == 1 else _union(clouds)
