"""Directories of a machine stay on the machine; prim paths stay in the report."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.report.privacy import file_name, redact, redact_command, relative_name

# A prim of that name is common in robots; it is also the home folder of a superuser.
ROOT_PRIM = "/" + "root"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('File "/x/v/lib/python3.11/site-packages/numpy/core.py", line 3', 'File "\u2026/numpy/core.py", line 3'),
        ('File "/srv/a/harness/runner/case.py", line 2', 'File "\u2026/harness/runner/case.py", line 2'),
        ("cannot open /data/acme/secret/box.usda: no", "cannot open \u2026/box.usda: no"),
        ("cannot open @/data/acme/box.usda@", "cannot open @\u2026/box.usda@"),
        (r"C:\Users\Jane\x\box.usd is missing", "\u2026/box.usd is missing"),
        (r"\\server\share\box.usd is missing", "\u2026/box.usd is missing"),
        ("file:///home/jane/x.usd", "\u2026/x.usd"),
        ("omniverse://server.example/Projects/a.usd", "\u2026/a.usd"),
        ("~/x/y.usd", "\u2026/y.usd"),
        ('"/data/my assets/box.usd"', '"\u2026/box.usd"'),
        ("in /home/jane.", "in \u2026"),
        ("in /home/jane/project", "in \u2026"),
        ("/data/x/.cache/y", "\u2026"),
        ("ran /usr/bin/chromium", "ran \u2026/chromium"),
    ],
)
def test_paths_are_shortened(text: str, expected: str) -> None:
    assert redact(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        f"The joint /World/Robot/joint pins {ROOT_PRIM}/base_link to the world.",
        "/World/Cube.physics:mass is -1",
        "3/4 of the 9.81 m/s and/or more",
        "parts/housing.usd is missing",
        "<r/> //",
        "",
    ],
)
def test_other_text_is_kept(text: str) -> None:
    assert redact(text) == text


def test_folders_of_this_process_are_shortened(tmp_path: Path) -> None:
    assert redact(f"see {Path.cwd()} and {tmp_path}/some/folder") == "see \u2026 and \u2026"


def test_shortening_twice_changes_nothing() -> None:
    once = redact('File "/home/jane/a.py" and /tmp/x and C:\\a\\b.usd')
    assert redact(once) == once


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (
            "asset-qa run ground_drop /home/jane/a.usd --set rest_tolerance_m=0.01",
            "asset-qa run ground_drop a.usd --set rest_tolerance_m=0.01",
        ),
        ("asset-qa run ../secret/a.usd --config=/etc/x.yaml", "asset-qa run a.usd --config=x.yaml"),
        ("asset-qa run 'C:\\x\\y z.usd' --out \"../my dir/x\"", "asset-qa run 'y z.usd' --out x"),
        ("asset-qa run '/home/j/lr=0.1 a/<i x=y>.usd' --set a.b=/x/y", "asset-qa run '<i x=y>.usd' --set a.b=y"),
        ("asset-qa run '/home/jane/a b.usd --out /c/d", "asset-qa run 'a b.usd --out d"),
        ("", ""),
    ],
)
def test_commands_keep_file_names_only(command: str, expected: str) -> None:
    assert redact_command(command) == expected


def test_names() -> None:
    assert [file_name(p) for p in ("/a/b.usd", "a\\b.usd", "b.usd", "/")] == ["b.usd", "b.usd", "b.usd", "/"]
    names = ("parts/a.usd", "../a.usd", "/x/a.usd", "C:\\x\\a.usd", "~/a.usd")
    assert [relative_name(p) for p in names] == ["parts/a.usd", "a.usd", "a.usd", "a.usd", "a.usd"]
