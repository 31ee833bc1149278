"""Read which colliders the asset keeps apart by collision groups, and the physics that a reference leaves out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from pxr import Usd, UsdPhysics

from harness.stage.values import authored_bool
from harness.stage.walk import BODY, Node, is_below

__all__ = ["outside_paths", "read_group_filters"]

_MAX_OUTSIDE = 50

Filters = tuple[tuple[frozenset[str], frozenset[str]], ...]


def read_group_filters(nodes: Sequence[Node]) -> Filters:
    """Return pairs of sets of colliders that never collide with each other, by their collision groups.

    Args:
        nodes: All prims of the asset.
    """
    groups = [n for n in nodes if n.type_name == "PhysicsCollisionGroup"]
    if not groups:
        return ()
    stage = nodes[0].prim.GetStage()
    table = UsdPhysics.CollisionGroup.ComputeCollisionGroupTable(stage)
    members: dict[str, frozenset[str]] = {}
    for group in groups:
        query = UsdPhysics.CollisionGroup(group.prim).GetCollidersCollectionAPI().ComputeMembershipQuery()
        members[group.path] = frozenset(n.path for n in nodes if n.is_collider and query.IsPathIncluded(n.path))
    pairs = combinations_with_replacement(groups, 2)
    return tuple(
        (members[a.path], members[b.path])
        for a, b in pairs
        if members[a.path] and members[b.path] and not table.IsCollisionEnabled(a.path, b.path)
    )


def outside_paths(stage: Usd.Stage, root_path: str) -> tuple[str, ...]:
    """Return the enabled rigid bodies and joints outside the root prim, the first ones of many.

    Args:
        stage: The open stage.
        root_path: Root prim of the asset.
    """
    found: list[str] = []
    for path in _physics(stage, root_path):
        found.append(path)
        if len(found) >= _MAX_OUTSIDE:
            break
    return tuple(found)


def _physics(stage: Usd.Stage, root_path: str) -> Iterator[str]:
    walk = iter(Usd.PrimRange(stage.GetPseudoRoot()))
    for prim in walk:
        path = str(prim.GetPath())
        if is_below(path, root_path):
            walk.PruneChildren()
        elif BODY in prim.GetAppliedSchemas():
            if authored_bool(prim, "physics:rigidBodyEnabled", True):
                yield path
        elif prim.IsA(UsdPhysics.Joint):
            yield path
