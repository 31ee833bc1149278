"""Untrusted files: what is not opened, what is not fetched, and what is not run."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from harness.config import IntakeConfig, defaults
from harness.intake import read_asset
from harness.intake.guard import guard_findings, is_network_location
from harness.outcomes import Severity
from tests.support import cube_asset

LIMITS = IntakeConfig(**defaults()["intake"])
ROOT = Path(__file__).parents[2]


def package(folder: Path, *, name: str = "box.usdz") -> Path:
    """Make a sound USDZ package with USD's own writer."""
    from pxr import Sdf, UsdUtils

    path = folder / name
    assert UsdUtils.CreateNewUsdzPackage(Sdf.AssetPath(str(cube_asset(folder))), str(path))
    return path


def guarded(path: Path, limits: IntakeConfig = LIMITS) -> list[str]:
    return [f.code for f in guard_findings(path, limits)]


def test_a_sound_package_is_opened(tmp_path):
    """Read a package that USD wrote."""
    path = package(tmp_path)
    assert guarded(path) == []
    assert read_asset(path).facts is not None


def test_a_compressed_package_is_refused(tmp_path):
    """Refuse a package of a few kilobytes that would unpack to gigabytes, and say how far it would grow."""
    path = tmp_path / "bomb.usdz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("model.usda", b"\0" * 50_000_000)
    assert path.stat().st_size < 100_000
    (found,) = guard_findings(path, LIMITS)
    assert found.code == "HAR012"
    assert found.severity is Severity.ERROR
    assert "times" in found.message
    intake = read_asset(path)
    assert (intake.facts, [f.code for f in intake.findings]) == (None, ["HAR012"])


def test_entries_that_overlap_are_refused(tmp_path):
    """Refuse a list of entries that names the same bytes many times, in which each entry alone looks harmless."""
    path = tmp_path / "bomb.usdz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.usda", b"x" * 4000)
        archive.writestr("b.usda", b"x" * 4000)
    data = bytearray(path.read_bytes())
    second = data.rindex(b"PK\x01\x02")
    struct.pack_into("<I", data, second + 42, 0)
    path.write_bytes(data)
    (found,) = guard_findings(path, LIMITS)
    assert (found.code, "overlap" in found.message) == ("HAR012", True)


def test_entries_that_claim_more_than_the_file_holds_are_refused(tmp_path):
    """Refuse sizes that the file cannot have."""
    path = package(tmp_path)
    data = bytearray(path.read_bytes())
    entry = data.rindex(b"PK\x01\x02")
    struct.pack_into("<II", data, entry + 20, 2**31, 2**31)
    path.write_bytes(data)
    assert guarded(path) == ["HAR012"]


def test_too_many_entries_and_too_large_files_are_refused(tmp_path):
    """Apply the limits of the configuration."""
    path = package(tmp_path)
    assert guarded(path, replace(LIMITS, max_package_entries=1)) == []
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("more.txt", b"")
    assert guarded(path, replace(LIMITS, max_package_entries=1)) == ["HAR012"]
    large = tmp_path / "large.usdc"
    with large.open("wb") as stream:
        stream.truncate(3 * 2**20)
    assert guarded(large, replace(LIMITS, max_file_mb=2)) == ["HAR011"]
    assert guarded(large) == []


@pytest.mark.parametrize("size", [0, 3, 100, 200])
def test_broken_packages_never_raise(tmp_path, size):
    """Leave a package that is no archive to the reader, which says so in its own words."""
    whole = package(tmp_path).read_bytes()
    path = tmp_path / "cut.usdz"
    path.write_bytes(whole[:size])
    guard_findings(path, LIMITS)
    intake = read_asset(path)
    assert intake.facts is None
    assert intake.findings


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("omniverse://server/a.usd", True),
        ("https://x.org/a.usd", True),
        ("s3:/bucket/a.usd", True),
        ("./a.usd", False),
        ("/a/b.usd", False),
        ("C:/a/b.usd", False),
        ("a:b.usd", False),
        ("file:/a.usd", False),
    ],
)
def test_network_locations(text, expected):
    """Tell a URL from a path on any system."""
    assert is_network_location(text) is expected


def test_references_into_the_network_are_refused(tmp_path):
    """Name each network location instead of asking for it; the same asset with local parts is read."""
    part = cube_asset(tmp_path, name="part")
    text = (
        '#usda 1.0\n(\n defaultPrim = "Root"\n metersPerUnit = 1\n upAxis = "Z"\n)\n'
        'def "Root" (references = @PART@)\n{\n'
        ' def Shader "S" {\n  asset inputs:file = @http://example.com/t.png@\n }\n}\n'
    )
    for url in ("omniverse://server/part.usda", "https://example.com/part.usda"):
        (tmp_path / "a.usda").write_text(text.replace("PART", url))
        intake = read_asset(tmp_path / "a.usda")
        assert [f.code for f in intake.findings if f.severity is Severity.ERROR] == ["HAR010"]
    (tmp_path / "a.usda").write_text(text.replace("PART", f"./{part.name}"))
    intake = read_asset(tmp_path / "a.usda")
    assert intake.facts is not None
    (texture,) = [f for f in intake.findings if f.code == "INT011"]
    assert "nothing is fetched" in texture.message


def test_code_beside_an_asset_is_not_run(tmp_path):
    """Never import modules or load plugins that lie beside an asset or in the working folder."""
    cube_asset(tmp_path)
    mark = f"open({str(tmp_path / 'RAN')!r}, 'w')\n"
    for name in ("numpy", "pxr", "scipy", "yaml", "sitecustomize", "usercustomize", "harness"):
        (tmp_path / f"{name}.py").write_text(mark)
    (tmp_path / "plugInfo.json").write_text('{"Plugins": [{"Name": "x", "Type": "python", "Root": ".", "Info": {}}]}')
    program = [sys.executable, "-P", "-m", "harness", "batch", ".", "--engine", "fake:pass", "--video", "none"]
    done = subprocess.run(
        [*program, "--pages", "none", "--no-cache"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "RAN").exists()
