"""Typed access to authored attribute values; absent or unreadable is ``None``, never a default in disguise.

Only values at the default time count: PhysX (5.12, measured) takes the schema's fallback for an attribute that has
nothing but time samples.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from pxr import Gf, Usd

__all__ = [
    "authored",
    "authored_bool",
    "authored_float",
    "authored_int",
    "authored_quaternion",
    "authored_token",
    "authored_vector",
    "index_array",
    "number",
    "number_array",
    "targets",
    "token",
    "vector_array",
]

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]

_QUATERNIONS = (Gf.Quatf, Gf.Quatd, Gf.Quath)
_VECTORS = (Gf.Vec3f, Gf.Vec3d, Gf.Vec3h, Gf.Vec3i)


def authored(prim: Usd.Prim, name: str) -> Any:
    """Return the authored value at the default time, or ``None``."""
    attribute = prim.GetAttribute(name)
    if not attribute or not attribute.HasAuthoredValue():
        return None
    if attribute.GetNumTimeSamples() and not attribute.GetResolveInfo(Usd.TimeCode.Default()).HasAuthoredValue():
        return None
    return attribute.Get()


def authored_float(prim: Usd.Prim, name: str) -> float | None:
    """Return an authored number."""
    value = authored(prim, name)
    return float(value) if isinstance(value, (int, float)) else None


def authored_int(prim: Usd.Prim, name: str) -> int | None:
    """Return an authored whole number."""
    value = authored(prim, name)
    return int(value) if isinstance(value, int) else None


def authored_bool(prim: Usd.Prim, name: str, fallback: bool) -> bool:
    """Return an authored flag, or the schema's fallback."""
    value = authored(prim, name)
    return bool(value) if isinstance(value, int) else fallback


def authored_token(prim: Usd.Prim, name: str) -> str | None:
    """Return an authored token or string."""
    value = authored(prim, name)
    return str(value) if isinstance(value, str) else None


def authored_vector(prim: Usd.Prim, name: str) -> Vector | None:
    """Return an authored vector of three."""
    value = authored(prim, name)
    if not isinstance(value, _VECTORS):
        return None
    return float(value[0]), float(value[1]), float(value[2])


def authored_quaternion(prim: Usd.Prim, name: str) -> Quaternion | None:
    """Return an authored quaternion as x y z w."""
    value = authored(prim, name)
    if not isinstance(value, _QUATERNIONS):
        return None
    x, y, z = value.imaginary
    return float(x), float(y), float(z), float(value.real)


def number(prim: Usd.Prim, name: str, fallback: float) -> float:
    """Return a number as an engine sees it: the authored one, else the schema's, else ``fallback``."""
    value = prim.GetAttribute(name).Get()
    if isinstance(value, (int, float)):
        return float(value)
    value = prim.GetPrimDefinition().GetAttributeFallbackValue(name)
    return float(value) if isinstance(value, (int, float)) else fallback


def token(prim: Usd.Prim, name: str, fallback: str) -> str:
    """Return a token as an engine sees it: the authored one, else the schema's, else ``fallback``."""
    value = prim.GetAttribute(name).Get()
    return str(value) if isinstance(value, str) else fallback


def targets(prim: Usd.Prim, name: str) -> tuple[str, ...]:
    """Return the targets of a relationship."""
    relationship = prim.GetRelationship(name)
    return tuple(str(t) for t in relationship.GetTargets()) if relationship else ()


def vector_array(prim: Usd.Prim, name: str) -> npt.NDArray[np.float64]:
    """Return an array of vectors, shape (N, 3); empty when it is absent or of another type."""
    value = authored(prim, name)
    if value is None or isinstance(value, str):
        return np.zeros((0, 3))
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        return np.zeros((0, 3))
    return array if array.ndim == 2 and array.shape[1] == 3 else np.zeros((0, 3))


def number_array(prim: Usd.Prim, name: str) -> npt.NDArray[np.float64]:
    """Return an array of numbers, shape (N,); empty when it is absent or of another type."""
    value = authored(prim, name)
    if value is None or isinstance(value, str):
        return np.zeros(0)
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        return np.zeros(0)
    return array if array.ndim == 1 else np.zeros(0)


def index_array(prim: Usd.Prim, name: str) -> npt.NDArray[np.int64]:
    """Return an array of whole numbers, shape (N,); empty when it is absent or of another type."""
    value = authored(prim, name)
    if value is None or isinstance(value, str):
        return np.zeros(0, np.int64)
    try:
        array = np.asarray(value)
    except (TypeError, ValueError):
        return np.zeros(0, np.int64)
    if array.ndim != 1 or not np.issubdtype(array.dtype, np.integer):
        return np.zeros(0, np.int64)
    return array.astype(np.int64)
