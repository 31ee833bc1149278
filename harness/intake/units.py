"""What a stage says about its units and axes."""

from __future__ import annotations

import math
from pathlib import Path

from pxr import Sdf, Usd, UsdGeom, UsdPhysics

from harness.outcomes import Severity
from harness.stage.facts import StageFacts
from harness.verdict import Finding, Site, finding

__all__ = ["mixed_units", "unit_findings", "unit_remarks"]


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


def mixed_units(stage: Usd.Stage, facts: StageFacts) -> list[Finding]:
    """Name the layers that write other units or another up axis than the root layer; USD does not convert them.

    A body or collider that is scaled by exactly the ratio of the two units shows that the author corrected it. A turned
    up axis cannot be told from a deliberate rotation and only informs.

    Args:
        stage: Open stage.
        facts: Its facts.
    """
    scales = {s for b in facts.bodies for s in b.transform.scale}
    scales |= {s for c in facts.colliders for s in c.transform.scale}
    root = stage.GetRootLayer()
    expected = {
        "metersPerUnit": UsdGeom.GetStageMetersPerUnit(stage),
        "kilogramsPerUnit": UsdPhysics.GetStageKilogramsPerUnit(stage),
        "upAxis": str(UsdGeom.GetStageUpAxis(stage)),
    }
    found = []
    for layer in stage.GetUsedLayers():
        if layer == root or layer.anonymous:
            continue
        for key, value in expected.items():
            written = layer.pseudoRoot.GetInfo(key) if layer.pseudoRoot.HasInfo(key) else None
            if written is None or _same(written, value) or _is_no_unit(written):
                continue
            ratio = written / value if key == "metersPerUnit" and isinstance(value, float) else None
            if ratio is None or not any(_same(s, ratio) for s in scales):
                name = Path(layer.realPath or layer.identifier).name
                text = f"{name} is written with {key} = {written}, the asset with {value}; USD does not convert."
                severity = Severity.INFO if key == "upAxis" else None
                found.append(finding("INT012", text, sites=[Site(file=name)], severity=severity))
    return found


def _is_no_unit(written: object) -> bool:
    """Whether a number cannot be meant as a unit; nothing was drawn in it."""
    return isinstance(written, (int, float)) and not 0 < written < math.inf


def _same(written: object, value: object) -> bool:
    if isinstance(written, (int, float)) and isinstance(value, (int, float)):
        return math.isclose(written, value, rel_tol=1e-4)
    return str(written) == str(value)


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
