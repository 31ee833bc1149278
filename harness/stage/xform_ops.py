"""Find transform operations that USD ignores: misspelt ones, and those that are not in, or not behind, xformOpOrder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pxr import Usd, Vt

from harness.stage.facts import XformDefect

__all__ = ["read_xform_ops"]

_INVERSE, _RESET, _ORDER = "!invert!", "!resetXformStack!", "xformOpOrder"
_ROTATIONS = ("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX", "X", "Y", "Z")
_TYPES = frozenset(
    {
        *("translate", "translateX", "translateY", "translateZ", "scale", "scaleX", "scaleY", "scaleZ"),
        *("orient", "transform", *(f"rotate{axes}" for axes in _ROTATIONS)),
    }
)


def read_xform_ops(prim: Usd.Prim, path: str, names: Sequence[str]) -> Iterator[XformDefect]:
    """Yield what is written as a transform of a prim and has no effect.

    Args:
        prim: The prim.
        path: Its path.
        names: Its authored properties.
    """
    written = [n for n in names if n.startswith("xformOp:")]
    if not written and _ORDER not in names:
        return
    value = prim.GetAttribute(_ORDER).Get() if _ORDER in names else None
    order = [str(v) for v in value] if isinstance(value, Vt.TokenArray) else []
    used = {entry.removeprefix(_INVERSE) for entry in order}
    for entry in sorted(used - {_RESET}):
        problem = _problem(prim, entry)
        if problem is not None:
            yield XformDefect(prim_path=path, attribute=entry, reason=problem)
    for name in written:
        attribute = prim.GetAttribute(name)
        if name not in used and attribute.HasAuthoredValue() and not _is_overruled(prim, attribute):
            yield XformDefect(prim_path=path, attribute=name, reason="it is not in xformOpOrder")


def _is_overruled(prim: Usd.Prim, attribute: Usd.Attribute) -> bool:
    """Whether a stronger layer replaced the order, so that the operation is left out on purpose."""
    order = prim.GetAttribute(_ORDER).GetPropertyStack()
    own = attribute.GetPropertyStack()
    return bool(order and own) and order[0].layer != own[0].layer


def _problem(prim: Usd.Prim, entry: str) -> str | None:
    parts = entry.split(":")
    if parts[0] != "xformOp" or len(parts) < 2:
        return "xformOpOrder names it, and it is no transform operation"
    if parts[1] not in _TYPES:
        return f"xformOpOrder names it, and '{parts[1]}' is no kind of transform operation"
    if not prim.HasAttribute(entry):
        return "xformOpOrder names it, and there is no such attribute"
    return None
