"""Merge defaults, user files and command-line settings into typed, bounded values that remember their origin."""

from __future__ import annotations

import math
import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

import yaml

from harness.errors import ConfigError, UnknownNameError
from harness.presets import DEFAULT_PRESET, load_preset
from harness.verdict import ConfigValue
from harness.waivers import POLICY_SECTIONS, Policy, parse_policy
from harness.yaml_file import load_yaml

__all__ = [
    "DiagnosisConfig",
    "EngineConfig",
    "ProcessLimits",
    "ResolvedConfig",
    "VideoConfig",
    "defaults",
    "nested",
    "read_policy",
    "resolve",
    "restore",
    "setting",
]

Scalar = float | int | str | bool
_EXTENDS = "extends"
T = TypeVar("T")


def setting(
    text: str,
    *,
    lower: float | None = None,
    upper: float | None = None,
    unit: str = "",
    choices: tuple[str, ...] = (),
) -> Any:
    """Declare a configuration field: its meaning, bounds and unit. The default lives in config_defaults.yaml.

    Args:
        text: What the value does.
        lower: Smallest allowed value.
        upper: Largest allowed value.
        unit: Unit, also part of the key where the key is not a count or factor.
        choices: Allowed values of a text.
    """
    return field(metadata={"text": text, "lower": lower, "upper": upper, "unit": unit, "choices": choices})


@dataclass(frozen=True, kw_only=True)
class ProcessLimits:
    """What one engine process may take."""

    start_deadline_s: float
    memory_bytes: int
    cases: int


@dataclass(frozen=True, kw_only=True)
class EngineConfig:
    """How engine processes are run."""

    block_steps: int = setting("Physics steps in one request.", lower=1, upper=100_000)
    start_deadline_seconds: float = setting("Limit for the start of the process.", lower=1, upper=3600, unit="s")
    memory_limit_mb: int = setting("Resident memory at which the process is killed.", lower=512, upper=10**7, unit="MB")
    cases_per_process: int = setting("Cases before a fresh process takes over.", lower=1, upper=10**6)
    newton_start_deadline_seconds: float = setting(
        "Limit for the start of the engine newton.", lower=1, upper=36_000, unit="s"
    )
    kit_python: str = setting("Python of Isaac Sim for the engine kit; empty to look for it.")
    kit_start_deadline_seconds: float = setting("Limit for the start of Isaac Sim.", lower=1, upper=36_000, unit="s")
    kit_memory_limit_mb: int = setting(
        "Resident memory at which Isaac Sim is killed.", lower=512, upper=10**7, unit="MB"
    )
    kit_cases_per_process: int = setting("Cases before Isaac Sim is started afresh.", lower=1, upper=10**6)

    def limits(self, engine: str) -> ProcessLimits:
        """Return the limits of an engine's process.

        Args:
            engine: Name of the engine.
        """
        if engine == "newton":
            return ProcessLimits(
                start_deadline_s=self.newton_start_deadline_seconds,
                memory_bytes=self.memory_limit_mb * 2**20,
                cases=self.cases_per_process,
            )
        if engine == "kit":
            return ProcessLimits(
                start_deadline_s=self.kit_start_deadline_seconds,
                memory_bytes=self.kit_memory_limit_mb * 2**20,
                cases=self.kit_cases_per_process,
            )
        return ProcessLimits(
            start_deadline_s=self.start_deadline_seconds,
            memory_bytes=self.memory_limit_mb * 2**20,
            cases=self.cases_per_process,
        )


@dataclass(frozen=True, kw_only=True)
class VideoConfig:
    """How the video is made."""

    width_px: int = setting("Width.", lower=64, upper=4096, unit="px")
    height_px: int = setting("Height.", lower=64, upper=4096, unit="px")
    fps: int = setting("Frames a second.", lower=1, upper=240, unit="1/s")
    timeout_seconds: float = setting("Limit for one clip.", lower=1, upper=36_000, unit="s")
    renderer: str = setting("What draws the video: opengl, or rtx in Isaac Sim.", choices=("opengl", "rtx"))


@dataclass(frozen=True, kw_only=True)
class IntakeConfig:
    """What an untrusted asset may take."""

    max_file_mb: int = setting("Largest asset file that is opened.", lower=1, upper=10**7, unit="MB")
    max_package_entries: int = setting("Most entries of a USDZ package.", lower=1, upper=10**7)


@dataclass(frozen=True, kw_only=True)
class DiagnosisConfig:
    """What is done to explain a failure."""

    probes: bool = setting("Whether a failed drop is repeated with one thing changed, to find its cause.")
    probe_seconds: float = setting("Wall-clock limit of all probes of one asset.", lower=0, upper=3600, unit="s")


SHARED_SECTIONS: dict[str, type[Any]] = {
    "intake": IntakeConfig,
    "engine": EngineConfig,
    "video": VideoConfig,
    "diagnosis": DiagnosisConfig,
}


@dataclass(frozen=True, kw_only=True)
class ResolvedConfig:
    """Typed configuration of one run."""

    test: Any
    """Instance of the test's own configuration class."""
    intake: IntakeConfig
    engine: EngineConfig
    video: VideoConfig
    diagnosis: DiagnosisConfig
    values: tuple[ConfigValue, ...]
    """Every value with its origin, keys as ``section.key``."""
    policy: Policy = field(default_factory=Policy)
    """Waivers and severities of the files."""


def defaults() -> dict[str, dict[str, Scalar]]:
    """Read config_defaults.yaml, from the package or from a source checkout.

    Raises:
        ConfigError: If the file is missing or not a mapping of sections.
    """
    return _read_defaults()[0]


@cache
def _read_defaults() -> tuple[dict[str, dict[str, Scalar]], dict[str, str]]:
    """Return all sections, and for those that extend another one the name of that.

    Raises:
        ConfigError: If the file is missing or not a mapping of sections.
    """
    packaged = resources.files("harness") / "data" / "config_defaults.yaml"
    checkout = Path(__file__).parents[1] / "config_defaults.yaml"
    source = checkout if checkout.is_file() else packaged
    if not source.is_file():
        raise ConfigError("config_defaults.yaml is missing from the installation; install asset-qa again.")
    sections = _sections(load_yaml(source), "config_defaults.yaml")
    bases = {name: str(values.pop(_EXTENDS)) for name, values in sections.items() if _EXTENDS in values}
    for name, base in bases.items():
        sections[name] = {**sections[base], **sections[name]}
    return sections, bases


def _sections(data: object, origin: str) -> dict[str, dict[str, Any]]:
    if data is None:
        return {}
    if not isinstance(data, dict) or not all(isinstance(v, dict) for v in data.values()):
        raise ConfigError(f"{origin}: expected sections such as 'ground_drop:' with 'key: value' lines below them.")
    return {str(k): {str(a): b for a, b in v.items()} for k, v in data.items()}


def resolve(
    test_name: str,
    test_config: type[Any],
    *,
    files: Sequence[Path] = (),
    settings: Sequence[str] = (),
    preset: str = DEFAULT_PRESET,
) -> ResolvedConfig:
    """Merge defaults < preset < files (in order) < settings for one test.

    Args:
        test_name: Section of the test.
        test_config: Dataclass whose fields were made with :func:`setting`.
        files: YAML files with the layout of config_defaults.yaml.
        settings: ``key=value`` or ``section.key=value`` strings.
        preset: Name of a preset.

    Raises:
        ConfigError: If a file cannot be read or a value has the wrong type or is out of bounds.
        UnknownNameError: If a section, key or preset does not exist; it names the nearest ones.
    """
    types_by_section: dict[str, type[Any]] = {test_name: test_config, **SHARED_SECTIONS}
    merged: dict[str, dict[str, tuple[Any, str]]] = {
        s: {k: (v, "default") for k, v in defaults().get(s, {}).items()} for s in types_by_section
    }
    for section in (_read_defaults()[1].get(test_name, ""), test_name):
        for key, value in load_preset(preset).settings.get(section, {}).items():
            _put(merged, test_name, key, value, f"preset:{preset}")
    policy = Policy()
    for path in files:
        sections, own = _read_file(path)
        policy = policy.joined(own)
        for section, values in sections.items():
            if section not in merged:
                if section in defaults():
                    continue  # a file may configure several tests
                raise UnknownNameError(f"section in {path.name}", section, [*defaults(), *POLICY_SECTIONS])
            for key, value in values.items():
                _put(merged, section, key, value, f"file:{path.name}")
    return replace(_finish(merged, settings, test_name, types_by_section), policy=policy)


def read_policy(files: Sequence[Path]) -> Policy:
    """Read the waivers and severities of configuration files, for what has no test of its own.

    Args:
        files: YAML files with the layout of config_defaults.yaml.

    Raises:
        ConfigError: If a file cannot be read or an entry is wrong.
        UnknownNameError: If a section, key or code does not exist.
    """
    policy = Policy()
    for path in files:
        sections, own = _read_file(path)
        for section in sections:
            if section not in defaults():
                raise UnknownNameError(f"section in {path.name}", section, [*defaults(), *POLICY_SECTIONS])
        policy = policy.joined(own)
    return policy


def restore(
    test_name: str, test_config: type[Any], values: Sequence[ConfigValue], *, settings: Sequence[str] = ()
) -> ResolvedConfig:
    """Rebuild a configuration from the values that a verdict recorded.

    Args:
        test_name: Section of the test.
        test_config: Configuration class of the test.
        values: Recorded values.
        settings: Changes, as for :func:`resolve`.

    Raises:
        ConfigError: If a recorded value no longer fits.
        UnknownNameError: If a recorded key no longer exists.
    """
    types_by_section: dict[str, type[Any]] = {test_name: test_config, **SHARED_SECTIONS}
    merged: dict[str, dict[str, tuple[Any, str]]] = {
        s: {k: (v, "default") for k, v in defaults().get(s, {}).items()} for s in types_by_section
    }
    for entry in values:
        section, _, key = entry.key.partition(".")
        if section not in merged:
            raise UnknownNameError("recorded section", section, merged)
        _put(merged, section, key, entry.value, entry.origin)
    return _finish(merged, settings, test_name, types_by_section)


def _finish(
    merged: dict[str, dict[str, tuple[Any, str]]],
    settings: Sequence[str],
    test_name: str,
    types_by_section: Mapping[str, type[Any]],
) -> ResolvedConfig:
    for text in settings:
        section, key, value = _parse_setting(text, test_name, types_by_section)
        _put(merged, section, key, value, "command line")
    built = {s: _build(s, t, merged[s]) for s, t in types_by_section.items()}
    values = tuple(
        ConfigValue(key=f"{s}.{k}", value=getattr(built[s], k), origin=origin)
        for s, keys in merged.items()
        for k, (_, origin) in keys.items()
    )
    return ResolvedConfig(
        test=built[test_name],
        intake=built["intake"],
        engine=built["engine"],
        video=built["video"],
        diagnosis=built["diagnosis"],
        values=values,
    )


def nested(values: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return values with keys ``section.key`` as a mapping of sections, the layout of a configuration file."""
    out: dict[str, dict[str, Any]] = {}
    for key, value in values.items():
        section, _, name = key.partition(".")
        out.setdefault(section, {})[name] = value
    return out


def _read_file(path: Path) -> tuple[dict[str, dict[str, Any]], Policy]:
    data = load_yaml(path)
    if not isinstance(data, dict):
        return _sections(data, path.name), Policy()
    settings = {k: v for k, v in data.items() if k not in POLICY_SECTIONS}
    return _sections(settings, path.name), parse_policy(data, path.name)


def _parse_setting(text: str, test_name: str, sections: Mapping[str, type[Any]]) -> tuple[str, str, Any]:
    name, separator, raw = text.partition("=")
    if not separator or not name:
        raise ConfigError(f"--set {text}: write key=value, for example --set rest_tolerance_m=0.01.")
    head, dot, tail = name.strip().partition(".")
    section, key = (head, tail) if dot else (test_name, head)
    if section not in sections:
        raise UnknownNameError("section in --set", section, sections)
    try:
        return section, key, yaml.safe_load(raw)
    except yaml.YAMLError as error:
        raise ConfigError(f"--set {text}: the value is not readable: {error}") from error


def _put(merged: dict[str, dict[str, tuple[Any, str]]], section: str, key: str, value: Any, origin: str) -> None:
    if key not in merged[section]:
        near = [k for s, keys in merged.items() for k in (keys if s == section else (f"{s}.{k}" for k in keys))]
        raise UnknownNameError(f"setting in section {section}", key, near)
    merged[section][key] = (value, origin)


def _build(section: str, cls: type[T], values: Mapping[str, tuple[Any, str]]) -> T:
    hints = typing.get_type_hints(cls)
    arguments: dict[str, Any] = {}
    for item in fields(cls):  # type: ignore[arg-type]
        if item.name not in values:
            raise ConfigError(f"config_defaults.yaml has no value for {section}.{item.name}.")
        value, origin = values[item.name]
        arguments[item.name] = _check(f"{section}.{item.name}", value, hints[item.name], item.metadata, origin)
    return cls(**arguments)


def _check(key: str, value: Any, kind: Any, metadata: Mapping[str, Any], origin: str) -> Any:
    where = f"{key} (from {origin})"
    allowed = typing.get_args(kind) if isinstance(kind, types.UnionType) else (kind,)
    if value is None and type(None) in allowed:
        return None
    if float in allowed and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) not in allowed:
        names = " or ".join(getattr(k, "__name__", str(k)) for k in allowed)
        raise ConfigError(f"{where}: {value!r} is a {type(value).__name__}, expected {names}.")
    if metadata.get("choices") and value not in metadata["choices"]:
        raise ConfigError(f"{where}: {value!r} is none of {', '.join(metadata['choices'])}.")
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        lower, upper = metadata.get("lower"), metadata.get("upper")
        if not math.isfinite(value) or (lower is not None and value < lower) or (upper is not None and value > upper):
            unit = f" {metadata['unit']}" if metadata.get("unit") else ""
            raise ConfigError(f"{where}: {value!r} is outside {lower} to {upper}{unit}.")
    return value
