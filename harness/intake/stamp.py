"""Find the validation stamp of an asset: in its root layer, or in the files of the SimReady tools beside it."""

from __future__ import annotations

import json
from pathlib import Path

from pxr import Sdf

from harness.parts import StampRecord
from harness.stamp import choose_stamp, parse_stamp
from harness.verdict import Finding, finding

__all__ = ["read_stamp"]

_RECEIPT = (".simready", "validation.json")
_MAX_BYTES = 4_000_000


def read_stamp(layer: Sdf.Layer, path: Path) -> tuple[StampRecord | None, list[Finding]]:
    """Return the stamp of an asset, ``None`` when it has none, and a remark for each that cannot be used.

    The receipt beside the asset counts before its root layer, and that before a JSON file of its name.

    Args:
        layer: Root layer.
        path: File of the asset as named by the user.
    """
    stamps = [
        _read_file(path.parent.joinpath(*_RECEIPT), "/".join(_RECEIPT), is_receipt=True),
        parse_stamp(dict(layer.customLayerData), "root layer"),
        _read_file(path.with_suffix(".json"), path.with_suffix(".json").name),
    ]
    remarks = [
        finding("INT014", f"The validation stamp in {s.source} cannot be used: {s.problem}.")
        for s in stamps
        if s is not None and s.problem
    ]
    return choose_stamp(stamps), remarks


def _read_file(path: Path, source: str, *, is_receipt: bool = False) -> StampRecord | None:
    """Read a file if it is there. A JSON file of the asset's name may be anything: it is told only if it is a stamp."""
    problem = ""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as stream:
            content = stream.read(_MAX_BYTES + 1)
        if len(content) <= _MAX_BYTES:
            return parse_stamp(json.loads(content), source, is_receipt=is_receipt)
        problem = f"it is larger than {_MAX_BYTES // 1_000_000} MB"
    except OSError as error:
        problem = f"it cannot be read: {error.strerror}"
    except (ValueError, RecursionError):
        problem = "it is not valid JSON"
    return StampRecord(source=source, problem=problem) if is_receipt else None
