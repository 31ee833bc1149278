"""What a repair is made of: plain data, and what it needs to know about an asset beyond the facts. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from harness.scene.opinion import Opinion, Value
from harness.stage.facts import StageFacts
from harness.stage.mesh import MeshData
from harness.verdict import Finding

__all__ = ["Change", "Context", "Draft", "Geometry", "Item", "Plan", "Refusal", "Source", "sites_of"]

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Item:
    """One thing that a change writes."""

    prim_path: str
    """Prim, or ``/`` for the stage itself."""
    name: str
    """Attribute, relationship, schema or metadata."""
    before: str
    """What the asset says now."""
    after: str
    """What the override layer says."""
    unit: str = ""
    """Unit of both, where there is one."""


@dataclass(frozen=True, kw_only=True)
class Draft:
    """What a rule proposes."""

    title: str
    """The change in a few words."""
    reason: str
    """The evidence that asks for it."""
    opinions: tuple[Opinion, ...] = ()
    """What to author over prims."""
    stage: Mapping[str, float | str] = field(default_factory=dict)
    """What to author on the layer: ``metersPerUnit``, ``kilogramsPerUnit``, ``upAxis``, ``defaultPrim``."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """One repair: everything that is written because of one code."""

    code: str
    """Code of the finding that it removes."""
    title: str
    """The change in a few words."""
    reason: str
    """The evidence that asks for it."""
    items: tuple[Item, ...]
    """What it writes, with before and after."""
    opinions: tuple[Opinion, ...] = ()
    """The same for the writer."""
    stage: tuple[tuple[str, float | str], ...] = ()
    """Metadata of the layer for the writer."""


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """A finding that is not repaired."""

    code: str
    """Its code."""
    reason: str
    """Why not, and what a person can do."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What can be repaired in one round, and what cannot."""

    changes: tuple[Change, ...] = ()
    refusals: tuple[Refusal, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Geometry:
    """A prim with geometry."""

    path: str
    type_name: str
    is_drawn: bool
    """Whether a viewer shows it by default."""
    is_collider: bool
    body_path: str | None
    """Body that carries it."""


class Source(Protocol):
    """Looks things up in the asset as it is now; everything in stage units."""

    def value(self, path: str, name: str) -> Value:
        """Return the authored value of an attribute, ``None`` when nothing is authored."""
        ...

    def describe(self, opinion: Opinion) -> tuple[str, str]:
        """Return what the asset says where an opinion would write, and the unit."""
        ...

    def schemas(self, path: str) -> frozenset[str]:
        """Return the API schemas that are applied to a prim."""
        ...

    def geometry(self, path: str) -> Sequence[Geometry]:
        """Return the prims with geometry at and below a prim."""
        ...

    def points(self, path: str) -> npt.NDArray[np.float64]:
        """Return the extreme points of the geometry of a prim in its own space, shape (P, 3)."""
        ...

    def mesh(self, path: str) -> MeshData | None:
        """Return points and faces of a mesh, ``None`` for any other prim."""
        ...

    def fill(self, path: str) -> float | None:
        """Return the volume of a closed mesh over that of its convex hull, ``None`` when it is not known."""
        ...

    def world(self, path: str) -> Matrix:
        """Return the world transform of a prim, 4 x 4, column vectors, stage units."""
        ...

    def with_units(self, meters_per_unit: float, kilograms_per_unit: float | None) -> StageFacts | None:
        """Return the facts that the asset would have in other units, ``None`` when it still cannot be read."""
        ...


@dataclass(frozen=True, kw_only=True)
class Context:
    """Everything that a rule may look at."""

    findings: tuple[Finding, ...]
    """All findings of the run."""
    facts: StageFacts | None
    """Facts of the asset; ``None`` when it could not be read."""
    source: Source
    are_anchors_allowed: bool = False
    """Whether joints to the world may be switched off."""

    @property
    def known(self) -> StageFacts:
        """Return the facts.

        Raises:
            ValueError: If there are none; rules that need them are not asked then.
        """
        if self.facts is None:
            raise ValueError("there are no facts about the asset")
        return self.facts


def sites_of(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Return the prim paths that findings name, each once."""
    return tuple(dict.fromkeys(s.prim_path for f in findings for s in f.sites if s.prim_path))
