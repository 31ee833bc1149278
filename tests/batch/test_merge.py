"""Shards of a batch, put together again."""

from __future__ import annotations

import re
import shutil

from harness.report.codec import load_run
from tests.batch.support import batch, cli, many_assets, newest_run, summaries


def test_shards_are_merged_into_the_run_that_one_machine_would_give(tmp_path):
    """Find every verdict once, refuse what is missing, double or of another batch, and store the whole only."""
    many_assets(tmp_path / "assets", 7)
    (tmp_path / "s.yaml").write_text("ground_drop:\n  rest_tolerance_m: 0.015\n")
    for number in (1, 2, 3):
        done = batch("assets", "--shard", f"{number}/3", "--config", "s.yaml", cwd=tmp_path)
        assert done.returncode in (0, 5), done.stderr
        newest_run(tmp_path).rename(tmp_path / f"shard{number}")
    assert not (tmp_path / "reports" / "history.sqlite").exists()
    shards = [f"shard{n}" for n in (1, 2, 3)]
    done = cli("merge", "--pages", "none", *shards, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    run = newest_run(tmp_path)
    found = summaries(run)
    assert sorted(found) == [f"cube{n:04d}.usda" for n in range(7)]
    report = load_run(run / "run.json")
    assert [e.verdict.asset.name for e in report.verdicts] == [f"cube{n:04d}" for n in range(7)]
    assert "7 PASS" in cli("trend", cwd=tmp_path).stdout
    shutil.rmtree(run)

    def refused(*words: str) -> str:
        done = cli("merge", *words, cwd=tmp_path)
        assert done.returncode == 2
        assert not list(tmp_path.glob("reports/*/"))
        return done.stderr

    assert "--no-db compares with nothing" in refused(*shards, "--no-db", "--fail-on", "new-failures")
    assert "a shard is missing" in refused("shard1", "shard3")
    full = next(s for s in shards if len(summaries(tmp_path / s)) > 1)
    assert "both hold" in refused(full, full)
    journal = tmp_path / full / "journal.jsonl"
    journal.write_text("".join(journal.read_text().splitlines(keepends=True)[:-1]))
    assert "1 cases have no verdict yet" in refused(*shards)
    options = tmp_path / full / "batch.json"
    text = options.read_text()
    options.write_text(re.sub('"plan_sha256": "[0-9a-f]{64}"', '"plan_sha256": "0"', text))
    assert "the assets of the source changed" in refused(*shards)
    options.write_text(text.replace('"is_strict": false', '"is_strict": true'))
    assert "is_strict differ" in refused(*shards)
