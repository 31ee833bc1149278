"""A real headless browser, and a run whose pages it opens from the folder."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest

from harness.report.codec import load_run, load_verdict, write_json_atomic
from harness.report.html_report import write_pages
from harness.verdict import Artifact, VideoRecord
from harness.video.encode import VideoEncoder
from tests.runner.test_cli import cli
from tests.support import cube_asset

CHROMIUM = next(
    (p for n in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable") if (p := shutil.which(n))),
    None,
)
FLAGS = ["--no-sandbox", "--disable-quic", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
VIDEO_S = 2.0


@dataclass
class Watched:
    """A page with everything that went wrong in it."""

    page: object
    problems: list[str] = field(default_factory=list)


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """Start Chromium once for all tests."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium")
    sync_api = pytest.importorskip("playwright.sync_api", reason="pip install 'asset-qa[test]' brings Playwright")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(params=["light"])
def watched(browser, request) -> Iterator[Watched]:
    """Open a page that may say nothing on the console and load nothing from a network."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 900}, color_scheme=request.param, accept_downloads=True
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    found = Watched(page=page)

    def listen(message) -> None:
        # Software rendering of WebGL is slow, and the driver says so; nobody else may say anything.
        if message.type in ("error", "warning") and "GPU stall" not in message.text:
            found.problems.append(f"{message.type}: {message.text}")

    page.on("console", listen)
    page.on("pageerror", lambda error: found.problems.append(f"error: {error}"))
    page.on("requestfailed", lambda r: found.problems.append(f"failed: {r.url[:120]}"))
    context.on(
        "request",
        lambda r: None if r.url.startswith(("file:", "data:", "blob:")) else found.problems.append(f"net: {r.url}"),
    )
    yield found
    assert not found.problems, found.problems
    context.close()


def write_video(path: Path) -> None:
    """Write a short clip; the pages only have to play it."""
    encoder = VideoEncoder(path, 128, 96, 15)
    for index in range(int(VIDEO_S * 15)):
        picture = np.full((96, 128, 4), 40, np.uint8)
        picture[:, : 4 + 4 * index] = (200, 120, 40, 255)
        encoder.write(picture)
    encoder.close()


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory) -> Path:
    """Make a run of three cases with a scripted engine, each with a video."""
    root = tmp_path_factory.mktemp("browser")
    names = [cube_asset(root, name=name) for name in ("crate", "shelf")]
    cli("run", "ground_drop", *names, "--engine", "fake:pass", "--no-video", "--out", root / "runs", cwd=root)
    folder = next((root / "runs").iterdir())
    report = load_run(folder / "run.json")
    entries = []
    for entry in report.verdicts:
        case = folder / entry.case_dir
        write_video(case / "video.mp4")
        verdict = load_verdict(case / "verdict.json").with_video(
            VideoRecord(status="ok", renderer="test"), (Artifact(kind="video", file="video.mp4"),)
        )
        write_json_atomic(case / "verdict.json", verdict)
        entries.append(replace(entry, verdict=verdict))
    report = replace(report, verdicts=tuple(entries))
    write_json_atomic(folder / "run.json", report)
    assert not write_pages(report, folder)
    return folder
