"""Take the directories of a machine out of text that leaves it.

Prim paths look like absolute paths, so only what is surely a path of a file system is shortened: known top folders, the
folders of this process, and anything absolute that ends like a file. Fields that hold prim paths need no shortening.
"""

from __future__ import annotations

import re
import shlex
import sys
import tempfile
from functools import cache
from pathlib import Path

__all__ = ["file_name", "redact", "redact_command", "relative_name"]

_TOP_FOLDERS = (
    "Users|Volumes|bin|boot|build|builds|dev|etc|github|home|lib|lib64|media|mnt|nix|opt|private|proc|run|sbin|snap|srv"
    "|sys|tmp|usr|var|workspace|workspaces"
)
_ENDINGS = (
    "usd|usda|usdc|usdz|urdf|xacro|xml|mjcf|sdf|obj|stl|dae|fbx|gltf|glb|mdl|mtlx|py|pyc|pyi|so|so[.0-9]+|dll|dylib|exe"
    "|json|yaml|yml|toml|log|txt|npz|npy|mp4|png|jpg|jpeg|exr|hdr|tga|html|sh|bat|cfg|ini|lock|whl|zip|sock|tmp"
)
_STOP = r"\s\"'`<>|*?,;:()\[\]{}=@"
_NOT_INSIDE = r"(?<![\w/\\.~\-\u2026])"
_PATTERNS = (
    # file:// addresses and the addresses of asset servers
    r"\b(?:file|omniverse|s3|https?)://[^\s\"'`<>|,;()\[\]{}@]+",
    # Windows drives and shares, and home folders in short
    _NOT_INSIDE + rf"(?:[A-Za-z]:[\\/]|\\\\)[^{_STOP}]+",
    _NOT_INSIDE + rf"~[\w\-]*/[^{_STOP}]*",
    # quoted paths with spaces
    rf"(?<=[\"'])/[^\"'<>|*?\n]+\.(?i:{_ENDINGS})(?=[\"'])",
    # top folders, hidden folders, and any absolute path that ends like a file
    _NOT_INSIDE + rf"/(?:{_TOP_FOLDERS})(?=/)[^{_STOP}]+",
    _NOT_INSIDE + rf"(?:/[^/{_STOP}]+)*/\.[^/{_STOP}]+(?:/[^/{_STOP}]+)*",
    _NOT_INSIDE + rf"(?:/[^/{_STOP}]+)+\.(?i:{_ENDINGS})\b",
)
_PACKAGES = re.compile(r".*/(?:site|dist)-packages/")
_OWN_CODE = re.compile(r".*/(?=(?:harness|tests_catalog)/[\w/]+\.py$)")
_NAME = re.compile(r"[\w.\-]+=")
_PROGRAM = re.compile(r"/(?:usr|bin|sbin|lib|lib64|opt)/")


def file_name(path: str) -> str:
    """Return the last part of a path or address, whichever system it comes from."""
    return re.split(r"[/\\]", path.rstrip("/\\"))[-1] or path


def relative_name(path: str) -> str:
    """Return a path that lies beside the asset as it is, and only the file name of any other."""
    parts = re.split(r"[/\\]", path)
    is_inside = parts[0] not in ("", "~") and ".." not in parts and ":" not in path
    return path if is_inside else file_name(path)


def redact(text: str) -> str:
    """Return text in which every path of the machine is cut down to what follows its packages, or to its file name.

    Args:
        text: A message, a traceback or an excerpt of a log.
    """
    return _pattern().sub(_short, text)


def redact_command(command: str) -> str:
    """Return a command line with every path in it cut down to its file name.

    Args:
        command: Words as in a shell.
    """
    try:
        words = shlex.split(command)
    except ValueError:
        # Not a command line of a shell; it is cut at every blank and quote.
        return re.sub(r"[^\s\"']+", lambda m: _short_word(m.group()), command)
    return shlex.join(map(_short_word, words))


def _short_word(word: str) -> str:
    """Return a word with the path in it, after an option or the name of a setting, cut down to its file name."""
    # A folder may have a "=" in its name, so only what looks like a name is one.
    name = _NAME.match(word)
    key = name.group() if name else ""
    return key + (file_name(word[len(key) :]) if re.search(r"[/\\]", word) else word[len(key) :])


def _short(match: re.Match[str]) -> str:
    path = match.group()
    if not path.startswith("/"):
        path = path.replace("\\", "/")
    for pattern in (_PACKAGES, _OWN_CODE):
        rest = pattern.sub("", path)
        if rest != path:
            return f"\u2026/{rest}"
    name = file_name(path)
    is_file = "." in name.strip(".") or _PROGRAM.match(path)
    return f"\u2026/{name}" if is_file else "\u2026"


@cache
def _pattern() -> re.Pattern[str]:
    folders = {Path.cwd(), Path.home(), Path(tempfile.gettempdir()), Path(sys.prefix), Path(sys.base_prefix)}
    folders.add(Path(__file__).parents[2])
    # A folder directly below the root, such as /root, may as well be a prim path.
    names = sorted((str(f) for f in folders if len(f.parts) > 2), key=len, reverse=True)
    own = [re.escape(n) + rf"(?:[/\\][^{_STOP}]*)?(?![\w.\-])" for n in names]
    return re.compile("|".join((*own, *_PATTERNS)))
