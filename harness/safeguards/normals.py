"""Warn of collision meshes that are turned inside out.

What it checks:
    The signed volume of every closed mesh that an engine would cook for a body.
Why it matters:
    Hulls and decompositions do not care, but triangle and SDF colliders take the outside for the inside, and a renderer
    that culls back faces shows a hole. The same file then works in one place and not in another.
How:
    The volume by the divergence theorem is negative when the faces point inward.
Passes when:
    The volume is positive.
Fails when:
    Never; SAF037 warns.
Not applicable when:
    The mesh is open, or its topology or points are broken.
False positives avoided:
    The ``orientation`` attribute and mirrored transforms are taken into account by the reader. An open mesh has no
    inside.
Thresholds and sources:
    None: the sign is the answer; a volume below 1e-9 of the box is noise of a flat mesh.
How to fix:
    Flip the faces (recompute normals outward in the authoring tool).
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from harness.safeguards.base import Safeguard
from harness.safeguards.mesh_points import points_problem
from harness.safeguards.mesh_topology import cooked_meshes, topology_problem
from harness.stage.facts import StageFacts
from harness.verdict import Finding, finding

__all__ = ["NORMALS"]

_NOISE = 1e-9


def _check(facts: StageFacts) -> Iterator[Finding]:
    for path, mesh in cooked_meshes(facts):
        volume = mesh.signed_volume_m3
        if not mesh.is_closed or volume is None or mesh.extent_m is None:
            continue
        if topology_problem(mesh) is not None or points_problem(mesh) is not None:
            continue
        if volume < -_NOISE * math.prod(mesh.extent_m):
            yield finding(
                "SAF037",
                f"The faces of the closed collision mesh {path} point inward (its signed volume is {volume:.3g} m3). A "
                "hull ignores that; SDF and triangle colliders take outside for inside.",
                sites=[path],
                measured=volume,
                limit=0.0,
                unit="m3",
            )


NORMALS = Safeguard(name="normals", codes=("SAF037",), check=_check)
