"""What many drops of one asset say together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from harness.catalog import Judgement, TrialRun
from harness.monitors.base import find_event
from harness.outcomes import CriterionStatus
from harness.verdict import Cell, Column, Criterion, Finding, Table, finding
from tests_catalog.drop_judgement import judge_drop
from tests_catalog.pose_distribution import pose_distribution, pose_pictures, pose_table

if TYPE_CHECKING:
    from tests_catalog.drop_robustness import DropRobustnessConfig

__all__ = ["TrialResult", "judge_robustness", "judge_trial"]

MET, NOT_MET, UNDECIDED = CriterionStatus.MET, CriterionStatus.NOT_MET, CriterionStatus.UNDECIDED

# Rest is what a sound trial may lack; without a preset that asks for it, it is evidence.
_REST = ("rest", "rest-deadline")
_MAX_NAMED = 4

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class TrialResult:
    """One trial as ground_drop judges it."""

    run: TrialRun
    criteria: tuple[Criterion, ...]
    """Empty for a trial without a motion."""

    @property
    def is_sound(self) -> bool:
        """Whether all required criteria but rest are met."""
        required = [c for c in self.criteria if c.is_required and c.name not in _REST]
        return self.run.is_complete and bool(required) and all(c.status is MET for c in required)

    @property
    def is_rested(self) -> bool:
        """Whether it came to rest in time."""
        rest = [c for c in self.criteria if c.name in _REST]
        return self.is_sound and len(rest) == len(_REST) and all(c.status is MET for c in rest)

    @property
    def margin_m(self) -> float | None:
        """Distance of the deepest point to the limit of penetration."""
        return next((c.margin for c in self.criteria if c.name == "floor-penetration"), None)

    @property
    def reason(self) -> str:
        """First required criterion that is not met."""
        if not self.run.is_complete:
            return self.run.problem or "the motion is not complete"
        return next((c.title for c in self.criteria if c.is_required and c.status is not MET), "")


def judge_robustness(first: Judgement, runs: Sequence[TrialRun], config: DropRobustnessConfig) -> Judgement:
    """Judge all trials together; see :class:`harness.catalog.AssetTest`."""
    results = [judge_trial(r) for r in runs if not r.is_exploration]
    own = [r for r in results if not r.run.name.startswith("fps-")]
    rates = _rates(results)
    poses = pose_distribution(runs)
    criteria = (
        _share(
            "sound-trials", "Is sound in every trial", "MON057", [r.is_sound for r in own], config.required_sound_rate
        ),
        _share(
            "rest-trials",
            "Comes to rest in enough trials",
            "MON058",
            [r.is_rested for r in own],
            config.required_rest_rate,
        ),
        _worst_margin(results),
        _step_rate(rates, config),
    )
    # What only the first run says of rest is one trial among many here.
    kept = tuple(replace(c, is_required=False, code="") if c.name in _REST else c for c in first.criteria)
    findings = tuple(f for f in first.findings if f.code != "MON003")
    lowest = _lowest_rate(rates)
    rest_rate = sum(r.is_rested for r in own) / len(own)
    return Judgement(
        criteria=(*criteria, *kept),
        findings=(*_findings(criteria, own, rates), *findings),
        events=first.events,
        measurements=first.measurements
        | {
            "trials": float(len(results)),
            "sound_rate": sum(r.is_sound for r in own) / len(own),
            "rest_rate": rest_rate,
            "lowest_passing_step_rate": float(lowest) if lowest is not None else None,
            "worst_penetration_margin_m": min((m for r in results if (m := r.margin_m) is not None), default=None),
            "poses_at_rest": float(len(poses)),
        },
        pictures=pose_pictures(poses),
        tables=(_trial_table(results), *_rate_table(rates), *pose_table(poses, runs)),
        pass_sentence=f"Is sound in all of {len(own)} drops, rests in {rest_rate:.0%} of them"
        + (f", and works from {lowest} steps a second on" if lowest is not None else ""),
    )


def judge_trial(run: TrialRun) -> TrialResult:
    """Judge one trial as ground_drop does."""
    if run.trajectory is None or run.bounds is None or run.context is None:
        return TrialResult(run=run, criteria=())
    return TrialResult(
        run=run, criteria=judge_drop(run.trajectory, run.bounds, run.events, run.context, run.config).criteria
    )


def _share(name: str, title: str, code: str, hits: list[bool], required: float) -> Criterion:
    rate = sum(hits) / len(hits)
    return Criterion(
        name=name,
        title=title,
        status=MET if rate >= required else NOT_MET,
        is_required=True,
        measured=rate,
        limit=required,
        unit="",
        margin=rate - required,
        code=code,
        note=f"{sum(hits)} of {len(hits)} trials at the asset's own step rate",
    )


def _worst_margin(results: Sequence[TrialResult]) -> Criterion:
    known = [(m, r) for r in results if (m := r.margin_m) is not None]
    margin, worst = min(known, key=lambda pair: pair[0]) if known else (None, None)
    return Criterion(
        name="worst-margin",
        title="Stays clear of the penetration limit",
        status=UNDECIDED if margin is None else MET if margin >= 0 else NOT_MET,
        is_required=False,
        measured=margin,
        limit=0.0,
        unit="m",
        margin=margin,
        code="",
        note=f"in the trial '{worst.run.label}'" if worst is not None else "no trial came down to the floor",
    )


def _rates(results: Sequence[TrialResult]) -> dict[int, dict[bool, TrialResult]]:
    """Return the trials of the step rates: rate -> CCD -> trial."""
    rates: dict[int, dict[bool, TrialResult]] = {}
    for result in results:
        if result.run.name.startswith("fps-"):
            rate, _, ccd = result.run.name.removeprefix("fps-").partition("-")
            rates.setdefault(int(rate), {})[ccd == "ccd"] = result
    return dict(sorted(rates.items()))


def _lowest_rate(rates: dict[int, dict[bool, TrialResult]], *, with_ccd: bool = False) -> int | None:
    """Return the lowest rate from which on every tried one passes."""
    lowest = None
    for rate, trials in reversed(rates.items()):
        trial = trials.get(with_ccd)
        if trial is None or not trial.is_rested:
            break
        lowest = rate
    return lowest


def _step_rate(rates: dict[int, dict[bool, TrialResult]], config: DropRobustnessConfig) -> Criterion:
    lowest = _lowest_rate(rates)
    status = (
        UNDECIDED
        if not rates
        else NOT_MET
        if lowest is None or lowest > max(config.expected_step_rate, min(rates))
        else MET
    )
    return Criterion(
        name="step-rate",
        title=f"Works at {config.expected_step_rate} steps a second",
        status=status,
        is_required=False,
        measured=float(lowest) if lowest is not None else None,
        limit=float(config.expected_step_rate),
        unit="1/s",
        margin=float(config.expected_step_rate - lowest) if lowest is not None else None,
        code="MON059",
        note="lowest step rate from which on all pass, without CCD"
        if lowest is not None
        else "none of those tried passes",
    )


def _findings(
    criteria: Sequence[Criterion], own: Sequence[TrialResult], rates: dict[int, dict[bool, TrialResult]]
) -> list[Finding]:
    found: list[Finding] = []
    for criterion in criteria:
        if criterion.status is not NOT_MET or not criterion.code:
            continue
        if criterion.code == "MON059":
            text = _rate_text(rates)
        else:
            is_bad = [r for r in own if not (r.is_sound if criterion.code == "MON057" else r.is_rested)]
            named = "; ".join(f"{r.run.label}: {r.reason}" for r in is_bad[:_MAX_NAMED])
            more = f"; {len(is_bad) - _MAX_NAMED} more" if len(is_bad) > _MAX_NAMED else ""
            text = f"{len(is_bad)} of {len(own)} trials fail ({named}{more})."
        found.append(
            finding(criterion.code, text, measured=criterion.measured, limit=criterion.limit, unit=criterion.unit)
        )
    return found


def _rate_text(rates: dict[int, dict[bool, TrialResult]]) -> str:
    lowest, with_ccd = _lowest_rate(rates), _lowest_rate(rates, with_ccd=True)
    failing = [f"{rate}: {trials[False].reason}" for rate, trials in rates.items() if not trials[False].is_rested]
    start = (
        f"It works from {lowest} steps a second on"
        if lowest is not None
        else "It works at none of the step rates tried"
    )
    ccd = f"from {with_ccd} on with CCD" if with_ccd is not None else "at none of them with CCD"
    return f"{start}, {ccd}. What is not met, at steps a second: {'; '.join(failing)}."


def _trial_table(results: Sequence[TrialResult]) -> Table:
    rows = tuple(
        (
            r.run.label,
            "passes" if r.is_rested else "sound" if r.is_sound else "fails",
            r.reason,
            _time(r, "ground-contact"),
            _time(r, "rest"),
            r.margin_m,
            r.run.seed,
        )
        for r in results
    )
    return Table(
        name="trials",
        title="Trials",
        columns=(
            Column(name="trial", label="Trial"),
            Column(name="result", label="Result"),
            Column(name="not_met", label="First condition that is not met"),
            Column(name="contact_time_s", label="Contact", unit="s"),
            Column(name="rest_time_s", label="Rest", unit="s"),
            Column(name="penetration_margin_m", label="Margin to penetration", unit="m"),
            Column(name="seed", label="Seed"),
        ),
        rows=rows,
        note="Each was simulated on its own and judged as ground_drop. Sound: everything but rest.",
    )


def _time(result: TrialResult, name: str) -> float | None:
    event = find_event(result.run.events, name)
    return event.time_s if event is not None else None


def _rate_table(rates: dict[int, dict[bool, TrialResult]]) -> tuple[Table, ...]:
    if not rates:
        return ()

    def word(result: TrialResult | None) -> Cell:
        if result is None:
            return None
        return "passes" if result.is_rested else f"fails: {result.reason}"

    return (
        Table(
            name="step_rates",
            title="Step rates",
            columns=(
                Column(name="step_rate_hz", label="Steps a second", unit="1/s"),
                Column(name="without_ccd", label="Without CCD"),
                Column(name="with_ccd", label="With CCD"),
                Column(name="margin_m", label="Margin to penetration without CCD", unit="m"),
            ),
            rows=tuple(
                (rate, word(t.get(False)), word(t.get(True)), t[False].margin_m if False in t else None)
                for rate, t in rates.items()
            ),
            note="On a floor with the contact offset that a user's scene has, not with the one of the other trials.",
        ),
    )
