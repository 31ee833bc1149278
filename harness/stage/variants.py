"""Find variants that would bring the physics in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pxr import Sdf, Usd

from harness.stage.facts import VariantHint
from harness.stage.values import authored_bool
from harness.stage.walk import BODY, Node

__all__ = ["variant_hints"]

_MAX_PRIMS = 200
_MAX_TRIALS = 64


def variant_hints(stage: Usd.Stage, root_path: str, nodes: Sequence[Node]) -> tuple[VariantHint, ...]:
    """Try every variant that is not selected and report each that makes a rigid body appear.

    The trials happen in an anonymous layer below the session layer, which is removed again. Prims held from before
    may have expired afterwards.

    Args:
        stage: Open stage.
        root_path: Root prim of the asset.
        nodes: Its prims.
    """
    trials = list(_trials(nodes))
    if not trials:
        return ()
    # Sets that are named after physics first: the number of trials is limited.
    trials.sort(key=lambda t: "phys" not in t[1].lower())
    trial = Sdf.Layer.CreateAnonymous("variant.usda")
    session = stage.GetSessionLayer()
    session.subLayerPaths.insert(0, trial.identifier)
    hints: list[VariantHint] = []
    try:
        for index, (path, name, current, choice) in enumerate(trials):
            # Beyond the limit only where it decides whether the variant that was found is the only one of its set.
            if index >= _MAX_TRIALS and sum((h.prim_path, h.variant_set) == (path, name) for h in hints) != 1:
                continue
            trial.Clear()
            Sdf.CreatePrimInLayer(trial, path).variantSelections[name] = choice
            if _has_body(stage, root_path):
                hints.append(VariantHint(prim_path=path, variant_set=name, current=current, enabling=choice))
    finally:
        session.subLayerPaths.remove(trial.identifier)
    return tuple(hints)


def _trials(nodes: Sequence[Node]) -> Iterator[tuple[str, str, str, str]]:
    """Yield prim path, variant set, its selection, and another choice."""
    for node in nodes[:_MAX_PRIMS]:
        if node.is_proxy or not node.prim.HasVariantSets():
            continue
        sets = node.prim.GetVariantSets()
        for name in sets.GetNames():
            variant_set = sets.GetVariantSet(name)
            current = variant_set.GetVariantSelection()
            for choice in variant_set.GetVariantNames():
                if choice != current:
                    yield node.path, name, current, choice


def _has_body(stage: Usd.Stage, root_path: str) -> bool:
    root = stage.GetPrimAtPath(root_path)
    if not root:
        return False
    return any(
        not p.IsInstanceProxy()
        and BODY in p.GetPrimTypeInfo().GetAppliedAPISchemas()
        and authored_bool(p, "physics:rigidBodyEnabled", True)
        for p in Usd.PrimRange(root, Usd.TraverseInstanceProxies())
    )
