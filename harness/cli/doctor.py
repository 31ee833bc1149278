"""``asset-qa doctor``: what works on this machine, what does not, and the one command that helps."""

from __future__ import annotations

import argparse
import os
from typing import Any

from harness.catalog import find_test
from harness.cli.engine_options import add_engine_options, engine_settings
from harness.config import EngineConfig, resolve
from harness.engines import load_engine
from harness.engines.kit_find import PYTHON_VARIABLE, find_kit, probe_graphics
from harness.errors import EngineUnavailable
from harness.outcomes import ExitCode
from harness.runner.case import package_versions
from harness.runner.control import run_control
from harness.video import probe_renderer

__all__ = ["add_parser"]


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser("doctor", help="check this machine and drop the control asset")
    parser.add_argument("--engine", default="ovphysx", help="engine to check (default: %(default)s)")
    add_engine_options(parser)
    parser.set_defaults(function=doctor_command)


def doctor_command(options: argparse.Namespace) -> int:
    """Run the verb."""
    for name, version in package_versions().items():
        print(f"  {name:<20} {version}")
    test = find_test("ground_drop")
    config = resolve(test.name, test.config_type, settings=engine_settings(options)).engine
    engine_ok = _check_engine(options.engine, config)
    _check_video()
    if options.engine != "kit":
        _tell_kit(config)
    return ExitCode.OK if engine_ok else ExitCode.BLOCKED


def _check_engine(name: str, config: EngineConfig) -> bool:
    if name == "kit":
        print(f"       graphics: {probe_graphics().detail}")
    with load_engine(name) as engine:
        status = engine.probe(config)
        print(f"{_mark(status.is_usable)} engine {name}: {status.detail}")
        if not status.is_usable:
            print(f"       fix: {status.fix}")
            return False
        control = run_control(engine, config)
    print(f"{_mark(control.is_passed)} control drop: {control.detail}")
    if control.measured_fall_s is not None and control.analytic_fall_s is not None:
        print(
            f"       fall time {control.measured_fall_s:.4f} s, sqrt(2h/g) = {control.analytic_fall_s:.4f} s, "
            f"difference {1000 * (control.measured_fall_s - control.analytic_fall_s):+.1f} ms"
        )
    return control.is_passed


def _tell_kit(config: EngineConfig) -> None:
    """Say whether Isaac Sim is here; it is optional, so its absence is no fault."""
    try:
        found = find_kit(config.kit_python)
    except EngineUnavailable as error:
        if config.kit_python or os.environ.get(PYTHON_VARIABLE):
            print(f"[FAIL] Isaac Sim: {error}")
            return
        print("[none] Isaac Sim: not found; only --engine kit and --renderer rtx need it")
        return
    print(f"[ok]   Isaac Sim {found.version or '(version unknown)'}, found by {found.found_by}")
    print(f"       graphics: {probe_graphics().detail}")
    print("       check it with: asset-qa doctor --engine kit")


def _check_video() -> None:
    status = probe_renderer()
    print(f"{_mark(status.available)} video: {status.renderer or 'no renderer'}; {status.detail}")
    if status.fix_command:
        print("       Verdict, JSON and page are complete without it. To get videos:")
        print(f"       {status.fix_command}")


def _mark(is_good: bool) -> str:
    return "[ok]  " if is_good else "[FAIL]"
