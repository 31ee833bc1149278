"""Opens an off-screen OpenGL context through EGL; works with a GPU and with Mesa's software renderer."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from harness.video.errors import RendererMissing
from harness.video.job import FIX_COMMAND

__all__ = ["EGL_VARIABLE", "RENDERER_NAME", "GlContext", "open_context"]

EGL_VARIABLE = "ASSET_QA_LIBEGL"
"""Environment variable that names another EGL library than the default."""
RENDERER_NAME = "moderngl-egl"
MAX_THREADS = 4


@dataclass(frozen=True, kw_only=True)
class GlContext:
    """An open context."""

    context: Any
    """A ``moderngl.Context``."""
    vendor: str
    """GL_RENDERER text of the driver."""
    finish: Callable[[], None]
    """Wait until everything is drawn; other Python threads run meanwhile."""


def open_context() -> GlContext:
    """Return a new off-screen context.

    Raises:
        RendererMissing: moderngl is not installed, or no OpenGL 3.3 can be had through EGL.
    """
    # The software renderer draws small pictures: a few threads halve the time, more only wait for each other.
    os.environ.setdefault("LP_NUM_THREADS", str(min(os.cpu_count() or 1, MAX_THREADS)))
    try:
        import moderngl
    except ImportError as error:
        raise RendererMissing(f"the Python package moderngl cannot be imported: {error}") from error
    if not sys.platform.startswith("linux"):
        return _opened(moderngl, {}, "the system's own library")
    # The EGL library serves for both names: a minimal system has libEGL.so.1 and no libGL.so.
    library = os.environ.get(EGL_VARIABLE, "libEGL.so.1")
    return _opened(moderngl, {"backend": "egl", "libgl": library, "libegl": library}, library)


def _opened(moderngl: Any, arguments: dict[str, str], name: str) -> GlContext:
    try:
        context = moderngl.create_context(standalone=True, require=330, **arguments)
    # The binding reports everything, a missing library included, as a bare Exception.
    except Exception as error:
        text = str(error).strip() or type(error).__name__
        raise RendererMissing(f"no OpenGL through {name}: {text}. To install it: {FIX_COMMAND}") from error
    vendor = str(context.info.get("GL_RENDERER", "unknown"))
    return GlContext(context=context, vendor=vendor, finish=_free_finish(name) or context.finish)


def _free_finish(library: str) -> Callable[[], None] | None:
    """Return glFinish called through ctypes, which lets other threads run meanwhile; None without EGL."""
    try:
        egl = ctypes.CDLL(library)
        egl.eglGetProcAddress.restype = ctypes.c_void_p
        address = egl.eglGetProcAddress(b"glFinish")
    except (OSError, AttributeError):
        return None
    return ctypes.CFUNCTYPE(None)(address) if address else None
