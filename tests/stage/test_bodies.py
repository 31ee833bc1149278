"""Bodies and colliders: who carries what, and which settings count."""

from __future__ import annotations

import math

import numpy as np
import pytest
from pxr import Gf, Sdf, Usd, UsdGeom, UsdShade

from tests.stage.stages import CUBE_POINTS, Builder, box, only_body, only_collider, vec3_array

MERGING = ("PhysicsRigidBodyAPI", "PhysicsCollisionAPI")


@pytest.mark.parametrize("kind", ["Xform", "Scope", "", "Cube", "FancyType"])
def test_any_prim_can_be_a_body(kind):
    """Find RigidBodyAPI on any type of prim."""
    builder = Builder()
    builder.body("/Root/Body", kind)
    builder.cube("/Root/Body/Cube")
    body = only_body(builder.read())
    assert (body.path, body.prim_type) == ("/Root/Body", kind)
    assert body.collider_paths == ("/Root/Body/Cube",)


def test_switched_off_body_leaves_static_parts():
    """Attribute nothing to a disabled body, nor to the body above it, as PhysX does."""
    builder = Builder()
    builder.body("/Root/Outer")
    builder.cube("/Root/Outer/Own")
    builder.body("/Root/Outer/Inner", physics__rigidBodyEnabled=False)
    builder.cube("/Root/Outer/Inner/Cube")
    facts = builder.read()
    assert {c.path: c.body_path for c in facts.colliders} == {
        "/Root/Outer/Own": "/Root/Outer",
        "/Root/Outer/Inner/Cube": None,
    }
    assert facts.unbodied_visible_paths == ("/Root/Outer/Inner/Cube",)
    assert [b.is_enabled for b in facts.bodies] == [True, False]


def test_nested_bodies_are_two():
    """Give each of two nested bodies its own geometry and name the outer one."""
    builder = Builder()
    builder.body("/Root/Outer")
    builder.cube("/Root/Outer/Cube")
    builder.body("/Root/Outer/Inner", translate=(0, 0, 1))
    builder.cube("/Root/Outer/Inner/Cube")
    outer, inner = builder.read().bodies
    assert (outer.parent_body_path, inner.parent_body_path) == (None, "/Root/Outer")
    assert box(outer.judged_points_m) == ([-0.1] * 3, [0.1] * 3)
    assert box(inner.judged_points_m) == ([-0.1, -0.1, 0.9], [0.1, 0.1, 1.1])


def instance(builder: Builder, path: str, source: str) -> None:
    prim = builder.stage.DefinePrim(path)
    prim.GetReferences().AddInternalReference(source)
    prim.SetInstanceable(True)


def test_body_inside_an_instance():
    """Mark a body inside an instance, and give its colliders to the body above the instance if there is one."""
    builder = Builder()
    builder.stage.CreateClassPrim("/Part")
    builder.body("/Part/Body")
    builder.cube("/Part/Body/Cube")
    instance(builder, "/Root/Loose", "/Part")
    builder.body("/Root/Carrier")
    instance(builder, "/Root/Carrier/Part", "/Part")
    facts = builder.read()
    assert {b.path: b.is_instance_proxy for b in facts.bodies} == {
        "/Root/Loose/Body": True,
        "/Root/Carrier": False,
        "/Root/Carrier/Part/Body": True,
    }
    assert {c.path: c.body_path for c in facts.colliders} == {
        "/Root/Loose/Body/Cube": "/Root/Loose/Body",
        "/Root/Carrier/Part/Body/Cube": "/Root/Carrier",
    }
    assert [b.path for b in facts.moving_bodies] == ["/Root/Carrier"]


def test_body_on_the_root_of_an_instance_moves():
    """Treat RigidBodyAPI on the instanceable prim itself as any other."""
    builder = Builder()
    builder.stage.CreateClassPrim("/Part")
    builder.cube("/Part/Cube")
    instance(builder, "/Root/Body", "/Part")
    builder.stage.GetPrimAtPath("/Root/Body").AddAppliedSchema("PhysicsRigidBodyAPI")
    facts = builder.read()
    assert [b.path for b in facts.moving_bodies] == ["/Root/Body"]
    assert only_collider(facts).body_path == "/Root/Body"
    assert box(only_body(facts).judged_points_m) == ([-0.1] * 3, [0.1] * 3)


def test_merging_collider_takes_what_the_engine_merges():
    """Merge hidden geometry and other colliders, not other bodies nor what another merging collider takes."""
    builder = Builder()
    builder.prim("/Root/Body", "Xform", *MERGING)
    builder.prim("/Root/Body/Plain", "Cube", size=0.2)
    builder.prim("/Root/Body/Hidden", "Cube", size=0.4, visibility="invisible")
    builder.cube("/Root/Body/Own", size=0.1)
    builder.prim("/Root/Body/Group", "Scope", "PhysicsCollisionAPI")
    builder.prim("/Root/Body/Group/Cube", "Cube", size=0.6)
    builder.body("/Root/Body/Other")
    builder.prim("/Root/Body/Other/Cube", "Cube", size=5.0)
    facts = builder.read()
    colliders = {c.path: c for c in facts.colliders}
    host = colliders["/Root/Body"]
    assert not host.is_gprim
    assert host.volume_m3 == pytest.approx(0.2**3 + 0.4**3 + 0.1**3)
    assert host.nested_collider_paths == ("/Root/Body/Own",)
    assert colliders["/Root/Body/Group"].volume_m3 == pytest.approx(0.6**3)
    body = facts.bodies[0]
    # The cube with a collider of its own counts twice, as in the engine.
    assert body.collider_volume_m3 == pytest.approx(0.2**3 + 0.4**3 + 2 * 0.1**3 + 0.6**3)
    assert box(body.collider_points_m) == ([-0.3] * 3, [0.3] * 3)


def test_merged_meshes_are_described():
    """List the meshes below a merging collider with their facts; its approximation is theirs."""
    builder = Builder()
    builder.body("/Root/Body")
    builder.prim(
        "/Root/Body/Group",
        "Xform",
        "PhysicsCollisionAPI",
        "PhysicsMeshCollisionAPI",
        physics__approximation="boundingSphere",
    )
    builder.mesh("/Root/Body/Group/Mesh")
    facts = builder.read()
    collider = only_collider(facts)
    assert collider.mesh is None
    ((path, mesh),) = collider.merged_meshes
    assert (path, mesh.triangle_count) == ("/Root/Body/Group/Mesh", 12)
    assert collider.volume_m3 == pytest.approx(4 / 3 * math.pi * 0.03**1.5, rel=1e-5)


@pytest.mark.parametrize("off", [{"physics__collisionEnabled": False}, {}])
def test_colliders_that_do_not_resist(off):
    """Leave disabled colliders and triggers out of what is solid, but not out of the list."""
    builder = Builder()
    builder.body("/Root/Body")
    builder.cube("/Root/Body/Off", *(() if off else ("PhysxTriggerAPI",)), size=1.0, **off)
    builder.cube("/Root/Body/On")
    body = only_body(builder.read())
    assert box(body.collider_points_m) == ([-0.1] * 3, [0.1] * 3)
    assert box(body.judged_points_m) == ([-0.5] * 3, [0.5] * 3)
    assert body.collider_paths == ("/Root/Body/Off", "/Root/Body/On")
    assert body.collider_volume_m3 == pytest.approx(0.008)


def test_settings_without_their_schema_do_nothing():
    """Ignore PhysX settings without PhysxRigidBodyAPI, as the engine does, and list them."""
    values = {
        "physxRigidBody__disableGravity": True,
        "physxRigidBody__linearDamping": 5.0,
        "physxRigidBody__lockedPosAxis": 4,
    }
    builder = Builder()
    builder.body("/Root/Body", **values)
    body = only_body(builder.read())
    assert (body.is_gravity_disabled, body.linear_damping, body.locked_position_axes) == (False, None, 0)
    assert {i.attribute for i in builder.read().ignored_attributes} == {n.replace("__", ":") for n in values}
    builder.stage.GetPrimAtPath("/Root/Body").AddAppliedSchema("PhysxRigidBodyAPI")
    body = only_body(builder.read())
    assert (body.is_gravity_disabled, body.linear_damping, body.locked_position_axes) == (True, 5.0, 4)
    assert builder.read().ignored_attributes == ()


def test_settings_of_colliders_need_their_schema():
    """Read offsets and SDF settings only where PhysX would."""
    builder = Builder(mpu=0.01)
    builder.body("/Root/Body")
    prim = builder.cube("/Root/Body/Cube", physxCollision__restOffset=2.0, physxCollision__contactOffset=-math.inf)
    assert only_collider(builder.read()).rest_offset_m is None
    prim.AddAppliedSchema("PhysxCollisionAPI")
    collider = only_collider(builder.read())
    assert collider.rest_offset_m == pytest.approx(0.02)
    assert collider.contact_offset_m == -math.inf
    assert builder.read().attribute_defects == ()


def test_mass_of_body_collider_and_material():
    """Read masses and densities wherever they may stand, in kilograms and metres."""
    builder = Builder(mpu=0.01, kpu=0.001)
    builder.body("/Root/Body", "Xform", "PhysicsMassAPI", physics__mass=0.0, physics__centerOfMass=(1.0, 2.0, 3.0))
    cube = builder.cube("/Root/Body/Cube", "PhysicsMassAPI", "MaterialBindingAPI", physics__mass=1500.0)
    material = builder.material("/Root/Steel", "PhysicsMaterialAPI", physics__density=7.8)
    UsdShade.MaterialBindingAPI(cube).Bind(UsdShade.Material(material))
    facts = builder.read()
    body = only_body(facts)
    assert body.mass_kg == 0
    assert body.density_kg_m3 is None
    assert body.center_of_mass_m == pytest.approx((0.01, 0.02, 0.03))
    assert only_collider(facts).mass_kg == pytest.approx(1.5)
    assert facts.materials[0].density_kg_m3 == pytest.approx(7800)
    assert facts.ignored_attributes == ()


def test_absent_mass_properties_are_none():
    """Tell values that mean "not given" from values."""
    builder = Builder()
    infinite = (-math.inf, -math.inf, -math.inf)
    builder.body(
        "/Root/Body",
        "Xform",
        "PhysicsMassAPI",
        physics__centerOfMass=infinite,
        physics__principalAxes=Gf.Quatf(0, 0, 0, 0),
    )
    facts = builder.read()
    body = only_body(facts)
    assert (body.center_of_mass_m, body.principal_axes_xyzw, body.mass_kg) == (None, None, None)
    assert (body.diagonal_inertia_kg_m2, body.linear_velocity_m_s, body.angular_velocity_rad_s) == (None, None, None)
    assert facts.attribute_defects == ()


def test_center_of_mass_moves_with_the_body():
    """Place the authored centre of mass in the world, scaled as the body is."""
    builder = Builder(up="Y")
    builder.body(
        "/Root/Body", "Xform", "PhysicsMassAPI", translate=(0, 5, 0), scale=(2, 2, 2), physics__centerOfMass=(0, 0.5, 0)
    )
    assert only_body(builder.read()).center_of_mass_m == pytest.approx((0, 0, 6))


@pytest.mark.parametrize(
    ("schema", "attributes", "pushes"),
    [
        ("PhysxForceAPI", {"physxForce__force": (0.0, 0.0, 5.0)}, True),
        ("PhysxForceAPI", {"physxForce__force": (0.0, 0.0, 5.0), "physxForce__forceEnabled": False}, False),
        ("PhysxForceAPI", {}, False),
        ("PhysxSurfaceVelocityAPI", {"physxSurfaceVelocity__surfaceAngularVelocity": (0.0, 9.0, 0.0)}, True),
        ("PhysxSplinesSurfaceVelocityAPI", {"physxSplinesSurfaceVelocity__surfaceVelocityMagnitude": 1.0}, True),
        ("PhysxSplinesSurfaceVelocityAPI", {}, False),
    ],
)
def test_forces_count_when_they_act(schema, attributes, pushes):
    """See a force or moving surface at or below a body only when it is on and not zero."""
    builder = Builder()
    builder.body("/Root/Body")
    builder.prim("/Root/Body/Thruster", "Xform", schema, **attributes)
    assert only_body(builder.read()).has_force_api is pushes


def test_velocities_turn_with_the_up_axis():
    """Give velocities in the world, Z up, in metres and radians; the body's scale does not matter."""
    builder = Builder(mpu=0.01, up="Y")
    builder.body(
        "/Root/Body",
        scale=(2, 2, 2),
        physics__velocity=(0.0, 100.0, 0.0),
        physics__angularVelocity=(0.0, 0.0, 180.0),
    )
    body = only_body(builder.read())
    assert body.linear_velocity_m_s == pytest.approx((0, 0, 1))
    assert body.angular_velocity_rad_s == pytest.approx((0, -math.pi, 0))


@pytest.mark.parametrize(
    ("rotate", "scale", "child", "shear"),
    [((0, 0, 0), (1, 1, 3), (0, 0, 30), False), ((0, 0, 0), (1, 1, 3), (30, 0, 0), True)],
)
def test_shear(rotate, scale, child, shear):
    """See shear where an uneven scale lies above a rotation that mixes its axes, and only there."""
    builder = Builder()
    builder.body("/Root/Body", rotate=rotate, scale=scale)
    builder.cube("/Root/Body/Cube", rotate=child)
    assert only_collider(builder.read()).transform.has_shear is shear


def test_transforms_that_are_not_finite():
    """Describe a body whose pose is not finite; its geometry has no place."""
    builder = Builder()
    builder.body("/Root/Body", translate=(math.nan, 0, 0))
    builder.cube("/Root/Body/Cube")
    builder.mesh("/Root/Body/Mesh", "PhysicsCollisionAPI")
    facts = builder.read()
    body = only_body(facts)
    assert not body.transform.is_finite
    assert body.judged_points_m.shape == body.collider_points_m.shape == (0, 3)
    assert [(d.attribute, d.kind) for d in facts.attribute_defects] == [("xformOp:translate", "non-finite")]


def test_resets_of_the_transform_stack():
    """List prims that reset their stack with their world transform; flag bodies and colliders below them."""
    builder = Builder(mpu=0.01)
    UsdGeom.Xformable(builder.root).AddTranslateOp().Set(Gf.Vec3d(0, 0, 500))
    group = builder.prim("/Root/Group", translate=(1, 2, 3))
    UsdGeom.Xformable(group).SetResetXformStack(True)
    builder.body("/Root/Group/Body")
    builder.body("/Root/Whole")
    shell = builder.prim("/Root/Whole/Shell")
    UsdGeom.Xformable(shell).SetResetXformStack(True)
    builder.cube("/Root/Whole/Shell/Cube")
    facts = builder.read()
    assert [r.path for r in facts.reset_xforms] == ["/Root/Group", "/Root/Whole/Shell"]
    assert facts.reset_xforms[0].matrix[:3, 3].tolist() == [1, 2, 3]
    assert {b.path: b.resets_xform_stack for b in facts.bodies} == {"/Root/Group/Body": True, "/Root/Whole": False}
    assert only_collider(facts).has_reset_below_body


def test_reset_of_the_root_itself_is_listed():
    """List the root prim, which would ignore where it is placed; its bodies keep to it."""
    builder = Builder()
    UsdGeom.Xformable(builder.root).SetResetXformStack(True)
    builder.body("/Root/Body")
    facts = builder.read()
    assert [r.path for r in facts.reset_xforms] == ["/Root"]
    assert not only_body(facts).resets_xform_stack


def test_asset_below_another_prim():
    """Leave the transforms above the root prim behind, as a reference to it does."""
    builder = Builder()
    builder.prim("/World", translate=(0, 0, 7), scale=(3, 3, 3))
    builder.prim("/World/Asset", translate=(1, 0, 0))
    builder.body("/World/Asset/Body")
    builder.cube("/World/Asset/Body/Cube")
    body = only_body(builder.read("/World/Asset"))
    assert box(body.judged_points_m) == ([0.9, -0.1, -0.1], [1.1, 0.1, 0.1])


def test_nothing_outside_the_root_prim_counts():
    """Read nothing beside the root prim."""
    builder = Builder()
    builder.body("/Root/Body")
    builder.cube("/Ground")
    builder.prim("/Scene", "PhysicsScene")
    facts = builder.read()
    assert (facts.colliders, facts.scene_paths) == ((), ())


def test_material_bindings():
    """Prefer the binding for physics, fall back to the one for all purposes, and skip materials without physics."""
    builder = Builder()
    builder.body("/Root/Body")
    plain = builder.material("/Root/Paint")
    rubber = builder.material("/Root/Rubber", "PhysicsMaterialAPI", physics__staticFriction=0.9)
    ice = builder.material(
        "/Root/Ice", "PhysicsMaterialAPI", physics__restitution=0.1, physxMaterial__restitutionCombineMode="max"
    )
    for name, general, special in (("A", plain, rubber), ("B", ice, None), ("C", plain, None)):
        api = UsdShade.MaterialBindingAPI.Apply(builder.cube(f"/Root/Body/{name}"))
        api.Bind(UsdShade.Material(general))
        if special is not None:
            api.Bind(UsdShade.Material(special), UsdShade.Tokens.weakerThanDescendants, "physics")
    facts = builder.read()
    assert [c.material_path for c in facts.colliders] == ["/Root/Rubber", "/Root/Ice", None]
    materials = {m.path: m for m in facts.materials}
    assert materials["/Root/Rubber"].static_friction == pytest.approx(0.9)
    assert materials["/Root/Ice"].static_friction is None
    # Without PhysxMaterialAPI the engine does not read its combine mode.
    assert materials["/Root/Ice"].restitution_combine_mode is None


def instancer(builder: Builder, path: str, prototype: str, positions: list, indices: list | None = None):
    prim = UsdGeom.PointInstancer.Define(builder.stage, path)
    prim.CreatePrototypesRel().SetTargets([prototype])
    prim.CreateProtoIndicesAttr(indices or [0] * len(positions))
    prim.CreatePositionsAttr(vec3_array(positions))
    return prim


def test_point_instances_of_a_body():
    """Place the geometry of every instance with the body around it, solid and drawn."""
    builder = Builder()
    builder.body("/Root/Body")
    instancer(builder, "/Root/Body/Many", "/Root/Body/Many/Stone", [(0, 0, 0), (0, 0, 1), (0, 2, 0)])
    builder.prim("/Root/Body/Many/Stone", translate=(1, 0, 0))
    builder.cube("/Root/Body/Many/Stone/Cube")
    facts = builder.read()
    body = only_body(facts)
    # The transform of the prototype itself counts.
    assert box(body.judged_points_m) == ([0.9, -0.1, -0.1], [1.1, 2.1, 1.1])
    assert box(body.collider_points_m) == box(body.judged_points_m)
    assert body.collider_volume_m3 == pytest.approx(3 * 0.008)
    assert (facts.point_instancer_count, facts.instance_count) == (1, 3)
    assert facts.unsupported == ()


def test_point_instances_of_bodies_are_unsupported():
    """Flag bodies in prototypes, inside the instancer or beside it."""
    builder = Builder()
    instancer(builder, "/Root/Many", "/Root/Many/Stone", [(0, 0, 0), (0, 0, 1)])
    builder.body("/Root/Many/Stone")
    builder.cube("/Root/Many/Stone/Cube")
    instancer(builder, "/Root/More", "/Root/Library/Brick", [(0, 0, 0)])
    builder.body("/Root/Library/Brick")
    facts = builder.read()
    assert all(b.is_point_instanced for b in facts.bodies)
    assert [p for p, _ in facts.unsupported] == ["/Root/Many/Stone", "/Root/Library/Brick"]


@pytest.mark.parametrize("indices", [[0, 7, 0], [0], [-1, 0, 0]])
def test_point_instancers_with_wrong_arrays(indices):
    """Read point instancers whose arrays disagree without raising."""
    builder = Builder()
    builder.body("/Root/Body")
    instancer(builder, "/Root/Body/Many", "/Root/Body/Many/Stone", [(0, 0, 0), (0, 0, 1), (0, 0, 2)], indices)
    builder.cube("/Root/Body/Many/Stone")
    assert np.isfinite(only_body(builder.read()).judged_points_m).all()


def test_many_point_instances_are_fast():
    """Reduce twenty thousand instances to the outline of all."""
    builder = Builder()
    builder.body("/Root/Body")
    positions = np.random.default_rng(1).uniform(-1, 1, (20_000, 3))
    instancer(builder, "/Root/Body/Many", "/Root/Body/Many/Stone", positions.tolist())
    builder.cube("/Root/Body/Many/Stone", size=0.02)
    facts = builder.read()
    body = only_body(facts)
    assert facts.instance_count == 20_000
    assert len(body.judged_points_m) < 2000
    assert body.judged_points_m.max(axis=0) == pytest.approx(positions.max(axis=0) + 0.01, abs=1e-6)


def test_visible_geometry_without_a_body_is_listed():
    """List what is drawn and would stay behind, at most twenty prims."""
    builder = Builder()
    builder.body("/Root/Body")
    for index in range(30):
        builder.prim(f"/Root/Label{index}", "Cube")
    builder.prim("/Root/Hidden", "Cube", visibility="invisible")
    listed = builder.read().unbodied_visible_paths
    assert len(listed) == 20
    assert "/Root/Hidden" not in listed


def test_purpose_and_visibility_are_inherited():
    """Draw default, render and proxy, not guides nor what is below something invisible."""
    builder = Builder()
    builder.body("/Root/Body")
    for name, purpose, size in (("R", "render", 0.1), ("P", "proxy", 0.2), ("G", "guide", 9.0)):
        builder.prim(f"/Root/Body/{name}", "Xform", purpose=purpose)
        builder.prim(f"/Root/Body/{name}/Cube", "Cube", size=size)
    builder.prim("/Root/Body/Off", "Xform", visibility="invisible")
    builder.prim("/Root/Body/Off/Cube", "Cube", size=9.0)
    assert box(only_body(builder.read()).judged_points_m) == ([-0.1] * 3, [0.1] * 3)


def test_animated_transforms_are_listed():
    """List transforms with time samples at or above bodies and colliders, and read their default value."""
    builder = Builder()
    body = builder.body("/Root/Body", translate=(0, 0, 1))
    body.GetAttribute("xformOp:translate").Set(Gf.Vec3d(0, 0, 9), Usd.TimeCode(1))
    builder.cube("/Root/Body/Cube")
    decor = builder.prim("/Root/Decor", translate=(0, 0, 1))
    decor.GetAttribute("xformOp:translate").Set(Gf.Vec3d(0, 0, 9), Usd.TimeCode(1))
    facts = builder.read()
    assert facts.animated_paths == ("/Root/Body",)
    assert only_body(facts).transform.matrix[2, 3] == pytest.approx(1)


def test_deep_hierarchy():
    """Count the levels between a body and its collider."""
    builder = Builder()
    builder.body("/Root/Body")
    path = "/Root/Body" + "".join(f"/L{i}" for i in range(70))
    builder.cube(path + "/Cube")
    assert only_collider(builder.read()).levels_below_body == 71


def test_triangles_are_counted_once_for_each_mesh():
    """Count the triangles of drawn and solid meshes."""
    builder = Builder()
    builder.body("/Root/Body")
    builder.mesh("/Root/Body/A", "PhysicsCollisionAPI")
    builder.mesh("/Root/Body/B", points=vec3_array(CUBE_POINTS))
    assert builder.read().triangle_count == 24


def test_unknown_values_of_settings_fall_back():
    """Read a flag of the wrong type as the schema's fallback."""
    builder = Builder()
    prim = builder.body("/Root/Body")
    spec = builder.stage.GetRootLayer().GetPrimAtPath(prim.GetPath())
    Sdf.AttributeSpec(spec, "physics:kinematicEnabled", Sdf.ValueTypeNames.String).default = "yes"
    facts = builder.read()
    assert not only_body(facts).is_kinematic
    assert [(d.attribute, d.kind, d.expected) for d in facts.attribute_defects] == [
        ("physics:kinematicEnabled", "wrong-type", "bool")
    ]
