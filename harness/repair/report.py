"""A repair as data and as text for a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any

from harness.outcomes import Severity
from harness.repair.change import Change
from harness.repair.run import FixResult
from harness.verdict import Verdict

__all__ = ["to_record", "to_text"]


def to_record(result: FixResult) -> dict[str, Any]:
    """Return plain data for ``fix.json``: changes with before and after, what was left out, both verdicts in short."""
    return {
        "schema_version": 1,
        "asset": result.asset,
        "layer": result.layer,
        "results": result.results,
        "before": _short(result.before),
        "after": None if result.after is None else _short(result.after),
        "changes": [_change(c) for c in result.changes],
        "without_effect": [_change(c) for c in result.dropped],
        "not_repaired": [{"code": r.code, "reason": r.reason} for r in result.refusals],
        "is_complete_record": True,
    }


def _short(verdict: Verdict) -> dict[str, Any]:
    return {
        "outcome": verdict.outcome.value,
        "summary": verdict.summary,
        "codes": sorted({f.code for f in verdict.findings if f.severity is not Severity.INFO}),
    }


def _change(change: Change) -> dict[str, Any]:
    return {
        "code": change.code,
        "title": change.title,
        "reason": change.reason,
        "items": [
            {"prim_path": i.prim_path, "name": i.name, "before": i.before, "after": i.after, "unit": i.unit}
            for i in change.items
        ],
    }


def to_text(result: FixResult, *, is_dry: bool) -> str:
    """Return the result as lines for a terminal, without control characters of an asset's making.

    Args:
        result: What was repaired.
        is_dry: Whether nothing was written.
    """
    return "\n".join(_clean(line) for line in _lines(result, is_dry)) + "\n"


_UNITLESS = ("not authored", "none")


def _lines(result: FixResult, is_dry: bool) -> Iterator[str]:
    yield f"Before: {result.before.outcome.value}. {result.before.summary}"
    for change in result.changes:
        yield f"{change.code}  {change.title}"
        yield f"    because: {change.reason}"
        for item in change.items:
            unit = f" {item.unit}" if item.unit and item.after not in _UNITLESS else ""
            yield f"    {item.prim_path}  {item.name}: {item.before} -> {item.after}{unit}"
    for change in result.dropped:
        yield f"{change.code}  left out, as it did not remove what it was for: {change.title}"
    for refusal in result.refusals:
        yield f"{refusal.code}  not repaired: {refusal.reason}"
    if result.after is None:
        yield "Nothing was changed."
        return
    yield f"After:  {result.after.outcome.value}. {result.after.summary}"
    if is_dry:
        yield "Dry run: nothing was written."
    if result.layer is not None:
        yield f"Layer:  {result.layer}"
    if result.results is not None:
        yield f"Results: {result.results}"


def _clean(text: str) -> str:
    return "".join(c if not unicodedata.category(c).startswith("C") else "?" for c in text)
