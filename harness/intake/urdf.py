"""Read a URDF or xacro file: parse it, convert it to USD, read the facts. Nothing is written beside the file."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from pxr import Usd, UsdUtils

from harness.errors import UsageError
from harness.intake import Derived, Intake
from harness.intake.layers import folders_of, sha256_of_file
from harness.intake.urdf_convert import Conversion, convert
from harness.intake.xacro import EXPANDED, is_xacro, read_xacro
from harness.outcomes import Severity
from harness.report.codec import write_json_atomic, write_text_atomic
from harness.stage.facts import LayerFacts, StageFacts
from harness.stage.read import read_stage
from harness.urdf.facts import annotated
from harness.urdf.files import package_folders
from harness.urdf.parse import UrdfFile, read_urdf_file

__all__ = ["convert_file", "load_file", "read_urdf"]

FOLDER = "converted"
"""Folder for what is made of an asset, below the folder of its case."""
_MAX_TEXT_POINTS = 20_000


def read_urdf(path: Path, variants: Mapping[str, str], work_dir: Path | None) -> Intake:
    """Read a URDF file; see :func:`harness.intake.read_asset`.

    With a folder, the converted USD, its textures and the fidelity report are written to ``converted`` in it.
    """
    if variants:
        raise UsageError(f"{path.name} is a URDF file and has no variant sets; leave --variant out.")
    digest = sha256_of_file(path)
    with _quiet():
        file = load_file(path)
        if not file.is_usable:
            return Intake(path=path, sha256=digest, usd_path=path, findings=file.findings, facts=None)
        folder = None if work_dir is None else work_dir / FOLDER
        conversion, derived = convert_file(file, path, folder)
        usd_path = derived[0].path if derived else path
        findings = (*file.findings, *conversion.findings, *conversion.fidelity.findings())
        facts = _facts(conversion, path)
        is_whole = not any(f.severity in (Severity.ERROR, Severity.FAIL) for f in findings)
        return Intake(
            path=path,
            sha256=digest,
            usd_path=usd_path,
            findings=tuple(annotated(findings, facts.urdf)),
            facts=facts if is_whole else None,
            partial_facts=None if is_whole else facts,
            derived=derived,
        )


def load_file(path: Path) -> UrdfFile:
    """Parse a URDF or xacro file; macros are expanded first.

    Args:
        path: The file.
    """
    if path.suffix.lower() == ".xacro":
        return read_xacro(path)
    file = read_urdf_file(path)
    return read_xacro(path) if is_xacro(file) else file


def convert_file(file: UrdfFile, path: Path, folder: Path | None) -> tuple[Conversion, tuple[Derived, ...]]:
    """Convert a parsed file and, with a folder, write the USD, its textures and the fidelity report.

    Args:
        file: The parsed file; it must have a robot.
        path: Where it lies.
        folder: Folder to write to, made if needed; ``None`` to write nothing.

    Returns:
        The conversion, and the files that were written, the USD first.
    """
    packages = package_folders(os.environ)
    if folder is None:
        return convert(file, path, packages=packages), ()
    folder.mkdir(parents=True, exist_ok=True)
    conversion = convert(file, path, packages=packages, textures=folder / "textures")
    usd = folder / f"{conversion.stage.GetDefaultPrim().GetName()}{_suffix(conversion.stage)}"
    temporary = usd.with_name(f".{usd.stem}.{os.getpid()}.tmp{usd.suffix}")
    conversion.stage.GetRootLayer().Export(str(temporary), comment=f"Converted from {file.name} by asset-qa.")
    temporary.replace(usd)
    report = folder / "fidelity.json"
    write_json_atomic(report, conversion.fidelity.to_data(), is_durable=False)
    derived = [Derived(kind="converted-usd", path=usd), Derived(kind="fidelity", path=report)]
    if file.document is not None and file.name.endswith(EXPANDED):
        expanded = folder / "expanded.urdf"
        write_text_atomic(expanded, file.document.data.decode(file.document.encoding), is_durable=False)
        derived.append(Derived(kind="expanded-urdf", path=expanded))
    return conversion, tuple(derived)


def _suffix(stage: Usd.Stage) -> str:
    """Return ``.usda`` for what a person can read, ``.usdc`` for large meshes."""
    points = 0
    for prim in Usd.PrimRange.Stage(stage, Usd.PrimAllPrimsPredicate):
        attribute = prim.GetAttribute("points")
        if attribute and attribute.HasAuthoredValue():
            points += len(attribute.Get())
    return ".usda" if points <= _MAX_TEXT_POINTS else ".usdc"


def _facts(conversion: Conversion, path: Path) -> StageFacts:
    root = str(conversion.stage.GetDefaultPrim().GetPath())
    layers = tuple(sorted(_layers(conversion, path), key=lambda f: f.identifier))
    facts = read_stage(conversion.stage, root, layers=layers, has_default_prim=True)
    return replace(facts, urdf=conversion.facts)


def _layers(conversion: Conversion, path: Path) -> Iterator[LayerFacts]:
    """Yield the URDF file and its meshes: what must not change during a run."""
    folders = folders_of(path)
    for used in dict.fromkeys((path.absolute(), *conversion.files)):
        full = os.path.normpath(used)
        inside = next((f for f in folders if Path(full).is_relative_to(f)), None)
        name = Path(full).relative_to(inside).as_posix() if inside is not None else used.name
        yield LayerFacts(identifier=name, sha256=sha256_of_file(used))


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep USD's warnings off the terminal; what matters of them is reported as findings."""
    delegate = UsdUtils.CoalescingDiagnosticDelegate()
    try:
        yield
    finally:
        delegate.TakeUncoalescedDiagnostics()
