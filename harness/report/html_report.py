"""The run as static pages that work when they are opened from a folder: no network, no fetch, no modules.

``index.html`` in the run folder lists the cases; a page beside each verdict shows one. A run of one case shows it in
``index.html`` right away.
"""

from __future__ import annotations

import base64
import hashlib
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from harness.report.codec import write_text_atomic
from harness.report.index_view import STATIC_ROWS, make_index, run_facts, run_notices, still_address
from harness.report.linking import FolderLinks
from harness.report.model import RunEntry, RunReport
from harness.report.signoff import SignOffState, find_signoffs
from harness.report.view import CasePlace, make_case
from harness.report.wording import outcome_words

if TYPE_CHECKING:
    import jinja2
    import markupsafe

__all__ = [
    "PAGE_CHOICES",
    "PAGE_NAME",
    "VIEWER_FILE",
    "PageFailure",
    "fill",
    "markup",
    "render",
    "render_case",
    "viewer_script",
    "write_page",
    "write_pages",
]

PAGE_NAME = "index.html"
PAGE_CHOICES = ("all", "problems")
VIEWER_FILE = "static/replay-viewer.js"
"""The replay viewer of all pages, relative to the run folder."""
_TEMPLATES = Path(__file__).parent / "templates"
_VENDOR = Path(__file__).parent / "vendor"


@dataclass(frozen=True, kw_only=True)
class PageFailure:
    """A page that could not be made."""

    name: str
    """The page, relative to the run folder."""
    reason: str
    details: str
    """Traceback."""


def render(report: RunReport, out_dir: Path) -> str:
    """Return the index of a run, or the page of its only case.

    Args:
        report: The run.
        out_dir: Run folder. Charts, videos and links are for the files found there; the page belongs into this folder.
    """
    return _first_page(_read(report, out_dir))


def render_case(report: RunReport, entry: RunEntry, out_dir: Path) -> str:
    """Return the page of one case; it belongs into the folder of the case.

    Args:
        report: The run.
        entry: One of its cases.
        out_dir: Run folder.
    """
    number = report.verdicts.index(entry) + 1
    return _case_page(_read(report, out_dir), entry, number=number, is_in_case=True)


def write_page(report: RunReport, out_dir: Path) -> Path:
    """Write the index into the run folder and return its path.

    Args:
        report: The run.
        out_dir: Run folder.
    """
    path = out_dir / PAGE_NAME
    write_text_atomic(path, render(report, out_dir))
    return path


def write_pages(report: RunReport, out_dir: Path, *, pages: str = "all") -> tuple[PageFailure, ...]:
    """Write the pages of a run; one that fails does not keep the others from being written.

    Args:
        report: The run.
        out_dir: Run folder.
        pages: One of ``PAGE_CHOICES``: a page for every case, or only for those that are no clean PASS, have a video,
            have changed since the baseline or were signed. The index lists every case.

    Returns:
        The pages that could not be made.
    """
    failures: list[PageFailure] = []
    has_replay = any(a.kind == "replay-3d" for e in report.verdicts for a in e.verdict.artifacts)
    run = _read(report, out_dir)
    for number, entry in enumerate(report.verdicts, start=1):
        folder = out_dir / entry.case_dir
        if not folder.is_dir() or (pages == "problems" and not _is_worth_a_page(run, entry)):
            continue
        page = f"{entry.case_dir}/{PAGE_NAME}"
        try:
            text = _case_page(run, entry, number=number, is_in_case=True)
            write_text_atomic(out_dir / page, text, is_durable=False)
        except Exception as error:  # noqa: BLE001 - a page is a view; the verdict is on disk and must stay the result
            failures.append(
                PageFailure(name=page, reason=f"{type(error).__name__}: {error}", details=traceback.format_exc())
            )
    try:
        if has_replay:
            (out_dir / VIEWER_FILE).parent.mkdir(exist_ok=True)
            write_text_atomic(out_dir / VIEWER_FILE, viewer_script(), is_durable=False)
        write_text_atomic(out_dir / PAGE_NAME, _first_page(run, pages=pages))
    except Exception as error:  # noqa: BLE001 - as above
        failures.append(
            PageFailure(name=PAGE_NAME, reason=f"{type(error).__name__}: {error}", details=traceback.format_exc())
        )
    return tuple(failures)


# Pages


@dataclass(frozen=True, kw_only=True)
class _Run:
    """A run with what was read once for all pages."""

    report: RunReport
    out_dir: Path
    signoffs: dict[str, SignOffState]
    problems: tuple[str, ...]


def _read(report: RunReport, out_dir: Path) -> _Run:
    signoffs, problems = find_signoffs(report, out_dir)
    return _Run(report=report, out_dir=out_dir, signoffs=signoffs, problems=problems)


def _is_worth_a_page(run: _Run, entry: RunEntry) -> bool:
    """Whether somebody will want to read or see more of a case than its row in the index."""
    has_clip = any(a.kind == "video" for a in entry.verdict.artifacts)
    is_news = entry.change not in (None, "unchanged")
    return outcome_words(entry.verdict).tone != "pass" or has_clip or is_news or entry.case_dir in run.signoffs


def _first_page(run: _Run, *, pages: str = "all") -> str:
    if len(run.report.verdicts) == 1:
        return _case_page(run, run.report.verdicts[0], number=1, is_in_case=False)
    return _index_page(run, pages=pages)


def _case_page(run: _Run, entry: RunEntry, *, number: int, is_in_case: bool) -> str:
    root = "../" * len(Path(entry.case_dir).parts) if is_in_case else ""
    place = CasePlace(number=number, links=FolderLinks(is_in_case=is_in_case), signoff=run.signoffs.get(entry.case_dir))
    return fill(
        "case_page.html.j2",
        scripts=("common.js", "case.js", "signoff.js"),
        case=make_case(entry, run.out_dir, place),
        report=run.report,
        facts=run_facts(run.report),
        notices=(*run_notices(run.report), *run.problems),
        viewer=root + VIEWER_FILE,
        index=root + PAGE_NAME if len(run.report.verdicts) > 1 else "",
    )


def _index_page(run: _Run, *, pages: str) -> str:
    def page_of(entry: RunEntry) -> str:
        has_page = pages == "all" or _is_worth_a_page(run, entry)
        return quote(f"{entry.case_dir}/{PAGE_NAME if has_page else 'verdict.json'}")

    page = make_index(
        run.report,
        href=page_of,
        thumb=lambda entry: still_address(entry, run.out_dir),
        signoffs=run.signoffs,
        problems=run.problems,
    )
    return fill(
        "index_page.html.j2",
        scripts=("common.js", "index.js", "signoff.js"),
        page=page,
        page_data=markup(page.data),
    )


def fill(template: str, *, scripts: Sequence[str], extra_scripts: Sequence[str] = (), **values: object) -> str:
    """Return a page with its style, scripts and security policy.

    Args:
        template: File name.
        scripts: Names of the own scripts, in order.
        extra_scripts: Texts of further scripts that the template writes itself.
        values: For the template.
    """
    style = _asset("style.css", "index.css", "case.css")
    script = _asset(*scripts)
    text = (
        _environment()
        .get_template(template)
        .render(
            style=style,
            script=script,
            style_digest=digest_of(style),
            script_digests=[digest_of(s) for s in (script, *extra_scripts)],
            extra_scripts=[markup(s) for s in extra_scripts],
            static_rows=STATIC_ROWS,
            **values,
        )
    )
    # A file name that is not UTF-8 arrives as lone surrogates, which no page can hold.
    return text.encode("utf-8", "replace").decode("utf-8")


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


@cache
def _asset(*names: str) -> markupsafe.Markup:
    return markup("\n" + "\n".join((_TEMPLATES / name).read_text(encoding="utf-8") for name in names))


def markup(text: str) -> markupsafe.Markup:
    """Return text that a template writes as it is; only for scripts, styles and JSON that is safe in a script."""
    import markupsafe

    return markupsafe.Markup(text)


def viewer_script() -> str:
    """Return the replay viewer with the library that it needs, as one classic script."""
    library = (_VENDOR / "three.js").read_text(encoding="utf-8")
    return f"{library}\n{(_TEMPLATES / 'replay.js').read_text(encoding='utf-8')}"


def digest_of(text: str) -> str:
    """Return the digest of a script or style as a security policy names it."""
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
