"""Simulate, and find out who is to blame when the engine dies: the asset or the machinery.

A crash or hang is an ERROR until it repeats in a fresh process while a known-good control asset passes there; then it
is the asset's FAIL.
"""

from __future__ import annotations

import signal
import tempfile
import traceback
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from harness.catalog import find_test
from harness.config import EngineConfig, resolve
from harness.engines.base import Engine
from harness.errors import EngineCrashed, EngineError, EngineMemory, EngineTimeout, EngineUnavailable
from harness.outcomes import Outcome, Severity, StopReason
from harness.runner.drive import PlanRefused
from harness.runner.judge import conclude
from harness.runner.record import sha256_of
from harness.runner.simulate import Progress, Simulation, SimulationJob, simulate
from harness.verdict import Finding, finding

__all__ = ["CONTROL_ASSET", "ControlResult", "RetryResult", "run_control", "simulate_with_retry"]

CONTROL_ASSET = Path(__file__).parents[1] / "data" / "control.usda"
"""A 0.2 m box that every working engine drops without remark."""

# A working engine drops the control asset in well under a second.
_CONTROL_WATCHDOG_S = 30.0

_STOP_REASONS: dict[type[EngineError], StopReason] = {
    EngineCrashed: StopReason.ENGINE_CRASHED,
    EngineTimeout: StopReason.ENGINE_TIMEOUT,
    EngineMemory: StopReason.ENGINE_MEMORY,
}
_MAX_WORDS = 200
_KILLED = (-signal.SIGKILL, -signal.SIGTERM)
# Phases of the engine before the first step.
_LOADING = ("start", "open")
Deadly = EngineCrashed | EngineTimeout | EngineMemory


@dataclass(frozen=True, kw_only=True)
class ControlResult:
    """How the control asset fared."""

    is_passed: bool
    detail: str
    is_started: bool = True
    """Whether the engine came so far as to take a scene."""
    measured_fall_s: float | None = None
    analytic_fall_s: float | None = None


@dataclass(frozen=True, kw_only=True)
class RetryResult:
    """A simulation, or what is known about why there is none."""

    simulation: Simulation | None
    findings: tuple[Finding, ...] = ()
    stop_reason: StopReason | None = None
    error: str | None = None
    log_tail: str = ""


def simulate_with_retry(job: SimulationJob) -> RetryResult:
    """Simulate; repeat once in a fresh process after a crash, hang or memory overrun, then try the control asset.

    Raises:
        EngineError: If the engine is unavailable, refuses the scene or breaks its protocol.
    """
    seen = _Watch(job.progress)
    job = replace(job, progress=seen)
    try:
        return RetryResult(simulation=simulate(job))
    except PlanRefused as refusal:
        return RetryResult(simulation=None, findings=(refusal.finding,))
    except (EngineCrashed, EngineTimeout, EngineMemory) as error:
        first = error
    job.engine.restart()
    job.progress("repeating", 0.0)
    seen.simulated_s = 0.0
    try:
        simulation = simulate(job)
    except (EngineCrashed, EngineTimeout, EngineMemory) as error:
        job.engine.restart()
        return _blame(job, first, error, seen.simulated_s)
    remark = finding(
        first.code, f"{first} A second run in a fresh process went through.", severity=Severity.WARN, fix=""
    )
    return RetryResult(simulation=simulation, findings=(remark,))


class _Watch:
    """Passes progress on and remembers how far the simulation came."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self.simulated_s = 0.0

    def __call__(self, phase: str, seconds: float) -> None:
        if phase == "simulating":
            self.simulated_s = seconds
        self._progress(phase, seconds)


def _blame(job: SimulationJob, first: Deadly, second: Deadly, simulated_s: float) -> RetryResult:
    job.progress("control", 0.0)
    limit_s = min(_CONTROL_WATCHDOG_S, float(job.config.test.watchdog_seconds))
    control = run_control(job.engine, job.config.engine, watchdog_s=limit_s)
    job.engine.restart()
    trace = "".join(traceback.format_exception(second))
    code = "ENG006" if isinstance(second, EngineCrashed) else "ENG007"
    stages = [e.stage or e.phase for e in (first, second)]
    where, time_s = _stopped(stages[1], simulated_s), None if stages[1] in _LOADING else simulated_s
    if stages == ["start", "start"] and not control.is_started:
        return RetryResult(simulation=None, findings=(_no_start(job, second),), log_tail=second.log_tail)
    # A kill comes from outside, such as from the system for want of memory: it is never the asset's doing.
    is_killed = any(isinstance(e, EngineCrashed) and e.exit_code in _KILLED for e in (first, second))
    # Before it has taken a scene, an engine knows nothing of the asset.
    if type(first) is type(second) and control.is_passed and not is_killed and "start" not in stages:
        text = f"{second} {where} It happened twice, and the control asset passes in the same engine."
        blame = finding(code, text, time_s=time_s)
        error = None
    else:
        blame = finding(second.code, f"{second} {where} Control asset: {control.detail}", time_s=time_s)
        error = trace
    return RetryResult(
        simulation=None,
        findings=(blame,),
        stop_reason=_STOP_REASONS[type(second)],
        error=error,
        log_tail=second.log_tail,
    )


def _no_start(job: SimulationJob, error: Deadly) -> Finding:
    """Say that the engine does not start here, with the last thing that it printed."""
    name = job.engine.info.name
    printed = [line.strip() for line in error.log_tail.splitlines() if line.strip()]
    words = f" It printed last: {printed[-1][:_MAX_WORDS]}" if printed else " It printed nothing."
    text = f"The engine {name} does not start here, tried three times, before it was given any asset. {error}{words}"
    return finding(
        "ENG001", text, fix=f"Run asset-qa doctor --engine {name}; it says what was found and what is missing."
    )


def _stopped(stage: str, simulated_s: float) -> str:
    """Say in one sentence what the engine was at."""
    if stage == "start":
        return "It had not taken the scene yet, so this says nothing about the asset."
    if stage in _LOADING:
        return "It was loading the scene: it prepares colliders and joints there, and no step was simulated."
    if simulated_s <= 0:
        return "The scene was loaded; the first steps were not finished."
    return f"The last steps that were finished end at {simulated_s:.2f} s of simulated time."


def run_control(
    engine: Engine, engine_config: EngineConfig, *, watchdog_s: float = _CONTROL_WATCHDOG_S
) -> ControlResult:
    """Drop the control asset and compare its fall with sqrt(2h/g). Never raises for an engine that fails.

    Args:
        engine: Engine to try.
        engine_config: Limits of the engine process.
        watchdog_s: Wall-clock limit.
    """
    test = find_test("ground_drop")
    settings = [f"watchdog_seconds={watchdog_s}"]
    config = replace(resolve(test.name, test.config_type, settings=settings), engine=engine_config)
    try:
        with tempfile.TemporaryDirectory(prefix="asset-qa-control-") as folder:
            simulation, outcome, reason = _drop_control(engine, test, config, Path(folder))
    except EngineError as error:
        is_started = error.stage != "start" and not isinstance(error, EngineUnavailable)
        return ControlResult(is_passed=False, detail=str(error), is_started=is_started)
    contact = next((e.time_s for e in simulation.events if e.name == "floor-force"), None)
    is_passed = outcome is Outcome.PASS
    return ControlResult(
        is_passed=is_passed,
        detail="passes" if is_passed else f"{outcome.value}: {reason}",
        measured_fall_s=contact,
        analytic_fall_s=simulation.context.fall_time_s,
    )


def _drop_control(engine: Engine, test: Any, config: Any, folder: Path) -> tuple[Simulation, Outcome, str]:
    from harness.intake import read_asset
    from harness.scene.build import write_scene

    facts = read_asset(CONTROL_ASSET).facts
    if facts is None:
        raise EngineError("the control asset of this installation cannot be read")
    spec = test.scene(facts, CONTROL_ASSET, config.test)
    if isinstance(spec, Finding):
        raise EngineError(f"the control asset cannot be placed: {spec.message}")
    scene = folder / "scene.usda"
    write_scene(spec, scene)
    job = SimulationJob(
        test=test,
        config=config,
        facts=facts,
        spec=spec,
        scene_file=scene,
        scene_sha256=sha256_of(scene),
        engine=engine,
        progress=lambda phase, seconds: None,
    )
    simulation = simulate(job)
    judgement = test.judge(simulation.trajectory, simulation.bounds, simulation.events, simulation.context, config.test)
    result = conclude(simulation.built_findings, judgement, is_complete=True, is_strict=True, facts=facts)
    return simulation, result.outcome, result.summary
