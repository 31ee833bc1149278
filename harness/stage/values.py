"""Typed access to authored attribute values; absent or unreadable is ``None``, never a default in disguise."""

from __future__ import annotations

from typing import Any

from pxr import Usd

__all__ = [
    "authored",
    "authored_bool",
    "authored_float",
    "authored_int",
    "authored_token",
    "authored_vector",
    "targets",
]


def authored(prim: Usd.Prim, name: str) -> Any:
    """Return an authored value at the default time or the first sample, or ``None``."""
    attribute = prim.GetAttribute(name)
    if not attribute or not attribute.HasAuthoredValue():
        return None
    value = attribute.Get()
    if value is None and attribute.GetNumTimeSamples():
        value = attribute.Get(Usd.TimeCode.EarliestTime())
    return value


def authored_float(prim: Usd.Prim, name: str) -> float | None:
    """Return an authored number."""
    value = authored(prim, name)
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def authored_int(prim: Usd.Prim, name: str) -> int | None:
    """Return an authored whole number."""
    value = authored(prim, name)
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else None


def authored_bool(prim: Usd.Prim, name: str, fallback: bool) -> bool:
    """Return an authored flag, or the schema's fallback."""
    value = authored(prim, name)
    return bool(value) if isinstance(value, (bool, int)) else fallback


def authored_token(prim: Usd.Prim, name: str) -> str | None:
    """Return an authored token or string."""
    value = authored(prim, name)
    return str(value) if isinstance(value, str) else None


def authored_vector(prim: Usd.Prim, name: str) -> tuple[float, float, float] | None:
    """Return an authored vector of three."""
    value = authored(prim, name)
    try:
        x, y, z = (float(v) for v in value)
    except (TypeError, ValueError):
        return None
    return x, y, z


def targets(prim: Usd.Prim, name: str) -> tuple[str, ...]:
    """Return the targets of a relationship."""
    relationship = prim.GetRelationship(name)
    return tuple(str(t) for t in relationship.GetTargets()) if relationship else ()
