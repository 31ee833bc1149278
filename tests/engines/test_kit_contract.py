"""Everything that the engine kit calls exists in the published wheels of Isaac Sim, with these arguments.

The wheels are read as archives: nothing of them is installed, imported or started. The folder named by
ASSET_QA_KIT_WHEELS has one folder of wheels for each version; docs/engines/kit.md has the command that fills it.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from tests.engines.kit_contract import Adapter, Wheels, check, launch_keys

ENGINES = Path(__file__).parents[2] / "harness" / "engines"
EXTENSION = ENGINES / "kit_ext" / "asset_qa.drop" / "asset_qa_drop" / "extension.py"
ADAPTERS = ("kit_session", "kit_physics", "kit_render")
VERSIONS = ("6.0.1.0", "6.1.0.0", "6.2.0.0")
# Names of modules whose own wheels are not published and which NVIDIA's Python in this version does not happen to use.
UNSEEN = {"6.0.1.0": ("orchestrator.step",)}
FOLDER = os.environ.get("ASSET_QA_KIT_WHEELS", "")

needs_wheels = pytest.mark.skipif(
    not FOLDER, reason="needs the wheels of Isaac Sim: set ASSET_QA_KIT_WHEELS, see docs/engines/kit.md"
)


@cache
def wheels(version: str) -> Wheels:
    return Wheels(Path(FOLDER) / version)


@needs_wheels
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("adapter", ADAPTERS)
def test_every_name_exists(adapter, version):
    """Resolve every module, function, method, property and keyword."""
    problems = check(ENGINES / f"{adapter}.py", wheels(version))
    assert [p for p in problems if not any(name in p for name in UNSEEN.get(version, ()))] == []


@needs_wheels
@pytest.mark.parametrize("version", VERSIONS)
def test_launch_configuration_is_known(version):
    """Find every key of the launch configuration in the launcher itself."""
    keys = launch_keys(ENGINES / "kit_session.py")
    launcher = next(t for n, t in wheels(version).texts.items() if n.endswith("simulation_app/simulation_app.py"))
    assert keys
    assert [k for k in keys if f'"{k}"' not in launcher] == []


@needs_wheels
@pytest.mark.parametrize(
    ("adapter", "right", "wrong"),
    [
        ("kit_physics", "self._simulation.fetch_results()", "self._simulation.fetch_result()"),
        ("kit_physics", "stage_id=stage_id", "stage=stage_id"),
        ("kit_physics", "subscribe_contact_report_events", "subscribe_contact_reports"),
        ("kit_physics", "self._simulation.simulate(self._timestep, self._time)", "self._simulation.simulate()"),
        ("kit_physics", "header.num_contact_data", "header.contact_count"),
        ("kit_physics", "omni.log.get_log()", "omni.log.get_logger_of_kit()"),
        ("kit_physics", "kinds = omni.physics.tensors.ObjectType", "kinds = omni.physics.tensors.ObjectKind"),
        ("kit_session", "context.get_stage_loading_status", "context.get_loading_status_of_stage"),
        (
            "kit_session",
            "from isaacsim import SimulationApp\n\n            self",
            "from isaacsim import SimApp\n\n            self",
        ),
        ("kit_render", "rt_subframes=", "rt_sub_frames="),
    ],
)
def test_misspelt_names_are_noticed(tmp_path, adapter, right, wrong):
    """Fail for a function, keyword, method, property, enum or class that does not exist."""
    text = (ENGINES / f"{adapter}.py").read_text(encoding="utf-8")
    assert right in text
    changed = tmp_path / f"{adapter}.py"
    changed.write_text(text.replace(right, wrong), encoding="utf-8")
    assert check(changed, wheels(VERSIONS[-1])) != []


def test_all_of_kit_is_looked_at():
    """Find the names that the adapter is known to use, so that an empty comparison cannot pass."""
    seen = {use.names[-1] for name in ADAPTERS for use in Adapter(ENGINES / f"{name}.py").uses()}
    assert {
        "attach_stage",
        "simulate",
        "fetch_results",
        "create_simulation_view",
        "get_transforms",
        "get_velocities",
        "subscribe_contact_report_events",
        "open_stage",
        "get_stage_loading_status",
        "render_product",
        "get_data",
        "num_contact_data",
        "SimulationApp",
    } <= seen


@needs_wheels
@pytest.mark.parametrize("version", VERSIONS)
def test_extension_uses_what_exists(version):
    """Resolve the names of the extension for artists as well."""
    assert check(EXTENSION, wheels(version)) == []
