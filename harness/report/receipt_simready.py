"""The result of a case in the layout of the receipts of NVIDIA's simready-benchmark, under our own name.

Layouts of two published versions: 2026.8.0 keeps features by engine under ``SimReady_Metadata.runtime_testing``,
2026.6.5 also a list ``runtime_tests``. The feature, the engine and the provider are named after asset-qa: one test of
ours is not a feature of theirs, and no reader may take it for their certification.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime

from harness.outcomes import Severity
from harness.report.privacy import redact
from harness.verdict import Verdict

__all__ = ["LAYOUTS", "is_passed", "make_receipt"]

LAYOUTS: Mapping[str, str] = {"simready": "2026.8.0", "simready-2026.6": "2026.6.5"}
"""Name of a receipt to the version of simready-benchmark whose layout it has."""

_NOTE = (
    "Result of the independent tool asset-qa in the layout of a simready-benchmark receipt. "
    "It is no SimReady validation and no certification by NVIDIA."
)


def is_passed(verdict: Verdict) -> bool:
    """Whether a receipt may say passed: a PASS with no warning, nothing waived and nothing graded down.

    Args:
        verdict: The verdict; a scripted engine never passes, it says nothing about an asset.
    """
    is_graded_down = any(f.regrade is not None and f.regrade.original is not Severity.INFO for f in verdict.findings)
    is_graded_down = is_graded_down or any(c.is_waived for c in verdict.criteria)
    is_scripted = verdict.engine.name == "fake"
    return verdict.is_clean and not is_graded_down and not is_scripted and verdict.error is None


def make_receipt(verdict: Verdict, layout: str, producer_version: str) -> dict[str, object]:
    """Return a receipt as plain data.

    Args:
        verdict: The verdict of one case.
        layout: Key of :data:`LAYOUTS`.
        producer_version: Version of asset-qa that writes it.

    Raises:
        KeyError: If there is no such layout.
        ValueError: If the verdict does not say when it was made: receipts are ordered by that time.
    """
    benchmark_version = LAYOUTS[layout]
    moment, passed = _moment(verdict.started_at), is_passed(verdict)
    test_id, engine_id = f"asset_qa.{verdict.test}", f"asset_qa.{verdict.engine.name}"
    feature: dict[str, object] = {"passed": passed, "version": verdict.test_version}
    if layout == "simready":
        entry = {
            "passed": passed,
            "name": test_id,
            "test_file": "",
            "provider": "asset-qa",
            "version": verdict.test_version,
        }
        feature["engines"] = {engine_id: {"passed": passed, "tests": {test_id: entry}}}
    else:
        feature["tests"] = {test_id: {"passed": passed}}
    run = {moment: {f"ASSET_QA_{verdict.test.upper()}": feature}}
    receipt: dict[str, object] = {
        "SimReady_Metadata": {"runtime_testing": {"tested_features": run}},
        "asset_qa": {**_producer(verdict, producer_version), "layout": f"simready-benchmark {benchmark_version}"},
    }
    if layout != "simready":
        metrics = {k: v for k, v in verdict.measurements.items() if v is not None and math.isfinite(v)}
        receipt["runtime_tests"] = [{"test_name": test_id, "passed": passed, "timestamp": moment, "metrics": metrics}]
    return receipt


def _producer(verdict: Verdict, version: str) -> dict[str, object]:
    """Say who made it of what; readers of the format keep fields that they do not know."""
    return {
        "producer": "asset-qa",
        "producer_version": version,
        "note": _NOTE,
        "outcome": verdict.outcome.value,
        "summary": redact(verdict.summary),
        "test": verdict.test,
        "test_version": verdict.test_version,
        "preset": verdict.preset,
        "engine": verdict.engine.name,
        "engine_version": verdict.engine.version,
        "physx_version": verdict.engine.physx_version,
        "asset": verdict.asset.name,
        "asset_sha256": verdict.asset.sha256,
    }


def _moment(text: str) -> str:
    """Return a time as the format writes it: UTC with Z."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(f"the time {text} has no time zone")
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
