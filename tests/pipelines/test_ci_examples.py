"""The example pipelines: valid by schema or grammar, and their commands work and make the files that they collect."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import resources
from pathlib import Path
from xml.etree import ElementTree as ET

import jsonschema
import pytest
import tree_sitter
import tree_sitter_groovy
import yaml

from tests.support import cube_asset

ROOT = Path(__file__).parents[2]
CI = ROOT / "docs" / "ci"
# Sections that a declarative pipeline, a stage and a post block may have.
PIPELINE = {"agent", "environment", "libraries", "options", "parameters", "post", "stages", "tools", "triggers"}
STAGE = {
    "agent",
    "environment",
    "failFast",
    "input",
    "matrix",
    "options",
    "parallel",
    "post",
    "stages",
    "steps",
    "tools",
}
STAGE |= {"when"}
POST = {
    "always",
    "aborted",
    "changed",
    "cleanup",
    "failure",
    "fixed",
    "regression",
    "success",
    "unstable",
    "unsuccessful",
}


class Unique(yaml.SafeLoader):
    """Loader that refuses a key that is written twice, as the services do."""


def _mapping(loader: yaml.SafeLoader, node: yaml.MappingNode) -> dict[object, object]:
    keys = [k.value for k, _ in node.value]
    assert len(keys) == len(set(keys)), keys
    return {k.value: loader.construct_object(v, deep=True) for k, v in node.value}


Unique.add_constructor("tag:yaml.org,2002:map", _mapping)


def load(name: str) -> dict[str, object]:
    data = yaml.load((CI / name).read_text(), Loader=Unique)
    assert isinstance(data, dict)
    return data


@pytest.mark.parametrize(
    ("name", "schema"), [("github-workflow.yml", "github-workflows"), ("gitlab-ci.yml", "gitlab-ci")]
)
def test_valid_by_the_schema_of_the_service(name, schema):
    """Check against the published schemas that check-jsonschema brings along."""
    place = resources.files("check_jsonschema") / "builtin_schemas" / "vendor" / f"{schema}.json"
    validator = jsonschema.Draft7Validator(json.loads(place.read_text(encoding="utf-8")))
    assert [e.message for e in validator.iter_errors(load(name))] == []
    # The check can fail.
    assert list(validator.iter_errors({"jobs": {"a": {"steps": 1}}, "stages": 1}))


def calls(node: tree_sitter.Node) -> dict[str, tree_sitter.Node | None]:
    """Return the calls in a closure by name, each with its own closure."""
    found: dict[str, tree_sitter.Node | None] = {}
    for statement in node.named_children:
        call = statement.named_children[0] if statement.type == "expression_statement" else statement
        if call.type in ("method_invocation", "juxt_function_call"):
            key = call.named_children[0].text.decode()
            if key == "stage":
                key = f"stage {call.named_children[1].text.decode()}"
            assert key not in found, f"{key} occurs twice"
            found[key] = next((c for c in call.named_children if c.type == "closure"), None)
    return found


def test_the_jenkinsfile_is_groovy_with_the_sections_of_a_declarative_pipeline():
    """Parse it as Groovy; know every section of pipeline, stages and post. Jenkins itself is not asked."""
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_groovy.language()))
    tree = parser.parse((CI / "Jenkinsfile").read_bytes())
    assert not tree.root_node.has_error
    assert parser.parse(b"pipeline { stages { ").root_node.has_error
    top = calls(tree.root_node)
    assert set(top) == {"pipeline"}
    pipeline = calls(top["pipeline"])
    assert {"agent", "stages"} <= set(pipeline) <= PIPELINE
    stages = calls(pipeline["stages"])
    assert stages
    for name, body in stages.items():
        assert name.startswith("stage ('")
        sections = set(calls(body))
        assert sections <= STAGE
        assert len(sections & {"steps", "stages", "parallel", "matrix"}) == 1
    post = calls(pipeline["post"])
    assert post
    assert set(post) <= POST
    assert {"junit", "archiveArtifacts"} <= set(calls(post["always"]))


def command_of(name: str) -> str:
    """Return the one line of an example that tests the assets."""
    lines = [line.strip() for line in (CI / name).read_text().splitlines() if "asset-qa batch" in line]
    assert len(lines) == 1
    return lines[0][lines[0].index("asset-qa batch") :].rstrip("'")


@pytest.fixture
def checkout(tmp_path):
    """Return a repository with a good and a broken asset, and asset-qa on the path."""
    (tmp_path / "bin").mkdir()
    tool = tmp_path / "bin" / "asset-qa"
    tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m harness "$@" --video none\n')
    tool.chmod(0o755)
    (tmp_path / "assets" / "props").mkdir(parents=True)
    cube_asset(tmp_path / "assets", name="good")
    bad = cube_asset(tmp_path / "assets" / "props", name="bad")
    bad.write_text(bad.read_text().replace("physics:mass = 1", "physics:mass = -1"))
    return tmp_path


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("github-workflow.yml", ["reports/*/junit.xml", "reports/*/results.sarif", "reports/*/summary.md"]),
        ("gitlab-ci.yml", ["reports/*/junit.xml", "reports/*/summary.md"]),
        ("Jenkinsfile", ["reports/*/junit.xml"]),
    ],
)
def test_the_command_works_and_makes_what_the_pipeline_collects(checkout, name, files):
    """Run the command of an example in a shell: exit code 1 for a broken asset, and every file that is collected."""
    text = (CI / name).read_text()
    for pattern in files[:1] if name != "github-workflow.yml" else files[2:]:
        assert pattern in text
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "1"}
    environment["PATH"] = f"{checkout / 'bin'}{os.pathsep}{environment['PATH']}"
    done = subprocess.run(
        ["sh", "-ec", command_of(name)],
        cwd=checkout, env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    for pattern in files:
        assert len(list(checkout.glob(pattern))) == 1, pattern
    suite = ET.parse(next(checkout.glob("reports/*/junit.xml"))).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    if name == "github-workflow.yml":
        sarif = json.loads(next(checkout.glob("reports/*/results.sarif")).read_text())
        places = [r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in sarif["runs"][0]["results"]]
        assert set(places) == {"assets/props/bad.usda"}
