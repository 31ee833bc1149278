"""Live progress on stderr: a bar with phase and simulated time on a terminal, plain lines in a log."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from harness.report.wording import outcome_words
from harness.runner.case import CaseJob
from harness.runner.pool import CaseEvent

__all__ = ["make_listener"]

Listener = Callable[[CaseEvent], None]


@contextmanager
def make_listener(jobs: Sequence[CaseJob], *, is_quiet: bool) -> Iterator[Listener]:
    """Yield a listener for :func:`harness.runner.pool.run_pool`.

    Args:
        jobs: The plan.
        is_quiet: Whether to show nothing.
    """
    if is_quiet:
        yield lambda event: None
    elif sys.stderr.isatty():
        with _terminal(jobs) as listener:
            yield listener
    else:
        yield _Lines(jobs)


class _Lines:
    """One line for each verdict, as a log wants it."""

    def __init__(self, jobs: Sequence[CaseJob]) -> None:
        self._jobs, self._done = jobs, 0

    def __call__(self, event: CaseEvent) -> None:
        if event.phase != "done" or event.verdict is None:
            return
        self._done += 1
        verdict = event.verdict
        seconds = verdict.durations_s.get("total_s", 0.0)
        name = self._jobs[event.index].asset_name
        text = f"[{self._done}/{len(self._jobs)}] {outcome_words(verdict).label} {name} ({seconds:.1f} s)"
        print(text, file=sys.stderr, flush=True)


@contextmanager
def _terminal(jobs: Sequence[CaseJob]) -> Iterator[Listener]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[detail]}", markup=False),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("assets", total=len(jobs), detail="starting")

        def listen(event: CaseEvent) -> None:
            name = jobs[event.index].asset_name
            if event.phase == "done" and event.verdict is not None:
                progress.update(task, advance=1, detail=f"{name}: {outcome_words(event.verdict).label}")
            elif event.phase == "judged" and event.verdict is not None:
                progress.update(task, detail=f"{name}: {event.verdict.outcome.value}, rendering the video")
            elif event.phase == "simulating":
                progress.update(task, detail=f"{name}: simulated {event.simulated_s:.1f} s")
            else:
                progress.update(task, detail=f"{name}: {event.phase}")

        yield listen
