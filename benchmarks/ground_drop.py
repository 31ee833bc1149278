"""What asset-qa costs on top of the engine, as ratios measured in one run.

Run with ``python -m benchmarks.ground_drop``. Prints:

* harness over bare: a whole case without video (reading, safeguards, scene, simulation, judgement, records) over a loop
  that only loads the same scene and steps it, reading the poses, for as many steps. Both in warm processes.
* warm run with video: wall time of a case with a 640x480 video, processes warm.
* cold command: wall time of ``asset-qa run ground_drop`` with video, from nothing.

Absolute times are of asset-qa's own processes; the engine appears only as the denominator of the ratio.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from harness.config import EngineConfig, resolve
from harness.engines import load_engine
from harness.engines.link import Message
from harness.engines.process import WorkerProcess
from harness.runner.case import CaseJob, run_case
from harness.runner.control import CONTROL_ASSET
from harness.runner.record import CaseFiles
from harness.runner.video import CaseVideo
from harness.trajectory import Trajectory
from tests_catalog.ground_drop import GroundDropConfig


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--asset", type=Path, default=CONTROL_ASSET)
    parser.add_argument("--repeats", type=int, default=15)
    options = parser.parse_args()
    print(f"machine: {os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}")
    with tempfile.TemporaryDirectory(prefix="asset-qa-bench-") as folder:
        _overhead(options.asset, Path(folder), options.repeats)
        _warm_video(options.asset, Path(folder), max(3, options.repeats // 3))
        _cold(options.asset, Path(folder), 3)
    return 0


def _overhead(asset: Path, folder: Path, repeats: int) -> None:
    """Alternate bare loop and whole case, so that drift of the machine hits both."""
    bare = WorkerProcess("benchmarks.bare_loop")
    bare.receive(deadline_s=60)
    ratios, cases, loops = [], [], []
    with load_engine("ovphysx") as engine:
        _case(asset, folder / "warm-up", engine)
        scene = CaseFiles(folder=folder / "warm-up").scene
        steps = Trajectory.load(CaseFiles(folder=folder / "warm-up").trajectory).frames.frame_count - 1
        request = Message(kind="loop", data={"scene": str(scene), "steps": steps})
        bare.request(request, phase="loop", deadline_s=60)
        for index in range(repeats):
            loop = float(bare.request(request, phase="loop", deadline_s=60).data["seconds"])
            target = folder / f"case-{index}"
            start = time.perf_counter()
            _case(asset, target, engine)
            case = time.perf_counter() - start
            ratios.append(case / loop)
            cases.append(case)
            loops.append(loop)
            shutil.rmtree(target)
    bare.close()
    print(f"harness over bare, {steps / 240:.2f} s drop without video: {_spread(ratios)} (target at most 1.5)")
    print(f"  own wall time of a case: {_spread([1000 * c for c in cases])} ms")


def _case(asset: Path, folder: Path, engine: object) -> None:
    folder.mkdir()
    job = CaseJob(asset_path=str(asset), asset_name="bench", test="ground_drop", engine="ovphysx", case_dir=str(folder))
    verdict = run_case(job, engine, lambda phase, seconds: None)  # type: ignore[arg-type]
    if verdict.outcome.value != "PASS":
        raise SystemExit(f"the benchmark asset does not pass: {verdict.summary}")


def _warm_video(asset: Path, folder: Path, repeats: int) -> None:
    config = resolve("ground_drop", GroundDropConfig)
    video = CaseVideo(config.video)
    video.start()
    times = []
    with load_engine("ovphysx") as engine:
        engine.start(EngineConfig(**vars(config.engine)))
        for index in range(repeats + 1):
            target = folder / f"video-{index}"
            target.mkdir()
            job = CaseJob(
                asset_path=str(asset),
                asset_name="bench",
                test="ground_drop",
                engine="ovphysx",
                case_dir=str(target),
                is_video_wanted=True,
            )
            start = time.perf_counter()
            verdict = video.add(run_case(job, engine, lambda phase, seconds: None), CaseFiles(folder=target))
            times.append(time.perf_counter() - start)
            if verdict.video.status != "ok":
                print(f"  no video here: {verdict.video.reason}")
                return
    video.close()
    print(f"warm run with 640x480 video: {_spread(times[1:])} s (target at most 1.5)")


def _cold(asset: Path, folder: Path, repeats: int) -> None:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        command = [
            sys.executable,
            "-m",
            "harness",
            "run",
            "ground_drop",
            str(asset),
            "-q",
            "--out",
            str(folder / "out"),
        ]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    print(f"cold command with video: {_spread(times)} s (target at most 4)")


def _spread(values: list[float]) -> str:
    return f"median {statistics.median(values):.2f} (min {min(values):.2f}, max {max(values):.2f})"


if __name__ == "__main__":
    sys.exit(main())
