"""Name likely causes and fixes of a failure, from the evidence that was found.

For each symptom there is a list of things that cause it, the most usual first. Each is looked for in the findings and
the facts; only what is there is named, and ranked by evidence: by what a probe showed, by how far a value is beyond its
limit, by the body that failed. When nothing specific is there, the causes that the test's definition lists are named
as possible.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from harness import diagnosis_clues as clue
from harness import diagnosis_joints as joint_clue
from harness.diagnosis_clues import Evidence, Hint
from harness.diagnosis_probes import describe_penetration, is_refuted, judged_by_probes, nothing_helped
from harness.outcomes import CriterionStatus, Severity
from harness.probing import ProbeResult
from harness.repair.table import has_repair
from harness.stage.facts import StageFacts
from harness.verdict import Criterion, Finding

__all__ = ["Diagnosis", "diagnose"]

_MAX_CAUSES = 6
_CATEGORICAL = 2.0
# Weights: what decides by itself, what usually leads to the symptom, the step to the next in that list, and a bonus.
_DECIDED, _USUAL, _STEP, _NEAR = 200.0, 100.0, 1.5, 4.0
_MAX_OF_A_KIND = 2
_MESH_CODES = ("SAF010", "SAF011")
_DECIDING = (Severity.FAIL, Severity.ERROR, Severity.BLOCKED, Severity.INCONCLUSIVE, Severity.NOT_APPLICABLE)


@dataclass(frozen=True, kw_only=True)
class Diagnosis:
    """Causes, best first, with one fix each."""

    causes: tuple[str, ...] = ()
    """What probably went wrong."""
    fixes: tuple[str, ...] = ()
    """What to try, in the order of ``causes``."""


class _Symptom(StrEnum):
    """What a reader sees."""

    NEVER_TOUCHES = "never touches"
    PENETRATES = "penetrates"
    NEVER_SETTLES = "never settles"
    HANGS = "hangs"
    EXPLODES = "explodes"


_SYMPTOM_OF_CODE = {
    "MON001": _Symptom.NEVER_TOUCHES,
    "MON002": _Symptom.PENETRATES,
    "MON003": _Symptom.NEVER_SETTLES,
    "MON004": _Symptom.EXPLODES,
    "MON005": _Symptom.EXPLODES,
    "ENG002": _Symptom.HANGS,
    "ENG003": _Symptom.HANGS,
    "ENG004": _Symptom.HANGS,
    "ENG006": _Symptom.HANGS,
    "ENG007": _Symptom.HANGS,
}
_SYMPTOM_OF_CRITERION = {
    "ground-contact": _Symptom.NEVER_TOUCHES,
    "floor-penetration": _Symptom.PENETRATES,
    "rest": _Symptom.NEVER_SETTLES,
    "rest-deadline": _Symptom.NEVER_SETTLES,
    "finite-state": _Symptom.EXPLODES,
    "bounded-energy": _Symptom.EXPLODES,
}

_MISFIT = "The collider differs from the visible geometry. "

# A text is the code of a finding that explains the symptom, a function looks for a clue in the facts. Best first.
_Source = str | Callable[[Evidence], Iterator[Hint]]
_SOURCES: dict[_Symptom, tuple[_Source, ...]] = {
    _Symptom.NEVER_TOUCHES: (
        "SAF057",
        *("ENG008", "ENG013", "ENG015", "SAF018", "SAF017", "SAF026", "SAF025"),
        clue.animated,
        *("SAF015", "SAF038", "SAF036", "SAF062", "MON009", "SAF014", "SAF019", "SAF024", "SAF020"),
        clue.bounding_sphere,
        clue.disabled_collider,
        clue.rises,
        clue.never_moves,
        clue.still_falling,
    ),
    _Symptom.PENETRATES: (
        *("ENG009", "SAF057", "SAF003", "SAF076"),
        clue.no_collider,
        clue.disabled_collider,
        clue.animated,
        *("SAF063", "SAF052", "SAF046", "SAF038", "MON009", "SAF034", "SAF042", "SAF023", "SAF014", "SAF037", "SAF036"),
        clue.thin,
        *("SAF047", "SAF025"),
        clue.fast_start,
    ),
    _Symptom.NEVER_SETTLES: (
        *("ENG010", "SAF057"),
        clue.bouncy_material,
        joint_clue.spinning_drive,
        *("SAF046", "SAF054", "SAF031", "SAF045", "SAF047", "SAF026", "SAF044", "SAF041", "SAF025"),
        *("SAF063", "SAF067", "SAF056", "SAF062"),
        clue.odd_inertia,
        clue.disabled_collider,
        clue.animated,
        clue.no_friction,
        joint_clue.unbraked,
        clue.round_base,
        clue.odd_mass,
        clue.mass_ratio,
        "SAF036",
    ),
    _Symptom.HANGS: (
        "SAF043",
        clue.costly_collider,
        clue.extreme_values,
        clue.heavy_meshes,
        clue.leaky_meshes,
        clue.many_bodies,
        *("SAF055", "SAF066", "SAF054", "SAF044", "SAF047", "SAF041", "SAF036", "SAF014"),
    ),
    _Symptom.EXPLODES: (
        "SAF057",
        joint_clue.parallel_joints,
        *("SAF026", "SAF054", "SAF031", "SAF047", "SAF044", "SAF056"),
        clue.extreme_values,
        clue.odd_inertia,
        joint_clue.spinning_drive,
        clue.mass_ratio,
        "ENG012",
        *("SAF025", "SAF045", "SAF041"),
    ),
}

_POSSIBLE: dict[_Symptom, tuple[Hint, ...]] = {
    _Symptom.NEVER_TOUCHES: (
        Hint("no RigidBodyAPI on the root", "Apply RigidBodyAPI to the root prim."),
        Hint("no CollisionAPI on any mesh", "Apply CollisionAPI to at least one mesh."),
        Hint("a FixedJoint to the world", "Remove the anchoring joint."),
        Hint("mass zero or a kinematic body", "Write a positive mass and clear kinematicEnabled."),
    ),
    _Symptom.PENETRATES: (
        Hint("a wrong collision approximation", "Author convexHull, or convexDecomposition for a hollow part."),
        Hint("normals that point inward", "Turn the faces outward."),
        Hint("geometry thinner than 1 cm that tunnels", "Thicken whatever is thinner than 1 cm."),
    ),
    _Symptom.NEVER_SETTLES: (
        Hint("an unrealistic mass", "Write a mass in proportion to the real object."),
        Hint("a centre of mass outside the collision mesh", "Put the centre of mass inside the collider."),
        Hint("a rounded base", "Flatten the base."),
        Hint("overlapping collision meshes", "Separate overlapping colliders."),
    ),
    _Symptom.HANGS: (
        Hint("self-penetrating geometry", "Repair the mesh; step the asset by hand in Kit to see the PhysX error."),
        Hint("missing or zero-volume colliders", "Give every collider a volume."),
        Hint("overlapping rigid bodies", "Move the bodies apart."),
        Hint("NaN or extreme values in mass or diagonalInertia", "Write plausible values, or remove the attributes."),
    ),
    _Symptom.EXPLODES: (
        Hint("extreme values in mass, inertia, drives or scale", "Write plausible values, or remove the attributes."),
        Hint("overlapping colliders or joint frames that are apart", "Separate the parts; recompute the joint frames."),
    ),
}


def diagnose(
    findings: Sequence[Finding],
    criteria: Sequence[Criterion],
    facts: StageFacts | None,
    measurements: Mapping[str, float | None],
    probes: Sequence[ProbeResult] = (),
) -> Diagnosis:
    """Return what probably went wrong and what to try, best evidence first; nothing for an asset that behaves.

    What was tried and made the asset pass comes first, then what decides by itself, then what is known to lead to what
    was seen: the further a measured value is beyond its limit, and the nearer to the body that failed, the better.
    What was repaired on its own without making a difference comes last.

    Args:
        findings: Everything that was found.
        criteria: Conditions of the test with their measurements.
        facts: Facts about the asset, ``None`` when they are not known.
        measurements: Named numbers of the run.
        probes: The same run with one thing changed.

    Source: failure table of ground_drop 3.0.0, extended by measurements with PhysX 5.12.
    """
    evidence = Evidence(findings=findings, criteria=criteria, facts=facts, measurements=measurements)
    symptoms = _symptoms(findings, criteria)
    # Where something failed, what only kept the test from judging more is not why.
    undecided = {Severity.INCONCLUSIVE} if symptoms else set()
    hints = [
        Hint(f.message, f.fix, f.code, _DECIDED)
        for f in findings
        if _is_explained_by_itself(f) and f.severity not in undecided
    ]
    broken = {s.prim_path for f in findings if f.code in _MESH_CODES for s in f.sites}
    # Points that are only there at some time look like broken or missing ones.
    hints += [h._replace(weight=_DECIDED + 1) for h in clue.animated(evidence) if broken & set(h.cause.split())]
    for symptom in symptoms:
        specific = [
            hint._replace(weight=hint.weight + _USUAL - index * _STEP + _nearness(hint, evidence))
            for index, source in enumerate(_SOURCES[symptom])
            for hint in islice(_look(source, evidence), _MAX_OF_A_KIND)
        ]
        # What failed before the run is the cause; guesses about the symptom would only distract from it.
        hints += specific if specific or hints else _as_possible(symptom, probes, facts)
    hints = sorted(judged_by_probes(hints, probes), key=lambda h: -h.weight)
    unique: dict[str, Hint] = {}
    for hint in hints:
        unique.setdefault(hint.cause, hint)
    best = list(unique.values())[:_MAX_CAUSES]
    if best and _Symptom.PENETRATES in symptoms:
        best[0] = best[0]._replace(cause=f"{describe_penetration(evidence)}{best[0].cause}")
    return Diagnosis(causes=tuple(h.cause for h in best), fixes=tuple(_with_repair(h, facts) for h in best))


def _nearness(hint: Hint, evidence: Evidence) -> float:
    """Return a bonus for a hint about the body that failed the test."""
    failed = {c.prim_path for c in evidence.criteria if c.status is CriterionStatus.NOT_MET and c.prim_path}
    return _NEAR if any(path in hint.cause for path in failed) else 0.0


def _with_repair(hint: Hint, facts: StageFacts | None) -> str:
    if not has_repair(hint.code):
        return hint.fix
    option = " --allow-anchors" if hint.code in ("SAF006", "SAF007") else ""
    is_urdf = facts is not None and facts.urdf is not None
    writer = f"For the USD that asset-qa convert writes, asset-qa fix{option}" if is_urdf else f"asset-qa fix{option}"
    return f"{hint.fix} {writer} can write this.".strip()


def _is_explained_by_itself(item: Finding) -> bool:
    """Whether a finding decides the outcome and says why, rather than being a symptom of something else."""
    return item.severity in _DECIDING and item.code not in _SYMPTOM_OF_CODE and item.code != "TST003"


def _symptoms(findings: Iterable[Finding], criteria: Iterable[Criterion]) -> list[_Symptom]:
    """Return what a reader sees; once a state has exploded, whatever it then touches or not means nothing."""
    found = [_SYMPTOM_OF_CODE[f.code] for f in findings if f.code in _SYMPTOM_OF_CODE]
    found += [
        _SYMPTOM_OF_CRITERION[c.name]
        for c in criteria
        if c.is_required and c.status is CriterionStatus.NOT_MET and c.name in _SYMPTOM_OF_CRITERION
    ]
    return [_Symptom.EXPLODES] if _Symptom.EXPLODES in found else list(dict.fromkeys(found))


def _look(source: _Source, evidence: Evidence) -> Iterator[Hint]:
    if not isinstance(source, str):
        yield from source(evidence)
        return
    for item in evidence.findings:
        if item.code == source and item.severity is not Severity.INFO:
            prefix = _MISFIT if item.code in ("SAF015", "SAF038", "SAF036") else ""
            yield Hint(prefix + item.message, item.fix, item.code, _excess(item))


def _excess(item: Finding) -> float:
    """Return how far beyond its limit a value is: 0 at the limit, 2 for each factor of ten, 8 at most."""
    measured, limit = item.measured, item.limit
    if not measured or not limit or not (math.isfinite(measured) and math.isfinite(limit)):
        # On or off: a defect without degrees.
        return _CATEGORICAL
    return min(8.0, 2.0 * abs(math.log10(abs(measured / limit))))


def _as_possible(symptom: _Symptom, probes: Sequence[ProbeResult], facts: StageFacts | None) -> list[Hint]:
    """Return guesses, except those that are known to be wrong."""
    left = [h for h in _POSSIBLE[symptom] if not is_refuted(h.cause, probes, facts)]
    return [Hint(f"Possible: {h.cause}.", h.fix) for h in left] or [nothing_helped(probes)]
