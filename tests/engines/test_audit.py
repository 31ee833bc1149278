"""What the engine built against what the asset authors: every difference has its code, and no difference has none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from harness.config import resolve
from harness.engines.audit import audit_built, log_findings
from harness.engines.base import BuiltScene, LogLine
from harness.intake import read_asset
from harness.scene.spec import ASSET_PRIM, SceneSpec
from harness.verdict import Finding
from tests_catalog.ground_drop import GroundDropConfig, compose

CHEST = Path(__file__).parents[2] / "assets" / "good" / "chest" / "chest.usda"


@pytest.fixture(scope="module")
def authored():
    """Facts and scene of a chest: two bodies, a hinge, six colliders."""
    facts = read_asset(CHEST).facts
    assert facts is not None
    spec = compose(facts, CHEST, resolve("ground_drop", GroundDropConfig).test)
    assert not isinstance(spec, Finding)
    return facts, spec


def as_authored(facts, spec: SceneSpec) -> BuiltScene:
    """Return what an engine reports that built everything."""

    def scene(path: str) -> str:
        return path.replace(facts.root_prim_path, ASSET_PRIM, 1)

    bodies = facts.moving_bodies
    return BuiltScene(
        body_paths=tuple(scene(b.path) for b in bodies),
        articulation_link_paths=(),
        position_m=np.array([spec.placement.to_world(b.transform.matrix[:3, 3]) for b in bodies], dtype=np.float32),
        orientation_xyzw=np.tile(np.array([0, 0, 0, 1], dtype=np.float32), (len(bodies), 1)),
        mass_kg=np.array([b.mass_kg for b in bodies]),
        shape_counts=np.array([len(b.collider_paths) for b in bodies]),
        shape_paths=tuple(scene(c.path) for c in facts.colliders),
        actor_paths=tuple(scene(b.path) for b in bodies),
        joint_paths=tuple(scene(j.path) for j in facts.joints),
        scene_count=1,
        log=(),
    )


def test_a_scene_that_is_as_authored_has_no_finding(authored):
    """Find nothing when everything is there."""
    facts, spec = authored
    assert audit_built(facts, spec, as_authored(facts, spec)) == ()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda b: {"body_paths": ("/World/Other", *b.body_paths[1:])}, "ENG008"),
        (lambda b: {"shape_paths": b.shape_paths[1:]}, "ENG009"),
        (lambda b: {"joint_paths": ()}, "ENG010"),
        (lambda b: {"mass_kg": b.mass_kg * 2}, "ENG011"),
        (lambda b: {"position_m": b.position_m + np.float32(0.1)}, "ENG013"),
        (lambda b: {"scene_count": 2}, "ENG013"),
        (lambda b: {"actor_paths": (*b.actor_paths, f"{ASSET_PRIM}/chest/left")}, "ENG015"),
    ],
    ids=["body", "collider", "joint", "mass", "pose", "scenes", "static part"],
)
def test_each_difference_has_its_code(authored, change, code):
    """Name what the engine left out, replaced or moved."""
    facts, spec = authored
    built = as_authored(facts, spec)
    assert code in {f.code for f in audit_built(facts, spec, replace(built, **change(built)))}


def test_errors_of_the_log_are_one_warning():
    """Count the errors and quote the first; warnings alone say nothing."""
    lines = (LogLine(level="WARNING", text="thin"), LogLine(level="ERROR", text="bad\nframe"))
    assert [f.code for f in log_findings(lines)] == ["ENG012"]
    assert "bad frame" in log_findings(lines)[0].message
    assert log_findings(lines[:1]) == ()
