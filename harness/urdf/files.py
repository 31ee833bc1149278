"""Find the meshes and textures that a URDF file names."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import unquote

__all__ = ["FileFinder", "package_folders"]

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://(.*)", re.DOTALL)
_PACKAGE_NAME = re.compile(r"<name>\s*([^<\s]+)\s*</name>")
_MAX_LEVELS = 12


def package_folders(environment: Mapping[str, str]) -> tuple[Path, ...]:
    """Return the folders in which ROS packages lie, from ROS_PACKAGE_PATH and AMENT_PREFIX_PATH.

    Args:
        environment: Environment variables.
    """
    plain = [Path(p) for p in environment.get("ROS_PACKAGE_PATH", "").split(os.pathsep) if p]
    shared = [Path(p) / "share" for p in environment.get("AMENT_PREFIX_PATH", "").split(os.pathsep) if p]
    return (*plain, *shared)


class FileFinder:
    """Resolves names of files against one URDF file.

    Args:
        file: The URDF file.
        packages: Further folders in which packages lie.
    """

    def __init__(self, file: Path, packages: Sequence[Path] = ()) -> None:
        self._folder = file.absolute().parent
        self._packages = tuple(packages)
        self._known: dict[str, Path | None] = {}

    def find(self, name: str) -> tuple[Path | None, str]:
        """Return the file, or ``None`` and why it is not there.

        Args:
            name: As it is written: relative, absolute, ``file://``, ``package://`` or ``model://``.
        """
        text = name.strip().replace("\\", "/")
        match = _SCHEME.fullmatch(text)
        if match is None:
            return self._existing(self._folder / text, name)
        scheme, rest = match[1].lower(), match[2]
        if scheme in ("package", "model"):
            return self._in_package(rest, name)
        if scheme == "file":
            return self._existing(self._folder / unquote(rest), name)
        return None, f"{scheme}:// is not loaded; only local files are"

    def places(self, name: str) -> list[Path]:
        """Return every place where the file of a package is looked for, in order; none for other names."""
        match = _SCHEME.fullmatch(name.strip().replace("\\", "/"))
        if match is None or match[1].lower() not in ("package", "model"):
            return []
        package, _, inner = match[2].partition("/")
        return [folder / inner.lstrip("/") for folder in self._candidates(package)]

    def _existing(self, path: Path, name: str) -> tuple[Path | None, str]:
        try:
            if path.is_file():
                return path, ""
        except (OSError, ValueError):
            return None, "the path cannot be used"
        return None, "it is a folder" if path.is_dir() else "it does not exist"

    def _in_package(self, rest: str, name: str) -> tuple[Path | None, str]:
        package, _, inner = rest.partition("/")
        inner = inner.lstrip("/")
        if not package or not inner:
            return None, "it names a package but no file in it"
        for folder in self._candidates(package):
            path = folder / inner
            try:
                if path.is_file():
                    return path, ""
            except (OSError, ValueError):
                return None, "the path cannot be used"
        return None, f"no package '{package}' with that file is in the folders above, nor in ROS_PACKAGE_PATH"

    def _candidates(self, package: str) -> Iterator[Path]:
        """Yield folders that may be the package, the likeliest first."""
        above = [self._folder, *self._folder.parents][:_MAX_LEVELS]
        yield from (f for f in above if self._name_of(f) == package)
        yield from (f for f in above if f.name == package)
        yield from (f / package for f in (*above, *self._packages))
        # A copy without its package folder: robot.urdf beside meshes/.
        yield from above

    def _name_of(self, folder: Path) -> str | None:
        key = str(folder)
        if key not in self._known:
            self._known[key] = folder / "package.xml"
        manifest = self._known[key]
        if manifest is None or not manifest.is_file():
            return None
        match = _PACKAGE_NAME.search(manifest.read_text(encoding="utf-8", errors="replace"))
        return match[1] if match else None
