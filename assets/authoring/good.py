"""Assets that behave: nothing above INFO, except that very small ones are dropped from higher."""

from __future__ import annotations

import math

from authoring import meshes
from authoring.case import Case
from authoring.texture import plank_png
from authoring.usda import Prim, Stage, body, collider, cube, cylinder, joint, mesh, num, relationship, sphere, xform

__all__ = ["good_cases"]

_STEEL = (0.55, 0.57, 0.6)
_CARDBOARD, _TAPE = (0.62, 0.44, 0.26), (0.8, 0.7, 0.45)
_CLAY, _GLASS, _RED = (0.85, 0.33, 0.2), (0.16, 0.45, 0.3), (0.75, 0.08, 0.1)
_STONE, _DARK_STONE = (0.78, 0.74, 0.65), (0.62, 0.58, 0.5)
_WHITE, _ORANGE, _DARK = (0.9, 0.9, 0.9), (0.95, 0.45, 0.05), (0.12, 0.12, 0.14)
_OAK, _WALNUT, _BRASS = (0.6, 0.4, 0.2), (0.32, 0.19, 0.1), (0.8, 0.62, 0.25)


def good_cases() -> list[Case]:
    """Return all good assets."""
    return [
        _box(),
        _bracket(),
        _cup(),
        _bottle(),
        _pillar(),
        _screw(),
        _can(),
        _robot(),
        _ball(),
        _chest(),
        _stool(),
        _crate(),
        _dumbbell(),
        _unbolted(),
    ]


def _case(name: str, root: Prim, note: str, *others: Prim, codes: tuple[str, ...] = ()) -> Case:
    return Case(f"good/{name}", name, Stage([root, *others], default=root.name), note, codes=codes)


def _box() -> Case:
    carton = collider(cube("carton", (0.4, 0.3, 0.25), (0, 0, 0.125), _CARDBOARD))
    tape = cube("tape", (0.401, 0.05, 0.251), (0, 0, 0.125), _TAPE)
    return _case("box", body("Box", carton, tape, mass=1.5), "A closed carton: the simplest thing that falls.")


def _bracket() -> Case:
    outline = [(0.0, 0.0), (0.12, 0.0), (0.12, 0.015), (0.015, 0.015), (0.015, 0.09), (0.0, 0.09)]
    shape = meshes.extrude(outline, [[0, 1, 2, 3], [0, 3, 4, 5]], 0.06)
    part = collider(mesh("plate", shape, _STEEL, at=(-0.06, 0, 0)), "convexDecomposition")
    return _case("bracket", body("Bracket", part, mass=0.35), "A concave steel bracket with a convex decomposition.")


def _cup() -> Case:
    wall = [(0.0, 0.095), (0.04, 0.095), (0.04, 0.0), (0.0355, 0.0), (0.0355, 0.0895), (0.0, 0.0895)]
    shell = collider(mesh("shell", meshes.lathe(wall, 32), _CLAY), "convexDecomposition")
    ring = meshes.half_ring(0.024, 0.0045, 10, 10)
    handle = collider(mesh("handle", ring, _CLAY, at=(0.036, 0, 0.05)), "convexDecomposition")
    return _case(
        "cup",
        body("Cup", shell, handle, mass=0.3),
        "A mug upside down on its rim: hollow, and only a thin ring touches.",
    )


def _bottle() -> Case:
    outline = [(0.0, 0.0), (0.033, 0.0), (0.036, 0.004), (0.036, 0.13), (0.03, 0.155), (0.016, 0.185), (0.013, 0.2)]
    glass = mesh("glass", meshes.lathe([*outline, (0.013, 0.23), (0.0, 0.23)], 32), _GLASS)
    lid = meshes.lathe([(0.0, 0.222), (0.015, 0.222), (0.015, 0.245), (0.0, 0.245)], 24)
    cap = mesh("cap", lid, _BRASS)
    # An engine's convex hull has 64 vertices at most; a separate cylinder keeps the foot round, so it does not wobble.
    foot = collider(cylinder("foot_collider", (0.036, 0.13), (0, 0, 0.065)), is_hidden=True)
    slope = [(0.0, 0.12), (0.036, 0.13), (0.03, 0.155), (0.016, 0.185), (0.015, 0.245), (0.0, 0.245)]
    neck = collider(mesh("neck_collider", meshes.lathe(slope, 12)), "convexHull", is_hidden=True)
    root = body("Bottle", glass, cap, foot, neck, mass=0.55).with_api("PhysxRigidBodyAPI")
    # A full bottle: the liquid damps the wobble, for which PhysX has no friction of its own.
    root.add("float physxRigidBody:angularDamping = 1")
    return _case("bottle", root, "A lathed bottle, tall and narrow, with a cylinder and a convex hull as colliders.")


def _pillar() -> Case:
    parts = [
        collider(cube("plinth", (0.5, 0.5, 0.12), (0, 0, 0.06), _DARK_STONE)),
        collider(cylinder("shaft", (0.17, 1.7), (0, 0, 0.97), _STONE)),
        collider(cube("capital", (0.42, 0.42, 0.14), (0, 0, 1.89), _DARK_STONE)),
    ]
    return _case(
        "pillar",
        body("Pillar", *parts, mass=420),
        "A stone pillar of 2 m: it falls 16 m and must stay upright or lie still.",
    )


def _screw() -> Case:
    profile: list[tuple[float, float]] = [
        (0.0, 0.0),
        (0.002, 0.0),
        (0.0022, 0.0003),
        (0.0022, 0.0013),
        (0.0018, 0.0016),
    ]
    for turn in range(8):
        low = 0.0016 + turn * 0.0004
        profile += [(0.0008, low + 0.0001), (0.0011, low + 0.0003)]
    profile += [(0.0006, 0.005), (0.0, 0.005)]
    thread = mesh("thread", meshes.lathe(profile, 24), _STEEL)
    head = collider(cylinder("head_collider", (0.0022, 0.0016), (0, 0, 0.0008)), is_hidden=True)
    shaft = collider(cylinder("shaft_collider", (0.0011, 0.0034), (0, 0, 0.0033)), is_hidden=True)
    note = "A screw of 5 mm standing on its head: 8 x its height is less than the contact margin."
    return _case("screw", body("Screw", thread, head, shaft, mass=0.0003), note)


def _can() -> Case:
    profile = [(0.0, 0.15), (2.5, 0.15), (2.6, 0.0), (2.8, 0.0), (3.3, 0.8), (3.3, 10.9), (2.8, 11.7), (2.7, 11.7)]
    shape = meshes.turned(meshes.lathe([*profile, (2.6, 11.5), (0.0, 11.5)], 32), "Y")
    tin = mesh("tin", shape, _RED)
    solid = collider(cylinder("collider", (3.3, 11.7), (0, 5.85, 0), axis="Y"), is_hidden=True)
    root = body("Can", tin, solid, mass=0.35)
    stage = Stage([root], default="Can", meters_per_unit="0.01", up_axis="Y")
    return Case("good/can", "can", stage, "A drinks can in centimetres with Y up: it must stand, at its real size.")


def _ball() -> Case:
    segments, rings = 24, 16
    shape = meshes.uv_sphere(0.5, segments, rings)
    palette = [(0.85, 0.1, 0.1), _WHITE, (0.1, 0.3, 0.75), _WHITE, (0.95, 0.75, 0.1), _WHITE]
    colors = [palette[(i % segments) // (segments // len(palette))] for i in range(len(shape[1]))]
    skin = mesh("skin", shape, at=(0, 0, 0.5), face_colors=colors)
    solid = collider(sphere("collider", 0.5, (0, 0, 0.5)), is_hidden=True)
    return _case(
        "ball",
        body("Ball", skin, solid, mass=0.9),
        "A beach ball of 1 m: round, but dropped without spin it stays where it lands.",
    )


def _robot() -> Case:
    torso = body(
        "torso",
        collider(cube("hull", (0.42, 0.22, 0.09), color=_ORANGE)),
        collider(cube("head", (0.1, 0.12, 0.08), (0.24, 0, 0.05), _DARK)),
        sphere("eye_left", 0.015, (0.29, 0.03, 0.06), _WHITE),
        sphere("eye_right", 0.015, (0.29, -0.03, 0.06), _WHITE),
        mass=6,
        at=(0, 0, 0.29),
    )
    parts: list[Prim] = [torso]
    for name, x, y in (
        ("front_left", 0.16, 0.13),
        ("front_right", 0.16, -0.13),
        ("rear_left", -0.16, 0.13),
        ("rear_right", -0.16, -0.13),
    ):
        leg = body(
            f"leg_{name}",
            collider(cube("shank", (0.03, 0.03, 0.24), (0, 0, -0.12), _DARK)),
            collider(sphere("foot", 0.025, (0, 0, -0.245), _ORANGE)),
            mass=0.7,
            at=(x, y, 0.27),
        )
        drive = joint(
            "PhysicsRevoluteJoint",
            f"hip_{name}",
            ("/Robot/torso", f"/Robot/leg_{name}"),
            ((x, y, -0.02), (0, 0, 0)),
            'uniform token physics:axis = "Y"',
            "float physics:lowerLimit = -45",
            "float physics:upperLimit = 45",
            "float drive:angular:physics:stiffness = 4",
            "float drive:angular:physics:damping = 0.2",
            "float drive:angular:physics:targetPosition = 0",
            "float drive:angular:physics:maxForce = 120",
        ).with_api("PhysicsDriveAPI:angular")
        parts += [leg, drive]
    root = xform("Robot", *parts).with_api("PhysicsArticulationRootAPI")
    return _case("robot", root, "A floating four-legged articulation with driven hips.")


def _chest() -> Case:
    width, depth, height, wall = 0.4, 0.28, 0.2, 0.015
    sides = [
        ("floor", (width, depth, wall), (0.0, 0.0, wall / 2)),
        ("front", (width, wall, height), (0.0, -(depth - wall) / 2, height / 2)),
        ("back", (width, wall, height), (0.0, (depth - wall) / 2, height / 2)),
        ("left", (wall, depth, height), (-(width - wall) / 2, 0.0, height / 2)),
        ("right", (wall, depth, height), ((width - wall) / 2, 0.0, height / 2)),
    ]
    chest = body("chest", *(collider(cube(n, s, a, _OAK)) for n, s, a in sides), mass=3)
    chest.put(cube("lock", (0.04, 0.004, 0.05), (0, -depth / 2, height - 0.04), _BRASS))
    lid = body(
        "lid",
        collider(cube("board", (width, depth, 0.02), (0, -depth / 2, 0.01), _WALNUT)),
        cube("band_left", (0.02, depth + 0.002, 0.022), (-0.13, -depth / 2, 0.01), _BRASS),
        cube("band_right", (0.02, depth + 0.002, 0.022), (0.13, -depth / 2, 0.01), _BRASS),
        mass=1,
        at=(0, depth / 2, height),
    )
    hinge = joint(
        "PhysicsRevoluteJoint",
        "hinge",
        ("/Chest/chest", "/Chest/lid"),
        ((0, depth / 2, height), (0, 0, 0)),
        'uniform token physics:axis = "X"',
        "float physics:lowerLimit = -100",
        "float physics:upperLimit = 0",
    )
    return _case(
        "chest",
        xform("Chest", chest, lid, hinge),
        "Two bodies and a hinge: a chest whose lid may bounce open and falls shut.",
    )


def _stool() -> Case:
    leg = xform("StoolLeg", collider(cylinder("wood", (0.018, 0.44), (0, 0, 0.22), _OAK)))
    leg.specifier = "class"
    seat = collider(cylinder("seat", (0.17, 0.03), (0, 0, 0.455), _WALNUT))
    legs = []
    for k in range(4):
        angle = math.pi / 4 + k * math.pi / 2
        placed = xform(f"leg_{k}", at=(0.125 * math.cos(angle), 0.125 * math.sin(angle), 0))
        placed.meta = ["instanceable = true", "prepend references = </StoolLeg>"]
        legs.append(placed)
    return _case(
        "stool",
        body("Stool", seat, *legs, mass=3.2),
        "Legs with colliders inside instances: a reader must look into them.",
        leg,
    )


def _crate() -> Case:
    points, faces = meshes.box((0.4, 0.4, 0.4), (0, 0, 0.2))
    planks = collider(mesh("planks", (points, faces)), "convexHull")
    uv = ", ".join(["(0, 0)", "(1, 0)", "(1, 1)", "(0, 1)"] * len(faces))
    planks.add(f'texCoord2f[] primvars:st = [{uv}] (interpolation = "faceVarying")')
    planks.with_api("MaterialBindingAPI").add(relationship("material:binding", "/Crate/Looks/Wood"))
    look = Prim(
        kind="Material",
        name="Wood",
        lines=["token outputs:surface.connect = </Crate/Looks/Wood/Surface.outputs:surface>"],
    )
    look.put(
        Prim(
            kind="Shader",
            name="Surface",
            lines=[
                'uniform token info:id = "UsdPreviewSurface"',
                "color3f inputs:diffuseColor.connect = </Crate/Looks/Wood/Picture.outputs:rgb>",
                "float inputs:roughness = 0.8",
                "token outputs:surface",
            ],
        ),
        Prim(
            kind="Shader",
            name="Picture",
            lines=[
                'uniform token info:id = "UsdUVTexture"',
                "asset inputs:file = @./textures/planks.png@",
                "float2 inputs:st.connect = </Crate/Looks/Wood/Coordinates.outputs:result>",
                "float3 outputs:rgb",
            ],
        ),
        Prim(
            kind="Shader",
            name="Coordinates",
            lines=[
                'uniform token info:id = "UsdPrimvarReader_float2"',
                'string inputs:varname = "st"',
                "float2 outputs:result",
            ],
        ),
    )
    root = body("Crate", planks, Prim(kind="Scope", name="Looks", children=[look]), mass=9)
    stage = Stage([root], default="Crate")
    note = "A textured crate with UsdPreviewSurface."
    return Case("good/crate", "crate", stage, note, extra={"textures/planks.png": plank_png(128)})


def _dumbbell() -> Case:
    hexagon = [(0.0, -25.0), (45.0, -25.0), (45.0, 25.0), (0.0, 25.0)]
    head = meshes.turned(meshes.lathe(hexagon, 6), "X")
    flat = 45 * math.cos(math.pi / 6)
    geometry = xform(
        "Geometry",
        collider(mesh("head_left", head, _DARK, at=(-80, 0, flat)), "convexHull"),
        collider(mesh("head_right", head, _DARK, at=(80, 0, flat)), "convexHull"),
        collider(cylinder("grip", (14, 110), (0, 0, flat), _STEEL, axis="X")),
    )
    units = {"meters_per_unit": "0.001", "kilograms_per_unit": "0.001"}
    parts = Stage([geometry], default="Geometry", **units)
    payload = Prim(kind="Xform", name="geometry", meta=["prepend payload = @./parts/geometry.usda@"])
    root = body("Dumbbell", payload, mass=4000)
    stage = Stage([root], default="Dumbbell", **units)
    note = f"A dumbbell of {num(4)} kg in millimetres and grams, its geometry behind a payload."
    return Case("good/dumbbell", "dumbbell", stage, note, extra={"parts/geometry.usda": parts.write().encode()})


def _unbolted() -> Case:
    case = collider(cube("case", (0.3, 0.22, 0.16), (0, 0, 0.08), _STEEL))
    dial = cylinder("dial", (0.03, 0.02), (0, -0.105, 0.1), _DARK, axis="Y")
    bolt = joint(
        "PhysicsFixedJoint",
        "bolt",
        (None, "/Instrument/housing"),
        ((0, 0, 0), (0, 0, 0)),
        "bool physics:jointEnabled = 0",
    )
    root = xform("Instrument", body("housing", case, dial, mass=2.4), bolt)
    return _case("unbolted", root, "Its joint to the world is switched off, so it is loose and must be tested.")
