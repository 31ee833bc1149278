"""``asset-qa convert``: convert URDF files to USD and keep the result with a report of what was lost."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from harness.errors import UsageError
from harness.intake import check_asset_file
from harness.outcomes import ExitCode, Severity
from harness.verdict import Finding

__all__ = ["add_parser"]

_SUFFIXES = (".urdf", ".xacro")
_BAD = (Severity.ERROR, Severity.FAIL)


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "convert",
        help="convert URDF files to USD",
        description="Convert each FILE to USD in a folder of its own below --out, with textures and fidelity.json.",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="URDF or xacro file (.urdf .xacro)")
    parser.add_argument("--out", metavar="DIR", required=True, help="folder to write to")
    parser.add_argument("--strict", action="store_true", help="losing anything fails the file")
    parser.set_defaults(function=convert_command)


def convert_command(options: argparse.Namespace) -> int:
    """Run the verb."""
    paths = [Path(f) for f in options.files]
    for path in paths:
        check_asset_file(path)
        if path.suffix.lower() not in _SUFFIXES:
            raise UsageError(f"{path.name} is no URDF file; give one of {', '.join(_SUFFIXES)}.")
    taken: set[str] = set()
    failed = 0
    for path in paths:
        name, number = path.stem, 1
        while name.casefold() in taken:
            number += 1
            name = f"{path.stem}-{number}"
        taken.add(name.casefold())
        failed += not _convert_one(path, Path(options.out) / name, is_strict=options.strict)
    if len(paths) > 1:
        print(f"{len(paths) - failed} of {len(paths)} files converted.")
    return ExitCode.FAILED if failed else ExitCode.OK


def _convert_one(path: Path, folder: Path, *, is_strict: bool) -> bool:
    """Convert one file and tell the result; returns whether it counts as converted."""
    from harness.intake.urdf import convert_file, load_file

    file = load_file(path)
    if not file.is_usable:
        _tell(file.findings)
        print(f"FAILED  {path.name}: not converted")
        return False
    conversion, derived = convert_file(file, path, folder)
    findings = (*file.findings, *conversion.findings, *conversion.fidelity.findings())
    _tell(findings)
    is_lossy = any(f.severity is Severity.WARN for f in findings)
    is_broken = any(f.severity in _BAD for f in findings)
    is_good = not is_broken and not (is_strict and is_lossy)
    why = " with parts missing" if is_broken else " with losses, which --strict refuses" if not is_good else ""
    print(f"{'OK' if is_good else 'FAILED'}  {path.name}: {derived[0].path}{why}")
    return is_good


def _tell(findings: tuple[Finding, ...]) -> None:
    for item in sorted(findings, key=lambda f: list(Severity).index(f.severity)):
        text = item.message.encode(errors="backslashreplace").decode()
        shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
        print(f"{item.severity.value}  {item.code}  {shown}", file=sys.stderr)
