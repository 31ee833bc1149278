"""Facts of a healthy asset, made by hand, with any part replaced."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.stage.facts import (
    BodyFacts,
    ColliderFacts,
    JointFacts,
    JointSide,
    MaterialFacts,
    MeshFacts,
    Points,
    StageFacts,
    TransformFacts,
)

BOX = np.array([[x, y, z] for x in (-0.1, 0.1) for y in (-0.1, 0.1) for z in (0.0, 0.2)])
NONE = np.zeros((0, 3))


def moved(x: float, y: float, z: float) -> Points:
    """The points of the healthy box, moved."""
    return BOX + np.array([x, y, z])


def transform(at: tuple[float, float, float] = (0, 0, 0), **changes: Any) -> TransformFacts:
    matrix = np.eye(4)
    matrix[:3, 3] = at
    values: dict[str, Any] = {
        "matrix": matrix,
        "is_finite": True,
        "determinant": 1.0,
        "scale": (1.0, 1.0, 1.0),
        "has_shear": False,
    }
    return TransformFacts(**{**values, **changes})


def mesh(**changes: Any) -> MeshFacts:
    values: dict[str, Any] = {
        "point_count": 8,
        "face_count": 6,
        "counts_min": 4,
        "counts_sum": 24,
        "index_count": 24,
        "index_min": 0,
        "index_max": 7,
        "has_non_finite_points": False,
        "max_abs_point_m": 0.2,
        "area_m2": 0.24,
        "signed_volume_m3": 0.008,
        "is_closed": True,
        "extent_m": (0.2, 0.2, 0.2),
        "triangle_count": 12,
    }
    return MeshFacts(**{**values, **changes})


def collider(path: str = "/Root/shape", body_path: str | None = "/Root", **changes: Any) -> ColliderFacts:
    values: dict[str, Any] = {
        "path": path,
        "prim_type": "Cube",
        "body_path": body_path,
        "is_gprim": True,
        "is_enabled": True,
        "is_trigger": False,
        "is_instance_proxy": False,
        "approximation": None,
        "levels_below_body": 1,
        "transform": transform(),
        "mesh": None,
        "size_m": (0.2, 0.2, 0.2),
        "volume_m3": 0.008,
    }
    return ColliderFacts(**{**values, **changes})


def mesh_collider(approximation: str | None = "convexHull", **changes: Any) -> ColliderFacts:
    values: dict[str, Any] = {"prim_type": "Mesh", "mesh": mesh(), "approximation": approximation}
    return collider(**{**values, **changes})


def body(path: str = "/Root", **changes: Any) -> BodyFacts:
    values: dict[str, Any] = {
        "path": path,
        "prim_type": "Xform",
        "is_enabled": True,
        "is_kinematic": False,
        "starts_asleep": False,
        "is_instance_proxy": False,
        "is_point_instanced": False,
        "resets_xform_stack": False,
        "parent_body_path": None,
        "articulation_root_path": None,
        "transform": transform(),
        "mass_kg": 4.0,
        "density_kg_m3": None,
        "diagonal_inertia_kg_m2": None,
        "center_of_mass_m": None,
        "principal_axes_xyzw": None,
        "linear_velocity_m_s": None,
        "angular_velocity_rad_s": None,
        "is_gravity_disabled": False,
        "linear_damping": None,
        "angular_damping": None,
        "max_linear_velocity_m_s": None,
        "sleep_threshold": None,
        "locked_position_axes": 0,
        "locked_rotation_axes": 0,
        "has_force_api": False,
        "simulation_owner": None,
        "collider_paths": (f"{path}/shape",),
        "judged_points_m": BOX,
        "collider_points_m": BOX,
        "has_visible_geometry": True,
        "collider_volume_m3": 0.008,
    }
    return BodyFacts(**{**values, **changes})


def joint(path: str = "/Root/joint", **changes: Any) -> JointFacts:
    values: dict[str, Any] = {
        "path": path,
        "prim_type": "PhysicsFixedJoint",
        "is_enabled": True,
        "body0_targets": ("/Root/a",),
        "body1_targets": ("/Root/b",),
        "side0": JointSide.BODY,
        "side1": JointSide.BODY,
        "body0": "/Root/a",
        "body1": "/Root/b",
        "locks_all_axes": True,
        "has_finite_frames": True,
        "has_unit_rotations": True,
        "frame_gap_m": 0.0,
        "frame_angle_rad": 0.0,
        "lower_limit": None,
        "upper_limit": None,
        "break_force": None,
    }
    return JointFacts(**{**values, **changes})


def anchor(path: str = "/Root/joint", target: str = "/Root", **changes: Any) -> JointFacts:
    """A fixed joint from a body to nothing."""
    values: dict[str, Any] = {
        "body0_targets": (target,),
        "body1_targets": (),
        "side1": JointSide.EMPTY,
        "body0": target,
        "body1": None,
        "frame_gap_m": None,
        "frame_angle_rad": None,
    }
    return joint(path, **{**values, **changes})


def material(path: str = "/Root/rubber", **changes: Any) -> MaterialFacts:
    values: dict[str, Any] = {
        "path": path,
        "static_friction": 0.5,
        "dynamic_friction": 0.5,
        "restitution": 0.1,
        "restitution_combine_mode": None,
        "compliant_stiffness": None,
    }
    return MaterialFacts(**{**values, **changes})


def stage(**changes: Any) -> StageFacts:
    """One healthy body with one collider."""
    values: dict[str, Any] = {
        "root_prim_path": "/Root",
        "meters_per_unit": 1.0,
        "kilograms_per_unit": 1.0,
        "up_axis": "Z",
        "is_meters_per_unit_authored": True,
        "is_kilograms_per_unit_authored": True,
        "is_up_axis_authored": True,
        "has_default_prim": True,
        "layers": (),
        "bodies": (body(),),
        "colliders": (collider(),),
        "joints": (),
        "articulations": (),
        "materials": (),
        "attribute_defects": (),
        "scene_paths": (),
        "simulation_owner_paths": (),
        "dangling_owner_paths": (),
        "unsupported": (),
        "reset_xforms": (),
        "variant_hints": (),
        "unbodied_visible_paths": (),
    }
    return StageFacts(**{**values, **changes})


def with_body(**changes: Any) -> StageFacts:
    return stage(bodies=(body(**changes),))


def with_collider(made: ColliderFacts) -> StageFacts:
    return stage(colliders=(made,))


def two_bodies(*joints: JointFacts, second: dict[str, Any] | None = None, **first: Any) -> StageFacts:
    """Bodies /Root/a and /Root/b, one above the other, with one collider each."""
    upper = {"judged_points_m": moved(0, 0, 0.3), "collider_points_m": moved(0, 0, 0.3), **(second or {})}
    bodies = (body("/Root/a", **first), body("/Root/b", **upper))
    colliders = tuple(collider(f"{b.path}/shape", b.path) for b in bodies if b.collider_paths)
    return stage(bodies=bodies, colliders=colliders, joints=joints)
