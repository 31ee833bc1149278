"""Masses, inertia, materials, joints and numbers that are wrong."""

from __future__ import annotations

from collections.abc import Sequence

from authoring.broken_parts import BLUE, RED, block, block_stage, pair, pair_stage
from authoring.case import Case
from authoring.usda import Prim, Stage, body, collider, cube, cylinder, joint, material, relationship, sphere, xform

__all__ = ["value_cases"]

_PHYSX = ("PhysxRigidBodyAPI",)


def _case(code: str, slug: str, stage: Stage, note: str, outcome: str = "PASS", *codes: str) -> Case:
    return Case(f"broken/{code}-{slug}", slug.replace("-", "_"), stage, note, outcome, codes or (code,))


def value_cases() -> list[Case]:
    """Return the broken assets about values, materials and joints."""
    return [*_masses(), *_inertias(), *_attributes(), *_materials(), *_joints(), *_drives(), *_motion()]


def _inertia(text: str) -> Stage:
    return block_stage(f"float3 physics:diagonalInertia = {text}")


def _masses() -> list[Case]:
    massless = ("PhysicsMassAPI",)
    return [
        _case(
            "SAF008",
            "negative-mass",
            block_stage("float physics:mass = -4", mass=None, apis=massless),
            "A negative mass: the engine silently uses another one and the run looks fine.",
            "FAIL",
        ),
        _case(
            "SAF008",
            "nan-mass",
            block_stage("float physics:mass = nan", mass=None, apis=massless),
            "A mass that is not a number.",
            "FAIL",
        ),
        _case(
            "SAF008",
            "negative-density",
            block_stage("float physics:density = -700", mass=None, apis=massless),
            "A negative density.",
            "FAIL",
        ),
    ]


def _inertias() -> list[Case]:
    massless = ("PhysicsMassAPI",)
    return [
        _case(
            "SAF009",
            "tiny-inertia",
            _inertia("(1e-12, 1e-12, 1e-12)"),
            "An inertia ten thousand million times too small: the first contact spins the block through the floor.",
            "FAIL",
        ),
        _case(
            "SAF009",
            "impossible-inertia",
            _inertia("(0.5, 0.001, 0.001)"),
            "An inertia that breaks the triangle inequality: the block gains energy from nothing.",
            "FAIL",
        ),
        _case("SAF009", "negative-inertia", _inertia("(-0.03, 0.03, 0.03)"), "A negative inertia.", "FAIL"),
        _case(
            "SAF013",
            "mass-zero",
            block_stage("float physics:mass = 0", mass=None, apis=massless),
            "A mass of 0 means that none is given, not that the body is kinematic.",
        ),
    ]


def _attributes() -> list[Case]:
    return [
        _case(
            "SAF049",
            "mass-in-grams",
            block_stage(mass=4000),
            "The mass was written in grams: 4000 kg in a block of 0.2 m is twenty times denser than any metal.",
        ),
        _case(
            "SAF033",
            "nan-damping",
            block_stage("float physxRigidBody:angularDamping = nan", apis=_PHYSX),
            "An attribute that is not a number.",
            "FAIL",
        ),
        _case(
            "SAF033",
            "text-for-a-number",
            block_stage('string physics:density = "heavy"'),
            "A text where a number belongs.",
            "FAIL",
        ),
        _case(
            "SAF045",
            "center-of-mass-outside",
            block_stage("point3f physics:centerOfMass = (1, 0, 0.1)"),
            "The centre of mass is a metre beside the block, which rolls about thin air.",
            "FAIL",
            "SAF045",
            "MON003",
        ),
        _case(
            "SAF047",
            "large-inertia",
            Stage([_small_block()], default="Block"),
            "An inertia 300 times that of the block: it turns as if it were a wheel.",
            "PASS",
            "SAF047",
            "MON008",
        ),
    ]


def _small_block() -> Prim:
    shape = collider(cube("shape", (0.1, 0.1, 0.1), (0, 0, 0.05), BLUE))
    return body("Block", shape, mass=0.6).add("float3 physics:diagonalInertia = (0.3, 0.3, 0.3)")


def _rubber(shape: Prim, *lines: str, apis: Sequence[str] = ()) -> Stage:
    shape.with_api("MaterialBindingAPI").add(relationship("material:binding:physics", "/Toy/rubber"))
    friction = ("float physics:staticFriction = 0.5", "float physics:dynamicFriction = 0.5")
    return Stage([body("Toy", shape, material("rubber", *friction, *lines, apis=tuple(apis)), mass=1)], default="Toy")


def _materials() -> list[Case]:
    def cubic() -> Prim:
        return collider(cube("shape", (0.2, 0.2, 0.2), (0, 0, 0.1), RED))

    bouncy = collider(sphere("shape", 0.1, (0, 0, 0.1), RED))
    spring = "float physxMaterial:compliantContactStiffness = 100"
    mode = 'uniform token physxMaterial:restitutionCombineMode = "max"'
    physx = ("PhysxMaterialAPI",)
    return [
        _case(
            "SAF027",
            "negative-restitution",
            _rubber(cubic(), "float physics:restitution = -1"),
            "A negative restitution turns the contact into a spring: the toy sinks metres deep.",
            "FAIL",
        ),
        _case(
            "SAF027",
            "restitution-above-one",
            _rubber(cubic(), "float physics:restitution = 5"),
            "A restitution above 1 is rejected by the engine.",
            "FAIL",
        ),
        _case(
            "SAF046",
            "compliant-contact",
            _rubber(cubic(), spring, apis=physx),
            "A compliant contact: the toy sinks into the floor.",
            "FAIL",
            "SAF046",
            "MON002",
        ),
        _case(
            "MON003",
            "bouncy-ball",
            _rubber(bouncy, "float physics:restitution = 1", mode, apis=physx),
            "Restitution 1 with combine mode max: it bounces although the floor takes all energy.",
            "FAIL",
            "MON003",
            "SAF070",
        ),
        _case(
            "SAF070",
            "box-gives-nearly-all-back",
            _rubber(cubic(), "float physics:restitution = 0.96", mode, apis=physx),
            "A box that takes hardly any energy at its contacts; that it comes to rest in time is luck.",
        ),
    ]


def _joints() -> list[Case]:
    zero = Prim(
        kind="PhysicsFixedJoint",
        name="link",
        lines=[
            relationship("physics:body0", "/Pair/lower"),
            relationship("physics:body1", "/Pair/upper"),
            "quatf physics:localRot0 = (0, 0, 0, 0)",
            "point3f physics:localPos0 = (0, 0, 0.24)",
        ],
    )
    apart = joint("PhysicsFixedJoint", "link", ("/Pair/lower", "/Pair/upper"), ((0, 0, 0.24), (0, 0, -0.1)))
    at = ((0, 0, 0.24), (0, 0, 0))
    ball = [
        joint(
            "PhysicsRevoluteJoint",
            f"hinge_{a}",
            ("/Pair/lower", "/Pair/upper"),
            at,
            f'uniform token physics:axis = "{a}"',
        )
        for a in "XYZ"
    ]
    return [
        _case(
            "SAF072",
            "three-hinges-for-a-ball",
            Stage([pair(*ball)], default="Pair"),
            "Three hinges between the same two bodies, one for each axis, lock them.",
        ),
        _case(
            "SAF075",
            "hinge-beyond-its-limits",
            pair_stage(
                'uniform token physics:axis = "X"',
                "float physics:lowerLimit = 5",
                "float physics:upperLimit = 8",
                kind="PhysicsRevoluteJoint",
            ),
            "A hinge that stands at 0 degrees and may turn from 5 to 8: it jumps there in the first step.",
        ),
        _case(
            "SAF029",
            "joint-to-itself",
            pair_stage(body1="/Pair/lower"),
            "Both sides of the joint are the same body.",
            "FAIL",
        ),
        _case(
            "SAF029", "joint-without-bodies", pair_stage(body0=None, body1=None), "A joint without any body.", "FAIL"
        ),
        _case(
            "SAF029",
            "zero-rotation",
            Stage([pair(zero)], default="Pair"),
            "A joint frame whose rotation is the zero quaternion.",
            "FAIL",
        ),
        _case(
            "SAF031",
            "frames-apart",
            Stage([pair(apart)], default="Pair"),
            "The two frames of a fixed joint are 10 cm apart: it snaps together in the first step.",
            "PASS",
            "SAF031",
        ),
    ]


def _drives() -> list[Case]:
    ghost = Prim(
        kind="Xform",
        name="flange",
        apis=("PhysicsRigidBodyAPI",),
        lines=["double3 xformOp:translate = (0, 0, 0.5)", 'uniform token[] xformOpOrder = ["xformOp:translate"]'],
    )
    to_ghost = joint("PhysicsFixedJoint", "flange_joint", ("/Pair/upper", "/Pair/flange"), ((0, 0, 0.26), (0, 0, 0)))
    link = joint("PhysicsFixedJoint", "link", ("/Pair/lower", "/Pair/upper"), ((0, 0, 0.24), (0, 0, 0)))
    hinge, axis = "PhysicsRevoluteJoint", 'uniform token physics:axis = "X"'
    stops = ("float physics:lowerLimit = -5", "float physics:upperLimit = 5")
    drive = pair_stage(axis, *stops, "float drive:angular:physics:stiffness = nan", kind=hinge)
    weak = pair_stage(
        axis,
        "float physics:lowerLimit = -5",
        "float physics:upperLimit = 5",
        "float drive:angular:physics:stiffness = 10",
        "float drive:angular:physics:maxForce = 0",
        kind=hinge,
    )
    for stage in (drive, weak):
        stage.roots[0].children[-1].with_api("PhysicsDriveAPI:angular")
    return [
        _case(
            "SAF039",
            "ghost-body",
            Stage([pair(link, ghost, to_ghost)], default="Pair"),
            "A flange frame with RigidBodyAPI but neither collider nor mass.",
        ),
        _case(
            "SAF040",
            "limits-inverted",
            pair_stage(axis, "float physics:lowerLimit = 60", "float physics:upperLimit = -60", kind=hinge),
            "The lower limit lies above the upper one.",
            "FAIL",
        ),
        _case("SAF040", "nan-drive", drive, "A drive stiffness that is not a number turns all poses into NaN.", "FAIL"),
        _case("SAF048", "drive-without-force", weak, "A drive whose maximum force is 0."),
    ]


def _motion() -> list[Case]:
    second = body("second", collider(cube("shape", (0.2, 0.2, 0.2), (0, 0, 0.1), RED)), mass=4, at=(0.06, 0.03, 0.05))
    soft = xform("jelly", cube("shape", (0.2, 0.2, 0.2), (0, 0, 0.1), RED)).with_api("PhysxDeformableBodyAPI")
    rolling = body("Roller", collider(cylinder("shape", (0.1, 0.3), (0, 0, 0.1), RED, axis="Y")), mass=2)
    rolling.with_api(*_PHYSX).add("float physxRigidBody:angularDamping = 0", "vector3f physics:velocity = (1, 0, 0)")
    propeller = body(
        "propeller", collider(cube("shape", (0.5, 0.06, 0.04), (0, 0, 0.02), RED)), mass=1, at=(0, 0, 0.22)
    )
    motor = joint(
        "PhysicsRevoluteJoint",
        "motor",
        ("/Fan/foot", "/Fan/propeller"),
        ((0, 0, 0.22), (0, 0, 0)),
        'uniform token physics:axis = "Z"',
        "float drive:angular:physics:damping = 10",
        "float drive:angular:physics:targetVelocity = 200",
    ).with_api("PhysicsDriveAPI:angular")
    fan = Stage([xform("Fan", block("foot"), propeller, motor)], default="Fan")
    return [
        _case(
            "SAF028",
            "deformable",
            Stage([xform("Asset", block(), soft)], default="Asset"),
            "A soft body that a CPU engine leaves out: part of the asset would go untested.",
            "INCONCLUSIVE",
        ),
        _case(
            "SAF044",
            "overlapping-bodies",
            Stage([xform("Asset", block(), second)], default="Asset"),
            "Two loose bodies that overlap: the engine pushes them apart.",
        ),
        _case(
            "MON003",
            "rolling",
            Stage([rolling], default="Roller"),
            "A roller with a start velocity and no damping rolls on for ever.",
            "FAIL",
            "MON003",
            "SAF025",
        ),
        _case(
            "MON003",
            "spinning-drive",
            fan,
            "A drive with a target velocity keeps the mechanism turning.",
            "FAIL",
            "MON003",
        ),
    ]
