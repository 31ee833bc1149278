"""The text on the terminal: short, plain, and safe to print."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest
import report_samples as samples

from harness.codes import CODES
from harness.outcomes import Severity
from harness.report import RENDERERS, load_renderer
from harness.report.console_report import render, render_lines, render_run_lines, render_verdict_lines
from harness.verdict import AssetRecord, Regrade, Verdict, finding

GOLDEN = Path(__file__).parent / "goldens" / "console.txt"


def test_text_of_every_outcome(request: pytest.FixtureRequest) -> None:
    lines = [[*render_verdict_lines(v, width=2000), ""] for v in samples.every_outcome()]
    text = "\n".join([line for case in lines for line in case])
    for code in CODES:
        text = text.replace(code.fix, f"<fix of {code.id}>") if code.fix else text
    if request.config.getoption("--update-report-goldens", default=False):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(text, encoding="utf-8")
    assert GOLDEN.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("verdict", samples.every_outcome(), ids=lambda v: v.asset.name)
@pytest.mark.parametrize("width", [20, 60, 100])
def test_lines_fit_and_hold_no_colour(verdict: Verdict, width: int) -> None:
    lines = render_verdict_lines(verdict, width=width)
    assert all(len(line) <= max(width, 40) for line in lines[1:] if "apt-get" not in line)
    assert "\x1b" not in "".join(lines)
    assert "".join(lines).isascii()


def test_places_of_a_run() -> None:
    text = render(samples.run_of(samples.verdict("crate"), samples.hovering()), Path("reports/r"))
    folder = Path("reports/r/cases")
    assert str(folder / "crate/ground_drop/ovphysx/verdict.json") in text
    assert str(folder / "crate/ground_drop/ovphysx/video.mp4") in text
    assert str(folder / "kinematic_lamp/ground_drop/ovphysx/video.mp4") not in text
    assert text.endswith(f"Report    {Path('reports/r/index.html')}\n")


def test_a_clean_pass_is_one_line_of_a_long_run() -> None:
    run = samples.run_of(*(samples.verdict(f"a{i}") for i in range(4)), samples.hovering())
    lines = render_lines(run, Path("r"))
    assert [line.split()[1] for line in lines[:4]] == ["a0", "a1", "a2", "a3"]
    assert lines[4] == ""
    assert lines[5].startswith("FAIL  kinematic_lamp")


def test_a_waived_pass_of_a_long_run_says_what_was_waived() -> None:
    """Tell the waived finding itself, as no summary has told it."""
    answered = Regrade(original=Severity.FAIL, reason="known", origin="w.yaml", is_waiver=True, owner="me")
    found = finding("SAF008", "The mass of /Root is -3 kg.", severity=Severity.INFO)
    waived = dataclasses.replace(found, regrade=answered)
    verdict = samples.verdict("a0", findings=(waived,), summary="Falls. Waived: The mass of /Root is -3 kg.")
    run = samples.run_of(verdict, *(samples.verdict(f"a{i}") for i in range(1, 5)))
    lines = render_lines(run, Path("r"), width=2000)
    assert lines[1].strip().startswith("Waived")
    assert "The mass of /Root is -3 kg." in lines[1]


def test_verbose_text_has_everything() -> None:
    verdict = samples.verdict("a", findings=(*samples.WARNINGS, samples.NOTE))
    text = "\n".join(render_lines(samples.run_of(verdict), Path("r"), width=2000, is_verbose=True))
    for criterion in verdict.criteria:
        assert criterion.title in text
    for item in verdict.findings:
        assert item.message in text


def test_the_same_is_not_said_twice() -> None:
    verdict = samples.not_applicable()
    doubled = dataclasses.replace(verdict, summary=f"The test does not apply: {verdict.findings[0].message}")
    assert "\n".join(render_verdict_lines(doubled, width=2000)).count(verdict.findings[0].message) == 1


def test_colour_is_only_on_the_outcome() -> None:
    lines = render_verdict_lines(samples.sinking(), color=True)
    assert lines[0].startswith("\x1b[1;31mFAIL\x1b[0m  thin_tray")
    assert "\x1b" not in "".join(lines[1:])


def test_an_asset_cannot_write_to_the_terminal() -> None:
    bad = "x\x1b[2Jy\r\nz\u202e\u009b"
    verdict = samples.verdict(
        "a", summary=bad, findings=(finding("SAF008", bad),), asset=AssetRecord(name=bad, path=bad)
    )
    text = "\n".join(render_verdict_lines(verdict, places={"Verdict": bad}))
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)


def test_wide_characters_take_two_columns() -> None:
    lines = render_verdict_lines(samples.verdict("a", summary="\u7bb1" * 100), width=60)
    assert max(len(line.strip()) for line in lines if "\u7bb1" in line) == 29


def test_paths_are_not_wrapped() -> None:
    place = "reports/" + "x" * 200 + "/a  b.json"
    assert render_verdict_lines(samples.verdict("a"), places={"Verdict": place})[-1].endswith(place)


def test_unfinished_run_is_said() -> None:
    lines = render_run_lines(samples.run_of(samples.verdict("a"), planned_count=3))
    assert any("2 of 3 planned cases" in line for line in lines), lines
    assert render_run_lines(samples.run_of())[0] == "NOTHING JUDGED"


@pytest.mark.parametrize("name", RENDERERS)
def test_every_renderer_renders_every_run(tmp_path: Path, name: str) -> None:
    for verdicts in ((), samples.every_outcome()):
        assert load_renderer(name)(samples.run_of(*verdicts), tmp_path)


def test_pictures_that_were_drawn_otherwise_are_told():
    """Say why a film was not drawn as asked for, such as without Isaac Sim; the outcome is not touched."""
    verdict = samples.verdict("crate")
    video = dataclasses.replace(verdict.video, status="ok", warnings=("no RTX pictures, drawn with OpenGL instead",))
    lines = render_verdict_lines(dataclasses.replace(verdict, video=video))
    assert any("Video note" in line and "drawn with OpenGL instead" in line for line in lines), lines
