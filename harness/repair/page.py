"""The documentation page of all repairs, written from the table."""

from __future__ import annotations

from harness.codes import CODES
from harness.repair.table import REPAIRS, why_not

__all__ = ["repairs_page"]

_NO_DEFECT = ("HAR", "TST", "ENG")


def repairs_page() -> str:
    """Return the page as Markdown: what each repair writes, and which defects have none and why."""
    lines = [
        "# Repairs",
        "",
        "What `asset-qa fix` writes for each code; see [fixing an asset](fixing.md).",
        "",
        "| code | defect | repair |",
        "|---|---|---|",
    ]
    for code in CODES:
        if code.id in REPAIRS:
            repair = REPAIRS[code.id]
            late = " (a symptom: only when nothing else can be repaired)" if repair.is_symptom else ""
            lines.append(f"| [{code.id}](codes/{code.id}.md) | {code.name} | {repair.summary}{late} |")
    lines += ["", "## Without a repair", "", "| code | defect | why, and what to do |", "|---|---|---|"]
    for code in CODES:
        if code.id not in REPAIRS and not code.id.startswith(_NO_DEFECT):
            lines.append(f"| [{code.id}](codes/{code.id}.md) | {code.name} | {why_not(code.id)} {code.fix} |")
    lines += ["", "Codes about the engine (ENG), a test (TST) or asset-qa itself (HAR) have no repair either."]
    return "\n".join(lines)
