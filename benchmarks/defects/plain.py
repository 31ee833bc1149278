"""The plain rule: contact, no penetration and rest by the definition of the test, and nothing else."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

from harness.config import resolve
from harness.engines import load_engine
from harness.errors import HarnessError
from harness.intake import read_asset
from harness.outcomes import CriterionStatus
from harness.runner.record import sha256_of
from harness.runner.simulate import SimulationJob, simulate
from harness.scene.build import write_scene
from harness.verdict import Criterion, Finding, Verdict
from tests_catalog.ground_drop import GROUND_DROP, GroundDropConfig

_CONDITIONS = ("ground-contact", "floor-penetration", "rest")
# What the bare engine takes longer for is a hang for this purpose.
_WATCHDOG_S = 30


class PlainRule:
    """Judges by three conditions; simulates what the product settles before any simulation.

    Args:
        folder: Folder to make for scenes.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._count = folder, 0
        self._engine = load_engine("ovphysx")
        self._config = resolve("ground_drop", GroundDropConfig, settings=[f"watchdog_seconds={_WATCHDOG_S}"])

    def is_pass(self, verdict: Verdict, asset: Path) -> bool:
        """Return whether the three conditions hold.

        Args:
            verdict: Verdict of the product; its criteria are used when it simulated.
            asset: The file.
        """
        if verdict.criteria:
            return _holds(verdict.criteria)
        return self._simulate(asset)

    def _simulate(self, asset: Path) -> bool:
        self._count += 1
        try:
            facts = read_asset(asset, variants={}).facts
            if facts is None or not facts.bodies:
                return False
            spec = GROUND_DROP.scene(facts, asset, self._config.test)
            if isinstance(spec, Finding):
                return False
            scene = self._folder / f"{self._count}.usda"
            write_scene(spec, scene)
            job = SimulationJob(
                test=GROUND_DROP,
                config=self._config,
                facts=facts,
                spec=spec,
                scene_file=scene,
                scene_sha256=sha256_of(scene),
                engine=self._engine,
                progress=lambda phase, seconds: None,
            )
            simulation = simulate(job)
        except HarnessError:
            # It crashed, hung or could not be loaded: no pass by any rule.
            self._engine.restart()
            return False
        judgement = GROUND_DROP.judge(
            simulation.trajectory, simulation.bounds, simulation.events, simulation.context, self._config.test
        )
        return _holds(judgement.criteria)

    def __enter__(self) -> PlainRule:
        """Return the rule itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End the engine."""
        self._engine.close()


def _holds(criteria: tuple[Criterion, ...]) -> bool:
    status = {c.name: c.status for c in criteria}
    return all(status.get(name) is CriterionStatus.MET for name in _CONDITIONS)
