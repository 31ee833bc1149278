"""Small helpers for authoring USD: valid names, transforms, attributes of schemas that usd-core does not know."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from pxr import Gf, Sdf, Tf, Usd, UsdGeom

__all__ = ["Names", "put", "put_custom", "quaternion", "set_pose"]

Matrix = npt.NDArray[np.float64]


class Names:
    """Gives every name a valid prim name that is not taken yet below the same parent."""

    def __init__(self) -> None:
        self._taken: dict[str, set[str]] = {}

    def path(self, parent: str, name: str, fallback: str) -> str:
        """Return a new prim path.

        Args:
            parent: Path of the parent.
            name: Name as it is written; letters of any language stay.
            fallback: Name for one that is empty.
        """
        taken = self._taken.setdefault(parent, set())
        base = name.strip() or fallback
        if not Sdf.Path.IsValidIdentifier(base):
            # USD takes letters of any language; what it does not take becomes an underscore.
            base = "".join(c if Sdf.Path.IsValidIdentifier(f"a{c}") else "_" for c in base)
            base = base if Sdf.Path.IsValidIdentifier(base) else f"_{base}"
            base = base if Sdf.Path.IsValidIdentifier(base) else str(Tf.MakeValidIdentifier(base))
        unique, number = base, 1
        # Not case-sensitive: some tools write a file for each prim.
        while unique.casefold() in taken:
            number += 1
            unique = f"{base}_{number}"
        taken.add(unique.casefold())
        return f"{parent.rstrip('/')}/{unique}"


def quaternion(turn: Matrix) -> Gf.Quatd:
    """Return a rotation as a quaternion with a real part of 0 or more.

    Args:
        turn: 3 x 3, column vectors.
    """
    q = Gf.Matrix3d(*(float(v) for v in turn.T.reshape(-1))).ExtractRotation().GetQuat().GetNormalized()
    return q if q.GetReal() >= 0 else -q


def set_pose(prim: Usd.Prim, matrix: Matrix) -> None:
    """Author a rigid transform as translate and orient, where it is not the identity.

    Args:
        prim: An Xformable.
        matrix: Relative to the parent, 4 x 4, column vectors, metres.
    """
    xform = UsdGeom.Xformable(prim)
    x, y, z = (float(v) for v in matrix[:3, 3])
    xform.AddTranslateOp(UsdGeom.XformOp.PrecisionDouble).Set(Gf.Vec3d(x, y, z))
    xform.AddOrientOp(UsdGeom.XformOp.PrecisionDouble).Set(quaternion(matrix[:3, :3]))


def put(prim: Usd.Prim, schema: str, values: dict[str, tuple[Any, Any]]) -> None:
    """Apply a schema by name and author attributes of it.

    Args:
        prim: The prim.
        schema: Such as ``NewtonJointAPI`` or ``PhysxLimitAPI:rotX``.
        values: (type, value) by full attribute name.
    """
    prim.AddAppliedSchema(schema)
    for name, (kind, value) in values.items():
        prim.CreateAttribute(name, kind, custom=False).Set(value)


def put_custom(prim: Usd.Prim, name: str, value: float | str | list[str]) -> None:
    """Author a custom attribute in the ``urdf:`` namespace; no engine reads it.

    Args:
        prim: The prim.
        name: Name after ``urdf:``.
        value: A number, a text or texts.
    """
    kinds = Sdf.ValueTypeNames
    kind = kinds.StringArray if isinstance(value, list) else kinds.String if isinstance(value, str) else kinds.Double
    prim.CreateAttribute(f"urdf:{name}", kind, custom=True).Set(value)
