"""A small description of an asset, in SI and Z up, and the USD text that it becomes in any unit and up axis."""

from __future__ import annotations

from dataclasses import dataclass, field

Vector = tuple[float, float, float]

# Visible and colliding shapes that fill a box of the given size about its centre.
SHAPES = ("box", "sphere", "cylinder", "capsule", "hull", "elbow", "table")


@dataclass
class Geom:
    """One piece of geometry of a body."""

    name: str
    kind: str
    """box, sphere, cylinder, capsule or mesh."""
    size_m: Vector
    centre_m: Vector = (0.0, 0.0, 0.0)
    is_visible: bool = True
    is_collider: bool = True
    is_enabled: bool = True
    approximation: str = "convexHull"
    points: list[Vector] | None = None
    """Of a mesh, in units of its size."""
    faces: list[tuple[int, ...]] | None = None
    lines: list[str] = field(default_factory=list)
    """Further attributes."""


@dataclass
class Body:
    """One rigid body."""

    name: str
    geoms: list[Geom]
    centre_m: Vector = (0.0, 0.0, 0.0)
    is_body: bool = True
    mass_kg: float | str | None = None
    """A text is written as it is, such as nan."""
    lines: list[str] = field(default_factory=list)
    apis: list[str] = field(default_factory=list)
    xform: list[str] = field(default_factory=list)
    """Further transform operations as "name = value" lines."""


@dataclass
class Asset:
    """A whole asset."""

    bodies: list[Body]
    joints: list[str] = field(default_factory=list)
    """Texts of joint prims; lengths inside are written with ``{m:...}``-free numbers by the planting function."""
    extra: list[str] = field(default_factory=list)
    meters_per_unit: float | None = 1.0
    up_axis: str = "Z"
    unit_m: float = 1.0
    """Metres that one written unit stands for; differs from ``meters_per_unit`` only when that is the defect."""
    has_default_prim: bool = True


_BOX_POINTS: list[Vector] = [(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]
_BOX_FACES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]


def hull_mesh(name: str, size_m: Vector, **options: object) -> Geom:
    """Return a mesh of eight corners."""
    return Geom(name, "mesh", size_m, points=list(_BOX_POINTS), faces=list(_BOX_FACES), **options)  # type: ignore[arg-type]


def elbow_mesh(name: str, size_m: Vector) -> Geom:
    """Return an L, which is not convex."""
    profile = [(-0.5, -0.5), (0.5, -0.5), (0.5, -0.2), (-0.2, -0.2), (-0.2, 0.5), (-0.5, 0.5)]
    points: list[Vector] = [(x, y, z) for y in (-0.5, 0.5) for x, z in profile]
    front, back = tuple(range(6)), tuple(range(11, 5, -1))
    sides = [((i + 1) % 6, i, i + 6, (i + 1) % 6 + 6) for i in range(6)]
    return Geom(name, "mesh", size_m, points=points, faces=[front, back, *sides], approximation="convexDecomposition")


def make_body(shape: str, size_m: float, density_kg_m3: float = 700.0) -> Body:
    """Return a body of one of ``SHAPES`` with the mass that its box and density give."""
    size: Vector = (size_m, size_m, size_m)
    mass = density_kg_m3 * size_m**3
    if shape == "table":
        leg, top = 0.12 * size_m, 0.1 * size_m
        offset, height = (size_m - leg) / 2, size_m - top
        geoms = [Geom("Top", "box", (size_m, size_m, top), (0, 0, (size_m - top) / 2))]
        for index, (x, y) in enumerate(((-1, -1), (-1, 1), (1, -1), (1, 1))):
            geoms.append(Geom(f"Leg{index}", "box", (leg, leg, height), (x * offset, y * offset, -top / 2)))
        return Body("Body", geoms, mass_kg=0.15 * mass)
    if shape == "hull":
        return Body("Body", [hull_mesh("Shape", size)], mass_kg=mass)
    if shape == "elbow":
        return Body("Body", [elbow_mesh("Shape", size)], mass_kg=0.5 * mass)
    return Body("Body", [Geom("Shape", shape, size)], mass_kg=0.6 * mass)


def to_usda(asset: Asset) -> str:
    """Return the text of the asset."""
    header = ['    defaultPrim = "Asset"'] if asset.has_default_prim else []
    if asset.meters_per_unit is not None:
        header.append(f"    metersPerUnit = {asset.meters_per_unit!r}")
    header.append(f'    upAxis = "{asset.up_axis}"')
    writer = _Writer(asset)
    bodies = "\n".join(writer.body(body) for body in asset.bodies)
    extra = "\n".join([*asset.joints, *asset.extra])
    return "#usda 1.0\n(\n" + "\n".join(header) + f'\n)\n\ndef Xform "Asset"\n{{\n{bodies}\n{extra}\n}}\n'


class _Writer:
    """Converts to the units and axes of one asset."""

    def __init__(self, asset: Asset) -> None:
        self._unit, self._up = asset.unit_m, asset.up_axis

    def vector(self, value: Vector) -> str:
        x, y, z = (component / self._unit for component in value)
        turned = (x, y, z) if self._up == "Z" else (x, z, -y)
        return f"({turned[0]:.9g}, {turned[1]:.9g}, {turned[2]:.9g})"

    def extent(self, size: Vector) -> Vector:
        return size if self._up == "Z" else (size[0], size[2], size[1])

    def body(self, body: Body) -> str:
        apis = (["PhysicsRigidBodyAPI"] if body.is_body else []) + body.apis
        lines = list(body.lines)
        if body.mass_kg is not None:
            apis.append("PhysicsMassAPI")
            mass = body.mass_kg if isinstance(body.mass_kg, str) else f"{body.mass_kg:.9g}"
            lines.append(f"float physics:mass = {mass}")
        operations = ["xformOp:translate", *(line.split()[1] for line in body.xform)]
        lines.append(f"double3 xformOp:translate = {self.vector(body.centre_m)}")
        lines += body.xform
        names = ", ".join(f'"{name}"' for name in operations)
        lines.append(f"uniform token[] xformOpOrder = [{names}]")
        return _prim("Xform", body.name, apis, lines, [self.geom(geom) for geom in body.geoms])

    def geom(self, geom: Geom) -> str:
        apis, lines = [], list(geom.lines)
        if geom.is_collider:
            apis.append("PhysicsCollisionAPI")
            if not geom.is_enabled:
                lines.append("bool physics:collisionEnabled = 0")
        if not geom.is_visible:
            lines.append('token visibility = "invisible"')
        x, y, z = (v / self._unit for v in self.extent(geom.size_m))
        kind, order = "Mesh", ['"xformOp:translate"']
        lines.append(f"double3 xformOp:translate = {self.vector(geom.centre_m)}")
        axis = self._up
        if geom.kind == "box":
            kind = "Cube"
            lines += ["double size = 1", f"float3 xformOp:scale = ({x:.9g}, {y:.9g}, {z:.9g})"]
            order.append('"xformOp:scale"')
        elif geom.kind == "sphere":
            kind = "Sphere"
            lines.append(f"double radius = {geom.size_m[0] / 2 / self._unit:.9g}")
        elif geom.kind in ("cylinder", "capsule"):
            kind = geom.kind.capitalize()
            radius, height = geom.size_m[0] / 2 / self._unit, geom.size_m[2] / self._unit
            # A capsule of the size of its box: the caps are part of its height.
            if geom.kind == "capsule":
                radius, height = radius / 2, height - radius
            lines += [
                f"double radius = {radius:.9g}",
                f"double height = {height:.9g}",
                f'uniform token axis = "{axis}"',
            ]
        else:
            apis += ["PhysicsMeshCollisionAPI"] if geom.is_collider else []
            lines += self.mesh(geom)
        lines.append(f"uniform token[] xformOpOrder = [{', '.join(order)}]")
        return _prim(kind, geom.name, apis, lines, [])

    def mesh(self, geom: Geom) -> list[str]:
        points = [(px * geom.size_m[0], py * geom.size_m[1], pz * geom.size_m[2]) for px, py, pz in geom.points or ()]
        faces = geom.faces or []
        lines = [
            f"point3f[] points = [{', '.join(self.vector(p) for p in points)}]",
            f"int[] faceVertexCounts = [{', '.join(str(len(f)) for f in faces)}]",
            f"int[] faceVertexIndices = [{', '.join(str(i) for f in faces for i in f)}]",
            'uniform token subdivisionScheme = "none"',
        ]
        if geom.is_collider:
            lines.append(f'uniform token physics:approximation = "{geom.approximation}"')
        return lines


def _prim(kind: str, name: str, apis: list[str], lines: list[str], children: list[str]) -> str:
    metadata = f" (prepend apiSchemas = [{', '.join(chr(34) + a + chr(34) for a in apis)}])" if apis else ""
    body = "\n".join([*(f"    {line}" for line in lines), *children])
    return f'def {kind} "{name}"{metadata}\n{{\n{body}\n}}'
