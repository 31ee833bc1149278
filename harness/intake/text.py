"""Make USD's messages fit for a report."""

from __future__ import annotations

import os
import re
from pathlib import Path

from harness.intake.layers import folders_of

__all__ = ["without_folders"]

_INTERNAL = re.compile(r"\bpxrInternal\w*::(\w+::)*|\s*\(instantiating stage on.*|,?@anon:[^@]*@")


def without_folders(text: str, path: Path) -> str:
    """Take the folders of this machine and the inside of USD out of a message.

    Args:
        text: USD's message.
        path: File of the asset; paths become relative to its folder.
    """
    text = " ".join(text.split())
    for folder in sorted(folders_of(path), key=len, reverse=True):
        text = text.replace(folder.rstrip(os.sep) + os.sep, "")
    return _INTERNAL.sub("", text).strip().rstrip(".")
