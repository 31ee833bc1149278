"""The run as JSON: what ``run.json`` holds."""

from __future__ import annotations

import json
from pathlib import Path

from harness.report.codec import COMPLETE_KEY, to_data
from harness.report.model import RunReport

__all__ = ["render"]


def render(report: RunReport, out_dir: Path) -> str:
    """Return the run as JSON text.

    Args:
        report: The run.
        out_dir: Run folder; unused, the record holds everything.
    """
    del out_dir
    return json.dumps({**to_data(report), COMPLETE_KEY: True}, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
