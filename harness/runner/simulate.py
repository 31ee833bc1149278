"""Step a loaded scene, watch it live, and stop at the result."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.catalog import FIRST_TRIAL, AssetTest, RunContext
from harness.config import ResolvedConfig
from harness.engines.audit import audit_built
from harness.engines.base import BuiltScene, Engine, LogLine, SceneUnits, Session
from harness.errors import EngineTimeout
from harness.geometry import Bounds, PatchBounds, measure_bounds, to_body_frame
from harness.monitors.base import run_monitors
from harness.outcomes import Severity, StopReason
from harness.runner.drive import start_drive
from harness.scene.spec import SceneSpec, lane_of, to_asset_path
from harness.stage.facts import StageFacts
from harness.trajectory import BodyGeometry, FrameBlock, Trajectory, concatenate_blocks
from harness.verdict import Event, Finding

__all__ = ["Simulation", "make_context", "simulate"]

Progress = Callable[[str, float], None]


@dataclass(frozen=True, kw_only=True)
class Simulation:
    """What came out of one run of the engine."""

    trajectory: Trajectory
    bounds: Bounds
    events: tuple[Event, ...]
    context: RunContext
    built_findings: tuple[Finding, ...]
    log: tuple[LogLine, ...]
    built: BuiltScene
    total_mass_kg: float | None
    load_s: float
    step_s: float


@dataclass(frozen=True, kw_only=True)
class SimulationJob:
    """Everything that one run of the engine needs."""

    test: AssetTest
    config: ResolvedConfig
    facts: StageFacts
    spec: SceneSpec
    scene_file: Path
    scene_sha256: str
    engine: Engine
    progress: Progress
    trial: str = FIRST_TRIAL
    """Name of the trial; the first run has one, too."""


def simulate(job: SimulationJob) -> Simulation:
    """Load the scene and step it until the test knows its result, the cap is reached, or the watchdog ends it.

    Raises:
        EngineError: For everything that goes wrong in the engine; see ``harness.engines.base.Engine.open``.
    """
    watchdog_s = float(job.config.test.watchdog_seconds)
    started = time.monotonic()
    job.progress("loading", 0.0)
    session = _open(job, watchdog_s)
    loaded = time.monotonic()
    built = session.built
    try:
        driven = start_drive(session, job.test, (job.facts, job.spec), job.config.test, deadline_s=watchdog_s)
        session = driven or session
        # The first block does not depend on anything that is computed below.
        session.request(job.config.engine.block_steps)
        built_findings = audit_built(job.facts, job.spec, built)
        context = make_context(job.spec, built, built_findings, job.trial)
        context = replace(context, planned_steps=driven.step_count if driven is not None else 0)
        geometry = _geometry(job.facts, job.spec, built)
        blocks, bounds, events, reason = _step(job, session, context, geometry, started + watchdog_s)
    finally:
        session.close()
    masses = built.mass_kg if np.isfinite(built.mass_kg).all() and (built.mass_kg > 0).all() else None
    trajectory = Trajectory(
        engine=f"{job.engine.info.name} {job.engine.info.version}",
        scene_sha256=job.scene_sha256,
        body_paths=built.body_paths,
        frames=blocks,
        geometry=geometry,
        mass_kg=masses,
        timestep_s=job.spec.timestep_s,
        stop_reason=reason,
        is_complete=True,
        joints=None if driven is None else driven.record(blocks, context.body_paths),
    )
    return Simulation(
        trajectory=trajectory,
        bounds=bounds,
        events=tuple(events),
        context=context,
        built_findings=built_findings,
        log=session.log(),
        built=session.built,
        total_mass_kg=float(masses.sum()) if masses is not None and masses.size else None,
        load_s=loaded - started,
        step_s=time.monotonic() - loaded,
    )


def _open(job: SimulationJob, deadline_s: float) -> Session:
    spec = job.spec
    units = SceneUnits(
        meters_per_unit=spec.meters_per_unit, kilograms_per_unit=spec.kilograms_per_unit, up_axis=spec.up_axis
    )
    return job.engine.open(
        job.scene_file, units, timestep_s=spec.timestep_s, config=job.config.engine, deadline_s=deadline_s
    )


def make_context(
    spec: SceneSpec, built: BuiltScene, built_findings: Sequence[Finding], trial: str = FIRST_TRIAL
) -> RunContext:
    """Gather the numbers that monitors and judgement need."""
    return RunContext(
        height_m=spec.placement.height_m,
        drop_height_m=spec.placement.drop_height_m,
        fall_time_s=spec.placement.fall_time_s,
        impact_speed_m_s=spec.placement.impact_speed_m_s,
        body_paths=tuple(to_asset_path(p, spec.root_prim_path) for p in built.body_paths),
        is_height_raised=spec.placement.is_height_raised,
        built_findings=sum(f.severity is Severity.FAIL for f in built_findings),
        trial=trial,
        patch=spec.ramp.patch if spec.ramp is not None else None,
        numbers=dict(spec.numbers),
    )


def _geometry(facts: StageFacts, spec: SceneSpec, built: BuiltScene) -> BodyGeometry:
    """Express each body's extreme points in the frame that the engine gives the body at the start.

    The engine's own frame is used, since it may split a mirrored or scaled transform in its own way.
    """
    by_path = {b.path: b for b in facts.bodies}
    judged: list[npt.NDArray[np.float64]] = []
    solid: list[npt.NDArray[np.float64]] = []
    for index, scene_path in enumerate(built.body_paths):
        body = by_path.get(to_asset_path(scene_path, spec.root_prim_path))
        lane = lane_of(scene_path)
        placement = spec.lanes[lane - 1] if lane else spec.placement
        for target, points in (
            (judged, body.judged_points_m if body is not None else np.zeros((0, 3))),
            (solid, body.collider_points_m if body is not None else np.zeros((0, 3))),
        ):
            moved = placement.to_world(points)
            target.append(to_body_frame(moved, built.position_m[index], built.orientation_xyzw[index]))
    return BodyGeometry(judged_points_m=tuple(judged), collider_points_m=tuple(solid))


def _step(
    job: SimulationJob, session: Session, context: RunContext, geometry: BodyGeometry, end_time: float
) -> tuple[FrameBlock, Bounds, list[Event], StopReason]:
    config: Any = job.config.test
    monitors = job.test.monitors(context, config)
    limit = job.test.step_limit(context, config)
    size = job.config.engine.block_steps
    blocks = [session.first_frame()]
    bounds = [measure_bounds(blocks[0], geometry, context.patch)]
    events: list[Event] = []
    run_monitors(monitors, blocks[0], bounds[0], events)
    # Reading joints takes a step of its own, which comes with the start.
    done = blocks[0].frame_count - 1
    asked = done + size
    stop = job.test.stop_frame(events, context, config)
    while done < min(limit, stop if stop is not None else limit):
        left = end_time - time.monotonic()
        if left <= 0:
            raise EngineTimeout("advance", float(config.watchdog_seconds))
        # Two blocks ahead: the engine never waits for the judge.
        while asked < min(limit, stop if stop is not None else limit) and asked - done < 2 * size:
            session.request(min(size, limit - asked))
            asked += min(size, limit - asked)
        block = session.advance(min(size, limit - done), deadline_s=left)
        done += block.frame_count
        blocks.append(block)
        bounds.append(measure_bounds(block, geometry, context.patch))
        run_monitors(monitors, block, bounds[-1], events)
        stop = job.test.stop_frame(events, context, config)
        job.progress("simulating", float(block.time_s[-1]))
    last = min(limit, stop if stop is not None else limit, done)
    frames = concatenate_blocks(blocks).head(last + 1)
    reason = StopReason.DECIDED if stop is not None and stop <= limit else StopReason.TIME_LIMIT
    kept = [e for e in events if e.frame_index <= last]
    return frames, _join_bounds(bounds, last + 1), kept, reason


def _join_bounds(parts: Sequence[Bounds], count: int) -> Bounds:
    return Bounds(
        box_min_m=np.concatenate([p.box_min_m for p in parts])[:count],
        box_max_m=np.concatenate([p.box_max_m for p in parts])[:count],
        lowest_body=np.concatenate([p.lowest_body for p in parts])[:count],
        collider_low_m=np.concatenate([p.collider_low_m for p in parts])[:count],
        patch=_join_patches([p.patch for p in parts if p.patch is not None], count),
    )


def _join_patches(parts: list[PatchBounds], count: int) -> PatchBounds | None:
    if not parts:
        return None
    return PatchBounds(
        nearest_m=np.concatenate([p.nearest_m for p in parts])[:count],
        farthest_m=np.concatenate([p.farthest_m for p in parts])[:count],
        along_m=np.concatenate([p.along_m for p in parts])[:count],
        first_along_m=np.concatenate([p.first_along_m for p in parts])[:count],
    )
