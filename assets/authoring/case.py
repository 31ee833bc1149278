"""A test asset: its files and what a run must say about it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from authoring.usda import Stage

__all__ = ["Case"]


@dataclass(frozen=True)
class Case:
    """One folder below ``assets/``."""

    folder: str
    """Relative to ``assets/``."""
    name: str
    stage: Stage | str
    """The asset, or the raw text of a file that is broken as a file."""
    note: str
    """What it shows."""
    outcome: str = "PASS"
    codes: Sequence[str] = ()
    """Codes of all findings above INFO."""
    informs: Sequence[str] = ()
    """Codes of remarks that it must show as well; others may be there."""
    extra: Mapping[str, bytes] = field(default_factory=dict)
    """Further files by path relative to the folder."""
    test: str = "ground_drop"
    """Test that must say so."""
    suffix: str = "usda"
    """Suffix of the asset."""

    def files(self) -> dict[Path, bytes]:
        """Return the content of every file by path relative to ``assets/``."""
        folder = Path(self.folder)
        text = self.stage if isinstance(self.stage, str) else self.stage.write()
        expect = {
            **({"asset": f"{self.name}.{self.suffix}"} if self.suffix != "usda" else {}),
            "test": self.test,
            "outcome": self.outcome,
            "codes": sorted(self.codes),
            **({"informs": sorted(self.informs)} if self.informs else {}),
            "note": f"{self.note} Authored for asset-qa.",
        }
        files = {folder / f"{self.name}.{self.suffix}": text.encode()}
        files[folder / "expect.json"] = (json.dumps(expect, indent=2) + "\n").encode()
        files.update({folder / k: v for k, v in self.extra.items()})
        return files
