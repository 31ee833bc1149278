"""The validation stamp of an asset: read where SimReady tools write it, told when it cannot be used, never judged."""

from __future__ import annotations

import json

import pytest
from pxr import Sdf

from harness.intake import read_asset
from harness.outcomes import Severity
from harness.parts import StampRecord
from harness.stamp import parse_stamp
from tests.support import cube_asset, fake, run

RUN = "2026-11-30T10:00:00Z"
STAMP = {
    "profile": "Prop-Robotics-Physx",
    "profile_version": "1.0.0",
    "validated_features": {
        "2026-01-01T00:00:00Z": {"FET_001_STANDARD": {"passed": False}},
        "2026-06-01T00:00:00Z": {
            "FET_001_STANDARD": {"passed": True},
            "FET_003_PHYSX": {"passed": False, "failing requirements": ["RB.010"]},
            "FET_004_PHYSX": {"passed": "yes"},
        },
    },
}


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ([STAMP], "no JSON object"),
        ({}, "neither a validation nor tests"),
        ({"SimReady_Metadata": 3}, "no dictionary"),
        ({"SimReady_Metadata": {"validation": {}}}, "neither a profile nor features"),
        ({"SimReady_Metadata": {"validation": {"profile": ["P"]}}}, "neither a profile nor features"),
        ({"SimReady_Metadata": {"runtime_testing": {"tested_features": []}}}, "no tested features"),
        ({"SimReady_Metadata": {"runtime_testing": {"tested_features": {"2026": {"F": {}}}}}}, "no feature"),
        ({"runtime_tests": [{"passed": True}]}, "no tests"),
        ({"SimReady_Metadata": {"validation": "yes"}}, "no dictionary"),
        ({"validated_features": {}}, "no validated features"),
        ({"validated_features": {"2026": 3}}, "no dictionary"),
        ({"validated_features": {"2026": {"F": {"passed": "True"}}}}, "no feature"),
        ({"validated_features": {"2026": {"F": {"passed": 1}}}}, "no feature"),
    ],
)
def test_stamp_that_is_not_understood_passed_nothing(data, problem):
    """Say what is wrong with a stamp; anything but a plain true is not a pass."""
    stamp = parse_stamp(data, "root layer", is_receipt=True)
    assert stamp is not None
    assert problem in stamp.problem
    assert stamp.passed_features == stamp.passed_tests == ()


def test_old_list_of_tests_is_read():
    """Read the earlier layout: a list of tests with the time of their run."""
    tests = [{"test_name": "a", "passed": True, "timestamp": RUN}, {"test_name": "b", "passed": False}, 3]
    stamp = parse_stamp({"runtime_tests": tests}, "file", is_receipt=True)
    assert (stamp.tested_at, stamp.passed_tests, stamp.failed_tests) == (RUN, ("a",), ("b",))


def test_profile_alone_is_a_stamp():
    """Take a stamp that names a profile and no features for what it is, without a complaint."""
    stamp = parse_stamp({"SimReady_Metadata": {"validation": {"profile": "P", "profile_version": "1"}}}, "p.json")
    assert stamp == StampRecord(source="p.json", profile="P", profile_version="1")


def test_stamp_in_the_root_layer_is_read(tmp_path):
    """Read the custom data of the root layer as USD stores it; a richer stamp beats a bare one beside it."""
    asset = cube_asset(tmp_path)
    layer = Sdf.Layer.FindOrOpen(str(asset))
    layer.customLayerData = {"SimReady_Metadata": {"validation": STAMP}}
    layer.Save()
    asset.with_suffix(".json").write_text(json.dumps({"SimReady_Metadata": {"validation": {"profile": "Other"}}}))
    intake = read_asset(asset)
    assert (intake.stamp.source, intake.stamp.profile) == ("root layer", "Prop-Robotics-Physx")
    assert intake.stamp.passed_features == ("FET_001_STANDARD",)
    assert "INT014" not in {f.code for f in intake.findings}


@pytest.mark.parametrize(
    "content",
    [b"{", b"[]", b"\xff\xfe\x00", b"[" * 100_000, b"{}", b" " * 4_000_001, None],
    ids=["cut", "list", "bytes", "deep", "empty", "large", "loop"],
)
def test_broken_receipt_informs_and_changes_no_outcome(tmp_path, content):
    """Tell of a file that cannot be used, and judge the asset as without it; a loop of links is no file."""
    asset = cube_asset(tmp_path)
    receipt = tmp_path / ".simready" / "validation.json"
    receipt.parent.mkdir()
    # A JSON file of the asset's name may be anything.
    asset.with_suffix(".json").write_bytes(b"{")
    if content is None:
        receipt.symlink_to("validation.json")
    else:
        receipt.write_bytes(content)
    with fake("pass") as engine:
        verdict = run(asset, tmp_path / "case", engine, is_strict=True)
    told = [f for f in verdict.findings if f.code == "INT014"]
    assert [f.severity for f in told] == ([] if content is None else [Severity.INFO])
    receipt.unlink()
    with fake("pass") as engine:
        assert run(asset, tmp_path / "plain", engine, is_strict=True).outcome is verdict.outcome


@pytest.mark.parametrize("data", [None, [], {}, {"SimReady_Metadata": {}}, {"a": 1}])
def test_asset_without_stamp_has_none(data):
    """Take nothing else for a stamp."""
    assert parse_stamp(data, "root layer") is None
