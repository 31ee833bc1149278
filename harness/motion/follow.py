"""The effort that makes joints follow a reference: hybrid dynamics with the engine's own mass matrix and bias.

Works in any consistent units, since an engine's process uses those of the stage.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.motion.system import JointMode

__all__ = ["Follower"]

Array = npt.NDArray[np.float64]

# Share of a position error that is taken back in each step. Small enough to be stable with an integrator that moves by
# a mean of old and new velocity, large enough to forget an error within 20 steps.
_RECOVERY = 0.2


@dataclass(frozen=True, kw_only=True)
class Follower:
    """Turns references into efforts.

    Coordinates that follow are kinematic (their acceleration is chosen so that the next velocity is that of the
    reference), the others are dynamic with a known effort. A coordinate that mimics another by a constraint of the
    engine gets none of its own; its share goes to its leader.
    """

    timestep_s: float
    leader: npt.NDArray[np.int64]
    """Shape (D,), -1 for none."""
    multiplier: Array
    """Shape (D,)."""
    window: Array
    """Distance to the reference within which a coordinate is pushed, shape (D,)."""

    def effort(
        self, system: tuple[Array, Array], state: tuple[Array, Array], row: dict[str, Array], gains: tuple[Array, ...]
    ) -> Array:
        """Return the efforts of one step, shape (D,).

        Args:
            system: Mass matrix, shape (N, N), and Coriolis and gravity forces, shape (N,); the base of a floating
                articulation comes first.
            state: Positions and velocities of the joints, shape (D,) each.
            row: ``mode``, ``reference``, ``rate`` (change of the reference in this step), ``effort``, ``bound``,
                ``target`` and ``target_rate``.
            gains: Stiffness, damping, largest effort and type of the drives, shape (D,) each.
        """
        position, velocity = state
        matrix, bias = system
        step, mode = self.timestep_s, row["mode"]
        presses = (mode == JointMode.PUSH) & (np.abs(row["reference"] - position) <= self.window)
        follows = (mode == JointMode.FOLLOW) | ((mode == JointMode.PUSH) & ~presses)
        change = row["rate"] + _RECOVERY * (row["reference"] - row["rate"] - position)
        wanted = (change / step - velocity) / step
        still = -velocity / step
        wanted[presses] = still[presses]
        # A mimic relation binds whatever the plan says about the follower.
        bound_to = self.leader >= 0
        wanted[bound_to] = (self.multiplier * wanted[self.leader])[bound_to]
        base = len(bias) - len(position)
        drive = self._drive(matrix[base:, base:], state, row, gains)
        given = np.where(mode == JointMode.EFFORT, row["effort"], drive)
        needed = _solve(system, follows | presses, wanted, given)
        over = follows & ~bound_to & (np.abs(self._with_followers(needed, follows)) > row["bound"])
        if over.any():
            # What cannot be moved as wanted is most likely stopped: the others must hold against that.
            wanted[over] = still[over]
            clipped = np.sign(needed) * row["bound"]
            needed = np.where(over, clipped, _solve(system, follows | presses, wanted, given))
        result = self._with_followers(needed, follows)
        is_given = presses | (mode == JointMode.EFFORT)
        result = np.where(follows, np.clip(result, -row["bound"], row["bound"]), np.where(is_given, row["effort"], 0.0))
        result[bound_to & follows] = 0.0
        return result

    def _with_followers(self, needed: Array, follows: npt.NDArray[np.bool_]) -> Array:
        """Add to each leader what its followers take, over their ratios."""
        result = needed.copy()
        passed = (self.leader >= 0) & follows
        np.add.at(result, self.leader[passed], (needed * self.multiplier)[passed])
        return result

    def _drive(
        self, matrix: Array, state: tuple[Array, Array], row: dict[str, Array], gains: tuple[Array, ...]
    ) -> Array:
        """Estimate what the engine's implicit drives will give in this step: stiff ones never overshoot a step."""
        position, velocity = state
        stiffness, damping, limit, kind = gains
        step, inertia = self.timestep_s, np.maximum(np.diag(matrix), 1e-12)
        # Gains of acceleration drives are per unit of inertia.
        scale = np.where(kind == 2, inertia, 1.0)
        stiff, damp = stiffness * scale, damping * scale
        force = stiff * (row["target"] - position - velocity * step) + damp * (row["target_rate"] - velocity)
        force = force / (1 + (damp * step + stiff * step * step) / inertia)
        result: Array = np.where(row["mode"] == JointMode.DRIVE, np.clip(force, -limit, limit), 0.0)
        return result


def _solve(system: tuple[Array, Array], is_given: npt.NDArray[np.bool_], wanted: Array, effort: Array) -> Array:
    """Return the efforts of the joints: of given accelerations where these are given, else as they are, shape (D,)."""
    matrix, bias = system
    base = len(bias) - len(wanted)
    kinematic = np.concatenate([np.zeros(base, np.bool_), is_given])
    acceleration = np.concatenate([np.zeros(base), np.where(is_given, wanted, 0.0)])
    dynamic = ~kinematic
    if dynamic.any():
        known = np.concatenate([np.zeros(base), effort])
        right = (known - bias - matrix @ acceleration)[dynamic]
        acceleration[dynamic] = np.linalg.solve(matrix[np.ix_(dynamic, dynamic)], right)
    result: Array = (matrix @ acceleration + bias)[base:]
    return result
