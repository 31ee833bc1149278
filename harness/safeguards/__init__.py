"""Checks over the facts of an asset, before anything is simulated. Pure: standard library and NumPy only.

A safeguard is a function from :class:`~harness.stage.facts.StageFacts` to findings, in a file of its own. The order of
:data:`SAFEGUARDS` is the order of the findings in a report.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from harness.outcomes import Severity
from harness.safeguards.analytic_scale import ANALYTIC_SCALE
from harness.safeguards.approximation import APPROXIMATION
from harness.safeguards.attribute import ATTRIBUTE, describe_defect
from harness.safeguards.base import Safeguard, listed
from harness.safeguards.collider import COLLIDER
from harness.safeguards.collider_placement import COLLIDER_PLACEMENT
from harness.safeguards.contact_limit import CONTACT_LIMIT
from harness.safeguards.coverage import COVERAGE
from harness.safeguards.doubled import DOUBLED
from harness.safeguards.drive_fit import DRIVE_FIT
from harness.safeguards.fall_impeded import FALL_IMPEDED
from harness.safeguards.free_fall import FREE_FALL
from harness.safeguards.hidden import hidden_findings
from harness.safeguards.ignored_attribute import IGNORED_ATTRIBUTE
from harness.safeguards.inertia import INERTIA
from harness.safeguards.joint import JOINT
from harness.safeguards.joint_conflict import JOINT_CONFLICT
from harness.safeguards.joint_drive import JOINT_DRIVE
from harness.safeguards.links_overlap import LINKS_OVERLAP
from harness.safeguards.mass import MASS
from harness.safeguards.material import MATERIAL
from harness.safeguards.mesh_points import MESH_POINTS
from harness.safeguards.mesh_topology import MESH_TOPOLOGY
from harness.safeguards.nesting import NESTING
from harness.safeguards.normals import NORMALS
from harness.safeguards.offsets import OFFSETS
from harness.safeguards.overlap import OVERLAP
from harness.safeguards.own_scene import OWN_SCENE
from harness.safeguards.placement import PLACEMENT
from harness.safeguards.rigid_body import RIGID_BODY
from harness.safeguards.size import SIZE
from harness.safeguards.static_parts import STATIC_PARTS
from harness.safeguards.surface import SURFACE
from harness.safeguards.thinness import THINNESS
from harness.safeguards.transform import TRANSFORM
from harness.safeguards.unsupported import UNSUPPORTED
from harness.safeguards.urdf_geometry import URDF_GEOMETRY
from harness.safeguards.urdf_limits import URDF_LIMITS
from harness.safeguards.urdf_mass import URDF_MASS
from harness.safeguards.urdf_mimic import URDF_MIMIC
from harness.safeguards.world_anchor import WORLD_ANCHOR
from harness.stage.facts import StageFacts
from harness.urdf.facts import annotated
from harness.verdict import Finding, finding

__all__ = ["SAFEGUARDS", "Safeguard", "run_safeguards"]

SAFEGUARDS: tuple[Safeguard, ...] = (
    WORLD_ANCHOR,
    RIGID_BODY,
    COLLIDER,
    FREE_FALL,
    MESH_TOPOLOGY,
    MESH_POINTS,
    TRANSFORM,
    MASS,
    DOUBLED,
    INERTIA,
    MATERIAL,
    JOINT,
    JOINT_CONFLICT,
    JOINT_DRIVE,
    DRIVE_FIT,
    ATTRIBUTE,
    IGNORED_ATTRIBUTE,
    COLLIDER_PLACEMENT,
    COVERAGE,
    UNSUPPORTED,
    APPROXIMATION,
    ANALYTIC_SCALE,
    NORMALS,
    SURFACE,
    THINNESS,
    SIZE,
    OFFSETS,
    FALL_IMPEDED,
    CONTACT_LIMIT,
    OWN_SCENE,
    STATIC_PARTS,
    NESTING,
    PLACEMENT,
    OVERLAP,
    LINKS_OVERLAP,
    URDF_MASS,
    URDF_GEOMETRY,
    URDF_LIMITS,
    URDF_MIMIC,
)
"""All safeguards, in the order of their findings."""

_MAX_PER_CODE = 5


def run_safeguards(facts: StageFacts, *, settled_codes: frozenset[str] = frozenset()) -> tuple[Finding, ...]:
    """Run all safeguards and return what they found, without repetitions.

    What a kinematic or anchored body hides is told too, see :mod:`harness.safeguards.hidden`.

    Args:
        facts: The asset.
        settled_codes: Codes that mean nothing to the test; neither do defects that they hide.
    """

    def judge(some: StageFacts) -> list[Finding]:
        return [f for f in _judge(some) if f.code not in settled_codes]

    kept = judge(facts)
    kept += hidden_findings(facts, kept, judge)
    return tuple(_summarised(annotated(_without_repetition(facts, kept), facts.urdf)))


def _judge(facts: StageFacts) -> list[Finding]:
    found = [(guard, list(guard.check(facts))) for guard in SAFEGUARDS]
    is_anchored = any(f.severity is Severity.NOT_APPLICABLE for _, findings in found for f in findings)
    kept: list[Finding] = []
    for guard, findings in found:
        for item in findings:
            # FAIL outranks NOT_APPLICABLE. For a pinned asset "it would not fall" is no defect, but corrupt data
            # (a negative mass, a broken mesh) still is, so only the former gives way.
            if is_anchored and item.code in guard.moot_when_anchored:
                continue
            kept.append(_with_finite_numbers(item))
    return kept


def _with_finite_numbers(item: Finding) -> Finding:
    """Leave out a number that a report cannot hold; the message still tells it."""
    measured = item.measured if item.measured is not None and math.isfinite(item.measured) else None
    limit = item.limit if item.limit is not None and math.isfinite(item.limit) else None
    return replace(item, measured=measured, limit=limit)


def _without_repetition(facts: StageFacts, findings: Sequence[Finding]) -> list[Finding]:
    """Drop generic findings about attributes that a specific safeguard has explained on the same prim."""
    guard_of = {code: guard for guard in SAFEGUARDS for code in guard.codes}
    explained = {
        (site.prim_path, beginning)
        for item in findings
        for site in item.sites
        for beginning in guard_of[item.code].attributes
    }
    repeated = {
        describe_defect(defect)
        for defect in facts.attribute_defects
        for path, beginning in explained
        if path == defect.prim_path and defect.attribute.startswith(beginning)
    }
    return [f for f in findings if f not in repeated or f.code not in ATTRIBUTE.codes]


def _summarised(findings: Sequence[Finding]) -> list[Finding]:
    """Replace a long row of findings of one kind by its first ones and one that counts the rest."""
    result: list[Finding] = []
    for (code, severity), group in groupby(findings, key=lambda f: (f.code, f.severity)):
        row = list(group)
        if len(row) <= _MAX_PER_CODE:
            result += row
            continue
        shown, rest = row[: _MAX_PER_CODE - 1], row[_MAX_PER_CODE - 1 :]
        sites = tuple(dict.fromkeys(s for f in rest for s in f.sites))
        paths = [s.prim_path for s in sites if s.prim_path is not None]
        more = finding(
            code, f"{len(rest)} more findings of the same kind, on {listed(paths)}.", sites=sites, severity=severity
        )
        result += [*shown, more]
    return result
