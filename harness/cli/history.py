"""``asset-qa history``: how an asset fared in all batch runs."""

from __future__ import annotations

import argparse
import json
from typing import Any

from harness.cli.history_options import add_database_option, open_history, plain_text
from harness.errors import UsageError
from harness.history.compare import StoredResult
from harness.outcomes import ExitCode

__all__ = ["add_parser"]


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser("history", help="how an asset fared in all batch runs")
    parser.add_argument("asset", metavar="ASSET", help="path of the asset in its source, or the end of it")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="what stdout gets")
    add_database_option(parser)
    parser.set_defaults(function=_history)


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
            plain_text(
                f"{run.started_at[:16]}  {r.outcome.value:<13}{r.key}  {r.test} {r.test_version}, {r.engine} "
                f"{r.engine_version or ''}, files {content}{margin}{flips}  ({how}){codes}"
            )
        )
    return ExitCode.OK


def _plain(result: StoredResult) -> dict[str, Any]:
    return {**vars(result), "outcome": result.outcome.value, "codes": list(result.codes), "tags": list(result.tags)}
