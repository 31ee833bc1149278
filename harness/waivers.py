"""Grade findings by rules of the user: waivers with owner, reason and expiry date, and severities by code. Pure.

What counts is written in the sections ``waivers:`` and ``severities:`` of a configuration file, see docs/waivers.md. A
waived finding stays in the verdict with its owner and its date, and decides nothing any more. Nothing that is missing
or broken can be waived: only a defect that is known and measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date, datetime
from fnmatch import fnmatchcase
from pathlib import PurePath
from typing import Any

from harness.codes import CODES, CODES_BY_ID, Code
from harness.errors import ConfigError, UnknownNameError
from harness.outcomes import CriterionStatus, Severity
from harness.verdict import Criterion, Finding, Regrade, finding

__all__ = [
    "EXPIRED",
    "POLICY_SECTIONS",
    "Grading",
    "Policy",
    "SeverityRule",
    "Waiver",
    "grade",
    "grade_criteria",
    "parse_policy",
    "rules_about",
]

POLICY_SECTIONS = ("waivers", "severities")
"""Sections of a configuration file that this module reads."""

EXPIRED = "HAR060"
"""Code of the finding about a waiver that has ended."""

_GRADED = (Severity.FAIL, Severity.WARN, Severity.INFO)
# The engine could not build or survive the asset: what then happens is no known, measured defect.
_NEVER = frozenset({"ENG006", "ENG007", "ENG008", "ENG009", "ENG010", "ENG013", "MON004", "HAR008", "HAR060"})


@dataclass(frozen=True, kw_only=True)
class Waiver:
    """Somebody answers for a known defect until a date."""

    code: str
    """Exactly one code; never a pattern, so that nothing is waived by accident."""
    owner: str
    """Who answers for it."""
    reason: str
    """Why it is accepted."""
    expires: str
    """Last day on which it holds, ISO 8601."""
    asset: str = "*"
    """Pattern of the asset's file name, or of the end of its path when it has a slash."""
    prim: str = "*"
    """Pattern of prim paths; each place of a finding must match."""
    origin: str = ""
    """File that it was read from."""


@dataclass(frozen=True, kw_only=True)
class SeverityRule:
    """A code counts more, or less, than by default."""

    code: str
    severity: Severity
    """FAIL, WARN or INFO."""
    reason: str
    """Why."""
    asset: str = "*"
    """As for a waiver."""
    origin: str = ""
    """File that it was read from."""


@dataclass(frozen=True, kw_only=True)
class Policy:
    """All rules of a run. Of several severities for one code the last one counts."""

    waivers: tuple[Waiver, ...] = ()
    severities: tuple[SeverityRule, ...] = ()

    def joined(self, other: Policy) -> Policy:
        """Return both, the other one last."""
        return Policy(waivers=self.waivers + other.waivers, severities=self.severities + other.severities)


@dataclass(frozen=True, kw_only=True)
class Grading:
    """A policy applied to one asset on one day; stored with a result, so that judging it again gives the same."""

    policy: Policy
    asset: str
    """Absolute path of the asset, so that a pattern means the same wherever the command is given."""
    today: str
    """UTC date, ISO 8601."""


# Reading


def parse_policy(sections: Mapping[str, object], origin: str) -> Policy:
    """Read the sections ``waivers`` and ``severities`` of a configuration file.

    Args:
        sections: The file's content; other sections are ignored.
        origin: Name of the file, for messages and for the record.

    Raises:
        ConfigError: If an entry lacks a key, has an unknown one, or may not do what it asks for.
        UnknownNameError: If a code does not exist.
    """
    return Policy(
        waivers=tuple(_waiver(e, origin, where) for e, where in _entries(sections, "waivers", origin)),
        severities=tuple(_severity_rule(e, origin, where) for e, where in _entries(sections, "severities", origin)),
    )


def _entries(sections: Mapping[str, object], name: str, origin: str) -> Iterable[tuple[dict[str, Any], str]]:
    rows = sections.get(name) or []
    if not isinstance(rows, list) or not all(isinstance(r, dict) for r in rows):
        raise ConfigError(f"{origin}: {name} must be a list; each entry starts with '- code: ...'.")
    return [({str(k): v for k, v in row.items()}, f"{origin}: {name}[{i}]") for i, row in enumerate(rows)]


def _waiver(entry: dict[str, Any], origin: str, where: str) -> Waiver:
    texts = _texts(entry, Waiver, where)
    code = _code(texts["code"], where)
    if code.id in _NEVER or code.severity not in _GRADED:
        raise ConfigError(
            f"{where}: {code.id} {code.name} cannot be waived. It says that something is missing, broken or was not "
            "tested, and nobody can answer for what is not known."
        )
    expires = texts["expires"]
    try:
        date.fromisoformat(expires)
    except ValueError as error:
        raise ConfigError(f"{where}: expires: {expires!r} is no date; write YYYY-MM-DD.") from error
    return Waiver(**{**texts, "code": code.id, "origin": origin})


def _severity_rule(entry: dict[str, Any], origin: str, where: str) -> SeverityRule:
    texts = _texts(entry, SeverityRule, where)
    code = _code(texts["code"], where)
    wanted = texts.pop("severity").upper()
    if wanted not in [s.value for s in _GRADED]:
        raise ConfigError(f"{where}: severity: {wanted!r} is none of FAIL, WARN, INFO.")
    if code.severity not in _GRADED:
        raise ConfigError(
            f"{where}: the severity of {code.id} {code.name} is fixed: it says that something is missing, broken or "
            "was not tested."
        )
    severity = Severity(wanted)
    if code.severity is Severity.FAIL and severity is not Severity.FAIL:
        raise ConfigError(
            f"{where}: {code.id} {code.name} is a failure; accept one with an entry in waivers, which needs an owner, "
            "a reason and a date."
        )
    return SeverityRule(**{**texts, "code": code.id, "origin": origin}, severity=severity)


def _texts(entry: dict[str, Any], cls: type[Waiver] | type[SeverityRule], where: str) -> dict[str, str]:
    """Check the keys of an entry and return its values as text."""
    known = [f.name for f in fields(cls) if f.name != "origin"]
    optional = {"asset", "prim"}
    for key in entry:
        if key not in known:
            raise UnknownNameError(f"key in {where}", key, known)
    texts: dict[str, str] = {}
    for key in known:
        if key not in entry:
            if key in optional:
                continue
            raise ConfigError(f"{where}: {key} is missing. Needed: {', '.join(k for k in known if k not in optional)}.")
        value = entry[key]
        if isinstance(value, datetime):
            raise ConfigError(f"{where}: {key}: {value} has a time; write the day alone, {value:%Y-%m-%d}.")
        if isinstance(value, date):
            value = value.isoformat()
        if not isinstance(value, str) or not value.strip():
            raise ConfigError(f"{where}: {key}: {value!r} is no text.")
        texts[key] = value.strip()
    return texts


def _code(text: str, where: str) -> Code:
    by_name = {c.name: c for c in CODES}
    code = CODES_BY_ID.get(text.upper()) or by_name.get(text.lower())
    if code is None:
        raise UnknownNameError(f"code in {where}", text, [*CODES_BY_ID, *by_name])
    return code


# Applying


def grade(findings: Sequence[Finding], grading: Grading | None) -> tuple[Finding, ...]:
    """Apply waivers and severities to findings as they were found; an expired waiver is a finding of its own.

    Args:
        findings: Findings with the severity that the check gave them.
        grading: Rules, asset and day; ``None`` changes nothing.
    """
    if grading is None:
        return tuple(findings)
    graded = tuple(_graded(f, grading) for f in findings)
    expired = [w for w in grading.policy.waivers if _is_about(w.asset, grading.asset) and w.expires < grading.today]
    return (*graded, *(_expired(w) for w in expired))


def _graded(item: Finding, grading: Grading) -> Finding:
    if item.severity not in _GRADED:
        return item
    paths = [s.prim_path for s in item.sites if s.prim_path is not None]
    waiver = _waiver_for(item.code, paths, grading)
    if waiver is not None and item.severity is not Severity.INFO:
        return replace(item, severity=Severity.INFO, regrade=_regrade(waiver, item.severity))
    rule = _rule_for(item.code, grading)
    # A rule may lower a warning; a failure is only accepted by a waiver.
    if rule is None or rule.severity is item.severity or item.severity is Severity.FAIL:
        return item
    made = Regrade(original=item.severity, reason=rule.reason, origin=rule.origin)
    return replace(item, severity=rule.severity, regrade=made)


def grade_criteria(criteria: Sequence[Criterion], grading: Grading | None) -> tuple[Criterion, ...]:
    """Mark the criteria that were measured, are not met, and are waived by their own code.

    Args:
        criteria: Criteria of a test.
        grading: Rules, asset and day; ``None`` changes nothing.
    """
    if grading is None:
        return tuple(criteria)
    return tuple(replace(c, is_waived=True) if _is_criterion_waived(c, grading) else c for c in criteria)


def _is_criterion_waived(criterion: Criterion, grading: Grading) -> bool:
    if criterion.status is not CriterionStatus.NOT_MET or not criterion.is_required or not criterion.code:
        return False
    paths = [criterion.prim_path] if criterion.prim_path is not None else []
    return _waiver_for(criterion.code, paths, grading) is not None


def _waiver_for(code: str, paths: Sequence[str], grading: Grading) -> Waiver | None:
    for waiver in grading.policy.waivers:
        if waiver.code != code or waiver.expires < grading.today or not _is_about(waiver.asset, grading.asset):
            continue
        # A pattern for prims says nothing about a finding that names none.
        if waiver.prim == "*" or (paths and all(fnmatchcase(p, waiver.prim) for p in paths)):
            return waiver
    return None


def _rule_for(code: str, grading: Grading) -> SeverityRule | None:
    rules = [r for r in grading.policy.severities if r.code == code and _is_about(r.asset, grading.asset)]
    return rules[-1] if rules else None


def rules_about(policy: Policy, asset: str) -> tuple[int, ...]:
    """Return the numbers of the rules that are about an asset: waivers first, then severities.

    Args:
        policy: Waivers and severities.
        asset: Absolute path.
    """
    patterns = [w.asset for w in policy.waivers] + [r.asset for r in policy.severities]
    return tuple(number for number, pattern in enumerate(patterns) if _is_about(pattern, asset))


def _is_about(pattern: str, asset: str) -> bool:
    path = PurePath(asset)
    if "/" in pattern:
        wanted = pattern.removeprefix("./")
        return fnmatchcase(path.as_posix(), wanted) or fnmatchcase(path.as_posix(), f"*/{wanted}")
    return fnmatchcase(path.name, pattern) or fnmatchcase(path.stem, pattern)


def _regrade(waiver: Waiver, original: Severity) -> Regrade:
    return Regrade(
        original=original,
        reason=waiver.reason,
        origin=waiver.origin,
        is_waiver=True,
        owner=waiver.owner,
        expires=waiver.expires,
    )


def _expired(waiver: Waiver) -> Finding:
    where = f" on {waiver.prim}" if waiver.prim != "*" else ""
    return finding(
        EXPIRED,
        f"The waiver of {waiver.code}{where} by {waiver.owner} ended on {waiver.expires} ({waiver.reason}). It waives "
        "nothing any more.",
        fix=f"Repair the defect and remove the waiver from {waiver.origin or 'the file'}, or have {waiver.owner} "
        "decide on a new date.",
    )
