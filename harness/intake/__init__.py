"""From a file to facts. A new format is one module here and one line in ``READERS``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from harness.config import IntakeConfig, defaults
from harness.errors import HarnessError, IntakeError, UsageError
from harness.intake.guard import guard_findings

if TYPE_CHECKING:
    from harness.parts import StampRecord
    from harness.stage.facts import StageFacts
    from harness.verdict import Finding

__all__ = ["READERS", "Derived", "Intake", "check_asset_file", "read_asset"]

READERS: dict[str, str] = {
    **dict.fromkeys((".usd", ".usda", ".usdc", ".usdz"), "harness.intake.usd:read_usd"),
    **dict.fromkeys((".urdf", ".xacro"), "harness.intake.urdf:read_urdf"),
}
"""Suffix to ``module:function``; imported only when needed."""

_NO_VARIANTS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True)
class Derived:
    """A file that reading made of the asset."""

    kind: str
    """Kind of the artifact, such as ``converted-usd``."""
    path: Path


@dataclass(frozen=True, kw_only=True)
class Intake:
    """What reading a file gave."""

    path: Path
    """File as given by the user."""
    sha256: str | None
    """Digest of that file."""
    usd_path: Path
    """USD file to reference in a scene."""
    findings: tuple[Finding, ...]
    """Defects of the file and remarks."""
    facts: StageFacts | None
    """Facts; ``None`` when a finding says why there are none."""
    partial_facts: StageFacts | None = None
    """What could be read of an asset of which a part is missing; to be listed, never to be simulated."""
    derived: tuple[Derived, ...] = ()
    """Files that were written to the work folder."""
    stamp: StampRecord | None = None
    """What other tools wrote about an earlier validation."""


def check_asset_file(path: Path) -> str:
    """Return the reader of a file, as ``module:function``.

    Args:
        path: File as given by the user.

    Raises:
        UsageError: If it is a folder, does not exist, or is of a format that is not read.
    """
    name = str(path)
    if any(ord(c) < 32 or ord(c) == 127 or 0xD800 <= ord(c) <= 0xDFFF for c in name):
        raise UsageError(
            f"{name!a}: USD cannot open names with control characters or bytes that are not UTF-8; rename it."
        )
    if path.is_dir():
        raise UsageError(f"{path} is a folder. Name the asset files, for example {path}/*.usd*.")
    if not path.exists():
        raise UsageError(f"{path} does not exist.")
    if not path.is_file():
        raise UsageError(f"{path} is no regular file but a pipe, a device or a socket, which may never end.")
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise UsageError(f"{path.name}: '{path.suffix}' is not supported. Give one of {', '.join(sorted(READERS))}.")
    return reader


def read_asset(
    path: Path,
    *,
    variants: Mapping[str, str] = _NO_VARIANTS,
    work_dir: Path | None = None,
    limits: IntakeConfig | None = None,
) -> Intake:
    """Read an asset without changing it or anything that it refers to.

    Args:
        path: File of a known format.
        variants: Variant selections by name of the variant set.
        work_dir: Folder for what is made of it, such as the USD of a converted file. Without one, facts are read all
            the same, but what is not USD itself cannot be simulated.
        limits: What the asset may take; the defaults without them.

    Raises:
        UsageError: As :func:`check_asset_file`, or if a variant does not exist.
        IntakeError: If the reader itself breaks.
    """
    reader = check_asset_file(path)
    refused = guard_findings(path, limits or IntakeConfig(**defaults()["intake"]))  # type: ignore[arg-type]
    if refused:
        return Intake(path=path, sha256=None, usd_path=path, findings=tuple(refused), facts=None)
    module, _, function = reader.partition(":")
    try:
        intake: Intake = getattr(import_module(module), function)(path, variants, work_dir)
    except (HarnessError, OSError, MemoryError):
        raise
    except Exception as error:
        # A malformed asset is a finding; this is our reader's own mistake.
        raise IntakeError(f"The reader of {path.name} broke: {type(error).__name__}: {error}") from error
    return intake
