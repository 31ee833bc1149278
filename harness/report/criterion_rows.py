"""Turns a criterion into a row of text and a bar, all numbers in one unit."""

from __future__ import annotations

from dataclasses import dataclass

from harness.outcomes import CriterionStatus
from harness.report.privacy import redact
from harness.report.wording import limit_text, quantity, quantity_row
from harness.verdict import Criterion

__all__ = ["CriterionRow", "criterion_row"]

_LIMIT_AT = 70.0
_MINUS = "\u2212"
_STATUS = {
    CriterionStatus.MET: ("Met", "good"),
    CriterionStatus.NOT_MET: ("Not met", "bad"),
    CriterionStatus.UNDECIDED: ("Not decided", "unsure"),
}


@dataclass(frozen=True, kw_only=True)
class CriterionRow:
    """One line of the criteria table."""

    criterion: Criterion
    status: str
    tone: str
    measured: str
    limit: str
    margin: str
    fill: float | None
    """Length of the bar in percent of its track; ``None`` when there is nothing to compare."""
    use: str
    """Share of the limit that is used."""
    side: str
    """Margin with the side of the limit it is on."""
    when: str
    note: str


def criterion_row(criterion: Criterion) -> CriterionRow:
    """Return a criterion with its numbers as text, all in one unit.

    Args:
        criterion: With or without a measurement.
    """
    status, tone = _STATUS[criterion.status]
    if tone == "bad" and not criterion.is_required:
        tone = "warn"
    values = quantity_row((criterion.measured, criterion.limit, criterion.margin), criterion.unit)
    measured, limit, margin = (
        text if value is not None else "\u2013"
        for text, value in zip(values, (criterion.measured, criterion.limit, criterion.margin), strict=True)
    )
    fill, use = None, ""
    if criterion.margin is not None and criterion.limit:
        used = 1 - criterion.margin / abs(criterion.limit)
        fill = round(min(100.0, max(0.0, used * _LIMIT_AT)), 1)
        use = _percent(used)
    is_open = criterion.measured is None and criterion.status is CriterionStatus.UNDECIDED
    return CriterionRow(
        criterion=criterion,
        status=status,
        tone=tone,
        measured="not measured" if is_open else measured,
        limit=f"{_relation(criterion)}{limit_text(limit)}",
        margin=margin if criterion.margin is None or criterion.margin <= 0 else f"+{margin}",
        fill=fill,
        use=use,
        side=f"{margin.lstrip(_MINUS)} {'inside' if (criterion.margin or 0.0) >= 0 else 'outside'}",
        when="\u2013" if criterion.time_s is None else quantity(criterion.time_s, "s"),
        note=redact(criterion.note),
    )


def _percent(used: float) -> str:
    """Return a share; one that is over the limit never reads as 100 %, and one within it never does either."""
    if used > 10:
        return f"{used:.0f}\u00d7" if used < 1e4 else "> 10\u2074\u00d7"
    percent = round(max(0.0, used) * 100)
    if percent == 100 and used != 1:
        return "> 100\u00a0%" if used > 1 else "> 99\u00a0%"
    return f"{percent}\u00a0%"


def _relation(criterion: Criterion) -> str:
    """Return whether the limit is an upper or a lower one, as the margin tells."""
    if criterion.measured is None or criterion.limit is None or criterion.margin is None:
        return ""
    tolerance = 1e-6 * max(abs(criterion.measured), abs(criterion.limit), 1e-9)
    upper = abs(criterion.limit - criterion.measured - criterion.margin) <= tolerance
    lower = abs(criterion.measured - criterion.limit - criterion.margin) <= tolerance
    return "" if upper == lower else ("\u2264\u00a0" if upper else "\u2265\u00a0")
