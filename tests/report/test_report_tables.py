"""Tables of a verdict: what they may hold, how they are stored, and how a page shows them."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
import report_samples as samples
from test_html_report import EVIL, page_of

from harness.catalog import Judgement
from harness.errors import RecordError
from harness.report.codec import from_data, load_verdict, to_data, write_json_atomic
from harness.report.tables import table_view
from harness.runner.judge import conclude
from harness.verdict import Column, Table, Verdict

JOINTS = Table(
    name="tracking",
    title="Tracking by joint",
    columns=(
        Column(name="joint", label="Joint"),
        Column(name="error_rad", label="Error", unit="rad"),
        Column(name="limit_rad", label="Limit", unit="rad"),
        Column(name="is_reversed", label="Reversed"),
        Column(name="step_count", label="Steps"),
    ),
    rows=(("hip", 0.02, 0.05, False, 240), ("knee", 0.08, 0.05, True, 240), ("ankle", None, 0.05, None, None)),
    chart="bar",
    value_column="error_rad",
    limit_column="limit_rad",
    note="Largest error after settling.",
)


def test_table_survives_a_file(tmp_path: Path) -> None:
    """Write and read a verdict with a table; a number that is not finite becomes missing."""
    spoiled = Table(name="t", title="T", columns=(Column(name="a", label="A"),), rows=((math.nan,), (math.inf,), (1,)))
    write_json_atomic(tmp_path / "verdict.json", samples.verdict("arm", tables=(JOINTS, spoiled)))
    first, second = load_verdict(tmp_path / "verdict.json").tables
    assert first == JOINTS
    assert second.rows == ((None,), (None,), (1,))


@pytest.mark.parametrize(
    "changes",
    [
        {"columns": ()},
        {"columns": (JOINTS.columns[0],) * 2, "rows": ()},
        {"rows": (("hip", 0.1),)},
        {"value_column": "nothing"},
        {"limit_column": "nothing"},
        {"chart": "pie"},
    ],
)
def test_table_that_does_not_fit_together_is_refused(changes: dict[str, object]) -> None:
    """Refuse rows without columns and bars without numbers, in code and in a file."""
    values = {"name": "t", "title": "T", "columns": JOINTS.columns, "rows": JOINTS.rows, "chart": "bar"}
    values |= {"value_column": "error_rad", "limit_column": "limit_rad", **changes}
    with pytest.raises(ValueError, match="table t"):
        Table(**values)  # type: ignore[arg-type]
    data = to_data(samples.verdict("arm", tables=(JOINTS,)))
    table = data["tables"][0]  # type: ignore[index]
    assert isinstance(table, dict)
    table["value_column"] = "nothing"
    with pytest.raises(RecordError, match="tables"):
        from_data(Verdict, data)


def test_table_text_has_units_and_never_a_made_up_number() -> None:
    """Write numbers with units, truth values as words and missing values as a dash."""
    view = table_view(JOINTS)
    assert view.rows[1].cells == ("knee", "0.08\u00a0rad", "0.05\u00a0rad", "yes", "240")
    assert view.rows[2].cells == ("ankle", "\u2013", "0.05\u00a0rad", "\u2013", "\u2013")
    assert view.is_number == (False, True, True, False, True)


def test_bars_compare_with_the_limit() -> None:
    """Draw a bar for what was measured only; beyond the limit it passes the mark."""
    hip, knee, ankle = (row.bar for row in table_view(JOINTS).rows)
    assert hip and knee and ankle is None
    assert not hip.is_over and knee.is_over
    assert hip.fill < (hip.limit_at or 0) < knee.fill


def test_page_shows_table_and_escapes_it(tmp_path: Path) -> None:
    """Show title, numbers and bars; text of an asset stays text."""
    evil = Table(name="x", title="Names", columns=(Column(name="n", label="Name"),), rows=((EVIL,),))
    page = page_of(tmp_path, samples.verdict("arm", tables=(JOINTS, evil)))
    assert "Tracking by joint" in page.text and "Largest error after settling." in page.text
    assert "Error against limit" in page.text
    assert len([r for r in page.all("rect") if "fill-bad" in (r.get("class") or "")]) == 1
    assert EVIL in page.text


def test_tables_of_a_judgement_reach_the_conclusion() -> None:
    """Carry the tables of a test into the verdict."""
    judgement = Judgement(criteria=(), findings=(), events=(), measurements={}, tables=(JOINTS,))
    assert conclude([], judgement, is_complete=True, is_strict=False, facts=None).tables == (JOINTS,)
