"""Reads ``series.json``: the recorded motion, thinned out for drawing."""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass
from pathlib import Path

from harness.errors import RecordError

__all__ = ["Samples", "Series", "load_series"]

Samples = tuple[float | None, ...]
"""One value a sample; ``None`` where it was not a number."""


@dataclass(frozen=True, kw_only=True)
class Series:
    """Samples over simulated time; a quantity that the engine does not give is ``None``."""

    time_s: tuple[float, ...]
    """Simulated time, rising."""
    low_z_m: Samples
    """Height of the lowest point of the judged geometry above the floor."""
    speed_m_s: Samples | None = None
    """Speed of the fastest body."""
    spin_rad_s: Samples | None = None
    """Spin of the fastest spinning body."""
    floor_force_n: Samples | None = None
    """Force that the floor receives."""


def load_series(path: Path) -> Series | None:
    """Read the series of a case.

    Args:
        path: ``series.json``.

    Returns:
        The series, or ``None`` when there is no such file.

    Raises:
        RecordError: If the file is damaged.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise RecordError(f"{path.name} cannot be read.") from error
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{path.name} is damaged: {error}") from error
    if not isinstance(data, dict):
        raise RecordError(f"{path.name} is damaged: an object is needed.")
    time = _samples(data, "time_s", path.name)
    count = len(time)
    low = _samples(data, "low_z_m", path.name, count)
    whole = tuple(t for t in time if t is not None)
    if len(whole) != count or any(b < a for a, b in itertools.pairwise(whole)):
        raise RecordError(f"{path.name} is damaged: time does not rise.")
    optional = {n: _optional(data, n, path.name, count) for n in ("speed_m_s", "spin_rad_s", "floor_force_n")}
    return Series(time_s=whole, low_z_m=low, **optional)


def _optional(data: dict[str, object], key: str, name: str, count: int) -> Samples | None:
    return None if data.get(key) is None else _samples(data, key, name, count)


def _samples(data: dict[str, object], key: str, name: str, count: int | None = None) -> Samples:
    values = data.get(key)
    if not isinstance(values, list) or not all(v is None or type(v) in (int, float) for v in values):
        raise RecordError(f"{name} is damaged: {key} must be a list of numbers.")
    if count is not None and len(values) != count:
        raise RecordError(f"{name} is damaged: {key} has {len(values)} samples, time_s has {count}.")
    # Python's reader also accepts NaN and Infinity, and numbers that overflow.
    return tuple(None if v is None or not abs(v) < 1e300 else float(v) for v in values)
