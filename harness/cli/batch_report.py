"""Close a batch on the command line: record, page, and what is printed."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from harness.batch.finish import BatchResult, iter_problems, policy_exit_code, write_run_record
from harness.batch.records import BatchOptions
from harness.child import child_environment, python_command
from harness.outcomes import ExitCode, Outcome

__all__ = ["close_run"]

_PAGE_LIMIT_S = 900.0
_MAX_SHOWN = 50


def close_run(
    folder: Path, plan: BatchOptions, result: BatchResult, options: argparse.Namespace, *, is_interrupted: bool
) -> int:
    """Write ``run.json`` and the page, print the result, and return the exit status.

    Args:
        folder: Run folder.
        plan: Settings of the run.
        result: What its journal says.
        options: Command line.
        is_interrupted: Whether it was ended from outside.
    """
    code = ExitCode.INTERRUPTED if is_interrupted else policy_exit_code(result, options.fail_on)
    write_run_record(folder, plan, result, code)
    page = None if is_interrupted else _write_page(folder)
    for line in _lines(folder, result, page):
        print(line)
    return int(code)


def _write_page(folder: Path) -> Path | None:
    """Make the page in a process of its own: it needs every verdict at once, which this process never holds."""
    command = [*python_command("harness"), "report", str(folder)]
    try:
        done = subprocess.run(
            command, env=child_environment(), capture_output=True, text=True, timeout=_PAGE_LIMIT_S, check=False
        )
    except subprocess.TimeoutExpired:
        print(
            f"asset-qa: the page took more than {_PAGE_LIMIT_S:.0f} s; make it with: asset-qa report {folder}",
            file=sys.stderr,
        )
        return None
    page = folder / "index.html"
    if not page.is_file():
        print(f"asset-qa: the page could not be made: {done.stderr.strip()[-500:]}", file=sys.stderr)
        return None
    return page


def _lines(folder: Path, result: BatchResult, page: Path | None) -> list[str]:
    lines: list[str] = []
    problems = [s for s in iter_problems(folder) if s.outcome not in (Outcome.PASS, Outcome.NOT_APPLICABLE)]
    for summary in problems[:_MAX_SHOWN]:
        codes = f" [{', '.join(summary.codes[:4])}]" if summary.codes else ""
        lines.append(f"{summary.outcome.value:<13}{_clean(summary.key)}{codes}")
    if len(problems) > _MAX_SHOWN:
        lines.append(f"... and {len(problems) - _MAX_SHOWN} more in the report")
    counts = ", ".join(f"{n} {o.value}" for o, n in result.counts.items() if n) or "nothing judged"
    warned = f" ({result.warning_count} with warnings)" if result.warning_count else ""
    lines.append(f"{result.done_count} of {result.planned_count} judged: {counts}{warned}")
    if result.cached_count:
        lines.append(f"  cached    {result.cached_count} unchanged since an earlier run")
    if result.done_count < result.planned_count:
        lines.append(f"  go on     asset-qa batch --resume {folder}")
    lines.append(f"  run       {folder}")
    if page is not None:
        lines.append(f"  report    {page}")
    return lines


def _clean(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)
