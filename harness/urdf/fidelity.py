"""What became of everything in a URDF file: converted, approximated, kept without effect, or dropped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from harness.urdf.values import describe
from harness.urdf.xml import XmlElement
from harness.verdict import Finding, Site, finding

__all__ = ["Fate", "FateItem", "Fidelity"]

_MAX_DROPPED = 10


class Fate(StrEnum):
    """What became of an element."""

    CONVERTED = "converted"
    """It says the same in USD."""
    APPROXIMATED = "approximated"
    """It is in the USD, but not exactly as it was meant."""
    KEPT = "kept"
    """It is stored in the USD under a name that no engine reads."""
    DROPPED = "dropped"
    """It is not in the USD."""


@dataclass(frozen=True, kw_only=True)
class FateItem:
    """One element or a group of like ones."""

    fate: Fate
    what: str
    """In words."""
    line: int | None
    prim_path: str | None
    has_finding: bool = False
    """Whether a finding of its own tells it."""


@dataclass(kw_only=True)
class Fidelity:
    """Collects items while a file is converted."""

    file: str
    items: list[FateItem] = field(default_factory=list)
    counted: Counter[str] = field(default_factory=Counter)
    """Converted elements by kind."""

    def converted(self, kind: str) -> None:
        """Count something that says the same in USD.

        Args:
            kind: Its tag.
        """
        self.counted[kind] += 1

    def add(
        self,
        fate: Fate,
        element: XmlElement | None,
        text: str,
        prim_path: str | None = None,
        *,
        has_finding: bool = False,
    ) -> None:
        """Add something that is not the same in USD.

        Args:
            fate: What became of it.
            element: Where it is.
            text: What it is and why, as a clause.
            prim_path: Prim that it belongs to.
            has_finding: Whether a finding of its own tells it.
        """
        what = text if element is None else f"{describe(element)}: {text}"
        line = None if element is None else element.line
        item = FateItem(fate=fate, what=what, line=line, prim_path=prim_path, has_finding=has_finding)
        self.items.append(item)

    def of(self, *fates: Fate) -> list[FateItem]:
        """Return the items of some fates.

        Args:
            fates: Which ones.
        """
        return [i for i in self.items if i.fate in fates]

    def findings(self) -> list[Finding]:
        """Return one remark about the conversion and a warning for each loss."""
        found = [self._summary()]
        dropped = [i for i in self.of(Fate.DROPPED) if not i.has_finding]
        for item in dropped[:_MAX_DROPPED]:
            where = f"{self.file}, line {item.line}, " if item.line is not None else f"{self.file}: "
            site = Site(prim_path=item.prim_path, file=self.file, line=item.line)
            found.append(finding("INT030", f"{where}{item.what}.", sites=[site]))
        if len(dropped) > _MAX_DROPPED:
            text = f"{len(dropped) - _MAX_DROPPED} more parts of {self.file} were dropped; see the fidelity report."
            found.append(finding("INT030", text, sites=[Site(file=self.file)]))
        return found

    def _summary(self) -> Finding:
        done = ", ".join(f"{n} {kind}" for kind, n in sorted(self.counted.items()))
        text = f"{self.file} was converted to USD: {done or 'nothing'}."
        rough = list(dict.fromkeys(i.what for i in self.of(Fate.APPROXIMATED)))
        if rough:
            more = f" and {len(rough) - 5} more" if len(rough) > 5 else ""
            text += f" Approximated: {'; '.join(rough[:5])}{more}."
        kept = len(self.of(Fate.KEPT))
        if kept:
            text += f" {kept} parts that engines do not read are kept as urdf: attributes."
        return finding("INT031", text, sites=[Site(file=self.file)])

    def to_data(self) -> Mapping[str, object]:
        """Return the report as plain data, for a JSON file."""
        return {
            "file": self.file,
            "converted": dict(sorted(self.counted.items())),
            **{f.value: [_data(i) for i in self.of(f)] for f in (Fate.APPROXIMATED, Fate.KEPT, Fate.DROPPED)},
            "is_lossless": not self.of(Fate.DROPPED),
            "is_complete_record": True,
        }


def _data(item: FateItem) -> dict[str, object]:
    return {"what": item.what, "line": item.line, "prim_path": item.prim_path}
