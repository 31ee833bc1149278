"""Author opinions into a USD layer. Used for composed scenes and for override layers of repairs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pxr import Sdf

from harness.scene.opinion import Opinion, OpinionKind, Value

__all__ = ["author_opinions"]


def author_opinions(layer: Sdf.Layer, opinions: Iterable[Opinion], to_path: Callable[[str], str]) -> None:
    """Author opinions as overs, in order; a later one replaces an earlier one about the same thing.

    Args:
        layer: Layer to write into.
        opinions: What to author.
        to_path: Maps an asset path to a path in the layer; also used for targets of relationships.

    Raises:
        ValueError: If an opinion names a value type that USD does not have, or a value that does not fit it.
    """
    for opinion in opinions:
        spec = Sdf.CreatePrimInLayer(layer, to_path(opinion.prim_path))
        _AUTHORS[opinion.kind](spec, opinion, to_path)


def _attribute(spec: Sdf.PrimSpec, opinion: Opinion, to_path: Callable[[str], str]) -> None:
    kind = Sdf.ValueTypeNames.Find(opinion.type_name)
    if not kind:
        raise ValueError(f"{opinion.prim_path}.{opinion.name}: USD has no value type {opinion.type_name!r}")
    attribute = spec.attributes.get(opinion.name)
    if attribute is None:
        variability = Sdf.VariabilityUniform if opinion.is_uniform else Sdf.VariabilityVarying
        attribute = Sdf.AttributeSpec(spec, opinion.name, kind, variability)
    attribute.default = Sdf.ValueBlock() if opinion.value is None else _to_usd(kind, opinion.value)


def _to_usd(kind: Sdf.ValueTypeName, value: Value) -> Any:
    if kind.isArray:
        elements = [_to_usd(kind.scalarType, v) for v in value] if isinstance(value, tuple) else []
        return kind.type.pythonClass(elements)
    if isinstance(value, tuple):
        is_matrix = bool(value) and isinstance(value[0], tuple)
        return kind.type.pythonClass(value) if is_matrix else kind.type.pythonClass(*value)
    return value


def _relationship(spec: Sdf.PrimSpec, opinion: Opinion, to_path: Callable[[str], str]) -> None:
    relationship = spec.relationships.get(opinion.name)
    if relationship is None:
        relationship = Sdf.RelationshipSpec(spec, opinion.name, False)
    targets = opinion.value if isinstance(opinion.value, tuple) else ()
    # Also for no targets: an empty list that is not explicit would say nothing.
    relationship.targetPathList.ClearEditsAndMakeExplicit()
    relationship.targetPathList.explicitItems = [Sdf.Path(to_path(str(t))) for t in targets]


def _list_op(spec: Sdf.PrimSpec) -> Sdf.TokenListOp:
    return spec.GetInfo("apiSchemas") if spec.HasInfo("apiSchemas") else Sdf.TokenListOp()


def _apply_api(spec: Sdf.PrimSpec, opinion: Opinion, to_path: Callable[[str], str]) -> None:
    schemas = _list_op(spec)
    if opinion.name not in schemas.prependedItems:
        schemas.prependedItems = [*schemas.prependedItems, opinion.name]
    schemas.deletedItems = [name for name in schemas.deletedItems if name != opinion.name]
    spec.SetInfo("apiSchemas", schemas)


def _remove_api(spec: Sdf.PrimSpec, opinion: Opinion, to_path: Callable[[str], str]) -> None:
    schemas = _list_op(spec)
    if opinion.name not in schemas.deletedItems:
        schemas.deletedItems = [*schemas.deletedItems, opinion.name]
    schemas.prependedItems = [name for name in schemas.prependedItems if name != opinion.name]
    spec.SetInfo("apiSchemas", schemas)


def _active(spec: Sdf.PrimSpec, opinion: Opinion, to_path: Callable[[str], str]) -> None:
    spec.active = bool(opinion.value)


def _instanceable(spec: Sdf.PrimSpec, opinion: Opinion, to_path: Callable[[str], str]) -> None:
    spec.instanceable = bool(opinion.value)


def _variant(spec: Sdf.PrimSpec, opinion: Opinion, to_path: Callable[[str], str]) -> None:
    spec.variantSelections[opinion.name] = str(opinion.value)


def _define(spec: Sdf.PrimSpec, opinion: Opinion, to_path: Callable[[str], str]) -> None:
    spec.specifier = Sdf.SpecifierDef
    spec.typeName = opinion.type_name


_AUTHORS: dict[OpinionKind, Callable[[Sdf.PrimSpec, Opinion, Callable[[str], str]], None]] = {
    OpinionKind.ATTRIBUTE: _attribute,
    OpinionKind.RELATIONSHIP: _relationship,
    OpinionKind.APPLY_API: _apply_api,
    OpinionKind.REMOVE_API: _remove_api,
    OpinionKind.ACTIVE: _active,
    OpinionKind.INSTANCEABLE: _instanceable,
    OpinionKind.VARIANT: _variant,
    OpinionKind.DEFINE: _define,
}
