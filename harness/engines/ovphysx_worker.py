"""Worker process of the embedded engine: loads one scene at a time and steps it on request.

Requests: ``open`` {scene, timestep_s}, ``advance`` {count}, ``joints``, ``plan`` {dynamics_stride} with commands for
all further steps, ``close``, ``shutdown``. Quantities leave in stage units and stage axes; the parent converts them.
A binding must never be read before the first real step: the engine would run a hidden step of 1e-9 s, which turns
overlaps into speeds of kilometres a second.
"""

from __future__ import annotations

import importlib.util
import logging
import os
import sys
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.engines.link import LinkClosed, Message, read_message, write_message
from harness.engines.ovphysx_joints import JointAccess, JointRecorder
from harness.engines.process import die_with_parent, worker_channel

__all__ = ["main", "schema_folders"]

# Says nothing about the asset: CPU fall-backs of GPU features, and hints for developers.
_NOISE = (
    "GPU broadphase",
    "GPU-compatible",
    "oblong",
    "ovxRead",
    "carb.tasking",
    "CUDA",
    "Auto-warmup",
    "Warp",
)
_GROUND = "/World/Ground"
_MAX_LOG_LINES = 400
_WARM_UP_SCENE = Path(__file__).parents[1] / "data" / "warm_up.usda"


class _Recorder(logging.Handler):
    """Keep the engine's warnings and errors as plain data."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[tuple[str, str]] = []
        self.dropped = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Store one record unless it is noise or the list is full."""
        text = record.getMessage()
        if any(word in text for word in _NOISE):
            return
        if len(self.lines) >= _MAX_LOG_LINES:
            self.dropped += 1
            return
        level = "ERROR" if record.levelno >= logging.ERROR else "WARNING"
        self.lines.append((level, text))
        print(level, text, file=sys.stderr, flush=True)


class _Simulator:
    """The engine with at most one loaded scene."""

    def __init__(self, cook_cache: str) -> None:
        import ovphysx
        import ovstage
        import ovstage.population

        warnings.simplefilter("ignore")
        self._ovphysx, self._ovstage = ovphysx, ovstage
        keys = ovphysx.GlobalConfigKey
        # One thread: the same bits as with many, and 20 times faster a step on small scenes.
        ovphysx.set_global_config(keys.NUM_THREADS, 0)
        ovphysx.set_global_config(keys.DEFAULT_LOG_OUTPUT, False)
        ovphysx.set_global_config(keys.LOG_LEVEL, ovphysx.LogLevel.WARNING)
        if cook_cache:
            ovphysx.set_global_config(keys.COOKED_COLLIDER_CACHE_DIRECTORY, cook_cache)
        ovphysx.PhysX.set_cpu_mode(True)
        self.recorder = _Recorder()
        ovphysx.enable_python_logging()
        logger = logging.getLogger("ovphysx")
        logger.propagate = False
        logger.addHandler(self.recorder)
        ovstage.population.register_usd_schemas(schema_folders())
        self._physx = ovphysx.PhysX()
        self._scene: _Scene | None = None
        self._logged = 0
        self.version = str(ovphysx.__version__)

    def open(self, scene: str, timestep_s: float) -> Message:
        """Load a scene and describe what the engine built from it."""
        self.close()
        self.recorder.lines.clear()
        self._scene = _Scene(self._ovphysx, self._ovstage, self._physx, scene, timestep_s)
        self._logged = len(self.recorder.lines)
        return self._scene.describe(self.recorder.lines)

    def warm_up(self) -> None:
        """Load and step a small scene, so that first-use costs overlap with the parent's reading of the asset."""
        try:
            self.open(str(_WARM_UP_SCENE), 1.0 / 240.0)
            self.advance(1)
        except Exception as error:  # noqa: BLE001 - the first real scene will report whatever is broken
            print(f"warm-up failed: {type(error).__name__}: {error}", file=sys.stderr)
        self.close()

    def advance(self, count: int) -> Message:
        """Simulate ``count`` steps."""
        if self._scene is None:
            raise RuntimeError("no scene is open")
        return self._block({}, self._scene.advance(count))

    def joints(self) -> Message:
        """Make the first step and describe the joints of all articulations."""
        if self._scene is None:
            raise RuntimeError("no scene is open")
        return self._block(*self._scene.describe_joints(), kind="joints")

    def plan(self, request: Message) -> Message:
        """Take the commands of all further steps."""
        if self._scene is None:
            raise RuntimeError("no scene is open")
        self._scene.load_plan(request.arrays, int(request.data["dynamics_stride"]))
        return Message(kind="planned")

    def _block(self, data: dict[str, Any], arrays: dict[str, npt.NDArray[Any]], kind: str = "block") -> Message:
        self._ovphysx.flush_log()
        known, self._logged = self._logged, len(self.recorder.lines)
        log = {"log": self.recorder.lines[known:], "log_dropped": self.recorder.dropped}
        return Message(kind=kind, data={**data, **log}, arrays=arrays)

    def close(self) -> None:
        """Unload the scene, if any."""
        scene, self._scene = self._scene, None
        if scene is not None:
            scene.close()


class _Scene:
    """One attached stage with its readers."""

    def __init__(self, ovphysx: Any, ovstage: Any, physx: Any, scene: str, timestep_s: float) -> None:
        self._ovphysx, self._physx, self._timestep = ovphysx, physx, timestep_s
        self._bindings: list[Any] = []
        self._pose: Any = None
        self._has_told_centers = False
        self._joints: JointAccess | None = None
        self._recorder: JointRecorder | None = None
        self._stage = ovstage.Stage("asset-qa")
        try:
            population = ovstage.population
            population.open_usd(self._stage, scene, ordinal=1, domains=ovstage.PopulationDomain.ALL)
            self._stage.advance_write_floor(ordinal=1).wait()
            physx.wait_task(physx.attach_ovstage(self._stage, read_ordinal=1))
            ovphysx.flush_log()
            self._read_built()
        except BaseException:
            self.close()
            raise

    def _read_built(self) -> None:
        kinds = self._ovphysx.types.SimObjectType
        attributes = ["position", "orientation", "mass", "inertia", "shapeCount"]
        bodies = self._rows(kinds.RIGID_BODY, attributes)
        links = self._rows(kinds.ARTICULATION_LINK, attributes)
        self.links = links.paths
        self.paths = bodies.paths + links.paths
        self._position = np.concatenate([bodies.column("position", 3), links.column("position", 3)])
        self._orientation = np.concatenate([bodies.column("orientation", 4), links.column("orientation", 4)])
        self._mass = np.concatenate([bodies.column("mass", 1), links.column("mass", 1)])[:, 0]
        self._inertia = np.concatenate([bodies.column("inertia", 9), links.column("inertia", 9)])
        counts = np.concatenate([bodies.column("shapeCount", 1), links.column("shapeCount", 1)])[:, 0]
        self._shape_counts = np.where(np.isfinite(counts), counts, -1).astype(np.int64)

    def describe(self, log: Sequence[tuple[str, str]]) -> Message:
        """Return everything that the engine created."""
        kinds = self._ovphysx.types.SimObjectType

        def paths(*names: str) -> list[str]:
            return [p for n in names for p in self._rows(getattr(kinds, n), ["physxPointer"]).paths]

        return Message(
            kind="opened",
            data={
                "body_paths": self.paths,
                "articulation_link_paths": self.links,
                "shape_paths": paths("SHAPE", "COMPOUND_SHAPE"),
                "actor_paths": paths("RIGID_ACTOR"),
                "joint_paths": paths("JOINT", "CUSTOM_JOINT", "ARTICULATION_JOINT"),
                "scene_count": len(paths("SCENE")),
                "log": list(log),
            },
            arrays={
                "position": self._position.astype(np.float32),
                "orientation": self._orientation.astype(np.float32),
                "mass": self._mass.astype(np.float64),
                "inertia": self._inertia,
                "shape_counts": self._shape_counts,
            },
        )

    def _centers_of_mass(self) -> npt.NDArray[np.float64]:
        """Return the centre of mass of each body in its own frame, shape (B, 3); only a report needs it.

        Read after the first step: read before, it would run the hidden step that tears jointed bodies apart.
        """
        pose = np.full((len(self.paths), 7), np.nan, np.float32)
        if self.paths:
            kind = self._ovphysx.TensorType.RIGID_BODY_COM_POSE
            binding = self._physx.create_tensor_binding(prim_paths=self.paths, tensor_type=kind)
            if list(binding.prim_paths) == self.paths and tuple(binding.shape) == pose.shape:
                binding.read(pose)
            binding.destroy()
        return pose[:, :3].astype(np.float64)

    def _rows(self, kind: Any, attributes: list[str]) -> _Rows:
        rows = _Rows()
        with self._physx.read_sync(kind, attributes) as read:
            for group in read.groups:
                name = read.dictionary.token_to_string(group.attribute)
                rows.add(name, list(read.dictionary.get_path_strings(group.prim_list)), group.tensors)
        return rows

    def _bind(self) -> None:
        tensor = self._ovphysx.TensorType
        create = self._physx.create_tensor_binding
        self._pose = create(prim_paths=self.paths, tensor_type=tensor.RIGID_BODY_POSE)
        self._bindings.append(self._pose)
        self._velocity = create(prim_paths=self.paths, tensor_type=tensor.RIGID_BODY_VELOCITY)
        self._bindings.append(self._velocity)
        if list(self._pose.prim_paths) != self.paths or list(self._velocity.prim_paths) != self.paths:
            raise RuntimeError("the engine does not give the poses of exactly the bodies that it built")
        self._floor = self._physx.create_contact_binding(sensor_patterns=[_GROUND], max_contact_data_count=1024)
        self._bindings.append(self._floor)

    def describe_joints(self) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
        """Make the first step and describe all joints; poses after the step come along."""
        block = self.advance(1)
        kinds = self._ovphysx.types.SimObjectType
        paths = {
            "articulations": self._rows(kinds.ARTICULATION, ["physxPointer"]).paths,
            "joints": self._rows(kinds.ARTICULATION_JOINT, ["physxPointer"]).paths,
            "links": self.links,
        }
        self._joints = JointAccess(self._ovphysx, self._physx, paths, self._timestep)
        data, arrays = self._joints.describe()
        return data, {**block, **{f"joint_{name}": values for name, values in arrays.items()}}

    def load_plan(self, rows: Mapping[str, npt.NDArray[Any]], stride: int) -> None:
        """Let the joints follow one row of commands in each further step."""
        if self._joints is None:
            raise RuntimeError("the joints were not asked for")
        self._recorder = JointRecorder(self._joints, rows, stride)

    def advance(self, count: int) -> dict[str, npt.NDArray[Any]]:
        """Step and read after each step. Buffers are reused: the readers cache the address of their target."""
        body_count = len(self.paths)
        pose = np.zeros((body_count, 7), np.float32)
        velocity = np.zeros((body_count, 6), np.float32)
        force = np.zeros((1, 3), np.float32)
        poses = np.empty((count, body_count, 7), np.float32)
        velocities = np.empty((count, body_count, 6), np.float32)
        forces = np.empty((count, 3), np.float32)
        step, timestep, recorder = self._physx.step_sync, self._timestep, self._recorder
        for index in range(count):
            if recorder is not None:
                recorder.before()
            step(timestep)
            if recorder is not None:
                recorder.after()
            if body_count:
                if self._pose is None:
                    self._bind()
                # NaN first: a read that does nothing must not look like the last pose.
                pose.fill(np.nan)
                self._pose.read(pose)
                self._velocity.read(velocity)
                self._floor.read_net_normal_forces(force)
            poses[index], velocities[index], forces[index] = pose, velocity, force[0]
        late = {} if self._has_told_centers else {"center_of_mass": self._centers_of_mass()}
        self._has_told_centers = True
        joints = recorder.take() if recorder is not None else {}
        return {"pose": poses, "velocity": velocities, "floor_force": forces, **late, **joints}

    def close(self) -> None:
        """Free readers and stage; a scene that stays attached would block the next one."""
        self._ovphysx.flush_log()
        if self._joints is not None:
            self._joints.close()
        for binding in self._bindings:
            binding.destroy()
        self._bindings.clear()
        if self._physx.is_stage_attached():
            self._physx.wait_task(self._physx.detach_ovstage())
        self._stage.destroy()


class _Rows:
    """Columns of one kind of object, gathered from the groups of a read."""

    def __init__(self) -> None:
        self.paths: list[str] = []
        self._values: dict[str, dict[str, npt.NDArray[Any]]] = {}

    def add(self, name: str, paths: list[str], tensors: Sequence[Any]) -> None:
        """Add one group: the values of one attribute for some prims."""
        data = [t.numpy().copy() for t in tensors]
        rows = data[0] if len(data) == 1 and len(data[0]) == len(paths) else data
        column = self._values.setdefault(name, {})
        for path, value in zip(paths, rows, strict=False):
            if path not in column:
                column[path] = np.asarray(value).reshape(-1)
        known = set(self.paths)
        self.paths.extend(p for p in paths if p not in known)

    def column(self, name: str, width: int) -> npt.NDArray[np.float64]:
        """Return an attribute for all prims, shape (N, width); NaN where it was not given."""
        out = np.full((len(self.paths), width), np.nan)
        for index, path in enumerate(self.paths):
            value = self._values.get(name, {}).get(path)
            if value is not None and value.size == width:
                out[index] = value
        return out


def schema_folders() -> list[str]:
    """Folders of the schema packages; found without importing them, since that would load a second USD."""
    folders: list[str] = []
    for package in ("physx_usd_schemas", "newton_usd_schemas"):
        spec = importlib.util.find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            raise FileNotFoundError(f"the package {package.replace('_', '-')} is not installed")
        root = Path(next(iter(spec.submodule_search_locations)))
        found = sorted({p.parent for p in root.rglob("plugInfo.json") if (p.parent / "generatedSchema.usda").is_file()})
        folders.extend(str(p) for p in found)
    return folders


def _answer(simulator: _Simulator, request: Message) -> Message:
    if request.kind == "open":
        return simulator.open(str(request.data["scene"]), float(request.data["timestep_s"]))
    if request.kind == "advance":
        return simulator.advance(int(request.data["count"]))
    if request.kind == "joints":
        return simulator.joints()
    if request.kind == "plan":
        return simulator.plan(request)
    if request.kind == "close":
        simulator.close()
        return Message(kind="closed")
    raise ValueError(f"unknown request {request.kind!r}")


def main(arguments: Sequence[str]) -> int:
    """Serve requests until the parent closes the pipe."""
    die_with_parent()
    read_fd, write_fd = worker_channel(arguments)
    try:
        simulator = _Simulator(os.environ.get("ASSET_QA_COOK_CACHE", ""))
    except (ImportError, OSError, RuntimeError) as error:
        write_message(write_fd, Message(kind="unavailable", data={"reason": f"{type(error).__name__}: {error}"}))
        return 1
    write_message(write_fd, Message(kind="hello", data={"protocol": 1, "version": simulator.version}))
    simulator.warm_up()
    while True:
        try:
            request = read_message(read_fd)
        except LinkClosed:
            return 0
        if request.kind == "shutdown":
            simulator.close()
            return 0
        try:
            answer = _answer(simulator, request)
        except Exception as error:  # noqa: BLE001 - the engine raises many types; the parent turns this into an ERROR
            answer = Message(kind="error", data={"reason": f"{type(error).__name__}: {error}"})
        write_message(write_fd, answer)


if __name__ == "__main__":
    # Leave at once: the engine's own shutdown may block, and everything worth keeping is with the parent.
    status = main(sys.argv[1:])
    sys.stderr.flush()
    os._exit(status)
