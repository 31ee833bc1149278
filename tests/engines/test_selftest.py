"""asset-qa selftest: the sample assets on two engines."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from harness.cli.main import main
from tests.engines.test_kit import kit_python

GOOD = Path(__file__).parents[2] / "assets" / "good"


@pytest.fixture
def samples(tmp_path):
    for name in ("crate", "can"):
        shutil.copytree(GOOD / name, tmp_path / "samples" / name)
    return tmp_path / "samples"


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize(("fault", "code", "agree"), [("", 0, 2), ("sink", 1, 0)])
def test_two_engines_are_compared(samples, tmp_path, capsys, fault, code, agree):
    """Report agreement, and each asset on which an engine that lets everything sink disagrees."""
    python = kit_python(tmp_path, fault)
    words = ["selftest", "--assets", str(samples), "--kit-python", str(python), "--out", str(tmp_path / "out"), "-q"]
    assert main(words) == code
    assert f"2 assets: {agree} agree" in capsys.readouterr().out
    text = next((tmp_path / "out").glob("*/selftest.json")).read_text()
    assert len(json.loads(text)["assets"]) == 2
    assert str(tmp_path) not in text


def test_absent_engine_is_blocked(samples, tmp_path, capsys):
    """Say what to do where Isaac Sim is not installed, with the exit code of a blocked engine."""
    missing = tmp_path / "none"
    assert main(["selftest", "--assets", str(samples), "--kit-python", str(missing), "--out", str(tmp_path)]) == 4
    assert "does not exist" in capsys.readouterr().err
