"""Waivers in whole runs: a failure that somebody answers for passes visibly, and only until its day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from harness.cli.main import main
from harness.outcomes import CriterionStatus, Outcome, Severity
from harness.report.wording import outcome_words
from harness.runner.rejudge import rejudge_case
from tests.support import cube_asset, run

BROKEN = Path(__file__).parents[2] / "assets" / "broken"
pytestmark = pytest.mark.engine_ovphysx


def waived_run(name: str, code: str, days: int, folder: Path, engine):
    """Run a broken asset with a waiver that ends in some days."""
    asset = next((BROKEN / name).glob("*.usda"))
    folder.mkdir()
    rules = folder / "rules.yaml"
    day = (datetime.now(UTC) + timedelta(days=days)).date().isoformat()
    rules.write_text(f"waivers:\n  - {{code: {code}, owner: jane, reason: known, expires: {day}}}\n")
    case = folder / "case"
    return run(asset, case, engine, config_files=(str(rules),)), case


def test_a_criterion_that_is_not_met_passes_with_waiver(ovphysx, tmp_path):
    """Pass an asset that never rests when its code is waived, say so, and rejudge to the same."""
    verdict, case = waived_run("MON003-rolling", "MON003", 30, tmp_path / "a", ovphysx)
    assert verdict.outcome is Outcome.PASS, verdict.summary
    assert "waiver" in outcome_words(verdict).label
    assert verdict.summary.startswith("Passes only because a failure is waived")
    assert not verdict.is_clean
    missed = [c for c in verdict.criteria if c.is_required and c.status is CriterionStatus.NOT_MET]
    assert missed
    assert all(c.is_waived for c in missed)
    again = rejudge_case(case)
    assert (again.outcome, again.findings, again.criteria) == (verdict.outcome, verdict.findings, verdict.criteria)


def test_another_code_waives_nothing(ovphysx, tmp_path):
    """Fail the same asset with a waiver of another criterion."""
    verdict, _ = waived_run("MON003-rolling", "MON002", 30, tmp_path / "b", ovphysx)
    assert verdict.outcome is Outcome.FAIL


def test_an_expired_waiver_fails_the_run(ovphysx, tmp_path):
    """Fail an asset whose only trouble is a warning with an expired waiver."""
    verdict, _ = waived_run("SAF037-inside-out", "SAF037", -1, tmp_path / "c", ovphysx)
    assert verdict.outcome is Outcome.FAIL
    assert {"SAF037", "HAR060"} <= {f.code for f in verdict.findings}


def test_a_waived_safeguard_lets_the_simulation_decide(ovphysx, tmp_path):
    """Simulate an asset whose failure before the run is waived."""
    verdict, _ = waived_run("SAF049-mass-in-grams", "SAF049", 30, tmp_path / "d", ovphysx)
    assert verdict.outcome is Outcome.PASS
    body, _ = waived_run("SAF008-negative-mass", "SAF008", 30, tmp_path / "e", ovphysx)
    assert body.stop_reason is not None
    assert any(f.is_waived for f in body.findings)


@pytest.mark.parametrize("test", ["ground_drop", "ground_stability", "slope_drop"])
def test_nothing_that_moves_is_no_broken_mesh(ovphysx, tmp_path, test):
    """Say that nothing moves when that is waived, and blame no geometry for it."""
    rules = tmp_path / "rules.yaml"
    rules.write_text("waivers:\n  - {code: SAF004, owner: jane, reason: known, expires: 2999-01-01}\n")
    asset = next((BROKEN / "SAF004-kinematic").glob("*.usda"))
    verdict = run(asset, tmp_path / "case", ovphysx, test=test, config_files=(str(rules),))
    assert verdict.outcome is Outcome.INCONCLUSIVE, verdict.summary
    assert {f.code for f in verdict.findings if f.severity is Severity.INCONCLUSIVE} == {"TST042"}


@pytest.mark.parametrize("pattern", ["parts/cu*.usda", "./parts/cube.usda", "{folder}/parts/*.usda"])
def test_a_waiver_means_the_same_from_every_folder(tmp_path, monkeypatch, pattern):
    """Match the place of the asset, however the command names it."""
    (tmp_path / "parts").mkdir()
    asset = cube_asset(tmp_path / "parts", body="point3f physics:centerOfMass = (5, 0, 0)")
    rules = tmp_path / "rules.yaml"
    about = pattern.format(folder=tmp_path)
    rules.write_text(
        f'waivers:\n  - {{code: SAF045, asset: "{about}", owner: jane, reason: known, expires: 2020-01-01}}\n'
    )
    for folder, name in (
        (tmp_path, "parts/cube.usda"),
        (asset.parent, "cube.usda"),
        (asset.parent, "../parts/cube.usda"),
    ):
        monkeypatch.chdir(folder)
        assert main(["check", name, "--config", str(rules)]) == 1, (folder, name)
