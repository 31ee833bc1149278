"""Write the documentation that follows from the code: ``python -m harness.docs_gen`` (``--check`` only compares).

Pages: ``docs/codes/`` from the code table and the module docstrings of what raises a code, ``docs/tests/`` from the
module docstrings of the catalogue, ``docs/config.md`` from the comments of the defaults. Sources are only parsed.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from harness.codes import CODES, Code
from harness.outcomes import Lifecycle, Severity
from harness.repair.page import repairs_page
from harness.repair.table import REPAIRS

__all__ = ["MARK", "code_page", "find_stale", "generate_pages", "main", "write_pages"]

MARK = "<!-- Written by python -m harness.docs_gen. Do not edit. -->"
"""First line of every generated page."""

ROOT = Path(__file__).parents[1]
_CODE = re.compile(r"[A-Z]{3}\d{3}")
_SKIPPED = ("harness/codes.py", "harness/docs_gen.py", "harness/report/", "harness/repair/", "harness/diagnosis")
_FAMILIES = {
    "INT": ("Intake", "found while the file is opened"),
    "SAF": ("Safeguards", "found in the asset before anything is simulated"),
    "ENG": ("Engine", "reported by the physics engine or about it"),
    "MON": ("Monitors", "seen in the recorded motion"),
    "TST": ("Tests", "remarks of a test about its own run"),
    "HAR": ("Harness", "about asset-qa itself"),
}
_EFFECTS: dict[Severity, tuple[str, str]] = {
    Severity.FAIL: ("The outcome is FAIL.", "The same."),
    Severity.ERROR: ("The outcome is ERROR, unless the asset also has a defect that fails it.", "The same."),
    Severity.BLOCKED: ("The outcome is BLOCKED, unless something more serious is found.", "The same."),
    Severity.INCONCLUSIVE: ("A PASS is not possible: the outcome is INCONCLUSIVE at best.", "The same."),
    Severity.NOT_APPLICABLE: (
        "The test is skipped: the outcome is NOT_APPLICABLE, unless something more serious is found.",
        "The same.",
    ),
    Severity.WARN: ('The outcome stays as it is; a PASS reads "PASS with warnings".', "The outcome is FAIL."),
    Severity.INFO: ("None. It is a remark.", "None."),
}


@dataclass(frozen=True, kw_only=True)
class Source:
    """A module and what it says about itself."""

    path: str
    """Path in the repository."""
    headline: str
    """First line of its docstring."""
    sections: dict[str, str]
    """Text under each heading of its docstring."""
    codes: frozenset[str]
    """Codes that it names."""
    severities: dict[str, frozenset[str]]
    """Severities other than the default that it gives to a code."""
    imports: frozenset[str]
    """Paths of the modules of the catalogue that it imports."""
    test: tuple[str, str, str] | None
    """Name, version and lifecycle of the test that it defines, if it defines one."""


def generate_pages(root: Path = ROOT) -> dict[str, str]:
    """Return the text of every generated page by its path in the repository.

    Args:
        root: Repository.
    """
    sources = _read_sources(root)
    pages = {f"docs/codes/{code.id}.md": _code_page(code, sources) for code in CODES}
    pages["docs/codes/index.md"] = _code_index()
    pages["docs/repairs.md"] = repairs_page()
    defaults = _read_defaults(root)
    for source in sources:
        if source.test is not None:
            name = source.test[0]
            pages[f"docs/tests/{name}.md"] = _test_page(source.test, source, defaults.get(name, []), sources)
    if defaults:
        pages["docs/config.md"] = _config_page(root, defaults)
    return {path: f"{MARK}\n\n{text.rstrip()}\n" for path, text in pages.items()}


def find_stale(root: Path = ROOT) -> list[str]:
    """Return the pages that are missing, differ from the code, or belong to nothing any more.

    Args:
        root: Repository.
    """
    pages = generate_pages(root)
    stale = [path for path, text in pages.items() if not _is_same(root / path, text)]
    return sorted(stale + _left_over(root, pages))


def write_pages(root: Path = ROOT) -> list[str]:
    """Write every page that differs, remove those that belong to nothing any more, and return their paths.

    Args:
        root: Repository.
    """
    stale, pages = find_stale(root), generate_pages(root)
    for path in stale:
        if path in pages:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(pages[path], encoding="utf-8", newline="\n")
        else:
            (root / path).unlink()
    return stale


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages, or with ``--check`` fail when they differ."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given not in ([], ["--check"]):
        sys.stderr.write("usage: python -m harness.docs_gen [--check]\n")
        return 2
    stale = find_stale() if given else write_pages()
    sys.stdout.writelines(f"{path}\n" for path in stale)
    return 1 if given and stale else 0


def _is_same(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == text


def _left_over(root: Path, pages: dict[str, str]) -> list[str]:
    found = [p for folder in ("codes", "tests") for p in (root / "docs" / folder).glob("*.md")]
    names = {p.relative_to(root).as_posix(): p for p in found}
    return [n for n, p in names.items() if n not in pages and p.read_text(encoding="utf-8").startswith(MARK)]


# Reading


def code_page(code: Code, root: Path = ROOT) -> str:
    """Return the page of one code as Markdown, also where only the package is installed.

    Args:
        code: Row of the table.
        root: Folder that holds the packages.
    """
    paths = [*(root / "harness").rglob("*.py"), *(root / "tests_catalog").rglob("*.py")]
    names = {p: p.relative_to(root).as_posix() for p in sorted(paths)}
    # Parsing is slow; a monitor watches without naming a code, and a test is made of several modules.
    kept = [
        p
        for p, name in names.items()
        if not name.startswith(_SKIPPED)
        and (
            name.startswith(("harness/monitors/", "tests_catalog/")) or f'"{code.id}"' in p.read_text(encoding="utf-8")
        )
    ]
    return _code_page(code, [_read_source(p, names[p]) for p in kept])


@cache
def _read_sources(root: Path) -> tuple[Source, ...]:
    paths = [p for folder in ("harness", "tests_catalog") for p in sorted((root / folder).rglob("*.py"))]
    names = [p.relative_to(root).as_posix() for p in paths]
    return tuple(_read_source(p, n) for p, n in zip(paths, names, strict=True) if not n.startswith(_SKIPPED))


def _read_source(path: Path, name: str) -> Source:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    headline, sections = _split_docstring(ast.get_docstring(tree) or "")
    texts = {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    codes = frozenset(t for t in texts if _CODE.fullmatch(t))
    imported = [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
    return Source(
        path=name,
        headline=headline,
        sections=sections,
        codes=codes,
        severities=_severities(tree),
        imports=frozenset(f"{m.replace('.', '/')}.py" for m in imported if m.startswith("tests_catalog.")),
        test=_test_of(tree) if name.startswith("tests_catalog/") else None,
    )


def _split_docstring(text: str) -> tuple[str, dict[str, str]]:
    lines = text.splitlines() or [""]
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    for line in lines[1:]:
        if re.fullmatch(r"[A-Z][\w ,]*:", line):
            current = sections.setdefault(line[:-1], [])
        elif line.startswith(" "):
            current.append(line.strip())
    return lines[0], {k: _markdown(" ".join(v)) for k, v in sections.items()}


def _severities(tree: ast.AST) -> dict[str, frozenset[str]]:
    """Return severities that ``finding(code, ..., severity=...)`` calls name, by code."""
    found: dict[str, set[str]] = {}
    for call in (n for n in ast.walk(tree) if isinstance(n, ast.Call) and n.args):
        codes = [n.value for n in ast.walk(call.args[0]) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
        for keyword in (k for k in call.keywords if k.arg == "severity"):
            names = [
                n.attr
                for n in ast.walk(keyword.value)
                if isinstance(n, ast.Attribute) and n.attr in Severity.__members__
            ]
            for code in codes:
                found.setdefault(code, set()).update(names)
    return {code: frozenset(names) for code, names in found.items()}


def _test_of(tree: ast.AST) -> tuple[str, str, str] | None:
    for call in (n for n in ast.walk(tree) if isinstance(n, ast.Call)):
        if isinstance(call.func, ast.Name) and call.func.id == "AssetTest":
            values = {k.arg: k.value for k in call.keywords}
            name, version = (ast.literal_eval(values[k]) for k in ("name", "version"))
            lifecycle = values.get("lifecycle")
            stage = lifecycle.attr if isinstance(lifecycle, ast.Attribute) else Lifecycle.STABLE.name
            return str(name), str(version), Lifecycle[stage].value
    return None


@dataclass(frozen=True, kw_only=True)
class Default:
    """One line of ``config_defaults.yaml``."""

    key: str
    value: str
    text: str


def _read_defaults(root: Path) -> dict[str, list[Default]]:
    path = root / "config_defaults.yaml"
    blocks: dict[str, list[Default]] = {}
    comment: list[str] = []
    block: list[Default] = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else []:
        text = line.strip()
        if not text:
            comment = []
        elif text.startswith("#"):
            comment.append(text.lstrip("# "))
        else:
            key, _, value = text.partition(":")
            if line[0] != " ":
                block = blocks.setdefault(key, [])
            else:
                block.append(Default(key=key, value=value.strip(), text=_markdown(" ".join(comment))))
            comment = []
    return blocks


# Writing


def _markdown(text: str) -> str:
    return text.replace("<", "\\<").replace("``", "`")


def _code_page(code: Code, sources: Sequence[Source]) -> str:
    usual, strict = _EFFECTS[code.severity]
    others = sorted({n for s in sources for n in s.severities.get(code.id, ()) if n != code.severity.name})
    lines = [f"# {code.id} {code.name}", "", _markdown(code.text), "", "## Effect on the outcome", ""]
    lines += ["| run | effect |", "|---|---|", f"| as usual | {usual} |", f"| with `--strict` | {strict} |"]
    if others:
        lines += ["", f"In some cases it is raised as {' or '.join(others)} instead; see below."]
    if code.lifecycle is not Lifecycle.STABLE:
        lines += ["", f"This code is {code.lifecycle.value}."]
    lines += ["", "## Fix", "", _markdown(code.fix) or "Nothing needs fixing."]
    for source in _sources_of(code, sources):
        lines += [
            "",
            f"## {_kind(source.path)}",
            "",
            f"[{source.path}](../../{source.path}): {_markdown(source.headline)}",
        ]
        for heading, text in source.sections.items():
            lines += ["", f"**{heading}.** {text}"]
    if code.id in REPAIRS:
        summary = REPAIRS[code.id].summary
        lines += ["", "## Repair", "", f"[`asset-qa fix`](../fixing.md): {summary}."]
    tests = [s.test[0] for s in sources if s.test is not None and code.id in _codes_of_test(s, sources)]
    if tests:
        lines += ["", "## Tests", "", "Judged by " + ", ".join(f"[{t}](../tests/{t}.md)" for t in tests) + "."]
    if code.requirements:
        names = ", ".join(f"`{r}`" for r in code.requirements)
        lines += ["", "## Requirements", "", f"Published rule sets that ask for the same: {names}."]
    return "\n".join([*lines, "", "[All codes](index.md)"])


def _sources_of(code: Code, sources: Sequence[Source]) -> Iterator[Source]:
    for source in sources:
        is_named = code.id in source.codes and (source.sections or not source.path.startswith("tests_catalog/"))
        if (is_named and source.path != "harness/errors.py") or _watches(source, code):
            yield source


def _codes_of_test(test: Source, sources: Sequence[Source]) -> frozenset[str]:
    """Return the codes of a test and of the modules of the catalogue that it is made of."""
    parts, waiting = {test.path}, [test]
    while waiting:
        wanted = waiting.pop().imports - parts
        parts |= wanted
        waiting += [s for s in sources if s.path in wanted]
    return frozenset(c for s in sources if s.path in parts for c in s.codes)


def _watches(source: Source, code: Code) -> bool:
    """Return whether a monitor observes what a code is about, as their names tell: it emits events, not codes."""
    if not source.path.startswith("harness/monitors/") or not source.sections or not code.id.startswith("MON"):
        return False
    words = {w[:7] for w in code.name.split("-")}
    return {w[:7] for w in Path(source.path).stem.split("_")} <= words


def _kind(path: str) -> str:
    name = Path(path).stem.replace("_", "-")
    kinds = {"harness/safeguards/": "Safeguard", "harness/monitors/": "Monitor", "tests_catalog/": "Test"}
    kind = next((k for prefix, k in kinds.items() if path.startswith(prefix)), "")
    return f"{kind} {name}" if kind else f"Raised by {Path(path).parent.name}"


def _code_index() -> str:
    lines = ["# Codes", "", "Every finding has a code. A code is named after the defect; numbers are never reused."]
    for prefix, (title, text) in _FAMILIES.items():
        lines += [
            "",
            f"## {prefix}: {title}",
            "",
            f"Codes {text}.",
            "",
            "| code | name | effect | meaning |",
            "|---|---|---|---|",
        ]
        for code in (c for c in CODES if c.id.startswith(prefix)):
            meaning = re.split(r"(?<=\.)\s", code.text)[0]
            lines.append(f"| [{code.id}]({code.id}.md) | {code.name} | {code.severity.name} | {_markdown(meaning)} |")
    lines += ["", "## Effects", "", "| effect | as usual | with `--strict` |", "|---|---|---|"]
    lines += [f"| {severity.name} | {usual} | {strict} |" for severity, (usual, strict) in _EFFECTS.items()]
    return "\n".join(lines)


def _test_page(test: tuple[str, str, str], source: Source, defaults: list[Default], sources: Sequence[Source]) -> str:
    name, version, lifecycle = test
    lines = [
        f"# {name}",
        "",
        _markdown(source.headline),
        "",
        f"Version {version}, {lifecycle}. Source: [{source.path}](../../{source.path}).",
    ]
    for heading, text in source.sections.items():
        lines += ["", f"## {heading}", "", text]
    if defaults:
        lines += ["", "## Settings", "", *_settings_table(defaults)]
        lines += ["", f"Change one for a run with `--set {name}.{defaults[0].key}={defaults[0].value}`."]
    judged = _codes_of_test(source, sources)
    named = [c for c in CODES if c.id in judged]
    if named:
        lines += ["", "## Codes", ""]
        lines += [f"- [{c.id} {c.name}](../codes/{c.id}.md), {c.severity.name}" for c in named]
    return "\n".join(lines)


def _config_page(root: Path, defaults: dict[str, list[Default]]) -> str:
    head = []
    for line in (root / "config_defaults.yaml").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            break
        head.append(line.lstrip("# "))
    lines = ["# Configuration", "", _markdown(" ".join(head))]
    for block, items in defaults.items():
        lines += ["", f"## {block}", "", *_settings_table(items)]
    return "\n".join(lines)


def _settings_table(defaults: list[Default]) -> list[str]:
    rows = [f"| `{d.key}` | {d.value} | {d.text.replace('|', '&#124;')} |" for d in defaults]
    return ["| key | default | meaning |", "|---|---|---|", *rows]


if __name__ == "__main__":
    sys.exit(main())
