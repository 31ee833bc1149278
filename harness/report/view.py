"""Turns one verdict into what its page shows: sentences, rows and bars. Holds no markup."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from harness.outcomes import Severity
from harness.report.criterion_rows import CriterionRow, criterion_row
from harness.report.evidence import Evidence, collect_evidence
from harness.report.finding_cards import FindingView, finding_views
from harness.report.linking import Links, find_file, script_json
from harness.report.metadata import Fact, groups, settings
from harness.report.model import RunEntry
from harness.report.parts_view import CheckView, bodies_view, checks_view, joints_view
from harness.report.privacy import redact, redact_command
from harness.report.signoff import SignOffState, verdict_digest
from harness.report.tables import TableView, table_view
from harness.report.wording import OutcomeWords, outcome_words, quantity, reasons, tightest_criterion
from harness.verdict import Verdict

__all__ = ["CaseView", "ReplayView", "make_case"]


@dataclass(frozen=True, kw_only=True)
class ReplayView:
    """The interactive replay, or why there is none."""

    src: str
    """Address of the data; empty when the page holds them itself."""
    data: str
    """The data themselves, for a page that holds everything."""


@dataclass(frozen=True, kw_only=True)
class CaseView:
    """One case as a page, or as a section of a page."""

    anchor: str
    key: str
    """Folder of the case in the run, by which files about it find it."""
    digest: str
    """Digest of what was judged; a sign-off holds for it."""
    verdict: Verdict
    entry: RunEntry
    words: OutcomeWords
    summary: str
    subtitle: str
    figures: tuple[Fact, ...]
    deciding: tuple[FindingView, ...]
    warnings: tuple[FindingView, ...]
    notes: tuple[FindingView, ...]
    advice: tuple[tuple[str, str], ...]
    """Likely causes with what to try."""
    required: tuple[CriterionRow, ...]
    supporting: tuple[CriterionRow, ...]
    tables: tuple[TableView, ...]
    bodies: TableView | None
    joints: TableView | None
    checks: tuple[CheckView, ...]
    evidence: Evidence
    replay: ReplayView | None
    error: str
    groups: tuple[tuple[str, tuple[Fact, ...]], ...]
    """Metadata by heading."""
    settings: tuple[Fact, ...]
    reproduce: str
    closest: CriterionRow | None
    """Required criterion with the smallest margin."""
    reason: str
    """Why it is not a clean PASS, short enough for the index."""
    signoff: SignOffState | None
    """What a reviewer said."""


@dataclass(frozen=True, kw_only=True)
class CasePlace:
    """Where a case stands on the page, and how the page reaches its files."""

    number: int
    links: Links
    is_embedded: bool = False
    """Whether the page holds the data of the replay itself."""
    is_light: bool = False
    """Whether to leave out what makes a page with many cases heavy."""
    signoff: SignOffState | None = None


def make_case(entry: RunEntry, out_dir: Path, place: CasePlace) -> CaseView:
    """Prepare one case.

    Args:
        entry: The case.
        out_dir: Run folder, in which the files of the case are looked up.
        place: Where it stands.
    """
    verdict = entry.verdict
    why, closest = reasons(verdict), tightest_criterion(verdict)
    fixes = (*verdict.fixes, *("" for _ in verdict.causes))
    extra = verdict.fixes[len(verdict.causes) :]
    rows = [criterion_row(c) for c in verdict.criteria]
    deciding_severities = {s for s in Severity if s.value == verdict.outcome.value and s is not Severity.WARN}
    others = set(Severity) - deciding_severities - {Severity.WARN, Severity.INFO}
    return CaseView(
        anchor=f"case-{place.number}",
        key=entry.case_dir,
        digest=verdict_digest(verdict),
        verdict=verdict,
        entry=entry,
        words=outcome_words(verdict),
        summary=redact(verdict.summary),
        subtitle=_subtitle(verdict),
        figures=_figures(verdict),
        deciding=finding_views(verdict, deciding_severities | others),
        warnings=finding_views(verdict, {Severity.WARN}),
        notes=finding_views(verdict, {Severity.INFO}),
        advice=(
            *((redact(c), redact(f)) for c, f in zip(verdict.causes, fixes, strict=False)),
            *(("", redact(f)) for f in extra),
        ),
        required=tuple(r for r in rows if r.criterion.is_required),
        supporting=tuple(r for r in rows if not r.criterion.is_required),
        tables=tuple(table_view(t) for t in verdict.tables),
        bodies=bodies_view(verdict),
        joints=joints_view(verdict),
        checks=checks_view(verdict),
        evidence=collect_evidence(entry, out_dir, place.links, is_large_run=place.is_light),
        replay=_replay(entry, out_dir, place),
        error=redact(verdict.error or ""),
        groups=groups(verdict),
        settings=settings(verdict),
        reproduce=redact_command(verdict.reproduce),
        closest=criterion_row(closest) if closest else None,
        reason=redact(why[0]) if why else "",
        signoff=place.signoff,
    )


def _replay(entry: RunEntry, out_dir: Path, place: CasePlace) -> ReplayView | None:
    """Return where the replay is; ``None`` when it was not recorded or is not beside the verdict."""
    name = next((a.file for a in entry.verdict.artifacts if a.kind == "replay-3d"), None)
    path = None if name is None else find_file(out_dir / entry.case_dir, name)
    if path is None or name is None:
        return None
    if place.is_embedded:
        if place.is_light:
            return None
        from markupsafe import Markup

        text = path.read_text(encoding="utf-8")
        value = json.loads(text[text.index("(") + 1 : text.rindex(")")])
        return ReplayView(src="", data=Markup(script_json(value)))
    return ReplayView(src=place.links.href(path, entry.case_dir, name) or "", data="")


def _subtitle(verdict: Verdict) -> str:
    engine = verdict.engine
    parts = [f"{verdict.test} {verdict.test_version}", f"{engine.name} {engine.version or ''}".strip()]
    parts += [f"PhysX {engine.physx_version}"] if engine.physx_version else []
    parts += [engine.device.upper() if engine.device == "cpu" else engine.device] if engine.device else []
    return " \u00b7 ".join([*parts, "strict"] if verdict.is_strict else parts)


def _figures(verdict: Verdict) -> tuple[Fact, ...]:
    times = {e.name: e.time_s for e in reversed(verdict.events)}
    found = {c.name: c.measured for c in verdict.criteria}
    numbers = verdict.measurements
    wanted = (
        ("Drop height", numbers.get("drop_height_m"), "m"),
        ("First contact", times.get("ramp-contact", times.get("ground-contact")), "s"),
        ("Lowest point", found.get("floor-penetration"), "m"),
        ("Peak force on the floor", numbers.get("peak_floor_force_n"), "N"),
        ("At rest", times.get("rest"), "s"),
        ("Movement at rest", found.get("rest") if "rest" in times else None, "m"),
        ("Mass", verdict.asset.total_mass_kg, "kg"),
    )
    return tuple(Fact(label=label, text=quantity(v, unit)) for label, v, unit in wanted if v is not None)
