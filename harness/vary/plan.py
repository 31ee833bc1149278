"""Which variants are wanted: changes from a command line or YAML file; a list makes one variant for each value."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from harness.errors import ConfigError
from harness.vary.link_and_joint import LinkAndJointModifier
from harness.vary.modifiers import Amount, Keep, Modifier
from harness.vary.parts import VaryError
from harness.vary.single import (
    DensityModifier,
    JointPositionModifier,
    JointTypeModifier,
    LinkPositionModifier,
    MassModifier,
    RadiusModifier,
)
from harness.vary.stretch import Mode
from harness.yaml_file import parse_yaml

__all__ = ["Change", "Parameter", "Variant", "VariantPlan", "expand", "read_plan"]

MAX_VARIANTS = 10_000
_LISTED = ("scale", "length_m", "radius_m", "density_kg_m3", "mass_kg", "position_m", "joint_type")


@dataclass(frozen=True, kw_only=True)
class Change:
    """What is changed at one link or joint. Values are texts: ``1.5`` in SI units, ``x1.5`` to multiply."""

    link: str = ""
    joint: str = ""
    """Joint at the end of the link for a new length; or, without a link, the joint that changes."""
    scale: tuple[str, ...] = ()
    """Factors ``K`` of the length."""
    length_m: tuple[str, ...] = ()
    mode: int = 2
    axis: str = "auto"
    keep: str = "density"
    radius_m: tuple[str, ...] = ()
    density_kg_m3: tuple[str, ...] = ()
    mass_kg: tuple[str, ...] = ()
    position_m: tuple[str, ...] = ()
    joint_type: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """One thing in which variants differ."""

    label: str
    """Such as ``upper_arm scale``."""
    text: str
    """Its value as it was given."""

    @property
    def number(self) -> float | None:
        """The value as a number, or ``None``."""
        try:
            return float(self.text.lstrip("xX\u00d7"))
        except ValueError:
            return None


@dataclass(frozen=True, kw_only=True)
class Variant:
    """One variant."""

    name: str
    """Safe as a part of a file name."""
    parameters: tuple[Parameter, ...]
    modifiers: tuple[Modifier, ...]


@dataclass(frozen=True, kw_only=True)
class VariantPlan:
    """What a YAML file asks for."""

    robot: Path | None
    """Robot that it names, relative to the file."""
    variants: tuple[Variant, ...]


def expand(changes: Sequence[Change], name: str = "") -> tuple[Variant, ...]:
    """Return one variant for each combination of listed values.

    Args:
        changes: Changes that are made together.
        name: Beginning of the names; may be empty.

    Raises:
        VaryError: If a change says too little, too much, or nothing.
    """
    axes: list[list[tuple[int, str, str]]] = []
    for index, change in enumerate(changes):
        _check(change)
        axes += [[(index, key, v) for v in getattr(change, key)] for key in _LISTED if getattr(change, key)]
    count = 1
    for axis in axes:
        count *= len(axis)
    if count > MAX_VARIANTS:
        raise VaryError(f"These lists make {count} variants; at most {MAX_VARIANTS} are written at a time.")
    return tuple(_variant(changes, combination, axes, name) for combination in itertools.product(*axes))


def _check(change: Change) -> None:
    given = [k for k in _LISTED if getattr(change, k)]
    place = change.link or change.joint
    if not place:
        raise VaryError("A change needs a link or a joint.")
    if not given:
        raise VaryError(f"The change of '{place}' changes nothing. Give one of {', '.join(_LISTED)}.")
    if change.scale and change.length_m:
        raise VaryError(f"The change of '{place}' has a scale and a length; give one of them.")
    needs_link = [k for k in given if k in ("scale", "length_m", "radius_m", "density_kg_m3", "mass_kg")]
    if needs_link and not change.link:
        raise VaryError(f"{needs_link[0]} changes a link; name it.")
    if change.joint_type and not change.joint:
        raise VaryError("joint_type changes a joint; name it.")
    if change.mode not in list(Mode):
        raise VaryError(
            f"There is no mode {change.mode}. Give 0 (scale all), 1 (keep the start) or 2 (keep both offsets)."
        )
    if change.keep not in list(Keep):
        raise VaryError(f"'{change.keep}' cannot be kept. Give density or mass.")


def _variant(
    changes: Sequence[Change],
    combination: Sequence[tuple[int, str, str]],
    axes: Sequence[Sequence[tuple[int, str, str]]],
    name: str,
) -> Variant:
    parameters = []
    words = [name] if name else []
    for (index, key, value), axis in zip(combination, axes, strict=True):
        change = changes[index]
        place = change.joint if key == "joint_type" or not change.link else change.link
        parameters.append(Parameter(label=f"{place} {key}", text=value))
        if len(axis) > 1 or not name:
            words.append(f"{place}-{re.sub('_(m|kg|kg_m3)$', '', key)}-{value}")
    modifiers: list[Modifier] = []
    for number, change in enumerate(changes):
        chosen = {key: value for index, key, value in combination if index == number}
        modifiers += _modifiers(change, chosen)
    text = re.sub(r"[^\w.+-]+", "_", "-".join(words)).strip("._-") or "variant"
    return Variant(name=text, parameters=tuple(parameters), modifiers=tuple(modifiers))


def _modifiers(change: Change, chosen: Mapping[str, str]) -> Iterator[Modifier]:
    """Yield modifiers in the order in which they build on each other: shape, then mass, then place and type."""
    keep = Keep(change.keep)
    if "scale" in chosen or "length_m" in chosen:
        size = Amount.parse_factor(chosen["scale"]) if "scale" in chosen else Amount.parse(chosen["length_m"])
        yield LinkAndJointModifier(
            link=change.link, size=size, mode=Mode(change.mode), axis=change.axis, joint=change.joint, keep=keep
        )
    if "radius_m" in chosen:
        yield RadiusModifier(link=change.link, radius=Amount.parse(chosen["radius_m"]), keep=keep)
    if "density_kg_m3" in chosen:
        yield DensityModifier(link=change.link, density=Amount.parse(chosen["density_kg_m3"]))
    if "mass_kg" in chosen:
        yield MassModifier(link=change.link, mass=Amount.parse(chosen["mass_kg"]))
    if "position_m" in chosen:
        position = Amount.parse(chosen["position_m"])
        axis = "z" if change.axis == "auto" else change.axis
        if change.joint:
            yield JointPositionModifier(joint=change.joint, position=position, axis=axis)
        else:
            yield LinkPositionModifier(link=change.link, position=position, axis=axis)
    if "joint_type" in chosen:
        yield JointTypeModifier(joint=change.joint, type=chosen["joint_type"])


# YAML


def read_plan(path: Path) -> VariantPlan:
    """Read a YAML file of variants.

    Args:
        path: The file.

    Raises:
        VaryError: If it cannot be read, or a key or value is wrong; names the place.
    """
    try:
        data = parse_yaml(path.read_text(encoding="utf-8"), path.name)
    except (OSError, UnicodeDecodeError, ConfigError) as error:
        reason = " ".join(str(error).split())
        raise VaryError(f"{path.name} cannot be read: {reason}") from error
    top = _mapping(data, path.name, ("robot", "variants"))
    robot = top.get("robot")
    if robot is not None and not isinstance(robot, str):
        raise VaryError(f"{path.name}: robot must be the name of a file.")
    variants: list[Variant] = []
    listed = top.get("variants")
    if not isinstance(listed, list) or not listed:
        raise VaryError(f"{path.name}: variants must be a list with at least one entry.")
    for number, entry in enumerate(listed, start=1):
        where = f"{path.name}: variants[{number}]"
        item = _mapping(entry, where, ("name", "changes"))
        changes = item.get("changes")
        if not isinstance(changes, list) or not changes:
            raise VaryError(f"{where}: changes must be a list with at least one entry.")
        parsed = [_change(c, f"{where}.changes[{i}]") for i, c in enumerate(changes, start=1)]
        try:
            variants += expand(parsed, str(item.get("name", "")))
        except VaryError as error:
            raise VaryError(f"{where}: {error}") from error
    return VariantPlan(robot=path.parent / robot if robot else None, variants=tuple(variants))


def _change(data: object, where: str) -> Change:
    values = _mapping(data, where, [f.name for f in fields(Change)])
    made: dict[str, Any] = {}
    for key, value in values.items():
        if key in _LISTED:
            items = value if isinstance(value, list) else [value]
            if not items or any(isinstance(i, bool) or not isinstance(i, str | int | float) for i in items):
                raise VaryError(f"{where}.{key}: a value or a list of values is needed.")
            made[key] = tuple(str(i) for i in items)
        elif key == "mode":
            if isinstance(value, bool) or not isinstance(value, int):
                raise VaryError(f"{where}.mode: 0, 1 or 2 is needed.")
            made[key] = value
        elif isinstance(value, str):
            made[key] = value
        else:
            raise VaryError(f"{where}.{key}: text is needed.")
    return Change(**made)


def _mapping(data: object, where: str, known: Sequence[str]) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise VaryError(f"{where}: keys with values are needed ({', '.join(known)}).")
    unknown = [k for k in data if k not in known]
    if unknown:
        raise VaryError(f"{where}: unknown key '{unknown[0]}'. Known: {', '.join(known)}.")
    return data
