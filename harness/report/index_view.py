"""Turns a run into its index: a row for each case, totals, and what can be filtered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from harness.codes import CODES_BY_ID
from harness.outcomes import ExitCode, Severity
from harness.report.criterion_rows import CriterionRow, criterion_row
from harness.report.linking import find_file, script_json
from harness.report.metadata import Fact, duration, moment, seconds_between
from harness.report.model import RunEntry, RunReport
from harness.report.privacy import redact, redact_command
from harness.report.signoff import SignOffState
from harness.report.wording import (
    OutcomeWords,
    count_of,
    count_warnings,
    outcome_words,
    reasons,
    run_sentence,
    run_words,
    tightest_criterion,
)

__all__ = [
    "STATIC_ROWS",
    "Choice",
    "IndexRow",
    "IndexView",
    "make_index",
    "run_facts",
    "run_notices",
    "still_address",
]

STATIC_ROWS = 200
"""Rows that the page holds as markup too, for readers without scripts."""
_RANK = ("fail", "error", "unsure", "blocked", "warn", "pass", "skip")
_SHARE_LABELS = ("Fail", "Error", "Inconclusive", "Blocked", "Pass with warnings", "Pass", "Not applicable")
_MAX_REASON = 240


@dataclass(frozen=True, kw_only=True)
class IndexRow:
    """One case in the index."""

    key: str
    entry: RunEntry
    words: OutcomeWords
    closest: CriterionRow | None
    margin: float | None
    """Margin of the closest criterion as a share of its limit."""
    warnings: int
    codes: tuple[str, ...]
    """Codes of findings that are more than a note."""
    reason: str
    href: str
    thumb: str
    """Address of a small picture; empty without one."""
    signoff: SignOffState | None

    @property
    def name(self) -> str:
        """Short name of the asset."""
        return self.entry.verdict.asset.name


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A list to filter by."""

    key: str
    """Field of the rows."""
    label: str
    options: tuple[tuple[str, str, int], ...]
    """(value, label, number of cases)."""


@dataclass(frozen=True, kw_only=True)
class IndexView:
    """The index of a run."""

    title: str
    headline: str
    words: OutcomeWords
    report: RunReport
    facts: tuple[Fact, ...]
    notices: tuple[str, ...]
    shares: tuple[tuple[str, str, int], ...]
    """(tone, label, number of cases), worst first."""
    rows: tuple[IndexRow, ...]
    choices: tuple[Choice, ...]
    environment: tuple[tuple[str, str], ...]
    has_several_tests: bool
    has_several_engines: bool
    has_changes: bool
    data: str
    """All rows as JSON that is safe inside a script element."""


Address = Callable[[RunEntry], str]


def make_index(
    report: RunReport,
    *,
    href: Address,
    thumb: Address,
    signoffs: Mapping[str, SignOffState],
    problems: Iterable[str] = (),
) -> IndexView:
    """Prepare the index; the worst cases come first, and of equals those with the smallest margin.

    Args:
        report: The run.
        href: Address of the page of a case.
        thumb: Address of its picture, or nothing.
        signoffs: What reviewers said, by folder of the case.
        problems: What could not be read.
    """
    rows = [_row(entry, href(entry), thumb(entry), signoffs.get(entry.case_dir)) for entry in report.verdicts]
    rows.sort(key=lambda r: (_RANK.index(r.words.tone), 9e9 if r.margin is None else r.margin, r.name))
    tones = Counter(r.words.tone for r in rows)
    headline = run_sentence(report)
    return IndexView(
        title=f"{headline} \u2013 asset-qa",
        headline=headline,
        words=run_words(report),
        report=report,
        facts=run_facts(report),
        notices=(*run_notices(report), *problems),
        shares=tuple((t, label, tones[t]) for t, label in zip(_RANK, _SHARE_LABELS, strict=True) if tones[t]),
        rows=tuple(rows),
        choices=_choices(rows),
        environment=tuple((k, redact(v)) for k, v in report.environment.items()),
        has_several_tests=len({(r.entry.verdict.test, r.entry.verdict.test_version) for r in rows}) > 1,
        has_several_engines=len({r.entry.verdict.engine.name for r in rows}) > 1,
        has_changes=any(r.entry.change for r in rows),
        data=script_json([_data(r) for r in rows]),
    )


def run_facts(report: RunReport) -> tuple[Fact, ...]:
    """Return what is known about a run as labelled text."""
    facts = [Fact(label="Run", text=report.run_id), Fact(label="Started", text=moment(report.started_at))]
    seconds = seconds_between(report.started_at, report.finished_at)
    if seconds is not None:
        facts.append(Fact(label="Took", text=duration(seconds)))
    facts.append(Fact(label="Exit status", text=str(report.exit_code)))
    facts.append(Fact(label="Command", text=redact_command(report.command), is_code=True))
    return tuple(facts)


def run_notices(report: RunReport) -> tuple[str, ...]:
    """Return what a reader must know before the results, such as cases that are missing."""
    if report.missing_count:
        cases = count_of(report.planned_count or 0, "planned case")
        return (f"The run did not finish: {len(report.verdicts)} of {cases} have a verdict. The rest was not tested.",)
    return ("The run was interrupted.",) if report.exit_code == ExitCode.INTERRUPTED else ()


def _row(entry: RunEntry, href: str, thumb: str, signoff: SignOffState | None) -> IndexRow:
    verdict = entry.verdict
    closest, why = tightest_criterion(verdict), reasons(verdict)
    share = None if closest is None else (closest.margin or 0.0) / abs(closest.limit or 1.0)
    serious = [f.code for f in verdict.findings if f.severity is not Severity.INFO]
    reason = redact(why[0]) if why else ""
    return IndexRow(
        key=entry.case_dir,
        entry=entry,
        words=outcome_words(verdict),
        closest=criterion_row(closest) if closest else None,
        margin=share,
        warnings=count_warnings(verdict),
        codes=tuple(dict.fromkeys(serious)),
        reason=reason if len(reason) <= _MAX_REASON else f"{reason[: _MAX_REASON - 1]}\u2026",
        href=href,
        thumb=thumb,
        signoff=signoff,
    )


def _choices(rows: list[IndexRow]) -> tuple[Choice, ...]:
    """Return the filters that have something to choose between."""
    codes = Counter(c for r in rows for c in r.codes)
    tests = Counter(r.entry.verdict.test for r in rows)
    engines = Counter(r.entry.verdict.engine.name for r in rows)
    changes = Counter(r.entry.change for r in rows if r.entry.change)
    owners = Counter(r.entry.owner for r in rows if r.entry.owner)
    tags = Counter(t for r in rows for t in r.entry.tags)
    states = Counter("none" if r.signoff is None else r.signoff.label for r in rows)
    signed = states if set(states) - {"none"} else Counter()
    found = (
        Choice(key="test", label="Test", options=_options(tests)) if len(tests) > 1 else None,
        Choice(key="engine", label="Engine", options=_options(engines)) if len(engines) > 1 else None,
        Choice(key="code", label="Code", options=_options(codes, _code_label)) if codes else None,
        Choice(key="change", label="Since the baseline", options=_options(changes, _words)) if changes else None,
        Choice(key="owner", label="Owner", options=_options(owners)) if owners else None,
        Choice(key="tag", label="Tag", options=_options(tags)) if tags else None,
        Choice(key="signoff", label="Sign-off", options=_options(signed, _words)) if signed else None,
    )
    return tuple(c for c in found if c is not None)


def _options(counts: Mapping[str, int], label: Callable[[str], str] = str) -> tuple[tuple[str, str, int], ...]:
    return tuple((value, label(value), counts[value]) for value in sorted(counts))


def _code_label(code: str) -> str:
    row = CODES_BY_ID.get(code)
    return f"{code} {row.name}" if row else code


def _words(value: str) -> str:
    return value.replace("-", " ")


def _data(row: IndexRow) -> dict[str, object]:
    """Return what the script needs of a row; short keys, since there may be thousands."""
    verdict, entry, closest = row.entry.verdict, row.entry, row.closest
    return {
        "k": row.key,
        "t": row.words.tone,
        "l": row.words.label,
        "a": row.name,
        "s": verdict.test,
        "v": verdict.test_version,
        "e": verdict.engine.name,
        "f": None if closest is None else closest.fill,
        "b": None if closest is None else closest.tone,
        "u": "" if closest is None else closest.use,
        "n": "" if closest is None else f"{closest.criterion.name}, {closest.side}",
        "m": row.margin,
        "w": row.warnings,
        "c": list(row.codes),
        "r": row.reason,
        "h": row.href,
        "p": row.thumb,
        "g": entry.change or "",
        "o": entry.owner or "",
        "x": list(entry.tags),
        "q": entry.is_cached,
        "d": "none" if row.signoff is None else row.signoff.label,
    }


def still_address(entry: RunEntry, out_dir: Path) -> str:
    """Return the address of the final picture, relative to the run folder; empty without one."""
    name = next((a.file for a in entry.verdict.artifacts if a.kind == "still"), None)
    path = None if name is None else find_file(out_dir / entry.case_dir, name)
    return "" if path is None else quote(f"{entry.case_dir}/{name}")
