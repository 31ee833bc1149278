"""Worker process inside Isaac Sim: the same requests and answers as the embedded worker.

Runs as a script in Isaac Sim's own Python (3.11 and newer). It imports the standard library, numpy and Kit's modules,
and loads its sibling files by path: this package is not installed there. Standard output belongs to Kit; answers go
through the pipe. The parent watches over it; should the parent be gone or this process hang with the interpreter lock
held, the timer of ``faulthandler`` ends it without needing that lock.
"""

from __future__ import annotations

import ctypes
import faulthandler
import importlib.util
import os
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

__all__ = ["main"]

_FOLDER = Path(__file__).resolve().parent
_PR_SET_PDEATHSIG = 1
# The parent's own deadline comes first; this one is for a parent that is gone. A long advance is many requests.
_REQUEST_LIMIT_S = {"physics": 3600.0, "render": 300.0, "kernel": 60.0}
_SPARE_S = 30.0


def _load_sibling(name: str) -> ModuleType:
    """Load a file beside this one, without the package around it."""
    spec = importlib.util.spec_from_file_location(f"asset_qa_{name}", _FOLDER / f"{name}.py")
    if spec is None or spec.loader is None:
        raise ImportError(f"{name}.py is missing beside {__file__}")
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up by name.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


class _Worker:
    """Serves requests of one parent."""

    def __init__(self, link: ModuleType, read_fd: int, write_fd: int) -> None:
        self._link, self._read_fd, self._write_fd = link, read_fd, write_fd

    def tell(self, kind: str, data: dict[str, Any]) -> None:
        """Send an answer without arrays."""
        self._link.write_message(self._write_fd, self._link.Message(kind=kind, data=data))

    def phase(self, name: str) -> None:
        """Tell the parent what the process is busy with; an error then names it."""
        self.tell("phase", {"phase": name})

    def serve(self, answer: Callable[[Any], Any], limit_s: float) -> None:
        """Answer requests until the parent closes the pipe or asks to end; ``limit_s`` bounds each of them."""
        while True:
            faulthandler.cancel_dump_traceback_later()
            try:
                request = self._link.read_message(self._read_fd)
            except self._link.LinkClosed:
                return
            if request.kind == "shutdown":
                return
            faulthandler.dump_traceback_later(limit_s, exit=True)
            try:
                message = answer(request)
            except Exception as error:  # noqa: BLE001 - Kit raises many types; the parent turns this into an ERROR
                traceback.print_exc()
                reason = f"{type(error).__name__}: {error}"
                message = self._link.Message(kind="error", data={"reason": reason})
            self._link.write_message(self._write_fd, message)


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _reason(error: BaseException) -> str:
    """Say why Kit did not start; its own launcher leaves with a text where the licence was not accepted."""
    text = str(error) or type(error).__name__
    if isinstance(error, ModuleNotFoundError) and error.name == "isaacsim":
        return f"{sys.executable} has no package isaacsim, so it is not the Python of Isaac Sim"
    if isinstance(error, EOFError) or "EULA" in text:
        return f"NVIDIA's licence has not been accepted on this machine ({text})"
    return text if isinstance(error, SystemExit) else f"{type(error).__name__}: {error}"


def main(arguments: Sequence[str]) -> int:
    """Start Kit and serve.

    Args:
        arguments: Read descriptor, write descriptor, ``physics``, ``render`` or ``kernel``, and the limit of the start
            in seconds.
    """
    _die_with_parent()
    read_fd, write_fd = int(arguments[0]), int(arguments[1])
    mode, start_limit_s = arguments[2], float(arguments[3])
    faulthandler.enable()
    faulthandler.dump_traceback_later(start_limit_s + _SPARE_S, exit=True)
    # Kit would read these words as its own options.
    sys.argv = sys.argv[:1]
    link = _load_sibling("link")
    worker = _Worker(link, read_fd, write_fd)
    worker.phase("starting Isaac Sim")
    try:
        session = _load_sibling("kit_session").KitSession(mode, worker.phase)
        responder = _load_sibling("kit_render" if mode == "render" else "kit_physics").Responder(session, link.Message)
    except (ImportError, OSError, RuntimeError, EOFError, SystemExit) as error:
        traceback.print_exc()
        worker.tell("unavailable", {"reason": _reason(error)})
        return 1
    worker.tell("hello", {"protocol": 1, **session.versions()})
    worker.serve(responder.answer, _REQUEST_LIMIT_S[mode])
    return 0


if __name__ == "__main__":
    status = main(sys.argv[1:])
    sys.stdout.flush()
    sys.stderr.flush()
    # Leave at once: Kit's own shutdown may block, and everything worth keeping is with the parent.
    os._exit(status)
