"""What the tests of joints cost, per joint and second of motion.

Run with ``python -m benchmarks.joints``. Prints:

* hybrid dynamics: time of asset-qa's own computation for one step of a chain of 2 to 30 joints, per joint.
* reference model: time of the forces of a recorded second (240 frames), per joint.
* plan over free: a run whose joints follow a plan over one of as many steps without, both on the embedded engine, as a
  ratio. The engine appears only in that ratio.
* judging: time of judging a recorded ``joint_motion`` again, per joint and second of motion.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from harness.dynamics.model import JointKind, Link, Mechanism, State
from harness.dynamics.rigid_body import bias_force, forward_kinematics, inverse_dynamics, mass_matrix
from harness.engines import load_engine
from harness.motion.follow import Follower
from harness.motion.system import JointMode
from harness.runner.case import CaseJob, run_case
from harness.runner.record import CaseFiles
from harness.runner.rejudge import rejudge_case
from harness.trajectory import Trajectory

ARM = Path(__file__).parents[1] / "assets" / "good" / "arm-floating" / "arm_floating.usda"
STEPS_PER_SECOND = 240


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--asset", type=Path, default=ARM)
    options = parser.parse_args()
    print(f"machine: {os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}")
    for count in (2, 7, 15, 30):
        _own(chain(count))
    with tempfile.TemporaryDirectory(prefix="asset-qa-bench-") as folder:
        _runs(options.asset, Path(folder))
    return 0


def chain(count: int) -> Mechanism:
    """Return a chain of equal links with axes in turn about y and z."""
    frame = np.eye(4)
    frame[0, 3] = 0.3
    links = tuple(
        Link(
            name=f"link{i}",
            parent=i - 1,
            kind=JointKind.REVOLUTE,
            axis=(0, 1, 0) if i % 2 else (0, 0, 1),
            parent_frame=frame,
            child_frame=np.eye(4),
            mass_kg=1.0,
            center_of_mass_m=np.array([0.15, 0, 0]),
            inertia_kg_m2=0.01 * np.eye(3),
        )
        for i in range(count)
    )
    return Mechanism(links=links)


def _time(work: Callable[[], object], repeats: int) -> float:
    """Return the median time of some work [s]."""
    work()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def _own(mechanism: Mechanism) -> None:
    count = len(mechanism.joint_links)
    random = np.random.default_rng(0)
    state = State(position=random.uniform(-1, 1, count), velocity=random.uniform(-1, 1, count))
    kinematics = forward_kinematics(mechanism, state)
    system = (mass_matrix(mechanism, kinematics), bias_force(mechanism, state, kinematics))
    follower = Follower(
        timestep_s=1 / STEPS_PER_SECOND,
        leader=np.full(count, -1),
        multiplier=np.ones(count),
        window=np.full(count, 0.03),
    )
    row = {n: np.zeros(count) for n in ("reference", "rate", "effort", "target", "target_rate")}
    row |= {"mode": np.full(count, JointMode.FOLLOW), "bound": np.full(count, np.inf)}
    gains = tuple(np.zeros(count) for _ in range(4))
    one = _time(lambda: follower.effort(system, (state.position, state.velocity), row, gains), 200)
    second = State(
        position=random.uniform(-1, 1, (STEPS_PER_SECOND, count)),
        velocity=random.uniform(-1, 1, (STEPS_PER_SECOND, count)),
    )
    acceleration = random.uniform(-1, 1, (STEPS_PER_SECOND, count))
    model = _time(lambda: inverse_dynamics(mechanism, second, forward_kinematics(mechanism, second), acceleration), 10)
    print(
        f"{count:3d} joints: hybrid dynamics {1e3 * one * STEPS_PER_SECOND / count:.2f} ms, reference model "
        f"{1e3 * model / count:.2f} ms, both per joint and second of motion"
    )


def _runs(asset: Path, folder: Path) -> None:
    with load_engine("ovphysx") as engine:
        times = {}
        for name, test in (("warm-up", "ground_drop"), ("free", "ground_drop"), ("plan", "joint_motion")):
            (folder / name).mkdir()
            job = CaseJob(
                asset_path=str(asset), asset_name=name, test=test, engine="ovphysx", case_dir=str(folder / name)
            )
            verdict = run_case(job, engine, lambda phase, seconds: None)
            files = CaseFiles(folder=folder / name)
            frames = Trajectory.load(files.trajectory).frames.frame_count if files.trajectory.is_file() else 0
            if frames:
                times[name] = verdict.durations_s["simulate_s"] / frames
    motion = Trajectory.load(folder / "plan" / "trajectory.npz")
    joints = motion.joints.system.count if motion.joints is not None else 1
    seconds = float(motion.frames.time_s[-1])
    if "free" in times:
        print(f"plan over free: {times['plan'] / times['free']:.2f} for {joints} joints, per step")
    judging = _time(lambda: rejudge_case(folder / "plan"), 5)
    print(f"judging: {1e3 * judging / joints / seconds:.2f} ms per joint and second of motion ({seconds:.0f} s)")


if __name__ == "__main__":
    raise SystemExit(main())
