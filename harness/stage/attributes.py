"""Find authored physics attributes whose value cannot be meant: not finite, or of another type than the schema's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from pxr import Usd, UsdGeom

from harness.stage.facts import AttributeDefect
from harness.stage.walk import Node

__all__ = ["attribute_defects"]

_PREFIXES = ("physics:", "physx", "drive:", "limit:", "state:")
_SHAPE = ("size", "radius", "height", "radiusTop", "radiusBottom", "axis", "width", "length")
# Infinity means "no limit" or "not given" in these; names without their namespaces.
_UNLIMITED = frozenset(
    {
        "maxForce",
        "breakForce",
        "breakTorque",
        "lowerLimit",
        "upperLimit",
        "low",
        "high",
        "maxDistance",
        "minDistance",
        "coneAngle0Limit",
        "coneAngle1Limit",
        "centerOfMass",
        "maxLinearVelocity",
        "maxAngularVelocity",
        "maxJointVelocity",
        "maxContactImpulse",
        "maxDepenetrationVelocity",
        "contactOffset",
        "restOffset",
        "gravityMagnitude",
        "maxBiasCoefficient",
        "errorPercentage",
        "cfmScale",
        "torsionalPatchRadius",
        "minTorsionalPatchRadius",
    }
)
_NUMBERS = frozenset({"float", "double", "half", "int", "uint", "int64", "uint64", "uchar"})
_TEXTS = frozenset({"token", "string"})
_VECTORS = ("point", "vector", "normal", "color", "float", "double", "half")


def attribute_defects(nodes: Sequence[Node]) -> tuple[AttributeDefect, ...]:
    """Check every authored physics attribute, and the sizes of colliders."""
    defects: list[AttributeDefect] = []
    for node in nodes:
        is_collider = "PhysicsCollisionAPI" in node.schemas
        for attribute in node.prim.GetAuthoredAttributes():
            name = attribute.GetName()
            if name.startswith(_PREFIXES) or (is_collider and name in _SHAPE and node.prim.IsA(UsdGeom.Gprim)):
                defect = _defect(node, attribute, name)
                if defect is not None:
                    defects.append(defect)
    return tuple(defects)


def _defect(node: Node, attribute: Usd.Attribute, name: str) -> AttributeDefect | None:
    value = attribute.Get()
    definition = node.prim.GetPrimDefinition().GetAttributeDefinition(name)
    expected = str(definition.GetTypeName()) if definition else ""
    stack = attribute.GetPropertyStack()
    written = str(stack[0].typeName) if stack else ""
    if expected and written and not _fits(written, expected):
        return AttributeDefect(
            prim_path=node.path, attribute=name, kind="wrong-type", value=f"{written} {value!r}", expected=expected
        )
    if value is None or isinstance(value, (str, bool)):
        return None
    numbers = _numbers(value)
    if numbers is None:
        return None
    bad = np.isnan(numbers)
    if name.rpartition(":")[2] not in _UNLIMITED:
        bad = bad | np.isinf(numbers)
    if not bad.any():
        return None
    return AttributeDefect(prim_path=node.path, attribute=name, kind="non-finite", value=str(value)[:80])


def _numbers(value: Any) -> Any:
    """Return the numbers in a value as an array, or ``None`` for a value without numbers."""
    if hasattr(value, "real") and hasattr(value, "imaginary"):
        return np.array([float(value.real), *(float(v) for v in value.imaginary)])
    try:
        return np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        return None


def _fits(written: str, expected: str) -> bool:
    """Whether a value of one type can stand for the other, as USD readers convert them."""
    if written == expected:
        return True
    if written in _NUMBERS and expected in _NUMBERS:
        return True
    if written in _TEXTS and expected in _TEXTS:
        return True
    return _shape(written) is not None and _shape(written) == _shape(expected)


def _shape(name: str) -> tuple[str, bool] | None:
    """Return the family of a vector, quaternion or matrix type, and whether it is an array."""
    base, array = name.removesuffix("[]"), name.endswith("[]")
    for family in ("quat", "matrix4", "matrix3"):
        if base.startswith(family):
            return family, array
    if base.rstrip("fdhi").endswith("3") and base.startswith(_VECTORS):
        return "vector3", array
    return None
