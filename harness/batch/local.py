"""Lanes on this machine: one thread for each, all work done in processes of their own."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Iterator

from harness.batch.lane import CaseLane, LaneInterrupted, LaneResult, LaneSettings
from harness.batch.records import PlannedCase

__all__ = ["LocalExecutor"]

Phase = Callable[[PlannedCase, str], None]


class LocalExecutor:
    """Runs cases on lanes of this machine.

    Args:
        settings: What all lanes share.
        worker_count: Number of lanes.
        tell: Called from the lanes when a case enters a phase.
    """

    def __init__(self, settings: LaneSettings, worker_count: int, tell: Phase = lambda planned, phase: None) -> None:
        self._settings, self._count, self._tell = settings, worker_count, tell
        self.lanes: list[CaseLane] = []

    def results(self, cases: Iterable[PlannedCase]) -> Iterator[LaneResult]:
        """Yield results as they come. Closing the generator ends the cases in progress.

        Raises:
            OSError: If a lane could not write anything.
        """
        waiting = iter(cases)
        guard = threading.Lock()
        done: queue.SimpleQueue[LaneResult | BaseException | None] = queue.SimpleQueue()

        def take() -> PlannedCase | None:
            with guard:
                return next(waiting, None)

        self.lanes = [CaseLane(self._settings) for _ in range(self._count)]
        threads = [
            threading.Thread(target=self._work, args=(lane, take, done), name=f"lane-{number}", daemon=True)
            for number, lane in enumerate(self.lanes)
        ]
        for thread in threads:
            thread.start()
        try:
            yield from _collect(done, len(threads))
        finally:
            for lane in self.lanes:
                lane.interrupt()
            for thread in threads:
                thread.join()

    def _work(
        self,
        lane: CaseLane,
        take: Callable[[], PlannedCase | None],
        done: queue.SimpleQueue[LaneResult | BaseException | None],
    ) -> None:
        try:
            while (planned := take()) is not None:
                case = planned
                done.put(lane.run(case, lambda phase: self._tell(case, phase)))  # noqa: B023 - used within the call
        except LaneInterrupted as error:
            done.put(error)
        except BaseException as error:  # noqa: BLE001 - carried to the main thread, which raises it
            done.put(error)
        finally:
            lane.close()
            done.put(None)


def _collect(done: queue.SimpleQueue[LaneResult | BaseException | None], lanes: int) -> Iterator[LaneResult]:
    while lanes:
        item = done.get()
        if item is None:
            lanes -= 1
        elif isinstance(item, BaseException):
            raise item
        else:
            yield item
