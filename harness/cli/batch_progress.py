"""What a batch shows while it runs: a bar with rate and time left on a terminal, plain lines in a log."""

from __future__ import annotations

import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from harness.batch.records import CaseSummary, outcome_label
from harness.outcomes import Outcome

__all__ = ["RateMeter", "show_progress"]

Listener = Callable[[CaseSummary], None]

_STATUS_EVERY_S = 30.0


class RateMeter:
    """Cases a second and time left, from the last few hundred cases: a night is not uniform.

    Args:
        total: Cases of the run.
        done: Those that were finished before.
        clock: Seconds that only grow.
    """

    def __init__(self, total: int, done: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.total, self.done, self._clock = total, done, clock
        self._times: deque[float] = deque([clock()], maxlen=400)

    def add(self) -> None:
        """Count a case."""
        self.done += 1
        self._times.append(self._clock())

    @property
    def rate(self) -> float | None:
        """Cases a second; ``None`` before the first."""
        seconds = self._times[-1] - self._times[0]
        return (len(self._times) - 1) / seconds if len(self._times) > 1 and seconds > 0 else None

    @property
    def left_s(self) -> float | None:
        """Seconds to the end at this rate."""
        return (self.total - self.done) / self.rate if self.rate else None

    def text(self) -> str:
        """Return both as words."""
        if self.rate is None or self.left_s is None:
            return "no rate yet"
        rate = f"{self.rate:.1f}/s" if self.rate >= 1 else f"{self.rate * 60:.1f}/min"
        minutes, seconds = divmod(round(self.left_s), 60)
        hours, minutes = divmod(minutes, 60)
        left = (
            f"{hours} h {minutes:02d} min" if hours else f"{minutes} min {seconds:02d} s" if minutes else f"{seconds} s"
        )
        return f"{rate}, {left} left"


@contextmanager
def show_progress(total: int, done: int, *, is_quiet: bool) -> Iterator[Listener]:
    """Yield a listener for finished cases.

    Args:
        total: Cases of the run.
        done: Those that were finished before, in a resumed run.
        is_quiet: Whether to show nothing.
    """
    meter = RateMeter(total, done)
    if is_quiet:
        yield lambda summary: None
    elif sys.stderr.isatty():
        with _terminal(meter) as listener:
            yield listener
    else:
        yield _Lines(meter)


class _Lines:
    def __init__(self, meter: RateMeter) -> None:
        self._meter, self._counts = meter, Counter[Outcome]()
        self._next = time.monotonic() + _STATUS_EVERY_S

    def __call__(self, summary: CaseSummary) -> None:
        self._meter.add()
        self._counts[summary.outcome] += 1
        how = "cached" if summary.is_cached else f"{summary.duration_s:.1f} s"
        meter = self._meter
        print(
            f"[{meter.done}/{meter.total}] {outcome_label(summary)} {summary.name} ({how})", file=sys.stderr, flush=True
        )
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + _STATUS_EVERY_S
            counts = ", ".join(f"{n} {o.value}" for o, n in self._counts.items())
            print(f"{meter.done} of {meter.total}: {counts}; {meter.text()}", file=sys.stderr, flush=True)


@contextmanager
def _terminal(meter: RateMeter) -> Iterator[Listener]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        BarColumn(bar_width=28),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[rate]}", markup=False),
        TextColumn("{task.fields[counts]}", markup=False),
    )
    counts: Counter[str] = Counter()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("assets", total=meter.total, completed=meter.done, rate="starting", counts="")

        def listen(summary: CaseSummary) -> None:
            meter.add()
            counts[summary.outcome.value] += 1
            counts["cached"] += summary.is_cached
            shown = "  ".join(f"{n} {name}" for name, n in counts.items() if n)
            progress.update(task, completed=meter.done, rate=meter.text(), counts=shown)
            if summary.outcome not in (Outcome.PASS, Outcome.NOT_APPLICABLE):
                progress.console.print(
                    f"{summary.outcome.value} {summary.name}: {_clean(summary.reason)}", markup=False
                )

        yield listen


def _clean(text: str) -> str:
    """Take out control characters that an asset's name could carry to the terminal."""
    return "".join(c if c.isprintable() else "?" for c in text)[:160]
