"""Drift of energy in free motion, on records whose answer is known."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from harness.motion.energy import energy_drift
from harness.motion.plan import Phase
from harness.motion.record import JointFrames, JointRecord
from tests.unit.test_joint_motion import ideal

ROWS = 60
PHASE = Phase(name="free", joint=-1, first=2, last=1 + ROWS, value=None)


def swinging(gain: float = 0.0, speed: float = 1.0, **changes: object) -> JointRecord:
    """Return two joints that swing within their limits, while the energy grows by a share of the kinetic one."""
    base = ideal().joints
    assert base is not None
    count = ROWS + 2
    velocity = np.full((count, 2), 0.1 * speed)
    kinetic = np.full(count, 2.0 * speed**2)
    reference = {
        "is_modelled": np.ones(2),
        "is_damped": np.zeros(1),
        "armature": np.zeros(2),
        "kinetic_j": kinetic,
        "energy_j": 5.0 + kinetic * gain * np.linspace(0, 1, count),
    }
    frames = dataclasses.replace(JointFrames.unread(count, 2), position=np.zeros((count, 2)), velocity=velocity)
    record = dataclasses.replace(base, frames=frames, reference=reference)
    return dataclasses.replace(record, **changes)


def test_drift_is_the_change_over_the_kinetic_energy_and_has_its_time():
    """A loss of 6 % of the kinetic energy over the phase is -0.06, whatever the potential energy is."""
    drift = energy_drift(swinging(gain=-0.06), PHASE, 0.01)
    assert drift is not None
    assert drift.fraction == pytest.approx(-0.06, rel=0.05) and drift.seconds == pytest.approx(0.59)


def with_reference(**values: object) -> JointRecord:
    record = swinging()
    assert record.reference is not None
    return dataclasses.replace(record, reference={**record.reference, **values})


def with_system(**values: object) -> JointRecord:
    record = swinging()
    return dataclasses.replace(record, system=dataclasses.replace(record.system, **values))


@pytest.mark.parametrize(
    "record",
    [
        swinging(speed=1e-6),
        swinging(reference=None),
        swinging(is_coupled=np.array([True, False])),
        with_reference(is_modelled=np.array([1.0, 0.0])),
        with_reference(is_damped=np.ones(1)),
        with_reference(armature=np.array([0.3, 0.0])),
        with_reference(energy_j=np.full(ROWS + 2, np.nan)),
        with_system(friction=np.array([[0.1, 0.1, 0.0], [0, 0, 0]])),
        with_system(max_velocity=np.array([0.05, np.inf])),
        with_system(lower=np.array([0.0, -0.2])),
    ],
    ids=["still", "no-model", "loop", "half", "damped", "armature", "nan", "friction", "velocity-limit", "limit"],
)
def test_no_drift_where_none_is_defined(record):
    """Unknown is none, never 0."""
    assert energy_drift(record, PHASE, 0.01) is None


def test_drift_is_measured_until_a_joint_meets_a_limit():
    """What happens at a stop is no drift: only the time before counts."""
    record = swinging(gain=0.1)
    position = record.frames.position.copy()
    position[2 + 30 :, 0] = 2.0
    drift = energy_drift(
        dataclasses.replace(record, frames=dataclasses.replace(record.frames, position=position)), PHASE, 0.01
    )
    assert drift is not None and drift.seconds == pytest.approx(0.29)


def test_a_run_that_ended_early_has_no_drift():
    """Frames that are missing are not guessed."""
    assert energy_drift(swinging(), dataclasses.replace(PHASE, last=ROWS + 5), 0.01) is None
