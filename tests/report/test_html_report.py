"""The page says what the verdict says, runs nothing of an asset's making, and gives no folder away."""

from __future__ import annotations

import base64
import dataclasses
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
import report_samples as samples

import harness.report.html_report
from harness.codes import CODES
from harness.outcomes import Outcome
from harness.report import RunReport
from harness.report.html_report import PAGE_CHOICES, render, render_case, write_page, write_pages
from harness.report.index_view import STATIC_ROWS
from harness.report.single_file import render_single
from harness.verdict import AssetRecord, ConfigValue, Criterion, Site, Verdict, VideoRecord, finding

EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>{{ 7*7 }}"
VOID = {"meta", "link", "img", "input", "br"}
TEMPLATES = Path(harness.report.html_report.__file__).parent / "templates"
GOLDENS = Path(__file__).parent / "goldens"


class Page(HTMLParser):
    """Checks nesting and collects what the tests ask for."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({a for a, _ in attrs}) == len(attrs), tag
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"script", "style"} & set(self.open):
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [a for t, a in self.tags if t == tag]


def page_of(tmp_path: Path, *verdicts: Verdict, with_files: bool = True) -> Page:
    report = samples.run_of(*verdicts)
    if with_files:
        samples.write_files(report, tmp_path)
    return Page(render(report, tmp_path))


def pages_of(report: RunReport, folder: Path) -> dict[str, str]:
    """Return every kind of page: the index, the page of each case, and the one that holds everything."""
    cases = {f"{e.case_dir}/index.html": render_case(report, e, folder) for e in report.verdicts}
    return {"index.html": render(report, folder), **cases, "single.html": render_single(report, folder)}


@pytest.mark.parametrize("with_files", [True, False])
@pytest.mark.parametrize("verdict", samples.every_outcome(), ids=lambda v: v.asset.name)
def test_every_outcome_has_a_page(tmp_path: Path, verdict: Verdict, with_files: bool) -> None:
    page = page_of(tmp_path, verdict, with_files=with_files)
    assert verdict.summary in page.text
    assert verdict.outcome.value.replace("_", " ") in page.text
    for item in verdict.findings:
        assert item.code in page.text
        assert item.fix in page.text
    for cause in verdict.causes:
        assert cause in page.text
    for criterion in verdict.criteria:
        assert criterion.title in page.text
    assert len(page.all("h1")) == 1


def test_outcome_sentence_comes_first(tmp_path: Path) -> None:
    text = page_of(tmp_path, samples.sinking()).text
    order = ["FAIL", "It sank through the floor", "Why it failed", "What happened", "Criteria", "Record", "This run"]
    assert sorted(order, key=text.index) == order


def test_pass_with_warnings_does_not_look_like_a_clean_pass(tmp_path: Path) -> None:
    clean = page_of(tmp_path, samples.verdict("crate"))
    warned = page_of(tmp_path, samples.verdict("crate", findings=samples.WARNINGS))
    assert "PASS with 2 warnings" in warned.text
    assert "warning" not in clean.text.replace("a miss is a warning", "").replace("without a warning", "")
    assert "tone-pass" in str(clean.all("article")) and "tone-warn" in str(warned.all("article"))


def test_strictness_is_named(tmp_path: Path) -> None:
    text = page_of(tmp_path, samples.strict()).text
    assert "FAIL by 2 warnings" in text
    assert "the run is strict" in text


def test_numbers_have_units_and_margins(tmp_path: Path) -> None:
    text = page_of(tmp_path, samples.sinking()).text.replace("\u00a0", " ")
    assert "\u2212104 mm \u2265 \u2212100 mm \u22124 mm 104 %" in text
    assert "not measured" in text


def test_error_shows_phase_traceback_and_log(tmp_path: Path) -> None:
    text = page_of(tmp_path, samples.error()).text
    assert "phase simulate did not finish" in text.lower()
    assert "EngineCrashed" in text
    assert "PhysX: out of memory" in text


def test_missing_video_is_a_notice_with_one_command(tmp_path: Path) -> None:
    page = page_of(tmp_path, samples.hovering())
    assert "No video." in page.text
    assert "apt-get install -y libegl1 libgl1-mesa-dri" in page.text
    assert not page.all("video")
    lost = page_of(tmp_path / "x", samples.verdict("crate"), with_files=False)
    assert "the file is not beside it" in lost.text


def test_video_has_buttons_that_jump_to_the_events(tmp_path: Path) -> None:
    page = page_of(tmp_path, samples.verdict("crate"))
    (video,) = page.all("video")
    assert video["src"] == "cases/crate/ground_drop/ovphysx/video.mp4"
    times = [float(b["data-time"] or "") for b in page.all("button") if "data-time" in b]
    assert times == [e.time_s for e in samples.events()]


@pytest.mark.parametrize("pages", PAGE_CHOICES)
def test_every_link_leads_to_a_file_or_a_place_on_the_page(tmp_path: Path, pages: str) -> None:
    odd = samples.verdict("crate #1 100%? \u00fc")
    plain = dataclasses.replace(samples.verdict("plain"), artifacts=())
    report = samples.run_of(odd, plain, *samples.every_outcome())
    samples.write_files(report, tmp_path)
    assert not write_pages(report, tmp_path, pages=pages)
    written = [f"{e.case_dir}/index.html" for e in report.verdicts if (tmp_path / e.case_dir / "index.html").is_file()]
    # Nothing more is to be seen of a clean pass without a video than its row.
    assert len(written) == len(report.verdicts) - (1 if pages == "problems" else 0)
    for name in ("index.html", *written):
        page = Page((tmp_path / name).read_text(encoding="utf-8"))
        anchors = {a["id"] for _, a in page.tags if "id" in a}
        links = [a.get("href") or a.get("src") or a.get("poster") for _, a in page.tags]
        links += [a.get("poster") for a in page.all("video")]
        for link in filter(None, links):
            if link.startswith("#"):
                assert link[1:] in anchors
            elif link != "data:,":
                assert ((tmp_path / name).parent / unquote(link.partition("#")[0])).is_file(), link


def test_charts_show_both_scales(tmp_path: Path) -> None:
    text = page_of(tmp_path, samples.verdict("crate")).text
    assert "Lowest point above the floor [m]" in text
    assert "The same near the floor [mm]" in text
    assert "penetration limit (\u2212100\u00a0mm)".replace("\u00a0", " ") in text.replace("\u00a0", " ")
    assert "rest window" in text


@pytest.mark.parametrize("content", [None, "{", "\x00", '{"time_s": [], "low_z_m": []}'])
def test_missing_or_damaged_series_is_said(tmp_path: Path, content: str | None) -> None:
    report = samples.run_of(samples.verdict("crate"))
    samples.write_files(report, tmp_path)
    path = tmp_path / report.verdicts[0].case_dir / "series.json"
    path.unlink() if content is None else path.write_text(content)
    page = Page(render(report, tmp_path))
    assert "series.json" in page.text
    assert not [a for a in page.all("svg") if a.get("class") == "chart"]


def test_damaged_records_beside_the_run_cost_only_their_download(tmp_path: Path) -> None:
    report = samples.run_of(samples.every_outcome()[0])
    samples.write_files(report, tmp_path)
    record = tmp_path / report.verdicts[0].case_dir / "verdict.json"
    record.write_text('{"outcome": "PASS"')
    pages = pages_of(report, tmp_path)
    assert "data:application/json" not in pages["single.html"]
    assert all("crate" in text for text in pages.values())


@pytest.mark.parametrize("count", [0, 1, 11, 300])
def test_any_number_of_cases(tmp_path: Path, count: int) -> None:
    verdicts = [samples.verdict(f"asset_{i:03d}") for i in range(count)]
    page = page_of(tmp_path, *verdicts, with_files=False)
    rows = [a for a in page.all("tr") if "tone-pass" in (a.get("class") or "")]
    assert len(rows) == (min(count, STATIC_ROWS) if count > 1 else 0)
    assert len(page.all("article")) == (1 if count == 1 else 0)
    single = Page(render_single(samples.run_of(*verdicts), tmp_path))
    cases = [a for a in single.all("details") if "case" in (a.get("class") or "").split()]
    assert len(cases) == (count if count > 1 else 0)
    if count == 0:
        assert "Nothing was judged." in page.text
    elif count > 1:
        assert f"{count} cases: {count} passed." in page.text


def test_worst_cases_come_first(tmp_path: Path) -> None:
    text = page_of(tmp_path, *samples.every_outcome()).text
    order = ["bowl", "strict_shelf", "crasher", "slow_pile", "robot", "shelf", "crate", "wall_arm"]
    assert sorted(order, key=lambda n: re.search(rf"\b{n}\b", text).start()) == order  # type: ignore[union-attr]


def test_unfinished_run_is_said(tmp_path: Path) -> None:
    report = samples.run_of(samples.verdict("crate"), planned_count=3, exit_code=130)
    assert "1 of 3 planned cases have a verdict" in Page(render(report, tmp_path)).text


# Safety


def hostile() -> Verdict:
    text = EVIL
    row = samples.criteria()[0]
    return samples.verdict(
        "x",
        Outcome.ERROR,
        summary=text,
        test=text,
        test_version=text,
        asset=AssetRecord(name=text, path=text, sha256=text, layers=((text, text),), up_axis=text, conversions=(text,)),
        findings=(finding("SAF008", text, sites=[Site(prim_path=text, file=text, line=1)], fix=text, unit=text),),
        criteria=(dataclasses.replace(row, name=text, title=text, unit=text, note=text, prim_path=text, code=text),),
        events=tuple(dataclasses.replace(e, name=text, unit=text) for e in samples.events()),
        causes=(text,),
        fixes=(text,),
        config=(ConfigValue(key=text, value=text, origin=text),),
        measurements={text: 1.0},
        versions={text: text},
        durations_s={text: 1.0},
        video=VideoRecord(status="failed", reason=text, fix_command=text, warnings=(text,)),
        error=text,
        error_phase=text,
        reproduce=text,
        started_at=text,
    )


def hostile_run() -> RunReport:
    case = samples.run_of(samples.verdict("x")).verdicts[0]
    entry = dataclasses.replace(case, case_dir="cases/" + EVIL.replace("/", "_"), verdict=hostile())
    changes = {"run_id": EVIL, "command": EVIL, "started_at": EVIL, "environment": {EVIL: EVIL}}
    other = dataclasses.replace(entry, case_dir=entry.case_dir + "2")
    counts = samples.run_of(hostile(), hostile()).counts
    return dataclasses.replace(samples.run_of(hostile()), verdicts=(entry, other), counts=counts, **changes)


def test_nothing_of_an_asset_runs_in_the_page(tmp_path: Path) -> None:
    report = hostile_run()
    samples.write_files(report, tmp_path)
    for name, text in pages_of(report, tmp_path).items():
        page = Page(text)
        scripts = page.all("script")
        assert text.count("<script") == len(scripts) <= 2
        assert [a for a in scripts if a.get("type") != "application/json"] == [{}]
        assert "<script>alert" not in text
        assert all((a["src"] or "").startswith(("cases/", "still.png", "data:image/")) for a in page.all("img")), name
        assert "49" not in page.text
        for tag, attributes in page.tags:
            assert not [a for a in attributes if a.startswith("on")], tag
            assert "style" not in attributes, tag
        assert EVIL.split('"', maxsplit=1)[0] in page.text


def test_page_needs_no_network(tmp_path: Path) -> None:
    for name, text in pages_of(samples.run_of(*samples.every_outcome()), tmp_path).items():
        page = Page(text)
        assert not re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?//""", text), name
        assert "fetch(" not in text and "XMLHttpRequest" not in text and "@import" not in text
        assert all(a.get("type") in (None, "application/json") for a in page.all("script"))
        policy = next(a["content"] or "" for a in page.all("meta") if a.get("http-equiv") == "Content-Security-Policy")
        assert "default-src 'none'" in policy and "unsafe" not in policy and "connect-src" not in policy


def test_templates_escape_everything() -> None:
    for template in TEMPLATES.iterdir():
        assert "safe" not in re.findall(r"\|\s*(\w+)", template.read_text(encoding="utf-8")), template.name


def test_no_folder_of_the_machine_is_in_the_page(tmp_path: Path) -> None:
    verdicts = [
        *samples.every_outcome(),
        samples.verdict(
            "leaky",
            Outcome.ERROR,
            error=f"{tmp_path}/x.usd and {Path.cwd()}/harness/x.py",
            error_phase="stage",
            versions={"prefix": "/home/jane/venv", "cwd": str(Path.cwd())},
            findings=(finding("INT002", "/home/jane/secret-project/x.usd is missing"),),
            asset=AssetRecord(
                name="leaky", path="../../secret-project/leaky.usd", layers=(("/home/jane/secret-project/y.usd", "0"),)
            ),
        ),
    ]
    report = samples.run_of(*verdicts)
    samples.write_files(report, tmp_path)
    pages = pages_of(report, tmp_path)
    for name, text in pages.items():
        embedded = re.findall(r"data:application/json;base64,([\w+/=]+)", text)
        assert bool(embedded) == (name == "single.html")
        whole = text + "".join(base64.b64decode(data).decode() for data in embedded)
        for word in (
            "jane",
            "secret-project",
            "/home",
            "/tmp",
            "/usr",
            str(tmp_path),
            str(Path.cwd()),
            str(Path.home()) + "/",
        ):
            assert word not in whole, (name, word)
    assert "leaky.usd" in pages["single.html"]


def test_artifacts_outside_the_case_are_not_linked(tmp_path: Path) -> None:
    (tmp_path / "outside.txt").write_text("x")
    bad = samples.verdict("crate")
    links = tuple(
        dataclasses.replace(a, file=f)
        for a, f in zip(bad.artifacts, ("../../../../outside.txt", "/etc/passwd"), strict=False)
    )
    page = page_of(tmp_path, dataclasses.replace(bad, artifacts=links), with_files=False)
    assert not [a for a in page.all("a") if "outside" in (a.get("href") or "") or "passwd" in (a.get("href") or "")]


def test_a_name_that_is_not_utf8_can_be_written(tmp_path: Path) -> None:
    path = write_page(samples.run_of(samples.verdict("caf\udce9")), tmp_path)
    assert "caf?" in path.read_text(encoding="utf-8")


def test_nothing_measured_is_not_shown_as_a_number(tmp_path: Path) -> None:
    empty = Criterion(**{**dataclasses.asdict(samples.criteria()[1]), "measured": None, "margin": None, "limit": None})
    text = page_of(tmp_path, samples.verdict("crate", criteria=(empty,))).text
    assert not re.search(r"\bnan\b|\binf\b|None", text)


# Goldens


def golden(page: Page) -> str:
    text = "\n".join(line for line in (" ".join(w.split()) for w in page.words) if line)
    text = re.sub(r"\d+\.\d+\u00a0s$|\d+ \d+ B|(?<=, )[\d.]+ k?B", "#", text, flags=re.MULTILINE)
    for code in CODES:
        for part, words in (("text", code.text), ("fix", code.fix)):
            text = text.replace(" ".join(words.split()), f"<{part} of {code.id}>") if words else text
    return re.sub(r"2026-\d\d-\d\d[ _][\d:\-]+", "TIME", text) + "\n"


def check_golden(name: str, page: Page, request: pytest.FixtureRequest) -> None:
    text = golden(page)
    path = GOLDENS / f"{name}.txt"
    if request.config.getoption("--update-report-goldens", default=False):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text, (
        "run pytest tests/report --update-report-goldens and read the difference"
    )


@pytest.mark.parametrize("verdict", samples.every_outcome(), ids=lambda v: v.asset.name)
def test_text_of_the_page(tmp_path: Path, verdict: Verdict, request: pytest.FixtureRequest) -> None:
    check_golden(verdict.asset.name, page_of(tmp_path, verdict), request)


def test_text_of_the_index(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    report = samples.run_of(*samples.every_outcome())
    changes = ("new-failure", "fixed", "unchanged", None)
    entries = [
        dataclasses.replace(e, change=changes[i % 4], owner="Props team" if i % 2 else None, tags=("nightly",))
        for i, e in enumerate(report.verdicts)
    ]
    report = dataclasses.replace(report, verdicts=tuple(entries))
    samples.write_files(report, tmp_path)
    check_golden("index", Page(render(report, tmp_path)), request)


def test_text_of_the_single_file(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    report = samples.run_of(samples.verdict("crate"), samples.sinking())
    samples.write_files(report, tmp_path)
    check_golden("single_file", Page(render_single(report, tmp_path)), request)
