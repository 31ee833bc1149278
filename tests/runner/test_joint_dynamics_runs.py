"""joint_effort and prescribed_motion on the embedded engine, against closed forms."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.outcomes import Outcome
from tests.support import codes, run

GOOD = Path(__file__).parents[2] / "assets" / "good"
ARM = GOOD / "arm" / "arm.usda"

pytestmark = pytest.mark.engine_ovphysx


def row(verdict, joint: str) -> dict[str, object]:
    table = verdict.tables[0]
    names = [c.name for c in table.columns]
    return next(dict(zip(names, r, strict=True)) for r in table.rows if r[0] == joint)


def test_arm_needs_what_its_masses_and_levers_say(ovphysx, tmp_path):
    """Stretched out level the shoulder holds 9.81 x (3 x 0.2 + 1.5 x 0.55) N m, the elbow 9.81 x 1.5 x 0.15."""
    verdict = run(ARM, tmp_path / "case", ovphysx, test="joint_effort")
    assert (verdict.outcome, codes(verdict)) == (Outcome.PASS, set())
    assert row(verdict, "/Arm/shoulder")["hold_effort"] == pytest.approx(9.81 * (3 * 0.2 + 1.5 * 0.55), rel=1e-3)
    assert row(verdict, "/Arm/elbow")["hold_effort"] == pytest.approx(9.81 * 1.5 * 0.15, rel=1e-3)


def weakened(tmp_path: Path, change: tuple[str, str]) -> Path:
    text = ARM.read_text()
    assert change[0] in text
    path = tmp_path / "arm.usda"
    path.write_text(text.replace(*change))
    return path


def test_arm_with_a_tenth_of_the_effort_is_too_weak(ovphysx, tmp_path):
    """The shoulder cannot hold itself and is named with pose, need and limit; the elbow can."""
    weak = weakened(tmp_path, ("physics:maxForce = 60", "physics:maxForce = 6"))
    verdict = run(weak, tmp_path / "case", ovphysx, test="joint_effort")
    assert verdict.outcome is Outcome.FAIL
    found = [f for f in verdict.findings if f.code == "MON040"]
    assert [f.sites[0].prim_path for f in found] == ["/Arm/shoulder"]
    assert found[0].measured == pytest.approx(13.98, rel=1e-2) and found[0].limit == pytest.approx(6)


def test_engine_and_model_agree_on_the_arm(ovphysx, tmp_path):
    """A chirp of both joints: forces agree to 0.1 %, joints follow to 0.05 degrees, energy hardly drifts."""
    verdict = run(ARM, tmp_path / "case", ovphysx, test="prescribed_motion")
    assert (verdict.outcome, codes(verdict)) == (Outcome.PASS, set())
    for joint in ("/Arm/shoulder", "/Arm/elbow"):
        numbers = row(verdict, joint)
        assert numbers["effort_error_percent"] < 0.1
        assert numbers["follow_error"] < 0.05
        assert numbers["mass_error_percent"] < 0.01
    assert abs(verdict.measurements["energy_drift_fraction"]) < 0.05


def test_trajectory_file_is_followed_and_a_passive_joint_swings(ovphysx, tmp_path):
    """The shoulder follows a table while the elbow hangs free, with no effort at all."""
    path = tmp_path / "wave.csv"
    path.write_text("time_s,shoulder\n0,0\n0.5,0.5\n1,-0.5\n1.5,0\n")
    settings = [f"trajectory_file={path}", "actuators=elbow=passive"]
    verdict = run(ARM, tmp_path / "case", ovphysx, *settings, test="prescribed_motion")
    assert verdict.outcome is Outcome.PASS, verdict.summary
    assert row(verdict, "/Arm/elbow")["kind"] == "free"
    assert row(verdict, "/Arm/elbow")["peak_effort"] == 0
    assert row(verdict, "/Arm/shoulder")["follow_error"] < 0.5


def test_armature_that_the_engine_ignores_is_found(ovphysx, tmp_path):
    """An armature by an attribute that the engine does not read: it is left out, and the finding says so."""
    hinge = (
        'def PhysicsRevoluteJoint "elbow" (\n        prepend apiSchemas = ["PhysicsDriveAPI:angular", "PhysxJointAPI"]'
    )
    bare = 'def PhysicsRevoluteJoint "elbow" (\n        prepend apiSchemas = ["PhysicsDriveAPI:angular"]'
    changed = weakened(tmp_path, (hinge, bare))
    text = changed.read_text().split('"elbow" (')
    text[1] = text[1].replace("{", "{\n        float physxJoint:armature = 0.5", 1)
    changed.write_text('"elbow" ('.join(text))
    verdict = run(changed, tmp_path / "case", ovphysx, test="prescribed_motion")
    found = next(f for f in verdict.findings if f.code == "MON042")
    assert found.sites[0].prim_path == "/Arm/elbow"
    assert "armature of 0.5" in found.message


@pytest.mark.parametrize("test", ["prescribed_motion", "joint_motion", "joint_effort"])
def test_armature_that_the_engine_uses_is_part_of_the_mechanism(ovphysx, tmp_path, test):
    """Joints with an armature of several times their inertia follow, with the forces of the model, and hold."""
    text = ARM.read_text(encoding="utf-8")
    text = text.replace('"PhysxJointAPI"]', '"PhysxJointAPI", "PhysxJointAxisAPI:angular"]')
    text = text.replace(
        "float physics:upperLimit", "float physxJointAxis:angular:armature = 0.5\n        float physics:upperLimit"
    )
    changed = tmp_path / "geared.usda"
    changed.write_text(text, encoding="utf-8")
    verdict = run(changed, tmp_path / "case", ovphysx, test=test)
    assert verdict.outcome is Outcome.PASS, verdict.summary
    if test == "prescribed_motion":
        assert row(verdict, "/Arm/elbow")["follow_error"] < 0.1
        assert row(verdict, "/Arm/elbow")["mass_error_percent"] < 1


def test_unknown_joint_or_type_is_one_clear_error(ovphysx, tmp_path):
    """A wrong name says which joints there are."""
    verdict = run(ARM, tmp_path / "case", ovphysx, "actuators=wrist=passive", test="prescribed_motion")
    assert verdict.outcome is Outcome.ERROR
    assert any("/Arm/elbow" in f.message and "wrist" in f.message for f in verdict.findings)
    verdict = run(ARM, tmp_path / "other", ovphysx, "actuators=elbow=magic", test="prescribed_motion")
    assert any("locked" in f.message for f in verdict.findings)
