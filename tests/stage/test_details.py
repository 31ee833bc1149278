"""Facts about parts, forces, groups, transform operations and what lies outside the root."""

from __future__ import annotations

import numpy as np
import pytest
from pxr import Gf, Sdf, UsdGeom, UsdPhysics, Vt

from tests.stage.stages import CUBE_FACES, CUBE_POINTS, Builder


def read(builder: Builder):
    from harness.stage.read import read_stage

    return read_stage(builder.stage, "/Root")


def test_parts_say_whether_they_are_solid():
    """List drawn prims with volume, whether they collide, and which collider is off."""
    made = Builder()
    made.prim("/Root", "Xform", "PhysicsRigidBodyAPI")
    made.prim("/Root/solid", "Cube", "PhysicsCollisionAPI", size=0.2)
    made.prim("/Root/off", "Cube", "PhysicsCollisionAPI", size=0.1, physics__collisionEnabled=False)
    made.prim("/Root/drawn", "Sphere", radius=0.1)
    made.prim("/Root/guide", "Cube", "PhysicsCollisionAPI", size=0.1, purpose="guide")
    facts = read(made)
    parts = {p.path: p for p in facts.visible_parts}
    assert set(parts) == {"/Root/solid", "/Root/off", "/Root/drawn"}
    assert [parts[p].is_collider for p in ("/Root/solid", "/Root/off", "/Root/drawn")] == [True, False, False]
    assert parts["/Root/off"].disabled_collider_path == "/Root/off"
    assert parts["/Root/solid"].volume_m3 == pytest.approx(0.008)
    assert parts["/Root/drawn"].volume_m3 == pytest.approx(4 / 3 * np.pi * 1e-3)
    (solid,) = [c for c in facts.colliders if c.path == "/Root/solid"]
    assert len(solid.pieces_m) == 1
    assert np.ptp(solid.pieces_m[0], axis=0) == pytest.approx([0.2, 0.2, 0.2])


@pytest.mark.parametrize(
    ("attributes", "force", "is_acceleration"),
    [
        ({}, (0, 0, 2), True),
        ({"physxForce__mode": "force"}, (0, 0, 2), False),
        ({"physxForce__worldFrameEnabled": True}, (0, -2, 0), True),
    ],
)
def test_forces_are_read_in_the_world(attributes, force, is_acceleration):
    """Turn a local force with its prim, by default as an acceleration as the schema has it."""
    made = Builder()
    prim = made.prim("/Root", "Xform", "PhysicsRigidBodyAPI", "PhysxForceAPI", **attributes)
    prim.CreateAttribute("physxForce:force", Sdf.ValueTypeNames.Vector3f).Set(Gf.Vec3f(0, -2, 0))
    UsdGeom.Xformable(prim).AddRotateXOp().Set(-90.0)
    (body,) = read(made).bodies
    assert body.forces[0].force == pytest.approx(force, abs=1e-6)
    assert body.forces[0].is_acceleration == is_acceleration


def test_a_force_that_is_off_is_none():
    """Leave out a force that is switched off."""
    made = Builder()
    prim = made.prim("/Root", "Xform", "PhysicsRigidBodyAPI", "PhysxForceAPI", physxForce__forceEnabled=False)
    prim.CreateAttribute("physxForce:force", Sdf.ValueTypeNames.Vector3f).Set(Gf.Vec3f(0, 0, 5))
    assert read(made).bodies[0].forces == ()


def test_physics_outside_the_root_is_listed():
    """List bodies and joints beside the root prim, no scenes and no plain geometry."""
    made = Builder()
    made.prim("/Root/box", "Cube", "PhysicsRigidBodyAPI")
    made.prim("/Scene", "PhysicsScene")
    made.prim("/Floor", "Cube", "PhysicsCollisionAPI")
    made.prim("/Lost/body", "Cube", "PhysicsRigidBodyAPI")
    made.prim("/Lost/joint", "PhysicsFixedJoint")
    made.prim("/RootTwo", "Xform", "PhysicsRigidBodyAPI")
    assert read(made).outside_paths == ("/Lost/body", "/Lost/joint", "/RootTwo")


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (["xformOp:translate"], {}),
        (["!invert!xformOp:translate", "xformOp:translate"], {}),
        ([], {"xformOp:translate": "not in xformOpOrder"}),
        (["xformOp:translate", "xformOp:move"], {"xformOp:move": "no kind"}),
        (["xformOp:translate", "xformOp:scale"], {"xformOp:scale": "no such attribute"}),
        (["xformOp:translate", "scale"], {"scale": "no transform operation"}),
    ],
)
def test_transform_operations_without_effect(order, expected):
    """Name operations that are misspelt, missing, or not in the order."""
    made = Builder()
    prim = made.prim("/Root/box", "Cube", "PhysicsRigidBodyAPI")
    prim.CreateAttribute("xformOp:translate", Sdf.ValueTypeNames.Double3).Set(Gf.Vec3d(1, 2, 3))
    prim.CreateAttribute("xformOpOrder", Sdf.ValueTypeNames.TokenArray).Set(Vt.TokenArray(order))
    defects = {d.attribute: d.reason for d in read(made).xform_defects}
    assert defects.keys() == expected.keys()
    assert all(text in defects[name] for name, text in expected.items())


def test_collision_groups_that_filter():
    """List which colliders two groups keep apart."""
    made = Builder()
    for name in ("a", "b", "c"):
        made.prim(f"/Root/{name}", "Cube", "PhysicsRigidBodyAPI", "PhysicsCollisionAPI")
    groups = [UsdPhysics.CollisionGroup.Define(made.stage, f"/Root/group_{n}") for n in ("a", "b")]
    for group, name in zip(groups, ("a", "b"), strict=True):
        group.GetCollidersCollectionAPI().CreateIncludesRel().AddTarget(f"/Root/{name}")
    groups[0].CreateFilteredGroupsRel().AddTarget(groups[1].GetPath())
    assert read(made).group_filters == ((frozenset({"/Root/a"}), frozenset({"/Root/b"})),)


def test_faces_that_are_turned_over_are_counted():
    """Count the edges along which two faces run the same way; corners at one place are one."""
    for split in (False, True):
        made = Builder()
        faces = [CUBE_FACES[i : i + 4] for i in range(0, 24, 4)]
        faces[0] = faces[0][::-1]
        points, indices = CUBE_POINTS, [i for f in faces for i in f]
        if split:
            points, indices = [CUBE_POINTS[i] for i in indices], list(range(24))
        prim = made.prim("/Root/m", "Mesh", "PhysicsRigidBodyAPI", "PhysicsCollisionAPI")
        mesh = UsdGeom.Mesh(prim)
        mesh.CreatePointsAttr(Vt.Vec3fArray([Gf.Vec3f(*p) for p in points]))
        mesh.CreateFaceVertexCountsAttr(Vt.IntArray([4] * 6))
        mesh.CreateFaceVertexIndicesAttr(Vt.IntArray(indices))
        facts = read(made).colliders[0].mesh
        assert facts is not None
        assert facts.is_closed
        assert facts.mixed_edge_count == 4


def test_joints_and_articulations_say_whether_they_collide():
    """Read collisionEnabled of a joint and self-collisions of an articulation."""
    made = Builder()
    root = made.prim("/Root", "Xform", "PhysicsArticulationRootAPI")
    for name in ("a", "b"):
        made.prim(f"/Root/{name}", "Cube", "PhysicsRigidBodyAPI")
    joint = UsdPhysics.FixedJoint.Define(made.stage, "/Root/j")
    joint.CreateBody0Rel().SetTargets(["/Root/a"])
    joint.CreateBody1Rel().SetTargets(["/Root/b"])
    facts = read(made)
    assert (facts.joints[0].has_collisions, facts.articulations[0].has_self_collisions) == (False, True)
    joint.CreateCollisionEnabledAttr(True)
    root.CreateAttribute("physxArticulation:enabledSelfCollisions", Sdf.ValueTypeNames.Bool).Set(False)
    facts = read(made)
    assert (facts.joints[0].has_collisions, facts.articulations[0].has_self_collisions) == (True, False)
