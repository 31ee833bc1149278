"""Process that runs cases: reads the asset, drives the engine, judges, writes the verdict.

It is apart from the command line so that an asset that crashes the USD library costs one verdict, not the run.
Requests: ``case`` with a :class:`CaseJob`. Answers: ``progress`` ..., then ``done``.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence

from harness.config import EngineConfig, defaults
from harness.engines import load_engine
from harness.engines.base import Engine
from harness.engines.link import LinkClosed, Message, read_message, write_message
from harness.engines.process import die_with_parent, worker_channel
from harness.report.codec import from_data
from harness.runner.case import CaseJob, run_case

__all__ = ["ProgressReporter", "main"]

_PROGRESS_INTERVAL_S = 0.1


def main(arguments: Sequence[str]) -> int:
    """Serve cases until the parent closes the pipe. The third argument names the engine to warm up."""
    die_with_parent()
    read_fd, write_fd = worker_channel(arguments)
    engines: dict[str, Engine] = {}
    try:
        # The engine warms up while this process loads USD and waits for its first case.
        _engine(engines, arguments[2]).start(EngineConfig(**defaults()["engine"]))  # type: ignore[arg-type]
        # Loaded ahead of the first case: USD, and the hulls of large meshes.

        import harness.intake.usd  # noqa: F401

        while True:
            try:
                request = read_message(read_fd)
            except LinkClosed:
                return 0
            if request.kind != "case":
                return 0
            job = from_data(CaseJob, request.data["job"])
            verdict = run_case(job, _engine(engines, job.engine), ProgressReporter(write_fd))
            write_message(write_fd, Message(kind="done", data={"outcome": verdict.outcome.value}))
    finally:
        for engine in engines.values():
            engine.close()


def _engine(engines: dict[str, Engine], name: str) -> Engine:
    if name not in engines:
        engines[name] = load_engine(name)
    return engines[name]


class ProgressReporter:
    """Send progress to the parent, at most ten times a second and at every change of phase."""

    def __init__(self, write_fd: int) -> None:
        self._write_fd, self._phase, self._next = write_fd, "", 0.0

    def __call__(self, phase: str, simulated_s: float) -> None:
        """Send a message, unless the last one is recent and of the same phase."""
        now = time.monotonic()
        if phase == self._phase and now < self._next:
            return
        self._phase, self._next = phase, now + _PROGRESS_INTERVAL_S
        write_message(self._write_fd, Message(kind="progress", data={"phase": phase, "simulated_s": simulated_s}))


if __name__ == "__main__":
    status = main(sys.argv[1:])
    sys.stderr.flush()
    os._exit(status)
