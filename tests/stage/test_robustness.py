"""Whatever an asset authors, reading it gives facts and never raises."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest
from pxr import Gf, Sdf, Usd, Vt

from tests.stage.stages import Builder

NUMBERS = (math.nan, math.inf, -math.inf, 0.0, -1.0, 3e38)
KINDS = Sdf.ValueTypeNames
OTHER_TYPES = (KINDS.String, KINDS.FloatArray, KINDS.Bool, KINDS.Double3, KINDS.TokenArray, KINDS.Matrix4d, KINDS.Asset)


def rich_stage() -> Builder:
    """Return a stage with one of everything that the reader looks at."""
    builder = Builder()
    mass = {"physics__mass": 1.0, "physics__density": 1.0, "physics__diagonalInertia": (1.0, 1.0, 1.0)}
    builder.body(
        "/Root/A",
        "Xform",
        "PhysicsMassAPI",
        "PhysxRigidBodyAPI",
        "PhysxForceAPI",
        translate=(1, 0, 0),
        rotate=(10, 0, 0),
        scale=(1, 2, 1),
        physics__velocity=(0.0, 0.0, 1.0),
        physics__centerOfMass=(0.0, 0.0, 0.1),
        physics__principalAxes=Gf.Quatf(1),
        physxRigidBody__lockedPosAxis=1,
        physxRigidBody__sleepThreshold=1.0,
        physxForce__force=(0.0, 0.0, 1.0),
        physics__rigidBodyEnabled=True,
        visibility="inherited",
        purpose="default",
        **mass,
    )
    for kind, sizes in (
        ("Sphere", {"radius": 0.1}),
        ("Capsule", {"radius": 0.1, "height": 0.2, "axis": "X"}),
        ("Cone", {"radius": 0.1, "height": 0.2}),
        ("Cube", {"size": 0.2}),
        ("Plane", {"width": 0.2, "length": 0.2}),
    ):
        builder.prim(f"/Root/A/{kind}", kind, "PhysicsCollisionAPI", "PhysxCollisionAPI", **sizes)
    mesh = builder.mesh("/Root/A/Mesh", "PhysicsCollisionAPI", "PhysicsMeshCollisionAPI")
    mesh.CreateAttribute("physics:approximation", KINDS.Token).Set("boundingSphere")
    builder.body("/Root/B")
    builder.joint(
        "/Root/J",
        "PhysicsRevoluteJoint",
        "/Root/A",
        "/Root/B",
        physics__localPos0=(0.0, 0.0, 0.0),
        physics__localRot0=Gf.Quatf(1),
        physics__lowerLimit=0.0,
    )
    return builder


def spoiled(value: object) -> Iterator[object]:
    """Yield values of the same type that no engine can use."""
    for number in NUMBERS:
        if isinstance(value, float):
            yield number
        elif isinstance(value, (Gf.Vec3f, Gf.Vec3d)):
            yield type(value)(0, number, 1)
        elif isinstance(value, Gf.Quatf):
            yield Gf.Quatf(number, 0, 0, number)
        elif isinstance(value, Vt.Vec3fArray):
            yield Vt.Vec3fArray([*list(value)[1:], Gf.Vec3f(number, 0, 0)])
    if isinstance(value, Vt.IntArray):
        yield from (Vt.IntArray([n, *list(value)[1:]]) for n in (-1, 0, 2, 2**31 - 1, -(2**31)))
    if isinstance(value, (Vt.IntArray, Vt.Vec3fArray)):
        yield from (type(value)(), type(value)(list(value)[:3]), type(value)(list(value) * 2))
    if isinstance(value, str):
        yield from ("", "nonsense")
    if isinstance(value, bool):
        yield not value


def attribute_names() -> list[tuple[str, str]]:
    builder = rich_stage()
    return [(str(p.GetPath()), str(a.GetName())) for p in builder.stage.Traverse() for a in p.GetAuthoredAttributes()]


@pytest.mark.parametrize(("path", "name"), attribute_names())
def test_spoiled_values_become_facts(path, name):
    """Read every value and type that an attribute could hold by mistake."""
    builder = rich_stage()
    attribute = builder.stage.GetPrimAtPath(path).GetAttribute(name)
    good = attribute.Get()
    for value in spoiled(good):
        attribute.Set(value)
        check(builder)
    attribute.Set(good)
    spec = builder.stage.GetRootLayer().GetAttributeAtPath(attribute.GetPath())
    owner = spec.owner
    for kind in OTHER_TYPES:
        del owner.properties[name]
        Sdf.AttributeSpec(owner, name, kind).default = kind.defaultValue
        check(builder)
    attribute.Block()
    check(builder)


def check(builder: Builder) -> None:
    for body in builder.read().bodies:
        for points in (body.judged_points_m, body.collider_points_m):
            assert points.ndim == 2 and points.shape[1] == 3
            assert np.isfinite(points).all()


@pytest.mark.parametrize("unit", [0.0, -1.0, math.nan, math.inf, 1e-200, 1e200])
def test_any_unit(unit):
    """Read a stage whose unit no asset could have."""
    builder = rich_stage()
    builder.stage.GetRootLayer().pseudoRoot.SetInfo("metersPerUnit", unit)
    builder.stage.GetRootLayer().pseudoRoot.SetInfo("kilogramsPerUnit", unit)
    check(builder)


def test_stage_without_physics_is_read():
    """Read an empty root prim."""
    builder = Builder()
    facts = builder.read()
    assert (facts.bodies, facts.colliders, facts.joints, facts.prim_count) == ((), (), (), 1)
    assert isinstance(builder.stage, Usd.Stage)
