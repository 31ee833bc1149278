"""``asset-qa diff``: what changed between two batch runs."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any

from harness.cli.history_options import add_database_option, open_history, print_changes
from harness.errors import UsageError
from harness.history.compare import Change, CompareLimits, compare_runs, count_kinds, is_breaking
from harness.history.store import History, RunRow
from harness.outcomes import ExitCode

__all__ = ["add_parser"]


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "diff",
        help="what changed between two batch runs",
        description="Compare two runs. Without names, the latest run with the one of the same source before it. Exits "
        "with 1 when there are new failures.",
    )
    parser.add_argument("old", metavar="OLD", nargs="?", help="run id, its beginning, or run folder")
    parser.add_argument("new", metavar="NEW", nargs="?", help="the same; default: the latest run")
    parser.add_argument("--all", action="store_true", help="also list what has not changed")
    parser.add_argument(
        "--across-presets", action="store_true", help="compare verdicts under different presets as well"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="what stdout gets")
    add_database_option(parser)
    parser.set_defaults(function=_diff)


def _diff(options: argparse.Namespace) -> int:
    history = open_history(options)
    new = history.find_run(options.new) if options.new else _latest(history)
    old = history.find_run(options.old) if options.old else _before(history, new)
    changes = compare_runs(
        history.results(old.run_id),
        history.results(new.run_id),
        CompareLimits(is_across_presets=options.across_presets),
    )
    if options.format == "json":
        print(json.dumps(_diff_data(old, new, changes), indent=2))
    else:
        print(f"{old.run_id} -> {new.run_id}")
        print_changes(changes, is_all=options.all)
    return int(ExitCode.FAILED if any(is_breaking(c) for c in changes) else ExitCode.OK)


def _latest(history: History) -> RunRow:
    known = history.runs(limit=1)
    if not known:
        raise UsageError("The database holds no run yet.")
    return known[0]


def _before(history: History, new: RunRow) -> RunRow:
    """Return the run of the same source that started before another."""
    earlier = [r for r in history.runs(source=new.source) if (r.started_at, r.run_id) < (new.started_at, new.run_id)]
    if not earlier:
        raise UsageError(f"There is no earlier run of {new.source}. Name the runs: asset-qa diff OLD NEW.")
    return earlier[0]


def _diff_data(old: RunRow, new: RunRow, changes: Sequence[Change]) -> dict[str, Any]:
    return {
        "old": old.run_id,
        "new": new.run_id,
        "counts": {k.value: n for k, n in count_kinds(changes).items()},
        "changes": [
            {
                "kind": c.kind.value,
                "asset": c.result.key,
                "test": c.result.test,
                "engine": c.result.engine,
                "old_outcome": c.old.outcome.value if c.old else None,
                "new_outcome": c.new.outcome.value if c.new else None,
                "old_test_version": c.old.test_version if c.old else None,
                "new_test_version": c.new.test_version if c.new else None,
                "old_preset": c.old.preset if c.old else None,
                "new_preset": c.new.preset if c.new else None,
                "detail": c.detail,
                "owner": c.result.owner,
                "tags": list(c.result.tags),
            }
            for c in changes
        ],
    }
