"""What may be authored over an asset's prim: plain data, in the units that the asset's own stage uses."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Opinion", "OpinionKind", "Value", "apply_api", "set_attribute"]

Value = bool | int | float | str | tuple[bool | int | float | str, ...] | tuple[tuple[float, ...], ...] | None


class OpinionKind(StrEnum):
    """What an opinion changes."""

    ATTRIBUTE = "attribute"
    """Value of an attribute; a value of ``None`` blocks it, so that it counts as not authored."""
    RELATIONSHIP = "relationship"
    """Targets of a relationship, asset paths; an empty tuple blocks weaker ones."""
    APPLY_API = "apply-api"
    """An API schema that is applied."""
    REMOVE_API = "remove-api"
    """An API schema that is taken away."""
    ACTIVE = "active"
    """Whether the prim takes part at all."""
    INSTANCEABLE = "instanceable"
    """Whether the prim may share its contents with others; nothing inside an instance can be changed."""
    VARIANT = "variant"
    """Selection (value) in a variant set (name)."""
    DEFINE = "define"
    """A new prim; ``type_name`` is its type."""


@dataclass(frozen=True, kw_only=True)
class Opinion:
    """One thing to author, stronger than what the asset says. The asset itself is never edited."""

    prim_path: str
    """Prim of the asset (asset path)."""
    kind: OpinionKind = OpinionKind.ATTRIBUTE
    """What it changes."""
    name: str = ""
    """Attribute, relationship or API schema (with its instance name after a colon)."""
    type_name: str = ""
    """USD value type of an attribute, such as ``float`` or ``point3f``; the prim type for ``DEFINE``."""
    value: Value = None
    """Value in the asset's own units and axes. Quaternions have the real part first, as USD writes them."""
    is_uniform: bool = False
    """Whether the schema declares the attribute as uniform."""


def set_attribute(path: str, name: str, type_name: str, value: Value, *, is_uniform: bool = False) -> Opinion:
    """Make an opinion about an attribute."""
    return Opinion(prim_path=path, name=name, type_name=type_name, value=value, is_uniform=is_uniform)


def apply_api(path: str, name: str) -> Opinion:
    """Make an opinion that applies an API schema."""
    return Opinion(prim_path=path, kind=OpinionKind.APPLY_API, name=name)
