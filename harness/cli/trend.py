"""``asset-qa trend``: outcomes of the latest batch runs, never across versions of a test."""

from __future__ import annotations

import argparse
import json
from typing import Any

from harness.cli.history_options import add_database_option, open_history, plain_text
from harness.history.store import RunRow
from harness.outcomes import ExitCode, Outcome

__all__ = ["add_parser"]


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser("trend", help="outcomes of the latest batch runs, by test version")
    parser.add_argument("--runs", metavar="N", type=int, default=20, help="at most so many (default: %(default)s)")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="what stdout gets")
    add_database_option(parser)
    parser.set_defaults(function=_trend)


def _trend(options: argparse.Namespace) -> int:
    history = open_history(options)
    runs = list(reversed(history.runs(limit=options.runs)))
    counts = history.counts([r.run_id for r in runs])
    if options.format == "json":
        rows = [
            {
                "run_id": r.run_id,
                "started_at": r.started_at,
                "source": r.source,
                "results": [
                    {"test": t, "test_version": v, "outcome": o.value, "count": n}
                    for (t, v, o), n in sorted(counts[r.run_id].items())
                ],
            }
            for r in runs
        ]
        print(json.dumps(rows, indent=2))
        return ExitCode.OK
    known: dict[str, str] = {}
    for run in runs:
        for test, version in sorted({(t, v) for t, v, _ in counts[run.run_id]}):
            if known.get(test, version) != version:
                print(f"-- {test} is {version} from here on, before {known[test]}: do not compare across this line --")
            known[test] = version
            print(_trend_line(run, test, version, counts[run.run_id]))
    return ExitCode.OK


def _trend_line(run: RunRow, test: str, version: str, counts: dict[tuple[str, str, Outcome], int]) -> str:
    own = {o: counts.get((test, version, o), 0) for o in Outcome}
    total = sum(own.values())
    bar = "#" * round(20 * own[Outcome.PASS] / total) if total else ""
    shown = ", ".join(f"{n} {o.value}" for o, n in own.items() if n)
    return plain_text(f"{run.started_at[:16]}  {run.run_id[-6:]}  {test} {version}  [{bar:<20}] {shown}  {run.source}")
