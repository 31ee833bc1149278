"""Checks of URDF files: each finds its defect, names link or joint, file and line, and leaves a good one alone."""

from __future__ import annotations

import pytest

from harness.intake import read_asset
from harness.safeguards import run_safeguards
from tests.urdf.robots import ghost, joint, link, write

LIMIT = '<limit lower="-1" upper="1" effort="10" velocity="2"/>'
IDENTITY = '<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>'
BOX = '<geometry><box size="0.1 0.1 0.1"/></geometry>'
SHAPES = f"<visual>{BOX}</visual><collision>{BOX}</collision>"


def arm(inside: str, kind: str = "revolute") -> tuple[str, ...]:
    """Return two links and a joint in line 5."""
    return link("a"), link("b"), joint("j", kind, "a", "b", inside)


def one(inside: str) -> tuple[str, ...]:
    """Return a link in line 3."""
    return (f'<link name="a">{inside}</link>',)


def pair(first: str, second: str) -> tuple[str, ...]:
    """Return a robot of three links with two joints in lines 6 and 7."""
    return (
        link("a"),
        link("b"),
        link("c"),
        joint("j", "revolute", "a", "b", first, xyz="0.3 0 0"),
        joint("k", "revolute", "a", "c", second, xyz="-0.3 0 0"),
    )


# name: (parts, expected (code, severity, line))
DEFECTS = {
    "no inertial": (one(SHAPES), ("SAF100", "WARN", 3)),
    "mass but no inertia": (one(f'<inertial><mass value="1"/></inertial>{SHAPES}'), ("SAF100", "WARN", 3)),
    "no collision": ((link("a"), link("b", parts="visual"), joint("j", "fixed", "a", "b")), ("SAF101", "WARN", 4)),
    "zero inertia": (
        one(f'<inertial><mass value="1"/>\n<inertia ixx="0" iyy="0" izz="0"/></inertial>{SHAPES}'),
        ("SAF102", "WARN", 4),
    ),
    "one zero moment": (
        one(f'<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="0"/></inertial>{SHAPES}'),
        ("SAF102", "WARN", 3),
    ),
    "identity": (one(f'<inertial><mass value="0.6"/>{IDENTITY}</inertial>{SHAPES}'), ("SAF103", "WARN", 3)),
    "frame of 1 kg": ((link("a"), link("f", parts=""), joint("j", "fixed", "a", "f")), ("SAF104", "WARN", 4)),
    "frame with a mass": (
        (link("a"), link("f", mass=0.2, parts=""), joint("j", "fixed", "a", "f")),
        ("SAF104", "INFO", 4),
    ),
    "long axis": (arm(f'<axis xyz="0 0 2"/>{LIMIT}'), ("SAF105", "WARN", 5)),
    "no effort": (arm('<limit lower="-1" upper="1" velocity="1"/>'), ("SAF106", "WARN", 5)),
    "no room": (arm('<limit effort="1" velocity="1"/>'), ("SAF107", "WARN", 5)),
    "inverted": (arm('<limit lower="1" upper="-1" effort="1" velocity="1"/>'), ("SAF040", "FAIL", 5)),
    "no force": (arm('<limit lower="-1" upper="1" effort="0" velocity="1"/>'), ("SAF108", "WARN", 5)),
    "no speed": (arm('<limit lower="-1" upper="1" effort="1" velocity="0"/>'), ("SAF108", "WARN", 5)),
    "continuous with limits": (arm(LIMIT, "continuous"), ("SAF109", "WARN", 5)),
    "soft limits outside": (
        arm(f'{LIMIT}<safety_controller soft_lower_limit="-2" soft_upper_limit="0.5" k_velocity="1"/>'),
        ("SAF110", "WARN", 5),
    ),
    "no k_velocity": (arm(f"{LIMIT}<safety_controller/>"), ("SAF111", "WARN", 5)),
    "mimic of a missing joint": (arm(f'{LIMIT}<mimic joint="x"/>'), ("SAF112", "FAIL", 5)),
    "mimic of itself": (arm(f'{LIMIT}<mimic joint="j"/>'), ("SAF112", "FAIL", 5)),
    "mimics in a loop": (pair('<mimic joint="k"/>', '<mimic joint="j"/>'), ("SAF112", "FAIL", 6)),
    "mimic beyond its limits": (pair("", '<mimic joint="j" multiplier="3"/>'), ("SAF113", "WARN", 7)),
    "collision elsewhere": (
        one(f'<visual>{BOX}</visual>\n<collision><origin xyz="1 0 0"/>{BOX}</collision>'),
        ("SAF115", "WARN", 4),
    ),
}


def found(tmp_path, *parts: str) -> list[tuple[str, str, int | None]]:
    """Return (code, severity, line) of all findings of the safeguards."""
    facts = read_asset(write(tmp_path, *parts)).facts
    assert facts is not None
    return [(f.code, f.severity.value, f.sites[0].line) for f in run_safeguards(facts) if f.sites]


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_is_found_with_its_line(tmp_path, name):
    """Report each defect with code, severity and line."""
    parts, expected = DEFECTS[name]
    assert expected in found(tmp_path, *parts)


GOOD = {
    "one link": (link("a"),),
    "ghosts": (
        ghost("root"),
        link("a"),
        ghost("tip"),
        joint("j", "fixed", "root", "a"),
        joint("k", "fixed", "a", "tip"),
    ),
    "revolute": arm(f'<axis xyz="0.57735 0.57735 0.57735"/>{LIMIT}'),
    "continuous with effort": arm('<limit effort="1" velocity="1"/>', "continuous"),
    "no limit on effort": arm('<limit lower="-1" upper="1" effort="inf" velocity="inf"/>'),
    "safety": arm(f'{LIMIT}<safety_controller soft_lower_limit="-0.9" soft_upper_limit="0.9" k_velocity="1"/>'),
    "mimic": pair("", '<mimic joint="j" multiplier="-1"/>'),
    "mimic of a mimic": (
        *pair("", '<mimic joint="j"/>'),
        link("d"),
        joint("l", "revolute", "a", "d", '<mimic joint="k" multiplier="0.5"/>', xyz="0 0.3 0"),
    ),
    "other collision": one(
        '<inertial><mass value="1"/><inertia ixx="0.002" iyy="0.002" izz="0.002"/></inertial>'
        f'<visual>{BOX}</visual><collision><geometry><sphere radius="0.09"/></geometry></collision>'
    ),
}


@pytest.mark.parametrize("name", GOOD)
def test_good_robots_have_no_findings(tmp_path, name):
    """Say nothing about a robot without the defect."""
    assert found(tmp_path, *GOOD[name]) == []


def mesh_box(path, size: float) -> None:
    """Write a box of that size as an OBJ."""
    import trimesh

    path.write_text(trimesh.creation.box((size, size, size)).export(file_type="obj"))


def test_a_mesh_in_millimetres_is_found(tmp_path):
    """Warn about a mesh that is 1000 times too large for mass or robot, not about a scaled one or a large light one."""
    mesh_box(tmp_path / "m.obj", 120.0)

    def box(scale: str, mass: float) -> str:
        moment = mass * 0.12**2 / 6
        mesh = f'<geometry>\n<mesh filename="m.obj" {scale}/></geometry>'
        return (
            f'<link name="a"><inertial><mass value="{mass}"/><inertia ixx="{moment}" iyy="{moment}" izz="{moment}"/>'
            f"</inertial><visual>{mesh}</visual><collision>{mesh}</collision></link>"
        )

    wrong = found(tmp_path, box("", 1.7))
    assert [f for f in wrong if f[0] == "SAF114"] == [("SAF114", "WARN", 4), ("SAF114", "WARN", 5)]
    assert "SAF114" not in [f[0] for f in found(tmp_path, box('scale="0.001 0.001 0.001"', 1.7))]
    assert ("SAF114", "WARN", 4) in found(tmp_path, box('scale="1e-6 1e-6 1e-6"', 1.7))
    with_joint = (box("", 1e9), link("b"), joint("j", "fixed", "a", "b"))
    assert "SAF114" in [f[0] for f in found(tmp_path, *with_joint)]


def test_messages_name_link_and_line(tmp_path):
    """Tell the link, the file and the line in the text, also for checks that only know prims."""
    facts = read_asset(write(tmp_path, link("a", mass=-1.0))).facts
    assert facts is not None
    messages = [f.message for f in run_safeguards(facts) if f.code == "SAF008"]
    assert len(messages) == 1 and "robot.urdf" in messages[0] and "link 'a', line 3" in messages[0]


def test_many_findings_of_one_kind_are_summarised(tmp_path):
    """Show the first ones and count the rest."""
    parts = [link(n, mass=None) for n in "abcdefgh"]
    joints = [joint(f"j{n}", "fixed", "a", n) for n in "bcdefgh"]
    facts = read_asset(write(tmp_path, *parts, *joints)).facts
    assert facts is not None
    own = [f for f in run_safeguards(facts) if f.code == "SAF100"]
    assert len(own) == 5 and "4 more" in own[-1].message
