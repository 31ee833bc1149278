"""Small URDF texts, shared by tests."""

from __future__ import annotations

from pathlib import Path

BOX = '<geometry><box size="{0} {0} {0}"/></geometry>'


def link(name: str, *, mass: float | None = 1.0, size: float = 0.1, parts: str = "visual collision") -> str:
    """Return a box-shaped link with the inertia of a solid box."""
    inertia = (mass or 0) * size**2 / 6
    text = f'<link name="{name}">'
    if mass is not None:
        text += (
            f'<inertial><mass value="{mass}"/><inertia ixx="{inertia}" iyy="{inertia}" izz="{inertia}" ixy="0" ixz="0"'
            ' iyz="0"/></inertial>'
        )
    text += "".join(f"<{p}>{BOX.format(size)}</{p}>" for p in parts.split())
    return text + "</link>\n"


def ghost(name: str) -> str:
    """Return a link that is only a frame."""
    return f'<link name="{name}"/>\n'


def joint(name: str, kind: str, parent: str, child: str, inside: str = "", xyz: str = "0 0 0.2") -> str:
    """Return a joint; moving ones get a limit unless the inside has one."""
    if kind in ("revolute", "prismatic") and "<limit" not in inside:
        inside += '<limit lower="-1" upper="1" effort="10" velocity="2"/>'
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="{xyz}"/>{inside}</joint>\n'
    )


def robot(*parts: str, name: str = "robot") -> bytes:
    """Return a file."""
    return f'<?xml version="1.0"?>\n<robot name="{name}">\n{"".join(parts)}</robot>\n'.encode()


def write(folder: Path, *parts: str, name: str = "robot") -> Path:
    """Write a file and return its path."""
    path = folder / f"{name}.urdf"
    path.write_bytes(robot(*parts, name=name))
    return path
