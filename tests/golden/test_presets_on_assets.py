"""Presets give the verdicts on this project's assets that the documentation lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.test_assets import ASSETS, asset_beside
from tests.support import codes, run

PAGE = Path(__file__).parents[2] / "docs" / "presets.md"
ROWS = {
    cells[0]: cells[1:4]
    for line in PAGE.read_text(encoding="utf-8").split("## Assets")[1].splitlines()
    if len(cells := [c.strip() for c in line.strip("|").split("|")]) == 5 and cells[0] not in ("asset", "---")
}
# Assets that are documented to agree: one of each kind.
SAME = ("crate", "SAF002-no-collider", "MON002-collider-too-small", "SAF006-bolted-to-world")


def verdict_of(name, preset, engine, folder):
    expect = next(ASSETS.glob(f"*/{name}/expect.json"))
    return run(asset_beside(expect), folder, engine, preset=preset)


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize("name", ROWS)
def test_documented_differences(ovphysx, tmp_path, name):
    """Give exactly the outcome and codes of the table, under each preset, and name the preset."""
    for preset, text in zip(("simready-3.0", "simready-3.2", "simready-4.0"), ROWS[name], strict=True):
        verdict = verdict_of(name, preset, ovphysx, tmp_path / preset)
        assert verdict.preset == preset
        assert {verdict.outcome.value, *codes(verdict)} == set(text.split()), (preset, verdict.summary)


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize("name", SAME)
def test_other_assets_agree(ovphysx, tmp_path, name):
    """Give one verdict under all presets."""
    seen = {
        verdict_of(name, p, ovphysx, tmp_path / p).outcome for p in ("simready-3.0", "simready-3.2", "simready-4.0")
    }
    assert len(seen) == 1
