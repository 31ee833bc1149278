"""Tell defects that another one hides: what would still be wrong once a kinematic or anchored body is set free.

Most safeguards look at bodies that move. A body that is kinematic by mistake is none, so its missing collider would
only be told after it has been made dynamic. Here the facts are changed as the repair would change them, and judged
again. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from harness.outcomes import Severity
from harness.safeguards.base import listed
from harness.safeguards.world_anchor import anchoring_joints
from harness.stage.facts import StageFacts
from harness.verdict import Finding

__all__ = ["hidden_findings"]

_KINEMATIC = "SAF004"
_ANCHORS = frozenset({"SAF006", "SAF007"})
_TOLD = (Severity.FAIL, Severity.WARN)

Judge = Callable[[StageFacts], Sequence[Finding]]


def hidden_findings(facts: StageFacts, seen: Sequence[Finding], judge: Judge) -> Iterator[Finding]:
    """Yield what would be found once the bodies that hide it were free.

    A kinematic body is a defect itself, so what it hides warns. An anchor may be meant, and so may what only a free
    body suffers from: that informs. Neither changes an outcome.

    Args:
        facts: The asset.
        seen: What was found.
        judge: Returns what the safeguards find in facts, without this.
    """
    codes = {f.code for f in seen}
    if codes & _ANCHORS:
        free = _without_anchors(facts)
        reason, severity = "Were the asset not anchored: ", Severity.INFO
    elif _KINEMATIC in codes:
        paths = [s.prim_path for f in seen if f.code == _KINEMATIC for s in f.sites if s.prim_path is not None]
        free = _made_dynamic(facts, frozenset(paths))
        reason, severity = f"Not felt while {listed(paths)} is kinematic: ", Severity.WARN
    else:
        return
    known = {(f.code, tuple(s.prim_path for s in f.sites)) for f in seen}
    for item in judge(free):
        if item.severity in _TOLD and (item.code, tuple(s.prim_path for s in item.sites)) not in known:
            yield replace(item, message=f"{reason}{item.message}", severity=severity)


def _made_dynamic(facts: StageFacts, paths: frozenset[str]) -> StageFacts:
    return replace(facts, bodies=tuple(replace(b, is_kinematic=False) if b.path in paths else b for b in facts.bodies))


def _without_anchors(facts: StageFacts) -> StageFacts:
    anchors = {j.path for j in anchoring_joints(facts)}
    loose = replace(facts, joints=tuple(j for j in facts.joints if j.path not in anchors))
    return _made_dynamic(loose, frozenset(b.path for b in facts.bodies if b.is_kinematic))
