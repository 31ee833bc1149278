"""``asset-qa report``: write the reports of a finished run again, or in another format."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from harness.cli.receipt import add_receipt_option, cases_of, tell_receipts
from harness.cli.run import exit_code_of, write_stdout
from harness.errors import UsageError
from harness.report import FILE_NAMES, RunReport, load_renderer
from harness.report.codec import load_run, write_text_atomic
from harness.report.receipt_write import parse_receipts
from harness.report.write import parse_formats, write_formats

__all__ = ["add_parser"]


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "report",
        help="write the reports of a finished run again, or in another format",
        description="Write reports of RUN into its folder, from its record; nothing is simulated.",
    )
    parser.add_argument("run", metavar="RUN", help="folder of a run")
    parser.add_argument(
        "--format",
        dest="formats",
        metavar="FORMAT,...",
        action="append",
        default=[],
        help=f"{', '.join(FILE_NAMES)} (default: html)",
    )
    parser.add_argument(
        "--pages",
        choices=("all", "problems"),
        default="all",
        help="cases with a page of their own; the index lists all (default: %(default)s)",
    )
    parser.add_argument(
        "--output", metavar="FILE", help="write the one report that was asked for to FILE; - for stdout"
    )
    parser.add_argument(
        "--single-file",
        metavar="FILE",
        help="write one page that holds pictures, videos and replays itself and can be mailed",
    )
    parser.add_argument(
        "--share",
        metavar="DIR",
        help="write a copy of the run into the new folder DIR that names no folder of this machine",
    )
    add_receipt_option(parser)
    parser.set_defaults(function=report_command)


def report_command(options: argparse.Namespace) -> int:
    """Run the verb. The exit code is that of the run."""
    folder = Path(options.run)
    receipts = parse_receipts(options.receipts)
    # Who asks for receipts only gets no pages again.
    formats = parse_formats(options.formats) or (() if receipts else ("html",))
    if options.output is not None and len(formats) != 1:
        raise UsageError("--output takes one report; name one --format.")
    if receipts and (options.output, options.share, options.single_file) != (None, None, None):
        raise UsageError("--receipt writes into RUN; leave out --output, --share and --single-file.")
    report = load_run(folder / "run.json")
    is_complete = tell_receipts(cases_of(report), folder, receipts, is_named=True)
    if options.share is not None:
        return _share(report, folder, Path(options.share))
    if options.single_file is not None:
        from harness.report.single_file import write_single

        print(write_single(report, folder, Path(options.single_file)))
        return report.exit_code
    if options.output is not None:
        text = load_renderer(formats[0])(report, folder)
        if options.output == "-":
            write_stdout(text)
        else:
            write_text_atomic(Path(options.output), text)
            print(options.output)
        return report.exit_code
    written = write_formats(report, folder, formats, pages=options.pages)
    for item in written:
        if item.problem is None:
            print(item.path)
        else:
            print(f"{item.details}asset-qa: {item.problem}", file=sys.stderr)
    return exit_code_of(report, is_complete and all(item.problem is None for item in written))


def _share(report: RunReport, folder: Path, target: Path) -> int:
    """Write the copy for others; a folder that is there already may hold something else."""
    from harness.report.share_folder import write_shared

    try:
        target.mkdir(parents=True, exist_ok=False)
    except FileExistsError as error:
        raise UsageError(f"{target} exists already. Choose a new folder with --share.") from error
    failures = write_shared(report, folder, target)
    for failure in failures:
        print(f"{failure.details}asset-qa: {failure.name} could not be written. [HAR050]", file=sys.stderr)
    print(target / "index.html")
    return exit_code_of(report, not failures)
