"""The plain object that the broken assets damage, one way each."""

from __future__ import annotations

from authoring.usda import Prim, Stage, body, collider, cube, joint

__all__ = ["BLUE", "GREY", "RED", "block", "block_stage", "pair", "pair_stage"]

BLUE, RED, GREY = (0.2, 0.35, 0.65), (0.7, 0.2, 0.15), (0.5, 0.5, 0.5)


def block(name: str = "Block", *, mass: float | None = 4, at: tuple[float, float, float] | None = None) -> Prim:
    """Make a healthy 0.2 m block that stands on z = 0."""
    return body(name, collider(cube("shape", (0.2, 0.2, 0.2), (0, 0, 0.1), BLUE)), mass=mass, at=at)


def block_stage(*lines: str, apis: tuple[str, ...] = (), mass: float | None = 4) -> Stage:
    """Make a stage with one block and further properties on its body."""
    return Stage([block(mass=mass).with_api(*apis).add(*lines)], default="Block")


def pair(*others: Prim) -> Prim:
    """Make a root with a lower and an upper block, 0.2 m apart in height, and further prims."""
    upper = body("upper", collider(cube("shape", (0.16, 0.16, 0.16), (0, 0, 0.08), RED)), mass=2, at=(0, 0, 0.24))
    return Prim(kind="Xform", name="Pair", children=[block("lower"), upper, *others])


def pair_stage(*lines: str, name: str = "link", kind: str = "PhysicsFixedJoint", **change: str | None) -> Stage:
    """Make a stage with two blocks and one joint between them, with changed bodies if given."""
    bodies = (change.get("body0", "/Pair/lower"), change.get("body1", "/Pair/upper"))
    link = joint(kind, name, bodies, ((0, 0, 0.24), (0, 0, 0)), *lines)
    return Stage([pair(link)], default="Pair")
