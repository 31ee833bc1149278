"""What a case adds for its report: bodies, joints, safeguards, replay; none of it can change or lose a result."""

from __future__ import annotations

import numpy as np
import pytest

from harness.outcomes import Outcome
from harness.report.codec import load_verdict
from harness.safeguards import SAFEGUARDS
from tests.support import cube_asset, fake, run


def test_bodies_and_safeguards_are_in_the_verdict(tmp_path):
    """Record what the asset is made of and which checks were made."""
    with fake("pass") as engine:
        verdict = run(cube_asset(tmp_path), tmp_path / "case", engine)
    (body,) = verdict.asset.bodies
    assert (body.path, body.kind, body.approximations, body.collider_count) == ("/Root", "dynamic", ("Cube",), 1)
    assert body.authored_mass_kg == body.mass_kg == 1.0
    assert body.hull_vertices == 8
    assert body.density_kg_m3 == pytest.approx(125.0, rel=1e-4)
    # The scripted engine tells neither; a report must not make them up.
    assert body.inertia_kg_m2 is None and body.center_of_mass_m is None
    assert verdict.safeguards == tuple(g.name for g in SAFEGUARDS)


def test_bodies_are_known_when_a_safeguard_ends_the_case(tmp_path):
    """Show the bodies of an asset that was never simulated, without numbers of an engine."""
    asset = cube_asset(tmp_path, body="float physics:density = -5")
    asset.write_text(asset.read_text().replace("float physics:mass = 1", ""))
    with fake("pass") as engine:
        verdict = run(asset, tmp_path / "case", engine)
    assert verdict.outcome is Outcome.FAIL
    (body,) = verdict.asset.bodies
    assert body.authored_density_kg_m3 == -5 and body.mass_kg is None
    assert not [a for a in verdict.artifacts if a.kind == "replay-3d"]


@pytest.mark.parametrize("error", [ValueError("broken </script> /home/jane/x.usd"), MemoryError(), KeyError("x")])
def test_replay_that_cannot_be_made_loses_nothing(tmp_path, monkeypatch, error):
    """Keep the verdict as it was and say in the replay why there is none."""
    from harness.video import replay3d

    def fail(source):
        # The verdict must be on disk before anything is drawn.
        assert load_verdict(tmp_path / "case" / "verdict.json").outcome is Outcome.PASS
        raise error

    monkeypatch.setattr(replay3d, "replay_script", fail)
    with fake("pass") as engine:
        verdict = run(cube_asset(tmp_path), tmp_path / "case", engine)
    assert verdict.outcome is Outcome.PASS
    assert load_verdict(tmp_path / "case" / "verdict.json") == verdict
    text = (tmp_path / "case" / "replay3d.js").read_text()
    assert "It could not be made" in text and "</script>" not in text and "jane" not in text


@pytest.mark.engine_ovphysx
def test_engine_tells_mass_inertia_and_centre(tmp_path):
    """Compare what PhysX used with the formula of a cube, in an asset in centimetres and Y up."""
    from harness.engines import load_engine

    asset = cube_asset(tmp_path, mpu=0.01, up="Y")
    with load_engine("ovphysx") as engine:
        verdict = run(asset, tmp_path / "case", engine)
    (body,) = verdict.asset.bodies
    assert body.mass_kg == pytest.approx(1.0, rel=1e-5)
    # A solid cube: m a^2 / 6 about every axis through its centre.
    assert body.inertia_kg_m2 == pytest.approx((0.2**2 / 6,) * 3, rel=1e-3)
    assert np.allclose(body.center_of_mass_m or (), 0, atol=1e-6)
