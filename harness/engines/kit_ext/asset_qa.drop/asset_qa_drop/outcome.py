"""What the extension does without Kit: the command, its environment, and the lines of a result."""

from __future__ import annotations

import json
from collections.abc import Mapping

__all__ = ["clean_environment", "make_command", "read_lines"]

# Kit's own Python sets these; the program has a Python of its own.
_KIT_VARIABLES = ("PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "LD_PRELOAD", "CARB_APP_PATH", "EXP_PATH", "ISAAC_PATH")


def make_command(program: str, test: str, engine: str, asset: str, out: str) -> list[str]:
    """Return the command that tests one file and prints the result as JSON."""
    return [program, "run", test, asset, "--engine", engine, "--out", out, "--format", "json", "--quiet"]


def clean_environment(variables: Mapping[str, str]) -> dict[str, str]:
    """Return the variables without those that Kit set for its own Python."""
    return {name: value for name, value in variables.items() if name not in _KIT_VARIABLES}


def read_lines(exit_code: int, output: str, errors: str) -> tuple[str, list[str]]:
    """Return the outcome and the lines to show.

    Args:
        exit_code: Of the program.
        output: Its standard output, JSON when it came that far.
        errors: Its standard error.

    Returns:
        The outcome in capitals, ``ERROR`` for anything that is no result, and the lines.
    """
    try:
        report = json.loads(output)
        verdict = report["verdicts"][0]["verdict"]
        outcome = str(verdict["outcome"])
    except (ValueError, KeyError, IndexError, TypeError):
        text = errors.strip() or output.strip() or "asset-qa printed nothing"
        return "ERROR", [f"asset-qa ended with code {exit_code} and no result.", *text.splitlines()[-20:]]
    lines = [str(verdict["summary"])]
    for finding in verdict.get("findings", ()):
        lines.append(f"{finding['code']}: {finding['message']}")
    lines += [f"Cause: {text}" for text in verdict.get("causes", ())]
    lines += [f"Fix: {text}" for text in verdict.get("fixes", ())]
    return outcome, lines
