"""What checks need to know about a URDF file, and where in it each prim of the converted stage is from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from harness.urdf.mass import LinkMass
from harness.urdf.model import Collision, Robot, Visual

__all__ = ["ShapeFacts", "SourceRef", "UrdfFacts"]

Vector = tuple[float, float, float]


@dataclass(frozen=True, kw_only=True)
class SourceRef:
    """A place in a URDF file."""

    what: str
    """In words, such as ``link 'base'``."""
    file: str
    line: int


@dataclass(frozen=True, kw_only=True)
class ShapeFacts:
    """A visual or collision of a link as it was loaded."""

    link: str
    shape: Visual | Collision
    low_m: Vector
    """Lower corner of its box in the frame of the link."""
    high_m: Vector
    """Upper corner."""

    @property
    def is_collision(self) -> bool:
        """Whether it is a collision."""
        return isinstance(self.shape, Collision)


@dataclass(frozen=True, kw_only=True)
class UrdfFacts:
    """A URDF file as checks see it."""

    robot: Robot
    shapes: tuple[ShapeFacts, ...]
    """Those that could be loaded."""
    masses: Mapping[str, LinkMass]
    """Mass properties that each body got, by link."""
    sources: Mapping[str, SourceRef]
    """Place of each prim that is from the file, by prim path."""

    def path_of(self, what: str) -> str | None:
        """Return the prim of a link or joint.

        Args:
            what: Such as ``link 'base'``.
        """
        return next((path for path, source in self.sources.items() if source.what == what), None)
