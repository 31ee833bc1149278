"""Name likely causes and fixes of a failure, from the evidence that was found.

For each symptom there is an ordered list of things that cause it. Each is looked for in the findings and the facts;
only
what is there is named. When nothing specific is there, the causes that the test's definition lists are named as
possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from harness import diagnosis_clues as clue
from harness.diagnosis_clues import Evidence, Hint
from harness.outcomes import CriterionStatus, Severity
from harness.stage.facts import StageFacts
from harness.verdict import Criterion, Finding

__all__ = ["Diagnosis", "diagnose"]

_MAX_CAUSES = 6
_MAX_OF_A_KIND = 2
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
        *("ENG008", "ENG013", "ENG015", "SAF018", "SAF017", "SAF026", "SAF025"),
        *("SAF015", "SAF038", "SAF036", "MON009", "SAF014", "SAF019", "SAF024", "SAF020"),
        clue.bounding_sphere,
        clue.rises,
        clue.never_moves,
        clue.still_falling,
    ),
    _Symptom.PENETRATES: (
        *("ENG009", "SAF003"),
        clue.no_collider,
        *("SAF046", "SAF038", "MON009", "SAF034", "SAF042", "SAF023", "SAF014", "SAF037", "SAF036"),
        clue.thin,
        *("SAF047", "SAF025"),
        clue.fast_start,
    ),
    _Symptom.NEVER_SETTLES: (
        "ENG010",
        clue.bouncy_material,
        clue.spinning_drive,
        *("SAF046", "SAF031", "SAF045", "SAF047", "SAF026", "SAF044", "SAF041", "SAF025"),
        clue.odd_inertia,
        clue.no_friction,
        clue.round_base,
        clue.odd_mass,
        clue.mass_ratio,
        "SAF036",
    ),
    _Symptom.HANGS: (
        "SAF043",
        clue.extreme_values,
        clue.heavy_meshes,
        clue.leaky_meshes,
        clue.many_bodies,
        *("SAF044", "SAF047", "SAF041", "SAF036", "SAF014"),
    ),
    _Symptom.EXPLODES: (
        clue.parallel_joints,
        *("SAF031", "SAF047", "SAF044"),
        clue.extreme_values,
        clue.odd_inertia,
        clue.spinning_drive,
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
) -> Diagnosis:
    """Return what probably went wrong and what to try; nothing for an asset that behaves.

    Args:
        findings: Everything that was found.
        criteria: Conditions of the test with their measurements.
        facts: Facts about the asset, ``None`` when they are not known.
        measurements: Named numbers of the run.

    Source: failure table of ground_drop 3.0.0, extended by measurements with PhysX 5.12.
    """
    evidence = Evidence(findings=findings, criteria=criteria, facts=facts, measurements=measurements)
    hints = [Hint(f.message, f.fix) for f in findings if _is_explained_by_itself(f)]
    for symptom in _symptoms(findings, criteria):
        specific = [h for source in _SOURCES[symptom] for h in islice(_look(source, evidence), _MAX_OF_A_KIND)]
        # What failed before the run is the cause; guesses about the symptom would only distract from it.
        hints += specific if specific or hints else _as_possible(symptom)
    unique = list(dict.fromkeys(hints))[:_MAX_CAUSES]
    return Diagnosis(causes=tuple(h.cause for h in unique), fixes=tuple(h.fix for h in unique))


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
            yield Hint(prefix + item.message, item.fix)


def _as_possible(symptom: _Symptom) -> list[Hint]:
    return [Hint(f"Possible: {h.cause}.", h.fix) for h in _POSSIBLE[symptom]]
