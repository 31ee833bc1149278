"""Turns the tables of a verdict into rows of text and bars."""

from __future__ import annotations

import math
from dataclasses import dataclass

from harness.report.privacy import redact
from harness.report.wording import limit_text, quantity_row
from harness.verdict import Cell, Column, Table

__all__ = ["Bar", "TableRow", "TableView", "table_view"]

_FULL = 100.0
_LIMIT_AT = 70.0


@dataclass(frozen=True, kw_only=True)
class Bar:
    """The value of a row against its limit, in percent of the width."""

    fill: float
    """Length of the bar."""
    limit_at: float | None
    """Position of the limit; ``None`` without one."""
    is_over: bool
    """Whether the size of the value is beyond the limit."""


@dataclass(frozen=True, kw_only=True)
class TableRow:
    """One line."""

    cells: tuple[str, ...]
    bar: Bar | None


@dataclass(frozen=True, kw_only=True)
class TableView:
    """A table as it is shown."""

    name: str
    title: str
    note: str
    labels: tuple[str, ...]
    """Headings with units."""
    is_number: tuple[bool, ...]
    """Whether a column is aligned as numbers."""
    rows: tuple[TableRow, ...]
    bar_label: str
    """Heading of the bars; empty without bars."""


def table_view(table: Table) -> TableView:
    """Return a table as text; all numbers of a column are written in one unit.

    Args:
        table: From a verdict.
    """
    columns = [_column(column, [row[i] for row in table.rows]) for i, column in enumerate(table.columns)]
    bars = _bars(table)
    labels = {c.name: c.label for c in table.columns}
    bar_label = ""
    if bars:
        bar_label = labels[table.value_column]
        bar_label += f" against {labels[table.limit_column].lower()}" if table.limit_column else ""
    return TableView(
        name=table.name,
        title=redact(table.title),
        note=redact(table.note),
        labels=tuple(c.label for c in table.columns),
        is_number=tuple(_is_numeric([row[i] for row in table.rows]) for i in range(len(table.columns))),
        rows=tuple(
            TableRow(cells=tuple(column[i] for column in columns), bar=bars[i] if bars else None)
            for i in range(len(table.rows))
        ),
        bar_label=bar_label,
    )


def _number(cell: Cell) -> float | None:
    if isinstance(cell, bool) or not isinstance(cell, int | float) or not math.isfinite(cell):
        return None
    return float(cell)


def _is_numeric(cells: list[Cell]) -> bool:
    return any(_number(c) is not None for c in cells) and not any(isinstance(c, str | bool) for c in cells)


def _column(column: Column, cells: list[Cell]) -> list[str]:
    numbers = tuple(_number(c) for c in cells)
    texts = quantity_row(numbers, column.unit)
    return [_cell(cell, column, text) for cell, text in zip(cells, texts, strict=True)]


def _cell(cell: Cell, column: Column, text: str) -> str:
    if cell is None:
        return "\u2013"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, str):
        return redact(cell)
    if isinstance(cell, int) and not column.unit:
        return str(cell)
    return limit_text(text) if _number(cell) is not None else "\u2013"


def _bars(table: Table) -> list[Bar | None]:
    """Return a bar for each row; without limits the longest one fills the width."""
    if table.chart != "bar":
        return []
    names = [c.name for c in table.columns]
    value_at = names.index(table.value_column)
    limit_at = names.index(table.limit_column) if table.limit_column else None
    values = [_number(row[value_at]) for row in table.rows]
    limits = [None if limit_at is None else _number(row[limit_at]) for row in table.rows]
    longest = max((abs(v) for v in values if v is not None), default=0.0)
    return [_bar(value, limit, longest) for value, limit in zip(values, limits, strict=True)]


def _bar(value: float | None, limit: float | None, longest: float) -> Bar | None:
    if value is None:
        return None
    if limit:
        share = abs(value) / abs(limit)
        return Bar(fill=round(min(_FULL, share * _LIMIT_AT), 1), limit_at=_LIMIT_AT, is_over=abs(value) > abs(limit))
    return Bar(fill=round(_FULL * abs(value) / longest, 1) if longest else 0.0, limit_at=None, is_over=False)
