"""Read where a joint may stand: which axes it locks, limits or leaves free."""

from __future__ import annotations

import math

from pxr import Usd

from harness.stage.joint_pose import FREE, LOCKED, ROTATIONS, TRANSLATIONS, Cone, JointRanges, Range
from harness.stage.values import authored_float, authored_token
from harness.stage.walk import Node, StageUnits

__all__ = ["AXES", "axis_state", "read_ranges"]

AXES = (*TRANSLATIONS, *ROTATIONS)


def read_ranges(node: Node, units: StageUnits) -> JointRanges:
    """Return where a joint may stand.

    What is no limit, such as one that is not finite or whose ends are swapped, leaves the axis free.

    Args:
        node: The joint.
        units: Conversion to SI.
    """
    prim, kind = node.prim, node.type_name
    token = authored_token(prim, "physics:axis") or "X"
    axis = "XYZ".index(token) if token in ("X", "Y", "Z") else 0
    ranges = dict.fromkeys(AXES, FREE)
    if kind == "PhysicsJoint":
        return JointRanges({a: _of_free_joint(prim, a, node.schemas, units) for a in AXES})
    if kind in ("PhysicsFixedJoint", "PhysicsRevoluteJoint", "PhysicsSphericalJoint"):
        ranges |= dict.fromkeys(TRANSLATIONS, LOCKED)
    if kind in ("PhysicsFixedJoint", "PhysicsPrismaticJoint"):
        ranges |= dict.fromkeys(ROTATIONS, LOCKED)
    low, high = authored_float(prim, "physics:lowerLimit"), authored_float(prim, "physics:upperLimit")
    if kind == "PhysicsRevoluteJoint":
        ranges |= dict.fromkeys(ROTATIONS, LOCKED)
        ranges[ROTATIONS[axis]] = _range(low, high, math.pi / 180)
    if kind == "PhysicsPrismaticJoint":
        ranges |= dict.fromkeys(TRANSLATIONS, LOCKED)
        ranges[TRANSLATIONS[axis]] = _range(low, high, units.meters)
    return JointRanges(
        ranges,
        _cone(prim, axis) if kind == "PhysicsSphericalJoint" else None,
        _distance(prim, units) if kind == "PhysicsDistanceJoint" else FREE,
    )


def axis_state(prim: Usd.Prim, axis: str, schemas: frozenset[str]) -> str:
    """Return whether a D6 joint leaves an axis free, limits it or locks it (low above high, or no room)."""
    if f"PhysicsLimitAPI:{axis}" not in schemas:
        return "free"
    low, high = authored_float(prim, f"limit:{axis}:physics:low"), authored_float(prim, f"limit:{axis}:physics:high")
    low, high = -math.inf if low is None else low, math.inf if high is None else high
    if low > high or (low == high and math.isfinite(low)):
        return "locked"
    return "free" if low == -math.inf and high == math.inf else "limited"


def _of_free_joint(prim: Usd.Prim, axis: str, schemas: frozenset[str], units: StageUnits) -> Range:
    if axis_state(prim, axis, schemas) == "free":
        return FREE
    low, high = authored_float(prim, f"limit:{axis}:physics:low"), authored_float(prim, f"limit:{axis}:physics:high")
    if low is not None and high is not None and low > high:
        return LOCKED
    return _range(low, high, units.meters if axis in TRANSLATIONS else math.pi / 180)


def _range(low: float | None, high: float | None, scale: float) -> Range:
    lower = -math.inf if low is None or math.isnan(low) else low * scale
    upper = math.inf if high is None or math.isnan(high) else high * scale
    return (lower, upper) if lower <= upper else FREE


def _cone(prim: Usd.Prim, axis: int) -> Cone:
    def limit(name: str) -> float:
        value = authored_float(prim, name)
        return math.inf if value is None or not value >= 0 else math.radians(value)

    return Cone(axis, max(limit("physics:coneAngle0Limit"), limit("physics:coneAngle1Limit")))


def _distance(prim: Usd.Prim, units: StageUnits) -> Range:
    # Negative means no limit.
    low, high = (authored_float(prim, f"physics:{name}Distance") for name in ("min", "max"))
    return _range(None if low is None or low < 0 else low, None if high is None or high < 0 else high, units.meters)
