"""The report page in a real browser, opened by file://, with its own scripts and without the network."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.runner.test_cli import cli
from tests.support import cube_asset

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--enable-logging=stderr",
    "--v=0",
]


def open_page(page: Path, profile: Path) -> tuple[str, str]:
    """Return the document after its scripts ran, and what the console said."""
    assert BROWSER is not None
    command = [BROWSER, *FLAGS, f"--user-data-dir={profile}", "--dump-dom", page.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return done.stdout, "\n".join(line for line in done.stderr.splitlines() if "CONSOLE" in line)


@pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine: apt-get install chromium")
@pytest.mark.parametrize("script", ["pass", "sink", "nan", "refuse"])
def test_page_works_in_a_browser(tmp_path, script):
    """Show outcome and criteria, and run the page's scripts without an error or a refused resource."""
    cli("run", "ground_drop", cube_asset(tmp_path), "--engine", f"fake:{script}", "--no-video", cwd=tmp_path)
    document, console = open_page(next(tmp_path.rglob("index.html")), tmp_path / "profile")
    expected = {"pass": "PASS", "sink": "FAIL", "nan": "FAIL", "refuse": "ERROR"}[script]
    assert expected in document.upper()
    assert "cube" in document
    for word in ("Uncaught", "Refused", "Failed to load"):
        assert word not in console, console
