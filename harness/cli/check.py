"""``asset-qa check``: what is wrong with assets by their files alone, in milliseconds and without an engine."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.errors import UsageError
from harness.intake import check_asset_file
from harness.report.model import RunEntry, RunReport, make_run_report
from harness.verdict import Verdict

if TYPE_CHECKING:
    from harness.runner.check import CheckOptions

__all__ = ["add_parser"]

_FORMATS = ("text", "json", "junit", "sarif", "csv", "markdown")


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "check",
        help="find defects of assets without an engine",
        description="Read each ASSET and run all safeguards: every finding is listed, nothing is simulated or written.",
    )
    parser.add_argument("assets", metavar="ASSET", nargs="+", help="USD or URDF file (.usd* .urdf .xacro)")
    parser.add_argument("--strict", action="store_true", help="warnings fail the asset")
    parser.add_argument(
        "--config", dest="config_files", metavar="FILE", action="append", default=[], help="YAML waivers and severities"
    )
    parser.add_argument(
        "--variant", dest="variants", metavar="SET=NAME", action="append", default=[], help="select a variant"
    )
    parser.add_argument(
        "--validators", action="store_true", help="run the published rules of usd-validation-nvidia too, if installed"
    )
    parser.add_argument(
        "--format", choices=_FORMATS, default="text", metavar="FORMAT", help=f"what stdout gets: {', '.join(_FORMATS)}"
    )
    parser.set_defaults(function=check_command)


def check_command(options: argparse.Namespace) -> int:
    """Run the verb."""
    # Before NumPy is loaded: the matrices here are three wide, and threads cost more than they give.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from harness.runner.check import CheckOptions
    from harness.waivers import Policy

    policy = Policy()
    if options.config_files:
        from harness.config import read_policy

        policy = read_policy([Path(f) for f in options.config_files])
    chosen = CheckOptions(
        variants=dict(_pair(v) for v in options.variants),
        policy=policy,
        config_files=tuple(options.config_files),
        is_strict=options.strict,
        are_validators_wanted=options.validators,
    )
    for asset in options.assets:
        check_asset_file(Path(asset))
    started = datetime.now(UTC)
    entries = list(_checked(options.assets, chosen, is_text=options.format == "text"))
    report = make_run_report(
        entries,
        run_id=f"check-{started.strftime('%Y%m%dT%H%M%SZ')}",
        started_at=started.isoformat(timespec="seconds"),
        finished_at=datetime.now(UTC).isoformat(timespec="seconds"),
        command=shlex.join(["asset-qa", *sys.argv[1:]]),
    )
    _finish(report, options.format)
    return report.exit_code


def _pair(text: str) -> tuple[str, str]:
    name, separator, selection = text.partition("=")
    if not separator or not name or not selection:
        raise UsageError(f"--variant {text}: write SET=NAME.")
    return name, selection


def _checked(assets: list[str], options: CheckOptions, *, is_text: bool) -> Iterator[RunEntry]:
    """Check the assets in turn and show each as soon as it is done.

    Raises:
        UsageError: If no asset at all has the wanted variants.
    """
    from harness.report.console_report import render_check_lines
    from harness.runner.check import check_asset, not_selected
    from harness.runner.names import unique_names

    missed: list[str] = []
    shown = 0
    for asset, name in zip(assets, unique_names(assets), strict=True):
        try:
            verdict: Verdict = check_asset(asset, name, options)
        except UsageError as error:
            missed.append(str(error))
            if len(missed) == len(assets):
                raise
            verdict = not_selected(asset, name, options, str(error))
        if is_text:
            lines = render_check_lines(verdict, color=sys.stdout.isatty(), is_short=len(assets) > 1)
            print("\n".join(["", *lines] if shown > 1 and len(lines) > 1 else lines), flush=True)
            shown = len(lines)
        yield RunEntry(case_dir=name, verdict=verdict)


def _finish(report: RunReport, form: str) -> None:
    from harness.report import load_renderer

    if form != "text":
        text = load_renderer(form)(report, Path())
        # JSON and XML say that they are UTF-8, whatever the locale.
        sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
        sys.stdout.buffer.flush()
    elif len(report.verdicts) > 1:
        from harness.report.console_report import render_run_lines

        print("\n".join(["", *render_run_lines(report, color=sys.stdout.isatty())]))
