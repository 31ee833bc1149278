"""Modifiers in the text of a file: what changes, and that nothing else does."""

from __future__ import annotations

import difflib
import re

import numpy as np
import pytest

from harness.urdf.mass import inertia_matrix
from harness.urdf.parse import parse_urdf
from harness.vary.link_and_joint import LinkAndJointModifier
from harness.vary.modifiers import Amount, Keep, Modifier, modify, parse_axis
from harness.vary.parts import VaryError
from harness.vary.single import (
    DensityModifier,
    JointPositionModifier,
    JointTypeModifier,
    LinkPositionModifier,
    MassModifier,
    RadiusModifier,
)
from harness.vary.stretch import Mode
from tests.vary.robots import ARM

BOX_MESH = (np.array([-0.1, -0.05, 0.0]), np.array([0.1, 0.05, 0.4]))


def amount(text: str) -> Amount:
    return Amount.parse(text)


def changed(*modifiers: Modifier, text: str = ARM) -> str:
    return modify(text.encode(), "arm.urdf", modifiers, lambda name: BOX_MESH).data.decode()


def longer(link: str = "upper", size: str = "x1.5", **more: object) -> LinkAndJointModifier:
    return LinkAndJointModifier(link=link, size=amount(size), **more)  # type: ignore[arg-type]


def robot(text: str):
    found = parse_urdf(text.encode(), "arm.urdf").robot
    assert found is not None
    return found


def differing_lines(before: str, after: str) -> list[str]:
    return [line[2:].strip() for line in difflib.ndiff(before.splitlines(), after.splitlines()) if line[:2] == "+ "]


def test_only_numbers_that_change_are_written():
    """Keep comments, spacing, quotes, order, unknown tags and number styles; change the numbers of nine lines."""
    after = changed(longer(mode=Mode.KEEP_BOTH))
    assert differing_lines(ARM, after) == [
        '<mass value="3.05"/><!-- with motor -->',
        '<origin xyz="0 0  0.305" rpy="0 0 0"/>',
        '<inertia ixx="0.0954904167848859" ixy="0" ixz="0" iyy="0.0954904167848859" iyz="0" izz="0.00183"/>',
        '<origin xyz="0 0 0.305"/>',
        '<geometry><box size="0.06   0.06 0.61"/></geometry>',
        '<origin xyz="0 0 0.61"/>',
        'length="0.59"/>',
        "rpy='0 0 0' xyz='0 0 0.305'/>",
        '<origin xyz="0 0 0.63" rpy="0 0 0"/>',
    ]


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("link", ["upper", "lower"])
def test_a_factor_of_one_changes_no_byte(mode, link):
    """Leave the whole file as it is, right angles written as 1.5708 included."""
    text = ARM.replace("\n", "\r\n")
    assert changed(longer(link, "x1", mode=mode), text=text) == text


def test_frames_stay_frames():
    """Give a link without an inertial none, and keep the total mass for K = 1."""
    after = robot(changed(longer(size="x1", mode=Mode.KEEP_START)))
    assert after.link("imu_frame").inertial is None
    assert sum(k.inertial.mass for k in after.links if k.inertial) == pytest.approx(3.2)


def test_a_link_without_a_child_keeps_its_start():
    """Let a hand grow away from its joint; an end without a child cannot be kept."""
    text = ARM.replace(
        'type="fixed"><parent link="lower"/><child link="tip"/>',
        'type="fixed"><parent link="base"/><child link="tip"/>',
    )
    link = robot(changed(longer("lower", "x2", mode=Mode.KEEP_START), text=text)).link("lower")
    shape, origin = link.visuals[0].geometry, link.visuals[0].origin
    assert shape.length == pytest.approx(0.6)
    assert origin.xyz[0] - shape.length / 2 == pytest.approx(0.02, abs=1e-9)
    with pytest.raises(VaryError, match="no joint hangs on it"):
        changed(longer("lower", "x2"), text=text)


def test_a_rotated_cylinder_follows_its_own_axis():
    """Stretch a cylinder that lies along x, and its fixed child joint with it."""
    after = robot(changed(longer("lower", "0.45", mode=Mode.KEEP_BOTH)))
    link, joint = after.link("lower"), after.joint("wrist")
    assert link.visuals[0].geometry.length == pytest.approx(0.45)
    assert joint.origin.xyz == pytest.approx((0.48, 0, 0))
    assert link.visuals[0].origin.xyz == pytest.approx((0.245, 0, 0))
    assert link.inertial.mass == pytest.approx(1.8)


def test_constant_mass_is_possible():
    """Keep the mass and change the inertia like that of a longer box."""
    inertial = robot(changed(longer(mode=Mode.KEEP_START, keep=Keep.MASS))).link("upper").inertial
    assert inertial.mass == 2
    assert inertial.inertia.ixx == pytest.approx(2 / 12 * (0.06**2 + 0.6**2), rel=1e-6)


def test_a_mesh_is_scaled_along_its_own_axis():
    """Change the scale of a mesh, and its origin so that the start of the mesh stays where it is."""
    text = ARM.replace('<box size="0.06   0.06 0.4"/>', '<mesh filename="x.stl"/>').replace("0 0 2e-1", "0 0 0.05")
    visual = robot(changed(longer(mode=Mode.KEEP_BOTH), text=text)).link("upper").visuals[0]
    assert visual.geometry.scale == pytest.approx((1, 1, 0.61 / 0.4))
    assert visual.origin.xyz == pytest.approx((0, 0, 0.05))
    top = visual.origin.xyz[2] + 0.4 * visual.geometry.scale[2]
    assert top - 0.63 == pytest.approx(0.45 - 0.42, abs=1e-9)


def test_missing_origins_are_added_only_when_needed():
    """Write an origin where a shape that had none must move, on a line of its own."""
    text = re.sub(r'<origin xyz="0 0 2e-1"/>\s*', "", ARM)
    after = changed(LinkPositionModifier(link="upper", position=amount("0.1")), text=text)
    assert '\n      <origin xyz="0 0 0.1"/>\n      <geometry><box' in after
    same = changed(LinkPositionModifier(link="upper", position=amount("x1")), text=text)
    assert same == text


def test_mass_and_inertia_change_together():
    """Scale the inertia with the mass."""
    inertial = robot(changed(MassModifier(link="upper", mass=amount("5")))).link("upper").inertial
    assert inertial.mass == 5
    assert inertial.inertia.ixx == pytest.approx(0.0272666667 * 2.5)
    assert robot(changed(MassModifier(link="upper", mass=amount("x0.5")))).link("upper").inertial.mass == 1


def test_density_fills_the_collision():
    """Take the volume of the collisions, or of the visuals of a link without any."""
    inertial = robot(changed(DensityModifier(link="upper", density=amount("1000")))).link("upper").inertial
    assert inertial.mass == pytest.approx(1000 * np.pi * 0.03**2 * 0.38)
    lower = robot(changed(DensityModifier(link="lower", density=amount("1000")))).link("lower").inertial
    assert lower.mass == pytest.approx(1000 * np.pi * 0.025**2 * 0.3)


def test_radius_changes_mass_and_inertia_like_a_thicker_cylinder():
    """Compare with the closed form of a cylinder."""
    text = ARM.replace('ixx="0.0005"', 'ixx="0.000375"').replace("0.00925", "0.0091875")
    inertial = robot(changed(RadiusModifier(link="lower", radius=amount("0.05")), text=text)).link("lower").inertial
    assert inertial.mass == pytest.approx(4.8)
    assert inertial.inertia.ixx == pytest.approx(4.8 * 0.05**2 / 2, rel=1e-4)
    assert inertial.inertia.iyy == pytest.approx(4.8 / 12 * (3 * 0.05**2 + 0.3**2), rel=1e-4)


def test_radius_of_a_ball():
    """Grow a ball in all directions: mass with the cube, inertia with the fifth power."""
    text = (
        '<robot name="b"><link name="b"><inertial><mass value="1"/><inertia ixx="0.4" iyy="0.4" izz="0.4" ixy="0" '
        'ixz="0" iyz="0"/></inertial><collision><geometry><sphere radius="1"/></geometry></collision></link></robot>'
    )
    inertial = robot(changed(RadiusModifier(link="b", radius=amount("x2")), text=text)).link("b").inertial
    assert inertial.mass == pytest.approx(8)
    assert inertia_matrix(inertial.inertia) == pytest.approx(np.eye(3) * 0.4 * 32)


def test_joints_move_and_change_type():
    """Change position and type of a joint, and nothing else."""
    after = changed(JointPositionModifier(joint="elbow", position=amount("0.5")))
    assert differing_lines(ARM, after) == ['<origin xyz="0 0 0.5" rpy="0 0 0"/>']
    after = changed(JointTypeModifier(joint="elbow", type="fixed"))
    assert differing_lines(ARM, after) == ['<joint name="elbow" type="fixed">']


@pytest.mark.parametrize(
    ("modifier", "message"),
    [
        (longer("uper"), "no link 'uper'"),
        (longer("upper", "x0"), "not above 0"),
        (longer("upper", "x-1"), "not above 0"),
        (longer("upper", "0.01", mode=Mode.KEEP_BOTH), "length"),
        (longer("upper", axis="1 1 0"), "side along that axis"),
        (longer("imu_frame", mode=Mode.SCALE), "no shape"),
        (longer("upper", joint="wrist"), "no joint 'wrist' hangs on it"),
        (MassModifier(link="imu_frame", mass=amount("1")), "no mass to start from"),
        (MassModifier(link="upper", mass=amount("-1")), "not above 0"),
        (RadiusModifier(link="upper", radius=amount("0")), "not above 0"),
        (DensityModifier(link="imu_frame", density=amount("1")), "no mass to start from"),
        (JointTypeModifier(joint="waist", type="revolute"), "needs a <limit>"),
        (JointTypeModifier(joint="elbow", type="hinge"), "no joint type"),
        (JointPositionModifier(joint="elbo", position=amount("1")), "no joint 'elbo'"),
    ],
)
def test_impossible_changes_say_where_and_why(modifier, message):
    """Refuse what has no meaning, with file and element. HAR051."""
    with pytest.raises(VaryError, match=re.escape(message)) as caught:
        changed(modifier)
    assert caught.value.code == "HAR051"


def test_several_joints_must_be_told_apart():
    """Ask for the joint when two moving ones hang on the link."""
    text = ARM.replace('<joint name="imu_mount" type="fixed">', '<joint name="imu_mount" type="continuous">')
    with pytest.raises(VaryError, match="several joints hang on it"):
        changed(longer("upper"), text=text)
    assert robot(changed(longer("upper", joint="elbow"), text=text)).joint("elbow").origin.xyz[2] == pytest.approx(0.63)


def test_a_broken_file_is_not_changed():
    """Refuse a file whose meaning is in doubt, with the code of its defect."""
    with pytest.raises(VaryError, match="INT023"):
        changed(longer(), text=ARM.replace('<child link="lower"/>', '<child link="lover"/>'))


@pytest.mark.parametrize(("text", "expected"), [("z", (0, 0, 1)), ("-x", (-1, 0, 0)), ("0 3 4", (0, 0.6, 0.8))])
def test_axes(text, expected):
    """Read names and numbers as unit vectors."""
    assert parse_axis(text) == pytest.approx(expected)
    assert parse_axis("auto") is None
    with pytest.raises(VaryError, match="no axis"):
        parse_axis("0 0 0")
