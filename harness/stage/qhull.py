"""Qhull without the rest of ``scipy.spatial``: most of that package's start-up time is for parts that are not used."""

from __future__ import annotations

import sys
from functools import cache
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType

__all__ = ["qhull"]

_NAME = "scipy.spatial._qhull"


@cache
def qhull() -> ModuleType:
    """Return a module with ``ConvexHull`` and ``QhullError``: that extension alone, else all of ``scipy.spatial``."""
    if "scipy.spatial" not in sys.modules:
        module = _extension()
        if module is not None:
            return module
    import scipy.spatial

    return scipy.spatial  # type: ignore[no-any-return]


def _extension() -> ModuleType | None:
    """Load the extension under its own name, so that a later import of the package shares it."""
    if _NAME in sys.modules:
        return sys.modules[_NAME]
    import scipy

    spec = PathFinder.find_spec(_NAME, [str(Path(folder) / "spatial") for folder in scipy.__path__])
    if spec is None or spec.loader is None:
        return None
    module = module_from_spec(spec)
    sys.modules[_NAME] = module
    try:
        spec.loader.exec_module(module)
    except ImportError:
        # Another layout of SciPy: its own import knows better.
        del sys.modules[_NAME]
        return None
    return module if hasattr(module, "ConvexHull") and hasattr(module, "QhullError") else None
