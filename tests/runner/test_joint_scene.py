"""Scenes in which joints are moved: whatever holds the asset, it hangs above the floor and its base stands still."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from harness.intake import read_asset
from harness.motion.scene import HELD_BASE, compose_joint_scene
from harness.scene.spec import SceneSpec
from harness.trajectory import Trajectory
from tests.support import run

GOOD = Path(__file__).parents[2] / "assets" / "good"
ARM = GOOD / "arm" / "arm.usda"
# Bolted to a prim that is no body; hinged to the world itself; with Y up and in centimetres.
ANCHORS = {
    "bolted": ("", ""),
    "kinematic": ('def PhysicsFixedJoint "bolt"', 'def Scope "bolt"'),
    "hinged": (
        "rel physics:body0 = </Arm/pedestal>\n        rel physics:body1 = </Arm/upper_arm>",
        "rel physics:body1 = </Arm/upper_arm>",
    ),
}


def variant(tmp_path: Path, kind: str) -> Path:
    text = ARM.read_text()
    before, after = ANCHORS[kind]
    assert before in text
    text = text.replace(before, after)
    if kind == "kinematic":
        text = text.replace(
            "float physics:mass = 20", "float physics:mass = 20\n        bool physics:kinematicEnabled = 1"
        )
    path = tmp_path / "arm.usda"
    path.write_text(text)
    return path


def test_scene_lifts_the_asset_with_its_anchor():
    """The lowest point is far above the floor, and the anchor's world frame moves by as much."""
    facts = read_asset(ARM).facts
    assert facts is not None
    spec = compose_joint_scene(facts, ARM, gravity_m_s2=0, timestep_s=1 / 240, has_contacts=True)
    assert isinstance(spec, SceneSpec)
    lowest = min(b.collider_points_m[:, 2].min() for b in facts.bodies) + spec.placement.translation_m[2]
    assert lowest > 1.0
    anchor = next(o for o in spec.opinions if o.prim_path == "/Arm/bolt" and o.name == "physics:localPos0")
    assert anchor.value == pytest.approx(spec.placement.translation_m)


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize("kind", sorted(ANCHORS))
def test_base_stands_still_whatever_holds_it(ovphysx, tmp_path, kind):
    """The first body of the chain that is held does not move, and both joints cover their range."""
    verdict = run(variant(tmp_path, kind), tmp_path / "case", ovphysx, test="joint_motion")
    reach = next(c for c in verdict.criteria if c.name == "joints-reach")
    assert reach.status.value == "MET", verdict.summary
    motion = Trajectory.load(tmp_path / "case" / "trajectory.npz")
    assert motion.joints is not None and motion.joints.system.is_fixed_base == (True,)
    place = motion.frames.position_m
    still = int(np.argmin(np.ptp(place, axis=0).max(axis=1)))
    assert np.ptp(place[:, still], axis=0).max() < 1e-4
    own = [i for i, p in enumerate(motion.body_paths) if HELD_BASE not in p]
    assert place[:, own, 2].min() > 0.3
