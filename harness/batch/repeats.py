"""Simulate an asset several times and ask whether the answer is always the same.

The first repeat is the plain test. With a seed, each further one starts in an orientation of its own, drawn uniformly
from all rotations; the same seed, asset and number give the same orientation on every machine and in every shard.
"""

from __future__ import annotations

import hashlib
import math
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from harness.batch.records import tightest_margin
from harness.errors import RecordError
from harness.outcomes import Outcome, Severity
from harness.report.codec import load_record, write_json_atomic
from harness.runner.case import CaseJob
from harness.runner.record import CaseFiles, JudgingRecord
from harness.table import Column, Table
from harness.verdict import Finding, Verdict, finding

__all__ = ["RepeatResult", "combine_verdicts", "flip_rate", "run_repeats", "start_rotation"]

Rotation = tuple[float, float, float, float]

_FOLDER = "repeats"
_COLUMNS = (
    Column(name="repeat", label="Repeat"),
    Column(name="outcome", label="Outcome"),
    Column(name="margin_percent", label="Smallest margin", unit="%"),
    Column(name="start_x", label="Start x"),
    Column(name="start_y", label="Start y"),
    Column(name="start_z", label="Start z"),
    Column(name="start_w", label="Start w"),
)


@dataclass(frozen=True, kw_only=True)
class RepeatResult:
    """The one verdict of a repeated case."""

    verdict: Verdict
    flip_rate: float
    margin_spread: float | None
    """Largest minus smallest margin, see :func:`harness.batch.records.margin_of`; ``None`` when not all have one."""


def start_rotation(seed: int, key: str, repeat: int) -> Rotation:
    """Return a rotation drawn uniformly from all rotations, as a unit quaternion x y z w.

    Source: K. Shoemake, Uniform random rotations, Graphics Gems III, 1992.

    Args:
        seed: Seed of the run.
        key: Name of the asset across runs.
        repeat: Number of the repeat.
    """
    digest = hashlib.sha256(f"{seed}:{repeat}:{key}".encode("utf-8", "backslashreplace")).digest()
    u, v, w = (int.from_bytes(digest[8 * n : 8 * n + 8], "big") / 2**64 for n in range(3))
    a, b = math.sqrt(1 - u), math.sqrt(u)
    return (
        a * math.sin(2 * math.pi * v),
        a * math.cos(2 * math.pi * v),
        b * math.sin(2 * math.pi * w),
        b * math.cos(2 * math.pi * w),
    )


def flip_rate(outcomes: Sequence[Outcome]) -> float:
    """Return the share of outcomes that are not the most frequent one."""
    return 1 - Counter(outcomes).most_common(1)[0][1] / len(outcomes)


def run_repeats(
    job: CaseJob, *, key: str, count: int, seed: int | None, run: Callable[[CaseJob], Verdict]
) -> RepeatResult:
    """Run a case several times, and write one verdict into its folder.

    Args:
        job: The case; its folder gets the files of the first repeat. Those of repeats with another outcome are kept
            in ``repeats/NNN``.
        key: Name of the asset across runs.
        count: Number of simulations, at least 2.
        seed: Seed of the start orientations; ``None`` starts all as authored.
        run: Runs one simulation and writes its verdict.
    """
    verdicts: list[Verdict] = []
    rotations: list[Rotation | None] = []
    for number in range(count):
        own = job
        rotation = start_rotation(seed, key, number) if seed is not None and number else None
        if number:
            folder = Path(job.case_dir) / _FOLDER / f"{number + 1:03d}"
            folder.mkdir(parents=True)
            own = replace(job, case_dir=str(folder), start_rotation_xyzw=rotation)
        verdicts.append(run(own))
        rotations.append(rotation)
        # Nothing was simulated, so another start would change nothing.
        if number == 0 and verdicts[0].stop_reason is None:
            break
    result = combine_verdicts(verdicts, rotations, seed)
    _write(result, verdicts, Path(job.case_dir))
    return result


def combine_verdicts(
    verdicts: Sequence[Verdict], rotations: Sequence[Rotation | None], seed: int | None
) -> RepeatResult:
    """Return the verdict that speaks for all repeats; INCONCLUSIVE when they do not agree.

    Args:
        verdicts: One a repeat; the first gives everything that is not about repeats.
        rotations: Start orientation of each, ``None`` for the authored one.
        seed: Seed of the orientations.
    """
    outcomes = [v.outcome for v in verdicts]
    margins = [tightest_margin(v)[0] for v in verdicts]
    known = [m for m in margins if m is not None]
    spread = max(known) - min(known) if len(known) == len(margins) and len(known) > 1 else None
    rate = flip_rate(outcomes)
    first = verdicts[0]
    table = _table(outcomes, margins, rotations, seed)
    combined = replace(first, tables=(*first.tables, table))
    if rate > 0:
        remark = _disagreement(outcomes, rate)
        combined = replace(
            combined,
            outcome=Outcome.INCONCLUSIVE,
            summary=f"No clear answer: {remark.message}",
            findings=(remark, *(_lessened(f) for f in first.findings)),
            fixes=tuple(dict.fromkeys((remark.fix, *first.fixes))),
        )
    total = sum(v.durations_s.get("total_s", 0.0) for v in verdicts)
    combined = replace(combined, durations_s={**first.durations_s, "total_s": round(total, 4)})
    return RepeatResult(verdict=combined, flip_rate=rate, margin_spread=spread)


def _disagreement(outcomes: Sequence[Outcome], rate: float) -> Finding:
    counts = ", ".join(f"{n} times {o.value}" for o, n in Counter(outcomes).most_common())
    text = f"{len(outcomes)} repeats do not agree: {counts}; {100 * rate:.0f} % differ from the most frequent outcome."
    return finding("HAR014", text, measured=rate, limit=0.0)


def _lessened(made: Finding) -> Finding:
    """Keep what the first repeat found without letting it decide."""
    if made.severity in (Severity.WARN, Severity.INFO):
        return made
    return replace(made, severity=Severity.WARN, message=f"In the first repeat: {made.message}")


def _table(
    outcomes: Sequence[Outcome],
    margins: Sequence[float | None],
    rotations: Sequence[Rotation | None],
    seed: int | None,
) -> Table:
    rows = tuple(
        (number, outcome.value, None if margin is None else 100 * margin, *(rotation or (None,) * 4))
        for number, (outcome, margin, rotation) in enumerate(zip(outcomes, margins, rotations, strict=True), start=1)
    )
    starts = (
        "All start as authored." if seed is None else f"Start orientations are quaternions, drawn with seed {seed}."
    )
    return Table(
        name="repeats",
        title="Repeats",
        columns=_COLUMNS,
        rows=rows,
        note=f"Margins are shares of the limit of the tightest required criterion. {starts}",
    )


def _write(result: RepeatResult, verdicts: Sequence[Verdict], folder: Path) -> None:
    files = CaseFiles(folder=folder)
    for number, verdict in enumerate(verdicts[1:], start=2):
        if verdict.outcome is verdicts[0].outcome:
            shutil.rmtree(folder / _FOLDER / f"{number:03d}")
    kept = folder / _FOLDER
    if kept.is_dir() and not any(kept.iterdir()):
        kept.rmdir()
    if result.flip_rate > 0:
        _forbid_pass(files, result.verdict.findings[0])
    write_json_atomic(files.verdict, result.verdict)


def _forbid_pass(files: CaseFiles, remark: Finding) -> None:
    """Put the disagreement beside the recorded motion, so that judging that motion again does not forget it."""
    try:
        record = load_record(JudgingRecord, files.judging)
    except RecordError:
        # Nothing was recorded, so there is nothing to judge again.
        return
    write_json_atomic(files.judging, replace(record, static_findings=(*record.static_findings, remark)))
