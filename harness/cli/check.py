"""``asset-qa check``: what is wrong with assets by their files alone, in milliseconds and without an engine."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path
from threading import TIMEOUT_MAX, Lock, Timer
from typing import TYPE_CHECKING, Any

from harness.errors import UsageError
from harness.intake import check_asset_file
from harness.report.model import RunEntry, RunReport, make_run_report
from harness.verdict import Verdict, finding

if TYPE_CHECKING:
    from harness.runner.check import CheckOptions

__all__ = ["add_parser"]

_LIMIT_S = 300.0
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
    parser.add_argument(
        "--limit-s",
        metavar="SECONDS",
        type=float,
        default=_LIMIT_S,
        help="time for one asset; when it is over, the command ends with what it has (default: %(default)g)",
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
    if not 0 < options.limit_s <= TIMEOUT_MAX:
        raise UsageError("--limit-s needs a number of seconds above 0.")
    return _Checks(options, chosen).run()


def _pair(text: str) -> tuple[str, str]:
    name, separator, selection = text.partition("=")
    if not separator or not name or not selection:
        raise UsageError(f"--variant {text}: write SET=NAME.")
    return name, selection


class _Checks:
    """The checks of one command, in turn; each asset is shown as soon as it is done."""

    def __init__(self, options: argparse.Namespace, chosen: CheckOptions) -> None:
        from harness.runner.names import unique_names

        self._limit_s: float = options.limit_s
        self._format: str = options.format
        self._chosen = chosen
        self._assets = list(zip(options.assets, unique_names(options.assets), strict=True))
        self._entries: list[RunEntry] = []
        self._started = datetime.now(UTC)
        self._shown = 0
        # Held by whoever shows something: an asset that ends at its limit is either done or given up.
        self._turn = Lock()

    def run(self) -> int:
        """Check all of them and return the exit status.

        Raises:
            UsageError: If no asset at all has the wanted variants.
        """
        missed = 0
        for asset, name in self._assets:
            timer = Timer(self._limit_s, self._give_up, (len(self._entries),))
            timer.daemon = True
            timer.start()
            try:
                verdict, is_missed = self._verdict(asset, name, missed)
                missed += is_missed
                with self._turn:
                    self._show(name, verdict)
            finally:
                # Whatever happened, nothing is left behind that would end a process later.
                timer.cancel()
        return self._finish()

    def _verdict(self, asset: str, name: str, missed: int) -> tuple[Verdict, bool]:
        from harness.runner.check import check_asset, unchecked

        try:
            return check_asset(asset, name, self._chosen), False
        except UsageError as error:
            if missed + 1 == len(self._assets):
                raise
            return unchecked(asset, name, self._chosen, finding("HAR002", str(error))), True

    def _give_up(self, number: int) -> None:
        """End the command: a thread that waits for a file cannot be ended, and what is done must not be lost."""
        from harness.runner.check import unchecked

        with self._turn:
            if number < len(self._entries):
                return
            held_up = Path(self._assets[number][0]).name
            for at, (asset, name) in enumerate(self._assets[number:]):
                text = (
                    f"It was not checked within {self._limit_s:g} s." if at == 0 else f"{held_up} held up the command."
                )
                self._show(name, unchecked(asset, name, self._chosen, finding("HAR018", text)))
            code = self._finish()
            sys.stdout.flush()
            # The only way past a call that waits for ever; nothing is written that could be cut short.
            os._exit(code)

    def _show(self, name: str, verdict: Verdict) -> None:
        from harness.report.console_report import render_check_lines

        if self._format == "text":
            lines = render_check_lines(verdict, color=sys.stdout.isatty(), is_short=len(self._assets) > 1)
            print("\n".join(["", *lines] if self._shown > 1 and len(lines) > 1 else lines), flush=True)
            self._shown = len(lines)
        self._entries.append(RunEntry(case_dir=name, verdict=verdict))

    def _finish(self) -> int:
        report = make_run_report(
            self._entries,
            run_id=f"check-{self._started.strftime('%Y%m%dT%H%M%SZ')}",
            started_at=self._started.isoformat(timespec="seconds"),
            finished_at=datetime.now(UTC).isoformat(timespec="seconds"),
            command=shlex.join(["asset-qa", *sys.argv[1:]]),
        )
        _print_report(report, self._format)
        return report.exit_code


def _print_report(report: RunReport, form: str) -> None:
    from harness.report import load_renderer

    if form != "text":
        text = load_renderer(form)(report, Path())
        # JSON and XML say that they are UTF-8, whatever the locale.
        sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
        sys.stdout.buffer.flush()
    elif len(report.verdicts) > 1:
        from harness.report.console_report import render_run_lines

        print("\n".join(["", *render_run_lines(report, color=sys.stdout.isatty())]))
