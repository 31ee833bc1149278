"""Which files an asset consists of, with their digests."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from pxr import Ar, Usd

from harness.stage.facts import LayerFacts

__all__ = ["folders_of", "sha256_of_file", "used_layers"]


def sha256_of_file(path: Path) -> str | None:
    """Return the SHA-256 of a file, or ``None`` when it cannot be read or is no regular file, such as a pipe."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return None


def used_layers(stage: Usd.Stage, path: Path) -> tuple[LayerFacts, ...]:
    """List the layers that take part in the stage, each once.

    Args:
        stage: Open stage.
        path: Its root file.

    Returns:
        Layers by identifier: relative to the folder of the root file, or the bare name for a file elsewhere. A layer
        inside a package has the package's digest.
    """
    folders = folders_of(path)
    digests: dict[str, str | None] = {}
    facts: set[LayerFacts] = set()
    for layer in stage.GetUsedLayers(includeClipLayers=True):
        if layer.anonymous or not layer.realPath:
            continue
        package, inner = Ar.SplitPackageRelativePathOuter(layer.realPath)
        if package not in digests:
            digests[package] = sha256_of_file(Path(package))
        name = _relative(package, folders)
        facts.add(LayerFacts(identifier=f"{name}[{inner}]" if inner else name, sha256=digests[package]))
    return tuple(sorted(facts, key=lambda f: f.identifier))


def folders_of(path: Path) -> list[str]:
    """Return the folder of a file, as it is named and with symbolic links resolved."""
    return list(dict.fromkeys([os.path.normpath(path.parent.absolute()), str(path.parent.resolve())]))


def _relative(file: str, folders: list[str]) -> str:
    for folder in folders:
        if Path(file).is_relative_to(folder):
            return Path(file).relative_to(folder).as_posix()
    # Outside the asset's folder: the bare name, since the path belongs to this machine.
    return Path(file).name
