"""Pictures drawn with RTX by Isaac Sim, for the same video code that draws with OpenGL elsewhere."""

from __future__ import annotations

import math
from types import TracebackType
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from harness.engines.kit_engine import kit_launch
from harness.engines.kit_find import find_kit
from harness.engines.link import Message
from harness.engines.process import WorkerProcess
from harness.errors import EngineError
from harness.video.camera import CameraView
from harness.video.checks import is_uniform
from harness.video.errors import VideoError
from harness.video.job import VideoJob
from harness.video.plan import ClipPlan
from harness.video.poses import BodyPoses
from harness.video.renderer import FrameView

__all__ = ["RTX_NAME", "RtxRenderer", "StageFrame", "draw_clip", "read_stage_frame", "unpack"]

RTX_NAME = "Isaac Sim RTX (replicator)"
_VIEW_LIMIT_S = 600.0
_DRAW_LIMIT_S = 120.0

Array = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]

# A quarter turn about X takes Z up back to Y up: (x, y, z) -> (x, z, -y), column-vector notation.
_Z_UP_TO_Y_UP = np.array([[1.0, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]])


class StageFrame(NamedTuple):
    """Units and axis of the composed scene."""

    meters_per_unit: float
    up_axis: str

    def to_stage(self, matrices: Array) -> Array:
        """Turn SI, Z-up poses into poses of the stage.

        Args:
            matrices: World from body, column-vector notation, shape (..., 4, 4) [m].

        Returns:
            The same in stage units and axes, with rows as USD writes them (row-vector notation).
        """
        scaled = matrices.copy()
        scaled[..., :3, 3] /= self.meters_per_unit
        turned = _Z_UP_TO_Y_UP @ scaled if self.up_axis == "Y" else scaled
        return np.ascontiguousarray(np.swapaxes(turned, -1, -2))


def read_stage_frame(job: VideoJob) -> StageFrame:
    """Read units and axis of a job's scene.

    Raises:
        VideoError: If the scene cannot be read.
    """
    from pxr import Tf, Usd, UsdGeom

    try:
        stage = Usd.Stage.Open(str(job.case_dir / job.scene), Usd.Stage.LoadNone)
    except Tf.ErrorException as error:
        raise VideoError(f"the scene cannot be read: {error}") from error
    return StageFrame(float(UsdGeom.GetStageMetersPerUnit(stage)), str(UsdGeom.GetStageUpAxis(stage)))


class RtxRenderer:
    """Isaac Sim with one scene, drawn picture by picture.

    Args:
        job: What to draw, and which Isaac Sim to use.
        poses: Recorded poses.

    Raises:
        VideoError: If Isaac Sim cannot be found or started, or refuses the scene.
    """

    def __init__(self, job: VideoJob, poses: BodyPoses) -> None:
        self._frame = read_stage_frame(job)
        self._start_m = poses.position_m[0]
        try:
            self._process = WorkerProcess(
                kit_launch(find_kit(job.kit_python)), arguments=["render", f"{job.kit_start_deadline_s:.0f}"]
            )
        except EngineError as error:
            raise VideoError(str(error)) from error
        try:
            self._open(job, poses)
        except BaseException:
            self._process.close()
            raise

    def _open(self, job: VideoJob, poses: BodyPoses) -> None:
        from harness.video.poses import rigid_matrices

        try:
            hello = self._process.receive(deadline_s=job.kit_start_deadline_s)
            if hello.kind != "hello":
                raise VideoError(f"Isaac Sim cannot start: {hello.data.get('reason', hello.kind)}")
            start = self._frame.to_stage(rigid_matrices(poses.position_m[0], poses.orientation_xyzw[0]))
            request = Message(
                kind="view",
                data={
                    "scene": str((job.case_dir / job.scene).resolve()),
                    "body_paths": list(poses.body_paths),
                    "width_px": job.width,
                    "height_px": job.height,
                },
                arrays={"start": start},
            )
            answer = self._process.request(request, phase="opening the view", deadline_s=_VIEW_LIMIT_S)
        except EngineError as error:
            raise VideoError(str(error)) from error
        if answer.kind != "ready":
            raise VideoError(f"RTX refused the scene: {answer.data.get('reason', answer.kind)}")

    def draw(self, frame: FrameView, height: int, width: int) -> Picture:
        """Draw one picture, shape (H, W, 4).

        Raises:
            VideoError: If there is no picture, or one of another size.
        """
        bodies = frame.matrices[: len(self._start_m)].copy()
        shift = self._shift(frame)
        bodies[:, :3, 3] += shift
        message = Message(
            kind="draw",
            data={
                "tangents": [frame.view.tan_half_x, frame.view.tan_half_y],
                "clipping": [d * frame.view.distance_m / self._frame.meters_per_unit for d in (0.02, 40.0)],
            },
            arrays={
                "poses": self._frame.to_stage(bodies),
                "camera": self._frame.to_stage(_camera_pose(frame.view, shift)),
            },
        )
        try:
            answer = self._process.request(message, phase="drawing", deadline_s=_DRAW_LIMIT_S)
        except EngineError as error:
            raise VideoError(str(error)) from error
        picture = answer.arrays.get("picture")
        if answer.kind != "picture" or picture is None or picture.shape != (height, width, 3):
            raise VideoError(f"RTX gave no picture: {answer.data.get('reason', answer.kind)}")
        opaque = np.full((height, width, 1), 255, np.uint8)
        return np.concatenate([picture, opaque], axis=2)

    def _shift(self, frame: FrameView) -> Array:
        """Return where the origin of the planned pictures lies in the scene; the first frame tells it."""
        if not hasattr(self, "_origin"):
            is_moving = len(self._start_m) > 0
            offset = self._start_m[0] - frame.matrices[0, :3, 3] if is_moving else np.zeros(3)
            self._origin: Array = np.where(np.isfinite(offset), offset, 0.0)
        return self._origin

    def __enter__(self) -> RtxRenderer:
        """Return the renderer, which ends with the block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End Isaac Sim."""
        self._process.close()


def _camera_pose(view: CameraView, shift: Array) -> Array:
    """Return world from camera; USD cameras look along their negative Z."""
    pose = np.eye(4)
    pose[:3, 0], pose[:3, 1], pose[:3, 2] = view.right, view.up, -view.forward
    pose[:3, 3] = view.eye_m + shift
    if not math.isfinite(float(pose.sum())):
        raise VideoError("the camera has no place")
    return pose


def draw_clip(job: VideoJob, poses: BodyPoses, plan: ClipPlan) -> list[bytes]:
    """Draw all pictures of a clip that differ from the one before.

    Args:
        job: What to draw.
        poses: Recorded poses.
        plan: Frames of the clip.

    Returns:
        Packed pictures; a long clip would not fit into memory otherwise.

    Raises:
        VideoError: If a picture is missing, black or of one colour, or never changes.
    """
    import cv2

    packed: list[bytes] = []
    blank = 0
    with RtxRenderer(job, poses) as renderer:
        for frame, is_repeat in zip(plan.frames, plan.repeats, strict=True):
            if is_repeat:
                continue
            picture = renderer.draw(frame, job.height, job.width)
            blank += is_uniform(picture)
            packed.append(cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])[1].tobytes())
    if blank:
        raise VideoError(f"{blank} of {len(packed)} pictures are black or of one colour")
    if len(packed) > 1 and len(set(packed)) == 1 and plan.moved_m > 0:
        raise VideoError("the pictures do not change although the asset moves")
    return packed


def unpack(data: bytes) -> Picture:
    """Return a packed picture, shape (H, W, 4).

    Raises:
        VideoError: If the data is damaged.
    """
    import cv2

    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise VideoError("a packed picture is damaged")
    return np.asarray(picture, np.uint8)
