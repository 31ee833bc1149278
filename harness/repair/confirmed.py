"""Repairs that a probe proved: what made the same drop pass, written into the layer. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from harness.probing import PROBES_TABLE, Probe, choose_probes
from harness.repair.change import Context, Draft
from harness.repair.size_doubt import unit_in_doubt
from harness.scene.variation import opinions_of
from harness.verdict import Verdict

__all__ = ["confirmed_drafts"]

# What is about the test and not about the asset.
_NO_REPAIR = frozenset({"at-480-fps", "on-its-side-x", "on-its-side-y", "upside-down"})
_FAILED = ("MON001", "MON002", "MON003", "MON004", "MON005")


def confirmed_drafts(context: Context, verdict: Verdict) -> Iterator[tuple[str, Draft]]:
    """Yield the code and the change of the first probe that passed, if the asset can be changed so.

    Args:
        context: The asset.
        verdict: Verdict with a table of probes.
    """
    passed = {
        str(row[0]) for t in verdict.tables if t.name == PROBES_TABLE for row in t.rows if row[2] == "passes"
    } - _NO_REPAIR
    code = next((f.code for f in verdict.findings if f.code in _FAILED), None)
    if code is None or not passed:
        return
    fps = next((v.value for v in verdict.config if v.key.endswith(".physics_fps")), None)
    step = 1.0 / float(fps) if isinstance(fps, (int, float)) and fps > 0 else 1.0 / 240
    for probe in choose_probes(verdict.criteria, context.known, (), timestep_s=step):
        if probe.variation.density_kg_m3 is not None and any(
            unit_in_doubt(context, [b]) for b in context.known.moving_bodies
        ):
            # What passes with another mass may have the wrong size.
            continue
        if probe.variation.name in passed:
            yield code, _draft(context, probe)
            return


def _draft(context: Context, probe: Probe) -> Draft:
    title = probe.variation.title
    return Draft(
        title=title[:1].upper() + title[1:],
        reason=f"{probe.meaning} The same drop passes with this changed alone.",
        opinions=opinions_of(context.known, probe.variation),
    )
