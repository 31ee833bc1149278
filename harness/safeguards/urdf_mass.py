"""Check the mass properties that a URDF file writes, and those that it leaves out.

What it checks:
    The inertial of every link that becomes a rigid body.
Why it matters:
    Programs fill gaps in different ways: one takes 1 kg and the identity, another the geometry, a third drops the link.
    Zero inertia makes robot models collapse, with all links at one place, without a word. The identity, a common
    placeholder, is the inertia of a 0.1 m box of 600 kg.
How:
    The text is compared with the specification and, for values, with what the conversion took instead.
Passes when:
    Every body has a mass above 0 and a full inertia, and frames have none.
Fails when:
    Never by itself; all of them warn. SAF100: a link with geometry has no mass, or a mass and no inertia. SAF102: an
    inertia has a zero moment although the link has a mass. SAF103: the inertia is the identity. SAF104: a link without
    any geometry has a mass that looks like a placeholder (1 kg, or the identity), or an inertia without a mass.
Not applicable when:
    The asset is no URDF file.
False positives avoided:
    Ghost links need no inertial. The mass of a frame that only carries a mass for its parent is merged. A frame with
    another mass (an IMU, a rotor) is a remark only. Values that are impossible or implausible for the geometry are
    SAF009 and SAF047, which see all assets.
Thresholds and sources:
    A moment below 1e-9 of the largest counts as zero: the thinnest rods and wires have 1e-6.
How to fix:
    Write mass and inertia of each link; those of a solid with the geometry of the link are a good first guess.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness.outcomes import Severity
from harness.safeguards.base import Safeguard
from harness.safeguards.urdf_base import grouped, said, shown
from harness.stage.facts import StageFacts
from harness.urdf.facts import UrdfFacts
from harness.urdf.mass import LinkMass, MassSource, inertia_matrix, is_usable_inertia
from harness.urdf.model import Inertia, Inertial, Link
from harness.verdict import Finding

__all__ = ["URDF_MASS", "is_identity"]


def is_identity(inertia: Inertia) -> bool:
    """Whether an inertia is the identity, the usual placeholder.

    Args:
        inertia: As it is written.
    """
    is_diagonal = not any((inertia.ixy, inertia.ixz, inertia.iyz))
    return is_diagonal and inertia.ixx == inertia.iyy == inertia.izz == 1.0


def _check(facts: StageFacts) -> list[Finding]:
    return [] if facts.urdf is None else grouped(_found(facts.urdf))


def _found(urdf: UrdfFacts) -> Iterator[Finding]:
    for link in urdf.robot.links:
        mass = urdf.masses.get(link.name)
        if mass is None or mass.mass_source is MassSource.MERGED:
            continue
        yield from _missing(urdf, link, mass)
        if link.inertial is not None:
            yield from _values(urdf, link, link.inertial, mass)


def _missing(urdf: UrdfFacts, link: Link, mass: LinkMass) -> Iterator[Finding]:
    what, written = f"link '{link.name}'", link.inertial
    if not link.visuals and not link.collisions:
        return
    if written is None or not written.is_effective or not written.mass:
        gap = "has no inertial" if written is None else "has no mass"
        if mass.mass is not None:
            text = f"{gap}. {shown(mass.mass)} kg, its collision geometry at 1000 kg/m3, was taken."
        else:
            text = f"{gap}, and no collision geometry to compute one from; an engine takes about 1 kg."
        yield said(urdf, "SAF100", what, link.element, text)
    elif written.inertia is None:
        yield said(urdf, "SAF100", what, written.element, f"has a mass but no inertia. {_taken(mass)}")


def _taken(mass: LinkMass) -> str:
    if mass.inertia_source is MassSource.GEOMETRY:
        return "That of its geometry was taken, scaled to the mass."
    return "It has no geometry to compute one from; an engine takes what it likes."


def _values(urdf: UrdfFacts, link: Link, written: Inertial, mass: LinkMass) -> Iterator[Finding]:
    what, inertia = f"link '{link.name}'", written.inertia
    if inertia is None:
        return
    has_mass = written.mass is not None and written.mass > 0
    if has_mass and not is_usable_inertia(inertia_matrix(inertia)):
        text = f"has a mass of {shown(written.mass or 0)} kg and an inertia with a zero moment. {_taken(mass)}"
        yield said(urdf, "SAF102", what, inertia.element, text)
    has_geometry = bool(link.visuals or link.collisions)
    if has_geometry and is_identity(inertia):
        text = "its inertia is the identity, a placeholder: that is a 0.1 m box of 600 kg. It hardly turns."
        yield said(urdf, "SAF103", what, inertia.element, text)
    if has_geometry:
        return
    if not has_mass:
        yield said(urdf, "SAF104", what, written.element, "is only a frame, with an inertia but no mass.")
    elif is_identity(inertia) or written.mass == 1.0:
        text = f"is only a frame, yet has a mass of {shown(written.mass or 0)} kg that looks like a placeholder."
        yield said(urdf, "SAF104", what, written.element, text)
    else:
        text = f"has a mass of {shown(written.mass or 0)} kg but no geometry; it is a weight that nothing touches."
        yield said(urdf, "SAF104", what, written.element, text, severity=Severity.INFO)


URDF_MASS = Safeguard(name="urdf-mass", codes=("SAF100", "SAF102", "SAF103", "SAF104"), check=_check)
