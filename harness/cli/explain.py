"""``asset-qa explain``: the page of a code, on the terminal."""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Iterator
from typing import Any

from harness.codes import CODES_BY_ID
from harness.errors import UnknownNameError

__all__ = ["add_parser"]

_WIDTH = 100
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser("explain", help="explain a code", description="Print the page of a code.")
    parser.add_argument("code", metavar="CODE", help="such as SAF008 or mass-invalid")
    parser.set_defaults(function=explain_command)


def explain_command(options: argparse.Namespace) -> int:
    """Run the verb."""
    from harness.docs_gen import code_page

    asked = options.code.strip()
    by_name = {c.name: c for c in CODES_BY_ID.values()}
    code = CODES_BY_ID.get(asked.upper()) or by_name.get(asked.lower())
    if code is None:
        raise UnknownNameError("code", asked, [*CODES_BY_ID, *by_name])
    print(f"{code.id} {code.name} ({code.severity.value}, {code.lifecycle.value})")
    for line in _plain(code_page(code)):
        print(line)
    return 0


def _plain(page: str) -> Iterator[str]:
    """Yield a page without its title and without Markdown, wrapped for a terminal."""
    lines = page.splitlines()
    while lines and not lines[-1].strip():
        lines.pop()
    # The first line is the title, the last one leads to the index.
    for line in lines[1:-1]:
        text = _LINK.sub(r"\1", line).replace("\\<", "<").replace("**", "").replace("`", "")
        if re.fullmatch(r"\|[-|]+\|", text):
            continue
        if text.startswith("|"):
            cells = [c.strip() for c in text.strip("|").split("|")]
            yield from textwrap.wrap(
                "  ".join([f"{cells[0]:<18}", *cells[1:]]), _WIDTH, subsequent_indent=" " * 20, break_on_hyphens=False
            )
        elif text.startswith("## "):
            yield text.removeprefix("## ").upper()
        else:
            yield from textwrap.wrap(text, _WIDTH, break_on_hyphens=False) or [""]
