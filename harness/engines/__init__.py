"""Engines that simulate a composed scene, each in a process of its own.

A new engine is one module with a class that satisfies ``harness.engines.base.Engine`` and one line in ``ENGINES``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from harness.errors import UnknownNameError

if TYPE_CHECKING:
    from harness.engines.base import Engine

__all__ = ["DEFAULT_ENGINE", "ENGINES", "load_engine"]

ENGINES: dict[str, str] = {
    "ovphysx": "harness.engines.ovphysx_engine:EngineOvphysx",
    "newton": "harness.engines.newton_engine:EngineNewton",
    "kit": "harness.engines.kit_engine:EngineKit",
    "fake": "harness.engines.fake:EngineFake",
}
"""Name to ``module:class``; imported only when asked for."""

DEFAULT_ENGINE = "ovphysx"


def load_engine(name: str) -> Engine:
    """Create an engine by name; nothing is started yet.

    Args:
        name: Key of ``ENGINES``, for the scripted engine with ``:SCRIPT`` behind it.

    Raises:
        UnknownNameError: If there is no such engine.
    """
    key, _, script = name.partition(":")
    if key not in ENGINES or (script and key != "fake"):
        raise UnknownNameError("engine", name, ENGINES)
    module, _, attribute = ENGINES[key].partition(":")
    factory = getattr(import_module(module), attribute)
    return cast("Engine", factory(script) if script else factory())
