"""Open a USD file, say what is wrong with it as a file, and read its facts. Nothing is written, not even beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pxr import Tf, Usd, UsdUtils

from harness.intake import Intake
from harness.intake.composition import composition_findings
from harness.intake.guard import is_network_location
from harness.intake.layers import sha256_of_file, used_layers
from harness.intake.root import find_root
from harness.intake.stamp import read_stamp
from harness.intake.text import without_folders
from harness.intake.units import mixed_units, unit_findings, unit_remarks
from harness.intake.variants import select_variants
from harness.outcomes import Severity
from harness.stage.facts import StageFacts
from harness.stage.read import read_stage
from harness.verdict import Finding, Site, finding

__all__ = ["read_usd"]

_LINE = re.compile(r":(\d+):\d+: ")
_MAX_TEXTURES = 10


def read_usd(path: Path, variants: Mapping[str, str], work_dir: Path | None) -> Intake:
    """Read a USD file; see :func:`harness.intake.read_asset`. It needs no work folder."""
    digest = sha256_of_file(path)
    with _quiet():
        try:
            # Not resolved: relative references count from where the file is named, also through a symbolic link.
            stage = Usd.Stage.Open(str(path.absolute()), Usd.Stage.LoadAll)
        except Tf.ErrorException as error:
            return _refused(path, digest, [_unreadable(path, str(error))])
        if not stage:
            return _refused(path, digest, [_unreadable(path, "")])
        return _read(stage, path, digest, variants)


def _read(stage: Usd.Stage, path: Path, digest: str | None, variants: Mapping[str, str]) -> Intake:
    layer = stage.GetRootLayer()
    if not layer.rootPrims and not layer.pseudoRoot.ListInfoKeys():
        text = f"{path.name} holds nothing: it ends after its header."
        return _refused(path, digest, [finding("INT001", text, sites=[Site(file=path.name)])])
    root = find_root(stage, path)
    findings = [*root.findings, *unit_findings(stage, path)]
    if root.path is None:
        # A missing sublayer explains an empty stage.
        return _refused(path, digest, [*composition_findings(stage, path, "/"), *findings])
    selections = select_variants(stage, root.path, variants)
    findings += composition_findings(stage, path, root.path)
    is_incomplete = any(f.severity in (Severity.ERROR, Severity.FAIL) for f in findings)
    if any(f.code == "INT008" for f in findings):
        return _refused(path, digest, findings)
    facts = read_stage(
        stage,
        root.path,
        layers=used_layers(stage, path),
        has_default_prim=root.is_default,
        variant_selections=selections,
    )
    stamp, stamp_remarks = read_stamp(layer, path)
    findings += stamp_remarks
    findings += [*unit_remarks(facts, path, stage.GetRootLayer()), *mixed_units(stage, facts), *_textures(facts)]
    return Intake(
        path=path,
        sha256=digest,
        usd_path=path,
        findings=tuple(findings),
        facts=None if is_incomplete else facts,
        partial_facts=facts if is_incomplete else None,
        stamp=stamp,
    )


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep USD's warnings off the terminal; what matters of them is reported as findings."""
    delegate = UsdUtils.CoalescingDiagnosticDelegate()
    try:
        yield
    finally:
        delegate.TakeUncoalescedDiagnostics()


def _refused(path: Path, digest: str | None, findings: list[Finding]) -> Intake:
    return Intake(path=path, sha256=digest, usd_path=path, findings=tuple(findings), facts=None)


def _unreadable(path: Path, text: str) -> Finding:
    """Turn USD's error text into one sentence with file and line."""
    chunks = [c.partition(" : '")[2].strip().removesuffix("'").strip() for c in text.split("Error in '")[1:]]
    reasons = [c for c in chunks if c and not c.startswith("Failed to open layer")]
    reason = without_folders(reasons[0], path) if reasons else ""
    match = _LINE.search(reason)
    line = int(match.group(1)) if match else None
    if match:
        reason = reason[match.end() :]
    elif "not a valid" in reason or not reason:
        reason = "it is empty" if path.stat().st_size == 0 else "it is not a USD file, or damaged at its beginning"
    where = f"{path.name}, line {line}" if line else path.name
    return finding("INT001", f"{where} cannot be read: {reason}.", sites=[Site(file=path.name, line=line)])


def _reason(asset_path: str) -> str:
    if is_network_location(asset_path):
        return "a network location: nothing is fetched while an asset is tested"
    return "which cannot be found"


def _textures(facts: StageFacts) -> list[Finding]:
    """Report files that are no layers and cannot be found; they do not change the physics."""
    missing = facts.missing_textures
    findings = [
        finding(
            "INT011",
            f"{m.prim_path} names {m.asset_path} (in {m.layer}), {_reason(m.asset_path)}.",
            sites=[Site(prim_path=m.prim_path, file=m.layer)],
        )
        for m in missing[:_MAX_TEXTURES]
    ]
    if len(missing) > _MAX_TEXTURES:
        rest = len(missing) - _MAX_TEXTURES
        findings.append(finding("INT011", f"{rest} more {'files' if rest > 1 else 'file'} cannot be found."))
    return findings
