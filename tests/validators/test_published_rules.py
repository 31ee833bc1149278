"""The published rules: they add what we do not say, and their labelled examples agree or have a written reason."""

from __future__ import annotations

import json
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
    "JT.001": {"Joint between rigid bodies", "Joint between rigid body and World"},
    "JT.002": set(),
    "JT.003": set(),
    "RB.001": set(),
    "JT.ART.002": set(),
    "JT.ART.003": set(),
    "JT.ART.004": set(),
    "HI.004": set(),
}
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


def test_examples_agree_or_have_a_reason(tmp_path):
    """Find a mapped code in every wrong example and none in a right one, except where a reason is written."""
    surprises, compared, unreadable = [], 0, []
    for number, (rule, name, is_right, text) in enumerate(examples()):
        path = tmp_path / f"example_{number}.usda"
        path.write_text(text)
        codes = {f.code for f in check_asset(str(path), "example", CheckOptions()).findings}
        if rule != "HI.004" and codes & UNREADABLE:
            unreadable.append((rule, name))
            continue
        compared += 1
        is_silent = not codes & set(RULE_CODES[rule])
        if (is_silent == is_right) == (name in DISAGREEMENTS[rule]):
            surprises.append((rule, name, sorted(codes)))
    assert surprises == []
    assert compared >= 18, unreadable


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
