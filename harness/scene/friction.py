"""Friction between the asset and a surface of the scene, as the engine combines it. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from harness.stage.facts import StageFacts

__all__ = ["CombinedFriction", "combined_friction"]

# PhysX takes the mode that comes last here when two materials disagree. Source: PxMaterial.h, PxCombineMode.
_MODES = ("average", "min", "multiply", "max")
# Without a bound material the engine uses its default one.
_DEFAULT = 0.5


@dataclass(frozen=True, kw_only=True)
class CombinedFriction:
    """Smallest and largest coefficient over all colliders of the asset."""

    static_low: float
    static_high: float
    dynamic_low: float
    dynamic_high: float


def combined_friction(facts: StageFacts, surface: float) -> CombinedFriction | None:
    """Combine the friction of every enabled collider of a body with that of a surface whose mode is "average".

    Args:
        facts: The asset.
        surface: Static and dynamic friction of the surface.

    Returns:
        ``None`` when no enabled collider is known.
    """
    materials = {m.path: m for m in facts.materials}
    static: list[float] = []
    dynamic: list[float] = []
    for collider in facts.colliders:
        if collider.body_path is None or not collider.is_enabled or collider.is_trigger:
            continue
        material = materials.get(collider.material_path or "")
        if material is None:
            own_static, own_dynamic, mode = _DEFAULT, _DEFAULT, "average"
        else:
            # A material that leaves a coefficient out has the schema's fallback of 0.
            own_static = material.static_friction or 0.0
            own_dynamic = material.dynamic_friction or 0.0
            mode = material.friction_combine_mode or "average"
        static.append(_combine(own_static, surface, mode))
        dynamic.append(_combine(own_dynamic, surface, mode))
    if not static:
        return None
    return CombinedFriction(
        static_low=min(static), static_high=max(static), dynamic_low=min(dynamic), dynamic_high=max(dynamic)
    )


def _combine(own: float, surface: float, mode: str) -> float:
    if mode not in _MODES or mode == "average":
        return (own + surface) / 2
    return {"min": min(own, surface), "multiply": own * surface, "max": max(own, surface)}[mode]
