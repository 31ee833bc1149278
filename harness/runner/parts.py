"""Bodies and joints of an asset for its report."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from harness.parts import BodyRecord, JointRecord
from harness.scene.spec import to_asset_path
from harness.stage.facts import BodyFacts, ColliderFacts, DriveFacts, StageFacts

if TYPE_CHECKING:
    # A check needs no engine, nor what its interface brings along.
    from harness.engines.base import BuiltScene

__all__ = ["authored_bodies", "authored_joints", "with_engine_values"]

_PREFIX = "Physics"


def authored_bodies(facts: StageFacts) -> tuple[BodyRecord, ...]:
    """Return every body as it is authored, in the order of the facts."""
    colliders: dict[str, list[ColliderFacts]] = {}
    for collider in facts.colliders:
        if collider.is_enabled and collider.body_path is not None:
            colliders.setdefault(collider.body_path, []).append(collider)
    return tuple(_body(body, colliders.get(body.path, [])) for body in facts.bodies)


def _body(body: BodyFacts, colliders: list[ColliderFacts]) -> BodyRecord:
    points = len(body.collider_points_m)
    return BodyRecord(
        path=body.path,
        kind=_kind(body),
        authored_mass_kg=_finite(body.mass_kg),
        authored_density_kg_m3=_finite(body.density_kg_m3),
        collider_count=len(colliders),
        approximations=tuple(dict.fromkeys(_approximation(c) for c in colliders)),
        hull_vertices=points or None,
        volume_m3=_finite(body.collider_volume_m3),
    )


def _kind(body: BodyFacts) -> str:
    if body.is_instance_proxy or body.is_point_instanced:
        return "instance"
    if not body.is_enabled:
        return "disabled"
    if body.is_kinematic:
        return "kinematic"
    return "articulation link" if body.articulation_root_path else "dynamic"


def _approximation(collider: ColliderFacts) -> str:
    is_shape = collider.mesh is None and not collider.merged_meshes
    return collider.prim_type if is_shape else (collider.approximation or "none authored")


def _finite(value: float | None) -> float | None:
    return value if value is not None and np.isfinite(value) else None


def authored_joints(facts: StageFacts) -> tuple[JointRecord, ...]:
    """Return every joint as it is authored."""
    return tuple(
        JointRecord(
            path=joint.path,
            kind=joint.prim_type.removeprefix(_PREFIX),
            body0=joint.body0,
            body1=joint.body1,
            is_enabled=joint.is_enabled,
            lower_limit=_finite(joint.lower_limit),
            upper_limit=_finite(joint.upper_limit),
            drives=tuple(_drive(d) for d in joint.drives),
        )
        for joint in facts.joints
    )


def _drive(drive: DriveFacts) -> str:
    values = (
        ("stiffness", drive.stiffness),
        ("damping", drive.damping),
        ("force limit", drive.max_force),
        ("target position", drive.target_position),
        ("target velocity", drive.target_velocity),
    )
    texts = [f"{name} {value:g}" for name, value in values if value is not None]
    return f"{drive.axis}: {', '.join(texts) or 'nothing authored'}"


def with_engine_values(
    bodies: tuple[BodyRecord, ...], built: BuiltScene, root_prim_path: str
) -> tuple[BodyRecord, ...]:
    """Return the bodies with what the engine made of them; bodies that it did not build stay as they are.

    Args:
        bodies: As authored.
        built: What the engine created.
        root_prim_path: Prim of the asset that the scene references.
    """
    index = {to_asset_path(path, root_prim_path): i for i, path in enumerate(built.body_paths)}
    return tuple(body if body.path not in index else _used(body, built, index[body.path]) for body in bodies)


def _used(body: BodyRecord, built: BuiltScene, index: int) -> BodyRecord:
    mass = float(built.mass_kg[index])
    known = mass if np.isfinite(mass) and mass > 0 else None
    is_solid = known is not None and body.volume_m3 is not None and body.volume_m3 > 0
    return replace(
        body,
        mass_kg=known,
        density_kg_m3=known / body.volume_m3 if is_solid and known and body.volume_m3 else None,
        inertia_kg_m2=_principal(built.inertia_kg_m2, index),
        center_of_mass_m=_row(built.center_of_mass_m, index),
    )


def _row(values: npt.NDArray[np.float64] | None, index: int) -> tuple[float, float, float] | None:
    if values is None or not np.isfinite(values[index]).all():
        return None
    x, y, z = (float(v) for v in values[index])
    return x, y, z


def _principal(values: npt.NDArray[np.float64] | None, index: int) -> tuple[float, float, float] | None:
    """Return the eigenvalues of an inertia tensor, which do not depend on the axes that the engine tells it in."""
    if values is None or not np.isfinite(values[index]).all():
        return None
    tensor = values[index]
    a, b, c = (float(v) for v in np.linalg.eigvalsh((tensor + tensor.T) / 2))
    return a, b, c
