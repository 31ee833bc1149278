"""Check authored attributes: values that cannot be meant, attributes that no engine reads, files that are missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from pxr import Sdf, Usd, UsdShade

from harness.stage.facts import AttributeDefect, IgnoredAttribute, MissingTexture, XformDefect
from harness.stage.schemas import known_attribute
from harness.stage.walk import Node
from harness.stage.xform_ops import read_xform_ops

__all__ = ["AttributeReport", "read_attributes"]

_PHYSICS = ("physics:", "physx", "drive:", "limit:", "state:", "newton:", "omniphysics:")
_SHAPE = frozenset({"size", "radius", "height", "radiusTop", "radiusBottom", "axis", "width", "length"})
_MESH = frozenset({"points", "faceVertexCounts", "faceVertexIndices"})
# Infinity means "no limit" or "not given" in these, besides those whose schema says so itself.
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
        "coneAngle0Limit",
        "coneAngle1Limit",
        "maxLinearVelocity",
        "maxAngularVelocity",
        "maxJointVelocity",
        "maxActuatorVelocity",
        "maxContactImpulse",
        "maxDepenetrationVelocity",
        "maxBiasCoefficient",
        "effortLimit",
        "velocityLimit",
    }
)
# PhysX (5.12, measured) reads these only where the schema is applied.
_SCHEMA_OF = {
    "physics:mass": "PhysicsMassAPI",
    "physics:density": "PhysicsMassAPI",
    "physics:centerOfMass": "PhysicsMassAPI",
    "physics:diagonalInertia": "PhysicsMassAPI",
    "physics:principalAxes": "PhysicsMassAPI",
    "physics:approximation": "PhysicsMeshCollisionAPI",
    "physics:rigidBodyEnabled": "PhysicsRigidBodyAPI",
    "physics:kinematicEnabled": "PhysicsRigidBodyAPI",
    "physics:startsAsleep": "PhysicsRigidBodyAPI",
    "physics:velocity": "PhysicsRigidBodyAPI",
    "physics:angularVelocity": "PhysicsRigidBodyAPI",
    "physics:staticFriction": "PhysicsMaterialAPI",
    "physics:dynamicFriction": "PhysicsMaterialAPI",
    "physics:restitution": "PhysicsMaterialAPI",
}
_SCHEMA_OF_PREFIX = {
    "physxRigidBody": "PhysxRigidBodyAPI",
    "physxCollision": "PhysxCollisionAPI",
    "physxConvexHullCollision": "PhysxConvexHullCollisionAPI",
    "physxConvexDecompositionCollision": "PhysxConvexDecompositionCollisionAPI",
    "physxSDFMeshCollision": "PhysxSDFMeshCollisionAPI",
    "physxMaterial": "PhysxMaterialAPI",
}
# Tokens that are judged: of USD itself, and those of PhysX's schemas whose lists are complete. Approximations have a
# safeguard of their own.
_TOKENS = ("physics:", "drive:", "axis", "physxMaterial:", "physxForce:")
_OWN_TOKENS = ("physics:approximation",)
_MULTIPLE = {"drive": "PhysicsDriveAPI", "limit": "PhysicsLimitAPI"}


class AttributeReport(NamedTuple):
    """What the authored attributes of an asset say."""

    defects: tuple[AttributeDefect, ...]
    ignored: tuple[IgnoredAttribute, ...]
    missing: tuple[MissingTexture, ...]
    transforms: tuple[XformDefect, ...]


def read_attributes(nodes: Sequence[Node]) -> AttributeReport:
    """Look at every authored attribute once.

    Args:
        nodes: All prims of the asset.
    """
    defects: list[AttributeDefect] = []
    ignored: list[IgnoredAttribute] = []
    missing: dict[str, MissingTexture] = {}
    transforms: list[XformDefect] = []
    for node in nodes:
        names = [str(n) for n in node.prim.GetAuthoredPropertyNames()]
        transforms += read_xform_ops(node.prim, node.path, names)
        for name in names:
            if _is_checked(node, name):
                attribute = node.prim.GetAttribute(name)
                defect = _defect(node, attribute, name) if attribute else None
                if defect is not None:
                    defects.append(defect)
                if attribute and name.startswith(_PHYSICS):
                    ignored.extend(_ignored(node, name, attribute))
            elif name.startswith("inputs:"):
                missing.update((m.asset_path, m) for m in _missing(node, name))
    return AttributeReport(tuple(defects), tuple(ignored), tuple(missing.values()), tuple(transforms))


def _is_checked(node: Node, name: str) -> bool:
    if name.startswith(_PHYSICS) or name.startswith("xformOp"):
        return True
    return node.is_gprim and (name in _SHAPE or name in _MESH)


def _ignored(node: Node, name: str, attribute: Usd.Attribute) -> Iterator[IgnoredAttribute]:
    """Yield the attribute when the schema without which engines do not read it is not on the prim."""
    head, _, rest = name.partition(":")
    schema = _SCHEMA_OF.get(name) or _SCHEMA_OF_PREFIX.get(head)
    if head in _MULTIPLE:
        schema = f"{_MULTIPLE[head]}:{rest.partition(':')[0]}"
    if name == "physics:density" and "PhysicsMaterialAPI" in node.schemas:
        return
    # A blocked attribute says nothing.
    if schema is not None and schema not in node.schemas and attribute.HasAuthoredValue():
        yield IgnoredAttribute(prim_path=node.path, attribute=name, schema=schema)


def _defect(node: Node, attribute: Usd.Attribute, name: str) -> AttributeDefect | None:
    value = attribute.Get()
    if value is None:
        return None
    expected, fallback = _expectation(node, attribute, name)
    if expected is not None and not _fits(value, expected, attribute):
        return AttributeDefect(
            prim_path=node.path,
            attribute=name,
            kind="wrong-type",
            value=f"{_written_type(attribute)} {value!r}"[:80],
            expected=str(expected),
        )
    unknown = _unknown_token(node, name, value)
    if unknown is not None:
        return unknown
    if isinstance(value, int) or name in _MESH:
        # Points are judged with their mesh.
        return None
    kind = _bad_number(name, _numbers(value), fallback)
    if kind is None:
        return None
    return AttributeDefect(prim_path=node.path, attribute=name, kind=kind, value=str(value)[:80])


def _unknown_token(node: Node, name: str, value: Any) -> AttributeDefect | None:
    """Return a defect for a token that the schema does not know; the approximation is judged with its collider."""
    if not isinstance(value, str) or not name.startswith(_TOKENS) or name.startswith(_OWN_TOKENS):
        return None
    found = known_attribute(name)
    allowed: Sequence[str] = found.tokens if found is not None else ()
    # The schema of the prim itself knows best.
    allowed = [str(t) for t in node.prim.GetPrimDefinition().GetPropertyMetadata(name, "allowedTokens") or allowed]
    if not allowed or value in allowed:
        return None
    return AttributeDefect(
        prim_path=node.path, attribute=name, kind="unknown-token", value=repr(value)[:80], expected=", ".join(allowed)
    )


def _bad_number(name: str, numbers: Any, fallback: Any) -> str | None:
    """Return what is wrong with the numbers of an attribute, if anything."""
    if numbers is None:
        return None
    if np.isfinite(numbers).all():
        return "negative" if name in _SHAPE and (numbers < 0).any() else None
    bad = np.isnan(numbers)
    if name.rpartition(":")[2] not in _UNLIMITED:
        usual = _numbers(fallback)
        is_usual = usual is not None and np.array_equal(usual, numbers)
        bad = bad | (np.isinf(numbers) & (not is_usual))
    return "non-finite" if bad.any() else None


def _expectation(node: Node, attribute: Usd.Attribute, name: str) -> tuple[Sdf.ValueTypeName | None, Any]:
    """Return type and fallback that a schema gives an attribute."""
    definition = node.prim.GetPrimDefinition()
    known = definition.GetAttributeDefinition(name)
    if known:
        return known.GetTypeName(), definition.GetAttributeFallbackValue(name)
    found = known_attribute(name)
    if found is not None:
        return found.type_name, found.fallback
    return None, None


def _written_type(attribute: Usd.Attribute) -> str:
    stack = attribute.GetPropertyStack()
    return str(stack[0].typeName) if stack else ""


def _fits(value: Any, expected: Sdf.ValueTypeName, attribute: Usd.Attribute) -> bool:
    """Whether an engine takes a value for the type that the schema asks for."""
    family = _family(expected.defaultValue)
    if family is None or family != _family(value):
        return family is None
    # PhysX ignores a string where a token is due.
    return family != "text" or str(expected) != "token" or _written_type(attribute) != "string"


def _family(value: Any) -> str | None:
    """Return what a value is, whatever its precision; ``None`` for what is not judged."""
    if isinstance(value, (bool, int, float)):
        return "number"
    if isinstance(value, str):
        return "text"
    name = type(value).__name__
    is_array = name.endswith("Array")
    base = name.removesuffix("Array").rstrip("fdhi")
    if base in ("Vec2", "Vec3", "Vec4", "Quat", "Matrix3", "Matrix4"):
        family = base
    elif is_array and base in ("Float", "Double", "Half", "Int", "UInt", "Int64", "UInt64", "UChar", "Bool"):
        family = "number"
    elif is_array and base in ("Token", "String"):
        family = "text"
    else:
        return None
    return f"{family} array" if is_array else family


def _numbers(value: Any) -> npt.NDArray[np.float64] | None:
    """Return the numbers in a value, or ``None`` for a value without numbers."""
    if value is None or isinstance(value, str):
        return None
    if hasattr(value, "real") and hasattr(value, "imaginary"):
        return np.array([float(value.real), *(float(v) for v in value.imaginary)])
    try:
        return np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        return None


def _missing(node: Node, name: str) -> Iterator[MissingTexture]:
    """Yield files that an input names and that cannot be found."""
    attribute = node.prim.GetAttribute(name)
    if not attribute or attribute.GetTypeName() not in (Sdf.ValueTypeNames.Asset, Sdf.ValueTypeNames.AssetArray):
        return
    value = attribute.Get()
    for asset in [value] if isinstance(value, Sdf.AssetPath) else list(value or ()):
        if not asset.path or asset.resolvedPath or asset.path.endswith(".mdl"):
            continue
        stack = attribute.GetPropertyStack()
        layer = stack[0].layer if stack else None
        is_udim = UsdShade.UdimUtils.IsUdimIdentifier(asset.path)
        if is_udim and layer is not None and UsdShade.UdimUtils.ResolveUdimPath(asset.path, layer):
            continue
        name_of_layer = layer.GetDisplayName() if layer is not None else ""
        yield MissingTexture(asset_path=asset.path, prim_path=node.path, layer=str(name_of_layer))
