"""Authored values that cannot be meant, and the other lists of the stage."""

from __future__ import annotations

import math

import pytest
from pxr import Gf, Sdf, UsdShade, Vt

from harness.stage.schemas import known_attribute
from tests.stage.stages import Builder

FLOAT, DOUBLE, STRING = Sdf.ValueTypeNames.Float, Sdf.ValueTypeNames.Double, Sdf.ValueTypeNames.String


def defects(name: str, kind: Sdf.ValueTypeName, value: object, *apis: str) -> list[tuple[str, str]]:
    """Read the defects of one attribute of a body."""
    builder = Builder()
    prim = builder.body("/Root/Body", "Xform", *apis)
    spec = builder.stage.GetRootLayer().GetPrimAtPath(prim.GetPath())
    Sdf.AttributeSpec(spec, name, kind).default = value
    return [(d.attribute, d.kind) for d in builder.read().attribute_defects]


@pytest.mark.parametrize(
    ("name", "kind", "value"),
    [
        ("physics:mass", FLOAT, math.nan),
        ("physics:mass", FLOAT, math.inf),
        ("physics:mass", DOUBLE, -math.inf),
        ("physics:velocity", Sdf.ValueTypeNames.Vector3f, Gf.Vec3f(0, math.inf, 0)),
        ("physics:principalAxes", Sdf.ValueTypeNames.Quatf, Gf.Quatf(math.nan, 0, 0, 0)),
        ("physics:centerOfMass", Sdf.ValueTypeNames.Point3f, Gf.Vec3f(-math.inf, 0, 0)),
        ("physxRigidBody:linearDamping", FLOAT, math.nan),
        ("physxRigidBody:sleepThreshold", FLOAT, math.inf),
        ("physxCollision:contactOffset", FLOAT, math.inf),
        ("physxVendor:curve", Sdf.ValueTypeNames.FloatArray, Vt.FloatArray([1.0, math.nan])),
        ("xformOp:transform", Sdf.ValueTypeNames.Matrix4d, Gf.Matrix4d(math.nan)),
    ],
)
def test_values_that_are_not_finite(name, kind, value):
    """Report NaN anywhere, and infinity where it has no meaning."""
    assert defects(name, kind, value) == [(name, "non-finite")]


@pytest.mark.parametrize(
    ("name", "kind", "value"),
    [
        ("physics:mass", DOUBLE, 2.0),
        ("physics:mass", Sdf.ValueTypeNames.Int, 2),
        ("physics:kinematicEnabled", Sdf.ValueTypeNames.Int, 1),
        ("physics:velocity", Sdf.ValueTypeNames.Float3, Gf.Vec3f(0)),
        ("physics:velocity", Sdf.ValueTypeNames.Double3, Gf.Vec3d(0)),
        ("physics:centerOfMass", Sdf.ValueTypeNames.Point3f, Gf.Vec3f(-math.inf)),
        ("physxRigidBody:maxLinearVelocity", FLOAT, math.inf),
        ("physxRigidBody:maxDepenetrationVelocity", FLOAT, math.inf),
        ("physxCollision:contactOffset", FLOAT, -math.inf),
        ("physxTendon:one:gearing", FLOAT, 1.0),
        ("physxVendor:name", STRING, "x"),
        ("other:thing", FLOAT, math.nan),
    ],
)
def test_values_that_are_fine(name, kind, value):
    """Accept other precisions, and infinity where it is the schema's own "not given" or "no limit"."""
    assert defects(name, kind, value, "PhysicsMassAPI") == []


@pytest.mark.parametrize(
    ("name", "kind", "value"),
    [
        ("physics:mass", STRING, "3"),
        ("physics:kinematicEnabled", STRING, "yes"),
        ("physics:velocity", FLOAT, 1.0),
        ("physics:principalAxes", Sdf.ValueTypeNames.Float4, Gf.Vec4f(0, 0, 0, 1)),
        ("physxRigidBody:disableGravity", STRING, "true"),
        ("physxRigidBody:linearDamping", Sdf.ValueTypeNames.FloatArray, Vt.FloatArray([1.0])),
        ("physxCollision:restOffset", STRING, "0"),
    ],
)
def test_values_of_the_wrong_type(name, kind, value):
    """Report values that no engine can read, for PhysX schemas too."""
    assert defects(name, kind, value, "PhysicsMassAPI") == [(name, "wrong-type")]


def test_text_for_a_token():
    """Report a string where PhysX only reads a token."""
    kinds = Sdf.ValueTypeNames
    apis = ("PhysicsCollisionAPI", "PhysicsMeshCollisionAPI")
    assert defects("physics:approximation", kinds.String, "sdf", *apis) == [("physics:approximation", "wrong-type")]
    assert defects("physics:approximation", kinds.Token, "sdf", *apis) == []


def test_schema_packages_are_known():
    """Know type and fallback of PhysX attributes, and of those with an instance name."""
    damping = known_attribute("physxRigidBody:linearDamping")
    assert damping is not None and str(damping.type_name) == "float"
    limit = known_attribute("physxJointAxis:rotX:maxJointVelocity")
    assert limit is not None and limit.fallback == math.inf
    # One tendon schema has a number, the other a list.
    gearing = known_attribute("physxTendon:one:gearing")
    assert gearing is not None and gearing.type_name is None
    assert known_attribute("physxRigidBody:nonsense") is None
    assert known_attribute("mass") is None


def test_blocked_attribute_says_nothing():
    """Read a blocked attribute as absent."""
    builder = Builder()
    prim = builder.body("/Root/Body", physics__mass=2.0)
    prim.GetAttribute("physics:mass").Block()
    facts = builder.read()
    assert facts.bodies[0].mass_kg is None
    assert (facts.ignored_attributes, facts.attribute_defects) == ((), ())


@pytest.mark.parametrize(
    ("schema", "kind", "is_listed"),
    [
        ("PhysxDeformableBodyAPI", "Mesh", True),
        ("PhysxAutoDeformableBodyAPI", "Mesh", True),
        ("OmniPhysicsDeformableBodyAPI", "Mesh", True),
        ("PhysxParticleSetAPI", "Points", True),
        ("PhysxVehicleAPI", "Xform", True),
        ("PhysxVehicleContextAPI", "PhysicsScene", False),
        ("PhysxDeformableMaterialAPI", "Material", False),
        ("PhysxPBDMaterialAPI", "Material", False),
        ("PhysxTendonAttachmentAPI:a", "Xform", False),
        ("VehicleTrackerAPI", "Xform", False),
    ],
)
def test_features_of_gpus(schema, kind, is_listed):
    """List deformables, particles and vehicles, but not their materials and scene settings."""
    builder = Builder()
    builder.prim("/Root/Thing", kind, schema)
    assert builder.read().unsupported == ((("/Root/Thing", schema),) if is_listed else ())


def test_particle_system_prims():
    """List a prim type of the same kind."""
    builder = Builder()
    builder.prim("/Root/Fluid", "PhysxParticleSystem")
    assert builder.read().unsupported == (("/Root/Fluid", "PhysxParticleSystem"),)


def test_scenes_and_owners():
    """List scenes of the asset, prims with an owner, and those whose owner is not there."""
    builder = Builder()
    builder.prim("/Root/Scene", "PhysicsScene")
    for name, owner in (("A", "/Root/Scene"), ("B", "/Gone")):
        builder.body(f"/Root/{name}").CreateRelationship("physics:simulationOwner").SetTargets([owner])
    facts = builder.read()
    assert facts.scene_paths == ("/Root/Scene",)
    assert facts.simulation_owner_paths == ("/Root/A", "/Root/B")
    assert facts.dangling_owner_paths == ("/Root/B",)
    assert [b.simulation_owner for b in facts.bodies] == ["/Root/Scene", "/Gone"]


def test_filtered_pairs():
    """List pairs that do not collide."""
    builder = Builder()
    prim = builder.body("/Root/A", "Xform", "PhysicsFilteredPairsAPI")
    builder.body("/Root/B")
    prim.CreateRelationship("physics:filteredPairs").SetTargets(["/Root/B"])
    assert builder.read().filtered_pairs == (("/Root/A", "/Root/B"),)


def test_missing_textures():
    """List files that shaders name and that are not there; modules of a renderer do not count."""
    builder = Builder()
    shader = UsdShade.Shader.Define(builder.stage, "/Root/Looks/Paint/Image")
    for name, path in (("file", "wood.png"), ("tiles", "wood.<UDIM>.png"), ("module", "Fancy.mdl"), ("none", "")):
        shader.CreateInput(name, Sdf.ValueTypeNames.Asset).Set(Sdf.AssetPath(path))
    facts = builder.read()
    assert facts.missing_texture_paths == ("wood.png", "wood.<UDIM>.png")
    assert facts.missing_textures[0].prim_path == "/Root/Looks/Paint/Image"


def test_variants_are_tried_and_left_alone():
    """Name variants on the root and below it that bring a body in, and leave the stage as it was."""
    builder = Builder()
    for path, name in (("/Root", "Physics"), ("/Root/Part", "mode")):
        prim = builder.prim(path)
        variants = prim.GetVariantSets().AddVariantSet(name)
        for choice in ("off", "on", "static", "rough"):
            variants.AddVariant(choice)
        for choice in ("on", "rough") if name == "mode" else ("on",):
            variants.SetVariantSelection(choice)
            with variants.GetVariantEditContext():
                prim.AddAppliedSchema("PhysicsRigidBodyAPI")
        variants.SetVariantSelection("off")
    before = builder.stage.GetRootLayer().ExportToString()
    hints = builder.read().variant_hints
    assert [(h.prim_path, h.variant_set, h.current, h.enabling) for h in hints] == [
        ("/Root", "Physics", "off", "on"),
        ("/Root/Part", "mode", "off", "on"),
        ("/Root/Part", "mode", "off", "rough"),
    ]
    assert builder.stage.GetRootLayer().ExportToString() == before
    assert list(builder.stage.GetSessionLayer().subLayerPaths) == []
    builder.body("/Root/Now")
    assert builder.read().variant_hints == ()
