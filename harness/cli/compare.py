"""``asset-qa compare``: two runs side by side."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from harness.errors import UsageError
from harness.outcomes import ExitCode
from harness.report.codec import load_run

__all__ = ["add_parser"]


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "compare",
        help="show what is different between two runs",
        description="Write a page with what changed from BEFORE to AFTER, by how much, and both videos in step. "
        "Cases of different test versions or presets are not compared, and the page says so. "
        "Exit code 1: a case became worse; 3: a case could not be compared; 5: the runs have no case in common.",
    )
    parser.add_argument("before", metavar="BEFORE", help="folder of a run")
    parser.add_argument("after", metavar="AFTER", help="folder of a run")
    parser.add_argument("--out", metavar="DIR", required=True, help="new folder for the page")
    parser.add_argument("--across-presets", action="store_true", help="compare cases of different presets as well")
    parser.set_defaults(function=compare_command)


def compare_command(options: argparse.Namespace) -> int:
    """Run the verb."""
    from harness.report.compare_report import RunFolder, describe, write_comparison

    runs = [RunFolder(report=load_run(Path(f) / "run.json"), folder=Path(f)) for f in (options.before, options.after)]
    out = Path(options.out)
    try:
        out.mkdir(parents=True, exist_ok=False)
    except FileExistsError as error:
        raise UsageError(f"{out} exists already. Choose a new folder with --out.") from error
    differences = write_comparison(runs[0], runs[1], out, is_across_presets=options.across_presets)
    for difference in differences:
        if difference.kind != "same":
            print(describe(difference))
    kinds = [d.kind for d in differences]
    print(f"{kinds.count('same')} of {len(kinds)} the same")
    print(f"  Comparison  {out / 'index.html'}")
    if "worse" in kinds:
        return ExitCode.FAILED
    if "not compared" in kinds:
        return ExitCode.BROKEN
    return ExitCode.OK if set(kinds) - {"new", "missing"} else ExitCode.NOTHING_JUDGED
