"""The table of joint_motion: one row a joint."""

from __future__ import annotations

import math

from harness.verdict import Cell, Column, Table
from tests_catalog.joint_motion_criteria import MotionCase
from tests_catalog.joint_motion_measure import JointNumbers

__all__ = ["motion_table"]

_COLUMNS = (
    Column(name="joint", label="Joint"),
    Column(name="unit", label="Unit"),
    Column(name="range_low", label="Range from"),
    Column(name="range_high", label="Range to"),
    Column(name="covered_percent", label="Covered", unit="%"),
    Column(name="needed_percent", label="Needed", unit="%"),
    Column(name="stopped_at", label="Stopped at"),
    Column(name="follow_error", label="Following error"),
    Column(name="return_error", label="Return error"),
    Column(name="limit_excess", label="Beyond limit"),
    Column(name="coast_percent", label="Coasts", unit="%"),
    Column(name="overshoot_percent", label="Overshoot", unit="%"),
    Column(name="settling_s", label="Settles in", unit="s"),
)


def motion_table(case: MotionCase) -> Table:
    """Make the table of all joints that were moved.

    Args:
        case: The joints and their numbers.
    """
    return Table(
        name="joints",
        title="Joints",
        columns=_COLUMNS,
        rows=tuple(_row(case, n) for n in case.joints),
        # Bars are for values that must stay below a limit; here more is better.
        note="Angles in degrees, lengths in millimetres. A joint must cover at least the needed share of its range.",
    )


def _row(case: MotionCase, n: JointNumbers) -> tuple[Cell, ...]:
    record = case.record
    is_linear = bool(record.system.is_linear[n.index])

    def shown(value: float | None) -> float | None:
        if value is None or not math.isfinite(value):
            return None
        return round(1000 * value if is_linear else math.degrees(value), 4)

    drive = n.drive
    return (
        record.labels[n.index],
        "mm" if is_linear else "deg",
        shown(n.low),
        shown(n.high),
        round(100 * n.covered, 2),
        round(100 * case.needed(n), 2),
        shown(n.stop_position),
        shown(n.follow_error),
        shown(n.return_error),
        shown(None if n.limit_excess is None else max(0.0, n.limit_excess)),
        None if n.coast_share is None else round(100 * n.coast_share, 1),
        None if drive is None else round(100 * drive.overshoot, 1),
        None if drive is None or drive.settling_s is None else round(drive.settling_s, 3),
    )
