"""Compare what the engine built with what the asset authors. Pure; catches what an engine drops without a word.

What it checks:
    Bodies, colliders, joints, masses, start poses, static parts and the engine's log.
Why it matters:
    PhysX loads almost anything, simulates what is left, and says nothing: a run of half an asset looks like a pass.
How:
    Prim paths of what exists in the engine against prim paths that are authored.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from harness.engines.base import BuiltScene, LogLine
from harness.outcomes import Severity
from harness.scene.spec import ASSET_PRIM, SceneSpec, to_asset_path, to_scene_path
from harness.stage.facts import BodyFacts, JointSide, StageFacts
from harness.verdict import Finding, finding

__all__ = ["audit_built", "log_findings"]

# Engine masses are single precision and, for a body without authored mass, follow from cooked volumes.
_MASS_TOLERANCE = 0.01
_POSE_TOLERANCE_M = 1e-3


def audit_built(facts: StageFacts, spec: SceneSpec, built: BuiltScene) -> tuple[Finding, ...]:
    """Return everything that differs between the authored asset and the built scene.

    Args:
        facts: What the asset authors.
        spec: The composed scene.
        built: What the engine created.
    """
    findings = [
        *_bodies(facts, spec, built),
        *_shapes(facts, spec, built),
        *_joints(facts, spec, built),
        *_masses(facts, spec, built),
        *_start_poses(facts, spec, built),
        *_static_parts(facts, spec, built),
    ]
    if built.scene_count != 1:
        findings.append(
            finding(
                "ENG013",
                f"The engine runs {built.scene_count} physics scenes instead of one; bodies may obey another gravity.",
                measured=float(built.scene_count),
                limit=1.0,
                unit="scenes",
            )
        )
    return tuple(findings)


def log_findings(log: Sequence[LogLine]) -> tuple[Finding, ...]:
    """Return one warning when the engine logged errors, with the first of them."""
    errors = [line.text for line in log if line.level == "ERROR"]
    if not errors:
        return ()
    first = " ".join(errors[0].split())[:300]
    return (
        finding(
            "ENG012",
            f"The engine reported {len(errors)} error{'s' if len(errors) > 1 else ''}; the first: {first}",
            measured=float(len(errors)),
            limit=0.0,
            unit="errors",
        ),
    )


def _expected_bodies(facts: StageFacts) -> list[BodyFacts]:
    return [b for b in facts.bodies if b.is_enabled and not b.is_instance_proxy and not b.is_point_instanced]


def _bodies(facts: StageFacts, spec: SceneSpec, built: BuiltScene) -> list[Finding]:
    present = set(built.body_paths)
    missing = [b.path for b in _expected_bodies(facts) if to_scene_path(b.path, spec.root_prim_path) not in present]
    return [finding("ENG008", f"The engine did not create the rigid body {path}.", sites=[path]) for path in missing]


def _shapes(facts: StageFacts, spec: SceneSpec, built: BuiltScene) -> list[Finding]:
    present = set(built.shape_paths)
    expected = {b.path for b in _expected_bodies(facts)}
    counts = dict(zip(built.body_paths, built.shape_counts.tolist(), strict=True))
    findings: list[Finding] = []
    for collider in facts.colliders:
        if collider.body_path not in expected or not collider.is_enabled or collider.is_trigger:
            continue
        if not collider.is_gprim and collider.nested_collider_paths:
            # All that it would merge may be solid already; SAF041 speaks of the double definition.
            continue
        scene_path = to_scene_path(collider.path, spec.root_prim_path)
        body_scene_path = to_scene_path(collider.body_path, spec.root_prim_path)
        # Colliders that point instances repeat are listed under other paths; the count of the body still shows them.
        if scene_path in present or (facts.point_instancer_count and counts.get(body_scene_path, 0) > 0):
            continue
        findings.append(
            finding(
                "ENG009",
                f"The engine did not create the collider {collider.path}, so {collider.body_path} is not solid there.",
                sites=[collider.path],
            )
        )
    for body in _expected_bodies(facts):
        count = counts.get(to_scene_path(body.path, spec.root_prim_path))
        if count == 0 and body.collider_paths and not findings:
            findings.append(
                finding("ENG009", f"The engine attached no collider to the body {body.path}.", sites=[body.path])
            )
    return findings


def _joints(facts: StageFacts, spec: SceneSpec, built: BuiltScene) -> list[Finding]:
    present = set(built.joint_paths)
    links = set(built.articulation_link_paths)
    findings: list[Finding] = []
    for joint in facts.joints:
        if not joint.is_enabled or joint.side0 is not JointSide.BODY or joint.side1 is not JointSide.BODY:
            continue
        ends = {to_scene_path(b, spec.root_prim_path) for b in (joint.body0, joint.body1) if b is not None}
        # A joint inside an articulation is part of its links and need not be listed on its own.
        if to_scene_path(joint.path, spec.root_prim_path) in present or ends <= links:
            continue
        findings.append(
            finding(
                "ENG010", f"The engine did not create the joint {joint.path}; the parts are loose.", sites=[joint.path]
            )
        )
    return findings


def _masses(facts: StageFacts, spec: SceneSpec, built: BuiltScene) -> list[Finding]:
    masses = dict(zip(built.body_paths, built.mass_kg.tolist(), strict=True))
    # A variation of the scene asks for another mass on purpose.
    varied = {o.prim_path for o in spec.opinions if o.name in ("physics:mass", "physics:density")}
    findings: list[Finding] = []
    for body in _expected_bodies(facts):
        used = masses.get(to_scene_path(body.path, spec.root_prim_path), math.nan)
        authored = body.mass_kg
        if body.path in varied or authored is None or not authored > 0 or not math.isfinite(used):
            continue
        if abs(used - authored) > _MASS_TOLERANCE * authored:
            findings.append(
                finding(
                    "ENG011",
                    f"{body.path} authors a mass of {authored:g} kg, the engine uses {used:g} kg.",
                    sites=[body.path],
                    measured=used,
                    limit=authored,
                    unit="kg",
                )
            )
    return findings


def _start_poses(facts: StageFacts, spec: SceneSpec, built: BuiltScene) -> list[Finding]:
    row = {path: index for index, path in enumerate(built.body_paths)}
    links = set(built.articulation_link_paths)
    findings: list[Finding] = []
    for body in _expected_bodies(facts):
        index = row.get(to_scene_path(body.path, spec.root_prim_path))
        if index is None or not body.transform.is_finite:
            continue
        expected = spec.placement.to_world(body.transform.matrix[:3, 3])
        distance = float(np.linalg.norm(built.position_m[index] - expected))
        limit = _POSE_TOLERANCE_M + 1e-5 * float(np.abs(expected).max())
        if not distance <= limit:
            findings.append(
                finding(
                    "ENG013",
                    f"The engine starts {body.path} {distance:.3f} m away from where the asset puts it.",
                    # An articulation is assembled from its joint frames: the asset disagrees with itself, and it is
                    # SAF031 that says where. Elsewhere the engine simulates another asset.
                    severity=Severity.WARN if built.body_paths[index] in links else None,
                    sites=[body.path],
                    measured=distance,
                    limit=limit,
                    unit="m",
                )
            )
    return findings


def _static_parts(facts: StageFacts, spec: SceneSpec, built: BuiltScene) -> list[Finding]:
    known = {to_scene_path(p, spec.root_prim_path) for p in spec.disabled_collider_paths}
    known.update(built.body_paths)
    known.update(to_scene_path(c.path, spec.root_prim_path) for c in facts.colliders if c.body_path is None)
    findings: list[Finding] = []
    for actor in built.actor_paths:
        if actor.startswith(ASSET_PRIM) and actor not in known:
            path = to_asset_path(actor, spec.root_prim_path)
            findings.append(
                finding("ENG015", f"The engine made {path} a static part that stays in the air.", sites=[path])
            )
    return findings
