"""Exceptions for broken machinery; defects of an asset are findings, not exceptions.

HarnessError
├── UsageError            the command or its files are wrong (exit code 2)
│   ├── ConfigError       a configuration key or value
│   └── UnknownNameError  a test, engine or code that does not exist
├── IntakeError           our reader or converter broke
├── EngineError
│   ├── EngineUnavailable the engine cannot run on this machine
│   │   └── EngineUnsupported  it runs, but lacks what the test needs
│   ├── EngineCrashed     the worker died
│   ├── EngineTimeout     the worker missed a deadline
│   ├── EngineMemory      the worker outgrew its memory limit
│   └── EngineProtocolError  the worker answered nonsense
└── RecordError           a result file is missing, damaged or from another schema
"""

from __future__ import annotations

import difflib
import errno
from collections.abc import Iterable

__all__ = [
    "ConfigError",
    "EngineCrashed",
    "EngineError",
    "EngineMemory",
    "EngineProtocolError",
    "EngineTimeout",
    "EngineUnavailable",
    "EngineUnsupported",
    "HarnessError",
    "IntakeError",
    "RecordError",
    "UnknownNameError",
    "UsageError",
    "is_disk_full",
]


class HarnessError(Exception):
    """Root of all exceptions raised on purpose; ``code`` names the page that explains it."""

    code = "HAR001"


class UsageError(HarnessError):
    """The command line, a path or a user file is wrong; the message says what to change."""

    code = "HAR002"


class ConfigError(UsageError):
    """A configuration key is unknown or its value is of the wrong type or out of bounds."""

    code = "HAR003"


_SHOWN = 60
"""How many valid names an error lists."""


class UnknownNameError(UsageError):
    """A name is not in its catalogue.

    Args:
        kind: What was asked for, such as "test" or "engine".
        name: The name that was given.
        valid: Every name that would have worked.
    """

    code = "HAR004"

    def __init__(self, kind: str, name: str, valid: Iterable[str]) -> None:
        names = sorted(valid)
        by_fold = {n.casefold(): n for n in names}
        near = [by_fold[n] for n in difflib.get_close_matches(name.casefold(), by_fold, n=3, cutoff=0.4)]
        more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
        hint = f"Did you mean {', '.join(near)}?" if near else f"Valid: {', '.join(names[:_SHOWN])}{more}."
        super().__init__(f"Unknown {kind} '{name}'. {hint}")


class IntakeError(HarnessError):
    """The asset reader itself broke (a malformed asset is a finding instead)."""

    code = "HAR005"


class EngineError(HarnessError):
    """The engine worker could not do its work."""

    code = "ENG000"
    stage: str = ""
    """Request that a worker was at: ``start`` before it took any, ``open``, ``advance``; empty where none is known."""


class EngineUnavailable(EngineError):
    """The engine cannot be used on this machine."""

    code = "ENG001"


class EngineUnsupported(EngineUnavailable):
    """The engine works, but lacks something that the test needs."""

    code = "ENG030"


class EngineCrashed(EngineError):
    """The engine worker process ended on its own.

    Args:
        phase: What it was doing: start, open, advance or close.
        exit_code: Its exit status; negative for a signal.
        log_tail: Last lines of its output.
    """

    code = "ENG002"

    def __init__(self, phase: str, exit_code: int | None, log_tail: str = "") -> None:
        self.phase, self.exit_code, self.log_tail = phase, exit_code, log_tail
        how = f"signal {-exit_code}" if exit_code is not None and exit_code < 0 else f"exit code {exit_code}"
        super().__init__(f"The engine worker died during {phase} ({how}).")


class EngineTimeout(EngineError):
    """The engine worker missed a deadline and was killed."""

    code = "ENG003"

    def __init__(self, phase: str, deadline_s: float, log_tail: str = "") -> None:
        self.phase, self.deadline_s, self.log_tail = phase, deadline_s, log_tail
        super().__init__(f"The engine worker did not finish {phase} within {deadline_s:.0f} s and was killed.")


class EngineMemory(EngineError):
    """The engine worker outgrew its memory limit and was killed."""

    code = "ENG004"

    def __init__(self, phase: str, limit_bytes: int, log_tail: str = "") -> None:
        self.phase, self.limit_bytes, self.log_tail = phase, limit_bytes, log_tail
        super().__init__(
            f"The engine worker used more than {limit_bytes / 2**30:.1f} GiB during {phase} and was killed."
        )


class EngineProtocolError(EngineError):
    """The engine worker sent an incomplete or malformed message."""

    code = "ENG005"


class RecordError(HarnessError):
    """A stored result is missing, incomplete or of an unknown schema version."""

    code = "HAR006"


def is_disk_full(error: OSError) -> bool:
    """Whether an error says that there is no room left: on the disk, in a quota, or up to a limit of file size."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
