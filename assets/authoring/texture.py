"""A small picture of planks, made of arithmetic."""

from __future__ import annotations

import struct
import zlib

__all__ = ["plank_png"]


def plank_png(size: int) -> bytes:
    """Return a PNG of nailed planks with a frame.

    Args:
        size: Edge in pixels, at most 147.
    """
    rows = bytearray()
    for y in range(size):
        rows.append(0)
        for x in range(size):
            rows += bytes(_pixel(x, y, size))
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    # One stored block, not compressed: the bytes do not depend on the version of zlib.
    length = struct.pack("<HH", len(rows), len(rows) ^ 0xFFFF)
    data = b"\x78\x01\x01" + length + bytes(rows) + struct.pack(">I", zlib.adler32(rows))
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _pixel(x: int, y: int, size: int) -> tuple[int, int, int]:
    border = size // 8
    is_frame = min(x, y, size - 1 - x, size - 1 - y) < border
    along, across = (x, y) if not is_frame or border <= y < size - border else (y, x)
    plank = across * 5 // size
    if not is_frame and across * 5 % size < 5:
        return 52, 34, 20
    if is_frame and border - 2 <= min(x, y, size - 1 - x, size - 1 - y):
        return 60, 40, 24
    grain = (along * 7 + across * 31 + plank * 53 + (across * across) // 3) % 23
    shade = 150 + (plank * 37) % 28 + grain - (18 if is_frame else 0)
    return shade, shade * 7 // 10, shade * 43 // 100
