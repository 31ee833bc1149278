"""Facts about joints and articulations; see ``harness.stage.facts`` for units and conventions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

__all__ = ["ArticulationFacts", "BeyondLimit", "DriveFacts", "JointFacts", "JointMechanics", "JointSide", "MimicFacts"]


class JointSide(StrEnum):
    """What one side of a joint points at."""

    BODY = "body"
    """An enabled rigid body of the asset (or a prim below one)."""
    EMPTY = "empty"
    """No target: the world."""
    MISSING = "missing"
    """A target that is not on the stage: the engine takes the world."""
    NOT_A_BODY = "not-a-body"
    """A prim with no enabled rigid body at or above it: the engine takes the world."""


@dataclass(frozen=True, kw_only=True)
class DriveFacts:
    """One drive of a joint, numbers as authored (stage units)."""

    axis: str
    stiffness: float | None
    damping: float | None
    max_force: float | None
    target_position: float | None
    target_velocity: float | None


@dataclass(frozen=True, kw_only=True)
class MimicFacts:
    """A joint follows another: position = multiplier x other + offset."""

    joint_path: str
    """The other joint."""
    multiplier: float
    """Ratio; positions in rad or m."""
    offset: float
    """Position when the other joint is at 0 [rad or m]."""


@dataclass(frozen=True, kw_only=True)
class JointMechanics:
    """How a joint moves, SI, world frame of the SI asset frame."""

    axis: str
    """Axis of the joint frame about or along which a revolute or prismatic joint moves: ``X``, ``Y`` or ``Z``."""
    world_frame0: npt.NDArray[np.float64]
    """Joint frame as side 0 sees it at the authored pose, 4 x 4, rigid."""
    world_frame1: npt.NDArray[np.float64]
    """The same as side 1 sees it; where the bodies stand at joint position 0, both agree."""
    max_velocity: float | None = None
    """Authored velocity limit [rad/s or m/s]."""
    armature: float | None = None
    """Authored armature [kg m2 or kg]."""
    friction: float | None = None
    """Authored friction, as authored; whatever it is, it brakes."""
    mimic: MimicFacts | None = None
    """Which joint it follows."""
    actuator: str | None = None
    """Authored ``actuator`` attribute: what drives the joint in tests of motion."""


@dataclass(frozen=True, kw_only=True)
class BeyondLimit:
    """An axis of a joint on which the authored pose lies outside of its limits [m or rad]."""

    axis: str
    """``transX`` ... ``rotZ``, ``cone`` for the lean of a spherical joint, ``distance`` of a distance joint."""
    position: float
    low: float
    high: float

    @property
    def is_angle(self) -> bool:
        """Whether its numbers are radians."""
        return not self.axis.startswith(("trans", "distance"))

    @property
    def excess(self) -> float:
        """How far the position lies outside [m or rad]."""
        return max(self.low - self.position, self.position - self.high)


@dataclass(frozen=True, kw_only=True)
class JointFacts:
    """A physics joint prim."""

    path: str
    prim_type: str
    """``PhysicsFixedJoint``, ``PhysicsJoint`` (D6) and so on."""
    is_enabled: bool
    body0_targets: tuple[str, ...]
    body1_targets: tuple[str, ...]
    side0: JointSide
    side1: JointSide
    body0: str | None
    """Enabled rigid body that side 0 resolves to."""
    body1: str | None
    locks_all_axes: bool
    """A fixed joint, or a D6 joint whose six axes are locked by limits with low > high."""
    has_finite_frames: bool
    has_unit_rotations: bool
    """Neither local rotation is the zero quaternion, which engines reject; any other length is normalised."""
    frame_gap_m: float | None
    """Distance of the two joint frames at the authored pose along the axes that the joint locks; ``None`` when a side
    is not a body."""
    frame_angle_rad: float | None
    """Angle between them about the axes that it locks."""
    lower_limit: float | None
    upper_limit: float | None
    """Both as authored, in degrees or stage units; for a distance joint its minDistance and maxDistance."""
    break_force: float | None
    drives: tuple[DriveFacts, ...] = ()
    constrained_axes: tuple[str, ...] | None = None
    """Axes (``transX`` ... ``rotZ``) that a D6 joint locks or limits; ``None`` for other joint types."""
    is_outside_articulation: bool = False
    """physics:excludeFromArticulation."""
    has_collisions: bool = False
    """physics:collisionEnabled: whether its two bodies collide with each other."""
    tied_joints: tuple[str, ...] = ()
    """Joints that cannot move alone because of this prim: those of a gear or rack, or itself under a tendon."""
    beyond_limits: tuple[BeyondLimit, ...] = ()
    """Axes on which the authored pose lies outside of the limits."""
    mechanics: JointMechanics | None = None
    """How it moves; ``None`` when its frames or the transforms of its bodies cannot be used."""


@dataclass(frozen=True, kw_only=True)
class ArticulationFacts:
    """A prim with ArticulationRootAPI."""

    path: str
    is_enabled: bool
    body_paths: tuple[str, ...]
    """Bodies that joints connect to it, in the order of the namespace."""
    has_self_collisions: bool = True
    """physxArticulation:enabledSelfCollisions; on by default."""
