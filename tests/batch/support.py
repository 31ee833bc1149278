"""Batches for tests: many small assets, the command line, and what a run folder holds."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from harness.batch.journal import read_journal
from harness.batch.records import CaseSummary
from harness.report.codec import load_verdict
from tests.support import cube_asset

ROOT = Path(__file__).parents[2]


def many_assets(folder: Path, count: int) -> list[Path]:
    """Write cubes that differ in how they are turned."""
    folder.mkdir(parents=True, exist_ok=True)
    turn = 'float3 xformOp:rotateXYZ = ({x}, {y}, 0)\n uniform token[] xformOpOrder = ["xformOp:rotateXYZ"]'
    return [
        cube_asset(folder, name=f"cube{n:04d}", geo=turn.format(x=(7 * n) % 90, y=(11 * n) % 45)) for n in range(count)
    ]


def command(*words: object) -> list[str]:
    return [sys.executable, "-m", "harness", *map(str, words)]


def environment(folder: Path) -> dict[str, str]:
    """Keep what a test writes outside its runs, such as caches, in its own folder."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder / "user-cache")}


def cli(*words: object, cwd: Path, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own."""
    return subprocess.run(
        command(*words),
        cwd=cwd,
        env=environment(cwd),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        input=stdin,
    )


def batch(
    source: object, *words: object, cwd: Path, engine: str = "fake:pass", stdin: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a batch without pictures and page on a scripted engine."""
    return cli("batch", source, "--engine", engine, "--video", "none", "--pages", "none", *words, cwd=cwd, stdin=stdin)


def newest_run(folder: Path) -> Path:
    """Return the only or latest run folder below ``reports``."""
    return max((p.parent for p in folder.glob("reports/*/batch.json")), key=lambda p: p.stat().st_mtime_ns)


def summaries(run: Path) -> dict[str, CaseSummary]:
    """Return the journal by key, after checking that each line has its one verdict with the same outcome."""
    found = list(read_journal(run))
    assert max(Counter(s.index for s in found).values(), default=0) <= 1
    for summary in found:
        verdict = load_verdict(run / summary.case_dir / "verdict.json")
        assert (verdict.outcome, verdict.asset.name) == (summary.outcome, summary.name)
    return {s.key: s for s in found}
