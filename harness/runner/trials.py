"""Run the further trials of a case, keep their motions, and read them back for judging again."""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from harness.catalog import FIRST_TRIAL, AssetTest, Judgement, RunContext, Trial, TrialRun
from harness.errors import RecordError
from harness.geometry import Bounds
from harness.outcomes import CriterionStatus, Severity
from harness.runner.control import simulate_with_retry
from harness.runner.judge import replay_events
from harness.runner.record import CaseFiles, TrialRecord, sha256_of
from harness.runner.simulate import SimulationJob
from harness.trajectory import Trajectory
from harness.verdict import Criterion, Event, Finding

__all__ = ["TrialResult", "first_run", "judge_runs", "load_trials", "new_findings", "run_trials"]

# An engine that dies this often will not do better in the rest of the trials, and each loss costs two time limits.
_MAX_LOST = 3


@dataclass(frozen=True, kw_only=True)
class TrialResult:
    """A trial that was run, or was to be run."""

    run: TrialRun
    record: TrialRecord
    findings: tuple[Finding, ...] = ()
    """What the engine's death, its build of the scene or its log say, with the trial named."""


def first_run(
    trajectory: Trajectory, bounds: Bounds, events: Sequence[Event], context: RunContext, config: Any
) -> TrialRun:
    """Wrap the first simulation of a case as a trial."""
    return TrialRun(
        name=FIRST_TRIAL,
        label="as it is",
        seed=None,
        is_exploration=False,
        config=config,
        trajectory=trajectory,
        bounds=bounds,
        events=tuple(events),
        context=context,
    )


def run_trials(job: SimulationJob, trials: Sequence[Trial], files: CaseFiles) -> list[TrialResult]:
    """Simulate each trial on its own and store scenes and motions in ``trials.zip``.

    A crash or hang is repeated and blamed as for the first run (``harness.runner.control``). After three lost trials
    the others are not run, and say so.

    Args:
        job: The first run of the case; trials change its scene, facts and settings.
        trials: What to run.
        files: Files of the case.

    Raises:
        ValueError: If two trials have the same name, or one that is no file name.
        EngineError: If the engine is unavailable, refuses a scene or breaks its protocol.
    """
    names = [t.name for t in trials]
    if len({FIRST_TRIAL, *names}) != len(names) + 1 or not all(re.fullmatch(r"[a-z0-9][a-z0-9-]*", n) for n in names):
        raise ValueError(f"names of trials must be different and made of a-z, 0-9 and hyphens: {names}")
    results: list[TrialResult] = []
    lost = 0
    # The scenes refer to the asset by relative paths, so they stay valid when the archive is unpacked in place.
    folder = files.folder / "trials"
    folder.mkdir()
    temporary = files.trials.with_name(f".{files.trials.name}.tmp")
    try:
        with zipfile.ZipFile(temporary, "w") as archive:
            for trial in trials:
                if lost >= _MAX_LOST:
                    results.append(_without_motion(trial, job, "not run, since too many trials before it were lost"))
                    continue
                result = _run(job, trial, folder, archive)
                lost += result.run.trajectory is None and not trial.is_exploration
                results.append(result)
        temporary.replace(files.trials)
    finally:
        temporary.unlink(missing_ok=True)
        for scene in folder.iterdir():
            scene.unlink()
        folder.rmdir()
    return results


def _run(job: SimulationJob, trial: Trial, folder: Path, archive: zipfile.ZipFile) -> TrialResult:
    from harness.scene.build import write_scene

    scene = folder / f"{trial.name}.usda"
    write_scene(trial.spec, scene)
    archive.write(scene, f"trials/{scene.name}", compress_type=zipfile.ZIP_DEFLATED)
    outcome = simulate_with_retry(
        replace(
            job,
            config=replace(job.config, test=_settings_of(job.config.test, trial.settings)),
            facts=trial.facts or job.facts,
            spec=trial.spec,
            scene_file=scene,
            scene_sha256=sha256_of(scene),
            trial=trial.name,
        )
    )
    findings = tuple(_named(f, trial) for f in outcome.findings)
    simulation = outcome.simulation
    if simulation is None:
        reason = outcome.stop_reason.value if outcome.stop_reason else "no motion"
        return _without_motion(trial, job, f"the engine gave no motion: {reason}", findings)
    stream = io.BytesIO()
    simulation.trajectory.write(stream)
    archive.writestr(f"trials/{trial.name}.npz", stream.getvalue())
    digest = hashlib.sha256(stream.getvalue()).hexdigest()
    run = TrialRun(
        name=trial.name,
        label=trial.label,
        seed=trial.seed,
        is_exploration=trial.is_exploration,
        config=_settings_of(job.config.test, trial.settings),
        trajectory=simulation.trajectory,
        bounds=simulation.bounds,
        events=simulation.events,
        context=simulation.context,
        problem="" if simulation.trajectory.is_complete else "the motion is not complete",
    )
    built = tuple(_named(f, trial) for f in simulation.built_findings)
    return TrialResult(run=run, record=_record(trial, run, digest), findings=findings + built)


def _settings_of(config: Any, changes: dict[str, float | int | str | bool]) -> Any:
    return replace(config, **changes) if changes else config


def _named(found: Finding, trial: Trial) -> Finding:
    """Name the trial in a finding; what happens in a trial for statistics decides nothing."""
    severity = Severity.WARN if trial.is_exploration and found.severity is not Severity.INFO else found.severity
    return replace(found, message=f"In the trial '{trial.label}': {found.message}", severity=severity)


def _without_motion(trial: Trial, job: SimulationJob, problem: str, findings: tuple[Finding, ...] = ()) -> TrialResult:
    run = TrialRun(
        name=trial.name,
        label=trial.label,
        seed=trial.seed,
        is_exploration=trial.is_exploration,
        config=_settings_of(job.config.test, trial.settings),
        trajectory=None,
        bounds=None,
        events=(),
        context=None,
        problem=problem,
    )
    return TrialResult(run=run, record=_record(trial, run, None), findings=findings)


def _record(trial: Trial, run: TrialRun, digest: str | None) -> TrialRecord:
    return TrialRecord(
        name=run.name,
        label=run.label,
        seed=run.seed,
        settings=dict(trial.settings),
        is_exploration=run.is_exploration,
        context=run.context,
        trajectory_sha256=digest,
        problem=run.problem,
    )


def new_findings(known: Sequence[Finding], results: Sequence[TrialResult]) -> list[Finding]:
    """Return what the trials found beyond what is known; what every trial repeats is said once."""
    seen = {(f.code, f.severity, f.sites) for f in known}
    fresh: list[Finding] = []
    for found in (f for result in results for f in result.findings):
        key = (found.code, found.severity, found.sites)
        if key not in seen:
            seen.add(key)
            fresh.append(found)
    return fresh


def load_trials(test: AssetTest, records: Sequence[TrialRecord], files: CaseFiles, config: Any) -> list[TrialRun]:
    """Read the motions of the trials back and run the monitors over them.

    Args:
        test: Test that they belong to.
        records: What ``judging.json`` says about them.
        files: Files of the case.
        config: Settings to judge with; those of a trial win.

    Raises:
        RecordError: If the archive is missing, damaged or not the one that was recorded.
    """
    if not records:
        return []
    try:
        with zipfile.ZipFile(files.trials) as archive:
            return [_load(test, record, archive, _settings_of(config, record.settings)) for record in records]
    except (OSError, KeyError, zipfile.BadZipFile) as error:
        raise RecordError(f"{files.trials.name} is not a readable archive of trials: {error}") from error


def _load(test: AssetTest, record: TrialRecord, archive: zipfile.ZipFile, config: Any) -> TrialRun:
    trajectory = bounds = None
    events: tuple[Any, ...] = ()
    if record.trajectory_sha256 is not None:
        member = f"trials/{record.name}.npz"
        data = archive.read(member)
        if hashlib.sha256(data).hexdigest() != record.trajectory_sha256 or record.context is None:
            raise RecordError(f"{member} in {Path(str(archive.filename)).name} is not the motion that was recorded.")
        trajectory = Trajectory.read(io.BytesIO(data), member)
        bounds, events = replay_events(test, trajectory, record.context, config)
    return TrialRun(
        name=record.name,
        label=record.label,
        seed=record.seed,
        is_exploration=record.is_exploration,
        config=config,
        trajectory=trajectory,
        bounds=bounds,
        events=events,
        context=record.context,
        problem=record.problem,
    )


def judge_runs(test: AssetTest, first: TrialRun, others: Sequence[TrialRun], config: Any) -> Judgement:
    """Judge the first run and, for a test with trials, all runs together. The same live and replayed.

    Raises:
        ValueError: If the first run has no motion.
    """
    if first.trajectory is None or first.bounds is None or first.context is None:
        raise ValueError("the first run of a case has a motion, or there is nothing to judge")
    judgement = test.judge(first.trajectory, first.bounds, first.events, first.context, config)
    if test.judge_trials is None:
        return judgement
    together = test.judge_trials(judgement, (first, *others), config)
    return replace(together, criteria=(*together.criteria, _all_finished(others)))


def _all_finished(runs: Sequence[TrialRun]) -> Criterion:
    deciding = [r for r in runs if not r.is_exploration]
    lost = [r for r in deciding if not r.is_complete]
    return Criterion(
        name="trials-finished",
        title="Every trial was simulated to its end",
        status=CriterionStatus.UNDECIDED if lost else CriterionStatus.MET,
        is_required=True,
        measured=float(len(deciding) - len(lost)),
        limit=float(len(deciding)),
        unit="trials",
        margin=float(-len(lost)),
        code="",
        note="; ".join(f"{r.label}: {r.problem or 'the motion is not complete'}" for r in lost[:3]),
    )
