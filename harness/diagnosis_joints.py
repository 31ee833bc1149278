"""Clues about the joints of an asset that failed, see :mod:`harness.diagnosis_clues`."""

from __future__ import annotations

from collections.abc import Iterator

from harness.diagnosis_clues import Evidence, Hint
from harness.probing import about_unbraked
from harness.safeguards.base import listed
from harness.safeguards.graph import linking_joints, unbraked_joints

__all__ = ["parallel_joints", "spinning_drive", "unbraked"]


def spinning_drive(evidence: Evidence) -> Iterator[Hint]:
    """Name a drive that wants to move."""
    joints = evidence.facts.joints if evidence.facts is not None else ()
    for joint in joints:
        for drive in joint.drives:
            if joint.is_enabled and drive.target_velocity and drive.damping:
                yield Hint(
                    f"The {drive.axis} drive of {joint.path} has a target velocity of {drive.target_velocity:.3g}: "
                    "it keeps the mechanism moving.",
                    "Set the target velocity to 0 in the delivered asset.",
                )


def unbraked(evidence: Evidence) -> Iterator[Hint]:
    """Name the joints that let a body swing or slide on for ever."""
    joints = unbraked_joints(evidence.facts) if evidence.facts is not None else []
    if joints:
        yield Hint(*about_unbraked([j.path for j in joints]))


def parallel_joints(evidence: Evidence) -> Iterator[Hint]:
    """Name bodies of an articulation that several joints connect, as converted multi-axis joints do."""
    if evidence.facts is None:
        return
    links = {b.path for b in evidence.bodies if b.articulation_root_path is not None}
    pairs: dict[frozenset[str], list[str]] = {}
    for joint in linking_joints(evidence.facts):
        ends = frozenset({str(joint.body0), str(joint.body1)})
        if ends <= links:
            pairs.setdefault(ends, []).append(joint.path)
    several = [(ends, paths) for ends, paths in pairs.items() if len(paths) > 1]
    if several:
        ends, paths = several[0]
        more = f", and {len(several) - 1} more pairs of bodies likewise" if len(several) > 1 else ""
        yield Hint(
            f"{len(paths)} joints connect {' and '.join(sorted(ends))} ({listed(paths)}){more}. An articulation allows "
            "one joint for two bodies, so the others become closed loops that fight it.",
            "Replace them by one spherical or D6 joint, or put a body between them.",
        )
