"""Generated pages agree with the code, and no page links into nothing."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from harness import docs_gen
from harness.codes import CODES

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(p.relative_to(ROOT).as_posix() for p in DOCS.rglob("*.md"))


def test_generated_pages_are_up_to_date() -> None:
    assert docs_gen.find_stale() == [], "run: python -m harness.docs_gen"


@pytest.mark.parametrize("code", [c.id for c in CODES])
def test_every_code_has_a_page(code: str) -> None:
    row = next(c for c in CODES if c.id == code)
    text = (DOCS / "codes" / f"{code}.md").read_text(encoding="utf-8")
    assert f"# {code} {row.name}" in text
    assert "--strict" in text
    assert f"[{code}]({code}.md)" in (DOCS / "codes" / "index.md").read_text(encoding="utf-8")


def test_every_family_has_a_heading() -> None:
    assert {c.id[:3] for c in CODES} <= set(docs_gen._FAMILIES)


def test_a_page_that_belongs_to_nothing_is_stale(tmp_path: Path) -> None:
    docs_gen.write_pages(tmp_path)
    assert docs_gen.find_stale(tmp_path) == []
    extra = tmp_path / "docs" / "codes" / "SAF999.md"
    extra.write_text(docs_gen.MARK + "\n")
    (tmp_path / "docs" / "codes" / "notes.md").write_text("written by hand\n")
    (tmp_path / "docs" / "codes" / "SAF001.md").write_text("changed\n")
    assert docs_gen.find_stale(tmp_path) == ["docs/codes/SAF001.md", "docs/codes/SAF999.md"]
    docs_gen.write_pages(tmp_path)
    assert docs_gen.find_stale(tmp_path) == []
    assert not extra.exists()


def test_check_writes_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(docs_gen, "find_stale", lambda: ["docs/x.md"])
    assert docs_gen.main(["--check"]) == 1
    assert capsys.readouterr().out == "docs/x.md\n"
    assert docs_gen.main(["--nonsense"]) == 2
    assert list(tmp_path.iterdir()) == []


def test_sources_are_parsed(tmp_path: Path) -> None:
    for path, text in {
        "harness/safeguards/sharp_edge.py": (
            '"""Warn of a sharp edge.\n\nWhat it checks:\n    Every ``edge`` < 1 mm.\nHow to fix:\n    Round it.\n"""\n'
            'x = finding("SAF008", "m", severity=Severity.WARN)\n'
        ),
        "tests_catalog/spin.py": (
            '"""Spin the asset.\n\nHow:\n    Fast.\n"""\nfrom tests_catalog.spin_parts import x\n'
            'T = AssetTest(name="spin", version="1.2.0", lifecycle=Lifecycle.PREVIEW)\n'
        ),
        "tests_catalog/spin_parts.py": 'CODE = "MON002"\n',
        "config_defaults.yaml": "# All.\n\nspin:\n  # How fast | at most.\n  # Source: none.\n  speed_rad_s: 3.0\n",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    pages = docs_gen.generate_pages(tmp_path)
    assert "## Safeguard sharp-edge" in pages["docs/codes/SAF008.md"]
    assert "**What it checks.** Every `edge` \\< 1 mm." in pages["docs/codes/SAF008.md"]
    assert "In some cases it is raised as WARN instead" in pages["docs/codes/SAF008.md"]
    assert "Version 1.2.0, preview." in pages["docs/tests/spin.md"]
    assert "MON002 floor-penetrated" in pages["docs/tests/spin.md"]
    assert "Judged by [spin](../tests/spin.md)" in pages["docs/codes/MON002.md"]
    assert "Judged by" not in pages["docs/codes/SAF008.md"]
    assert "| `speed_rad_s` | 3.0 | How fast &#124; at most. Source: none. |" in pages["docs/config.md"]


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = re.sub(r"```.*?```", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.DOTALL)
    for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if not link.startswith(("http://", "https://", "mailto:")):
            assert ((ROOT / page).parent / link).exists(), link


def test_every_dependency_is_justified() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = [d for group in project["optional-dependencies"].values() for d in group]
    text = (DOCS / "design" / "dependencies.md").read_text(encoding="utf-8")
    for requirement in project["dependencies"]:
        name = re.split(r"[^\w.-]", requirement)[0]
        assert f"| `{name}` |" in text, name
    for requirement in optional:
        name = re.split(r"[^\w.-]", requirement)[0]
        assert name in text or name.startswith(("types-", "asset-qa")), name


def test_changelog_has_the_agreed_form() -> None:
    lines = (DOCS / "changelog.md").read_text(encoding="utf-8").splitlines()
    headings = [line for line in lines if line.startswith("## ")]
    assert headings[0] == "## [Unreleased]"
    assert all(re.fullmatch(r"## \[(Unreleased|\d+\.\d+\.\d+)\]( - \d{4}-\d\d-\d\d)?", h) for h in headings)
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert {line[4:] for line in lines if line.startswith("### ")} <= kinds
