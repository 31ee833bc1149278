"""Several simulations in one case: run one by one, kept, judged together, and judged again from what was kept."""

from __future__ import annotations

import zipfile
from dataclasses import replace

import pytest

from harness.catalog import Trial
from harness.outcomes import CriterionStatus, Outcome, StopReason
from harness.report.codec import load_verdict
from harness.runner import trials as trials_module
from harness.runner.control import RetryResult
from harness.runner.rejudge import rejudge_case
from harness.verdict import Column, Criterion, Table, finding
from tests.support import cube_asset, fake, run
from tests_catalog.ground_drop import GROUND_DROP

pytestmark = pytest.mark.engine_ovphysx


def two_more(facts, spec, config):
    """Drop from twice the height, and at half the step rate."""
    higher = replace(spec.placement, drop_height_m=3.2, translation_m=(0.0, 0.0, 3.3))
    return (
        Trial(name="higher", label="from 3.2 m", spec=replace(spec, placement=higher), seed=7),
        Trial(
            name="coarse",
            label="at 120 steps a second",
            spec=replace(spec, timestep_s=1 / 120),
            settings={"physics_fps": 120},
            is_exploration=True,
        ),
    )


def judge_together(judgement, runs, config):
    """Require that every trial lands, and list when."""
    times = [next((e.time_s for e in r.events if e.name == "ground-contact"), None) for r in runs]
    landed = [t for t, r in zip(times, runs, strict=True) if t is not None and not r.is_exploration]
    criterion = Criterion(
        name="all-land",
        title="Every trial lands",
        status=CriterionStatus.MET if len(landed) == 2 else CriterionStatus.NOT_MET,
        is_required=True,
        measured=float(len(landed)),
        limit=2.0,
        unit="trials",
        margin=None,
        code="",
    )
    table = Table(
        name="trials",
        title="Trials",
        columns=(Column(name="trial", label="Trial"), Column(name="contact_time_s", label="Contact", unit="s")),
        rows=tuple((r.label, t) for r, t in zip(runs, times, strict=True)),
    )
    return replace(judgement, criteria=(*judgement.criteria, criterion), tables=(table,))


@pytest.fixture
def with_trials(monkeypatch):
    """Give ground_drop two further trials."""
    test = replace(GROUND_DROP, trials=two_more, judge_trials=judge_together)
    for module in ("case", "rejudge"):
        monkeypatch.setattr(f"harness.runner.{module}.find_test", lambda name: test)


def status(verdict, name):
    return next(c for c in verdict.criteria if c.name == name)


def test_trials_are_simulated_kept_and_judged_together(with_trials, ovphysx, tmp_path):
    """Give one verdict for three runs, whose numbers are those of the fall from each height."""
    verdict = run(cube_asset(tmp_path), tmp_path / "case", ovphysx)
    assert verdict.outcome is Outcome.PASS, verdict.summary
    rows = {row[0]: row[1] for row in verdict.tables[0].rows}
    assert rows["as it is"] == pytest.approx((2 * 1.5 / 9.81) ** 0.5, abs=2 / 240)
    assert rows["from 3.2 m"] == pytest.approx((2 * 3.1 / 9.81) ** 0.5, abs=2 / 240)
    assert rows["at 120 steps a second"] == pytest.approx((2 * 1.5 / 9.81) ** 0.5, abs=2 / 120)
    assert status(verdict, "trials-finished").measured == 1
    assert not (tmp_path / "case" / "trials").exists()
    with zipfile.ZipFile(tmp_path / "case" / "trials.zip") as archive:
        assert sorted(archive.namelist()) == [
            "trials/coarse.npz",
            "trials/coarse.usda",
            "trials/higher.npz",
            "trials/higher.usda",
        ]
        assert b"@../../cube.usda@" in archive.read("trials/higher.usda")


def test_judging_again_gives_the_same_from_the_kept_motions(with_trials, ovphysx, tmp_path):
    """Need no engine: same criteria, same table; another margin gives other times for all trials."""
    verdict = run(cube_asset(tmp_path), tmp_path / "case", ovphysx)
    again = rejudge_case(tmp_path / "case")
    assert (again.criteria, again.tables, again.outcome) == (verdict.criteria, verdict.tables, verdict.outcome)
    changed = rejudge_case(tmp_path / "case", settings=["floor_margin_m=0.05"])
    assert all(new[1] > old[1] for new, old in zip(changed.tables[0].rows, verdict.tables[0].rows, strict=True))


def test_a_damaged_archive_is_refused(with_trials, ovphysx, tmp_path):
    """Refuse to judge motions that are not the recorded ones."""
    run(cube_asset(tmp_path), tmp_path / "case", ovphysx)
    path = tmp_path / "case" / "trials.zip"
    with zipfile.ZipFile(path) as archive:
        members = {n: archive.read(n) for n in archive.namelist()}
    members["trials/higher.npz"] = members["trials/coarse.npz"]
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    with pytest.raises(Exception, match="not the motion that was recorded"):
        rejudge_case(tmp_path / "case")


@pytest.mark.parametrize(("lost", "outcome"), [("higher", Outcome.ERROR), ("coarse", Outcome.PASS)])
def test_a_lost_trial_never_counts_as_passed(with_trials, monkeypatch, tmp_path, ovphysx, lost, outcome):
    """Report the death of the engine in a trial, unless the trial is there for statistics only."""
    real = trials_module.simulate_with_retry

    def dying(job):
        if job.trial == lost:
            dead = finding("ENG003", "The engine died.")
            return RetryResult(simulation=None, findings=(dead,), stop_reason=StopReason.ENGINE_CRASHED)
        return real(job)

    monkeypatch.setattr(trials_module, "simulate_with_retry", dying)
    monkeypatch.setattr(
        "harness.runner.case.find_test",
        lambda name: replace(GROUND_DROP, trials=two_more, judge_trials=lambda j, runs, c: j),
    )
    verdict = run(cube_asset(tmp_path), tmp_path / "case", ovphysx)
    assert verdict.outcome is outcome, verdict.summary
    assert load_verdict(tmp_path / "case" / "verdict.json") == verdict
    finished = status(verdict, "trials-finished")
    assert (finished.status is CriterionStatus.UNDECIDED) == (lost == "higher")


def test_three_lost_trials_end_the_case(monkeypatch, tmp_path, ovphysx):
    """Do not ask an engine again that keeps dying, and do not count what was never run."""

    def five(facts, spec, config):
        return [Trial(name=f"t{i}", label=f"trial {i}", spec=spec) for i in range(5)]

    asked = []

    def dying(job):
        asked.append(job.trial)
        return RetryResult(simulation=None, stop_reason=StopReason.ENGINE_TIMEOUT)

    test = replace(GROUND_DROP, trials=five, judge_trials=lambda judgement, runs, config: judgement)
    monkeypatch.setattr("harness.runner.case.find_test", lambda name: test)
    monkeypatch.setattr(trials_module, "simulate_with_retry", dying)
    verdict = run(cube_asset(tmp_path), tmp_path / "case", ovphysx)
    assert asked == ["t0", "t1", "t2"]
    assert verdict.outcome is Outcome.INCONCLUSIVE
    assert status(verdict, "trials-finished").measured == 0


def test_an_engine_that_dies_in_the_first_run_runs_no_trial(with_trials, tmp_path):
    """Stop at the first run: there is nothing that the trials could add."""
    with fake("crash-advance") as engine:
        verdict = run(cube_asset(tmp_path), tmp_path / "case", engine)
    assert verdict.outcome is not Outcome.PASS
    assert not (tmp_path / "case" / "trials.zip").exists()


def test_names_of_trials_are_file_names(monkeypatch, tmp_path, ovphysx):
    """Make an ERROR of a test that names its trials badly."""
    test = replace(GROUND_DROP, trials=lambda f, s, c: [Trial(name="../up", label="x", spec=s)])
    monkeypatch.setattr("harness.runner.case.find_test", lambda name: test)
    verdict = run(cube_asset(tmp_path), tmp_path / "case", ovphysx)
    assert verdict.outcome is Outcome.ERROR
    assert "names of trials" in (verdict.error or "")
