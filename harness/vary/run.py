"""Run a test over variants, and look closer where it stops passing."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from harness.config import ResolvedConfig
from harness.report import RunEntry, RunReport, make_run_report
from harness.report.codec import load_verdict
from harness.runner.case import CaseJob, package_versions
from harness.runner.plan import RunOptions, plan_cases, relative_to_run
from harness.runner.pool import CaseEvent, CaseSession, run_pool
from harness.runner.record import CaseFiles
from harness.vary.edit import number_text
from harness.vary.plan import Change, Variant, expand
from harness.vary.sweep import SweepPoint, next_value, parameter_of, sorted_points
from harness.vary.write import WrittenVariant, write_variants

__all__ = ["Sweep"]

FOLDER = "variants"


@dataclass
class Sweep:
    """A run over variants in one run folder."""

    robot: Path
    folder: Path
    """Existing, empty run folder."""
    options: RunOptions
    """What to run; its assets are filled in."""
    config: ResolvedConfig
    written: list[WrittenVariant] = field(default_factory=list)
    jobs: list[CaseJob] = field(default_factory=list)
    is_interrupted: bool = False
    _taken: set[str] = field(default_factory=set)
    _started: datetime = field(default_factory=lambda: datetime.now(UTC))

    def write(self, variants: tuple[Variant, ...]) -> list[CaseJob]:
        """Write variants and plan their cases.

        Args:
            variants: Further variants.

        Raises:
            VaryError: If one cannot be made.
        """
        made = write_variants(self.robot, variants, self.folder / FOLDER, earlier=self.written)
        options = replace(self.options, assets=tuple(str(w.path) for w in made))
        jobs = plan_cases(options, self.folder, taken=self._taken)
        self.written += made
        self.jobs += jobs
        return jobs

    def run(self, jobs: list[CaseJob], worker_count: int, listener: Callable[[CaseEvent], None]) -> None:
        """Run planned cases.

        Args:
            jobs: Returned by :meth:`write`.
            worker_count: Cases at a time.
            listener: Told about progress.
        """
        try:
            run_pool(jobs, worker_count=worker_count, config=self.config, listener=listener)
        except KeyboardInterrupt:
            self.is_interrupted = True

    def refine(self, change: Change, count: int, tell: Callable[[str], None]) -> None:
        """Test values halfway between a pass and a fail, again and again.

        Args:
            change: The change that all variants come from.
            count: How many values more.
            tell: Told about each value and what came out.
        """
        session = CaseSession(self.config)
        try:
            for _ in range(count):
                points = self.points()
                label = parameter_of(points)
                value = None if label is None else next_value(sorted_points(points, label), label)
                if value is None:
                    return
                key = str(label).rpartition(" ")[2]
                was = getattr(change, key)[0]
                text = ("x" if was[:1] in ("x", "X") else "") + number_text(value)
                jobs = self.write(expand([replace(change, **{key: (text,)})]))  # type: ignore[arg-type]
                verdict = session.run(jobs[0], self.config)
                tell(f"{label} {text}: {verdict.outcome.value}")
        except KeyboardInterrupt:
            self.is_interrupted = True
        finally:
            session.close()

    def points(self) -> tuple[SweepPoint, ...]:
        """Return the variants that have a verdict."""
        found = []
        for written, job in zip(self.written, self.jobs, strict=True):
            files = CaseFiles(folder=Path(job.case_dir))
            if files.verdict.is_file():
                entry = RunEntry(
                    case_dir=relative_to_run(job.case_dir, self.folder), verdict=load_verdict(files.verdict)
                )
                found.append(SweepPoint(written=written, entry=entry))
        return tuple(found)

    def report(self, points: tuple[SweepPoint, ...], exit_code: int | None) -> RunReport:
        """Return the record of the run.

        Args:
            points: What :meth:`points` returned.
            exit_code: Overrides the exit status.
        """
        return make_run_report(
            [p.entry for p in points],
            run_id=self.folder.name,
            started_at=self._started.isoformat(timespec="seconds"),
            finished_at=datetime.now(UTC).isoformat(timespec="seconds"),
            command=shlex.join(["asset-qa", *sys.argv[1:]]),
            environment=package_versions(),
            planned_count=len(self.jobs),
            exit_code=exit_code,
        )
