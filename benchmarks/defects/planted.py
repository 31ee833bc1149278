"""The planted cases: good assets that look unusual, and one defect each in otherwise good ones.

``expected`` is the truth, not what the product says: "clean" for a good asset; "fail" where the asset does not behave
by the definition of the test (contact within 10 cm, no more than 10 cm into the floor, rest in time) or cannot be
simulated as authored; "warn" where it behaves within those limits but is visibly wrong, such as a cup that rests 2 cm
in the floor, or a table of which one leg is not solid but which stands on the other three.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from benchmarks.defects.model import SHAPES, Asset, Body, Geom, make_body

SIZES_M = (0.005, 0.05, 0.3, 1.0, 5.0, 20.0)
UNITS = ((1.0, "Z"), (0.01, "Y"), (0.001, "Z"))
_FLOOR_MARGIN_M = 0.1
# PhysX 5.12 lets a standing capsule of 5 mm rest with half of it in the floor: nothing is wrong in the file, but the
# motion is, and the reader has to be told.
_SINKS_IN_ENGINE = ("capsule", 0.005)


@dataclass(frozen=True)
class Case:
    """One generated asset."""

    kind: str
    severity: str
    shape: str
    size_m: float
    expected: str
    asset: Asset
    number: int | None = None
    """Of a drawn case; several may be alike."""

    @property
    def name(self) -> str:
        """Name of the file."""
        size = f"{self.size_m:g}".replace(".", "p")
        axis = f"{self.asset.unit_m:g}".replace(".", "p") + self.asset.up_axis
        number = "" if self.number is None else f"{self.number:04d}-"
        return f"{number}{self.kind}-{self.severity}-{self.shape}-{size}m-{axis}"


def all_cases() -> list[Case]:
    """Return all cases in a fixed order; no two have the same name."""
    cases = [*_good(), *_broken()]
    names = [case.name for case in cases]
    doubles = {name for name in names if names.count(name) > 1}
    if doubles:
        raise ValueError(f"planted twice: {sorted(doubles)}")
    return cases


def single(body: Body, unit: tuple[float, str]) -> Asset:
    """Return an asset of one body in some unit and up axis."""
    return Asset([body], meters_per_unit=unit[0], unit_m=unit[0], up_axis=unit[1])


def _good() -> Iterator[Case]:
    turn = itertools.cycle(UNITS)
    for shape, size in itertools.product(SHAPES, SIZES_M):
        unit = next(turn)
        if (shape, size) != _SINKS_IN_ENGINE:
            yield Case("good", "plain", shape, size, "clean", single(make_body(shape, size), unit))
    for name, change in GOOD_CHANGES.items():
        for shape, size in (("hull", 0.05), ("box", 0.3), ("table", 1.0), ("cylinder", 5.0)):
            asset = single(make_body(shape, size), next(turn))
            change(asset, size)
            yield Case("good", name, shape, size, "clean", asset)


def _proxy(asset: Asset, size: float) -> None:
    """Draw one mesh and collide with an invisible one of the same shape."""
    body = asset.bodies[0]
    for geom in list(body.geoms):
        twin = Geom(**{**vars(geom), "name": f"{geom.name}Proxy", "is_visible": False, "lines": []})
        geom.is_collider = False
        body.geoms.append(twin)


def _pivot(asset: Asset, size: float) -> None:
    """Put the origin of the body far from its geometry."""
    body = asset.bodies[0]
    for geom in body.geoms:
        geom.centre_m = (geom.centre_m[0] + 3 * size, geom.centre_m[1], geom.centre_m[2] - 2 * size)


def _density(asset: Asset, size: float) -> None:
    asset.bodies[0].mass_kg = None
    kilograms_per_volume = 700.0 * asset.unit_m**3
    asset.bodies[0].apis.append("PhysicsMassAPI")
    asset.bodies[0].lines.append(f"float physics:density = {kilograms_per_volume:.9g}")


def _light(asset: Asset, size: float) -> None:
    asset.extra.append('def SphereLight "Lamp"\n{\n}\ndef Camera "View"\n{\n}')


def _turned(asset: Asset, size: float) -> None:
    axis = "Z" if asset.up_axis == "Z" else "Y"
    asset.bodies[0].xform.append(f"float xformOp:rotate{axis} = 37")


def _wide_apart(asset: Asset, size: float) -> None:
    """Add a second, separate body beside the first."""
    other = make_body("box", size / 2)
    x, y, z = asset.bodies[0].centre_m
    other.name, other.centre_m = "Other", (x + 2 * size, y, z - size / 4)
    asset.bodies.append(other)


GOOD_CHANGES: dict[str, Callable[[Asset, float], None]] = {
    "proxy": _proxy,
    "pivot": _pivot,
    "density": _density,
    "lamp": _light,
    "turned": _turned,
    "two-bodies": _wide_apart,
}


@dataclass(frozen=True)
class Defect:
    """How a defect is planted, and what it does."""

    severities: tuple[str, ...]
    plant: Callable[[Asset, float, str], None]
    expected: Callable[[float, str], str | None]
    """Truth for a size and severity; ``None`` where this combination is no defect."""
    shapes: tuple[str, ...] = ("box", "hull", "cylinder")
    sizes_m: tuple[float, ...] = (0.05, 0.3, 1.0, 5.0)


def _always(level: str) -> Callable[[float, str], str | None]:
    return lambda size, severity: level


def _by_depth(depth: Callable[[float, float], float]) -> Callable[[float, str], str | None]:
    """Truth of a collider that leaves the geometry above or below the floor by ``depth(size, share)`` metres."""

    def truth(size: float, severity: str) -> str | None:
        metres = depth(size, float(severity))
        # Too near to the limit to be called either way.
        if 0.8 * _FLOOR_MARGIN_M < metres < 1.25 * _FLOOR_MARGIN_M:
            return None
        return "fail" if metres > _FLOOR_MARGIN_M else "warn"

    return truth


def _scale_collider(asset: Asset, size: float, severity: str) -> None:
    """Collide with a shape of another size than the visible one."""
    _proxy(asset, size)
    for geom in asset.bodies[0].geoms:
        if geom.is_collider:
            share = float(severity)
            geom.size_m = (geom.size_m[0] * share, geom.size_m[1] * share, geom.size_m[2] * share)
            geom.centre_m = (geom.centre_m[0] * share, geom.centre_m[1] * share, geom.centre_m[2] * share)


def _shift_collider(asset: Asset, size: float, severity: str) -> None:
    _proxy(asset, size)
    for geom in asset.bodies[0].geoms:
        if geom.is_collider:
            geom.centre_m = (geom.centre_m[0], geom.centre_m[1], geom.centre_m[2] + float(severity) * size)


def _uncovered_leg(asset: Asset, size: float, severity: str) -> None:
    legs = [geom for geom in asset.bodies[0].geoms if geom.name.startswith("Leg")]
    for geom in legs[: int(severity)]:
        geom.is_collider = False


def _lines(*texts: str) -> Callable[[Asset, float, str], None]:
    def plant(asset: Asset, size: float, severity: str) -> None:
        asset.bodies[0].lines += [text.replace("$", severity) for text in texts]

    return plant


def _api_lines(api: str, *texts: str) -> Callable[[Asset, float, str], None]:
    def plant(asset: Asset, size: float, severity: str) -> None:
        asset.bodies[0].apis.append(api)
        _lines(*texts)(asset, size, severity)

    return plant


def _no_collider(asset: Asset, size: float, severity: str) -> None:
    for geom in asset.bodies[0].geoms:
        geom.is_collider, geom.is_enabled = severity == "disabled", severity != "disabled"


def _no_body(asset: Asset, size: float, severity: str) -> None:
    if severity == "disabled":
        asset.bodies[0].lines.append("bool physics:rigidBodyEnabled = 0")
    else:
        asset.bodies[0].is_body = False


def _mass(asset: Asset, size: float, severity: str) -> None:
    mass = asset.bodies[0].mass_kg
    if severity in ("nan", "inf", "-1"):
        asset.bodies[0].mass_kg = severity
    elif isinstance(mass, float):
        asset.bodies[0].mass_kg = mass * float(severity)


def _inertia(asset: Asset, size: float, severity: str) -> None:
    mass = asset.bodies[0].mass_kg
    scale = float(mass) * (size / asset.unit_m) ** 2 / 6 if isinstance(mass, float) else 1.0
    values = {
        "nan": ("nan", "nan", "nan"),
        "negative": (f"{-scale:.9g}", f"{scale:.9g}", f"{scale:.9g}"),
        "triangle": (f"{scale:.9g}", f"{scale:.9g}", f"{40 * scale:.9g}"),
        "huge": (f"{1e4 * scale:.9g}",) * 3,
    }[severity]
    asset.bodies[0].lines.append(f"float3 physics:diagonalInertia = ({', '.join(values)})")


def _centre_of_mass(asset: Asset, size: float, severity: str) -> None:
    units = float(severity) * size / asset.unit_m
    asset.bodies[0].lines.append(f"point3f physics:centerOfMass = ({units:.9g}, 0, 0)")


def _anchor(asset: Asset, size: float, severity: str) -> None:
    asset.joints.append(f'def {severity} "Anchor"\n{{\n    rel physics:body1 = </Asset/Body>\n}}')


def _thrown(asset: Asset, size: float, severity: str) -> None:
    speed = float(severity) / asset.unit_m
    vector = f"(0, 0, {speed:.9g})" if asset.up_axis == "Z" else f"(0, {speed:.9g}, 0)"
    asset.bodies[0].lines.append(f"vector3f physics:velocity = {vector}")


def _bad_points(asset: Asset, size: float, severity: str) -> None:
    geom = asset.bodies[0].geoms[0]
    if severity == "nan":
        geom.points = [(float("nan"), 0.0, 0.0), *(geom.points or [])[1:]]
    elif severity == "empty":
        geom.points, geom.faces = [], []
    elif severity == "index":
        geom.faces = [(0, 1, 99), *(geom.faces or [])[1:]]
    elif severity == "flat":
        geom.points = [(x, y, 0.0) for x, y, _ in geom.points or []]


def _triangle_mesh(asset: Asset, size: float, severity: str) -> None:
    for geom in asset.bodies[0].geoms:
        geom.approximation = severity


def _overlap(asset: Asset, size: float, severity: str) -> None:
    other = make_body("box", size)
    other.name, other.centre_m = "Other", ((1 - float(severity)) * size, 0.0, 0.0)
    asset.bodies.append(other)


def _hinge(asset: Asset, size: float, severity: str) -> None:
    """Join two boxes with frames that lie apart."""
    other = make_body("box", size)
    other.name, other.centre_m = "Other", (1.1 * size, 0.0, 0.0)
    asset.bodies.append(other)
    half, gap = 0.55 * size / asset.unit_m, float(severity) * size / asset.unit_m
    asset.joints.append(
        'def PhysicsFixedJoint "Joint"\n{\n'
        "    rel physics:body0 = </Asset/Body>\n    rel physics:body1 = </Asset/Other>\n"
        f"    point3f physics:localPos0 = ({half:.9g}, {gap:.9g}, 0)\n"
        f"    point3f physics:localPos1 = ({-half:.9g}, 0, 0)\n}}"
    )


def _lost_joint(asset: Asset, size: float, severity: str) -> None:
    asset.joints.append(
        'def PhysicsRevoluteJoint "Joint"\n{\n    rel physics:body0 = </Asset/Body>\n'
        "    rel physics:body1 = </Asset/Nowhere>\n}"
    )


def _ghost(asset: Asset, size: float, severity: str) -> None:
    asset.bodies.append(Body("Ghost", [], centre_m=(size, 0.0, 0.0)))


def _bouncy(asset: Asset, size: float, severity: str) -> None:
    asset.extra.append(
        'def Material "Rubber" (prepend apiSchemas = ["PhysicsMaterialAPI", "PhysxMaterialAPI"])\n{\n'
        f"    float physics:restitution = {severity}\n"
        '    uniform token physxMaterial:restitutionCombineMode = "max"\n}'
    )
    for geom in asset.bodies[0].geoms:
        geom.lines.append("rel material:binding:physics = </Asset/Rubber>")


def _wrong_unit(asset: Asset, size: float, severity: str) -> None:
    asset.meters_per_unit = asset.unit_m * float(severity)


def _missing_reference(asset: Asset, size: float, severity: str) -> None:
    asset.extra.append('def "Part" (prepend references = @./not_there.usda@)\n{\n}')


def _own_floor(asset: Asset, size: float, severity: str) -> None:
    half = size / asset.unit_m
    below = f"(0, 0, {-1.5 * half:.9g})" if asset.up_axis == "Z" else f"(0, {-1.5 * half:.9g}, 0)"
    asset.extra.append(
        'def Cube "Floor" (prepend apiSchemas = ["PhysicsCollisionAPI"])\n{\n'
        f"    double size = {half:.9g}\n    double3 xformOp:translate = {below}\n"
        '    uniform token[] xformOpOrder = ["xformOp:translate"]\n}'
    )


DEFECTS: dict[str, Defect] = {
    "collider-missing": Defect(("absent", "disabled"), _no_collider, _always("fail")),
    "body-missing": Defect(("absent", "disabled"), _no_body, _always("fail")),
    "collider-small": Defect(
        ("0.9", "0.5", "0.1"), _scale_collider, _by_depth(lambda size, share: size * (1 - share) / 2)
    ),
    "collider-large": Defect(("1.2", "2"), _scale_collider, _by_depth(lambda size, share: size * (share - 1) / 2)),
    "collider-high": Defect(("0.1", "0.5"), _shift_collider, _by_depth(lambda size, share: size * share)),
    "collider-low": Defect(("-0.1", "-0.5"), _shift_collider, _by_depth(lambda size, share: size * -share)),
    "leg-uncovered": Defect(
        ("1", "4"), _uncovered_leg, _by_depth(lambda size, legs: 0.9 * size if legs == 4 else 0.0), ("table",)
    ),
    "kinematic": Defect(("on",), _lines("bool physics:kinematicEnabled = 1"), _always("fail")),
    "no-gravity": Defect(
        ("on",), _api_lines("PhysxRigidBodyAPI", "bool physxRigidBody:disableGravity = 1"), _always("fail")
    ),
    "damped": Defect(
        ("1000",), _api_lines("PhysxRigidBodyAPI", "float physxRigidBody:linearDamping = $"), _always("fail")
    ),
    "locked": Defect(("7",), _api_lines("PhysxRigidBodyAPI", "int physxRigidBody:lockedPosAxis = $"), _always("fail")),
    "anchored": Defect(("PhysicsFixedJoint", "PhysicsRevoluteJoint"), _anchor, _always("fail")),
    "mass": Defect(("nan", "inf", "-1"), _mass, _always("fail")),
    "density": Defect(("1000", "0.00001"), _mass, _always("warn")),
    "inertia": Defect(("nan", "negative", "triangle"), _inertia, _always("fail"), sizes_m=(0.3, 1.0)),
    "inertia-size": Defect(("huge",), _inertia, _always("warn"), sizes_m=(0.3, 1.0)),
    "centre-of-mass": Defect(("3",), _centre_of_mass, _always("warn")),
    "thrown": Defect(("30",), _thrown, _always("warn"), sizes_m=(0.3, 1.0)),
    "mesh-points": Defect(("nan", "empty", "index"), _bad_points, _always("fail"), ("hull",)),
    "mesh-flat": Defect(("flat",), _bad_points, _always("warn"), ("hull",), (0.3, 1.0, 5.0)),
    "approximation": Defect(("none", "meshSimplification"), _triangle_mesh, _always("warn"), ("hull", "elbow")),
    "overlap": Defect(("0.1", "0.5"), _overlap, _always("warn"), ("box",)),
    "joint-frames": Defect(("0.3", "1"), _hinge, _always("warn"), ("box",)),
    "joint-target": Defect(("lost",), _lost_joint, _always("warn"), ("box",)),
    "ghost-body": Defect(("one",), _ghost, _always("warn"), ("box",)),
    # With all energy given back at each contact, chance decides whether a box comes to rest in time.
    "bouncy": Defect(("1",), _bouncy, _always("warn"), ("box", "sphere"), (0.3, 1.0, 5.0)),
    "unit": Defect(("1000", "0.001"), _wrong_unit, _always("warn"), ("box",), (0.3,)),
    "reference-missing": Defect(("one",), _missing_reference, _always("fail"), ("box",)),
    "own-floor": Defect(("one",), _own_floor, _always("warn"), ("box",)),
    "sinks-in-engine": Defect(
        ("plain",), lambda asset, size, severity: None, _always("warn"), _SINKS_IN_ENGINE[:1], _SINKS_IN_ENGINE[1:]
    ),
}


def _broken() -> Iterator[Case]:
    turn = itertools.cycle(UNITS)
    for kind, defect in DEFECTS.items():
        for severity, shape, size in itertools.product(defect.severities, defect.shapes, defect.sizes_m):
            truth = defect.expected(size, severity)
            if truth is None:
                continue
            asset = single(make_body(shape, size), next(turn))
            defect.plant(asset, size, severity)
            yield Case(kind, severity, shape, size, truth, asset)
