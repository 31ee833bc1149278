"""The page that lists the test assets."""

from __future__ import annotations

from collections.abc import Sequence

from authoring.case import Case

__all__ = ["readme"]

_HEAD = """# Test assets

Small USD and URDF assets with a known answer, written for asset-qa. They are the demo, the regression suite and the
examples of what each code means.

- `good/<name>/`: assets that behave. A run reports nothing above INFO about them, except that very small ones are
  dropped from higher than the rule says.
- `broken/<CODE>-<what>/`: assets with one defect each, named after the code that reports it.
- `urdf/good-<what>/` and `urdf/<CODE>-<what>/`: the same as URDF files.

Every folder has an `expect.json`: the test, the outcome, all codes above INFO that a run must report, remarks
that it must show, and a note. A test compares them with real runs.

The files are generated. Edit the scripts in `authoring/`, then run `python assets/author.py`, which writes the same
bytes on every machine (`--check` only compares). The licence is that of the repository; nothing here is copied.

"""


def readme(cases: Sequence[Case]) -> str:
    """Return the text of README.md."""
    rows = []
    for title, start in (("Good", "good/"), ("Broken", "broken/"), ("URDF", "urdf/")):
        rows += [f"## {title}", "", "| asset | outcome | codes | what it shows |", "|---|---|---|---|"]
        for case in cases:
            if case.folder.startswith(start):
                codes = ", ".join([*sorted(case.codes), *(f"{c} (remark)" for c in sorted(case.informs))]) or "none"
                short = case.folder.removeprefix(start)
                rows.append(
                    f"| [{short}]({case.folder}/{case.name}.{case.suffix}) | {case.outcome} | {codes} | {case.note} |"
                )
        rows.append("")
    return _HEAD + "\n".join(rows).rstrip() + "\n"
