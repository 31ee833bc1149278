"""Close a batch on the command line: baseline, record, page, and what is printed."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from harness.batch.finish import FAIL_POLICIES, BatchResult, iter_problems, policy_exit_code, write_run_record
from harness.batch.journal import read_journal
from harness.batch.records import BatchOptions, ReportOptions
from harness.child import child_environment, python_command
from harness.cli.history_options import add_database_option, open_history, plain_text, print_changes
from harness.cli.receipt import add_receipt_option, tell_receipts
from harness.errors import HarnessError, UsageError
from harness.history.compare import Change, compare_runs, is_breaking
from harness.history.store import History, RunRow, without_password
from harness.outcomes import ExitCode, Outcome
from harness.report import FILE_NAMES
from harness.report.codec import load_verdict
from harness.report.receipt_write import parse_receipts
from harness.report.write import parse_formats

__all__ = [
    "REPORT_OPTIONS",
    "add_report_options",
    "check_report_options",
    "close_run",
    "fill_report_options",
    "report_options",
]

REPORT_OPTIONS = tuple(f.name for f in fields(ReportOptions))
"""Names of the options of :func:`add_report_options` on the parsed command line."""

_PAGE_LIMIT_S = 900.0
_MAX_SHOWN = 50


def add_report_options(group: Any) -> None:
    """Add the options of :func:`close_run` to a command line."""
    group.add_argument(
        "--pages",
        choices=("all", "problems", "none"),
        default="problems",
        help="cases with a page of their own: all, problems (no clean PASS, a video, or a change; default), or none "
        "and no index either; asset-qa report RUN makes them later",
    )
    group.add_argument(
        "--formats", metavar="FORMAT,...", action="append", default=[], help="more reports in the run folder: junit ..."
    )
    add_receipt_option(group)
    add_database_option(group, has_out=False)
    group.add_argument("--no-db", action="store_true", help="do not store the run, and compare it with nothing")
    group.add_argument("--baseline", metavar="RUN", help="run to compare with (default: the last one of this source)")
    group.add_argument("--fail-on", choices=FAIL_POLICIES, default="any-failure", help="what makes the exit code not 0")


def report_options(options: argparse.Namespace) -> ReportOptions:
    """Return what a resumed run has to know about its reports; the password of a database is nobody's to keep."""
    values = {name: getattr(options, name) for name in REPORT_OPTIONS}
    values |= {name: tuple(values[name]) for name in ("formats", "receipts")}
    return ReportOptions(**{**values, "db": without_password(options.db) if options.db else None})


def fill_report_options(options: argparse.Namespace, first: ReportOptions | None) -> None:
    """Fill in what the command line does not say.

    Args:
        options: Command line with ``None`` for what was not given; changed in place.
        first: What the run was started with, if it is resumed.
    """
    for name in REPORT_OPTIONS:
        if getattr(options, name) is None:
            setattr(options, name, getattr(first or ReportOptions(), name))


def check_report_options(options: argparse.Namespace) -> None:
    """Refuse options that contradict each other, before anything runs.

    Args:
        options: Command line, filled in.

    Raises:
        UsageError: If a run that compares with nothing is to be judged by a comparison.
    """
    if options.no_db and (options.baseline is not None or options.fail_on == "new-failures"):
        raise UsageError("--no-db compares with nothing: leave it out, or --baseline and --fail-on new-failures.")


def close_run(
    folder: Path, plan: BatchOptions, result: BatchResult, options: argparse.Namespace, *, is_interrupted: bool
) -> int:
    """Record the run, write ``run.json`` and the page, print the result, and return the exit status.

    Args:
        folder: Run folder.
        plan: Settings of the run.
        result: What its journal says.
        options: Command line.
        is_interrupted: Whether it was ended from outside.
    """
    changes: list[Change] = []
    problem = ""
    is_whole = plan.shard == (1, 1)
    if not is_interrupted and not options.no_db and is_whole:
        try:
            changes, result = _compared(folder, plan, result, options)
        except HarnessError as error:
            problem = f"{error} [{error.code}]"
    result = replace(result, is_empty_part=not is_whole and not result.planned_count and plan.planned_total > 0)
    code = ExitCode.INTERRUPTED if is_interrupted else policy_exit_code(result, options.fail_on)
    if problem and code is ExitCode.OK:
        code = ExitCode.BROKEN
    write_run_record(folder, plan, result, code)
    page, is_complete = (None, True) if is_interrupted else _write_reports(folder, options)
    # One verdict at a time: this process never holds them all.
    cases = ((s.case_dir, load_verdict(folder / s.case_dir / "verdict.json")) for s in read_journal(folder))
    receipts = parse_receipts(options.receipts)
    is_complete = (not receipts or tell_receipts(cases, folder, receipts)) and is_complete
    if code is ExitCode.OK and not is_complete:
        # Nobody may take a missing report for a good night.
        code = ExitCode.BROKEN
    for line in _lines(folder, result, page):
        print(plain_text(line))
    if changes:
        print("since the baseline:")
        print_changes(changes)
    if not is_whole and not is_interrupted:
        print(f"  part {plan.shard[0]} of {plan.shard[1]}; put the parts together with: asset-qa merge RUN RUN ...")
    if problem:
        print(f"asset-qa: {problem}", file=sys.stderr)
    return int(code)


def _compared(
    folder: Path, plan: BatchOptions, result: BatchResult, options: argparse.Namespace
) -> tuple[list[Change], BatchResult]:
    """Store the run and compare it with its baseline."""
    history = open_history(options, is_new_allowed=True)
    baseline = _baseline(history, folder, plan, options.baseline)
    run = RunRow(
        run_id=folder.resolve().name,
        source=plan.source,
        engine=plan.engine,
        started_at=plan.started_at,
        finished_at=datetime.now(UTC).isoformat(timespec="seconds"),
        planned_count=result.planned_count,
        exit_code=int(policy_exit_code(result, "any-failure")),
        folder=str(folder.resolve()),
    )
    history.record(run, plan, read_journal(folder))
    old = history.results(baseline.run_id) if baseline is not None else []
    changes = compare_runs(old, history.results(run.run_id))
    history.close()
    # Without a baseline everything would be new.
    shown = {c.new.case_index: c.kind.value for c in changes if c.new is not None} if baseline is not None else {}
    breaking = tuple(c.new.outcome for c in changes if c.new is not None and is_breaking(c))
    return changes if baseline is not None else [], replace(result, changes=shown, breaking=breaking)


def _baseline(history: History, folder: Path, plan: BatchOptions, name: str | None) -> RunRow | None:
    """Return the run to compare with: the named one, or the latest one of the same source that started earlier."""
    if name is not None:
        return history.find_run(name)
    own = folder.resolve().name
    earlier = (r for r in history.runs(source=plan.source) if (r.started_at, r.run_id) < (plan.started_at, own))
    return next(earlier, None)


def _write_reports(folder: Path, options: argparse.Namespace) -> tuple[Path | None, bool]:
    """Return the page, and whether every report that was asked for was made."""
    formats = parse_formats([*([] if options.pages == "none" else ["html"]), *options.formats])
    if not formats:
        return None, True
    for name in formats:
        # What an interrupted run left must not pass for the report of this one.
        (folder / FILE_NAMES[name]).unlink(missing_ok=True)
    page = _write_page(folder, formats, options.pages)
    return page, all((folder / FILE_NAMES[name]).is_file() for name in formats)


def _write_page(folder: Path, formats: Sequence[str], pages: str) -> Path | None:
    """Make the reports in a process of its own: it needs every verdict at once, which this process never holds."""
    command = [*python_command("harness"), "report", str(folder), "--format", ",".join(formats)]
    command += ["--pages", pages] if "html" in formats and pages != "none" else []
    try:
        done = subprocess.run(
            command, env=child_environment(), capture_output=True, text=True, timeout=_PAGE_LIMIT_S, check=False
        )
    except subprocess.TimeoutExpired:
        print(f"asset-qa: the page takes too long; make it with: asset-qa report {folder}", file=sys.stderr)
        return None
    page = folder / "index.html"
    missing = [f for f in formats if not (folder / FILE_NAMES[f]).is_file()]
    if missing:
        reason = done.stderr.strip()[-500:]
        print(f"asset-qa: these reports could not be made: {', '.join(missing)}: {reason}", file=sys.stderr)
    return page if page.is_file() else None


def _lines(folder: Path, result: BatchResult, page: Path | None) -> Sequence[str]:
    lines: list[str] = []
    problems = [s for s in iter_problems(folder) if s.outcome not in (Outcome.PASS, Outcome.NOT_APPLICABLE)]
    for summary in problems[:_MAX_SHOWN]:
        codes = f" [{', '.join(summary.codes[:4])}]" if summary.codes else ""
        change = result.changes.get(summary.index)
        lines.append(f"{summary.outcome.value:<13}{summary.key}{codes}{f'  {change}' if change else ''}")
    if len(problems) > _MAX_SHOWN:
        lines.append(f"... and {len(problems) - _MAX_SHOWN} more in the report")
    counts = ", ".join(f"{n} {o.value}" for o, n in result.counts.items() if n) or (
        "no asset falls into this part" if result.is_empty_part else "nothing judged"
    )
    kinds = ((result.warning_count, "warnings"), (result.waived_count, "waivers"))
    remarks = ", ".join(f"{n} with {kind}" for n, kind in kinds if n)
    warned = f" ({remarks})" if remarks else ""
    lines.append(f"{result.done_count} of {result.planned_count} judged: {counts}{warned}")
    if result.cached_count:
        lines.append(f"  cached    {result.cached_count} unchanged since an earlier run")
    if result.expired_count:
        lines.append(f"  waivers   {result.expired_count} assets are covered by a waiver that has run out")
    if result.done_count < result.planned_count:
        lines.append(f"  go on     asset-qa batch --resume {folder}")
    lines.append(f"  run       {folder}")
    if page is not None:
        lines.append(f"  report    {page}")
    return lines
