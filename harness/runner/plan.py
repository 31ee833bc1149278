"""Turn a command into cases, each with its own new folder."""

from __future__ import annotations

import os
import secrets
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from harness.errors import UsageError
from harness.presets import DEFAULT_PRESET
from harness.runner.case import CaseJob
from harness.runner.names import unique_name

__all__ = ["RunOptions", "new_run_folder", "plan_cases", "relative_to_run"]


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """What the user asked for."""

    test: str
    assets: tuple[str, ...]
    engine: str
    config_files: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    preset: str = DEFAULT_PRESET
    variants: Mapping[str, str] = field(default_factory=dict)
    is_strict: bool = False
    is_video_wanted: bool = True


def new_run_folder(parent: Path) -> Path:
    """Create a folder for one run; it never exists before, so no old result can be read as a new one.

    Raises:
        UsageError: If the folder cannot be created.
    """
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    folder = parent / f"{stamp}-{secrets.token_hex(3)}"
    try:
        folder.mkdir(parents=True, exist_ok=False)
    except OSError as error:
        raise UsageError(
            f"Cannot write results to {parent}: {error.strerror}. Choose another folder with --out."
        ) from error
    return folder


def plan_cases(options: RunOptions, run_folder: Path, *, taken: set[str] | None = None) -> list[CaseJob]:
    """Make one case an asset and create its folder.

    Args:
        options: What the user asked for.
        run_folder: Existing folder of the run.
        taken: Names that earlier calls for the same test and folder used up; new ones are added.
    """
    jobs: list[CaseJob] = []
    taken = set() if taken is None else taken
    for asset in options.assets:
        name = unique_name(Path(asset).stem, taken)
        folder = run_folder / "cases" / name / options.test / options.engine
        folder.mkdir(parents=True)
        jobs.append(
            CaseJob(
                asset_path=asset,
                asset_name=name,
                test=options.test,
                engine=options.engine,
                case_dir=str(folder),
                config_files=options.config_files,
                settings=options.settings,
                preset=options.preset,
                variants=dict(options.variants),
                is_strict=options.is_strict,
                is_video_wanted=options.is_video_wanted,
                reproduce=_command(options, asset),
            )
        )
    return jobs


def _command(options: RunOptions, asset: str) -> str:
    # A name with a leading dash would be taken for an option.
    name = f"./{asset}" if asset.startswith("-") else asset
    words: list[str] = ["asset-qa", "run", options.test, name]
    if options.engine != "ovphysx":
        words += ["--engine", options.engine]
    if options.preset != DEFAULT_PRESET:
        words += ["--preset", options.preset]
    for path in options.config_files:
        words += ["--config", path]
    for text in options.settings:
        words += ["--set", text]
    for name, selection in options.variants.items():
        words += ["--variant", f"{name}={selection}"]
    if options.is_strict:
        words.append("--strict")
    return shlex.join(words)


def relative_to_run(case_dir: str, run_folder: Path) -> str:
    """Return the folder of a case relative to its run, with forward slashes."""
    return Path(os.path.relpath(case_dir, run_folder)).as_posix()
