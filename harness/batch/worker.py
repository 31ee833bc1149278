"""Process that runs the cases of a batch, one after another, with limits on what an asset may take.

Requests: ``case`` with a :class:`CaseJob`, its place in the plan and how often to repeat it. Answers: ``progress`` ...,
then ``done`` with the summary, or ``failed`` when not even a verdict could be written.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from harness.batch.digests import content_digest, list_files
from harness.batch.limits import apply_process_limits
from harness.batch.records import PlannedCase, summarise_verdict
from harness.batch.repeats import run_repeats
from harness.config import EngineConfig, defaults
from harness.engines import load_engine
from harness.engines.base import Engine
from harness.engines.link import LinkClosed, Message, read_message, write_message
from harness.engines.process import die_with_parent, worker_channel
from harness.report.codec import JsonValue, from_data, to_data
from harness.runner.case import CaseJob, run_case
from harness.runner.case_worker import ProgressReporter
from harness.verdict import Verdict

__all__ = ["main"]


def main(arguments: Sequence[str]) -> int:
    """Serve cases until the parent closes the pipe. The third argument holds engine and limits as JSON."""
    die_with_parent()
    read_fd, write_fd = worker_channel(arguments)
    settings = json.loads(arguments[2])
    engines: dict[str, Engine] = {}
    try:
        _engine(engines, settings["engine"]).start(EngineConfig(**defaults()["engine"]))  # type: ignore[arg-type]
        apply_process_limits(settings["memory_limit_mb"])

        # Loaded ahead of the first case: USD, and the hulls of large meshes.
        import harness.intake.usd  # noqa: F401

        while True:
            try:
                request = read_message(read_fd)
            except LinkClosed:
                return 0
            if request.kind != "case":
                return 0
            write_message(write_fd, _answer(request.data, engines, ProgressReporter(write_fd)))
    finally:
        for engine in engines.values():
            engine.close()


def _answer(data: Mapping[str, Any], engines: dict[str, Engine], progress: ProgressReporter) -> Message:
    job, planned = from_data(CaseJob, data["job"]), from_data(PlannedCase, data["planned"])
    started_ns = datetime.now(UTC).timestamp() * 1e9
    engine = _engine(engines, job.engine)
    facts: dict[str, object] = {}
    try:
        if data["repeats"] > 1:
            result = run_repeats(
                job,
                key=planned.key,
                count=data["repeats"],
                seed=data["seed"],
                run=lambda repeat: run_case(repeat, engine, progress),
            )
            verdict = result.verdict
            facts = {"flip_rate": result.flip_rate, "margin_spread": result.margin_spread}
        else:
            verdict = run_case(job, engine, progress)
    except OSError as error:
        # Not even the verdict could be written; the parent decides what becomes of the case.
        return Message(kind="failed", data={"errno": error.errno, "reason": error.strerror or str(error)})
    is_wanted = data["is_content_wanted"] and not _is_refused(verdict)
    files = list_files(Path(job.asset_path)) if is_wanted else None
    if files is not None:
        facts["content_sha256"] = content_digest(files)
    is_still = files is not None and files.newest_ns < started_ns
    summary = summarise_verdict(verdict, planned, facts=facts, finished_at=datetime.now(UTC).isoformat())
    answer: dict[str, JsonValue] = {
        "summary": to_data(summary),
        "files": to_data(files) if files is not None and is_still and _is_repeatable(verdict) else None,
        "was_killed": _was_killed(verdict),
    }
    return Message(kind="done", data=answer)


def _is_refused(verdict: Verdict) -> bool:
    """Whether the file was not opened at all; then nothing may open it to see what it refers to either."""
    return any(f.code in ("HAR011", "HAR012") for f in verdict.findings)


def _is_repeatable(verdict: Verdict) -> bool:
    """Whether the same files would give the same verdict: nothing in it hangs on the machine."""
    reason = verdict.stop_reason.value if verdict.stop_reason is not None else ""
    return verdict.error is None and verdict.outcome.value != "BLOCKED" and not reason.startswith("engine-")


def _was_killed(verdict: Verdict) -> bool:
    """Whether something outside killed the engine, such as an operator or the system for want of memory."""
    return any(f.code == "ENG002" and "(signal 9)" in f.message for f in verdict.findings)


def _engine(engines: dict[str, Engine], name: str) -> Engine:
    if name not in engines:
        engines[name] = load_engine(name)
    return engines[name]


if __name__ == "__main__":
    status = main(sys.argv[1:])
    sys.stderr.flush()
    os._exit(status)
