"""Every code has a page, something that produces it, and a neighbour that does not."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from harness.catalog import find_test
from harness.codes import CODES, CODES_BY_ID
from harness.outcomes import Lifecycle
from harness.runner.check import CheckOptions, check_asset
from tests.golden.test_assets import EXPECTED, asset_beside

ROOT = Path(__file__).parents[2]
# They name codes without producing them: samples for renderers, waivers of any code, and this registry.
NO_PROOF = ("tests/report/", "tests/docs/", "tests/unit/test_waivers.py")
STATIC = ("INT", "SAF")


@cache
def fixture_codes() -> dict[str, list[str]]:
    """Map each code to the assets whose expectation names it."""
    found: dict[str, list[str]] = {}
    for expect in EXPECTED:
        data = json.loads(expect.read_text())
        for code in (*data["codes"], *data.get("informs", ())):
            found.setdefault(code, []).append(expect.parent.name)
    return found


@cache
def codes_with_tests() -> dict[str, list[str]]:
    """Map each code to the test files that name it."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(NO_PROOF):
            continue
        text = path.read_text(encoding="utf-8")
        for code in CODES_BY_ID:
            if code in text:
                found.setdefault(code, []).append(name)
    return found


@pytest.mark.parametrize("code", [c.id for c in CODES if c.lifecycle is not Lifecycle.RETIRED])
def test_every_code_has_a_page_and_something_that_produces_it(code):
    """Find the page, and an asset or a test that yields the code."""
    assert (ROOT / "docs" / "codes" / f"{code}.md").is_file()
    assert code in fixture_codes() or code in codes_with_tests(), f"no asset and no test yields {code}"


def test_retired_codes_are_raised_nowhere():
    """Keep the row of a retired code, and never raise it."""
    retired = {c.id for c in CODES if c.lifecycle is Lifecycle.RETIRED}
    for path in [*(ROOT / "harness").rglob("*.py"), *(ROOT / "tests_catalog").rglob("*.py")]:
        if path.name != "codes.py":
            text = path.read_text(encoding="utf-8")
            assert not {c for c in retired if f'"{c}"' in text}, path.name


@cache
def checked(expect: Path) -> dict[str, str]:
    """Check the asset beside an expectation; return the severity of each code."""
    verdict = check_asset(str(asset_beside(expect)), "asset", CheckOptions())
    return {f.code: f.severity.value for f in verdict.findings}


@pytest.mark.parametrize("expect", [e for e in EXPECTED if e.parts[-3] == "broken"], ids=lambda e: e.parent.name)
def test_broken_assets_yield_exactly_their_codes_without_an_engine(expect):
    """Find all codes of intake and safeguards that an expectation names, and no other one above INFO."""
    data = json.loads(expect.read_text())
    found = checked(expect)
    # What a test does not care about, such as an anchor where nothing is dropped, is no part of its expectation.
    settled = find_test(data["test"]).settled_codes
    decided = {c for c, s in found.items() if s != "INFO" and c not in settled}
    assert decided == {c for c in data["codes"] if c.startswith(STATIC)}
    assert set(data.get("informs", ())) <= found.keys()


@pytest.mark.parametrize("expect", [e for e in EXPECTED if e.parts[-3] == "good"], ids=lambda e: e.parent.name)
def test_good_assets_yield_nothing_above_a_remark(expect):
    """Find nothing above INFO in a good asset."""
    settled = find_test(json.loads(expect.read_text())["test"]).settled_codes
    assert {c for c, s in checked(expect).items() if s != "INFO"} <= settled


@pytest.mark.parametrize("code", [c.id for c in CODES if c.id.startswith(STATIC)])
def test_every_static_code_has_a_good_neighbour(code):
    """Find good assets that do not yield the code, remarks included."""
    good = [checked(e) for e in EXPECTED if e.parts[-3] == "good"]
    assert sum(code not in found for found in good) >= len(good) / 2
