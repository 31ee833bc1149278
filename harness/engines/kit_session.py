"""Start Kit inside Isaac Sim's Python, and open stages in it. Loaded by kit_worker.py; no part of the package.

Names and behaviour of Kit's modules: the sources and stubs inside the published wheels, which a contract test reads.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from isaacsim.simulation_app import SimulationApp
    from omni.ext import ExtensionManager
    from omni.kit.app import IApp
    from omni.usd import UsdContext

__all__ = ["KitSession"]

_LOAD_LIMIT_S = 600.0
# What the mode needs beyond the base experience.
_EXTENSIONS = {"physics": ("omni.physx", "omni.physx.tensors"), "render": ("omni.replicator.core",), "kernel": ()}
_ARGUMENTS = [
    # The registry is a network service; everything that is needed comes with the installation.
    "--/app/extensions/registryEnabled=0",
    # Hydra reads the poses from USD.
    "--/app/useFabricSceneDelegate=false",
    # A path must mean the prim at this path only.
    "--/physics/tensors/recursiveLeafPatternMatch=false",
]


class KitSession:
    """A running Kit.

    Args:
        mode: ``physics``, ``render``, or ``kernel`` for Kit without USD, which only proves that it starts.
        tell_phase: Told what the process is busy with.

    Raises:
        ImportError: If modules of Isaac Sim are missing.
        RuntimeError: If a part of Kit cannot be started.
    """

    def __init__(self, mode: str, tell_phase: Callable[[str], None]) -> None:
        self.tell_phase = tell_phase
        if mode == "kernel":
            from isaacsim import AppFramework

            self._app: SimulationApp = AppFramework("asset_qa", ["--empty", *_ARGUMENTS])
        else:
            from isaacsim import SimulationApp

            self._app = SimulationApp(
                {
                    "headless": True,
                    "multi_gpu": False,
                    "sync_loads": True,
                    "create_new_stage": False,
                    "fast_shutdown": True,
                    "extra_args": list(_ARGUMENTS),
                }
            )
        import omni.kit.app

        tell_phase("enabling extensions")
        self._kit: IApp = omni.kit.app.get_app()
        self._extensions: ExtensionManager = self._kit.get_extension_manager()
        for name in _EXTENSIONS[mode]:
            if not self._extensions.set_extension_enabled_immediate(name, True):
                raise RuntimeError(f"the extension {name} of Isaac Sim cannot be enabled")

    def update(self) -> None:
        """Let Kit do one turn of its loop."""
        self._kit.update()

    def versions(self) -> dict[str, Any]:
        """Return the versions of Kit and of its PhysX extension."""
        physx = self._extensions.get_enabled_extension_id("omni.physx")
        return {
            "version": f"Kit {self._kit.get_kit_version()}",
            # The id is name-version; the PhysX SDK inside is told by the extension's version only.
            "physx_version": physx or None,
            "device": "cpu",
        }

    def open_stage(self, path: str) -> tuple[Any, int]:
        """Open a stage and wait until all of it is there.

        Args:
            path: Scene file.

        Returns:
            The ``Usd.Stage`` and its id in the stage cache.

        Raises:
            RuntimeError: If Kit refuses the file or does not finish loading it.
        """
        import omni.usd

        self.tell_phase("opening the stage")
        context: UsdContext = omni.usd.get_context()
        if not context.open_stage(path):
            raise RuntimeError(f"Kit cannot open {path}")
        end = time.monotonic() + _LOAD_LIMIT_S
        # The status is (message, loaded, loading).
        while context.get_stage_loading_status()[2] > 0:
            if time.monotonic() > end:
                raise RuntimeError(f"Kit did not finish loading {path} in {_LOAD_LIMIT_S:.0f} s")
            self.update()
        stage = context.get_stage()
        if stage is None:
            raise RuntimeError(f"Kit has no stage after opening {path}")
        return stage, int(context.get_stage_id())

    def close_stage(self) -> None:
        """Close the stage, if one is open."""
        import omni.usd

        context: UsdContext = omni.usd.get_context()
        if context.can_close_stage():
            context.close_stage()
