"""The run as JUnit XML, for Jenkins, GitLab and everything else that shows test results.

One test suite for each test and engine, one test case for each asset. Only elements and attributes that the strictest
common schema knows are used. FAIL is a ``failure``; ERROR, INCONCLUSIVE and BLOCKED are an ``error``; NOT APPLICABLE is
``skipped``. JUnit has no word for a warning: a PASS with warnings says so in its output and in the suite's properties.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

from harness.outcomes import Outcome
from harness.report.console_report import render_verdict_lines
from harness.report.model import RunEntry, RunReport
from harness.report.plain import case_seconds, first_reason, one_line, shareable, utc_time
from harness.report.privacy import redact_command
from harness.report.wording import count_warnings, outcome_words, run_words
from harness.verdict import Verdict

__all__ = ["render"]

_ELEMENTS = {
    Outcome.FAIL: "failure",
    Outcome.ERROR: "error",
    Outcome.INCONCLUSIVE: "error",
    Outcome.BLOCKED: "error",
    Outcome.NOT_APPLICABLE: "skipped",
}
# Wide enough that no path is broken before it is shortened.
_NO_WRAP = 100_000


def render(report: RunReport, out_dir: Path) -> str:
    """Return the run as JUnit XML.

    Args:
        report: The run.
        out_dir: Run folder. A picture or video found there is named as an attachment when the folder lies below the
            working folder, since only such names mean the same to a server.
    """
    groups: dict[tuple[str, str], list[RunEntry]] = {}
    for entry in report.verdicts:
        groups.setdefault((entry.verdict.test, entry.verdict.engine.name), []).append(entry)
    root = ET.Element("testsuites", {"name": "asset-qa"})
    for (test, engine), entries in groups.items():
        root.append(_suite(report, f"{test} ({engine})", entries, out_dir))
    if report.missing_count or not report.verdicts:
        root.append(_lost(report))
    _count(root)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _suite(report: RunReport, name: str, entries: Sequence[RunEntry], out_dir: Path) -> ET.Element:
    suite = ET.Element("testsuite", {"name": one_line(name)})
    moments = [m for m in (utc_time(e.verdict.started_at) for e in entries) if m is not None]
    if moments:
        suite.set("timestamp", min(moments).strftime("%Y-%m-%dT%H:%M:%S"))
    verdict = entries[0].verdict
    warned = sum(e.verdict.outcome is Outcome.PASS and not e.verdict.is_clean for e in entries)
    properties = {
        "run": report.run_id,
        "command": redact_command(report.command),
        "test_version": ", ".join(sorted({e.verdict.test_version for e in entries})),
        "engine_version": verdict.engine.version or "unknown",
        "passed_with_warnings": str(warned),
    }
    parent = ET.SubElement(suite, "properties")
    for key, value in properties.items():
        ET.SubElement(parent, "property", {"name": key, "value": one_line(value)})
    for entry in entries:
        suite.append(_case(entry, out_dir))
    return suite


def _case(entry: RunEntry, out_dir: Path) -> ET.Element:
    verdict = entry.verdict
    case = ET.Element(
        "testcase",
        {
            "classname": one_line(f"{verdict.test}.{verdict.engine.name}"),
            "name": one_line(verdict.asset.name) or "asset",
            "time": f"{max(0.0, case_seconds(verdict)):.3f}",
        },
    )
    if verdict.outcome in _ELEMENTS:
        code, message = first_reason(verdict)
        label = outcome_words(verdict).label
        element = ET.SubElement(case, _ELEMENTS[verdict.outcome])
        element.set("type", one_line(code) or verdict.outcome.value)
        element.set("message", one_line(f"{label}: {f'{code}: ' if code else ''}{message}"))
        element.text = _text(verdict)
    output = [_text(verdict)] if verdict.outcome is Outcome.PASS and count_warnings(verdict) else []
    output += [f"[[ATTACHMENT|{name}]]" for name in _attachments(entry, out_dir)]
    if output:
        ET.SubElement(case, "system-out").text = "\n".join(output)
    return case


def _text(verdict: Verdict) -> str:
    """Return everything that a reader of a failed build needs."""
    lines = render_verdict_lines(verdict, width=_NO_WRAP, is_verbose=True)
    if verdict.reproduce:
        lines.append(f"  Repeat    {redact_command(verdict.reproduce)}")
    if verdict.error:
        lines += ["", verdict.error]
    return shareable("\n".join(lines))


def _attachments(entry: RunEntry, out_dir: Path) -> list[str]:
    folder = (out_dir / entry.case_dir).resolve()
    names = [folder / a.file for kind in ("still", "video") for a in entry.verdict.artifacts if a.kind == kind]
    inside = [n for n in names if n.is_file() and n.is_relative_to(Path.cwd())]
    return [shareable(Path(os.path.relpath(n)).as_posix()) for n in inside]


def _lost(report: RunReport) -> ET.Element:
    """Return a suite whose error says that there are cases without a verdict; a cut run must not look complete."""
    suite = ET.Element("testsuite", {"name": "asset-qa run"})
    case = ET.SubElement(suite, "testcase", {"classname": "asset-qa.run", "name": "every case has a verdict"})
    message = f"{run_words(report).label}: no case was judged."
    if report.missing_count:
        message = f"{report.missing_count} of {report.planned_count} planned cases have no verdict; the run was cut."
    error = ET.SubElement(case, "error", {"type": "no-verdict", "message": message})
    error.text = shareable(f"{message}\nRun {report.run_id}: {redact_command(report.command)}")
    return suite


def _count(root: ET.Element) -> None:
    """Write the totals that readers rely on, from what is really there."""
    for element in (root, *root.iter("testsuite")):
        element.set("tests", str(len(list(element.iter("testcase")))))
        element.set("failures", str(len(list(element.iter("failure")))))
        element.set("errors", str(len(list(element.iter("error")))))
        if element is not root:
            element.set("skipped", str(len(list(element.iter("skipped")))))
        element.set("time", f"{sum(float(c.get('time', 0)) for c in element.iter('testcase')):.3f}")
