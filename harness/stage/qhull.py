"""Qhull without the rest of SciPy: starting ``scipy.spatial`` takes ten times as long as the part that is used."""

from __future__ import annotations

import sys
from functools import cache
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType

__all__ = ["qhull"]

# The extension, after the two that it links to; their packages would load most of SciPy.
_PARTS = ("scipy.linalg.cython_blas", "scipy.linalg.cython_lapack", "scipy.spatial._qhull")


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
    """Load the extensions under their own names, so that a later import of their packages shares them."""
    new = [name for name in _PARTS if name not in sys.modules]
    try:
        for name in new:
            _load(name)
    except ImportError:
        # Another layout of SciPy: its own import knows better.
        for name in new:
            sys.modules.pop(name, None)
        return None
    module = sys.modules[_PARTS[-1]]
    return module if hasattr(module, "ConvexHull") and hasattr(module, "QhullError") else None


def _load(name: str) -> None:
    import scipy

    package = name.split(".")[1:-1]
    spec = PathFinder.find_spec(name, [str(Path(folder, *package)) for folder in scipy.__path__])
    if spec is None or spec.loader is None:
        raise ImportError(name)
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
