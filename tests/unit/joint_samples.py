"""A made-up arm with a driven hinge and a free slide."""

from __future__ import annotations

import numpy as np

from harness.motion.system import JointSystem
from harness.stage.facts import StageFacts


def system() -> JointSystem:
    """Return two coordinates: a hinge of +-1 rad with a drive, and a slide of 0.4 m without."""
    return JointSystem(
        articulation_paths=("/World/Drop/Asset",),
        is_fixed_base=(True,),
        articulation_of=np.zeros(2, np.int64),
        joint_paths=("/Robot/hinge", "/Robot/slide"),
        axis_index=np.zeros(2, np.int64),
        is_linear=np.array([False, True]),
        position=np.zeros(2),
        lower=np.array([-1.0, -0.2]),
        upper=np.array([1.0, 0.2]),
        max_velocity=np.array([2.0, np.inf]),
        max_effort=np.array([10.0, np.inf]),
        armature=np.zeros(2),
        stiffness=np.array([50.0, 0.0]),
        damping=np.array([5.0, 0.0]),
        friction=np.zeros((2, 3)),
        drive_type=np.array([1, 0]),
        position_target=np.zeros(2),
        velocity_target=np.zeros(2),
        mass_matrix=np.diag([0.5, 2.0]),
        link_paths=("/Robot/base", "/Robot/one", "/Robot/two"),
        link_mass_kg=np.ones(3),
        link_center_m=np.zeros((3, 3)),
        link_inertia_kg_m2=np.tile(np.eye(3), (3, 1, 1)),
        link_is_root=np.array([True, False, False]),
    )


def facts_without_joints() -> StageFacts:
    """Return facts that say nothing about joints."""
    return StageFacts(
        root_prim_path="/Robot",
        meters_per_unit=1.0,
        kilograms_per_unit=1.0,
        up_axis="Z",
        is_meters_per_unit_authored=True,
        is_kilograms_per_unit_authored=True,
        is_up_axis_authored=True,
        has_default_prim=True,
        layers=(),
        bodies=(),
        colliders=(),
        joints=(),
        articulations=(),
        materials=(),
        attribute_defects=(),
        scene_paths=(),
        simulation_owner_paths=(),
        dangling_owner_paths=(),
        unsupported=(),
        reset_xforms=(),
        variant_hints=(),
        unbodied_visible_paths=(),
    )
