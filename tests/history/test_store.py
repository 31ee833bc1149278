"""The database on SQLite and on a real PostgreSQL server: the same tests."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from harness.batch.records import BatchOptions
from harness.cli.main import main
from harness.errors import UsageError
from harness.history.store import History, HistoryError, Procedure, RunRow, is_older
from harness.outcomes import Outcome
from tests.batch.test_journal import summary

OPTIONS = BatchOptions(source="assets", command="", engine="fake:pass", started_at="")


def row(number: int, folder: str = "/nowhere", **more: object) -> RunRow:
    started = datetime(2026, 1, 1, 2, tzinfo=UTC) + timedelta(days=number)
    values = {
        "run_id": f"run-{number:02d}",
        "source": "assets",
        "engine": "fake:pass",
        "started_at": started.isoformat(),
        "finished_at": started.isoformat(),
        "planned_count": 3,
        "exit_code": 0,
        "folder": folder,
    }
    return RunRow(**{**values, **more})


@pytest.fixture
def history(url):
    """A database with two runs, the second with a new failure and a changed margin."""
    base = History(url)
    first = [replace(summary(n), content_sha256="c", config_sha256="s") for n in range(3)]
    second = [*first[:2], replace(first[2], outcome=Outcome.FAIL, content_sha256="d", owner="ann", tags=("x", "ä"))]
    base.record(row(1), OPTIONS, first)
    base.record(row(2), OPTIONS, second)
    yield base
    base.close()


def test_results_come_back_as_they_were(history):
    """Store and read every field, in the order of the plan."""
    found = history.results("run-02")
    assert [r.case_index for r in found] == [0, 1, 2]
    assert found[2].tags == ("x", "ä")
    assert found[2].reason == summary(2).reason
    assert (found[2].outcome, found[2].owner, found[2].margin) == (Outcome.FAIL, "ann", 0.5)
    assert found[2].flip_rate is None
    assert [r.run_id for r in history.runs()] == ["run-02", "run-01"]
    assert history.runs(source="other") == []


def test_a_run_that_is_recorded_again_is_replaced(history):
    """Keep a resumed run once, with its latest results."""
    history.record(row(2, exit_code=1), OPTIONS, [summary(0)])
    assert len(history.results("run-02")) == 1
    assert [r.exit_code for r in history.runs()] == [1, 0]


def test_many_results(history):
    """Store thousands of results from a stream."""
    history.record(row(3), OPTIONS, (summary(n) for n in range(1234)))
    assert [r.case_index for r in history.results("run-03")] == list(range(1234))


def test_an_asset_through_all_runs(history):
    """Find an asset by its path or the end of it, and take no letter of it for a wildcard."""
    history.record(row(3), OPTIONS, [replace(summary(0), key="props/a2.usd"), replace(summary(1), key="props/a_.usd")])
    assert [(r.run_id, s.outcome.value) for r, s in history.results_of_asset("a2.usd")] == [
        ("run-03", "PASS"),
        ("run-02", "FAIL"),
        ("run-01", "PASS"),
    ]
    assert [s.key for _, s in history.results_of_asset("a_.usd")] == ["props/a_.usd"]


def test_runs_are_found_by_name(history):
    """Take an id, its beginning when that is one run, or a folder."""
    assert history.find_run("some/where/run-01").run_id == "run-01"
    with pytest.raises(UsageError, match="2 runs"):
        history.find_run("run-")
    with pytest.raises(UsageError, match="no run"):
        history.find_run("x")


def test_counts_keep_what_may_not_be_compared_apart(history):
    """Count by version of the test and by preset."""
    usual = summary(0)
    other = replace(summary(1), test_version="4.0.0")
    published = replace(summary(2), preset="simready-4.0", outcome=Outcome.PASS)
    history.record(row(3), OPTIONS, [usual, other, published])
    assert history.counts(["run-03"])["run-03"] == {
        Procedure(test="ground_drop", version="3.0.0", preset=usual.preset): {Outcome.PASS: 1},
        Procedure(test="ground_drop", version="4.0.0", preset=usual.preset): {Outcome.PASS: 1},
        Procedure(test="ground_drop", version="3.0.0", preset="simready-4.0"): {Outcome.PASS: 1},
    }


def test_another_layout_is_refused(history, url):
    """Refuse a database that another version of the program made, rather than misread it."""
    from sqlalchemy import update

    from harness.history.tables import meta

    with history._connection() as connection:
        connection.execute(update(meta).values(value="99"))
    with pytest.raises(UsageError, match="layout 99"):
        History(url)


def test_verbs(history, url, capsys):
    """Print changes, the history of an asset and the trend, and exit with 1 for a new failure."""
    assert main(["diff", "--db", url]) == 1
    out = capsys.readouterr().out
    assert "run-01 -> run-02" in out
    assert "new-failure   a2.usd  ground_drop: PASS before, FAIL now (the asset changed)  (ann)" in out
    assert main(["diff", "run-02", "run-01", "--db", url]) == 0
    assert "fixed" in capsys.readouterr().out
    assert main(["diff", "--db", url, "--format", "json"]) == 1
    assert '"kind": "new-failure"' in capsys.readouterr().out
    assert main(["history", "a2.usd", "--db", url]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert ["FAIL" in lines[0], "PASS" in lines[1], len(lines)] == [True, True, 2]
    assert main(["history", "zz.usd", "--db", url]) == 2
    history.record(row(3), OPTIONS, [replace(summary(0), test_version="4.0.0")])
    capsys.readouterr()
    assert main(["trend", "--db", url]) == 0
    assert "-- ground_drop 4.0.0 from here on, before ground_drop 3.0.0: do not compare across this line --" in (
        capsys.readouterr().out
    )
    assert main(["diff", "--db", url]) == 0
    out = capsys.readouterr().out
    assert "other-version a0.usd" in out
    assert "1 results were not compared" in out


def test_prune_deletes_only_runs_and_only_old_ones(history, url, tmp_path, capsys):
    """Delete folders of runs that no limit keeps, and no folder that does not look like that run."""
    for name in ("run-01", "run-02", "elsewhere"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "batch.json").write_text("")
    history.record(row(1, str(tmp_path / "run-01")), OPTIONS, [summary(0)])
    history.record(row(2, str(tmp_path / "elsewhere")), OPTIONS, [summary(0)])
    history.record(row(3, str(tmp_path / "run-02")), OPTIONS, [summary(0)])
    assert main(["prune", "--db", url]) == 2
    assert main(["prune", "--keep-runs", "1", "--dry-run", "--db", url]) == 0
    assert "2 runs would be deleted, 1 left" in capsys.readouterr().out
    assert (tmp_path / "run-01").is_dir()
    assert len(history.runs()) == 3
    assert main(["prune", "--keep-runs", "1", "--db", url]) == 0
    assert [r.run_id for r in history.runs()] == ["run-03"]
    assert history.results("run-01") == []
    assert sorted(p.name for p in tmp_path.iterdir() if p.is_dir()) == ["elsewhere", "run-02"]
    assert main(["prune", "--keep-days", "100000", "--db", url]) == 0
    assert len(history.runs()) == 1
    capsys.readouterr()


def test_age():
    """Count days from the start of a run."""
    now = datetime(2026, 1, 12, 2, tzinfo=UTC)
    assert is_older(row(1), 9.9, now)
    assert not is_older(row(1), 10.1, now)


@pytest.mark.parametrize(
    "url", ["nonsense", "mydb://x", "sqlite:////proc/nowhere/x.sqlite", "postgresql://qa:secret@localhost:1/x"]
)
def test_unusable_databases_are_one_sentence_without_the_password(url):
    """Say which database cannot be used, and never print a password."""
    with pytest.raises((UsageError, HistoryError)) as raised:
        History(url)
    assert "secret" not in str(raised.value)


def test_no_database_yet(tmp_path, capsys):
    """Say what to do rather than make an empty file."""
    assert main(["trend", "--out", str(tmp_path)]) == 2
    assert "Run asset-qa batch first" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
