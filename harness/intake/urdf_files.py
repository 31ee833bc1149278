"""Which files a URDF file names: meshes, what meshes name in turn, and textures. Nothing is converted."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from harness.urdf.files import FileFinder, package_folders
from harness.urdf.parse import read_urdf_file
from harness.urdf.xml import XmlElement

__all__ = ["named_files"]

_MTL_TEXTURE = re.compile(
    r"^\s*(?:map_\S+|bump|disp|decal)\s+(?:-\S+\s+\S+\s+)*(\S.*?)\s*$", re.MULTILINE | re.IGNORECASE
)
_DAE_IMAGE = re.compile(r"<init_from>\s*(?:<ref>)?\s*([^<\s][^<]*?)\s*<")


def named_files(path: Path) -> tuple[list[Path], list[Path]]:
    """Return the files that exist and those that do not, among these the places before one where a file is found.

    A file with macros depends on what they include and compute, which only their expansion tells: it is reported as
    missing although it exists, so that nothing that was stored about it is ever taken for current.

    Args:
        path: URDF or xacro file.
    """
    file = read_urdf_file(path)
    elements = [] if file.document is None else list(file.document.root.walk())
    if path.suffix.lower() == ".xacro" or any(e.tag.startswith("xacro:") for e in elements):
        return [], [path]
    finder = FileFinder(path, package_folders(os.environ))
    present: dict[Path, None] = {}
    missing: dict[Path, None] = {}
    for name in _names(elements):
        found, _ = finder.find(name)
        places = finder.places(name)
        missing.update(dict.fromkeys(places[: places.index(found)] if found in places else places))
        if found is None:
            missing[path.parent / name.rpartition("://")[2]] = None
            continue
        present[found] = None
        for inner in _inner(found):
            (present if inner.is_file() else missing)[inner] = None
    return list(present), list(missing)


def _names(elements: list[XmlElement]) -> Iterator[str]:
    for element in elements:
        name = element.attributes.get("filename", "").strip()
        if element.tag in ("mesh", "texture") and name:
            yield name


def _inner(path: Path) -> Iterator[Path]:
    """Yield the files that a mesh names."""
    suffix, folder = path.suffix.lower(), path.parent
    if suffix == ".obj":
        for name in re.findall(r"^\s*mtllib\s+(\S.*?)\s*$", _text(path), re.MULTILINE):
            library = folder / name
            yield library
            if library.is_file():
                yield from (folder / t.replace("\\", "/") for t in _MTL_TEXTURE.findall(_text(library)))
    elif suffix == ".dae":
        yield from (folder / unquote(n.removeprefix("file://")) for n in _DAE_IMAGE.findall(_text(path)))
    elif suffix == ".gltf":
        yield from (folder / unquote(uri) for uri in _gltf_uris(_text(path)))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _gltf_uris(text: str) -> Iterator[str]:
    try:
        data = json.loads(text)
    except ValueError:
        return
    for kind in ("buffers", "images"):
        for item in data.get(kind, ()) if isinstance(data, dict) else ():
            uri = item.get("uri", "") if isinstance(item, dict) else ""
            if isinstance(uri, str) and uri and not uri.startswith("data:"):
                yield uri
