"""The journal survives being cut off, and holds each case once."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from harness.batch.finish import collect_result
from harness.batch.journal import JOURNAL_FILE, Journal, read_journal
from harness.batch.records import CaseSummary, outcome_label
from harness.errors import RecordError, UsageError
from harness.outcomes import Outcome


def summary(index: int, outcome: Outcome = Outcome.PASS) -> CaseSummary:
    return CaseSummary(
        index=index,
        key=f"a{index}.usd",
        name=f"a{index}",
        asset=f"a{index}.usd",
        test="ground_drop",
        test_version="3.0.0",
        preset="simready-3.0",
        engine="fake",
        engine_version="pass",
        outcome=outcome,
        has_warnings=False,
        reason="müßig \u2028 \n",
        codes=("HAR008",),
        margin=0.5,
        margin_criterion="rest",
        margin_spread=None,
        flip_rate=None,
        duration_s=0.1,
        content_sha256=None,
        config_sha256="",
        case_dir=f"cases/a{index}",
    )


def test_what_is_written_is_read_back(tmp_path):
    """Return the same summaries, and refuse a second line for a case."""
    with Journal(tmp_path) as journal:
        assert journal.append(summary(3))
        assert journal.append(summary(1, Outcome.FAIL))
        assert not journal.append(summary(3, Outcome.FAIL))
    assert list(read_journal(tmp_path)) == [summary(3), summary(1, Outcome.FAIL)]


def test_a_pass_with_something_to_remark_is_no_plain_pass(tmp_path):
    """Name warnings and waivers on the line of the case and in the totals."""
    warned, waived = replace(summary(1), has_warnings=True), replace(summary(2), waiver_count=1)
    both = replace(waived, index=3, has_warnings=True)
    failed = replace(both, index=4, outcome=Outcome.FAIL)
    assert [outcome_label(s) for s in (summary(0), warned, waived, both, failed)] == [
        "PASS",
        "PASS with warnings",
        "PASS with waivers",
        "PASS with warnings and waivers",
        "FAIL",
    ]
    with Journal(tmp_path) as journal:
        for item in (summary(0), warned, waived, both, failed):
            journal.append(item)
    result = collect_result(tmp_path, 5)
    assert (result.warning_count, result.waived_count) == (2, 2)


def test_a_line_that_was_cut_off_is_dropped_at_every_byte(tmp_path):
    """Lose only the last case when the power goes, wherever it stopped, and write on behind it."""
    with Journal(tmp_path) as journal:
        journal.append(summary(0))
        first = (tmp_path / JOURNAL_FILE).stat().st_size
        journal.append(summary(1))
    whole = (tmp_path / JOURNAL_FILE).read_bytes()
    for size in range(first, len(whole)):
        (tmp_path / JOURNAL_FILE).write_bytes(whole[:size])
        assert [s.index for s in read_journal(tmp_path)] == [0]
        with Journal(tmp_path) as journal:
            assert journal.known == {0}
            journal.append(summary(1))
        assert (tmp_path / JOURNAL_FILE).read_bytes() == whole


def test_a_damaged_or_double_line_is_an_error(tmp_path):
    """Say which line is damaged rather than skip a verdict."""
    with Journal(tmp_path) as journal:
        journal.append(summary(0))
    line = (tmp_path / JOURNAL_FILE).read_text()
    (tmp_path / JOURNAL_FILE).write_text(line + line)
    with pytest.raises(RecordError, match="line 2: case 0 has two lines"):
        list(read_journal(tmp_path))
    broken = json.loads(line) | {"outcome": "GOOD"}
    (tmp_path / JOURNAL_FILE).write_text(json.dumps(broken) + "\n" + line)
    with pytest.raises(RecordError, match="line 1 is damaged"):
        list(read_journal(tmp_path))


def test_one_process_at_a_time(tmp_path):
    """Refuse to work on a run that another process works on."""
    with Journal(tmp_path), pytest.raises(UsageError, match="in use"):
        Journal(tmp_path)
