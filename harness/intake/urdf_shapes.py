"""Author the visuals and collisions of links, and remember their boxes and solids."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt
from pxr import Gf, Sdf, Usd, UsdGeom, UsdPhysics, Vt

from harness.intake.urdf_looks import Looks
from harness.intake.urdf_meshes import MeshError, MeshPart, hull_solid, load_colliders, load_visuals
from harness.intake.urdf_usd import Names, set_pose
from harness.urdf.facts import ShapeFacts
from harness.urdf.fidelity import Fate, Fidelity
from harness.urdf.files import FileFinder
from harness.urdf.mass import ShapeSolids, Solid, moved, shape_solid
from harness.urdf.model import Box, Capsule, Collision, Cylinder, Link, Mesh, Robot, Sphere, Visual
from harness.urdf.tree import pose_matrix
from harness.urdf.values import describe
from harness.verdict import Finding, Site, finding

__all__ = ["LIBRARY", "ShapeWriter"]

Matrix = npt.NDArray[np.float64]

LIBRARY = "/_Meshes"
"""Class prim that holds each mesh once."""


@dataclass(kw_only=True)
class ShapeWriter:
    """Authors shapes; each mesh file is stored once and referenced."""

    stage: Usd.Stage
    names: Names
    robot: Robot
    finder: FileFinder
    looks: Looks
    fidelity: Fidelity
    findings: list[Finding] = field(default_factory=list)
    shapes: list[ShapeFacts] = field(default_factory=list)
    files: dict[str, Path] = field(default_factory=dict)
    """Mesh files that were used, by their written name."""
    paths: list[tuple[str, Visual | Collision]] = field(default_factory=list)
    """Prims of shapes."""
    _parts: dict[tuple[str, bool], tuple[MeshPart, ...] | None] = field(default_factory=dict)
    _stored: dict[tuple[str, bool], str] = field(default_factory=dict)
    _said: set[tuple[str, bool]] = field(default_factory=set)

    def write(self, link: Link, path: str) -> ShapeSolids:
        """Author all shapes of a link and return its geometry at density 1, in the frame of the link.

        Args:
            link: The link.
            path: Its prim.
        """
        drawn = [s for v in link.visuals if (s := self._shape(link, v, path)) is not None]
        solids: list[Solid] = []
        for collision in link.collisions:
            # A link without visuals is drawn by its colliders.
            solids += self._shape(link, collision, path, is_guide=bool(drawn)) or []
        return ShapeSolids(collisions=tuple(solids), visuals=tuple(s for part in drawn for s in part))

    def _shape(
        self, link: Link, shape: Visual | Collision, parent: str, *, is_guide: bool = False
    ) -> list[Solid] | None:
        """Author one shape; returns its solids, or ``None`` when it could not be."""
        geometry = shape.geometry
        if geometry is None:
            return None
        kind = "collision" if isinstance(shape, Collision) else "visual"
        parts: tuple[MeshPart, ...] | None = None
        if isinstance(geometry, Mesh):
            parts = self._load(geometry, is_drawn=kind == "visual")
            if parts is None:
                return None
        path = self.names.path(parent, shape.name, kind)
        pose = pose_matrix(shape.origin)
        prim = (
            self._mesh(path, geometry, pose, kind) if isinstance(geometry, Mesh) else self._solid(path, geometry, pose)
        )
        if shape.name and shape.name != prim.GetName():
            prim.SetDisplayName(shape.name)
        self.paths.append((path, shape))
        points = _points(geometry, parts)
        placed = points @ pose[:3, :3].T + pose[:3, 3]
        low, high = placed.min(axis=0), placed.max(axis=0)
        self.shapes.append(ShapeFacts(link=link.name, shape=shape, low_m=_vector(low), high_m=_vector(high)))
        self.fidelity.converted(kind)
        if isinstance(shape, Visual):
            self._dress(prim, shape, parts)
            return [moved(s, pose) for s in _solids(geometry, parts)] if not link.collisions else []
        self._collide(prim, link, shape, is_guide=is_guide)
        return [moved(s, pose) for s in _solids(geometry, parts)]

    def _load(self, mesh: Mesh, *, is_drawn: bool) -> tuple[MeshPart, ...] | None:
        key = _key(mesh, is_drawn=is_drawn)
        if key not in self._parts:
            self._parts[key] = self._read(mesh, is_drawn=is_drawn)
        elif self._parts[key] is None:
            self.fidelity.add(Fate.DROPPED, mesh.element, f"{mesh.filename} is missing or unreadable", has_finding=True)
        return self._parts[key]

    def _read(self, mesh: Mesh, *, is_drawn: bool) -> tuple[MeshPart, ...] | None:
        found, reason = self.finder.find(mesh.filename)
        if found is None:
            self._problem("INT027", mesh, f"{mesh.filename} cannot be found: {reason}.")
            return None
        self.files[mesh.filename] = found
        try:
            return load_visuals(found) if is_drawn else load_colliders(found)
        except MeshError as error:
            self._problem("INT028", mesh, f"{mesh.filename} cannot be used: {error}.")
            return None

    def _problem(self, code: str, mesh: Mesh, text: str) -> None:
        key = (f"{code} {mesh.filename}", True)
        self.fidelity.add(Fate.DROPPED, mesh.element, text.rstrip("."), has_finding=True)
        if key in self._said:
            return
        self._said.add(key)
        message = f"{self.robot.file}, line {mesh.line}, {describe(mesh.element)}: {text}"
        self.findings.append(finding(code, message, sites=[Site(file=self.robot.file, line=mesh.line)]))

    def _solid(self, path: str, shape: Box | Sphere | Cylinder | Capsule, pose: Matrix) -> Usd.Prim:
        if isinstance(shape, Box):
            cube = UsdGeom.Cube.Define(self.stage, path)
            cube.CreateSizeAttr(1.0)
            set_pose(cube.GetPrim(), pose)
            cube.AddScaleOp(UsdGeom.XformOp.PrecisionDouble).Set(Gf.Vec3d(*shape.size))
            cube.CreateExtentAttr([Gf.Vec3f(-0.5), Gf.Vec3f(0.5)])
            return cube.GetPrim()
        if isinstance(shape, Sphere):
            made = UsdGeom.Sphere.Define(self.stage, path)
            made.CreateRadiusAttr(shape.radius)
        else:
            kind = UsdGeom.Cylinder if isinstance(shape, Cylinder) else UsdGeom.Capsule
            made = kind.Define(self.stage, path)
            made.CreateRadiusAttr(shape.radius)
            made.CreateHeightAttr(shape.length)
            made.CreateAxisAttr(UsdGeom.Tokens.z)
        half = np.abs(_points(shape, None)).max(axis=0)
        made.CreateExtentAttr([Gf.Vec3f(*(-half).tolist()), Gf.Vec3f(*half.tolist())])
        set_pose(made.GetPrim(), pose)
        return made.GetPrim()

    def _mesh(self, path: str, mesh: Mesh, pose: Matrix, kind: str) -> Usd.Prim:
        prim = UsdGeom.Xform.Define(self.stage, path).GetPrim()
        prim.GetReferences().AddInternalReference(self._library(mesh, is_drawn=kind == "visual"))
        set_pose(prim, pose)
        if mesh.scale != (1.0, 1.0, 1.0):
            UsdGeom.Xformable(prim).AddScaleOp(UsdGeom.XformOp.PrecisionDouble).Set(Gf.Vec3d(*mesh.scale))
        return prim

    def _library(self, mesh: Mesh, *, is_drawn: bool) -> str:
        key = _key(mesh, is_drawn=is_drawn)
        if key in self._stored:
            return self._stored[key]
        if not self.stage.GetPrimAtPath(LIBRARY):
            self.stage.CreateClassPrim(LIBRARY)
        stem = Path(mesh.filename.replace("\\", "/")).stem
        root = self.names.path(LIBRARY, f"{stem}_{'visual' if key[1] else 'collision'}", "mesh")
        self.stage.DefinePrim(root, "Xform")
        for part in self._parts[key] or ():
            made = UsdGeom.Mesh.Define(self.stage, self.names.path(root, part.name, "mesh"))
            _author_mesh(made, part)
        self._stored[key] = root
        return root

    def _dress(self, prim: Usd.Prim, visual: Visual, parts: tuple[MeshPart, ...] | None) -> None:
        """Bind materials: those of the mesh file first, the one of the visual to what has none."""
        bare = [prim]
        if parts is not None:
            children = list(prim.GetChildren())
            bare = [c for c, p in zip(children, parts, strict=True) if p.look is None]
            for child, part in zip(children, parts, strict=True):
                if part.look is not None:
                    self.looks.bind_look(child, part.look)
        if visual.material is not None:
            for part_prim in bare:
                self.looks.bind(part_prim, visual.material, self.robot)

    def _collide(self, prim: Usd.Prim, link: Link, collision: Collision, *, is_guide: bool) -> None:
        if is_guide:
            UsdGeom.Imageable(prim).CreatePurposeAttr(UsdGeom.Tokens.guide)
        contact = collision.contact or link.contact
        meshes = [p for p in Usd.PrimRange(prim) if p.IsA(UsdGeom.Gprim)]
        for gprim in meshes:
            UsdPhysics.CollisionAPI.Apply(gprim)
            if gprim.IsA(UsdGeom.Mesh):
                UsdPhysics.MeshCollisionAPI.Apply(gprim).CreateApproximationAttr(UsdPhysics.Tokens.convexHull)
            if contact is not None:
                self.looks.bind_contact(gprim, contact)
        if isinstance(collision.geometry, Mesh):
            text = (
                f"{collision.geometry.filename} collides as {len(meshes)} convex hull{'s' if len(meshes) > 1 else ''}"
            )
            self.fidelity.add(Fate.APPROXIMATED, collision.geometry.element, text, str(prim.GetPath()))


def _key(mesh: Mesh, *, is_drawn: bool) -> tuple[str, bool]:
    """Return what identifies the parts of a mesh: an STL file is the same to look at and to touch."""
    return mesh.filename, is_drawn and not mesh.filename.lower().endswith(".stl")


def _author_mesh(mesh: UsdGeom.Mesh, part: MeshPart) -> None:
    points = Vt.Vec3fArray.FromNumpy(part.points.astype(np.float32))
    mesh.CreatePointsAttr(points)
    mesh.CreateFaceVertexCountsAttr(Vt.IntArray.FromNumpy(np.full(len(part.triangles), 3, dtype=np.int32)))
    mesh.CreateFaceVertexIndicesAttr(Vt.IntArray.FromNumpy(part.triangles.reshape(-1).astype(np.int32)))
    mesh.CreateSubdivisionSchemeAttr(UsdGeom.Tokens.none)
    mesh.CreateExtentAttr(UsdGeom.PointBased.ComputeExtent(points))
    api = UsdGeom.PrimvarsAPI(mesh)
    if part.uv is not None:
        coordinates = api.CreatePrimvar("st", Sdf.ValueTypeNames.TexCoord2fArray, UsdGeom.Tokens.vertex)
        coordinates.Set(Vt.Vec2fArray.FromNumpy(part.uv.astype(np.float32)))
    if part.colors is not None:
        colors = mesh.CreateDisplayColorPrimvar(UsdGeom.Tokens.vertex)
        colors.Set(Vt.Vec3fArray.FromNumpy(part.colors.astype(np.float32)))


def _points(geometry: Box | Sphere | Cylinder | Capsule | Mesh, parts: tuple[MeshPart, ...] | None) -> Matrix:
    """Return points that span the shape in its own frame, scaled, shape (P, 3)."""
    if isinstance(geometry, Mesh):
        points: Matrix = np.concatenate([p.points for p in parts or ()]) * np.array(geometry.scale)
        return points
    if isinstance(geometry, Box):
        half = np.array(geometry.size) / 2
    elif isinstance(geometry, Sphere):
        half = np.full(3, geometry.radius)
    else:
        cap = geometry.radius if isinstance(geometry, Capsule) else 0.0
        half = np.array([geometry.radius, geometry.radius, geometry.length / 2 + cap])
    signs = np.array(np.meshgrid((-1, 1), (-1, 1), (-1, 1))).reshape(3, -1).T
    return signs * half


def _solids(geometry: Box | Sphere | Cylinder | Capsule | Mesh, parts: tuple[MeshPart, ...] | None) -> list[Solid]:
    if not isinstance(geometry, Mesh):
        return [shape_solid(geometry)]
    key = repr(geometry.scale)
    found: list[Solid] = []
    for part in parts or ():
        if key not in part.solids:
            part.solids[key] = hull_solid(part.points * np.array(geometry.scale))
        solid = part.solids[key]
        if solid is not None:
            found.append(solid)
    return found


def _vector(values: Matrix) -> tuple[float, float, float]:
    x, y, z = (float(v) for v in values)
    return x, y, z
