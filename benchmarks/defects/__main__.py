"""Generate the planted cases, judge all of them, and print recall and false alarms by kind.

Run with ``python -m benchmarks.defects``. Three judges are compared on the same files:

* verdict: the outcome is anything but PASS;
* warnings: the outcome is not a clean PASS, so a reader of the report sees the defect;
* plain rule: the three conditions of the test's definition alone (contact, no penetration, rest), simulated without
  safeguards. A file that the rule cannot even simulate counts as caught.

A defect whose truth is "fail" has to be caught by the verdict, one whose truth is "warn" by a warning. Every miss and
every false alarm is named.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.defects.drawn import drawn_cases
from benchmarks.defects.model import to_usda
from benchmarks.defects.plain import PlainRule
from benchmarks.defects.planted import Case, all_cases
from harness.config import resolve
from harness.outcomes import Outcome, Severity
from harness.runner.plan import RunOptions, plan_cases
from harness.runner.pool import run_pool
from harness.verdict import Verdict
from tests_catalog.ground_drop import GroundDropConfig


@dataclass(frozen=True)
class Result:
    """What the three judges said about one case."""

    case: Case
    verdict: Verdict
    is_plain_pass: bool

    @property
    def is_pass(self) -> bool:
        """Whether the verdict is PASS, warnings or not."""
        return self.verdict.outcome is Outcome.PASS

    @property
    def is_clean(self) -> bool:
        """Whether the verdict is PASS without warnings."""
        return self.is_pass and not any(f.severity is Severity.WARN for f in self.verdict.findings)

    @property
    def is_missed(self) -> bool:
        """Whether a planted defect went unnoticed."""
        return {"fail": self.is_pass, "warn": self.is_clean, "clean": False}[self.case.expected]

    @property
    def codes(self) -> str:
        """Codes of the findings that count."""
        return ", ".join(dict.fromkeys(f.code for f in self.verdict.findings if f.severity is not Severity.INFO))


def main() -> int:
    """Run and print; the exit code is 1 when the targets are missed."""
    parser = argparse.ArgumentParser(description="Recall and false alarms on planted defects.")
    parser.add_argument("--kind", action="append", help="only these kinds")
    parser.add_argument("--seed", type=int, help="draw cases at random with this seed instead of the fixed ones")
    parser.add_argument("--count", type=int, default=500, help="how many to draw (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--markdown", type=Path, help="write the tables to this file as well")
    options = parser.parse_args()
    chosen = all_cases() if options.seed is None else drawn_cases(options.seed, options.count)
    cases = [c for c in chosen if not options.kind or c.kind in options.kind]
    with tempfile.TemporaryDirectory(prefix="asset-qa-defects-") as folder:
        results = run_cases(cases, Path(folder), options.jobs)
    text = render(results)
    print(text)
    if options.markdown:
        options.markdown.write_text(text, encoding="utf-8")
    return 0 if _recall(results) >= 0.98 and _alarm_rate(results) <= 0.01 else 1


def run_cases(cases: Sequence[Case], folder: Path, jobs: int) -> list[Result]:
    """Judge all cases.

    Args:
        cases: What to generate.
        folder: Empty folder for files and results.
        jobs: Cases at a time.
    """
    paths = []
    for case in cases:
        path = folder / f"{case.name}.usda"
        path.write_text(to_usda(case.asset), encoding="utf-8")
        paths.append(str(path))
    options = RunOptions(test="ground_drop", assets=tuple(paths), engine="ovphysx", is_video_wanted=False)
    plan = plan_cases(options, folder / "run")
    config = resolve("ground_drop", GroundDropConfig)
    verdicts = run_pool(plan, worker_count=jobs, config=config, listener=lambda event: None)
    results = []
    with PlainRule(folder / "plain") as plain:
        for case, path, verdict in zip(cases, paths, verdicts, strict=True):
            if verdict is None:
                raise RuntimeError(f"{case.name} has no verdict")
            results.append(Result(case, verdict, plain.is_pass(verdict, Path(path))))
    return results


def render(results: Sequence[Result]) -> str:
    """Return the tables as Markdown."""
    groups: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        groups[result.case.kind].append(result)
    bad = [r for r in results if r.case.expected != "clean"]
    good = [r for r in results if r.case.expected == "clean"]
    lines = [
        f"{len(results)} generated assets: {len(good)} good, {len(bad)} with a planted defect.",
        "",
        f"- Recall {_share(sum(not r.is_missed for r in bad), len(bad))} (target at least 98 %), "
        f"plain rule {_share(sum(not r.is_plain_pass for r in bad), len(bad))}.",
        f"- False alarms {_share(sum(not r.is_pass for r in good), len(good))} by the verdict (target at most 1 %), "
        f"{_share(sum(not r.is_clean for r in good), len(good))} by warnings, "
        f"plain rule {_share(sum(not r.is_plain_pass for r in good), len(good))}.",
        "",
        "| kind | cases | should fail | caught by the verdict | should warn | caught by either | plain rule |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for kind, members in groups.items():
        fail = [r for r in members if r.case.expected == "fail"]
        warn = [r for r in members if r.case.expected == "warn"]
        if not fail and not warn:
            continue
        lines.append(
            f"| {kind} | {len(members)} | {len(fail)} | {_share(sum(not r.is_pass for r in fail), len(fail))} "
            f"| {len(warn)} | {_share(sum(not r.is_clean for r in warn), len(warn))} "
            f"| {_share(sum(not r.is_plain_pass for r in members), len(members))} |"
        )
    missed = [r for r in bad if r.is_missed]
    alarms = [r for r in good if not r.is_clean]
    lines += ["", f"Missed: {len(missed)}."]
    lines += [f"- {r.case.name}: {r.verdict.outcome.value} {r.codes}; should {r.case.expected}" for r in missed]
    lines += ["", f"False alarms, warnings included: {len(alarms)}."]
    lines += [f"- {r.case.name}: {r.verdict.outcome.value} {r.codes}" for r in alarms]
    return "\n".join(lines) + "\n"


def _share(count: int, total: int) -> str:
    return "-" if not total else f"{100 * count / total:.1f} % ({count}/{total})"


def _recall(results: Sequence[Result]) -> float:
    bad = [r for r in results if r.case.expected != "clean"]
    return sum(not r.is_missed for r in bad) / len(bad) if bad else 1.0


def _alarm_rate(results: Sequence[Result]) -> float:
    good = [r for r in results if r.case.expected == "clean"]
    return sum(not r.is_pass for r in good) / len(good) if good else 0.0


if __name__ == "__main__":
    sys.exit(main())
