"""Judge a stored trajectory again: the same monitors and criteria, no engine, no USD."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from harness.catalog import AssetTest, find_test
from harness.config import restore
from harness.errors import RecordError, UsageError
from harness.probing import PROBES_TABLE
from harness.report.codec import load_record, load_verdict, write_json_atomic
from harness.runner.judge import Conclusion, conclude, replay_events
from harness.runner.record import CaseFiles, JudgingRecord, sha256_of
from harness.runner.trials import first_run, judge_runs, load_trials
from harness.table import Table
from harness.trajectory import Trajectory
from harness.urdf.facts import annotated
from harness.verdict import Verdict

__all__ = ["rejudge_case", "write_rejudged"]


def rejudge_case(folder: Path, *, settings: Sequence[str] = (), is_strict: bool | None = None) -> Verdict:
    """Return the verdict of one case from its stored motion.

    A case that was never simulated keeps its verdict: there is no motion to judge.

    Args:
        folder: Folder of the case.
        settings: Changed settings, ``key=value``.
        is_strict: Whether warnings fail; ``None`` keeps what the case was run with.

    Raises:
        RecordError: If the stored files are missing, damaged or of another test version.
        ConfigError: If a setting is wrong.
    """
    files = CaseFiles(folder=folder)
    old = load_verdict(files.verdict)
    strict = old.is_strict if is_strict is None else is_strict
    if not any(a.kind == "trajectory" for a in old.artifacts):
        return old
    record, test = load_record(JudgingRecord, files.judging), find_test(old.test)
    if record.test_version != test.version:
        versions = f"recorded with {old.test} {record.test_version}, this program has {test.version}"
        raise RecordError(f"{versions}; results of different test versions are not compared. Run the test again.")
    trajectory = Trajectory.load(files.trajectory)
    if sha256_of(files.trajectory) != record.trajectory_sha256:
        raise RecordError("trajectory.npz is not the one that judging.json was written for.")
    _check_settings(test, settings)
    config = restore(test.name, test.config_type, old.config, settings=settings)
    motion = replay_events(test, trajectory, record.context, config.test)
    first = first_run(trajectory, *motion, record.context, config.test)
    judgement = judge_runs(test, first, load_trials(test, record.trials, files, config.test), config.test)
    judgement = replace(judgement, findings=tuple(annotated(judgement.findings, record.urdf)))
    complete, rules = trajectory.is_complete, record.grading
    static_findings = annotated(record.static_findings, record.urdf)
    conclusion = conclude(static_findings, judgement, is_complete=complete, is_strict=strict, facts=None, grading=rules)
    return replace(
        old,
        outcome=conclusion.outcome,
        summary=conclusion.summary,
        is_strict=strict,
        findings=conclusion.findings,
        criteria=conclusion.criteria,
        events=conclusion.events,
        causes=old.causes if conclusion.outcome is old.outcome else conclusion.causes,
        fixes=old.fixes if conclusion.outcome is old.outcome else conclusion.fixes,
        measurements=conclusion.measurements,
        tables=(*conclusion.tables, *_probes(old, conclusion)),
        config=config.values,
    )


def _probes(old: Verdict, conclusion: Conclusion) -> Iterator[Table]:
    """Yield the table of probes while the outcome that they explain stands."""
    if conclusion.outcome is old.outcome:
        yield from (t for t in old.tables if t.name == PROBES_TABLE)


def _check_settings(test: AssetTest, settings: Sequence[str]) -> None:
    for text in settings:
        key = text.partition("=")[0].strip().removeprefix(f"{test.name}.")
        if key not in test.judging_settings:
            raise UsageError(
                f"{key} shapes the simulation, which is over. Run the test again to change it; what can be changed "
                f"here: {', '.join(sorted(test.judging_settings))}."
            )


def write_rejudged(source: Path, target: Path, verdict: Verdict) -> None:
    """Write a rejudged verdict with copies of the files that it names."""
    target.mkdir(parents=True)
    for artifact in verdict.artifacts:
        name = Path(artifact.file).name
        if (source / name).is_file():
            shutil.copyfile(source / name, target / name)
    write_json_atomic(CaseFiles(folder=target).verdict, verdict)
