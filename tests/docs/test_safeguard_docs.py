"""Every safeguard says what a reader must know, under the same headings."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re

import pytest

import harness.safeguards
from harness.codes import CODES_BY_ID
from harness.safeguards import SAFEGUARDS, Safeguard

HEADINGS = (
    "What it checks",
    "Why it matters",
    "How",
    "Passes when",
    "Fails when",
    "Not applicable when",
    "False positives avoided",
    "Thresholds and sources",
    "How to fix",
)
MODULES = [
    importlib.import_module(f"harness.safeguards.{m.name}") for m in pkgutil.iter_modules(harness.safeguards.__path__)
]
CHECKS = [m for m in MODULES if any(isinstance(v, Safeguard) for v in vars(m).values())]


@pytest.mark.parametrize("module", CHECKS, ids=[m.__name__.rpartition(".")[2] for m in CHECKS])
def test_headings_are_present_in_order_and_not_empty(module):
    """Headings are present in order and not empty."""
    found = re.findall(r"^([A-Z][A-Za-z ]+):\n((?:    .+\n?|\n)+)", inspect.getdoc(module) + "\n", re.MULTILINE)
    assert [name for name, _ in found] == list(HEADINGS)
    assert all(text.strip() for _, text in found)


@pytest.mark.parametrize("module", CHECKS, ids=[m.__name__.rpartition(".")[2] for m in CHECKS])
def test_text_names_the_codes_of_the_module(module):
    """Text names the codes of the module."""
    guards = [v for v in vars(module).values() if isinstance(v, Safeguard)]
    text = inspect.getdoc(module)
    missing = {c for g in guards for c in g.codes if c not in text}
    assert missing == set()


def test_every_module_is_in_the_tuple():
    """Every module is in the tuple."""
    named = {id(v) for m in CHECKS for v in vars(m).values() if isinstance(v, Safeguard)}
    assert named == {id(g) for g in SAFEGUARDS}


def test_codes_exist_and_every_safeguard_code_has_a_safeguard():
    """Codes exist and every safeguard code has a safeguard."""
    used = {c for g in SAFEGUARDS for c in g.codes}
    assert used == {c for c in CODES_BY_ID if c.startswith("SAF")}
