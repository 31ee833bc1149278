"""The run as short Markdown, for a chat message or a comment on a pull request.

The worst cases come first, each with its reason and what to do. The text stays below the size that code hosts accept
for a comment; what had to be left out is counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from harness.outcomes import Outcome
from harness.report.model import RunEntry, RunReport
from harness.report.plain import asset_location, causes_and_fixes, first_reason, one_line, places
from harness.report.privacy import redact_command
from harness.report.wording import (
    OutcomeWords,
    outcome_words,
    quantity_row,
    run_sentence,
    run_words,
    tightest_criterion,
)
from harness.verdict import Criterion, Verdict

__all__ = ["MAX_CHARACTERS", "render"]

MAX_CHARACTERS = 60_000
"""Room in one text. GitHub accepts 65,536 characters in a comment, GitLab 1,000,000."""
_SYMBOLS = {
    "pass": "\u2705",
    "warn": "\u26a0\ufe0f",
    "fail": "\u274c",
    "error": "\U0001f4a5",
    "unsure": "\u2754",
    "blocked": "\u26d4",
    "skip": "\u23ed\ufe0f",
}
_MAX_CELL = 400
_ORDER = (
    Outcome.FAIL,
    Outcome.ERROR,
    Outcome.INCONCLUSIVE,
    Outcome.BLOCKED,
    Outcome.PASS,
    Outcome.NOT_APPLICABLE,
)


def render(report: RunReport, out_dir: Path) -> str:
    """Return the run as GitHub-flavoured Markdown.

    Args:
        report: The run.
        out_dir: Run folder; unused, a comment cannot carry its files.
    """
    del out_dir
    parts = [f"## asset-qa: {_title(run_words(report))}", "", f"**{_escape(run_sentence(report))}**", ""]
    if report.missing_count:
        text = f"{report.missing_count} of {report.planned_count} planned cases have no verdict: the run was cut short."
        parts += [f"> {_SYMBOLS['error']} **Not complete.** {text}", ""]
    shown = sorted(report.verdicts, key=lambda e: (e.verdict.is_clean, _ORDER.index(e.verdict.outcome)))
    parts += _cases([e for e in shown if not e.verdict.is_clean])
    parts += _clean_table([e for e in shown if e.verdict.is_clean], sum(len(p) + 1 for p in parts))
    tests = sorted({f"{e.verdict.test} {e.verdict.test_version} on {_engine(e.verdict)}" for e in report.verdicts})
    parts += [f"{_escape(', '.join(tests))} \u00b7 run {_code(report.run_id)}"] if tests else []
    parts += ["", f"{_code(redact_command(report.command))}"] if report.command else []
    return "\n".join(parts).rstrip() + "\n"


def _cases(entries: list[RunEntry]) -> Iterator[str]:
    """Yield a paragraph for each case that is not a clean PASS, as long as there is room."""
    used = 0
    for index, entry in enumerate(entries):
        lines = list(_case(entry))
        used += sum(len(line) + 1 for line in lines)
        if used > MAX_CHARACTERS - 4000:
            yield f"*and {len(entries) - index} more cases that are not a clean PASS; see the report.*"
            yield ""
            return
        yield from lines


def _case(entry: RunEntry) -> Iterator[str]:
    verdict = entry.verdict
    words = outcome_words(verdict)
    change = f" ({_escape(entry.change)})" if entry.change else ""
    yield f"### {_title(words)} \u2013 {_code(verdict.asset.name)}{change}"
    yield ""
    yield _escape(verdict.summary)
    yield ""
    code, reason = first_reason(verdict)
    if code and reason not in verdict.summary:
        yield f"- **{_escape(code)}** {_escape(reason)}"
    elif code:
        yield f"- **{_escape(code)}**"
    where = next((places(f) for f in verdict.findings if f.code == code and f.sites), "")
    if where:
        yield f"- Where: {_code(where)}"
    causes, fixes = causes_and_fixes(verdict)
    yield from (f"- Cause: {_escape(c)}" for c in causes[:1])
    yield from (f"- Fix: {_escape(f)}" for f in fixes[:1])
    others = [f.code for f in verdict.findings if f.severity.value not in ("INFO",) and f.code != code]
    if others:
        yield f"- Also: {', '.join(dict.fromkeys(_escape(c) for c in others))}"
    yield f"- File: {_code(asset_location(verdict))}" + (f", owner {_escape(entry.owner)}" if entry.owner else "")
    yield ""


def _clean_table(entries: list[RunEntry], used: int) -> Iterator[str]:
    if not entries:
        return
    yield "| passed | test | closest to a limit |"
    yield "|---|---|---|"
    used += 1500
    for index, entry in enumerate(entries):
        verdict = entry.verdict
        line = f"| {_code(verdict.asset.name, is_cell=True)} | {_escape(verdict.test)} | {_margin(verdict)} |"
        used += len(line) + 1
        if index and used > MAX_CHARACTERS:
            yield f"| and {len(entries) - index} more | | |"
            break
        yield line
    yield ""


def _margin(verdict: Verdict) -> str:
    criterion = tightest_criterion(verdict)
    return "" if criterion is None else _escape(_numbers(criterion))


def _numbers(criterion: Criterion) -> str:
    measured, limit = quantity_row((criterion.measured, criterion.limit), criterion.unit)
    return f"{criterion.title}: {measured}, limit {limit}"


def _engine(verdict: Verdict) -> str:
    return f"{verdict.engine.name} {verdict.engine.version or ''}".strip()


def _title(words: OutcomeWords) -> str:
    return f"{_SYMBOLS[words.tone]} {words.label}"


def _escape(text: str) -> str:
    """Return text of an asset's making that stays text: no markup, no HTML, no link, and nobody is called by name."""
    clean = _short(one_line(text))
    clean = clean.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    clean = re.sub(r"([\\`*_{}\[\]()#+!|~$])", r"\\\1", clean)
    # A zero-width space keeps hosts from turning names, numbers and addresses into mentions and links.
    clean = re.sub(r"@(?=\w)|(?<=\w):(?=//)|\\#(?=\d)|(?<=www)\.", lambda m: f"{m.group()}\u200b", clean)
    return re.sub(r"^(\d+)([.)])", r"\1\\\2", re.sub(r"^([-=])", r"\\\1", clean))


def _code(text: str, *, is_cell: bool = False) -> str:
    """Return text as a code span, whatever backticks it holds."""
    clean = _short(one_line(text)) or "?"
    clean = clean.replace("|", "\\|") if is_cell else clean
    fence = "`" * (max((len(run) for run in re.findall(r"`+", clean)), default=0) + 1)
    pad = " " if clean[0] == "`" or clean[-1] == "`" else ""
    return f"{fence}{pad}{clean}{pad}{fence}"


def _short(text: str) -> str:
    return text if len(text) <= _MAX_CELL else f"{text[: _MAX_CELL - 1]}\u2026"
