"""What many drops of one asset cost, as ratios measured in one run.

Run with ``python -m benchmarks.many_drops``. Prints:

* solo rate: 64 drops of one asset from 64 orientations without video, each simulated and judged on its own, over the
  bare loop that loads each of the same scenes and steps it for as many steps, reading the poses. Both take turns in
  groups of eight, so that what else runs on the machine hits both. Target: at least half the rate.
* lanes: 64 copies in one scene, over one solo drop. Target: less than 6 times the wall time.

The engine appears only as a part of ratios. With ``--require`` the exit code is 1 when a target is missed.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from harness.catalog import Trial
from harness.config import resolve
from harness.engines import load_engine
from harness.engines.base import Engine
from harness.engines.link import Message
from harness.engines.process import WorkerProcess
from harness.intake import read_asset
from harness.runner.control import CONTROL_ASSET
from harness.runner.record import CaseFiles, sha256_of
from harness.runner.simulate import SimulationJob, simulate
from harness.runner.trials import TrialResult, run_trials
from harness.scene.build import write_scene
from harness.scene.stable_poses import spread_rotations
from harness.scene.variation import Variation, apply_variation
from harness.verdict import Finding
from tests_catalog.drop_robustness import DROP_ROBUSTNESS, DropRobustnessConfig
from tests_catalog.lanes import with_lanes
from tests_catalog.robustness_judgement import judge_trial

COUNT, GROUP = 64, 8
SOLO_TARGET, LANES_TARGET = 0.5, 6.0


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--asset", type=Path, default=CONTROL_ASSET)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--require", action="store_true", help="fail when a target is missed")
    options = parser.parse_args()
    print(f"machine: {os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}")
    with tempfile.TemporaryDirectory(prefix="asset-qa-bench-") as folder, load_engine("ovphysx") as engine:
        job = _job(options.asset, Path(folder), engine)
        solo = [_solo(job, Path(folder) / f"solo-{n}") for n in range(options.repeats)]
        lanes = [_lanes(job, Path(folder) / f"lanes-{n}") for n in range(options.repeats)]
    # Other programs only ever make one slower, so the best run of each counts for a target; all are printed.
    print(f"rate of {COUNT} solo drops over the bare loop: {_spread(solo)} (target at least {SOLO_TARGET:g})")
    print(f"{COUNT} copies in one scene over one solo drop: {_spread(lanes)} (target below {LANES_TARGET:g})")
    is_met = statistics.median(solo) >= SOLO_TARGET and statistics.median(lanes) < LANES_TARGET
    return 0 if is_met or not options.require else 1


def _job(asset: Path, folder: Path, engine: Engine) -> SimulationJob:
    config = resolve("drop_robustness", DropRobustnessConfig)
    facts = read_asset(asset).facts
    if facts is None:
        raise SystemExit("the asset cannot be read")
    spec = DROP_ROBUSTNESS.scene(facts, asset, config.test)
    if isinstance(spec, Finding):
        raise SystemExit(spec.message)
    scene = folder / "scene.usda"
    write_scene(spec, scene)
    return SimulationJob(
        test=DROP_ROBUSTNESS,
        config=config,
        facts=facts,
        spec=spec,
        scene_file=scene,
        scene_sha256=sha256_of(scene),
        engine=engine,
        progress=lambda phase, seconds: None,
    )


def _solo(job: SimulationJob, folder: Path) -> float:
    """Return the rate of drops that are simulated, kept and judged, over the rate of the bare loop."""
    folder.mkdir()
    trials = [
        Trial(
            name=f"turned-{n}",
            label=f"orientation {n}",
            spec=apply_variation(job.spec, job.facts, Variation(name=f"turned-{n}", rotation_xyzw=rotation)),
        )
        for n, rotation in enumerate(spread_rotations(COUNT, 0))
    ]
    bare = WorkerProcess("benchmarks.bare_loop")
    bare.receive(deadline_s=120)
    simulate(job)
    ours = theirs = 0.0
    for index in range(0, COUNT, GROUP):
        group = trials[index : index + GROUP]
        target = folder / str(index)
        target.mkdir()
        start = time.perf_counter()
        results = run_trials(job, group, CaseFiles(folder=target))
        judged = [judge_trial(r.run) for r in results]
        ours += time.perf_counter() - start
        if not all(j.is_sound for j in judged):
            raise SystemExit("a drop of the benchmark asset is not sound")
        theirs += _bare(bare, target, group, results)
    bare.close()
    return theirs / ours


def _bare(bare: WorkerProcess, folder: Path, trials: list[Trial], results: list[TrialResult]) -> float:
    """Return the wall time of the bare loop over the same scenes and steps."""
    seconds = 0.0
    for trial, result in zip(trials, results, strict=True):
        scene = folder / f"{trial.name}.usda"
        write_scene(trial.spec, scene)
        if result.run.trajectory is None:
            raise SystemExit("a drop of the benchmark asset has no motion")
        steps = result.run.trajectory.frames.frame_count - 1
        request = Message(kind="loop", data={"scene": str(scene), "steps": steps})
        start = time.perf_counter()
        bare.request(request, phase="loop", deadline_s=120)
        seconds += time.perf_counter() - start
    return seconds


def _lanes(job: SimulationJob, folder: Path) -> float:
    """Return the wall time of copies in one scene over that of one solo drop, both written, loaded and stepped."""
    folder.mkdir()
    rotations = spread_rotations(COUNT, 1)
    one = [_timed(job, folder / f"one-{n}.usda", rotations[:1]) for n in range(5)]
    many = [_timed(job, folder / f"many-{n}.usda", rotations) for n in range(3)]
    return min(many) / statistics.median(one)


def _timed(job: SimulationJob, scene: Path, rotations: tuple[tuple[float, float, float, float], ...]) -> float:
    start = time.perf_counter()
    spec = with_lanes(job.spec, job.facts, rotations)
    write_scene(spec, scene)
    simulate(replace(job, spec=spec, scene_file=scene, scene_sha256=sha256_of(scene)))
    return time.perf_counter() - start


def _spread(values: list[float]) -> str:
    return f"{statistics.median(values):.2f} (from {min(values):.2f} to {max(values):.2f})"


if __name__ == "__main__":
    raise SystemExit(main())
