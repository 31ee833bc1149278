"""Read a trajectory of joints from a CSV, YAML or USD file."""

from __future__ import annotations

import csv
import math
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import yaml
from pxr import Tf, Usd

from harness.errors import UsageError

__all__ = ["read_joint_trajectory"]

Array = npt.NDArray[np.float64]

_USD_SUFFIXES = (".usd", ".usda", ".usdc", ".usdz")
# Attribute with time samples, and SI units in one of it.
_USD_ATTRIBUTES = (
    ("state:angular:physics:position", math.pi / 180),
    ("drive:angular:physics:targetPosition", math.pi / 180),
    ("state:linear:physics:position", None),
    ("drive:linear:physics:targetPosition", None),
)


def read_joint_trajectory(path: Path) -> tuple[Array, dict[str, Array]]:
    """Read times [s] and the positions of joints by name or path [rad or m].

    CSV: a header with ``time_s`` and names of joints, then one row a time. YAML: ``time_s`` and ``joints`` with a list
    each. USD: time samples of joint states or of drive targets; degrees and stage units become rad and m.

    Args:
        path: The file.

    Raises:
        UsageError: If the file cannot be read, has no joints, or times do not rise.
    """
    if not path.is_file():
        raise UsageError(f"The trajectory {path} does not exist. Name a CSV, YAML or USD file.")
    suffix = path.suffix.lower()
    if suffix == ".csv":
        time, columns = _csv(path)
    elif suffix in (".yaml", ".yml"):
        time, columns = _yaml(path)
    elif suffix in _USD_SUFFIXES:
        time, columns = _usd(path)
    else:
        raise UsageError(f"{path.name}: trajectories are read from .csv, .yaml and USD files.")
    if len(time) < 2 or not np.isfinite(time).all() or not (np.diff(time) > 0).all():
        raise UsageError(f"{path.name}: times must be finite and rise from row to row, at least two of them.")
    for name, values in columns.items():
        if values.shape != time.shape or not np.isfinite(values).all():
            raise UsageError(f"{path.name}: {name} needs one finite number for each of the {len(time)} times.")
    if not columns:
        raise UsageError(f"{path.name}: there is no joint in it.")
    return time, columns


def _csv(path: Path) -> tuple[Array, dict[str, Array]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            reader = csv.reader(stream)
            header = [n.strip() for n in next(reader, [])]
            rows = [[float(v) for v in row] for row in reader if row]
    except (OSError, UnicodeDecodeError, ValueError, csv.Error) as error:
        raise UsageError(f"{path.name}: not a table of numbers: {error}.") from error
    if "time_s" not in header:
        raise UsageError(f"{path.name}: the header needs a column time_s and one for each joint.")
    short = next((n for n, row in enumerate(rows, 1) if len(row) != len(header)), None)
    if short is not None:
        raise UsageError(
            f"{path.name}: row {short} has {len(rows[short - 1])} numbers, the header {len(header)} names."
        )
    if len(set(header)) < len(header):
        raise UsageError(f"{path.name}: a column is there twice: {', '.join(header)}.")
    table = np.array(rows, dtype=np.float64).reshape(len(rows), len(header))
    at = header.index("time_s")
    return table[:, at], {name: table[:, i] for i, name in enumerate(header) if i != at}


def _yaml(path: Path) -> tuple[Array, dict[str, Array]]:
    try:
        data: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
        joints = data["joints"]
        time = np.array([float(t) for t in data["time_s"]])
        return time, {str(n): np.array([float(v) for v in values]) for n, values in joints.items()}
    except (OSError, UnicodeDecodeError, yaml.YAMLError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise UsageError(
            f"{path.name}: expected 'time_s: [...]' and 'joints:' with 'name: [...]' lines below it ({error})."
        ) from error


def _usd(path: Path) -> tuple[Array, dict[str, Array]]:
    try:
        stage = Usd.Stage.Open(str(path))
    except Tf.ErrorException as error:
        raise UsageError(f"{path.name}: not a readable USD file.") from error
    from pxr import UsdGeom

    unit = UsdGeom.GetStageMetersPerUnit(stage)
    sampled: dict[str, tuple[Any, list[float], float]] = {}
    for prim in stage.Traverse():
        for name, scale in _USD_ATTRIBUTES:
            attribute = prim.GetAttribute(name)
            if attribute and attribute.GetNumTimeSamples() > 1 and str(prim.GetPath()) not in sampled:
                samples = attribute.GetTimeSamples()
                sampled[str(prim.GetPath())] = (attribute, samples, unit if scale is None else scale)
    codes = sorted({t for _, samples, _ in sampled.values() for t in samples})
    time = np.array(codes, dtype=np.float64) / stage.GetTimeCodesPerSecond()
    columns = {
        path_: np.array([float(attribute.Get(code)) * scale for code in codes])
        for path_, (attribute, _, scale) in sampled.items()
    }
    return time, columns
