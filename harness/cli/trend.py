"""``asset-qa trend``: outcomes of the latest batch runs, never across versions or presets of a test."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import Any

from harness.cli.history_options import add_database_option, open_history, plain_text
from harness.history.store import Procedure, RunRow
from harness.outcomes import ExitCode, Outcome

__all__ = ["add_parser"]


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser("trend", help="outcomes of the latest batch runs, by test version and preset")
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
                    {
                        "test": p.test,
                        "test_version": p.version,
                        "preset": p.preset,
                        "outcome": o.value,
                        "count": n,
                    }
                    for p, own in sorted(counts[r.run_id].items())
                    for o, n in sorted(own.items())
                ],
            }
            for r in runs
        ]
        print(json.dumps(rows, indent=2))
        return ExitCode.OK
    known: dict[str, Procedure] = {}
    for run in runs:
        for procedure, own in sorted(counts[run.run_id].items()):
            before = known.get(procedure.test, procedure)
            if before != procedure:
                print(f"-- {procedure} from here on, before {before}: do not compare across this line --")
            known[procedure.test] = procedure
            print(_trend_line(run, procedure, own))
    return ExitCode.OK


def _trend_line(run: RunRow, procedure: Procedure, counts: Mapping[Outcome, int]) -> str:
    total = sum(counts.values())
    bar = "#" * round(20 * counts.get(Outcome.PASS, 0) / total) if total else ""
    shown = ", ".join(f"{counts[o]} {o.value}" for o in Outcome if counts.get(o))
    return plain_text(f"{run.started_at[:16]}  {run.run_id[-6:]}  {procedure}  [{bar:<20}] {shown}  {run.source}")
