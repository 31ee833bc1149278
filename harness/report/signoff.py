"""What reviewers said about results: kept as files beside them, and bound to what was judged.

A decision holds for a digest of the verdict. When the asset, the settings, the engine or the findings change, the
digest changes and the decision is stale. Times, file names and measured numbers that change no finding do not matter.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from harness.errors import RecordError
from harness.report.codec import load_record
from harness.report.model import RunReport
from harness.report.share import shared_verdict
from harness.verdict import Verdict

__all__ = [
    "DECISIONS",
    "FILE_NAME",
    "Decision",
    "SignOff",
    "SignOffState",
    "find_signoffs",
    "merge",
    "verdict_digest",
]

DECISIONS = ("accept", "reject", "comment")
FILE_NAME = "signoff.json"
_MAX_TEXT = 4000


@dataclass(frozen=True, kw_only=True)
class Decision:
    """What one reviewer said about one case."""

    case: str
    """Folder of the case in its run, such as ``cases/crate/ground_drop/ovphysx``."""
    verdict_digest: str
    """Digest of what was judged, see :func:`verdict_digest`."""
    decision: str
    """``accept``, ``reject`` or ``comment``."""
    reviewer: str
    """Who said it."""
    comment: str
    """Why."""
    decided_at: str
    """UTC time, ISO 8601."""

    def __post_init__(self) -> None:
        if self.decision not in DECISIONS:
            raise ValueError(f"'{self.decision}' is none of {', '.join(DECISIONS)}")
        if len(self.comment) > _MAX_TEXT or len(self.reviewer) > _MAX_TEXT:
            raise ValueError(f"a text is longer than {_MAX_TEXT} characters")


@dataclass(frozen=True, kw_only=True)
class SignOff:
    """A file of decisions."""

    schema_version: int = 1
    """Version of this structure."""
    run_id: str
    """Run in which the decisions were made; empty when they come from several."""
    decisions: tuple[Decision, ...]
    """One for each case and reviewer."""


@dataclass(frozen=True, kw_only=True)
class SignOffState:
    """The newest decision about a case, and whether it still holds."""

    decision: Decision
    is_stale: bool
    """Whether something that was judged has changed since."""

    @property
    def label(self) -> str:
        """Return the state in words."""
        word = {"accept": "accepted", "reject": "rejected", "comment": "commented"}[self.decision.decision]
        return f"{word}, stale" if self.is_stale else word


def verdict_digest(verdict: Verdict) -> str:
    """Return a digest of what was judged: asset, test, engine, settings, outcome, findings and criteria.

    Args:
        verdict: The verdict; its times, files, versions of other packages and video do not count.
    """
    # The copy that is shared has other folders in its texts, but the same digest.
    verdict = shared_verdict(verdict)
    asset = verdict.asset
    content = [
        [asset.name, asset.sha256, [list(layer) for layer in asset.layers]],
        [verdict.test, verdict.test_version, verdict.engine.name, verdict.engine.version, verdict.is_strict],
        sorted([item.key, item.value] for item in verdict.config),
        verdict.outcome.value,
        [[f.code, f.severity.value, f.message] for f in verdict.findings],
        [[c.name, c.status.value] for c in verdict.criteria],
    ]
    text = json.dumps(content, ensure_ascii=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def merge(files: Iterable[SignOff], run_id: str = "") -> SignOff:
    """Join files; of several decisions of a reviewer about a case the newest counts.

    Args:
        files: In any order.
        run_id: Run that the result belongs to.
    """
    newest: dict[tuple[str, str], Decision] = {}
    for file in files:
        for decision in file.decisions:
            key = (decision.case, decision.reviewer)
            if key not in newest or newest[key].decided_at <= decision.decided_at:
                newest[key] = decision
    return SignOff(run_id=run_id, decisions=tuple(newest[k] for k in sorted(newest)))


def find_signoffs(report: RunReport, out_dir: Path) -> tuple[dict[str, SignOffState], tuple[str, ...]]:
    """Return the newest decision about each case, and what could not be read.

    Files named ``signoff.json`` count in the run folder and in the folder of all runs beside it, so that a decision
    of yesterday shows in the report of today.

    Args:
        report: The run.
        out_dir: Its folder.
    """
    files, problems = [], []
    for path in (out_dir.parent / FILE_NAME, out_dir / FILE_NAME):
        if path.is_file():
            try:
                files.append(load_record(SignOff, path))
            except RecordError as error:
                problems.append(f"Sign-offs are missing: {error}")
    newest: dict[str, Decision] = {}
    for decision in merge(files).decisions:
        if decision.case not in newest or newest[decision.case].decided_at <= decision.decided_at:
            newest[decision.case] = decision
    states = {
        entry.case_dir: SignOffState(decision=found, is_stale=found.verdict_digest != verdict_digest(entry.verdict))
        for entry in report.verdicts
        if (found := newest.get(entry.case_dir)) is not None
    }
    return states, tuple(problems)
