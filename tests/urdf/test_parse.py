"""Reading URDF text: values, defaults, and one clear finding with file, line and element for each defect."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.urdf.model import Box, JointType, Mesh
from harness.urdf.parse import parse_urdf
from harness.urdf.xml import XmlError, parse_xml
from tests.support import corpora
from tests.urdf.robots import ghost, joint, link, robot

HINGE = '<axis xyz="0 1 0"/><limit lower="-1" upper="2" effort="3" velocity="4"/>'


def found(text: bytes) -> list[tuple[str, int | None, str]]:
    """Return (code, line, severity) of the findings."""
    return [(f.code, f.sites[0].line, f.severity.value) for f in parse_urdf(text, "robot.urdf").findings]


def test_everything_of_the_specification_is_read():
    """Read each element and attribute of links, joints and materials."""
    inside = (
        HINGE
        + '<calibration rising="0.1" falling="0.2"/><dynamics damping="0.5" friction="0.6"/>'
        + '<safety_controller soft_lower_limit="-0.9" soft_upper_limit="1.9" k_position="7" k_velocity="8"/>'
        + '<mimic joint="other" multiplier="2" offset="0.3"/>'
    )
    text = robot(
        '<material name="red"><color rgba="1 0 0 0.5"/><texture filename="a.png"/></material>',
        '<link name="a"><inertial><origin xyz="1 2 3" rpy="0.1 0.2 0.3"/><mass value="4"/>'
        '<inertia ixx="1" ixy="2" ixz="3" iyy="4" iyz="5" izz="6"/></inertial>'
        '<visual name="v"><origin xyz="0 0 1"/><geometry><mesh filename="package://p/m.stl" scale="1 2 3"/></geometry>'
        '<material name="red"/></visual>'
        '<collision name="c"><geometry><cylinder radius="1" length="2"/></geometry>'
        '<contact_coefficients mu="0.7" kp="1e5" kd="10"/></collision></link>',
        link("b"),
        link("c"),
        joint("other", "continuous", "a", "c"),
        joint("hinge", "revolute", "a", "b", inside),
    )
    file = parse_urdf(text, "robot.urdf")
    assert file.findings == () and file.robot is not None
    first, hinge = file.robot.links[0], file.robot.joint("hinge")
    assert first.inertial is not None and first.inertial.inertia is not None
    assert (first.inertial.mass, first.inertial.origin.rpy) == (4.0, (0.1, 0.2, 0.3))
    assert [getattr(first.inertial.inertia, n) for n in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")] == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]
    assert isinstance(first.visuals[0].geometry, Mesh)
    assert (first.visuals[0].geometry.filename, first.visuals[0].geometry.scale) == ("package://p/m.stl", (1, 2, 3))
    contact = first.collisions[0].contact
    assert contact is not None and (contact.mu, contact.kp, contact.kd) == (0.7, 1e5, 10)
    assert file.robot.materials[0].rgba == (1, 0, 0, 0.5) and file.robot.materials[0].texture == "a.png"
    assert hinge is not None and hinge.type is JointType.REVOLUTE and hinge.axis == (0, 1, 0)
    assert hinge.limit is not None and hinge.dynamics is not None and hinge.mimic is not None
    assert (hinge.limit.lower, hinge.limit.upper, hinge.limit.effort, hinge.limit.velocity) == (-1, 2, 3, 4)
    assert (hinge.dynamics.damping, hinge.dynamics.friction) == (0.5, 0.6)
    assert (hinge.mimic.joint, hinge.mimic.multiplier, hinge.mimic.offset) == ("other", 2, 0.3)
    assert hinge.safety is not None and hinge.calibration is not None
    assert (hinge.safety.soft_lower_limit, hinge.safety.soft_upper_limit) == (-0.9, 1.9)
    assert (hinge.safety.k_position, hinge.safety.k_velocity) == (7, 8)
    assert (hinge.calibration.rising, hinge.calibration.falling) == (0.1, 0.2)


def test_defaults_are_those_of_the_specification():
    """Take axis x, zero origins, and None for limits that are not written."""
    text = robot(link("a"), link("b"), '<joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>')
    made = parse_urdf(text, "robot.urdf").robot
    assert made is not None
    assert made.joints[0].axis == (1, 0, 0)
    assert made.joints[0].origin.xyz == (0, 0, 0) and made.joints[0].limit is None


DEFECTS = {
    "no xml": (b"<robot", "INT020", 1),
    "not closed": (b'<robot name="r">\n<link name="a">\n</robot>', "INT020", 3),
    "empty": (b"  ", "INT020", None),
    "other root": (b'<sdf version="1.6"/>', "INT020", 1),
    "entity": (b'<!DOCTYPE r [\n<!ENTITY a "b">]>\n<robot name="r"/>', "INT020", 2),
    "no link": (robot(), "INT025", 2),
    "link without name": (robot("<link/>", link("a")), "INT021", 3),
    "no child": (robot(link("a"), '<joint name="j" type="fixed"><parent link="a"/></joint>'), "INT021", 4),
    "no parent": (robot(link("a"), '<joint name="j" type="fixed"><child link="a"/></joint>'), "INT021", 4),
    "no type": (
        robot(link("a"), link("b"), '<joint name="j"><parent link="a"/><child link="b"/></joint>'),
        "INT021",
        5,
    ),
    "type": (robot(link("a"), ghost("b"), joint("j", "screw", "a", "b")), "INT022", 5),
    "unknown child": (robot(link("a"), joint("j", "fixed", "a", "b")), "INT023", 4),
    "unknown parent": (robot(link("a"), joint("j", "fixed", "b", "a")), "INT023", 4),
    "link twice": (robot(link("a"), link("a")), "INT024", 4),
    "joint twice": (
        robot(link("a"), link("b"), link("c"), joint("j", "fixed", "a", "b"), joint("j", "fixed", "a", "c")),
        "INT024",
        7,
    ),
    "loop": (robot(link("a"), link("b"), joint("j", "fixed", "a", "b"), joint("k", "fixed", "b", "a")), "INT025", 6),
    "joint to itself": (robot(link("a"), joint("j", "fixed", "a", "a")), "INT025", 4),
    "two parents": (
        robot(link("a"), link("b"), link("c"), *(joint(n, "fixed", n, "c") for n in "ab")),
        "INT025",
        7,
    ),
    "two roots": (robot(link("a"), link("b")), "INT025", 4),
    "zero axis": (robot(link("a"), link("b"), joint("j", "continuous", "a", "b", '<axis xyz="0 0 0"/>')), "INT026", 5),
    "vector size": (robot(link("a"), link("b"), joint("j", "fixed", "a", "b", xyz="1 2")), "INT022", 5),
    "not a number": (robot(link("a"), link("b"), joint("j", "fixed", "a", "b", xyz="1 2 x")), "INT022", 5),
    "underscore": (robot(link("a"), link("b"), joint("j", "fixed", "a", "b", xyz="1 2 1_0")), "INT022", 5),
    "not finite": (robot(link("a"), link("b"), joint("j", "fixed", "a", "b", xyz="1 2 nan")), "INT022", 5),
    "no limit": (
        robot(link("a"), link("b"), '<joint name="j" type="revolute"><parent link="a"/><child link="b"/></joint>'),
        "INT021",
        5,
    ),
    "mass of text": (
        robot('<link name="a"><inertial>\n<mass value="heavy"/></inertial></link>'),
        "INT022",
        4,
    ),
    "half an inertia": (robot('<link name="a"><inertial>\n<inertia ixx="1"/></inertial></link>'), "INT021", 4),
    "flat box": (
        robot('<link name="a"><collision><geometry>\n<box size="1 0 1"/></geometry></collision></link>'),
        "INT022",
        4,
    ),
    "negative radius": (
        robot('<link name="a"><collision><geometry>\n<sphere radius="-1"/></geometry></collision></link>'),
        "INT022",
        4,
    ),
    "no geometry": (robot('<link name="a">\n<collision/></link>'), "INT021", 4),
    "unknown shape": (
        robot('<link name="a"><collision>\n<geometry><cone/></geometry></collision></link>'),
        "INT022",
        4,
    ),
    "mesh without file": (
        robot('<link name="a"><collision><geometry>\n<mesh scale="1 1 1"/></geometry></collision></link>'),
        "INT021",
        4,
    ),
    "xacro left over": (robot('<link name="a"><inertial>\n<mass value="${m}"/></inertial></link>'), "INT022", 4),
    "colour size": (robot(link("a"), '<material name="m">\n<color rgba="1 0"/></material>'), "INT022", 5),
    "mimic of nothing": (
        robot(link("a"), link("b"), joint("j", "continuous", "a", "b", "\n<mimic/>")),
        "INT021",
        6,
    ),
    "negative damping": (
        robot(link("a"), link("b"), joint("j", "continuous", "a", "b", '\n<dynamics damping="-1"/>')),
        "INT022",
        6,
    ),
}


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_is_one_error_with_its_line(name):
    """Report each defect with code, line and severity ERROR."""
    text, code, line = DEFECTS[name]
    assert (code, line, "ERROR") in found(text)


def test_only_the_first_of_repeated_elements_counts():
    """Ignore a second geometry or mass, and say so."""
    text = robot(
        '<link name="a"><collision><geometry><box size="1 1 1"/></geometry>\n<geometry><sphere radius="1"/></geometry>'
        "</collision></link>"
    )
    file = parse_urdf(text, "robot.urdf")
    assert file.robot is not None and isinstance(file.robot.links[0].collisions[0].geometry, Box)
    assert found(text) == [("INT030", 4, "WARN")]


def test_points_of_contact_and_empty_textures_are_losses():
    """Leave out shapes of size 0 and textures without a file, which public robots have, with a warning."""
    text = robot(
        '<link name="a"><collision><geometry>\n<sphere radius="0"/></geometry></collision>',
        '<collision><geometry>\n<box size="0 0 0"/></geometry></collision>',
        '<visual><geometry>\n<box size="1 -1 1"/></geometry><material>\n<texture/></material></visual></link>',
    )
    assert found(text) == [("INT022", 6, "WARN"), ("INT021", 7, "WARN"), ("INT030", 4, "WARN"), ("INT030", 5, "WARN")]


def test_ghosts_are_links_without_shape_and_effective_mass():
    """Take no inertial, an origin alone, and zeros as "no mass"; a mass or an inertia term is one."""
    cases = {
        "": True,
        '<inertial><origin xyz="1 0 0"/></inertial>': True,
        '<inertial><mass value="0"/></inertial>': True,
        '<inertial><mass value="0"/><inertia ixx="0" iyy="0" izz="0"/></inertial>': True,
        '<inertial><mass value="0"/><inertia ixx="1" iyy="0" izz="0"/></inertial>': False,
        '<inertial><mass value="0.1"/></inertial>': False,
        "<visual><geometry><box size='1 1 1'/></geometry></visual>": False,
    }
    for inside, is_ghost in cases.items():
        made = parse_urdf(robot(f'<link name="a">{inside}</link>'), "robot.urdf").robot
        assert made is not None and made.links[0].is_ghost is is_ghost, inside


def test_the_text_of_an_element_and_of_a_value_can_be_found_again():
    """Give byte positions of elements and attribute values, also with comments, quotes and non-ASCII names."""
    text = "<robot name='ä'><!-- ü --><link name=\"b>\" ><x y = '1 2'/></link  ></robot>".encode()
    document = parse_xml(text)
    inner = document.root.children[0]
    assert document.source(inner) == "<link name=\"b>\" ><x y = '1 2'/></link  >"
    span = document.value_span(inner.children[0], "y")
    assert span is not None and text[slice(*span)] == b"1 2"
    assert document.value_span(inner, "missing") is None


def test_latin_1_without_a_declaration_and_utf_16_are_read():
    """Read what other programs read: unmarked Latin-1 with a remark, and UTF-16."""
    assert ("INT031", 2, "INFO") in found(robot(link("a")).replace(b'"robot"', b'"caf\xe9"'))
    assert found(b"\n" + robot(link("a"))) == [("INT031", 3, "INFO")]
    assert found(robot(link("a")).replace(b"version", b"verison")) == [("INT031", 2, "INFO")]
    text = robot(link("\u00e4")).decode().encode("utf-16")
    made = parse_urdf(text, "robot.urdf").robot
    assert made is not None and made.links[0].name == "\u00e4"


@given(st.binary(max_size=200))
def test_bytes_never_raise_anything_else(data):
    """Answer any bytes with a finding."""
    assert parse_urdf(b"<robot name='a'>" + data, "r.urdf").findings


def test_deep_nesting_is_refused():
    """Refuse nesting that would exhaust the stack."""
    with pytest.raises(XmlError, match="nested"):
        parse_xml(b"<a>" * 5000)


@pytest.mark.corpora
def test_broken_files_of_others_are_errors_and_good_ones_are_not():
    """Refuse what another converter's tests refuse; accept its good files."""
    folder = corpora("corpora", "urdf-usd-converter-tests")
    accepted_here = {"error_incorrect_mimic_joint"}
    for path in sorted(folder.glob("*.urdf")):
        file = parse_urdf(path.read_bytes(), path.name)
        if path.stem.startswith("error_") and path.stem not in accepted_here:
            assert not file.is_usable, path.name
        if path.stem.startswith(("link_", "inertia", "material_", "simple", "multiple")):
            assert file.is_usable, [f.message for f in file.findings]
