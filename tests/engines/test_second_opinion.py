"""The second opinion: comparison of verdicts and motion, and the engine newton where its extra is installed."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from harness.cli.main import main
from harness.engines import load_engine
from harness.engines.link import Message
from harness.outcomes import Outcome
from harness.report.codec import load_verdict
from harness.runner.record import CaseFiles
from harness.runner.second_opinion import Opinion, add_opinion
from harness.testing.conformance import check_engine
from tests.support import codes, cube_asset, fake, run

HAS_NEWTON = importlib.util.find_spec("newton") is not None and importlib.util.find_spec("mujoco") is not None
needs_newton = pytest.mark.skipif(not HAS_NEWTON, reason="needs the extra second-opinion (Newton and MuJoCo)")
GOOD = Path(__file__).parents[2] / "assets" / "good"


def opinion(asset: Path, folder: Path, script: str) -> Opinion:
    """Let a scripted engine say something about an asset."""
    with fake(script) as engine:
        verdict = run(asset, folder, engine)
    return Opinion(engine=f"fake:{script}", verdict=verdict, files=CaseFiles(folder=folder))


@pytest.fixture
def first(tmp_path, ovphysx):
    asset = cube_asset(tmp_path)
    return asset, run(asset, tmp_path / "first", ovphysx), CaseFiles(folder=tmp_path / "first")


@pytest.mark.engine_ovphysx
def test_agreement_adds_a_table_and_no_finding(first, tmp_path):
    """Keep the verdict and show the compared numbers when both engines agree."""
    asset, verdict, files = first
    complete = add_opinion(verdict, files, opinion(asset, tmp_path / "second", "pass"))
    # The scripted engine warns in every verdict of its own; that is no disagreement.
    assert (complete.outcome, codes(complete), complete.summary) == (Outcome.PASS, set(), verdict.summary)
    assert [t.name for t in complete.tables] == ["second_opinion"]
    assert load_verdict(files.verdict) == complete


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize(
    ("script", "words"), [("sink", "says FAIL"), ("hover", "final_low_point_m"), ("inside", "rest")]
)
def test_disagreement_warns(first, tmp_path, script, words):
    """Warn about another outcome and about another rest, and leave the outcome alone."""
    asset, verdict, files = first
    complete = add_opinion(verdict, files, opinion(asset, tmp_path / "second", script))
    assert (complete.outcome, codes(complete)) == (Outcome.PASS, {"ENG050"})
    assert any(words in f.message for f in complete.findings)
    assert "warning" in complete.summary


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize("script", ["crash-open", "unavailable"])
def test_missing_opinion_is_said(first, tmp_path, script):
    """Warn when the other engine gives no answer."""
    asset, verdict, files = first
    complete = add_opinion(verdict, files, opinion(asset, tmp_path / "second", script))
    assert (complete.outcome, codes(complete)) == (Outcome.PASS, {"ENG051"})


@pytest.mark.parametrize("kind", ["joints", "plan"])
def test_newton_says_that_it_drives_no_joints(kind):
    """Refuse what only an engine with joint commands can do, by a kind of answer of its own and with the reason."""
    from harness.engines.newton_worker import answer_request

    answer = answer_request(None, Message(kind=kind))
    assert answer.kind == "unsupported"
    assert "newton does not drive joints" in answer.data["reason"]
    with pytest.raises(ValueError, match="unknown request"):
        answer_request(None, Message(kind="fly"))


@needs_newton
def test_newton_blocks_a_test_that_commands_joints(tmp_path):
    """Get BLOCKED, never a judgement of an arm that nothing has moved."""
    with load_engine("newton") as engine:
        verdict = run(GOOD / "arm" / "arm.usda", tmp_path / "case", engine, test="joint_motion")
    assert (verdict.outcome, codes(verdict)) == (Outcome.BLOCKED, {"ENG030"}), verdict.summary


@pytest.mark.engine_ovphysx
def test_strict_fails_on_disagreement(tmp_path, ovphysx):
    """Count the warning as all others under --strict."""
    asset = cube_asset(tmp_path)
    verdict = run(asset, tmp_path / "first", ovphysx, is_strict=True)
    files = CaseFiles(folder=tmp_path / "first")
    complete = add_opinion(verdict, files, opinion(asset, tmp_path / "second", "sink"))
    assert complete.outcome is Outcome.FAIL
    assert "ENG050" in codes(complete)


@pytest.mark.engine_ovphysx
@pytest.mark.video
def test_command_line_asks_twice_and_shows_both(tmp_path, capsys):
    """Run both engines from the command line, with one report and one video that shows them side by side."""
    import av

    asset = cube_asset(tmp_path)
    words = ["run", "ground_drop", str(asset), "--second-opinion", "fake:hover", "--out", str(tmp_path / "out"), "-q"]
    assert main([*words, "--format", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert [e["verdict"]["engine"]["name"] for e in report["verdicts"]] == ["ovphysx"]
    assert "ENG050" in {f["code"] for f in report["verdicts"][0]["verdict"]["findings"]}
    video = next((tmp_path / "out").glob("*/cases/*/*/ovphysx/second-opinion.mp4"))
    with av.open(str(video)) as clip:
        assert (clip.streams.video[0].width, clip.streams.video[0].height) == (1280, 480)
    page = "".join(p.read_text(encoding="utf-8") for p in (tmp_path / "out").rglob("*.html"))
    assert "second-opinion.mp4" in page


def test_same_engine_is_no_second_opinion(tmp_path, capsys):
    """Refuse to compare an engine with itself."""
    words = ["run", "ground_drop", str(cube_asset(tmp_path)), "--engine", "fake", "--second-opinion", "fake"]
    assert main([*words, "--out", str(tmp_path / "out"), "-q", "--no-video"]) == 2
    assert "another engine" in capsys.readouterr().err


def test_absent_extra_is_blocked(tmp_path):
    """Name the extra where Newton is not installed."""
    if HAS_NEWTON:
        pytest.skip("the extra second-opinion is installed")
    with load_engine("newton") as engine:
        verdict = run(cube_asset(tmp_path), tmp_path / "case", engine)
    assert verdict.outcome is Outcome.BLOCKED


@needs_newton
def test_newton_conforms(tmp_path):
    """Agree with mechanics in three units; MuJoCo feels a contact in the step after the one that makes it."""
    with load_engine("newton") as engine:
        assert check_engine(engine, tmp_path, touch_steps=2) == []


@needs_newton
@pytest.mark.engine_ovphysx
@pytest.mark.parametrize("name", ["crate", "can", "chest", "robot"])
def test_newton_agrees_on_good_assets(name, tmp_path, ovphysx):
    """Give the same outcome as the embedded engine on assets that behave, jointed ones included."""
    asset = next(p for p in (GOOD / name).iterdir() if p.suffix in (".usda", ".usdc", ".usdz", ".usd"))
    verdict = run(asset, tmp_path / "first", ovphysx)
    with load_engine("newton") as engine:
        other = run(asset, tmp_path / "second", engine)
    files = CaseFiles(folder=tmp_path / "second")
    found = add_opinion(
        verdict, CaseFiles(folder=tmp_path / "first"), Opinion(engine="newton", verdict=other, files=files)
    )
    assert (verdict.outcome, other.outcome) == (Outcome.PASS, Outcome.PASS), other.summary
    assert "ENG050" not in codes(found), [f.message for f in found.findings]
