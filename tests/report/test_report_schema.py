"""The published schemas follow from the records and accept what is written."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import report_samples as samples
from hypothesis import HealthCheck, given, settings
from report_strategies import of

from harness.report import load_renderer
from harness.report.codec import COMPLETE_KEY, to_data, write_json_atomic
from harness.report.schema import SCHEMAS, field_docs, main, make_schema, schema_text
from harness.verdict import Verdict

FOLDER = Path(__file__).parents[2] / "docs" / "schema"


@pytest.mark.parametrize("name", SCHEMAS)
def test_published_schema_is_up_to_date(name: str) -> None:
    committed = (FOLDER / f"{name}.schema.json").read_text(encoding="utf-8")
    assert committed == schema_text(name), (
        f"run: python -m harness.report.schema {name} > docs/schema/{name}.schema.json"
    )


@pytest.mark.parametrize("name", SCHEMAS)
def test_schema_is_valid_and_describes_every_field(name: str) -> None:
    schema: Any = make_schema(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    for part in (schema, *schema["$defs"].values()):
        assert part["description"]
        for key, value in part.get("properties", {}).items():
            assert value.get("description"), key
    assert list(schema["properties"]) == [f.name for f in dataclasses.fields(SCHEMAS[name])] + [COMPLETE_KEY]


@pytest.mark.parametrize("verdict", samples.every_outcome(), ids=lambda v: v.asset.name)
def test_written_verdicts_are_valid(tmp_path: Path, verdict: Verdict) -> None:
    write_json_atomic(tmp_path / "verdict.json", verdict)
    jsonschema.validate(json.loads((tmp_path / "verdict.json").read_text()), make_schema("verdict"))


def test_written_run_is_valid(tmp_path: Path) -> None:
    text = load_renderer("json")(samples.run_of(*samples.every_outcome()), tmp_path)
    jsonschema.validate(json.loads(text), make_schema("run"))


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(record=of(Verdict))
def test_any_verdict_is_valid(record: Verdict) -> None:
    data = json.loads(json.dumps({**to_data(record), COMPLETE_KEY: True}))
    jsonschema.validate(data, make_schema("verdict"))


@pytest.mark.parametrize(
    "change", [{"outcome": "GREAT"}, {"extra": 1}, {COMPLETE_KEY: False}, {"schema_version": 2}, {"criteria": [{}]}]
)
def test_schema_refuses_what_the_codec_refuses(change: dict[str, Any]) -> None:
    data = {**to_data(samples.verdict("crate")), COMPLETE_KEY: True, **change}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, make_schema("verdict"))


def test_every_field_of_a_record_is_documented() -> None:
    assert set(field_docs(Verdict)) == {f.name for f in dataclasses.fields(Verdict)}


def test_command_prints_a_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert capsys.readouterr().out == schema_text("verdict")
    assert main(["nonsense"]) == 2
    assert "verdict|run" in capsys.readouterr().err
