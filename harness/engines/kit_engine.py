"""The engine inside NVIDIA Isaac Sim: a worker in Isaac Sim's own Python, supervised like every other engine."""

from __future__ import annotations

import os
from pathlib import Path

from harness.child import LOCAL_FILES_ONLY, Launch
from harness.config import EngineConfig
from harness.engines.base import EngineInfo, EngineStatus
from harness.engines.kit_find import KitInstallation, find_kit
from harness.engines.process import WorkerProcess
from harness.engines.worker_engine import EngineWorker
from harness.errors import EngineUnavailable

__all__ = ["EULA_ADVICE", "EngineKit", "kit_launch"]

WORKER_FILE = Path(__file__).with_name("kit_worker.py")
EULA_ADVICE = (
    "Isaac Sim runs only after you have read and accepted NVIDIA's licence. Start Isaac Sim once by hand and answer "
    "its question, or follow its documentation for machines without a terminal; asset-qa never accepts it for you."
)
_NAME_IT = "Make sure that --kit-python names Isaac Sim: its python.sh, or the Python that has the package isaacsim."
# With the SIGKILL after it, a worker that is over its deadline is gone within 5 s.
_TERMINATE_GRACE_S = 4.0
# Variables that make Isaac Sim's Python load this environment's packages in place of its own.
_FOREIGN_VARIABLES = (
    "PYTHONPATH",
    "PYTHONHOME",
    "PYTHONSTARTUP",
    "VIRTUAL_ENV",
    "PXR_PLUGINPATH_NAME",
    *LOCAL_FILES_ONLY,
)


class EngineKit(EngineWorker):
    """Drives ``kit_worker`` in Isaac Sim. Start-up is shared: one session simulates many assets."""

    def __init__(self) -> None:
        super().__init__(
            EngineInfo(name="kit"),
            module="harness.engines.kit_worker",
            fix=f"{EULA_ADVICE} If Isaac Sim is not installed, use the embedded engine: --engine ovphysx.",
        )

    def _launch(self, config: EngineConfig) -> WorkerProcess:
        """Start Isaac Sim.

        Raises:
            EngineUnavailable: If it is not installed.
        """
        limits = config.limits("kit")
        return WorkerProcess(
            kit_launch(find_kit(config.kit_python)),
            memory_limit_bytes=limits.memory_bytes,
            environment={"PYTHONUNBUFFERED": "1"},
            arguments=["physics", f"{limits.start_deadline_s:.0f}"],
        )

    def probe(self, config: EngineConfig) -> EngineStatus:
        """Say what was found, and whether it starts."""
        try:
            found = find_kit(config.kit_python)
        except EngineUnavailable as error:
            return EngineStatus(is_usable=False, info=self.info, detail=str(error), fix=self._fix)
        status = super().probe(config)
        where = f"Isaac Sim {found.version or 'of unknown version'}, found by {found.found_by}"
        # The licence is not the first thing to think of when the program is another one.
        fix = status.fix if "licence" in status.detail else f"{_NAME_IT} {status.fix}"
        return EngineStatus(
            is_usable=status.is_usable,
            info=status.info,
            detail=f"{where}: {status.detail}",
            fix="" if status.is_usable else fix,
        )


def kit_launch(installation: KitInstallation) -> Launch:
    """Return how the worker is started in an installation.

    Args:
        installation: Isaac Sim to use.
    """
    environment = {name: value for name, value in os.environ.items() if name not in _FOREIGN_VARIABLES}
    # -s: packages of the user's own folder were made for another Python.
    return Launch(
        command=(str(installation.python), "-s", "-X", "faulthandler", str(WORKER_FILE)),
        environment=environment,
        terminate_grace_s=_TERMINATE_GRACE_S,
    )
