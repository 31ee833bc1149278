"""Entry point of ``asset-qa``: results on stdout, progress on stderr, documented exit codes."""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from harness import __version__
from harness.errors import EngineUnavailable, HarnessError, UsageError
from harness.outcomes import ExitCode

__all__ = ["build_parser", "main", "run_main"]

_VERBS = {
    "run": "run",
    "batch": "batch",
    "merge": "merge",
    "diff": "diff",
    "history": "history",
    "trend": "trend",
    "prune": "prune",
    "check": "check",
    "fix": "fix",
    "rejudge": "rejudge",
    "report": "report",
    "signoff": "signoff",
    "convert": "convert",
    "vary": "vary",
    "compare": "compare",
    "list": "list_command",
    "explain": "explain",
    "doctor": "doctor",
    "selftest": "selftest",
}
"""Verb to its module in ``harness.cli``; only the one that is used is imported, since some bring much along."""

_EXIT_CODES = """\
exit codes:
  0  every asset passed, or the test does not apply to it and at least one passed
  1  an asset failed
  2  the command, a path or a setting is wrong
  3  something broke or stayed undecided (ERROR, INCONCLUSIVE)
  4  the engine cannot run on this machine
  5  nothing was judged
"""


def build_parser(only: str | None = None) -> argparse.ArgumentParser:
    """Build the parser.

    Args:
        only: The one verb that will be parsed; all of them by default.
    """
    parser = argparse.ArgumentParser(
        prog="asset-qa",
        description="Drop simulation assets with PhysX and say, with evidence, whether they behave.",
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"asset-qa {__version__}")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    for name in _VERBS if only is None else (only,):
        import_module(f"harness.cli.{_VERBS[name]}").add_parser(verbs)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: Words after the program name; those of the process by default.

    Returns:
        The exit code.
    """
    _open_missing_streams()
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character must not end the run.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    words = list(sys.argv[1:] if arguments is None else arguments)
    options = build_parser(words[0] if words and words[0] in _VERBS else None).parse_args(words)
    try:
        return int(options.function(options))
    except UsageError as error:
        print(f"asset-qa: {error}", file=sys.stderr)
        return ExitCode.USAGE
    except HarnessError as error:
        print(f"asset-qa: {error} [{error.code}]", file=sys.stderr)
        return ExitCode.BLOCKED if isinstance(error, EngineUnavailable) else ExitCode.BROKEN
    except KeyboardInterrupt:
        print("asset-qa: interrupted", file=sys.stderr)
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        # The reader of stdout went away, as with "| head"; the results are on disk.
        sys.stderr.close()
        return ExitCode.BROKEN
    except OSError as error:
        # Such as a full disk or a folder that cannot be written: not a word about the asset, so not its exit code.
        name = f" ({error.filename})" if error.filename else ""
        print(f"asset-qa: {error.strerror or error}{name}", file=sys.stderr)
        return ExitCode.BROKEN


def _open_missing_streams() -> None:
    """Give the process standard streams where it was started without; pipes would take their numbers otherwise."""
    while True:
        descriptor = os.open(os.devnull, os.O_RDWR)
        if descriptor > 2:
            os.close(descriptor)
            break
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - lives as long as the process


def run_main() -> int:
    """Run the command line as a program: whatever escapes is broken machinery, never "an asset failed"."""
    # All matrices here are small or narrow: threads of the linear algebra only burn the processors of other programs,
    # and one that must wait for them holds up all. Set before NumPy starts; a user's own setting stays.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        return main()
    except Exception:  # noqa: BLE001 - Python's own exit code for this is 1, which means FAIL here
        traceback.print_exc()
        return ExitCode.BROKEN


if __name__ == "__main__":
    sys.exit(run_main())
