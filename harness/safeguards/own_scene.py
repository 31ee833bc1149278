"""Report a PhysicsScene that the asset brings along, and owners that name one.

What it checks:
    PhysicsScene prims below the asset's root, and authored physics:simulationOwner relationships.
Why it matters:
    Bodies without an owner go to the first scene in path order. If that is the asset's, its gravity, time step and
    update type rule the whole world that uses the asset. A body whose owner does not exist is dropped by the engine,
    without a word.
How:
    Both are listed by the reader. For the test the scenes are deactivated and the owners cleared.
Passes when:
    The asset has neither.
Fails when:
    Never; SAF019 and SAF024 warn.
Not applicable when:
    The PhysicsScene lies outside the root prim: a reference does not bring it along.
False positives avoided:
    The test's own scene is not part of the asset.
Thresholds and sources:
    None. Measured with PhysX 5.12.
How to fix:
    Keep the PhysicsScene in a stage of its own, outside the default prim; remove the relationships.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness.safeguards.base import Safeguard, is_below, listed
from harness.stage.facts import StageFacts
from harness.verdict import Finding, finding

__all__ = ["OWN_SCENE"]


def _check(facts: StageFacts) -> Iterator[Finding]:
    scenes = [p for p in facts.scene_paths if is_below(p, facts.root_prim_path)]
    for path in scenes:
        yield finding(
            "SAF019",
            f"The asset brings its own PhysicsScene {path}, which would take over gravity and time step wherever it is "
            "used. It was switched off for the test.",
            sites=[path],
        )
    dangling = set(facts.dangling_owner_paths)
    owners = {b.path: b.simulation_owner for b in facts.bodies}
    valid = [p for p in facts.simulation_owner_paths if p not in dangling]
    for path in facts.dangling_owner_paths:
        target = owners.get(path)
        named = f"{target}, which does not exist" if target else "a scene that does not exist"
        yield finding(
            "SAF024",
            f"physics:simulationOwner of {path} names {named}. An engine then drops the body without a word; it was "
            "cleared for the test.",
            sites=[path],
        )
    if valid:
        yield finding(
            "SAF024",
            f"physics:simulationOwner is authored on {listed(valid)}. Where the scene it names is not, the engine "
            "drops the body without a word; it was cleared for the test.",
            sites=valid,
        )


OWN_SCENE = Safeguard(name="own-scene", codes=("SAF019", "SAF024"), check=_check)
