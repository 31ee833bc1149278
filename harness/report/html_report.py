"""The run as one static page that works when it is opened from a folder: no network, no fetch, no modules."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from harness.report.codec import write_text_atomic
from harness.report.model import RunReport
from harness.report.view import make_page

if TYPE_CHECKING:
    import jinja2

__all__ = ["PAGE_NAME", "render", "write_page"]

PAGE_NAME = "index.html"
_TEMPLATES = Path(__file__).parent / "templates"


def render(report: RunReport, out_dir: Path) -> str:
    """Return the page of a run.

    Args:
        report: The run.
        out_dir: Run folder. Charts, videos and links are for the files found there; the page belongs into this folder.
    """
    style, script = (_asset(name) for name in ("style.css", "script.js"))
    template = _environment().get_template("page.html.j2")
    # The policy allows this style and this script only, so that no text of an asset could ever run.
    text = template.render(
        page=make_page(report, out_dir),
        style=style,
        script=script,
        style_digest=_digest(style),
        script_digest=_digest(script),
    )
    # A file name that is not UTF-8 arrives as lone surrogates, which no page can hold.
    return text.encode("utf-8", "replace").decode("utf-8")


def write_page(report: RunReport, out_dir: Path) -> Path:
    """Write the page into the run folder and return its path.

    Args:
        report: The run.
        out_dir: Run folder.
    """
    path = out_dir / PAGE_NAME
    write_text_atomic(path, render(report, out_dir))
    return path


@cache
def _environment() -> jinja2.Environment:
    import jinja2

    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _asset(name: str) -> str:
    import markupsafe

    return markupsafe.Markup("\n" + (_TEMPLATES / name).read_text(encoding="utf-8"))


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
