"""Extreme points of shapes: what is drawn, and what PhysX makes of it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from pxr import Gf, Sdf, Usd, UsdGeom, Vt

from tests.stage.stages import CUBE_POINTS, Builder, box, only_body, only_collider, vec3_array


def as_points(values):
    return Sdf.ValueTypeNames.Point3fArray, vec3_array(values)


def as_widths(values):
    return Sdf.ValueTypeNames.FloatArray, Vt.FloatArray(values)


def body_with(kind: str, *apis: str, **attributes: object):
    """Read a body with one collider."""
    builder = Builder()
    builder.body("/Root/Body")
    builder.prim("/Root/Body/Shape", kind, "PhysicsCollisionAPI", *apis, **attributes)
    return only_body(builder.read())


def directions(count: int = 2000) -> np.ndarray:
    vectors = np.random.default_rng(2).normal(size=(count, 3))
    return vectors / np.linalg.norm(vectors, axis=1)[:, None]


def test_sphere_in_any_direction():
    """Sample a sphere so that a rolling ball of 0.5 m keeps its lowest point within half a millimetre."""
    points = body_with("Sphere", radius=0.5).judged_points_m
    heights = (points @ directions().T).max(axis=0)
    assert np.abs(heights - 0.5).max() < 5e-4
    assert box(points) == ([-0.5] * 3, [0.5] * 3)


def test_capsule_in_any_direction():
    """Sample a capsule to 0.1 % of its radius, along its rim too."""
    points = body_with("Capsule", radius=0.1, height=0.4, axis="X").judged_points_m
    along = directions()
    exact = 0.2 * np.abs(along[:, 0]) + 0.1
    assert np.abs((points @ along.T).max(axis=0) - exact).max() < 1e-4
    assert box(points) == ([-0.3, -0.1, -0.1], [0.3, 0.1, 0.1])


@pytest.mark.parametrize(("axis", "turn"), [("X", (2, 0, 1)), ("Y", (1, 2, 0)), ("Z", (0, 1, 2))])
def test_cylinder_and_cone_in_any_direction(axis, turn):
    """Sample cylinders and cones about each axis to 0.1 % of their radius."""
    along = directions()
    across = np.sqrt(np.clip(1 - along[:, turn.index(2)] ** 2, 0, 1))
    up = along[:, turn.index(2)]
    cylinder = body_with("Cylinder", radius=0.1, height=0.4, axis=axis).judged_points_m
    assert np.abs((cylinder @ along.T).max(axis=0) - (0.1 * across + 0.2 * np.abs(up))).max() < 1e-4
    cone = body_with("Cone", radius=0.1, height=0.4, axis=axis).judged_points_m
    exact = np.maximum(0.1 * across - 0.2 * up, 0.2 * up)
    assert np.abs((cone @ along.T).max(axis=0) - exact).max() < 1e-4


def test_many_round_parts_are_sampled_coarsely():
    """Use fewer points for each of many spheres, to 0.25 % of the radius."""
    builder = Builder()
    for index in range(6):
        builder.body(f"/Root/B{index}", "Sphere", "PhysicsCollisionAPI", radius=0.1)
    facts = builder.read()
    assert len(facts.bodies[0].judged_points_m) < 800
    heights = (facts.bodies[0].judged_points_m @ directions().T).max(axis=0)
    assert np.abs(heights - 0.1).max() < 2.5e-4


@pytest.mark.parametrize(
    ("kind", "attributes", "volume"),
    [
        ("Cube", {"size": 0.2}, 0.008),
        ("Sphere", {"radius": 0.1}, 4 / 3 * math.pi * 1e-3),
        ("Cylinder", {"radius": 0.1, "height": 0.3}, math.pi * 0.003),
        ("Cone", {"radius": 0.1, "height": 0.3}, math.pi * 0.001),
        ("Capsule", {"radius": 0.1, "height": 0.3}, math.pi * 0.003 + 4 / 3 * math.pi * 1e-3),
    ],
)
def test_volumes_are_analytic(kind, attributes, volume):
    """Give the exact volume of solids, also when they are scaled and the stage is in centimetres."""
    assert body_with(kind, **attributes).collider_volume_m3 == pytest.approx(volume, rel=1e-6)
    doubled = body_with(kind, scale=(2, 2, 2), **attributes)
    assert doubled.collider_volume_m3 == pytest.approx(8 * volume, rel=1e-6)
    builder = Builder(mpu=0.01)
    builder.body("/Root/Body", kind, "PhysicsCollisionAPI", **attributes)
    assert only_body(builder.read()).collider_volume_m3 == pytest.approx(1e-6 * volume, rel=1e-6)


def test_uneven_scale_of_round_colliders():
    """Give what PhysX does: the largest scale for a sphere, the larger across a capsule's axis."""
    sphere = body_with("Sphere", radius=0.05, scale=(1, -4, 3))
    assert box(sphere.collider_points_m) == ([-0.2] * 3, [0.2] * 3)
    assert box(sphere.judged_points_m) == ([-0.05, -0.2, -0.15], [0.05, 0.2, 0.15])
    capsule = body_with("Capsule", radius=0.05, height=0.2, axis="X", scale=(1, 2, 3))
    assert box(capsule.collider_points_m) == ([-0.25, -0.15, -0.15], [0.25, 0.15, 0.15])
    assert capsule.collider_volume_m3 == pytest.approx(0.02827433, rel=1e-5)
    upright = body_with("Capsule", radius=0.05, height=0.2, axis="Z", scale=(1, 2, 3))
    assert upright.collider_volume_m3 == pytest.approx(0.02303835, rel=1e-5)


def mesh_body(approximation: str, points: list, *, scale=(1, 1, 1), has_api: bool = True):
    builder = Builder()
    builder.body("/Root/Body", scale=scale)
    apis = ("PhysicsCollisionAPI", "PhysicsMeshCollisionAPI") if has_api else ("PhysicsCollisionAPI",)
    prim = builder.mesh("/Root/Body/Mesh", *apis, points=vec3_array(points))
    prim.CreateAttribute("physics:approximation", Sdf.ValueTypeNames.Token).Set(approximation)
    return builder.read()


CORNERS = [(x * 0.1, y * 0.1, z * 0.1) for x, y, z in CUBE_POINTS]


def test_bounding_sphere():
    """Take the smallest ball around the scaled points, unused ones included."""
    plain = only_body(mesh_body("boundingSphere", CORNERS))
    assert plain.collider_points_m[:, 2].min() == pytest.approx(-0.173205, abs=1e-6)
    assert plain.collider_volume_m3 == pytest.approx(0.021765593, rel=1e-6)
    scaled = only_body(mesh_body("boundingSphere", CORNERS, scale=(1, 2, 3)))
    assert scaled.collider_volume_m3 == pytest.approx(0.2194223, rel=1e-5)
    extended = only_body(mesh_body("boundingSphere", [*CORNERS, (0, 0, -0.5)]))
    assert extended.collider_points_m[:, 2].min() == pytest.approx(-0.5, abs=3e-4)
    assert extended.collider_volume_m3 == pytest.approx(0.13301348, rel=1e-5)


def test_bounding_cube_and_hull_take_unused_points_and_the_picture_does_not():
    """Let unused points count for the collider only."""
    for approximation in ("convexHull", "boundingCube", "convexDecomposition", "none", "bananas"):
        body = only_body(mesh_body(approximation, [*CORNERS, (0, 0, -0.5)]))
        assert body.collider_points_m[:, 2].min() == pytest.approx(-0.5)
        assert box(body.judged_points_m) == ([-0.1] * 3, [0.1] * 3)
    cube = only_body(mesh_body("boundingCube", [*CORNERS, (0, 0, -0.5)]))
    assert cube.collider_volume_m3 == pytest.approx(0.2 * 0.2 * 0.6)


def test_approximation_needs_its_schema():
    """Ignore physics:approximation without MeshCollisionAPI, as the engine does, and say so."""
    facts = mesh_body("boundingSphere", CORNERS, has_api=False)
    assert only_collider(facts).approximation is None
    assert box(only_body(facts).collider_points_m) == ([-0.1] * 3, [0.1] * 3)
    assert [(i.attribute, i.schema) for i in facts.ignored_attributes] == [
        ("physics:approximation", "PhysicsMeshCollisionAPI")
    ]


@pytest.mark.parametrize("kind", ["Plane", "Points", "BasisCurves", "Capsule_1", "Cylinder_1", "TetMesh"])
def test_types_of_which_no_collider_is_made(kind):
    """Give no collider points for prims that the engine skips on moving bodies, but what they draw."""
    builder = Builder()
    builder.body("/Root/Body")
    prim = builder.prim("/Root/Body/Shape", kind, "PhysicsCollisionAPI")
    if UsdGeom.PointBased(prim):
        UsdGeom.PointBased(prim).CreatePointsAttr(vec3_array(CORNERS))
    body = only_body(builder.read())
    assert body.collider_points_m.shape == (0, 3)
    assert body.collider_volume_m3 is None
    assert len(body.judged_points_m)
    assert body.collider_paths == ("/Root/Body/Shape",)


@pytest.mark.parametrize(("axis", "corner"), [("X", (0, 0.1, 0.2)), ("Y", (0.2, 0, 0.1)), ("Z", (0.2, 0.1, 0))])
def test_visible_plane_is_its_rectangle(axis, corner):
    """Take the drawn rectangle of a plane across its axis, with width and length as the schema has them."""
    assert box(body_with("Plane", width=0.4, length=0.2, axis=axis).judged_points_m)[1] == pytest.approx(corner)


@pytest.mark.parametrize("value", [math.nan, math.inf, 0.0, -0.1])
def test_sizes_that_cannot_be(value):
    """Read a sphere of impossible radius without raising; points stay finite."""
    body = body_with("Sphere", radius=value)
    assert np.isfinite(body.judged_points_m).all()
    assert np.isfinite(body.collider_points_m).all()


def test_mesh_with_points_that_are_not_finite():
    """Keep the finite points of a mesh."""
    builder = Builder()
    builder.body("/Root/Body")
    points = vec3_array(CORNERS)
    points[7] = Gf.Vec3f(math.nan, 0, 0)
    builder.mesh("/Root/Body/Mesh", "PhysicsCollisionAPI", points=points)
    facts = builder.read()
    assert only_collider(facts).mesh.has_non_finite_points
    assert len(only_body(facts).judged_points_m) == 7


def test_data_of_the_wrong_type():
    """Read points, counts and sizes of a wrong type as absent and never raise."""
    builder = Builder()
    builder.body("/Root/Body")
    mesh = builder.mesh("/Root/Body/Mesh", "PhysicsCollisionAPI")
    spec = builder.stage.GetRootLayer().GetPrimAtPath(mesh.GetPath())
    for name in ("points", "faceVertexCounts"):
        del spec.properties[name]
        Sdf.AttributeSpec(spec, name, Sdf.ValueTypeNames.String).default = "none"
    facts = builder.read()
    assert only_collider(facts).mesh.point_count == 0
    assert {d.attribute for d in facts.attribute_defects} >= {"points", "faceVertexCounts"}


def test_large_mesh_is_reduced_to_its_hull():
    """Reduce a dense ball to the points of its hull and keep its support."""
    rng = np.random.default_rng(5)
    cloud = rng.normal(size=(4000, 3)).astype(np.float32)
    builder = Builder()
    builder.body("/Root/Body")
    builder.mesh("/Root/Body/Mesh", "PhysicsCollisionAPI", points=Vt.Vec3fArray.FromNumpy(cloud), counts=[], indices=[])
    body = only_body(builder.read())
    assert len(body.judged_points_m) < 200
    along = directions(200)
    assert (cloud @ along.T).max(axis=0) == pytest.approx((body.judged_points_m @ along.T).max(axis=0), abs=1e-12)


def test_scale_after_rotation_keeps_true_points():
    """Place the corners of a cube where its turned and scaled frames put them."""
    builder = Builder()
    builder.body("/Root/Body", translate=(1, 2, 3), rotate=(0, 0, 90), scale=(2, 1, 1))
    builder.cube("/Root/Body/Cube")
    body = only_body(builder.read())
    assert box(body.judged_points_m) == ([0.9, 1.8, 2.9], [1.1, 2.2, 3.1])
    assert body.transform.scale == pytest.approx((2, 1, 1))


def test_time_samples_do_not_count_for_the_engine():
    """Take the default value of a size, not its samples."""
    builder = Builder()
    builder.body("/Root/Body")
    cube = builder.cube("/Root/Body/Cube", size=0.2)
    cube.GetAttribute("size").Set(0.6, Usd.TimeCode(1))
    assert box(only_body(builder.read()).collider_points_m) == ([-0.1] * 3, [0.1] * 3)


@pytest.mark.parametrize("widths", [[0.02], [0.02, 0.04, 0.3]])
def test_points_are_drawn_as_balls_of_their_width(widths):
    """Take the balls around points, whatever widths they have; a wide one inside the others shows."""
    centers = np.array([(0, 0, 0), (0.1, 0, 0), (0.05, 0.02, 0.02)])
    points = body_with("Points", points=as_points(centers), widths=as_widths(widths)).judged_points_m
    radii = np.broadcast_to(np.array(widths) / 2, 3)
    along = directions()
    exact = (centers @ along.T + radii[:, None]).max(axis=0)
    assert np.abs((points @ along.T).max(axis=0) - exact).max() < 5e-4
    low, high = box(points)
    assert low == pytest.approx((centers - radii[:, None]).min(axis=0))
    assert high == pytest.approx((centers + radii[:, None]).max(axis=0))


@pytest.mark.parametrize("widths", [[], [0.1, 0.1], [math.nan], [-0.1]])
def test_points_without_usable_widths_are_their_centres(widths):
    """Take the centres alone where the widths are absent, too few or no lengths."""
    points = body_with("Points", points=as_points(CORNERS), widths=as_widths(widths)).judged_points_m
    assert box(points) == box(np.array(CORNERS))
