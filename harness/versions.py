"""Versions of everything that can change a result."""

from __future__ import annotations

import platform
from functools import cache
from importlib import metadata

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
    """Return the versions of everything that can change a result."""
    versions = {"asset-qa": __version__, "python": platform.python_version(), "platform": platform.platform()}
    for name in _PACKAGES:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            versions[name] = "not installed"
    return versions
