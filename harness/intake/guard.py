"""Look at a file before anything opens it: assets are untrusted input."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from harness.config import IntakeConfig
from harness.verdict import Finding, Site, finding

__all__ = ["guard_findings", "is_network_location"]

# Two letters at least: one is a drive of Windows. USD writes one slash where a URL has two.
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")
_HEADER_BYTES = 30


def is_network_location(asset_path: str) -> bool:
    """Whether an asset path names a place that only a network can reach."""
    return _SCHEME.match(asset_path) is not None and not asset_path.startswith("file:")


def guard_findings(path: Path, limits: IntakeConfig) -> list[Finding]:
    """Return why a file should not be opened; empty when nothing speaks against it.

    Args:
        path: File as given by the user.
        limits: What an asset may take.
    """
    size = path.stat().st_size
    if size > limits.max_file_mb * 2**20:
        text = f"{path.name} has {size / 2**20:.0f} MiB; files above {limits.max_file_mb} MiB are not opened."
        site = Site(file=path.name)
        return [finding("HAR011", text, sites=[site], measured=size / 2**20, limit=limits.max_file_mb, unit="MiB")]
    if path.suffix.lower() == ".usdz":
        reason = _package_problem(path, size, limits)
        if reason:
            return [finding("HAR012", f"{path.name} is not opened: {reason}.", sites=[Site(file=path.name)])]
    return []


def _package_problem(path: Path, size: int, limits: IntakeConfig) -> str:
    """Say what is wrong with a package as an archive. Only its list of entries is read; nothing is unpacked."""
    if not zipfile.is_zipfile(path):
        # A damaged file is the reader's to explain.
        return ""
    try:
        with zipfile.ZipFile(path) as package:
            entries = package.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
        return f"its list of entries is damaged ({error})"
    if len(entries) > limits.max_package_entries:
        return f"it has {len(entries)} entries, more than {limits.max_package_entries}"
    packed = next((e for e in entries if e.compress_type != zipfile.ZIP_STORED), None)
    if packed is not None:
        ratio = packed.file_size / max(1, packed.compress_size)
        return f"{packed.filename!a} is compressed (it would grow {ratio:.0f} times), which USDZ does not allow"
    total = sum(e.file_size for e in entries)
    if total > size:
        return f"its entries claim {total} bytes, the file has {size}"
    return _overlap(entries)


def _overlap(entries: list[zipfile.ZipInfo]) -> str:
    end, last = 0, ""
    for entry in sorted(entries, key=lambda e: e.header_offset):
        if entry.header_offset < end:
            return f"the entries {last!a} and {entry.filename!a} overlap"
        end, last = entry.header_offset + _HEADER_BYTES + entry.compress_size, entry.filename
    return ""
