"""Receipts in the layout of another tool: true only for a clean PASS, under our own name, never beside the asset."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
import report_samples as samples

from harness.cli.main import main
from harness.errors import RecordError, UnknownNameError
from harness.outcomes import Outcome, Severity
from harness.parts import StampRecord
from harness.report.codec import load_run, load_verdict, write_json_atomic
from harness.report.metadata import groups
from harness.report.receipt_simready import LAYOUTS, is_passed, make_receipt
from harness.report.receipt_write import parse_receipts, write_receipts
from harness.stamp import parse_stamp
from harness.verdict import Regrade, Verdict, finding
from tests.intake.test_intake_stamp import STAMP
from tests.support import cube_asset

GOLDENS = Path(__file__).parent / "goldens"
RUN = "2026-11-30T10:00:00Z"


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
    words = [
        "batch",
        str(asset),
        "--engine",
        "fake",
        "--workers",
        "1",
        "--no-cache",
        "--no-db",
        "--pages",
        "none",
        "-q",
    ]
    main([*words, "--out", str(tmp_path / "out"), "--receipt", "simready"])
    (receipt,) = (tmp_path / "out").glob("*/**/receipt/simready.json")
    assert flags(json.loads(receipt.read_text())) == [False, False, False]
    assert main([*words, "--receipt", "simreday"]) == 2
    assert "simreday" in capsys.readouterr().err


def test_older_records_without_stamp_are_read(tmp_path):
    """Make a receipt of a run from before stamps were recorded; nothing else may be missing."""
    path = tmp_path / "verdict.json"
    write_json_atomic(path, clean())
    data = json.loads(path.read_text())
    del data["asset"]["stamp"]
    path.write_text(json.dumps(data))
    assert load_verdict(path) == dataclasses.replace(clean(), asset=dataclasses.replace(clean().asset, stamp=None))
    del data["asset"]["bodies"]
    path.write_text(json.dumps(data))
    with pytest.raises(RecordError, match="missing key"):
        load_verdict(path)
