"""Settings: typed, bounded, with origin, and close to the name that was meant."""

from __future__ import annotations

import dataclasses

import pytest

from harness.config import SHARED_SECTIONS, defaults, resolve, restore
from harness.errors import ConfigError, UnknownNameError
from tests_catalog import CATALOG
from tests_catalog.ground_drop import GroundDropConfig


def make(*settings, files=()):
    return resolve("ground_drop", GroundDropConfig, settings=settings, files=files)


def test_every_field_has_a_default_and_every_default_a_field():
    """Keep config_defaults.yaml and the configuration classes in step."""
    classes = {**SHARED_SECTIONS, **{t.name: t.config_type for t in CATALOG}}
    assert set(defaults()) == set(classes)
    for section, cls in classes.items():
        assert list(defaults()[section]) == [f.name for f in dataclasses.fields(cls)]


def test_defaults_are_those_of_the_test_definition():
    """Hold the published values of ground_drop 3.0.0."""
    c = make().test
    assert (c.drop_height_factor, c.floor_margin_m, c.penetration_check_seconds) == (8.0, 0.1, 1.0)
    assert (c.rest_tolerance_m, c.rest_detection_hold_seconds, c.rest_detection_max_seconds) == (0.02, 2.0, 8.0)
    assert (c.simulation_seconds, c.physics_fps, c.watchdog_seconds, c.tail_seconds) == (10.0, 240, 120.0, 0.5)
    assert c.ground_restitution == 0


def test_later_sources_win_and_are_recorded(tmp_path):
    """Prefer the command line over a file over the defaults, and record the origin of each value."""
    path = tmp_path / "qa.yaml"
    path.write_text("ground_drop:\n  rest_tolerance_m: 0.01\n  tail_seconds: 1\nvideo:\n  fps: 30\n")
    config = make("tail_seconds=2", files=[path])
    origin = {v.key: (v.value, v.origin) for v in config.values}
    assert origin["ground_drop.rest_tolerance_m"] == (0.01, "file:qa.yaml")
    assert origin["ground_drop.tail_seconds"] == (2.0, "command line")
    assert origin["video.fps"] == (30, "file:qa.yaml")
    assert origin["ground_drop.physics_fps"] == (240, "default")


def test_an_unknown_key_names_the_nearest():
    """Name the key that was probably meant."""
    with pytest.raises(UnknownNameError, match="rest_tolerance_m"):
        make("rest_tolerance=0.01")


@pytest.mark.parametrize(
    "setting",
    [
        "rest_tolerance_m=abc",
        "rest_tolerance_m=",
        "rest_tolerance_m=true",
        "rest_tolerance_m=-1",
        "rest_tolerance_m=.nan",
        "rest_tolerance_m=.inf",
        "physics_fps=240.5",
        "physics_fps=0",
        "watchdog_seconds=[1]",
        "rest_tolerance_m",
        "=1",
        "rest_tolerance_m={",
    ],
)
def test_wrong_values_are_refused(setting):
    """Refuse a value of the wrong type, out of bounds or unreadable, and say which."""
    with pytest.raises(ConfigError):
        make(setting)


@pytest.mark.parametrize(
    "text", ["- a\n", "ground_drop: 3\n", "a: [", "ground_drop:\n  nonsense: 1\n", "nope:\n  x: 1\n"]
)
def test_wrong_files_are_refused(tmp_path, text):
    """Refuse a file with another layout, broken YAML, or unknown names."""
    path = tmp_path / "bad.yaml"
    path.write_text(text)
    with pytest.raises((ConfigError, UnknownNameError)):
        make(files=[path])


def test_a_missing_file_is_refused(tmp_path):
    """Refuse a configuration file that does not exist."""
    with pytest.raises(ConfigError, match="Cannot read"):
        make(files=[tmp_path / "none.yaml"])


def test_a_recorded_configuration_comes_back():
    """Restore exactly what a verdict recorded."""
    config = make("tail_seconds=2", "video.fps=24")
    again = restore("ground_drop", GroundDropConfig, config.values)
    assert again == config
