"""``asset-qa fix``: write repairs as a small layer over the untouched asset, and show the new verdict."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from harness.catalog import find_test
from harness.codes import CODES_BY_ID
from harness.config import resolve
from harness.engines import DEFAULT_ENGINE, load_engine
from harness.engines.process import sweep_stale_folders
from harness.errors import UnknownNameError, UsageError

__all__ = ["add_parser"]


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "fix",
        help="repair an asset in a layer over it",
        description=(
            "Test ASSET, write the repairs that the evidence supports into DIR/<name>_fixed.usda, a layer over the "
            "untouched asset, and test it again. One change for each code, each with before and after."
        ),
    )
    parser.add_argument("asset", metavar="ASSET", help="USD file (.usd .usda .usdc .usdz)")
    parser.add_argument(
        "--out", metavar="DIR", default="fixed", help="where layer and results are written (default: %(default)s)"
    )
    parser.add_argument("--dry-run", action="store_true", help="print the changes and what they do, write nothing")
    parser.add_argument("--only", metavar="CODE", action="append", default=[], help="repair this code only; repeatable")
    parser.add_argument(
        "--allow-anchors", action="store_true", help="also switch off joints that pin the asset to the world"
    )
    parser.add_argument("--test", default="ground_drop", help="test to judge with (default: %(default)s)")
    parser.add_argument("--engine", default=DEFAULT_ENGINE, help="engine to use (default: %(default)s)")
    parser.add_argument(
        "--set", dest="settings", metavar="KEY=VALUE", action="append", default=[], help="change a setting"
    )
    parser.add_argument(
        "--config", dest="config_files", metavar="FILE", action="append", default=[], help="YAML settings"
    )
    parser.add_argument(
        "--variant", dest="variants", metavar="SET=NAME", action="append", default=[], help="select a variant"
    )
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="what stdout gets (default: %(default)s)"
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress")
    parser.set_defaults(function=fix_command)


def fix_command(options: argparse.Namespace) -> int:
    """Run the verb."""
    from harness.repair.report import to_record, to_text
    from harness.repair.run import FixJob, fix_asset
    from harness.report.codec import write_json_atomic
    from harness.report.model import exit_code_for

    only = tuple(code.strip().upper() for code in options.only)
    for code, asked in zip(only, options.only, strict=True):
        if code not in CODES_BY_ID:
            raise UnknownNameError("code", asked, CODES_BY_ID)
    test = find_test(options.test)
    resolve(test.name, test.config_type, files=[Path(f) for f in options.config_files], settings=options.settings)
    job = FixJob(
        asset=Path(options.asset),
        out=Path(options.out),
        test=test.name,
        only=only,
        are_anchors_allowed=options.allow_anchors,
        is_dry=options.dry_run,
        config_files=tuple(options.config_files),
        settings=tuple(options.settings),
        variants=dict(_pair(v) for v in options.variants),
    )
    sweep_stale_folders()
    with load_engine(options.engine) as engine:
        result = fix_asset(job, engine, _show(is_quiet=options.quiet))
    record = to_record(result)
    if result.results is not None:
        write_json_atomic(Path(result.results) / "fix.json", record)
    if options.format == "json":
        print(json.dumps(record, indent=2))
    else:
        print(to_text(result, is_dry=job.is_dry), end="")
    return exit_code_for((result.after or result.before).outcome)


def _pair(text: str) -> tuple[str, str]:
    name, separator, selection = text.partition("=")
    if not separator or not name or not selection:
        raise UsageError(f"--variant {text}: write SET=NAME.")
    return name, selection


def _show(*, is_quiet: bool) -> Any:
    last = [""]

    def progress(phase: str, seconds: float) -> None:
        if not is_quiet and phase != last[0] and phase in ("reading", "control"):
            print("testing the asset" if not last[0] else "testing again", file=sys.stderr, flush=True)
        last[0] = phase

    return progress
