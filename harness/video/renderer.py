"""Draws one picture: shadow mask, the asset at twice the resolution, and the room behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.video import shaders
from harness.video.camera import CameraView
from harness.video.geometry import DrawBatch, TextureImage
from harness.video.room import RoomPlan, ShadowPlan

__all__ = ["FrameView", "GpuScene", "Renderer"]

MASK_PX = 256
SUPERSAMPLING = 2

Picture = npt.NDArray[np.uint8]


@dataclass(frozen=True, kw_only=True)
class FrameView:
    """One picture to draw."""

    view: CameraView
    matrices: npt.NDArray[np.float64]
    """World from body, column-vector notation, shape (B + 1, 4, 4); the last one is for what stands still."""
    room: RoomPlan
    shadow: ShadowPlan | None
    is_sunk: bool
    """Whether a part is under the floor and has to shine through."""


@dataclass(frozen=True, kw_only=True)
class GpuBatch:
    """One uploaded batch."""

    body: int
    texture: int
    is_translucent: bool
    vertex_array: Any
    buffers: tuple[Any, ...]


@dataclass(frozen=True, kw_only=True)
class GpuScene:
    """Uploaded geometry."""

    batches: tuple[GpuBatch, ...]
    shadow_batches: tuple[GpuBatch, ...]
    textures: tuple[Any, ...]

    def release(self) -> None:
        """Free the memory of the driver."""
        for batch in (*self.batches, *self.shadow_batches):
            batch.vertex_array.release()
            for buffer in batch.buffers:
                buffer.release()
        for texture in self.textures:
            texture.release()


class Renderer:
    """Draws pictures of one size.

    Args:
        context: A ``moderngl.Context``.
        width: Pixels.
        height: Pixels.
    """

    def __init__(self, context: Any, width: int, height: int) -> None:
        self._gl = context
        self.size = (width, height)
        self._asset = context.program(vertex_shader=shaders.ASSET_VERTEX, fragment_shader=shaders.ASSET_FRAGMENT)
        self._mask = context.program(vertex_shader=shaders.MASK_VERTEX, fragment_shader=shaders.MASK_FRAGMENT)
        self._room = context.program(vertex_shader=shaders.ROOM_VERTEX, fragment_shader=shaders.ROOM_FRAGMENT)
        large = (width * SUPERSAMPLING, height * SUPERSAMPLING)
        self._asset_color = context.texture(large, 4)
        self._asset_color.repeat_x = self._asset_color.repeat_y = False
        self._asset_target = context.framebuffer([self._asset_color], context.depth_renderbuffer(large))
        self._mask_target = context.framebuffer([context.texture((MASK_PX, MASK_PX), 2)])
        self._mask_texture = context.texture((MASK_PX, MASK_PX), 2)
        self._mask_texture.repeat_x = self._mask_texture.repeat_y = False
        self._mask_texture.write(bytes(MASK_PX * MASK_PX * 2))
        self._out = context.framebuffer([context.texture((width, height), 4)])
        self._screen = context.vertex_array(self._room, [])
        self._room["asset"].value = 1
        self._room["mask"].value = 2

    def upload(
        self, batches: tuple[DrawBatch, ...], shadow_batches: tuple[DrawBatch, ...], textures: tuple[TextureImage, ...]
    ) -> GpuScene:
        """Copy geometry to the driver.

        Args:
            batches: What is seen.
            shadow_batches: What casts the shadow.
            textures: Textures that the batches refer to.
        """
        return GpuScene(
            batches=tuple(self._batch(batch, self._asset, False) for batch in batches),
            shadow_batches=tuple(self._batch(batch, self._mask, True) for batch in shadow_batches),
            textures=tuple(self._texture(image) for image in textures),
        )

    def _batch(self, batch: DrawBatch, program: Any, only_position: bool) -> GpuBatch:
        vertices = batch.vertices[:, :3] if only_position else batch.vertices
        vertex_buffer = self._gl.buffer(np.ascontiguousarray(vertices))
        index_buffer = self._gl.buffer(np.ascontiguousarray(batch.indices))
        layout = ("3f", "position") if only_position else (
            "3f 3f 2f 4f1 4f1", "position", "normal", "st", "color", "surface",
        )  # fmt: skip
        return GpuBatch(
            body=batch.body,
            texture=batch.texture,
            is_translucent=batch.is_translucent,
            vertex_array=self._gl.vertex_array(program, [(vertex_buffer, *layout)], index_buffer),
            buffers=(vertex_buffer, index_buffer),
        )

    def _texture(self, image: TextureImage) -> Any:
        height, width = image.pixels.shape[:2]
        texture = self._gl.texture((width, height), 4, np.ascontiguousarray(image.pixels))
        texture.build_mipmaps()
        texture.filter = (self._gl.LINEAR_MIPMAP_LINEAR, self._gl.LINEAR)
        texture.repeat_x = texture.repeat_y = image.is_repeating
        return texture

    def draw(self, scene: GpuScene, frame: FrameView) -> Picture:
        """Return a picture, RGBA, first row on top, shape (height, width, 4)."""
        matrices = np.ascontiguousarray(np.swapaxes(frame.matrices, 1, 2), np.float32)
        if frame.shadow is not None:
            self._draw_mask(scene, frame.shadow, frame.room, matrices)
        self._draw_asset(scene, frame, matrices)
        self._draw_room(frame)
        picture = np.empty((self.size[1], self.size[0], 4), np.uint8)
        self._out.read_into(picture, components=4, alignment=1)
        return picture

    def _draw_mask(
        self, scene: GpuScene, shadow: ShadowPlan, room: RoomPlan, matrices: npt.NDArray[np.float32]
    ) -> None:
        """Project the asset along the light onto the floor and blur the result."""
        import cv2

        gl, program = self._gl, self._mask
        self._mask_target.use()
        self._mask_target.clear()
        gl.enable_only(gl.BLEND)
        gl.blend_func = gl.ONE, gl.ONE
        gl.blend_equation = gl.MAX
        program["mask_centre"].value = tuple(shadow.centre_m)
        program["mask_half"].value = shadow.half_m
        program["slide"].value = tuple(-room.key_direction[:2] / room.key_direction[2])
        program["near_height"].value = shadow.near_height_m
        for batch in scene.shadow_batches:
            program["world_from_body"].write(matrices[batch.body])
            batch.vertex_array.render()
        gl.blend_equation = gl.FUNC_ADD
        mask = np.empty((MASK_PX, MASK_PX, 2), np.uint8)
        self._mask_target.read_into(mask, components=2, alignment=1)
        texel = 2 * shadow.half_m / MASK_PX
        for channel, sigma in enumerate((shadow.sigma_m, shadow.contact_sigma_m)):
            blurred = cv2.GaussianBlur(np.ascontiguousarray(mask[:, :, channel]), (0, 0), max(sigma / texel, 0.8))
            mask[:, :, channel] = blurred
        self._mask_texture.write(mask)

    def _draw_asset(self, scene: GpuScene, frame: FrameView, matrices: npt.NDArray[np.float32]) -> None:
        """Draw the asset over nothing: premultiplied colour and opacity."""
        gl, program = self._gl, self._asset
        self._asset_target.use()
        self._asset_target.clear()
        gl.enable_only(gl.DEPTH_TEST)
        gl.depth_func = "<="
        program["clip_from_world"].write(np.ascontiguousarray(frame.view.matrix().T, np.float32))
        program["eye"].value = tuple(frame.view.eye_m)
        program["key_direction"].value = tuple(frame.room.key_direction)
        program["radius"].value = frame.room.radius_m
        program["ghost"].value = 1.0 if frame.is_sunk else 0.0
        for batch in scene.batches:
            if not batch.is_translucent:
                self._draw_batch(scene, batch, matrices)
        glass = [batch for batch in scene.batches if batch.is_translucent]
        if not glass:
            return
        # Only the nearest layer of glass is seen: its depth first, then its colour.
        self._asset_target.color_mask = False, False, False, False
        for batch in glass:
            self._draw_batch(scene, batch, matrices)
        self._asset_target.color_mask = True, True, True, True
        gl.enable(gl.BLEND)
        gl.blend_func = gl.ONE, gl.ONE_MINUS_SRC_ALPHA
        for batch in glass:
            self._draw_batch(scene, batch, matrices)

    def _draw_batch(self, scene: GpuScene, batch: GpuBatch, matrices: npt.NDArray[np.float32]) -> None:
        self._asset["world_from_body"].write(matrices[batch.body])
        self._asset["has_texture"].value = batch.texture >= 0
        if batch.texture >= 0:
            scene.textures[batch.texture].use(0)
        batch.vertex_array.render()

    def _draw_room(self, frame: FrameView) -> None:
        """Draw floor and walls by ray and plane, and lay the asset over them."""
        view, room, program = frame.view, frame.room, self._room
        self._out.use()
        self._gl.enable_only(self._gl.NOTHING)
        left, top = -view.right * view.tan_half_x, view.up * view.tan_half_y
        # The first row that is read back is the lowest one, so the picture is drawn upside down.
        program["corner_00"].value = tuple(view.forward + left + top)
        program["corner_10"].value = tuple(view.forward - left + top)
        program["corner_01"].value = tuple(view.forward + left - top)
        program["eye"].value = tuple(view.eye_m)
        program["wall"].value = (room.wall_x_m, room.wall_y_m)
        program["cell"].value = room.cell_m
        program["radius"].value = room.radius_m
        program["spot"].value = tuple(room.spot_m)
        shadow = frame.shadow
        program["mask_centre"].value = (0.0, 0.0) if shadow is None else tuple(shadow.centre_m)
        program["mask_half"].value = 1.0 if shadow is None else shadow.half_m
        program["shadow_strength"].value = (0.0, 0.0) if shadow is None else shadow.strength
        self._asset_color.use(1)
        self._mask_texture.use(2)
        self._screen.render(self._gl.TRIANGLES, vertices=3)

    def release(self) -> None:
        """Free the memory of the driver."""
        for target in (self._asset_target, self._mask_target, self._out):
            for attachment in (*target.color_attachments, target.depth_attachment):
                if attachment is not None:
                    attachment.release()
            target.release()
        for item in (self._screen, self._mask_texture, self._asset, self._mask, self._room):
            item.release()
