"""What the extension for artists does outside Kit: its command and the lines that it shows."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from harness.cli.main import build_parser

FOLDER = Path(__file__).parents[2] / "harness" / "engines" / "kit_ext" / "asset_qa.drop"


@pytest.fixture(scope="module")
def outcome():
    spec = importlib.util.spec_from_file_location("asset_qa_outcome", FOLDER / "asset_qa_drop" / "outcome.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_command_is_one_that_the_program_takes(outcome):
    """Build a command line that the parser accepts."""
    words = outcome.make_command("asset-qa", "ground_drop", "kit", "/a b/stage.usd", "/out")
    options = build_parser().parse_args(words[1:])
    assert (options.assets, options.engine, options.format) == (["/a b/stage.usd"], "kit", "json")


def test_result_of_the_real_program_is_read(outcome, tmp_path):
    """Show outcome, findings and fixes of a failing asset, from what the program really prints."""
    asset = Path(__file__).parents[2] / "assets" / "broken"
    broken = sorted(asset.glob("SAF008*/**/*.usda"))[0]
    words = outcome.make_command(sys.executable, "ground_drop", "ovphysx", str(broken), str(tmp_path))
    command = [sys.executable, "-m", "harness", *words[1:]]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=FOLDER.parents[3])
    result, lines = outcome.read_lines(done.returncode, done.stdout, done.stderr)
    assert result in ("FAIL", "NOT_APPLICABLE")
    assert any("SAF008" in line for line in lines)


@pytest.mark.parametrize("output", ["", "not json", "[]", json.dumps({"verdicts": []}), json.dumps({"verdicts": [{}]})])
def test_no_result_is_never_a_pass(outcome, output):
    """Call everything that is no result an error, with what the program said."""
    result, lines = outcome.read_lines(3, output, "something broke")
    assert result == "ERROR"
    assert any("something broke" in line for line in lines)


def test_kits_own_python_stays_out(outcome):
    """Do not hand Kit's Python variables to the program."""
    cleaned = outcome.clean_environment({"PATH": "/bin", "PYTHONPATH": "/kit", "PYTHONHOME": "/kit", "HOME": "/h"})
    assert cleaned == {"PATH": "/bin", "HOME": "/h"}


def test_description_names_the_module(outcome):
    """Name a module that exists, and settings that the code reads."""
    data = tomllib.loads((FOLDER / "config" / "extension.toml").read_text(encoding="utf-8"))
    module = data["python"]["module"][0]["name"]
    assert (FOLDER / module / "extension.py").is_file()
    assert set(data["settings"]["exts"]["asset_qa.drop"]) == {"command", "test", "engine"}
