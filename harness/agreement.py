"""Compare the verdicts that two engines give for one asset. Pure: verdicts in, differences out.

Engines are compared on what a verdict rests on, never frame by frame: after the first impact two correct engines part.
Source of the tolerances: the same scenes on several PhysX versions, whose poses differ by up to 5 mm after impact.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from harness.verdict import Verdict

__all__ = ["TOLERANCES", "Agreement", "Difference", "compare_verdicts"]


@dataclass(frozen=True, kw_only=True)
class Difference:
    """One number of both engines."""

    name: str
    """Name in ``Verdict.measurements``, unit included."""
    first: float | None
    second: float | None
    tolerance: float
    is_within: bool
    """Whether they agree; a number that only one engine has does not."""


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """How far two verdicts agree."""

    is_same_outcome: bool
    only_first: tuple[str, ...]
    """Codes that only the first verdict has."""
    only_second: tuple[str, ...]
    differences: tuple[Difference, ...]

    @property
    def is_full(self) -> bool:
        """Whether outcome and all compared numbers agree; codes of warnings may differ between engines."""
        return self.is_same_outcome and all(d.is_within for d in self.differences)


TOLERANCES = {
    "contact_time_s": 0.0085,
    "lowest_point_m": 0.005,
    "final_low_point_m": 0.005,
    "rest_time_s": 0.5,
}
"""Allowed difference of each number: two steps at 240 a second, 5 mm, and half a second of settling."""


def compare_verdicts(
    first: Verdict, second: Verdict, tolerances: Mapping[str, float] = MappingProxyType(TOLERANCES)
) -> Agreement:
    """Compare two verdicts of one test on one asset.

    Args:
        first: Verdict of the reference engine.
        second: Verdict of the other engine.
        tolerances: Allowed difference of each number that is compared.

    Raises:
        ValueError: If they are not of the same asset and version of the test.
    """
    if (first.test, first.test_version) != (second.test, second.test_version):
        raise ValueError(
            f"{first.test} {first.test_version} and {second.test} {second.test_version} are not comparable"
        )
    if first.asset.sha256 != second.asset.sha256:
        raise ValueError(f"{first.asset.name}: the two verdicts are of different files")
    codes = {f.code for f in first.findings}, {f.code for f in second.findings}
    return Agreement(
        is_same_outcome=first.outcome is second.outcome,
        only_first=tuple(sorted(codes[0] - codes[1])),
        only_second=tuple(sorted(codes[1] - codes[0])),
        differences=tuple(
            _difference(name, first.measurements.get(name), second.measurements.get(name), tolerance)
            for name, tolerance in tolerances.items()
            if name in first.measurements or name in second.measurements
        ),
    )


def _difference(name: str, first: float | None, second: float | None, tolerance: float) -> Difference:
    if first is None or second is None:
        is_within = first is None and second is None
    else:
        is_within = math.isfinite(first - second) and abs(first - second) <= tolerance
    return Difference(name=name, first=first, second=second, tolerance=tolerance, is_within=is_within)
