"""Which files an asset names, in every variant: layers, textures and other assets. Nothing is fetched."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from pxr import Ar, Sdf, Tf, UsdUtils

from harness.intake.guard import is_network_location
from harness.intake.urdf_files import named_files

__all__ = ["Dependencies", "dependencies_of"]


class Dependencies(NamedTuple):
    """Absolute paths."""

    files: tuple[str, ...]
    """Those that exist; a package stands for everything inside."""
    missing: tuple[str, ...]
    """Those that do not, where they would be looked for first, and those that would be found before one that exists."""


def dependencies_of(path: Path) -> Dependencies:
    """List what an asset names, itself included.

    Args:
        path: Root file. One that USD cannot read depends on nothing but itself.
    """
    root = str(path.absolute())
    if path.suffix.lower() in (".urdf", ".xacro"):
        present, lost = named_files(path.absolute())
        names = sorted({root, *(os.path.normpath(p) for p in present)})
        return Dependencies(tuple(names), tuple(sorted({os.path.normpath(p) for p in lost})))
    delegate = UsdUtils.CoalescingDiagnosticDelegate()
    try:
        layers, assets, unresolved = UsdUtils.ComputeAllDependencies(root)
    except Tf.ErrorException:
        return Dependencies((root,), ())
    finally:
        delegate.TakeUncoalescedDiagnostics()
    files = {root}
    for name in (*(layer.realPath for layer in layers), *assets):
        outer = Ar.SplitPackageRelativePathOuter(str(name))[0]
        if outer:
            files.add(outer)
    # A path without a leading "./" stays as it is written; it is looked for beside the layer that names it.
    folders = {os.path.dirname(f) for f in files}  # noqa: PTH120 - text, not a path of this process
    missing = {os.path.normpath(Path(folder, str(name))) for name in unresolved if name for folder in folders}
    missing |= set(_shadowing(layers))
    missing = {name for name in missing if not Path(name).exists()}
    return Dependencies(tuple(sorted(files)), tuple(sorted(missing)))


def _shadowing(layers: Iterable[Sdf.Layer]) -> Iterator[str]:
    """Yield where the files that a layer names without a leading "./" are looked for: beside it, then on the path."""
    searched = [f for f in os.environ.get("PXR_AR_DEFAULT_SEARCH_PATH", "").split(os.pathsep) if f]
    for layer in layers:
        beside = os.path.dirname(Ar.SplitPackageRelativePathOuter(layer.realPath)[0])  # noqa: PTH120 - text, as above
        for name in layer.GetCompositionAssetDependencies():
            if name and not name.startswith((".", "/")) and not is_network_location(name):
                yield from (os.path.normpath(Path(folder, name)) for folder in (beside, *searched) if folder)
