"""The whole run as one page that can be mailed: pictures, videos, replays and verdicts are inside it."""

from __future__ import annotations

import base64
import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from harness.errors import RecordError
from harness.report.codec import COMPLETE_KEY, load_verdict, to_data, write_text_atomic
from harness.report.html_report import fill, markup, viewer_script
from harness.report.index_view import make_index, run_facts, run_notices
from harness.report.linking import EmbeddedLinks, find_file
from harness.report.model import RunEntry, RunReport
from harness.report.share import shared_verdict
from harness.report.signoff import find_signoffs
from harness.report.view import CasePlace, make_case

if TYPE_CHECKING:
    from harness.report.linking import Links

__all__ = ["LIGHT_ABOVE", "render_single", "write_single"]

LIGHT_ABOVE = 40
"""With more cases than this, videos and replays are left out."""
_OPEN_UP_TO = 3
_THUMB_PX = (128, 96)


class _SingleLinks:
    """Embeds pictures, videos and the shared form of the verdict.

    Args:
        is_light: Whether to leave videos out.
    """

    def __init__(self, is_light: bool) -> None:
        self._embedded = EmbeddedLinks()
        self._is_light = is_light

    def href(self, path: Path, case_dir: str, name: str) -> str | None:
        """Return the content as a data address; ``None`` for what is left out or cannot be read."""
        if path.name == "verdict.json":
            try:
                verdict = load_verdict(path)
            except RecordError:
                # The page shows what run.json holds; a damaged copy beside it is not worth sending.
                return None
            data = {**to_data(shared_verdict(verdict)), COMPLETE_KEY: True}
            text = json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False)
            return f"data:application/json;base64,{base64.b64encode(text.encode()).decode('ascii')}"
        if self._is_light and path.suffix == ".mp4":
            return None
        return self._embedded.href(path, case_dir, name)


def render_single(report: RunReport, out_dir: Path) -> str:
    """Return one page with everything in it.

    Args:
        report: The run.
        out_dir: Run folder.
    """
    count = len(report.verdicts)
    is_light = count > LIGHT_ABOVE
    links: Links = _SingleLinks(is_light)
    signoffs, problems = find_signoffs(report, out_dir)
    places = [
        CasePlace(number=n, links=links, is_embedded=True, is_light=is_light, signoff=signoffs.get(e.case_dir))
        for n, e in enumerate(report.verdicts, start=1)
    ]
    cases = {e.case_dir: make_case(e, out_dir, p) for e, p in zip(report.verdicts, places, strict=True)}
    page = make_index(
        report,
        href=lambda entry: f"#{cases[entry.case_dir].anchor}",
        thumb=partial(_thumb, out_dir),
        signoffs=signoffs,
        problems=problems,
    )
    has_replay = any(c.replay for c in cases.values())
    return fill(
        "single_page.html.j2",
        scripts=("common.js", *(("index.js",) if count > 1 else ()), "case.js", "signoff.js"),
        extra_scripts=(viewer_script(),) if has_replay else (),
        page=page,
        page_data=markup(page.data),
        cases=[cases[row.key] for row in page.rows],
        facts=run_facts(report),
        notices=(*run_notices(report), *problems),
        is_open=count <= _OPEN_UP_TO,
        is_light=is_light,
        light_above=LIGHT_ABOVE,
    )


def write_single(report: RunReport, out_dir: Path, path: Path) -> Path:
    """Write the page and return its path.

    Args:
        report: The run.
        out_dir: Run folder.
        path: Target.
    """
    write_text_atomic(path, render_single(report, out_dir))
    return path


def _thumb(out_dir: Path, entry: RunEntry) -> str:
    """Return a small copy of the final picture as a data address; empty without a readable one."""
    name = next((a.file for a in entry.verdict.artifacts if a.kind == "still"), None)
    path = None if name is None else find_file(out_dir / entry.case_dir, name)
    if path is None:
        return ""
    import cv2

    picture = cv2.imread(str(path))
    if picture is None:
        return ""
    small = cv2.resize(picture, _THUMB_PX, interpolation=cv2.INTER_AREA)
    is_done, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 80])
    return f"data:image/jpeg;base64,{base64.b64encode(data.tobytes()).decode('ascii')}" if is_done else ""
