"""What a stage says about its units and axes."""

from __future__ import annotations

import math
from pathlib import Path

from pxr import Sdf, Usd, UsdGeom, UsdPhysics

from harness.outcomes import Severity
from harness.stage.facts import StageFacts
from harness.verdict import Finding, Site, finding

__all__ = ["unit_findings", "unit_remarks"]


def unit_findings(stage: Usd.Stage, path: Path) -> list[Finding]:
    """Report units without which the asset has no size or mass.

    Args:
        stage: Open stage.
        path: Its file.
    """
    values = (
        ("metersPerUnit", UsdGeom.GetStageMetersPerUnit(stage)),
        ("kilogramsPerUnit", UsdPhysics.GetStageKilogramsPerUnit(stage)),
    )
    return [
        finding(
            "INT008",
            f"{path.name}: {name} is {value:g}; it must be a positive number.",
            sites=[Site(file=path.name)],
            measured=value if math.isfinite(value) else None,
            limit=0.0,
        )
        for name, value in values
        if not math.isfinite(value) or value <= 0
    ]


def unit_remarks(facts: StageFacts, path: Path, layer: Sdf.Layer) -> list[Finding]:
    """Say which units and axes were assumed or converted.

    Args:
        facts: Facts of the asset.
        path: Its file.
        layer: Its root layer.
    """
    sites = [Site(file=path.name)]
    remarks = []
    if not facts.is_meters_per_unit_authored:
        text = f"{path.name} does not write metersPerUnit; USD's fallback of {facts.meters_per_unit:g} m applies."
        remarks.append(finding("INT007", text, sites=sites))
    if not facts.is_up_axis_authored:
        text = f"{path.name} does not write upAxis; USD's fallback {facts.up_axis} applies."
        remarks.append(finding("INT009", text, sites=sites))
    elif str(layer.pseudoRoot.GetInfo("upAxis")) != facts.up_axis:
        written = layer.pseudoRoot.GetInfo("upAxis")
        text = f"{path.name}: upAxis is '{written}', which is neither Y nor Z; {facts.up_axis} was taken."
        fix = 'Write upAxis = "Y" or "Z" on the root layer.'
        remarks.append(finding("INT009", text, sites=sites, severity=Severity.WARN, fix=fix))
    converted = _conversions(facts)
    if converted:
        remarks.append(finding("INT010", converted, sites=sites))
    return remarks


def _conversions(facts: StageFacts) -> str:
    parts = []
    if facts.meters_per_unit != 1:
        parts.append(f"lengths are converted from {facts.meters_per_unit:g} m units")
    if facts.up_axis == "Y":
        parts.append("Y up is turned to Z up")
    if facts.kilograms_per_unit != 1:
        parts.append(
            f"masses {'' if facts.meters_per_unit != 1 else 'are converted '}from {facts.kilograms_per_unit:g} kg units"
        )
    text = ", ".join(parts)
    return text[:1].upper() + text[1:] + "." if text else ""
