"""Lanes on a Ray cluster: one actor for each, the same lane code as on one machine, results as they come.

The run folder and the assets must be at the same paths on every node, as on a shared file system. An actor that dies
with its node is replaced, and its case is run again.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from harness.batch.lane import CaseLane, LaneResult, LaneSettings
from harness.batch.records import CaseSummary, PlannedCase
from harness.errors import HarnessError, UsageError
from harness.report.codec import from_data, to_data

__all__ = ["RayExecutor", "RayLane"]

# Nothing large is passed; Ray would take a third of the memory by default.
_OBJECT_STORE_BYTES = 100 * 2**20
# A case whose actor died so often is not tried again: it may be what kills the node.
_MAX_ACTOR_DEATHS = 3
_CONNECT_LIMIT_S = 15.0


class RayLane:
    """A lane inside an actor."""

    def __init__(self, settings: LaneSettings) -> None:
        folder = Path(settings.folder)
        if not (folder / "batch.json").is_file():
            raise UsageError(
                f"The node {os.uname().nodename} does not see the run folder {folder}. Put --out and the assets on a "
                "file system that all nodes share."
            )
        if settings.working_dir:
            os.chdir(settings.working_dir)
        self._lane = CaseLane(settings)

    def run(self, planned: Mapping[str, Any]) -> dict[str, Any]:
        """Bring a case to its verdict; all arguments and results are plain data."""
        result = self._lane.run(from_data(PlannedCase, dict(planned)))
        return {"summary": to_data(result.summary), "files": result.files}

    def pid(self) -> int:
        """Return the process id of the actor."""
        return os.getpid()


class RayExecutor:
    """Runs cases on actors of a Ray cluster.

    Args:
        settings: What all lanes share.
        worker_count: Number of actors; each asks for one CPU.
        address: Address of a running cluster, such as ``auto``; ``None`` starts Ray on this machine.

    Raises:
        UsageError: If Ray is not installed.
    """

    def __init__(self, settings: LaneSettings, worker_count: int, address: str | None = None) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            import ray
        except ImportError as error:
            raise UsageError("--executor ray needs Ray. Install it: pip install 'asset-qa[ray]'.") from error
        self._ray, self._settings, self._count, self._address = ray, settings, worker_count, address
        self._deaths: dict[int, int] = {}

    def results(self, cases: Iterable[PlannedCase]) -> Iterator[LaneResult]:
        """Yield results as they come. Closing the generator ends the actors.

        Raises:
            UsageError: If the cluster cannot be reached, or a node does not see the run folder.
            HarnessError: If a lane broke.
        """
        self._connect()
        waiting = list(cases)[::-1]
        running: dict[Any, tuple[Any, PlannedCase]] = {}
        try:
            for _ in range(min(self._count, len(waiting))):
                self._submit(self._actor(), waiting.pop(), running)
            while running:
                ready, _ = self._ray.wait(list(running), num_returns=1)
                actor, planned = running.pop(ready[0])
                result = self._collect(ready[0], planned)
                if result is None:
                    # The actor is gone, and perhaps its node.
                    waiting.append(planned)
                    actor = self._actor()
                else:
                    yield result
                if waiting:
                    self._submit(actor, waiting.pop(), running)
        finally:
            for actor, _ in running.values():
                self._ray.kill(actor)
            self._ray.shutdown()

    def _connect(self) -> None:
        options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR", "ignore_reinit_error": True}
        if self._address is None:
            local = {"num_cpus": self._count, "include_dashboard": False, "object_store_memory": _OBJECT_STORE_BYTES}
            options.update(local)
        else:
            options["address"] = self._address
            _check_reachable(self._address)
        try:
            self._ray.init(**options)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise UsageError(f"Ray cannot be reached at {self._address or 'this machine'}: {error}") from error

    def _actor(self) -> Any:
        return self._ray.remote(num_cpus=1, max_restarts=0)(RayLane).remote(self._settings)

    def _submit(self, actor: Any, planned: PlannedCase, running: dict[Any, tuple[Any, PlannedCase]]) -> None:
        running[actor.run.remote(to_data(planned))] = (actor, planned)

    def _collect(self, reference: Any, planned: PlannedCase) -> LaneResult | None:
        """Return a result, or ``None`` when the actor died and the case has to be run again."""
        errors = self._ray.exceptions
        try:
            data = self._ray.get(reference)
        except errors.RayTaskError as error:
            cause = error.cause if isinstance(error.cause, (HarnessError, OSError)) else None
            raise cause or HarnessError(f"A lane broke on {planned.key}: {error}") from error
        except errors.ActorDiedError as error:
            if isinstance(getattr(error, "cause", None), HarnessError) or "UsageError" in str(error):
                raise UsageError(_last_line(str(error))) from error
            self._deaths[planned.index] = self._deaths.get(planned.index, 0) + 1
            if self._deaths[planned.index] < _MAX_ACTOR_DEATHS:
                return None
            lane = CaseLane(self._settings)
            return lane.give_up(planned, f"{self._deaths[planned.index]} Ray actors died while they worked on it")
        return LaneResult(summary=from_data(CaseSummary, data["summary"]), files=data["files"])


def _check_reachable(address: str) -> None:
    """Ask a named head node for a connection first: Ray itself waits for minutes."""
    host, separator, port = address.rpartition(":")
    if not separator or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), timeout=_CONNECT_LIMIT_S).close()
    except OSError as error:
        raise UsageError(f"Ray cannot be reached at {address}: {error.strerror or error}.") from error


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if "UsageError" in line]
    return lines[-1].partition("UsageError: ")[2] or text[-300:] if lines else text[-300:]
