"""Short names of assets, unique within a run, that every file system takes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

__all__ = ["unique_name", "unique_names"]


def unique_names(assets: Iterable[str]) -> list[str]:
    """Return a name for each asset, from its file name.

    Args:
        assets: Paths as the user gave them.
    """
    taken: set[str] = set()
    return [unique_name(Path(asset).stem, taken) for asset in assets]


def unique_name(stem: str, taken: set[str]) -> str:
    """Return a name that is not taken yet, and take it.

    Args:
        stem: Wanted name.
        taken: Names in use, in lower case.
    """
    base = re.sub(r"[^\w.-]+", "_", stem).strip("._") or "asset"
    # Folder names are limited to 255 bytes on common file systems.
    base = base.encode()[:120].decode(errors="ignore")
    name, number = base, 1
    while name.casefold() in taken:
        number += 1
        name = f"{base}-{number}"
    taken.add(name.casefold())
    return name
