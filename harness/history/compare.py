"""Compare two runs asset by asset. Pure.

Never compares verdicts of different test versions, and those of different presets only when asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from harness.outcomes import Outcome

__all__ = ["Change", "ChangeKind", "CompareLimits", "StoredResult", "compare_runs", "count_kinds", "is_breaking"]


class ChangeKind(StrEnum):
    """What became of an asset since the baseline."""

    NEW_FAILURE = "new-failure"
    """FAIL now, and not FAIL before or not known before."""
    NEW_ERROR = "new-error"
    """ERROR, BLOCKED or INCONCLUSIVE now, and judged before or not known before."""
    FIXED = "fixed"
    """PASS now, and not before."""
    FLAKY = "flaky"
    """The same inputs gave another outcome or another margin."""
    SLOWER = "slower"
    """The same outcome, but it took much longer."""
    OTHER_VERSION = "other-version"
    """The test has another version, so the two verdicts cannot be compared."""
    OTHER_PRESET = "other-preset"
    """The settings are those of another published release, so the two verdicts mean different things."""
    STILL_BAD = "still-bad"
    """No PASS before and none now."""
    CHANGED = "changed"
    """Another outcome that is neither better nor worse, such as NOT_APPLICABLE."""
    ADDED = "added"
    """Not known before, and nothing wrong with it."""
    REMOVED = "removed"
    """Known before, and not in the run now."""
    UNCHANGED = "unchanged"


@dataclass(frozen=True, kw_only=True)
class StoredResult:
    """One verdict as the database keeps it."""

    run_id: str
    case_index: int
    key: str
    test: str
    test_version: str
    preset: str
    """Published release whose settings were used."""
    engine: str
    engine_version: str | None
    outcome: Outcome
    has_warnings: bool
    reason: str
    codes: tuple[str, ...]
    margin: float | None
    margin_spread: float | None
    flip_rate: float | None
    has_random_starts: bool
    duration_s: float
    content_sha256: str | None
    config_sha256: str
    is_cached: bool
    owner: str
    tags: tuple[str, ...]
    finished_at: str


@dataclass(frozen=True, kw_only=True)
class CompareLimits:
    """What counts as a difference."""

    margin_share: float = 1e-3
    """Smallest difference of margins, as a share of the limit, that equal inputs may not show. PhysX gives the same
    bits for the same scene, so this leaves room for nothing but rounding in the record."""
    is_across_presets: bool = False
    """Whether verdicts under different presets are compared all the same."""
    slower_factor: float = 2.0
    """Slower means longer than this multiple of the time before ..."""
    slower_s: float = 1.0
    """... and by at least this [s]: short cases vary with the load of the machine."""


_DEFAULT_LIMITS = CompareLimits()


@dataclass(frozen=True, kw_only=True)
class Change:
    """One asset in two runs."""

    kind: ChangeKind
    old: StoredResult | None
    new: StoredResult | None
    detail: str = ""
    """The difference in words."""

    @property
    def result(self) -> StoredResult:
        """The newer of the two results."""
        chosen = self.new or self.old
        if chosen is None:
            raise ValueError("a change is about at least one result")
        return chosen


_OPEN = (Outcome.ERROR, Outcome.BLOCKED, Outcome.INCONCLUSIVE)


def compare_runs(
    old: Iterable[StoredResult], new: Iterable[StoredResult], limits: CompareLimits = _DEFAULT_LIMITS
) -> list[Change]:
    """Compare results by asset, test and engine, in the order of the new run; what is gone comes last.

    Args:
        old: Results of the baseline.
        new: Results of the run.
        limits: What counts as a difference.
    """
    before = {_identity(r): r for r in old}
    changes = [_change(before.pop(_identity(r), None), r, limits) for r in new]
    gone = [Change(kind=ChangeKind.REMOVED, old=r, new=None, detail=f"was {r.outcome}") for r in before.values()]
    return changes + gone


def _identity(result: StoredResult) -> tuple[str, str, str]:
    return result.key, result.test, result.engine


def _change(old: StoredResult | None, new: StoredResult, limits: CompareLimits) -> Change:
    kind, detail = _compared(old, new, limits)
    return Change(kind=kind, old=old, new=new, detail=detail)


def _compared(old: StoredResult | None, new: StoredResult, limits: CompareLimits) -> tuple[ChangeKind, str]:
    unsteady = _unsteady(new, limits)
    if unsteady:
        return ChangeKind.FLAKY, unsteady
    if old is None:
        kinds = {Outcome.FAIL: ChangeKind.NEW_FAILURE, **dict.fromkeys(_OPEN, ChangeKind.NEW_ERROR)}
        return kinds.get(new.outcome, ChangeKind.ADDED), "not in the baseline"
    if old.test_version != new.test_version:
        versions = f"{new.test} {old.test_version} before, {new.test_version} now"
        return ChangeKind.OTHER_VERSION, f"not compared: {versions}; {old.outcome} before, {new.outcome} now"
    if old.preset != new.preset and not limits.is_across_presets:
        presets = f"preset {old.preset} before, {new.preset} now"
        return ChangeKind.OTHER_PRESET, f"not compared: {presets}; {old.outcome} before, {new.outcome} now"
    return _against(old, new, limits)


def _unsteady(new: StoredResult, limits: CompareLimits) -> str:
    """Say how the repeats of one run differ; empty when they do not."""
    if new.flip_rate:
        return f"{100 * new.flip_rate:.0f} % of the repeats disagree"
    if not new.has_random_starts and (new.margin_spread or 0.0) > limits.margin_share:
        return f"the margin varies by {100 * (new.margin_spread or 0.0):.2g} % between equal repeats"
    return ""


def _against(old: StoredResult, new: StoredResult, limits: CompareLimits) -> tuple[ChangeKind, str]:
    flaky = _flaky(old, new, limits)
    if flaky:
        return ChangeKind.FLAKY, flaky
    if old.outcome is not new.outcome:
        return _outcome_changed(old, new), f"{old.outcome} before, {new.outcome} now{_why(old, new)}"
    if _is_slower(old, new, limits):
        return ChangeKind.SLOWER, f"{old.duration_s:.1f} s before, {new.duration_s:.1f} s now"
    if new.outcome in (Outcome.FAIL, *_OPEN):
        return ChangeKind.STILL_BAD, f"{new.outcome} as before"
    return ChangeKind.UNCHANGED, ""


def _flaky(old: StoredResult, new: StoredResult, limits: CompareLimits) -> str:
    """Say how equal inputs differ; empty when they do not, or when the inputs are not known to be equal."""
    if not _same_inputs(old, new) or old.is_cached or new.is_cached:
        return ""
    if old.outcome is not new.outcome:
        return f"{old.outcome} before, {new.outcome} now, from the same files, settings and engine"
    if old.margin is not None and new.margin is not None and abs(old.margin - new.margin) > limits.margin_share:
        return f"the margin went from {old.margin:.3g} to {new.margin:.3g} of the limit with the same inputs"
    return ""


def _same_inputs(old: StoredResult, new: StoredResult) -> bool:
    if old.content_sha256 is None or not old.config_sha256:
        return False
    return (old.content_sha256, old.config_sha256, old.preset, old.engine_version) == (
        new.content_sha256,
        new.config_sha256,
        new.preset,
        new.engine_version,
    )


def _outcome_changed(old: StoredResult, new: StoredResult) -> ChangeKind:
    if new.outcome is Outcome.FAIL:
        return ChangeKind.NEW_FAILURE
    if new.outcome in _OPEN:
        return ChangeKind.STILL_BAD if old.outcome in _OPEN else ChangeKind.NEW_ERROR
    is_fixed = new.outcome is Outcome.PASS and old.outcome is not Outcome.NOT_APPLICABLE
    return ChangeKind.FIXED if is_fixed else ChangeKind.CHANGED


def _why(old: StoredResult, new: StoredResult) -> str:
    """Name what is different about the inputs, as far as it is known."""
    reasons = []
    if old.content_sha256 and new.content_sha256 and old.content_sha256 != new.content_sha256:
        reasons.append("the asset changed")
    if old.preset != new.preset:
        reasons.append(f"preset {old.preset} before, {new.preset} now")
    elif old.config_sha256 and new.config_sha256 and old.config_sha256 != new.config_sha256:
        reasons.append("the settings changed")
    if old.engine_version != new.engine_version:
        reasons.append(f"engine {old.engine_version} before, {new.engine_version} now")
    return f" ({'; '.join(reasons)})" if reasons else ""


def _is_slower(old: StoredResult, new: StoredResult, limits: CompareLimits) -> bool:
    if old.is_cached or new.is_cached:
        return False
    return new.duration_s > limits.slower_factor * old.duration_s and new.duration_s - old.duration_s >= limits.slower_s


def is_breaking(change: Change) -> bool:
    """Whether a change breaks a run that fails on new failures only.

    A bad result that cannot be compared, or that is flaky, breaks it too: nobody has seen and accepted it.
    """
    if change.new is None:
        return False
    is_bad = change.new.outcome in (Outcome.FAIL, *_OPEN)
    unseen = (
        ChangeKind.NEW_FAILURE,
        ChangeKind.NEW_ERROR,
        ChangeKind.FLAKY,
        ChangeKind.OTHER_VERSION,
        ChangeKind.OTHER_PRESET,
    )
    return is_bad and change.kind in unseen


def count_kinds(changes: Iterable[Change]) -> Mapping[ChangeKind, int]:
    """Return how often each kind occurs, in the order of :class:`ChangeKind`, zeros left out."""
    kinds = [c.kind for c in changes]
    return {k: kinds.count(k) for k in ChangeKind if k in kinds}
