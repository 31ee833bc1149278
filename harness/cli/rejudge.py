"""``asset-qa rejudge``: judge stored trajectories again, without an engine."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from harness.cli.run import add_format_options, exit_code_of, print_result, write_reports
from harness.errors import RecordError, UsageError
from harness.outcomes import ExitCode
from harness.report import RunEntry, make_run_report
from harness.report.codec import load_run
from harness.report.write import parse_formats
from harness.runner.case import package_versions
from harness.runner.plan import new_run_folder
from harness.runner.rejudge import rejudge_case, write_rejudged

__all__ = ["add_parser"]


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "rejudge",
        help="judge stored trajectories again, without an engine",
        description="Judge the recorded motion of RUN again, with the recorded settings or changed ones. "
        "RUN itself is not changed; the new verdicts go into a new folder.",
    )
    parser.add_argument("run", metavar="RUN", help="folder of a run, or of one case in it")
    parser.add_argument(
        "--set", dest="settings", metavar="KEY=VALUE", action="append", default=[], help="change a setting"
    )
    parser.add_argument("--strict", action="store_true", help="warnings fail the asset")
    parser.add_argument(
        "--out", metavar="DIR", default="reports", help="where run folders are made (default: %(default)s)"
    )
    add_format_options(parser)
    parser.set_defaults(function=rejudge_command)


def rejudge_command(options: argparse.Namespace) -> int:
    """Run the verb."""
    formats = parse_formats(["html", *options.formats])
    source = Path(options.run)
    cases = sorted({p.parent for p in source.rglob("verdict.json")} | _recorded(source))
    if not cases:
        raise UsageError(f"There is no verdict.json in {source}. Give the folder of a run.")
    started = datetime.now(UTC)
    folder = new_run_folder(Path(options.out))
    entries: list[RunEntry] = []
    is_damaged = False
    for case in cases:
        try:
            verdict = rejudge_case(case, settings=options.settings, is_strict=options.strict or None)
        except RecordError as error:
            # The others are judged all the same; the exit code tells.
            print(f"asset-qa: {case.relative_to(source)}: {error} [{error.code}]", file=sys.stderr)
            is_damaged = True
            continue
        relative = (
            Path("cases") / case.relative_to(source / "cases") if (source / "cases").is_dir() else Path(case.name)
        )
        write_rejudged(case, folder / relative, verdict)
        entries.append(RunEntry(case_dir=relative.as_posix(), verdict=verdict))
    report = make_run_report(
        entries,
        run_id=folder.name,
        started_at=started.isoformat(timespec="seconds"),
        finished_at=datetime.now(UTC).isoformat(timespec="seconds"),
        command=f"asset-qa rejudge {source.name}",
        environment=package_versions(),
        planned_count=len(cases),
        exit_code=ExitCode.BROKEN if is_damaged else None,
    )
    is_complete = write_reports(report, folder, formats)
    print_result(report, folder, options)
    return exit_code_of(report, is_complete)


def _recorded(source: Path) -> set[Path]:
    """Return the cases that the run recorded, so that one whose verdict is lost is missed and not forgotten."""
    record = source / "run.json"
    if not record.is_file():
        return set()
    try:
        return {source / entry.case_dir for entry in load_run(record).verdicts}
    except RecordError as error:
        print(f"asset-qa: {error} [{error.code}]", file=sys.stderr)
        return set()
