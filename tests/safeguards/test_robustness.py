"""Whatever numbers an asset holds, the safeguards answer, and what they say can be stored."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.diagnosis import diagnose
from harness.outcomes import Severity
from harness.safeguards import run_safeguards
from harness.safeguards.base import body_frame_extent
from harness.verdict import finding
from tests.safeguards.fact_samples import BOX, body, collider, joint, material, mesh, mesh_collider, stage, transform

ANY = st.one_of(st.none(), st.floats(allow_nan=True, allow_infinity=True), st.sampled_from([0.0, -1.0, 1e30, -1e-30]))
NUMBER = st.floats(allow_nan=True, allow_infinity=True)
THREE = st.tuples(NUMBER, NUMBER, NUMBER)
CLOUD = st.lists(THREE, max_size=9).map(lambda rows: np.array(rows, dtype=np.float64).reshape(-1, 3))
BODY = st.fixed_dictionaries(
    {},
    optional={
        "mass_kg": ANY,
        "density_kg_m3": ANY,
        "diagonal_inertia_kg_m2": st.none() | THREE,
        "center_of_mass_m": st.none() | THREE,
        "linear_velocity_m_s": st.none() | THREE,
        "linear_damping": ANY,
        "angular_damping": ANY,
        "max_linear_velocity_m_s": ANY,
        "sleep_threshold": ANY,
        "judged_points_m": CLOUD,
        "collider_points_m": CLOUD,
        "collider_volume_m3": ANY,
        "is_kinematic": st.booleans(),
        "is_enabled": st.booleans(),
        "is_instance_proxy": st.booleans(),
    },
)
COLLIDER = st.fixed_dictionaries(
    {},
    optional={
        "size_m": st.none() | THREE,
        "rest_offset_m": ANY,
        "contact_offset_m": ANY,
        "approximation": st.sampled_from([None, "none", "sdf", "convexHull", "sphereFill"]),
        "sdf_resolution": st.none() | st.integers(-10, 10_000),
        "is_enabled": st.booleans(),
    },
)
MESH = st.fixed_dictionaries(
    {},
    optional={
        "counts_min": st.none() | st.integers(-3, 5),
        "index_max": st.none() | st.integers(-3, 20),
        "point_count": st.integers(0, 20),
        "max_abs_point_m": ANY,
        "area_m2": ANY,
        "signed_volume_m3": ANY,
        "extent_m": st.none() | THREE,
    },
)
TRANSFORM = st.fixed_dictionaries(
    {}, optional={"determinant": NUMBER, "scale": THREE, "is_finite": st.booleans(), "has_shear": st.booleans()}
)
JOINT = st.fixed_dictionaries(
    {},
    optional={"frame_gap_m": ANY, "frame_angle_rad": ANY, "lower_limit": ANY, "upper_limit": ANY, "break_force": ANY},
)


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(BODY, COLLIDER, MESH, TRANSFORM, JOINT, ANY)
def test_any_numbers_give_findings_that_can_be_stored(first, shape, topology, placed, link, number):
    """Never raise, and keep numbers that are not finite out of the structured fields."""
    facts = stage(
        bodies=(body("/Root/a", transform=transform(**placed), **first), body("/Root/b")),
        colliders=(
            mesh_collider(path="/Root/a/shape", body_path="/Root/a", mesh=mesh(**topology), **shape),
            collider("/Root/b/shape", "/Root/b"),
        ),
        joints=(joint(**link),),
        materials=(material(restitution=number, dynamic_friction=number, compliant_stiffness=number),),
    )
    for item in run_safeguards(facts):
        assert item.message
        assert item.measured is None or math.isfinite(item.measured)
        assert item.limit is None or math.isfinite(item.limit)
    symptoms = [finding(c, "seen") for c in ("MON001", "MON002", "MON003", "MON004", "ENG007")]
    found = diagnose(symptoms, (), facts, {"drop_height_m": number, "final_low_point_m": number})
    assert len(found.causes) == len(found.fixes) > 0


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
@pytest.mark.parametrize("name", ["mass_kg", "density_kg_m3"])
def test_corrupt_mass_never_passes_quietly(name, value):
    """Fail whatever else is wrong."""
    values = {"mass_kg": None, name: value, "judged_points_m": BOX[:0], "collider_points_m": BOX[:0]}
    found = run_safeguards(stage(bodies=(body(**values),)))
    assert Severity.FAIL in {f.severity for f in found}


@given(st.floats(-math.pi, math.pi), st.tuples(*[st.floats(0.01, 10)] * 3))
def test_extent_does_not_depend_on_how_the_body_is_turned(angle, size):
    """Measure a turned bar along its own axes."""
    c, s = math.cos(angle), math.sin(angle)
    rotation = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    points = (BOX - [0, 0, 0.1]) * 5 * np.array(size)
    matrix = np.eye(4)
    matrix[:3, :3] = rotation
    turned = body(transform=transform(matrix=matrix))
    assert body_frame_extent(turned, points @ rotation.T) == pytest.approx(size)
