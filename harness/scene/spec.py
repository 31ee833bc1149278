"""Pure data that describes a composed scene."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from harness.geometry import quaternion_to_matrix
from harness.scene.opinion import Opinion
from harness.scene.ramp import Ramp
from harness.stage.facts import ResetXform, VariantSelection

__all__ = ["ASSET_PRIM", "GROUND_PRIM", "Placement", "SceneSpec", "lane_of", "to_asset_path", "to_scene_path"]

ASSET_PRIM = "/World/Drop/Asset"
"""Prim that references the asset's root prim."""
LANES_PRIM = "/World/Lanes"
"""Parent of further copies of the asset: ``L1/Asset``, ``L2/Asset`` ..."""
GROUND_PRIM = "/World/Ground"
"""The floor and its one collider."""


@dataclass(frozen=True, kw_only=True)
class Placement:
    """Where the asset starts and what the fall will be like."""

    translation_m: tuple[float, float, float]
    """Moves the asset from its authored pose (after ``rotation_xyzw``), SI asset frame."""
    height_m: float
    """Height of the judged geometry at the authored pose."""
    drop_height_m: float
    """Distance of the lowest point from the floor at the start."""
    is_height_raised: bool
    """Whether the smallest start height took the place of factor x height."""
    fall_time_s: float
    """sqrt(2 h / g) for the lowest point."""
    impact_speed_m_s: float
    """sqrt(2 g h)."""
    box_min_m: tuple[float, float, float]
    """Lower corner of the bounds of judged and collider geometry, turned but not yet translated."""
    box_max_m: tuple[float, float, float]
    """Upper corner."""
    rotation_xyzw: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)
    """Turn about the origin of the SI asset frame before the translation."""

    def to_world(self, points_m: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return where points of the authored pose start, shape (..., 3), SI, Z up."""
        moved: npt.NDArray[np.float64] = points_m @ quaternion_to_matrix(self.rotation_xyzw).T
        moved += np.asarray(self.translation_m)
        return moved


@dataclass(frozen=True, kw_only=True)
class SceneSpec:
    """Everything the composer writes. Quantities are SI; the stage itself keeps the asset's units and up axis.

    Keeping the asset's own units makes every authored number (mass, density, inertia, joint limits, drives, offsets,
    velocities) mean what it says. Under a scaled reference the engine reads them in the wrong units: a density of
    0.001 kg/cm3 becomes 0.001 kg/m3.
    """

    asset_file: Path
    """USD file to reference."""
    root_prim_path: str
    """Prim of that file to reference."""
    meters_per_unit: float
    kilograms_per_unit: float
    up_axis: str
    placement: Placement
    gravity_m_s2: float
    timestep_s: float
    floor_friction: float
    floor_restitution: float
    variants: tuple[VariantSelection, ...] = ()
    """Selections that the user asked for, asset paths."""
    deactivated_paths: tuple[str, ...] = ()
    """PhysicsScene prims of the asset, asset paths."""
    disabled_collider_paths: tuple[str, ...] = ()
    """Static colliders of the asset, asset paths."""
    uninstanced_paths: tuple[str, ...] = ()
    """Instanceable prims above such colliders, asset paths; nothing inside an instance can be switched off."""
    cleared_owner_paths: tuple[str, ...] = ()
    """Prims whose simulationOwner is cleared, asset paths."""
    reset_xforms: tuple[ResetXform, ...] = ()
    """Prims that ignore their parents and must be placed one by one, asset paths."""
    is_ccd_enabled: bool = False
    """Continuous collision detection of the scene; bodies must ask for it too."""
    opinions: tuple[Opinion, ...] = ()
    """Further changes over the asset; later ones win."""
    ramp: Ramp | None = None
    """A wedge on the floor, down towards +X."""
    lanes: tuple[Placement, ...] = ()
    """Further copies of the asset, side by side with the first one; for statistics only."""
    fixed_floor_offset_m: float | None = None
    """Contact offset of the floor; ``None`` lets it follow the impact speed."""
    numbers: dict[str, float] = field(default_factory=dict)
    """Numbers that the test's judgement needs besides the motion, unit in the name."""

    @property
    def floor_contact_offset_m(self) -> float:
        """Contact offset of the floor that covers the distance of one step at impact.

        Source: measured on PhysX 5.12 at 240 steps a second: a healthy box overshoots by up to 0.6 v dt with the
        default offset, and by at most 0.5 mm when the offset is at least v dt.
        """
        if self.fixed_floor_offset_m is not None:
            return self.fixed_floor_offset_m
        return max(0.02, 1.1 * self.placement.impact_speed_m_s * self.timestep_s)


def lane_of(scene_path: str) -> int:
    """Return the lane of a prim of the composed scene, counted from 1; 0 for the asset itself."""
    if not scene_path.startswith(LANES_PRIM + "/L"):
        return 0
    return int(scene_path.removeprefix(LANES_PRIM + "/L").partition("/")[0])


def to_scene_path(asset_path: str, root_prim_path: str) -> str:
    """Map a prim path of the asset to the composed scene."""
    if asset_path == root_prim_path:
        return ASSET_PRIM
    return ASSET_PRIM + asset_path.removeprefix(root_prim_path)


def to_asset_path(scene_path: str, root_prim_path: str) -> str:
    """Map a prim path of the composed scene, in any lane, to the asset; other paths are returned unchanged."""
    lane = lane_of(scene_path)
    top = f"{LANES_PRIM}/L{lane}/Asset" if lane else ASSET_PRIM
    if scene_path == top:
        return root_prim_path
    if scene_path.startswith(top + "/"):
        return root_prim_path + scene_path.removeprefix(top)
    return scene_path
