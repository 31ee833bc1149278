"""Run many cases on a few processes. Every planned case ends with exactly one verdict on disk."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from harness.catalog import find_test
from harness.child import LOCAL_FILES_ONLY
from harness.config import ResolvedConfig
from harness.engines.link import Message
from harness.engines.process import WorkerProcess
from harness.errors import EngineCrashed, EngineError, EngineTimeout, RecordError
from harness.report.codec import load_verdict, to_data, write_json_atomic
from harness.runner.case import CaseJob, package_versions
from harness.runner.judge import conclude
from harness.runner.record import CaseFiles
from harness.runner.video import CaseVideo
from harness.verdict import AssetRecord, EngineRecord, Verdict, VideoRecord, finding

__all__ = ["CaseEvent", "CaseSession", "case_deadlines", "run_pool"]

# On top of a watchdog for reading, and of two for simulating: starting processes, the control drop, writing results.
_SPARE_S = 60.0


@dataclass(frozen=True, kw_only=True)
class CaseEvent:
    """Something to show while cases run."""

    index: int
    """Position of the case in the plan."""
    phase: str
    """``reading``, ``loading``, ``simulating``, ``judged``, ``rendering``, ``done`` ..."""
    simulated_s: float = 0.0
    verdict: Verdict | None = None
    """Filled in for ``judged`` and ``done``."""


Listener = Callable[[CaseEvent], None]


def run_pool(
    jobs: Sequence[CaseJob], *, worker_count: int, config: ResolvedConfig, listener: Listener
) -> list[Verdict | None]:
    """Run all jobs.

    Args:
        jobs: What to run, each with its own empty folder.
        worker_count: Number of processes that work side by side.
        config: Limits of engine and video.
        listener: Called from worker threads, one call at a time.

    Returns:
        One verdict a job, in order; ``None`` only for jobs that an interrupt kept from running.
    """
    results: list[Verdict | None] = [None] * len(jobs)
    waiting: queue.SimpleQueue[int] = queue.SimpleQueue()
    for index in range(len(jobs)):
        waiting.put(index)
    lock, stop = threading.Lock(), threading.Event()

    def tell(event: CaseEvent) -> None:
        with lock:
            listener(event)

    lanes = [_Lane(jobs, results, waiting, config, tell, stop) for _ in range(min(worker_count, max(1, len(jobs))))]
    threads = [threading.Thread(target=lane.run, name=f"case-{n}") for n, lane in enumerate(lanes)]
    for thread in threads:
        thread.start()
    try:
        for thread in threads:
            while thread.is_alive():
                thread.join(0.2)
    except KeyboardInterrupt:
        stop.set()
        for lane in lanes:
            lane.interrupt()
        for thread in threads:
            thread.join()
        raise
    for lane in lanes:
        if lane.failure is not None:
            raise lane.failure
    return results


def case_deadlines(config: ResolvedConfig, engine: str) -> tuple[float, float]:
    """Return the wall-clock limits of reading an asset and of everything after that [s].

    Args:
        engine: Name of the engine, whose start is part of it.
        config: Settings of the case. Reading gets one watchdog; once the engine is asked, it has limits of its own.
    """
    watchdog = float(getattr(config.test, "watchdog_seconds", 120.0))
    return watchdog + _SPARE_S, 2 * watchdog + 2 * config.engine.limits(engine).start_deadline_s + _SPARE_S


class _Lane:
    """One thread with one case process and one renderer."""

    def __init__(
        self,
        jobs: Sequence[CaseJob],
        results: list[Verdict | None],
        waiting: queue.SimpleQueue[int],
        config: ResolvedConfig,
        tell: Listener,
        stop: threading.Event,
    ) -> None:
        self._jobs, self._results, self._waiting = jobs, results, waiting
        self._config, self._tell, self._stop = config, tell, stop
        self._worker: WorkerProcess | None = None
        self._video = CaseVideo(config.video, config.engine)
        self.failure: BaseException | None = None

    def run(self) -> None:
        """Take cases until none is left."""
        try:
            while not self._stop.is_set():
                try:
                    index = self._waiting.get_nowait()
                except queue.Empty:
                    return
                self._case(index)
        except BaseException as error:  # noqa: BLE001 - carried to the main thread, which raises it
            self.failure = error
        finally:
            self.close()

    def close(self) -> None:
        """End both processes."""
        if self._worker is not None:
            self._worker.close(grace_s=2.0)
        self._video.close()

    def interrupt(self) -> None:
        """End the case that runs now."""
        worker = self._worker
        if worker is not None:
            worker.kill()
        self._video.interrupt()

    def run_one(self, index: int, config: ResolvedConfig) -> Verdict | None:
        """Run one case in this thread.

        Args:
            index: Position among the jobs.
            config: Settings of that job.
        """
        self._config = config
        self._case(index)
        return self._results[index]

    def _case(self, index: int) -> None:
        job = self._jobs[index]
        if job.is_video_wanted:
            self._video.start()
        verdict = self._judge(index, job)
        if verdict is None:
            return
        self._results[index] = verdict
        self._tell(CaseEvent(index=index, phase="judged", verdict=verdict))
        if verdict.video.status == "pending":
            self._tell(CaseEvent(index=index, phase="rendering"))
            verdict = self._video.add(verdict, CaseFiles(folder=Path(job.case_dir)))
            self._results[index] = verdict
        self._tell(CaseEvent(index=index, phase="done", verdict=verdict))

    def _judge(self, index: int, job: CaseJob) -> Verdict | None:
        started, clock = datetime.now(UTC), time.monotonic()
        reading_s, simulating_s = case_deadlines(self._config, job.engine)
        deadline, phase = clock + reading_s, "starting"
        try:
            worker = self._ready_worker(job)
            worker.send(Message(kind="case", data={"job": to_data(job)}), phase="case")
            while True:
                message = worker.receive(deadline_s=max(0.1, deadline - time.monotonic()))
                if message.kind == "done":
                    return load_verdict(CaseFiles(folder=Path(job.case_dir)).verdict)
                phase = str(message.data.get("phase", ""))
                if phase == "loading":
                    deadline = time.monotonic() + simulating_s
                self._tell(
                    CaseEvent(
                        index=index,
                        phase=phase,
                        simulated_s=float(message.data.get("simulated_s", 0.0)),
                    )
                )
        except (EngineError, RecordError) as error:
            self._drop_worker()
            if self._stop.is_set():
                return None
            return _write_lost(job, _lost(error, phase), started, time.monotonic() - clock)

    def _ready_worker(self, job: CaseJob) -> WorkerProcess:
        if self._worker is None or not self._worker.is_alive:
            self._drop_worker()
            self._worker = WorkerProcess(
                "harness.runner.case_worker", environment=LOCAL_FILES_ONLY, arguments=[job.engine]
            )
        return self._worker

    def _drop_worker(self) -> None:
        if self._worker is not None:
            self._worker.close()
            self._worker = None


class CaseSession:
    """Run cases when they are asked for, one at a time, with one case process for all of them.

    Args:
        config: Limits of the video.
    """

    def __init__(self, config: ResolvedConfig) -> None:
        self._jobs: list[CaseJob] = []
        self._results: list[Verdict | None] = []
        self._lane = _Lane(self._jobs, self._results, queue.SimpleQueue(), config, _ignore, threading.Event())

    def run(self, job: CaseJob, config: ResolvedConfig) -> Verdict:
        """Run one case to its end; a process that dies makes an ERROR of this case only.

        Args:
            job: What to run, with its own empty folder.
            config: Settings of the job, for its deadlines.
        """
        self._jobs.append(job)
        self._results.append(None)
        verdict = self._lane.run_one(len(self._jobs) - 1, config)
        if verdict is None:
            raise RecordError(f"{job.asset_name} has no verdict.")
        return verdict

    def close(self) -> None:
        """End the processes."""
        self._lane.close()


def _ignore(event: CaseEvent) -> None:
    del event


def _lost(error: Exception, phase: str) -> str:
    """Say in one sentence how the case process was lost."""
    if isinstance(error, EngineTimeout):
        return f"it did not finish {phase or 'starting'} within {error.deadline_s:.0f} s and was ended"
    if isinstance(error, EngineCrashed):
        code = error.exit_code
        how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        return f"it died while {phase or 'starting'} ({how})"
    return str(error)


def _write_lost(job: CaseJob, reason: str, started: datetime, seconds: float) -> Verdict:
    """Write the verdict of a case whose process died. A verdict that was complete before that stands."""
    files = CaseFiles(folder=Path(job.case_dir))
    try:
        return load_verdict(files.verdict)
    except RecordError:
        remark = finding("HAR007", f"No verdict came from the process that worked on {job.asset_name}: {reason}.")
    conclusion = conclude([remark], None, is_complete=False, is_strict=job.is_strict, facts=None)
    verdict = Verdict(
        outcome=conclusion.outcome,
        summary=conclusion.summary,
        test=job.test,
        test_version=find_test(job.test).version,
        preset=job.preset,
        asset=AssetRecord(name=job.asset_name, path=job.asset_path),
        engine=EngineRecord(name=job.engine),
        is_strict=job.is_strict,
        findings=conclusion.findings,
        causes=conclusion.causes,
        fixes=conclusion.fixes,
        versions=package_versions(),
        durations_s={"total_s": round(seconds, 4)},
        video=VideoRecord(status="off"),
        error=reason,
        error_phase="process",
        reproduce=job.reproduce,
        started_at=started.isoformat(timespec="seconds"),
    )
    write_json_atomic(files.verdict, verdict)
    return verdict
