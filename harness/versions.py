"""Versions of everything that can change a result, and the machine that it was computed on."""

from __future__ import annotations

import os
import platform
from functools import cache
from importlib import metadata
from pathlib import Path

from harness import __version__

__all__ = ["package_versions"]

_PACKAGES = (
    "usd-core",
    "ovphysx",
    "ovstage",
    "physx-usd-schemas",
    "newton-usd-schemas",
    "numpy",
    "scipy",
    "moderngl",
    "av",
)


@cache
def package_versions() -> dict[str, str]:
    """Return the versions of everything that can change a result; a physics engine may round otherwise on others."""
    versions = {
        "asset-qa": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "processor": f"{_processor()}, {os.cpu_count()} threads",
    }
    for name in _PACKAGES:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            versions[name] = "not installed"
    return versions


def _processor() -> str:
    """Return the model of the processor, or its architecture where the system does not tell the model."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()
