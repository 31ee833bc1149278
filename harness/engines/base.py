"""The seam between the harness and whatever simulates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol

import numpy as np
import numpy.typing as npt

from harness.config import EngineConfig
from harness.motion.plan import JointPlan
from harness.motion.system import JointSystem
from harness.trajectory import FrameBlock

__all__ = ["BuiltScene", "Engine", "EngineInfo", "EngineStatus", "LogLine", "SceneUnits", "Session"]


@dataclass(frozen=True, kw_only=True)
class EngineInfo:
    """What an engine is."""

    name: str
    version: str | None = None
    physx_version: str | None = None
    device: str | None = None


@dataclass(frozen=True, kw_only=True)
class EngineStatus:
    """Whether an engine can be used here, and what to do if not."""

    is_usable: bool
    info: EngineInfo
    detail: str
    fix: str = ""


@dataclass(frozen=True, kw_only=True)
class LogLine:
    """One line of the engine's own log."""

    level: str
    """``ERROR`` or ``WARNING``."""
    text: str


@dataclass(frozen=True, kw_only=True)
class SceneUnits:
    """Units of a composed scene; a session converts with them and hands out SI, Z up."""

    meters_per_unit: float
    kilograms_per_unit: float
    up_axis: str


@dataclass(frozen=True, kw_only=True)
class BuiltScene:
    """What the engine really created, to be compared with what the asset authors. Scene paths, SI, Z up."""

    body_paths: tuple[str, ...]
    """Simulated bodies (rigid bodies, then articulation links) in the order of all frames, shape (B,)."""
    articulation_link_paths: tuple[str, ...]
    """Those that are links of an articulation."""
    position_m: npt.NDArray[np.float32]
    """Start positions, shape (B, 3)."""
    orientation_xyzw: npt.NDArray[np.float32]
    """Start orientations, shape (B, 4)."""
    mass_kg: npt.NDArray[np.float64]
    """Masses in use, shape (B,); NaN where the engine does not tell."""
    inertia_kg_m2: npt.NDArray[np.float64] | None = None
    """Inertia about the centre of mass, shape (B, 3, 3), NaN where unknown; ``None`` when the engine does not tell."""
    center_of_mass_m: npt.NDArray[np.float64] | None = None
    """In the frame of each body, shape (B, 3), NaN where unknown; ``None`` when the engine does not tell."""
    shape_counts: npt.NDArray[np.int64]
    """Colliders of each body, shape (B,); -1 where the engine does not tell."""
    shape_paths: tuple[str, ...]
    """All colliders, compound ones included."""
    actor_paths: tuple[str, ...]
    """All rigid actors, static ones included."""
    joint_paths: tuple[str, ...]
    """Joints between rigid bodies and joints inside articulations."""
    scene_count: int
    """Physics scenes."""
    log: tuple[LogLine, ...]
    """What the engine said while loading."""


class Session(Protocol):
    """One loaded scene. Closing it frees the engine for the next one."""

    @property
    def built(self) -> BuiltScene:
        """What the engine created."""
        ...

    def first_frame(self) -> FrameBlock:
        """Return frame 0, the pose before the first step."""
        ...

    def advance(self, step_count: int, *, deadline_s: float) -> FrameBlock:
        """Simulate ``step_count`` steps and return one frame each.

        Args:
            step_count: Number of steps, at least 1.
            deadline_s: Wall-clock limit; the engine process is killed when it passes.

        Raises:
            EngineCrashed: If the process died.
            EngineTimeout: If the limit passed.
            EngineMemory: If it outgrew its memory limit.
            EngineProtocolError: If the answer is malformed.
        """
        ...

    def request(self, step_count: int) -> None:
        """Ask for a block ahead of time, so that it is computed while the caller judges an earlier one."""
        ...

    def joints(self, is_linear: Callable[[str], bool], *, deadline_s: float) -> tuple[JointSystem, FrameBlock]:
        """Make the first step, and describe the joint coordinates of all articulations.

        Joints cannot be read before a step. Nothing may have been requested yet.

        Args:
            is_linear: Tells from the scene path of a joint whether its coordinate is a length.
            deadline_s: Wall-clock limit.

        Returns:
            The joints after the step, and the frame that it led to.

        Raises:
            EngineUnsupported: If the engine has no access to joints.
            EngineError: As for :meth:`advance`.
        """
        ...

    def load_plan(self, plan: JointPlan, *, deadline_s: float) -> None:
        """Let the joints follow a plan in all further steps; call it after :meth:`joints`, before any request.

        Args:
            plan: What each joint does in each step.
            deadline_s: Wall-clock limit.

        Raises:
            EngineError: If the engine cannot do it, or as for :meth:`advance`.
        """
        ...

    def log(self) -> tuple[LogLine, ...]:
        """Return everything that the engine has said so far."""
        ...

    def close(self) -> None:
        """Unload the scene. Never raises for a dead engine."""
        ...


class Engine(Protocol):
    """Something that can simulate a composed scene."""

    @property
    def info(self) -> EngineInfo:
        """Name and version; complete once a process has started."""
        ...

    def start(self, config: EngineConfig) -> None:
        """Start the process in the background so that it warms up while the asset is read. Idempotent."""
        ...

    def probe(self, config: EngineConfig) -> EngineStatus:
        """Say whether the engine works here. Never raises for an engine that does not."""
        ...

    def open(
        self, scene: Path, units: SceneUnits, *, timestep_s: float, config: EngineConfig, deadline_s: float
    ) -> Session:
        """Load a scene.

        Raises:
            EngineUnavailable: If the engine cannot run here.
            EngineCrashed, EngineTimeout, EngineMemory, EngineProtocolError: As for ``Session.advance``.
            EngineError: If the engine refuses the scene.
        """
        ...

    def restart(self) -> None:
        """End the process; the next scene gets a fresh one."""
        ...

    def close(self) -> None:
        """End the process and remove its temporary files."""
        ...

    def __enter__(self) -> Engine:
        """Enter a context that closes the engine."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close the engine."""
        ...
