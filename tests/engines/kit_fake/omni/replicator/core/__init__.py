"""Draws the projected origins of the bodies as squares, which is enough to see whether poses and camera arrive."""

import kit_fake_state as state
import numpy as np


class _Product:
    def __init__(self, camera: str, size: tuple[int, int]) -> None:
        self.camera, self.size = camera, size

    def destroy(self) -> None:
        pass


class _Create:
    def render_product(self, camera: str, resolution: tuple[int, int]) -> _Product:
        return _Product(camera, resolution)


class _Orchestrator:
    def set_capture_on_play(self, value: bool) -> None:
        pass

    def step(self, rt_subframes: int = -1, pause_timeline: bool = True, delta_time=None) -> None:
        state.misbehave("draw")


class _Annotator:
    def attach(self, product: _Product) -> None:
        self._product = product

    def detach(self) -> None:
        pass

    def get_data(self) -> np.ndarray:
        from pxr import UsdGeom, UsdPhysics

        width, height = self._product.size
        picture = np.zeros((height, width, 4), np.uint8)
        if state.FAULT == "black":
            return picture
        picture[:, :, 2] = 120
        picture[: height // 3, :, 1] = 90
        stage = state.stages[7]
        frustum = UsdGeom.Camera(stage.GetPrimAtPath(self._product.camera)).GetCamera(0).frustum
        project = frustum.ComputeViewMatrix() * frustum.ComputeProjectionMatrix()
        cache = UsdGeom.XformCache()
        for prim in stage.Traverse():
            if prim.HasAPI(UsdPhysics.RigidBodyAPI):
                point = project.Transform(cache.GetLocalToWorldTransform(prim).ExtractTranslation())
                x, y = int((point[0] + 1) / 2 * width), int((1 - point[1]) / 2 * height)
                picture[max(0, y - 20) : y + 20, max(0, x - 20) : x + 20, 0] = 255
        return picture


class AnnotatorRegistry:
    @staticmethod
    def get_annotator(name: str) -> _Annotator:
        return _Annotator()


create = _Create()
orchestrator = _Orchestrator()
