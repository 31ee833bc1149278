"""What checks need to know about a URDF file, and where in it each prim of the converted stage is from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from harness.urdf.mass import LinkMass
from harness.urdf.model import Collision, Robot, Visual
from harness.verdict import Finding, Site

__all__ = ["ShapeFacts", "SourceRef", "UrdfFacts", "UrdfPlaces", "annotated"]

Vector = tuple[float, float, float]


@dataclass(frozen=True, kw_only=True)
class SourceRef:
    """A place in a URDF file."""

    what: str
    """In words, such as ``link 'base'``."""
    file: str
    line: int


@dataclass(frozen=True, kw_only=True)
class UrdfPlaces:
    """Where each prim of a converted stage is from; small enough to be stored with a case."""

    file: str
    """Name of the URDF file."""
    sources: dict[str, SourceRef]
    """Place of each prim that is from the file, by prim path."""

    def source_of(self, prim_path: str) -> SourceRef | None:
        """Return the place in the file of a prim or of the nearest prim above it that has one.

        Args:
            prim_path: Path in the converted stage.
        """
        path = prim_path
        while path and path != "/":
            if path in self.sources:
                return self.sources[path]
            path = path.rpartition("/")[0]
        return None


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

    @property
    def places(self) -> UrdfPlaces:
        """Where each prim is from."""
        return UrdfPlaces(file=self.robot.file, sources=dict(self.sources))


def annotated(findings: Iterable[Finding], urdf: UrdfFacts | UrdfPlaces | None) -> list[Finding]:
    """Add file, line and the names of links and joints to findings that only name prims of the converted stage.

    Args:
        findings: Any findings; those that name a line already stay as they are.
        urdf: Places in the file they are about; ``None`` leaves everything as it is.
    """
    places = urdf.places if isinstance(urdf, UrdfFacts) else urdf
    return [f if places is None else _annotated(f, places) for f in findings]


def _annotated(item: Finding, urdf: UrdfPlaces) -> Finding:
    if any(s.line is not None for s in item.sites):
        return item
    sites: list[Site] = []
    places: list[str] = []
    for site in item.sites:
        source = urdf.source_of(site.prim_path) if site.prim_path is not None and site.file is None else None
        if source is None:
            sites.append(site)
            continue
        sites.append(replace(site, file=source.file, line=source.line))
        places.append(f"{source.what}, line {source.line}")
    if not places:
        return item
    named = list(dict.fromkeys(places))
    more = f" and {len(named) - 3} more" if len(named) > 3 else ""
    text = f"{item.message} In {urdf.file}: {'; '.join(named[:3])}{more}."
    return replace(item, message=text, sites=tuple(sites))
