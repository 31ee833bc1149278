"""A plan of motion: for each step what each joint coordinate does.

It is made before the run and followed by the engine's process. Rows are steps; row r leads to frame r + 2, since the
engine's first step must pass before joints can be read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from harness.motion.system import JointMode, JointSystem

__all__ = ["FIRST_PLANNED_FRAME", "JointPlan", "Phase", "PlanBuilder"]

Array = npt.NDArray[np.float64]
Bytes = npt.NDArray[np.uint8]

_WINDOW_RAD, _WINDOW_M = 0.03, 0.003

FIRST_PLANNED_FRAME = 2
"""Frame after the first row: frame 0 is the start, frame 1 the step that lets joints be read."""


@dataclass(frozen=True, kw_only=True)
class Phase:
    """A stretch of the plan with one purpose."""

    name: str
    """``hold``, ``sweep``, ``push-upper`` and so on."""
    joint: int
    """Coordinate that it is about; -1 for all."""
    first: int
    """First frame that belongs to it."""
    last: int
    """Last frame that belongs to it."""
    value: float | None = None
    """What the phase needs for its judgement: a target, a start speed, an effort."""


@dataclass(frozen=True, kw_only=True)
class JointPlan:
    """Commands of F rows for D coordinates, SI units."""

    mode: Bytes
    """:class:`JointMode` values, shape (F, D)."""
    reference: Array
    """Position to be reached at the end of each step by coordinates that follow, shape (F, D)."""
    effort: Array
    """Effort of coordinates in effort mode, shape (F, D)."""
    target: Array
    """Position target of drives, shape (F, D)."""
    target_rate: Array
    """Velocity target of drives, shape (F, D)."""
    set_position: Array
    """Positions to set before a step; NaN leaves things as they are, shape (F, D)."""
    set_velocity: Array
    """Velocities to set before a step; NaN leaves things as they are, shape (F, D)."""
    bound: Array
    """Largest effort of coordinates that follow, shape (F, D)."""
    window: Array
    """A coordinate is pushed only within this distance of its reference; elsewhere it follows, shape (D,)."""
    leader: npt.NDArray[np.int64]
    """Coordinate that each coordinate mimics by a constraint of the engine; -1 for none, shape (D,)."""
    multiplier: Array
    """Ratio of the mimic relation, shape (D,)."""
    ignores_limits: npt.NDArray[np.bool_]
    """Coordinates whose position limits are taken away, since their motion is prescribed, shape (D,)."""
    phases: tuple[Phase, ...]
    dynamics_stride: int = 0
    """Every how many steps mass matrix, Coriolis and gravity forces are recorded; 0 for never."""

    @property
    def row_count(self) -> int:
        """Number of steps."""
        return int(self.mode.shape[0])

    def rate(self) -> Array:
        """Velocity of the reference over each step times the time step, shape (F, D); 0 after a jump."""
        change = np.diff(self.reference, axis=0, prepend=self.reference[:1])
        jumps = np.isfinite(self.set_position)
        change[jumps] = 0.0
        return change


@dataclass
class PlanBuilder:
    """Collect the rows of a plan, phase after phase."""

    system: JointSystem
    home: Array
    """Positions that joints have when nothing else is said, shape (D,)."""
    bound: Array
    """Largest effort when following, shape (D,)."""
    timestep_s: float
    dynamics_stride: int = 0
    leader: npt.NDArray[np.int64] | None = None
    multiplier: Array | None = None
    free: npt.NDArray[np.bool_] | None = None
    """Coordinates that are left to themselves whatever a phase says: others of a closed loop lead them, shape (D,)."""
    _rows: dict[str, list[Array]] = field(default_factory=dict)
    _phases: list[Phase] = field(default_factory=list)
    _count: int = 0

    def add(
        self, name: str, row_count: int, *, joint: int = -1, value: float | None = None, changes: Mapping[str, Array]
    ) -> None:
        """Append a phase in which every joint holds its home position except for what ``changes`` says.

        Args:
            name: Name of the phase.
            row_count: Steps, at least 1.
            joint: Coordinate that it is about.
            value: Stored with the phase.
            changes: Fields of :class:`JointPlan` by name, shape (row_count, D).
        """
        count = self.system.count
        rows: dict[str, Array] = {
            "mode": np.full((row_count, count), float(JointMode.FOLLOW)),
            "reference": np.tile(self.home, (row_count, 1)),
            "effort": np.zeros((row_count, count)),
            "target": np.tile(self.system.position_target, (row_count, 1)),
            "target_rate": np.tile(self.system.velocity_target, (row_count, 1)),
            "set_position": np.full((row_count, count), np.nan),
            "set_velocity": np.full((row_count, count), np.nan),
            "bound": np.tile(self.bound, (row_count, 1)),
        }
        rows.update(changes)
        if self.free is not None and self.free.any():
            rows = {key: np.array(values) for key, values in rows.items()}
            rows["mode"][:, self.free] = JointMode.EFFORT
            rows["effort"][:, self.free] = 0.0
            for key in ("set_position", "set_velocity"):
                rows[key][:, self.free] = np.nan
        for key, value_rows in rows.items():
            self._rows.setdefault(key, []).append(value_rows)
        first = self._count + FIRST_PLANNED_FRAME
        self._phases.append(Phase(name=name, joint=joint, first=first, last=first + row_count - 1, value=value))
        self._count += row_count

    def steps(self, seconds: float) -> int:
        """Number of steps nearest to a duration, at least 1."""
        return max(1, round(seconds / self.timestep_s))

    @property
    def row_count(self) -> int:
        """Rows so far."""
        return self._count

    def build(self) -> JointPlan:
        """Return the plan of all phases so far."""
        count = self.system.count
        arrays = {key: np.concatenate(parts) for key, parts in self._rows.items()}
        mode = arrays.pop("mode").astype(np.uint8)
        return JointPlan(
            mode=mode,
            **arrays,
            leader=np.full(count, -1, dtype=np.int64) if self.leader is None else self.leader,
            window=np.where(self.system.is_linear, _WINDOW_M, _WINDOW_RAD),
            multiplier=np.ones(count) if self.multiplier is None else self.multiplier,
            ignores_limits=np.zeros(count, dtype=np.bool_),
            phases=tuple(self._phases),
            dynamics_stride=self.dynamics_stride,
        )


def smooth(start: float, end: float, row_count: int) -> Array:
    """Return positions from start to end with zero speed at both, shape (row_count,); the last one is the end.

    The largest speed is pi / 2 times the average.
    """
    phase = np.arange(1, row_count + 1) / row_count
    return start + (end - start) * 0.5 * (1 - np.cos(np.pi * phase))


def column(system: JointSystem, base: Array, index: int, values: Sequence[float] | Array) -> Array:
    """Return rows of a base vector with one coordinate replaced, shape (len(values), D)."""
    rows = np.tile(base, (len(values), 1))
    rows[:, index] = values
    return rows
