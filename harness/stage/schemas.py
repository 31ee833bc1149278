"""Types and fallbacks of attributes of the PhysX and Newton schemas, which usd-core alone does not know.

They are read from the schema packages' own definitions. Registering them with USD would change what every stage of
this process says about its prims.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from pxr import Sdf

__all__ = ["KnownAttribute", "known_attribute"]

_PACKAGES = ("physx_usd_schemas", "newton_usd_schemas")
_INSTANCE = "__INSTANCE_NAME__"


class KnownAttribute(NamedTuple):
    """What a schema says about an attribute."""

    type_name: Sdf.ValueTypeName | None
    """``None`` when schemas disagree."""
    fallback: Any
    tokens: tuple[str, ...] = ()
    """Tokens that are allowed; empty when any is."""


def known_attribute(name: str) -> KnownAttribute | None:
    """Return what the schema packages say about an attribute, or ``None``.

    Args:
        name: Such as ``physxRigidBody:linearDamping`` or ``physxLimit:rotX:bounceThreshold``.
    """
    table = _table()
    found = table.get(name)
    if found is not None:
        return found
    head, _, rest = name.partition(":")
    tail = rest.partition(":")[2]
    return table.get(f"{head}:{_INSTANCE}:{tail}") if tail else None


@cache
def _table() -> dict[str, KnownAttribute]:
    table: dict[str, KnownAttribute] = {}
    for package in _PACKAGES:
        spec = find_spec(package)
        for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
            for file in sorted(Path(folder).rglob("generatedSchema.usda")):
                _add_definitions(table, Sdf.Layer.FindOrOpen(str(file)))
    return table


def _add_definitions(table: dict[str, KnownAttribute], layer: Sdf.Layer) -> None:
    for prim in layer.rootPrims:
        for attribute in prim.attributes:
            name = str(attribute.name)
            if ":" in name:
                is_agreed = name not in table or table[name].type_name == attribute.typeName
                table[name] = KnownAttribute(
                    attribute.typeName if is_agreed else None,
                    attribute.default,
                    tuple(str(t) for t in attribute.allowedTokens or ()) if is_agreed else (),
                )
