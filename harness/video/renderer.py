"""Draws one picture: shadow mask, the asset at twice the resolution, and the room behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from harness.video import shaders
from harness.video.camera import CameraView
from harness.video.geometry import DrawBatch, Finish, TextureImage
from harness.video.gl import GlContext
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
    box: tuple[float, float, float, float]
    """Part of the picture in which the asset is, in clip space: left, bottom, right, top."""
    is_sunk: bool
    """Whether a part is under the floor and has to shine through."""


@dataclass(frozen=True, kw_only=True)
class GpuBatch:
    """One uploaded batch."""

    body: int
    texture: int
    finish: Finish
    is_solid: bool
    vertex_arrays: tuple[Any, ...]
    """For the asset: over the floor, under the floor. For the shadow: one."""
    buffers: tuple[Any, ...]


@dataclass(frozen=True, kw_only=True)
class GpuScene:
    """Uploaded geometry, held as long as a with block lasts."""

    batches: tuple[GpuBatch, ...]
    shadow_batches: tuple[GpuBatch, ...]
    textures: tuple[Any, ...]

    def __enter__(self) -> GpuScene:
        """Return the scene, which is released at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Free the memory of the driver."""
        for batch in (*self.batches, *self.shadow_batches):
            for item in (*batch.vertex_arrays, *batch.buffers):
                item.release()
        for texture in self.textures:
            texture.release()


class _Plane(NamedTuple):
    """A plane of the room: it starts at the corner of the room and runs along two of its edges."""

    is_floor: bool
    edge_1: tuple[float, float, float]
    edge_2: tuple[float, float, float]
    low: tuple[float, float, float]
    """Encoded colour far from the light, or at the foot of a wall."""
    high: tuple[float, float, float]


_PLANES = (
    _Plane(True, (1, 0, 0), (0, -1, 0), (0.235, 0.410, 0.670), (0.370, 0.565, 0.850)),
    _Plane(False, (0, -1, 0), (0, 0, 1), (0.270, 0.450, 0.715), (0.297, 0.495, 0.786)),
    _Plane(False, (1, 0, 0), (0, 0, 1), (0.300, 0.490, 0.765), (0.330, 0.539, 0.842)),
)
_UPSIDE_DOWN = np.diag([1.0, -1.0, 1.0, 1.0])


class Renderer:
    """Draws pictures of one size.

    Args:
        gl: The OpenGL context.
        width: Pixels.
        height: Pixels.
    """

    def __init__(self, gl: GlContext, width: int, height: int) -> None:
        self._gl = context = gl.context
        self._finish = gl.finish
        self.size = (width, height)
        self._asset = {
            (textured, sunk): context.program(
                vertex_shader=shaders.asset_vertex(textured), fragment_shader=shaders.asset_fragment(textured, sunk)
            )
            for textured in (False, True)
            for sunk in (False, True)
        }
        self._mask = context.program(vertex_shader=shaders.MASK_VERTEX, fragment_shader=shaders.MASK_FRAGMENT)
        self._planes = {
            is_floor: context.program(
                vertex_shader=shaders.ROOM_VERTEX, fragment_shader=shaders.room_fragment(is_floor)
            )
            for is_floor in (True, False)
        }
        self._composite = context.program(
            vertex_shader=shaders.COMPOSITE_VERTEX, fragment_shader=shaders.COMPOSITE_FRAGMENT
        )
        large = (width * SUPERSAMPLING, height * SUPERSAMPLING)
        self._asset_color = context.texture(large, 4)
        self._asset_color.repeat_x = self._asset_color.repeat_y = False
        self._asset_target = context.framebuffer([self._asset_color], context.depth_renderbuffer(large))
        self._mask_target = context.framebuffer([context.texture((MASK_PX, MASK_PX), 2)])
        self._mask_texture = context.texture((MASK_PX, MASK_PX), 2)
        self._mask_texture.repeat_x = self._mask_texture.repeat_y = False
        self._mask_texture.write(bytes(MASK_PX * MASK_PX * 2))
        self._out = context.framebuffer([context.texture((width, height), 4)])
        self._quads = {
            program: context.vertex_array(program, []) for program in (*self._planes.values(), self._composite)
        }
        self._planes[True]["mask"].value = 2
        self._composite["asset"].value = 1

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
            batches=tuple(self._asset_batch(batch) for batch in batches),
            shadow_batches=tuple(self._shadow_batch(batch) for batch in shadow_batches),
            textures=tuple(self._texture(image) for image in textures),
        )

    def _asset_batch(self, batch: DrawBatch) -> GpuBatch:
        """Upload a batch for both programs of its kind: over the floor and under it."""
        vertices = self._gl.buffer(np.ascontiguousarray(batch.vertices))
        indices = self._gl.buffer(np.ascontiguousarray(batch.indices))
        is_textured = batch.texture >= 0
        layout: tuple[str, ...] = ("3f 3f 8x 3f1 1x", "position", "normal", "color")
        if is_textured:
            layout = ("3f 3f 2f 3f1 1x", "position", "normal", "st", "color")
        return GpuBatch(
            body=batch.body,
            texture=batch.texture,
            finish=batch.finish,
            is_solid=batch.is_solid,
            vertex_arrays=tuple(
                self._gl.vertex_array(self._asset[is_textured, sunk], [(vertices, *layout)], indices)
                for sunk in (False, True)
            ),
            buffers=(vertices, indices),
        )

    def _shadow_batch(self, batch: DrawBatch) -> GpuBatch:
        """Upload a batch for the shadow mask."""
        vertices = self._gl.buffer(np.ascontiguousarray(batch.vertices[:, :3]))
        indices = self._gl.buffer(np.ascontiguousarray(batch.indices))
        return GpuBatch(
            body=batch.body,
            texture=-1,
            finish=batch.finish,
            is_solid=batch.is_solid,
            vertex_arrays=(self._gl.vertex_array(self._mask, [(vertices, "3f", "position")], indices),),
            buffers=(vertices, indices),
        )

    def _texture(self, image: TextureImage) -> Any:
        height, width = image.pixels.shape[:2]
        texture = self._gl.texture((width, height), 4, np.ascontiguousarray(image.pixels))
        texture.build_mipmaps()
        texture.filter = (self._gl.LINEAR_MIPMAP_NEAREST, self._gl.LINEAR)
        texture.repeat_x = texture.repeat_y = image.is_repeating
        return texture

    def draw(self, scene: GpuScene, frame: FrameView) -> Picture:
        """Return a picture, RGBA, first row on top, shape (height, width, 4)."""
        matrices = np.ascontiguousarray(np.swapaxes(frame.matrices, 1, 2), np.float32)
        if frame.shadow is not None:
            self._draw_mask(scene, frame.shadow, frame.room, matrices)
        self._draw_asset(scene, frame, matrices)
        self._finish()
        self._draw_room(frame)
        self._draw_composite(frame)
        self._finish()
        picture = np.empty((self.size[1], self.size[0], 4), np.uint8)
        self._out.read_into(picture, components=4, alignment=1)
        return picture

    def _draw_mask(
        self, scene: GpuScene, shadow: ShadowPlan, room: RoomPlan, matrices: npt.NDArray[np.float32]
    ) -> None:
        """Project the asset along the light onto the floor and blur the result."""
        gl, program = self._gl, self._mask
        self._mask_target.use()
        self._mask_target.clear()
        gl.enable_only(gl.BLEND)
        gl.blend_func = gl.ONE, gl.ONE
        gl.blend_equation = gl.MAX
        program["mask_centre"].value = tuple(shadow.centre_m)
        program["mask_half"].value = shadow.half_m
        program["slide"].value = tuple(-room.key_direction[:2] / room.key_direction[2])
        program["per_near_height"].value = 1 / shadow.near_height_m
        for batch in scene.shadow_batches:
            program["world_from_body"].write(matrices[batch.body])
            batch.vertex_arrays[0].render()
        gl.blend_equation = gl.FUNC_ADD
        self._finish()
        mask = np.empty((MASK_PX, MASK_PX, 2), np.uint8)
        self._mask_target.read_into(mask, components=2, alignment=1)
        texel = 2 * shadow.half_m / MASK_PX
        for channel, sigma in enumerate((shadow.sigma_m, shadow.contact_sigma_m)):
            mask[:, :, channel] = _blurred(np.ascontiguousarray(mask[:, :, channel]), max(sigma / texel, 0.8))
        self._mask_texture.write(mask)

    def _draw_asset(self, scene: GpuScene, frame: FrameView, matrices: npt.NDArray[np.float32]) -> None:
        """Draw the asset over nothing: premultiplied colour and opacity."""
        gl = self._gl
        self._asset_target.use()
        self._asset_target.clear()
        gl.enable_only(gl.DEPTH_TEST)
        gl.depth_func = "<="
        self._set_lights(frame)
        for batch in scene.batches:
            if not batch.finish.is_translucent:
                self._draw_batch(scene, batch, frame, matrices)
        glass = [batch for batch in scene.batches if batch.finish.is_translucent]
        if not glass:
            return
        # Only the nearest layer of glass is seen: its depth first, then its colour.
        self._write_color(False)
        for batch in glass:
            self._draw_batch(scene, batch, frame, matrices)
        self._write_color(True)
        gl.enable(gl.BLEND)
        gl.blend_func = gl.ONE, gl.ONE_MINUS_SRC_ALPHA
        for batch in glass:
            self._draw_batch(scene, batch, frame, matrices)

    def _write_color(self, is_on: bool) -> None:
        """Switch the colour of the asset's target on or off; the binding takes the mask over when it is bound."""
        self._asset_target.color_mask = is_on, is_on, is_on, is_on
        self._asset_target.use()

    def _set_lights(self, frame: FrameView) -> None:
        """Set what is the same for all batches of a frame."""
        key, to_eye = frame.room.key_direction, -frame.view.forward
        fill = np.array([-key[1], key[0], 0.35])
        half = key + to_eye
        clip = np.ascontiguousarray(frame.view.matrix().T, np.float32)
        for program in self._asset.values():
            program["clip_from_world"].write(clip)
            program["to_eye"].value = tuple(to_eye)
            program["key_direction"].value = tuple(key)
            program["fill_direction"].value = tuple(fill / np.linalg.norm(fill))
            program["half_direction"].value = tuple(half / np.linalg.norm(half))
            program["per_radius"].value = 1 / frame.room.radius_m

    def _draw_batch(
        self, scene: GpuScene, batch: GpuBatch, frame: FrameView, matrices: npt.NDArray[np.float32]
    ) -> None:
        program = self._asset[batch.texture >= 0, frame.is_sunk]
        program["world_from_body"].write(matrices[batch.body])
        program["surface"].value = (max(batch.finish.roughness, 0.1), batch.finish.metallic, batch.finish.opacity)
        if batch.texture >= 0:
            scene.textures[batch.texture].use(0)
        if batch.is_solid:
            self._gl.enable(self._gl.CULL_FACE)
        else:
            self._gl.disable(self._gl.CULL_FACE)
        batch.vertex_arrays[int(frame.is_sunk)].render()

    def _draw_room(self, frame: FrameView) -> None:
        """Draw floor and walls; the picture is upside down, as its lowest row is read back first."""
        room, shadow = frame.room, frame.shadow
        self._out.use()
        self._gl.enable_only(self._gl.NOTHING)
        clip = np.ascontiguousarray((_UPSIDE_DOWN @ frame.view.matrix()).T, np.float32)
        for program in self._planes.values():
            program["clip_from_world"].write(clip)
            program["per_cell"].value = 1 / room.cell_m
            program["per_radius"].value = 1 / room.radius_m
            program["per_screen"].value = (1 / self.size[0], 1 / self.size[1])
        floor = self._planes[True]
        corner = np.array([room.wall_x_m, room.wall_y_m, 0.0])
        floor["spot"].value = (room.spot_m[0] - corner[0], corner[1] - room.spot_m[1])
        if shadow is None:
            floor["shadow_strength"].value = (0.0, 0.0)
        else:
            scale = 0.5 / shadow.half_m
            floor["mask_scale"].value = (scale, -scale)
            floor["mask_offset"].value = tuple(0.5 + scale * (corner[:2] - shadow.centre_m))
            floor["shadow_strength"].value = shadow.strength
            self._mask_texture.use(2)
        for plane in _PLANES:
            program = self._planes[plane.is_floor]
            program["corner"].value = tuple(corner)
            program["edge_1"].value = tuple(np.array(plane.edge_1) * room.extent_m)
            program["edge_2"].value = tuple(np.array(plane.edge_2) * room.extent_m)
            program["low"].value, program["high"].value = plane.low, plane.high
            self._quads[program].render(self._gl.TRIANGLE_STRIP, vertices=4)

    def _draw_composite(self, frame: FrameView) -> None:
        """Lay the asset over the room, in the part of the picture where it is."""
        gl = self._gl
        gl.enable_only(gl.BLEND)
        gl.blend_func = gl.ONE, gl.ONE_MINUS_SRC_ALPHA
        self._composite["box"].value = frame.box
        self._asset_color.use(1)
        self._quads[self._composite].render(gl.TRIANGLE_STRIP, vertices=4)

    def _programs(self) -> tuple[Any, ...]:
        return (*self._asset.values(), self._mask, *self._planes.values(), self._composite)

    def release(self) -> None:
        """Free the memory of the driver."""
        for target in (self._asset_target, self._mask_target, self._out):
            for attachment in (*target.color_attachments, target.depth_attachment):
                if attachment is not None:
                    attachment.release()
            target.release()
        for item in (*self._quads.values(), self._mask_texture, *self._programs()):
            item.release()


def _blurred(mask: Picture, sigma: float) -> Picture:
    """Return a mask blurred by a Gaussian, shape (H, W); a wide blur is done on a smaller copy.

    Args:
        mask: Shape (H, W), one channel.
        sigma: Standard deviation in texels.
    """
    import cv2

    reduction = 1
    while sigma / reduction > 3.0 and reduction < 16:
        reduction *= 2
    height, width = mask.shape
    if reduction > 1:
        mask = cv2.resize(mask, (width // reduction, height // reduction), interpolation=cv2.INTER_AREA)
    blurred = cv2.GaussianBlur(mask, (0, 0), sigma / reduction)
    if reduction > 1:
        blurred = cv2.resize(blurred, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(blurred, np.uint8)
