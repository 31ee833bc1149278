"""Hypothesis strategies that follow the types of the records."""

from __future__ import annotations

import dataclasses
import types
import typing
from enum import Enum
from functools import cache

from hypothesis import strategies as st

from harness.verdict import Cell, Column, Table

TEXT = st.text(st.characters(codec="utf-8"), max_size=12)
SCALARS: dict[object, st.SearchStrategy[object]] = {
    float: st.floats(allow_nan=False, allow_infinity=False),
    int: st.integers(-(2**53), 2**53),
    bool: st.booleans(),
    str: TEXT,
    types.NoneType: st.none(),
}


@cache
def of(hint: typing.Any) -> st.SearchStrategy[typing.Any]:
    """Return values of a type, built from its annotations."""
    if hint in SCALARS:
        return SCALARS[hint]
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return st.one_of(*(of(a) for a in args))
    if origin is tuple:
        is_open = len(args) == 2 and args[1] is Ellipsis
        return st.lists(of(args[0]), max_size=2).map(tuple) if is_open else st.tuples(*(of(a) for a in args))
    if origin is dict:
        return st.dictionaries(of(args[0]), of(args[1]), max_size=2)
    if issubclass(hint, Enum):
        return st.sampled_from(list(hint))
    return tables() if hint is Table else _record(hint)


def _record(hint: typing.Any) -> st.SearchStrategy[typing.Any]:
    hints = typing.get_type_hints(hint)
    names = [f.name for f in dataclasses.fields(hint) if f.name != "schema_version"]
    return st.builds(hint, **{n: of(hints[n]) for n in names})


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Return tables whose rows fit their columns."""
    names = draw(st.lists(TEXT.filter(bool), min_size=1, max_size=3, unique=True))
    columns = tuple(Column(name=n, label=draw(TEXT), unit=draw(TEXT)) for n in names)
    rows = draw(st.lists(st.tuples(*(of(Cell) for _ in names)), max_size=2))
    has_bars = draw(st.booleans())
    return Table(
        name=draw(TEXT),
        title=draw(TEXT),
        columns=columns,
        rows=tuple(rows),
        chart="bar" if has_bars else "none",
        value_column=draw(st.sampled_from(names)) if has_bars else "",
        limit_column=draw(st.sampled_from(names)) if has_bars else "",
        note=draw(TEXT),
    )
