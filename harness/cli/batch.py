"""``asset-qa batch``: test many assets unattended; nothing is lost, and it can be resumed."""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any

from harness.batch.cache import VerdictCache
from harness.batch.execute import BatchRun
from harness.batch.finish import collect_result
from harness.batch.journal import read_journal
from harness.batch.lane import LaneSettings
from harness.batch.plan import ConfigCache, choose_shard, load_plan, parse_shard, plan_cases, plan_digest, store_plan
from harness.batch.records import BatchOptions, PlannedCase
from harness.batch.source import read_source
from harness.cli.batch_progress import show_progress
from harness.cli.batch_report import (
    REPORT_OPTIONS,
    add_report_options,
    check_report_options,
    close_run,
    fill_report_options,
    report_options,
)
from harness.engines import DEFAULT_ENGINE, load_engine
from harness.engines.process import sweep_stale_folders
from harness.errors import UsageError
from harness.history.store import without_password
from harness.presets import DEFAULT_PRESET, PRESETS
from harness.report.receipt_write import parse_receipts
from harness.report.write import parse_formats
from harness.runner.plan import new_run_folder

__all__ = ["add_parser"]

# What shapes verdicts, by name on the parsed command line: option and default.
_PLANNED: dict[str, tuple[str, object]] = {
    "tests": ("--test", []),
    "engine": ("--engine", DEFAULT_ENGINE),
    "settings": ("--set", []),
    "config_files": ("--config", []),
    "variants": ("--variant", []),
    "include": ("--include", []),
    "exclude": ("--exclude", []),
    "preset": ("--preset", DEFAULT_PRESET),
    "strict": ("--strict", False),
    "repeat": ("--repeat", 1),
    "random_starts": ("--random-starts", False),
    "seed": ("--seed", 0),
    "shard": ("--shard", "1/1"),
}

_DESCRIPTION = """\
Test every asset of SOURCE: a folder, a pattern in quotes, a manifest (YAML or CSV with the keys asset, tests,
overrides, variants, owner, tags), one file, or - for one path a line on standard input. Each ends with one verdict.
"""


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser("batch", help="test many assets unattended", description=_DESCRIPTION)
    parser.add_argument("source", metavar="SOURCE", nargs="?", help="folder, pattern, manifest, file, or -")
    parser.add_argument("--resume", metavar="RUN", help="go on with the run in this folder")
    _add_what(parser.add_argument_group("what to run"))
    _add_how(parser.add_argument_group("how to run it"))
    _add_results(parser.add_argument_group("results"))
    # What is not given is None here, so that a resumed run can take what the run was started with.
    parser.set_defaults(out=None, **dict.fromkeys(REPORT_OPTIONS))
    parser.set_defaults(function=batch_command)


def _add_what(group: Any) -> None:
    group.add_argument(
        "--test", dest="tests", metavar="TEST", action="append", default=[], help="test to run (default: ground_drop)"
    )
    group.add_argument("--engine", default=DEFAULT_ENGINE, help="engine to use (default: %(default)s)")
    for option, name, text in (
        ("--set", "settings", "change a setting"),
        ("--config", "config_files", "YAML settings"),
        ("--variant", "variants", "select a variant"),
        ("--include", "include", "keep only assets whose path in SOURCE matches"),
        ("--exclude", "exclude", "leave out assets whose path in SOURCE matches"),
    ):
        metavar = {"settings": "KEY=VALUE", "config_files": "FILE", "variants": "SET=NAME"}.get(name, "PATTERN")
        group.add_argument(option, dest=name, metavar=metavar, action="append", default=[], help=text)
    group.add_argument("--preset", choices=PRESETS, default=DEFAULT_PRESET, help="procedure and limits of a release")
    group.add_argument("--strict", action="store_true", help="warnings fail the asset")
    group.add_argument("--repeat", metavar="N", type=int, default=1, help="simulate each asset N times")
    group.add_argument(
        "--random-starts", action="store_true", help="every repeat but the first starts in an orientation of its own"
    )
    group.add_argument(
        "--seed", metavar="S", type=int, default=0, help="seed of the orientations (default: %(default)s)"
    )
    group.add_argument("--shard", metavar="I/N", default="1/1", help="run only part I of N of the plan")


def _add_how(group: Any) -> None:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    group.add_argument("--workers", metavar="N", type=int, default=cores, help="assets at a time (default: cores)")
    group.add_argument(
        "--executor", choices=("local", "ray"), default="local", help="where workers run (default: %(default)s)"
    )
    group.add_argument("--ray-address", metavar="ADDRESS", help="running Ray cluster (default: Ray on this machine)")
    group.add_argument(
        "--recycle",
        metavar="N",
        type=int,
        default=500,
        help="assets before a worker is replaced (default: %(default)s)",
    )
    group.add_argument(
        "--memory-limit-mb", metavar="MB", type=int, default=4096, help="memory of a worker (default: %(default)s)"
    )
    group.add_argument("--cache", metavar="DIR", help="where verdicts are kept (default: in the user's cache folder)")
    group.add_argument("--no-cache", action="store_true", help="test unchanged assets again, and keep nothing")
    volume = group.add_mutually_exclusive_group()
    volume.add_argument("-q", "--quiet", action="store_true", help="no progress")


def _add_results(group: Any) -> None:
    group.add_argument("--out", metavar="DIR", help="where run folders are made (default: reports)")
    kinds = ("all", "failures", "none")
    group.add_argument("--video", choices=kinds, default="failures", help="clips to render (default: %(default)s)")
    group.add_argument(
        "--artifacts", choices=kinds, default="failures", help="recorded motions to keep (default: %(default)s)"
    )
    group.add_argument("--size-budget-mb", metavar="MB", type=float, help="size of all clips and motions together")
    add_report_options(group)


def batch_command(options: argparse.Namespace) -> int:
    """Run the verb."""
    if (options.source is None) == (options.resume is None):
        raise UsageError("Give a SOURCE to start a run, or --resume RUN to go on with one.")
    for name in ("workers", "recycle", "repeat"):
        if getattr(options, name) < 1:
            raise UsageError(f"--{name} needs a number of at least 1.")
    parse_formats(options.formats or [])
    parse_receipts(options.receipts or [])
    if options.random_starts and options.repeat < 2:
        raise UsageError("--random-starts needs --repeat N with N of at least 2.")
    _check_words(options)
    sweep_stale_folders()
    if options.resume is not None:
        folder = Path(options.resume)
        plan, cases = load_plan(folder)
        _check_place(plan, cases, folder)
        # The history is beside the run, wherever the command is given.
        options.out = options.out or str(folder.resolve().parent)
        fill_report_options(options, plan.reporting)
        check_report_options(options)
    else:
        options.out = options.out or "reports"
        fill_report_options(options, None)
        check_report_options(options)
        folder, plan, cases = _new_run(options)
    print(f"run folder: {folder}", file=sys.stderr, flush=True)
    cache = None if options.no_cache or not plan.has_cache else VerdictCache(_cache_root(options), plan, folder)
    done = sum(1 for _ in read_journal(folder))
    is_interrupted = False
    with _terminable(), show_progress(len(cases), done, is_quiet=options.quiet) as listener:
        run = BatchRun(folder=folder, options=plan, cases=cases, cache=cache, listener=listener)
        try:
            run.execute(_executor(options, plan, folder))
        except KeyboardInterrupt:
            is_interrupted = True
    return close_run(folder, plan, collect_result(folder, len(cases)), options, is_interrupted=is_interrupted)


def _check_words(options: argparse.Namespace) -> None:
    """Refuse a size that is none, and settings for a run that has its own, before anything runs."""
    if options.size_budget_mb is not None and not options.size_budget_mb >= 0:
        raise UsageError("--size-budget-mb needs a number of at least 0.")
    changed = [word for name, (word, default) in _PLANNED.items() if getattr(options, name) != default]
    if options.resume is not None and changed:
        raise UsageError(f"A resumed run keeps what it was started with: leave {', '.join(changed)} out.")


def _check_place(plan: BatchOptions, cases: Sequence[PlannedCase], folder: Path) -> None:
    """Refuse to go on where relative paths lead nowhere: every asset that is left would get a wrong verdict."""
    start = Path(plan.working_dir)
    if not plan.working_dir or start == Path.cwd():
        return
    done = {s.index for s in read_journal(folder)}
    left = (Path(c.asset) for c in cases if c.index not in done)
    lost = next((a for a in left if not a.exists() and (start / a).exists()), None)
    if lost is not None:
        raise UsageError(
            f"{lost} does not exist here. The run was started in {start} and its assets are named from there; "
            "go to that folder and resume it."
        )


def _new_run(options: argparse.Namespace) -> tuple[Path, BatchOptions, list[PlannedCase]]:
    load_engine(options.engine)
    shard = parse_shard(options.shard)
    items = read_source(options.source, include=options.include, exclude=options.exclude)
    whole = plan_cases(items, options.tests or ["ground_drop"], options.engine)
    cases = choose_shard(whole, shard)
    folder = new_run_folder(Path(options.out))
    plan = BatchOptions(
        source=options.source,
        command=shlex.join(["asset-qa", *map(without_password, sys.argv[1:])]),
        engine=options.engine,
        started_at=datetime.now(UTC).isoformat(timespec="seconds"),
        config_files=_copy_configs(options.config_files, folder),
        settings=tuple(options.settings),
        preset=options.preset,
        variants=dict(_pair(v) for v in options.variants),
        is_strict=options.strict,
        video=options.video,
        artifacts=options.artifacts,
        artifact_budget_mb=options.size_budget_mb,
        repeats=options.repeat,
        has_random_starts=options.random_starts,
        seed=options.seed,
        has_cache=not options.no_cache,
        working_dir=str(Path.cwd()),
        shard=shard,
        planned_total=len(whole),
        plan_sha256=plan_digest(whole),
        reporting=report_options(options),
    )
    try:
        configs = ConfigCache(plan, folder)
        for planned in cases:
            configs.get(planned)
    except BaseException:
        shutil.rmtree(folder)
        raise
    store_plan(folder, plan, cases)
    return folder, plan, cases


def _copy_configs(files: list[str], folder: Path) -> tuple[str, ...]:
    """Keep copies of the settings, so that a resumed run has the same ones."""
    names = []
    for number, file in enumerate(files, start=1):
        target = folder / "config" / f"{number}-{Path(file).name}"
        target.parent.mkdir(exist_ok=True)
        try:
            shutil.copyfile(file, target)
        except OSError as error:
            shutil.rmtree(folder)
            raise UsageError(f"Cannot read the configuration file {file}: {error.strerror}.") from error
        names.append(target.relative_to(folder).as_posix())
    return tuple(names)


def _pair(text: str) -> tuple[str, str]:
    name, separator, selection = text.partition("=")
    if not separator or not name or not selection:
        raise UsageError(f"--variant {text}: write SET=NAME.")
    return name, selection


def _cache_root(options: argparse.Namespace) -> Path:
    if options.cache:
        return Path(options.cache)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "asset-qa" / "verdicts"


def _executor(options: argparse.Namespace, plan: BatchOptions, folder: Path) -> Any:
    settings = LaneSettings(
        folder=str(folder.resolve()),
        options=plan,
        working_dir=str(Path.cwd()),
        memory_limit_mb=options.memory_limit_mb,
        recycle_cases=options.recycle,
        recycle_mb=max(512, options.memory_limit_mb // 2),
        is_content_wanted=True,
    )
    if options.executor == "ray":
        from harness.batch.ray_executor import RayExecutor

        return RayExecutor(settings, options.workers, options.ray_address)
    from harness.batch.local import LocalExecutor

    return LocalExecutor(settings, options.workers)


@contextmanager
def _terminable() -> Iterator[None]:
    """Treat a request to end, as cluster managers send it, like Ctrl-C: what is finished is recorded."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    old = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, old)
