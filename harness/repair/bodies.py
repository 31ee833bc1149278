"""Repairs of bodies that cannot or do not fall. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from harness.repair.change import Context, Draft, sites_of
from harness.safeguards.base import listed
from harness.scene.opinion import Opinion, OpinionKind, apply_api, set_attribute
from harness.stage.facts import BodyFacts
from harness.verdict import Finding

__all__ = [
    "clear_axis_locks",
    "clear_start_velocity",
    "clear_vertical_lock",
    "enable_body",
    "enable_gravity",
    "free_fall",
    "make_body",
    "make_dynamic",
    "open_instance",
    "select_variant",
    "wake_up",
]


def _bodies(context: Context, findings: Sequence[Finding]) -> list[BodyFacts]:
    named = set(sites_of(findings))
    return [b for b in context.known.bodies if b.path in named]


def _on_bodies(
    context: Context, findings: Sequence[Finding], title: str, make: Callable[[BodyFacts], Iterator[Opinion]]
) -> Draft | str:
    bodies = _bodies(context, findings)
    opinions = tuple(o for b in bodies for o in make(b))
    if not opinions:
        return "Nothing that could be changed was found on the bodies that the finding names."
    return Draft(title=title, reason=findings[0].message, opinions=opinions)


def make_body(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Apply RigidBodyAPI to the root prim: the whole asset becomes one body."""
    root = context.known.root_prim_path
    if not context.source.geometry(root):
        return "There is no geometry below the root prim, so a body would be empty."
    return Draft(
        title=f"Make {root} a rigid body",
        reason=findings[0].message,
        opinions=(apply_api(root, "PhysicsRigidBodyAPI"),),
    )


def make_dynamic(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Clear kinematicEnabled."""
    return _on_bodies(
        context,
        findings,
        "Let the body obey gravity",
        lambda b: iter([set_attribute(b.path, "physics:kinematicEnabled", "bool", False)] if b.is_kinematic else []),
    )


def enable_body(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Set rigidBodyEnabled."""
    return _on_bodies(
        context,
        findings,
        "Switch the rigid body on",
        lambda b: iter([set_attribute(b.path, "physics:rigidBodyEnabled", "bool", True)]),
    )


def wake_up(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Clear startsAsleep."""
    return _on_bodies(
        context,
        findings,
        "Start awake",
        lambda b: iter([set_attribute(b.path, "physics:startsAsleep", "bool", False)]),
    )


def enable_gravity(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Clear disableGravity."""
    return _on_bodies(
        context,
        findings,
        "Switch gravity on",
        lambda b: iter([set_attribute(b.path, "physxRigidBody:disableGravity", "bool", False)]),
    )


def clear_vertical_lock(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Clear lockedPosAxis."""
    return _on_bodies(
        context,
        findings,
        "Unlock the motion of the body",
        lambda b: iter([set_attribute(b.path, "physxRigidBody:lockedPosAxis", "int", 0)]),
    )


def clear_axis_locks(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Clear lockedRotAxis and lockedPosAxis."""

    def unlocked(body: BodyFacts) -> Iterator[Opinion]:
        for name, bits in (("lockedRotAxis", body.locked_rotation_axes), ("lockedPosAxis", body.locked_position_axes)):
            if bits:
                yield set_attribute(body.path, f"physxRigidBody:{name}", "int", 0)

    return _on_bodies(context, findings, "Unlock the axes of the body", unlocked)


def clear_start_velocity(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Take authored start velocities away."""

    def still(body: BodyFacts) -> Iterator[Opinion]:
        for name, velocity in (
            ("physics:velocity", body.linear_velocity_m_s),
            ("physics:angularVelocity", body.angular_velocity_rad_s),
        ):
            if velocity is not None and any(velocity):
                yield set_attribute(body.path, name, "vector3f", None)

    return _on_bodies(context, findings, "Start at rest", still)


def free_fall(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Take away what slows or pushes a body: each thing that a finding names, and nothing else."""
    text = " ".join(f.message for f in findings)

    def free(body: BodyFacts) -> Iterator[Opinion]:
        for name, word in (
            ("linearDamping", "linear damping"),
            ("maxLinearVelocity", "maxLinearVelocity"),
            ("sleepThreshold", "sleepThreshold"),
        ):
            path = f"physxRigidBody:{name}"
            if word in text and context.source.value(body.path, path) is not None:
                yield set_attribute(body.path, path, "float", None)
        if body.has_force_api:
            yield from _without_forces(context, body)

    return _on_bodies(context, findings, "Let the body fall freely", free)


_PUSHERS = {
    "PhysxForceAPI": "physxForce:forceEnabled",
    "PhysxSurfaceVelocityAPI": "physxSurfaceVelocity:surfaceVelocityEnabled",
    "PhysxSplinesSurfaceVelocityAPI": "physxSplinesSurfaceVelocity:surfaceVelocityEnabled",
}


def _without_forces(context: Context, body: BodyFacts) -> Iterator[Opinion]:
    paths = dict.fromkeys([body.path, *body.collider_paths, *(g.path for g in context.source.geometry(body.path))])
    for path in paths:
        schemas = context.source.schemas(path)
        for schema, switch in _PUSHERS.items():
            if schema in schemas:
                yield set_attribute(path, switch, "bool", False)


def select_variant(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Select the variant that brings the physics in, when there is only one."""
    hints = context.known.variant_hints
    if len(hints) != 1:
        choices = listed([f"{h.variant_set}={h.enabling} on {h.prim_path}" for h in hints])
        return f"More than one variant would bring the physics in ({choices}); choose one."
    hint = hints[0]
    return Draft(
        title=f"Select the variant '{hint.enabling}' of '{hint.variant_set}'",
        reason=findings[0].message,
        opinions=(
            Opinion(prim_path=hint.prim_path, kind=OpinionKind.VARIANT, name=hint.variant_set, value=hint.enabling),
        ),
    )


def open_instance(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Clear instanceable on the prims above a body."""
    bodies = _bodies(context, findings)
    paths = dict.fromkeys(p for b in bodies for p in context.known.instance_paths if f"{b.path}/".startswith(f"{p}/"))
    if not paths:
        return "The instance above the body was not found."
    return Draft(
        title="Open the instance that holds the body",
        reason=findings[0].message,
        opinions=tuple(Opinion(prim_path=p, kind=OpinionKind.INSTANCEABLE, value=False) for p in paths),
    )
