"""What an asset consists of, and digests over everything that shapes a verdict."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from harness.config import ResolvedConfig
from harness.runner.case import package_versions

__all__ = [
    "AssetFiles",
    "FileDigests",
    "content_digest",
    "environment_digest",
    "list_files",
    "settings_digest",
]

# These shape the picture, never the verdict.
_NOT_JUDGED = ("video.",)
# Where USD looks for layers, and where packages of ROS lie.
_PLACES = ("PXR_AR_DEFAULT_SEARCH_PATH", "ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH")


@dataclass(frozen=True, kw_only=True)
class AssetFiles:
    """The files of an asset, relative to the folder of its root file, with ``/``."""

    root_sha256: str
    """Digest of the root file."""
    present: tuple[tuple[str, str], ...]
    """(path, sha256) of every layer, texture and other file that it names and that exists, the root included."""
    missing: tuple[str, ...]
    """Paths that it names and that do not exist; the verdict may change when one appears."""
    newest_ns: int = 0
    """Latest change of any of them, nanoseconds since 1970."""


class FileDigests:
    """SHA-256 of files; a file that several assets share is read once.

    A remembered digest counts only while size, times and inode are the same, and within one run.
    """

    def __init__(self) -> None:
        self._known: dict[str, tuple[tuple[int, ...], str]] = {}

    def get(self, path: Path) -> str | None:
        """Return the digest of a file, or ``None`` when it is missing, not readable, or no regular file.

        A pipe would never end, and neither would a device that an untrusted asset names as its texture.
        """
        name = str(path)
        try:
            status = path.stat()
            if not stat.S_ISREG(status.st_mode):
                # Opening a pipe or a device would wait for ever.
                return None
            stamp = (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)
            known = self._known.get(name)
            if known is not None and known[0] == stamp:
                return known[1]
            with path.open("rb") as stream:
                digest = hashlib.file_digest(stream, "sha256").hexdigest()
        except OSError:
            return None
        self._known[name] = (stamp, digest)
        return digest


def list_files(path: Path, digests: FileDigests | None = None) -> AssetFiles | None:
    """List what an asset consists of, in all its variants.

    Args:
        path: Root file.
        digests: Known digests.

    Returns:
        ``None`` when the root file cannot be read.
    """
    from harness.intake.dependencies import dependencies_of

    known = digests or FileDigests()
    root = known.get(path)
    if root is None:
        return None
    found = dependencies_of(path)
    folder = path.parent.absolute()
    present: dict[str, str] = {path.name: root}
    missing = {Path(os.path.relpath(m, folder)).as_posix() for m in found.missing}
    newest = _changed_ns(path)
    for name in found.files:
        relative = Path(os.path.relpath(name, folder)).as_posix()
        digest = known.get(Path(name))
        if digest is None:
            missing.add(relative)
            continue
        present[relative] = digest
        newest = max(newest, _changed_ns(Path(name)))
    return AssetFiles(
        root_sha256=root, present=tuple(sorted(present.items())), missing=tuple(sorted(missing)), newest_ns=newest
    )


def _changed_ns(path: Path) -> int:
    """Return when a file last changed or took the place of another: tools that copy may keep the time of writing."""
    status = path.stat()
    return max(status.st_mtime_ns, status.st_ctime_ns)


def content_digest(files: AssetFiles) -> str:
    """Return one digest over all files of an asset and the names of those that are missing."""
    return _sha256({"present": files.present, "missing": files.missing})


def settings_digest(config: ResolvedConfig, test_version: str, *, is_strict: bool) -> str:
    """Return the digest over everything but the asset, the engine and the packages that shapes a verdict.

    Args:
        config: Resolved settings.
        test_version: Version of the criteria.
        is_strict: Whether warnings fail.
    """
    judged = {v.key: v.value for v in config.values if not v.key.startswith(_NOT_JUDGED)}
    return _sha256(
        {"settings": judged, "policy": repr(config.policy), "test_version": test_version, "is_strict": is_strict}
    )


@cache
def environment_digest() -> str:
    """Return the digest over the versions of every package that can change a result, and where files are looked for."""
    places = {name: os.environ.get(name, "") for name in _PLACES}
    return _sha256({**package_versions(), "places": json.dumps(places)})


def _sha256(data: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
