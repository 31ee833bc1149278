"""What a test says about a family of variants: in which range of a parameter the robot passes, and where it stops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from harness.outcomes import Outcome
from harness.report.model import RunEntry
from harness.report.plain import first_reason, one_line
from harness.report.wording import outcome_words, tightest_criterion
from harness.vary.edit import number_text
from harness.vary.write import WrittenVariant

__all__ = ["SweepPoint", "conclusion", "next_value", "parameter_of", "share_left", "sorted_points"]


@dataclass(frozen=True, kw_only=True)
class SweepPoint:
    """A variant and what the test says about it."""

    written: WrittenVariant
    entry: RunEntry

    @property
    def is_pass(self) -> bool:
        """Whether it passed, with or without warnings."""
        return self.entry.verdict.outcome is Outcome.PASS

    def number(self, label: str) -> float | None:
        """Return the value of a parameter as a number, or ``None``.

        Args:
            label: Label of the parameter.
        """
        return next((p.number for p in self.written.variant.parameters if p.label == label), None)


def parameter_of(points: Sequence[SweepPoint]) -> str | None:
    """Return the label of the one parameter in which the points differ, if it is one and a number everywhere.

    Args:
        points: Variants with verdicts.
    """
    values: dict[str, set[str]] = {}
    for point in points:
        for parameter in point.written.variant.parameters:
            values.setdefault(parameter.label, set()).add(parameter.text)
    differing = [label for label, texts in values.items() if len(texts) > 1]
    if len(differing) != 1 or any(p.number(differing[0]) is None for p in points):
        return None
    return differing[0]


def sorted_points(points: Sequence[SweepPoint], label: str | None) -> tuple[SweepPoint, ...]:
    """Return the points by their parameter, or as they are without one."""
    return tuple(points) if label is None else tuple(sorted(points, key=lambda p: p.number(label) or 0.0))


def conclusion(points: Sequence[SweepPoint], label: str | None) -> tuple[str, ...]:
    """Return sentences that say where the robot passes.

    Args:
        points: In the order of :func:`sorted_points`.
        label: The parameter, or ``None``.
    """
    passed = sum(p.is_pass for p in points)
    if not points:
        return ("No variant was judged.",)
    if label is None:
        return (f"{passed} of {len(points)} variants pass.",)
    if passed in (0, len(points)):
        where = f"from {_at(points[0], label)} to {_at(points[-1], label)}"
        return (f"It passes at {'every' if passed else 'no'} tested {label} {where}.",)
    sentences = [_range(list(group), label) for is_pass, group in groupby(points, key=lambda p: p.is_pass) if is_pass]
    for before, after in pairwise(points):
        if before.is_pass is after.is_pass:
            continue
        verb, bad = ("stops", after) if before.is_pass else ("starts", before)
        between = f"between {_at(before, label)} and {_at(after, label)}"
        sentences.append(f"It {verb} passing {between}: {_outcome(bad)} at {_at(bad, label)}.")
    return tuple(sentences)


def next_value(points: Sequence[SweepPoint], label: str) -> float | None:
    """Return the value halfway between the first two neighbours of which one passes and one fails.

    Args:
        points: In the order of :func:`sorted_points`.
        label: The parameter.
    """
    for before, after in pairwise(points):
        outcomes = {before.entry.verdict.outcome, after.entry.verdict.outcome}
        low, high = before.number(label), after.number(label)
        if outcomes == {Outcome.PASS, Outcome.FAIL} and low is not None and high is not None:
            middle = float(number_text((low + high) / 2))
            return middle if low < middle < high else None
    return None


def share_left(point: SweepPoint) -> float | None:
    """Return the margin of the tightest required criterion as a share of its limit; ``None`` when nothing was measured.

    Args:
        point: A variant with its verdict.
    """
    tightest = tightest_criterion(point.entry.verdict)
    if tightest is None or tightest.margin is None or not tightest.limit:
        return None
    return tightest.margin / abs(tightest.limit)


def _range(points: Sequence[SweepPoint], label: str) -> str:
    first, last = _at(points[0], label), _at(points[-1], label)
    warned = " (with warnings in places)" if any(not p.entry.verdict.is_clean for p in points) else ""
    if len(points) == 1:
        return f"It passes at {label} {first}{warned}."
    return f"It passes from {label} {first} to {last}{warned}."


def _outcome(point: SweepPoint) -> str:
    code, reason = first_reason(point.entry.verdict)
    words = outcome_words(point.entry.verdict).label
    return one_line(f"{words} ({code}: {reason.rstrip('.')})" if code else words)


def _at(point: SweepPoint, label: str) -> str:
    value = point.number(label)
    return "?" if value is None else f"{value:g}"
