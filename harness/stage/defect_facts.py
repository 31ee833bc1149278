"""Facts about what is written wrongly in an asset; see ``harness.stage.facts``."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["AttributeDefect", "IgnoredAttribute", "MissingMaterial", "MissingTexture"]


@dataclass(frozen=True, kw_only=True)
class AttributeDefect:
    """An authored physics attribute whose value cannot be meant."""

    prim_path: str
    attribute: str
    kind: str
    """``non-finite``, ``wrong-type``, ``negative`` or ``unknown-token``."""
    value: str
    expected: str = ""


@dataclass(frozen=True, kw_only=True)
class IgnoredAttribute:
    """An authored physics attribute that engines do not read because its schema is not applied to the prim."""

    prim_path: str
    attribute: str
    schema: str
    """API schema that is missing."""


@dataclass(frozen=True, kw_only=True)
class MissingMaterial:
    """A binding for purpose ``physics`` that gives colliders no physics material."""

    prim_path: str
    """Prim that carries the binding."""
    target: str
    is_present: bool
    """Whether the target exists; it then has no PhysicsMaterialAPI."""


@dataclass(frozen=True, kw_only=True)
class MissingTexture:
    """A file that a material or light names and that cannot be found."""

    asset_path: str
    """As it is written."""
    prim_path: str
    layer: str
    """Name of the layer that names it."""
