"""Select variants in the session layer: the file itself is not edited."""

from __future__ import annotations

from collections.abc import Mapping

from pxr import Sdf, Usd

from harness.errors import UsageError
from harness.stage.facts import VariantSelection

__all__ = ["select_variants"]

# Selecting a variant can bring in prims with variant sets of their own.
_MAX_ROUNDS = 5


def select_variants(stage: Usd.Stage, root_path: str, variants: Mapping[str, str]) -> tuple[VariantSelection, ...]:
    """Select variants on every prim of the asset that has the named sets.

    Args:
        stage: Open stage.
        root_path: Root prim of the asset.
        variants: Selections by name of the variant set.

    Returns:
        What was selected where.

    Raises:
        UsageError: If no prim of the asset has a set of that name, or a set has no such variant.
    """
    selected: dict[tuple[str, str], VariantSelection] = {}
    known: dict[str, set[str]] = {}
    for _ in range(_MAX_ROUNDS if variants else 0):
        known.clear()
        choices = _apply(stage, root_path, variants, known)
        if choices.keys() <= selected.keys():
            break
        selected.update(choices)
    for name, choice in variants.items():
        if name not in known:
            valid = ", ".join(sorted(known)) or "none"
            raise UsageError(f"The asset has no variant set '{name}'. Valid: {valid}.")
        if not any(s.variant_set == name for s in selected.values()):
            valid = ", ".join(sorted(known[name])) or "none"
            raise UsageError(f"The variant set '{name}' has no variant '{choice}'. Valid: {valid}.")
    return tuple(selected.values())


def _apply(
    stage: Usd.Stage, root_path: str, variants: Mapping[str, str], known: dict[str, set[str]]
) -> dict[tuple[str, str], VariantSelection]:
    """Select where possible; collects all sets with their variants in ``known``."""
    choices: dict[tuple[str, str], VariantSelection] = {}
    for prim in Usd.PrimRange(stage.GetPrimAtPath(root_path)):
        if not prim.HasVariantSets():
            continue
        sets = prim.GetVariantSets()
        for name in sets.GetNames():
            names = set(sets.GetVariantSet(name).GetVariantNames())
            known.setdefault(name, set()).update(names)
            choice = variants.get(name)
            if choice in names:
                path = str(prim.GetPath())
                choices[path, name] = VariantSelection(prim_path=path, variant_set=name, selection=str(choice))
    for made in choices.values():
        spec = Sdf.CreatePrimInLayer(stage.GetSessionLayer(), made.prim_path)
        spec.variantSelections[made.variant_set] = made.selection
    return choices
