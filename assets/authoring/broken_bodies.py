"""Bodies that cannot or do not fall."""

from __future__ import annotations

from authoring.broken_parts import BLUE, GREY, block, block_stage, pair_stage
from authoring.case import Case
from authoring.usda import Prim, Stage, body, collider, cube, joint, xform

__all__ = ["body_cases"]

_PHYSX = ("PhysxRigidBodyAPI",)


def _fail(code: str, slug: str, stage: Stage, note: str, *codes: str) -> Case:
    return Case(f"broken/{code}-{slug}", slug.replace("-", "_"), stage, note, "FAIL", codes or (code,))


def _anchored(code: str, slug: str, stage: Stage, note: str, *others: str) -> Case:
    return Case(f"broken/{code}-{slug}", slug.replace("-", "_"), stage, note, "NOT_APPLICABLE", [*others, code])


def body_cases() -> list[Case]:
    """Return the broken assets about bodies, anchors and settings that stop the fall."""
    return [*_missing(), *_absent(), *_anchors(), *_other_anchors(), *_held(), *_remarked()]


def _missing() -> list[Case]:
    scenery = Stage([xform("Shelf", collider(cube("board", (0.6, 0.25, 0.03), (0, 0, 0.4), GREY)))], default="Shelf")
    picture = Stage([xform("Vase", cube("shape", (0.1, 0.1, 0.3), (0, 0, 0.15), BLUE))], default="Vase")
    shell = body("Block", cube("shape", (0.2, 0.2, 0.2), (0, 0, 0.1), BLUE), mass=4)
    ghost = collider(cube("shape", (0.2, 0.2, 0.2), (0, 0, 0.1), BLUE)).add("bool physics:collisionEnabled = 0")
    sensor = collider(cube("shape", (0.2, 0.2, 0.2), (0, 0, 0.1), BLUE)).with_api("PhysxTriggerAPI")
    return [
        _fail(
            "SAF001",
            "static-scenery",
            scenery,
            "A collider without a rigid body: static scenery that hangs in the air.",
        ),
        _fail(
            "SAF001",
            "visual-only",
            picture,
            "Geometry without any physics: both schemas are missing.",
            "SAF001",
            "SAF002",
        ),
        _fail(
            "SAF002",
            "no-collider",
            Stage([shell], default="Block"),
            "A rigid body without a collider falls through the floor.",
        ),
        _fail(
            "SAF003",
            "collider-disabled",
            Stage([body("Block", ghost, mass=4)], default="Block"),
            "CollisionAPI is there but collisionEnabled is false: a test for its presence alone would be satisfied.",
        ),
        _fail(
            "SAF003",
            "trigger",
            Stage([body("Block", sensor, mass=4)], default="Block"),
            "The only collider is a trigger: it feels contact but does not stop it.",
        ),
    ]


def _absent() -> list[Case]:
    return [
        _fail(
            "SAF005",
            "body-disabled",
            block_stage("bool physics:rigidBodyEnabled = 0"),
            "rigidBodyEnabled is false: the body is static.",
        ),
        _fail(
            "SAF021",
            "variant-off",
            _variant(),
            "The physics is in a variant that is not selected, as some libraries deliver their props.",
        ),
        _fail(
            "SAF022",
            "body-in-instance",
            _instanced_body(),
            "The rigid body lies inside an instance, where the engine makes it static.",
        ),
    ]


def _variant() -> Stage:
    text = Prim(kind="Xform", name="Block", children=[cube("shape", (0.2, 0.2, 0.2), (0, 0, 0.1), BLUE)])
    text.meta = ['variants = {\n        string physics = "off"\n    }', 'prepend variantSets = "physics"']
    text.add(
        'variantSet "physics" = {\n'
        '        "off" {\n'
        "        }\n"
        '        "on" (\n'
        '            prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]\n'
        "        ) {\n"
        "            float physics:mass = 4\n"
        '            over "shape" (\n'
        '                prepend apiSchemas = ["PhysicsCollisionAPI"]\n'
        "            )\n"
        "            {\n"
        "            }\n"
        "        }\n"
        "    }"
    )
    return Stage([text], default="Block")


def _instanced_body() -> Stage:
    holder = xform("holder")
    holder.meta = ["instanceable = true", "prepend references = </Source>"]
    source = Prim(kind="Xform", name="Source", specifier="class", children=[block("inner")])
    return Stage([xform("Block", holder), source], default="Block")


def _anchors() -> list[Case]:
    def bolted(*lines: str, mass: float | None = 4) -> Stage:
        bolt = joint("PhysicsFixedJoint", "bolt", (None, "/Machine/Block"), ((0, 0, 0.1), (0, 0, 0.1)))
        return Stage([xform("Machine", block(mass=mass).add(*lines), bolt)], default="Machine")

    d6 = joint("PhysicsJoint", "lock", ("/Machine/Block", None))
    for axis in ("transX", "transY", "transZ", "rotX", "rotY", "rotZ"):
        d6.with_api(f"PhysicsLimitAPI:{axis}")
        d6.add(f"float limit:{axis}:physics:low = 1", f"float limit:{axis}:physics:high = -1")
    hinge = joint(
        "PhysicsRevoluteJoint",
        "hinge",
        (None, "/Machine/Block"),
        ((0, 0, 0.1), (0, 0, 0.1)),
        'uniform token physics:axis = "X"',
    )
    stops = ("float physics:lowerLimit = -5", "float physics:upperLimit = 5")
    base = pair_stage('uniform token physics:axis = "X"', *stops, kind="PhysicsRevoluteJoint")
    base.roots[0].children[0].add("bool physics:kinematicEnabled = 1")

    def machine(*parts: Prim) -> Stage:
        return Stage([xform("Machine", block(), *parts)], default="Machine")

    return [
        _anchored(
            "SAF006",
            "bolted-to-world",
            bolted(),
            "A fixed joint with an empty side. Simulated, it would snap back and look like a landing.",
        ),
        _anchored(
            "SAF006",
            "locked-d6",
            machine(d6),
            "A D6 joint to the world with all six axes locked is a fixed joint in disguise.",
        ),
        _anchored(
            "SAF006", "hinged-to-world", machine(hinge), "A hinge to the world leaves one rotation, but no fall."
        ),
        _anchored(
            "SAF006",
            "kinematic-base",
            base,
            "A kinematic base that carries a jointed link: a robot meant to be bolted down.",
        ),
    ]


def _other_anchors() -> list[Case]:
    def bolted(*lines: str, mass: float | None = 4) -> Stage:
        bolt = joint("PhysicsFixedJoint", "bolt", (None, "/Machine/Block"), ((0, 0, 0.1), (0, 0, 0.1)))
        return Stage([xform("Machine", block(mass=mass).add(*lines), bolt)], default="Machine")

    frame = xform("frame")
    to_frame = joint("PhysicsFixedJoint", "bolt", ("/Machine/frame", "/Machine/Block"), ((0, 0, 0), (0, 0, 0)))
    to_nothing = joint("PhysicsFixedJoint", "bolt", ("/Machine/Block", "/Machine/pedestal"), ((0, 0, 0), (0, 0, 0)))

    def machine(*parts: Prim) -> Stage:
        return Stage([xform("Machine", block(), *parts)], default="Machine")

    return [
        _anchored(
            "SAF006",
            "bolted-and-kinematic",
            bolted("bool physics:kinematicEnabled = 1"),
            "Bolted down and kinematic: that it would not fall is no defect of a pinned asset.",
        ),
        _anchored(
            "SAF007",
            "bolted-to-frame",
            machine(frame, to_frame),
            "Both sides are set, but one names a frame without a rigid body: the engine takes it as the world.",
        ),
        _anchored(
            "SAF071",
            "bolted-to-missing-prim",
            machine(to_nothing),
            "One side names a prim that does not exist: the engine takes it as the world.",
            "SAF007",
        ),
        _fail(
            "SAF008",
            "bolted-with-negative-mass",
            bolted(mass=-2),
            "A pinned asset with corrupt data: the corruption wins.",
            "SAF006",
            "SAF008",
        ),
    ]


def _held() -> list[Case]:
    kinematic = "bool physics:kinematicEnabled = 1"
    return [
        _fail("SAF004", "kinematic", block_stage(kinematic), "A kinematic body ignores gravity."),
        _fail(
            "SAF016",
            "asleep",
            block_stage("bool physics:startsAsleep = 1"),
            "A body that starts asleep hangs in the air.",
        ),
        _fail(
            "SAF017",
            "no-gravity",
            block_stage("bool physxRigidBody:disableGravity = 1", apis=_PHYSX),
            "Gravity is switched off for the body.",
        ),
        _fail(
            "SAF018",
            "locked-vertically",
            block_stage("int physxRigidBody:lockedPosAxis = 4", apis=_PHYSX),
            "The vertical axis of the body is locked.",
        ),
        Case(
            "broken/SAF019-own-scene",
            "own_scene",
            _own_scene(),
            "The asset brings a PhysicsScene without gravity, which would rule the world that uses it.",
            codes=["SAF019"],
        ),
    ]


def _remarked() -> list[Case]:
    return [
        Case(
            "broken/SAF024-dangling-owner",
            "dangling_owner",
            block_stage("rel physics:simulationOwner = </World/PhysicsScene>"),
            "simulationOwner names a scene that does not exist: the engine drops such a body.",
            codes=["SAF024"],
        ),
        Case(
            "broken/SAF025-start-velocity",
            "start_velocity",
            block_stage("vector3f physics:velocity = (0.5, 0, 0)"),
            "The body starts with 0.5 m/s sideways.",
            codes=["SAF025"],
        ),
        _fail(
            "SAF026",
            "heavy-damping",
            block_stage("float physxRigidBody:linearDamping = 1000", apis=_PHYSX),
            "Linear damping lets it sink at 1 cm/s: it never reaches the floor.",
            "SAF026",
            "MON001",
            "MON010",
        ),
        Case(
            "broken/SAF030-nested-bodies",
            "nested_bodies",
            _nested(),
            "A rigid body below another one.",
            codes=["SAF030"],
        ),
        Case(
            "broken/SAF032-resets-transforms",
            "resets_transforms",
            _reset(),
            "A body that resets its transform stack stays where it is when the asset is placed.",
            codes=["SAF032"],
        ),
        Case(
            "broken/SAF035-left-behind",
            "left_behind",
            Stage([xform("Lamp", block(), cube("shade", (0.1, 0.1, 0.1), (0.3, 0, 0.1), GREY))], default="Lamp"),
            "Visible geometry that no body carries.",
            codes=["SAF035"],
        ),
    ]


def _own_scene() -> Stage:
    scene = Prim(
        kind="PhysicsScene",
        name="PhysicsScene",
        lines=["vector3f physics:gravityDirection = (0, 0, -1)", "float physics:gravityMagnitude = 0"],
    )
    return Stage([xform("Asset", block(), scene)], default="Asset")


def _nested() -> Stage:
    inner = body("inner", collider(cube("shape", (0.1, 0.1, 0.1), (0, 0, 0.05), GREY)), mass=1, at=(0, 0, 0.25))
    return Stage([block().put(inner)], default="Block")


def _reset() -> Stage:
    free = block("free", at=(0.5, 0, 0))
    stay = '["!resetXformStack!", "xformOp:translate"]'
    free.lines = [line.replace('["xformOp:translate"]', stay) for line in free.lines]
    return Stage([xform("Group", block("fixed"), free)], default="Group")
