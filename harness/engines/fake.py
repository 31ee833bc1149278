"""A scripted engine for tests: a real worker process that moves bodies by formula, or misbehaves on request.

``--engine fake`` lets every body fall and lie still; ``--engine fake:SCRIPT`` plays one of ``SCRIPTS``.
"""

from __future__ import annotations

from harness.engines.base import EngineInfo
from harness.engines.worker_engine import EngineWorker
from harness.errors import UnknownNameError

__all__ = ["SCRIPTS", "EngineFake"]

SCRIPTS = (
    "pass",
    "sink",
    "hover",
    "inside",
    "nan",
    "runaway",
    "frozen",
    "drop-body",
    "joint-stuck",
    "crash-start",
    "crash-open",
    "crash-advance",
    "hang-start",
    "hang-open",
    "hang-advance",
    "memory",
    "garbage",
    "partial",
    "short-block",
    "refuse",
    "exit-0",
    "unavailable",
)
"""What the fake engine can play."""


class EngineFake(EngineWorker):
    """Drives ``fake_worker``.

    Args:
        script: One of ``SCRIPTS``.
    """

    def __init__(self, script: str = "pass") -> None:
        if script not in SCRIPTS:
            raise UnknownNameError("fake engine script", script, SCRIPTS)
        super().__init__(
            EngineInfo(name="fake", version=script, device="cpu"),
            module="harness.engines.fake_worker",
            fix="none: this engine exists for tests",
            arguments=[script],
        )
