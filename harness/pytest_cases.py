"""What the pytest plugin does with an asset: run it in the shared case process, explain it, and write the report."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from harness.catalog import find_test
from harness.config import ResolvedConfig, resolve
from harness.engines import DEFAULT_ENGINE, load_engine
from harness.engines.process import sweep_stale_folders
from harness.intake import check_asset_file
from harness.report import RunEntry, make_run_report
from harness.report.codec import write_json_atomic
from harness.report.console_report import render_verdict_lines
from harness.report.plain import one_line
from harness.report.write import write_formats
from harness.runner.case import package_versions
from harness.runner.plan import RunOptions, new_run_folder, plan_cases, relative_to_run
from harness.runner.pool import CaseSession
from harness.runner.record import CaseFiles
from harness.verdict import Verdict

__all__ = ["CaseRunner", "explain"]

_WIDTH = 100


class CaseRunner:
    """Runs assets of one pytest session.

    Args:
        tests: Names of tests.
        options: What to run, for any asset and test; an empty engine means the default one.
        out: Folder in which the folder of the run is made.

    Raises:
        UsageError: If a test, an engine or a setting does not exist.
    """

    def __init__(self, tests: tuple[str, ...], options: RunOptions, out: Path) -> None:
        self.tests = tests
        options = replace(options, engine=options.engine or DEFAULT_ENGINE)
        load_engine(options.engine)
        self._options = {name: replace(options, test=name) for name in tests}
        files = [Path(f) for f in options.config_files]
        self._configs: dict[str, ResolvedConfig] = {
            name: resolve(name, find_test(name).config_type, files=files, settings=options.settings) for name in tests
        }
        self._out = out
        self._folder: Path | None = None
        self._session: CaseSession | None = None
        self._taken: dict[str, set[str]] = {name: set() for name in tests}
        self._done: list[tuple[Verdict, Path]] = []
        self._started = datetime.now(UTC)

    def run(self, asset: Path, test: str) -> tuple[Verdict, Path]:
        """Return the verdict of one asset and the file that holds it.

        Args:
            asset: The file.
            test: One of the tests.

        Raises:
            UsageError: If asset-qa reads no files of this kind, or nothing can be written.
        """
        name = os.path.relpath(asset) if asset.is_relative_to(Path.cwd()) else str(asset)
        check_asset_file(Path(name))
        if self._folder is None:
            sweep_stale_folders()
            self._folder = new_run_folder(self._out)
        if self._session is None:
            self._session = CaseSession(self._configs[test])
        options = self._options[test]
        job = plan_cases(replace(options, assets=(name,)), self._folder, taken=self._taken[test])[0]
        file = CaseFiles(folder=Path(job.case_dir)).verdict
        verdict = self._session.run(job, self._configs[test])
        self._done.append((verdict, file))
        return verdict, file

    def file_of(self, verdict: Verdict) -> Path:
        """Return the file of a verdict of this session."""
        return next(file for known, file in self._done if known is verdict)

    def finish(self, planned_count: int | None) -> None:
        """End the processes and write record and page.

        Args:
            planned_count: Items of the session; ``None`` when it is one of several.
        """
        if self._session is not None:
            self._session.close()
        if self._folder is None:
            return
        folder = self._folder
        report = make_run_report(
            [RunEntry(case_dir=relative_to_run(str(f.parent), folder), verdict=v) for v, f in self._done],
            run_id=folder.name,
            started_at=self._started.isoformat(timespec="seconds"),
            finished_at=datetime.now(UTC).isoformat(timespec="seconds"),
            command="pytest",
            environment=package_versions(),
            planned_count=planned_count,
        )
        write_json_atomic(folder / "run.json", report)
        for item in write_formats(report, folder, ("html",)):
            if item.problem is not None:
                raise RuntimeError(item.problem)


def explain(verdict: Verdict, file: Path) -> str:
    """Return a verdict as text: outcome, what was found and where, causes and fixes, and where the evidence is.

    Args:
        verdict: The verdict.
        file: Its file.
    """
    lines = render_verdict_lines(verdict, width=_WIDTH)
    lines += [f"  Cause     {one_line(c)}" for c in verdict.causes[1:]]
    lines += [f"  Fix       {one_line(f)}" for f in verdict.fixes[1:]]
    # These stay whole, for the person at this terminal.
    lines += [f"  Evidence  {os.path.relpath(file)}", f"  Repeat    {verdict.reproduce}"]
    return "\n".join(lines)
