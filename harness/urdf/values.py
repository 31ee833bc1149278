"""Read attributes as names, numbers and vectors, and say with file, line and element what is wrong with them."""

from __future__ import annotations

import math
import re

from harness.outcomes import Severity
from harness.urdf.xml import XmlElement
from harness.verdict import Finding, Site, finding

__all__ = ["ValueReader", "describe"]

# As C's strtod reads it: no underscores, no words but inf and nan.
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*([eE][+-]?\d+)?|\.\d+([eE][+-]?\d+)?|inf(inity)?|nan)", re.IGNORECASE)
_MAX_SHOWN = 60


def describe(element: XmlElement) -> str:
    """Name an element for a message: its tag and, where it has one, its name.

    Args:
        element: The element.
    """
    name = element.attributes.get("name")
    return f'<{element.tag} name="{name}">' if name is not None else f"<{element.tag}>"


def _shown(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + "..."


class ValueReader:
    """Reads values and collects what is wrong.

    Args:
        file: Name of the file, for messages.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.findings: list[Finding] = []

    def problem(self, code: str, element: XmlElement, text: str, severity: Severity | None = None) -> None:
        """Add a finding.

        Args:
            code: Its code.
            element: Where it is.
            text: What is wrong and what it leads to, as a clause after the place.
            severity: Overrides that of the code.
        """
        message = f"{self.file}, line {element.line}, {describe(element)}: {text}"
        site = Site(file=self.file, line=element.line)
        self.findings.append(finding(code, message, sites=[site], severity=severity))

    def required(self, element: XmlElement, attribute: str, severity: Severity | None = None) -> str | None:
        """Return a text attribute; reports one that is missing or empty.

        Args:
            element: The element.
            attribute: Its attribute.
            severity: Overrides that of the code.
        """
        value = element.attributes.get(attribute)
        if value is None or not value.strip():
            what = "is empty" if value is not None else "is missing"
            self.problem("INT021", element, f"the attribute '{attribute}' {what}.", severity)
            return None
        return value

    def number(self, element: XmlElement, attribute: str, *, may_be_infinite: bool = False) -> float | None:
        """Return a number, or ``None`` when it is not written or was reported.

        Args:
            element: The element.
            attribute: Its attribute.
            may_be_infinite: Whether infinity is a sensible value, as for a limit.
        """
        text = element.attributes.get(attribute)
        if text is None:
            return None
        values = self._numbers(element, attribute, text, 1)
        if values is None:
            return None
        if math.isnan(values[0]) or (math.isinf(values[0]) and not may_be_infinite):
            self.problem("INT022", element, f'{attribute}="{_shown(text)}" is not a finite number.')
            return None
        return values[0]

    def positive(self, element: XmlElement, attribute: str, severity: Severity | None = None) -> float | None:
        """Return a size, or ``None`` after reporting that it is missing, zero or negative.

        A size of 0 is a loss, not an error: robots mark points of contact with a sphere of radius 0.

        Args:
            element: The element.
            attribute: Its attribute.
            severity: Severity of a negative size.
        """
        if self.required(element, attribute) is None:
            return None
        value = self.number(element, attribute)
        if value == 0:
            self.problem("INT030", element, f"its {attribute} is 0, so there is nothing of it; it is left out.")
            return None
        if value is not None and value < 0:
            self.problem("INT022", element, f'{attribute}="{value:g}" is not a size; it must be above 0.', severity)
            return None
        return value

    def vector(self, element: XmlElement, attribute: str, count: int) -> tuple[float, ...] | None:
        """Return finite numbers, or ``None`` when the attribute is not written or was reported.

        Args:
            element: The element.
            attribute: Its attribute.
            count: How many there must be.
        """
        text = element.attributes.get(attribute)
        if text is None:
            return None
        values = self._numbers(element, attribute, text, count)
        if values is not None and not all(map(math.isfinite, values)):
            self.problem("INT022", element, f'{attribute}="{_shown(text)}" is not finite.')
            return None
        return values

    def _numbers(self, element: XmlElement, attribute: str, text: str, count: int) -> tuple[float, ...] | None:
        words = text.split()
        wrong = next((w for w in words if not _NUMBER.fullmatch(w)), None)
        if wrong is not None:
            hint = ""
            if "${" in text or "$(" in text:
                hint = " It is a xacro expression: expand the file with xacro first, or give the .xacro file itself."
            self.problem("INT022", element, f"{attribute}=\"{_shown(text)}\": '{_shown(wrong)}' is not a number.{hint}")
            return None
        if len(words) != count:
            need = "one number" if count == 1 else f"{count} numbers"
            message = f'{attribute}="{_shown(text)}" has {len(words)} values instead of {need}.'
            self.problem("INT022", element, message)
            return None
        return tuple(float(w) for w in words)

    def single(self, parent: XmlElement, tag: str) -> XmlElement | None:
        """Return the only child of that name; reports that further ones are ignored.

        Args:
            parent: The element.
            tag: Name of the child.
        """
        found = parent.all(tag)
        for extra in found[1:]:
            text = f"there is already a <{tag}> in {describe(parent)} of line {parent.line}; this one is ignored."
            self.problem("INT030", extra, text)
        return found[0] if found else None
