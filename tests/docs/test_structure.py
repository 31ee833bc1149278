"""Rules of the code base that a machine can check: sizes, imports, names, documents."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted([*(ROOT / "harness").rglob("*.py"), *(ROOT / "tests_catalog").rglob("*.py")])
TESTS = sorted((ROOT / "tests").rglob("test_*.py"))

MAX_MODULE_LINES = 400
MAX_FUNCTION_LINES = 50
MAX_PARAMETERS = 6

# Each with its reason.
LONG_MODULES = {
    "harness/codes.py": "one table",
}
LONG_FUNCTIONS: dict[str, str] = {
    "harness/stage/read.py:_body": "one keyword for each fact of a body",
    "harness/stage/read.py:read_stage": "one keyword for each fact of a stage",
    "harness/stage/read.py:_read_collider": "one keyword for each fact of a collider",
    "harness/runner/case.py:verdict": "one keyword for each field of a verdict",
}
MANY_PARAMETERS: dict[str, str] = {
    "harness/verdict.py:finding": "keyword-only fields of a finding",
    "tests_catalog/common.py:evidence": "fields of a criterion",
    "harness/monitors/ramp.py:__init__": "keyword-only limits",
    "harness/scene/ramp.py:plan_ramp": "keyword-only fields of a ramp",
    "harness/report/model.py:make_run_report": "keyword-only fields of a run",
    "harness/batch/lane.py:_lost": "what is known about a case whose process is gone",
    "harness/batch/finish.py:_write": "parts of the record",
    "harness/runner/pool.py:__init__": "what a lane shares with the others",
}

PURE = (
    "harness/monitors",
    "harness/safeguards",
    "harness/trajectory.py",
    "harness/verdict.py",
    "harness/table.py",
    "harness/parts.py",
    "harness/stamp.py",
    "harness/report/receipt_simready.py",
    "harness/geometry.py",
    "harness/outcomes.py",
    "harness/codes.py",
    "harness/errors.py",
    "harness/diagnosis.py",
    "harness/diagnosis_clues.py",
    "harness/diagnosis_joints.py",
    "harness/diagnosis_probes.py",
    "harness/probing.py",
    "harness/catalog.py",
    "harness/waivers.py",
    "harness/stage/facts.py",
    "harness/urdf",
    "harness/stage/defect_facts.py",
    "harness/stage/joint_facts.py",
    "harness/scene/spec.py",
    "harness/scene/ramp.py",
    "harness/scene/friction.py",
    "harness/scene/opinion.py",
    "harness/scene/placement.py",
    "harness/scene/variation.py",
    "harness/repair/bodies.py",
    "harness/repair/change.py",
    "harness/repair/colliders.py",
    "harness/repair/confirmed.py",
    "harness/repair/joints.py",
    "harness/repair/masses.py",
    "harness/repair/page.py",
    "harness/repair/plan.py",
    "harness/repair/stage.py",
    "harness/repair/table.py",
    "harness/repair/winding.py",
    "harness/engines/audit.py",
    "harness/vary/edit.py",
    "harness/vary/link_and_joint.py",
    "harness/vary/modifiers.py",
    "harness/vary/parts.py",
    "harness/vary/single.py",
    "harness/vary/stretch.py",
    "harness/dynamics",
    "harness/motion",
    "tests_catalog",
)
# Their test names are sentences of their own.
PLAIN_TESTS = ("tests/video/", "tests/safeguards/", "tests/report/", "tests/docs/test_docs_generated.py")
USD_ALLOWED = (
    "harness/intake/",
    "harness/stage/",
    "harness/repair/source.py",
    "harness/repair/write.py",
    "harness/scene/author.py",
    "harness/scene/build.py",
    "harness/scene/build_ramp.py",
    "harness/scene/replay.py",
    "harness/video/",
)
# The files of the engine kit run in Isaac Sim and take the USD of Kit.
USD_ALLOWED_LAZILY = (
    "harness/engines/fake_worker.py",
    "harness/engines/kit_physics.py",
    "harness/engines/kit_render.py",
    "harness/engines/newton_worker.py",
)


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def functions(path: Path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node


def imports(path: Path) -> set[str]:
    """Return the top packages that a module imports, outside of type checking."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(a.name.partition(".")[0] for a in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.partition(".")[0])
    return found


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_modules_functions_and_parameters_are_few(path):
    """Keep modules, functions and parameter lists short, with the written exceptions."""
    lines = len(path.read_text().splitlines())
    assert lines <= MAX_MODULE_LINES or name(path) in LONG_MODULES, f"{lines} lines"
    for node in functions(path):
        key = f"{name(path)}:{node.name}"
        length = (node.end_lineno or node.lineno) - node.lineno + 1
        assert length <= MAX_FUNCTION_LINES or key in LONG_FUNCTIONS, f"{key} has {length} lines"
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        count = len([a for a in arguments if a.arg not in ("self", "cls")])
        assert count <= MAX_PARAMETERS or key in MANY_PARAMETERS, f"{key} has {count} parameters"


@pytest.mark.parametrize("path", [p for p in SOURCES if name(p).startswith(PURE)], ids=name)
def test_pure_modules_import_nothing_but_numpy(path):
    """Keep judgement free of USD, engines and processes."""
    outside = imports(path) - set(sys.stdlib_module_names) - {"harness", "tests_catalog", "numpy"}
    # The configuration reader is the one library user below the catalogue.
    assert outside == set()


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_native_libraries_stay_in_their_corner(path):
    """Import USD only where stages are read or written, and the engine only in its worker."""
    used = imports(path)
    if "pxr" in used:
        assert name(path).startswith((*USD_ALLOWED, *USD_ALLOWED_LAZILY))
    if used & {"ovphysx", "ovstage"}:
        assert name(path) == "harness/engines/ovphysx_worker.py"


def test_importing_the_package_loads_no_heavy_library():
    """Start the command line without loading USD, OpenGL, video or science libraries."""
    import subprocess

    heavy = ["pxr", "ovphysx", "moderngl", "av", "cv2", "scipy", "jinja2", "warp"]
    code = f"import sys, harness.cli.main; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("path", [p for p in TESTS if not name(p).startswith(PLAIN_TESTS)], ids=name)
def test_tests_say_what_they_show(path):
    """Give every test a docstring."""
    missing = [n.name for n in functions(path) if n.name.startswith("test_") and not ast.get_docstring(n)]
    assert missing == []


def defined_names(tree: ast.Module) -> set[str]:
    """Return what a module defines or imports at its top level."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found.update(a.asname or a.name for a in node.names)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found.update(t.id for t in targets if isinstance(t, ast.Name))
    return found


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_public_names_exist(path):
    """List in ``__all__`` only names that the module defines."""
    tree = ast.parse(path.read_text())
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            assert set(ast.literal_eval(node.value)) <= defined_names(tree)


def test_no_unfinished_markers_and_no_swallowed_exceptions():
    """Keep unfinished markers and silent handlers out of the code."""
    for path in SOURCES:
        text = path.read_text()
        assert not re.search(r"\b(TODO|FIXME|XXX)\b", text), name(path)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ExceptHandler):
                assert node.type is not None, f"{name(path)}:{node.lineno} bare except"
                only = node.body[0] if len(node.body) == 1 else None
                assert not isinstance(only, (ast.Pass, ast.Continue)), f"{name(path)}:{node.lineno} swallows"


def test_ci_runs_the_test_command_of_the_readme():
    """Keep the README's second line and CI in step."""
    readme = (ROOT / "README.md").read_text()
    lines = readme.split("```sh\n")[1].splitlines()[:2]
    assert all(line.startswith("python3 -m venv .venv && .venv/bin/pip install") for line in lines)
    assert "asset-qa run ground_drop" in lines[0]
    assert "python -m pytest" in lines[1]
    assert "README.md" in (ROOT / ".ci" / "run").read_text()
    asset = lines[0].split()[-1]
    assert (ROOT / asset).is_file()
