"""Drift of mechanical energy where nothing but inertia and gravity moves the joints."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from harness.motion.plan import Phase
from harness.motion.record import JointRecord

__all__ = ["EnergyDrift", "energy_drift"]

# Joints this near to a limit [rad or m] may touch it, and at this share of a velocity limit may be held back.
_ROOM = 1e-3
_FULL_SPEED = 0.98
# Over fewer steps rounding is larger than any drift.
_LEAST_FRAMES = 12
# A mechanism that moves with less energy than this [J] does not swing; and two mass matrices that differ by more than
# this share describe two mechanisms, so the model's energy is not the engine's.
_LEAST_ENERGY_J = 1e-6
_SAME_INERTIA = 0.02


class EnergyDrift(NamedTuple):
    """Change of energy in free motion."""

    fraction: float
    """Change over the largest kinetic energy of that time; positive for a gain."""
    seconds: float
    """Time over which it was measured."""


def energy_drift(record: JointRecord, phase: Phase, timestep_s: float) -> EnergyDrift | None:
    """Measure the drift of energy in a phase of free motion.

    ``None`` where no drift is defined: parts of the mechanism have no model, a mimic relation or a loop, something
    authors friction or damping, engine and model disagree about inertia, hardly anything moves, or within a few steps a
    joint meets a limit of position or velocity.

    Args:
        record: The run's joints.
        phase: The phase in which nothing drives the joints that move.
        timestep_s: Time of a frame.
    """
    reference, system = record.reference, record.system
    if reference is None or phase.last >= len(record.frames.position) or not _is_conservative(record):
        return None
    frames = slice(phase.first, phase.last + 1)
    position, velocity = record.frames.position[frames], record.frames.velocity[frames]
    energy = np.asarray(reference["energy_j"])[frames]
    at_limit = (position <= system.lower + _ROOM) | (position >= system.upper - _ROOM)
    at_limit |= np.abs(velocity) >= _FULL_SPEED * system.max_velocity
    end = _first(at_limit & _moves(velocity))
    if end < _LEAST_FRAMES or not np.isfinite(energy[:end]).all():
        return None
    kinetic = np.asarray(reference["kinetic_j"])[frames][:end]
    size = float(kinetic.max())
    if not size > _LEAST_ENERGY_J:
        return None
    return EnergyDrift(float(energy[end - 1] - energy[0]) / size, (end - 1) * timestep_s)


def _first(hits: npt.NDArray[np.bool_]) -> int:
    rows = np.flatnonzero(hits.any(axis=1))
    return int(rows[0]) if len(rows) else len(hits)


def _moves(velocity: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """Return which coordinates move at all: one that is held at its limit takes no energy, shape (1, D)."""
    moved: npt.NDArray[np.bool_] = np.abs(velocity).max(axis=0) > 1e-4
    return moved[None, :]


def _is_conservative(record: JointRecord) -> bool:
    reference, system = record.reference, record.system
    if reference is None or "is_damped" not in reference or "kinetic_j" not in reference:
        return False
    if (record.plan.leader >= 0).any() or record.is_coupled.any():
        return False
    if not (np.asarray(reference["is_modelled"]) > 0).all():
        return False
    if (np.abs(system.friction) > 0).any() or (np.asarray(reference["is_damped"]) > 0).any():
        return False
    inertia = np.maximum(np.diag(system.mass_matrix), 1e-12)
    authored = np.asarray(reference["armature"])
    return bool(np.all(np.abs(authored - system.armature) <= _SAME_INERTIA * inertia))
