"""The second opinion: Newton's USD importer and MuJoCo, another engine and another reader of the same scene."""

from __future__ import annotations

from importlib import metadata

from harness.engines.base import EngineInfo
from harness.engines.worker_engine import EngineWorker

__all__ = ["EngineNewton"]


class EngineNewton(EngineWorker):
    """Drives ``newton_worker``; needs the extra ``second-opinion``."""

    def __init__(self) -> None:
        super().__init__(
            EngineInfo(name="newton", version=_version(), device="cpu"),
            module="harness.engines.newton_worker",
            fix="pip install 'asset-qa[second-opinion]'",
        )


def _version() -> str | None:
    try:
        return metadata.version("newton")
    except metadata.PackageNotFoundError:
        return None
