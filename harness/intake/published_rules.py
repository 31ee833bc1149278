"""Rules that NVIDIA publishes with their checkers (package ``usd-validation-nvidia``, optional): what they say besides.

Our own safeguards judge what an engine does with an asset; the published rules say what a delivery must look like.
Where both see the same on the same prim, only our finding is kept. The mapping and all known disagreements are in
docs/design/validators.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from harness.errors import UsageError
from harness.verdict import Finding, Site, finding

__all__ = ["PACKAGE", "RULE_CODES", "published_findings"]

PACKAGE = "usd-validation-nvidia"

_MODULE = "usd_validation_nvidia"
_RULES = ("RigidBodyChecker", "ColliderChecker", "PhysicsJointChecker", "ArticulationChecker", "MassChecker")
_PREFIX = "com.nvidia.usd."

_TABLE = """
RB.001 SAF001 SAF020
RB.003
RB.005 SAF022
RB.006 SAF030
RB.007 SAF008 SAF009 SAF050
RB.009 SAF012
RB.COL.001 SAF034 SAF041
RB.COL.002 SAF020
RB.COL.003 SAF002 SAF050
RB.COL.004 SAF015
JT.001 SAF029
JT.002 SAF007 SAF029 SAF071
JT.003 SAF069
JT.ART.002 SAF068
JT.ART.003 SAF004
JT.ART.004 SAF005
HI.004 INT006 INT004 INT005
UN.001 INT009
UN.002 INT007
UN.004 INT012
"""

RULE_CODES: dict[str, tuple[str, ...]] = {
    rule: tuple(codes) for rule, *codes in (line.split() for line in _TABLE.strip().splitlines())
}
"""Published requirement to the codes of ours that say the same; none where an engine does not mind."""


def published_findings(path: Path, own: Sequence[Finding]) -> list[Finding]:
    """Run the published physics rules over a file and return what our own findings do not say already.

    Args:
        path: USD file, as delivered: variants are not selected.
        own: What our safeguards found.

    Raises:
        UsageError: If the package is not installed.
    """
    try:
        package = import_module(_MODULE)
        rules = import_module(f"{_MODULE}.rules._physics")
    except ImportError as error:
        raise UsageError(f"--validators needs the package {PACKAGE}: pip install 'asset-qa[validators]'.") from error
    engine = package.ValidationEngine(init_rules=False)
    for name in _RULES:
        engine.enable_rule(getattr(rules, name))
    known = {(f.code, s.prim_path) for f in own for s in f.sites}
    issues = engine.validate(str(path.absolute())).issues()
    return list(dict.fromkeys(_new(issues, known, path)))


def _new(issues: Any, known: set[tuple[str, str | None]], path: Path) -> Iterator[Finding]:
    version = metadata.version(PACKAGE)
    for issue in issues:
        if issue.requirement is None:
            # The same defect comes again with its requirement.
            continue
        rule = str(issue.requirement.code).removeprefix(_PREFIX)
        prim = _prim_path(issue)
        if any((code, prim) in known for code in RULE_CODES.get(rule, ())):
            continue
        text = str(issue.message).replace(f", prim path: {prim}", "").rstrip(".")
        yield finding(
            "INT013",
            f"Rule {rule} of {PACKAGE} {version}: {text}{f' ({prim})' if prim else ''}.",
            sites=[Site(prim_path=prim, file=path.name)],
            fix=f"See the page of {rule} at https://nvidia-omniverse.github.io/usd-validation-nvidia/.",
        )


def _prim_path(issue: Any) -> str | None:
    place = getattr(issue, "at", None)
    path = getattr(place, "path", None) or getattr(getattr(place, "prim_id", None), "path", None)
    return str(path) if path is not None else None
