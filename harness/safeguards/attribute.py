"""Report physics attributes whose value cannot be meant.

What it checks:
    Every authored physics attribute below the asset's root: physics:*, physx*:*, drives, limits, sizes, transforms,
    points.
Why it matters:
    Engines ignore a value of the wrong type or one that is not finite and use a fall-back (a text as a mass gives a
    two-metre cube of eight tonnes), or hang on it (a NaN SDF margin).
How:
    The reader lists them. One that another safeguard has already explained is not repeated.
Passes when:
    All are finite, of the type and among the tokens that the schema declares.
Fails when:
    SAF033: one is not. It only warns of an unknown token in an attribute of an engine's own schema, which a newer
    version may know.
Not applicable when:
    Nothing is authored.
False positives avoided:
    Infinity where a schema uses it for "unlimited" or "automatic" is fine, and so is double precision for single.
    Approximations are SAF014.
Thresholds and sources:
    None. Measured with PhysX 5.12: a hinge with physics:axis "W" turns about X.
How to fix:
    Correct the value, or remove the attribute.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness.outcomes import Severity
from harness.safeguards.base import Safeguard
from harness.stage.facts import AttributeDefect, StageFacts
from harness.verdict import Finding, finding

__all__ = ["ATTRIBUTE", "describe_defect"]

_STANDARD = ("physics:", "drive:", "limit:", "axis")


def describe_defect(defect: AttributeDefect) -> Finding:
    """Turn a defect of the reader into a finding.

    Args:
        defect: The defect.
    """
    if defect.kind == "non-finite":
        problem = f"is {defect.value}, which is not finite. Engines ignore it silently or hang on it"
    elif defect.kind == "negative":
        problem = f"is {defect.value}, a size below zero. Every engine makes something else of it"
    elif defect.kind == "unknown-token":
        problem = f"is {defect.value}, which is none of {defect.expected}. Engines silently use a fall-back"
    else:
        wanted = f" instead of {defect.expected}" if defect.expected else ""
        problem = f"is {defect.value}, of the wrong type{wanted}. Engines ignore it and use a fall-back"
    is_foreign = defect.kind == "unknown-token" and not defect.attribute.startswith(_STANDARD)
    return finding(
        "SAF033",
        f"{defect.attribute} of {defect.prim_path} {problem}.",
        sites=[defect.prim_path],
        severity=Severity.WARN if is_foreign else None,
        fix=f"Write one of {defect.expected}, or remove the attribute." if defect.kind == "unknown-token" else None,
    )


def _check(facts: StageFacts) -> Iterator[Finding]:
    return (describe_defect(d) for d in facts.attribute_defects)


ATTRIBUTE = Safeguard(name="attribute", codes=("SAF033",), check=_check)
