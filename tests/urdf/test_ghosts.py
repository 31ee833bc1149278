"""The ghost-link rule: which links become bodies, which joints stay, and what is the world."""

from __future__ import annotations

import numpy as np
import pytest

from harness.intake.urdf_convert import Conversion, convert
from harness.urdf.parse import parse_urdf
from tests.urdf.robots import ghost, joint, link, robot
from tests.urdf.stage_numbers import joint_numbers, link_numbers

TURN = "rpy='0 0 1.5707963267948966'"


def made(*parts: str, tmp_path) -> Conversion:
    """Convert a robot without meshes."""
    return convert(parse_urdf(robot(*parts), "robot.urdf"), tmp_path / "robot.urdf")


def outline(conversion: Conversion) -> tuple[set[str], dict[str, tuple[str | None, str]]]:
    """Return the links with bodies, and (body0, body1) of each joint."""
    bodies = {n for n, v in link_numbers(conversion).items() if v["body"]}
    return bodies, {n: (v["body0"], v["body1"]) for n, v in joint_numbers(conversion).items()}


CASES = {
    "chain before a moving part": (
        (
            link("base"),
            *map(ghost, ("g1", "g2", "g3")),
            link("box"),
            joint("f1", "fixed", "base", "g1"),
            joint("f2", "fixed", "g1", "g2"),
            joint("f3", "fixed", "g2", "g3"),
            joint("swing", "revolute", "g3", "box"),
        ),
        {"base", "box"},
        {"swing": ("base", "box")},
    ),
    "end of a chain": (
        (link("base"), ghost("g1"), ghost("g2"), joint("f1", "fixed", "base", "g1"), joint("f2", "fixed", "g1", "g2")),
        {"base"},
        {},
    ),
    "branches": (
        (
            link("base"),
            *map(ghost, ("g1", "g2", "tip")),
            link("left"),
            link("right"),
            joint("f1", "fixed", "base", "g1"),
            joint("f2", "fixed", "g1", "g2"),
            joint("f3", "fixed", "g1", "tip"),
            joint("l", "revolute", "g1", "left"),
            joint("r", "fixed", "g2", "right"),
        ),
        {"base", "left", "right"},
        {"l": ("base", "left"), "r": ("base", "right")},
    ),
    "on a moving joint it stays": (
        (
            link("base"),
            ghost("g"),
            link("box"),
            joint("x", "prismatic", "base", "g"),
            joint("y", "prismatic", "g", "box"),
        ),
        {"base", "g", "box"},
        {"x": ("base", "g"), "y": ("g", "box")},
    ),
    "a mimic refers to its joint": (
        (
            link("base"),
            ghost("g"),
            link("box"),
            joint("f", "fixed", "base", "g"),
            joint("m", "revolute", "base", "box", '<mimic joint="f"/>'),
        ),
        {"base", "g", "box"},
        {"f": ("base", "g"), "m": ("base", "box")},
    ),
    "frame at the root is no anchor": (
        (
            ghost("base_footprint"),
            link("base"),
            link("wheel"),
            joint("f", "fixed", "base_footprint", "base"),
            joint("w", "continuous", "base", "wheel"),
        ),
        {"base", "wheel"},
        {"w": ("base", "wheel")},
    ),
    "two parts on a frame at the root are welded to each other": (
        (ghost("root"), link("a"), link("b"), joint("fa", "fixed", "root", "a"), joint("fb", "fixed", "root", "b")),
        {"a", "b"},
        {"fb": ("a", "b")},
    ),
    "a moving part on a frame at the root hangs on the part fixed to it": (
        (ghost("root"), link("a"), link("b"), joint("m", "revolute", "root", "b"), joint("f", "fixed", "root", "a")),
        {"a", "b"},
        {"m": ("a", "b")},
    ),
    "frame at the root on a floating joint": (
        (ghost("root"), link("a"), joint("f", "floating", "root", "a")),
        {"a"},
        {},
    ),
    "one moving part on frames alone is loose": (
        (ghost("root"), ghost("g"), link("a"), joint("f", "fixed", "root", "g"), joint("m", "revolute", "g", "a")),
        {"a"},
        {},
    ),
    "two moving parts on frames alone keep the root": (
        (
            ghost("root"),
            ghost("g"),
            link("a"),
            link("b"),
            joint("f", "fixed", "root", "g"),
            joint("m", "revolute", "g", "a"),
            joint("n", "revolute", "g", "b"),
        ),
        {"root", "a", "b"},
        {"m": ("root", "a"), "n": ("root", "b")},
    ),
    "a link named world is the world": (
        (
            ghost("world"),
            link("base"),
            link("arm"),
            joint("f", "fixed", "world", "base"),
            joint("m", "revolute", "base", "arm"),
        ),
        {"base", "arm"},
        {"f": (None, "base"), "m": ("base", "arm")},
    ),
    "behind frames too": (
        (ghost("world"), ghost("g"), link("base"), joint("f", "fixed", "world", "g"), joint("h", "fixed", "g", "base")),
        {"base"},
        {"h": (None, "base")},
    ),
    "a moving joint at the world needs a base": (
        (ghost("world"), link("arm"), joint("m", "revolute", "world", "arm")),
        {"world", "arm"},
        {"m": ("world", "arm")},
    ),
    "world above a floating joint holds nothing": (
        (ghost("world"), link("a"), joint("f", "floating", "world", "a")),
        {"a"},
        {},
    ),
    "world below the root is a link like others": (
        (link("base"), ghost("world"), joint("f", "fixed", "base", "world")),
        {"base"},
        {},
    ),
    "mass 0 and inertia 0": (
        (link("base"), link("g", mass=0.0, parts=""), joint("f", "fixed", "base", "g")),
        {"base"},
        {},
    ),
    "only a mass is no ghost": (
        (link("base"), link("imu", mass=0.1, parts=""), joint("f", "fixed", "base", "imu")),
        {"base", "imu"},
        {"f": ("base", "imu")},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_bodies_and_joints(name, tmp_path):
    """Give bodies to the right links and keep the right joints between them."""
    parts, bodies, joints = CASES[name]
    assert outline(made(*parts, tmp_path=tmp_path)) == (bodies, joints)


def test_a_retargeted_joint_stays_where_it_is(tmp_path):
    """Compute the frame in the body that carries the parent, through turned frames."""
    turned = joint("f2", "fixed", "g1", "g2", xyz="0.1 0 0").replace("<origin", f"<origin {TURN}")
    parts = (
        link("base"),
        ghost("g1"),
        ghost("g2"),
        link("box"),
        joint("f1", "fixed", "base", "g1", xyz="0 0 0.1"),
        turned,
        joint("swing", "revolute", "g2", "box", '<axis xyz="0 0 1"/>', xyz="0 0.2 0.02"),
    )
    swing = joint_numbers(made(*parts, tmp_path=tmp_path))["swing"]
    assert swing["pos0"] == pytest.approx([0.1 - 0.2, 0, 0.12], abs=1e-7)
    assert swing["pos1"] == [0, 0, 0]
    # Row vectors: x of the joint points along y of the base.
    assert np.array(swing["turn0"])[0] == pytest.approx([0, 1, 0], abs=1e-6)


def test_a_loose_frame_moves_with_the_body_that_carries_it(tmp_path):
    """Put frames below the body that carries them, at their own place."""
    conversion = made(link("base"), ghost("g"), joint("f", "fixed", "base", "g", xyz="1 2 3"), tmp_path=tmp_path)
    assert conversion.facts.path_of("link 'g'") == "/robot/base/g"
    assert link_numbers(conversion)["g"]["pose"][3][:3] == [1, 2, 3]


def test_no_joint_reads_as_the_world_unless_it_is(tmp_path):
    """Give every joint a parent body, except those on the link named world."""
    for name, (parts, _, _) in CASES.items():
        for joint_name, numbers in joint_numbers(made(*parts, tmp_path=tmp_path)).items():
            assert (numbers["body0"] is None) == (joint_name in ("f", "h") and "world" in parts[0]), name


def test_joints_stand_within_their_limits(tmp_path):
    """Stand a joint that cannot be at 0 at the nearest end of its range, and what follows it where it must be."""
    limit = '<limit lower="0.5" upper="2" effort="1" velocity="1"/>'
    parts = (
        link("a"),
        link("b"),
        link("c"),
        joint("j", "revolute", "a", "b", f'<axis xyz="0 0 1"/>{limit}', xyz="0 0 0.2"),
        joint(
            "k",
            "prismatic",
            "a",
            "c",
            '<axis xyz="0 1 0"/><mimic joint="j" multiplier="2" offset="-0.7"/>',
            xyz="1 0 0",
        ),
    )
    conversion = made(*parts, tmp_path=tmp_path)
    links, joints = link_numbers(conversion), joint_numbers(conversion)
    assert np.array(links["b"]["pose"])[0, :2] == pytest.approx([np.cos(0.5), np.sin(0.5)])
    assert links["c"]["pose"][3][:3] == pytest.approx([1, 0.3, 0])
    # The frame in the parent stays that of position 0.
    assert np.array(joints["j"]["turn0"]) == pytest.approx(np.eye(3)) and joints["k"]["pos0"] == [1, 0, 0]
    stage = conversion.stage
    assert stage.GetPrimAtPath("/robot/Joints/j").GetAttribute("state:angular:physics:position").Get() == pytest.approx(
        np.degrees(0.5)
    )
    assert stage.GetPrimAtPath("/robot/Joints/k").GetAttribute("state:linear:physics:position").Get() == pytest.approx(
        0.3
    )
