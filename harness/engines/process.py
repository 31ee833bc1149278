"""Run one child process under supervision: private folder, log file, deadlines, memory limit, certain end.

Only children started here are ever signalled, by their own process group.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from harness.child import Launch, module_launch
from harness.engines.link import LinkClosed, LinkGarbled, LinkTimeout, Message, read_message, write_message
from harness.errors import (
    EngineCrashed,
    EngineError,
    EngineMemory,
    EngineProtocolError,
    EngineTimeout,
    EngineUnavailable,
    is_disk_full,
)

__all__ = ["WorkerProcess", "die_with_parent", "sweep_stale_folders", "worker_channel"]

_FOLDER_PREFIX = "asset-qa-worker-"
_LOG_TAIL_BYTES = 6000
_PR_SET_PDEATHSIG = 1
_Error = TypeVar("_Error", bound=EngineError)


def die_with_parent() -> None:
    """Ask the kernel to kill this process when its parent ends (Linux; elsewhere the closed pipe ends it)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def sweep_stale_folders() -> None:
    """Remove worker folders whose owner was killed before it could do so."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_FOLDER_PREFIX}*-*"):
        owner = folder.name.removeprefix(_FOLDER_PREFIX).partition("-")[0]
        if owner.isdigit() and not _exists(int(owner)):
            shutil.rmtree(folder, ignore_errors=True)


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def worker_channel(arguments: Sequence[str]) -> tuple[int, int]:
    """Return the read and write descriptors that the parent put on a worker's command line."""
    read_fd, write_fd = (int(a) for a in arguments[:2])
    return read_fd, write_fd


class _MemoryExceeded(Exception):
    """Raised from the wait loop when the child outgrows its limit."""


class WorkerProcess:
    """A child that answers messages.

    Args:
        program: Python module to run with ``-m``, or how to start another program; it gets two descriptor numbers as
            arguments.
        memory_limit_bytes: Resident size above which the child is killed; ``None`` for no limit.
        environment: Variables to add.
        arguments: Further command-line arguments.

    Raises:
        EngineUnavailable: If the program cannot be started.
    """

    def __init__(
        self,
        program: str | Launch,
        *,
        memory_limit_bytes: int | None = None,
        environment: Mapping[str, str] | None = None,
        arguments: Sequence[str] = (),
    ) -> None:
        self._launch = module_launch(program) if isinstance(program, str) else program
        self._memory_limit = memory_limit_bytes
        self._folder = Path(tempfile.mkdtemp(prefix=f"{_FOLDER_PREFIX}{os.getpid()}-"))
        self.log_path = self._folder / "worker.log"
        child_read, self._write_fd = os.pipe()
        self._read_fd, child_write = os.pipe()
        temporary = self._folder / "tmp"
        temporary.mkdir()
        try:
            with self.log_path.open("wb") as log:
                self._process = subprocess.Popen(
                    [*self._launch.command, str(child_read), str(child_write), *arguments],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    pass_fds=(child_read, child_write),
                    start_new_session=True,
                    env={**self._launch.environment, "TMPDIR": str(temporary), **(environment or {})},
                )
        except OSError as error:
            os.close(self._write_fd)
            os.close(self._read_fd)
            shutil.rmtree(self._folder, ignore_errors=True)
            if is_disk_full(error):
                raise
            # Such as a script whose first line names no interpreter, or a program for another kind of machine.
            raise EngineUnavailable(f"{self._launch.command[0]} cannot be started: {error.strerror}.") from error
        finally:
            os.close(child_read)
            os.close(child_write)
        self._stage = self._phase = "start"

    @property
    def pid(self) -> int:
        """Process id of the child."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the child runs."""
        return self._process.poll() is None

    def resident_bytes(self) -> int:
        """Return the resident size of the child; 0 where the platform does not tell."""
        return _resident_bytes(self._process.pid)

    def send(self, message: Message, *, phase: str) -> None:
        """Send a request.

        Raises:
            EngineCrashed: If the child is gone.
        """
        self._stage = self._phase = phase
        try:
            write_message(self._write_fd, message)
        except (LinkClosed, OSError) as error:
            raise self._crashed() from error

    def receive(self, *, deadline_s: float) -> Message:
        """Wait for the next message; on any trouble the child is killed.

        Raises:
            EngineCrashed: If the child ended.
            EngineTimeout: If the deadline passed.
            EngineMemory: If the child outgrew its memory limit.
            EngineProtocolError: If it sent something else than a message.
        """
        end = time.monotonic() + deadline_s
        try:
            while True:
                left = max(0.0, end - time.monotonic())
                message = read_message(self._read_fd, deadline_s=left, watch=self._watch)
                if message.kind != "phase":
                    return message
                # A sign of life that says what a long request is busy with.
                self._phase = str(message.data.get("phase", self._phase))
        except LinkClosed as error:
            raise self._crashed() from error
        except LinkTimeout as error:
            self.kill()
            raise self._staged(EngineTimeout(self._phase, deadline_s, self.log_tail())) from error
        except _MemoryExceeded as error:
            self.kill()
            raise self._staged(EngineMemory(self._phase, self._memory_limit or 0, self.log_tail())) from error
        except LinkGarbled as error:
            self.kill()
            raise EngineProtocolError(f"The engine worker answered {self._phase} with {error}.") from error

    def request(self, message: Message, *, phase: str, deadline_s: float) -> Message:
        """Send a request and wait for its answer. Raises as :meth:`send` and :meth:`receive`."""
        self.send(message, phase=phase)
        return self.receive(deadline_s=deadline_s)

    def log_tail(self) -> str:
        """Return the last lines that the child printed."""
        try:
            with self.log_path.open("rb") as log:
                # A program that prints without end must not fill the memory.
                log.seek(max(0, log.seek(0, os.SEEK_END) - _LOG_TAIL_BYTES))
                data = log.read(_LOG_TAIL_BYTES)
        except FileNotFoundError:
            return ""
        return data.decode("utf-8", "replace").strip()

    def kill(self) -> None:
        """End the child and whatever it started: SIGTERM where it is given time, then SIGKILL of its process group."""
        if self._process.returncode is None:
            # The child is not waited for before the end: as long as it is a zombie, its group cannot be another's.
            with contextlib.suppress(ProcessLookupError):
                if self._launch.terminate_grace_s > 0 and not self._has_ended():
                    os.killpg(self._process.pid, signal.SIGTERM)
                    self._await_end(self._launch.terminate_grace_s)
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _has_ended(self) -> bool:
        """Whether the child is over; unlike ``poll`` this leaves it as a zombie."""
        status = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return status is not None

    def _await_end(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self._has_ended():
            time.sleep(0.02)

    def close(self, *, grace_s: float = 0.0) -> None:
        """Close the pipes, give the child ``grace_s`` to leave, end it, and remove its folder."""
        for descriptor in (self._write_fd, self._read_fd):
            with contextlib.suppress(OSError):
                os.close(descriptor)
        self._write_fd = self._read_fd = -1
        if grace_s > 0:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(grace_s)
        self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _crashed(self) -> EngineCrashed:
        try:
            code = self._process.wait(5)
        except subprocess.TimeoutExpired:
            self.kill()
            code = None
        return self._staged(EngineCrashed(self._phase, code, self.log_tail()))

    def _staged(self, error: _Error) -> _Error:
        """Note which request the child was at: its phases have names of their own."""
        error.stage = self._stage
        return error

    def _watch(self) -> None:
        if self._memory_limit is not None and _tree_bytes(self._process.pid) > self._memory_limit:
            raise _MemoryExceeded


def _tree_bytes(pid: int) -> int:
    """Resident size of a process and its children: some engines are started through a shell script."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    except OSError:
        children = []
    return _resident_bytes(pid) + sum(_tree_bytes(int(child)) for child in children)


def _resident_bytes(pid: int) -> int:
    """Resident size of a process; 0 where the platform has no /proc or the process is gone."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError):
        return 0
