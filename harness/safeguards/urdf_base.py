"""What all checks of URDF files share."""

from __future__ import annotations

from collections.abc import Iterable

from harness.outcomes import Severity
from harness.urdf.facts import UrdfFacts
from harness.urdf.xml import XmlElement
from harness.verdict import Finding, Site, finding

__all__ = ["grouped", "said", "shown"]


def said(
    urdf: UrdfFacts, code: str, what: str, element: XmlElement, text: str, *, severity: Severity | None = None
) -> Finding:
    """Return a finding that names link or joint, file and line.

    Args:
        urdf: The file.
        code: Code of the finding.
        what: Link or joint, such as ``link 'base'``.
        element: Element that is meant.
        text: What is wrong and what it leads to, after the place.
        severity: Overrides that of the code.
    """
    message = f"{urdf.robot.file}, line {element.line}, {what}: {text}"
    site = Site(prim_path=urdf.path_of(what), file=urdf.robot.file, line=element.line)
    return finding(code, message, sites=[site], severity=severity)


def grouped(findings: Iterable[Finding]) -> list[Finding]:
    """Return findings of one code one after the other, so that a long row can be summarised.

    Args:
        findings: In the order of the file.
    """
    return sorted(findings, key=lambda f: (f.code, f.severity))


def shown(value: float) -> str:
    """Return a number for a message.

    Args:
        value: The number.
    """
    return f"{value:.4g}"
