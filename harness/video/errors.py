"""Exceptions of the video package; they stay inside the render process and become results there."""

from __future__ import annotations

from harness.errors import HarnessError

__all__ = ["RendererMissing", "VideoError"]


class VideoError(HarnessError):
    """A job cannot give a video; the message is the reason shown to the user."""


class RendererMissing(HarnessError):
    """This machine has no usable OpenGL; the message says what was tried."""
