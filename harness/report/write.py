"""Write the record of a run, then its reports. A report that cannot be made never takes the result along."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness.errors import UnknownNameError
from harness.report import FILE_NAMES, load_renderer
from harness.report.codec import write_text_atomic
from harness.report.model import RunReport

__all__ = ["Written", "parse_formats", "write_formats"]


@dataclass(frozen=True, kw_only=True)
class Written:
    """What became of one report."""

    format: str
    """Key of ``FILE_NAMES``."""
    path: Path
    """Where it is, or would have been."""
    problem: str | None = None
    """Why it could not be made, with its code; ``None`` when it was."""
    details: str = ""
    """Traceback of the problem."""


def parse_formats(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the formats that comma-separated words name, each once, in their order.

    Args:
        texts: Such as ``("junit,sarif", "csv")``.

    Raises:
        UnknownNameError: If a format does not exist or makes no file.
    """
    names = [name.strip() for text in texts for name in text.split(",") if name.strip()]
    for name in names:
        if name not in FILE_NAMES:
            raise UnknownNameError("report format", name, FILE_NAMES)
    return tuple(dict.fromkeys(names))


def write_formats(
    report: RunReport, folder: Path, formats: Sequence[str], *, pages: str = "all"
) -> tuple[Written, ...]:
    """Write reports into a run folder, each by itself.

    Args:
        report: The run.
        folder: Run folder.
        formats: Keys of ``FILE_NAMES``.
        pages: Cases that get a page of their own, see :func:`harness.report.html_report.write_pages`.
    """
    return tuple(_write(report, folder, name, pages) for name in formats)


def _write(report: RunReport, folder: Path, name: str, pages: str) -> Written:
    path = folder / FILE_NAMES[name]
    if name == "html":
        return _write_pages(report, folder, path, pages)
    try:
        write_text_atomic(path, load_renderer(name)(report, folder))
    except Exception as error:  # noqa: BLE001 - the verdicts are on disk; one broken report must not hide them
        problem = (
            f"The {name} report could not be written ({type(error).__name__}: {error}); the verdicts are complete."
        )
        return Written(format=name, path=path, problem=f"{problem} [HAR050]", details=traceback.format_exc())
    return Written(format=name, path=path)


def _write_pages(report: RunReport, folder: Path, path: Path, pages: str) -> Written:
    """Write the pages of a run; each is a report of its own, so that one broken case does not hide the others."""
    from harness.report.html_report import write_pages

    failures = write_pages(report, folder, pages=pages)
    if not failures:
        return Written(format="html", path=path)
    names = ", ".join(f.name for f in failures[:3]) + (f" and {len(failures) - 3} more" if len(failures) > 3 else "")
    problem = f"The page could not be written ({failures[0].reason}): {names}; the verdicts are complete. [HAR050]"
    return Written(format="html", path=path, problem=problem, details=failures[0].details)
