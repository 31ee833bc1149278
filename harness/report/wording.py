"""Words and numbers for people: what an outcome is called, and how a measurement is written."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from harness.outcomes import CriterionStatus, Outcome, Severity
from harness.report.model import RunReport
from harness.verdict import Criterion, Verdict

__all__ = [
    "OutcomeWords",
    "count_of",
    "count_warnings",
    "limit_text",
    "outcome_words",
    "quantity",
    "quantity_row",
    "reasons",
    "run_sentence",
    "run_words",
    "tightest_criterion",
]

_MINUS, _SPACE = "\u2212", "\u00a0"


@dataclass(frozen=True, kw_only=True)
class OutcomeWords:
    """How an outcome is shown."""

    label: str
    """Such as ``PASS with 2 warnings``."""
    tone: str
    """``pass``, ``warn``, ``fail``, ``error``, ``unsure``, ``blocked`` or ``skip``; picks colour and icon."""
    meaning: str
    """What it says about the asset, in one sentence."""


_MEANINGS: dict[Outcome, tuple[str, str, str]] = {
    Outcome.PASS: ("PASS", "pass", "Every required criterion was measured and met."),
    Outcome.FAIL: ("FAIL", "fail", "The asset has a defect that this test looks for."),
    Outcome.NOT_APPLICABLE: (
        "NOT APPLICABLE",
        "skip",
        "The test does not apply to this asset and was skipped; this is neither good nor bad.",
    ),
    Outcome.INCONCLUSIVE: ("INCONCLUSIVE", "unsure", "The evidence is enough neither for a PASS nor for a FAIL."),
    Outcome.BLOCKED: ("BLOCKED", "blocked", "The engine cannot be used on this machine; the asset was not tested."),
    Outcome.ERROR: (
        "ERROR",
        "error",
        "The test could not be carried out. This is not a judgement of the asset's physics.",
    ),
}


def count_of(number: int, noun: str) -> str:
    """Return a number with its noun in singular or plural, such as ``2 warnings``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def count_warnings(verdict: Verdict) -> int:
    """Return how many findings are warnings."""
    return sum(f.severity is Severity.WARN for f in verdict.findings)


def outcome_words(verdict: Verdict) -> OutcomeWords:
    """Return how to name the outcome of a verdict; a PASS with warnings never looks like a clean one."""
    label, tone, meaning = _MEANINGS[verdict.outcome]
    warnings = count_warnings(verdict)
    if verdict.outcome is Outcome.PASS and warnings:
        label, tone = f"PASS with {count_of(warnings, 'warning')}", "warn"
        meaning = "Every required criterion was met, but a reviewer should look at the warnings."
    waived = sum(f.is_waived for f in verdict.findings)
    if verdict.outcome is Outcome.PASS and waived:
        more = f" and {count_of(warnings, 'warning')}" if warnings else ""
        label, tone = f"PASS with {'waiver' if waived == 1 else count_of(waived, 'waiver')}{more}", "warn"
        meaning = "Somebody answers for a known defect until a date; without that the answer may be another one."
    if verdict.outcome is Outcome.FAIL and fails_by_warnings_only(verdict):
        label = f"FAIL by {count_of(warnings, 'warning')}"
        meaning = "Every required criterion was met, but the run is strict: a warning counts as a failure."
    return OutcomeWords(label=label, tone=tone, meaning=meaning)


def fails_by_warnings_only(verdict: Verdict) -> bool:
    """Return whether only strictness makes it fail."""
    is_defect = any(f.severity is Severity.FAIL for f in verdict.findings)
    is_missed = any(c.is_required and c.status is CriterionStatus.NOT_MET and not c.is_waived for c in verdict.criteria)
    return verdict.is_strict and count_warnings(verdict) > 0 and not is_defect and not is_missed


def run_words(report: RunReport) -> OutcomeWords:
    """Return how to name the outcome of a whole run."""
    if report.outcome is None:
        return OutcomeWords(label="NOTHING JUDGED", tone="skip", meaning="No asset was tested.")
    label, tone, meaning = _MEANINGS[report.outcome]
    passed = [e.verdict for e in report.verdicts if e.verdict.outcome is Outcome.PASS]
    kinds = ["waivers"] if any(f.is_waived for v in passed for f in v.findings) else []
    kinds += ["warnings"] if any(map(count_warnings, passed)) else []
    if report.outcome is Outcome.PASS and kinds:
        label, tone = f"PASS with {' and '.join(kinds)}", "warn"
    return OutcomeWords(label=label, tone=tone, meaning=meaning)


def run_sentence(report: RunReport) -> str:
    """Return what a run says as a whole, in one sentence."""
    total = len(report.verdicts)
    if not total:
        return "Nothing was judged."
    clean = sum(e.verdict.is_clean for e in report.verdicts)
    warned = report.counts[Outcome.PASS] - clean
    parts = [f"{clean} passed" if clean else "", f"{warned} passed with {_remarks(report)}" if warned else ""]
    words = {
        Outcome.FAIL: "failed",
        Outcome.ERROR: "not tested because of an error",
        Outcome.INCONCLUSIVE: "inconclusive",
        Outcome.BLOCKED: "blocked",
        Outcome.NOT_APPLICABLE: "not applicable",
    }
    parts += [f"{report.counts[o]} {word}" for o, word in words.items() if report.counts[o]]
    return f"{count_of(total, 'case')}: {', '.join(p for p in parts if p)}."


def _remarks(report: RunReport) -> str:
    passed = [e.verdict for e in report.verdicts if e.verdict.outcome is Outcome.PASS]
    return "warnings or waivers" if any(f.is_waived for v in passed for f in v.findings) else "warnings"


def reasons(verdict: Verdict) -> list[str]:
    """Return why the outcome is not a clean PASS, the deciding ones first; empty for a clean PASS."""
    deciding = [f for f in verdict.findings if f.severity.value == verdict.outcome.value]
    missed = [c for c in verdict.criteria if c.is_required and c.status is not CriterionStatus.MET]
    warned = [f for f in verdict.findings if f.severity is Severity.WARN]
    found = [f"{f.code}: {f.message}" for f in deciding]
    codes = {f.code for f in deciding}
    found += [f"{c.code}: {_missed(c)}" for c in missed if c.code not in codes and verdict.outcome is not Outcome.PASS]
    waived = [f"{f.code} (waived): {f.message}" for f in verdict.findings if f.is_waived]
    return found or [f"{f.code}: {f.message}" for f in warned] or waived


def _missed(criterion: Criterion) -> str:
    state = "not met" if criterion.status is CriterionStatus.NOT_MET else "not decided"
    return f"{criterion.title} \u2013 {state}{f' ({criterion.note})' if criterion.note else ''}"


def tightest_criterion(verdict: Verdict) -> Criterion | None:
    """Return the required criterion whose margin is the smallest share of its limit, if any can be compared."""
    comparable = [c for c in verdict.criteria if c.is_required and c.margin is not None and c.limit]
    return min(comparable, key=lambda c: (c.margin or 0.0) / abs(c.limit or 1.0), default=None)


# Numbers


def quantity(value: float | None, unit: str) -> str:
    """Return a measured value with a unit that suits its size; ``not measured`` when it is missing.

    Args:
        value: In ``unit``; a length below one metre is written in millimetres.
        unit: SI unit.
    """
    return quantity_row((value,), unit)[0]


def limit_text(text: str) -> str:
    """Return a written quantity without trailing zeros: a limit is exact, its digits say nothing about precision."""
    return re.sub(r"(\.\d*?)0+(?=\D|$)", r"\1", text).replace(f".{_SPACE}", _SPACE).removesuffix(".")


def quantity_row(values: tuple[float | None, ...], unit: str) -> tuple[str, ...]:
    """Return values that are compared with each other, all in the same unit.

    Args:
        values: In ``unit``.
        unit: SI unit.
    """
    sizes = [abs(v) for v in values if v is not None and math.isfinite(v)]
    factor, shown = (1000.0, "mm") if unit == "m" and max(sizes, default=0.0) < 1.0 else (1.0, unit)
    return tuple(_one(v, factor, shown) for v in values)


def _one(value: float | None, factor: float, unit: str) -> str:
    if value is None or not math.isfinite(value):
        return "not measured"
    text = _number(value * factor, unit)
    return f"{text}{_SPACE}{unit}" if unit else text


def _number(value: float, unit: str) -> str:
    """Return a number with the digits that mean something: a step of 240 Hz in seconds, microns in millimetres."""
    size = abs(value)
    if size == 0:
        return "0"
    if size >= 1e6:
        mantissa, exponent = f"{value:.2e}".replace("-", _MINUS).split("e+")
        return f"{mantissa}\u00d710^{int(exponent)}"
    wanted = (1 if unit == "mm" else 2) - math.floor(math.log10(size))
    digits = 3 if unit in ("s", "m") else min(3 if unit == "mm" else 4, max(1, wanted))
    step = 10.0**-digits
    if size < step / 2:
        return f"<{_SPACE}{step:.{digits}f}" if value > 0 else f">{_SPACE}{_MINUS}{step:.{digits}f}"
    if math.isclose(size, round(size), rel_tol=1e-5):
        return f"{value:.0f}".replace("-", _MINUS)
    return f"{value:.{digits}f}".replace("-", _MINUS)
