"""``asset-qa run``: run a test on assets, write verdicts, video and report, print the result."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from harness.catalog import find_test
from harness.cli.engine_options import add_engine_options, engine_settings
from harness.cli.opinion import ask_again
from harness.cli.progress import make_listener
from harness.cli.receipt import add_receipt_option, cases_of, tell_receipts
from harness.config import resolve
from harness.engines import DEFAULT_ENGINE, load_engine
from harness.engines.process import sweep_stale_folders
from harness.errors import UsageError
from harness.intake import check_asset_file
from harness.outcomes import ExitCode
from harness.presets import DEFAULT_PRESET, PRESETS
from harness.report import FILE_NAMES, RunEntry, RunReport, load_renderer, make_run_report
from harness.report.codec import load_verdict, write_json_atomic
from harness.report.receipt_write import parse_receipts
from harness.report.write import parse_formats, write_formats
from harness.runner.case import CaseJob, package_versions
from harness.runner.plan import RunOptions, new_run_folder, plan_cases, relative_to_run
from harness.runner.pool import run_pool
from harness.runner.record import CaseFiles
from harness.verdict import Verdict

__all__ = ["add_format_options", "add_parser", "exit_code_of", "print_result", "write_reports", "write_stdout"]

_STDOUT = ("text", "json", "junit", "sarif", "csv", "markdown")


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "run",
        help="run a test on assets",
        description="Run TEST on each ASSET and write verdict, video and report into a new folder.",
    )
    parser.add_argument("test", metavar="TEST", help="name of the test; see asset-qa list")
    parser.add_argument(
        "assets", metavar="ASSET", nargs="+", help="USD or URDF file (.usd .usda .usdc .usdz .urdf .xacro)"
    )
    parser.add_argument("--engine", default=DEFAULT_ENGINE, help="engine to use (default: %(default)s)")
    parser.add_argument(
        "--set", dest="settings", metavar="KEY=VALUE", action="append", default=[], help="change a setting"
    )
    parser.add_argument(
        "--preset",
        metavar="NAME",
        default=DEFAULT_PRESET,
        help=f"procedure and limits of a published release: {', '.join(PRESETS)} (default: %(default)s)",
    )
    parser.add_argument(
        "--config", dest="config_files", metavar="FILE", action="append", default=[], help="YAML settings"
    )
    parser.add_argument(
        "--variant", dest="variants", metavar="SET=NAME", action="append", default=[], help="select a variant"
    )
    parser.add_argument(
        "--out", metavar="DIR", default="reports", help="where run folders are made (default: %(default)s)"
    )
    parser.add_argument("--no-video", action="store_true", help="do not render a video")
    parser.add_argument(
        "--no-probes",
        dest="settings",
        action="append_const",
        const="diagnosis.probes=false",
        help="do not try what makes a failed asset pass",
    )
    parser.add_argument("--strict", action="store_true", help="warnings fail the asset")
    add_format_options(parser)
    add_receipt_option(parser)
    add_engine_options(parser, has_video=True)
    parser.add_argument("--jobs", metavar="N", type=int, default=1, help="assets at a time (default: %(default)s)")
    volume = parser.add_mutually_exclusive_group()
    volume.add_argument("-q", "--quiet", action="store_true", help="no progress")
    volume.add_argument("-v", "--verbose", action="store_true", help="more detail in the result")
    parser.set_defaults(function=run_command)


def run_command(options: argparse.Namespace) -> int:
    """Run the verb."""
    if options.jobs < 1:
        raise UsageError("--jobs needs a number of at least 1.")
    formats = parse_formats(["html", *options.formats])
    receipts = parse_receipts(options.receipts)
    load_engine(options.engine)
    if options.second_opinion:
        load_engine(options.second_opinion)
    test = find_test(options.test)
    files = [Path(f) for f in options.config_files]
    settings = [*options.settings, *engine_settings(options)]
    config = resolve(test.name, test.config_type, files=files, settings=settings, preset=options.preset)
    run_options = RunOptions(
        test=test.name,
        assets=tuple(options.assets),
        engine=options.engine,
        config_files=tuple(options.config_files),
        settings=tuple(settings),
        preset=options.preset,
        variants=dict(_pair(v) for v in options.variants),
        is_strict=options.strict,
        is_video_wanted=not options.no_video,
    )
    for asset in run_options.assets:
        check_asset_file(Path(asset))
    sweep_stale_folders()
    folder = new_run_folder(Path(options.out))
    jobs = plan_cases(run_options, folder)
    started = datetime.now(UTC)
    exit_code: ExitCode | None = None
    with make_listener(jobs, is_quiet=options.quiet) as listener:
        try:
            verdicts = run_pool(jobs, worker_count=options.jobs, config=config, listener=listener)
        except KeyboardInterrupt:
            verdicts, exit_code = _finished(jobs), ExitCode.INTERRUPTED
    if options.second_opinion and exit_code is None:
        try:
            verdicts = ask_again(jobs, verdicts, options, config)
        except KeyboardInterrupt:
            exit_code = ExitCode.INTERRUPTED
    if exit_code is None and verdicts and all(map(_is_misused, verdicts)):
        # Such as a variant that no asset has: the command is wrong, not the assets.
        exit_code = ExitCode.USAGE
    report = _report(jobs, verdicts, folder, started, exit_code)
    is_complete = write_reports(report, folder, formats)
    is_complete = tell_receipts(cases_of(report), folder, receipts) and is_complete
    print_result(report, folder, options)
    return exit_code_of(report, is_complete)


def _pair(text: str) -> tuple[str, str]:
    name, separator, selection = text.partition("=")
    if not separator or not name or not selection:
        raise UsageError(f"--variant {text}: write SET=NAME.")
    return name, selection


def _is_misused(verdict: Verdict | None) -> bool:
    return verdict is not None and any(f.code == "HAR002" for f in verdict.findings)


def _finished(jobs: list[CaseJob]) -> list[Verdict | None]:
    """Collect what was complete when the run was interrupted."""
    return [
        load_verdict(files.verdict) if (files := CaseFiles(folder=Path(j.case_dir))).verdict.is_file() else None
        for j in jobs
    ]


def _report(
    jobs: list[CaseJob],
    verdicts: list[Verdict | None],
    folder: Path,
    started: datetime,
    exit_code: ExitCode | None,
) -> RunReport:
    entries = [
        RunEntry(case_dir=relative_to_run(job.case_dir, folder), verdict=verdict)
        for job, verdict in zip(jobs, verdicts, strict=True)
        if verdict is not None
    ]
    return make_run_report(
        entries,
        run_id=folder.name,
        started_at=started.isoformat(timespec="seconds"),
        finished_at=datetime.now(UTC).isoformat(timespec="seconds"),
        command=shlex.join(["asset-qa", *sys.argv[1:]]),
        environment=package_versions(),
        planned_count=len(jobs),
        exit_code=exit_code,
    )


def add_format_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose what is printed and which reports are written."""
    parser.add_argument(
        "--format", choices=_STDOUT, default="text", metavar="FORMAT", help=f"what stdout gets: {', '.join(_STDOUT)}"
    )
    parser.add_argument(
        "--formats",
        metavar="FORMAT,...",
        action="append",
        default=[],
        help=f"more reports in the run folder: {', '.join(f for f in FILE_NAMES if f != 'html')}",
    )


def write_reports(report: RunReport, folder: Path, formats: Sequence[str] = ("html",)) -> bool:
    """Write run.json first, then the reports; one that cannot be made does not take the result along.

    Returns:
        Whether all reports were written; problems are told on stderr.
    """
    write_json_atomic(folder / "run.json", report)
    written = write_formats(report, folder, formats)
    for item in written:
        if item.problem is not None:
            print(f"{item.details}asset-qa: {item.problem}", file=sys.stderr)
    return all(item.problem is None for item in written)


def exit_code_of(report: RunReport, is_complete: bool) -> int:
    """Return the exit status of a run; nobody may take a missing report for a good result.

    Args:
        report: The run.
        is_complete: Whether every report was written.
    """
    return report.exit_code if is_complete or report.exit_code != ExitCode.OK else ExitCode.BROKEN


def print_result(report: RunReport, folder: Path, options: argparse.Namespace) -> None:
    """Print the result in the format that was asked for."""
    if options.format != "text":
        write_stdout(load_renderer(options.format)(report, folder))
        return
    from harness.report.console_report import render_lines

    color = sys.stdout.isatty()
    for line in render_lines(report, folder, color=color, is_verbose=getattr(options, "verbose", False)):
        print(line)


def write_stdout(text: str) -> None:
    """Print a report in UTF-8, which JSON and XML say they are, whatever the locale."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()
