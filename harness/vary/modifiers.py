"""What all modifiers share: a value that is a number or a multiplier, and the record of what was done."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from harness.outcomes import Severity
from harness.urdf.parse import UrdfFile, parse_urdf
from harness.vary.edit import UrdfEdit, number_text
from harness.vary.parts import MeshBounds, VaryError

__all__ = ["Amount", "Keep", "Modified", "Modifier", "check_file", "modify", "parse_axis"]

Array = npt.NDArray[np.float64]


class Keep(StrEnum):
    """What stays when a link changes its size."""

    DENSITY = "density"
    """The mass follows the volume."""
    MASS = "mass"


@dataclass(frozen=True, kw_only=True)
class Amount:
    """A wanted value, or a multiplier of the present one."""

    value: float
    is_factor: bool

    @classmethod
    def parse(cls, text: str | float) -> Amount:
        """Return ``1.5`` as a value and ``x1.5`` as a multiplier.

        Raises:
            VaryError: If it is no finite number.
        """
        word = str(text).strip()
        is_factor = word[:1] in ("x", "X", "\u00d7")
        try:
            value = float(word[1:] if is_factor else word)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise VaryError(f"'{word}' is no number. Write 1.5 for a value in SI units, or x1.5 to multiply.")
        return cls(value=value, is_factor=is_factor)

    @classmethod
    def parse_factor(cls, text: str | float) -> Amount:
        """Return ``1.5`` and ``x1.5`` as the multiplier 1.5.

        Raises:
            VaryError: If it is no finite number.
        """
        word = str(text).strip()
        return cls(value=cls.parse(word.lstrip("xX\u00d7") or word).value, is_factor=True)

    def of(self, present: float) -> float:
        """Return the wanted value.

        Args:
            present: Present value.
        """
        return present * self.value if self.is_factor else self.value

    def __str__(self) -> str:
        return f"{'x' if self.is_factor else ''}{number_text(self.value)}"


class Modifier(ABC):
    """One change of a robot. It says what it did, and what it left alone although one may expect it to follow."""

    @abstractmethod
    def edit(self, file: UrdfFile, edit: UrdfEdit, bounds: MeshBounds) -> Sequence[str]:
        """Write the change.

        Args:
            file: A usable file.
            edit: Where to write.
            bounds: Reads the corners of meshes.

        Returns:
            What was done, in sentences.

        Raises:
            VaryError: If it cannot be done.
        """


@dataclass(frozen=True, kw_only=True)
class Modified:
    """A changed file."""

    data: bytes
    """Text of the new file."""
    notes: tuple[str, ...]
    """What was done."""


def modify(data: bytes, name: str, modifiers: Sequence[Modifier], bounds: MeshBounds) -> Modified:
    """Apply modifiers one after another.

    Args:
        data: Text of a URDF file.
        name: Its name, for messages.
        modifiers: In order; each sees what the ones before it did.
        bounds: Reads the corners of meshes; see :data:`harness.vary.parts.MeshBounds`.

    Raises:
        VaryError: If the file is not usable, or a change cannot be made.
    """
    notes: list[str] = []
    for modifier in modifiers:
        file = check_file(parse_urdf(data, name))
        assert file.document is not None
        edit = UrdfEdit(file.document)
        notes += modifier.edit(file, edit, bounds)
        data = edit.result()
    check_file(parse_urdf(data, name))
    return Modified(data=data, notes=tuple(notes))


def check_file(file: UrdfFile) -> UrdfFile:
    """Return a file that can be changed.

    Raises:
        VaryError: If it is no URDF, or has defects that make its meaning doubtful.
    """
    if file.is_usable and file.document is not None:
        return file
    bad = [f for f in file.findings if f.severity in (Severity.ERROR, Severity.FAIL)]
    more = f" ({len(bad) - 1} more: asset-qa check {file.name})" if len(bad) > 1 else ""
    raise VaryError(f"[{bad[0].code}] {bad[0].message}{more} Repair the file first.")


def parse_axis(text: str) -> Array | None:
    """Return a direction in the link frame: ``x``, ``-z`` or three numbers; ``None`` for ``auto``.

    Raises:
        VaryError: If it is none of these, or has no length.
    """
    word = text.strip().lower()
    if word in ("", "auto"):
        return None
    sign = -1.0 if word.startswith("-") and word[1:] in ("x", "y", "z") else 1.0
    name = word.lstrip("+-")
    if name in ("x", "y", "z"):
        named: Array = sign * np.eye(3)["xyz".index(name)]
        return named
    try:
        values = np.array([float(v) for v in word.replace(",", " ").split()])
    except ValueError:
        values = np.zeros(0)
    size = float(np.linalg.norm(values)) if values.shape == (3,) else 0.0
    if not (math.isfinite(size) and size > 0):
        raise VaryError(f"'{text}' is no axis. Write x, y, z, three numbers such as '0 0 1', or auto.")
    unit: Array = values / size
    return unit
