"""Small rules about a case: what is kept of it, how it is graded, and which code an exception has."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from harness.errors import is_disk_full
from harness.outcomes import Outcome, Severity
from harness.runner.judge import Conclusion
from harness.waivers import Grading, Policy

__all__ = ["ALWAYS_KEPT", "code_of", "grading_today", "is_clean"]

ALWAYS_KEPT = frozenset({"series", "engine-log"})
"""Kinds of artifacts that stay when motion and scene are not kept: small, and what a page draws its curves from."""


def is_clean(conclusion: Conclusion) -> bool:
    """Whether it is a PASS with nothing to remark."""
    return conclusion.outcome is Outcome.PASS and not any(f.severity is Severity.WARN for f in conclusion.findings)


def code_of(error: Exception) -> str:
    """Return the code of an exception that nothing expected."""
    if isinstance(error, MemoryError):
        return "HAR013"
    return "HAR015" if isinstance(error, OSError) and is_disk_full(error) else "HAR001"


def grading_today(policy: Policy, asset: str) -> Grading:
    """Return the rules of the user for an asset, as they hold today.

    Args:
        policy: Waivers and severities.
        asset: Path as the user gave it.
    """
    place = os.path.normpath(Path(asset).absolute())
    return Grading(policy=policy, asset=place, today=datetime.now(UTC).date().isoformat())
