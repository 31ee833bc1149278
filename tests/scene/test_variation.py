"""A varied scene does what it says: described purely, and simulated by the real engine."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pxr import Usd, UsdPhysics

from harness.catalog import find_test
from harness.config import resolve
from harness.engines.audit import audit_built
from harness.intake import read_asset
from harness.outcomes import Severity
from harness.runner.record import sha256_of
from harness.runner.simulate import Simulation, SimulationJob, simulate
from harness.scene.build import write_scene
from harness.scene.opinion import Opinion, OpinionKind, set_attribute
from harness.scene.spec import SceneSpec, to_scene_path
from harness.scene.variation import Variation, apply_variation
from harness.stage.facts import StageFacts
from tests.support import HEADER, cube_asset

ON_EDGE = (math.sin(math.pi / 8), 0.0, 0.0, math.cos(math.pi / 8))
ON_SIDE = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))


def composed(asset: Path, *settings: str) -> tuple[StageFacts, SceneSpec]:
    """Read an asset and compose its drop."""
    test = find_test("ground_drop")
    facts = read_asset(asset).facts
    assert facts is not None
    spec = test.scene(facts, asset, resolve(test.name, test.config_type, settings=list(settings)).test)
    assert isinstance(spec, SceneSpec)
    return facts, spec


def drop(asset: Path, variation: Variation, engine, folder: Path) -> tuple[Simulation, SceneSpec]:
    """Simulate a varied drop."""
    fps = round(1 / variation.timestep_s) if variation.timestep_s else 240
    settings = [f"physics_fps={fps}"]
    facts, spec = composed(asset)
    varied = apply_variation(spec, facts, variation)
    folder.mkdir(parents=True, exist_ok=True)
    scene = folder / f"{variation.name}.usda"
    write_scene(varied, scene)
    test = find_test("ground_drop")
    job = SimulationJob(
        test=test,
        config=resolve(test.name, test.config_type, settings=settings),
        facts=facts,
        spec=varied,
        scene_file=scene,
        scene_sha256=sha256_of(scene),
        engine=engine,
        progress=lambda phase, seconds: None,
    )
    return simulate(job), varied


def plank(folder: Path, *, mpu: float = 1.0, up: str = "Z", approximation: str = "") -> Path:
    """Write a mesh of 0.6 x 0.2 x 0.1 m (along X, across, up)."""
    x, y, z = 0.3 / mpu, 0.1 / mpu, 0.05 / mpu
    corners = [(a * x, b * y, c * z) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)]
    if up == "Y":
        corners = [(a, c, -b) for a, b, c in corners]
    faces = "0,1,3,2, 4,6,7,5, 0,4,5,1, 2,3,7,6, 0,2,6,4, 1,5,7,3"
    path = folder / f"plank_{up}_{mpu}.usda"
    path.write_text(
        HEADER.format(mpu=mpu, up=up)
        + f"""
def Xform "Root" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
{{
    float physics:mass = 3
    def Mesh "Plank" (prepend apiSchemas = ["PhysicsCollisionAPI", "PhysicsMeshCollisionAPI"])
    {{
        point3f[] points = {corners}
        int[] faceVertexCounts = [4, 4, 4, 4, 4, 4]
        int[] faceVertexIndices = [{faces}]
        uniform token subdivisionScheme = "none"
        {approximation}
    }}
}}
"""
    )
    return path


def test_a_turned_asset_keeps_its_drop_height_and_is_centred(tmp_path):
    """Put the lowest point of the turned points at the drop height, and the middle over the origin."""
    facts, spec = composed(plank(tmp_path))
    turned = apply_variation(spec, facts, Variation(name="edge", rotation_xyzw=ON_EDGE))
    points = turned.placement.to_world(facts.bodies[0].judged_points_m)
    low, high = points.min(axis=0), points.max(axis=0)
    assert low[2] == pytest.approx(spec.placement.drop_height_m, abs=1e-12)
    assert (low + high)[:2] == pytest.approx([0, 0], abs=1e-12)
    assert high[2] - low[2] == pytest.approx(0.3 * math.sqrt(0.5), rel=1e-6)
    assert turned.placement.height_m == spec.placement.height_m


def test_a_variation_leaves_the_description_of_the_asset_alone(tmp_path):
    """Return a new scene; an empty variation changes nothing."""
    facts, spec = composed(plank(tmp_path))
    assert apply_variation(spec, facts, Variation(name="same")) == spec
    varied = apply_variation(spec, facts, Variation(name="fast", timestep_s=1 / 480, offset_m=(0.5, 0.0)))
    assert (spec.timestep_s, varied.timestep_s) == (1 / 240, 1 / 480)
    assert varied.placement.translation_m[0] == spec.placement.translation_m[0] + 0.5


@pytest.mark.parametrize(
    "change",
    [
        {"timestep_s": 0.0},
        {"density_kg_m3": -1.0},
        {"mass_scale": math.nan},
        {"drop_height_m": math.inf},
        {"floor_friction": -0.1},
        {"com_offset_m": (math.nan, 0.0, 0.0)},
        {"rotation_xyzw": (0.0, 0.0, 0.0, 0.0)},
        {"opinions": (set_attribute("/Elsewhere", "physics:mass", "float", 1.0),)},
    ],
)
def test_meaningless_variations_are_refused(tmp_path, change):
    """Say which number has no meaning instead of simulating it."""
    facts, spec = composed(cube_asset(tmp_path))
    with pytest.raises(ValueError, match="odd"):
        apply_variation(spec, facts, Variation(name="odd", **change))


@pytest.mark.parametrize(
    "opinion",
    [
        set_attribute("/Root", "physics:mass", "no-such-type", 1.0),
    ],
)
def test_opinions_of_unknown_types_are_refused(tmp_path, opinion):
    """Name prim and attribute of an opinion that USD cannot hold."""
    facts, spec = composed(cube_asset(tmp_path))
    varied = apply_variation(spec, facts, Variation(name="odd", opinions=(opinion,)))
    with pytest.raises(ValueError, match=r"/Root\.physics:mass"):
        write_scene(varied, tmp_path / "scene.usda")


def test_every_kind_of_opinion_wins_over_the_asset(tmp_path):
    """Author values, blocks, relationships, schemas, activity and new prims as stronger opinions."""
    facts, spec = composed(cube_asset(tmp_path))
    opinions = (
        set_attribute("/Root", "physics:mass", "float", None),
        set_attribute("/Root", "physics:velocity", "vector3f", (1.0, 2.0, 3.0)),
        Opinion(prim_path="/Root", kind=OpinionKind.APPLY_API, name="PhysxRigidBodyAPI"),
        Opinion(prim_path="/Root/Box", kind=OpinionKind.REMOVE_API, name="PhysicsCollisionAPI"),
        Opinion(prim_path="/Root", kind=OpinionKind.RELATIONSHIP, name="physics:simulationOwner", value=("/Root/Box",)),
        Opinion(prim_path="/Root/New", kind=OpinionKind.DEFINE, type_name="Cube"),
        set_attribute("/Root/New", "xformOpOrder", "token[]", ("xformOp:scale",), is_uniform=True),
    )
    scene = tmp_path / "scene.usda"
    write_scene(apply_variation(spec, facts, Variation(name="all", opinions=opinions)), scene)
    stage = Usd.Stage.Open(str(scene))
    root, box, new = (stage.GetPrimAtPath(to_scene_path(p, "/Root")) for p in ("/Root", "/Root/Box", "/Root/New"))
    assert not root.GetAttribute("physics:mass").HasAuthoredValue()
    assert tuple(root.GetAttribute("physics:velocity").Get()) == (1, 2, 3)
    assert "PhysxRigidBodyAPI" in root.GetPrimTypeInfo().GetAppliedAPISchemas()
    assert root.HasAPI(UsdPhysics.MassAPI) and not box.HasAPI(UsdPhysics.CollisionAPI)
    assert root.GetRelationship("physics:simulationOwner").GetTargets() == [box.GetPath()]
    assert new.GetTypeName() == "Cube" and list(new.GetAttribute("xformOpOrder").Get()) == ["xformOp:scale"]


def test_instances_are_opened_where_something_inside_changes():
    """Open the instance above a collider that gets another approximation, and no other one."""
    asset = Path(__file__).parents[2] / "assets" / "good" / "stool" / "stool.usda"
    facts, spec = composed(asset)
    inside = next(c for c in facts.colliders if c.instance_paths)
    opinion = set_attribute(inside.path, "physics:collisionEnabled", "bool", False)
    varied = apply_variation(spec, facts, Variation(name="one-leg", opinions=(opinion,)))
    assert varied.uninstanced_paths == inside.instance_paths


@pytest.mark.engine_ovphysx
def test_a_changed_prim_inside_an_instance_reaches_the_engine(ovphysx, tmp_path):
    """Disable a collider inside an instance: the engine builds one shape less that holds the stool."""
    asset = Path(__file__).parents[2] / "assets" / "good" / "stool" / "stool.usda"
    facts, _ = composed(asset)
    inside = [c for c in facts.colliders if c.instance_paths]
    opinions = tuple(set_attribute(c.path, "physics:collisionEnabled", "bool", False) for c in inside)
    usual, _ = drop(asset, Variation(name="usual"), ovphysx, tmp_path)
    varied, _ = drop(asset, Variation(name="legless", opinions=opinions), ovphysx, tmp_path)
    assert usual.bounds.box_min_m[-1, 2] > -0.01
    assert varied.bounds.box_min_m[-1, 2] < -0.1


@pytest.mark.engine_ovphysx
def test_480_steps_a_second(ovphysx, tmp_path):
    """Take twice as many steps to the same contact."""
    usual, _ = drop(plank(tmp_path), Variation(name="usual"), ovphysx, tmp_path)
    fast, _ = drop(plank(tmp_path), Variation(name="fast", timestep_s=1 / 480), ovphysx, tmp_path)
    first, second = (next(e for e in s.events if e.name == "floor-force") for s in (usual, fast))
    assert second.time_s == pytest.approx(first.time_s, abs=1 / 240)
    assert second.frame_index == pytest.approx(2 * first.frame_index, abs=2)


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize(("up", "mpu"), [("Z", 1.0), ("Y", 0.01)])
def test_rotated_start_pose(ovphysx, tmp_path, up, mpu):
    """Start the real bodies in the turned pose, as the placement says, and let the plank land on its long side."""
    simulation, spec = drop(
        plank(tmp_path, mpu=mpu, up=up), Variation(name=f"side_{up}", rotation_xyzw=ON_SIDE), ovphysx, tmp_path
    )
    low, high = simulation.bounds.box_min_m, simulation.bounds.box_max_m
    assert low[0, 2] == pytest.approx(spec.placement.drop_height_m, abs=1e-4)
    assert (high - low)[0] == pytest.approx([0.6, 0.1, 0.2], abs=1e-4)
    # The engine's own start pose agrees with the description, or the audit would say so.
    assert simulation.built_findings == ()
    assert (high - low)[-1] == pytest.approx([0.6, 0.1, 0.2], abs=2e-3)
    assert low[-1, 2] == pytest.approx(0, abs=2e-3)


@pytest.mark.engine_ovphysx
def test_a_part_that_resets_its_transforms_turns_with_the_rest(ovphysx, tmp_path):
    """Place prims that ignore their parents by the same turn."""
    asset = Path(__file__).parents[2] / "assets" / "broken" / "SAF032-resets-transforms" / "resets_transforms.usda"
    simulation, spec = drop(asset, Variation(name="side", rotation_xyzw=ON_SIDE), ovphysx, tmp_path)
    facts, _ = composed(asset)
    points = spec.placement.to_world(np.concatenate([b.judged_points_m for b in facts.bodies]))
    assert simulation.built_findings == ()
    assert simulation.bounds.box_min_m[0] == pytest.approx(points.min(axis=0), abs=1e-4)


@pytest.mark.engine_ovphysx
def test_continuous_collision_detection_is_asked_for(ovphysx, tmp_path):
    """Switch it on in the scene and on the body, and still land."""
    simulation, _ = drop(plank(tmp_path), Variation(name="ccd", is_ccd_enabled=True), ovphysx, tmp_path)
    stage = Usd.Stage.Open(str(tmp_path / "ccd.usda"))
    assert stage.GetPrimAtPath("/World/AAPhysicsScene").GetAttribute("physxScene:enableCCD").Get() is True
    body = stage.GetPrimAtPath("/World/Drop/Asset")
    assert body.GetAttribute("physxRigidBody:enableCCD").Get() is True
    assert "PhysxRigidBodyAPI" in body.GetPrimTypeInfo().GetAppliedAPISchemas()
    assert any(e.name == "rest" for e in simulation.events) and not simulation.log


@pytest.mark.engine_ovphysx
def test_another_approximation_is_what_the_engine_cooks(ovphysx, tmp_path):
    """Let the plank rest on its bounding sphere, then on its hull."""
    asset = plank(tmp_path, approximation='uniform token physics:approximation = "convexHull"')
    ball, _ = drop(asset, Variation(name="ball", approximation="boundingSphere"), ovphysx, tmp_path)
    hull, _ = drop(asset, Variation(name="hull", approximation="convexHull"), ovphysx, tmp_path)
    parts, _ = drop(asset, Variation(name="parts", approximation="convexDecomposition"), ovphysx, tmp_path)
    assert ball.bounds.box_min_m[-1, 2] > 0.1
    assert hull.bounds.box_min_m[-1, 2] == pytest.approx(0, abs=2e-3)
    assert parts.bounds.box_min_m[-1, 2] == pytest.approx(0, abs=6e-3)


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize(("up", "mpu"), [("Z", 1.0), ("Y", 0.01)])
def test_mass_from_density(ovphysx, tmp_path, up, mpu):
    """Let the engine compute the mass of 0.012 m3 from a density, in the stage's own units."""
    asset = plank(tmp_path, mpu=mpu, up=up)
    simulation, _ = drop(asset, Variation(name=f"wood{up}", density_kg_m3=500.0), ovphysx, tmp_path)
    assert simulation.total_mass_kg == pytest.approx(0.012 * 500, rel=1e-3)
    assert not any(f.severity is Severity.FAIL for f in simulation.built_findings)


@pytest.mark.engine_ovphysx
def test_mass_from_density_drops_an_authored_inertia(ovphysx, tmp_path):
    """Let a block with an impossible inertia settle once inertia follows from the geometry."""
    asset = cube_asset(tmp_path, body="float3 physics:diagonalInertia = (0.5, 0.0001, 0.0001)")
    # A little spin about no axis in particular shows whether the inertia is sane.
    spin = set_attribute("/Root", "physics:angularVelocity", "vector3f", (90.0, 60.0, 30.0))
    bad, _ = drop(asset, Variation(name="bad", opinions=(spin,)), ovphysx, tmp_path)
    good, _ = drop(asset, Variation(name="good", density_kg_m3=500.0, opinions=(spin,)), ovphysx, tmp_path)
    speeds = [float(np.abs(s.trajectory.frames.angular_velocity_rad_s[1:]).max()) for s in (bad, good)]
    assert speeds[0] > 5 * speeds[1]
    assert any(e.name == "rest" for e in good.events)


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize(
    "authored", ["float physics:mass = 2", "float physics:density = 250", ""], ids=["mass", "density", "nothing"]
)
def test_mass_scale(ovphysx, tmp_path, authored):
    """Multiply whatever decides the mass."""
    asset = cube_asset(tmp_path)
    asset.write_text(asset.read_text().replace("float physics:mass = 1", authored))
    usual, _ = drop(asset, Variation(name="usual"), ovphysx, tmp_path)
    heavy, _ = drop(asset, Variation(name="heavy", mass_scale=3.0), ovphysx, tmp_path)
    assert heavy.total_mass_kg == pytest.approx(3 * usual.total_mass_kg, rel=1e-4)


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize(("up", "mpu"), [("Z", 1.0), ("Y", 0.01)])
def test_centre_of_mass_offset(ovphysx, tmp_path, up, mpu):
    """Topple a plank whose centre of mass is moved beyond its end, and not one whose centre stays inside."""
    asset = plank(tmp_path, mpu=mpu, up=up)
    inside, _ = drop(asset, Variation(name=f"in{up}", com_offset_m=(0.1, 0, 0)), ovphysx, tmp_path)
    outside, _ = drop(asset, Variation(name=f"out{up}", com_offset_m=(0.5, 0, 0)), ovphysx, tmp_path)

    def height(simulation: Simulation) -> float:
        return float((simulation.bounds.box_max_m - simulation.bounds.box_min_m)[:, 2].max())

    assert height(inside) < 0.15
    assert height(outside) > 0.2
    # It topples towards the offset.
    assert outside.trajectory.frames.position_m[-1, 0, 0] != pytest.approx(0, abs=0.01)


@pytest.mark.engine_ovphysx
def test_floor_friction(ovphysx, tmp_path):
    """Slide further on a floor without friction."""
    asset = cube_asset(tmp_path, body="vector3f physics:velocity = (2, 0, 0)")
    # From 2 cm, so that the impact itself does not stop it.
    usual, _ = drop(asset, Variation(name="usual", drop_height_m=0.02), ovphysx, tmp_path)
    ice, spec = drop(asset, Variation(name="ice", drop_height_m=0.02, floor_friction=0.0), ovphysx, tmp_path)
    assert spec.placement.impact_speed_m_s == pytest.approx(math.sqrt(2 * 9.81 * 0.02), rel=1e-3)
    # The asset's own default of 0.5 halves with the ice, so it slides about twice as far.
    slides = [float(np.ptp(s.trajectory.frames.position_m[:, 0, 0])) for s in (usual, ice)]
    assert slides[1] > 1.5 * slides[0] > 0.1


def test_the_audit_accepts_a_mass_that_the_variation_asked_for(tmp_path):
    """Compare masses with the asset only where the scene does not change them."""
    facts, spec = composed(cube_asset(tmp_path))
    varied = apply_variation(spec, facts, Variation(name="heavy", mass_scale=3.0))
    path = to_scene_path("/Root", spec.root_prim_path)
    from harness.engines.base import BuiltScene

    start = spec.placement.to_world(facts.bodies[0].transform.matrix[:3, 3])
    built = BuiltScene(
        body_paths=(path,),
        articulation_link_paths=(),
        position_m=np.array([start], dtype=np.float32),
        orientation_xyzw=np.array([[0, 0, 0, 1]], dtype=np.float32),
        mass_kg=np.array([3.0]),
        shape_counts=np.array([1]),
        shape_paths=(f"{path}/Box",),
        actor_paths=(path,),
        joint_paths=(),
        scene_count=1,
        log=(),
    )
    assert audit_built(facts, varied, built) == ()
    assert [f.code for f in audit_built(facts, replace(varied, opinions=()), built)] == ["ENG011"]
