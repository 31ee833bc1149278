"""``asset-qa explain``: what a code means and what to do."""

from __future__ import annotations

import argparse
import textwrap
from typing import Any

from harness.codes import CODES_BY_ID
from harness.errors import UnknownNameError
from harness.outcomes import Severity

__all__ = ["add_parser"]

_EFFECTS = {
    Severity.ERROR: "The asset could not be tested; the outcome is ERROR.",
    Severity.FAIL: "The outcome is FAIL.",
    Severity.BLOCKED: "The engine cannot be used here; the outcome is BLOCKED.",
    Severity.INCONCLUSIVE: "There is no clear answer; the outcome is INCONCLUSIVE.",
    Severity.NOT_APPLICABLE: "The test is skipped; the outcome is NOT_APPLICABLE.",
    Severity.WARN: "The outcome stays as it is; with --strict it becomes FAIL.",
    Severity.INFO: "The outcome never changes.",
}


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser("explain", help="explain a code")
    parser.add_argument("code", metavar="CODE", help="such as SAF008 or mass-invalid")
    parser.set_defaults(function=explain_command)


def explain_command(options: argparse.Namespace) -> int:
    """Run the verb."""
    asked = options.code.strip()
    by_name = {c.name: c for c in CODES_BY_ID.values()}
    code = CODES_BY_ID.get(asked.upper()) or by_name.get(asked.lower())
    if code is None:
        raise UnknownNameError("code", asked, [*CODES_BY_ID, *by_name])
    print(f"{code.id} {code.name} ({code.severity.value}, {code.lifecycle.value})\n")
    print(textwrap.fill(code.text, 100))
    print(f"\nEffect: {_EFFECTS[code.severity]}")
    if code.fix:
        print(textwrap.fill(f"Fix: {code.fix}", 100))
    if code.requirements:
        print(f"Asked for by: {', '.join(code.requirements)}")
    return 0
