"""A verdict that can be sent to others: the same judgement without folders of the machine."""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from typing import TypeVar

from harness.report.privacy import file_name, redact, redact_command, relative_name
from harness.verdict import ConfigValue, Finding, Site, Verdict

__all__ = ["shared_verdict"]

T = TypeVar("T")


def shared_verdict(verdict: Verdict) -> Verdict:
    """Return a verdict whose texts name files, never folders; paths of prims stay.

    Args:
        verdict: As it was recorded.
    """
    asset = verdict.asset
    return replace(
        verdict,
        summary=redact(verdict.summary),
        asset=replace(
            asset,
            path=file_name(asset.path),
            layers=tuple((relative_name(name), digest) for name, digest in asset.layers),
            conversions=tuple(redact(c) for c in asset.conversions),
            stamp=None if asset.stamp is None else _texts(asset.stamp, "source", "profile", "producer", "problem"),
        ),
        findings=tuple(_finding(f) for f in verdict.findings),
        criteria=tuple(_texts(c, "title", "note") for c in verdict.criteria),
        tables=tuple(
            replace(
                table,
                title=redact(table.title),
                note=redact(table.note),
                rows=tuple(tuple(redact(c) if isinstance(c, str) else c for c in row) for row in table.rows),
            )
            for table in verdict.tables
        ),
        causes=tuple(redact(c) for c in verdict.causes),
        fixes=tuple(redact(f) for f in verdict.fixes),
        config=tuple(_setting(c) for c in verdict.config),
        versions={key: redact(text) for key, text in verdict.versions.items()},
        video=replace(
            verdict.video,
            reason=None if verdict.video.reason is None else redact(verdict.video.reason),
            warnings=tuple(redact(w) for w in verdict.video.warnings),
        ),
        error=None if verdict.error is None else redact(verdict.error),
        reproduce=redact_command(verdict.reproduce),
    )


def _finding(finding: Finding) -> Finding:
    sites = tuple(
        Site(prim_path=s.prim_path, file=s.file and relative_name(s.file), line=s.line) for s in finding.sites
    )
    return replace(_texts(finding, "message", "fix"), sites=sites)


def _setting(item: ConfigValue) -> ConfigValue:
    kind, colon, name = item.origin.partition(":")
    value = redact(item.value) if isinstance(item.value, str) else item.value
    return replace(item, value=value, origin=f"{kind}:{file_name(name)}" if colon else item.origin)


def _texts(record: T, *names: str) -> T:
    """Return a record with some of its texts shortened."""
    changes = {name: redact(getattr(record, name)) for name in names}
    return dataclasses.replace(record, **changes)  # type: ignore[type-var]
