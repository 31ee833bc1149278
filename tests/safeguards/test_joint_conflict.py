"""Joints between the same two bodies: which share a motion, and which lock each other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.safeguards.joint_conflict import JOINT_CONFLICT, common_freedoms
from harness.stage.facts import JointMechanics, JointSide
from tests.safeguards.fact_samples import joint, two_bodies

HINGE, SLIDER, BALL = "PhysicsRevoluteJoint", "PhysicsPrismaticJoint", "PhysicsSphericalJoint"
ANGLES = st.floats(-3.1, 3.1)
HERE = np.eye(4)
PLACES = st.tuples(*[st.floats(-2, 2)] * 3)


def turned(angles) -> np.ndarray:
    """Return a rotation from three angles."""
    a, b, c = angles
    z = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    y = np.array([[np.cos(b), 0, np.sin(b)], [0, 1, 0], [-np.sin(b), 0, np.cos(b)]])
    x = np.array([[1, 0, 0], [0, np.cos(c), -np.sin(c)], [0, np.sin(c), np.cos(c)]])
    return z @ y @ x


def at(axis: str, place=(0.0, 0.0, 0.0), angles=(0.0, 0.0, 0.0), where=HERE) -> JointMechanics:
    """Return a joint with a frame at some place, turned, and moved along as a whole."""
    frame = np.eye(4)
    frame[:3, :3] = turned(angles)
    frame[:3, 3] = place
    return JointMechanics(axis=axis, world_frame0=where @ frame, world_frame1=where @ frame)


@pytest.mark.parametrize(
    ("joints", "count"),
    [
        # A door on two hinges of one line, and one that hangs a little askew.
        ([(HINGE, at("Z")), (HINGE, at("Z", (0, 0, 1.5)))], 1),
        ([(HINGE, at("Z")), (HINGE, at("Z", (0.004, 0, 1.5), (0, 0.003, 0)))], 1),
        # The same line, written with another axis of a turned frame.
        ([(HINGE, at("Z")), (HINGE, at("X", (0, 0, 1.5), (0, np.pi / 2, 0)))], 1),
        # A drawer on two rails.
        ([(SLIDER, at("X")), (SLIDER, at("X", (0, 0.4, 0)))], 1),
        # Two balls leave the turn about the line between them; a hinge through a ball leaves that of the hinge.
        ([(BALL, at("X")), (BALL, at("X", (0, 0, 1)))], 1),
        ([(HINGE, at("Z")), (BALL, at("X", (0, 0, 0.7)))], 1),
        ([(BALL, at("X")), (BALL, at("Y"))], 3),
        # A hip as three hinges, a wrist as two, hinges side by side, a slider with a hinge.
        ([(HINGE, at(a)) for a in "XYZ"], 0),
        ([(HINGE, at("X")), (HINGE, at("Z"))], 0),
        ([(HINGE, at("Z")), (HINGE, at("Z", (0.3, 0, 0)))], 0),
        ([(SLIDER, at("X")), (HINGE, at("X"))], 0),
        ([(SLIDER, at("X")), (SLIDER, at("Y"))], 0),
        ([(HINGE, at("Z")), (BALL, at("X", (0.4, 0, 0)))], 0),
    ],
)
def test_common_motions(joints, count):
    """Count the motions that all joints of a pair allow."""
    assert common_freedoms(joints, 1.0) == count


@given(angles=st.tuples(ANGLES, ANGLES, ANGLES), place=PLACES, scale=st.floats(0.01, 100))
def test_neither_place_nor_heading_nor_size_matters(angles, place, scale):
    """Give the same answer wherever the asset stands and however large it is."""
    where = np.eye(4)
    where[:3, :3], where[:3, 3] = turned(angles), np.array(place) * scale
    door = [(HINGE, at("Z", where=where)), (HINGE, at("Z", (0, 0, scale), where=where))]
    wrist = [(HINGE, at("X", where=where)), (HINGE, at("Z", where=where))]
    apart = [(HINGE, at("Z", where=where)), (HINGE, at("Z", (0.3 * scale, 0, 0), where=where))]
    assert [common_freedoms(j, scale) for j in (door, wrist, apart)] == [1, 0, 0]


def codes(*joints) -> list[str]:
    """Return what is said about two bodies with some joints."""
    return [f.code for f in JOINT_CONFLICT.check(two_bodies(*joints))]


def link(number: int, kind: str, mechanics: JointMechanics | None, **changes):
    """Return a joint between both bodies."""
    return joint(f"/Root/link_{number}", prim_type=kind, locks_all_axes=False, mechanics=mechanics, **changes)


def test_a_conflict_is_named_once_for_a_pair():
    """Warn of two hinges across each other, in either order of the bodies."""
    first, second = link(1, HINGE, at("X")), link(2, HINGE, at("Y"))
    swapped = link(2, HINGE, at("Y"), body0="/Root/b", body1="/Root/a")
    assert codes(first, second) == codes(first, swapped) == ["SAF072"]


@pytest.mark.parametrize(
    "second",
    [
        link(2, HINGE, at("X", (0.4, 0, 0))),
        link(2, HINGE, at("Y"), is_enabled=False),
        link(2, HINGE, None),
        link(2, HINGE, at("Y"), side1=JointSide.EMPTY, body1=None),
        link(2, "PhysicsFixedJoint", at("Y")),
        link(2, "PhysicsJoint", at("Y")),
        link(2, "PhysicsDistanceJoint", at("Y")),
    ],
    ids=["one-line", "off", "unknown", "world", "locked-on-purpose", "d6", "distance"],
)
def test_what_is_no_conflict_or_not_certain_is_not_warned_of(second):
    """Say nothing about doors, joints that are off, locks, and joints whose freedoms are not known."""
    assert codes(link(1, HINGE, at("X")), second) == []
