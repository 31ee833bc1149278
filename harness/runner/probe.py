"""Simulate probes after a failure, in the same engine process and within a time limit."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Collection, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from harness.catalog import Judgement
from harness.errors import EngineError
from harness.outcomes import CriterionStatus, Outcome, Severity
from harness.probing import Probe, ProbeResult, choose_lost_probes, choose_probes
from harness.repair.change import Change, Context
from harness.repair.plan import plan_repairs
from harness.runner.judge import Conclusion, conclude, explain
from harness.runner.record import sha256_of
from harness.runner.simulate import Simulation, SimulationJob, simulate
from harness.safeguards.base import is_below
from harness.scene.spec import SceneSpec
from harness.scene.variation import apply_variation
from harness.verdict import Finding
from harness.waivers import Grading

__all__ = ["explain_failure", "explain_lost"]

# A probe that needs longer than this would not be one.
_LEAST_S = 0.5
_MAX_LOST = 2
# A script says nothing about the asset, and Isaac Sim takes minutes where the embedded engine takes half a second.
_NOT_PROBED = ("fake", "kit")


def explain_failure(job: SimulationJob, conclusion: Conclusion | None) -> Conclusion | None:
    """Return a conclusion with causes that probes support; outcome, criteria and findings stay as they are.

    Args:
        job: The run.
        conclusion: What it concluded.
    """
    return None if conclusion is None else explain(conclusion, job.facts, _probe_failure(job, conclusion))


def explain_lost(
    job: SimulationJob, findings: Sequence[Finding], grading: Grading | None, *, is_strict: bool
) -> Conclusion | None:
    """Say what gets the engine through an asset that is to blame for its death or hang; ``None`` for any other loss.

    Args:
        job: The run that was lost.
        findings: Everything that was found.
        grading: Waivers and severities of the user.
        is_strict: Whether warnings count as failures.
    """
    if not any(f.severity is Severity.FAIL for f in findings):
        return None
    lost = conclude(findings, None, is_complete=False, is_strict=is_strict, facts=job.facts, grading=grading)
    return explain(lost, job.facts, _probe_lost(job))


def _probe_failure(job: SimulationJob, conclusion: Conclusion) -> tuple[ProbeResult, ...]:
    """Try what the evidence suggests on a failed asset, until the time is over.

    Nothing is tried where the test does not ask for it, the settings forbid it, no required criterion failed, or the
    engine plays a script or is too slow for it.

    Args:
        job: The failed run.
        conclusion: What it concluded.
    """
    if not _is_probed(job) or conclusion.outcome is not Outcome.FAIL:
        return ()
    changes = _changes(job, conclusion)
    probes = choose_probes(conclusion.criteria, job.facts, changes, timestep_s=job.spec.timestep_s)
    failed = {c.name for c in conclusion.criteria if c.is_required and c.status is CriterionStatus.NOT_MET}
    return _try(job, probes, failed)


def _probe_lost(job: SimulationJob) -> tuple[ProbeResult, ...]:
    """Try what gets the engine through an asset on which it dies or hangs.

    Args:
        job: The run that was lost.
    """
    if not _is_probed(job):
        return ()
    results = _try(job, choose_lost_probes(job.facts, timestep_s=job.spec.timestep_s), ())
    return tuple(
        r if r.is_passed is None else replace(r, is_passed=True, detail=f"the engine gets through; {r.detail}")
        for r in results
    )


def _is_probed(job: SimulationJob) -> bool:
    return job.test.is_probed and job.config.diagnosis.probes and job.engine.info.name not in _NOT_PROBED


def _try(job: SimulationJob, probes: Sequence[Probe], failed: Collection[str]) -> tuple[ProbeResult, ...]:
    deadline = time.monotonic() + job.config.diagnosis.probe_seconds
    results: list[ProbeResult] = []
    lost, longest = 0, 0.0
    with tempfile.TemporaryDirectory(prefix="asset-qa-probe-") as folder:
        for number, probe in enumerate(probes):
            started = time.monotonic()
            left = deadline - started
            if left < max(_LEAST_S, 2 * longest) or lost >= _MAX_LOST:
                break
            if any(r.is_passed for r in results) and (not probe.code or not failed):
                # One thing on its own makes it pass: nothing further would say more.
                break
            job.progress("probing", 0.0)
            try:
                results.append(_run(job, probe, Path(folder) / f"{number}.usda", left, failed))
            except EngineError as error:
                lost += 1
                job.engine.restart()
                results.append(ProbeResult(probe=probe, is_passed=None, detail=str(error)))
            except ValueError as error:
                results.append(ProbeResult(probe=probe, is_passed=None, detail=str(error)))
            longest = max(longest, time.monotonic() - started)
    return tuple(results)


def _changes(job: SimulationJob, conclusion: Conclusion) -> tuple[Change, ...]:
    """Return the repairs of what was found that can be tried in the scene."""
    from harness.repair.source import AssetSource

    variants = {v.variant_set: v.selection for v in job.facts.variant_selections}
    source = AssetSource(job.spec.asset_file, job.facts.root_prim_path, variants)
    context = Context(findings=conclusion.findings, facts=job.facts, source=source)
    plan = plan_repairs(context, are_symptoms_included=True)
    root = job.facts.root_prim_path
    return tuple(c for c in plan.changes if all(is_below(o.prim_path, root) for o in c.opinions))


def _run(job: SimulationJob, probe: Probe, scene: Path, left_s: float, failed: Collection[str]) -> ProbeResult:
    from harness.scene.build import write_scene

    spec = apply_variation(job.spec, job.facts, probe.variation)
    write_scene(spec, scene)
    config = _config(job.config.test, spec, left_s)
    simulation = simulate(
        replace(
            job,
            config=replace(job.config, test=config),
            spec=spec,
            scene_file=scene,
            scene_sha256=sha256_of(scene),
            progress=lambda phase, seconds: None,
        )
    )
    judgement = job.test.judge(
        simulation.trajectory, simulation.bounds, simulation.events, _context(probe, simulation), config
    )
    return _result(probe, judgement, failed)


def _config(config: Any, spec: SceneSpec, left_s: float) -> Any:
    names = {f.name for f in fields(config)}
    changes: dict[str, Any] = {}
    if "physics_fps" in names:
        changes["physics_fps"] = round(1 / spec.timestep_s)
    if "watchdog_seconds" in names:
        changes["watchdog_seconds"] = min(float(config.watchdog_seconds), left_s)
    return replace(config, **changes)


def _context(probe: Probe, simulation: Simulation) -> Any:
    """Leave differences between asset and engine aside that the probe makes itself."""
    touched = {o.prim_path for o in probe.variation.opinions}
    real = [
        f
        for f in simulation.built_findings
        if f.severity is Severity.FAIL and not any(s.prim_path in touched for s in f.sites)
    ]
    return replace(simulation.context, built_findings=len(real))


def _result(probe: Probe, judgement: Judgement, failed_before: Collection[str]) -> ProbeResult:
    required = [c for c in judgement.criteria if c.is_required]
    is_passed = bool(required) and all(c.status is CriterionStatus.MET for c in required)
    failed: Sequence[str] = [c.title for c in required if c.status is not CriterionStatus.MET]
    measured = judgement.measurements
    return ProbeResult(
        probe=probe,
        is_passed=is_passed,
        detail="every required criterion is met" if is_passed else f"not met: {', '.join(failed)}",
        cured=tuple(c.title for c in required if c.name in failed_before and c.status is CriterionStatus.MET),
        lowest_point_m=measured.get("lowest_point_m"),
        rest_time_s=measured.get("rest_time_s"),
    )
