"""What a batch is asked to test: folders, patterns, manifests, standard input, shards."""

from __future__ import annotations

import os
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.batch.digests import FileDigests
from harness.batch.plan import choose_shard, parse_shard, plan_cases
from harness.batch.source import SourceItem, read_source
from harness.errors import ConfigError, UnknownNameError, UsageError
from harness.intake import check_asset_file


@pytest.fixture
def tree(tmp_path):
    """A folder of assets beside things that are none."""
    for name in ("b.usda", "a.usd", "sub/a.usd", "sub/deep/c.usdz", ".hidden/d.usd", "notes.txt"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    old = tmp_path / "reports" / "20260101T000000Z-aaaaaa"
    (old / "cases" / "x").mkdir(parents=True)
    (old / "batch.json").write_text("")
    (old / "cases" / "x" / "scene.usda").write_text("")
    return tmp_path


def keys(items):
    return [i.key for i in items]


def test_a_folder_is_searched_but_for_hidden_folders_and_results(tree):
    """List assets by their path in the folder, in a stable order, and never the scenes of an earlier run."""
    assert keys(read_source(str(tree))) == ["a.usd", "b.usda", "sub/a.usd", "sub/deep/c.usdz"]


def test_links_are_followed_but_never_back(tree, tmp_path_factory):
    """Find what lies behind links to folders, once for each way, and end where links lead back."""
    other = tmp_path_factory.mktemp("other")
    (other / "e.usda").write_text("")
    (tree / "sub" / "link").symlink_to(other)
    (tree / "sub" / "up").symlink_to(tree)
    (other / "round").symlink_to(tree / "sub")
    assert keys(read_source(str(tree))) == ["a.usd", "b.usda", "sub/a.usd", "sub/deep/c.usdz", "sub/link/e.usda"]


def test_patterns_choose(tree):
    """Keep and leave out by path."""
    assert keys(read_source(str(tree), include=["sub/*"], exclude=["*.usdz"])) == ["sub/a.usd"]
    assert keys(read_source(f"{tree}/**/a.usd")) == ["a.usd", "sub/a.usd"]
    with pytest.raises(UsageError, match="none kept"):
        read_source(str(tree), include=["x*"])


@pytest.mark.parametrize("name", ["nowhere", "nowhere.yaml", "x*.usd"])
def test_nothing_there_is_said(tmp_path, name):
    """Name the source that does not exist."""
    with pytest.raises(UsageError, match=r"nowhere|x"):
        read_source(str(tmp_path / name))


def test_a_yaml_manifest(tree):
    """Read tests, overrides, owner and tags, defaults included; overrides keep their YAML types."""
    (tree / "m.yaml").write_text(
        "defaults: {owner: props, tags: [nightly]}\n"
        "assets:\n"
        "  - a.usd\n"
        "  - asset: sub/**/*.usd*\n"
        "    tests: [ground_drop]\n"
        "    overrides: {rest_tolerance_m: 0.01, ground_drop.physics_fps: 120}\n"
        "    owner: robots\n"
        "  - {asset: gone.usd, tags: old}\n"
    )
    items = read_source(str(tree / "m.yaml"))
    assert keys(items) == ["a.usd", "sub/a.usd", "sub/deep/c.usdz", "gone.usd"]
    assert [i.owner for i in items] == ["props", "robots", "robots", "props"]
    assert [i.tags for i in items] == [("nightly",), ("nightly",), ("nightly",), ("old",)]
    assert items[1].overrides == {"rest_tolerance_m": "0.01", "ground_drop.physics_fps": "120"}
    assert items[1].tests == ("ground_drop",)


def test_a_csv_manifest(tree):
    """Read the same from a spreadsheet, with a byte order mark and blanks."""
    (tree / "m.csv").write_text(
        "asset, tests, overrides, owner, tags\n"
        "a.usd, ground_drop, rest_tolerance_m=0.01; physics_fps=120, props, big;old\n"
        "b.usda,,,,\n",
        encoding="utf-8-sig",
    )
    first, second = read_source(str(tree / "m.csv"))
    assert first.overrides == {"rest_tolerance_m": "0.01", "physics_fps": "120"}
    assert (first.owner, first.tags, first.tests) == ("props", ("big", "old"), ("ground_drop",))
    assert (second.key, second.owner, second.overrides) == ("b.usda", "", {})


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("m.yaml", "assets:\n  - asset: a.usd\n    tets: x\n", "asset 1: unknown key tets"),
        ("m.yaml", "assets:\n  - owner: x\n", "'asset' is missing"),
        ("m.yaml", "a.usd", "a list of assets"),
        ("m.yaml", "files: [a.usd]", "'assets:' is needed"),
        ("m.yaml", "assets: [a.usd", "not valid YAML"),
        ("m.yaml", "assets: [a.usd, a.usd]", "listed twice"),
        ("m.yaml", "assets: ['*.nope']", "matches no asset"),
        ("m.yaml", "assets: [{asset: a.usd, overrides: {x: [1]}}]", "'overrides'"),
        ("m.csv", "asset,owner\na.usd\n", "line 2: 2 columns"),
        ("m.csv", "path\na.usd\n", "line 1: unknown key path"),
        ("m.csv", "asset,overrides\na.usd,x\n", "name=value"),
    ],
)
def test_wrong_manifests_name_the_place(tree, name, text, message):
    """Refuse a manifest with one sentence that says where the trouble is."""
    (tree / name).write_text(text)
    with pytest.raises(UsageError, match=message):
        read_source(str(tree / name))


def test_standard_input(tree, monkeypatch):
    """Take one path a line, each once, without blank lines and comments."""
    import io

    monkeypatch.chdir(tree)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"a.usd\n\n# later\n{tree}/sub/a.usd\na.usd\n"))
    assert keys(read_source("-")) == ["a.usd", "sub/a.usd"]


def item(key, **more):
    from pathlib import Path

    return SourceItem(path=Path(key), key=key, **more)


def test_names_are_unique_whatever_the_files_are_called():
    """Give files of one name in many folders names of their own, and folders that any file system takes."""
    found = ["a/m.usd", "b/m.usd", "b/M.usda", "b/m.usdc", "b.m.usd", "x" * 300 + ".usd", "ä b.usd", "...usd"]
    cases = plan_cases([item(k) for k in found], ["ground_drop"], "fake:pass")
    names = [c.name.casefold() for c in cases]
    assert len(set(names)) == len(found)
    assert all(len(n.encode()) <= 140 and n.strip(".") and "/" not in n for n in names)
    assert cases[0].case_dir == "cases/a.m/ground_drop/fake-pass"


def test_unknown_tests_are_refused():
    """Refuse a manifest that names a test that does not exist, before anything runs."""
    with pytest.raises(UnknownNameError, match="ground_drop"):
        plan_cases([item("a.usd", tests=("ground_dorp",))], ["ground_drop"], "fake:pass")


@given(st.lists(st.text(min_size=1, max_size=12), unique=True, max_size=60), st.integers(1, 7))
def test_shards_are_disjoint_complete_and_stable(names, count):
    """Put each case into exactly one shard, the same one when other assets come or go."""
    cases = plan_cases([item(n) for n in names], ["ground_drop"], "fake:pass")
    parts = [choose_shard(cases, (n, count)) for n in range(1, count + 1)]
    assert sorted(c.index for p in parts for c in p) == list(range(len(names)))
    fewer = plan_cases([item(n) for n in names[::2]], ["ground_drop"], "fake:pass")
    for number, part in enumerate(parts, start=1):
        kept = {c.key for c in part} & set(names[::2])
        assert {c.key for c in choose_shard(fewer, (number, count))} == kept


@pytest.mark.parametrize("text", ["0/2", "3/2", "1", "1/0", "a/b", "-1/2"])
def test_wrong_shards(text):
    """Refuse a shard that does not exist."""
    with pytest.raises(UsageError, match="i/n"):
        parse_shard(text)


def test_a_pipe_with_the_name_of_an_asset_is_never_opened(tmp_path):
    """Return at once: opening a pipe waits for a writer, and the whole batch with it."""
    pipe = tmp_path / "a.usd"
    os.mkfifo(pipe)
    # A writer that never writes, and goes: a reader that waits would end when the test does.
    writer = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    try:
        asker = Thread(target=lambda: answers.append(FileDigests().get(pipe)), daemon=True)
        answers: list[str | None] = []
        asker.start()
        asker.join(10)
        assert answers == [None]
    finally:
        os.close(writer)
    with pytest.raises(UsageError, match="no regular file but a pipe"):
        check_asset_file(pipe)


def test_a_key_that_a_manifest_writes_twice_is_an_error(tmp_path):
    """Refuse to choose one of two limits silently, and name the lines."""
    path = tmp_path / "m.yaml"
    path.write_text("assets:\n - asset: a.usd\n   overrides: {rest_tolerance_m: 1.0, rest_tolerance_m: 2}\n")
    with pytest.raises(ConfigError, match=r"m.yaml .*'rest_tolerance_m' is written twice, in lines 3 and 3"):
        read_source(str(path))
    path.write_text("assets: [\n")
    with pytest.raises(ConfigError, match=r"m.yaml is not valid YAML: .* line 2, column 1"):
        read_source(str(path))
