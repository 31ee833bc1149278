"""``asset-qa diff``, ``history``, ``trend`` and ``prune``: the results of many runs."""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from harness.errors import UsageError
from harness.history.compare import Change, ChangeKind, CompareLimits, StoredResult, compare_runs, count_kinds, is_breaking
from harness.history.store import History, RunRow, default_url, is_older
from harness.outcomes import ExitCode, Outcome

__all__ = ["add_database_option", "add_parser", "open_history", "print_changes"]

_SILENT = (ChangeKind.UNCHANGED, ChangeKind.STILL_BAD, ChangeKind.ADDED)
# A run folder; anything else is never deleted.
_MARKS = ("batch.json", "run.json")


def add_parser(verbs: Any) -> None:
    """Add the verbs to the command line."""
    diff = verbs.add_parser(
        "diff",
        help="what changed between two batch runs",
        description="Compare two runs. Without names, the latest run with the one of the same source before it. Exits "
        "with 1 when there are new failures.",
    )
    diff.add_argument("old", metavar="OLD", nargs="?", help="run id, its beginning, or run folder")
    diff.add_argument("new", metavar="NEW", nargs="?", help="the same; default: the latest run")
    diff.add_argument("--all", action="store_true", help="also list what has not changed")
    diff.set_defaults(function=_diff)
    history = verbs.add_parser("history", help="how an asset fared in all batch runs")
    history.add_argument("asset", metavar="ASSET", help="path of the asset in its source, or the end of it")
    history.set_defaults(function=_history)
    trend = verbs.add_parser("trend", help="outcomes of the latest batch runs, by test version")
    trend.add_argument("--runs", metavar="N", type=int, default=20, help="at most so many (default: %(default)s)")
    trend.set_defaults(function=_trend)
    for parser in (diff, history, trend):
        parser.add_argument("--format", choices=("text", "json"), default="text", help="what stdout gets")
        add_database_option(parser)
    prune = verbs.add_parser(
        "prune",
        help="delete old batch runs",
        description="Delete runs from the database and their folders. At least one of the limits is needed.",
    )
    prune.add_argument("--keep-runs", metavar="N", type=int, help="keep the latest N runs of each source")
    prune.add_argument("--keep-days", metavar="DAYS", type=float, help="keep runs that are not older")
    prune.add_argument("--keep-folders", action="store_true", help="delete from the database only")
    prune.add_argument("--dry-run", action="store_true", help="only say what would be deleted")
    add_database_option(prune)
    prune.set_defaults(function=_prune)


def add_database_option(parser: Any, *, has_out: bool = True) -> None:
    """Add the options that say where the database is."""
    parser.add_argument("--db", metavar="URL", help="database (default: history.sqlite in the folder of --out)")
    if has_out:
        parser.add_argument("--out", metavar="DIR", default="reports", help="where run folders are (default: %(default)s)")


def open_history(options: argparse.Namespace, *, is_new_allowed: bool = False) -> History:
    """Open the database that the options name.

    Args:
        options: Command line with ``db`` and ``out``.
        is_new_allowed: Whether a SQLite file may be made.

    Raises:
        UsageError: If there is none.
    """
    url = options.db or default_url(Path(options.out))
    file = Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite:///") else None
    if file is not None and not is_new_allowed and not file.is_file():
        raise UsageError(f"There is no database {file} yet. Run asset-qa batch first, or name one with --db.")
    return History(url)


def _diff(options: argparse.Namespace) -> int:
    history = open_history(options)
    new = history.find_run(options.new) if options.new else _latest(history)
    old = history.find_run(options.old) if options.old else _before(history, new)
    changes = compare_runs(history.results(old.run_id), history.results(new.run_id), CompareLimits())
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


def print_changes(changes: Sequence[Change], *, is_all: bool = False) -> None:
    """Print what changed, the worst first.

    Args:
        changes: All of them.
        is_all: Whether to list what has not changed.
    """
    order = list(ChangeKind)
    for change in sorted(changes, key=lambda c: order.index(c.kind)):
        if change.kind in _SILENT and not is_all:
            continue
        result = change.result
        owner = f"  ({result.owner})" if result.owner else ""
        print(_clean(f"{change.kind.value:<14}{result.key}  {result.test}: {change.detail}{owner}"))
    counts = count_kinds(changes)
    print(", ".join(f"{n} {kind.value}" for kind, n in counts.items()) or "nothing to compare")
    versions = [c for c in changes if c.kind is ChangeKind.OTHER_VERSION]
    if versions:
        print(f"{len(versions)} results were not compared, because the version of their test changed.")


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
                "detail": c.detail,
                "owner": c.result.owner,
                "tags": list(c.result.tags),
            }
            for c in changes
        ],
    }


def _history(options: argparse.Namespace) -> int:
    found = open_history(options).results_of_asset(options.asset)
    if not found:
        raise UsageError(f"No run knows an asset {options.asset}.")
    if options.format == "json":
        rows = [{"started_at": run.started_at, **_plain(result)} for run, result in found]
        print(json.dumps(rows, indent=2))
        return ExitCode.OK
    if len({r.key for _, r in found}) > 1:
        print(f"Several assets end in {options.asset}.")
    for run, r in found:
        margin = "" if r.margin is None else f"  margin {100 * r.margin:.1f} %"
        flips = f"  flips {100 * r.flip_rate:.0f} %" if r.flip_rate else ""
        how = "cached" if r.is_cached else f"{r.duration_s:.1f} s"
        codes = f"  [{', '.join(r.codes[:4])}]" if r.codes else ""
        content = (r.content_sha256 or "unknown")[:8]
        print(
            _clean(
                f"{run.started_at[:16]}  {r.outcome.value:<13}{r.key}  {r.test} {r.test_version}, {r.engine} "
                f"{r.engine_version or ''}, files {content}{margin}{flips}  ({how}){codes}"
            )
        )
    return ExitCode.OK


def _plain(result: StoredResult) -> dict[str, Any]:
    return {**vars(result), "outcome": result.outcome.value, "codes": list(result.codes), "tags": list(result.tags)}


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
    return _clean(f"{run.started_at[:16]}  {run.run_id[-6:]}  {test} {version}  [{bar:<20}] {shown}  {run.source}")


def _prune(options: argparse.Namespace) -> int:
    if options.keep_runs is None and options.keep_days is None:
        raise UsageError("Give --keep-runs N or --keep-days DAYS; without a limit nothing is deleted.")
    if (options.keep_runs or 0) < 0 or (options.keep_days or 0) < 0:
        raise UsageError("--keep-runs and --keep-days must not be negative.")
    history = open_history(options)
    chosen = _old_runs(history.runs(), options.keep_runs, options.keep_days)
    for run in chosen:
        folder = Path(run.folder)
        is_ours = folder.name == run.run_id and any((folder / m).is_file() for m in _MARKS)
        has_folder = is_ours and not options.keep_folders
        print(_clean(f"{'would delete' if options.dry_run else 'deleted'}  {run.run_id}{f'  {folder}' if has_folder else ''}"))
        if options.dry_run:
            continue
        if has_folder:
            shutil.rmtree(folder)
        history.remove([run.run_id])
    print(f"{len(chosen)} runs, {len(history.runs())} left")
    return ExitCode.OK


def _old_runs(runs: Sequence[RunRow], keep_runs: int | None, keep_days: float | None) -> list[RunRow]:
    """Return the runs that no limit keeps, the oldest first."""
    seen: dict[str, int] = {}
    chosen: list[RunRow] = []
    for run in runs:
        seen[run.source] = seen.get(run.source, 0) + 1
        is_kept = (keep_runs is not None and seen[run.source] <= keep_runs) or (
            keep_days is not None and not is_older(run, keep_days)
        )
        if not is_kept:
            chosen.append(run)
    return chosen[::-1]


def _clean(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)
