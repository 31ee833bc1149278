"""One case from file to verdict. The only place that catches everything, and turns it into an ERROR verdict."""

from __future__ import annotations

import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from harness.catalog import AssetTest, find_test
from harness.config import IntakeConfig, ResolvedConfig, nested, resolve
from harness.engines.audit import log_findings
from harness.engines.base import Engine
from harness.errors import EngineUnavailable, HarnessError, RecordError, UsageError
from harness.motion.dropped import moved_joints
from harness.outcomes import Outcome, Phase, Severity, StopReason
from harness.presets import DEFAULT_PRESET
from harness.report.codec import write_json_atomic, write_text_atomic
from harness.runner.asset_record import asset_record, digests
from harness.runner.case_rules import ALWAYS_KEPT, code_of, grading_today, is_clean
from harness.runner.control import simulate_with_retry
from harness.runner.judge import Conclusion, conclude
from harness.runner.parts import with_engine_values
from harness.runner.pictures import write_picture_motions
from harness.runner.probe import explain_failure, explain_lost
from harness.runner.record import CaseFiles, JudgingRecord, make_series, sha256_of
from harness.runner.replay3d import add_replay
from harness.runner.simulate import Progress, Simulation, SimulationJob
from harness.runner.trials import TrialResult, first_run, judge_runs, new_findings, run_trials
from harness.safeguards import SAFEGUARDS, run_safeguards
from harness.scene.spec import SceneSpec
from harness.scene.variation import Variation, apply_variation
from harness.stage.facts import StageFacts
from harness.verdict import Artifact, AssetRecord, EngineRecord, Finding, Verdict, VideoRecord, finding
from harness.versions import package_versions
from harness.waivers import EXPIRED, Grading, grade

if TYPE_CHECKING:
    from harness.intake import Intake

__all__ = ["CaseJob", "package_versions", "run_case"]


@dataclass(frozen=True, kw_only=True)
class CaseJob:
    """What to run. Plain data, so that it can be sent to another process."""

    asset_path: str
    """Path as the user gave it."""
    asset_name: str
    """Short name, unique within the run."""
    test: str
    engine: str
    case_dir: str
    """Existing, empty folder for the results."""
    config_files: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    """``key=value`` strings."""
    preset: str = DEFAULT_PRESET
    variants: dict[str, str] = field(default_factory=dict)
    is_strict: bool = False
    is_video_wanted: bool = False
    kept: str = "all"
    """Cases whose recorded motion and scene are kept: ``all``, ``failures`` (no clean PASS) or ``none``."""
    start_rotation_xyzw: tuple[float, float, float, float] | None = None
    """Turn of the whole asset before the test, unit quaternion; ``None`` starts as authored."""
    reproduce: str = ""


@dataclass
class _State:
    """What is known so far; an exception at any point still leaves a verdict that says so much."""

    phase: Phase = Phase.INTAKE
    findings: list[Finding] = field(default_factory=list)
    safeguards: tuple[str, ...] = ()
    asset: AssetRecord | None = None
    facts: StageFacts | None = None
    config: ResolvedConfig | None = None
    grading: Grading | None = None
    test_version: str = ""
    stop_reason: StopReason | None = None
    artifacts: list[Artifact] = field(default_factory=list)
    durations: dict[str, float] = field(default_factory=dict)
    conclusion: Conclusion | None = None
    error: str | None = None
    log_tail: str = ""


def run_case(job: CaseJob, engine: Engine, progress: Progress) -> Verdict:
    """Run one case and write its verdict; never raises for anything that is wrong with the asset or the engine.

    Args:
        job: What to run.
        engine: Engine to use; it may be restarted.
        progress: Called with a phase and the simulated time [s].
    """
    started, clock = datetime.now(UTC), time.monotonic()
    case = _Case(job, engine, progress)
    state = case.state
    try:
        case.run()
    except HarnessError as error:
        state.findings.append(finding(error.code, str(error)))
        if not isinstance(error, (EngineUnavailable, UsageError)):
            state.error = traceback.format_exc()
        state.log_tail = getattr(error, "log_tail", "")
    except Exception as error:  # noqa: BLE001 - one broken asset must not take the others along
        state.findings.append(finding(code_of(error), f"{type(error).__name__} during {state.phase.value}: {error}"))
        state.error = traceback.format_exc()
    if state.conclusion is None or (state.error is not None and state.conclusion.outcome is Outcome.PASS):
        # A result that could not be recorded completely is not a result.
        state.conclusion = conclude(
            state.findings,
            None,
            is_complete=False,
            is_strict=job.is_strict,
            facts=state.facts,
            grading=state.grading,
        )
    state.durations["total_s"] = time.monotonic() - clock
    verdict = case.verdict(state.conclusion, started)
    write_json_atomic(case.files.verdict, verdict)
    if case.simulation is None or state.facts is None or not case.has_motion:
        return verdict
    return add_replay(verdict, case.files, case.simulation, state.facts.triangle_count)


class _Case:
    """The steps of one case."""

    def __init__(self, job: CaseJob, engine: Engine, progress: Progress) -> None:
        self.job, self.engine, self.progress = job, engine, progress
        self.files = CaseFiles(folder=Path(job.case_dir))
        self.state = _State()
        self.simulation: Simulation | None = None

    @property
    def has_motion(self) -> bool:
        """Whether the motion is on disk."""
        return any(a.kind == "trajectory" for a in self.state.artifacts)

    def run(self) -> None:
        """Go from file to conclusion; stops as soon as findings settle the outcome."""
        job, state = self.job, self.state
        test = find_test(job.test)
        state.test_version = test.version
        files = [Path(f) for f in job.config_files]
        config = resolve(test.name, test.config_type, files=files, settings=list(job.settings), preset=job.preset)
        state.config = config
        state.grading = grading_today(config.policy, job.asset_path)
        self.engine.start(config.engine)
        if self.engine.info.name == "fake":
            state.findings.append(finding("HAR008", "The scripted engine was used: this says nothing about the asset."))
        with self._timed("intake_s"):
            intake = self._read(config.intake)
        if intake.facts is None or _is_settled(grade(state.findings, state.grading)):
            return
        state.phase = Phase.SAFEGUARD
        with self._timed("safeguards_s"):
            state.safeguards = tuple(guard.name for guard in SAFEGUARDS)
            state.findings.extend(run_safeguards(intake.facts, settled_codes=test.settled_codes))
        if _is_settled(grade(state.findings, state.grading)):
            return
        state.phase = Phase.SCENE
        with self._timed("scene_s"):
            spec = self._compose(test, intake.facts, intake.usd_path, config)
        if spec is None:
            return
        state.phase = Phase.SIMULATE
        job_of_case = self._simulation_job(test, intake.facts, config, spec)
        simulation = self._simulate(job_of_case)
        if simulation is None:
            with self._timed("probes_s"):
                state.conclusion = explain_lost(job_of_case, state.findings, state.grading, is_strict=job.is_strict)
            return
        self.simulation = simulation
        with self._timed("trials_s"):
            trials = self._run_trials(job_of_case)
        state.phase = Phase.JUDGE
        with self._timed("judge_s"):
            self._judge(test, config, simulation, trials)
        with self._timed("probes_s"):
            state.conclusion = explain_failure(job_of_case, state.conclusion)
        state.phase = Phase.RECORD
        with self._timed("record_s"):
            self._record(simulation)

    def _read(self, limits: IntakeConfig) -> Intake:
        from harness.intake import read_asset

        self.progress("reading", 0.0)
        intake = read_asset(
            Path(self.job.asset_path), variants=self.job.variants, work_dir=self.files.folder, limits=limits
        )
        for made in intake.derived:
            self._keep(made.kind, made.path)
        self.state.findings.extend(intake.findings)
        self.state.facts = intake.facts
        self.state.asset = asset_record(self.job.asset_name, self.job.asset_path, intake)
        return intake

    def _compose(self, test: AssetTest, facts: StageFacts, usd_path: Path, config: ResolvedConfig) -> SceneSpec | None:
        from harness.scene.build import write_scene

        composed = test.scene(facts, usd_path, config.test)
        if isinstance(composed, Finding):
            self.state.findings.append(composed)
            return None
        if self.job.start_rotation_xyzw is not None:
            start = Variation(name="start", rotation_xyzw=self.job.start_rotation_xyzw)
            composed = apply_variation(composed, facts, start)
        write_scene(composed, self.files.scene)
        self._keep("scene", self.files.scene)
        settings = {v.key: v.value for v in config.values}
        dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
        write_text_atomic(
            self.files.config, yaml.dump(nested(settings), Dumper=dumper, sort_keys=False), is_durable=False
        )
        self._keep("config", self.files.config)
        return composed

    def _simulation_job(
        self, test: AssetTest, facts: StageFacts, config: ResolvedConfig, spec: SceneSpec
    ) -> SimulationJob:
        return SimulationJob(
            test=test,
            config=config,
            facts=facts,
            spec=spec,
            scene_file=self.files.scene,
            scene_sha256=sha256_of(self.files.scene),
            engine=self.engine,
            progress=self.progress,
        )

    def _simulate(self, job: SimulationJob) -> Simulation | None:
        state = self.state
        before = digests(self.job.asset_path, job.facts)
        result = simulate_with_retry(job)
        state.findings.extend(result.findings)
        if result.simulation is None:
            state.stop_reason, state.error, state.log_tail = result.stop_reason, result.error, result.log_tail
            self._write_log(result.log_tail)
            return None
        self._check_unchanged(job.facts, before)
        simulation = result.simulation
        state.stop_reason = simulation.trajectory.stop_reason
        state.durations["load_s"], state.durations["simulate_s"] = simulation.load_s, simulation.step_s
        state.findings.extend((*simulation.built_findings, *log_findings(simulation.log)))
        state.findings.extend(moved_joints(job.facts, simulation.trajectory, simulation.context.body_paths))
        if state.asset is not None:
            state.asset = replace(
                state.asset,
                total_mass_kg=simulation.total_mass_kg,
                bodies=with_engine_values(state.asset.bodies, simulation.built, job.spec.root_prim_path),
            )
        self._write_log("\n".join(f"{line.level}: {line.text}" for line in simulation.log))
        return simulation

    def _check_unchanged(self, facts: StageFacts, before: dict[str, str | None]) -> None:
        asset = self.state.asset
        if digests(self.job.asset_path, facts) != before or before.get("") != (asset.sha256 if asset else None):
            raise RecordError("The asset changed or vanished while it was tested; run it again when it is still.")

    def _run_trials(self, job: SimulationJob) -> list[TrialResult]:
        if job.test.trials is None:
            return []
        before = digests(self.job.asset_path, job.facts)
        results = run_trials(job, job.test.trials(job.facts, job.spec, job.config.test), self.files)
        self._check_unchanged(job.facts, before)
        self.state.findings.extend(new_findings(self.state.findings, results))
        return results

    def _judge(
        self, test: AssetTest, config: ResolvedConfig, simulation: Simulation, trials: Sequence[TrialResult]
    ) -> None:
        # Recorded before it is judged, so that a judge that breaks leaves its evidence.
        if self.job.kept == "all":
            self._save_motion(test, simulation, trials)
        first = first_run(simulation.trajectory, simulation.bounds, simulation.events, simulation.context, config.test)
        runs = [t.run for t in trials]
        judgement = judge_runs(test, first, runs, config.test)
        self.state.conclusion = conclude(
            self.state.findings,
            judgement,
            is_complete=simulation.trajectory.is_complete,
            is_strict=self.job.is_strict,
            facts=self.state.facts,
            grading=self.state.grading,
        )
        if self.job.kept == "failures" and not is_clean(self.state.conclusion):
            self._save_motion(test, simulation, trials)
        if not any(a.kind == "trajectory" for a in self.state.artifacts):
            self.files.trials.unlink(missing_ok=True)
            return
        for path in write_picture_motions(judgement.pictures, (first, *runs), self.files.folder):
            self._keep(path.stem, path)

    def _save_motion(self, test: AssetTest, simulation: Simulation, trials: Sequence[TrialResult]) -> None:
        simulation.trajectory.save(self.files.trajectory)
        self._keep("trajectory", self.files.trajectory)
        record = JudgingRecord(
            test=test.name,
            test_version=test.version,
            context=simulation.context,
            trajectory_sha256=sha256_of(self.files.trajectory),
            static_findings=tuple(self.state.findings),
            trials=tuple(t.record for t in trials),
            grading=self.state.grading,
            urdf=None if (facts := self.state.facts) is None or facts.urdf is None else facts.urdf.places,
        )
        write_json_atomic(self.files.judging, record, is_durable=False)
        self._keep("judging", self.files.judging)
        if trials:
            self._keep("trials", self.files.trials)

    def _record(self, simulation: Simulation) -> None:
        from harness.scene.replay import write_replay

        write_json_atomic(self.files.series, make_series(simulation.trajectory, simulation.bounds), is_durable=False)
        self._keep("series", self.files.series)
        if not self.has_motion:
            self._discard()
            return
        write_replay(simulation.trajectory, self.files.scene, self.files.replay)
        self._keep("replay", self.files.replay)

    def _discard(self) -> None:
        """Remove what only serves to look at a motion that is not kept."""
        for artifact in (a for a in self.state.artifacts if a.kind not in ALWAYS_KEPT):
            (self.files.folder / artifact.file).unlink(missing_ok=True)
        self.state.artifacts = [a for a in self.state.artifacts if a.kind in ALWAYS_KEPT]

    def verdict(self, conclusion: Conclusion, started: datetime) -> Verdict:
        """Assemble the answer from whatever is known."""
        job, state, info = self.job, self.state, self.engine.info
        error = state.error
        if error is not None and state.log_tail:
            error = f"{error}\nLast lines of the engine process:\n{state.log_tail}"
        return Verdict(
            outcome=conclusion.outcome,
            summary=conclusion.summary,
            test=job.test,
            test_version=state.test_version,
            preset=job.preset,
            asset=state.asset or AssetRecord(name=job.asset_name, path=job.asset_path),
            engine=EngineRecord(
                name=info.name, version=info.version, physx_version=info.physx_version, device=info.device
            ),
            is_strict=job.is_strict,
            stop_reason=state.stop_reason,
            safeguards=state.safeguards,
            findings=conclusion.findings,
            criteria=conclusion.criteria,
            events=conclusion.events,
            causes=conclusion.causes,
            fixes=conclusion.fixes,
            config=state.config.values if state.config else (),
            measurements=conclusion.measurements,
            tables=conclusion.tables,
            versions=package_versions(),
            durations_s={k: round(v, 4) for k, v in state.durations.items()},
            artifacts=tuple(state.artifacts),
            video=VideoRecord(status="pending" if job.is_video_wanted and self.has_motion else "off"),
            error=error,
            error_phase=state.phase.value if error is not None else None,
            reproduce=job.reproduce,
            started_at=started.isoformat(timespec="seconds"),
        )

    def _write_log(self, text: str) -> None:
        write_text_atomic(self.files.engine_log, text + "\n", is_durable=False)
        self._keep("engine-log", self.files.engine_log)

    def _keep(self, kind: str, path: Path) -> None:
        self.state.artifacts.append(Artifact(kind=kind, file=path.relative_to(self.files.folder).as_posix()))

    @contextmanager
    def _timed(self, key: str) -> Iterator[None]:
        """Add the wall-clock time of a block to the durations."""
        start = time.monotonic()
        try:
            yield
        finally:
            self.state.durations[key] = time.monotonic() - start


def _is_settled(findings: Sequence[Finding]) -> bool:
    """Whether a finding already settles the outcome, so that nothing needs to be simulated.

    An expired waiver says nothing about the asset, which is tested all the same.
    """
    return any(f.severity not in (Severity.WARN, Severity.INFO) and f.code != EXPIRED for f in findings)
