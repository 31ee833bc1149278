"""The codec keeps everything, refuses everything else, and never leaves half a file."""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from report_strategies import of

from harness.errors import RecordError
from harness.outcomes import CriterionStatus, Outcome
from harness.report import RunEntry, RunReport, codec, make_run_report
from harness.report.codec import (
    COMPLETE_KEY,
    from_data,
    load_run,
    load_verdict,
    to_data,
    write_json_atomic,
    write_text_atomic,
)
from harness.report.decode import decoder
from harness.report.encode import NotPlain, encoder
from harness.verdict import AssetRecord, ConfigValue, Criterion, EngineRecord, Event, Verdict, finding

NEVER = {"started_at": "", "finished_at": ""}


def verdict(**changes: Any) -> Verdict:
    base = Verdict(
        outcome=Outcome.PASS,
        summary="It landed.",
        test="ground_drop",
        test_version="3.0.0",
        asset=AssetRecord(name="box", path="box.usda"),
        engine=EngineRecord(name="fake"),
    )
    return dataclasses.replace(base, **changes)


def criterion(**changes: Any) -> Criterion:
    base = Criterion(
        name="rest",
        title="It rests",
        status=CriterionStatus.MET,
        is_required=True,
        measured=0.001,
        limit=0.02,
        unit="m",
        margin=0.019,
        code="MON003",
    )
    return dataclasses.replace(base, **changes)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(record=of(Verdict))
def test_round_trip_through_json(record: Verdict) -> None:
    assert from_data(Verdict, json.loads(json.dumps(to_data(record)))) == record


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(record=of(Verdict))
def test_the_fast_way_gives_the_same_data_or_steps_aside(record: Verdict) -> None:
    strict = codec._encode(Verdict, record, "")
    try:
        assert encoder(Verdict)(record) == strict
    except NotPlain:
        assert to_data(record) == strict
    read = json.loads(json.dumps(strict))
    try:
        assert decoder(Verdict)(read) == codec._decode(Verdict, read, "")
    except NotPlain:
        assert from_data(Verdict, read) == codec._decode(Verdict, read, "")


@pytest.mark.parametrize("value", [True, math.nan, math.inf, "1", None, np.float32("nan")])
def test_the_fast_way_takes_no_number_that_is_none(value: object) -> None:
    with pytest.raises(NotPlain):
        encoder(float)(value)


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(first=of(Verdict), second=of(Verdict))
def test_round_trip_of_a_run_through_a_file(tmp_path_factory: Any, first: Verdict, second: Verdict) -> None:
    path = tmp_path_factory.mktemp("run") / "run.json"
    entries = [RunEntry(case_dir=f"cases/{i}", verdict=v) for i, v in enumerate((first, second))]
    run = make_run_report(entries, run_id="r", command="asset-qa run", **NEVER)
    write_json_atomic(path, run)
    assert load_run(path) == run
    # Thousands of verdicts are read this way; the slow way is for what is unusual.
    plain = make_run_report([RunEntry(case_dir="a", verdict=verdict())], run_id="r", command="", **NEVER)
    assert decoder(RunReport)(json.loads(json.dumps(encoder(RunReport)(plain)))) == plain


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, np.float32("nan")])
def test_a_number_that_is_not_finite_is_missing(number: float) -> None:
    data: Any = to_data(
        verdict(
            criteria=(criterion(measured=number),),
            measurements={"drop_height_m": number},
            config=(ConfigValue(key="k", value=number, origin="default"),),
            asset=AssetRecord(name="a", path="a.usd", size_m=(1.0, number, 1.0)),
        )
    )
    assert data["criteria"][0]["measured"] is None
    assert data["measurements"] == {"drop_height_m": None}
    assert data["config"][0]["value"] is None
    assert data["asset"]["size_m"] is None


def test_a_number_that_must_be_there_and_is_not_finite_is_refused() -> None:
    with pytest.raises(RecordError, match="events"):
        to_data(verdict(events=(Event(name="rest", frame_index=1, time_s=math.nan),)))


def test_numpy_scalars_and_whole_numbers_become_plain_numbers() -> None:
    data: Any = to_data(verdict(criteria=(criterion(measured=np.float32(0.5), limit=0, frame_index=np.int64(7)),)))
    assert [type(data["criteria"][0][k]) for k in ("measured", "limit", "frame_index")] == [float, float, int]


@pytest.mark.parametrize("value", [1, 1.0, "1", True, None])
def test_a_setting_keeps_its_type(value: object) -> None:
    record = ConfigValue(key="k", value=value, origin="default")  # type: ignore[arg-type]
    back = from_data(ConfigValue, json.loads(json.dumps(to_data(record))))
    assert back == record
    assert type(back.value) is type(value)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("outcome",), "GREAT", r"^outcome: one of PASS, FAIL.* is needed, found str 'GREAT'"),
        (("outcome",), None, r"^outcome: .*found null"),
        (("surprise",), 1, r"^surprise: unknown key"),
        (("asset", "surprise"), 1, r"^asset.surprise: unknown key"),
        (("criteria", 0, "measured"), "0.1", r"^criteria\[0\].measured: number or null is needed, found str"),
        (("criteria", 0, "measured"), True, r"^criteria\[0\].measured: "),
        (("criteria", 0, "is_required"), 1, r"^criteria\[0\].is_required: true or false is needed"),
        (("criteria", 0, "frame_index"), 1.5, r"^criteria\[0\].frame_index: integer or null"),
        (("criteria", 0), None, r"^criteria\[0\]: object is needed, found null"),
        (("criteria",), {}, r"^criteria: array is needed"),
        (("asset", "size_m"), [1.0, 2.0], r"^asset.size_m: 3 items are needed, found 2"),
        (("durations_s",), {"simulate": None}, r"^durations_s.simulate: number is needed"),
        (("durations_s",), {"simulate": 10**400}, r"^durations_s.simulate: finite number is needed"),
    ],
)
def test_loading_is_strict(path: tuple[Any, ...], value: object, message: str) -> None:
    data: Any = json.loads(json.dumps(to_data(verdict(criteria=(criterion(),)))))
    target = data
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    with pytest.raises(RecordError, match=message):
        from_data(Verdict, data)


def test_a_missing_key_is_refused_even_when_it_has_a_default() -> None:
    data: Any = to_data(verdict())
    del data["video"]["reason"]
    with pytest.raises(RecordError, match=r"^video.reason: missing key"):
        from_data(Verdict, data)


def test_a_wrong_type_is_refused_on_writing() -> None:
    with pytest.raises(RecordError, match=r"^criteria\[0\].unit: string is needed, found null"):
        to_data(verdict(criteria=(criterion(unit=None),)))


def test_every_truncation_of_a_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "verdict.json"
    write_json_atomic(path, verdict())
    whole = path.read_bytes()
    assert load_verdict(path) == verdict()
    assert list(json.loads(whole))[-1] == COMPLETE_KEY
    for length in range(0, len(whole) - 2):
        path.write_bytes(whole[:length])
        with pytest.raises(RecordError, match=r"verdict\.json"):
            load_verdict(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t.replace(',\n  "is_complete_record": true', ""), "complete"),
        (lambda t: t.replace('"is_complete_record": true', '"is_complete_record": 1'), "complete"),
        (lambda t: '{"is_complete_record": true,' + t.replace(',\n  "is_complete_record": true', "")[1:], "complete"),
        (lambda t: t.replace('"schema_version": 1', '"schema_version": 2'), "schema version 2, this program reads 1"),
        (lambda t: t.replace('"test":', '"summary":'), "twice"),
        (lambda t: t.replace('"is_strict": false', '"is_strict": NaN'), "NaN"),
        (lambda t: "[" * 100_000, "readable"),
        (lambda t: "[]", "complete"),
    ],
)
def test_a_file_that_is_no_complete_record_is_refused(tmp_path: Path, change: Any, message: str) -> None:
    path = tmp_path / "verdict.json"
    write_json_atomic(path, verdict())
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(RecordError, match=message):
        load_verdict(path)


def test_a_missing_or_foreign_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="No such file"):
        load_verdict(tmp_path / "verdict.json")
    (tmp_path / "verdict.json").write_bytes(b"\xff\xfe")
    with pytest.raises(RecordError, match="readable"):
        load_verdict(tmp_path / "verdict.json")


def test_a_failed_write_keeps_the_old_file_and_leaves_nothing_behind(tmp_path: Path, monkeypatch: Any) -> None:
    path = tmp_path / "verdict.json"
    write_text_atomic(path, "old")

    def broken(descriptor: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", broken)
    with pytest.raises(OSError, match="disk full"):
        write_text_atomic(path, "new")
    assert [p.name for p in tmp_path.iterdir()] == ["verdict.json"]
    assert path.read_text() == "old"


def test_a_name_that_is_not_utf8_survives(tmp_path: Path) -> None:
    odd = verdict(asset=AssetRecord(name="caf\udce9", path="b\u00fcste\udce9.usd"))
    write_json_atomic(tmp_path / "verdict.json", odd)
    assert load_verdict(tmp_path / "verdict.json") == odd


def test_plain_data_gets_no_mark_and_no_nan(tmp_path: Path) -> None:
    path = tmp_path / "series.json"
    write_json_atomic(path, {"time_s": [0.0, np.float32(0.5)], "low_z_m": (math.nan, 1), "speed_m_s": None, "n": True})
    assert json.loads(path.read_text()) == {"time_s": [0.0, 0.5], "low_z_m": [None, 1], "speed_m_s": None, "n": True}
    with pytest.raises(RecordError, match=r"series\.json"):
        write_json_atomic(path, {"x": object()})


def test_a_run_cannot_contradict_its_verdicts() -> None:
    run = make_run_report(
        [RunEntry(case_dir="cases/box", verdict=verdict())], run_id="r", started_at="", finished_at="", command=""
    )
    assert run.exit_code == 0
    data: Any = to_data(run)
    data["counts"]["PASS"] = 2
    with pytest.raises(RecordError, match="counts do not agree"):
        from_data(type(run), data)
    data = to_data(run)
    data["verdicts"][0]["verdict"]["outcome"] = "FAIL"
    with pytest.raises(RecordError, match="do not agree"):
        from_data(type(run), data)


@pytest.mark.parametrize("case_dir", ["", "/tmp/x", "../x", "a/../../x", "C:/x", "a\\b"])
def test_a_case_folder_lies_in_the_run_folder(case_dir: str) -> None:
    with pytest.raises(ValueError, match="inside the run folder"):
        RunEntry(case_dir=case_dir, verdict=verdict())


@pytest.mark.parametrize(
    ("outcomes", "exit_code"),
    [
        ([], 5),
        (["NOT_APPLICABLE"], 5),
        (["PASS", "NOT_APPLICABLE"], 0),
        (["PASS", "BLOCKED"], 4),
        (["PASS", "INCONCLUSIVE"], 3),
        (["BLOCKED", "ERROR"], 3),
        (["PASS", "ERROR", "FAIL"], 1),
    ],
)
def test_exit_status_follows_the_roll_up(outcomes: list[str], exit_code: int) -> None:
    entries = [RunEntry(case_dir=f"c/{i}", verdict=verdict(outcome=Outcome(o))) for i, o in enumerate(outcomes)]
    assert make_run_report(entries, run_id="r", started_at="", finished_at="", command="").exit_code == exit_code


def test_findings_use_the_code_table() -> None:
    record = verdict(findings=(finding("SAF008", "Mass is -1 kg.", sites=["/A"]),))
    assert from_data(Verdict, to_data(record)) == record
