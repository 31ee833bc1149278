"""Presets: the procedures and limits of published releases under their version numbers, so that teams can compare.

A preset only changes settings. What this project never does, whatever the preset, is to take missing or non-finite data
for a pass; ``harness/data/presets`` says where a published procedure differs from what is done here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib import resources

import yaml

from harness.errors import ConfigError, UnknownNameError

__all__ = ["DEFAULT_PRESET", "PRESETS", "Preset", "load_preset"]

PRESETS = ("simready-3.0", "simready-3.2", "simready-4.0")
"""Names, oldest first."""
DEFAULT_PRESET = "simready-3.0"
"""The default values of this project."""


@dataclass(frozen=True, kw_only=True)
class Preset:
    """Settings under the version number of a published release."""

    name: str
    """Such as ``simready-3.2``."""
    title: str
    """One line."""
    tests: dict[str, str]
    """Version of each published test that is reproduced."""
    differences: tuple[str, ...]
    """Where the published procedure does something that is not done here."""
    settings: dict[str, dict[str, float | int | str | bool]] = field(default_factory=dict)
    """Values by section and key; what is not named keeps its default."""


@cache
def load_preset(name: str) -> Preset:
    """Return a preset by name.

    Raises:
        UnknownNameError: If there is no such preset.
        ConfigError: If its file is missing from the installation.
    """
    if name not in PRESETS:
        raise UnknownNameError("preset", name, PRESETS)
    source = resources.files("harness") / "data" / "presets" / f"{name}.yaml"
    if not source.is_file():
        raise ConfigError(f"{name}.yaml is missing from the installation; install asset-qa again.")
    data = yaml.safe_load(source.read_text(encoding="utf-8"))
    return Preset(
        name=name,
        title=str(data["title"]),
        tests={str(k): str(v) for k, v in data["tests"].items()},
        differences=tuple(str(t) for t in data["differences"]),
        settings={str(s): dict(v) for s, v in (data.get("settings") or {}).items()},
    )
