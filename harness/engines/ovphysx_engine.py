"""The embedded engine: NVIDIA PhysX as a Python wheel, on the CPU, in a supervised process."""

from __future__ import annotations

import os
from importlib import metadata
from pathlib import Path

from harness.engines.base import EngineInfo
from harness.engines.worker_engine import EngineWorker

__all__ = ["EngineOvphysx"]

# The PhysX SDK inside, by minor version of the package, as its changelog states it.
_PHYSX_VERSIONS = {"0.7": "5.12"}


class EngineOvphysx(EngineWorker):
    """Drives ``ovphysx_worker``."""

    def __init__(self) -> None:
        version = _package_version("ovphysx")
        minor = ".".join((version or "").split(".")[:2])
        super().__init__(
            EngineInfo(name="ovphysx", version=version, physx_version=_PHYSX_VERSIONS.get(minor), device="cpu"),
            module="harness.engines.ovphysx_worker",
            fix="pip install --force-reinstall 'ovphysx==0.7.0.*' physx-usd-schemas newton-usd-schemas",
            environment={"ASSET_QA_COOK_CACHE": _cook_cache()},
        )


def _package_version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _cook_cache() -> str:
    """Folder of cooked colliders, shared by the runs of a user; empty where none can be made, which only costs time."""
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = root / "asset-qa" / "cooked-colliders"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return ""
    return str(folder) if os.access(folder, os.W_OK) else ""
