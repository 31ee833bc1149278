"""Decisions of reviewers: bound to what was judged, merged, shown, and stale when that changes."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
import report_samples as samples
from test_html_report import EVIL, Page

from harness.cli.main import main
from harness.errors import RecordError
from harness.outcomes import Outcome
from harness.report import RunReport
from harness.report.codec import load_record, write_json_atomic
from harness.report.html_report import render, write_pages
from harness.report.signoff import Decision, SignOff, find_signoffs, merge, verdict_digest
from harness.verdict import Verdict

CASE = "cases/crate/ground_drop/ovphysx"


def decision(verdict: Verdict, **changes: str) -> Decision:
    values = {
        "case": CASE,
        "verdict_digest": verdict_digest(verdict),
        "decision": "accept",
        "reviewer": "Ada",
        "comment": "Fine for the demo.",
        "decided_at": "2026-12-01T11:00:00+00:00",
        **changes,
    }
    return Decision(**values)


def stored(folder: Path, *verdicts: Verdict, decisions: tuple[Decision, ...] = ()) -> RunReport:
    report = samples.run_of(*verdicts)
    samples.write_files(report, folder)
    write_json_atomic(folder / "run.json", report)
    if decisions:
        write_json_atomic(folder / "signoff.json", SignOff(run_id=report.run_id, decisions=decisions))
    return report


@pytest.mark.parametrize(
    ("changes", "is_same"),
    [
        ({"started_at": "2027-01-01T00:00:00+00:00", "durations_s": {}, "artifacts": (), "reproduce": "x"}, True),
        ({"versions": {"python": "4"}, "summary": "other words", "measurements": {}}, True),
        ({"outcome": Outcome.FAIL}, False),
        ({"findings": samples.WARNINGS}, False),
        ({"test_version": "4.0.0"}, False),
        ({"is_strict": True}, False),
        ({"config": ()}, False),
        ({"criteria": ()}, False),
        ({"asset": dataclasses.replace(samples.verdict("crate").asset, sha256="0" * 64)}, False),
        ({"asset": dataclasses.replace(samples.verdict("crate").asset, layers=())}, False),
    ],
)
def test_digest_covers_what_was_judged(changes: dict[str, object], is_same: bool) -> None:
    """Keep a decision over time and machines, and end it when anything that was judged changes."""
    old = samples.verdict("crate")
    new = dataclasses.replace(old, **changes)  # type: ignore[arg-type]
    assert (verdict_digest(old) == verdict_digest(new)) is is_same


def test_newest_decision_of_a_reviewer_counts() -> None:
    """Merge files without losing another reviewer's word."""
    verdict = samples.verdict("crate")
    old, new = decision(verdict), decision(verdict, decision="reject", decided_at="2026-12-02T11:00:00+00:00")
    other = decision(verdict, reviewer="Bo")
    merged = merge([SignOff(run_id="a", decisions=(new, other)), SignOff(run_id="a", decisions=(old,))])
    assert set(merged.decisions) == {new, other}


def test_page_shows_a_decision_and_that_it_is_stale(tmp_path: Path) -> None:
    """Show who said what; say that it no longer holds once the verdict is another."""
    verdict = samples.verdict("crate")
    report = stored(tmp_path, verdict, decisions=(decision(verdict, comment=EVIL),))
    page = Page(render(report, tmp_path))
    assert "Accepted by Ada" in page.text and EVIL in page.text
    changed = stored(tmp_path, samples.verdict("crate", findings=samples.WARNINGS))
    text = Page(render(changed, tmp_path)).text
    assert "Accepted, stale by Ada" in text and "Look again" in text


def test_decisions_beside_all_runs_show_in_the_next_run(tmp_path: Path) -> None:
    """Carry a decision of yesterday into the report of today."""
    verdict = samples.verdict("crate")
    write_json_atomic(tmp_path / "signoff.json", SignOff(run_id="", decisions=(decision(verdict),)))
    (tmp_path / "today").mkdir()
    report = stored(tmp_path / "today", verdict)
    states, problems = find_signoffs(report, tmp_path / "today")
    assert states[CASE].label == "accepted" and not problems


def test_damaged_file_is_told_and_costs_nothing(tmp_path: Path) -> None:
    """Show the results all the same, and say that sign-offs are missing."""
    report = stored(tmp_path, samples.verdict("crate"))
    (tmp_path / "signoff.json").write_text("{")
    assert not write_pages(report, tmp_path)
    assert "Sign-offs are missing" in (tmp_path / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("changes", [{"decision": "maybe"}, {"comment": "x" * 4001}])
def test_nonsense_is_refused(tmp_path: Path, changes: dict[str, str]) -> None:
    """Refuse a file whose decision is none, with the place in the file."""
    data = dataclasses.asdict(SignOff(run_id="r", decisions=(decision(samples.verdict("crate")),)))
    data["decisions"][0].update(changes)
    path = tmp_path / "s.json"
    path.write_text(json.dumps({**data, "is_complete_record": True}))
    with pytest.raises(RecordError, match=r"decisions\[0\]"):
        load_record(SignOff, path)


def test_verb_merges_and_writes_the_page_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Keep decisions beside the results; refuse those of another run."""
    verdict, folder = samples.verdict("crate"), tmp_path / "run"
    folder.mkdir()
    stored(folder, verdict)
    file = tmp_path / "mine.json"
    write_json_atomic(file, SignOff(run_id="r", decisions=(decision(verdict, decision="reject"),)))
    assert main(["signoff", str(folder), str(file)]) == 0
    assert "rejected" in capsys.readouterr().out
    assert "Rejected by" in Page((folder / "index.html").read_text(encoding="utf-8")).text
    write_json_atomic(file, SignOff(run_id="r", decisions=(decision(verdict, case="cases/other/x/y"),)))
    assert main(["signoff", str(folder), str(file)]) == 2
    assert len(load_record(SignOff, folder / "signoff.json").decisions) == 1
