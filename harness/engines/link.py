"""Messages between the harness and a worker process: JSON headers with raw arrays, over a pair of pipes.

Layout of a message: 4 bytes ``AQM1``, header length (uint32), payload length (uint64), header as UTF-8 JSON, payload.
The header lists the arrays of the payload in order. Nothing is unpickled, so a worker cannot run code in its parent.
Standard output is never used: native libraries print there.
"""

from __future__ import annotations

import json
import os
import select
import struct
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["LinkClosed", "LinkGarbled", "LinkTimeout", "Message", "read_message", "write_message"]

_MAGIC = b"AQM1"
_HEAD = struct.Struct("<4sIQ")
_MAX_HEADER = 64 * 2**20
_MAX_PAYLOAD = 4 * 2**30
_DTYPES = frozenset({"<f4", "<f8", "<i4", "<i8", "|u1", "|b1"})

Array = npt.NDArray[Any]


class LinkClosed(Exception):
    """The other end closed its pipe."""


class LinkTimeout(Exception):
    """The deadline passed before a whole message arrived."""


class LinkGarbled(Exception):
    """The bytes are not a message."""


@dataclass(frozen=True, kw_only=True)
class Message:
    """One request or answer."""

    kind: str
    """What it is: ``hello``, ``open``, ``opened``, ``advance``, ``block``, ``error`` ..."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """JSON values."""
    arrays: Mapping[str, Array] = field(default_factory=dict)
    """Arrays by name."""


def write_message(descriptor: int, message: Message) -> None:
    """Write a message to a blocking descriptor.

    Raises:
        LinkClosed: If the reader is gone.
    """
    arrays = {name: np.ascontiguousarray(value) for name, value in message.arrays.items()}
    header = json.dumps(
        {
            "kind": message.kind,
            "data": message.data,
            "arrays": [{"name": n, "dtype": a.dtype.str, "shape": a.shape} for n, a in arrays.items()],
        }
    ).encode()
    payload = b"".join(a.tobytes() for a in arrays.values())
    view = memoryview(_HEAD.pack(_MAGIC, len(header), len(payload)) + header + payload)
    try:
        while view:
            view = view[os.write(descriptor, view) :]
    except BrokenPipeError as error:
        raise LinkClosed("the reader closed the pipe") from error


def read_message(
    descriptor: int, *, deadline_s: float | None = None, watch: Callable[[], None] | None = None
) -> Message:
    """Read one message.

    Args:
        descriptor: Readable descriptor.
        deadline_s: Seconds from now; ``None`` waits for ever.
        watch: Called a few times a second while waiting; whatever it raises ends the wait.

    Raises:
        LinkClosed: If the writer closed the pipe before a whole message arrived.
        LinkTimeout: If the deadline passed.
        LinkGarbled: If the bytes are not a message.
    """
    end = None if deadline_s is None else time.monotonic() + deadline_s
    magic, header_length, payload_length = _HEAD.unpack(_read_exact(descriptor, _HEAD.size, end, watch))
    if magic != _MAGIC or header_length > _MAX_HEADER or payload_length > _MAX_PAYLOAD:
        raise LinkGarbled(f"unexpected bytes {magic!r}")
    header = _read_exact(descriptor, header_length, end, watch)
    payload = _read_exact(descriptor, payload_length, end, watch)
    try:
        parsed = json.loads(header)
        return Message(kind=str(parsed["kind"]), data=dict(parsed["data"]), arrays=_arrays(parsed["arrays"], payload))
    except (ValueError, KeyError, TypeError) as error:
        raise LinkGarbled(f"malformed header: {error}") from error


def _arrays(entries: list[dict[str, Any]], payload: bytearray) -> dict[str, Array]:
    arrays: dict[str, Array] = {}
    offset = 0
    for entry in entries:
        if entry["dtype"] not in _DTYPES:
            raise ValueError(f"dtype {entry['dtype']!r} is not allowed")
        dtype, shape = np.dtype(entry["dtype"]), tuple(int(n) for n in entry["shape"])
        count = int(np.prod(shape, dtype=np.int64)) if shape else 1
        arrays[str(entry["name"])] = np.frombuffer(payload, dtype, count, offset).reshape(shape)
        offset += count * dtype.itemsize
    if offset != len(payload):
        raise ValueError(f"payload has {len(payload)} bytes, the arrays take {offset}")
    return arrays


def _read_exact(descriptor: int, size: int, end: float | None, watch: Callable[[], None] | None) -> bytearray:
    buffer = bytearray(size)
    view = memoryview(buffer)
    poller = select.poll()
    poller.register(descriptor, select.POLLIN)
    while view:
        left = None if end is None else end - time.monotonic()
        if left is not None and left <= 0:
            raise LinkTimeout(f"{len(view)} of {size} bytes were still missing")
        wait_ms = None if left is None and watch is None else 1000 * min(0.2, left if left is not None else 0.2)
        if not poller.poll(wait_ms):
            if watch is not None:
                watch()
            continue
        count = os.readv(descriptor, [view])
        if count == 0:
            raise LinkClosed("the writer closed the pipe")
        view = view[count:]
    return buffer
