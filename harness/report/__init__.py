"""Reports: the record of a run, its JSON codec, and the renderers that turn it into files for people."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path

from harness.errors import UnknownNameError
from harness.report.model import RunEntry, RunReport, make_run_report

__all__ = ["RENDERERS", "RunEntry", "RunReport", "load_renderer", "make_run_report"]

RENDERERS: dict[str, str] = {
    "json": "harness.report.json_report:render",
    "html": "harness.report.html_report:render",
    "console": "harness.report.console_report:render",
}
"""Format name to ``module:function`` with ``render(report, out_dir) -> str``; imported when it is used."""


def load_renderer(name: str) -> Callable[[RunReport, Path], str]:
    """Return the render function of a format.

    Args:
        name: Key of ``RENDERERS``.

    Raises:
        UnknownNameError: If there is no such format.
    """
    if name not in RENDERERS:
        raise UnknownNameError("report format", name, RENDERERS)
    module, function = RENDERERS[name].split(":")
    renderer: Callable[[RunReport, Path], str] = getattr(importlib.import_module(module), function)
    return renderer
