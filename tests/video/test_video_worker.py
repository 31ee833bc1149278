"""The render process: its protocol, and what the parent makes of a process that is missing, slow, dead or mad."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from harness.video import RendererStatus, VideoResult, VideoWorker, probe_renderer
from harness.video.job import FIX_COMMAND, job_to_message
from harness.video.probe import child_environment
from tests.video.cases import box_case
from tests.video.conftest import RENDER_TIMEOUT_S

MISSING = "libEGL-that-is-not-there.so.1"


def _files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


INPUTS = ["scene.usda", "trajectory.npz"]


def _fake(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code)


HELLO = "import json,sys,time\nprint(json.dumps({'type':'hello','protocol':1,'renderer':None}),flush=True)\n"


def test_missing_opengl_skips_and_names_the_fix(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Skip every job with the command that helps, and leave no file, on a machine without EGL."""
    monkeypatch.setenv("ASSET_QA_LIBEGL", MISSING)
    job = box_case(tmp_path)
    job.video_path.write_bytes(b"from an earlier run")
    with VideoWorker() as worker:
        for _ in range(2):
            result = worker.render(job, RENDER_TIMEOUT_S)
            assert result.status == "skipped"
            assert result.renderer is None
            assert FIX_COMMAND in str(result.reason)
            assert MISSING in str(result.reason)
    assert _files(tmp_path) == INPUTS


def test_probe_reports_missing_opengl(monkeypatch: pytest.MonkeyPatch) -> None:
    """Say what is missing and how to install it."""
    monkeypatch.setenv("ASSET_QA_LIBEGL", MISSING)
    status = probe_renderer()
    assert not status.available
    assert status.renderer is None
    assert MISSING in status.detail
    assert status.fix_command == FIX_COMMAND


def test_probe_survives_a_driver_that_crashes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Report a crash of the driver as a missing renderer."""
    crash = tmp_path / "python"
    crash.write_text("#!/bin/sh\nkill -SEGV $$\n", encoding="utf-8")
    crash.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(crash))
    status = probe_renderer()
    assert not status.available
    assert "SIGSEGV" in status.detail


@pytest.mark.video
def test_probe_names_the_driver(renderer: RendererStatus) -> None:
    """Report the driver of a machine that can render."""
    assert renderer.available
    assert renderer.renderer == "moderngl-egl"
    assert renderer.fix_command is None
    assert renderer.detail


@pytest.mark.video
def test_protocol_is_one_json_object_a_line(renderer: RendererStatus, tmp_path: Path) -> None:
    """Greet first, answer each line with one, also a bad one, and end with the input."""
    job = json.dumps(job_to_message(box_case(tmp_path, duration_s=0.2)))
    lines = f"{job}\nnonsense\n\n{{}}\n" + json.dumps({"type": "render", "case_dir": "/does/not/exist"}) + "\n"
    done = subprocess.run(
        [sys.executable, "-m", "harness.video.worker"],
        input=lines,
        env=child_environment(),
        capture_output=True,
        text=True,
        timeout=RENDER_TIMEOUT_S,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers[0]["type"] == "hello"
    assert answers[0]["protocol"] == 1
    assert answers[0]["renderer"] == "moderngl-egl"
    assert [answer["type"] for answer in answers[1:]] == ["rendered"] * 4
    assert [answer["status"] for answer in answers[1:]] == ["ok", "failed", "failed", "failed"]
    assert {"total", "read", "render"} <= set(answers[1]["timings_s"])


@pytest.mark.video
def test_killed_process_fails_the_job_and_leaves_nothing(renderer: RendererStatus, tmp_path: Path) -> None:
    """Report a renderer that dies at work, remove its half-written files, and do the next job."""
    job = box_case(tmp_path, duration_s=8.0)
    with VideoWorker() as worker:
        worker.start()
        killer = threading.Thread(target=_kill_at_work, args=(worker, tmp_path))
        killer.start()
        result = worker.render(replace(job, width=1920, height=1080, fps=60), RENDER_TIMEOUT_S)
        killer.join()
        assert result.status == "failed"
        assert "SIGKILL" in str(result.reason)
        assert _files(tmp_path) == INPUTS
        assert worker.render(box_case(tmp_path, duration_s=0.2), RENDER_TIMEOUT_S).status == "ok"


def _kill_at_work(worker: VideoWorker, folder: Path) -> None:
    deadline = time.monotonic() + RENDER_TIMEOUT_S
    while not list(folder.glob("*.part.mp4")) and time.monotonic() < deadline:
        time.sleep(0.005)
    process_id = worker.process_id
    assert process_id is not None
    os.kill(process_id, signal.SIGKILL)


@pytest.mark.video
def test_process_that_died_between_jobs_is_replaced(renderer: RendererStatus, tmp_path: Path) -> None:
    """Start again when the process is found dead before a job."""
    job = box_case(tmp_path, duration_s=0.2)
    with VideoWorker() as worker:
        assert worker.render(job, RENDER_TIMEOUT_S).status == "ok"
        first = worker.process_id
        assert first is not None
        os.kill(first, signal.SIGKILL)
        time.sleep(0.3)
        assert worker.render(job, RENDER_TIMEOUT_S).status == "ok"
        assert worker.process_id != first


@pytest.mark.video
def test_worker_started_by_a_thread_outlives_it(renderer: RendererStatus, tmp_path: Path) -> None:
    """Keep the process when the thread that asked for it ends."""
    with VideoWorker() as worker:
        thread = threading.Thread(target=worker.start)
        thread.start()
        thread.join()
        assert worker.render(box_case(tmp_path, duration_s=0.2), RENDER_TIMEOUT_S).status == "ok"


def test_start_returns_at_once() -> None:
    """Never wait for the renderer to get ready."""
    worker = VideoWorker(_fake("import time; time.sleep(60)"))
    clock = time.monotonic()
    worker.start()
    assert time.monotonic() - clock < 0.2
    worker.close(timeout_s=0.0)


def test_time_out_fails_the_job_and_ends_the_process(tmp_path: Path) -> None:
    """Give up on a process that does not answer, and leave neither it nor an old video behind."""
    job = box_case(tmp_path)
    job.still_path.write_bytes(b"from an earlier run")
    worker = VideoWorker(_fake(HELLO + "time.sleep(60)"))
    worker.start()
    process_id = worker.process_id
    clock = time.monotonic()
    result = worker.render(job, timeout_s=0.5)
    assert time.monotonic() - clock < 5
    assert result.status == "failed"
    assert "0.5 s" in str(result.reason)
    assert _files(tmp_path) == INPUTS
    assert process_id is not None
    with pytest.raises(ProcessLookupError):
        os.kill(process_id, 0)


def test_process_that_reads_nothing_cannot_hold_the_caller_up(tmp_path: Path) -> None:
    """Keep the time limit also when the job is larger than a pipe holds."""
    job = replace(box_case(tmp_path), low_z_m=tuple(0.123456 for _ in range(200_000)))
    worker = VideoWorker(_fake("import time; time.sleep(60)"))
    clock = time.monotonic()
    assert worker.render(job, timeout_s=0.5).status == "failed"
    assert time.monotonic() - clock < 5


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("raise SystemExit(3)", "code 3"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "SIGSEGV"),
        (HELLO + "input(); print('garbage', flush=True); time.sleep(60)", "unreadable"),
        (HELLO + "input(); print('[]', flush=True); time.sleep(60)", "unreadable"),
        (HELLO + "input(); raise SystemExit(0)", "code 0"),
    ],
)
def test_process_that_misbehaves_is_a_failed_result(tmp_path: Path, code: str, words: str) -> None:
    """Turn every way to end or to talk nonsense into a reason."""
    with VideoWorker(_fake(code)) as worker:
        result = worker.render(box_case(tmp_path), RENDER_TIMEOUT_S)
    assert result.status == "failed"
    assert words in str(result.reason)


def test_program_that_does_not_exist_is_a_failed_result(tmp_path: Path) -> None:
    """Report a process that cannot be started."""
    worker = VideoWorker(("/does/not/exist",))
    result = worker.render(box_case(tmp_path), RENDER_TIMEOUT_S)
    assert isinstance(result, VideoResult)
    assert result.status == "failed"
    assert "cannot be started" in str(result.reason)
    worker.close()
