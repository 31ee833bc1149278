"""How a page holds the files beside a verdict: by their address, or inside it."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from urllib.parse import quote

__all__ = ["EmbeddedLinks", "FolderLinks", "Links", "find_file", "script_json"]

_TYPES = {".mp4": "video/mp4", ".png": "image/png", ".jpg": "image/jpeg"}


class Links(Protocol):
    """How a page refers to the files of a case."""

    def href(self, path: Path, case_dir: str, name: str) -> str | None:
        """Return the address of an existing file, or ``None`` when the page does not offer it.

        Args:
            path: The file.
            case_dir: Folder of the case relative to the run folder.
            name: Name of the file relative to that folder.
        """
        ...


@dataclass(frozen=True, kw_only=True)
class FolderLinks:
    """Relative addresses, for a page that lies in the run folder or in the folder of its case."""

    is_in_case: bool = False
    """Whether the page lies beside the files."""

    def href(self, path: Path, case_dir: str, name: str) -> str | None:
        """Return a relative address."""
        del path
        return quote(name) if self.is_in_case else quote(f"{case_dir}/{name}")


@dataclass(frozen=True, kw_only=True)
class EmbeddedLinks:
    """Content of pictures and videos in the page itself; other files are not offered."""

    limit_bytes: int = 25_000_000
    """Larger files are left out."""

    def href(self, path: Path, case_dir: str, name: str) -> str | None:
        """Return the content as a data address."""
        del case_dir, name
        kind = _TYPES.get(path.suffix)
        if kind is None or path.stat().st_size > self.limit_bytes:
            return None
        return f"data:{kind};base64,{base64.b64encode(path.read_bytes()).decode('ascii')}"


def find_file(folder: Path, name: str) -> Path | None:
    """Return a file that a verdict names, or ``None`` when it is not there or outside the folder.

    Args:
        folder: Folder of the case.
        name: As the verdict names it; not trusted.
    """
    is_inside = not Path(name).is_absolute() and ".." not in Path(name).parts and "\\" not in name
    path = folder / name
    return path if is_inside and path.is_file() else None


def script_json(value: object) -> str:
    """Return JSON that cannot end the script element that holds it, nor open a comment in it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
