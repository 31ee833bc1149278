"""The fast way of :func:`harness.report.codec.from_data`: decoders that are made once for each type.

They take exactly what the encoders write. Anything else raises ``NotPlain``, and the strict way of the codec decides
what it means and says where it is.
"""

from __future__ import annotations

import dataclasses
import gc
import math
import types
import typing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Any

from harness.report.encode import NotPlain

__all__ = ["decoder", "uncollected"]

Decoder = Callable[[Any], Any]

_known: dict[object, Decoder] = {}


def decoder(hint: object) -> Decoder:
    """Return a function that turns plain JSON data into a value of a type.

    Args:
        hint: Type of the value, such as a dataclass, ``float | None`` or ``tuple[str, ...]``.
    """
    made = _known.get(hint)
    if made is None:
        made = _known[hint] = _make(hint)
    return made


@contextmanager
def uncollected() -> Iterator[None]:
    """Leave the garbage collector out while records are made that all stay: it would walk them again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _make(hint: object) -> Decoder:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return _optional(arguments)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return _record(hint)
    if origin is tuple:
        return _tuple(arguments)
    if origin is dict:
        return _dict(decoder(arguments[0]), decoder(arguments[1]))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enum(hint)
    return _scalar(hint)


def _never(value: Any) -> Any:
    raise NotPlain


def _scalar(hint: object) -> Decoder:
    if hint is float:
        return _number
    if hint not in (int, str, bool):
        return _never

    def decode(value: Any) -> Any:
        if type(value) is not hint:
            raise NotPlain
        return value

    return decode


def _number(value: Any) -> float:
    if type(value) is not float or not math.isfinite(value):
        raise NotPlain
    return value


def _enum(cls: type[Enum]) -> Decoder:
    members = {m.value: m for m in cls}

    def decode(value: Any) -> Any:
        if type(value) is not str or value not in members:
            raise NotPlain
        return members[value]

    return decode


def _optional(hints: tuple[object, ...]) -> Decoder:
    """Decode ``X | None``; of several scalars the exact type decides, other unions are left to the strict way."""
    others = [h for h in hints if h is not types.NoneType]
    is_optional = len(others) < len(hints)
    if len(others) == 1:
        only = decoder(others[0])
        return lambda value: None if value is None and is_optional else only(value)
    by_type: dict[object, Decoder] = {h: decoder(h) for h in others if h in (float, int, str, bool)}

    def decode(value: Any) -> Any:
        if value is None and is_optional:
            return None
        return by_type.get(type(value), _never)(value)

    return decode


def _record(cls: type) -> Decoder:
    hints = typing.get_type_hints(cls)
    # A name that the class mentions within itself is looked up when it is met.
    parts = {f.name: hints[f.name] for f in dataclasses.fields(cls)}
    made: dict[str, Decoder] = {}
    make = _maker(cls)

    def decode(value: Any) -> Any:
        if not made:
            made.update({name: decoder(hint) for name, hint in parts.items()})
        if type(value) is not dict or value.keys() != made.keys():
            raise NotPlain
        return make({name: made[name](item) for name, item in value.items()})

    return decode


def _maker(cls: type) -> Callable[[dict[str, Any]], Any]:
    """Return a function that makes a record from values of the right types for all of its fields."""
    if hasattr(cls, "__post_init__") or hasattr(cls, "__slots__"):

        def call(values: dict[str, Any]) -> Any:
            try:
                return cls(**values)
            except ValueError as error:
                raise NotPlain from error

        return call

    def fill(values: dict[str, Any]) -> Any:
        # What the generated constructor of a frozen record does, without a call for each field: records of
        # thousands of cases have hundreds of thousands of fields.
        record: Any = object.__new__(cls)
        record.__dict__.update(values)
        return record

    return fill


def _tuple(hints: tuple[object, ...]) -> Decoder:
    if len(hints) == 2 and hints[1] is Ellipsis:
        each = decoder(hints[0])

        def decode(value: Any) -> Any:
            if type(value) is not list:
                raise NotPlain
            return tuple([each(v) for v in value])

        return decode
    parts = [decoder(h) for h in hints]

    def decode_fixed(value: Any) -> Any:
        if type(value) is not list or len(value) != len(parts):
            raise NotPlain
        return tuple([part(v) for part, v in zip(parts, value, strict=True)])

    return decode_fixed


def _dict(key: Decoder, each: Decoder) -> Decoder:
    def decode(value: Any) -> Any:
        if type(value) is not dict:
            raise NotPlain
        return {key(k): each(v) for k, v in value.items()}

    return decode
