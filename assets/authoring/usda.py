"""Write USD prims as text. Only what the test assets need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

__all__ = [
    "Prim",
    "Stage",
    "body",
    "collider",
    "cube",
    "cylinder",
    "joint",
    "material",
    "mesh",
    "num",
    "relationship",
    "sphere",
    "vec",
    "xform",
]

Vec = tuple[float, float, float]
COLLISION = "PhysicsCollisionAPI"
MESH_COLLISION = "PhysicsMeshCollisionAPI"


def num(value: float) -> str:
    """Write a number with six decimals at most and no trailing zeros."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def vec(values: Iterable[float]) -> str:
    """Write a tuple of numbers."""
    return f"({', '.join(num(v) for v in values)})"


def relationship(name: str, *targets: str) -> str:
    """Write a relationship."""
    if len(targets) == 1:
        return f"rel {name} = <{targets[0]}>"
    return f"rel {name} = [{', '.join(f'<{t}>' for t in targets)}]"


@dataclass
class Prim:
    """A prim with lines of properties as they appear in the file."""

    kind: str
    name: str
    apis: tuple[str, ...] = ()
    lines: list[str] = field(default_factory=list)
    children: list[Prim] = field(default_factory=list)
    meta: list[str] = field(default_factory=list)
    specifier: str = "def"

    def add(self, *lines: str) -> Prim:
        """Append property lines and return the prim."""
        self.lines += lines
        return self

    def with_api(self, *apis: str) -> Prim:
        """Append applied schemas and return the prim."""
        self.apis = (*self.apis, *apis)
        return self

    def put(self, *children: Prim) -> Prim:
        """Append children and return the prim."""
        self.children += children
        return self

    def write(self, depth: int = 0) -> str:
        """Return the text of the prim."""
        pad, inner = "    " * depth, "    " * (depth + 1)
        meta = list(self.meta)
        if self.apis:
            names = ", ".join('"' + a + '"' for a in self.apis)
            meta.insert(0, f"prepend apiSchemas = [{names}]")
        head = f'{pad}{self.specifier} {self.kind + " " if self.kind else ""}"{self.name}"'
        if meta:
            head += " (\n" + "".join(f"{inner}{m}\n" for m in meta) + f"{pad})"
        body = [f"{inner}{line}\n" for line in self.lines]
        body += [("\n" if body or i else "") + c.write(depth + 1) for i, c in enumerate(self.children)]
        return f"{head}\n{pad}{{\n{''.join(body)}{pad}}}\n"


@dataclass
class Stage:
    """A layer with its metadata."""

    roots: Sequence[Prim]
    default: str | None = None
    meters_per_unit: str | None = "1"
    kilograms_per_unit: str | None = "1"
    up_axis: str | None = "Z"
    doc: str = "Authored for asset-qa."

    def write(self) -> str:
        """Return the text of the layer."""
        meta = [f'"{self.doc}"']
        if self.default is not None:
            meta.append(f'defaultPrim = "{self.default}"')
        if self.kilograms_per_unit is not None:
            meta.append(f"kilogramsPerUnit = {self.kilograms_per_unit}")
        if self.meters_per_unit is not None:
            meta.append(f"metersPerUnit = {self.meters_per_unit}")
        if self.up_axis is not None:
            meta.append(f'upAxis = "{self.up_axis}"')
        head = "#usda 1.0\n(\n" + "".join(f"    {m}\n" for m in meta) + ")\n"
        return head + "".join("\n" + r.write() for r in self.roots)


def _ops(at: Vec | None, turn: Vec | None, scale: Vec | None) -> list[str]:
    lines, order = [], []
    for name, kind, value in (
        ("translate", "double3", at),
        ("rotateXYZ", "float3", turn),
        ("scale", "float3", scale),
    ):
        if value is not None:
            lines.append(f"{kind} xformOp:{name} = {vec(value)}")
            order.append(f'"xformOp:{name}"')
    if order:
        lines.append(f"uniform token[] xformOpOrder = [{', '.join(order)}]")
    return lines


def _color(color: Vec | None) -> list[str]:
    return [] if color is None else [f"color3f[] primvars:displayColor = [{vec(color)}]"]


def xform(name: str, *children: Prim, at: Vec | None = None, turn: Vec | None = None, scale: Vec | None = None) -> Prim:
    """Make an Xform."""
    return Prim(kind="Xform", name=name, lines=_ops(at, turn, scale), children=list(children))


def body(name: str, *children: Prim, mass: float | None = None, at: Vec | None = None) -> Prim:
    """Make an Xform with RigidBodyAPI and a mass."""
    prim = xform(name, *children, at=at).with_api("PhysicsRigidBodyAPI")
    if mass is not None:
        prim.with_api("PhysicsMassAPI").add(f"float physics:mass = {num(mass)}")
    return prim


def cube(name: str, size: Vec, at: Vec | None = None, color: Vec | None = None, *, turn: Vec | None = None) -> Prim:
    """Make a Cube of a given size."""
    extent = "float3[] extent = [(-0.5, -0.5, -0.5), (0.5, 0.5, 0.5)]"
    return Prim(kind="Cube", name=name, lines=["double size = 1", extent, *_color(color), *_ops(at, turn, size)])


def sphere(name: str, radius: float, at: Vec | None = None, color: Vec | None = None) -> Prim:
    """Make a Sphere."""
    r = num(radius)
    lines = [f"double radius = {r}", f"float3[] extent = [(-{r}, -{r}, -{r}), ({r}, {r}, {r})]"]
    return Prim(kind="Sphere", name=name, lines=[*lines, *_color(color), *_ops(at, None, None)])


def cylinder(
    name: str, size: tuple[float, float], at: Vec | None = None, color: Vec | None = None, *, axis: str = "Z"
) -> Prim:
    """Make a Cylinder of a given radius and height."""
    radius, height = size
    high = [height / 2 if a == axis else radius for a in "XYZ"]
    lines = [
        f'uniform token axis = "{axis}"',
        f"double radius = {num(radius)}",
        f"double height = {num(height)}",
        f"float3[] extent = [{vec(-h for h in high)}, {vec(high)}]",
    ]
    return Prim(kind="Cylinder", name=name, lines=[*lines, *_color(color), *_ops(at, None, None)])


def mesh(
    name: str,
    shape: tuple[Sequence[Vec], Sequence[Sequence[int]]],
    color: Vec | None = None,
    *,
    at: Vec | None = None,
    face_colors: Sequence[Vec] | None = None,
) -> Prim:
    """Make a polygon Mesh, with one colour or one per face."""
    points, faces = shape
    low = [min(p[i] for p in points) for i in range(3)]
    high = [max(p[i] for p in points) for i in range(3)]
    lines = [
        'uniform token subdivisionScheme = "none"',
        f"float3[] extent = [{vec(low)}, {vec(high)}]",
        f"int[] faceVertexCounts = [{', '.join(str(len(f)) for f in faces)}]",
        f"int[] faceVertexIndices = [{', '.join(str(i) for f in faces for i in f)}]",
        f"point3f[] points = [{', '.join(vec(p) for p in points)}]",
    ]
    lines += _color(color)
    if face_colors is not None:
        values = ", ".join(vec(c) for c in face_colors)
        lines.append(f'color3f[] primvars:displayColor = [{values}] (interpolation = "uniform")')
    return Prim(kind="Mesh", name=name, lines=[*lines, *_ops(at, None, None)])


def collider(prim: Prim, approximation: str | None = None, *, is_hidden: bool = False) -> Prim:
    """Make a collider of a prim; a hidden one is not rendered (purpose guide)."""
    prim.with_api(COLLISION)
    if approximation is not None:
        prim.with_api(MESH_COLLISION).add(f'uniform token physics:approximation = "{approximation}"')
    if is_hidden:
        prim.add('uniform token purpose = "guide"')
    return prim


def joint(
    kind: str, name: str, bodies: tuple[str | None, str | None], at: tuple[Vec, Vec] | None = None, *lines: str
) -> Prim:
    """Make a joint between two prims, with local positions."""
    out = [relationship(f"physics:body{i}", target) for i, target in enumerate(bodies) if target is not None]
    for index, position in enumerate(at or ()):
        out.append(f"point3f physics:localPos{index} = {vec(position)}")
        out.append(f"quatf physics:localRot{index} = (1, 0, 0, 0)")
    return Prim(kind=kind, name=name, lines=[*out, *lines])


def material(name: str, *lines: str, apis: tuple[str, ...] = ()) -> Prim:
    """Make a physics material."""
    return Prim(kind="Material", name=name, apis=("PhysicsMaterialAPI", *apis), lines=list(lines))
