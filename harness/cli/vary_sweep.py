"""The part of ``asset-qa vary`` that runs a test over the variants."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from harness.catalog import find_test
from harness.cli.engine_options import add_engine_options, engine_settings
from harness.cli.progress import make_listener
from harness.cli.run import add_format_options, exit_code_of, print_result, write_reports
from harness.config import resolve
from harness.engines import DEFAULT_ENGINE, load_engine
from harness.engines.process import sweep_stale_folders
from harness.errors import UsageError
from harness.outcomes import ExitCode
from harness.report.write import parse_formats
from harness.runner.plan import RunOptions, new_run_folder
from harness.vary.plan import Change, Variant
from harness.vary.run import Sweep
from harness.vary.sweep_page import PAGE, write_sweep

__all__ = ["add_sweep_options", "run_sweep"]


def add_sweep_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that run a test."""
    group: Any = parser.add_argument_group("to run a test over the variants")
    group.add_argument("--test", metavar="TEST", help="run this test; variants and results go into a new run folder")
    group.add_argument(
        "--refine",
        metavar="N",
        type=int,
        default=0,
        help="test N more values, between a pass and a fail",
    )
    group.add_argument("--engine", default=DEFAULT_ENGINE, help="engine to use (default: %(default)s)")
    group.add_argument(
        "--set", dest="settings", metavar="KEY=VALUE", action="append", default=[], help="change a setting"
    )
    group.add_argument(
        "--config", dest="config_files", metavar="FILE", action="append", default=[], help="YAML settings"
    )
    group.add_argument("--strict", action="store_true", help="warnings fail a variant")
    group.add_argument("--video", action="store_true", help="render a video of each variant")
    group.add_argument("--jobs", metavar="N", type=int, default=1, help="variants at a time (default: %(default)s)")
    group.add_argument("-q", "--quiet", action="store_true", help="no progress")
    add_format_options(parser)
    add_engine_options(parser, has_video=True)


def run_sweep(options: argparse.Namespace, robot: Path, variants: tuple[Variant, ...], change: Change | None) -> int:
    """Write the variants into a run folder, test them, and write the comparison page.

    Args:
        options: Command line.
        robot: The robot.
        variants: What to make of it.
        change: The change that they all come from, if it is one.
    """
    sweep = _new_sweep(options, robot, change)
    try:
        jobs = sweep.write(variants)
    except UsageError:
        # Nothing was written: the folder is as empty as it was made.
        sweep.folder.rmdir()
        raise
    with make_listener(jobs, is_quiet=options.quiet) as listener:
        sweep.run(jobs, options.jobs, listener)
    if options.refine and change is not None and not sweep.is_interrupted:
        sweep.refine(change, options.refine, lambda text: print(text, file=sys.stderr))
    points = sweep.points()
    report = sweep.report(points, ExitCode.INTERRUPTED if sweep.is_interrupted else None)
    is_complete = write_reports(report, sweep.folder, parse_formats(["html", *options.formats]))
    sentences = write_sweep(sweep.folder, robot.name, points, report.missing_count)
    print_result(report, sweep.folder, options)
    if options.format == "text":
        print("\n".join(["", *sentences, f"Comparison  {sweep.folder / PAGE}"]))
    return exit_code_of(report, is_complete)


def _new_sweep(options: argparse.Namespace, robot: Path, change: Change | None) -> Sweep:
    if options.jobs < 1:
        raise UsageError("--jobs needs a number of at least 1.")
    if options.refine < 0 or (options.refine and (change is None or not _has_one_list(change))):
        raise UsageError("--refine N needs one list of numbers on the command line, such as --scale 0.5,1,1.5.")
    parse_formats(options.formats)
    load_engine(options.engine)
    test = find_test(options.test)
    settings = [*options.settings, *engine_settings(options)]
    config = resolve(test.name, test.config_type, files=[Path(f) for f in options.config_files], settings=settings)
    sweep_stale_folders()
    return Sweep(
        robot=robot,
        folder=new_run_folder(Path(options.out or "reports")),
        options=RunOptions(
            test=test.name,
            assets=(),
            engine=options.engine,
            config_files=tuple(options.config_files),
            settings=tuple(settings),
            is_strict=options.strict,
            is_video_wanted=options.video,
        ),
        config=config,
    )


def _has_one_list(change: Change) -> bool:
    lists = [v for v in vars(change).values() if isinstance(v, tuple) and len(v) > 1]
    return len(lists) == 1 and lists[0] is not change.joint_type
