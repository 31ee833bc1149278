"""Mass properties: principal axes, sums, geometry, and that a converted robot weighs what its file says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.intake.urdf_convert import convert
from harness.intake.urdf_meshes import hull_solid
from harness.urdf.mass import Solid, combine, inertia_matrix, moved, principal_axes, shape_solid
from harness.urdf.model import Box, Capsule, Cylinder, Sphere
from harness.urdf.parse import parse_urdf
from harness.urdf.tree import build_tree, pose_matrix, rpy_matrix
from harness.urdf.xml import XmlElement
from tests.urdf.robots import link, robot
from tests.urdf.stage_numbers import link_numbers

HERE = XmlElement(tag="x", attributes={}, line=1, column=1, start=0)
number = st.floats(-3, 3, allow_nan=False).map(lambda v: round(v, 6))
size = st.floats(0.01, 2).map(lambda v: round(v, 6))
mass = st.floats(0.001, 100).map(lambda v: round(v, 6))


@st.composite
def inertias(draw):
    """Return a possible inertia: a box of some mass in some orientation."""
    a, b, c = (draw(size) ** 2 for _ in range(3))
    turn = rpy_matrix((draw(number), draw(number), draw(number)))
    return turn @ np.diag([b + c, a + c, a + b]) @ turn.T * draw(mass) / 12


@given(inertias())
def test_principal_axes_give_the_inertia_again(inertia):
    """Return a right-handed rotation and moments that make up the tensor."""
    moments, axes = principal_axes(inertia)
    assert axes @ np.diag(moments) @ axes.T == pytest.approx(inertia, rel=1e-9, abs=1e-9 * inertia.max())
    assert axes @ axes.T == pytest.approx(np.eye(3), abs=1e-12) and np.linalg.det(axes) > 0


def test_a_diagonal_inertia_is_not_turned():
    """Keep the order of the file."""
    moments, axes = principal_axes(np.diag([3.0, 1.0, 2.0]))
    assert moments.tolist() == [3, 1, 2] and (axes == np.eye(3)).all()


def sampled(shape, count: int = 70) -> Solid:
    """Integrate a shape over a grid of small cubes."""
    half = 1.0
    axis = (np.arange(count) + 0.5) / count * 2 * half - half
    grid = np.stack(np.meshgrid(axis, axis, axis), axis=-1).reshape(-1, 3)
    x, y, z = grid.T
    across = x * x + y * y
    if isinstance(shape, Sphere):
        inside = across + z * z < shape.radius**2
    elif isinstance(shape, Capsule):
        inside = across + np.maximum(np.abs(z) - shape.length / 2, 0) ** 2 < shape.radius**2
    elif isinstance(shape, Cylinder):
        inside = (across < shape.radius**2) & (np.abs(z) < shape.length / 2)
    else:
        inside = (np.abs(grid) < np.array(shape.size) / 2).all(axis=1)
    points, cell = grid[inside], (2 * half / count) ** 3
    moment = points.T @ points * cell
    return Solid(mass=len(points) * cell, center=points.mean(axis=0), inertia=np.trace(moment) * np.eye(3) - moment)


@pytest.mark.parametrize(
    "shape",
    [
        Box(element=HERE, size=(0.8, 1.2, 1.6)),
        Sphere(element=HERE, radius=0.8),
        Cylinder(element=HERE, radius=0.7, length=1.41),
        Capsule(element=HERE, radius=0.4, length=1.0),
    ],
)
def test_shapes_agree_with_a_sum_over_small_cubes(shape):
    """Give volume and inertia of each shape within the error of the grid."""
    made, expected = shape_solid(shape), sampled(shape)
    assert made.mass == pytest.approx(expected.mass, rel=0.02)
    assert np.diag(made.inertia) == pytest.approx(np.diag(expected.inertia), rel=0.03)


def test_a_hull_agrees_with_the_box():
    """Give volume, centre and inertia of the hull of a turned, shifted box."""
    box = shape_solid(Box(element=HERE, size=(1.0, 2.0, 3.0)))
    corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-1, 1) for z in (-1.5, 1.5)])
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = rpy_matrix((0.3, -0.7, 1.1)), (1, 2, 3)
    made, expected = hull_solid(corners @ pose[:3, :3].T + pose[:3, 3]), moved(box, pose)
    assert made is not None and made.mass == pytest.approx(6)
    assert made.center == pytest.approx(expected.center)
    assert made.inertia == pytest.approx(expected.inertia)


def test_a_flat_cloud_has_no_solid():
    """Say that a plane has no volume."""
    assert hull_solid(np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0.0]])) is None


def written(draw) -> str:
    """Return an origin with any numbers."""
    x, y, z, roll, pitch, yaw = (draw(number) for _ in range(6))
    return f'<origin xyz="{x} {y} {z}" rpy="{roll} {pitch} {yaw}"/>'


@st.composite
def robots(draw):
    """Return a chain of links with any mass, inertia, frames and joints."""
    parts: list[str] = []
    count = draw(st.integers(1, 5))
    for index in range(count):
        i = draw(inertias()).tolist()
        numbers = {"ixx": i[0][0], "ixy": i[0][1], "ixz": i[0][2], "iyy": i[1][1], "iyz": i[1][2], "izz": i[2][2]}
        tensor = " ".join(f'{k}="{v!r}"' for k, v in numbers.items())
        inside = f'{written(draw)}<mass value="{draw(mass)!r}"/><inertia {tensor}/>'
        parts.append(f'<link name="l{index}"><inertial>{inside}</inertial></link>')
    for index in range(1, count):
        kind = draw(st.sampled_from(["fixed", "continuous", "floating"]))
        ends = f'<parent link="l{draw(st.integers(0, index - 1))}"/><child link="l{index}"/>'
        parts.append(f'<joint name="j{index}" type="{kind}">{ends}{written(draw)}</joint>')
    return robot(*parts)


def whole(text: bytes) -> Solid:
    """Sum mass and inertia straight from the numbers of the file, in the frame of the root."""
    made = parse_urdf(text, "r.urdf").robot
    assert made is not None
    tree, parts = build_tree(made), []
    for part in made.links:
        assert part.inertial is not None and part.inertial.inertia is not None and part.inertial.mass is not None
        own = Solid(mass=part.inertial.mass, center=np.zeros(3), inertia=inertia_matrix(part.inertial.inertia))
        parts.append(moved(own, tree.poses[part.name] @ pose_matrix(part.inertial.origin)))
    total = combine(parts)
    assert total is not None
    return total


@settings(max_examples=40, deadline=None)
@given(text=robots())
def test_a_converted_robot_weighs_what_its_file_says(text, tmp_path_factory):
    """Keep total mass, centre and inertia to 1e-9, and in single precision in the attributes that engines read."""
    folder = tmp_path_factory.getbasetemp()
    conversion = convert(parse_urdf(text, "r.urdf"), folder / "r.urdf")
    expected = whole(text)
    tree = build_tree(conversion.facts.robot)
    bodies = []
    for name, made in conversion.facts.masses.items():
        assert made.mass is not None and made.center is not None and made.inertia is not None
        bodies.append(moved(Solid(mass=made.mass, center=made.center, inertia=made.inertia), tree.poses[name]))
    total = combine(bodies)
    assert total is not None
    scale = float(np.abs(expected.inertia).max())
    assert total.mass == pytest.approx(expected.mass, rel=1e-9)
    assert total.center == pytest.approx(expected.center, abs=1e-9)
    assert total.inertia == pytest.approx(expected.inertia, rel=1e-9, abs=1e-9 * scale)
    stage = link_numbers(conversion)
    for name, made in conversion.facts.masses.items():
        turn = np.array(made.inertia)
        six = [turn[0, 0], turn[1, 1], turn[2, 2], turn[0, 1], turn[0, 2], turn[1, 2]]
        assert stage[name]["inertia"] == six
        assert stage[name]["mass"] == pytest.approx(made.mass, rel=1e-7)
        assert stage[name]["usd_inertia"] == pytest.approx(turn, rel=1e-5, abs=1e-5 * np.abs(turn).max())


def numbers(*parts: str, tmp_path) -> dict:
    """Convert and return the numbers of the links."""
    return link_numbers(convert(parse_urdf(robot(*parts), "r.urdf"), tmp_path / "r.urdf"))


def test_a_missing_inertial_is_that_of_the_collision(tmp_path):
    """Take 1000 kg/m3, the centre and the inertia of all collisions together."""
    shapes = "".join(
        f'<collision><origin xyz="{x} 0 0"/><geometry><box size="0.1 0.2 0.3"/></geometry></collision>'
        for x in (0, 0.1)
    )
    made = numbers(f'<link name="a">{shapes}</link>', tmp_path=tmp_path)["a"]
    assert made["mass"] == pytest.approx(12)
    assert made["com"] == pytest.approx([0.05, 0, 0])
    both = shape_solid(Box(element=HERE, size=(0.2, 0.2, 0.3)))
    assert made["usd_inertia"] == pytest.approx(both.inertia * 1000, rel=1e-5, abs=1e-6)


def test_a_missing_or_zero_inertia_is_scaled_from_the_geometry(tmp_path):
    """Keep the written mass and centre; a link that is only drawn lends the shape of its visual."""
    for parts in ("visual collision", "visual"):
        for inertia in ("", '<inertia ixx="0" iyy="0" izz="0"/>', '<inertia ixx="1" iyy="1" izz="0"/>'):
            text = link("a", mass=None, parts=parts).replace(
                '<link name="a">',
                f'<link name="a"><inertial><origin xyz="0 0 0.02"/><mass value="3"/>{inertia}</inertial>',
            )
            made = numbers(text, tmp_path=tmp_path)["a"]
            assert (made["mass"], made["com"][2]) == (3, pytest.approx(0.02))
            assert np.diag(made["usd_inertia"]) == pytest.approx([3 * 0.01 / 6] * 3)


def test_nothing_is_made_up_without_geometry(tmp_path):
    """Leave mass properties out where there is nothing to compute them from."""
    made = numbers(link("a", mass=None, parts="visual"), tmp_path=tmp_path)["a"]
    assert made["body"] and "mass" not in made


def test_a_frame_with_the_mass_of_its_parent_is_merged(tmp_path):
    """Add the mass of frames that exporters fix to a root without an inertial, turned into its frame."""
    inertial = '<origin xyz="0.1 0 0"/><mass value="2"/><inertia ixx="1" iyy="2" izz="3"/>'
    frame = f'<link name="m"><inertial>{inertial}</inertial></link>'
    fix = (
        '<joint name="f" type="fixed"><parent link="a"/><child link="m"/>'
        '<origin xyz="0 0 1" rpy="0 0 1.5707963267948966"/></joint>'
    )
    made = numbers(link("a", mass=None), frame, fix, tmp_path=tmp_path)
    assert not made["m"]["body"] and made["a"]["mass"] == 2
    assert made["a"]["com"] == pytest.approx([0, 0.1, 1], abs=1e-6)
    assert np.diag(made["a"]["usd_inertia"]) == pytest.approx([2, 1, 3], abs=1e-5)
