"""Which codes have a repair, in words. Pure and light: reports and documents read it."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["BY_HAND", "REPAIRS", "Repair", "has_repair", "why_not"]


class Repair(NamedTuple):
    """A repair in words, and where its rule is."""

    summary: str
    """What is written."""
    rule: str
    """``module:function`` below ``harness.repair``."""
    is_symptom: bool = False
    """Whether the code only shows something; its repair waits until all others have been tried."""


REPAIRS: dict[str, Repair] = {
    "INT006": Repair("names the only root prim as the default prim", "stage:name_default_prim"),
    "INT007": Repair(
        "writes the `metersPerUnit` that counts now, if that gives a real size and density; else the unit that does",
        "stage:author_units",
    ),
    "INT008": Repair("writes the unit that gives a real size and density", "stage:valid_units"),
    "INT009": Repair("writes the `upAxis` that counts now", "stage:author_up_axis"),
    "SAF001": Repair("applies RigidBodyAPI to the root prim", "bodies:make_body"),
    "SAF002": Repair("makes colliders of the visible geometry of the body", "colliders:cover_geometry"),
    "SAF003": Repair("sets `collisionEnabled`, removes PhysxTriggerAPI", "colliders:enable_colliders"),
    "SAF004": Repair("clears `kinematicEnabled`", "bodies:make_dynamic"),
    "SAF005": Repair("sets `rigidBodyEnabled`", "bodies:enable_body"),
    "SAF006": Repair(
        "with `--allow-anchors` only: switches the joint off, or frees the kinematic base", "joints:disable_anchors"
    ),
    "SAF007": Repair("with `--allow-anchors` only: switches the joint off", "joints:disable_anchors"),
    "SAF008": Repair(
        "writes the positive number where a sign slipped and the density fits; else lets mass follow from volume",
        "masses:valid_mass",
    ),
    "SAF009": Repair("removes the inertia, so that it follows from geometry and mass", "masses:inertia_from_geometry"),
    "SAF013": Repair("writes down what engines take: volume x 1000 kg/m3", "masses:zero_mass"),
    "SAF014": Repair(
        "authors convexHull, or convexDecomposition for a closed mesh that fills less than 85 % of its hull",
        "colliders:known_approximation",
    ),
    "SAF015": Repair("a hidden convex mesh of the drawn shape collides instead", "colliders:collide_as_mesh"),
    "SAF016": Repair("clears `startsAsleep`", "bodies:wake_up"),
    "SAF017": Repair("clears `disableGravity`", "bodies:enable_gravity"),
    "SAF018": Repair("clears `lockedPosAxis`", "bodies:clear_vertical_lock"),
    "SAF019": Repair("deactivates the PhysicsScene of the asset", "stage:scene_off"),
    "SAF020": Repair("switches static colliders off", "colliders:static_off"),
    "SAF021": Repair("selects the variant, if only one brings the physics in", "bodies:select_variant"),
    "SAF022": Repair("clears `instanceable` above the body", "bodies:open_instance"),
    "SAF024": Repair("clears `simulationOwner`", "stage:clear_owner"),
    "SAF025": Repair("removes the start velocities", "bodies:clear_start_velocity"),
    "SAF026": Repair("removes the damping, limit, sleep threshold or force that is named", "bodies:free_fall"),
    "SAF027": Repair("writes the nearest restitution from 0 to 1; a friction of 0.5", "stage:valid_material"),
    "SAF029": Repair(
        "recomputes broken frames, and sets the missing body where only one is left to choose", "joints:valid_joints"
    ),
    "SAF031": Repair("recomputes the second frame from the first and the authored poses", "joints:matching_frames"),
    "SAF032": Repair("removes `!resetXformStack!` and keeps the pose", "stage:keep_transform_stack"),
    "SAF033": Repair("removes a physics value that engines cannot use", "stage:block_attribute"),
    "SAF034": Repair("moves CollisionAPI to the geometry below", "colliders:move_to_geometry"),
    "SAF036": Repair("a hidden mesh of 1 cm thickness collides instead of the sheet", "colliders:thicken"),
    "SAF037": Repair("turns the faces by the `orientation` of the mesh", "colliders:outward_normals"),
    "SAF038": Repair("removes the offsets", "colliders:default_offsets"),
    "SAF039": Repair(
        "makes a plain frame of the ghost, deactivates its joint, joins what it carried to its carrier",
        "joints:remove_ghosts",
    ),
    "SAF040": Repair("swaps inverted limits, removes unusable gains", "joints:usable_drives"),
    "SAF041": Repair("keeps one collider for each piece of geometry", "colliders:keep_inner_colliders"),
    "SAF042": Repair("a hidden convex mesh of the drawn shape collides instead", "colliders:collide_as_mesh"),
    "SAF043": Repair("authors an approximation that is quick to prepare", "colliders:cheap_approximation"),
    "SAF045": Repair("removes the centre of mass, so that it lies in the hull", "masses:center_from_geometry"),
    "SAF046": Repair("removes the contact stiffness", "stage:firm_contact"),
    "SAF047": Repair("removes the inertia, so that it follows from geometry and mass", "masses:inertia_from_geometry"),
    "SAF049": Repair(
        "undoes a mix-up of grams and kilograms, or of g/cm3 and kg/m3, if that gives a real density; else lets mass "
        "follow from volume, unless the size is in doubt: another unit of length explains the mass",
        "masses:plausible_mass",
    ),
    "SAF050": Repair(
        "applies the schema that the value needs, unless an impossible mass would begin to count",
        "stage:apply_missing_schema",
    ),
    "SAF051": Repair("clears the locks of the axes", "bodies:clear_axis_locks"),
    "SAF052": Repair(
        "makes colliders of the visible geometry of the body, in place of hidden ones that lie beside it",
        "colliders:cover_geometry",
    ),
    "SAF053": Repair(
        "with `--only SAF053`, as it is only a remark: a hidden mesh of 1 cm thickness collides instead",
        "colliders:thicken",
    ),
    "SAF054": Repair("switches collisions of the two links off (FilteredPairsAPI)", "joints:filter_pairs"),
    "SAF063": Repair("sets `collisionEnabled`", "colliders:enable_colliders"),
    "SAF065": Repair(
        "turns the faces so that neighbours agree and all point outward; a remark needs `--only SAF065`",
        "winding:consistent_winding",
    ),
    "MON001": Repair("rebuilds colliders that differ from what is drawn", "colliders:refit", True),
    "MON002": Repair("rebuilds colliders that differ from what is drawn", "colliders:refit", True),
    "MON003": Repair("stops drives that turn, and materials that bounce or slide for ever", "joints:stop_motion", True),
    "MON006": Repair("rebuilds colliders that differ from what is drawn", "colliders:refit", True),
    "MON007": Repair("rebuilds colliders that differ from what is drawn", "colliders:refit", True),
    "MON008": Repair("stops drives that turn a part of an asset that is at rest", "joints:stop_drives", True),
    "MON009": Repair("rebuilds colliders that differ from what is drawn", "colliders:refit", True),
}
"""Repair by code."""

BY_HAND: dict[str, str] = {
    "INT001": "The file is damaged: what is missing cannot be guessed.",
    "INT002": "The missing file must be delivered.",
    "INT003": "Which composition arc is wrong is a decision of the author.",
    "INT004": "Which root prim is the asset is a decision of the author.",
    "INT005": "There is no geometry that could be repaired.",
    "INT010": "It is no defect: numbers are only converted.",
    "INT011": "The texture must be delivered.",
    "INT012": "Whether a part is too small or deliberately so cannot be known; scale the reference.",
    "SAF010": "A broken mesh must be exported again; its true faces are not known.",
    "SAF011": "A broken mesh must be exported again; its true points are not known.",
    "SAF012": "Transforms must be frozen where the asset is modelled: a repair would move visible geometry.",
    "SAF023": "The hierarchy must be flattened; an override layer cannot move prims.",
    "SAF028": "The asset is not wrong; another engine is needed.",
    "SAF030": "The bodies must become siblings with a joint; an override layer cannot move prims.",
    "SAF035": "The geometry must be moved below a body or out of the asset; an override layer cannot move prims.",
    "SAF044": "No joint connects the bodies: filtered, they would sink into each other. Move them apart or join them.",
    "SAF048": "The force limit of the real actuator is not in the asset.",
    "SAF055": "Which detail can go is a decision of the author.",
    "SAF056": "What the drive should do is a decision of the author.",
    "SAF057": "The points must be mirrored in the authoring tool; away from joints the part is simulated well.",
    "SAF058": "Where to divide a long collider is a decision of the author.",
    "SAF059": "The true size is not in the asset; check metersPerUnit.",
    "SAF060": "The prims must be moved below the root prim; an override layer cannot move prims.",
    "SAF061": "Where the collider should be is a decision of the author.",
    "SAF062": "Whether the body is animated or simulated is a decision of the author.",
    "SAF064": "Whether the transform was meant is a decision of the author.",
    "SAF066": "The mesh must be repaired in a modelling tool.",
    "SAF068": "Which of the two is the mechanism is a decision of the author.",
    "SAF069": "Which of the targets was meant is a decision of the author.",
    "SAF071": "Which prim was meant is a decision of the author.",
    "SAF073": "Which of the two is the collider is a decision of the author.",
    "SAF075": "Whether pose or limits are wrong is a decision of the author.",
    "SAF072": "Which of the motions are wanted is a decision of the author.",
    "INT013": "The rule is about the delivery; the finding names it.",
    "SAF067": "The friction of the real material is not in the asset.",
}
"""Why a code has no repair."""

_FAMILIES = {
    "ENG": "What the engine reports follows from another finding, or is no defect of the asset.",
    "HAR": "It is no defect of the asset.",
    "TST": "It is no defect of the asset.",
    "MON": "It is a symptom; the repairs of its causes apply.",
}


def has_repair(code: str) -> bool:
    """Whether ``asset-qa fix`` may repair what a code names."""
    return code in REPAIRS


def why_not(code: str) -> str:
    """Return why a code has no repair."""
    return BY_HAND.get(code) or _FAMILIES.get(code[:3]) or "It needs a decision or data that the asset does not hold."
