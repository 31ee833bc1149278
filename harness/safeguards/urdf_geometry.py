"""Check that the shapes of a URDF file are there, of the right size, and where they belong.

What it checks:
    Collisions and visuals of every link, as they were loaded.
Why it matters:
    A link without a collision passes through everything. A mesh that was drawn in millimetres is 1000 times too large
    unless its element has a scale, and pushes everything else away. A collision far from what is drawn makes contacts
    in empty air.
How:
    Boxes of the shapes in the frame of their link are compared with each other, with the distances of the joints, and
    with the mass.
Passes when:
    Each drawn link has a collision near its visual, and meshes are of the size of the robot.
Fails when:
    Never by itself; all of them warn. SAF101: a link with a visual has no collision, while others have. SAF114: a
    mesh is 1000 times too large or too small. SAF115: the box of all collisions of a link lies apart from that of its
    visuals.
Not applicable when:
    The asset is no URDF file. SAF101: no link at all has a collision, which is SAF002.
False positives avoided:
    A large mesh is reported only when it is also far larger than all joint distances and simple shapes, or when the
    written mass would make it lighter than air. Boxes must be apart by more than a tenth of their size.
Thresholds and sources:
    10 m, 50 times the rest of the robot, or less than 0.05 kg/m3 (air has 1.2) in its box: real robots are far from all
    three. Too small: below 5 mm and more than 1e6 kg/m3 (osmium has 22 600).
How to fix:
    Add a collision; write scale="0.001 0.001 0.001" for a mesh in millimetres; correct the origin.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from harness.safeguards.base import Safeguard
from harness.safeguards.urdf_base import said, shown
from harness.stage.facts import StageFacts
from harness.urdf.facts import ShapeFacts, UrdfFacts
from harness.urdf.model import Mesh
from harness.verdict import Finding

__all__ = ["URDF_GEOMETRY"]

_LARGE_M = 10.0
_SMALL_M = 0.005
_LARGER_THAN_REST = 50.0
_LIGHT_KG_M3 = 0.05
_HEAVY_KG_M3 = 1e6
_APART = 0.1
_APART_M = 0.005


def _check(facts: StageFacts) -> Iterator[Finding]:
    urdf = facts.urdf
    if urdf is None:
        return
    yield from _uncollided(urdf)
    for shape in urdf.shapes:
        yield from _size(urdf, shape)
    yield from _apart(urdf)


def _uncollided(urdf: UrdfFacts) -> Iterator[Finding]:
    solid = {s.link for s in urdf.shapes if s.is_collision}
    drawn = {s.link for s in urdf.shapes if not s.is_collision}
    if not solid:
        return
    for link in urdf.robot.links:
        if link.name in drawn and link.name not in solid and not link.collisions:
            text = "is drawn but has no collision; it passes through everything."
            yield said(urdf, "SAF101", f"link '{link.name}'", link.element, text)


def _extent(shape: ShapeFacts) -> float:
    return max(b - a for a, b in zip(shape.low_m, shape.high_m, strict=True))


def _size(urdf: UrdfFacts, shape: ShapeFacts) -> Iterator[Finding]:
    mesh, extent = shape.shape.geometry, _extent(shape)
    if not isinstance(mesh, Mesh) or not math.isfinite(extent):
        return
    what = f"link '{shape.link}'"
    density = _density(urdf, shape)
    rest = _rest(urdf)
    if extent > _LARGE_M and (
        (density is not None and density < _LIGHT_KG_M3) or (rest and extent > _LARGER_THAN_REST * rest)
    ):
        text = f"the mesh {mesh.filename} is {shown(extent)} m large, about 1000 times too large; it is probably in mm."
        yield said(urdf, "SAF114", what, mesh.element, text)
    elif 0 < extent < _SMALL_M and density is not None and density > _HEAVY_KG_M3:
        text = f"the mesh {mesh.filename} is {shown(1000 * extent)} mm large, too small for the mass of the link."
        yield said(urdf, "SAF114", what, mesh.element, text)


def _density(urdf: UrdfFacts, shape: ShapeFacts) -> float | None:
    """Return the written mass of the link over the box of the shape [kg/m3]."""
    link = urdf.robot.link(shape.link)
    mass = None if link is None or link.inertial is None else link.inertial.mass
    volume = math.prod(max(b - a, 1e-6) for a, b in zip(shape.low_m, shape.high_m, strict=True))
    return None if not mass or mass < 0 else mass / volume


def _rest(urdf: UrdfFacts) -> float:
    """Return the largest joint distance or simple shape [m]; 0 without any."""
    joints = [math.hypot(*j.origin.xyz) for j in urdf.robot.joints]
    simple = [_extent(s) for s in urdf.shapes if not isinstance(s.shape.geometry, Mesh)]
    return max([0.0, *joints, *simple])


def _apart(urdf: UrdfFacts) -> Iterator[Finding]:
    for link in urdf.robot.links:
        own = [s for s in urdf.shapes if s.link == link.name]
        solid, drawn = [s for s in own if s.is_collision], [s for s in own if not s.is_collision]
        if not solid or not drawn:
            continue
        gap, size = _gap(solid, drawn)
        if gap > max(_APART_M, _APART * size):
            text = (
                f"its collision lies {shown(gap)} m apart from its visual, so contacts happen where nothing is drawn."
            )
            yield said(urdf, "SAF115", f"link '{link.name}'", solid[0].shape.element, text)


def _gap(first: Sequence[ShapeFacts], second: Sequence[ShapeFacts]) -> tuple[float, float]:
    """Return how far two groups of boxes are apart [m] and the larger size of both [m]."""
    boxes = [
        ([min(s.low_m[i] for s in group) for i in range(3)], [max(s.high_m[i] for s in group) for i in range(3)])
        for group in (first, second)
    ]
    (low0, high0), (low1, high1) = boxes
    gaps = [max(low1[i] - high0[i], low0[i] - high1[i], 0.0) for i in range(3)]
    sizes = [max(h - low for low, h in zip(*box, strict=True)) for box in boxes]
    return math.hypot(*gaps), max(sizes)


URDF_GEOMETRY = Safeguard(name="urdf-geometry", codes=("SAF101", "SAF114", "SAF115"), check=_check)
