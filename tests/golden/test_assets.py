"""Every asset of this project gives exactly its expected outcome and codes; so do real inputs, if present."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from harness.outcomes import Outcome
from tests.support import codes, corpora, run

ASSETS = Path(__file__).parents[2] / "assets"
EXPECTED = sorted(ASSETS.glob("*/*/expect.json"))


def planned_of(expect: Path) -> dict[str, Any]:
    """Return the test and the settings that an asset was authored for, as keyword arguments."""
    expected = json.loads(expect.read_text(encoding="utf-8"))
    return {
        "test": expected.get("test", "ground_drop"),
        "settings": tuple(f"{k}={v}" for k, v in expected.get("settings", {}).items()),
    }


# Some good assets are there for the tests of joints: bolted arms do not fall.
GOOD_DROPS = [e.parent for e in EXPECTED if e.parts[-3] == "good" and planned_of(e)["test"] == "ground_drop"]


def asset_beside(expect: Path) -> Path:
    """Return the one USD file that an expectation is about."""
    named = json.loads(expect.read_text()).get("asset")
    if named:
        return expect.parent / named
    files = sorted(p for p in expect.parent.iterdir() if p.suffix.startswith(".usd"))
    same = [p for p in files if p.stem == expect.parent.name.partition("-")[2] or p.stem == expect.parent.name]
    return (same or files)[0]


def test_there_are_assets():
    """Find the good and the broken assets."""
    assert len([e for e in EXPECTED if e.parts[-3] == "good"]) >= 8
    assert len([e for e in EXPECTED if e.parts[-3] == "broken"]) >= 30


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize("expect", EXPECTED, ids=[e.parent.name for e in EXPECTED])
def test_outcome_and_codes(expect, ovphysx, tmp_path):
    """Give the outcome and exactly the codes that expect.json names."""
    expected = json.loads(expect.read_text())
    plan = planned_of(expect)
    verdict = run(asset_beside(expect), tmp_path / "case", ovphysx, *plan["settings"], test=plan["test"])
    assert (verdict.outcome.value, codes(verdict)) == (expected["outcome"], set(expected["codes"])), verdict.summary


# What each report is about, as a code of ours: it decides, and the first cause comes from it; or it warns.
REPORTED = {
    "NOT_AT_REST_RESTITUTION": "MON003",
    "COLLISION_DISABLED": "SAF003",
    "NON_FINITE_STATE": "SAF009",
    "WORLD_ANCHOR": "SAF006",
    "WARN_DEGENERATE_COLLIDER": "SAF036",
    "WARN_INWARD_NORMALS": "SAF037",
    "WORLD_ANCHOR_VIA_NON_BODY": "SAF007",
    "NO_CONTACT_KINEMATIC": "SAF004",
    "WARN_MASS_FALLBACK": "SAF013",
    "UNRESOLVED_REFERENCE": "INT002",
    "INVALID_MASS": "SAF008",
    "WARN_NESTED_RIGID_BODY": "SAF030",
    "WARN_NO_DEFAULT_PRIM": "INT006",
    "COLLIDER_GEOMETRY_MISMATCH": "SAF015",
    "WARN_OVERLAPPING_BODIES": "SAF044",
    "MISSING_COLLIDER": "SAF002",
    "WARN_SDF_FALLBACK": "SAF014",
    "MISSING_RIGID_BODY": "SAF001",
    "WARN_TRIMESH_FALLBACK": "SAF014",
    "WARN_UNITS_NOT_AUTHORED": "INT007",
    "WARN_IMPLAUSIBLE_INERTIA": "SAF047",
    "WARN_ZERO_EFFORT_LIMIT": "SAF108",
}
FIRST_CAUSE = {"MON003": "restitution 1"}


@pytest.mark.engine_ovphysx
@pytest.mark.corpora
def test_public_reports_give_their_expected_verdicts(ovphysx, tmp_path):
    """Give each case from a public bug report its status, name what it is about, and name the right cause first."""
    wrong, seen = [], 0
    for case in sorted(corpora("cases").glob("*/case.json")):
        asset = next(case.parent.glob("asset.*"))
        seen += 1
        expected = json.loads(case.read_text())["expected"]
        verdict = run(asset, tmp_path / case.parent.name, ovphysx)
        if verdict.outcome.value not in {expected["status"], *expected.get("also_acceptable", [])}:
            wrong.append((case.parent.name, verdict.outcome.value, expected["status"]))
        code = REPORTED.get(expected["reason_code_hint"])
        if expected["reason_code_hint"] == "NONE":
            if codes(verdict):
                wrong.append((case.parent.name, "nothing to remark", codes(verdict)))
        elif code not in codes(verdict):
            wrong.append((case.parent.name, code, codes(verdict)))
        elif verdict.outcome is not Outcome.PASS and not is_named_first(verdict, code):
            wrong.append((case.parent.name, code, verdict.causes[:1]))
    assert wrong == []
    assert seen >= 20


def is_named_first(verdict, code: str) -> bool:
    """Whether the first cause is what a finding with that code says."""
    first = verdict.causes[0] if verdict.causes else ""
    messages = [f.message for f in verdict.findings if f.code == code]
    return FIRST_CAUSE.get(code, "\0") in first or any(m in first for m in messages)


def is_sound(row: dict[str, str]) -> bool:
    """Whether the bare engine built, dropped and settled a body, as far as its own numbers tell."""
    return (
        row["rc"] == "0"
        and row["finite"] == "True"
        and row["t_contact"] not in ("None", "-")
        and row["low_end"] not in ("-", "nan")
        and abs(float(row["low_end"])) < 0.02
        and float(row["vmax"]) < 60
        and float(row["low_min"]) > -0.1
    )


@pytest.mark.engine_ovphysx
@pytest.mark.corpora
def test_what_the_bare_engine_got_wrong_is_never_a_clean_pass(ovphysx, tmp_path):
    """Give every nasty input a verdict; none that the bare engine crashed on, dropped or blew up is clean."""
    folder = corpora("engine-cases")
    with (folder / "results.tsv").open(encoding="utf-8") as stream:
        rows = {r["case"]: r for r in csv.DictReader(stream, delimiter="\t")}
    clean_but_unsound = []
    for asset in sorted(folder.glob("*.usda")):
        if asset.stem in SLOW:
            continue
        verdict = run(asset, tmp_path / asset.stem, ovphysx, "watchdog_seconds=60")
        row = rows.get(asset.stem)
        if verdict.is_clean and row is not None and not is_sound(row):
            clean_but_unsound.append((asset.stem, verdict.summary))
    assert clean_but_unsound == []


# These need minutes of collider cooking, or time out on purpose; they are run by hand.
SLOW = {"h_spherefill_1e9", "h_decomp_vox_1e9", "h_sdf_res_neg", "mesh_sdf", "mesh_inverted_sdf"}


@pytest.mark.engine_ovphysx
@pytest.mark.corpora
def test_real_assets_that_drop_well_pass(ovphysx, tmp_path):
    """Pass real props and floating robots that are known to drop well."""
    folder = corpora("corpora", "newton", "newton")
    names = (
        "axis_cube",
        "humanoid",
        "ant",
        "negative_scale_cube",
        "negative_scale_sphere",
        "simple_articulation_with_mesh",
    )
    for name in names:
        asset = next(folder.rglob(f"{name}.usda"))
        assert run(asset, tmp_path / name, ovphysx).outcome is Outcome.PASS, name
