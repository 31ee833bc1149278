"""Where the authored pose puts a joint, against rotations and shifts that are known."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pxr import Gf

from harness.stage.joint_pose import FREE, LOCKED, ROTATIONS, TRANSLATIONS, Cone, JointRanges, joint_pose
from tests.stage.stages import Builder

ANGLES = st.floats(-3.1, 3.1)
AXES = (*TRANSLATIONS, *ROTATIONS)


def about(axis: int, angle: float) -> np.ndarray:
    """Return a rotation about one axis."""
    after, last = (axis + 1) % 3, (axis + 2) % 3
    turn = np.eye(3)
    turn[after, after] = turn[last, last] = math.cos(angle)
    turn[last, after], turn[after, last] = math.sin(angle), -math.sin(angle)
    return turn


def pose(turn=None, shift=(0.0, 0.0, 0.0), cone=None, distance=FREE, **ranges):
    """Compare frames that differ by a rotation and a shift; axes that are not named are free."""
    relative = np.eye(4)
    relative[:3, :3] = np.eye(3) if turn is None else turn
    relative[:3, 3] = shift
    return joint_pose(relative, JointRanges({**dict.fromkeys(AXES, FREE), **ranges}, cone, distance))


def hinge(axis: int, low: float, high: float):
    """Return the axes of a hinge."""
    return {**dict.fromkeys((*TRANSLATIONS, *ROTATIONS), LOCKED), ROTATIONS[axis]: (low, high)}


@given(axis=st.integers(0, 2), angle=ANGLES)
def test_a_hinge_may_turn_about_its_axis_only(axis, angle):
    """Find no angle in a turn about the axis, and the whole of one across it."""
    assert pose(about(axis, angle), **hinge(axis, *FREE)).angle_rad == pytest.approx(0, abs=1e-6)
    across = pose(about((axis + 1) % 3, angle), **hinge(axis, *FREE)).angle_rad
    assert across == pytest.approx(abs(angle), abs=1e-6)


@given(axis=st.integers(0, 2), angle=ANGLES, low=st.floats(-3, 2.9), room=st.floats(0.05, 3))
def test_limits_of_a_hinge(axis, angle, low, room):
    """Measure the excess over the nearer limit; an angle is the same after a whole turn."""
    found = pose(about(axis, angle), **hinge(axis, low, low + room)).beyond
    turns = [angle + 2 * math.pi * n for n in (-1, 0, 1)]
    excess = min(max(low - a, a - low - room) for a in turns)
    assert len(found) == (excess > 1e-6)
    assert all(f.axis == ROTATIONS[axis] and f.excess == pytest.approx(excess, abs=1e-6) for f in found)


@given(axis=st.integers(0, 2), shift=st.tuples(*[st.floats(-2, 2)] * 3))
def test_a_slider_may_move_along_its_axis_only(axis, shift):
    """Measure the distance across the axis, and the excess along it."""
    allowed = {**dict.fromkeys((*TRANSLATIONS, *ROTATIONS), LOCKED), TRANSLATIONS[axis]: (-0.5, 0.5)}
    found = pose(shift=shift, **allowed)
    assert found.gap_m == pytest.approx(math.hypot(*np.delete(np.array(shift), axis)), abs=1e-9)
    assert found.angle_rad == pytest.approx(0, abs=1e-9)
    assert [b.excess for b in found.beyond] == pytest.approx(
        [abs(shift[axis]) - 0.5] if abs(shift[axis]) > 0.5 + 1e-6 else []
    )


@given(lean=st.floats(0.001, 3), heading=ANGLES, twist=ANGLES, limit=st.floats(0.01, 3))
def test_the_cone_of_a_ball_counts_the_lean_of_its_axis(lean, heading, twist, limit):
    """Compare the lean with the limit, whatever its heading and the twist about the axis."""
    turn = about(0, heading) @ about(1, lean) @ about(0, twist)
    found = pose(turn, cone=Cone(0, limit)).beyond
    assert [b.position for b in found] == pytest.approx([lean] if lean > limit + 1e-6 else [], abs=1e-6)


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_half_a_turn_is_seen(axis):
    """See half a turn about a locked axis, where the quaternion has no sign, and none about the others."""
    turn = about(axis, math.pi)
    assert pose(turn, **{ROTATIONS[axis]: LOCKED}).angle_rad == pytest.approx(math.pi)
    assert pose(turn, **{ROTATIONS[(axis + 1) % 3]: LOCKED}).angle_rad == pytest.approx(0)
    assert pose(turn, **dict.fromkeys(ROTATIONS, LOCKED)).angle_rad == pytest.approx(math.pi)


def test_the_distance_of_a_rope():
    """Measure the distance of the frames against the shortest and the longest one."""
    assert [b.excess for b in pose(shift=(0.3, 0.4, 0), distance=(0, 0.4)).beyond] == pytest.approx([0.1])
    assert [b.excess for b in pose(shift=(0.3, 0.4, 0), distance=(0.7, 1)).beyond] == pytest.approx([0.2])
    assert pose(shift=(0.3, 0.4, 0), distance=(0, 0.6)).beyond == ()


def read(kind: str, mpu: float = 1.0, turn: float = 0.0, **attributes):
    """Read a joint of two bodies 0.5 m apart along X, with side 1 turned by an angle about Z [degrees]."""
    builder = Builder(mpu=mpu)
    builder.body("/Root/A")
    builder.body("/Root/B", translate=(0.5 / mpu, 0, 0))
    half = math.radians(turn) / 2
    quaternion = Gf.Quatf(math.cos(half), 0, 0, math.sin(half))
    builder.joint("/Root/J", kind, "/Root/A", "/Root/B", physics__localRot1=quaternion, **attributes)
    (joint,) = builder.read().joints
    return joint


@pytest.mark.parametrize("mpu", [1.0, 0.01])
def test_joints_are_read_in_metres_and_radians(mpu):
    """Read limits of every kind of joint in the units of the stage."""
    slider = read(
        "PhysicsPrismaticJoint", mpu, physics__axis="X", physics__lowerLimit=0.0, physics__upperLimit=0.2 / mpu
    )
    assert [(b.axis, b.position, b.high) for b in slider.beyond_limits] == [
        ("transX", pytest.approx(0.5), pytest.approx(0.2))
    ]
    rope = read("PhysicsDistanceJoint", mpu, physics__minDistance=0.0, physics__maxDistance=0.4 / mpu)
    assert [(b.axis, b.excess) for b in rope.beyond_limits] == [("distance", pytest.approx(0.1))]
    door = read("PhysicsRevoluteJoint", mpu, 40, physics__axis="Z", physics__lowerLimit=45.0, physics__upperLimit=90.0)
    assert [(b.axis, b.excess) for b in door.beyond_limits] == [("rotZ", pytest.approx(math.radians(5), abs=1e-5))]
    assert door.frame_gap_m == pytest.approx(0.5)
    ball = read("PhysicsSphericalJoint", mpu, 40, physics__coneAngle0Limit=10.0, physics__coneAngle1Limit=30.0)
    assert [(b.axis, b.excess) for b in ball.beyond_limits] == [("cone", pytest.approx(math.radians(10), abs=1e-5))]


@pytest.mark.parametrize(
    ("kind", "attributes"),
    [
        ("PhysicsRevoluteJoint", {"physics__lowerLimit": 60.0, "physics__upperLimit": -60.0}),
        ("PhysicsRevoluteJoint", {"physics__lowerLimit": math.nan}),
        ("PhysicsRevoluteJoint", {"physics__lowerLimit": -math.inf, "physics__upperLimit": math.inf}),
        ("PhysicsDistanceJoint", {"physics__minDistance": -1.0, "physics__maxDistance": -1.0}),
        ("PhysicsSphericalJoint", {"physics__coneAngle0Limit": -1.0, "physics__coneAngle1Limit": 10.0}),
        ("PhysicsJoint", {}),
    ],
)
def test_what_is_no_limit_is_never_passed(kind, attributes):
    """Take swapped, infinite, negative and absent limits for none."""
    assert read(kind, turn=50, **attributes).beyond_limits == ()
