"""Find the assets of a batch: a folder, a glob, a manifest or a list on standard input."""

from __future__ import annotations

import csv
import io
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch
from glob import glob
from pathlib import Path
from typing import Any

import yaml

from harness.errors import UsageError
from harness.intake import READERS
from harness.yaml_file import parse_yaml

__all__ = ["SourceItem", "read_source"]

_MANIFESTS = (".yaml", ".yml", ".csv")
_KEYS = ("asset", "tests", "overrides", "variants", "owner", "tags")
_MAGIC = frozenset("*?[")
# A folder with one of these holds results of an earlier run, whose scenes are no assets.
_RESULT_FILES = ("batch.json", "run.json")


@dataclass(frozen=True, kw_only=True)
class SourceItem:
    """One asset as the source names it."""

    path: Path
    """File to open; it may be missing, which becomes the verdict of that asset."""
    key: str
    """Path relative to the source, with ``/``."""
    tests: tuple[str, ...] = ()
    """Tests of this asset; empty for those of the run."""
    overrides: dict[str, str] = field(default_factory=dict)
    variants: dict[str, str] = field(default_factory=dict)
    owner: str = ""
    tags: tuple[str, ...] = ()
    where: str = ""
    """Entry of the manifest that names it; empty for other sources."""


def read_source(source: str, *, include: Iterable[str] = (), exclude: Iterable[str] = ()) -> list[SourceItem]:
    """List the assets of a source in a stable order, each file once.

    Args:
        source: Folder, glob pattern, manifest (``.yaml``, ``.yml``, ``.csv``), asset file, or ``-`` for one path a line
            on standard input.
        include: Patterns; only keys that match one are kept. None keeps all.
        exclude: Patterns; keys that match one are dropped.

    Raises:
        UsageError: If the source does not exist or is malformed, or names no asset.
        ConfigError: If a manifest is no YAML, or writes a key twice.
    """
    items = list(_items(source))
    wanted, dropped = tuple(include), tuple(exclude)
    kept = [
        i
        for i in items
        if (not wanted or any(fnmatch(i.key, p) for p in wanted)) and not any(fnmatch(i.key, p) for p in dropped)
    ]
    if not kept:
        reason = f"{len(items)} found, none kept by --include and --exclude" if items else "nothing found"
        raise UsageError(f"{source} names no asset: {reason}. Assets end in {', '.join(sorted(READERS))}.")
    return kept


def _items(source: str) -> Iterator[SourceItem]:
    path = Path(source)
    if source == "-":
        yield from _from_lines(sys.stdin)
    elif path.is_dir():
        yield from _from_folder(path)
    elif path.suffix.lower() in _MANIFESTS and path.is_file():
        yield from _from_manifest(path)
    elif path.is_file():
        yield SourceItem(path=path, key=path.name)
    elif _MAGIC & set(source):
        yield from _from_glob(source)
    else:
        raise UsageError(f"{source} does not exist. Name a folder, a pattern in quotes, a manifest, or - for a list.")


def _from_folder(root: Path) -> Iterator[SourceItem]:
    above = {str(root): frozenset([os.path.realpath(root)])}
    for folder, folders, files in os.walk(root, followlinks=True):
        if any(name in files for name in _RESULT_FILES) and "cases" in folders:
            folders.clear()
            continue
        folders[:] = sorted(f for f in folders if not f.startswith(".") and not _leads_back(folder, f, above))
        for name in sorted(files):
            path = Path(folder) / name
            if path.suffix.lower() in READERS and not name.startswith("."):
                yield SourceItem(path=path, key=path.relative_to(root).as_posix())


def _leads_back(folder: str, name: str, above: dict[str, frozenset[str]]) -> bool:
    """Whether a folder is one of those above it, by way of a link; else remember what is above what lies in it."""
    path = f"{folder}/{name}" if not folder.endswith("/") else f"{folder}{name}"
    real = os.path.realpath(path)
    above[path] = above[folder] | {real}
    return real in above[folder]


def _from_glob(pattern: str) -> Iterator[SourceItem]:
    root = _fixed_part(pattern)
    # Path.glob refuses absolute patterns.
    for name in sorted(glob(pattern, recursive=True)):  # noqa: PTH207
        path = Path(name)
        if path.is_file() and path.suffix.lower() in READERS:
            yield SourceItem(path=path, key=Path(os.path.relpath(path, root)).as_posix())


def _fixed_part(pattern: str) -> str:
    """Return the folder in front of the first part with a wildcard."""
    fixed: list[str] = []
    for part in Path(pattern).parts:
        if _MAGIC & set(part):
            break
        fixed.append(part)
    return str(Path(*fixed)) if fixed else "."


def _from_lines(lines: Iterable[str]) -> Iterator[SourceItem]:
    seen: set[str] = set()
    for line in lines:
        name = line.strip()
        if name and not name.startswith("#") and name not in seen:
            seen.add(name)
            yield SourceItem(path=Path(name), key=_plain_key(name))


def _plain_key(name: str) -> str:
    path = Path(os.path.normpath(name))
    return path.relative_to(Path.cwd()).as_posix() if path.is_relative_to(Path.cwd()) else path.as_posix()


# Manifests


def _from_manifest(path: Path) -> Iterator[SourceItem]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path.name} cannot be read: {error}.") from error
    rows = _csv_rows(text, path) if path.suffix.lower() == ".csv" else _yaml_rows(text, path)
    seen: dict[tuple[str, tuple[str, ...]], str] = {}
    for where, row in rows:
        for item in _expand(row, path, where):
            identity = (item.key, item.tests)
            if identity in seen:
                raise UsageError(f"{where}: {item.key} is listed twice for the same tests, first at {seen[identity]}.")
            seen[identity] = where
            yield item


def _csv_rows(text: str, path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    reader = csv.DictReader(io.StringIO(text), skipinitialspace=True, strict=True)
    try:
        _check_keys(reader.fieldnames or (), f"{path.name}, line 1")
        for row in reader:
            where = f"{path.name}, line {reader.line_num}"
            if None in row or None in row.values():
                raise UsageError(f"{where}: {len(reader.fieldnames or ())} columns are needed.")
            yield where, {k: v.strip() for k, v in row.items() if v and v.strip()}
    except csv.Error as error:
        raise UsageError(f"{path.name}, line {reader.line_num}: {error}.") from error


def _yaml_rows(text: str, path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    data = parse_yaml(text, path.name)
    base: dict[str, Any] = {}
    if isinstance(data, dict):
        unknown = set(data) - {"assets", "defaults"}
        if unknown or "assets" not in data:
            raise UsageError(
                f"{path.name}: 'assets:' is needed, 'defaults:' is allowed, found {', '.join(map(str, data))}."
            )
        base = data.get("defaults") or {}
        if not isinstance(base, dict):
            raise UsageError(f"{path.name}: 'defaults' must hold 'key: value' lines.")
        _check_keys([*base, "asset"], f"{path.name}, defaults")
        data = data["assets"]
    if not isinstance(data, list):
        raise UsageError(f"{path.name}: a list of assets is needed, each with '- asset: path'.")
    for number, entry in enumerate(data, start=1):
        where = f"{path.name}, asset {number}"
        row = {"asset": entry} if isinstance(entry, str) else entry
        if not isinstance(row, dict):
            raise UsageError(f"{where}: a path or 'asset: path' is needed, found {entry!r}.")
        _check_keys(row, where)
        yield where, {**base, **{k: v for k, v in row.items() if v is not None}}


def _check_keys(keys: Iterable[object], where: str) -> None:
    names = list(keys)
    unknown = [str(k) for k in names if k not in _KEYS]
    if unknown:
        raise UsageError(f"{where}: unknown key {', '.join(unknown)}. Valid: {', '.join(_KEYS)}.")
    if "asset" not in names:
        raise UsageError(f"{where}: 'asset' is missing.")


def _expand(row: Mapping[str, Any], manifest: Path, where: str) -> Iterator[SourceItem]:
    name = row.get("asset")
    if not isinstance(name, str) or not name:
        raise UsageError(f"{where}: 'asset' must be a path.")
    common: dict[str, Any] = {
        "tests": _words(row.get("tests"), where, "tests"),
        "overrides": _pairs(row.get("overrides"), where, "overrides"),
        "variants": _pairs(row.get("variants"), where, "variants"),
        "owner": str(row.get("owner", "")),
        "tags": _words(row.get("tags"), where, "tags"),
        "where": where,
    }
    root = manifest.parent
    full = str(root / name)
    if not _MAGIC & set(name) or Path(full).exists():
        yield SourceItem(path=Path(full), key=Path(os.path.normpath(name)).as_posix(), **common)
        return
    found = [Path(p) for p in sorted(glob(full, recursive=True))]  # noqa: PTH207
    assets = [p for p in found if p.is_file() and p.suffix.lower() in READERS]
    if not assets:
        raise UsageError(f"{where}: {name} matches no asset.")
    for path in assets:
        yield SourceItem(path=path, key=Path(os.path.relpath(path, root)).as_posix(), **common)


def _words(value: object, where: str, key: str) -> tuple[str, ...]:
    """Accept a list, or words with ``;``, ``,`` or blanks between them as in a CSV cell."""
    if value is None:
        return ()
    words = value.replace(";", " ").replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(words, list) or not all(isinstance(w, str) for w in words):
        raise UsageError(f"{where}: '{key}' must be a list of words.")
    if key == "tests" and not words:
        raise UsageError(f"{where}: 'tests' names no test. Leave it out for ground_drop, or the asset out of the list.")
    return tuple(dict.fromkeys(words))


def _pairs(value: object, where: str, key: str) -> dict[str, str]:
    """Accept a mapping, or ``a=1; b=2`` as in a CSV cell."""
    if value is None:
        return {}
    if isinstance(value, str):
        parts = [p.partition("=") for p in value.split(";") if p.strip()]
        if not all(separator and name.strip() for name, separator, _ in parts):
            raise UsageError(f"{where}: '{key}' must be written as name=value; name=value.")
        return {name.strip(): text.strip() for name, _, text in parts}
    if not isinstance(value, dict) or any(isinstance(v, (dict, list)) for v in value.values()):
        raise UsageError(f"{where}: '{key}' must hold 'name: value' lines.")
    return {str(k): yaml.safe_dump(v, default_flow_style=True).removesuffix("...\n").strip() for k, v in value.items()}
