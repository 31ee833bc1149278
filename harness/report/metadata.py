"""What a case was made of, as labelled text: asset, versions, settings and times."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from harness.parts import StampRecord
from harness.report.privacy import file_name, redact, relative_name
from harness.report.wording import quantity, quantity_row
from harness.verdict import AssetRecord, ConfigValue, Verdict

__all__ = ["Fact", "duration", "groups", "moment", "seconds_between", "settings"]

_UNITS = (
    ("_rad_s", "rad/s"),
    ("_m_s2", "m/s\u00b2"),
    ("_m_s", "m/s"),
    ("_seconds", "s"),
    ("_deg", "\u00b0"),
    ("_kg", "kg"),
    ("_px", "px"),
    ("_mb", "MB"),
    ("_fps", "1/s"),
    ("_m", "m"),
    ("_s", "s"),
    ("_n", "N"),
    ("_j", "J"),
)


_AFTER_TOTAL = ("video_s", "replay_s")


@dataclass(frozen=True, kw_only=True)
class Fact:
    """A labelled piece of text."""

    label: str
    text: str
    detail: str = ""
    """Smaller text, or the origin of a setting."""
    is_code: bool = False


def groups(verdict: Verdict) -> tuple[tuple[str, tuple[Fact, ...]], ...]:
    """Return the metadata of a case by heading."""
    engine = verdict.engine
    stack = [Fact(label="Engine", text=f"{engine.name} {engine.version or ''}".strip())]
    stack += [Fact(label="PhysX", text=engine.physx_version)] if engine.physx_version else []
    stack += [Fact(label="Device", text=engine.device)] if engine.device else []
    stack += [Fact(label=k, text=redact(v)) for k, v in verdict.versions.items()]
    test = [Fact(label="Test", text=f"{verdict.test} {verdict.test_version}")]
    test += [Fact(label="Ended because", text=verdict.stop_reason.value)] if verdict.stop_reason else []
    test += [Fact(label="Started", text=moment(verdict.started_at))] if verdict.started_at else []
    test += [Fact(label="Strict", text="yes, warnings fail" if verdict.is_strict else "no")]
    # The measured total is from before the views were made; phases may overlap with waiting that no phase counts.
    phases = {k: v for k, v in verdict.durations_s.items() if k != "total_s"}
    measured = verdict.durations_s.get("total_s")
    after = sum(v for k, v in phases.items() if k in _AFTER_TOTAL)
    total = sum(phases.values()) if measured is None else measured + after
    times = [Fact(label=_label(k.removesuffix("_s")), text=duration(v)) for k, v in phases.items()]
    times += [Fact(label="Total", text=duration(total))] if times else []
    wanted = (
        ("Asset", _asset_facts(verdict.asset)),
        ("Test", tuple(test)),
        ("Engine and versions", tuple(stack)),
        ("Measurements", tuple(_measurement(k, v) for k, v in verdict.measurements.items())),
        ("Wall-clock time", tuple(times)),
    )
    return tuple((title, facts) for title, facts in wanted if facts)


def _asset_facts(asset: AssetRecord) -> tuple[Fact, ...]:
    size = asset.size_m and " \u00d7 ".join(quantity_row(asset.size_m, "m"))
    wanted = (
        ("Name", asset.name),
        ("File", file_name(asset.path)),
        ("Size X \u00d7 Y \u00d7 Z", size),
        ("Height", None if asset.height_m is None else quantity(asset.height_m, "m")),
        ("Rigid bodies", asset.body_count),
        ("Mass in the engine", None if asset.total_mass_kg is None else quantity(asset.total_mass_kg, "kg")),
        ("Metres per unit", asset.meters_per_unit),
        ("Kilograms per unit", asset.kilograms_per_unit),
        ("Up axis", asset.up_axis),
        ("Conversions", "; ".join(redact(c) for c in asset.conversions) or None),
        ("Stamp of SimReady tools", _stamp(asset.stamp)),
    )
    facts = [Fact(label=k, text=f"{v:g}" if isinstance(v, float) else str(v)) for k, v in wanted if v not in (None, "")]
    facts += [Fact(label="SHA-256", text=asset.sha256, is_code=True)] if asset.sha256 else []
    facts += [Fact(label=f"Layer {relative_name(n)}", text=digest, is_code=True) for n, digest in asset.layers]
    return tuple(facts)


def _stamp(stamp: StampRecord | None) -> str | None:
    """Say what other tools found; it must not read as a result of this run."""
    if stamp is None:
        return None
    if stamp.problem:
        text = f"cannot be used: {stamp.problem}"
    else:
        parts = [f"by {stamp.producer}"] if stamp.producer else []
        parts += [f"profile {stamp.profile} {stamp.profile_version}".rstrip()] if stamp.profile else []
        parts += _claims("features", stamp.validated_at, stamp.passed_features, stamp.failed_features)
        parts += _claims("runtime tests", stamp.tested_at, stamp.passed_tests, stamp.failed_tests)
        text = "claims: " + "; ".join(parts)
    return f"{redact(text)} (in {stamp.source}; information, not part of this verdict)"


def _claims(what: str, time: str, passed: tuple[str, ...], failed: tuple[str, ...]) -> list[str]:
    """Name what failed; what passed is a number, so that nobody takes it for a result."""
    if not time and not passed and not failed:
        return []
    text = f"{what}{f' of {moment(time)}' if time else ''}: {len(passed)} passed, {len(failed)} failed"
    return [f"{text} ({', '.join(failed)})" if failed else text]


def _measurement(key: str, value: float | None) -> Fact:
    unit, name = _unit_of(key)
    return Fact(label=_label(name), text=quantity(value, unit), detail=key)


def _unit_of(key: str) -> tuple[str, str]:
    return next(((u, key.removesuffix(s)) for s, u in _UNITS if key.endswith(s) and len(key) > len(s)), ("", key))


def _label(key: str) -> str:
    return key.replace("_", " ").replace("-", " ").capitalize()


def settings(verdict: Verdict) -> tuple[Fact, ...]:
    """Return the effective configuration with the origin of each value."""
    facts = []
    for item in verdict.config:
        kind, colon, name = item.origin.partition(":")
        origin = f"{kind}: {file_name(name)}" if colon else item.origin
        facts.append(Fact(label=item.key, text=_setting_text(item), detail=origin))
    return tuple(facts)


def _setting_text(item: ConfigValue) -> str:
    if item.value is None:
        return "not set"
    if isinstance(item.value, bool):
        return "yes" if item.value else "no"
    if isinstance(item.value, str):
        return redact(item.value)
    return f"{item.value:g}\u00a0{_unit_of(item.key)[0]}".strip()


# Times


def moment(text: str) -> str:
    """Return an ISO 8601 time as people write it; text that is none stays as it is."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text
    zone = " UTC" if moment.utcoffset() is not None and not moment.utcoffset() else ""
    return f"{moment:%Y-%m-%d %H:%M:%S}{zone}"


def seconds_between(start: str, end: str) -> float | None:
    """Return the time between two ISO 8601 times [s]; ``None`` when one is none."""
    try:
        return (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds()
    except (ValueError, TypeError):
        return None


def duration(seconds: float) -> str:
    """Return a wall-clock time as people write it."""
    if seconds < 120:
        return f"{seconds:.2f}\u00a0s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}\u00a0h {minutes:02d}\u00a0min" if hours else f"{minutes}\u00a0min {rest:02d}\u00a0s"
