"""Warm render process: ``python -m harness.video.worker`` reads jobs and writes results, one JSON object a line.

Heavy libraries are loaded and every shader is run once at the start, while the physics is still busy, so that a job
takes no start-up time. Nothing but results is written to the channel: whatever a library prints goes to stderr.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
import tempfile
import traceback
from pathlib import Path
from typing import IO, Any

from harness.video.errors import RendererMissing, VideoError
from harness.video.gl import RENDERER_NAME, open_context
from harness.video.job import (
    FIX_COMMAND,
    PROTOCOL_VERSION,
    JobError,
    VideoJob,
    VideoResult,
    job_from_message,
    remove_outputs,
    result_to_message,
)

__all__ = ["main"]

_PR_SET_PDEATHSIG = 1
"""Source: linux/prctl.h."""


def main() -> int:
    """Serve jobs until the input ends."""
    _die_with_parent()
    channel = _private_stdout()
    producer, reason, vendor = _start()
    hello = {
        "type": "hello",
        "protocol": PROTOCOL_VERSION,
        "renderer": None if producer is None else RENDERER_NAME,
        "reason": reason,
        "vendor": vendor,
    }
    _send(channel, hello)
    if producer is not None:
        _warm_up(producer)
    for line in sys.stdin:
        if line.strip():
            _send(channel, result_to_message(_serve(line, producer, reason)))
    return 0


def _die_with_parent() -> None:
    """Ask the kernel to end this process when its parent dies, so that no renderer is ever left alone."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _private_stdout() -> IO[str]:
    """Return the original stdout and send everything else that is written to it to stderr."""
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return channel


def _send(channel: IO[str], message: dict[str, Any]) -> None:
    channel.write(json.dumps(message) + "\n")
    channel.flush()


def _start() -> tuple[Any, str | None, str | None]:
    """Return the producer, or None with the reason, and the name of the driver."""
    try:
        from harness.video.produce import Producer

        gl = open_context()
    except RendererMissing as error:
        return None, str(error), None
    except ImportError as error:
        return None, f"a Python package is missing: {error}", None
    return Producer(gl), None, gl.vendor


def _warm_up(producer: Any) -> None:
    """Make a small video of a sample scene, so that libraries are loaded and shaders compiled."""
    from harness.video.sample import write_sample_case

    with tempfile.TemporaryDirectory(prefix="asset-qa-video-") as folder:
        try:
            producer.produce(write_sample_case(Path(folder)))
        except (VideoError, OSError) as error:
            sys.stderr.write(f"warm-up: {error}\n")


def _serve(line: str, producer: Any, missing: str | None) -> VideoResult:
    """Return what becomes of the job in one line."""
    try:
        message = json.loads(line)
        if not isinstance(message, dict) or message.get("type") != "render":
            raise JobError("the message is not of type render")
        job = job_from_message(message)
    except (JobError, ValueError) as error:
        return VideoResult(status="failed", reason=str(error))
    if producer is None:
        remove_outputs(job)
        fix = "" if FIX_COMMAND in (missing or "") else f". To install it: {FIX_COMMAND}"
        return VideoResult(status="skipped", reason=f"{missing}{fix}")
    return _produce(job, producer)


def _produce(job: VideoJob, producer: Any) -> VideoResult:
    """Return the result of a job; whatever goes wrong is a failed result."""
    try:
        result: VideoResult = producer.produce(job)
    except VideoError as error:
        return VideoResult(status="failed", renderer=producer.name, reason=str(error))
    # The one broad catch of this process: a job must always be answered, and the next one may work.
    except Exception as error:  # noqa: BLE001
        traceback.print_exc()
        return VideoResult(
            status="failed", renderer=producer.name, reason=f"internal error: {type(error).__name__}: {error}"
        )
    return result


if __name__ == "__main__":
    sys.exit(main())
