"""What a file says beyond the object model: elements and attributes that are kept as they are written."""

from __future__ import annotations

from collections.abc import Iterator

from harness.urdf.xml import XmlElement

__all__ = ["unknown_attributes", "unknown_parts"]

_ORIGIN = {"origin": ("xyz", "rpy")}
_SHAPES = {"box": ("size",), "sphere": ("radius",), "cylinder": ("radius", "length"), "capsule": ("radius", "length")}
_COLOURS = {"color": ("rgba",), "texture": ("filename",)}

_ATTRIBUTES: dict[str, tuple[str, ...]] = {
    "robot": ("name", "version"),
    "link": ("name",),
    "inertial": (),
    "mass": ("value",),
    "inertia": ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"),
    "visual": ("name",),
    "collision": ("name",),
    "geometry": (),
    "mesh": ("filename", "scale"),
    "material": ("name",),
    "contact_coefficients": ("mu", "kp", "kd"),
    "joint": ("name", "type"),
    "parent": ("link",),
    "child": ("link",),
    "axis": ("xyz",),
    "calibration": ("rising", "falling", "reference_position"),
    "dynamics": ("damping", "friction"),
    "limit": ("lower", "upper", "effort", "velocity"),
    "mimic": ("joint", "multiplier", "offset"),
    "safety_controller": ("soft_lower_limit", "soft_upper_limit", "k_position", "k_velocity"),
    **_ORIGIN,
    **_SHAPES,
    **_COLOURS,
}
_CHILDREN: dict[str, tuple[str, ...]] = {
    "robot": ("link", "joint", "material"),
    "link": ("inertial", "visual", "collision"),
    "inertial": ("origin", "mass", "inertia"),
    "visual": ("origin", "geometry", "material"),
    "collision": ("origin", "geometry", "contact_coefficients"),
    "geometry": (*_SHAPES, "mesh"),
    "material": tuple(_COLOURS),
    "joint": (
        "origin",
        "parent",
        "child",
        "axis",
        "calibration",
        "dynamics",
        "limit",
        "mimic",
        "safety_controller",
    ),
}


def unknown_parts(root: XmlElement) -> tuple[XmlElement, ...]:
    """Return the topmost elements that the model does not know.

    Args:
        root: The robot, a link or a joint.
    """
    return tuple(_unknown(root))


def _unknown(element: XmlElement) -> Iterator[XmlElement]:
    known = _CHILDREN.get(element.tag, ())
    for child in element.children:
        if child.tag in known:
            yield from _unknown(child)
        else:
            yield child


def unknown_attributes(root: XmlElement) -> tuple[tuple[XmlElement, str], ...]:
    """Return (element, attribute) of the attributes that the model does not know, in elements that it knows.

    Args:
        root: The robot, a link or a joint.
    """
    found: list[tuple[XmlElement, str]] = []
    names = _ATTRIBUTES.get(root.tag, ())
    found += [(root, a) for a in root.attributes if a not in names and not a.startswith("xmlns")]
    for child in root.children:
        if child.tag in _CHILDREN.get(root.tag, ()):
            found += unknown_attributes(child)
    return tuple(found)
