"""Change values in the text of a URDF file and nothing else: comments, formatting and unknown tags stay as they are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from harness.urdf.xml import XmlDocument, XmlElement

__all__ = ["UrdfEdit", "number_text"]

_SAME = 1e-13
"""Share of the largest number within which a computed one is the written one: what is left of double precision."""


class UrdfEdit:
    """Collects changes of one document.

    Args:
        document: The text with positions. It is not changed.
    """

    def __init__(self, document: XmlDocument) -> None:
        self._document = document
        self._changes: dict[tuple[int, int], bytes] = {}

    def set_text(self, element: XmlElement, attribute: str, text: str) -> None:
        """Write an attribute; one that is not there yet is added at the end of its tag.

        Args:
            element: An element of the document.
            attribute: Its name.
            text: New value; without quotes, angle brackets and ampersands.
        """
        span = self._document.value_span(element, attribute)
        if span is None:
            end = self._document.start_tag(element)[1] - 1
            end -= self._document.data[end - 1 : end] == b"/"
            end -= len(self._document.data[:end]) - len(self._document.data[:end].rstrip())
            key = (end, end)
            self._changes[key] = self._changes.get(key, b"") + f' {attribute}="{text}"'.encode()
        elif self._document.data[span[0] : span[1]] != text.encode():
            self._changes[span] = text.encode(self._document.encoding)

    def set_numbers(self, element: XmlElement, attribute: str, old: Sequence[float], new: Sequence[float]) -> None:
        """Write numbers; those that stay the same keep their text.

        Args:
            element: An element of the document.
            attribute: Its name.
            old: What is written now, or the default where nothing is.
            new: What shall be written; as many.
        """
        size = max(*map(abs, old), *map(abs, new))
        changed = [abs(n - o) > _SAME * size for o, n in zip(old, new, strict=True)]
        if not any(changed):
            return
        written = element.attributes.get(attribute)
        if written is None:
            self.set_text(element, attribute, " ".join(number_text(v) for v in new))
            return
        words = re.split(r"(\s+)", written)
        places = [i for i, w in enumerate(words) if w.strip()]
        for place, value, is_changed in zip(places, new, changed, strict=True):
            if is_changed:
                words[place] = number_text(value)
        self.set_text(element, attribute, "".join(words))

    def add_first(self, parent: XmlElement, text: str) -> None:
        """Add an element before the first child of another one, on a line like that child's.

        Args:
            parent: An element with a child.
            text: The element as XML.
        """
        start, data = parent.children[0].start, self._document.data
        line = data.rfind(b"\n", 0, start) + 1
        lead = data[line:start]
        gap = b"\n" + lead if line and not lead.strip() else b""
        key = (start, start)
        self._changes[key] = self._changes.get(key, b"") + text.encode() + gap

    def result(self) -> bytes:
        """Return the changed text."""
        parts, at = [], 0
        for (start, end), text in sorted(self._changes.items()):
            parts += [self._document.data[at:start], text]
            at = end
        return b"".join((*parts, self._document.data[at:]))


def number_text(value: float) -> str:
    """Return a number with up to 15 digits, which is what a double surely holds.

    Args:
        value: A finite number.
    """
    return f"{value + 0.0:.15g}"
