"""Mechanisms for the tests of joints: an arm, a cabinet, a gripper, and what can be wrong with them."""

from __future__ import annotations

from authoring.case import Case
from authoring.usda import Prim, Stage, body, collider, cube, joint, num, relationship, xform

__all__ = ["broken_joint_cases", "good_joint_cases"]

_STEEL = (0.55, 0.58, 0.62)
_ORANGE = (0.85, 0.45, 0.15)
_ARTICULATION = ("PhysicsArticulationRootAPI", "PhysxArticulationAPI")


def _drive(kind: str, stiffness: float, damping: float, limit: float | None) -> tuple[str, ...]:
    lines = (
        f"float drive:{kind}:physics:stiffness = {num(stiffness)}",
        f"float drive:{kind}:physics:damping = {num(damping)}",
    )
    return lines if limit is None else (*lines, f"float drive:{kind}:physics:maxForce = {num(limit)}")


def _link(name: str, length: float, x: float, z: float, mass: float, *lines: str, thick: float = 0.06) -> Prim:
    """Make a bar along x that begins at (x, 0, z), without the last 2 cm at either end."""
    bar = collider(cube("bar", (length - 0.04, thick, thick), (length / 2, 0, 0), _ORANGE))
    return body(name, bar, mass=mass, at=(x, 0, z)).add(*lines)


def _hinge(
    name: str, ends: tuple[str | None, str], at: tuple[float, float, float], low: float, high: float, *lines: str
) -> Prim:
    limits = (f"float physics:lowerLimit = {num(low)}", f"float physics:upperLimit = {num(high)}")
    prim = joint(
        "PhysicsRevoluteJoint", name, ends, (at, (0, 0, 0)), 'uniform token physics:axis = "Y"', *limits, *lines
    )
    if any(line.startswith("float drive:") for line in lines):
        prim.with_api("PhysicsDriveAPI:angular")
    if any("physxJoint:maxJointVelocity" in line for line in lines):
        prim.with_api("PhysxJointAPI")
    return prim


def arm_stage(
    *,
    limit: float | None = 60.0,
    gains: tuple[float, float] = (20.0, 2.0),
    elbow_limits: tuple[float, float] = (-120.0, 120.0),
    forearm: tuple[str, ...] = (),
    extra: tuple[Prim, ...] = (),
    speed: float | None = 180.0,
    base: bool = True,
    armature: float | None = None,
) -> Stage:
    """Make a two-link arm on a pedestal; gains are per degree, as USD has them."""
    pedestal = body("pedestal", collider(cube("block", (0.2, 0.2, 0.4), (0, 0, -0.25), _STEEL)), mass=20)
    upper = _link("upper_arm", 0.4, 0, 0, 3)
    lower = _link("forearm", 0.3, 0.4, 0, 1.5, *forearm, thick=0.05)
    if forearm:
        lower.with_api("PhysxRigidBodyAPI")
    drive = () if limit is None and gains == (0.0, 0.0) else _drive("angular", *gains, limit)
    velocity = () if speed is None else (f"float physxJoint:maxJointVelocity = {num(speed)}",)
    if armature is not None:
        velocity += (f"float physxJoint:armature = {num(armature)}",)
    shoulder = _hinge("shoulder", ("/Arm/pedestal", "/Arm/upper_arm"), (0, 0, 0), -120, 60, *drive, *velocity)
    elbow = _hinge("elbow", ("/Arm/upper_arm", "/Arm/forearm"), (0.4, 0, 0), *elbow_limits, *drive, *velocity)
    bolt = joint("PhysicsFixedJoint", "bolt", (None, "/Arm/pedestal"), ((0, 0, 0), (0, 0, 0)))
    parts = [pedestal, upper, lower, shoulder, elbow, *extra]
    root = xform("Arm", *([*parts, bolt] if base else parts)).with_api(*_ARTICULATION)
    return Stage([root], "Arm")


def cabinet_stage() -> Stage:
    """Make a cabinet with a drawer and a door, joints one by one and no articulation."""
    walls = [
        collider(cube("back", (0.02, 0.6, 0.8), (-0.2, 0, 0.4), _STEEL)),
        collider(cube("left", (0.4, 0.02, 0.8), (0, -0.31, 0.4), _STEEL)),
        collider(cube("right", (0.4, 0.02, 0.8), (0, 0.31, 0.4), _STEEL)),
    ]
    case = body("case", *walls, mass=25)
    box = collider(cube("box", (0.34, 0.52, 0.2), (0, 0, 0), _ORANGE))
    drawer = body("drawer", box, mass=3, at=(0, 0, 0.65))
    panel = collider(cube("panel", (0.02, 0.56, 0.4), (0, 0.28, 0), _ORANGE))
    door = body("door", panel, mass=4, at=(0.24, -0.3, 0.22))
    slide = joint(
        "PhysicsPrismaticJoint",
        "slide",
        ("/Cabinet/case", "/Cabinet/drawer"),
        ((0, 0, 0.65), (0, 0, 0)),
        'uniform token physics:axis = "X"',
        "float physics:lowerLimit = 0",
        "float physics:upperLimit = 0.3",
    )
    hinge = joint(
        "PhysicsRevoluteJoint",
        "hinge",
        ("/Cabinet/case", "/Cabinet/door"),
        ((0.24, -0.3, 0.22), (0, 0, 0)),
        'uniform token physics:axis = "Z"',
        "float physics:lowerLimit = -110",
        "float physics:upperLimit = 0",
    )
    return Stage([xform("Cabinet", case, drawer, door, slide, hinge)], "Cabinet")


def gripper_stage(*, is_ignored: bool = False) -> Stage:
    """Make a gripper whose right finger mimics the left one."""
    palm = body("palm", collider(cube("block", (0.06, 0.14, 0.04), (0, 0, -0.02), _STEEL)), mass=0.6)
    fingers = []
    for name, side in (("left", 1), ("right", -1)):
        tip = collider(cube("tip", (0.02, 0.01, 0.08), (0, 0, 0.045), _ORANGE))
        fingers.append(body(name, tip, mass=0.05, at=(0, 0.01 * side, 0)))
    slides = []
    for name, side, ends in (("left_slide", 1, (0.0, 0.04)), ("right_slide", -1, (0.0, 0.04))):
        finger = name.partition("_")[0]
        turn = "(1, 0, 0, 0)" if side > 0 else "(0, 0, 0, 1)"
        slide = joint("PhysicsPrismaticJoint", name, ("/Gripper/palm", f"/Gripper/{finger}"), None)
        slide.add(
            'uniform token physics:axis = "Y"',
            f"point3f physics:localPos0 = (0, {num(0.01 * side)}, 0)",
            f"quatf physics:localRot0 = {turn}",
            "point3f physics:localPos1 = (0, 0, 0)",
            f"quatf physics:localRot1 = {turn}",
            f"float physics:lowerLimit = {num(ends[0])}",
            f"float physics:upperLimit = {num(ends[1])}",
        )
        slides.append(slide)
    slides[0].with_api("PhysicsDriveAPI:linear").add(*_drive("linear", 400, 40, 20))
    if is_ignored:
        slides[1].with_api("PhysxMimicJointAPI:transY").add(
            relationship("physxMimicJoint:transY:referenceJoint", "/Gripper/left_slide"),
            'uniform token physxMimicJoint:transY:referenceJointAxis = "transY"',
            "float physxMimicJoint:transY:gearing = -1",
        )
    else:
        slides[1].with_api("NewtonMimicAPI").add(
            relationship("newton:mimicJoint", "/Gripper/left_slide"),
            "float newton:mimicCoef0 = 0",
            "float newton:mimicCoef1 = 1",
        )
    bolt = joint("PhysicsFixedJoint", "bolt", (None, "/Gripper/palm"), ((0, 0, 0), (0, 0, 0)))
    return Stage([xform("Gripper", palm, *fingers, *slides, bolt).with_api(*_ARTICULATION)], "Gripper")


def good_joint_cases() -> list[Case]:
    """Return mechanisms whose joints all work."""
    return [
        Case("good/arm", "arm", arm_stage(), "A two-link arm, bolted down.", test="joint_motion"),
        Case(
            "good/arm-floating",
            "arm_floating",
            arm_stage(base=False),
            "The same arm standing free: the test holds its base.",
            test="joint_motion",
        ),
        Case(
            "good/cabinet",
            "cabinet",
            cabinet_stage(),
            "A drawer and a door on joints of their own, without an articulation.",
            test="joint_motion",
        ),
        Case("good/gripper", "gripper", gripper_stage(), "A finger that mimics the other.", test="joint_motion"),
    ]


def broken_joint_cases() -> list[Case]:
    """Return mechanisms with one defect each."""
    ledge = collider(cube("ledge", (0.3, 0.1, 0.06), (0.6, 0, 0.07), _STEEL))
    beam = body("beam", ledge, mass=1)
    weld = joint("PhysicsFixedJoint", "weld", ("/Arm/pedestal", "/Arm/beam"), ((0, 0, 0), (0, 0, 0)))
    stop = collider(cube("stop", (0.3, 0.1, 0.06), (0.6, 0, -0.07), _STEEL))
    other = body("other_beam", stop, mass=1)
    other_weld = joint("PhysicsFixedJoint", "other_weld", ("/Arm/pedestal", "/Arm/other_beam"), ((0, 0, 0), (0, 0, 0)))
    jam = (beam, weld, other, other_weld)
    return [
        _weak_case(),
        _armature_case(),
        _lost_tool_case(),
        _broken(
            "MON031",
            "capped-speed",
            arm_stage(forearm=("float physxRigidBody:maxAngularVelocity = 30",)),
            "The forearm may turn by 30 degrees a second, its joint by 180: it lags and folds.",
            codes=("MON031", "MON033"),
        ),
        _broken(
            "MON033",
            "capped-forearm",
            arm_stage(forearm=("float physxRigidBody:maxLinearVelocity = 0.7",)),
            "The forearm may move by 0.7 m a second: when the shoulder moves faster, the elbow gives way.",
        ),
        _broken(
            "MON030",
            "jammed-elbow",
            arm_stage(extra=jam),
            "Two plates of the pedestal let the arm move a few degrees only.",
            codes=("MON030", "TST016"),
        ),
        _broken(
            "MON036",
            "sticky-elbow",
            arm_stage(forearm=("float physxRigidBody:angularDamping = 15", "float physxRigidBody:linearDamping = 15")),
            "Damping of the forearm stops the free elbow after a fifth of its way.",
        ),
        _broken(
            "MON037",
            "ignored-mimic",
            gripper_stage(is_ignored=True),
            "The mimic relation is written for an axis that the engine ignores, so the second finger stays behind.",
        ),
        _broken(
            "MON038",
            "undamped-drive",
            arm_stage(gains=(20.0, 0.0)),
            "A stiff drive without damping swings on.",
            ("MON038", "TST015"),
        ),
        _broken("MON039", "no-effort", arm_stage(limit=0.0), "Drives with a largest effort of 0."),
        _broken("MON039", "no-speed", arm_stage(speed=0.0), "Joints with a velocity limit of 0.", ("MON039", "TST013")),
    ]


def _weak_case() -> Case:
    note = "Drives with a tenth of the effort: the shoulder cannot hold the arm level."
    return Case(
        "broken/MON040-weak-arm", "weak_arm", arm_stage(limit=6), note, "FAIL", ("MON040",), test="joint_effort"
    )


def _armature_case() -> Case:
    stage = arm_stage(speed=None, armature=0.5)
    note = "Joints author an armature by an attribute that the engine does not read."
    codes = ("MON042",)
    return Case("broken/MON042-lost-armature", "lost_armature", stage, note, "FAIL", codes, test="prescribed_motion")


def _lost_tool_case() -> Case:
    tool = body("tool", collider(cube("block", (0.05, 0.05, 0.05), (0, 0, 0), _STEEL)), mass=0.5, at=(0.75, 0, 0))
    grip = joint("PhysicsFixedJoint", "grip", ("/Arm/forearm", "/Arm/tool"), ((0.35, 0, 0), (0, 0, 0)))
    grip.add(
        "bool physics:excludeFromArticulation = 1",
        "float physics:breakForce = 0.5",
        "float physics:breakTorque = 0.1",
    )
    return _broken(
        "MON034",
        "lost-tool",
        arm_stage(extra=(tool, grip)),
        "The joint that holds the tool breaks at half a newton.",
    )


def _broken(code: str, name: str, stage: Stage, note: str, codes: tuple[str, ...] = ()) -> Case:
    stem = name.replace("-", "_")
    return Case(f"broken/{code}-{name}", stem, stage, note, "FAIL", codes or (code,), test="joint_motion")
