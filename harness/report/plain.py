"""Text and names for files that other programs read: no folders of a machine, no characters that break them."""

from __future__ import annotations

import os
import posixpath
import re
from datetime import UTC, datetime
from pathlib import Path

from harness.outcomes import CriterionStatus, Outcome, Severity
from harness.report.privacy import file_name, redact
from harness.report.wording import outcome_words, reasons
from harness.verdict import Criterion, Finding, Site, Verdict

__all__ = [
    "asset_location",
    "case_seconds",
    "causes_and_fixes",
    "first_reason",
    "missed_criteria",
    "one_line",
    "places",
    "shareable",
    "site_location",
    "utc_time",
]

# XML 1.0 allows no control characters but tab, line feed and carriage return, no surrogates, and not the last two code
# points of a plane. The marks that change the direction of writing could make a name look like another one.
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef"
    + "".join(chr(plane * 0x10000 + last) for plane in range(17) for last in (0xFFFE, 0xFFFF))
    + "]"
)
_REPLACEMENT = "\ufffd"


def shareable(text: str) -> str:
    """Return text without folders of the machine and without characters that XML or a terminal cannot carry.

    Args:
        text: Any text. Lines stay lines; what cannot be carried becomes U+FFFD.
    """
    return _FORBIDDEN.sub(_REPLACEMENT, redact(text.replace("\r\n", "\n").replace("\r", "\n")))


def one_line(text: str) -> str:
    """Return :func:`shareable` text with every run of white space as one space."""
    return " ".join(shareable(text).split())


def asset_location(verdict: Verdict) -> str:
    """Return where the asset is, as seen from the working folder; only its file name when it lies elsewhere.

    The working folder of a pipeline is the checkout, which is what code hosts count from.

    Args:
        verdict: Its asset path is used as the user gave it.
    """
    path = verdict.asset.path
    if "://" in path:
        return file_name(path)
    if Path(path).is_absolute():
        path = os.path.relpath(path, Path.cwd()) if path.startswith(f"{Path.cwd()}{os.sep}") else file_name(path)
    return _inside(path)


def site_location(site: Site, verdict: Verdict) -> str:
    """Return the file that a site names, as seen from the working folder; the asset itself when it names none.

    Args:
        site: Its file is the name of a layer relative to the asset.
        verdict: Where the asset is.
    """
    asset = asset_location(verdict)
    if site.file is None or file_name(site.file) == file_name(asset):
        return asset
    if site.file.startswith(("/", "~", "\\")) or ":" in site.file:
        return file_name(site.file)
    # A layer inside an archive is written as archive.usdz[layer.usd]; a host can only show the archive.
    name = site.file.partition("[")[0].replace("\\", "/")
    return _inside(posixpath.join(posixpath.dirname(asset), name))


def _inside(path: str) -> str:
    clean = posixpath.normpath(path.replace("\\", "/"))
    return file_name(clean) if clean.startswith(("..", "/", "~")) or ":" in clean[:2] else clean


def places(found: Finding) -> str:
    """Return the prims and files of a finding in words, the first three of them."""
    names = [s.prim_path or file_name(s.file or "") for s in found.sites]
    names = [n + (f":{s.line}" if s.line and not s.prim_path else "") for n, s in zip(names, found.sites, strict=True)]
    names = [n for n in dict.fromkeys(names) if n]
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def first_reason(verdict: Verdict) -> tuple[str, str]:
    """Return the code and the sentence that explain an outcome best.

    Args:
        verdict: Any verdict; for a clean PASS, or when nothing was found, the code is empty and the summary is told.
    """
    told = next(iter(reasons(verdict)), "")
    code, colon, message = told.partition(": ")
    return (code, message) if colon else ("", verdict.summary or outcome_words(verdict).meaning)


def causes_and_fixes(verdict: Verdict) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return likely causes, and what to do, best first; both empty for a clean PASS."""
    if verdict.is_clean or verdict.outcome is Outcome.NOT_APPLICABLE:
        return (), ()
    deciding = [f for f in verdict.findings if f.severity.value == verdict.outcome.value]
    warned = [f for f in verdict.findings if f.severity is Severity.WARN]
    known = [*verdict.fixes, *(f.fix for f in (deciding or warned))]
    return verdict.causes, tuple(dict.fromkeys(f for f in known if f))


def missed_criteria(verdict: Verdict) -> tuple[Criterion, ...]:
    """Return required criteria that kept the verdict from a PASS and that no finding tells of.

    What is not decided because something else went wrong first is not told.
    """
    if verdict.outcome in (Outcome.PASS, Outcome.NOT_APPLICABLE):
        return ()
    told = {f.code for f in verdict.findings}
    missed = [c for c in verdict.criteria if c.is_required and c.status is not CriterionStatus.MET]
    certain = [c for c in missed if c.status is CriterionStatus.NOT_MET]
    is_told = any(f.severity.value == verdict.outcome.value for f in verdict.findings)
    return tuple(c for c in (certain if certain or is_told else missed) if c.code not in told)


def case_seconds(verdict: Verdict) -> float:
    """Return the wall-clock time of a case [s]; 0 when it was not measured."""
    total = verdict.durations_s.get("total_s")
    return sum(verdict.durations_s.values()) if total is None else total


def utc_time(text: str) -> datetime | None:
    """Return an ISO 8601 time in UTC, or ``None`` when the text is none. A time without a zone is taken as UTC."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
