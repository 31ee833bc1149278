"""Open a USD file, say what is wrong with it as a file, and read its facts."""

from __future__ import annotations

import hashlib
import math
import os
import re
from collections.abc import Mapping
from pathlib import Path

from pxr import Ar, Pcp, Sdf, Tf, Usd, UsdGeom, UsdPhysics, UsdUtils

from harness.errors import UnknownNameError
from harness.intake import Intake
from harness.stage.facts import LayerFacts, StageFacts
from harness.stage.read import read_stage
from harness.verdict import Finding, Site, finding

__all__ = ["read_usd"]

_LINE = re.compile(r":(\d+):\d+: ")


def read_usd(path: Path, variants: Mapping[str, str]) -> Intake:
    """Read a USD file; see :func:`harness.intake.read_asset`."""
    digest = _sha256(path)
    try:
        stage = Usd.Stage.Open(str(path), Usd.Stage.LoadAll)
    except Tf.ErrorException as error:
        return _refused(path, digest, [_unreadable(path, str(error))])
    if not stage:
        return _refused(
            path, digest, [finding("INT001", f"{path.name} cannot be opened.", sites=[Site(file=path.name)])]
        )
    root, findings = _root_prim(stage, path)
    findings += _units(stage, path)
    if root is None or any(f.severity.value in ("ERROR", "FAIL") for f in findings):
        return _refused(path, digest, findings)
    _select(stage, root, variants)
    findings += _composition(stage, path, root)
    layers = _layers(stage, path)
    if any(f.severity.value == "ERROR" for f in findings):
        return _refused(path, digest, findings)
    findings += _textures(stage, path)
    facts = read_stage(stage, root, layers=layers, has_default_prim=bool(stage.GetDefaultPrim()))
    return Intake(path=path, sha256=digest, usd_path=path, findings=(*findings, *_remarks(facts, path)), facts=facts)


def _refused(path: Path, digest: str | None, findings: list[Finding]) -> Intake:
    return Intake(path=path, sha256=digest, usd_path=path, findings=tuple(findings), facts=None)


def _unreadable(path: Path, text: str) -> Finding:
    """Turn USD's error text into one sentence with file and line."""
    chunks = [c.partition(" : '")[2].strip().removesuffix("'").strip() for c in text.split("Error in '")[1:]]
    quoted = [c for c in chunks if path.name in c]
    reason = quoted[0] if quoted else "it is not a USD file"
    match = _LINE.search(reason)
    line = int(match.group(1)) if match else None
    reason = _relative(reason.partition(": ")[2] if match else reason, path)
    where = f"{path.name}, line {line}" if line else path.name
    return finding("INT001", f"{where} is not readable: {reason}", sites=[Site(file=path.name, line=line)])


def _relative(text: str, path: Path) -> str:
    """Take the folders of this machine out of a message."""
    for folder in {str(path.parent), str(path.parent.resolve())}:
        text = text.replace(folder + os.sep, "")
    text = text.replace(str(Path.cwd()) + os.sep, "")
    # Names of types inside USD say nothing to a reader.
    return re.sub(r"pxrInternal\w*::|\(instantiating stage on.*|,?@anon:[^@]*@", "", " ".join(text.split())).strip()


def _root_prim(stage: Usd.Stage, path: Path) -> tuple[str | None, list[Finding]]:
    site = Site(file=path.name)
    roots = [p for p in stage.GetPseudoRoot().GetChildren() if p.IsActive() and p.IsDefined() and not p.IsAbstract()]
    default = stage.GetDefaultPrim()
    if default and default.IsActive() and default.IsDefined() and not default.IsAbstract():
        return str(default.GetPath()), []
    named = stage.GetRootLayer().defaultPrim
    why = f"its default prim '{named}' is not on the stage" if named else "it names no default prim"
    if not roots:
        return None, [finding("INT005", f"{path.name} holds no prim that could be tested.", sites=[site])]
    if len(roots) > 1:
        names = ", ".join(str(p.GetPath()) for p in roots[:6])
        text = f"{path.name} has {len(roots)} root prims ({names}), and {why}; it is unknown which one is the asset."
        return None, [finding("INT004", text, sites=[site])]
    only = str(roots[0].GetPath())
    text = f"{path.name}: {why}. The only root prim {only} was taken; a plain reference to this file loads nothing."
    return only, [finding("INT006", text, sites=[Site(prim_path=only, file=path.name)])]


def _units(stage: Usd.Stage, path: Path) -> list[Finding]:
    findings = []
    values = (
        ("metersPerUnit", UsdGeom.GetStageMetersPerUnit(stage)),
        ("kilogramsPerUnit", UsdPhysics.GetStageKilogramsPerUnit(stage)),
    )
    for name, value in values:
        if not math.isfinite(value) or value <= 0:
            text = f"{path.name}: {name} is {value:g}; it must be a positive number."
            findings.append(finding("INT008", text, sites=[Site(file=path.name)]))
    return findings


def _select(stage: Usd.Stage, root: str, variants: Mapping[str, str]) -> None:
    """Select variants in the session layer: the file itself is not edited.

    Raises:
        UnknownNameError: If the root prim has no such variant set or variant.
    """
    if not variants:
        return
    sets = stage.GetPrimAtPath(root).GetVariantSets()
    stage.SetEditTarget(stage.GetSessionLayer())
    for name, choice in variants.items():
        if name not in sets.GetNames():
            raise UnknownNameError(f"variant set on {root}", name, sets.GetNames() or ["(none)"])
        variant_set = sets.GetVariantSet(name)
        if choice not in variant_set.GetVariantNames():
            raise UnknownNameError(f"variant in set {name}", choice, variant_set.GetVariantNames())
        variant_set.SetVariantSelection(choice)


def _composition(stage: Usd.Stage, path: Path, root: str) -> list[Finding]:
    """Report what the asset names and USD cannot find or compose, below the root prim."""
    findings: list[Finding] = []
    seen: set[str] = set()
    for error in stage.GetCompositionErrors():
        text = _relative(str(error), path)
        prim = str(error.rootSite.path)
        concerns = prim == root or prim.startswith(root + "/") or prim == "/"
        if text in seen or not concerns:
            continue
        seen.add(text)
        missing = isinstance(error, (Pcp.ErrorInvalidAssetPath, Pcp.ErrorInvalidSublayerPath))
        code = "INT002" if missing else "INT003"
        findings.append(finding(code, f"{prim}: {text}", sites=[Site(prim_path=prim, file=path.name)]))
    return findings


def _layers(stage: Usd.Stage, path: Path) -> tuple[LayerFacts, ...]:
    folder = path.resolve().parent
    facts = []
    for layer in stage.GetUsedLayers(includeClipLayers=True):
        if layer.anonymous or not layer.realPath:
            continue
        package, inner = Ar.SplitPackageRelativePathOuter(layer.realPath)
        real = Path(package)
        try:
            name = real.relative_to(folder).as_posix()
        except ValueError:
            # Outside the asset's folder: the bare name, since the path belongs to this machine.
            name = real.name
        facts.append(LayerFacts(identifier=f"{name}[{inner}]" if inner else name, sha256=_sha256(real)))
    return tuple(sorted(set(facts), key=lambda f: f.identifier))


def _textures(stage: Usd.Stage, path: Path) -> list[Finding]:
    """Report files that are not layers and cannot be found; they do not change the physics."""
    suffixes = (".usd", ".usda", ".usdc", ".usdz")
    missing: dict[str, str] = {}
    for layer in stage.GetUsedLayers():
        if layer.anonymous:
            continue
        for name in UsdUtils.ExtractExternalReferences(layer.identifier)[1]:
            # A texture is any authored asset path that is no layer; <UDIM> stands for many files.
            if name.lower().endswith(suffixes) or "<" in name or "://" in name:
                continue
            resolved = Ar.GetResolver().Resolve(Sdf.ComputeAssetPathRelativeToLayer(layer, name))
            if not resolved and not name.endswith(".mdl"):
                missing[name] = Path(layer.identifier).name
    return [
        finding("INT011", f"{layer} names {name}, which cannot be found.", sites=[Site(file=layer)])
        for name, layer in sorted(missing.items())[:10]
    ]


def _remarks(facts: StageFacts, path: Path) -> list[Finding]:
    site = Site(file=path.name)
    remarks = []
    if not facts.is_meters_per_unit_authored:
        text = f"{path.name} does not write metersPerUnit; USD's fallback of {facts.meters_per_unit:g} m applies."
        remarks.append(finding("INT007", text, sites=[site]))
    if not facts.is_up_axis_authored:
        text = f"{path.name} does not write upAxis; USD's fallback {facts.up_axis} applies."
        remarks.append(finding("INT009", text, sites=[site]))
    parts = []
    if facts.meters_per_unit != 1:
        parts.append(f"lengths are converted from {facts.meters_per_unit:g} m units")
    if facts.up_axis == "Y":
        parts.append("Y up is turned to Z up")
    if facts.kilograms_per_unit != 1:
        parts.append(f"masses are converted from {facts.kilograms_per_unit:g} kg units")
    if parts:
        text = ", ".join(parts) + "."
        remarks.append(finding("INT010", text[0].upper() + text[1:], sites=[site]))
    return remarks


def _sha256(path: Path) -> str | None:
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return None
