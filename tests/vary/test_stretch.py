"""The formulas of the modes, for random links, axes, rotations and factors, in the text of files."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.urdf.mass import inertia_matrix, rpy_matrix
from harness.urdf.model import Box, Cylinder, Robot
from harness.urdf.parse import parse_urdf
from harness.vary.link_and_joint import LinkAndJointModifier
from harness.vary.modifiers import Amount, Keep, modify
from harness.vary.parts import VaryError
from harness.vary.stretch import Extent, Mode, factor_for_length, make_map

LENGTH = st.floats(0.01, 10)
OFFSET = st.floats(-5, 5)
ANGLE = st.floats(-math.pi, math.pi)
RPY = st.tuples(ANGLE, ANGLE, ANGLE)


def no_meshes(name: str):
    raise AssertionError(name)


def numbers(values) -> str:
    return " ".join(repr(float(v)) for v in values)


@st.composite
def robots(draw):
    """Draw a link whose shape lies along any direction, with a child joint, and the numbers of the formulas."""
    rpy = draw(RPY)
    turn = rpy_matrix(rpy)
    kind = draw(st.sampled_from(["box-x", "box-y", "box-z", "cylinder"]))
    index = {"box-x": 0, "box-y": 1}.get(kind, 2)
    axis = turn[:, index]
    length, offset = draw(LENGTH), draw(OFFSET)
    joint = draw(st.one_of(st.floats(0.05, 5), st.floats(-5, -0.05)))
    across = [draw(st.floats(-1, 1)) for _ in range(4)]
    sides = [turn[:, i] for i in range(3) if i != index]
    center = offset * axis + across[0] * sides[0] + across[1] * sides[1]
    at = joint * axis + across[2] * sides[0] + across[3] * sides[1]
    sizes = [0.03, 0.05, 0.07]
    sizes[index] = length
    shape = (
        f'<box size="{numbers(sizes)}"/>' if kind != "cylinder" else f'<cylinder radius="0.04" length="{length!r}"/>'
    )
    origin = f'<origin xyz="{numbers(center)}" rpy="{numbers(rpy)}"/>'
    own = draw(RPY)
    text = f"""<?xml version="1.0"?>
<!-- a comment -->
<robot name="r">
  <link name="a">
    <inertial>
      <origin xyz="{numbers(center)}" rpy="{numbers(own)}"/>
      <mass value="2"/>
      <inertia ixx="0.03" ixy="0.001" ixz="-0.002" iyy="0.04" iyz="0.003" izz="0.05"/>
    </inertial>
    <visual>{origin}<geometry>{shape}</geometry></visual>
    <collision>{origin}<geometry>{shape}</geometry></collision>
  </link>
  <link name="b"/>
  <joint name="j" type="continuous">
    <parent link="a"/><child link="b"/><origin xyz="{numbers(at)}"  rpy="0.1 0.2 0.3"/><axis xyz="0 1 0"/>
  </joint>
</robot>
"""
    return text.encode(), axis, Extent(length=length, offset=offset, joint=joint)


def measure(data: bytes, axis: np.ndarray, part: str = "visuals") -> Extent:
    """Read the numbers of the formulas from a file."""
    robot = parse_urdf(data, "r.urdf").robot
    assert robot is not None
    link, joint = robot.links[0], robot.joints[0]
    item = getattr(link, part)[0]
    turn = rpy_matrix(item.origin.rpy)
    shape = item.geometry
    if isinstance(shape, Box):
        length = shape.size[int(np.argmax(np.abs(turn.T @ axis)))]
    else:
        assert isinstance(shape, Cylinder)
        length = shape.length
    return Extent(
        length=length, offset=float(axis @ np.array(item.origin.xyz)), joint=float(axis @ np.array(joint.origin.xyz))
    )


def scaled(data: bytes, axis: np.ndarray, size: str, mode: Mode, keep: Keep = Keep.DENSITY) -> bytes:
    modifier = LinkAndJointModifier(link="a", size=Amount.parse(size), mode=mode, axis=numbers(axis), keep=keep)
    return modify(data, "r.urdf", [modifier], no_meshes).data


def can_scale(before: Extent, factor: float, mode: Mode) -> bool:
    return mode is not Mode.KEEP_BOTH or before.length + (factor - 1) * abs(before.joint) > 1e-6


@settings(max_examples=400, deadline=None)
@given(robots(), st.floats(0.05, 20), st.sampled_from(list(Mode)), st.sampled_from(["visuals", "collisions"]))
def test_offsets_are_those_of_the_formulas(made, factor, mode, part):
    """Scale or keep s_o and e_o to 1e-9, and give lengths, centres and joints the values of the formulas."""
    data, axis, before = made
    if not can_scale(before, factor, mode):
        with pytest.raises(VaryError, match="length would become"):
            scaled(data, axis, f"x{factor!r}", mode)
        return
    after = measure(scaled(data, axis, f"x{factor!r}", mode), axis, part)
    sign = math.copysign(1, before.joint)
    assert after.joint == pytest.approx(factor * before.joint, abs=1e-9)
    if mode is Mode.SCALE:
        expected = (factor * before.length, factor * before.offset, factor * before.start, factor * before.end)
    elif mode is Mode.KEEP_START:
        offset = before.offset + (factor - 1) * before.length / 2 * sign
        end = before.start + factor * before.length * sign - factor * before.joint
        expected = (factor * before.length, offset, before.start, end)
    else:
        length = before.length + (factor - 1) * abs(before.joint)
        offset = before.offset + (factor - 1) * before.joint / 2
        expected = (length, offset, before.start, before.end)
    assert (after.length, after.offset, after.start, after.end) == pytest.approx(expected, abs=1e-9)


@settings(max_examples=150, deadline=None)
@given(robots(), st.sampled_from(list(Mode)), st.sampled_from(list(Keep)))
def test_a_factor_of_one_changes_no_byte(made, mode, keep):
    """Leave the file as it is for K = 1, whatever the mode."""
    data, axis, _ = made
    assert scaled(data, axis, "x1", mode, keep) == data


@settings(max_examples=150, deadline=None)
@given(robots(), st.floats(0.2, 5), st.sampled_from(list(Mode)))
def test_there_and_back_is_the_same_robot(made, factor, mode):
    """Undo a change by the reciprocal one: lengths, positions, mass and inertia come back."""
    data, axis, before = made
    if not can_scale(before, factor, mode):
        return
    there = scaled(data, axis, f"x{factor!r}", mode)
    back = scaled(there, axis, f"x{1 / factor!r}", mode)
    first, last = (parse_urdf(d, "r.urdf").robot for d in (data, back))
    assert flat(last) == pytest.approx(flat(first), rel=1e-6, abs=1e-8)


def flat(robot: Robot | None) -> list[float]:
    assert robot is not None
    link, joint = robot.links[0], robot.joints[0]
    assert link.inertial is not None
    assert link.inertial.inertia is not None
    assert link.inertial.mass is not None
    extent = [*link.visuals[0].origin.xyz, *link.inertial.origin.xyz, *joint.origin.xyz, link.inertial.mass]
    return [*extent, *inertia_matrix(link.inertial.inertia).ravel()]


@settings(max_examples=200, deadline=None)
@given(robots(), st.floats(0.3, 4), st.sampled_from(list(Mode)), st.sampled_from(list(Keep)))
def test_mass_properties_are_those_of_the_stretched_body(made, factor, mode, keep):
    """Compare with points: a cloud with the same mass, centre and inertia, stretched point by point."""
    data, axis, before = made
    if not can_scale(before, factor, mode):
        return
    robot = parse_urdf(data, "r.urdf").robot
    changed = parse_urdf(scaled(data, axis, f"x{factor!r}", mode, keep), "r.urdf").robot
    assert robot is not None
    assert changed is not None
    old, new = robot.links[0].inertial, changed.links[0].inertial
    assert old is not None
    assert new is not None
    points, weights = cloud(old)
    moved = make_map(before, factor, mode)
    stretched = np.array([moved.moved(p, axis) for p in points])
    weights = weights * (moved.factor if keep is Keep.DENSITY else 1.0)
    center = weights @ stretched / weights.sum()
    arms = stretched - center
    inertia = sum(w * (a @ a * np.eye(3) - np.outer(a, a)) for w, a in zip(weights, arms, strict=True))
    turn = rpy_matrix(new.origin.rpy)
    assert new.mass == pytest.approx(weights.sum(), rel=1e-12)
    assert np.array(new.origin.xyz) == pytest.approx(center, abs=1e-9)
    assert new.inertia is not None
    assert turn @ inertia_matrix(new.inertia) @ turn.T == pytest.approx(inertia, rel=1e-9, abs=1e-12)


def cloud(inertial) -> tuple[np.ndarray, np.ndarray]:
    """Return six points, in the link frame, with the mass properties of an inertial."""
    turn = rpy_matrix(inertial.origin.rpy)
    inertia = inertia_matrix(inertial.inertia)
    second = np.trace(inertia) / 2 * np.eye(3) - inertia
    values, vectors = np.linalg.eigh(second)
    assert values.min() > 0
    arms = vectors * np.sqrt(3 * values / inertial.mass)
    points = np.concatenate([arms.T, -arms.T]) @ turn.T + np.array(inertial.origin.xyz)
    return points, np.full(6, inertial.mass / 6)


@settings(max_examples=150, deadline=None)
@given(robots(), st.floats(0.05, 20), st.sampled_from(list(Mode)))
def test_a_length_is_reached_exactly(made, length, mode):
    """Give the part the wanted absolute length, or say which lengths are possible."""
    data, axis, before = made
    try:
        factor_for_length(before, length, mode)
    except ValueError:
        with pytest.raises(VaryError, match="must stay longer than"):
            scaled(data, axis, repr(length), mode)
        return
    after = measure(scaled(data, axis, repr(length), mode), axis)
    assert after.length == pytest.approx(length, abs=1e-9)
    if mode is not Mode.SCALE:
        assert after.start == pytest.approx(before.start, abs=1e-9)


@pytest.mark.parametrize("size", ["x0", "x-1", "0", "-0.1"])
def test_sizes_that_are_none_are_refused(size):
    """Refuse factors and lengths that are not above 0."""
    with pytest.raises(ValueError, match="above 0"):
        extent = Extent(length=1, offset=0.5, joint=1)
        amount = Amount.parse(size)
        factor = amount.value if amount.is_factor else factor_for_length(extent, amount.value, Mode.SCALE)
        make_map(extent, factor, Mode.SCALE)
