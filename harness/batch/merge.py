"""Put the shards of a batch together into one run; refuses what does not belong together or is incomplete."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from harness.batch.journal import Journal, read_journal
from harness.batch.plan import load_plan, store_plan
from harness.batch.records import BatchOptions, CaseSummary, PlannedCase
from harness.errors import UsageError

__all__ = ["merge_runs"]

# What may differ between shards: which part, when, from where it was started, and its reports.
_OWN_FIELDS = ("has_cache", "working_dir", "shard", "started_at", "command", "config_files", "reporting")


def merge_runs(shards: Sequence[Path], target: Path) -> tuple[BatchOptions, list[PlannedCase]]:
    """Link the cases of all shards into a new run.

    Args:
        shards: Run folders; not changed.
        target: Existing, empty folder.

    Returns:
        Options and plan of the whole.

    Raises:
        UsageError: If two shards are of different batches, overlap, or something is missing.
    """
    plans = [(folder, *load_plan(folder)) for folder in shards]
    first = plans[0][1]
    for folder, options, _ in plans[1:]:
        _check_same(first, options, shards[0], folder)
    cases: dict[int, tuple[Path, PlannedCase]] = {}
    for folder, _, own in plans:
        for case in own:
            if case.index in cases:
                raise UsageError(f"{folder} and {cases[case.index][0]} both hold {case.key}; name each shard once.")
            cases[case.index] = (folder, case)
    if len(cases) != first.planned_total:
        numbers = ", ".join(f"{o.shard[0]}/{o.shard[1]}" for _, o, _ in plans)
        raise UsageError(
            f"The batch has {first.planned_total} cases, these shards ({numbers}) hold {len(cases)}: "
            "a shard is missing."
        )
    done = _finished(shards, cases)
    configs = _link_configs(plans[0][0], first, target)
    started = min(o.started_at for _, o, _ in plans)
    whole = replace(first, shard=(1, 1), started_at=started, config_files=configs)
    ordered = [cases[index][1] for index in sorted(cases)]
    with Journal(target) as journal:
        for index in sorted(done):
            source, case = cases[index]
            _link_tree(source / case.case_dir, target / case.case_dir)
            journal.append(done[index])
    store_plan(target, whole, ordered)
    return whole, ordered


def _check_same(first: BatchOptions, other: BatchOptions, folder: Path, other_folder: Path) -> None:
    own = {name: getattr(first, name) for name in _OWN_FIELDS}
    if replace(other, **own) != first or first.shard[1] != other.shard[1]:
        changed = [n for n in vars(first) if n not in _OWN_FIELDS and getattr(first, n) != getattr(other, n)]
        if changed == ["plan_sha256"]:
            raise UsageError(
                f"{other_folder} is not of the same batch as {folder}: the assets of the source changed between them. "
                "Run all shards again."
            )
        what = ", ".join(changed) or "the number of shards"
        raise UsageError(f"{other_folder} is not of the same batch as {folder}: {what} differ.")


def _finished(shards: Sequence[Path], cases: dict[int, tuple[Path, PlannedCase]]) -> dict[int, CaseSummary]:
    done = {s.index: s for folder in shards for s in read_journal(folder)}
    missing = [cases[index] for index in cases if index not in done]
    if missing:
        folder, case = missing[0]
        raise UsageError(
            f"{len(missing)} cases have no verdict yet, such as {case.key}. Finish them first: "
            f"asset-qa batch --resume {folder}"
        )
    return done


def _link_configs(source: Path, options: BatchOptions, target: Path) -> tuple[str, ...]:
    for name in options.config_files:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / name, target / name)
    return options.config_files


def _link_tree(source: Path, target: Path) -> None:
    """Link all files of a case; copy where the file system cannot. Pages are made again for the whole run."""
    for folder, _, names in os.walk(source):
        place = target / Path(folder).relative_to(source)
        place.mkdir(parents=True, exist_ok=True)
        for name in names:
            if name == "index.html":
                continue
            try:
                os.link(Path(folder) / name, place / name)
            except OSError:
                shutil.copyfile(Path(folder) / name, place / name)
