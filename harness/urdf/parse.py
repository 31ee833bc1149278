"""Read a URDF file into the object model, and report everything that is wrong with it, with file, line and element."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from harness.outcomes import Severity
from harness.urdf.extras import unknown_parts
from harness.urdf.model import (
    Collision,
    ContactCoefficients,
    Geometry,
    Inertia,
    Inertial,
    Joint,
    Link,
    Material,
    Pose,
    Robot,
    Visual,
)
from harness.urdf.parse_joint import read_joint
from harness.urdf.parse_shape import read_geometry
from harness.urdf.tree import structure_findings
from harness.urdf.values import ValueReader
from harness.urdf.xml import XmlDocument, XmlElement, XmlError, parse_xml
from harness.verdict import Finding, Site, finding

__all__ = ["RobotReader", "UrdfFile", "parse_urdf", "read_urdf_file"]


@dataclass(frozen=True, kw_only=True, eq=False)
class UrdfFile:
    """A file with its model, its text and its defects."""

    name: str
    """Name of the file, without folders."""
    document: XmlDocument | None
    """The text with positions; ``None`` when it is not XML."""
    robot: Robot | None
    """The model; with errors it holds what could be read. ``None`` when nothing could."""
    findings: tuple[Finding, ...]
    """What is wrong with it."""

    @property
    def is_usable(self) -> bool:
        """Whether the robot can be taken as it is meant."""
        return self.robot is not None and not any(f.severity in (Severity.ERROR, Severity.FAIL) for f in self.findings)


def read_urdf_file(path: Path) -> UrdfFile:
    """Read a file.

    Args:
        path: The file.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        return _refused(path.name, f"{path.name} cannot be read: {error.strerror}.", None)
    return parse_urdf(data, path.name)


def parse_urdf(data: bytes, name: str) -> UrdfFile:
    """Read the text of a file.

    Args:
        data: Its bytes.
        name: Its name, for messages.
    """
    if not data.strip():
        return _refused(name, f"{name} is empty.", None)
    try:
        document = parse_xml(data)
    except XmlError as error:
        text = f"{name}, line {error.line}, column {error.column}, is no XML: {error.message}."
        return _refused(name, text, error.line)
    root = document.root
    if root.tag != "robot":
        text = f"{name}, line {root.line}: the outermost element is <{root.tag}>, not <robot>, so it is no URDF."
        return _refused(name, text, root.line, document)
    reader = RobotReader(name)
    robot = reader.robot(root)
    if document.remark:
        reader.problem("INT031", root, document.remark)
    is_complete = len(robot.joints) == len(root.all("joint")) and len(robot.links) == len(root.all("link"))
    findings = (*reader.findings, *structure_findings(robot, is_complete=is_complete))
    return UrdfFile(name=name, document=document, robot=robot, findings=findings)


def _refused(name: str, text: str, line: int | None, document: XmlDocument | None = None) -> UrdfFile:
    made = finding("INT020", text, sites=[Site(file=name, line=line)])
    return UrdfFile(name=name, document=document, robot=None, findings=(made,))


class RobotReader(ValueReader):
    """Reads links and materials; joints and shapes have modules of their own."""

    def robot(self, root: XmlElement) -> Robot:
        """Read everything below the root."""
        name = root.attributes.get("name", "").strip()
        if not name:
            self.problem("INT021", root, "it has no name; the name of the file is used.", Severity.WARN)
        materials = self._materials(root)
        links = tuple(v for e in root.all("link") if (v := self._link(e)) is not None)
        joints = tuple(j for e in root.all("joint") if (j := read_joint(self, e)) is not None)
        return Robot(
            element=root,
            name=name or Path(self.file).stem,
            file=self.file,
            links=self._unique(links),
            joints=self._unique_joints(joints),
            materials=self._global(materials, links),
            extras=unknown_parts(root),
        )

    def _unique(self, links: tuple[Link, ...]) -> tuple[Link, ...]:
        first: dict[str, Link] = {}
        for link in links:
            if link.name in first:
                text = f"a link of that name is already in line {first[link.name].line}; links need different names."
                self.problem("INT024", link.element, text)
            first.setdefault(link.name, link)
        return tuple(first.values())

    def _unique_joints(self, joints: tuple[Joint, ...]) -> tuple[Joint, ...]:
        first: dict[str, Joint] = {}
        for joint in joints:
            if joint.name in first:
                text = f"a joint of that name is already in line {first[joint.name].line}; joints need different names."
                self.problem("INT024", joint.element, text)
            first.setdefault(joint.name, joint)
        return tuple(first.values())

    def _materials(self, root: XmlElement) -> tuple[Material, ...]:
        first: dict[str, Material] = {}
        for element in root.all("material"):
            material = self._material(element)
            if not material.name:
                self.problem("INT021", element, "a material of the robot needs a name to be referred to.")
                continue
            if material.name in first:
                earlier = first[material.name]
                is_same = (earlier.rgba, earlier.texture) == (material.rgba, material.texture)
                text = f"a material of that name is already in line {earlier.line}; the first one is used."
                self.problem("INT024", element, text, Severity.INFO if is_same else Severity.WARN)
                continue
            first[material.name] = material
        return tuple(first.values())

    def _global(self, materials: tuple[Material, ...], links: tuple[Link, ...]) -> tuple[Material, ...]:
        """Add the named materials that visuals define: the specification makes them known to the whole file."""
        known = {m.name: m for m in materials}
        used = [v.material for link in links for v in link.visuals if v.material is not None]
        for material in used:
            if material.name and not material.is_reference:
                known.setdefault(material.name, material)
        for material in used:
            if material.is_reference and material.name and material.name not in known:
                text = "no material of that name is defined; the visual is shown in grey."
                self.problem("INT023", material.element, text, Severity.WARN)
                known[material.name] = material
        return tuple(known.values())

    def _link(self, element: XmlElement) -> Link | None:
        name = self.required(element, "name")
        if name is None:
            return None
        return Link(
            element=element,
            name=name,
            inertial=self._inertial(element),
            visuals=tuple(self._visual(e) for e in element.all("visual")),
            collisions=tuple(self._collision(e) for e in element.all("collision")),
            contact=self._link_contact(element),
        )

    def origin(self, parent: XmlElement) -> Pose:
        """Read the origin of an element."""
        element = self.single(parent, "origin")
        if element is None:
            return Pose()
        if "quat_xyzw" in element.attributes:
            self.problem("INT030", element, "quat_xyzw is no URDF 1.0 attribute and is ignored; write rpy.")
        xyz, rpy = self.vector(element, "xyz", 3), self.vector(element, "rpy", 3)
        pose = Pose(element=element)
        if xyz is not None:
            pose = replace(pose, xyz=(xyz[0], xyz[1], xyz[2]))
        if rpy is not None:
            pose = replace(pose, rpy=(rpy[0], rpy[1], rpy[2]))
        return pose

    def _inertial(self, link: XmlElement) -> Inertial | None:
        element = self.single(link, "inertial")
        if element is None:
            return None
        mass_element, inertia_element = self.single(element, "mass"), self.single(element, "inertia")
        mass = None
        if mass_element is not None and self.required(mass_element, "value") is not None:
            mass = self.number(mass_element, "value")
        inertia = None if inertia_element is None else self._inertia(inertia_element)
        return Inertial(element=element, origin=self.origin(element), mass=mass, inertia=inertia)

    def _inertia(self, element: XmlElement) -> Inertia | None:
        values: dict[str, float] = {}
        missing = [n for n in ("ixx", "iyy", "izz") if n not in element.attributes]
        if len(missing) == 3 and not any(n in element.attributes for n in ("ixy", "ixz", "iyz")):
            return None
        if missing:
            text = (
                f"{', '.join(missing)} {'are' if len(missing) > 1 else 'is'} missing; all of ixx, iyy, izz are needed."
            )
            self.problem("INT021", element, text)
        for name in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"):
            value = self.number(element, name)
            values[name] = 0.0 if value is None else value
        return Inertia(element=element, **values)

    def _visual(self, element: XmlElement) -> Visual:
        material = self.single(element, "material")
        return Visual(
            element=element,
            name=element.attributes.get("name", ""),
            origin=self.origin(element),
            geometry=self._geometry(element),
            material=None if material is None else self._material(material),
        )

    def _collision(self, element: XmlElement) -> Collision:
        written = self.single(element, "contact_coefficients")
        return Collision(
            element=element,
            name=element.attributes.get("name", ""),
            origin=self.origin(element),
            geometry=self._geometry(element),
            contact=None if written is None else self._contact(written),
        )

    def _geometry(self, parent: XmlElement) -> Geometry | None:
        return read_geometry(self, parent)

    def _contact(self, element: XmlElement) -> ContactCoefficients:
        values: dict[str, float | None] = {}
        for name in ("mu", "kp", "kd"):
            value = self.number(element, name, may_be_infinite=True)
            if value is not None and value < 0:
                self.problem("INT022", element, f'{name}="{value:g}" is negative; contact coefficients are 0 or more.')
                value = None
            values[name] = value
        return ContactCoefficients(element=element, **values)

    def _link_contact(self, link: XmlElement) -> ContactCoefficients | None:
        """Read the contact block of Bullet: the same numbers for the whole link under other names."""
        element = link.first("contact")
        if element is None:
            return None
        values: dict[str, float | None] = {}
        for name, tag in (("mu", "lateral_friction"), ("kp", "stiffness"), ("kd", "damping")):
            child = element.first(tag)
            values[name] = None if child is None else self.number(child, "value")
        return ContactCoefficients(element=element, **values)

    def _material(self, element: XmlElement) -> Material:
        color, texture = self.single(element, "color"), self.single(element, "texture")
        rgba = None if color is None else self.vector(color, "rgba", 4)
        file = None if texture is None else self.required(texture, "filename", Severity.WARN)
        if rgba is not None and not all(0 <= v <= 1 for v in rgba):
            assert color is not None
            text = "a colour component is outside 0 to 1 and is cut off there."
            self.problem("INT022", color, text, Severity.INFO)
            rgba = tuple(min(max(v, 0.0), 1.0) for v in rgba)
        return Material(
            element=element,
            name=element.attributes.get("name", "").strip(),
            rgba=None if rgba is None else (rgba[0], rgba[1], rgba[2], rgba[3]),
            texture=file,
        )
