"""What a batch costs and whether it loses anything, measured in one run on one machine.

Run with ``python -m benchmarks.batch PART [--count N] [--workers N]``. Parts:

* ``rate``: cases a second of a batch without video over those of bare engine loops, which only load the same scenes and
  step them as often, on as many processes at the same time; half of the loops before the batch and half after it. Also
  the resident memory of all processes of the batch after a tenth and after all cases.
* ``warm``: the same batch again, everything cached [s].
* ``poison``: 5 % of the assets crash, hang, give NaN, are corrupt or outgrow the memory; every verdict is compared with
  what is known. Crashes, hangs, NaN and the engine's memory are played by the scripted engine beside the real one.
* ``kill``: kill -9 of a worker every 2 s for a minute and of the parent once, then ``--resume``.
* ``ray``: rate of two workers on Ray over two local ones; the verdicts must be the same.

Rates are given as ratios; absolute times are of asset-qa's own processes.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from harness.batch.journal import read_journal
from harness.batch.plan import load_plan, store_plan
from harness.engines.link import Message
from harness.engines.process import WorkerProcess
from harness.report.codec import load_verdict
from harness.trajectory import Trajectory

ROOT = Path(__file__).parents[1]
_PAGE = os.sysconf("SC_PAGE_SIZE")
_POISON = (
    ("crash", "fake:crash-advance", "ERROR"),
    ("hang", "fake:hang-advance", "ERROR"),
    ("nan", "fake:nan", "FAIL"),
    ("engine-memory", "fake:memory", "ERROR"),
    ("corrupt", "", "ERROR"),
    ("case-memory", "", "ERROR"),
)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("part", choices=("rate", "warm", "poison", "kill", "ray"))
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--loops", type=int, default=200, help="scenes in the bare loops")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="asset-qa-bench-") as name:
        folder = Path(name)
        make_assets(folder / "assets", options.count)
        parts = {"rate": _rate, "warm": _warm, "poison": _poison, "kill": _kill, "ray": _ray}
        parts[options.part](folder, options)
    return 0


def make_assets(folder: Path, count: int) -> None:
    """Write boxes, plates, rods and spheres of many sizes and poses, a third of them as meshes."""
    folder.mkdir()
    rng = random.Random(7)
    for number in range(count):
        (folder / f"a{number:05d}.usda").write_text(_asset(rng, number))


def _asset(rng: random.Random, number: int) -> str:
    x, y, z = (round(rng.uniform(0.05, 0.3), 4) for _ in range(3))
    turn = ", ".join(str(round(rng.uniform(0, 90), 2)) for _ in range(3))
    place = f"float3 xformOp:rotateXYZ = ({turn})\n        float3 xformOp:scale = ({x}, {y}, {z})\n"
    place += '        uniform token[] xformOpOrder = ["xformOp:rotateXYZ", "xformOp:scale"]\n'
    apis = '"PhysicsCollisionAPI"'
    if number % 3 == 0:
        points = ", ".join(f"({a}, {b}, {c})" for a in (-0.5, 0.5) for b in (-0.5, 0.5) for c in (-0.5, 0.5))
        shape = (
            f'def Mesh "Shape" (prepend apiSchemas = [{apis}, "PhysicsMeshCollisionAPI"])\n    {{\n'
            f"        point3f[] points = [{points}]\n        int[] faceVertexCounts = [4, 4, 4, 4, 4, 4]\n"
            "        int[] faceVertexIndices = [0,1,3,2, 4,6,7,5, 0,4,5,1, 2,3,7,6, 0,2,6,4, 1,5,7,3]\n"
            '        uniform token subdivisionScheme = "none"\n'
            '        uniform token physics:approximation = "convexHull"\n'
        )
    else:
        shape = f'def Cube "Shape" (prepend apiSchemas = [{apis}])\n    {{\n        double size = 1\n'
    return (
        '#usda 1.0\n(\n    defaultPrim = "Root"\n    metersPerUnit = 1\n    upAxis = "Z"\n)\n'
        'def Xform "Root" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])\n{\n'
        f"    float physics:mass = {round(1000 * x * y * z, 3)}\n    {shape}        {place}    }}\n}}\n"
    )


def start(folder: Path, *words: object) -> subprocess.Popen[str]:
    """Start a batch."""
    pages = [] if "--pages" in words else ["--pages", "none"]
    command = [sys.executable, "-m", "harness", "batch", *map(str, words), "--video", "none", *pages, "-q"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder / "cache")}
    # An installed program is compiled once, not at every start.
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.Popen(command, cwd=folder, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def run(folder: Path, *words: object) -> tuple[Path, float]:
    """Run a batch; return its folder and the wall time of the whole command [s]."""
    clock = time.monotonic()
    process = start(folder, *words)
    process.communicate()
    return newest(folder), time.monotonic() - clock


def newest(folder: Path) -> Path:
    """Return the latest run folder."""
    return max(folder.glob("reports/*/plan.jsonl"), key=lambda p: p.stat().st_mtime_ns).parent


def family(pid: int) -> dict[int, str]:
    """Return a process and its descendants with their command lines."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found = {pid}
    while grown := {c for c, p in parents.items() if p in found and c not in found}:
        found |= grown
    lines: dict[int, str] = {}
    for member in found:
        try:
            lines[member] = Path(f"/proc/{member}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
    return lines


def resident_mb(pids: list[int]) -> float:
    """Return the resident memory of processes together [MiB]."""
    total = 0
    for pid in pids:
        try:
            total += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
        except (OSError, IndexError):
            continue
    return total / 2**20


class MemoryWatch(threading.Thread):
    """Sample the memory of a batch by the number of finished cases."""

    def __init__(self, pid: int, folder: Path) -> None:
        super().__init__(daemon=True)
        self._pid, self._folder = pid, folder
        self.samples: list[tuple[int, float, float]] = []
        self.stopped = threading.Event()

    def run(self) -> None:
        """Sample until stopped: (cases, MiB of the command line, MiB of all)."""
        while not self.stopped.wait(0.5):
            journals = list(self._folder.glob("reports/*/journal.jsonl"))
            done = journals[-1].read_bytes().count(b"\n") if journals else 0
            self.samples.append((done, resident_mb([self._pid]), resident_mb(list(family(self._pid)))))

    def between(self, first: float, last: float) -> tuple[float, float]:
        """Return the means of both over the samples of a range of cases."""
        chosen = [s for s in self.samples if first <= s[0] <= last]
        return tuple(sum(s[i] for s in chosen) / max(1, len(chosen)) for i in (1, 2))  # type: ignore[return-value]


def bare_rate(scenes: list[tuple[Path, int]], workers: int) -> float:
    """Return scenes a second of bare loops on several processes at a time.

    Args:
        scenes: Scene and number of steps.
        workers: Processes.
    """
    processes = [WorkerProcess("benchmarks.bare_loop") for _ in range(workers)]
    for process in processes:
        process.receive(deadline_s=120)
        process.request(_loop(*scenes[0]), phase="loop", deadline_s=120)

    def serve(process: WorkerProcess, own: list[tuple[Path, int]]) -> None:
        for scene in own:
            process.request(_loop(*scene), phase="loop", deadline_s=300)

    threads = [threading.Thread(target=serve, args=(p, scenes[n::workers])) for n, p in enumerate(processes)]
    clock = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.monotonic() - clock
    for process in processes:
        process.close()
    return len(scenes) / seconds


def _loop(scene: Path, steps: int) -> Message:
    return Message(kind="loop", data={"scene": str(scene), "steps": steps})


def _scenes(run_folder: Path) -> list[tuple[Path, int]]:
    found = []
    for summary in read_journal(run_folder):
        case = run_folder / summary.case_dir
        if (case / "trajectory.npz").is_file():
            found.append((case / "scene.usda", Trajectory.load(case / "trajectory.npz").frames.frame_count - 1))
    return found


def _rate(folder: Path, options: argparse.Namespace) -> None:
    # Scenes and step counts of a part of the assets, from a run that keeps them.
    probe, _ = run(
        folder,
        "assets",
        "--no-cache",
        "--no-db",
        "--artifacts",
        "all",
        "--include",
        "a00[01]*",
        "--workers",
        options.workers,
    )
    scenes = _scenes(probe)[: options.loops]
    steps = sum(s for _, s in scenes) / len(scenes)
    before = bare_rate(scenes, options.workers)
    clock = time.monotonic()
    process = start(folder, "assets", "--no-cache", "--no-db", "--workers", options.workers, "--out", "timed/reports")
    watch = MemoryWatch(process.pid, folder / "timed")
    watch.start()
    process.communicate()
    seconds = time.monotonic() - clock
    watch.stopped.set()
    after = bare_rate(scenes, options.workers)
    timed = newest(folder / "timed")
    outcomes = Counter(s.outcome.value for s in read_journal(timed))
    rate, bare = options.count / seconds, (before + after) / 2
    print(f"{options.count} assets, {options.workers} workers, {steps / 240:.2f} s simulated each: {dict(outcomes)}")
    print(
        f"batch {rate:.2f}/s; bare loops {before:.2f}/s before, {after:.2f}/s after: ratio {rate / bare:.2f} (goal 0.5)"
    )
    early = watch.between(0.09 * options.count, 0.2 * options.count)
    late = watch.between(0.9 * options.count, options.count)
    for name, first, last in zip(("command line", "all processes"), early, late, strict=True):
        print(f"memory of {name}: {first:.0f} MiB at 10-20 %, {last:.0f} MiB at the end: {last / first - 1:+.1%}")


def _warm(folder: Path, options: argparse.Namespace) -> None:
    run(folder, "assets", "--workers", options.workers)
    for pages in ("none", "problems"):
        again, seconds = run(folder, "assets", "--workers", options.workers, "--pages", pages)
        cached = sum(s.is_cached for s in read_journal(again))
        print(f"warm, --pages {pages}: {cached} of {options.count} cached, {seconds:.2f} s (under 5 for 2000)")


def _poison(folder: Path, options: argparse.Namespace) -> None:
    expected, engines = _plant(folder / "assets", options.count)
    process = start(folder, "assets", "--no-cache", "--no-db", "--workers", options.workers)
    while not list(folder.glob("reports/*/batch.json")):
        time.sleep(0.02)
    process.kill()
    process.wait()
    run_folder = newest(folder)
    plan, cases = load_plan(run_folder)
    short = {"ground_drop.watchdog_seconds": "4.0", "engine.memory_limit_mb": "700"}
    cases = [replace(c, engine=engines[c.key], overrides=short) if c.key in engines else c for c in cases]
    for name in ("journal.jsonl", "cases"):
        target = run_folder / name
        shutil.rmtree(target) if target.is_dir() else target.unlink(missing_ok=True)
    store_plan(run_folder, plan, cases)
    clock = time.monotonic()
    start(
        folder, "--resume", run_folder, "--no-cache", "--no-db", "--memory-limit-mb", 900, "--workers", options.workers
    ).communicate()
    _check(run_folder, expected)
    print(f"poison: {Counter(expected.values())}, {time.monotonic() - clock:.0f} s")


def _plant(folder: Path, count: int) -> tuple[dict[str, str], dict[str, str]]:
    from pxr import Sdf, Vt

    names = sorted(p.name for p in folder.glob("*.usda"))
    expected = dict.fromkeys(names, "PASS")
    engines: dict[str, str] = {}
    for number, name in enumerate(names[::20]):
        kind, engine, outcome = _POISON[number % len(_POISON)]
        expected[name] = outcome
        if engine:
            engines[name] = engine
        elif kind == "corrupt":
            path = folder / name
            path.write_bytes(path.read_bytes()[:200])
        else:
            # Crate files compress: some megabytes that become gigabytes when they are read.
            layer = Sdf.Layer.OpenAsAnonymous(str(folder / name))
            layer.GetPrimAtPath("/Root/Shape")
            mesh = Sdf.PrimSpec(layer.GetPrimAtPath("/Root"), "Bomb", Sdf.SpecifierDef, "Mesh")
            Sdf.AttributeSpec(mesh, "faceVertexCounts", Sdf.ValueTypeNames.IntArray).default = Vt.IntArray(300_000_000)
            layer.Export(str(folder / "bomb.usdc"))
            (folder / "bomb.usdc").rename(folder / name.replace(".usda", ".usd"))
            (folder / name).unlink()
            expected[name.replace(".usda", ".usd")] = expected.pop(name)
    return expected, engines


def _check(run_folder: Path, expected: dict[str, str]) -> None:
    found: dict[str, str] = {}
    for summary in read_journal(run_folder):
        verdict = load_verdict(run_folder / summary.case_dir / "verdict.json")
        if verdict.outcome is not summary.outcome:
            print(f"journal and verdict of {summary.key} differ")
        found[summary.key] = verdict.outcome.value
    wrong = {k: (v, found.get(k)) for k, v in expected.items() if found.get(k) != v}
    lines = (run_folder / "journal.jsonl").read_bytes().count(b"\n")
    shown = dict(list(wrong.items())[:5])
    print(f"{len(expected)} planned, {lines} lines, {len(found)} verdicts, {len(wrong)} wrong {shown}")


def _kill(folder: Path, options: argparse.Namespace) -> None:
    rng = random.Random(3)
    kills = 0
    process = start(folder, "assets", "--no-cache", "--no-db", "--workers", options.workers)
    end = time.monotonic() + 60
    is_parent_killed = False
    while time.monotonic() < end and process.poll() is None:
        time.sleep(2)
        workers = [p for p, c in family(process.pid).items() if ".batch.worker" in c or "_worker" in c]
        if workers:
            os.kill(rng.choice(workers), signal.SIGKILL)
            kills += 1
        if not is_parent_killed and end - time.monotonic() < 30:
            process.kill()
            process.wait()
            is_parent_killed = True
            process = start(folder, "--resume", newest(folder), "--no-cache", "--no-db", "--workers", options.workers)
    process.communicate()
    print(f"kill: {kills} workers, parent {'once' if is_parent_killed else 'never (too short)'}")
    _check(newest(folder), {f"a{n:05d}.usda": "PASS" for n in range(options.count)})


def _ray(folder: Path, options: argparse.Namespace) -> None:
    told, rates = [], []
    for executor in ("local", "ray", "local"):
        done, seconds = run(
            folder, "assets", "--no-cache", "--no-db", "--workers", options.workers, "--executor", executor
        )
        times = sorted(datetime.fromisoformat(s.finished_at) for s in read_journal(done))
        # From the first result on: Ray itself takes many seconds to start.
        rates.append((len(times) - 1) / (times[-1] - times[0]).total_seconds())
        told.append({s.key: (s.outcome, s.codes, s.margin, s.content_sha256) for s in read_journal(done)})
        print(
            f"  {executor}: {rates[-1]:.2f}/s after the first, {seconds:.0f} s for the whole command", file=sys.stderr
        )
    print(f"ray: verdicts {'the same' if told[0] == told[1] == told[2] else 'DIFFER'}, ", end="")
    print(f"rate {rates[1] / ((rates[0] + rates[2]) / 2):.2f} of local (at least 0.8)")


if __name__ == "__main__":
    sys.exit(main())
