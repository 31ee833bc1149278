"""Write repairs as a small layer over the untouched source."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from pxr import Sdf, Tf, Usd

from harness import __version__
from harness.errors import UsageError
from harness.repair.change import Change
from harness.scene.author import author_opinions
from harness.scene.opinion import Opinion, OpinionKind
from harness.stage.facts import VariantSelection

__all__ = ["write_layer"]

_CARRIED = (
    "metersPerUnit",
    "kilogramsPerUnit",
    "upAxis",
    "timeCodesPerSecond",
    "framesPerSecond",
    "startTimeCode",
    "endTimeCode",
)
_MARK = "asset_qa_repairs"


def write_layer(
    changes: Iterable[Change],
    source: Path,
    path: Path,
    *,
    instances: Iterable[str],
    selections: Iterable[VariantSelection],
) -> None:
    """Write an override layer that sublayers the source by a relative path.

    A value that the asset itself writes in a variant is written in that variant, so that the others keep theirs.

    Stage metadata and the default prim are repeated, since a stage takes them from its root layer only. A layer that
    an earlier run wrote is replaced; any other file is not.

    Args:
        changes: What to write, in order; a later one wins.
        source: The asset.
        path: Target, with suffix ``.usda``.
        instances: Instanceable prims of the asset; those above a changed prim are opened.
        selections: Variant selections that the asset was tested with.

    Raises:
        UsageError: If the target exists and is no layer of repairs.
        ValueError: If an opinion cannot be written.
    """
    _refuse_foreign(path)
    root = Sdf.Layer.FindOrOpen(str(source.absolute()))
    layer = Sdf.Layer.CreateAnonymous(".usda")
    layer.subLayerPaths.append(Path(os.path.relpath(source.resolve(), path.parent.resolve())).as_posix())
    _carry(root, layer)
    made, selections = list(changes), tuple(selections)
    opinions = [o for c in made for o in c.opinions]
    opinions = [_selected(v) for v in selections] + opinions
    opened = [i for i in instances if any(o.prim_path.startswith(f"{i}/") for o in opinions)]
    opinions = [Opinion(prim_path=p, kind=OpinionKind.INSTANCEABLE, value=False) for p in opened] + opinions
    places = _Places(source, selections)
    for opinion in opinions:
        author_opinions(layer, [opinion], places.of(opinion))
    for change in made:
        for key, value in change.stage:
            layer.pseudoRoot.SetInfo(key, value)
    codes = ", ".join(c.code for c in made)
    layer.comment = f"Repairs of {source.name} by asset-qa {__version__}: {codes}. The source is not edited."
    layer.customLayerData = {_MARK: __version__}
    temporary = path.with_name(f".{path.stem}.{os.getpid()}.tmp.usda")
    layer.Export(str(temporary))
    temporary.replace(path)


def _carry(root: Sdf.Layer, layer: Sdf.Layer) -> None:
    for key in _CARRIED:
        if root.pseudoRoot.HasInfo(key):
            layer.pseudoRoot.SetInfo(key, root.pseudoRoot.GetInfo(key))
    if root.defaultPrim:
        layer.defaultPrim = root.defaultPrim


class _Places:
    """Where an opinion belongs: a value that the asset writes in a variant is corrected in that variant only."""

    def __init__(self, source: Path, selections: Iterable[VariantSelection]) -> None:
        top = Sdf.Layer.CreateAnonymous(".usda")
        top.subLayerPaths.append(str(source.absolute()))
        author_opinions(top, [_selected(v) for v in selections], lambda p: p)
        self._stage = Usd.Stage.Open(top, Usd.Stage.LoadNone)
        self._own = {layer.identifier for layer in self._stage.GetLayerStack(includeSessionLayers=False)}

    def of(self, opinion: Opinion) -> Callable[[str], str]:
        """Return what maps the prim of an opinion to the place where it is written."""
        attribute = self._attribute(opinion)
        specs = attribute.GetPropertyStack() if attribute else []
        # A value of a referenced file has no place in this layer stack but the prim itself.
        if not specs or specs[0].layer.identifier not in self._own or not specs[0].path.ContainsPrimVariantSelection():
            return lambda path: path
        place = str(specs[0].path.GetPrimOrPrimVariantSelectionPath())
        return lambda path: place if path == opinion.prim_path else path

    def _attribute(self, opinion: Opinion) -> Usd.Attribute | None:
        prim = self._stage.GetPrimAtPath(opinion.prim_path) if opinion.kind is OpinionKind.ATTRIBUTE else None
        return prim.GetAttribute(opinion.name) if prim else None


def _selected(choice: VariantSelection) -> Opinion:
    return Opinion(
        prim_path=choice.prim_path, kind=OpinionKind.VARIANT, name=choice.variant_set, value=choice.selection
    )


def _refuse_foreign(path: Path) -> None:
    if path.exists() and not _is_ours(path):
        raise UsageError(f"{path} exists and was not written by asset-qa fix. Choose another folder with --out.")


def _is_ours(path: Path) -> bool:
    # A pipe would never end, and a folder is no layer.
    if not path.is_file() or not Usd.Stage.IsSupportedFile(str(path)):
        return False
    try:
        layer = Sdf.Layer.OpenAsAnonymous(str(path))
    except Tf.ErrorException:
        # Whatever it is, it is no USD.
        return False
    return layer is not None and _MARK in layer.customLayerData
