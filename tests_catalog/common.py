"""What all tests of falling assets share: the scene around the asset, and criteria that hold whatever the motion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from harness.catalog import RunContext
from harness.config import setting
from harness.monitors.base import find_event
from harness.outcomes import CriterionStatus
from harness.scene.spec import Placement, SceneSpec
from harness.stage.facts import StageFacts
from harness.trajectory import Trajectory
from harness.verdict import Criterion, Event, Finding, finding

__all__ = [
    "SceneSettings",
    "built_criterion",
    "compose_scene",
    "criterion_finding",
    "energy_criterion",
    "evidence",
    "finite_max",
    "finite_min",
    "is_frozen",
    "nothing_to_drop",
]

MET, NOT_MET, UNDECIDED = CriterionStatus.MET, CriterionStatus.NOT_MET, CriterionStatus.UNDECIDED


@dataclass(frozen=True, kw_only=True)
class SceneSettings:
    """Base of the settings of a test: what every scene needs; defaults and reasons are in config_defaults.yaml."""

    physics_fps: int = setting("Physics steps a second.", lower=30, upper=10_000, unit="1/s")
    watchdog_seconds: float = setting("Wall-clock limit of loading and simulating.", lower=1, upper=86_400, unit="s")
    ground_restitution: float = setting("Restitution of the floor.", lower=0, upper=1)
    ground_friction: float = setting("Friction of the floor.", lower=0, upper=100)
    gravity_m_s2: float = setting("Gravity.", lower=0.1, upper=1000, unit="m/s^2")
    runaway_speed_factor: float = setting("Speed over impact speed that is a gain of energy.", lower=1, upper=1000)

    @property
    def timestep_s(self) -> float:
        """Physics time step."""
        return 1.0 / self.physics_fps

    def steps(self, seconds: float) -> int:
        """Number of steps nearest to a duration."""
        return round(seconds * self.physics_fps)

    def speed_limit_m_s(self, impact_speed_m_s: float) -> float:
        """Speed above which a body has gained energy; see harness/monitors/runaway.py for the source."""
        return self.runaway_speed_factor * impact_speed_m_s + 5.0


def compose_scene(facts: StageFacts, asset_file: Path, placement: Placement, config: SceneSettings) -> SceneSpec:
    """Describe the blue room with the asset in it and whatever of the asset would disturb switched off."""
    static = [c for c in facts.colliders if c.body_path is None and c.is_enabled]
    return SceneSpec(
        asset_file=asset_file,
        root_prim_path=facts.root_prim_path,
        meters_per_unit=facts.meters_per_unit,
        kilograms_per_unit=facts.kilograms_per_unit,
        up_axis=facts.up_axis,
        placement=placement,
        gravity_m_s2=config.gravity_m_s2,
        timestep_s=config.timestep_s,
        floor_friction=config.ground_friction,
        floor_restitution=config.ground_restitution,
        deactivated_paths=facts.scene_paths,
        disabled_collider_paths=tuple(c.path for c in static),
        uninstanced_paths=tuple(dict.fromkeys(p for c in static for p in c.instance_paths)),
        cleared_owner_paths=facts.simulation_owner_paths,
        reset_xforms=facts.reset_xforms,
        variants=facts.variant_selections,
    )


def nothing_to_drop(facts: StageFacts) -> Finding:
    """Say that an asset has nothing that moves, or no geometry to place."""
    if not facts.moving_bodies:
        return finding(
            "TST042",
            "No body of the asset moves, so there is nothing to drop. Why it does not is among the findings.",
            sites=[b.path for b in facts.bodies],
        )
    return finding(
        "SAF011",
        "No moving body has any geometry with finite points, so there is nothing to drop and nothing to measure.",
        sites=[b.path for b in facts.moving_bodies],
    )


def energy_criterion(trajectory: Trajectory, events: Sequence[Event], limit_m_s: float) -> Criterion:
    """Require that no body is faster, or higher, than the fall can make it."""
    event = find_event(events, "runaway")
    velocity = trajectory.frames.linear_velocity_m_s
    fastest = None
    if velocity is not None and velocity.shape[0] > 1 and velocity.shape[1]:
        fastest = finite_max(np.linalg.norm(velocity[1:].astype(np.float64), axis=2))
    status = NOT_MET if event is not None else UNDECIDED if fastest is None else MET
    return Criterion(
        name="bounded-energy",
        title="Gains no energy",
        status=status,
        is_required=True,
        measured=fastest,
        limit=limit_m_s,
        unit="m/s",
        margin=None if fastest is None else limit_m_s - fastest,
        code="MON005",
        time_s=event.time_s if event else None,
        frame_index=event.frame_index if event else None,
        note="fastest body; rose too high" if event is not None and event.unit == "m" else "fastest body",
    )


def built_criterion(context: RunContext) -> Criterion:
    """Require that the engine built what the asset authors."""
    count = context.built_findings
    return Criterion(
        name="engine-built-everything",
        title="The engine built all that the asset authors",
        status=MET if count == 0 else NOT_MET,
        is_required=True,
        measured=float(count),
        limit=0.0,
        unit="differences",
        margin=float(-count),
        code="",
    )


def evidence(
    name: str, title: str, code: str, unit: str, measured: float | None, limit: float, prim: str | None = None
) -> Criterion:
    """Make a criterion that no outcome depends on, met when ``measured`` is at most ``limit``; NaN is undecided."""
    known = measured is not None and bool(np.isfinite(measured))
    status = UNDECIDED if not known else MET if measured is not None and measured <= limit else NOT_MET
    return Criterion(
        name=name,
        title=title,
        status=status,
        is_required=False,
        measured=measured if known else None,
        limit=limit,
        unit=unit,
        margin=limit - measured if known and measured is not None else None,
        code=code,
        prim_path=prim,
    )


def criterion_finding(criterion: Criterion, texts: Mapping[str, str], contact_s: float | None) -> Finding | None:
    """Make the finding of a criterion that is not met, or ``None`` when no sentence is there for it.

    Args:
        criterion: The criterion.
        texts: Sentences by name of the criterion; ``tests_catalog.drop_texts`` tells the placeholders.
        contact_s: Time of first contact.
    """
    text = texts.get(criterion.name)
    if text is None:
        return None
    message = text.format(
        m=criterion.measured if criterion.measured is not None else float("nan"),
        l=criterion.limit if criterion.limit is not None else float("nan"),
        t=criterion.time_s if criterion.time_s is not None else 0.0,
        where=criterion.prim_path or "the asset",
        contact=contact_s or 0.0,
    )
    return finding(
        criterion.code,
        message,
        sites=[criterion.prim_path] if criterion.prim_path else [],
        measured=criterion.measured,
        limit=criterion.limit,
        unit=criterion.unit,
        time_s=criterion.time_s,
    )


def is_frozen(trajectory: Trajectory) -> bool:
    """Whether no pose ever changes while gravity acts: such readings say nothing about the asset."""
    frames = trajectory.frames
    same_place = bool((frames.position_m == frames.position_m[:1]).all())
    same_turn = bool((frames.orientation_xyzw == frames.orientation_xyzw[:1]).all())
    return same_place and same_turn


def finite_min(values: npt.NDArray[np.float64]) -> float | None:
    """Return the smallest finite value, if any."""
    finite = values[np.isfinite(values)]
    return float(finite.min()) if finite.size else None


def finite_max(values: npt.NDArray[np.float64]) -> float | None:
    """Return the largest finite value, if any."""
    finite = values[np.isfinite(values)]
    return float(finite.max()) if finite.size else None
