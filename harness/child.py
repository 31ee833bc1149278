"""How child processes of this program are started."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["child_environment", "python_command"]


def child_environment() -> dict[str, str]:
    """Return the environment in which a child process finds this package, wherever it lies."""
    root = str(Path(__file__).resolve().parents[1])
    known = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": root if not known else f"{root}{os.pathsep}{known}"}


def python_command(module: str, *options: str) -> list[str]:
    """Return the command that runs a module of this package.

    ``-P``: a file beside the assets must not be imported in place of a library.

    Args:
        module: Dotted name.
        options: Options of the interpreter.
    """
    return [sys.executable, "-P", *options, "-m", module]
