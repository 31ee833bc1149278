"""Numbers of a test by joint, pose or trial; part of a verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Cell", "Column", "Table"]

Cell: TypeAlias = float | int | str | bool | None
"""Content of a table; ``None`` where there is no value."""


@dataclass(frozen=True, kw_only=True)
class Column:
    """A column of a table."""

    name: str
    """Key in snake case with the unit in it, such as ``tracking_error_rad``."""
    label: str
    """Heading, in plain words."""
    unit: str = ""
    """Unit of the numbers, as it is written behind them."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """Numbers of a test by joint, pose or trial."""

    name: str
    """Stable identifier in snake case, unique within the verdict."""
    title: str
    """Heading, in plain words."""
    columns: tuple[Column, ...]
    """At least one; the first names the row."""
    rows: tuple[tuple[Cell, ...], ...]
    """One value for each column; a number that is not finite is stored as missing."""
    chart: str = "none"
    """``bar`` when a report also draws a bar for each row, else ``none``."""
    value_column: str = ""
    """Column with the length of the bar."""
    limit_column: str = ""
    """Column with the limit that the bar is compared with; empty for none."""
    note: str = ""
    """What to know about the numbers."""

    def __post_init__(self) -> None:
        names = [c.name for c in self.columns]
        if not names or len(set(names)) != len(names):
            raise ValueError(f"table {self.name}: it needs columns with different names")
        if any(len(row) != len(names) for row in self.rows):
            raise ValueError(f"table {self.name}: every row needs {len(names)} values")
        if self.chart not in ("none", "bar"):
            raise ValueError(f"table {self.name}: there is no chart '{self.chart}'")
        if self.chart == "bar" and self.value_column not in names:
            raise ValueError(f"table {self.name}: there is no column '{self.value_column}' for the bars")
        if self.limit_column and self.limit_column not in names:
            raise ValueError(f"table {self.name}: there is no column '{self.limit_column}' for the limits")
