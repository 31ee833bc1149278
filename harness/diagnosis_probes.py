"""What probes and the facts about a body add to the causes of a failure. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.diagnosis_clues import Evidence, Hint
from harness.probing import ProbeResult
from harness.repair.table import REPAIRS
from harness.safeguards.base import body_frame_extent, solid_colliders
from harness.stage.facts import BodyFacts, StageFacts

__all__ = ["describe_penetration", "is_refuted", "judged_by_probes", "nothing_helped"]

_CONFIRMED, _HELPED, _FOUND, _HINTED, _REFUTED = 300.0, 200.0, 250.0, 90.0, -60.0
_USUAL = 95.0
_WORDS = " With this changed alone, "
_THIN_M = 0.02
# Colliders that are made anew for any of these.
_MISFITS = frozenset(code for code, repair in REPAIRS.items() if repair.rule == "colliders:refit")
_POSE = "dropped "
# Probes that would have passed if the guess were right; a guess begins with the key.
_TRIED = {
    "a wrong collision approximation": frozenset({"as-convex-hull", "decomposed"}),
    "geometry thinner than 1 cm": frozenset({"at-480-fps", "with-ccd"}),
    "an unrealistic mass": frozenset({"mass-from-density"}),
    "a centre of mass outside": frozenset({"inertia-from-geometry", "mass-from-density"}),
    "overlapping": frozenset({"without-self-collision"}),
}


def judged_by_probes(hints: Sequence[Hint], probes: Sequence[ProbeResult]) -> list[Hint]:
    """Raise hints that a probe confirmed, lower those that it refuted, and add what only a probe showed.

    Args:
        hints: What the findings and facts suggest.
        probes: What was tried.
    """
    judged = list(hints)
    repairs = [p for p in probes if p.probe.code]
    confirmed = [p for p in repairs if p.is_passed]
    for probe in repairs:
        if probe.is_passed is False and not probe.cured and not any(_shares_code(probe, c) for c in confirmed):
            judged = [h._replace(weight=h.weight + _REFUTED) if _is_about(h, probe) else h for h in judged]
    for probe in [p for p in repairs if p.is_passed or p.cured]:
        matching = [h for h in judged if _is_about(h, probe)] or [h for h in judged if _names(h, probe)]
        if not matching:
            judged.append(_hint(probe, _USUAL))
            matching = judged[-1:]
        judged = [_confirm(h, probe) if h in matching else h for h in judged]
    if not confirmed:
        shown = list(_what_only_a_probe_showed(probes))
        judged = [h for h in judged if not any(s.cause.startswith(h.cause) for s in shown)] + shown
    return judged


def is_refuted(guess: str, probes: Sequence[ProbeResult], facts: StageFacts | None) -> bool:
    """Whether what was tried, or what the asset is made of, shows that a guess is wrong.

    Args:
        guess: A possible cause without evidence of its own.
        probes: What was tried.
        facts: The asset, if it is known.
    """
    tried = next((names for begin, names in _TRIED.items() if guess.startswith(begin)), frozenset())
    failed = [p for p in probes if p.is_passed is False and not p.cured]
    if any(p.probe.variation.name in tried for p in failed):
        return True
    if facts is None or "approximation" not in guess:
        return False
    # Analytic shapes have no approximation that could be wrong.
    colliders = [c for own in solid_colliders(facts).values() for c in own]
    return bool(colliders) and all(c.mesh is None and not c.merged_meshes for c in colliders)


def nothing_helped(probes: Sequence[ProbeResult]) -> Hint:
    """Return what to say when every guess was refuted.

    Args:
        probes: What was tried.
    """
    titles = [p.probe.variation.title for p in probes if p.is_passed is False]
    tried = f": it fails with each of these too: {', '.join(titles)}" if titles else ""
    return Hint(
        f"None of the usual causes explains it{tried}.",
        "Look at the film or the replay, and read the engine log beside the verdict.",
    )


def _shares_code(probe: ProbeResult, other: ProbeResult) -> bool:
    return {probe.probe.code, other.probe.code} <= _MISFITS


def _is_about(hint: Hint, probe: ProbeResult) -> bool:
    code = probe.probe.code
    return bool(hint.code) and (hint.code == code or (hint.code in _MISFITS and code in _MISFITS))


def _names(hint: Hint, probe: ProbeResult) -> bool:
    """Whether a hint without a code of its own names exactly a prim that the probe changed."""
    words = {w.strip(".,:;()'") for w in hint.cause.split()}
    return not hint.code and not words.isdisjoint(probe.probe.prim_paths)


def _confirm(hint: Hint, probe: ProbeResult) -> Hint:
    if _WORDS in hint.cause:
        return hint
    effect = "it passes." if probe.is_passed else f"this is met: {probe.cured[0]}."
    weight = _CONFIRMED if probe.is_passed else _HELPED
    return hint._replace(cause=f"{hint.cause}{_WORDS}{effect}", weight=hint.weight + weight)


def _hint(probe: ProbeResult, weight: float) -> Hint:
    return Hint(probe.probe.meaning, probe.probe.fix, probe.probe.code, weight)


def _what_only_a_probe_showed(probes: Sequence[ProbeResult]) -> Iterator[Hint]:
    passed = [p for p in probes if p.is_passed and not p.probe.code]
    for index, probe in enumerate(passed):
        # That another pose lands well says where to look, not what is wrong.
        is_pose = probe.probe.variation.title.startswith(_POSE)
        hint = _hint(probe, (_HINTED if is_pose else _FOUND) - index)
        yield hint._replace(cause=f"{hint.cause} It passes with this: {probe.probe.variation.title}.")


def describe_penetration(evidence: Evidence) -> str:
    """Return when, how deep, how fast and with which collider a body went into the floor, as the start of a sentence.

    Args:
        evidence: Everything that is known about the failed case.
    """
    criterion = next((c for c in evidence.criteria if c.name == "floor-penetration"), None)
    if criterion is None or criterion.measured is None or criterion.measured >= 0:
        return ""
    when = f" at {criterion.time_s:.2f} s" if criterion.time_s is not None else ""
    speed = evidence.number("impact_speed_analytic_m_s")
    fast = f", hit at {speed:.2g} m/s" if speed is not None else ""
    where = criterion.prim_path or "the asset"
    body = next((b for b in evidence.bodies if b.path == where), None)
    collider = f", {_collider_of(body, evidence)}{fast}" if body is not None else fast
    return f"Penetration{when}, {-criterion.measured:.2f} m deep, under {where}{collider}: "


def _collider_of(body: BodyFacts, evidence: Evidence) -> str:
    solid = solid_colliders(evidence.facts)[body.path] if evidence.facts is not None else []
    if not solid:
        return "which has no working collider"
    extent = body_frame_extent(body, body.collider_points_m)
    kind = solid[0].approximation or solid[0].prim_type
    if extent is not None and min(extent) < _THIN_M <= max(extent):
        return f"whose collider is a {1000 * min(extent):.2g} mm plate"
    if extent is not None:
        size = " x ".join(f"{v:.2g}" for v in extent)
        return f"whose collider ({kind}) measures {size} m"
    return f"whose collider is a {kind}"
