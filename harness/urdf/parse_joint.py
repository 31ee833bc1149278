"""Read joints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.outcomes import Severity
from harness.urdf.model import Calibration, Dynamics, Joint, JointType, Limit, Mimic, Safety
from harness.urdf.xml import XmlElement

if TYPE_CHECKING:
    from harness.urdf.parse import RobotReader

__all__ = ["read_joint"]

_LIMITED = (JointType.REVOLUTE, JointType.PRISMATIC)


def read_joint(reader: RobotReader, element: XmlElement) -> Joint | None:
    """Return a joint, or ``None`` after reporting what it lacks.

    Args:
        reader: Reads values and collects findings.
        element: The joint.
    """
    name, written = reader.required(element, "name"), reader.required(element, "type")
    parent, child = _end(reader, element, "parent"), _end(reader, element, "child")
    if name is None or written is None or parent is None or child is None:
        return None
    if written not in set(JointType):
        valid = ", ".join(JointType)
        reader.problem("INT022", element, f'type="{written}" is no joint type; it must be one of {valid}.')
        return None
    kind = JointType(written)
    axis = reader.single(element, "axis")
    return Joint(
        element=element,
        name=name,
        type=kind,
        parent=parent,
        child=child,
        origin=reader.origin(element),
        axis=_axis(reader, element, axis, kind),
        axis_element=axis,
        limit=_limit(reader, element, kind),
        dynamics=_dynamics(reader, element),
        mimic=_mimic(reader, element),
        safety=_safety(reader, element),
        calibration=_calibration(reader, element),
    )


def _end(reader: RobotReader, joint: XmlElement, tag: str) -> str | None:
    element = reader.single(joint, tag)
    if element is None:
        reader.problem("INT021", joint, f"it has no <{tag}>; a joint connects a parent and a child link.")
        return None
    return reader.required(element, "link")


def _axis(
    reader: RobotReader, joint: XmlElement, element: XmlElement | None, kind: JointType
) -> tuple[float, float, float]:
    default = (1.0, 0.0, 0.0)
    if element is None or reader.required(element, "xyz") is None:
        return default
    axis = reader.vector(element, "xyz", 3)
    if axis is None:
        return default
    if not any(axis):
        # Fixed and floating joints do not use it.
        severity = None if kind.has_axis else Severity.INFO
        text = f"the axis of {joint.attributes.get('name', 'the joint')} is 0 0 0, which is no direction."
        reader.problem("INT026", element, text, severity)
        return default
    return axis[0], axis[1], axis[2]


def _limit(reader: RobotReader, joint: XmlElement, kind: JointType) -> Limit | None:
    element = reader.single(joint, "limit")
    if element is None:
        if kind in _LIMITED:
            text = f"a {kind} joint needs a <limit> with effort and velocity; without it the range would be 0 to 0."
            reader.problem("INT021", joint, text)
        return None
    values = {n: reader.number(element, n, may_be_infinite=True) for n in ("lower", "upper", "effort", "velocity")}
    return Limit(element=element, **values)


def _dynamics(reader: RobotReader, joint: XmlElement) -> Dynamics | None:
    element = reader.single(joint, "dynamics")
    if element is None:
        return None
    values: dict[str, float] = {}
    for name in ("damping", "friction"):
        value = reader.number(element, name)
        if value is not None and value < 0:
            reader.problem("INT022", element, f'{name}="{value:g}" is negative; the joint would gain energy.')
            value = None
        values[name] = value or 0.0
    return Dynamics(element=element, **values)


def _mimic(reader: RobotReader, joint: XmlElement) -> Mimic | None:
    element = reader.single(joint, "mimic")
    if element is None:
        return None
    name = reader.required(element, "joint")
    if name is None:
        return None
    multiplier, offset = reader.number(element, "multiplier"), reader.number(element, "offset")
    return Mimic(
        element=element, joint=name, multiplier=1.0 if multiplier is None else multiplier, offset=offset or 0.0
    )


def _safety(reader: RobotReader, joint: XmlElement) -> Safety | None:
    element = reader.single(joint, "safety_controller")
    if element is None:
        return None
    read = {n: reader.number(element, n, may_be_infinite=True) for n in ("soft_lower_limit", "soft_upper_limit")}
    gain = reader.number(element, "k_position")
    return Safety(
        element=element,
        soft_lower_limit=read["soft_lower_limit"] or 0.0,
        soft_upper_limit=read["soft_upper_limit"] or 0.0,
        k_position=gain or 0.0,
        k_velocity=reader.number(element, "k_velocity"),
    )


def _calibration(reader: RobotReader, joint: XmlElement) -> Calibration | None:
    element = reader.single(joint, "calibration")
    if element is None:
        return None
    names = ("rising", "falling", "reference_position")
    return Calibration(element=element, **{n: reader.number(element, n) for n in names})
