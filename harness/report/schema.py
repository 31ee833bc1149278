"""JSON Schema of the records, made from the dataclasses: ``python -m harness.report.schema verdict``."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import itertools
import json
import sys
import textwrap
import types
import typing
from collections.abc import Sequence
from enum import Enum

from harness.parts import LATER
from harness.report.codec import COMPLETE_KEY, JsonValue
from harness.report.model import RunReport
from harness.verdict import Verdict

__all__ = ["SCHEMAS", "main", "make_schema", "schema_text"]

SCHEMAS: dict[str, type] = {"verdict": Verdict, "run": RunReport}
"""Name of the published schema to the record that it describes."""

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_SCALARS: dict[object, str] = {float: "number", int: "integer", str: "string", bool: "boolean", types.NoneType: "null"}


def make_schema(name: str) -> dict[str, JsonValue]:
    """Return the schema of a record file.

    Args:
        name: Key of ``SCHEMAS``.
    """
    cls = SCHEMAS[name]
    version: int = getattr(cls, "schema_version")  # noqa: B009 - the default of a field that both records have
    definitions: dict[str, JsonValue] = {}
    body = _record(cls, definitions)
    properties, required = body["properties"], body["required"]
    if isinstance(properties, dict) and isinstance(required, list):
        properties["schema_version"] = {"description": "Version of this structure.", "const": version}
        properties[COMPLETE_KEY] = {
            "description": "Always the last key of the file; a file that does not end with it was not finished.",
            "const": True,
        }
        required.append(COMPLETE_KEY)
    return {
        "$schema": _DIALECT,
        "$id": f"urn:asset-qa:schema:{name}:{version}",
        "title": f"asset-qa {name}",
        **body,
        "$defs": dict(sorted(definitions.items())),
    }


def schema_text(name: str) -> str:
    """Return the text of the published schema file.

    Args:
        name: Key of ``SCHEMAS``.
    """
    return json.dumps(make_schema(name), indent=2, ensure_ascii=False) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the schema that is named on the command line, the one of a verdict by default."""
    names = list(sys.argv[1:] if arguments is None else arguments) or ["verdict"]
    if len(names) != 1 or names[0] not in SCHEMAS:
        sys.stderr.write(f"usage: python -m harness.report.schema [{'|'.join(SCHEMAS)}]\n")
        return 2
    sys.stdout.write(schema_text(names[0]))
    return 0


def _record(cls: type, definitions: dict[str, JsonValue]) -> dict[str, JsonValue]:
    hints, documents = typing.get_type_hints(cls), field_docs(cls)
    properties: dict[str, JsonValue] = {}
    for field in dataclasses.fields(cls):
        described: dict[str, JsonValue] = {"description": documents[field.name]} if field.name in documents else {}
        properties[field.name] = {**described, **_type(hints[field.name], definitions)}
    return {
        "description": _first_paragraph(cls),
        "type": "object",
        "properties": properties,
        "required": [f.name for f in dataclasses.fields(cls) if LATER not in f.metadata],
        "additionalProperties": False,
    }


def _type(hint: object, definitions: dict[str, JsonValue]) -> dict[str, JsonValue]:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint in _SCALARS:
        return {"type": _SCALARS[hint]}
    if origin in (typing.Union, types.UnionType):
        return _union(arguments, definitions)
    if origin is tuple:
        return _array(arguments, definitions)
    if origin is dict:
        names: dict[str, JsonValue] = {} if arguments[0] is str else {"propertyNames": _type(arguments[0], definitions)}
        return {"type": "object", **names, "additionalProperties": _type(arguments[1], definitions)}
    if not isinstance(hint, type):
        raise TypeError(f"{hint} has no schema")
    if hint.__name__ not in definitions:
        definitions[hint.__name__] = {}
        is_enum = issubclass(hint, Enum)
        definitions[hint.__name__] = _enum(hint) if is_enum else _record(hint, definitions)
    return {"$ref": f"#/$defs/{hint.__name__}"}


def _union(arguments: tuple[object, ...], definitions: dict[str, JsonValue]) -> dict[str, JsonValue]:
    if all(a in _SCALARS for a in arguments):
        # A whole number is a number, so "integer" beside "number" says nothing.
        kinds = [_SCALARS[a] for a in arguments]
        return {"type": [k for k in kinds if k != "integer" or "number" not in kinds]}
    return {"anyOf": [_type(a, definitions) for a in arguments]}


def _array(arguments: tuple[object, ...], definitions: dict[str, JsonValue]) -> dict[str, JsonValue]:
    if arguments[1:] == (Ellipsis,):
        return {"type": "array", "items": _type(arguments[0], definitions)}
    items: list[JsonValue] = [_type(a, definitions) for a in arguments]
    return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}


def _enum(cls: type) -> dict[str, JsonValue]:
    values: list[JsonValue] = [m.value for m in typing.cast("type[Enum]", cls)]
    return {"description": _first_paragraph(cls), "enum": values}


def field_docs(cls: type) -> dict[str, str]:
    """Return the docstring under each field of a class.

    Args:
        cls: Class whose source is at hand.
    """
    body = ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0]
    documents = {}
    statements = body.body if isinstance(body, ast.ClassDef) else []
    for statement, following in itertools.pairwise(statements):
        is_field = isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)
        is_text = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
        if is_field and is_text:
            documents[statement.target.id] = _plain(str(following.value.value))  # type: ignore[attr-defined]
    return documents


def _first_paragraph(cls: type) -> str:
    return _plain((inspect.getdoc(cls) or "").split("\n\n")[0])


def _plain(text: str) -> str:
    return " ".join(text.split()).replace("``None``", "null").replace("``", "'")


if __name__ == "__main__":
    sys.exit(main())
