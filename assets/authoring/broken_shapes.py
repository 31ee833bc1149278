"""Colliders that crash or hang an engine, that it replaces, or that do not fit what is drawn."""

from __future__ import annotations

from collections.abc import Sequence

from authoring import meshes
from authoring.broken_parts import BLUE, GREY, block
from authoring.case import Case
from authoring.usda import Prim, Stage, body, collider, cube, mesh, sphere, xform

__all__ = ["shape_cases"]

_HULL, _PIECES = "convexHull", "convexDecomposition"
_CUBE = meshes.box((0.2, 0.2, 0.2), (0, 0, 0.1))


def _case(code: str, slug: str, stage: Stage, note: str, outcome: str = "PASS", *codes: str) -> Case:
    return Case(f"broken/{code}-{slug}", slug.replace("-", "_"), stage, note, outcome, codes or (code,))


def _solid(prim: Prim, approximation: str = _HULL, *lines: str, apis: Sequence[str] = ()) -> Stage:
    shape = collider(prim, approximation).with_api(*apis).add(*lines)
    return Stage([body("Block", shape, mass=4)], default="Block")


def _edited(old: str, new: str, approximation: str = _HULL) -> Stage:
    """Return a block of mesh with one text in its arrays replaced."""
    prim = mesh("shape", _CUBE, BLUE)
    prim.lines = [line.replace(old, new, 1) for line in prim.lines]
    return _solid(prim, approximation)


def shape_cases() -> list[Case]:
    """Return the broken assets about colliders."""
    return [*_faces(), *_surfaces(), *_transforms(), *_approximations(), *_placement(), *_fits()]


def _faces() -> list[Case]:
    return [
        _case(
            "SAF010",
            "negative-face-count",
            _edited("faceVertexCounts = [4", "faceVertexCounts = [-4", _PIECES),
            "A negative face count ends the engine process without a word.",
            "FAIL",
        ),
        _case(
            "SAF010",
            "index-out-of-range",
            _edited("faceVertexIndices = [0", "faceVertexIndices = [99"),
            "A face names a point that does not exist.",
            "FAIL",
        ),
        _case(
            "SAF010",
            "counts-do-not-add-up",
            _edited("faceVertexCounts = [4", "faceVertexCounts = [5"),
            "The face counts add up to more than there are indices.",
            "FAIL",
        ),
    ]


def _surfaces() -> list[Case]:
    nothing = Prim(
        kind="Mesh",
        name="shape",
        lines=["point3f[] points = []", "int[] faceVertexCounts = []", "int[] faceVertexIndices = []"],
    )
    flat = ([(-0.2, -0.15, 0.0), (0.2, -0.15, 0.0), (0.2, 0.15, 0.0), (-0.2, 0.15, 0.0)], [[0, 1, 2, 3]])
    standing = [(x, 0.0, y + 0.15) for x, y, _ in flat[0]]
    return [
        _case(
            "SAF011",
            "nan-point",
            _edited("points = [(-0.1, -0.1, 0)", "points = [(nan, -0.1, 0)", _PIECES),
            "One NaN point makes a convex decomposition run for ever.",
            "FAIL",
        ),
        _case(
            "SAF011",
            "far-point",
            _edited("points = [(-0.1, -0.1, 0)", "points = [(1e30, -0.1, 0)"),
            "One point at 1e30 leaves the body without a collider, or exhausts the memory.",
            "FAIL",
        ),
        _case("SAF011", "no-points", _solid(nothing), "A collision mesh without any point.", "FAIL"),
        _case(
            "SAF036",
            "flat-mesh",
            _solid(mesh("shape", (standing, flat[1]), BLUE)),
            "A picture without thickness: the engine invents one.",
        ),
        _case(
            "SAF037",
            "inside-out",
            _solid(mesh("shape", meshes.flipped(_CUBE), BLUE)),
            "A closed mesh whose faces point inward.",
        ),
    ]


def _transforms() -> list[Case]:
    leaning = xform(
        "leaning",
        collider(cube("shape", (0.2, 0.1, 0.1), (0, 0, 0), BLUE, turn=(0, 40, 0))),
        at=(0, 0, 0.3),
        scale=(1, 1, 2.5),
    )
    flat = Stage([block()], default="Block")
    flat.roots[0].children[0].lines = [
        line.replace("(0.2, 0.2, 0.2)", "(0.2, 0.2, 0)") for line in flat.roots[0].children[0].lines
    ]
    ball = sphere("shape", 0.3, (0, 0, 0.06), BLUE)
    ball.lines = [
        line.replace('["xformOp:translate"]', '["xformOp:translate", "xformOp:scale"]') for line in ball.lines
    ]
    ball.add("float3 xformOp:scale = (1, 1, 0.2)")
    return [
        _case(
            "SAF012",
            "shear",
            Stage([body("Block", leaning, mass=4)], default="Block"),
            "An uneven scale above a rotation is shear, which the engine drops.",
            "FAIL",
        ),
        _case("SAF012", "zero-scale", flat, "A collider scaled to nothing in one direction.", "FAIL"),
        _case(
            "SAF012",
            "far-away",
            Stage([block(at=(1_000_000, 0, 0))], default="Block"),
            "A body 1000 km from the origin, as after an export in map coordinates.",
            "FAIL",
        ),
        _case(
            "SAF015",
            "squashed-sphere",
            Stage([body("Cushion", collider(ball), mass=1)], default="Cushion"),
            "A sphere scaled to a cushion: the engine keeps the sphere, so the cushion hovers.",
            "FAIL",
            "SAF015",
            "MON001",
            "MON009",
        ),
    ]


def _approximations() -> list[Case]:
    outline = [(0.0, 0.0), (0.3, 0.0), (0.3, 0.05), (0.05, 0.05), (0.05, 0.3), (0.0, 0.3)]
    angle = meshes.extrude(outline, [[0, 1, 2, 3], [0, 3, 4, 5]], 0.2)

    def corner(token: str, *lines: str, apis: Sequence[str] = ()) -> Stage:
        return _solid(mesh("shape", angle, BLUE), token, *lines, apis=apis)

    sdf = ("PhysxSDFMeshCollisionAPI",)
    unknown = _solid(mesh("shape", angle, BLUE), "hull")
    return [
        _case(
            "SAF014",
            "triangle-mesh",
            corner("none"),
            "A triangle mesh on a dynamic body: the engine silently uses its convex hull.",
        ),
        _case(
            "SAF014",
            "sdf",
            corner("sdf", "int physxSDFMeshCollision:sdfResolution = 64", apis=sdf),
            "An SDF collider: what happens depends on the engine.",
        ),
        _case(
            "SAF014",
            "unknown-token",
            unknown,
            "An approximation that does not exist: the engine silently uses the convex hull.",
        ),
        _case(
            "SAF043",
            "sdf-4096",
            corner("sdf", "int physxSDFMeshCollision:sdfResolution = 4096", apis=sdf),
            "An SDF of resolution 4096 needs more than 8 GB.",
            "INCONCLUSIVE",
            "SAF014",
            "SAF043",
        ),
    ]


def _placement() -> list[Case]:
    deep = collider(cube("shape", (0.2, 0.2, 0.2), (0, 0, 0.1), BLUE))
    for level in range(70, 0, -1):
        deep = xform(f"level_{level}", deep)
    group = xform("group", cube("shape", (0.2, 0.2, 0.2), (0, 0, 0.1), BLUE)).with_api("PhysicsCollisionAPI")
    twice = xform("group", collider(cube("shape", (0.2, 0.2, 0.2), (0, 0, 0.1), BLUE))).with_api("PhysicsCollisionAPI")
    cloud = Prim(
        kind="Points",
        name="shape",
        lines=["point3f[] points = [(0, 0, 0), (0.1, 0, 0), (0, 0.1, 0.1)]", "float[] widths = [0.02, 0.02, 0.02]"],
    )
    floor = collider(cube("floor", (1, 1, 0.02), (0, 0, -0.01), GREY), is_hidden=True)
    return [
        _case(
            "SAF020",
            "brings-a-floor",
            Stage([xform("Scene", block(), floor)], default="Scene"),
            "A hidden static floor inside the asset would hold it up in the air.",
            "PASS",
            "SAF020",
        ),
        _case(
            "SAF023",
            "deep-hierarchy",
            Stage([body("Block", deep, mass=4)], default="Block"),
            "A collider 70 levels below its body.",
            "FAIL",
        ),
        _case(
            "SAF034",
            "collision-on-xform",
            Stage([body("Block", group, mass=4)], default="Block"),
            "CollisionAPI on an Xform: this engine merges what is below, others ignore it.",
        ),
        _case(
            "SAF041",
            "counted-twice",
            Stage([body("Block", twice, mass=4)], default="Block"),
            "CollisionAPI on an Xform and on the shape below it.",
        ),
        _case(
            "SAF042",
            "points",
            Stage([body("Cloud", collider(cloud), mass=1)], default="Cloud"),
            "CollisionAPI on a point cloud, from which no collider can be made.",
            "FAIL",
        ),
    ]


def _fits() -> list[Case]:
    hover = (
        collider(cube("shape", (0.2, 0.2, 0.2), (0, 0, 0.1), BLUE))
        .with_api("PhysxCollisionAPI")
        .add("float physxCollision:restOffset = 0.05")
    )
    return [
        _case(
            "SAF038",
            "rest-offset",
            Stage([body("Block", hover, mass=4)], default="Block"),
            "A rest offset of 5 cm: the block floats above what it lands on.",
            "PASS",
            "SAF038",
            "MON006",
        ),
        _case(
            "MON001",
            "collider-too-large",
            _shell(0.6),
            "The collider is much larger than what is drawn, so the drawn block hovers.",
            "FAIL",
            "MON001",
            "MON009",
        ),
        _case(
            "MON002",
            "collider-too-small",
            _shell(0.02),
            "The drawn block is much larger than its collider and sinks in.",
            "FAIL",
            "MON002",
            "MON009",
            "SAF052",
        ),
        _case(
            "MON007",
            "collider-slightly-small",
            _shell(0.16),
            "The collider is 7 cm short on every side, so the drawn block rests in the floor.",
            "PASS",
            "MON007",
            "MON009",
            "SAF052",
        ),
    ]


def _shell(size: float) -> Stage:
    """Return a drawn 0.3 m block around a collider of another size with the same centre."""
    drawn = cube("drawn", (0.3, 0.3, 0.3), (0, 0, 0.15), BLUE)
    solid = collider(cube("solid", (size, size, size), (0, 0, 0.15)), is_hidden=True)
    return Stage([body("Block", drawn, solid, mass=4)], default="Block")
