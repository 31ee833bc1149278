"""How child processes of this program are started."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["LOCAL_FILES_ONLY", "Launch", "child_environment", "module_launch", "python_command"]

LOCAL_FILES_ONLY: dict[str, str] = {
    "PXR_AR_DISABLE_PLUGIN_RESOLVER": "true",
    "PXR_AR_DISABLE_PLUGIN_URI_RESOLVERS": "true",
}
"""Environment in which USD finds files on disk only, whatever resolvers are installed: assets are untrusted."""


@dataclass(frozen=True, kw_only=True)
class Launch:
    """How a supervised child process is started and ended."""

    command: tuple[str, ...]
    """Program and first arguments."""
    environment: dict[str, str] = field(default_factory=dict)
    """The whole environment of the child."""
    terminate_grace_s: float = 0.0
    """Time between SIGTERM and SIGKILL when the child is ended; 0 kills at once."""


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


def module_launch(module: str) -> Launch:
    """Return how a worker module of this package is started, with crash dumps on.

    Args:
        module: Dotted name.
    """
    return Launch(command=tuple(python_command(module, "-X", "faulthandler")), environment=child_environment())
