"""``asset-qa signoff``: put the decisions of reviewers beside the results."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from harness.cli.run import write_reports
from harness.errors import UsageError
from harness.outcomes import ExitCode
from harness.report.codec import load_record, load_run, write_json_atomic
from harness.report.signoff import FILE_NAME, SignOff, find_signoffs, merge

__all__ = ["add_parser"]


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "signoff",
        help="put the decisions of reviewers beside the results",
        description="Merge the files that reviewers downloaded from the pages into signoff.json of RUN and write the "
        "pages again. A decision is stale once what was judged has changed. With --all-runs the decisions go into the "
        "folder of all runs and show in later ones too.",
    )
    parser.add_argument("run", metavar="RUN", help="folder of a run")
    parser.add_argument("files", metavar="FILE", nargs="+", help="downloaded file")
    parser.add_argument("--all-runs", action="store_true", help="keep the decisions beside all runs")
    parser.set_defaults(function=signoff_command)


def signoff_command(options: argparse.Namespace) -> int:
    """Run the verb; damaged files end it before anything is written."""
    folder = Path(options.run)
    report = load_run(folder / "run.json")
    added = [load_record(SignOff, Path(name)) for name in options.files]
    target = (folder.resolve().parent if options.all_runs else folder) / FILE_NAME
    known = [load_record(SignOff, target)] if target.is_file() else []
    merged = merge([*known, *added], run_id="" if options.all_runs else report.run_id)
    cases = {entry.case_dir for entry in report.verdicts}
    strangers = sorted({d.case for file in added for d in file.decisions} - cases)
    if strangers and not options.all_runs:
        raise UsageError(f"{strangers[0]} is no case of {report.run_id}; these decisions are about another run.")
    write_json_atomic(target, merged)
    is_complete = write_reports(report, folder)
    states, _ = find_signoffs(report, folder)
    for case in sorted(states):
        state = states[case]
        print(f"{state.label:<16} {case}  {state.decision.reviewer}")
    print(f"  {len(merged.decisions)} decisions in {target}")
    return ExitCode.OK if is_complete else ExitCode.BROKEN
