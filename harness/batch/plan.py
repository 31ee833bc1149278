"""Turn a source into planned cases, choose a shard, and keep the plan on disk so that a run can be resumed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from harness.batch.records import BatchOptions, PlannedCase
from harness.batch.source import SourceItem
from harness.catalog import find_test
from harness.config import ResolvedConfig, resolve
from harness.errors import HarnessError, RecordError, UsageError
from harness.presets import DEFAULT_PRESET
from harness.report.codec import from_data, load_record, to_data, write_json_atomic, write_text_atomic
from harness.runner.case import CaseJob

__all__ = [
    "ConfigCache",
    "choose_shard",
    "kept_by_worker",
    "load_plan",
    "make_job",
    "parse_shard",
    "plan_cases",
    "plan_digest",
    "store_plan",
]

PLAN_FILE = "plan.jsonl"
OPTIONS_FILE = "batch.json"
_SUFFIX = re.compile(r"\.(usd[acz]?|urdf)$", re.IGNORECASE)


def plan_cases(items: Sequence[SourceItem], tests: Sequence[str], engine: str) -> list[PlannedCase]:
    """Make one case for each asset and test, in the order of the source.

    Args:
        items: Assets.
        tests: Tests of assets that name none themselves.
        engine: Engine of all cases.

    Raises:
        UnknownNameError: If a test does not exist.
    """
    taken: dict[str, int] = {}
    names: dict[str, str] = {}
    cases: list[PlannedCase] = []
    for item in items:
        name = names.get(item.key) or _unique(item.key, taken)
        names[item.key] = name
        for test in item.tests or tests:
            _check_test(test, item)
            cases.append(
                PlannedCase(
                    index=len(cases),
                    key=item.key,
                    asset=str(item.path),
                    name=name,
                    test=test,
                    engine=engine,
                    case_dir=f"cases/{name}/{test}/{engine.replace(':', '-')}",
                    overrides=item.overrides,
                    variants=item.variants,
                    owner=item.owner,
                    tags=item.tags,
                    where=item.where,
                )
            )
    return cases


def _check_test(test: str, item: SourceItem) -> None:
    try:
        find_test(test)
    except HarnessError as error:
        if item.where:
            raise UsageError(f"{item.where}: {item.key}: {error}") from error
        raise


def _unique(key: str, taken: dict[str, int]) -> str:
    stem = _SUFFIX.sub("", key).replace("/", ".")
    base = re.sub(r"[^\w.-]+", "_", stem).strip("._") or "asset"
    if len(base.encode()) > 120:
        # File systems limit names to 255 bytes; the digest keeps long ones apart and stable.
        base = (
            base.encode()[-100:].decode(errors="ignore").strip("._")
            + "-"
            + hashlib.sha256(key.encode()).hexdigest()[:8]
        )
    count = taken[base.casefold()] = taken.get(base.casefold(), 0) + 1
    if count == 1:
        return base
    return _unique(f"{base}-{count}", taken)


def parse_shard(text: str) -> tuple[int, int]:
    """Read ``i/n`` with 1 <= i <= n.

    Raises:
        UsageError: If it is something else.
    """
    number, separator, count = text.partition("/")
    if not separator or not number.isdecimal() or not count.isdecimal() or not 1 <= int(number) <= int(count):
        raise UsageError(f"--shard {text}: write i/n with i from 1 to n, for example --shard 1/4.")
    return int(number), int(count)


def choose_shard(cases: Iterable[PlannedCase], shard: tuple[int, int]) -> list[PlannedCase]:
    """Keep the cases of one shard. Shards are disjoint and complete, and an asset stays in its shard when others come.

    Args:
        cases: The whole plan.
        shard: (number from 1, count).
    """
    number, count = shard
    return [c for c in cases if _slot(c.key, count) == number - 1]


def _slot(key: str, count: int) -> int:
    return int.from_bytes(hashlib.sha256(key.encode("utf-8", "backslashreplace")).digest()[:8], "big") % count


def plan_digest(cases: Sequence[PlannedCase]) -> str:
    """Return a digest over the cases of a whole plan, whatever shard they fall into."""
    lines = (json.dumps(to_data(c), sort_keys=True) for c in cases)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def store_plan(folder: Path, options: BatchOptions, cases: Sequence[PlannedCase]) -> None:
    """Write plan and options into the run folder; the options last, since they make it a batch."""
    lines = [json.dumps(to_data(c), separators=(",", ":"), ensure_ascii=True) for c in cases]
    write_text_atomic(folder / PLAN_FILE, "\n".join([*lines, ""]))
    write_json_atomic(folder / OPTIONS_FILE, options)


def load_plan(folder: Path) -> tuple[BatchOptions, list[PlannedCase]]:
    """Read plan and options of a run.

    Raises:
        UsageError: If the folder is no batch run.
        RecordError: If its files are damaged.
    """
    if not (folder / OPTIONS_FILE).is_file():
        raise UsageError(f"{folder} is not the folder of a batch run: it has no {OPTIONS_FILE}.")
    options = load_record(BatchOptions, folder / OPTIONS_FILE)
    try:
        lines = (folder / PLAN_FILE).read_text(encoding="utf-8").splitlines()
        return options, [from_data(PlannedCase, json.loads(line)) for line in lines]
    except (OSError, ValueError) as error:
        raise RecordError(f"{PLAN_FILE} of {folder} cannot be read: {error}") from error


def make_job(planned: PlannedCase, options: BatchOptions, folder: Path, *, has_video: bool) -> CaseJob:
    """Make what a case process needs.

    Args:
        planned: The case.
        options: Settings of the run.
        folder: Run folder.
        has_video: Whether the video is sure to be wanted, whatever the outcome.
    """
    own = tuple(f"{key}={value}" for key, value in planned.overrides.items())
    variants = {**options.variants, **planned.variants}
    return CaseJob(
        asset_path=planned.asset,
        asset_name=planned.name,
        test=planned.test,
        engine=planned.engine,
        case_dir=str(folder / planned.case_dir),
        config_files=tuple(str(folder / f) for f in options.config_files),
        settings=(*options.settings, *own),
        preset=options.preset,
        variants=variants,
        is_strict=options.is_strict,
        is_video_wanted=has_video,
        kept=kept_by_worker(options),
        reproduce=_command(planned, options, (*options.settings, *own), variants),
    )


def kept_by_worker(options: BatchOptions) -> str:
    """Return what a case process keeps: as much as pictures need, even if it is removed once they are drawn."""
    if "all" in (options.video, options.artifacts):
        return "all"
    return "failures" if "failures" in (options.video, options.artifacts) else "none"


def _command(planned: PlannedCase, options: BatchOptions, settings: Sequence[str], variants: dict[str, str]) -> str:
    import shlex

    asset = f"./{planned.asset}" if planned.asset.startswith("-") else planned.asset
    words = ["asset-qa", "run", planned.test, asset]
    words += ["--engine", planned.engine] if planned.engine != "ovphysx" else []
    words += ["--preset", options.preset] if options.preset != DEFAULT_PRESET else []
    words += [w for f in options.config_files for w in ("--config", f)]
    words += [w for s in settings for w in ("--set", s)]
    words += [w for k, v in variants.items() for w in ("--variant", f"{k}={v}")]
    words += ["--strict"] if options.is_strict else []
    return shlex.join(words)


class ConfigCache:
    """Resolved settings by test and overrides; thousands of assets share a few.

    Args:
        options: Settings of the run.
        folder: Run folder with the copies of the configuration files.
    """

    def __init__(self, options: BatchOptions, folder: Path) -> None:
        self._files = [folder / f for f in options.config_files]
        self._settings, self._preset = options.settings, options.preset
        self._known: dict[tuple[str, tuple[str, ...]], ResolvedConfig] = {}

    def get(self, planned: PlannedCase) -> ResolvedConfig:
        """Return the settings of a case.

        Raises:
            ConfigError: If a value is wrong; an override names the asset.
        """
        own = tuple(f"{key}={value}" for key, value in planned.overrides.items())
        known = self._known.get((planned.test, own))
        if known is None:
            test = find_test(planned.test)
            try:
                known = resolve(
                    test.name,
                    test.config_type,
                    files=self._files,
                    settings=[*self._settings, *own],
                    preset=self._preset,
                )
            except HarnessError as error:
                if own:
                    entry = f"{planned.where}: " if planned.where else ""
                    raise UsageError(f"{entry}{planned.key}, overrides for {test.name}: {error}") from error
                raise
            self._known[planned.test, own] = known
        return known
