"""The parent's side of the render process: starts it early, gives it jobs, and outlives whatever happens to it."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from types import TracebackType
from typing import IO

from harness.child import child_environment, python_command
from harness.video.job import (
    VideoJob,
    VideoResult,
    job_to_message,
    remove_outputs,
    result_from_message,
)

__all__ = ["VideoWorker"]

_END = None
"""Queue entry that says the process has closed its output."""


class _Child:
    """One render process and the thread that owns it.

    The process asks the kernel to end it with its parent, which on Linux means the thread that started it. So a thread
    starts it and reads from it until its end; the caller may start it from a thread of any lifetime.

    Args:
        command: Program and arguments.
        log: Where the process writes what is no result.
    """

    def __init__(self, command: Sequence[str], log: IO[bytes] | None) -> None:
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.process: subprocess.Popen[str] | None = None
        self.start_error: OSError | None = None
        self._started = threading.Event()
        self._command = list(command)
        self._log = log
        self._thread = threading.Thread(target=self._own, name="video-worker", daemon=True)
        self._thread.start()

    def _own(self) -> None:
        """Start the process and hand its lines over."""
        try:
            self.process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log if self._log is not None else subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
                env=child_environment(),
            )
        except OSError as error:
            self.start_error = error
            self._started.set()
            self.lines.put(_END)
            return
        self._started.set()
        assert self.process.stdout is not None
        with self.process.stdout as output:
            for line in output:
                self.lines.put(line)
        self.lines.put(_END)
        self.process.wait()

    def send(self, line: str) -> None:
        """Write one line, in a thread of its own: a process that does not read must not hold the caller up.

        A process that has ended takes nothing; its closed output tells so.
        """
        threading.Thread(target=self._write, args=(line,), name="video-job", daemon=True).start()

    def _write(self, line: str) -> None:
        self._started.wait()
        if self.process is None or self.process.stdin is None:
            return
        with contextlib.suppress(OSError, ValueError):
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()

    def has_ended(self) -> bool:
        """Return whether the process is known to be gone."""
        if not self._started.is_set():
            return False
        return self.process is None or self.process.poll() is not None

    def process_id(self) -> int | None:
        """Return the id of the process, or None when it did not start."""
        self._started.wait()
        return None if self.process is None else self.process.pid

    def kill(self) -> None:
        """End the process and everything it started."""
        self._started.wait()
        if self.process is None:
            return
        try:
            # The process leads its own group, which exists until it has been waited for.
            if self.process.poll() is None:
                os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            self.process.kill()
        self._thread.join(timeout=5)
        if self.process.stdin is not None:
            with contextlib.suppress(OSError, ValueError):
                self.process.stdin.close()

    def finish(self, timeout_s: float) -> None:
        """Let the process end by itself, and end it when it does not."""
        self._started.wait()
        if self.process is not None and self.process.stdin is not None:
            with contextlib.suppress(OSError, ValueError):
                self.process.stdin.close()
            self._thread.join(timeout=timeout_s)
        self.kill()

    def ending(self) -> str:
        """Return how the process ended."""
        if self.start_error is not None:
            return f"the video process cannot be started: {self.start_error}"
        self._thread.join(timeout=5)
        code = None if self.process is None else self.process.poll()
        if code is None:
            return "the video process closed its output"
        if code < 0:
            return f"the video process was ended by {signal.Signals(-code).name}"
        return f"the video process ended with code {code}"


class VideoWorker:
    """Makes videos in a process of its own. Never raises for renderer trouble; not to be shared between threads.

    Args:
        command: Program and arguments instead of the usual ones.
        log: Open file that receives what the process prints; by default it is dropped.
    """

    def __init__(self, command: Sequence[str] | None = None, log: IO[bytes] | None = None) -> None:
        self._command = tuple(command) if command else tuple(python_command("harness.video.worker"))
        self._log = log
        self._child: _Child | None = None
        self._has_greeted = False

    def __enter__(self) -> VideoWorker:
        """Start the process."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the process."""
        self.close()

    def start(self) -> None:
        """Start the process and return at once, so that it gets ready while the physics runs."""
        if self._child is not None and self._child.has_ended():
            self._child.kill()
            self._child = None
        if self._child is None:
            self._has_greeted = False
            self._child = _Child(self._command, self._log)

    @property
    def process_id(self) -> int | None:
        """Id of the running process; None when there is none."""
        return None if self._child is None else self._child.process_id()

    def render(self, job: VideoJob, timeout_s: float) -> VideoResult:
        """Make a video.

        Files of an earlier run are removed first: after a failure there is no video rather than an old one.

        Args:
            job: What to make.
            timeout_s: Time limit, waiting for a process that is not ready yet included.
        """
        deadline = time.monotonic() + timeout_s
        try:
            remove_outputs(job)
        except OSError as error:
            return VideoResult(status="failed", reason=f"an old video cannot be removed: {error}")
        self.start()
        child = self._child
        assert child is not None
        child.send(json.dumps(job_to_message(job)))
        while True:
            try:
                line = child.lines.get(timeout=max(deadline - time.monotonic(), 0.0))
            except queue.Empty:
                return self._failed(child, job, f"the video took longer than {timeout_s:g} s")
            if line is _END:
                return self._failed(child, job, child.ending())
            if not self._has_greeted:
                self._has_greeted = True
                if _is_hello(line):
                    continue
            result = result_from_message(line)
            if result is None:
                return self._failed(child, job, "the video process sent an unreadable answer")
            return result

    def _failed(self, child: _Child, job: VideoJob, reason: str) -> VideoResult:
        """End the process, remove what it left, and say why."""
        process_id = child.process_id()
        child.kill()
        self._child = None
        try:
            remove_outputs(job, process_id)
        except OSError as error:
            reason = f"{reason}; what it left cannot be removed: {error}"
        return VideoResult(status="failed", reason=reason)

    def close(self, timeout_s: float = 2.0) -> None:
        """End the process.

        Args:
            timeout_s: A process that has not ended by itself by then is killed.
        """
        if self._child is not None:
            self._child.finish(timeout_s)
            self._child = None


def _is_hello(line: str) -> bool:
    try:
        message = json.loads(line)
    except ValueError:
        return False
    return isinstance(message, dict) and message.get("type") == "hello"
