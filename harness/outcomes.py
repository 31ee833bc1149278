"""Closed sets shared by every part: outcomes, severities, statuses, stop reasons."""

from __future__ import annotations

from enum import IntEnum, StrEnum

__all__ = ["CriterionStatus", "ExitCode", "Lifecycle", "Outcome", "Phase", "Severity", "StopReason"]


class Outcome(StrEnum):
    """What one test says about one asset on one engine."""

    PASS = "PASS"
    FAIL = "FAIL"
    NOT_APPLICABLE = "NOT_APPLICABLE"
    INCONCLUSIVE = "INCONCLUSIVE"
    BLOCKED = "BLOCKED"
    ERROR = "ERROR"


class Severity(StrEnum):
    """What a finding does to the outcome.

    ``ERROR`` and ``FAIL`` decide it, ``INCONCLUSIVE`` forbids a PASS, ``NOT_APPLICABLE`` skips the test, ``WARN``
    leaves it unless the run is strict, ``INFO`` never changes it.
    """

    ERROR = "ERROR"
    FAIL = "FAIL"
    BLOCKED = "BLOCKED"
    INCONCLUSIVE = "INCONCLUSIVE"
    NOT_APPLICABLE = "NOT_APPLICABLE"
    WARN = "WARN"
    INFO = "INFO"


class CriterionStatus(StrEnum):
    """Whether a criterion was met; UNDECIDED means that it could not be measured."""

    MET = "MET"
    NOT_MET = "NOT_MET"
    UNDECIDED = "UNDECIDED"


class Lifecycle(StrEnum):
    """Maturity of a test or a code. A preview one never fails a run by default."""

    PREVIEW = "preview"
    STABLE = "stable"
    RETIRED = "retired"


class StopReason(StrEnum):
    """Why the simulation ended."""

    DECIDED = "decided"
    TIME_LIMIT = "time-limit"
    ENGINE_CRASHED = "engine-crashed"
    ENGINE_TIMEOUT = "engine-timeout"
    ENGINE_MEMORY = "engine-memory"
    ENGINE_ERROR = "engine-error"
    NON_FINITE = "non-finite"


class Phase(StrEnum):
    """Stage of a case; an ERROR verdict names the one that broke."""

    INTAKE = "intake"
    STAGE = "stage"
    SAFEGUARD = "safeguard"
    SCENE = "scene"
    SIMULATE = "simulate"
    JUDGE = "judge"
    RECORD = "record"


class ExitCode(IntEnum):
    """Process exit status of the command line."""

    OK = 0
    FAILED = 1
    USAGE = 2
    BROKEN = 3
    BLOCKED = 4
    NOTHING_JUDGED = 5
    INTERRUPTED = 130
