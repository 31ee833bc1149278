"""The criterion of every test that all states are finite numbers."""

from __future__ import annotations

from collections.abc import Sequence

from harness.catalog import RunContext
from harness.monitors.base import find_event
from harness.outcomes import CriterionStatus
from harness.verdict import Criterion, Event

__all__ = ["finite_criterion"]


def finite_criterion(events: Sequence[Event], context: RunContext) -> Criterion:
    """Require that every pose and velocity is a finite number."""
    event = find_event(events, "non-finite")
    prim = None
    if event is not None and event.value is not None and int(event.value) < len(context.body_paths):
        prim = context.body_paths[int(event.value)]
    return Criterion(
        name="finite-state",
        title="Every pose and velocity is a finite number",
        status=CriterionStatus.MET if event is None else CriterionStatus.NOT_MET,
        is_required=True,
        measured=None,
        limit=None,
        unit="",
        margin=None,
        code="MON004",
        time_s=event.time_s if event else None,
        frame_index=event.frame_index if event else None,
        prim_path=prim,
    )
