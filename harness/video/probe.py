"""Tells whether this machine can render; the attempt runs in a child process, since GL drivers can crash."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from dataclasses import dataclass

from harness.child import child_environment, python_command
from harness.video.job import FIX_COMMAND

__all__ = ["RendererStatus", "main", "probe_renderer"]


@dataclass(frozen=True, kw_only=True)
class RendererStatus:
    """Whether and how videos can be rendered here."""

    available: bool
    renderer: str | None
    """For example "moderngl-egl"; None when there is none."""
    detail: str
    """The driver, or what is wrong."""
    fix_command: str | None
    """A command that makes it work on Debian and Ubuntu; None when nothing needs fixing."""


def probe_renderer(timeout_s: float = 30.0) -> RendererStatus:
    """Try to open OpenGL in a child process; never raises for renderer trouble.

    Args:
        timeout_s: A driver that takes longer counts as missing.
    """
    command = python_command("harness.video.probe")
    try:
        done = subprocess.run(
            command, env=child_environment(), capture_output=True, text=True, timeout=timeout_s, check=False
        )
    except subprocess.TimeoutExpired:
        return _missing(f"opening OpenGL took longer than {timeout_s:g} s")
    except OSError as error:
        return _missing(f"the probe cannot be started: {error}")
    if done.returncode < 0:
        return _missing(f"the OpenGL driver crashed with {signal.Signals(-done.returncode).name}")
    try:
        answer = json.loads(done.stdout.strip().splitlines()[-1])
        renderer, detail = answer["renderer"], str(answer["detail"])
    except (IndexError, KeyError, TypeError, ValueError):
        lines = done.stderr.strip().splitlines()
        return _missing(f"the probe ended with code {done.returncode}: {lines[-1] if lines else 'no message'}")
    if renderer is None:
        return _missing(detail)
    return RendererStatus(available=True, renderer=str(renderer), detail=detail, fix_command=None)


def _missing(detail: str) -> RendererStatus:
    return RendererStatus(available=False, renderer=None, detail=detail, fix_command=FIX_COMMAND)


def main() -> int:
    """Open OpenGL in this process and print what came of it as JSON."""
    from harness.video.errors import RendererMissing
    from harness.video.gl import RENDERER_NAME, open_context

    try:
        answer: dict[str, str | None] = {"renderer": RENDERER_NAME, "detail": open_context().vendor}
    except RendererMissing as error:
        answer = {"renderer": None, "detail": str(error)}
    sys.stdout.write("\n" + json.dumps(answer) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
