"""``asset-qa list``: what can be run."""

from __future__ import annotations

import argparse
from typing import Any

from harness.catalog import load_catalog
from harness.engines import DEFAULT_ENGINE, ENGINES

__all__ = ["add_parser"]


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser("list", help="list tests and engines")
    parser.set_defaults(function=list_command)


def list_command(options: argparse.Namespace) -> int:
    """Run the verb."""
    print("tests")
    for test in load_catalog():
        print(f"  {test.name:<16} {test.version:<8} {test.lifecycle.value:<8} {test.summary}")
    print("engines")
    for name in ENGINES:
        note = (
            " (default)" if name == DEFAULT_ENGINE else " (scripted, for tests of asset-qa)" if name == "fake" else ""
        )
        print(f"  {name}{note}")
    return 0
