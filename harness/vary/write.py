"""Write variants of a robot into a folder, with meshes that are still found from there."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from harness.report.codec import write_json_atomic
from harness.urdf.files import FileFinder, package_folders
from harness.urdf.parse import parse_urdf
from harness.urdf.xml import XmlElement
from harness.vary.edit import UrdfEdit
from harness.vary.modifiers import check_file, modify
from harness.vary.parts import Array, MeshBounds, VaryError
from harness.vary.plan import Variant

__all__ = ["MANIFEST", "WrittenVariant", "make_variant", "mesh_bounds", "write_variants"]

MANIFEST = "variants.json"
_XACRO = b"http://www.ros.org/wiki/xacro"


@dataclass(frozen=True, kw_only=True)
class WrittenVariant:
    """A variant on disk."""

    variant: Variant
    path: Path
    notes: tuple[str, ...]
    """What was changed, in words."""


def write_variants(
    robot: Path, variants: Sequence[Variant], folder: Path, *, earlier: Sequence[WrittenVariant] = ()
) -> tuple[WrittenVariant, ...]:
    """Write every variant and a list of them. All are made before the first is written, so an error leaves nothing.

    Args:
        robot: The URDF file; it is only read.
        variants: What to make.
        folder: Where to write; made when it is not there.
        earlier: Variants that are there already and stay in the list.

    Raises:
        VaryError: If a change cannot be made, or a file of that name is already there.
    """
    data = _read(robot)
    folder_path = folder.absolute()
    made: list[tuple[WrittenVariant, bytes]] = []
    taken: set[str] = set()
    for variant in variants:
        name = _unique(f"{robot.stem}-{variant.name}"[:180], taken)
        path = folder / f"{name}.urdf"
        if path.exists():
            raise VaryError(f"{path} is already there; choose another folder with --out. Nothing was written.")
        text, notes = make_variant(robot, data, variant, folder_path)
        made.append((WrittenVariant(variant=variant, path=path, notes=notes), text))
    folder.mkdir(parents=True, exist_ok=True)
    for item, content in made:
        write_bytes(item.path, content)
    rows = [
        {
            "file": item.path.name,
            "name": item.variant.name,
            "parameters": {p.label: p.text for p in item.variant.parameters},
            "changes": list(item.notes),
        }
        for item in (*earlier, *(item for item, _ in made))
    ]
    write_json_atomic(folder / MANIFEST, {"robot": robot.name, "variants": rows})
    return tuple(item for item, _ in made)


def make_variant(robot: Path, data: bytes, variant: Variant, folder: Path) -> tuple[bytes, tuple[str, ...]]:
    """Return the text of a variant and what was changed.

    Args:
        robot: The URDF file, from which meshes are found.
        data: Its text.
        variant: What to make.
        folder: Where the text will lie.

    Raises:
        VaryError: If a change cannot be made.
    """
    try:
        modified = modify(data, robot.name, variant.modifiers, mesh_bounds(robot))
    except VaryError as error:
        raise VaryError(f"Variant '{variant.name}': {error}") from error
    return _with_files(modified.data, robot, folder / robot.name), modified.notes


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file so that a reader sees all of it or nothing, byte for byte."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def mesh_bounds(robot: Path) -> MeshBounds:
    """Return a reader of the corners of meshes.

    Args:
        robot: The URDF file, from which meshes are found.
    """
    finder = FileFinder(robot, package_folders(os.environ))
    known: dict[str, tuple[Array, Array]] = {}

    def bounds(name: str) -> tuple[Array, Array]:
        from harness.intake.urdf_meshes import MeshError, load_visuals

        if name not in known:
            path, reason = finder.find(name)
            if path is None:
                raise VaryError(f"the length of the mesh '{name}' is not known: {reason}.")
            try:
                points = np.concatenate([p.points for p in load_visuals(path)])
            except MeshError as error:
                raise VaryError(f"the length of the mesh '{name}' is not known: {error}.") from error
            known[name] = points.min(axis=0), points.max(axis=0)
        return known[name]

    return bounds


def _read(robot: Path) -> bytes:
    try:
        data = robot.read_bytes()
    except OSError as error:
        raise VaryError(f"{robot} cannot be read: {error.strerror}.") from error
    if robot.suffix.lower() == ".xacro" or _XACRO in data[:4000]:
        raise VaryError(f"{robot.name} has xacro macros; expand it first (xacro {robot.name} > robot.urdf).")
    check_file(parse_urdf(data, robot.name))
    return data


def _unique(base: str, taken: set[str]) -> str:
    name, number = base, 1
    while name.casefold() in taken:
        number += 1
        name = f"{base}-{number}"
    taken.add(name.casefold())
    return name


def _with_files(data: bytes, robot: Path, target: Path) -> bytes:
    """Return the text with names of meshes and textures that lead to the same files from another folder."""
    packages = package_folders(os.environ)
    here, there = FileFinder(robot, packages), FileFinder(target, packages)
    file = parse_urdf(data, robot.name)
    assert file.document is not None
    edit = UrdfEdit(file.document)
    for element in file.document.root.walk():
        name = _file_name(element)
        path = here.find(name)[0] if name else None
        if path is None:
            continue
        found = there.find(name)[0]
        if found is None or not found.samefile(path):
            # In XML, names of files may hold what a tag may not.
            text = Path(os.path.relpath(path, target.parent)).as_posix()
            edit.set_text(element, "filename", text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;"))
    return edit.result()


def _file_name(element: XmlElement) -> str:
    return element.attributes.get("filename", "") if element.tag in ("mesh", "texture") else ""
