"""Report physics attributes that no engine reads, because the schema that owns them is not applied.

What it checks:
    Authored physics attributes whose API schema is missing from the prim.
Why it matters:
    The author believes that a mass, a friction or an approximation is set. Engines skip it without a word and use a
    default, so the asset behaves as nobody meant it to.
How:
    The reader knows which schema owns each attribute; measured with PhysX 5.12, none takes effect without it.
Passes when:
    Every authored physics attribute has its schema.
Fails when:
    Never; SAF050 warns.
Not applicable when:
    There is no such attribute.
False positives avoided:
    Attributes of custom namespaces, and schemas that this program does not know, are left alone.
Thresholds and sources:
    None. UsdPhysics and PhysxSchema definitions.
How to fix:
    Apply the schema to the prim, or remove the attribute.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness.safeguards.base import Safeguard
from harness.stage.facts import StageFacts
from harness.verdict import Finding, finding

__all__ = ["IGNORED_ATTRIBUTE"]


def _check(facts: StageFacts) -> Iterator[Finding]:
    for entry in facts.ignored_attributes:
        yield finding(
            "SAF050",
            f"{entry.prim_path} authors {entry.attribute}, but {entry.schema} is not applied to it: engines ignore it.",
            sites=[entry.prim_path],
            fix=f"Apply {entry.schema} to {entry.prim_path}, or remove {entry.attribute}.",
        )


IGNORED_ATTRIBUTE = Safeguard(
    name="ignored-attribute",
    codes=("SAF050",),
    check=_check,
    moot_when_anchored=frozenset(),
)
