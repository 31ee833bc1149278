"""URDF files: ghost links and other traps that must pass, and one defect each."""

from __future__ import annotations

from authoring.case import Case

__all__ = ["urdf_cases"]


def _box(size: str, rgba: str = "0.85 0.45 0.2 1", at: str = "0 0 0") -> str:
    shape = f'<origin xyz="{at}"/>\n      <geometry><box size="{size}"/></geometry>'
    look = f'<material name="c{rgba.replace(" ", "_")}"><color rgba="{rgba}"/></material>'
    return f"""
    <visual>
      {shape}
      {look}
    </visual>
    <collision>
      {shape}
    </collision>"""


def _inertial(mass: float, size: tuple[float, float, float], at: str = "0 0 0") -> str:
    x, y, z = (v * v for v in size)
    ixx, iyy, izz = (f"{mass / 12 * v:.6g}" for v in (y + z, x + z, x + y))
    return f"""
    <inertial>
      <origin xyz="{at}"/>
      <mass value="{mass:g}"/>
      <inertia ixx="{ixx}" ixy="0" ixz="0" iyy="{iyy}" iyz="0" izz="{izz}"/>
    </inertial>"""


def _link(name: str, mass: float, size: tuple[float, float, float], at: str = "0 0 0") -> str:
    text = " ".join(f"{v:g}" for v in size)
    return f'  <link name="{name}">{_inertial(mass, size, at)}{_box(text, at=at)}\n  </link>\n'


def _ghost(name: str) -> str:
    return f'  <link name="{name}"/>\n'


def _joint(name: str, kind: str, parent: str, child: str, origin: str = "0 0 0", inside: str = "") -> str:
    return f"""  <joint name="{name}" type="{kind}">
    <parent link="{parent}"/>
    <child link="{child}"/>
    <origin xyz="{origin}"/>{inside}
  </joint>
"""


def _robot(name: str, *parts: str) -> str:
    return f'<?xml version="1.0"?>\n<robot name="{name}">\n{"".join(parts)}</robot>\n'


_LIMIT = '\n    <axis xyz="0 1 0"/>\n    <limit lower="-0.5" upper="0.5" effort="5" velocity="3"/>'
_BASE = _link("base", 5, (0.3, 0.3, 0.1), "0 0 0.05")
_ARM = _link("arm", 0.5, (0.2, 0.04, 0.04), "0.1 0 0.02")
_HINGE = "0.05 0 0.1"


def _case(name: str, text: str, note: str, outcome: str = "PASS", codes: tuple[str, ...] = ()) -> Case:
    return Case(f"urdf/{name}", name, text, note, outcome=outcome, codes=codes, suffix="urdf")


def urdf_cases() -> list[Case]:
    """Return all URDF assets."""
    return [*_ghosts(), *_texts(), *_checks()]


def _ghosts() -> list[Case]:
    turned = _joint("f2", "fixed", "g1", "g2", "0.05 0 0").replace("<origin", '<origin rpy="0 0 1.5707963"')
    return [
        _case(
            "good-ghost-chain",
            _robot(
                "chain",
                _BASE,
                *map(_ghost, ("g1", "g2", "g3")),
                _ARM,
                _joint("f1", "fixed", "base", "g1", "0 0 0.1"),
                turned,
                _joint("f3", "fixed", "g2", "g3"),
                _joint("swing", "revolute", "g3", "arm", inside=_LIMIT),
            ),
            "A moving part behind three frames, one of them turned: two bodies, one joint.",
        ),
        _case(
            "good-ghost-branches",
            _robot(
                "branches",
                _BASE,
                *map(_ghost, ("mast", "camera", "tip")),
                _ARM,
                _joint("f1", "fixed", "base", "mast", "0 0 0.1"),
                _joint("f2", "fixed", "mast", "camera", "0 0.1 0"),
                _joint("f3", "fixed", "camera", "tip", "0 0 0.2"),
                _joint("swing", "revolute", "mast", "arm", inside=_LIMIT),
            ),
            "Frames that branch and end: two bodies, one joint.",
        ),
        _case(
            "good-ghost-zero-inertial",
            _robot(
                "flange",
                _BASE,
                '  <link name="flange">\n    <inertial>\n      <mass value="0"/>\n'
                '      <inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/>\n    </inertial>\n  </link>\n',
                '  <link name="tool">\n    <inertial>\n      <origin xyz="0 0 0.02"/>\n    </inertial>\n  </link>\n',
                _joint("f1", "fixed", "base", "flange", "0 0 0.1"),
                _joint("f2", "fixed", "flange", "tool", "0 0 0.1"),
            ),
            "Frames with a mass of 0 or with an origin alone are frames: one body.",
        ),
        _case(
            "good-ghost-footprint",
            _robot(
                "rover",
                _ghost("base_footprint"),
                _BASE,
                _ARM,
                _joint("f", "fixed", "base_footprint", "base", "0 0 0.05"),
                _joint("lid", "revolute", "base", "arm", _HINGE, _LIMIT),
            ),
            "A frame at the root is no anchor: the robot falls.",
        ),
        _case(
            "good-ghost-floating-root",
            _robot("kite", _ghost("root"), _BASE, _joint("free", "floating", "root", "base", "0 0 1")),
            "A frame above a floating joint holds nothing.",
        ),
        _case(
            "good-ghost-mimic",
            _robot(
                "mimic",
                _BASE,
                _link("left", 0.2, (0.1, 0.02, 0.02), "0.05 0 0.01"),
                _link("right", 0.2, (0.1, 0.02, 0.02), "0.05 0 0.01"),
                _ghost("frame"),
                _joint("f", "fixed", "base", "frame", "0 0 0.1"),
                _joint("l", "revolute", "frame", "left", "0 0.1 0", _LIMIT),
                _joint("r", "revolute", "frame", "right", "0 -0.1 0", f'{_LIMIT}\n    <mimic joint="l"/>'),
            ),
            "Two fingers on a frame, one follows the other.",
        ),
        _case(
            "good-knee-cannot-be-straight",
            _robot(
                "knee",
                _BASE,
                _ARM,
                _joint(
                    "knee", "revolute", "base", "arm", _HINGE, _LIMIT.replace("-0.5", "-1.2").replace('"0.5', '"-0.4')
                ),
            ),
            "A joint whose range leaves out 0 stands at the nearest end of it.",
        ),
        _case(
            "SAF006-world-link",
            _robot(
                "bench_arm",
                _ghost("world"),
                _BASE,
                _ARM,
                _joint("anchor", "fixed", "world", "base"),
                _joint("shoulder", "revolute", "base", "arm", _HINGE, _LIMIT),
            ),
            "A link named world with a fixed joint is the world.",
            "NOT_APPLICABLE",
            ("SAF006",),
        ),
        _case(
            "SAF006-world-link-moving",
            _robot("gantry", _ghost("world"), _ARM, _joint("slide", "prismatic", "world", "arm", "0 0 1", _LIMIT)),
            "A moving joint at the link named world: anchored, on a base that is fixed.",
            "NOT_APPLICABLE",
            ("SAF006",),
        ),
    ]


def _texts() -> list[Case]:
    whole = _robot("broken", _BASE, _ARM, _joint("j", "revolute", "base", "arm", _HINGE, _LIMIT))
    rows = [
        ("INT020-not-closed", whole.replace("</joint>\n", ""), "An element is not closed."),
        ("INT021-no-child", whole.replace('    <child link="arm"/>\n', ""), "A joint without a child."),
        ("INT022-vector-of-two", whole.replace(f'"{_HINGE}"', '"0 0"'), "An origin with two numbers."),
        ("INT023-unknown-link", whole.replace('child link="arm"', 'child link="hand"'), "A joint to an unknown link."),
        ("INT024-link-twice", whole.replace("</robot>", _ARM + "</robot>"), "Two links of one name."),
        (
            "INT025-loop",
            whole.replace("</robot>", _joint("k", "fixed", "arm", "base") + "</robot>"),
            "A joint that closes a loop.",
        ),
        ("INT026-zero-axis", whole.replace("0 1 0", "0 0 0"), "A joint without a direction."),
        (
            "INT027-mesh-not-delivered",
            whole.replace('<box size="0.2 0.04 0.04"/>', '<mesh filename="meshes/not_delivered.stl"/>'),
            "A mesh that was not delivered; the other link would fall well.",
        ),
        (
            "INT028-mesh-damaged",
            whole.replace('<box size="0.2 0.04 0.04"/>', '<mesh filename="expect.json"/>'),
            "A mesh that is none.",
        ),
        (
            "INT029-macro-unknown",
            whole.replace("<robot", '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"').replace(
                "</robot>", "  <xacro:not_defined/>\n</robot>"
            ),
            "A macro that is not defined.",
        ),
    ]
    cases = [_case(name, text, note, "ERROR", (name[:6],)) for name, text, note in rows]
    twice = _BASE.replace('<box size="0.3 0.3 0.1"/>', '<box size="0.3 0.3 0.1"/><sphere radius="0.1"/>', 1)
    cases.append(
        _case("INT030-two-shapes", _robot("two", twice), "A geometry with two shapes: one is lost.", codes=("INT030",))
    )
    return cases


def _mechanism(inside: str, kind: str = "revolute") -> str:
    return _robot("lid", _BASE, _ARM, _joint("hinge", kind, "base", "arm", _HINGE, inside))


def _checks() -> list[Case]:
    only = _box("0.2 0.2 0.2", at="0 0 0.1")
    solid = _inertial(3, (0.2, 0.2, 0.2), "0 0 0.1")

    def one(inside: str) -> str:
        return _robot("block", f'  <link name="block">{inside}\n  </link>\n')

    tensor = solid[solid.index("<inertia ") : solid.index("/>", solid.index("<inertia ")) + 2]
    identity = '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>'
    frame = f'  <link name="imu">{_inertial(1, (0.02, 0.02, 0.02))}\n  </link>\n'
    far = only.replace('<collision>\n      <origin xyz="0 0 0.1"/>', '<collision>\n      <origin xyz="0.5 0 0.1"/>')
    drawn = _ARM[: _ARM.index("    <collision>")].rstrip() + "\n  </link>\n"
    lid = _joint("hinge", "revolute", "base", "arm", _HINGE, _LIMIT)
    rows = [
        ("SAF100-no-inertial", one(only), "No inertial; that of the collision is taken."),
        ("SAF101-no-collision", _robot("lid", _BASE, drawn, lid), "A drawn link that nothing touches."),
        (
            "SAF102-zero-inertia",
            one(solid.replace(tensor, '<inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/>') + only),
            "A mass with an inertia of 0.",
        ),
        ("SAF104-frame-of-1-kg", _robot("b", _BASE, frame, _joint("f", "fixed", "base", "imu")), "A frame of 1 kg."),
        ("SAF105-long-axis", _mechanism(_LIMIT.replace("0 1 0", "0 5 0")), "An axis of length 5."),
        ("SAF106-no-effort", _mechanism(_LIMIT.replace(' effort="5"', "")), "A limit without effort."),
        ("SAF107-no-room", _mechanism(_LIMIT.replace('"-0.5"', '"0.5"')), "A joint that cannot move."),
        ("SAF108-no-force", _mechanism(_LIMIT.replace('effort="5"', 'effort="0"')), "A joint without force."),
        ("SAF109-limits-ignored", _mechanism(_LIMIT, "continuous"), "A continuous joint with limits."),
        (
            "SAF110-soft-limits",
            _mechanism(f'{_LIMIT}\n    <safety_controller soft_lower_limit="-2" soft_upper_limit="2" k_velocity="1"/>'),
            "Soft limits outside the hard ones.",
        ),
        ("SAF111-no-k-velocity", _mechanism(f"{_LIMIT}\n    <safety_controller/>"), "No k_velocity."),
        ("SAF113-mimic-too-far", _follower('<mimic joint="l" multiplier="4"/>'), "A finger that cannot follow."),
    ]
    cases = [_case(name, text, note, codes=(name[:6],)) for name, text, note in rows]
    return [
        *cases,
        _case(
            "SAF103-identity", one(solid.replace(tensor, identity) + only), "The identity.", codes=("SAF047", "SAF103")
        ),
        _case("SAF112-mimic-of-nothing", _follower('<mimic joint="x"/>'), "It follows nothing.", "FAIL", ("SAF112",)),
        _case(
            "SAF115-collision-apart",
            one(solid + far),
            "It falls on air.",
            "FAIL",
            ("MON002", "MON009", "SAF052", "SAF115"),
        ),
    ]


def _follower(mimic: str) -> str:
    return _robot(
        "gripper",
        _BASE,
        _link("left", 0.2, (0.1, 0.02, 0.02), "0.05 0 0.01"),
        _link("right", 0.2, (0.1, 0.02, 0.02), "0.05 0 0.01"),
        _joint("l", "revolute", "base", "left", "0 0.1 0.1", _LIMIT),
        _joint("r", "revolute", "base", "right", "0 -0.1 0.1", f"{_LIMIT}\n    {mimic}"),
    )
