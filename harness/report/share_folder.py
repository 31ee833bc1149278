"""A copy of a run for others: pages, videos, replays and records, without files that name folders of the machine."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

from harness.report.codec import write_json_atomic
from harness.report.html_report import PageFailure, write_pages
from harness.report.linking import find_file
from harness.report.model import RunEntry, RunReport
from harness.report.privacy import redact, redact_command
from harness.report.share import shared_verdict
from harness.report.signoff import FILE_NAME

__all__ = ["SHARED_KINDS", "shared_report", "write_shared"]

SHARED_KINDS = ("trajectory", "series", "video", "still", "replay-3d")
"""Files that name prims only. The scene, its replay layer, settings and logs name folders and stay behind."""


def shared_report(report: RunReport) -> RunReport:
    """Return a run whose texts name files, never folders, and that names only files that may be shared.

    Args:
        report: As it was recorded.
    """
    return replace(
        report,
        command=redact_command(report.command),
        environment={key: redact(text) for key, text in report.environment.items()},
        verdicts=tuple(_entry(e) for e in report.verdicts),
    )


def _entry(entry: RunEntry) -> RunEntry:
    verdict = shared_verdict(entry.verdict)
    kept = tuple(a for a in verdict.artifacts if a.kind in SHARED_KINDS)
    return replace(entry, verdict=replace(verdict, artifacts=kept))


def write_shared(report: RunReport, folder: Path, target: Path) -> tuple[PageFailure, ...]:
    """Write the copy.

    Args:
        report: The run.
        folder: Its folder.
        target: Existing, empty folder.

    Returns:
        The pages that could not be made.
    """
    shared = shared_report(report)
    for entry in shared.verdicts:
        case = target / entry.case_dir
        case.mkdir(parents=True)
        for artifact in entry.verdict.artifacts:
            source = find_file(folder / entry.case_dir, artifact.file)
            if source is not None:
                shutil.copyfile(source, case / source.name)
        write_json_atomic(case / "verdict.json", entry.verdict)
    write_json_atomic(target / "run.json", shared)
    if (folder / FILE_NAME).is_file():
        shutil.copyfile(folder / FILE_NAME, target / FILE_NAME)
    return write_pages(shared, target)
