"""Turn a URDF model into a USD stage: flat rigid bodies, frames below the body that carries them, joints, materials.

The stage is in metres and kilograms with Z up, all joints as near 0 as limits and mimics allow. Bodies are siblings
below the robot, so none is nested in another; a link without a body lies below the body that carries it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from pxr import Gf, Sdf, Usd, UsdGeom, UsdPhysics

from harness.intake.urdf_joints import author_joint, author_mimics
from harness.intake.urdf_looks import Looks
from harness.intake.urdf_shapes import LIBRARY, ShapeWriter
from harness.intake.urdf_usd import Names, put, put_custom, quaternion, set_pose
from harness.urdf.bodies import BodyPlan, plan_bodies
from harness.urdf.extras import unknown_attributes, unknown_parts
from harness.urdf.facts import SourceRef, UrdfFacts
from harness.urdf.fidelity import Fate, Fidelity
from harness.urdf.files import FileFinder
from harness.urdf.mass import LinkMass, MassSource, ShapeSolids, link_mass, merged_links, principal_axes
from harness.urdf.model import Joint, JointType, Link
from harness.urdf.parse import UrdfFile
from harness.urdf.tree import build_tree
from harness.urdf.xml import XmlElement
from harness.verdict import Finding

__all__ = ["Conversion", "convert"]

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True, eq=False)
class Conversion:
    """A converted robot."""

    stage: Usd.Stage
    """In memory; its default prim is the robot."""
    facts: UrdfFacts
    plan: BodyPlan
    fidelity: Fidelity
    findings: tuple[Finding, ...]
    """Meshes that are missing or unreadable."""
    files: tuple[Path, ...]
    """Mesh files that were read."""


def convert(file: UrdfFile, path: Path, *, packages: Sequence[Path] = (), textures: Path | None = None) -> Conversion:
    """Convert a robot; also one with errors, as far as it could be read.

    Args:
        file: The file as it was read; it must have a robot.
        path: Where it lies, for the meshes that it names.
        packages: Folders in which ROS packages lie.
        textures: Folder that textures are copied to; ``None`` to refer to them where they lie.

    Raises:
        ValueError: If the file has no robot.
    """
    if file.robot is None:
        raise ValueError(f"{file.name} has no robot")
    return _Converter(file, FileFinder(path, packages), textures).run()


class _Converter:
    """State of one conversion."""

    def __init__(self, file: UrdfFile, finder: FileFinder, textures: Path | None) -> None:
        assert file.robot is not None
        self._file, self._robot = file, file.robot
        self._tree = build_tree(self._robot)
        self._merged = merged_links(self._robot, self._tree)
        gone = frozenset(j.child for joints in self._merged.values() for j in joints)
        self._plan = plan_bodies(self._robot, self._tree, merged=gone)
        self._fidelity = Fidelity(file=self._robot.file)
        self._names = Names()
        self._names.path("/", LIBRARY.lstrip("/"), "meshes")
        self._stage = Usd.Stage.CreateInMemory(".usda")
        UsdGeom.SetStageUpAxis(self._stage, UsdGeom.Tokens.z)
        UsdGeom.SetStageMetersPerUnit(self._stage, 1.0)
        UsdPhysics.SetStageKilogramsPerUnit(self._stage, 1.0)
        self._root = self._names.path("/", self._robot.name, "robot")
        root = UsdGeom.Xform.Define(self._stage, self._root).GetPrim()
        self._stage.SetDefaultPrim(root)
        self._looks = Looks(self._stage, self._root, self._names, finder, self._fidelity, textures)
        self._shapes = ShapeWriter(
            stage=self._stage,
            names=self._names,
            robot=self._robot,
            finder=finder,
            looks=self._looks,
            fidelity=self._fidelity,
        )
        self._sources: dict[str, SourceRef] = {}
        self._paths: dict[str, str] = {}
        self._masses: dict[str, LinkMass] = {}
        self._anchor: str | None = None

    def run(self) -> Conversion:
        """Author everything."""
        self._remember(self._root, f"robot '{self._robot.name}'", self._robot.element)
        self._keep_extras(self._root, self._robot.element, is_root=True)
        links = {link.name: link for link in self._robot.links}
        for name in self._tree.order:
            self._link(links[name], links)
        self._joints()
        for path, contact in self._looks.contacts.items():
            self._remember(path, "contact numbers", contact.element)
        facts = UrdfFacts(
            robot=self._robot, shapes=tuple(self._shapes.shapes), masses=self._masses, sources=self._sources
        )
        return Conversion(
            stage=self._stage,
            facts=facts,
            plan=self._plan,
            fidelity=self._fidelity,
            findings=tuple(self._shapes.findings),
            files=tuple(dict.fromkeys(self._shapes.files.values())),
        )

    def _link(self, link: Link, links: dict[str, Link]) -> None:
        carrier = self._plan.carrier[link.name]
        # A carrier below a ghost root comes later; the root is then a prim of its own, which does not move.
        parent = self._root
        base: Matrix = np.eye(4)
        if carrier is not None and carrier != link.name and carrier in self._paths:
            parent, base = self._paths[carrier], self._tree.poses[carrier]
        path = self._names.path(parent, link.name, "link")
        prim = UsdGeom.Xform.Define(self._stage, path).GetPrim()
        if prim.GetName() != link.name:
            prim.SetDisplayName(link.name)
            put_custom(prim, "name", link.name)
        set_pose(prim, np.linalg.inv(base) @ self._tree.poses[link.name])
        self._paths[link.name] = path
        self._remember(path, f"link '{link.name}'", link.element)
        first = len(self._shapes.paths)
        solids = self._shapes.write(link, path)
        for shape_path, shape in self._shapes.paths[first:]:
            kind = "collision" if shape.element.tag == "collision" else "visual"
            self._remember(shape_path, f"{kind} of link '{link.name}'", shape.element)
        self._keep_extras(path, link.element)
        if link.name in self._plan.bodies:
            self._body(prim, link, solids, links)
        else:
            self._fidelity.converted("frame")
        self._fidelity.converted("link")

    def _body(self, prim: Usd.Prim, link: Link, solids: ShapeSolids, links: dict[str, Link]) -> None:
        UsdPhysics.RigidBodyAPI.Apply(prim)
        merged: tuple[Joint, ...] = self._merged.get(link.name, ())
        mass = link_mass(link, solids, merged=merged, links=links)
        self._masses[link.name] = mass
        self._tell_mass(link, mass, merged, str(prim.GetPath()))
        if mass.mass is None and mass.inertia is None:
            return
        api = UsdPhysics.MassAPI.Apply(prim)
        if mass.mass is not None:
            api.CreateMassAttr(mass.mass)
            put_custom(prim, "mass", mass.mass)
        if mass.center is not None:
            api.CreateCenterOfMassAttr(Gf.Vec3f(*mass.center.tolist()))
        if mass.inertia is None:
            return
        moments, axes = principal_axes(mass.inertia)
        api.CreateDiagonalInertiaAttr(Gf.Vec3f(*moments.tolist()))
        api.CreatePrincipalAxesAttr(Gf.Quatf(quaternion(axes)))
        i = mass.inertia
        six = [i[0, 0], i[1, 1], i[2, 2], i[0, 1], i[0, 2], i[1, 2]]
        kind = Sdf.ValueTypeNames.DoubleArray
        put(prim, "NewtonMassAPI", {"newton:inertia": (kind, [float(v) for v in six])})

    def _tell_mass(self, link: Link, mass: LinkMass, merged: Sequence[Joint], path: str) -> None:
        element = link.element if link.inertial is None else link.inertial.element
        if mass.mass_source is MassSource.MERGED:
            names = ", ".join(f"'{j.child}'" for j in merged)
            text = f"the mass of {names}, which is only a frame with a mass, was added to '{link.name}'"
            self._fidelity.add(Fate.APPROXIMATED, element, text, path)
            return
        if mass.mass_source is MassSource.GEOMETRY:
            text = f"'{link.name}' has no mass; that of its collision geometry at 1000 kg/m3 was taken"
            self._fidelity.add(Fate.APPROXIMATED, element, text, path)
        elif mass.inertia_source is MassSource.GEOMETRY:
            text = f"'{link.name}' has no usable inertia; that of its collision geometry was taken"
            self._fidelity.add(Fate.APPROXIMATED, element, text, path)
        if mass.mass_source is MassSource.FILE and mass.inertia_source is MassSource.FILE:
            self._fidelity.converted("inertial")

    def _joints(self) -> None:
        if not self._plan.joints:
            return
        scope = self._names.path(self._root, "Joints", "Joints")
        self._stage.DefinePrim(scope, "Scope")
        prims: dict[str, Usd.Prim] = {}
        for plan in self._plan.joints:
            joint = plan.joint
            path = self._names.path(scope, joint.name, "joint")
            prim = author_joint(self._stage, path, plan, self._tree, self._paths, self._fidelity)
            if prim.GetName() != joint.name:
                prim.SetDisplayName(joint.name)
                put_custom(prim, "name", joint.name)
            self._remember(path, f"joint '{joint.name}'", joint.element)
            self._keep_extras(path, joint.element)
            self._tell_position(joint, path)
            prims[joint.name] = prim
        author_mimics(prims, self._plan, self._fidelity)
        if self._plan.world is not None and self._plan.is_world_a_body:
            link = self._robot.link(self._plan.world)
            assert link is not None
            self._anchor = self._names.path(scope, "world_anchor", "anchor")
            anchor = UsdPhysics.FixedJoint.Define(self._stage, self._anchor)
            anchor.CreateBody1Rel().SetTargets([self._paths[link.name]])
            self._remember(self._anchor, f"anchor of link '{link.name}'", link.element)
        for joint in self._plan.dropped:
            text = f"'{joint.name}' joins a frame, not a body; the frame is a prim below the body that carries it"
            self._fidelity.add(Fate.KEPT, joint.element, text)
        self._articulations()

    def _tell_position(self, joint: Joint, path: str) -> None:
        position = self._tree.positions.get(joint.name)
        if position is not None:
            element = joint.element if joint.limit is None else joint.limit.element
            unit = "rad" if joint.type.is_angular else "m"
            text = f"'{joint.name}' cannot be at 0 and stands at {position:.4g} {unit}"
            self._fidelity.add(Fate.APPROXIMATED, element, text, path)

    def _articulations(self) -> None:
        """Mark one body of each group of jointed bodies, or its joint to the world, as an articulation root."""
        group = {name: name for name in self._plan.bodies}
        anchors: dict[str, str] = {}

        def find(name: str) -> str:
            while group[name] != name:
                name = group[name]
            return name

        for plan in self._plan.joints:
            if plan.body0 is not None:
                group[find(plan.body1)] = find(plan.body0)
        for plan in self._plan.joints:
            if plan.body0 is None and plan.joint.type is JointType.FIXED:
                anchors.setdefault(find(plan.body1), self._path_of(plan.joint))
        if self._anchor is not None and self._plan.world is not None:
            anchors[find(self._plan.world)] = self._anchor
        jointed = {n for plan in self._plan.joints for n in (plan.body0, plan.body1) if n is not None}
        for root in dict.fromkeys(find(n) for n in self._plan.bodies if n in jointed):
            members = [n for n in self._plan.bodies if find(n) == root]
            path = anchors.get(root, self._paths[members[0]])
            prim = self._stage.GetPrimAtPath(path)
            UsdPhysics.ArticulationRootAPI.Apply(prim)
            boolean = Sdf.ValueTypeNames.Bool
            put(prim, "PhysxArticulationAPI", {"physxArticulation:enabledSelfCollisions": (boolean, True)})
            put(prim, "NewtonArticulationRootAPI", {"newton:selfCollisionEnabled": (boolean, True)})
            self._filter_touching(members)

    def _filter_touching(self, members: Sequence[str]) -> None:
        """Switch collisions off between links whose collisions touch at the start.

        URDF says nothing about links that may touch. Hulls of near neighbours do, and would be pushed apart against
        their joints; neighbours on one joint do not collide in any case.
        """
        boxes = self._collision_boxes(members)
        count = 0
        for index, first in enumerate(boxes):
            low, high = boxes[first]
            touching = [
                other
                for other in list(boxes)[index + 1 :]
                if (boxes[other][0] <= high).all() and (low <= boxes[other][1]).all()
            ]
            if touching:
                api = UsdPhysics.FilteredPairsAPI.Apply(self._stage.GetPrimAtPath(self._paths[first]))
                api.CreateFilteredPairsRel().SetTargets([self._paths[o] for o in touching])
                count += len(touching)
        if count:
            text = f"{count} pairs of links whose collisions touch at the start do not collide with each other"
            self._fidelity.add(Fate.APPROXIMATED, None, text)

    def _collision_boxes(self, members: Sequence[str]) -> dict[str, tuple[Matrix, Matrix]]:
        """Return the box of the collisions of each link in the frame of the robot: lower and upper corner."""
        wanted = set(members)
        corners: dict[str, list[Matrix]] = {}
        for shape in self._shapes.shapes:
            if shape.is_collision and shape.link in wanted:
                ends = np.array([shape.low_m, shape.high_m])
                box = np.array(np.meshgrid(*ends.T)).reshape(3, -1).T
                pose = self._tree.poses[shape.link]
                corners.setdefault(shape.link, []).append(box @ pose[:3, :3].T + pose[:3, 3])
        clouds = {name: np.concatenate(parts) for name, parts in corners.items()}
        return {name: (cloud.min(axis=0), cloud.max(axis=0)) for name, cloud in clouds.items()}

    def _path_of(self, joint: Joint) -> str:
        what = f"joint '{joint.name}'"
        return next(path for path, source in self._sources.items() if source.what == what)

    def _remember(self, path: str, what: str, element: XmlElement) -> None:
        self._sources[path] = SourceRef(what=what, file=self._robot.file, line=element.line)

    def _keep_extras(self, path: str, element: XmlElement, *, is_root: bool = False) -> None:
        """Store what the model does not know as text, so that it is not lost."""
        parts, attributes = unknown_parts(element), unknown_attributes(element)
        if is_root:
            parts = tuple(c for c in element.children if c.tag not in ("link", "joint", "material"))
            attributes = tuple((e, a) for e, a in attributes if e is element)
        document = self._file.document
        if document is None or not (parts or attributes):
            return
        prim = self._stage.GetPrimAtPath(path)
        if parts:
            put_custom(prim, "xml", [document.source(p) for p in parts])
        if attributes:
            put_custom(prim, "attributes", [f"{e.tag}@{a}={e.attributes[a]}" for e, a in attributes])
        for part in parts:
            self._fidelity.add(Fate.KEPT, part, "it is no part of URDF that an engine reads; its text is kept", path)
        for owner, name in attributes:
            self._fidelity.add(Fate.KEPT, owner, f"the attribute '{name}' is no part of URDF; its text is kept", path)
