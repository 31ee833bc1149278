"""The fast way of :func:`harness.report.codec.to_data`: encoders that are made once for each type.

They take exact types and finite numbers only. Anything else raises :class:`NotPlain`, and the strict way of the codec
decides what it means and says where it is.
"""

from __future__ import annotations

import dataclasses
import json
import math
import types
import typing
from collections.abc import Callable
from enum import Enum
from numbers import Integral, Real
from typing import Any

__all__ = ["NotPlain", "encoder", "plain_json"]

Encoder = Callable[[Any], Any]


class NotPlain(Exception):
    """The value is not of the exact type, or is a number that is not finite."""


def encoder(hint: object) -> Encoder:
    """Return a function that turns a value of a type into plain JSON data.

    Args:
        hint: Type of the value, such as a dataclass, ``float | None`` or ``tuple[str, ...]``.
    """
    made = _known.get(hint)
    if made is None:
        made = _known[hint] = _make(hint)
    return made


_known: dict[object, Encoder] = {}


def _make(hint: object) -> Encoder:
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return _union(typing.get_args(hint))
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return _record(hint)
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is tuple:
        return _tuple(arguments)
    if origin is dict:
        return _dict(encoder(arguments[0]), encoder(arguments[1]))
    return _scalar(hint)


def _scalar(hint: object) -> Encoder:
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _exact(hint, lambda value: value.value)
    if hint is float:
        return _number
    return _exact(hint, lambda value: value) if hint in (int, str, bool) else _never


def _never(value: Any) -> Any:
    raise NotPlain


def _number(value: Any) -> Any:
    if not isinstance(value, (float, int)) or type(value) is bool or not math.isfinite(value):
        raise NotPlain
    return float(value)


def _exact(kind: Any, read: Encoder) -> Encoder:
    def encode(value: Any) -> Any:
        if type(value) is not kind:
            raise NotPlain
        return read(value)

    return encode


def _union(hints: tuple[object, ...]) -> Encoder:
    """Choose by the exact type of the value; a record or a scalar has only one."""
    by_type = {h: encoder(h) for h in hints if isinstance(h, type) and h is not types.NoneType}
    generic = [h for h in hints if not isinstance(h, type)]
    by_type.update({origin: encoder(h) for h in generic if (origin := typing.get_origin(h)) is not None})
    is_optional = types.NoneType in hints
    # A whole number where a float is due, or one of NumPy's.
    usual = _number if float in hints and int not in hints else _never

    def encode(value: Any) -> Any:
        if value is None and is_optional:
            return None
        chosen = by_type.get(type(value)) or usual
        return chosen(value)

    return encode


def _record(cls: type) -> Encoder:
    hints = typing.get_type_hints(cls)
    parts = [(f.name, encoder(hints[f.name])) for f in dataclasses.fields(cls)]

    def encode(value: Any) -> Any:
        if type(value) is not cls:
            raise NotPlain
        return {name: part(getattr(value, name)) for name, part in parts}

    return encode


def _tuple(hints: tuple[object, ...]) -> Encoder:
    if len(hints) == 2 and hints[1] is Ellipsis:
        each = encoder(hints[0])

        def encode(value: Any) -> Any:
            if type(value) is not tuple:
                raise NotPlain
            return [each(v) for v in value]

        return encode
    parts = [encoder(h) for h in hints]

    def encode_fixed(value: Any) -> Any:
        if type(value) is not tuple or len(value) != len(parts):
            raise NotPlain
        return [part(v) for part, v in zip(parts, value, strict=True)]

    return encode_fixed


def _dict(key: Encoder, each: Encoder) -> Encoder:
    def encode(value: Any) -> Any:
        if type(value) is not dict:
            raise NotPlain
        encoded = {key(k): each(v) for k, v in value.items()}
        if not all(type(k) is str for k in encoded):
            raise NotPlain
        return encoded

    return encode


def plain_json(obj: object) -> str:
    """Return plain lists and dicts as compact JSON; a number that is not finite becomes ``null``.

    Raises:
        TypeError: If something else is inside.
    """
    try:
        return json.dumps(obj, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError):
        # Numbers that are not finite, or of NumPy.
        return json.dumps(_finite(obj), separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _finite(value: object) -> object:
    if isinstance(value, dict):
        return {k: _finite(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(v) for v in value]
    if isinstance(value, bool):
        return value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return float(value) if math.isfinite(value) else None
    return value
