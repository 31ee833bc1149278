"""Read the geometry of visuals and collisions."""

from __future__ import annotations

from harness.outcomes import Severity
from harness.urdf.model import Box, Capsule, Cylinder, Geometry, Mesh, Sphere
from harness.urdf.values import ValueReader, describe
from harness.urdf.xml import XmlElement

__all__ = ["read_geometry"]

_KINDS = ("box", "cylinder", "sphere", "mesh", "capsule")


def read_geometry(reader: ValueReader, parent: XmlElement) -> Geometry | None:
    """Return the shape of a visual or collision, or ``None`` after reporting why there is none.

    Args:
        reader: Collects findings.
        parent: The visual or collision.
    """
    element = reader.single(parent, "geometry")
    # What is only drawn cannot spoil the physics.
    severity = Severity.WARN if parent.tag == "visual" else None
    if element is None:
        reader.problem("INT021", parent, "it has no <geometry>.", severity)
        return None
    if not element.children:
        text = f"the geometry of {describe(parent)} is empty; put one of {_named()} into it."
        reader.problem("INT021", element, text, severity)
        return None
    shapes = [c for c in element.children if c.tag in _KINDS]
    if not shapes:
        kinds = ", ".join(f"<{c.tag}>" for c in element.children)
        reader.problem("INT022", element, f"{kinds} is no known shape; it must be one of {_named()}.", severity)
        return None
    for extra in shapes[1:]:
        reader.problem("INT030", extra, f"a geometry holds one shape; only the <{shapes[0].tag}> before it is used.")
    return _shape(reader, shapes[0], severity)


def _named() -> str:
    return ", ".join(f"<{k}>" for k in _KINDS)


def _shape(reader: ValueReader, element: XmlElement, severity: Severity | None) -> Geometry | None:
    if element.tag == "box":
        return _box(reader, element, severity)
    if element.tag == "sphere":
        radius = reader.positive(element, "radius", severity)
        return None if radius is None else Sphere(element=element, radius=radius)
    if element.tag == "mesh":
        return _mesh(reader, element)
    radius, length = reader.positive(element, "radius", severity), reader.positive(element, "length", severity)
    if radius is None or length is None:
        return None
    kind = Cylinder if element.tag == "cylinder" else Capsule
    return kind(element=element, radius=radius, length=length)


def _box(reader: ValueReader, element: XmlElement, severity: Severity | None) -> Box | None:
    if reader.required(element, "size") is None:
        return None
    size = reader.vector(element, "size", 3)
    if size is None:
        return None
    if not any(size):
        reader.problem("INT030", element, "its size is 0, so there is nothing of it; it is left out.")
        return None
    if min(size) <= 0:
        text = f'size="{element.attributes["size"]}" is not a size; all three must be above 0.'
        reader.problem("INT022", element, text, severity)
        return None
    return Box(element=element, size=(size[0], size[1], size[2]))


def _mesh(reader: ValueReader, element: XmlElement) -> Mesh | None:
    name = reader.required(element, "filename")
    scale = reader.vector(element, "scale", 3)
    if name is None:
        return None
    if scale is not None and 0 in scale:
        reader.problem("INT022", element, f'scale="{element.attributes["scale"]}" flattens the mesh to nothing.')
        return None
    return Mesh(
        element=element,
        filename=name.strip(),
        scale=(1.0, 1.0, 1.0) if scale is None else (scale[0], scale[1], scale[2]),
    )
