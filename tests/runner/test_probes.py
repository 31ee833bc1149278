"""A failure names its cause first: what a probe confirms, what decides by itself, or what the facts show."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness.outcomes import Outcome
from harness.probing import PROBES_TABLE
from harness.runner.rejudge import rejudge_case
from tests.golden.test_assets import EXPECTED, asset_beside, planned_of
from tests.support import HEADER, cube_asset, fake, run

FAILING = [e for e in EXPECTED if e.parts[-3] == "broken" and json.loads(e.read_text())["outcome"] == "FAIL"]
# What was planted in the assets whose folder is named after what is seen, not after what is wrong.
PLANTED = {
    "MON001-collider-too-large": ("Collider and visible geometry of /Block differ by 0.1500 m", "repair-mon001"),
    "MON002-collider-too-small": ("of the visible volume of /Block has no collider", "repair-saf052"),
    "MON003-bouncy-ball": ("/Toy/rubber has restitution 1 with combine mode max", "repair-mon003"),
    "MON003-rolling": ("/Roller starts with physics:velocity", "repair-saf025"),
    "MON003-spinning-drive": ("drive of /Fan/motor has a target velocity of 200", "repair-mon003"),
    "SAF015-squashed-sphere": ("/Cushion/shape is scaled unevenly", "repair-saf015"),
    "SAF026-heavy-damping": ("linear damping of /Block is 1000", "repair-saf026"),
    "SAF045-center-of-mass-outside": ("centre of mass of /Block lies 0.9 m outside", "repair-saf045"),
    "SAF054-posts-overlap": ("/Gate/right/shape of one mechanism overlap by 0.02 m", "repair-saf054"),
    "SAF046-compliant-contact": ("compliantContactStiffness of /Toy/rubber is 100", "repair-saf046"),
}
CONFIRMED_PROBE = "It passes with this: damping at every free joint."
CONFIRMED = "With this changed alone, it passes."


def probes_of(verdict) -> dict[str, str]:
    """Return what became of each probe."""
    rows = [row for t in verdict.tables if t.name == PROBES_TABLE for row in t.rows]
    return {str(row[0]): str(row[2]) for row in rows}


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize("expect", FAILING, ids=lambda e: e.parent.name)
def test_every_failing_asset_names_its_planted_defect_first(expect, ovphysx, tmp_path):
    """Name the defect of the folder first; where it was simulated, a probe that removes it confirms it."""
    plan = planned_of(expect)
    verdict = run(asset_beside(expect), tmp_path / "case", ovphysx, *plan["settings"], test=plan["test"])
    assert verdict.outcome is Outcome.FAIL
    if expect.parent.name in PLANTED:
        words, probe = PLANTED[expect.parent.name]
        assert words in verdict.causes[0] and CONFIRMED in verdict.causes[0]
        assert probes_of(verdict)[probe] == "passes"
        return
    code = expect.parent.name.partition("-")[0]
    texts = [f.message for f in verdict.findings if f.code == code]
    if plan["test"] != "ground_drop":
        # Tests of joints measure the defect itself: there is nothing left to probe.
        assert verdict.causes[0] in texts
        return
    assert verdict.stop_reason is None, f"simulated, so it needs a planted cause: {verdict.causes}"
    assert verdict.causes[0] in texts
    assert probes_of(verdict) == {}


def body(lines: str, parts: str) -> str:
    """Return an asset with one body."""
    return (
        HEADER.format(mpu=1.0, up="Z")
        + 'def Xform "Root" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI", "PhysxRigidBodyAPI", '
        f'"PhysxForceAPI"])\n{{\n    float physics:mass = 4\n{lines}\n{parts}\n}}\n'
    )


def box(name: str, at: tuple[float, float, float], size: tuple[float, float, float], line: str = "") -> str:
    """Return a box collider."""
    return f"""
    def Cube "{name}" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {{
        double size = 1
        double3 xformOp:translate = {at}
        float3 xformOp:scale = {size}
        uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:scale"]
        {line}
    }}"""


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize("test", ["ground_drop", "ground_stability"])
def test_a_door_that_swings_on_is_not_blamed_on_its_mass(ovphysx, tmp_path, test):
    """Name the joints that nothing brakes, and confirm it where probes are run."""
    cabinet = next(e for e in EXPECTED if e.parent.name == "cabinet")
    verdict = run(asset_beside(cabinet), tmp_path / "case", ovphysx, test=test)
    assert verdict.outcome is Outcome.FAIL
    assert "Nothing brakes /Cabinet/slide, /Cabinet/hinge" in verdict.causes[0]
    assert (CONFIRMED_PROBE in verdict.causes[0]) == (test == "ground_drop")
    assert not any("mass" in c for c in verdict.causes)


@pytest.mark.engine_ovphysx
def test_a_force_that_holds_a_body_comes_before_other_oddities(ovphysx, tmp_path):
    """Name the force, not the damping nor the centre of mass beside it."""
    lines = """    vector3f physxForce:force = (0, 0, 39.3)
    float physxRigidBody:linearDamping = 11
    point3f physics:centerOfMass = (0, 0, 0.3)"""
    path = tmp_path / "held.usda"
    path.write_text(body(lines, box("shape", (0, 0, 0), (0.2, 0.2, 0.2))))
    verdict = run(path, tmp_path / "case", ovphysx)
    assert verdict.outcome is Outcome.FAIL
    assert "PhysxForceAPI" in verdict.causes[0]


@pytest.mark.engine_ovphysx
def test_a_leg_without_a_working_collider_comes_before_an_odd_inertia(ovphysx, tmp_path):
    """Name the switched-off collider: with it on, the table no longer sinks, whatever else is wrong with it."""
    off = "bool physics:collisionEnabled = 0"
    legs = [
        box(f"leg{i}", (x, y, 0.2), (0.05, 0.05, 0.4), off if i in (1, 3) else "")
        for i, (x, y) in enumerate([(-0.22, -0.22), (0.22, -0.22), (0.22, 0.22), (-0.22, 0.22)])
    ]
    lines = """    point3f physics:centerOfMass = (0.2, -0.2, 0.3)
    float3 physics:diagonalInertia = (2, 2, 2)"""
    path = tmp_path / "table.usda"
    path.write_text(body(lines, box("seat", (0, 0, 0.42), (0.5, 0.5, 0.04)) + "".join(legs)))
    verdict = run(path, tmp_path / "case", ovphysx)
    assert verdict.outcome is Outcome.FAIL
    assert "/Root/leg1" in verdict.causes[0] and "collisionEnabled is false" in verdict.causes[0]
    assert "With this changed alone, this is met: Does not sink through the floor." in verdict.causes[0]
    assert verdict.causes[0].startswith("Penetration at ")
    assert "hit at 8.3 m/s" in verdict.causes[0]
    assert any("inertia or centre of mass of /Root" in c for c in verdict.causes)


@pytest.mark.engine_ovphysx
def test_animated_points_are_named_instead_of_a_broken_mesh(ovphysx, tmp_path):
    """Say that the points are only there at some time."""
    path = tmp_path / "waving.usda"
    mesh = """
    def Mesh "cloth" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {
        point3f[] points.timeSamples = {
            0: [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)],
            9: [(0, 0, 0), (2, 0, 0), (0, 2, 0), (0, 0, 2)],
        }
        int[] faceVertexCounts = [3, 3, 3, 3]
        int[] faceVertexIndices = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]
    }"""
    path.write_text(body("", mesh))
    verdict = run(path, tmp_path / "case", ovphysx)
    assert verdict.outcome is Outcome.FAIL
    assert "points of /Root/cloth are animated" in verdict.causes[0]


@pytest.mark.engine_ovphysx
def test_a_hang_is_explained_by_what_gets_through(ovphysx, tmp_path):
    """Say where the engine stopped, which collider it was at, and that it gets through with a hull."""
    points = [(a, b, c) for a in (-0.1, 0.1) for b in (-0.1, 0.1) for c in (-0.1, 0.1)]
    mesh = f"""
    def Mesh "m" (prepend apiSchemas = ["PhysicsCollisionAPI", "PhysicsMeshCollisionAPI"])
    {{
        point3f[] points = {points}
        int[] faceVertexCounts = [4, 4, 4, 4, 4, 4]
        int[] faceVertexIndices = [0, 1, 3, 2, 4, 6, 7, 5, 0, 4, 5, 1, 2, 3, 7, 6, 0, 2, 6, 4, 1, 5, 7, 3]
        uniform token physics:approximation = "sphereFill"
        uniform token subdivisionScheme = "none"
    }}"""
    path = tmp_path / "spheres.usda"
    path.write_text(body("", mesh))
    verdict = run(path, tmp_path / "case", ovphysx, "watchdog_seconds=10")
    assert verdict.outcome is Outcome.FAIL
    lost = next(f for f in verdict.findings if f.code == "ENG007")
    assert "It was loading the scene" in lost.message and lost.time_s is None
    assert "preparing /Root/m" in verdict.causes[0] and "convexHull" in verdict.causes[0]
    assert any("sphereFill of 12 triangles" in c for c in verdict.causes)
    assert probes_of(verdict)["as-convex-hull"] == "passes"


def test_a_hang_while_stepping_says_how_far_it_came(tmp_path):
    """Name the last simulated time of an engine that stops answering."""
    with fake("hang-advance") as engine:
        verdict = run(cube_asset(tmp_path), tmp_path / "case", engine, "watchdog_seconds=3")
    lost = next(f for f in verdict.findings if f.code in ("ENG003", "ENG007"))
    assert lost.time_s is not None
    assert "of simulated time" in lost.message or "first steps were not finished" in lost.message


@pytest.mark.engine_ovphysx
def test_probes_can_be_switched_off_and_never_decide(ovphysx, tmp_path):
    """Give the same outcome, criteria and findings with and without probes."""
    expect = next(e for e in FAILING if e.parent.name == "SAF045-center-of-mass-outside")
    probed = run(asset_beside(expect), tmp_path / "with", ovphysx)
    plain = run(asset_beside(expect), tmp_path / "without", ovphysx, "diagnosis.probes=false")
    assert probes_of(probed) and not probes_of(plain)
    assert probed.outcome is plain.outcome
    assert (probed.criteria, probed.findings, probed.events) == (plain.criteria, plain.findings, plain.events)
    assert plain.causes and CONFIRMED not in plain.causes[0]
    # What is kept on disk says the same; judging again keeps the explanation while the outcome stands.
    again = rejudge_case(Path(tmp_path / "with"))
    assert (again.causes, again.tables) == (probed.causes, probed.tables)


@pytest.mark.engine_ovphysx
def test_a_pass_is_not_probed(ovphysx, tmp_path):
    """Spend no time on an asset that behaves."""
    verdict = run(cube_asset(tmp_path), tmp_path / "case", ovphysx)
    assert verdict.outcome is Outcome.PASS and probes_of(verdict) == {}


@pytest.mark.engine_ovphysx
def test_probes_keep_their_time_limit(ovphysx, tmp_path):
    """Stop when the time is over, whatever is left to try."""
    expect = next(e for e in FAILING if e.parent.name == "SAF046-compliant-contact")
    verdict = run(asset_beside(expect), tmp_path / "case", ovphysx, "diagnosis.probe_seconds=0")
    assert verdict.outcome is Outcome.FAIL and probes_of(verdict) == {}
