"""Coverage, thickness, links, sizes, surfaces, drives, forces and odd transforms: what is said, and what is not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from harness.outcomes import Severity
from harness.safeguards import run_safeguards
from harness.safeguards.convex import Convex, sample_box, sphere_directions
from harness.stage.facts import (
    ArticulationFacts,
    DriveFacts,
    ForceFacts,
    PartFacts,
    XformDefect,
)
from tests.safeguards.fact_samples import (
    BOX,
    body,
    collider,
    joint,
    mesh,
    mesh_collider,
    moved,
    stage,
    transform,
    two_bodies,
    with_body,
    with_collider,
)

SOLID = collider(pieces_m=(BOX,))


def found(facts) -> dict[str, Severity]:
    return {f.code: f.severity for f in run_safeguards(facts)}


def box(low, high):
    return np.array([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])


def part(points, path="/Root/drawn", **changes):
    size = np.ptp(points, axis=0)
    values = {"path": path, "body_path": "/Root", "points_m": points, "volume_m3": float(size.prod())}
    return PartFacts(**{**values, "is_collider": False, **changes})


def test_convex_shapes_are_measured_within_one_percent():
    """Measure thickness, length and inside of a turned box and of a ball."""
    angle = 0.7
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1.0]])
    plate = box((0, 0, 0), (1, 0.4, 0.003)) @ turn.T + 5
    made = Convex(plate, turn.T)
    assert made.thickness == pytest.approx(0.003, rel=1e-6)
    assert made.length == pytest.approx(np.hypot(1, 0.4), rel=0.01)
    inside = sample_box(plate, turn.T, 200)
    assert made.contains(inside, 1e-9).all()
    assert not made.contains(inside + np.array([0, 0, 0.01]), 0.0).any()
    ball = Convex(0.5 * sphere_directions(2000), np.eye(3))
    assert ball.thickness == pytest.approx(1.0, rel=0.01)
    shell = sphere_directions(500)
    assert ball.contains(0.495 * shell, 0.0).all()
    assert not ball.contains(0.51 * shell, 0.0).any()


@pytest.mark.parametrize(
    ("parts", "severity", "percent"),
    [
        ([part(BOX)], None, None),
        ([part(BOX, is_collider=True)], None, None),
        ([part(BOX), part(moved(0, 0, 0.2), "/Root/top")], Severity.WARN, 50),
        ([part(BOX), part(box((0.1, -0.1, 0), (0.115, 0.1, 0.2)), "/Root/trim")], Severity.INFO, 5),
        ([part(BOX), part(box((0.1, 0, 0.1), (0.11, 0.01, 0.11)), "/Root/knob")], None, None),
        # Hollow: its corners lie in the walls.
        ([part(box((-0.1, -0.1, 0), (0.1, 0.1, 0.2)), "/Root/shell")], None, None),
    ],
)
def test_uncovered_geometry_is_named_with_its_share(parts, severity, percent):
    """Name what no collider covers, with its share of the drawn volume."""
    facts = stage(colliders=(SOLID,), visible_parts=tuple(parts))
    items = [f for f in run_safeguards(facts) if f.code == "SAF052"]
    assert [f.severity for f in items] == ([severity] if severity else [])
    if severity:
        assert items[0].measured == pytest.approx(percent, abs=2)
        assert parts[1].path in items[0].message
        assert f"{items[0].measured:.0f} %" in items[0].message


@pytest.mark.parametrize(
    ("leg", "severity"),
    [
        (box((0.4, 0.4, 0), (0.5, 0.5, 0.5)), Severity.WARN),
        # The same prim inside, between a floor and a top.
        (box((0.2, 0.2, 0.1), (0.3, 0.3, 0.5)), Severity.INFO),
        # So thin that it is trim.
        (box((0.48, 0.48, 0), (0.5, 0.5, 0.5)), None),
    ],
)
def test_a_whole_limb_without_cover_warns_however_large_the_rest_is(leg, severity):
    """Warn of one bare leg of a table though it is less than a tenth of it."""
    top, foot = box((-0.5, -0.5, 0.5), (0.5, 0.5, 0.6)), box((-0.5, -0.5, 0), (-0.4, -0.4, 0.5))
    facts = stage(
        colliders=(collider(pieces_m=(top, foot)),),
        visible_parts=(part(top, is_collider=True), part(foot, "/Root/foot", is_collider=True), part(leg, "/Root/leg")),
    )
    items = [f for f in run_safeguards(facts) if f.code == "SAF052"]
    assert [f.severity for f in items] == ([severity] if severity else [])


def test_hollow_parts_with_wall_colliders_count_as_covered():
    """Do not ask for a collider in the hollow of a chest."""
    left, right = ((-0.1, -0.1, 0), (-0.09, 0.1, 0.2)), ((0.09, -0.1, 0), (0.1, 0.1, 0.2))
    chest = collider(pieces_m=(box(*left), box(*right), box((-0.1, -0.1, 0), (0.1, 0.1, 0.01))))
    assert "SAF052" not in found(stage(colliders=(chest,), visible_parts=(part(BOX),)))
    assert "SAF052" in found(stage(colliders=(chest,), visible_parts=(part(moved(0, 0, 0.3)),)))


@pytest.mark.parametrize(("at", "severity"), [((0, 0, 0.2), Severity.WARN), ((0, 0, 0), Severity.INFO)])
def test_a_switched_off_collider_beside_others_is_named(at, severity):
    """Warn when nothing else covers what it stood for, inform otherwise."""
    off = "/Root/leg"
    bare = part(moved(*at), off, disabled_collider_path=off)
    facts = stage(
        colliders=(SOLID, collider(off, is_enabled=False, pieces_m=(moved(*at),))), visible_parts=(part(BOX), bare)
    )
    items = [f for f in run_safeguards(facts) if f.code == "SAF063"]
    assert [(f.severity, f.sites[0].prim_path) for f in items] == [(severity, off)]
    assert "SAF063" not in found(stage(colliders=(SOLID,), visible_parts=(part(BOX, is_collider=True),)))


@pytest.mark.parametrize(
    ("thickness", "length", "kind", "expected"),
    [
        (0.02, 0.3, "mesh", set()),
        (0.009, 0.3, "mesh", {"SAF053"}),
        (0.009, 0.3, "cube", {"SAF053"}),
        (0.02, 2.0, "mesh", {"SAF058"}),
        (0.02, 2.0, "cube", set()),
        (0.0, 0.3, "mesh", set()),  # flat: SAF036 tells
    ],
)
def test_thin_and_oblong_colliders(thickness, length, kind, expected):
    """Inform of thin colliders at any kind, warn of oblong hulls only."""
    points = box((0, 0, 0), (length, thickness, max(thickness, 0.02)))
    made = (mesh_collider if kind == "mesh" else collider)(pieces_m=(points,), size_m=(length, thickness, 0.02))
    codes = found(with_collider(made))
    assert {c for c in codes if c in ("SAF053", "SAF058")} == expected
    assert codes.get("SAF053", Severity.INFO) is Severity.INFO
    assert codes.get("SAF058", Severity.WARN) is Severity.WARN


def links(shift: float, *, has_collisions=None, self_collisions=True, filtered=False):
    """Three links, the outer two of which overlap unless they are moved apart."""
    paths = ("/Root/a", "/Root/b", "/Root/c")
    places = (moved(0, 0, 0), moved(0, 0, 0.5), moved(shift, 0, 0))
    bodies = tuple(body(p, judged_points_m=x, collider_points_m=x) for p, x in zip(paths, places, strict=True))
    colliders = tuple(collider(f"{p}/shape", p, pieces_m=(x,)) for p, x in zip(paths, places, strict=True))
    joints = [joint("/Root/ab", body0=paths[0], body1=paths[1]), joint("/Root/bc", body0=paths[1], body1=paths[2])]
    if has_collisions is not None:
        joints.append(joint("/Root/ac", body0=paths[0], body1=paths[2], has_collisions=has_collisions))
    articulation = ArticulationFacts(
        path="/Root", is_enabled=True, body_paths=paths, has_self_collisions=self_collisions
    )
    shapes = frozenset(c.path for c in colliders)
    return stage(
        bodies=bodies,
        colliders=colliders,
        joints=tuple(joints),
        articulations=(articulation,),
        group_filters=((shapes, shapes),) if filtered else (),
    )


@pytest.mark.parametrize(
    ("facts", "severity"),
    [
        (links(0.1), Severity.WARN),
        (links(0.19), Severity.INFO),
        (links(0.2), None),
        (links(0.1, has_collisions=True), Severity.WARN),
        (links(0.1, has_collisions=False), None),
        (links(0.1, self_collisions=False), None),
        (links(0.1, filtered=True), None),
    ],
)
def test_links_that_overlap_and_collide(facts, severity):
    """Warn with the depth, unless a joint, the articulation or a group keeps them from colliding."""
    items = [f for f in run_safeguards(facts) if f.code == "SAF054"]
    assert [f.severity for f in items] == ([severity] if severity else [])
    if severity is Severity.WARN:
        assert items[0].measured == pytest.approx(0.1, rel=0.02)


@pytest.mark.parametrize(("count", "severity"), [(400_000, None), (600_000, Severity.INFO), (3_000_000, Severity.WARN)])
def test_triangle_counts(count, severity):
    """Inform of many triangles and warn of very many."""
    assert found(stage(triangle_count=count)).get("SAF055") is severity


@pytest.mark.parametrize(("factor", "is_odd"), [(1, False), (200, False), (300, True), (0.01, False), (0.004, True)])
def test_sizes(factor, is_odd):
    """Warn of a body above 50 m or below 1 mm."""
    facts = with_body(judged_points_m=BOX * factor, collider_points_m=BOX * factor, mass_kg=None)
    assert ("SAF059" in found(facts)) == is_odd


@pytest.mark.parametrize(
    ("kind", "drive", "limits", "is_odd"),
    [
        ("Revolute", {"axis": "angular", "stiffness": 10.0, "target_position": 30.0}, (-45.0, 45.0), False),
        ("Revolute", {"axis": "angular", "stiffness": 10.0, "target_position": 90.0}, (-45.0, 45.0), True),
        ("Revolute", {"axis": "angular", "stiffness": 10.0}, (10.0, 45.0), True),
        ("Revolute", {"axis": "angular", "stiffness": 10.0}, (None, None), False),
        ("Revolute", {"axis": "linear", "stiffness": 10.0}, (None, None), True),
        ("Revolute", {"axis": "linear"}, (None, None), False),
        ("Prismatic", {"axis": "angular", "damping": 1.0}, (None, None), True),
        ("Fixed", {"axis": "angular", "damping": 1.0}, (None, None), True),
        ("Revolute", {"axis": "angular", "target_velocity": 10.0}, (None, None), True),
        ("Revolute", {"axis": "angular"}, (None, None), False),
        ("", {"axis": "transX", "stiffness": 10.0, "target_position": 5.0}, (None, None), False),
    ],
)
def test_drives_that_cannot_work(kind, drive, limits, is_odd):
    """Warn of a wrong axis, a target without gains, and a target beyond a limit."""
    values = {"stiffness": None, "damping": None, "max_force": None, "target_position": None, "target_velocity": None}
    made = joint(
        prim_type=f"Physics{kind}Joint",
        drives=(DriveFacts(**{**values, **drive}),),
        lower_limit=limits[0],
        upper_limit=limits[1],
        constrained_axes=None,
    )
    assert ("SAF056" in found(two_bodies(made))) == is_odd


@pytest.mark.parametrize(
    ("force", "is_acceleration", "severity"),
    [
        ((0, 0, 9.81), True, Severity.FAIL),
        ((0, 0, 4 * 9.81), False, Severity.FAIL),
        ((0, 0, 9.81), False, Severity.WARN),
        ((0, 0, -50), True, Severity.WARN),
        ((5, 0, 0), True, Severity.WARN),
    ],
)
def test_a_force_that_carries_the_weight_fails(force, is_acceleration, severity):
    """Fail a body that a constant force holds up, and name the force; any other one only warns."""
    item = ForceFacts(path="/Root/thruster", force=force, is_acceleration=is_acceleration)
    (made,) = [f for f in run_safeguards(with_body(has_force_api=True, forces=(item,))) if f.code == "SAF026"]
    assert made.severity is severity
    assert "/Root/thruster" in [s.prim_path for s in made.sites]


def test_odd_transforms_are_named():
    """Tell of animated, ignored, reset and mirrored transforms, and of physics outside the root."""
    defect = XformDefect(prim_path="/Root", attribute="xformOp:translate", reason="it is not in xformOpOrder")
    assert found(stage(animated_paths=("/Root",))) == {"SAF062": Severity.WARN}
    assert found(stage(xform_defects=(defect,))) == {"SAF064": Severity.WARN}
    assert found(stage(outside_paths=("/Joint",))) == {"SAF060": Severity.WARN}
    assert found(with_collider(collider(has_reset_below_body=True))) == {"SAF061": Severity.FAIL}
    assert found(with_collider(collider(has_reset_below_body=True, is_enabled=False))).keys().isdisjoint({"SAF061"})
    assert found(with_collider(collider(transform=transform(determinant=-1.0)))) == {"SAF057": Severity.INFO}


@pytest.mark.parametrize(
    ("changes", "approximation", "expected"),
    [
        ({}, "convexHull", {}),
        ({"mixed_edge_count": 4}, "convexHull", {"SAF065": Severity.INFO}),
        ({"mixed_edge_count": 4}, "sdf", {"SAF065": Severity.WARN, "SAF014": Severity.WARN}),
        ({"is_closed": False, "mixed_edge_count": 0}, "convexHull", {"SAF066": Severity.INFO}),
        ({"is_closed": False, "mixed_edge_count": 3}, "convexHull", {"SAF065": Severity.INFO}),
        ({"is_closed": False}, "sdf", {"SAF066": Severity.WARN, "SAF014": Severity.WARN}),
    ],
)
def test_surfaces(changes, approximation, expected):
    """Warn of an open or mixed surface only where it matters."""
    made = replace(mesh_collider(approximation), mesh=mesh(**changes))
    assert found(with_collider(made)) == expected


@pytest.mark.parametrize(
    ("mass", "expected"),
    [
        (4.0, None),
        (0.07, Severity.INFO),
        (0.0007, Severity.WARN),
        (190.0, None),
        (210.0, Severity.WARN),
        (9000.0, Severity.FAIL),
    ],
)
def test_densities(mass, expected):
    """Inform of light, warn of impossible, fail absurd densities of an 8 litre block."""
    assert found(with_body(mass_kg=mass)).get("SAF049") is expected
    without_units = stage(bodies=(body(mass_kg=9000.0),), is_meters_per_unit_authored=False)
    assert found(without_units).get("SAF049") is Severity.WARN


@pytest.mark.parametrize(("mass", "is_odd"), [(4.0, True), (60.0, False)])
def test_the_identity_as_inertia(mass, is_odd):
    """Warn of the identity where it is more than ten times off, not where it fits."""
    facts = with_body(mass_kg=mass, diagonal_inertia_kg_m2=(1.0, 1.0, 1.0))
    assert ("SAF047" in found(facts)) == is_odd
