"""``asset-qa selftest``: run the sample assets on the embedded engine and on another one, and compare."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from harness.agreement import Agreement, compare_verdicts
from harness.catalog import find_test
from harness.cli.engine_options import add_engine_options, engine_settings
from harness.cli.progress import make_listener
from harness.config import resolve
from harness.engines import DEFAULT_ENGINE, load_engine
from harness.engines.kit_find import probe_graphics
from harness.errors import EngineUnavailable, UsageError
from harness.outcomes import ExitCode, Outcome
from harness.report.codec import to_data, write_text_atomic
from harness.runner.case import package_versions
from harness.runner.plan import RunOptions, new_run_folder, plan_cases
from harness.runner.pool import run_pool
from harness.verdict import Verdict

__all__ = ["add_parser", "render_selftest"]

_TEST = "ground_drop"
_SUFFIXES = (".usd", ".usda", ".usdc", ".usdz")
_SAMPLES = Path(__file__).parents[2] / "assets"


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "selftest",
        help="compare an engine with the embedded one",
        description="Run the sample assets on both engines and write a comparison that can be sent back.",
    )
    parser.add_argument("--engine", default="kit", help="engine to compare (default: %(default)s)")
    add_engine_options(parser)
    parser.add_argument(
        "--assets", metavar="DIR", help="folder with sample assets; a checkout of asset-qa has them in assets/"
    )
    parser.add_argument(
        "--out", metavar="DIR", default="reports", help="where the folder is made (default: %(default)s)"
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress")
    parser.set_defaults(function=selftest_command)


def selftest_command(options: argparse.Namespace) -> int:
    """Run the verb."""
    assets = _samples(options.assets)
    settings = engine_settings(options)
    config = resolve(_TEST, find_test(_TEST).config_type, settings=settings)
    with load_engine(options.engine) as engine:
        status = engine.probe(config.engine)
    if not status.is_usable:
        raise EngineUnavailable(f"{status.detail} {status.fix}")
    folder = new_run_folder(Path(options.out))
    verdicts: list[list[Verdict | None]] = []
    for name in (DEFAULT_ENGINE, options.engine):
        jobs = plan_cases(
            RunOptions(
                test=_TEST,
                assets=tuple(str(a) for a in assets),
                engine=name,
                settings=tuple(settings),
                is_video_wanted=False,
            ),
            folder / name.replace(":", "-"),
        )
        with make_listener(jobs, is_quiet=options.quiet) as listener:
            verdicts.append(run_pool(jobs, worker_count=1, config=config, listener=listener))
    pairs = [(a, b) for a, b in zip(*verdicts, strict=True) if a is not None and b is not None]
    agreements = [compare_verdicts(a, b) for a, b in pairs]
    environment = {**package_versions(), "engine": status.detail, "graphics": probe_graphics().detail}
    text = render_selftest(pairs, agreements, environment)
    write_text_atomic(folder / "selftest.md", text)
    write_text_atomic(folder / "selftest.json", _to_json(pairs, agreements, environment))
    print(text)
    print(f"Report    {folder / 'selftest.md'}")
    return ExitCode.OK if all(a.is_full for a in agreements) and len(pairs) == len(assets) else ExitCode.FAILED


def _samples(chosen: str | None) -> list[Path]:
    folder = Path(chosen) if chosen else _SAMPLES
    found = sorted(
        p for p in folder.rglob("*") if p.suffix.lower() in _SUFFIXES and (p.parent / "expect.json").is_file()
    )
    found = [p for p in found if len([q for q in p.parent.iterdir() if q.suffix == p.suffix]) == 1]
    if not found:
        raise UsageError(f"There are no sample assets in {folder}. Name their folder with --assets DIR.")
    return found


def render_selftest(
    pairs: Sequence[tuple[Verdict, Verdict]], agreements: Sequence[Agreement], environment: dict[str, str]
) -> str:
    """Return the comparison as Markdown; it holds names of assets and versions, no paths.

    Args:
        pairs: Verdicts of the embedded engine and of the other one.
        agreements: How far each pair agrees.
        environment: Versions, engine and graphics card.
    """
    full = sum(a.is_full for a in agreements)
    lines = [f"# Two engines, {len(pairs)} assets: {full} agree", ""]
    lines += [f"- {name}: {value}" for name, value in environment.items()]
    lines += ["", "| asset | embedded | other | agrees | what differs |", "| --- | --- | --- | --- | --- |"]
    for (first, second), agreement in zip(pairs, agreements, strict=True):
        words = [
            f"{d.name} {_number(d.first)} against {_number(d.second)}" for d in agreement.differences if not d.is_within
        ]
        words += [f"only embedded: {code}" for code in agreement.only_first]
        words += [f"only other: {code}" for code in agreement.only_second]
        mark = "yes" if agreement.is_full else "NO"
        lines.append(
            f"| {first.asset.name} | {first.outcome.value} | {second.outcome.value} | {mark} | {'; '.join(words)} |"
        )
    unsure = [first.asset.name for first, second in pairs if Outcome.ERROR in (first.outcome, second.outcome)]
    if unsure:
        lines += ["", f"Not tested because of an error on at least one engine: {', '.join(unsure)}."]
    return "\n".join(lines) + "\n"


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.6g}"


def _to_json(
    pairs: Sequence[tuple[Verdict, Verdict]], agreements: Sequence[Agreement], environment: dict[str, str]
) -> str:
    entries = [
        {
            "asset": first.asset.name,
            "sha256": first.asset.sha256,
            "outcomes": [first.outcome.value, second.outcome.value],
            "agreement": to_data(agreement),
        }
        for (first, second), agreement in zip(pairs, agreements, strict=True)
    ]
    return json.dumps({"schema_version": 1, "environment": environment, "assets": entries}, indent=2) + "\n"
