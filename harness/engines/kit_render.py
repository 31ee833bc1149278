"""Draw recorded motion with RTX inside Isaac Sim, one picture a request. Loaded by kit_worker.py; no package part.

Poses are written to the session layer of the composed scene; nothing is simulated and the timeline stands still.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from omni.replicator.core import Annotator
    from omni.replicator.core.scripts.create import RenderProduct

__all__ = ["Responder"]

_CAMERA = "/World/AssetQaCamera"
# The first pictures of a renderer that is still loading textures are black.
_WARM_UP_UPDATES = 30
_SUBFRAMES = 8


class _View:
    """A camera, a picture of a size, and the bodies that move."""

    def __init__(self, session: Any, request: Any) -> None:
        import omni.replicator.core as rep
        from pxr import Gf, Usd, UsdGeom

        self._gf, self._stage = Gf, session.open_stage(str(request.data["scene"]))[0]
        self._layer = Usd.EditContext(self._stage, self._stage.GetSessionLayer())
        with self._layer:
            self._camera = UsdGeom.Camera.Define(self._stage, _CAMERA)
            self._camera_op = self._camera.AddTransformOp()
        self._bodies = [self._stage.GetPrimAtPath(path) for path in request.data["body_paths"]]
        if not all(prim.IsValid() for prim in self._bodies):
            raise RuntimeError("the scene does not have all bodies of the recorded motion")
        self._operations: dict[str, Any] = {}
        cache = UsdGeom.XformCache()
        # Scale and offset of the prim against its body stay as they are at the start.
        start = [Gf.Matrix4d(rows.tolist()) for rows in request.arrays["start"]]
        worlds = [cache.GetLocalToWorldTransform(prim) for prim in self._bodies]
        self._offsets = [world * pose.GetInverse() for world, pose in zip(worlds, start, strict=True)]
        size = (int(request.data["width_px"]), int(request.data["height_px"]))
        rep.orchestrator.set_capture_on_play(False)
        self._product: RenderProduct = rep.create.render_product(_CAMERA, size)
        self._annotator: Annotator = rep.AnnotatorRegistry.get_annotator("rgb")
        self._annotator.attach(self._product)
        session.tell_phase("warming up the renderer")
        for _ in range(_WARM_UP_UPDATES):
            session.update()
        session.tell_phase("drawing")

    def draw(self, request: Any) -> np.ndarray[Any, Any]:
        """Return one picture, shape (H, W, 3).

        Raises:
            RuntimeError: If the renderer gives no picture.
        """
        import omni.replicator.core as rep

        with self._layer:
            self._place_camera(request)
            for prim, offset, rows in zip(self._bodies, self._offsets, request.arrays["poses"], strict=True):
                self._place(str(prim.GetPath()), prim, offset * self._gf.Matrix4d(rows.tolist()))
        rep.orchestrator.step(rt_subframes=_SUBFRAMES, pause_timeline=False, delta_time=0.0)
        picture = np.asarray(self._annotator.get_data())
        if picture.ndim != 3 or picture.shape[2] < 3:
            raise RuntimeError("the renderer gave no picture")
        return np.ascontiguousarray(picture[:, :, :3], dtype=np.uint8)

    def _place_camera(self, request: Any) -> None:
        self._camera_op.Set(self._gf.Matrix4d(request.arrays["camera"].tolist()))
        aperture = float(self._camera.GetHorizontalApertureAttr().Get())
        tangent_x, tangent_y = request.data["tangents"]
        self._camera.GetFocalLengthAttr().Set(aperture / (2 * tangent_x))
        self._camera.GetVerticalApertureAttr().Set(aperture * tangent_y / tangent_x)
        near, far = request.data["clipping"]
        self._camera.GetClippingRangeAttr().Set(self._gf.Vec2f(near, far))

    def _place(self, path: str, prim: Any, world: Any) -> None:
        from pxr import UsdGeom

        operation = self._operations.get(path)
        if operation is None:
            xform = UsdGeom.Xformable(prim)
            operation = xform.AddTransformOp(UsdGeom.XformOp.PrecisionDouble, "assetQa")
            # Reset the stack: the pose is one of the world.
            xform.SetXformOpOrder([operation], True)
            self._operations[path] = operation
        operation.Set(world)

    def close(self) -> None:
        """Give the picture back."""
        self._annotator.detach()
        self._product.destroy()


class Responder:
    """Answers the requests of the parent.

    Args:
        session: A running Kit.
        message: Class of an answer.
    """

    def __init__(self, session: Any, message: Any) -> None:
        self._session, self._message = session, message
        self._view: _View | None = None

    def answer(self, request: Any) -> Any:
        """Answer one request.

        Raises:
            ValueError: If the request is unknown.
            RuntimeError: If Kit refuses it.
        """
        if request.kind == "view":
            self._close()
            self._view = _View(self._session, request)
            return self._message(kind="ready")
        if request.kind == "draw":
            if self._view is None:
                raise RuntimeError("no view is open")
            return self._message(kind="picture", arrays={"picture": self._view.draw(request)})
        if request.kind == "close":
            self._close()
            return self._message(kind="closed")
        raise ValueError(f"unknown request {request.kind!r}")

    def _close(self) -> None:
        view, self._view = self._view, None
        if view is not None:
            view.close()
