"""The published rules: they add what we do not say, and their labelled examples agree or have a written reason."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

from harness.cli.main import main
from harness.intake.published_rules import RULE_CODES
from harness.runner.check import CheckOptions, check_asset
from tests.golden.test_assets import GOOD_DROPS

ASSETS = Path(__file__).parents[2] / "assets"
REASON = "usd-validation-nvidia is not installed: pip install 'asset-qa[validators]'"
# Rule to the labels on which we disagree, for the reasons in docs/design/validators.md.
DISAGREEMENTS = {
    "RB.006": {"Rigid bodies nested but with xformOp stack reset"},
    "RB.003": {"UsdPhysicsRigidBodyAPI applied to a Scope"},
    "RB.COL.001": {"Collision on non UsdGeomGPrim"},
    "RB.COL.002": {"Collision that should be static but includes a rigid body API"},
    "RB.COL.003": {"Mesh collision API on a cube is not valid as it defines only mesh properties"},
    "RB.COL.004": {"Non-Uniform scale on a Sphere"},
    "JT.001": {"Joint between rigid bodies", "Joint between rigid body and World", "No joint between rigid bodies"},
    "JT.002": set(),
    "JT.003": set(),
    "RB.001": set(),
    "JT.ART.002": set(),
    "JT.ART.003": set(),
    "JT.ART.004": set(),
    "HI.004": set(),
    "RB.005": set(),
    "RB.007": {"No mass or inertia specified"},
    "JT.ART.001": {
        "No articulation capability on root joint of a fixed articulation",
        "No articulation capability on root body of a floating articulation",
    },
    "UN.001": set(),
    "UN.002": set(),
    "UN.003": {"No kilogramsPerUnit specified"},
    "UN.004": set(),
    "UN.006": {"No upAxis specified", "Y-up specified"},
    "UN.007": {"No metersPerUnit specified", "metersPerUnit not set to 1.0"},
}
COMPARED = 54
# An asset for what a fragment leaves out.
BLOCK = """
def Xform "Block" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
{
    float physics:mass = 4
    def Cube "shape" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {
        double size = 0.2
    }
}
"""
MISPLACED = re.compile(r"\(\)\s*\{\s*(prepend apiSchemas = \[[^]]*\])")
UNREADABLE = {"INT001", "INT003", "INT004", "INT005"}


def examples():
    """Yield (rule, name, is right, text) of each labelled example of the mapped rules."""
    pytest.importorskip("usd_validation_nvidia", reason=REASON)
    data = json.loads((files("usd_validation_nvidia") / "capabilities" / "capabilities.json").read_text("utf-8"))
    seen = set()
    for group in data["capabilities"].values():
        for row in (group.get("requirements") or {}).values():
            rule = row["code"].removeprefix("com.nvidia.usd.")
            for item in row.get("examples", []):
                key = (rule, item["name"])
                if rule in DISAGREEMENTS and key not in seen:
                    seen.add(key)
                    yield *key, item["result"] == "success", item["snippet"]["content"]


def completed(rule, text, folder):
    """Return a fragment as a whole asset: schemas where the grammar wants them, one root prim, something that falls."""
    text = MISPLACED.sub(r"(\1) {", text)
    if rule.startswith("UN."):
        (folder / "asset_in_meters.usd").write_text(
            f'#usda 1.0\n(\n    defaultPrim = "Block"\n    metersPerUnit = 1\n)\n{BLOCK}'
        )
        return text if "def " in text else text + BLOCK
    if rule in ("RB.005", "JT.001", "JT.002", "JT.ART.001"):
        body = text.removeprefix("#usda 1.0").replace("</World/", "</").replace("</", "</World/")
        return f'#usda 1.0\n(\n    defaultPrim = "World"\n)\ndef Xform "World"\n{{\n{body}\n}}\n'
    return text


def test_examples_agree_or_have_a_reason(tmp_path):
    """Find a mapped code in every wrong example and none in a right one, except where a reason is written."""
    surprises, compared, unreadable = [], 0, []
    for number, (rule, name, is_right, text) in enumerate(examples()):
        path = tmp_path / f"example_{number}.usda"
        path.write_text(completed(rule, text, tmp_path))
        codes = {f.code for f in check_asset(str(path), "example", CheckOptions()).findings}
        if rule != "HI.004" and codes & UNREADABLE:
            unreadable.append((rule, name))
            continue
        compared += 1
        is_silent = not codes & set(RULE_CODES.get(rule, ()))
        if (is_silent == is_right) == (name in DISAGREEMENTS[rule]):
            surprises.append((rule, name, sorted(codes)))
    assert (surprises, unreadable) == ([], [])
    # All of the groups about rigid bodies and joints, and those about units and the default prim that a stage answers.
    assert compared == COMPARED


def test_every_disagreement_is_in_the_design_page():
    """Keep the page and this test in step."""
    text = (ASSETS.parent / "docs" / "design" / "validators.md").read_text(encoding="utf-8")
    section = text.partition("## Examples")[2]
    assert all(rule in section for rule, names in DISAGREEMENTS.items() if names)
    assert all(f"{rule}" in text for rule in RULE_CODES)


def test_rules_that_we_do_not_have_are_added(tmp_path, capsys):
    """Warn of a published rule only with --validators, and name the rule."""
    pytest.importorskip("usd_validation_nvidia", reason=REASON)
    path = tmp_path / "scope.usda"
    text = next((ASSETS / "good" / "box").glob("*.usda")).read_text()
    path.write_text(text.replace('def Xform "Box"', 'def Scope "Box"'))
    assert main(["check", str(path)]) == 0
    assert "INT013" not in capsys.readouterr().out
    assert main(["check", str(path), "--validators"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "INT013" in out
    assert "RB.003" in out


@pytest.mark.parametrize("name", ["SAF015-squashed-sphere", "SAF022-body-in-instance", "SAF008-negative-mass"])
def test_what_we_say_ourselves_is_not_repeated(name):
    """Keep our own finding only where a published rule sees the same on the same prim."""
    pytest.importorskip("usd_validation_nvidia", reason=REASON)
    asset = next((ASSETS / "broken" / name).glob("*.usda"))
    codes = [
        {f.code for f in check_asset(str(asset), "a", CheckOptions(are_validators_wanted=wanted)).findings}
        for wanted in (False, True)
    ]
    assert codes[0] == codes[1]


@pytest.mark.parametrize("folder", GOOD_DROPS, ids=lambda p: p.name)
def test_good_assets_break_no_published_rule(folder):
    """Find nothing above INFO in good assets with the published rules either."""
    pytest.importorskip("usd_validation_nvidia", reason=REASON)
    (asset,) = folder.glob("*.usda")
    verdict = check_asset(str(asset), "a", CheckOptions(are_validators_wanted=True))
    assert [f.message for f in verdict.findings if f.severity.value != "INFO"] == []


def test_without_the_package_it_is_a_usage_error(monkeypatch, capsys):
    """Say what to install instead of leaving the rules out."""
    import sys

    monkeypatch.setitem(sys.modules, "usd_validation_nvidia", None)
    asset = next((ASSETS / "good" / "box").glob("*.usda"))
    assert main(["check", str(asset), "--validators"]) == 2
    assert "asset-qa[validators]" in capsys.readouterr().err
