"""An engine in a worker process: starts it, watches it, and speaks the worker protocol with it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from harness.config import EngineConfig
from harness.engines.base import BuiltScene, EngineInfo, EngineStatus, LogLine, SceneUnits
from harness.engines.joints import JointConverter, make_joint_system
from harness.engines.link import Message
from harness.engines.process import WorkerProcess
from harness.engines.units import UnitConverter
from harness.errors import EngineError, EngineProtocolError, EngineUnavailable, EngineUnsupported, HarnessError
from harness.motion.plan import JointPlan
from harness.motion.system import JointSystem
from harness.trajectory import FrameBlock

__all__ = ["EngineWorker", "SessionWorker"]

_MAX_WORDS = 200
_CLOSE_DEADLINE_S = 20.0


class EngineWorker:
    """Base of all engines that run in a worker process.

    Args:
        info: Name and version.
        module: Module of the worker.
        fix: What to do when it does not start.
        environment: Variables for the worker.
        arguments: Further command-line arguments of the worker.
    """

    def __init__(
        self,
        info: EngineInfo,
        *,
        module: str,
        fix: str,
        environment: Mapping[str, str] | None = None,
        arguments: Sequence[str] = (),
    ) -> None:
        self._info, self._module, self._fix = info, module, fix
        self._environment, self._arguments = dict(environment or {}), tuple(arguments)
        self._process: WorkerProcess | None = None
        self._is_ready = False
        self._cases = 0
        self._session: SessionWorker | None = None

    @property
    def info(self) -> EngineInfo:
        """Name and version."""
        return self._info

    def start(self, config: EngineConfig) -> None:
        """Start the worker in the background; its imports overlap with reading the asset."""
        if self._process is None or not self._process.is_alive:
            self.restart()
            try:
                self._process = self._launch(config)
            except EngineUnavailable:
                # Asked again, and reported, when a scene is opened: until then nothing needs the engine.
                self._process = None

    def _launch(self, config: EngineConfig) -> WorkerProcess:
        """Start the worker process."""
        return WorkerProcess(
            self._module,
            memory_limit_bytes=config.limits(self._info.name).memory_bytes,
            environment={"PYTHONUNBUFFERED": "1", **self._environment},
            arguments=self._arguments,
        )

    def probe(self, config: EngineConfig) -> EngineStatus:
        """Start the worker and say whether it came up."""
        try:
            self._wait_ready(config)
        except HarnessError as error:
            printed = str(getattr(error, "log_tail", "")).strip().splitlines()[-1:]
            detail = f"{error} It printed last: {printed[0].strip()[:_MAX_WORDS]}" if printed else str(error)
            return EngineStatus(is_usable=False, info=self.info, detail=detail, fix=self._fix)
        detail = f"{self.info.name} {self.info.version} on {self.info.device}"
        return EngineStatus(is_usable=True, info=self.info, detail=detail)

    def open(
        self, scene: Path, units: SceneUnits, *, timestep_s: float, config: EngineConfig, deadline_s: float
    ) -> SessionWorker:
        """Load a scene; see :class:`harness.engines.base.Engine`."""
        self._drain()
        if self._cases >= config.limits(self._info.name).cases:
            self.restart()
        process = self._wait_ready(config)
        self._cases += 1
        request = Message(kind="open", data={"scene": str(scene.resolve()), "timestep_s": timestep_s})
        answer = process.request(request, phase="open", deadline_s=deadline_s)
        if answer.kind == "error":
            raise EngineError(f"The engine refused the scene: {answer.data.get('reason')}")
        if answer.kind != "opened":
            raise EngineProtocolError(f"The engine worker answered 'open' with '{answer.kind}'.")
        self._session = SessionWorker(process, answer, UnitConverter(units), timestep_s)
        return self._session

    def _drain(self) -> None:
        """Take the answers that a closed session did not wait for; a worker in doubt is replaced."""
        session, self._session = self._session, None
        if session is None or self._process is None or not self._process.is_alive:
            return
        try:
            for _ in range(session.unanswered):
                self._process.receive(deadline_s=_CLOSE_DEADLINE_S)
        except EngineError:
            self.restart()

    def _wait_ready(self, config: EngineConfig) -> WorkerProcess:
        self.start(config)
        process = self._process
        if process is None:
            process = self._process = self._launch(config)
        if not self._is_ready:
            hello = process.receive(deadline_s=config.limits(self._info.name).start_deadline_s)
            if hello.kind == "unavailable":
                self.restart()
                raise EngineUnavailable(f"The engine {self.info.name} cannot start here: {hello.data.get('reason')}")
            if hello.kind != "hello":
                raise EngineProtocolError(f"The engine worker opened with '{hello.kind}'.")
            self._info = replace(self._info, **_versions(hello))
            self._is_ready = True
        return process

    @property
    def process(self) -> WorkerProcess | None:
        """The worker process, if there is one."""
        return self._process

    def restart(self) -> None:
        """End the worker; the next scene gets a fresh one."""
        if self._process is not None:
            self._process.close()
        self._process, self._is_ready, self._cases, self._session = None, False, 0, None

    def close(self) -> None:
        """End the worker and remove its folder."""
        self.restart()

    def __enter__(self) -> EngineWorker:
        """Return the engine itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close the engine."""
        self.close()


class SessionWorker:
    """A scene loaded in a worker process; converts everything to SI, Z up."""

    def __init__(self, process: WorkerProcess, opened: Message, converter: UnitConverter, timestep_s: float) -> None:
        self._process, self._converter, self._timestep = process, converter, timestep_s
        self._log = [_log_line(entry) for entry in opened.data.get("log", ())]
        self._frames_done = 0
        self._asked: deque[int] = deque()
        self._joint_converter: JointConverter | None = None
        self._is_closing = False
        try:
            self._built = _built_scene(opened, converter, tuple(self._log))
        except (KeyError, TypeError, ValueError) as error:
            raise EngineProtocolError(f"The engine worker described the scene incompletely: {error}") from error

    @property
    def built(self) -> BuiltScene:
        """What the engine created."""
        return self._built

    def first_frame(self) -> FrameBlock:
        """Return the pose before the first step; bodies start as authored, so velocities are not known."""
        return self._converter.first_frame(self._built)

    def request(self, step_count: int) -> None:
        """Ask for a block without waiting for it; blocks come in the order of the requests."""
        self._process.send(Message(kind="advance", data={"count": step_count}), phase="advance")
        self._asked.append(step_count)

    @property
    def unanswered(self) -> int:
        """Answers that are still to come, when the session is closed."""
        return len(self._asked) + self._is_closing

    def advance(self, step_count: int, *, deadline_s: float) -> FrameBlock:
        """Simulate; see :class:`harness.engines.base.Session`."""
        if not self._asked:
            self.request(step_count)
        expected = self._asked.popleft()
        answer = self._process.receive(deadline_s=deadline_s)
        if answer.kind == "error":
            raise EngineError(f"The engine stopped: {answer.data.get('reason')}")
        if answer.kind != "block":
            raise EngineProtocolError(f"The engine worker answered 'advance' with '{answer.kind}'.")
        return self._take(answer, expected)

    def _take(self, answer: Message, expected: int) -> FrameBlock:
        self._log.extend(_log_line(entry) for entry in answer.data.get("log", ()))
        if "center_of_mass" in answer.arrays:
            centers = self._converter.local_points(answer.arrays["center_of_mass"], len(self._built.body_paths))
            self._built = replace(self._built, center_of_mass_m=centers)
        first = self._frames_done + 1
        block = self._converter.block(answer.arrays, first, self._timestep, len(self._built.body_paths))
        if block.frame_count != expected:
            raise EngineProtocolError(f"{expected} steps were asked for, {block.frame_count} came back.")
        self._frames_done += block.frame_count
        if self._joint_converter is not None and "joint_effort" in answer.arrays:
            joints = self._joint_converter.frames(answer.arrays, first, expected)
            block = replace(block, joints=joints)
        return block

    def joints(self, is_linear: Callable[[str], bool], *, deadline_s: float) -> tuple[JointSystem, FrameBlock]:
        """Make the first step and describe the joints; see :class:`harness.engines.base.Session`."""
        request = Message(kind="joints")
        answer = self._process.request(request, phase="advance", deadline_s=deadline_s)
        if answer.kind == "unsupported":
            raise EngineUnsupported(str(answer.data.get("reason")))
        if answer.kind == "error":
            raise EngineError(f"The engine cannot describe its joints: {answer.data.get('reason')}")
        if answer.kind != "joints":
            raise EngineProtocolError(f"The engine worker answered 'joints' with '{answer.kind}'.")
        units = self._converter.units
        system, self._joint_converter = make_joint_system(answer.data, answer.arrays, units, is_linear)
        return system, self._take(answer, 1)

    def load_plan(self, plan: JointPlan, *, deadline_s: float) -> None:
        """Hand over a plan; see :class:`harness.engines.base.Session`."""
        if self._joint_converter is None or self._asked:
            raise EngineProtocolError(
                "A plan is loaded after the joints were described and before steps are asked for."
            )
        # All at once: commands that travel while answers come back could fill both pipes.
        arrays = self._joint_converter.commands(plan)
        request = Message(kind="plan", data={"dynamics_stride": plan.dynamics_stride}, arrays=arrays)
        answer = self._process.request(request, phase="advance", deadline_s=deadline_s)
        if answer.kind != "planned":
            raise EngineError(f"The engine cannot follow the plan: {answer.data.get('reason', answer.kind)}")

    def log(self) -> tuple[LogLine, ...]:
        """Return everything that the engine has said so far."""
        return tuple(self._log)

    def close(self) -> None:
        """Ask the worker to unload the scene, without waiting: the next use takes the answers."""
        if not self._process.is_alive or self._is_closing:
            return
        try:
            self._process.send(Message(kind="close"), phase="close")
            self._is_closing = True
        except EngineError:
            # The results are already here; a worker in doubt is not used again.
            self._process.kill()


def _versions(hello: Message) -> dict[str, str]:
    """What a worker that only finds out in its own process says about its engine."""
    return {k: str(hello.data[k]) for k in ("version", "physx_version", "device") if hello.data.get(k)}


def _built_scene(opened: Message, converter: UnitConverter, log: tuple[LogLine, ...]) -> BuiltScene:
    data, arrays = opened.data, opened.arrays
    position, orientation = converter.poses(arrays["position"], arrays["orientation"])
    count = len(data["body_paths"])
    if position.shape != (count, 3) or orientation.shape != (count, 4) or arrays["mass"].shape != (count,):
        raise ValueError("array shapes do not match the list of bodies")
    return BuiltScene(
        body_paths=tuple(data["body_paths"]),
        articulation_link_paths=tuple(data["articulation_link_paths"]),
        position_m=position,
        orientation_xyzw=orientation,
        mass_kg=arrays["mass"] * converter.units.kilograms_per_unit,
        inertia_kg_m2=converter.inertia(arrays.get("inertia"), count),
        shape_counts=arrays["shape_counts"],
        shape_paths=tuple(data["shape_paths"]),
        actor_paths=tuple(data["actor_paths"]),
        joint_paths=tuple(data["joint_paths"]),
        scene_count=int(data["scene_count"]),
        log=log,
    )


def _log_line(entry: Any) -> LogLine:
    level, text = entry
    return LogLine(level=str(level), text=str(text))
