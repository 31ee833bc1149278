"""Assets that look fine and are not, and settings that contradict each other: each once gave a wrong verdict."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from harness.outcomes import Outcome
from tests.support import HEADER, codes, cube_asset, run

pytestmark = pytest.mark.engine_ovphysx

METRES = HEADER.format(mpu=1, up="Z")


def asset(folder, body, name="trap.usda"):
    path = folder / name
    path.write_text(METRES + body.replace("{ ", "{\n").replace(" }", "\n}").replace("; ", "\n"))
    return path


def test_what_can_be_seen_must_fall(ovphysx, tmp_path):
    """Fail an asset whose visible mesh belongs to no body while a hidden collider falls."""
    path = asset(
        tmp_path,
        """def Xform "Root" { def Cube "Visual" { double size = 0.4 }
        def Cube "Collider" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI", "PhysicsCollisionAPI"])
        { float physics:mass = 1; double size = 0.4; uniform token purpose = "guide" } }""",
    )
    verdict = run(path, tmp_path / "case", ovphysx)
    assert verdict.outcome is Outcome.FAIL
    assert "SAF035" in codes(verdict)


@pytest.mark.parametrize("line", ["float physics:mass = -3", "float physics:density = -5"])
def test_masses_of_colliders_count(ovphysx, tmp_path, line):
    """Fail a negative mass or density on a collider below the body."""
    path = asset(
        tmp_path,
        f"""def Xform "Root" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {{
        def Cube "Box" (prepend apiSchemas = ["PhysicsCollisionAPI", "PhysicsMassAPI"])
        {{ double size = 0.2; {line} }} }}""",
    )
    verdict = run(path, tmp_path / "case", ovphysx)
    assert (verdict.outcome, codes(verdict)) == (Outcome.FAIL, {"SAF008"})


def test_a_drive_to_the_world_is_an_anchor(ovphysx, tmp_path):
    """Do not drop a body that a spring holds in the world."""
    apis = ", ".join(f'"PhysicsDriveAPI:trans{a}"' for a in "XYZ")
    drives = "; ".join(
        f"float drive:trans{a}:physics:stiffness = 400; float drive:trans{a}:physics:damping = 60" for a in "XYZ"
    )
    path = cube_asset(tmp_path)
    text = path.read_text().rstrip().removesuffix("}")
    path.write_text(
        f'{text}    def PhysicsJoint "Spring" (prepend apiSchemas = [{apis}])\n    {{\n'
        "        rel physics:body1 = </Root>\n" + drives.replace("; ", "\n") + "\n    }\n}\n"
    )
    verdict = run(path, tmp_path / "case", ovphysx)
    assert (verdict.outcome, codes(verdict)) == (Outcome.NOT_APPLICABLE, {"SAF006"})


def test_joints_that_throw_the_parts_fail(ovphysx, tmp_path):
    """Fail joint frames that are many times as far apart as the parts are large."""
    body = '(prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI", "PhysicsCollisionAPI"])'
    path = asset(
        tmp_path,
        f"""def Xform "Root" {{ def Cube "A" {body} {{ float physics:mass = 1; double size = 0.2 }}
        def Cube "B" {body} {{ float physics:mass = 1; double size = 0.2
        double3 xformOp:translate = (0.3, 0, 0); uniform token[] xformOpOrder = ["xformOp:translate"] }}
        def PhysicsFixedJoint "J" {{ rel physics:body0 = </Root/A>; rel physics:body1 = </Root/B>
        point3f physics:localPos1 = (0, 0, 5) }} }}""",
    )
    verdict = run(path, tmp_path / "case", ovphysx)
    assert verdict.outcome is Outcome.FAIL
    assert "SAF031" in codes(verdict)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('prepend apiSchemas = ["PhysxRigidBodyAPI"]', None),
        ("int physxRigidBody:lockedRotAxis = 7", "SAF051"),
        ("float physxRigidBody:linearDamping = -10", "SAF026"),
    ],
)
def test_held_bodies_are_no_clean_pass(ovphysx, tmp_path, line, code):
    """Warn of locked rotations and impossible damping."""
    path = cube_asset(tmp_path, body="" if code is None else line)
    text = path.read_text().replace('"PhysicsMassAPI"]', '"PhysicsMassAPI", "PhysxRigidBodyAPI"]')
    path.write_text(text)
    verdict = run(path, tmp_path / "case", ovphysx)
    assert verdict.is_clean == (code is None)
    assert code is None or code in codes(verdict)


def test_attributes_without_their_schema_warn(ovphysx, tmp_path):
    """Warn of a mass on a body without MassAPI: no engine reads it."""
    path = cube_asset(tmp_path)
    path.write_text(path.read_text().replace(', "PhysicsMassAPI"', ""))
    assert codes(run(path, tmp_path / "case", ovphysx)) == {"SAF050", "ENG011"}


@pytest.mark.parametrize(("fix", "expected"), [("", {"INT012"}), ("float3 xformOp:scale = (0.01, 0.01, 0.01)", set())])
def test_references_in_other_units_warn_unless_corrected(ovphysx, tmp_path, fix, expected):
    """Warn of a part in centimetres below a root in metres, unless it is scaled by exactly the ratio."""
    part = cube_asset(tmp_path, name="part", mpu=0.01)
    plain = part.read_text().replace('(prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])', "")
    part.write_text(plain.replace("float physics:mass = 1", ""))
    order = '; uniform token[] xformOpOrder = ["xformOp:scale"]' if fix else ""
    path = asset(
        tmp_path,
        f"""def Xform "Root" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
        {{ float physics:mass = 900
        def "Part" (prepend references = @./part.usda@) {{ {fix}{order} }} }}""",
    )
    verdict = run(path, tmp_path / "case", ovphysx)
    assert verdict.outcome is Outcome.PASS
    assert codes(verdict) & {"INT012"} == expected


def test_contradictory_settings_never_decide(ovphysx, tmp_path):
    """Give no FAIL for a run that is too short to see rest, and no PASS for a margin above the start."""
    path = cube_asset(tmp_path)
    short = run(path, tmp_path / "short", ovphysx, "simulation_seconds=1")
    assert short.outcome is Outcome.INCONCLUSIVE
    wide = run(path, tmp_path / "wide", ovphysx, "floor_margin_m=10")
    assert wide.outcome is Outcome.ERROR


def test_an_asset_that_changes_while_it_is_tested_is_an_error(ovphysx, tmp_path, monkeypatch):
    """Refuse a result when the file was replaced between reading and simulating."""
    from harness.runner import case

    path = cube_asset(tmp_path)
    original = case.simulate_with_retry

    def replace_then_simulate(job):
        result = original(job)
        path.write_text(path.read_text().replace("physics:mass = 1", "physics:mass = 2"))
        return result

    monkeypatch.setattr(case, "simulate_with_retry", replace_then_simulate)
    verdict = run(path, tmp_path / "case", ovphysx)
    assert verdict.outcome is Outcome.ERROR
    assert "changed" in verdict.summary


def test_files_beside_the_assets_are_never_imported(tmp_path):
    """Run in a folder that holds modules named like the program's own and like libraries."""
    (tmp_path / "harness").mkdir()
    (tmp_path / "harness" / "__init__.py").write_text("raise SystemExit('imported from the current folder')")
    (tmp_path / "queue.py").write_text("raise SystemExit('imported from the current folder')")
    script = shutil.which("asset-qa", path=str(Path(sys.executable).parent))
    if script is None:
        pytest.skip("asset-qa is not installed as a command here")
    path = cube_asset(tmp_path)
    command = [script, "run", "ground_drop", str(path), "--no-video"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_run_without_standard_streams(tmp_path):
    """Judge as usual when started with closed streams, as from cron."""
    path = cube_asset(tmp_path)
    command = f"exec {sys.executable} -m harness run ground_drop {path} --engine fake --no-video -q <&- >&- 2>&-"
    root = Path(__file__).parents[2]
    done = subprocess.run(
        ["sh", "-c", command], cwd=tmp_path, env={"PYTHONPATH": str(root), "PATH": "/usr/bin:/bin"}, check=False
    )
    assert done.returncode == 0
