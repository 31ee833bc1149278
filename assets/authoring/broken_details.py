"""Defects that a drop alone does not show: parts without collider, thin, oblong and mirrored shapes, odd transforms."""

from __future__ import annotations

from collections.abc import Sequence

from authoring import meshes
from authoring.broken_parts import BLUE, GREY, RED, block, block_stage, pair_stage
from authoring.case import Case
from authoring.usda import Prim, Stage, body, collider, cube, joint, material, mesh, relationship, xform

__all__ = ["detail_cases"]

_HULL = "convexHull"
_CUBE = meshes.box((0.2, 0.2, 0.2), (0, 0, 0.1))


def _case(
    code: str, slug: str, stage: Stage, note: str, outcome: str = "PASS", *, remark: bool = False, **more: object
) -> Case:
    others = tuple(more.get("others", ()))  # type: ignore[call-overload]
    codes, informs = ((), (code,)) if remark else ((code, *others), ())
    extra = more.get("extra", {})
    name = slug.replace("-", "_")
    return Case(f"broken/{code}-{slug}", name, stage, note, outcome, codes, informs, extra)  # type: ignore[arg-type]


def detail_cases() -> list[Case]:
    """Return the broken assets of these kinds."""
    return [*_coverage(), *_shapes(), *_mechanisms(), *_places(), *_values(), *_files()]


def _trestle(*between: Prim) -> Stage:
    """Make a base with a post at each end, and what stands between them."""
    parts = [
        collider(cube("base", (0.4, 0.2, 0.05), (0, 0, 0.025), GREY)),
        collider(cube("left", (0.05, 0.2, 0.2), (-0.175, 0, 0.15), GREY)),
        collider(cube("right", (0.05, 0.2, 0.2), (0.175, 0, 0.15), GREY)),
    ]
    return Stage([body("Trestle", *parts, *between, mass=6)], default="Trestle")


def _coverage() -> list[Case]:
    knob = collider(cube("knob", (0.06, 0.06, 0.06), (0, 0, 0.08), RED)).add("bool physics:collisionEnabled = 0")
    return [
        _case(
            "SAF052",
            "drawer-without-collider",
            _trestle(cube("drawer", (0.28, 0.18, 0.14), (0, 0, 0.13), RED)),
            "The drawer between the posts is drawn but not solid; a hand reaches through it.",
        ),
        _case(
            "SAF063",
            "one-collider-off",
            _trestle(knob),
            "One collider of several is switched off, on a part that nothing else covers.",
        ),
    ]


def _shapes() -> list[Case]:
    points, faces = _CUBE
    turned_over = (points, [tuple(reversed(faces[-1])), *faces[:-1]])
    rod = collider(mesh("rod", meshes.box((3.0, 0.04, 0.04), (0, 0, 0.02)), GREY), _HULL)
    flange = collider(cube("flange", (0.3, 0.3, 0.006), (0, 0, 0.003), GREY))
    mirrored = collider(mesh("shape", _CUBE, BLUE), _HULL)
    mirrored.add("float3 xformOp:scale = (-1, 1, 1)", 'uniform token[] xformOpOrder = ["xformOp:scale"]')
    slab = collider(cube("shape", (60, 40, 6), (0, 0, 3), BLUE))
    drawn = collider(cube("drawn", (0.2, 0.2, 0.2), (0, 0, 0.1), BLUE))
    stand_in = collider(cube("stand_in", (0.2, 0.2, 0.2), (0, 0, 0.1), GREY), is_hidden=True)
    return [
        _case(
            "SAF073",
            "drawn-and-stand-in",
            Stage([body("Block", drawn, stand_in)], default="Block"),
            "Drawn shape and stand-in both collide and no mass is written: the block weighs twice what it should.",
        ),
        _case(
            "SAF053",
            "thin-flange",
            Stage([block().put(flange)], default="Block"),
            "A flange of 6 mm: it lands well, and may pass through a thin obstacle.",
            remark=True,
        ),
        _case(
            "SAF057",
            "mirrored",
            _block_of(mirrored),
            "A negative scale mirrors the mesh.",
            remark=True,
        ),
        _case(
            "SAF058",
            "long-rod",
            Stage([body("Rod", rod, mass=12)], default="Rod"),
            "The hull of a rod that is 75 times as long as thick; GPU pipelines refuse it.",
        ),
        _case(
            "SAF059",
            "pallet-in-centimetres",
            Stage([body("Pallet", slab, mass=2e6)], default="Pallet"),
            "A pallet drawn in centimetres and delivered in metres: 60 m long.",
        ),
        _case(
            "SAF065",
            "one-face-turned",
            _block_of(collider(mesh("shape", turned_over, BLUE), _HULL)),
            "One face of the mesh is turned over.",
            remark=True,
        ),
        _case(
            "SAF066",
            "open-box",
            _block_of(collider(mesh("shape", (points, faces[:-1]), BLUE), _HULL)),
            "One face of the mesh is missing, so it is open.",
            remark=True,
        ),
    ]


def _block_of(shape: Prim) -> Stage:
    return Stage([body("Block", shape, mass=4)], default="Block")


def _mechanisms() -> list[Case]:
    left = body("left", collider(cube("shape", (0.1, 0.1, 0.2), (0, 0, 0.1), RED)), mass=1, at=(-0.04, 0, 0))
    right = body("right", collider(cube("shape", (0.1, 0.1, 0.2), (0, 0, 0.1), BLUE)), mass=1, at=(0.04, 0, 0))
    top = body("top", collider(cube("shape", (0.3, 0.1, 0.05), (0, 0, 0.025), GREY)), mass=1, at=(0, 0, 0.21))
    bolts = [
        joint("PhysicsFixedJoint", f"bolt_{name}", ("/Gate/top", f"/Gate/{name}"), ((x, 0, 0), (0, 0, 0.21)))
        for name, x in (("left", -0.04), ("right", 0.04))
    ]
    return [
        _case(
            "SAF054",
            "posts-overlap",
            Stage([xform("Gate", top, left, right, *bolts)], default="Gate"),
            "Two posts of one mechanism overlap by 2 cm and collide: they push against their joints and never rest.",
            "FAIL",
            others=("MON003",),
        ),
        _case(
            "SAF068",
            "root-below-root",
            _nested_roots(),
            "Two articulation roots, one below the other; the engine logs an error.",
            others=("ENG012",),
        ),
        _case(
            "SAF069",
            "joint-with-two-targets",
            _two_targets(),
            "One side of a joint names two bodies; the second one is ignored.",
        ),
        _case(
            "SAF056",
            "drive-without-axis",
            _driven("PhysicsFixedJoint", "float drive:angular:physics:stiffness = 100"),
            "An angular drive on a fixed joint, which has nothing to turn.",
        ),
    ]


def _nested_roots() -> Stage:
    stage = pair_stage()
    root = stage.roots[0].with_api("PhysicsArticulationRootAPI")
    root.children[0].with_api("PhysicsArticulationRootAPI")
    return stage


def _two_targets() -> Stage:
    stage = pair_stage()
    link = stage.roots[0].children[-1]
    link.lines = [
        s.replace("rel physics:body1 = </Pair/upper>", "rel physics:body1 = [</Pair/upper>, </Pair/lower>]")
        for s in link.lines
    ]
    return stage


def _driven(kind: str, *lines: str) -> Stage:
    stage = pair_stage(*lines, kind=kind)
    stage.roots[0].children[-1].with_api("PhysicsDriveAPI:angular")
    return stage


def _places() -> list[Case]:
    bolt = joint("PhysicsFixedJoint", "Bolt", ("/Block", "/Elsewhere"), ((0, 0, 0), (0, 0, 0)))
    detached = collider(cube("shape", (0.2, 0.2, 0.2), (0, 0, 0.1), BLUE))
    detached.lines = [s.replace("xformOpOrder = [", 'xformOpOrder = ["!resetXformStack!", ') for s in detached.lines]
    animated = block()
    animated.add(
        "double3 xformOp:translate = (0, 0, 0)",
        "double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 24: (1, 0, 0) }",
        'uniform token[] xformOpOrder = ["xformOp:translate"]',
    )
    forgotten = block().add("double3 xformOp:translate = (0, 0, 1)")
    return [
        _case(
            "SAF060",
            "joint-beside-the-root",
            Stage([block(), bolt], default="Block"),
            "A joint beside the default prim stays behind when the asset is referenced.",
        ),
        _case(
            "SAF061",
            "collider-resets-transform",
            Stage([body("Block", detached, mass=4, at=(0, 0, 0.5))], default="Block"),
            "The collider resets its transform stack, which the engine does not heed.",
            "FAIL",
        ),
        _case("SAF062", "animated-body", Stage([animated], default="Block"), "The body's transform is animated."),
        _case(
            "SAF064",
            "operation-not-in-order",
            Stage([forgotten], default="Block"),
            "A translation is written and not listed in xformOpOrder, so it does nothing.",
        ),
    ]


def _values() -> list[Case]:
    grip = material("Grip", "float physics:staticFriction = 1000", "float physics:dynamicFriction = 1000")
    held = [*_force("(0, 0, 9.81)"), 'uniform token physxForce:mode = "acceleration"']
    sticky = block().with_api("MaterialBindingAPI")
    sticky.add(relationship("material:binding:physics", "/Block/Grip")).put(grip)
    return [
        _case(
            "SAF026",
            "held-by-a-force",
            block_stage(*held, apis=("PhysxForceAPI",)),
            "A constant force of exactly its weight holds the body in the air.",
            "FAIL",
        ),
        _case(
            "SAF047",
            "identity-inertia",
            block_stage("float3 physics:diagonalInertia = (1, 1, 1)"),
            "The identity as inertia, which exporters write when they know nothing.",
        ),
        _case(
            "SAF049",
            "heavier-than-anything",
            block_stage(mass=4e7),
            "Five thousand million kilograms in a cubic metre.",
            "FAIL",
        ),
        _case(
            "SAF050",
            "schema-not-applied",
            block_stage("float physxRigidBody:angularDamping = 0.05"),
            "A setting of a schema that is not applied; no engine reads it.",
        ),
        _case(
            "SAF051",
            "rotation-locked",
            block_stage("int physxRigidBody:lockedRotAxis = 7", apis=("PhysxRigidBodyAPI",)),
            "The body cannot turn, so it lands as no real object would.",
        ),
        _case("SAF067", "friction-of-a-thousand", Stage([sticky], default="Block"), "A friction of 1000."),
        _case(
            "SAF074",
            "material-renamed",
            Stage(
                [body("Block", _bound(collider(mesh("shape", _CUBE, BLUE), _HULL), "/Block/Steel"), mass=4)],
                default="Block",
            ),
            "A collider is bound to a physics material that does not exist.",
        ),
        _case(
            "SAF076",
            "contacts-do-nothing",
            block_stage("float physxRigidBody:maxContactImpulse = 0", apis=("PhysxRigidBodyAPI",)),
            "No contact may do anything to the body: it passes through the floor although its collider is right.",
            "FAIL",
        ),
    ]


def _bound(shape: Prim, path: str) -> Prim:
    return shape.with_api("MaterialBindingAPI").add(relationship("material:binding:physics", path))


def _force(text: str) -> Sequence[str]:
    return f"vector3f physxForce:force = {text}", "bool physxForce:worldFrameEnabled = 1"


def _files() -> list[Case]:
    painted = block()
    look = Prim(kind="Material", name="Look", children=[])
    picture = Prim(
        kind="Shader",
        name="Picture",
        lines=['uniform token info:id = "UsdUVTexture"', "asset inputs:file = @./textures/not_delivered.png@"],
    )
    painted.put(look.put(picture))
    part = Stage([collider(cube("Part", (20, 20, 20), (0, 0, 10), BLUE))], default="Part", meters_per_unit="0.01")
    referenced = Prim(kind="", name="part", meta=["prepend references = @./parts/centimetres.usda@"])
    large = Stage([body("Block", referenced, mass=8000)], default="Block")
    lying = body("Block", collider(cube("shape", (0.2, 0.2, 0.2), (0, 0.1, 0), BLUE)), mass=4)
    return [
        _case(
            "INT009",
            "up-axis-unauthored",
            Stage([lying], default="Block", up_axis=None),
            "The up axis is not written; USD's fallback is Y.",
            remark=True,
        ),
        _case(
            "INT011",
            "missing-texture",
            Stage([painted], default="Block"),
            "A texture was not delivered; the physics is complete.",
            remark=True,
        ),
        _case(
            "INT012",
            "centimetres-below-metres",
            large,
            "A referenced part is drawn in centimetres; USD does not convert, so it is a hundred times too large.",
            extra={"parts/centimetres.usda": part.write().encode()},
        ),
    ]
