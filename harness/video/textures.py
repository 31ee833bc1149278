"""Decodes diffuse textures, also from inside package files, at a size that suits a small picture."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import numpy.typing as npt
from pxr import Ar, Tf

from harness.video.geometry import TextureImage, encode_srgb
from harness.video.materials import TextureUse

__all__ = ["MAX_TEXTURE_PX", "load_texture"]

MAX_TEXTURE_PX = 1024


def load_texture(use: TextureUse) -> TextureImage | None:
    """Return a decoded texture, or None when the file is missing or no picture."""
    import cv2

    path = re.sub("<UDIM>", "1001", use.path)
    data = _read(path)
    if data is None:
        return None
    reduced = cv2.IMREAD_REDUCED_COLOR_2 if _is_large_jpeg(data) else cv2.IMREAD_UNCHANGED
    try:
        decoded = cv2.imdecode(np.frombuffer(data, np.uint8), reduced)
    except cv2.error:
        return None
    if decoded is None:
        return None
    pixels = _as_rgb8(decoded)
    largest = max(pixels.shape[:2])
    if largest > MAX_TEXTURE_PX:
        factor = MAX_TEXTURE_PX / largest
        size = (max(1, round(pixels.shape[1] * factor)), max(1, round(pixels.shape[0] * factor)))
        pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    if not use.is_srgb or use.scale != (1.0, 1.0, 1.0) or use.bias != (0.0, 0.0, 0.0):
        pixels = _adjusted(pixels, use)
    rgba = np.full((*pixels.shape[:2], 4), 255, np.uint8)
    rgba[:, :, :3] = pixels[::-1]
    return TextureImage(pixels=rgba, is_repeating=use.is_repeating)


def _read(path: str) -> bytes | None:
    """Return the bytes behind a resolved asset path."""
    try:
        asset = Ar.GetResolver().OpenAsset(Ar.ResolvedPath(path))
    except Tf.ErrorException:
        return None
    if not asset:
        return None
    with asset:
        return bytes(asset.GetBuffer())


def _is_large_jpeg(data: bytes) -> bool:
    return data[:2] == b"\xff\xd8" and len(data) > 1_000_000


def _as_rgb8(decoded: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """Return a decoded picture (grey, BGR or BGRA; 8 bit, 16 bit or float) as 8-bit RGB."""
    if decoded.dtype == np.uint16:
        decoded = (decoded >> 8).astype(np.uint8)
    elif decoded.dtype != np.uint8:
        decoded = np.round(encode_srgb(decoded.astype(np.float64)) * 255).astype(np.uint8)
    if decoded.ndim == 2:
        decoded = np.repeat(decoded[:, :, None], 3, axis=2)
    if decoded.shape[2] < 3:
        decoded = np.repeat(decoded[:, :, :1], 3, axis=2)
    return np.ascontiguousarray(decoded[:, :, 2::-1], np.uint8)


def _adjusted(pixels: npt.NDArray[np.uint8], use: TextureUse) -> npt.NDArray[np.uint8]:
    """Apply scale and bias in linear space and return sRGB-encoded pixels."""
    value = np.arange(256) / 255
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4) if use.is_srgb else value
    result = np.empty_like(pixels)
    for channel in range(3):
        curve = np.round(encode_srgb(linear * use.scale[channel] + use.bias[channel]) * 255).astype(np.uint8)
        result[:, :, channel] = curve[pixels[:, :, channel]]
    return result
