"""Read XML and keep where everything is: line, column and bytes of each element, for tools that edit the text.

The parser is expat of the standard library: it gives byte positions, which neither lxml nor ElementTree keeps. External
entities are never loaded and entity declarations are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from xml.parsers import expat

__all__ = ["XmlDocument", "XmlElement", "XmlError", "parse_xml", "read_xml"]

_ATTRIBUTE = rb"""(?:^|\s)%s\s*=\s*(?:"([^"]*)"|'([^']*)')"""
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_MAX_DEPTH = 200


class XmlError(Exception):
    """The text is not well-formed XML.

    Args:
        message: What is wrong, without a full stop.
        line: Line, counted from 1.
        column: Column, counted from 1.
    """

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.message, self.line, self.column = message, line, column


@dataclass(slots=True, eq=False)
class XmlElement:
    """An element as it is written."""

    tag: str
    """Name with its prefix, such as ``xacro:property``."""
    attributes: dict[str, str]
    """In the order of the file."""
    line: int
    """Line of its start tag, counted from 1."""
    column: int
    """Column of its start tag, counted from 1."""
    start: int
    """First byte of the start tag in :attr:`XmlDocument.data`."""
    end: int = 0
    """Byte after the end tag."""
    children: list[XmlElement] = field(default_factory=list)
    text: str = ""
    """All character data directly inside, joined."""

    def first(self, tag: str) -> XmlElement | None:
        """Return the first child of that name.

        Args:
            tag: Name.
        """
        return next((c for c in self.children if c.tag == tag), None)

    def all(self, tag: str) -> list[XmlElement]:
        """Return the children of that name.

        Args:
            tag: Name.
        """
        return [c for c in self.children if c.tag == tag]

    def walk(self) -> Iterator[XmlElement]:
        """Yield the element and everything below it, in the order of the file."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True, eq=False)
class XmlDocument:
    """A parsed file."""

    data: bytes
    """The file's bytes; recoded to UTF-8 when it was UTF-16."""
    encoding: str
    """Encoding of ``data``."""
    root: XmlElement
    remark: str = ""
    """What had to be overlooked to read it, as a sentence."""

    def source(self, element: XmlElement) -> str:
        """Return the text of an element as it is written, with comments and formatting.

        Args:
            element: An element of this document.
        """
        return self.data[element.start : element.end].decode(self.encoding, errors="replace")

    def start_tag(self, element: XmlElement) -> tuple[int, int]:
        """Return the first byte of the start tag and the byte after it.

        Args:
            element: An element of this document.
        """
        return element.start, _tag_end(self.data, element.start)

    def value_span(self, element: XmlElement, attribute: str) -> tuple[int, int] | None:
        """Return the bytes between the quotes of an attribute, or ``None`` when it is not written.

        Args:
            element: An element of this document.
            attribute: Name of the attribute.
        """
        start, end = self.start_tag(element)
        head = start + 1 + len(element.tag.encode(self.encoding))
        match = re.search(_ATTRIBUTE % re.escape(attribute.encode(self.encoding)), self.data[head:end])
        if match is None:
            return None
        group = 1 if match[1] is not None else 2
        return head + match.start(group), head + match.end(group)


def read_xml(path: Path) -> XmlDocument:
    """Parse a file.

    Args:
        path: The file.

    Raises:
        XmlError: If it is not well-formed.
        OSError: If it cannot be read.
    """
    return parse_xml(path.read_bytes())


def parse_xml(data: bytes) -> XmlDocument:
    """Parse XML.

    Args:
        data: The file's bytes.

    Raises:
        XmlError: If it is not well-formed, declares entities, or nests more than 200 levels deep.
    """
    if data.startswith(_UTF16):
        try:
            data = data.decode("utf-16").encode()
        except UnicodeDecodeError as error:
            raise XmlError("the text is no UTF-16 although it begins like it", 1, 1) from error
        return _parse(data, "utf-8")
    try:
        return _parse(data, None)
    except XmlError as error:
        other = _second_try(data, error)
        if other is None:
            raise
    changed, encoding, remark = other
    return replace(_parse(changed, encoding), remark=remark)


def _second_try(data: bytes, error: XmlError) -> tuple[bytes, str | None, str] | None:
    """Return data and encoding that may work although the file breaks a rule that other programs do not mind."""
    if "declaration" in error.message:
        match = re.search(rb"<\?xml\b.*?\?>", data, re.DOTALL)
        if match is not None and not data[: match.start()].strip():
            # As long as before, so that positions stay.
            blank = data[: match.start()] + b" " * len(match[0]) + data[match.end() :]
            return blank, "utf-8", "its XML declaration is wrong or not at the very beginning; it was overlooked."
    if not _declares_encoding(data) and not _is_utf8(data):
        return data, "iso-8859-1", "it is not UTF-8 and declares no encoding; it was read as Latin-1."
    return None


def _declares_encoding(data: bytes) -> bool:
    return re.match(rb"\s*<\?xml[^>]*\bencoding\s*=", data) is not None


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _parse(data: bytes, encoding: str | None) -> XmlDocument:
    builder = _Builder(data, encoding)
    root = builder.run()
    return XmlDocument(data=data, encoding=encoding or builder.declared, root=root)


def _tag_end(data: bytes, start: int) -> int:
    """Return the byte after a tag; a ``>`` between quotes does not end it."""
    quote = 0
    for index in range(start, len(data)):
        byte = data[index]
        if quote:
            quote = 0 if byte == quote else quote
        elif byte in b"\"'":
            quote = byte
        elif byte == ord(">"):
            return index + 1
    return len(data)


class _Builder:
    """Collects elements from the events of expat."""

    def __init__(self, data: bytes, encoding: str | None) -> None:
        self._data = data
        self.declared = "utf-8"
        self._open: list[XmlElement] = []
        self._root: XmlElement | None = None
        parser = expat.ParserCreate(encoding)
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.XmlDeclHandler = self._declaration
        parser.EntityDeclHandler = self._entity
        self._parser = parser

    def run(self) -> XmlElement:
        """Parse; see :func:`parse_xml`."""
        try:
            self._parser.Parse(self._data, True)
        except expat.ExpatError as error:
            message = expat.ErrorString(error.code)
            raise XmlError(self._explained(message), error.lineno, error.offset + 1) from error
        except (LookupError, ValueError) as error:
            raise XmlError(f"its encoding is not known: {error}", 1, 1) from error
        assert self._root is not None
        return self._root

    def _explained(self, message: str) -> str:
        if message == "mismatched tag" and self._open:
            last = self._open[-1]
            return f"<{last.tag}> of line {last.line} is not closed before another tag ends"
        if message == "no element found":
            opened = f"; <{self._open[-1].tag}> of line {self._open[-1].line} is not closed" if self._open else ""
            return f"the file ends too early{opened}"
        return message

    def _declaration(self, version: str, encoding: str | None, standalone: int) -> None:
        self.declared = encoding or "utf-8"

    def _entity(self, name: str, *_: object) -> None:
        line, column = self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1
        raise XmlError(f"it declares the entity '{name}', which is not allowed here", line, column)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        parser = self._parser
        line, column = parser.CurrentLineNumber, parser.CurrentColumnNumber + 1
        if len(self._open) >= _MAX_DEPTH:
            raise XmlError(f"elements are nested more than {_MAX_DEPTH} levels deep", line, column)
        element = XmlElement(tag=tag, attributes=attributes, line=line, column=column, start=parser.CurrentByteIndex)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self._root = element
        self._open.append(element)

    def _end(self, tag: str) -> None:
        index = self._parser.CurrentByteIndex
        element = self._open.pop()
        # After an empty-element tag the position is already behind it.
        is_end_tag = self._data[index : index + 2] == b"</" and index > element.start
        element.end = _tag_end(self._data, index) if is_end_tag else _tag_end(self._data, element.start)

    def _text(self, text: str) -> None:
        if self._open:
            self._open[-1].text += text
