"""Ask another engine about the same asset, and say where the two disagree. The first verdict stays the verdict."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from harness.agreement import Agreement, Difference, compare_verdicts
from harness.errors import HarnessError, RecordError
from harness.outcomes import Outcome
from harness.report.codec import write_json_atomic
from harness.runner.record import CaseFiles
from harness.runner.summary import summarise
from harness.table import Column, Table
from harness.trajectory import Trajectory
from harness.verdict import Artifact, Finding, Verdict, decide, finding

__all__ = ["COMPARED", "Opinion", "add_opinion", "rest_differences"]

COMPARED = {"contact_time_s": 0.021, "final_low_point_m": 0.005}
"""Numbers of a verdict that two engines must share, with the allowed difference: five steps at 240 a second, since
engines integrate differently, and 5 mm. How deep a body dips at impact belongs to the contact model of an engine (PhysX
is stiff, MuJoCo is soft), and so does the time of settling."""

_TILT_TOLERANCE_DEG = 5.0
_HEIGHT_FRACTION = 0.02
_MIN_HEIGHT_TOLERANCE_M = 0.005
_WARNING_COUNT = re.compile(r"(,| and) (with )?\d+ warnings? to look at\.$|\.$")
VIDEO_NAME = "second-opinion.mp4"


@dataclass(frozen=True, kw_only=True)
class Opinion:
    """A verdict of another engine with its files."""

    engine: str
    verdict: Verdict | None
    """``None`` when there is none."""
    files: CaseFiles


def add_opinion(verdict: Verdict, files: CaseFiles, opinion: Opinion) -> Verdict:
    """Compare, and write the first verdict again with what came out.

    A disagreement is the warning ENG050; an opinion that could not be had is the warning ENG051. Neither turns a FAIL
    into a PASS or the other way round, but under ``--strict`` a warning fails the asset as always.

    Args:
        verdict: Verdict of the first engine.
        files: Its files.
        opinion: What the other engine said.
    """
    other = opinion.verdict
    if other is None or other.outcome in (Outcome.ERROR, Outcome.BLOCKED, Outcome.INCONCLUSIVE):
        reason = "it gave no verdict" if other is None else other.summary
        added = [finding("ENG051", f"The second opinion of the engine {opinion.engine} is missing: {reason}")]
        complete = _with(verdict, added, (), ())
    else:
        agreement = compare_verdicts(verdict, other, COMPARED)
        rest = rest_differences(files, opinion.files, verdict.asset.height_m)
        agreement = replace(agreement, differences=(*agreement.differences, *rest))
        artifacts = _side_by_side(files, opinion.files, (verdict.engine.name, opinion.engine))
        complete = _with(verdict, _disagreements(verdict, other, agreement), (_table(opinion, agreement),), artifacts)
    write_json_atomic(files.verdict, complete)
    return complete


def _with(
    verdict: Verdict, findings: Sequence[Finding], tables: tuple[Table, ...], artifacts: tuple[Artifact, ...]
) -> Verdict:
    together = (*verdict.findings, *findings)
    outcome = verdict.outcome
    if outcome is Outcome.PASS:
        outcome = decide(together, verdict.criteria, is_complete=True, is_strict=verdict.is_strict)
    summary = verdict.summary
    if findings and verdict.outcome is Outcome.PASS:
        # The sentence of the test, without its count of warnings.
        summary = summarise(outcome, together, _WARNING_COUNT.sub("", verdict.summary))
    return replace(
        verdict,
        outcome=outcome,
        summary=summary,
        findings=together,
        tables=(*verdict.tables, *tables),
        artifacts=(*verdict.artifacts, *artifacts),
    )


def _disagreements(verdict: Verdict, other: Verdict, agreement: Agreement) -> list[Finding]:
    name = f"{other.engine.name} {other.engine.version or ''}".strip()
    if not agreement.is_same_outcome:
        text = f"{name} says {other.outcome.value}, {verdict.engine.name} says {verdict.outcome.value}: {other.summary}"
        return [finding("ENG050", text)]
    return [
        finding(
            "ENG050",
            _sentence(d, name, verdict.engine.name),
            measured=d.second,
            limit=d.first,
        )
        for d in agreement.differences
        if not d.is_within
    ]


def _sentence(difference: Difference, name: str, first: str) -> str:
    if difference.name == "rest_tilt_deg":
        # One number for both: neither engine is the upright one.
        return (
            f"At rest with {name} the asset is turned by {_words(difference.second)} degrees from how it rests with "
            f"{first}; {difference.tolerance:g} are allowed."
        )
    return (
        f"{name} gives {_words(difference.second)} for {difference.name}, {first} gives {_words(difference.first)}; "
        f"{difference.tolerance:g} apart is allowed."
    )


def _words(value: float | None) -> str:
    return "no value" if value is None else f"{value:.4g}"


def _table(opinion: Opinion, agreement: Agreement) -> Table:
    first = (("same outcome", None, None, None, agreement.is_same_outcome),)
    rows = tuple((d.name, d.first, d.second, d.tolerance, d.is_within) for d in agreement.differences)
    return Table(
        name="second_opinion",
        title=f"Second opinion: {opinion.engine}",
        columns=(
            Column(name="quantity", label="Quantity"),
            Column(name="first", label="This engine"),
            Column(name="second", label=opinion.engine),
            Column(name="tolerance", label="May differ by"),
            Column(name="agrees", label="Agrees"),
        ),
        rows=(*first, *rows),
        note="The verdict is that of this engine. Where another engine disagrees, the asset depends on details that "
        "engines treat differently; look at both videos.",
    )


def rest_differences(first: CaseFiles, second: CaseFiles, height_m: float | None) -> tuple[Difference, ...]:
    """Compare the pose in which the asset ends: height of a body that both have, and its tilt about the horizontal.

    Args:
        first: Files of one engine.
        second: Files of the other one.
        height_m: Height of the asset, which scales the tolerance.

    Returns:
        Nothing when one of them has no recorded motion, as after a defect that settles the outcome beforehand.
    """
    try:
        motions = [Trajectory.load(files.trajectory) for files in (first, second)]
    except RecordError:
        return ()
    # Engines order bodies differently.
    shared = next((path for path in motions[0].body_paths if path in motions[1].body_paths), None)
    if shared is None:
        return ()
    ends = [_end_pose(motion, motion.body_paths.index(shared)) for motion in motions]
    (height_a, up_a), (height_b, up_b) = ends
    tolerance = max(_MIN_HEIGHT_TOLERANCE_M, _HEIGHT_FRACTION * (height_m or 0.0))
    cosine = float(np.clip(up_a @ up_b, -1.0, 1.0))
    tilt = math.degrees(math.acos(cosine)) if math.isfinite(cosine) else math.nan
    return (
        Difference(
            name="rest_height_m",
            first=height_a,
            second=height_b,
            tolerance=tolerance,
            is_within=abs(height_a - height_b) <= tolerance,
        ),
        Difference(
            name="rest_tilt_deg",
            first=0.0,
            second=tilt,
            tolerance=_TILT_TOLERANCE_DEG,
            is_within=tilt <= _TILT_TOLERANCE_DEG,
        ),
    )


def _end_pose(motion: Trajectory, body: int) -> tuple[float, np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
    """Return the height of a body's origin [m], and the world's vertical in the frame of that body."""
    x, y, z, w = (float(v) for v in motion.frames.orientation_xyzw[-1, body])
    vertical = np.array([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)])
    return float(motion.frames.position_m[-1, body, 2]), vertical


def _side_by_side(first: CaseFiles, second: CaseFiles, names: tuple[str, str]) -> tuple[Artifact, ...]:
    """Put both videos side by side in one; without both there is none."""
    if not (first.video.is_file() and second.video.is_file()):
        return ()
    from harness.video.errors import VideoError
    from harness.video.side_by_side import write_side_by_side

    target: Path = first.folder / VIDEO_NAME
    try:
        write_side_by_side(first.video, second.video, target, names)
    except (VideoError, HarnessError, OSError):
        # The comparison is complete without pictures.
        target.unlink(missing_ok=True)
        return ()
    return (Artifact(kind="second-opinion-video", file=VIDEO_NAME),)
