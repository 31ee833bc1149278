"""Report what an asset names and USD cannot find or compose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pxr import Ar, Pcp, Sdf, Usd

from harness.intake.guard import is_network_location
from harness.intake.text import without_folders
from harness.outcomes import Severity
from harness.stage.walk import is_below
from harness.verdict import Finding, Site, finding

__all__ = ["composition_findings"]

_ARC = re.compile(r"asset @(?P<asset>.*?)@ for (?P<arc>\w+) introduced by @(?P<layer>.*?)@<(?P<prim>[^>]*)>", re.DOTALL)
_SUBLAYER = re.compile(r"sublayer @(?P<asset>.*?)@ of layer @(?P<layer>.*?)@", re.DOTALL)
# These lose a time offset or a target, never a part of the asset.
_HARMLESS = (
    Pcp.ErrorInvalidSublayerOffset,
    Pcp.ErrorInvalidReferenceOffset,
    Pcp.ErrorTargetPathBase,
    Pcp.ErrorTargetPermissionDenied,
    Pcp.ErrorOpinionAtRelocationSource,
)
_MAX_REMARKS = 10


class _Missing(NamedTuple):
    """A layer that could not be opened."""

    asset: str
    """Absolute path."""
    arc: str
    """``reference``, ``payload`` or ``sublayer``."""
    layer: str
    """Layer that names it."""
    prim: str
    """Prim that names it, in that layer."""


def composition_findings(stage: Usd.Stage, path: Path, root_path: str) -> list[Finding]:
    """Report layers that are missing or unreadable, and arcs that do not compose.

    Only what takes part counts as an error: nothing outside the root prim, in variants that are not selected, or below
    inactive prims.

    Args:
        stage: Open stage.
        path: Its root file.
        root_path: Root prim of the asset, or ``/`` for the whole stage.
    """
    findings: list[Finding] = []
    named: set[str] = set()
    said: set[str] = set()
    for error in stage.GetCompositionErrors():
        missing = _missing(error)
        if missing is not None:
            named.add(missing.asset)
        prim = str(error.rootSite.path)
        if prim != "/" and root_path != "/" and not is_below(prim, root_path):
            continue
        made = _missing_finding(missing, prim, path) if missing is not None else _other(error, prim, path)
        if made.message in said:
            continue
        said.add(made.message)
        findings.append(made if _is_active(stage, prim) else _lessened(made))
    findings += list(_unused(stage, path, named))[:_MAX_REMARKS]
    findings += list(_clips(stage, path, root_path))[:_MAX_REMARKS]
    return findings


def _is_active(stage: Usd.Stage, path: str) -> bool:
    prim = stage.GetPrimAtPath(path)
    return not prim or prim.IsActive()


def _lessened(made: Finding) -> Finding:
    text = f"{made.message} The prim is not active, so nothing of the tested asset is missing."
    return finding(made.code, text, sites=made.sites, severity=Severity.INFO)


def _missing(error: Pcp.ErrorBase) -> _Missing | None:
    """Return what an error says about a layer, or ``None`` when it is about something else."""
    if isinstance(error, Pcp.ErrorInvalidAssetPath):
        match = _ARC.search(str(error))
        if match:
            return _Missing(match["asset"], match["arc"], match["layer"], match["prim"])
    if isinstance(error, Pcp.ErrorInvalidSublayerPath):
        match = _SUBLAYER.search(str(error))
        if match:
            return _Missing(match["asset"], "sublayer", match["layer"], "/")
    return None


def _missing_finding(missing: _Missing, prim: str, path: Path) -> Finding:
    asset = without_folders(missing.asset, path)
    layer = _display(missing.layer, path)
    sites = [Site(prim_path=prim if prim != "/" else None, file=layer)]
    where = f"in {layer}" if missing.arc == "sublayer" else f"of {_plain(missing.prim)} in {layer}"
    file = Ar.SplitPackageRelativePathOuter(missing.asset)[0]
    if is_network_location(missing.asset):
        text = (
            f"The {missing.arc} {asset} {where} is on a network location. Nothing is fetched while an asset is tested."
        )
        return finding("HAR010", text, sites=sites)
    if not Path(file).exists():
        text = f"The {missing.arc} {asset} {where} cannot be found."
        return finding("INT002", text, sites=sites)
    if Path(file).is_file() and file == missing.asset:
        text = f"{asset} cannot be read: it is not a USD file, or damaged. It is the {missing.arc} {where}."
        return finding("INT001", text, sites=[*sites, Site(file=asset)])
    return finding("INT002", f"The {missing.arc} {asset} {where} cannot be opened.", sites=sites)


def _plain(prim: str) -> str:
    """Take the variant selections out of a spec path."""
    return re.sub(r"\{[^}]*\}", "", prim)


def _display(layer: str, path: Path) -> str:
    text = without_folders(layer, path)
    return Path(text).name if Path(text).is_absolute() else text


def _other(error: Pcp.ErrorBase, prim: str, path: Path) -> Finding:
    text = without_folders(str(error), path)
    if isinstance(error, (Pcp.ErrorArcCycle, Pcp.ErrorSublayerCycle)):
        text = f"The composition of {prim} refers back to itself. {text}"
    else:
        text = f"{prim} does not compose: {text}"
    severity = Severity.WARN if isinstance(error, _HARMLESS) else None
    return finding("INT003", text + ".", sites=[Site(prim_path=prim, file=path.name)], severity=severity)


def _unused(stage: Usd.Stage, path: Path, named: set[str]) -> Iterator[Finding]:
    """Yield a remark on each missing layer that only variants not selected, or unused prims, name."""
    resolver = Ar.GetResolver()
    said: set[str] = set()
    for layer in stage.GetUsedLayers():
        if layer.anonymous:
            continue
        for asset in sorted(layer.GetCompositionAssetDependencies()):
            # A reference within the layer has no path; an expression stands for many.
            if not asset or "`" in asset:
                continue
            absolute = Sdf.ComputeAssetPathRelativeToLayer(layer, asset)
            if absolute in named or absolute in said or resolver.Resolve(absolute):
                continue
            said.add(absolute)
            name = _display(layer.identifier, path)
            yield finding(
                "INT002",
                f"{name} names {asset}, which cannot be found. What names it takes no part in the tested asset: a "
                "variant that is not selected, an inactive prim, or a prim outside the root prim.",
                sites=[Site(file=name)],
                severity=Severity.INFO,
            )


def _clips(stage: Usd.Stage, path: Path, root_path: str) -> Iterator[Finding]:
    """Yield a warning on each missing file of value clips: time samples are lost, the default values are not."""
    resolver = Ar.GetResolver()
    for prim in Usd.PrimRange(stage.GetPrimAtPath(root_path) if root_path != "/" else stage.GetPseudoRoot()):
        if not prim.HasAuthoredMetadata("clips"):
            continue
        clips = Usd.ClipsAPI(prim)
        layers = [spec.layer for spec in prim.GetPrimStack() if spec.HasInfo("clips")]
        for name in dict(clips.GetClips() or {}):
            files = [*(clips.GetClipAssetPaths(name) or ()), clips.GetClipManifestAssetPath(name)]
            for file in dict.fromkeys(f.path for f in files if f is not None and f.path):
                if any(resolver.Resolve(Sdf.ComputeAssetPathRelativeToLayer(layer, file)) for layer in layers):
                    continue
                yield finding(
                    "INT002",
                    f"The value clip {without_folders(file, path)} of {prim.GetPath()} cannot be found: its animation "
                    "is lost. The values without time, from which a simulation starts, are complete.",
                    sites=[Site(prim_path=str(prim.GetPath()), file=path.name)],
                    severity=Severity.WARN,
                )
