"""One worker of a batch: a case process with its engine, a renderer when pictures are wanted, and a summary a case.

A lane never gives up on an asset without a verdict, and never blames an asset for a process that was killed from
outside.
"""

from __future__ import annotations

import json
import shutil
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from harness.batch.artifacts import add_video, drop_artifacts, size_of
from harness.batch.digests import settings_digest
from harness.batch.plan import ConfigCache, kept_by_worker, make_job
from harness.batch.records import BatchOptions, CaseSummary, PlannedCase, summarise_verdict
from harness.batch.reserve import release_reserve
from harness.catalog import find_test
from harness.child import LOCAL_FILES_ONLY
from harness.config import ResolvedConfig
from harness.engines.link import Message
from harness.engines.process import WorkerProcess
from harness.errors import EngineCrashed, EngineError, EngineMemory, EngineTimeout, is_disk_full
from harness.report.codec import from_data, to_data, write_json_atomic
from harness.runner.case import CaseJob, package_versions
from harness.runner.judge import conclude
from harness.runner.pool import case_deadlines
from harness.runner.record import CaseFiles
from harness.runner.video import CaseVideo
from harness.verdict import AssetRecord, EngineRecord, Verdict, finding

__all__ = ["CaseLane", "LaneInterrupted", "LaneResult", "LaneSettings"]

# A process that was killed from outside says nothing about the asset; one that keeps dying by itself does.
_MAX_KILLS = 5
_MAX_CRASHES = 2


class LaneInterrupted(Exception):
    """The run is being ended; the case in progress has no verdict."""


@dataclass(frozen=True, kw_only=True)
class LaneSettings:
    """What every lane of a run knows. Plain data, so that it can be sent to another machine."""

    folder: str
    """Run folder."""
    options: BatchOptions
    memory_limit_mb: int
    """Resident size at which a case process is ended [MiB]."""
    recycle_cases: int
    """Cases after which a case process is replaced."""
    recycle_mb: int
    """Resident size after a case at which a case process is replaced [MiB]."""
    working_dir: str = ""
    """Folder from which paths of assets count; empty for the current one."""
    is_content_wanted: bool = True
    """Whether to compute the digest over all files of each asset."""


@dataclass(frozen=True, kw_only=True)
class LaneResult:
    """A finished case."""

    summary: CaseSummary
    files: Mapping[str, Any] | None = None
    """:class:`harness.batch.digests.AssetFiles` as data, for a verdict that the same files would give again."""


class CaseLane:
    """Runs planned cases one after another.

    Args:
        settings: What all lanes share.
    """

    def __init__(self, settings: LaneSettings) -> None:
        self._settings = settings
        self._options = settings.options
        self._folder = Path(settings.folder)
        self._configs = ConfigCache(settings.options, self._folder)
        self._worker: WorkerProcess | None = None
        self._cases = 0
        self._video: CaseVideo | None = None
        self._stop = threading.Event()
        self.worker_pids: list[int] = []
        """Case processes that this lane has started, the latest last."""

    def run(self, planned: PlannedCase, tell: Callable[[str], None] = lambda phase: None) -> LaneResult:
        """Bring a case to its one verdict.

        Args:
            planned: The case.
            tell: Called with the phase that the case enters.

        Raises:
            LaneInterrupted: If the lane was stopped meanwhile.
            OSError: If nothing can be written at all.
        """
        job = make_job(planned, self._options, self._folder, has_video=False)
        config = self._configs.get(planned)
        started, clock = datetime.now(UTC), time.monotonic()
        if not Path(planned.asset).exists():
            return self._lost(planned, job, started, clock, "HAR016", "it does not exist")
        kills = crashes = 0
        while True:
            try:
                _clear(Path(job.case_dir))
                answer = self._attempt(planned, job, config, tell)
            except _FullDiskError as error:
                return self._lost(planned, job, started, clock, "HAR015", str(error))
            except EngineError as error:
                self._drop_worker()
                if self._stop.is_set():
                    raise LaneInterrupted from error
                is_kill = isinstance(error, EngineCrashed) and error.exit_code in (-9, -15)
                kills, crashes = kills + is_kill, crashes + (not is_kill)
                is_final = not isinstance(error, EngineCrashed) or kills >= _MAX_KILLS or crashes >= _MAX_CRASHES
                if is_final:
                    code = "HAR013" if isinstance(error, EngineMemory) else "HAR007"
                    return self._lost(planned, job, started, clock, code, _lost_reason(error))
                continue
            if answer.get("was_killed") and kills < _MAX_KILLS and not self._stop.is_set():
                kills += 1
                continue
            return self._finish(planned, answer, config, kills + crashes + 1)

    def give_up(self, planned: PlannedCase, reason: str) -> LaneResult:
        """Give a case the ERROR that says why no process brought it to a verdict."""
        job = make_job(planned, self._options, self._folder, has_video=False)
        return self._lost(planned, job, datetime.now(UTC), time.monotonic(), "HAR007", reason)

    def interrupt(self) -> None:
        """End the case that runs now; :meth:`run` raises :class:`LaneInterrupted`."""
        self._stop.set()
        worker, video = self._worker, self._video
        if worker is not None:
            worker.kill()
        if video is not None:
            video.interrupt()

    def close(self) -> None:
        """End the processes."""
        self._drop_worker(grace_s=2.0)
        if self._video is not None:
            self._video.close()
            self._video = None

    def _attempt(
        self, planned: PlannedCase, job: CaseJob, config: ResolvedConfig, tell: Callable[[str], None]
    ) -> Mapping[str, Any]:
        reading_s, simulating_s = case_deadlines(config, job.engine)
        deadline = time.monotonic() + reading_s
        worker = self._ready_worker(job.engine)
        if self._stop.is_set():
            raise LaneInterrupted
        data = {
            "job": to_data(job),
            "planned": to_data(planned),
            "is_content_wanted": self._settings.is_content_wanted,
            "repeats": self._options.repeats,
            "seed": self._options.seed if self._options.has_random_starts else None,
        }
        worker.send(Message(kind="case", data=data), phase="case")
        while True:
            message = worker.receive(deadline_s=max(0.1, deadline - time.monotonic()))
            if message.kind == "progress":
                phase = str(message.data.get("phase", ""))
                if phase == "reading":
                    deadline = time.monotonic() + reading_s
                if phase == "loading":
                    deadline = time.monotonic() + simulating_s
                tell(phase)
                continue
            self._cases += 1
            if message.kind == "failed":
                raise _FullDiskError(str(message.data.get("reason")))
            return message.data

    def _finish(
        self, planned: PlannedCase, answer: Mapping[str, Any], config: ResolvedConfig, attempts: int
    ) -> LaneResult:
        summary = from_data(CaseSummary, answer["summary"])
        self._recycle()
        folder = self._folder / planned.case_dir
        if self._options.video == "all" or (self._options.video == "failures" and summary.outcome.value != "PASS"):
            self._video = self._video or CaseVideo(config.video, config.engine)
            add_video(folder, self._video)
        is_clean = summary.outcome.value == "PASS" and not summary.has_warnings
        is_dropped = self._options.artifacts == "none" or (self._options.artifacts == "failures" and is_clean)
        kept = kept_by_worker(self._options)
        if is_dropped and (kept == "all" or (kept == "failures" and not is_clean)):
            drop_artifacts(folder)
        digest = settings_digest(config, summary.test_version, is_strict=self._options.is_strict)
        summary = replace(summary, attempts=attempts, artifact_bytes=size_of(folder), config_sha256=digest)
        return LaneResult(summary=summary, files=answer.get("files"))

    def _ready_worker(self, engine: str) -> WorkerProcess:
        if self._worker is None or not self._worker.is_alive:
            self._drop_worker()
            settings = {"engine": engine, "memory_limit_mb": self._settings.memory_limit_mb}
            self._worker = WorkerProcess(
                "harness.batch.worker",
                memory_limit_bytes=self._settings.memory_limit_mb * 2**20,
                environment=LOCAL_FILES_ONLY,
                arguments=[json.dumps(settings)],
            )
            self.worker_pids.append(self._worker.pid)
            self._cases = 0
        return self._worker

    def _recycle(self) -> None:
        worker = self._worker
        if worker is None:
            return
        if self._cases >= self._settings.recycle_cases or worker.resident_bytes() > self._settings.recycle_mb * 2**20:
            self._drop_worker()

    def _drop_worker(self, *, grace_s: float = 0.0) -> None:
        if self._worker is not None:
            self._worker.close(grace_s=grace_s)
            self._worker = None

    def _lost(
        self, planned: PlannedCase, job: CaseJob, started: datetime, clock: float, code: str, reason: str
    ) -> LaneResult:
        seconds = time.monotonic() - clock
        verdict = lost_verdict(job, code, reason, started_at=started.isoformat(timespec="seconds"), seconds=seconds)
        folder = Path(job.case_dir)
        try:
            _clear(folder)
            write_json_atomic(CaseFiles(folder=folder).verdict, verdict)
        except OSError as error:
            if not is_disk_full(error) or not release_reserve(self._folder):
                raise
            _clear(folder)
            write_json_atomic(CaseFiles(folder=folder).verdict, verdict)
        summary = summarise_verdict(verdict, planned, facts={}, finished_at=datetime.now(UTC).isoformat())
        return LaneResult(summary=replace(summary, artifact_bytes=size_of(folder)))


class _FullDiskError(Exception):
    """The case process could not write its results."""


def _clear(folder: Path) -> None:
    """Give a case an empty folder; what an earlier attempt left is not evidence."""
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)


def _lost_reason(error: Exception) -> str:
    if isinstance(error, EngineTimeout):
        return f"it did not finish {error.phase} within {error.deadline_s:.0f} s and was ended"
    if isinstance(error, EngineMemory):
        return f"it used more memory than it may ({error})"
    if isinstance(error, EngineCrashed):
        code = error.exit_code
        how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        return f"it died ({how}), again in a fresh process"
    return str(error)


def lost_verdict(job: CaseJob, code: str, reason: str, *, started_at: str, seconds: float) -> Verdict:
    """Return the ERROR of a case whose process gave none."""
    messages = {
        "HAR015": f"The results of {job.asset_name} could not be written: {reason}.",
        "HAR016": f"The plan names {job.asset_path}, which does not exist.",
        "HAR013": f"The process that read and judged {job.asset_name} was ended: {reason}.",
    }
    text = messages.get(code, f"No verdict came from the process that worked on {job.asset_name}: {reason}.")
    conclusion = conclude([finding(code, text)], None, is_complete=False, is_strict=job.is_strict, facts=None)
    return Verdict(
        outcome=conclusion.outcome,
        summary=conclusion.summary,
        test=job.test,
        test_version=find_test(job.test).version,
        asset=AssetRecord(name=job.asset_name, path=job.asset_path),
        engine=EngineRecord(name=job.engine.partition(":")[0]),
        is_strict=job.is_strict,
        findings=conclusion.findings,
        causes=conclusion.causes,
        fixes=conclusion.fixes,
        versions=package_versions(),
        durations_s={"total_s": round(seconds, 4)},
        error=None if code == "HAR016" else reason,
        error_phase=None if code == "HAR016" else "process",
        reproduce=job.reproduce,
        started_at=started_at,
    )
