"""``asset-qa merge``: put the shards of a batch together."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path
from typing import Any

from harness.batch.finish import collect_result
from harness.batch.merge import merge_runs
from harness.cli.batch_report import add_report_options, check_report_options, close_run
from harness.report.receipt_write import parse_receipts
from harness.runner.plan import new_run_folder

__all__ = ["add_parser"]


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "merge",
        help="put the shards of a batch together",
        description="Make one run of the shards of a batch, store it in the database and compare it with its baseline. "
        "Refuses shards of different batches, the same shard twice, and a shard that is missing or not finished.",
    )
    parser.add_argument("runs", metavar="RUN", nargs="+", help="run folders of all shards")
    parser.add_argument(
        "--out", metavar="DIR", default="reports", help="where run folders are made (default: %(default)s)"
    )
    add_report_options(parser)
    parser.set_defaults(function=merge_command)


def merge_command(options: argparse.Namespace) -> int:
    """Run the verb."""
    parse_receipts(options.receipts)
    check_report_options(options)
    folder = new_run_folder(Path(options.out))
    try:
        plan, cases = merge_runs([Path(r) for r in options.runs], folder)
    except BaseException:
        shutil.rmtree(folder)
        raise
    return close_run(folder, plan, collect_result(folder, len(cases)), options, is_interrupted=False)
