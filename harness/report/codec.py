"""Strict JSON codec for records, and files that are either complete or not there.

A record is a frozen dataclass. Enums are stored by value and tuples as arrays. A number that is not finite is missing
data: it becomes ``null`` where the field allows that, or makes the nearest field that allows it ``null``. Loading
refuses everything that does not match the dataclass exactly.
"""

from __future__ import annotations

import dataclasses
import json
import math
import os
import secrets
import types
import typing
from collections.abc import Callable
from enum import Enum
from functools import cache
from numbers import Integral, Real
from pathlib import Path
from typing import TypeAlias, TypeVar

from harness.errors import RecordError
from harness.parts import LATER
from harness.report.decode import decoder, uncollected
from harness.report.encode import NotPlain, encoder, plain_json
from harness.report.model import RunReport
from harness.verdict import Verdict

__all__ = [
    "COMPLETE_KEY",
    "JsonValue",
    "from_data",
    "load_record",
    "load_run",
    "load_verdict",
    "to_data",
    "write_json_atomic",
    "write_text_atomic",
]

COMPLETE_KEY = "is_complete_record"

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"
T = TypeVar("T")


class _NotFiniteError(Exception):
    """A number that cannot be stored; caught by the nearest field that may be ``None``."""


def to_data(record: object) -> dict[str, JsonValue]:
    """Return a record as plain JSON data.

    Args:
        record: Instance of a frozen dataclass.

    Raises:
        RecordError: If a value does not have the type of its field, or a number that must be there is not finite.
    """
    try:
        data: object = encoder(type(record))(record)
    except NotPlain:
        # Whatever is unusual takes the way that knows where it is and what it means.
        data = _encode(type(record), record, "")
    if not isinstance(data, dict):
        raise RecordError(f"A {type(record).__name__} is not a record.")
    return data


def from_data(cls: type[T], data: object, where: str = "") -> T:
    """Return the record that plain JSON data describe.

    Args:
        cls: Dataclass of the record.
        data: What :func:`to_data` returned.
        where: Key path of ``data``, for messages.

    Raises:
        RecordError: If a key is unknown or missing or a value has the wrong type; names the key path.
    """
    try:
        record: object = decoder(cls)(data)
    except NotPlain:
        record = _decode(cls, data, where)
    if not isinstance(record, cls):
        raise RecordError(f"{where or 'record'}: not a {cls.__name__}.")
    return record


# Encoding


def _encode(hint: object, value: object, where: str) -> JsonValue:
    if _is_union(hint):
        return _encode_union(typing.get_args(hint), value, where)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return _encode_record(hint, value, where)
    origin = typing.get_origin(hint)
    if origin is tuple and isinstance(value, tuple):
        hints = _item_hints(hint, len(value), where)
        return [_encode(h, v, f"{where}[{i}]") for i, (h, v) in enumerate(zip(hints, value, strict=True))]
    if origin is dict and isinstance(value, dict):
        key_hint, value_hint = typing.get_args(hint)
        return {str(_encode(key_hint, k, where)): _encode(value_hint, v, _join(where, k)) for k, v in value.items()}
    return _encode_scalar(hint, value, where)


def _encode_union(hints: tuple[object, ...], value: object, where: str) -> JsonValue:
    is_optional = types.NoneType in hints
    if value is None and is_optional:
        return None
    try:
        return _encode(_pick(hints, value, where), value, where)
    except _NotFiniteError:
        if is_optional:
            return None
        raise


def _encode_record(cls: type, value: object, where: str) -> JsonValue:
    if not isinstance(value, cls):
        raise _mismatch(where, cls.__name__, value)
    data: dict[str, JsonValue] = {}
    for name, hint in _field_hints(cls).items():
        try:
            data[name] = _encode(hint, getattr(value, name), _join(where, name))
        except _NotFiniteError:
            if where:
                raise
            raise RecordError(f"{name}: holds a number that is not finite and may not be missing.") from None
    return data


def _encode_scalar(hint: object, value: object, where: str) -> JsonValue:
    if hint is float and isinstance(value, Real) and _is_number(value, Real):
        number = float(value)
        if not math.isfinite(number):
            raise _NotFiniteError
        return number
    if hint is int and isinstance(value, Integral) and _is_number(value, Integral):
        return int(value)
    if isinstance(hint, type) and issubclass(hint, Enum) and isinstance(value, hint):
        plain: str | int = value.value
        return plain
    if hint is bool and isinstance(value, bool):
        return value
    if hint is str and isinstance(value, str):
        return str(value)
    raise _mismatch(where, _name(hint), value)


# Decoding


def _decode(hint: object, value: object, where: str) -> object:
    if _is_union(hint):
        hints = typing.get_args(hint)
        if value is None and types.NoneType in hints:
            return None
        return _decode(_pick(hints, value, where), value, where)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return _decode_record(hint, value, where)
    origin = typing.get_origin(hint)
    if origin is tuple and isinstance(value, list):
        hints = _item_hints(hint, len(value), where)
        return tuple(_decode(h, v, f"{where}[{i}]") for i, (h, v) in enumerate(zip(hints, value, strict=True)))
    if origin is dict and isinstance(value, dict):
        key_hint, value_hint = typing.get_args(hint)
        return {_decode(key_hint, k, where): _decode(value_hint, v, _join(where, k)) for k, v in value.items()}
    return _decode_scalar(hint, value, where)


def _decode_record(cls: type, value: object, where: str) -> object:
    if not isinstance(value, dict):
        raise _mismatch(where, "object", value)
    hints = _field_hints(cls)
    unknown = [k for k in value if k not in hints]
    if unknown:
        raise RecordError(f"{_join(where, unknown[0])}: unknown key.")
    missing = [f.name for f in dataclasses.fields(cls) if f.name not in value and LATER not in f.metadata]
    if missing:
        raise RecordError(f"{_join(where, missing[0])}: missing key.")
    arguments = {name: _decode(hint, value[name], _join(where, name)) for name, hint in hints.items() if name in value}
    try:
        return cls(**arguments)
    except ValueError as error:
        raise RecordError(f"{where or 'record'}: {error}.") from error


def _decode_scalar(hint: object, value: object, where: str) -> object:
    if isinstance(hint, type) and issubclass(hint, Enum):
        members = {m.value: m for m in hint}
        if isinstance(value, str) and value in members:
            return members[value]
        raise _mismatch(where, f"one of {', '.join(str(m) for m in members)}", value)
    if hint is float and type(value) in (int, float):
        return _decode_float(value, where)
    if hint in (bool, int, str) and type(value) is hint:
        return value
    raise _mismatch(where, _name(hint), value)


def _decode_float(value: object, where: str) -> float:
    try:
        number = float(value)  # type: ignore[arg-type]
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise _mismatch(where, "finite number", value)
    return number


# Types


@cache
def _field_hints(cls: type) -> dict[str, object]:
    hints = typing.get_type_hints(cls)
    return {f.name: hints[f.name] for f in dataclasses.fields(cls)}


def _is_union(hint: object) -> bool:
    return typing.get_origin(hint) in (typing.Union, types.UnionType)


def _pick(hints: tuple[object, ...], value: object, where: str) -> object:
    """Return the member of a union that fits the value; an exact type wins over a wider one."""
    tests: tuple[Callable[[object], bool], ...] = (lambda h: type(value) is h, lambda h: _fits(h, value))
    for test in tests:
        for hint in hints:
            if hint is not types.NoneType and test(hint):
                return hint
    raise _mismatch(where, " or ".join(_name(h) for h in hints), value)


def _fits(hint: object, value: object) -> bool:
    origin = typing.get_origin(hint)
    if origin is tuple:
        return isinstance(value, list | tuple)
    if origin is dict:
        return isinstance(value, dict)
    if hint is float:
        return _is_number(value, Real)
    if hint is int:
        return _is_number(value, Integral)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return isinstance(value, dict | hint)
    return isinstance(hint, type) and issubclass(hint, str) and isinstance(value, str)


def _is_number(value: object, kind: type) -> bool:
    """Accept NumPy scalars, which register with ``numbers``, but not ``bool``, which Python counts as an integer."""
    return isinstance(value, kind) and type(value) is not bool


def _item_hints(hint: object, count: int, where: str) -> tuple[object, ...]:
    hints = typing.get_args(hint)
    if len(hints) == 2 and hints[1] is Ellipsis:
        return (hints[0],) * count
    if len(hints) != count:
        raise RecordError(f"{where}: {len(hints)} items are needed, found {count}.")
    return hints


_NAMES: dict[object, str] = {
    float: "number",
    int: "integer",
    str: "string",
    bool: "true or false",
    types.NoneType: "null",
    tuple: "array",
    dict: "object",
}


def _name(hint: object) -> str:
    return _NAMES.get(hint) or _NAMES.get(typing.get_origin(hint)) or str(getattr(hint, "__name__", hint))


def _join(where: str, key: object) -> str:
    return f"{where}.{key}" if where else str(key)


def _mismatch(where: str, expected: str, value: object) -> RecordError:
    shown = "null" if value is None else f"{type(value).__name__} {str(value)[:40]!r}"
    return RecordError(f"{where or 'record'}: {expected} is needed, found {shown}.")


# Files


def write_json_atomic(path: Path, obj: object, *, is_durable: bool = True) -> None:
    """Write a record or plain data as JSON, so that a reader sees all of it or nothing.

    Args:
        path: Target; replaced if it exists.
        obj: A record, which is marked as complete, or plain lists and dicts, in which a number that is not finite
            becomes ``null``.
        is_durable: Wait until the disk has it; unnecessary for what can be made again.

    Raises:
        RecordError: If the object cannot be stored.
    """
    if dataclasses.is_dataclass(obj) and not isinstance(obj, type):
        text = json.dumps({**to_data(obj), COMPLETE_KEY: True}, indent=2, ensure_ascii=False, allow_nan=False)
    else:
        try:
            text = plain_json(obj)
        except TypeError as error:
            raise RecordError(f"{path.name} cannot be written: {error}.") from error
    write_text_atomic(path, text + "\n", is_durable=is_durable)


def write_text_atomic(path: Path, text: str, *, is_durable: bool = True) -> None:
    """Write text as UTF-8, so that a reader sees all of it or nothing, when durable also after a power cut.

    Args:
        path: Target; replaced if it exists.
        text: Content. A lone surrogate, as from a file name that is not UTF-8, is written as its escape.
        is_durable: Wait until the disk has it; unnecessary for what can be made again.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}.tmp")
    try:
        with temporary.open("xb") as stream:
            stream.write(text.encode("utf-8", "backslashreplace"))
            if is_durable:
                stream.flush()
                os.fsync(stream.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def load_record(cls: type[T], path: Path) -> T:
    """Read a record that :func:`write_json_atomic` wrote.

    Args:
        cls: Dataclass of the record.
        path: File to read.

    Raises:
        RecordError: If the file is missing, damaged, unfinished or of another schema version.
    """
    try:
        data = json.loads(path.read_bytes().decode("utf-8"), object_pairs_hook=_object, parse_constant=_no_constant)
    except (OSError, ValueError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise RecordError(f"{path.name} is not a readable record: {reason}") from error
    if not isinstance(data, dict) or next(reversed(data), None) != COMPLETE_KEY or data[COMPLETE_KEY] is not True:
        raise RecordError(f"{path.name} is not a complete record: it does not end with '{COMPLETE_KEY}'.")
    del data[COMPLETE_KEY]
    known = next((f.default for f in dataclasses.fields(cls) if f.name == "schema_version"), None)  # type: ignore[arg-type]
    if known is not None and data.get("schema_version") != known:
        raise RecordError(
            f"{path.name}: schema version {data.get('schema_version')}, this program reads {known}. Run the test again."
        )
    try:
        return from_data(cls, data)
    except RecordError as error:
        raise RecordError(f"{path.name}: {error}") from error


def load_verdict(path: Path) -> Verdict:
    """Read a ``verdict.json``.

    Raises:
        RecordError: If it is not a complete, valid verdict.
    """
    return load_record(Verdict, path)


def load_run(path: Path) -> RunReport:
    """Read a ``run.json``.

    Raises:
        RecordError: If it is not a complete, valid run whose counts agree with its verdicts.
    """
    with uncollected():
        return load_record(RunReport, path)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise ValueError("a key occurs twice")
    return data


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")
