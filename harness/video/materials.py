"""Colour, gloss and diffuse texture of USD materials: UsdPreviewSurface and the common OmniPBR inputs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from pxr import Gf, Sdf, UsdShade

__all__ = ["Look", "TextureUse", "read_look"]

_PREVIEW_DEFAULT = (0.18, 0.18, 0.18)
"""Default of UsdPreviewSurface inputs:diffuseColor. Source: UsdPreviewSurface specification."""


@dataclass(frozen=True, kw_only=True)
class TextureUse:
    """A diffuse texture and how it is laid on."""

    path: str
    """Resolved asset path; may point into a package file."""
    primvar: str
    """Name of the texture coordinates."""
    is_srgb: bool
    is_repeating: bool
    st_transform: npt.NDArray[np.float64]
    """Maps (s, t, 1) to texture space, shape (2, 3)."""
    scale: tuple[float, float, float]
    bias: tuple[float, float, float]


@dataclass(frozen=True, kw_only=True)
class Look:
    """What a surface looks like; colours are linear."""

    color: tuple[float, float, float] | None
    """None: the mesh's own displayColor counts."""
    roughness: float = 0.5
    metallic: float = 0.0
    opacity: float = 1.0
    texture: TextureUse | None = None
    warning: str | None = None
    """What could not be read from the material."""


def read_look(material: UsdShade.Material) -> Look:
    """Return the look of a material; what is not understood falls back to displayColor and is named in ``warning``."""
    source = material.ComputeSurfaceSource()
    shader = source[0] if isinstance(source, tuple) else source
    if shader and shader.GetIdAttr().Get() == "UsdPreviewSurface":
        return _preview_look(shader)
    source = material.ComputeSurfaceSource("mdl")
    shader = source[0] if isinstance(source, tuple) else source
    if shader and shader.GetPrim().HasAttribute("info:mdl:sourceAsset"):
        return _mdl_look(shader)
    return Look(
        color=None, warning=f"material {material.GetPath()} has no surface that can be drawn; displayColor counts"
    )


def _preview_look(shader: UsdShade.Shader) -> Look:
    """Read the inputs of a UsdPreviewSurface."""
    color, texture, warning = _diffuse(shader)
    is_specular = bool(_number(shader, "useSpecularWorkflow", 0.0))
    return Look(
        color=color,
        roughness=_unit(_number(shader, "roughness", 0.5)),
        metallic=0.0 if is_specular else _unit(_number(shader, "metallic", 0.0)),
        opacity=_unit(_number(shader, "opacity", 1.0)),
        texture=texture,
        warning=warning,
    )


def _mdl_look(shader: UsdShade.Shader) -> Look:
    """Read the inputs that OmniPBR and its relatives share."""
    value = _value(shader, "diffuse_color_constant")
    color = _color(value) if value is not None else None
    texture = None
    asset = _value(shader, "diffuse_texture")
    if isinstance(asset, Sdf.AssetPath) and (asset.resolvedPath or asset.path):
        texture = TextureUse(
            path=asset.resolvedPath or asset.path,
            primvar="st",
            is_srgb=True,
            is_repeating=True,
            st_transform=np.eye(3)[:2],
            scale=(1.0, 1.0, 1.0),
            bias=(0.0, 0.0, 0.0),
        )
    opacity = _unit(_number(shader, "opacity_constant", 1.0)) if _value(shader, "enable_opacity") else 1.0
    return Look(
        color=color,
        roughness=_unit(_number(shader, "reflection_roughness_constant", 0.5)),
        metallic=_unit(_number(shader, "metallic_constant", 0.0)),
        opacity=opacity,
        texture=texture,
    )


def _diffuse(
    surface: UsdShade.Shader,
) -> tuple[tuple[float, float, float] | None, TextureUse | None, str | None]:
    """Return colour, texture and warning of the diffuseColor input."""
    entry = surface.GetInput("diffuseColor")
    if not entry:
        return _PREVIEW_DEFAULT, None, None
    source = _upstream(entry)
    if source is None:
        return _color(_value(surface, "diffuseColor")) or _PREVIEW_DEFAULT, None, None
    identifier = source.GetIdAttr().Get()
    if identifier == "UsdUVTexture":
        return _textured(source)
    if isinstance(identifier, str) and identifier.startswith("UsdPrimvarReader"):
        return None, None, None
    return None, None, f"shader node {identifier} of {source.GetPath()} is not drawn; displayColor counts"


def _textured(
    node: UsdShade.Shader,
) -> tuple[tuple[float, float, float] | None, TextureUse | None, str | None]:
    """Return colour, texture and warning of a UsdUVTexture node."""
    fallback = _color(_value(node, "fallback")) or (0.0, 0.0, 0.0)
    asset = _value(node, "file")
    path = (asset.resolvedPath or asset.path) if isinstance(asset, Sdf.AssetPath) else ""
    if not path:
        return fallback, None, f"texture {node.GetPath()} names no file"
    primvar, transform = "st", np.eye(3)[:2]
    st_source = _upstream(node.GetInput("st")) if node.GetInput("st") else None
    if st_source is not None and st_source.GetIdAttr().Get() == "UsdTransform2d":
        transform = _transform_2d(st_source)
        st_source = _upstream(st_source.GetInput("in")) if st_source.GetInput("in") else None
    if st_source is not None:
        primvar = str(_value(st_source, "varname") or "st")
    use = TextureUse(
        path=path,
        primvar=primvar,
        is_srgb=_value(node, "sourceColorSpace") != "raw",
        is_repeating=_value(node, "wrapS") not in ("clamp", "black"),
        st_transform=transform,
        scale=_color(_value(node, "scale")) or (1.0, 1.0, 1.0),
        bias=_color(_value(node, "bias")) or (0.0, 0.0, 0.0),
    )
    return (1.0, 1.0, 1.0), use, None


def _transform_2d(node: UsdShade.Shader) -> npt.NDArray[np.float64]:
    """Return the matrix of a UsdTransform2d node: scale, then rotation, then translation."""
    scale, translation = _value(node, "scale"), _value(node, "translation")
    angle = math.radians(_number(node, "rotation", 0.0))
    sx, sy = (float(scale[0]), float(scale[1])) if scale is not None else (1.0, 1.0)
    tx, ty = (float(translation[0]), float(translation[1])) if translation is not None else (0.0, 0.0)
    cos, sin = math.cos(angle), math.sin(angle)
    return np.array([[cos * sx, -sin * sy, tx], [sin * sx, cos * sy, ty]])


def _upstream(entry: UsdShade.Input) -> UsdShade.Shader | None:
    """Return the shader that feeds an input, looking through node-graph interfaces, or None."""
    for attribute in UsdShade.Utils.GetValueProducingAttributes(entry):
        shader = UsdShade.Shader(attribute.GetPrim())
        if shader and UsdShade.Output.IsOutput(attribute):
            return shader
    return None


def _value(shader: UsdShade.Shader, name: str) -> Any:
    """Return the constant value of an input, looking through connections to material inputs."""
    entry = shader.GetInput(name)
    if not entry:
        return None
    for attribute in UsdShade.Utils.GetValueProducingAttributes(entry):
        if UsdShade.Input.IsInput(attribute):
            return attribute.Get()
    return entry.Get()


def _number(shader: UsdShade.Shader, name: str, default: float) -> float:
    """Return a finite constant, or the default when the input is absent, textured or of another type."""
    value = _value(shader, name)
    return float(value) if isinstance(value, int | float) and math.isfinite(value) else default


def _unit(value: float) -> float:
    return min(max(value, 0.0), 1.0)


def _color(value: object) -> tuple[float, float, float] | None:
    """Return the first three components, or None when they are no finite numbers."""
    if not isinstance(value, Gf.Vec3f | Gf.Vec4f | Gf.Vec3d | Gf.Vec4d | Gf.Vec3h | Gf.Vec4h):
        return None
    parts = (float(value[0]), float(value[1]), float(value[2]))
    return parts if all(math.isfinite(part) for part in parts) else None
