"""What an asset is made of and what was checked, as tables and lists for the page."""

from __future__ import annotations

from dataclasses import dataclass

from harness.parts import BodyRecord, JointRecord
from harness.report.tables import TableView, table_view
from harness.verdict import Column, Table, Verdict

__all__ = ["CheckView", "bodies_view", "checks_view", "joints_view"]


@dataclass(frozen=True, kw_only=True)
class CheckView:
    """One check that was made before the simulation."""

    name: str
    """In plain words."""
    codes: tuple[str, ...]
    """Codes that it found."""
    tone: str
    """``good``, ``warn`` or ``bad``."""


def bodies_view(verdict: Verdict) -> TableView | None:
    """Return the table of the rigid bodies; ``None`` when the asset has none or they are not known."""
    if not verdict.asset.bodies:
        return None
    columns = (
        Column(name="body", label="Body"),
        Column(name="kind", label="Kind"),
        Column(name="mass_kg", label="Mass", unit="kg"),
        Column(name="authored_mass_kg", label="Authored mass", unit="kg"),
        Column(name="density_kg_m3", label="Density", unit="kg/m\u00b3"),
        Column(name="inertia_kg_m2", label="Principal inertia [kg\u00b7m\u00b2]"),
        Column(name="center_of_mass_mm", label="Centre of mass [mm]"),
        Column(name="colliders", label="Colliders"),
        Column(name="approximation", label="Approximation"),
        Column(name="hull_vertices", label="Hull vertices"),
    )
    note = (
        "Mass, inertia and centre of mass are those that the engine used; the centre of mass is in the frame of the "
        "body. Density is that mass over the volume of the colliders. Hull vertices are the extreme points of the "
        "colliders."
    )
    rows = tuple(_body_row(b) for b in verdict.asset.bodies)
    return table_view(Table(name="bodies", title="Bodies", columns=columns, rows=rows, note=note))


def _body_row(body: BodyRecord) -> tuple[float | int | str | None, ...]:
    center = body.center_of_mass_m
    return (
        body.path,
        body.kind,
        body.mass_kg,
        body.authored_mass_kg,
        body.density_kg_m3,
        None if body.inertia_kg_m2 is None else "  ".join(f"{v:.3g}" for v in body.inertia_kg_m2),
        None if center is None else "  ".join(f"{v * 1000:.1f}".replace("-0.0", "0.0") for v in center),
        body.collider_count,
        ", ".join(body.approximations) or None,
        body.hull_vertices,
    )


def joints_view(verdict: Verdict) -> TableView | None:
    """Return the table of the joints; ``None`` when the asset has none."""
    if not verdict.asset.joints:
        return None
    columns = (
        Column(name="joint", label="Joint"),
        Column(name="kind", label="Kind"),
        Column(name="body0", label="From"),
        Column(name="body1", label="To"),
        Column(name="limits", label="Limits"),
        Column(name="drives", label="Drives"),
        Column(name="is_enabled", label="Enabled"),
    )
    rows = tuple(_joint_row(j) for j in verdict.asset.joints)
    note = "Limits and drives as authored: degrees for revolute joints, stage units for prismatic ones."
    return table_view(Table(name="joints", title="Joints", columns=columns, rows=rows, note=note))


def _joint_row(joint: JointRecord) -> tuple[str | bool | None, ...]:
    limits = [v for v in (joint.lower_limit, joint.upper_limit) if v is not None]
    return (
        joint.path,
        joint.kind,
        joint.body0 or "world",
        joint.body1 or "world",
        " to ".join(f"{v:g}".replace("-", "\u2212") for v in limits) or None,
        "; ".join(joint.drives) or None,
        joint.is_enabled,
    )


def checks_view(verdict: Verdict) -> tuple[CheckView, ...]:
    """Return every check that was made, those with findings first."""
    from harness.safeguards import SAFEGUARDS

    codes_of = {guard.name: guard.codes for guard in SAFEGUARDS}
    severities = {f.code: f.severity.value for f in verdict.findings}
    checks = []
    for name in verdict.safeguards:
        found = tuple(c for c in codes_of.get(name, ()) if c in severities)
        worst = "bad" if any(severities[c] not in ("WARN", "INFO") for c in found) else "warn" if found else "good"
        checks.append(CheckView(name=name.replace("-", " "), codes=found, tone=worst))
    return tuple(sorted(checks, key=lambda c: ("bad", "warn", "good").index(c.tone)))
