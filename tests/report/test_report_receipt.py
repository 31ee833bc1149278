"""Receipts in the layout of another tool: true only for a clean PASS, under our own name, never beside the asset."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
import report_samples as samples
from pxr import Sdf

from harness.cli.main import main
from harness.errors import UnknownNameError
from harness.intake import read_asset
from harness.outcomes import Outcome, Severity
from harness.parts import StampRecord
from harness.report.codec import load_run
from harness.report.metadata import groups
from harness.report.receipt_simready import LAYOUTS, is_passed, make_receipt
from harness.report.receipt_write import parse_receipts, write_receipts
from harness.stamp import parse_stamp
from harness.verdict import Regrade, Verdict, finding
from tests.support import cube_asset, fake, run

GOLDENS = Path(__file__).parent / "goldens"
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


def clean() -> Verdict:
    """Return a PASS with nothing to remark."""
    verdict = samples.verdict("crate")
    kept = tuple(f for f in verdict.findings if f.severity is Severity.INFO and f.regrade is None)
    engine = dataclasses.replace(verdict.engine, name="ovphysx")
    return dataclasses.replace(verdict, findings=kept, engine=engine, started_at="2026-11-30T11:00:00+01:00")


def flags(data: object) -> list[object]:
    """Return every value of a key ``passed``, at any depth."""
    if isinstance(data, dict):
        return [v for k, v in data.items() if k == "passed"] + [f for v in data.values() for f in flags(v)]
    return [f for v in data for f in flags(v)] if isinstance(data, list) else []


@pytest.mark.parametrize("layout", LAYOUTS)
def test_receipt_is_as_expected(layout, pytestconfig):
    """Write exactly the fields of the layout, and the producer beside them."""
    text = json.dumps(make_receipt(clean(), layout, "1.2.3"), indent=2) + "\n"
    golden = GOLDENS / f"receipt-{layout}.json"
    if pytestconfig.getoption("--update-report-goldens", default=False):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")
    assert flags(json.loads(text)) and all(flag is True for flag in flags(json.loads(text)))


def test_layout_of_the_newer_version_has_its_path_and_no_old_list():
    """Put the result where readers of 2026.8.0 look: by run, feature, engine and test."""
    receipt = json.loads(json.dumps(make_receipt(clean(), "simready", "1")))
    feature = receipt["SimReady_Metadata"]["runtime_testing"]["tested_features"][RUN]["ASSET_QA_GROUND_DROP"]
    test = feature["engines"]["asset_qa.ovphysx"]["tests"]["asset_qa.ground_drop"]
    assert set(test) == {"passed", "name", "test_file", "provider", "version"}
    assert (test["provider"], "runtime_tests" in receipt) == ("asset-qa", False)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("outcome", [o for o in Outcome if o is not Outcome.PASS])
def test_only_a_pass_is_passed(outcome, layout):
    """Say false everywhere for every other outcome, those without any judgement included."""
    receipt = make_receipt(dataclasses.replace(clean(), outcome=outcome), layout, "1")
    assert flags(receipt) and not any(flags(receipt))


def test_a_pass_with_a_remark_is_not_passed():
    """Ask for a clean PASS: no warning, nothing waived or graded down, no scripted engine, no error."""
    verdict = clean()
    assert is_passed(verdict)
    warned = finding("ENG050", "Other engine.", severity=Severity.WARN)
    lenient = Regrade(original=Severity.FAIL, reason="known", origin="qa.yaml")
    lowered = dataclasses.replace(finding("ENG050", "Other engine.", severity=Severity.INFO), regrade=lenient)
    criterion = dataclasses.replace(verdict.criteria[0], is_waived=True)
    for change in (
        {"findings": (warned,)},
        {"findings": (lowered,)},
        {"criteria": (criterion,)},
        {"engine": dataclasses.replace(verdict.engine, name="fake")},
        {"error": "Traceback"},
    ):
        assert not is_passed(dataclasses.replace(verdict, **change)), change


def test_nothing_in_a_receipt_takes_a_foreign_name():
    """Claim no feature, engine or provider of the tool whose layout it is."""
    text = json.dumps(make_receipt(clean(), "simready", "1"))
    assert "FET" not in text
    assert "no certification by NVIDIA" in text


def test_unknown_receipt_is_refused():
    """Name the receipts that there are."""
    assert parse_receipts(["simready,simready-2026.6", "simready"]) == ("simready", "simready-2026.6")
    with pytest.raises(UnknownNameError, match="simready"):
        parse_receipts(["simreday"])


def test_run_and_report_write_receipts_and_leave_the_asset_alone(tmp_path, capsys):
    """Write into the case only; the newest stamp of the asset shows in the record and changes nothing."""
    asset = cube_asset(tmp_path)
    beside = asset.parent / ".simready" / "validation.json"
    beside.parent.mkdir()
    beside.write_text(json.dumps({"SimReady_Metadata": {"validation": STAMP}}))
    before = {p: p.read_bytes() for p in asset.parent.rglob("*") if p.is_file()}
    out = tmp_path / "out"
    arguments = ["run", "ground_drop", str(asset), "--engine", "fake", "--out", str(out), "--no-video", "-q"]
    code = main([*arguments, "--receipt", "simready"])
    (folder,) = out.iterdir()
    report = load_run(folder / "run.json")
    entry = report.verdicts[0]
    written = folder / entry.case_dir / "receipt" / "simready.json"
    # The scripted engine says nothing about the asset.
    assert not any(flags(json.loads(written.read_text())))
    assert entry.verdict.asset.stamp == StampRecord(
        source=".simready/validation.json",
        profile="Prop-Robotics-Physx",
        profile_version="1.0.0",
        validated_at="2026-06-01T00:00:00Z",
        passed_features=("FET_001_STANDARD",),
        failed_features=("FET_003_PHYSX",),
    )
    facts = {f.label: f.text for f in dict(groups(entry.verdict))["Asset"]}
    assert "claims: profile Prop-Robotics-Physx 1.0.0" in facts["Stamp of SimReady tools"]
    assert "1 passed, 1 failed (FET_003_PHYSX)" in facts["Stamp of SimReady tools"]
    assert "not part of this verdict" in facts["Stamp of SimReady tools"]
    capsys.readouterr()
    assert main(["report", str(folder), "--receipt", "simready-2026.6"]) == code
    assert capsys.readouterr().out.strip().endswith("receipt/simready-2026.6.json")
    assert {p: p.read_bytes() for p in before} == before
    beside.unlink()
    main(arguments)
    other = next(p for p in out.iterdir() if p != folder)
    assert load_run(other / "run.json").outcome is report.outcome


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


@pytest.mark.parametrize("layout", LAYOUTS)
def test_own_receipt_is_read_as_what_it_says(layout):
    """Show a receipt of ours as tests of asset-qa, in both layouts, and never as a validation by others."""
    stamp = parse_stamp(json.loads(json.dumps(make_receipt(clean(), layout, "1"))), "receipt", is_receipt=True)
    assert stamp == StampRecord(
        source="receipt", producer="asset-qa", tested_at=RUN, passed_tests=("ASSET_QA_GROUND_DROP",)
    )
    failed = make_receipt(dataclasses.replace(clean(), outcome=Outcome.FAIL), layout, "1")
    stamp = parse_stamp(json.loads(json.dumps(failed)), "receipt", is_receipt=True)
    assert (stamp.passed_tests, stamp.failed_tests) == ((), ("ASSET_QA_GROUND_DROP",))


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
        verdict = run(asset, tmp_path / "case", engine, strict=True)
    told = [f for f in verdict.findings if f.code == "INT014"]
    assert [f.severity for f in told] == ([] if content is None else [Severity.INFO])
    receipt.unlink()
    with fake("pass") as engine:
        assert run(asset, tmp_path / "plain", engine, strict=True).outcome is verdict.outcome


def test_receipts_stay_in_the_run_folder(tmp_path):
    """Write no receipt where a record from elsewhere, or a link, points out of the run."""
    folder, asset = tmp_path / "run", tmp_path / "asset"
    folder.mkdir()
    asset.mkdir()
    (folder / "linked").symlink_to(asset)
    cases = [("../asset", clean()), (str(asset), clean()), ("linked", clean()), ("cases/a", clean())]
    written, problems = write_receipts(cases, folder, ["simready"])
    assert written == [folder / "cases/a/receipt/simready.json"]
    assert len(problems) == 3
    assert not list(asset.iterdir())


def test_receipts_and_other_targets_are_refused(tmp_path, capsys):
    """Refuse to write receipts into a report that goes elsewhere."""
    words = ["report", str(tmp_path), "--receipt", "simready", "--format", "csv", "--output", "-"]
    assert main(words) == 2
    assert "--receipt writes into RUN" in capsys.readouterr().err


def test_batch_writes_receipts(tmp_path, capsys):
    """Write one for every case of a batch; the scripted engine passes nothing."""
    asset = cube_asset(tmp_path)
    words = ["batch", str(asset), "--engine", "fake", "--workers", "1", "--no-cache", "--no-db", "--no-page", "-q"]
    main([*words, "--out", str(tmp_path / "out"), "--receipt", "simready"])
    (receipt,) = (tmp_path / "out").glob("*/**/receipt/simready.json")
    assert flags(json.loads(receipt.read_text())) == [False, False, False]
    assert main([*words, "--receipt", "simreday"]) == 2
    assert "simreday" in capsys.readouterr().err


@pytest.mark.parametrize("data", [None, [], {}, {"SimReady_Metadata": {}}, {"a": 1}])
def test_asset_without_stamp_has_none(data):
    """Take nothing else for a stamp."""
    assert parse_stamp(data, "root layer") is None
