"""Numbers of a converted stage by names of links and joints, for comparisons."""

from __future__ import annotations

from typing import Any

import numpy as np
from pxr import Gf, Usd, UsdGeom, UsdPhysics

from harness.intake.urdf_convert import Conversion

__all__ = ["joint_numbers", "link_numbers", "prim_of"]

UNITS = {"X": Gf.Vec3d(1, 0, 0), "Y": Gf.Vec3d(0, 1, 0), "Z": Gf.Vec3d(0, 0, 1)}
READ = (
    "newton:damping",
    "newton:friction",
    "newton:velocityLimit",
    "newton:mimicCoef0",
    "newton:mimicCoef1",
    "urdf:limit:effort",
    "urdf:calibration:rising",
    "urdf:calibration:falling",
    "urdf:safety_controller:k_velocity",
    "urdf:safety_controller:k_position",
    "urdf:safety_controller:soft_lower_limit",
    "urdf:safety_controller:soft_upper_limit",
)


def prim_of(made: Conversion, what: str) -> Usd.Prim:
    """Return the prim of a link or joint, such as ``link 'base'``."""
    path = made.facts.path_of(what)
    assert path is not None, what
    return made.stage.GetPrimAtPath(path)


def matrix(quaternion: Any) -> Gf.Matrix3d:
    """Return a rotation, row vectors."""
    return Gf.Matrix3d(Gf.Quatd(quaternion.GetReal(), Gf.Vec3d(quaternion.GetImaginary())))


def link_numbers(made: Conversion) -> dict[str, dict[str, Any]]:
    """Return pose, body, mass properties and colliders of each link."""
    cache = UsdGeom.XformCache()
    links: dict[str, dict[str, Any]] = {}
    for link in made.facts.robot.links:
        prim = prim_of(made, f"link '{link.name}'")
        world = cache.GetLocalToWorldTransform(prim)
        entry: dict[str, Any] = {
            "pose": [list(world.GetRow(i)) for i in range(4)],
            "body": prim.HasAPI(UsdPhysics.RigidBodyAPI),
            "colliders": _colliders(prim),
        }
        if prim.HasAPI(UsdPhysics.MassAPI):
            api = UsdPhysics.MassAPI(prim)
            entry["mass"] = api.GetMassAttr().Get()
            entry["com"] = list(api.GetCenterOfMassAttr().Get())
            if api.GetDiagonalInertiaAttr().HasAuthoredValue():
                turn = matrix(api.GetPrincipalAxesAttr().Get())
                moments = api.GetDiagonalInertiaAttr().Get()
                entry["usd_inertia"] = np.array(turn.GetTranspose() * Gf.Matrix3d(Gf.Vec3d(moments)) * turn)
                entry["inertia"] = list(prim.GetAttribute("newton:inertia").Get())
        links[link.name] = entry
    return links


def _colliders(link: Usd.Prim) -> list[dict[str, Any]]:
    boxes = UsdGeom.BBoxCache(Usd.TimeCode.Default(), ["default", "guide"])
    found = []
    walk = iter(Usd.PrimRange(link))
    for prim in walk:
        if prim != link and prim.HasAPI(UsdPhysics.RigidBodyAPI):
            walk.PruneChildren()
        elif prim.HasAPI(UsdPhysics.CollisionAPI):
            box = boxes.ComputeRelativeBound(prim, link).ComputeAlignedRange()
            found.append({"type": str(prim.GetTypeName()), "low": list(box.GetMin()), "high": list(box.GetMax())})
    return sorted(found, key=lambda c: (c["type"], np.round(c["low"], 4).tolist(), np.round(c["high"], 4).tolist()))


def joint_numbers(made: Conversion) -> dict[str, dict[str, Any]]:
    """Return bodies, frames, axes, limits and dynamics of each joint in the stage."""
    names = {path: s.what for path, s in made.facts.sources.items()}
    joints: dict[str, dict[str, Any]] = {}
    for path, what in names.items():
        if not what.startswith("joint '"):
            continue
        prim = made.stage.GetPrimAtPath(path)
        joint = UsdPhysics.Joint(prim)
        entry: dict[str, Any] = {"type": str(prim.GetTypeName())}
        for index, relation in enumerate((joint.GetBody0Rel(), joint.GetBody1Rel())):
            targets = [names[str(t)] for t in relation.GetTargets()]
            entry[f"body{index}"] = targets[0].removeprefix("link '").removesuffix("'") if targets else None
        token = prim.GetAttribute("physics:axis").Get() if prim.HasAttribute("physics:axis") else None
        frames = (
            (joint.GetLocalPos0Attr(), joint.GetLocalRot0Attr()),
            (joint.GetLocalPos1Attr(), joint.GetLocalRot1Attr()),
        )
        for index, (place, turn) in enumerate(frames):
            entry[f"pos{index}"] = list(place.Get())
            entry[f"turn{index}"] = matrix(turn.Get())
            if token is not None:
                entry[f"axis{index}"] = list(UNITS[token] * matrix(turn.Get()))
        for name in ("physics:lowerLimit", "physics:upperLimit", *READ):
            attribute = prim.GetAttribute(name)
            if attribute and attribute.HasAuthoredValue():
                entry[name.removeprefix("physics:")] = float(attribute.Get())
        relation = prim.GetRelationship("newton:mimicJoint")
        if relation and relation.GetTargets():
            entry["mimic"] = names[str(relation.GetTargets()[0])].removeprefix("joint '").removesuffix("'")
        joints[what.removeprefix("joint '").removesuffix("'")] = entry
    return joints
