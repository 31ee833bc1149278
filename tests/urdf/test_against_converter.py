"""Compare with urdf-usd-converter 0.3.4 on its own test files.

It brings its own USD libraries, so it cannot run here; ``golden/urdf_usd_converter.json`` holds what it gave.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harness.intake.urdf_convert import convert
from harness.urdf.bodies import plan_bodies
from harness.urdf.parse import read_urdf_file
from harness.urdf.tree import build_tree
from tests.support import corpora
from tests.urdf.stage_numbers import joint_numbers, link_numbers

GOLDEN: dict[str, Any] = json.loads((Path(__file__).parent / "golden" / "urdf_usd_converter.json").read_text())

# It follows no joint without a position, and neither do we; it writes the relation all the same.
MIMICS_OF_FIXED = {"verifying_elements", "link_skip_ghost_link_with_mimic"}

STANDS_ELSEWHERE = {"mimic_joint"}


def near(value: Any, scale: float = 1.0) -> Any:
    """Compare with the precision of USD's single-precision attributes."""
    return pytest.approx(value, rel=2e-6, abs=2e-6 * scale)


@pytest.mark.corpora
@pytest.mark.parametrize("name", [n for n, v in GOLDEN.items() if "error" in v])
def test_what_it_refuses_is_refused(name):
    """Refuse every file that it refuses, except for a mimic to a missing joint, which a check of its own reports."""
    file = read_urdf_file(corpora("corpora", "urdf-usd-converter-tests") / f"{name}.urdf")
    assert file.is_usable == (name == "error_incorrect_mimic_joint"), [f.message for f in file.findings]


@pytest.mark.corpora
@pytest.mark.parametrize("name", [n for n, v in GOLDEN.items() if "links" in v])
def test_links_are_the_same(name):
    """Give links the same poses, bodies, masses, inertias and colliders."""
    path = corpora("corpora", "urdf-usd-converter-tests") / f"{name}.urdf"
    file = read_urdf_file(path)
    made = convert(file, path)
    ours = link_numbers(made)
    # It leaves out links that no joint reaches; here they are there, beside an error that the file is no tree.
    assert set(ours) >= set(GOLDEN[name]["links"])
    assert set(ours) == set(GOLDEN[name]["links"]) or not file.is_usable
    for link, expected in GOLDEN[name]["links"].items():
        got = ours[link]
        for row, wanted in zip(got["pose"], expected["pose"], strict=True):
            # It turns single-precision quaternions into poses, and stands joints at 0 that a mimic wants elsewhere.
            assert row == pytest.approx(wanted, abs=1e-5) or name in STANDS_ELSEWHERE, link
        assert got["body"] == expected["body"], link
        if expected.get("mass"):
            assert got["mass"] == near(expected["mass"])
        if "com" in expected:
            assert got["com"] == near(expected["com"])
        if "inertia" in expected:
            size = max(map(abs, expected["inertia"]))
            assert got["inertia"] == pytest.approx(expected["inertia"], rel=1e-9, abs=1e-9 * size)
            assert got["usd_inertia"].tolist() == [near(r, size) for r in expected["usd_inertia"]]
        assert [c["type"] for c in got["colliders"]] == [c["type"] for c in expected["colliders"]], link
        for mine, its in zip(got["colliders"], expected["colliders"], strict=True):
            assert (mine["low"], mine["high"]) == (near(its["low"]), near(its["high"])), link


@pytest.mark.corpora
@pytest.mark.parametrize("name", [n for n, v in GOLDEN.items() if "joints" in v])
def test_joints_are_the_same(name):
    """Give joints the same bodies, frames, axes, limits and dynamics; frames at the root are no anchors."""
    path = corpora("corpora", "urdf-usd-converter-tests") / f"{name}.urdf"
    file = read_urdf_file(path)
    made = convert(file, path)
    ours = joint_numbers(made)
    tree = build_tree(made.facts.robot)
    plan = plan_bodies(made.facts.robot, tree)
    for joint, expected in GOLDEN[name]["joints"].items():
        if expected["body0"] is None and plan.world is None:
            assert joint not in ours
            continue
        got = ours.pop(joint)
        assert {k: got[k] for k in ("type", "body0", "body1")} == {k: expected[k] for k in ("type", "body0", "body1")}
        for key in ("pos0", "pos1", "axis0", "axis1"):
            if key in expected and not (key.startswith("axis") and got["type"] == "PhysicsJoint"):
                assert got[key] == near(expected[key]), (joint, key)
        for key in ("lowerLimit", "upperLimit"):
            assert got.get(key) == (near(expected[key], 100) if key in expected else None), (joint, key)
        for key in expected:
            if key.startswith(("newton:", "urdf:")) and not (name in MIMICS_OF_FIXED and "imic" in key):
                if expected["type"] in ("PhysicsFixedJoint", "PhysicsJoint") and key.startswith("newton:"):
                    continue
                if expected[key] == 0 and key in ("newton:velocityLimit", "urdf:limit:effort") and key not in got:
                    # It writes 0 for a limit that the file leaves out, which would forbid any motion.
                    continue
                assert got.get(key) == near(expected[key], 10), (joint, key)
    assert not ours, "joints that it does not make"
