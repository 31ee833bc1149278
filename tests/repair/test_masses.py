"""Masses are repaired only where the mass is what is wrong: not the unit of length, and not what engines ignore."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pxr import Usd

from harness.intake import read_asset
from harness.outcomes import CriterionStatus
from harness.probing import PROBES_TABLE
from harness.repair.change import Context
from harness.repair.confirmed import confirmed_drafts
from harness.repair.source import AssetSource
from harness.verdict import Column, Table, finding
from tests.repair.test_fix import fixed, worth_saying
from tests.support import HEADER


def _cube(folder, *, mpu: float, size: float, mass: float, schemas: str = '"PhysicsMassAPI"', kpu: float = 1.0):
    """Write a cube of a size and mass in stage units."""
    path = folder / "made.usda"
    path.write_text(
        HEADER.format(mpu=mpu, up="Z").replace("    upAxis", f"    kilogramsPerUnit = {kpu}\n    upAxis")
        + f"""
def Xform "Root" (prepend apiSchemas = ["PhysicsRigidBodyAPI", {schemas}])
{{
    float physics:mass = {mass}
    def Cube "Box" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {{
        double size = {size}
    }}
}}
"""
    )
    return path


def _not_met(criteria):
    for item in criteria:
        yield replace(item, status=CriterionStatus.NOT_MET) if item.name == "rest" else item


def _reason(result, code: str) -> str:
    return next(r.reason for r in result.refusals if r.code == code)


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize(
    ("mpu", "size", "mass", "names"),
    [
        (1.0, 9.0, 0.3, ("centimetres (0.09 m", "inches")),
        (1.0, 50.0, 0.1, ("millimetres (0.05 m", "800 kg/m3")),
        (0.01, 0.2, 8.0, ("metres (0.2 m, 1e+03 kg/m3)",)),
        (1.0, 9.0, -0.3, ("centimetres (0.09 m",)),
        (1.0, 2.0, 0.35, ("inches (0.0508 m",)),
    ],
    ids=["cm as m", "mm as m", "m as cm", "cm as m, and a slipped sign", "inches as m, not tonnes as kg"],
)
def test_a_size_in_another_unit_is_no_reason_to_change_the_mass(ovphysx, tmp_path, mpu, size, mass, names):
    """Refuse where the authored mass fits the geometry in another unit, and name the units."""
    result = fixed(_cube(tmp_path, mpu=mpu, size=size, mass=mass), tmp_path / "out", ovphysx)
    assert result.changes == () and result.layer is None
    reason = _reason(result, "SAF049" if mass > 0 else "SAF008")
    assert "metersPerUnit" in reason and all(n in reason for n in names), reason


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize(
    ("mpu", "size", "mass", "kpu", "after"),
    [(1.0, 0.2, 1e9, 1.0, None), (1.0, 0.2, 8000.0, 1.0, 8.0), (1.0, 2.0, 700.0, 0.001, 7e5)],
    ids=["no unit explains it", "grams as kilograms", "kilograms as grams"],
)
def test_a_mass_that_no_unit_of_length_explains_is_repaired(ovphysx, tmp_path, mpu, size, mass, kpu, after):
    """Undo a slip of mass units, or let the mass follow from the volume."""
    result = fixed(_cube(tmp_path, mpu=mpu, size=size, mass=mass, kpu=kpu), tmp_path / "out", ovphysx)
    assert [c.code for c in result.changes] == ["SAF049"]
    assert result.after is not None and worth_saying(result.after) == set()
    stage = Usd.Stage.Open(str(result.layer))
    value = stage.GetPrimAtPath("/Root").GetAttribute("physics:mass").Get()
    assert value == (pytest.approx(after) if after is not None else None)


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize("mass", [500.0, 1e-6, -8.0])
def test_a_mass_that_engines_ignore_does_not_begin_to_count(ovphysx, tmp_path, mass):
    """Neither judge nor repair an impossible mass that lacks its schema, and do not apply the schema to it."""
    asset = _cube(tmp_path, mpu=1.0, size=0.2, mass=mass, schemas='"PhysxRigidBodyAPI"')
    result = fixed(asset, tmp_path / "out", ovphysx)
    assert not {"SAF008", "SAF049"} & {f.code for f in result.before.findings}
    assert "SAF050" in worth_saying(result.before)
    assert not {"SAF049", "SAF050"} & {c.code for c in result.changes}
    assert "would begin to count" in _reason(result, "SAF050")


@pytest.mark.engine_ovphysx
def test_a_real_mass_gets_the_schema_that_it_lacks(ovphysx, tmp_path):
    """Apply MassAPI where the mass that then counts is that of a real object."""
    asset = _cube(tmp_path, mpu=1.0, size=0.2, mass=8.0, schemas='"PhysxRigidBodyAPI"')
    result = fixed(asset, tmp_path / "out", ovphysx)
    assert [c.code for c in result.changes] == ["SAF050"]
    assert result.after is not None and worth_saying(result.after) == set()


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize(("size", "mass", "count"), [(9.0, 0.3, 0), (0.2, 4000.0, 1)], ids=["cm as m", "no unit fits"])
def test_a_probe_with_another_mass_proves_nothing_about_a_size_in_doubt(ovphysx, tmp_path, size, mass, count):
    """Write no mass from the volume because a drop passes with it, when another unit of length explains the mass."""
    path = _cube(tmp_path, mpu=1.0, size=size, mass=mass)
    verdict = fixed(path, tmp_path / "out", ovphysx, is_dry=True).before
    found = (finding("MON003", "It does not come to rest.", sites=["/Root"]),)
    columns = tuple(Column(name=n, label=n) for n in ("probe", "what", "result"))
    rows = (("mass-from-density", "", "passes"),)
    probes = Table(name=PROBES_TABLE, title="Probes", columns=columns, rows=rows)
    verdict = replace(verdict, findings=found, tables=(probes,), criteria=tuple(_not_met(verdict.criteria)))
    context = Context(findings=found, facts=read_asset(path).facts, source=AssetSource(path, "/Root", {}))
    assert len(list(confirmed_drafts(context, verdict))) == count
