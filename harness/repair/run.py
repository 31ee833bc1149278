"""Repair an asset: judge it, plan changes, write them over it, judge again, until nothing is left to change."""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from harness.engines.base import Engine
from harness.errors import UsageError
from harness.intake import check_asset_file, read_asset
from harness.outcomes import Outcome, Severity
from harness.repair.change import Change, Context, Plan, Refusal, sites_of
from harness.repair.confirmed import confirmed_drafts
from harness.repair.plan import plan_repairs, to_change, with_opened
from harness.repair.table import why_not
from harness.runner.case import CaseJob, run_case
from harness.runner.plan import new_run_folder
from harness.runner.simulate import Progress
from harness.stage.facts import VariantSelection
from harness.verdict import Verdict

__all__ = ["FixJob", "FixResult", "fix_asset", "target_of"]

_MAX_ROUNDS = 4
_USD = (".usd", ".usda", ".usdc", ".usdz")


@dataclass(frozen=True, kw_only=True)
class FixJob:
    """What to repair."""

    asset: Path
    out: Path
    """Folder for the layer and the two verdicts."""
    test: str = "ground_drop"
    only: tuple[str, ...] = ()
    """Codes to repair; all when empty."""
    are_anchors_allowed: bool = False
    is_dry: bool = False
    """Whether nothing is written."""
    config_files: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    variants: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class FixResult:
    """What was repaired and what it did."""

    asset: str
    """Path as given by the user."""
    layer: str | None
    """Path of the override layer; ``None`` when nothing was changed or written."""
    results: str | None
    """Folder with the results of both runs; ``None`` after a dry run."""
    before: Verdict
    after: Verdict | None
    """Verdict of the repaired asset; ``None`` when nothing was changed."""
    changes: tuple[Change, ...]
    refusals: tuple[Refusal, ...]
    dropped: tuple[Change, ...]
    """Changes that were tried and left out, as they did not remove what they were for."""


def target_of(job: FixJob) -> Path:
    """Return the path of the override layer."""
    return job.out / f"{job.asset.stem}_fixed.usda"


def fix_asset(job: FixJob, engine: Engine, progress: Progress) -> FixResult:
    """Repair one asset.

    Args:
        job: What to repair.
        engine: Engine that judges before and after.
        progress: Called with a phase and the simulated time [s].

    Raises:
        UsageError: If the asset is no USD file, or the target exists and is not ours.
        ValueError: If a change cannot be written.
    """
    check_asset_file(job.asset)
    if job.asset.suffix.lower() not in _USD:
        raise UsageError(_refusal(job.asset))
    if job.asset.resolve() == target_of(job).resolve():
        raise UsageError(f"{job.asset} is the layer that would be written. Choose another folder with --out.")
    with tempfile.TemporaryDirectory(prefix="asset-qa-fix-") as folder:
        run = _Run(job, engine, progress, Path(folder))
        return run.fix()


def _refusal(asset: Path) -> str:
    shown = shlex.quote(str(asset))
    return (
        f"{asset.name}: repairs are written over USD files. Either correct the URDF at the lines that asset-qa check "
        f"names, or convert it and repair the USD: asset-qa convert {shown} --out converted, then asset-qa fix with "
        "the file that it names."
    )


class _Run:
    """State of one repair."""

    def __init__(self, job: FixJob, engine: Engine, progress: Progress, folder: Path) -> None:
        self._job, self._engine, self._progress, self._folder = job, engine, progress, folder
        self._candidate = folder / "candidate.usda"
        self._count = 0
        self._selections: tuple[VariantSelection, ...] = ()
        self._instances: tuple[str, ...] = ()
        self._changes: list[Change] = []
        self._dropped: list[Change] = []

    def fix(self) -> FixResult:
        """Judge, change and judge until no further change is proposed."""
        job = self._job
        results = self._folder if job.is_dry else new_run_folder(job.out)
        before = self._judge(job.asset, results / "before", dict(job.variants))
        verdict, refusals = before, tuple[Refusal, ...]()
        for _ in range(_MAX_ROUNDS):
            plan = self._plan(verdict)
            refusals = plan.refusals
            tried = {_key(c) for c in (*self._changes, *self._dropped)}
            fresh = [c for c in plan.changes if _key(c) not in tried]
            fresh = fresh or [c for c in self._confirmed(verdict) if _key(c) not in tried]
            if not fresh:
                break
            self._changes += fresh
            verdict = self._settle(verdict)
            if not self._changes:
                verdict = before
        if not self._changes or job.is_dry:
            after = verdict if self._changes else None
            layer = None
        else:
            layer = target_of(job)
            self._write(layer)
            after = self._judge(layer, results / "after", {})
        return FixResult(
            asset=str(job.asset),
            layer=None if layer is None else str(layer),
            results=None if job.is_dry else str(results),
            before=before,
            after=after,
            changes=with_opened(self._changes, self._instances),
            refusals=refusals,
            dropped=tuple(self._dropped),
        )

    def _plan(self, verdict: Verdict) -> Plan:
        context = self._context(verdict)
        if context is None:
            refused = {f.code: Refusal(code=f.code, reason=why_not(f.code)) for f in verdict.findings}
            return Plan(refusals=tuple(refused.values()))
        return plan_repairs(context, only=self._job.only)

    def _context(self, verdict: Verdict) -> Context | None:
        """Return what rules look at; ``None`` for what cannot be opened, so that nothing can be looked up in it."""
        from harness.repair.source import AssetSource

        job = self._job
        current = self._candidate if self._changes else job.asset
        variants = {} if self._changes else dict(job.variants)
        facts = read_asset(current, variants=variants).facts
        if not self._changes and facts is not None:
            self._selections, self._instances = facts.variant_selections, facts.instance_paths
        if verdict.outcome is Outcome.ERROR and facts is None:
            return None
        source = AssetSource(current, facts.root_prim_path if facts is not None else None, variants)
        return Context(
            findings=verdict.findings, facts=facts, source=source, are_anchors_allowed=job.are_anchors_allowed
        )

    def _confirmed(self, verdict: Verdict) -> list[Change]:
        """Return the change that a probe of a failed run proved."""
        context = self._context(verdict)
        if context is None or context.facts is None:
            return []
        return [
            to_change(context, code, draft)
            for code, draft in confirmed_drafts(context, verdict)
            if not self._job.only or code in self._job.only
        ]

    def _settle(self, before: Verdict) -> Verdict:
        """Judge the changed asset; leave out, and judge again without, what did not remove its finding."""
        verdict = self._try()
        useless = [c for c in self._changes if _still_there(c, before, verdict)]
        if before.outcome is Outcome.PASS and verdict.outcome is not Outcome.PASS:
            useless = self._harmful(useless) or useless
        if not useless:
            return verdict
        self._dropped += useless
        self._changes = [c for c in self._changes if c not in useless]
        return self._try() if self._changes else before

    def _harmful(self, useless: Sequence[Change]) -> list[Change]:
        """Return the changes without which the asset passes again."""
        everything = self._changes
        for change in everything:
            self._changes = [c for c in everything if c is not change and c not in useless]
            passes = not self._changes or self._try().outcome is Outcome.PASS
            if passes:
                self._changes = everything
                return [*useless, change] if change not in useless else list(useless)
        self._changes = everything
        return list(everything)

    def _try(self) -> Verdict:
        self._count += 1
        self._write(self._candidate)
        return self._judge(self._candidate, self._folder / f"try-{self._count}", {})

    def _write(self, path: Path) -> None:
        from harness.repair.write import write_layer

        path.parent.mkdir(parents=True, exist_ok=True)
        write_layer(self._changes, self._job.asset, path, instances=self._instances, selections=self._selections)

    def _judge(self, asset: Path, folder: Path, variants: dict[str, str]) -> Verdict:
        folder.mkdir(parents=True)
        job = self._job
        case = CaseJob(
            asset_path=str(asset),
            asset_name=job.asset.stem,
            test=job.test,
            engine=self._engine.info.name,
            case_dir=str(folder),
            config_files=job.config_files,
            settings=job.settings,
            variants=variants,
        )
        return run_case(case, self._engine, self._progress)


def _key(change: Change) -> tuple[object, ...]:
    return change.code, change.opinions, change.stage


def _still_there(change: Change, before: Verdict, after: Verdict) -> bool:
    """Whether the code of a change is still reported about a prim that it was reported about before."""
    old = set(sites_of(f for f in before.findings if f.code == change.code))
    said = {f.severity for f in before.findings if f.code == change.code}
    now = [
        f for f in after.findings if f.code == change.code and (f.severity is not Severity.INFO or f.severity in said)
    ]
    return any(not old or not f.sites or old & set(sites_of([f])) for f in now)
