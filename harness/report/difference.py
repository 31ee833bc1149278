"""What is different between two runs, case by case.

Results of different test versions are never compared, those of different presets only when asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from harness.outcomes import Outcome, Severity
from harness.report.model import RunEntry, RunReport
from harness.verdict import Criterion, Finding, Verdict

__all__ = ["KINDS", "CaseDifference", "CriterionChange", "SettingChange", "compare_runs"]

KINDS = ("worse", "not compared", "missing", "changed", "better", "new", "same")
"""Kinds of difference, those that need a look first."""

SMALL_SHARE = 0.01
"""A measured value that moves by less than this share of its limit, or of itself without one, counts as the same."""


@dataclass(frozen=True, kw_only=True)
class CriterionChange:
    """A criterion in both runs; ``None`` where a run does not have it."""

    name: str
    before: Criterion | None
    after: Criterion | None

    @property
    def delta(self) -> float | None:
        """How much the measured value moved, in its unit."""
        if self.before is None or self.after is None:
            return None
        if self.before.measured is None or self.after.measured is None:
            return None
        return self.after.measured - self.before.measured

    @property
    def shares(self) -> tuple[float | None, float | None]:
        """Share of the limit that each run uses, such as 0.4; ``None`` where there is nothing to compare with."""
        return _share(self.before), _share(self.after)

    @property
    def is_notable(self) -> bool:
        """Whether it is more than noise: another status, or a move that its limit can feel."""
        a, b = self.before, self.after
        if a is None or b is None or a.status is not b.status:
            return True
        if (a.measured is None) != (b.measured is None):
            return True
        first, second = self.shares
        if first is not None and second is not None:
            return abs(second - first) > SMALL_SHARE
        scale = max(abs(a.measured or 0.0), abs(b.measured or 0.0))
        return self.delta is not None and abs(self.delta) > SMALL_SHARE * scale


def _share(criterion: Criterion | None) -> float | None:
    if criterion is None or criterion.margin is None or not criterion.limit:
        return None
    # How far inside the limit a value is does not matter once it uses nothing of it.
    return max(0.0, 1 - criterion.margin / abs(criterion.limit))


@dataclass(frozen=True, kw_only=True)
class SettingChange:
    """Something that the runs were made with."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, kw_only=True)
class CaseDifference:
    """One asset and test in two runs."""

    asset: str
    test: str
    kind: str
    """One of ``KINDS``."""
    reason: str
    """Why it is not compared; empty otherwise."""
    before: RunEntry | None
    after: RunEntry | None
    criteria: tuple[CriterionChange, ...] = ()
    """Those that moved by more than noise."""
    gone: tuple[Finding, ...] = ()
    """Findings of the first run only."""
    appeared: tuple[Finding, ...] = ()
    """Findings of the second run only."""
    settings: tuple[SettingChange, ...] = ()
    """Asset, engine, versions and settings that differ."""


def compare_runs(before: RunReport, after: RunReport, *, is_across_presets: bool = False) -> tuple[CaseDifference, ...]:
    """Compare two runs.

    Cases are the same when asset, test and engine have the same names. When every case of a run has one engine and the
    two runs have different ones, the engine does not count: that is how two engines are compared.

    Args:
        before: First run.
        after: Second run.
        is_across_presets: Whether to compare results under different presets, which mean different things.

    Returns:
        One difference for each case of either run, those that need a look first.
    """
    engines = [{e.verdict.engine.name for e in run.verdicts} for run in (before, after)]
    with_engine = not (len(engines[0]) == len(engines[1]) == 1 and engines[0] != engines[1])
    first, second = (_by_key(run.verdicts, with_engine) for run in (before, after))
    found = [
        _compare(key, first.get(key), second.get(key), is_across_presets) for key in dict.fromkeys([*first, *second])
    ]
    return tuple(sorted(found, key=lambda d: (KINDS.index(d.kind), d.asset, d.test)))


def _by_key(entries: Iterable[RunEntry], with_engine: bool) -> dict[tuple[str, ...], RunEntry]:
    result: dict[tuple[str, ...], RunEntry] = {}
    for entry in entries:
        verdict = entry.verdict
        key = (verdict.asset.name, verdict.test, *((verdict.engine.name,) if with_engine else ()))
        number = 2
        # Repeats of a case keep their order.
        while key in result:
            key = (*key[:2], f"#{number}", *key[3:])
            number += 1
        result[key] = entry
    return result


def _compare(
    key: tuple[str, ...], before: RunEntry | None, after: RunEntry | None, is_across_presets: bool
) -> CaseDifference:
    asset, test = key[0], key[1]
    if before is None or after is None:
        kind = "new" if before is None else "missing"
        return CaseDifference(asset=asset, test=test, kind=kind, reason="", before=before, after=after)
    a, b = before.verdict, after.verdict
    reason = _why_not(a, b, is_across_presets)
    if reason:
        return CaseDifference(asset=asset, test=test, kind="not compared", reason=reason, before=before, after=after)
    criteria = _criteria(a, b)
    gone, appeared = _findings(a, b), _findings(b, a)
    kind = _kind(a, b, is_moved=bool(gone or appeared or criteria))
    return CaseDifference(
        asset=asset,
        test=test,
        kind=kind,
        reason="",
        before=before,
        after=after,
        criteria=criteria,
        gone=gone,
        appeared=appeared,
        settings=tuple(_settings(a, b)),
    )


def _why_not(a: Verdict, b: Verdict, is_across_presets: bool) -> str:
    """Say why two verdicts must not be compared; empty when they may be."""
    if a.test_version != b.test_version:
        return (
            f"The versions of {a.test} differ: {a.test_version or 'unknown'} and {b.test_version or 'unknown'}. "
            "Their criteria are not the same, so their results are not compared."
        )
    if a.preset != b.preset and not is_across_presets:
        return (
            f"The presets differ: {a.preset or 'unknown'} and {b.preset or 'unknown'}. A PASS means something else "
            "under each, so their results are not compared. --across-presets compares them all the same."
        )
    return ""


def _rank(verdict: Verdict) -> int | None:
    """Return how bad an outcome is; ``None`` when it is neither good nor bad."""
    if verdict.outcome is Outcome.NOT_APPLICABLE:
        return None
    if verdict.outcome is Outcome.PASS:
        return 0 if verdict.is_clean else 1
    return 3 if verdict.outcome is Outcome.FAIL else 2


def _kind(before: Verdict, after: Verdict, *, is_moved: bool) -> str:
    a, b = _rank(before), _rank(after)
    # Between a defect and a test that did not take place, neither is better.
    if a is not None and b is not None and a != b and not {a, b} <= {2, 3}:
        return "worse" if b > a else "better"
    if before.outcome is not after.outcome:
        return "changed"
    return "changed" if is_moved else "same"


def _criteria(a: Verdict, b: Verdict) -> tuple[CriterionChange, ...]:
    first, second = ({c.name: c for c in v.criteria} for v in (a, b))
    names = dict.fromkeys([*first, *second])
    changes = [CriterionChange(name=n, before=first.get(n), after=second.get(n)) for n in names]
    return tuple(c for c in changes if c.is_notable)


def _findings(a: Verdict, b: Verdict) -> tuple[Finding, ...]:
    """Return the findings of ``a`` that ``b`` does not have: same code, severity and places."""
    known = {(f.code, f.severity, f.sites) for f in b.findings}
    wanted = [f for f in a.findings if f.severity is not Severity.INFO]
    return tuple(f for f in wanted if (f.code, f.severity, f.sites) not in known)


def _settings(a: Verdict, b: Verdict) -> Iterable[SettingChange]:
    def row(label: str, first: object, second: object) -> Iterable[SettingChange]:
        if first != second:
            texts = ["\u2013" if v in (None, "") else str(v) for v in (first, second)]
            yield SettingChange(label=label, before=texts[0], after=texts[1])

    yield from row("Asset (SHA-256)", _short(a.asset.sha256), _short(b.asset.sha256))
    layers = [dict(v.asset.layers) for v in (a, b)]
    for name in sorted({*layers[0], *layers[1]}):
        yield from row(f"Layer {name}", _short(layers[0].get(name)), _short(layers[1].get(name)))
    yield from row("Mass in the engine [kg]", a.asset.total_mass_kg, b.asset.total_mass_kg)
    yield from row("Engine", a.engine.name, b.engine.name)
    yield from row("Engine version", a.engine.version, b.engine.version)
    yield from row("PhysX", a.engine.physx_version, b.engine.physx_version)
    yield from row("Preset", a.preset, b.preset)
    yield from row("Strict", a.is_strict, b.is_strict)
    settings = [{c.key: c.value for c in v.config} for v in (a, b)]
    for key in sorted({*settings[0], *settings[1]}):
        yield from row(key, settings[0].get(key), settings[1].get(key))
    for key in sorted({*a.versions, *b.versions}):
        yield from row(key, a.versions.get(key), b.versions.get(key))


def _short(digest: str | None) -> str | None:
    return digest[:16] if digest else None
