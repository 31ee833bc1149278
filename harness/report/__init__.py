"""Reports: the record of a run, its JSON codec, and the renderers that turn it into files for people."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path

from harness.errors import UnknownNameError
from harness.report.model import RunEntry, RunReport, make_run_report

__all__ = ["FILE_NAMES", "RENDERERS", "RunEntry", "RunReport", "load_renderer", "make_run_report"]

RENDERERS: dict[str, str] = {
    "json": "harness.report.json_report:render",
    "html": "harness.report.html_report:render",
    "console": "harness.report.console_report:render",
    "junit": "harness.report.junit_report:render",
    "sarif": "harness.report.sarif_report:render",
    "csv": "harness.report.csv_report:render",
    "markdown": "harness.report.markdown_report:render",
}
"""Format name to ``module:function`` with ``render(report, out_dir) -> str``; imported when it is used."""

FILE_NAMES: dict[str, str] = {
    "html": "index.html",
    "junit": "junit.xml",
    "sarif": "results.sarif",
    "csv": "results.csv",
    "markdown": "summary.md",
}
"""Format name to the file in the run folder. ``run.json`` is the record itself and always there."""


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
