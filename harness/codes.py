"""Every code in one table: what it means, what it does to the outcome, how to fix it.

A code is named after the defect. Numbers are never reused. Families: INT intake, SAF safeguards before the simulation,
ENG engine, MON monitors of the motion, TST remarks of a test, HAR the harness itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from harness.outcomes import Lifecycle, Severity

__all__ = ["CODES", "CODES_BY_ID", "Code"]


@dataclass(frozen=True, kw_only=True)
class Code:
    """One row of the table."""

    id: str
    """Stable identifier such as ``SAF008``."""
    name: str
    """Kebab-case name of the defect."""
    severity: Severity
    """Default effect on the outcome."""
    text: str
    """What it means and why it matters."""
    fix: str
    """What to do."""
    requirements: tuple[str, ...] = ()
    """Requirement identifiers of published rule sets that ask for the same."""
    lifecycle: Lifecycle = Lifecycle.STABLE
    """Maturity."""


def _code(id: str, name: str, severity: Severity, text: str, fix: str, *requirements: str) -> Code:
    return Code(id=id, name=name, severity=severity, text=text, fix=fix, requirements=requirements)


_E, _F, _B, _I, _N, _W, _O = (
    Severity.ERROR,
    Severity.FAIL,
    Severity.BLOCKED,
    Severity.INCONCLUSIVE,
    Severity.NOT_APPLICABLE,
    Severity.WARN,
    Severity.INFO,
)

CODES: tuple[Code, ...] = (
    # Intake
    _code(
        "INT001",
        "file-unreadable",
        _E,
        "The file is not a readable USD file, so nothing about the asset is known.",
        "Open it in usdview or run usdchecker; export it again if it is damaged.",
    ),
    _code(
        "INT002",
        "unresolved-reference",
        _E,
        "A layer, reference or payload that the asset names cannot be found. The asset is incomplete: what is left may behave well, but it is not what will be delivered.",
        "Deliver the missing file with the asset or correct the asset path.",
    ),
    _code(
        "INT003",
        "composition-error",
        _E,
        "The stage does not compose: a cycle, an invalid target or another composition error hides part of the asset.",
        "Open the asset in usdview, read the composition errors and repair the arcs they name.",
    ),
    _code(
        "INT004",
        "default-prim-ambiguous",
        _E,
        "There is no default prim and more than one root prim, so it is unknown which prim is the asset.",
        "Set defaultPrim on the root layer to the asset's root prim.",
    ),
    _code(
        "INT005",
        "stage-empty",
        _E,
        "The stage holds no prim that could be tested.",
        "Export the asset again; check that the root prim is defined and active.",
    ),
    _code(
        "INT006",
        "default-prim-missing",
        _W,
        "There is no default prim. The only root prim was taken instead, but a plain reference to this file loads nothing.",
        "Set defaultPrim on the root layer.",
    ),
    _code(
        "INT007",
        "units-unauthored",
        _W,
        "metersPerUnit is not written, so USD's fallback of 0.01 (centimetres) applies. An asset drawn in metres is then a hundred times too small.",
        "Write metersPerUnit on the root layer.",
        "UN.001",
    ),
    _code(
        "INT008",
        "units-invalid",
        _F,
        "metersPerUnit or kilogramsPerUnit is zero, negative or not finite, so the asset has no size or mass.",
        "Write a positive metersPerUnit and kilogramsPerUnit on the root layer.",
        "UN.001",
    ),
    _code(
        "INT009",
        "up-axis-unauthored",
        _O,
        "upAxis is not written, so USD's fallback applies.",
        "Write upAxis on the root layer.",
        "UN.006",
    ),
    _code(
        "INT010",
        "units-converted",
        _O,
        "The asset uses other units or another up axis than metres, kilograms and Z; all results are converted.",
        "",
    ),
    _code(
        "INT011",
        "texture-missing",
        _O,
        "A texture that a material names cannot be found. Physics is not affected; the picture is.",
        "Deliver the texture with the asset.",
    ),
    # Safeguards
    _code(
        "SAF001",
        "rigid-body-missing",
        _F,
        "No prim has an enabled RigidBodyAPI, so nothing can fall: the asset is static scenery.",
        "Apply UsdPhysics.RigidBodyAPI to the root prim.",
        "RB.001",
    ),
    _code(
        "SAF002",
        "collider-missing",
        _F,
        "A body has no collider, so it falls through everything.",
        "Apply UsdPhysics.CollisionAPI to at least one mesh of the body.",
        "COL.001",
    ),
    _code(
        "SAF003",
        "collider-disabled",
        _F,
        "A body's colliders are all switched off (collisionEnabled = false) or are triggers, so it falls through everything.",
        "Set physics:collisionEnabled to true and remove PhysxTriggerAPI.",
        "COL.001",
    ),
    _code(
        "SAF004",
        "body-kinematic",
        _F,
        "A body is kinematic: it ignores gravity and stays where it is.",
        "Set physics:kinematicEnabled to false.",
    ),
    _code(
        "SAF005",
        "body-disabled",
        _F,
        "A body is switched off (rigidBodyEnabled = false): its colliders become static geometry.",
        "Set physics:rigidBodyEnabled to true or remove the RigidBodyAPI.",
    ),
    _code(
        "SAF006",
        "world-anchor",
        _N,
        "A joint pins the asset to the world, so it cannot fall by design.",
        "Remove the anchoring joint if the asset is meant to be loose.",
    ),
    _code(
        "SAF007",
        "world-anchor-via-non-body",
        _N,
        "A joint side points at a prim that is no rigid body; the engine takes that side as the world, so the asset is pinned.",
        "Point the joint at a prim with RigidBodyAPI, or remove the joint.",
    ),
    _code(
        "SAF008",
        "mass-invalid",
        _F,
        "A mass or density is negative or not finite. The engine silently replaces it, so the run would look fine.",
        "Write a positive mass in proportion to the real object.",
    ),
    _code(
        "SAF009",
        "inertia-invalid",
        _F,
        "A diagonal inertia is negative, not finite, breaks the triangle inequality, or is physically impossible for the mass and size of the body. Such bodies explode, spin for ever or fall through the floor.",
        "Remove the authored diagonalInertia so that it follows from the geometry, or write values that fit the mass and size.",
    ),
    _code(
        "SAF010",
        "mesh-topology-invalid",
        _F,
        "A collision mesh has impossible face counts or indices. Such data crashes or hangs PhysX.",
        "Export the mesh again; every face needs at least three indices, all within the points.",
    ),
    _code(
        "SAF011",
        "mesh-points-invalid",
        _F,
        "A collision mesh has no points, non-finite or absurdly large points, or no area. Such data crashes or hangs PhysX or leaves the body without a collider.",
        "Export the mesh again from a clean source.",
    ),
    _code(
        "SAF012",
        "transform-degenerate",
        _F,
        "A transform is not finite, has zero scale, contains shear, or puts the asset out of any sensible range. The engine drops or distorts such geometry.",
        "Freeze the transforms in the authoring tool.",
    ),
    _code(
        "SAF013",
        "mass-zero",
        _W,
        'A mass of 0 is authored. In UsdPhysics that means "not given": the engine computes a mass from volume and density.',
        "Write the real mass.",
    ),
    _code(
        "SAF014",
        "approximation-replaced",
        _W,
        "A triangle mesh (approximation none, meshSimplification or unknown) on a dynamic body is replaced by a convex hull, and an SDF depends on the engine: what is simulated is not what is authored.",
        "Author convexHull or convexDecomposition.",
    ),
    _code(
        "SAF015",
        "analytic-shape-scaled-unevenly",
        _W,
        "A sphere or capsule is scaled unevenly. The engine takes one radius, so the collider differs from the drawn geometry.",
        "Scale it evenly, or use a mesh with convexHull.",
    ),
    _code(
        "SAF016",
        "starts-asleep",
        _F,
        "A body starts asleep, so it hangs in the air until something touches it.",
        "Set physics:startsAsleep to false.",
    ),
    _code(
        "SAF017",
        "gravity-disabled",
        _F,
        "Gravity is switched off for a body, so it never falls.",
        "Set physxRigidBody:disableGravity to false.",
    ),
    _code(
        "SAF018",
        "motion-locked",
        _F,
        "The vertical motion of a body is locked, so it never falls.",
        "Clear physxRigidBody:lockedPosAxis.",
    ),
    _code(
        "SAF019",
        "own-physics-scene",
        _W,
        "The asset brings its own PhysicsScene, which would take over gravity and time step wherever it is used. It was switched off for the test.",
        "Remove the PhysicsScene from the asset.",
    ),
    _code(
        "SAF020",
        "static-collider-in-asset",
        _W,
        "The asset brings static colliders (a floor, or parts that no body carries). They would hold the asset up in the air and were switched off for the test.",
        "Move the geometry under a rigid body or out of the asset.",
    ),
    _code(
        "SAF021",
        "physics-variant-off",
        _F,
        "The physics of the asset is in a variant that is not selected, so nothing can fall as delivered.",
        "Select the variant, or run with --variant SET=NAME.",
    ),
    _code(
        "SAF022",
        "body-inside-instance",
        _F,
        "A rigid body lies inside an instanceable prim. The engine makes it silently static.",
        "Put RigidBodyAPI on the instance root or above, or clear instanceable.",
    ),
    _code(
        "SAF023",
        "collider-too-deep",
        _F,
        "A collider lies more than 60 levels below its body. The engine silently makes it static.",
        "Flatten the hierarchy.",
    ),
    _code(
        "SAF024",
        "simulation-owner-overridden",
        _W,
        "A physics:simulationOwner names a scene of the asset, or one that does not exist; an engine then drops the body. It was cleared for the test.",
        "Remove the simulationOwner relationship.",
    ),
    _code(
        "SAF025",
        "initial-velocity",
        _W,
        "A body starts with an authored velocity, so the drop is not a drop from rest.",
        "Remove physics:velocity and physics:angularVelocity.",
    ),
    _code(
        "SAF026",
        "fall-impeded",
        _W,
        "Damping, a velocity limit, a sleep threshold or a force on the body slows or stops its fall.",
        "Remove the damping, limit or force, or justify it.",
    ),
    _code(
        "SAF027",
        "material-invalid",
        _F,
        "A physics material has a friction or restitution that is negative, above 1 (restitution) or not finite. The engine rejects it or turns it into a spring.",
        "Write friction >= 0 and restitution between 0 and 1.",
    ),
    _code(
        "SAF028",
        "feature-not-simulated",
        _I,
        "The asset uses deformables, particles, vehicles or instanced bodies that this engine does not build or report on a CPU, so part of the asset would go untested.",
        "Run the test on an engine that supports the feature.",
    ),
    _code(
        "SAF029",
        "joint-invalid",
        _F,
        "A joint has no bodies, the same body twice, a non-finite frame or a zero rotation; the engine ignores it and the parts fall apart.",
        "Give the joint two bodies and finite local frames with unit rotations.",
    ),
    _code(
        "SAF030",
        "nested-bodies",
        _W,
        "A rigid body lies below another one. Engines simulate both independently; some reject the asset.",
        "Make the bodies siblings and connect them with a joint.",
        "RB.006",
    ),
    _code(
        "SAF031",
        "joint-frames-disagree",
        _W,
        "The two frames of a joint are apart at the authored pose, so the joint snaps together at the first step.",
        "Recompute localPos and localRot from the authored poses.",
    ),
    _code(
        "SAF032",
        "xform-stack-reset",
        _W,
        "A prim resets its transform stack and so ignores where the asset is placed. The scene placed it with the asset for the test; a plain reference leaves it behind.",
        "Remove !resetXformStack!.",
    ),
    _code(
        "SAF033",
        "attribute-invalid",
        _F,
        "A physics attribute holds a value that is not finite or not of its type. Engines ignore it silently or hang on it.",
        "Correct the value.",
    ),
    _code(
        "SAF034",
        "collision-api-on-non-gprim",
        _W,
        "CollisionAPI sits on a prim without geometry of its own. This engine merges everything below into one collider; others ignore it.",
        "Apply CollisionAPI to the geometry prims.",
        "COL.002",
    ),
    _code(
        "SAF035",
        "geometry-without-body",
        _W,
        "Visible geometry belongs to no rigid body and stays behind when the asset falls.",
        "Move it under the body.",
    ),
    _code(
        "SAF036",
        "degenerate-collider",
        _W,
        "A collision mesh is flat: all its points lie in one plane. The engine invents a thickness.",
        "Give the collider real thickness, at least 1 cm.",
    ),
    _code(
        "SAF037",
        "inward-normals",
        _W,
        "The faces of a closed collision mesh point inward. Hulls ignore it; SDF and triangle colliders do not.",
        "Flip the faces.",
    ),
    _code(
        "SAF038",
        "offsets-unusual",
        _W,
        "A contact or rest offset makes the collider float above or sink into what it touches.",
        "Leave restOffset at 0 and contactOffset to the engine.",
    ),
    _code(
        "SAF039",
        "ghost-body",
        _W,
        "A rigid body has neither collider nor mass: a frame, not an object. Engines give it a default mass.",
        "Remove RigidBodyAPI from the frame prim.",
    ),
    _code(
        "SAF040",
        "joint-break-or-drive-invalid",
        _F,
        "A joint drive, limit or break force is not usable (not finite, or lower above upper), so the mechanism does not behave as drawn.",
        "Write finite drive gains and limits with lower <= upper.",
    ),
    _code(
        "SAF041",
        "collision-counted-twice",
        _W,
        "A collider on an Xform merges geometry that has a collider of its own, so shape and mass count twice.",
        "Keep only one of the two CollisionAPIs.",
    ),
    _code(
        "SAF042",
        "collider-unsupported-type",
        _F,
        "A CollisionAPI sits on a prim type from which the engine makes no dynamic collider (points, curves, an infinite plane).",
        "Use a mesh or an analytic solid.",
    ),
    _code(
        "SAF043",
        "collider-cooking-expensive",
        _W,
        "A collider needs so much time or memory to prepare that loading the asset may take minutes or fail.",
        "Lower the SDF resolution or sphere count, simplify the mesh, or author convexHull or convexDecomposition.",
    ),
    _code(
        "SAF044",
        "bodies-overlap",
        _W,
        "Two bodies that no joint connects overlap at the authored pose, so the engine pushes them apart at the first step.",
        "Move them apart, or connect them with a joint.",
    ),
    _code(
        "SAF045",
        "center-of-mass-outside",
        _W,
        "The authored centre of mass lies outside the body, so it rolls about a point that is not part of it.",
        "Remove physics:centerOfMass so that it follows from the geometry, or put it inside the collider.",
    ),
    _code(
        "SAF046",
        "contact-compliant",
        _W,
        "A physics material makes contacts into springs (compliantContactStiffness): the asset sinks into what it lands on.",
        "Set physxMaterial:compliantContactStiffness to 0.",
    ),
    _code(
        "SAF047",
        "inertia-implausible",
        _W,
        "A diagonal inertia is far from what the mass and size of the body suggest, such as the identity on a small part. "
        "The body turns too slowly or too easily.",
        "Remove the authored diagonalInertia so that it follows from the geometry, or write values that fit the mass and size.",
    ),
    _code(
        "SAF048",
        "drive-without-force",
        _W,
        "A joint drive has a maximum force of 0, so it cannot move or hold the joint.",
        "Write the actuator's real force limit, or remove the drive.",
    ),
    _code(
        "SAF049",
        "mass-implausible",
        _W,
        "The authored mass and the size of the asset give a density that no material has, as after a mix-up of units.",
        "Write the mass of the real object in the stage's unit; check kilogramsPerUnit and metersPerUnit.",
    ),
    # Engine
    _code(
        "ENG000",
        "engine-error",
        _E,
        "The engine could not do its work.",
        "See the engine log beside the verdict; run asset-qa doctor.",
    ),
    _code(
        "ENG001",
        "engine-unavailable",
        _B,
        "The engine cannot be used on this machine.",
        "Run asset-qa doctor; it says what is missing.",
    ),
    _code(
        "ENG002",
        "engine-crashed",
        _E,
        "The engine process died.",
        "Run again; if it repeats, look at the engine log beside the verdict.",
    ),
    _code(
        "ENG003",
        "engine-timeout",
        _E,
        "The engine did not answer before its deadline and was killed.",
        "Run again; raise watchdog_seconds if the asset is known to be slow.",
    ),
    _code(
        "ENG004",
        "engine-memory",
        _E,
        "The engine outgrew its memory limit and was killed.",
        "Reduce triangle counts and SDF resolution, or raise engine.memory_limit_mb.",
    ),
    _code(
        "ENG005",
        "engine-protocol",
        _E,
        "The engine worker sent an incomplete or malformed answer.",
        "Run asset-qa doctor; report the engine log.",
    ),
    _code(
        "ENG006",
        "asset-crashes-engine",
        _F,
        "The asset crashes the engine every time, while a known-good control asset passes.",
        "Check for self-penetrating geometry, zero-volume colliders and extreme values; step the asset by hand in Kit to see the PhysX error.",
    ),
    _code(
        "ENG007",
        "asset-hangs-engine",
        _F,
        "The asset hangs the engine or exhausts its memory every time, while a known-good control asset passes.",
        "Check for self-penetrating geometry, missing or zero-volume colliders, overlapping bodies and NaN or extreme values; simplify SDF and decomposition settings.",
    ),
    _code(
        "ENG008",
        "body-not-built",
        _F,
        "The engine did not create a rigid body that the asset authors.",
        "See the engine log; check the body's transform, mass and simulation owner.",
    ),
    _code(
        "ENG009",
        "shape-not-built",
        _F,
        "The engine did not create a collider that the asset authors, so the body is not solid there.",
        "See the engine log; repair or simplify the geometry.",
    ),
    _code(
        "ENG010",
        "joint-not-built",
        _F,
        "The engine did not create a joint that the asset authors, so parts fall apart.",
        "See the engine log; check joint targets and frames.",
    ),
    _code(
        "ENG011",
        "mass-replaced",
        _W,
        "The engine uses another mass or inertia than the asset authors.",
        "Write a mass and inertia that the engine accepts.",
    ),
    _code(
        "ENG012",
        "engine-log-errors",
        _W,
        "The engine reported errors while it loaded or simulated the asset.",
        "Read the engine log beside the verdict.",
    ),
    _code(
        "ENG013",
        "start-pose-differs",
        _F,
        "The engine put a body elsewhere than the asset authors.",
        "Check transforms for shear, negative scale and !resetXformStack!.",
    ),
    _code(
        "ENG014",
        "poses-not-updating",
        _E,
        "No pose changed during the fall although gravity acts on the bodies; the readings cannot be trusted.",
        "Run asset-qa doctor; report the engine log.",
    ),
    _code(
        "ENG015",
        "unexpected-static-part",
        _W,
        "The engine made a static part out of something that the asset authors as movable.",
        "See the engine log; check instancing and nesting depth.",
    ),
    # Monitors
    _code(
        "MON001",
        "no-ground-contact",
        _F,
        "The asset never came down to the floor.",
        "Apply RigidBodyAPI on the root and CollisionAPI on at least one mesh; remove anchoring joints; give it a positive mass.",
        "RB.010",
    ),
    _code(
        "MON002",
        "floor-penetrated",
        _F,
        "The asset sank through the floor.",
        "Use convexHull, turn normals outward, thicken geometry below 1 cm.",
        "COL.003",
    ),
    _code(
        "MON003",
        "not-at-rest",
        _F,
        "The asset touched the floor but did not come to rest in time.",
        "Give it a realistic mass, put the centre of mass inside the collider, flatten a rounded base, separate overlapping colliders.",
    ),
    _code(
        "MON004",
        "non-finite-state",
        _F,
        "A pose or velocity became infinite or not a number.",
        "Check mass, inertia, drives and scale for extreme values.",
    ),
    _code(
        "MON005",
        "runaway-energy",
        _F,
        "A body moves faster or rises higher than the fall could make it: the simulation gained energy.",
        "Check inertia, overlapping colliders and joint frames.",
    ),
    _code(
        "MON006",
        "hovering",
        _W,
        "The asset never touched the floor for real: it came to rest above it.",
        "Make the collider fit the visible geometry.",
        "COL.004",
    ),
    _code(
        "MON007",
        "rests-in-floor",
        _W,
        "The asset rests deeper in the floor than 1 % of its height (at least 1 mm).",
        "Make the collider cover the visible geometry.",
        "COL.004",
    ),
    _code(
        "MON008",
        "creeping-at-rest",
        _W,
        "By its velocity the asset still creeps or spins while it counts as at rest.",
        "Flatten a rounded base, raise friction or check the centre of mass.",
    ),
    _code(
        "MON009",
        "collider-visual-mismatch",
        _W,
        "The collider is smaller or larger than the visible geometry.",
        "Rebuild the collider from the visible geometry.",
        "COL.004",
    ),
    _code(
        "MON010",
        "fall-not-free",
        _W,
        "The asset did not fall as gravity demands: before it touched the floor, its centre of mass was not at g t.",
        "Check damping, initial velocity, gravity settings and joints.",
    ),
    _code(
        "MON011",
        "unread-quantity",
        _I,
        "A quantity that a required criterion needs was not measured.",
        "Run again; report the engine log.",
    ),
    # Tests
    _code(
        "TST001",
        "drop-height-raised",
        _W,
        "The asset is so small that 8 times its height is no real fall; it was dropped from higher.",
        "Nothing, if the size is right. Otherwise check metersPerUnit.",
    ),
    _code(
        "TST002",
        "simulated-time-extended",
        _O,
        "The fall alone takes so long that the simulated time was extended.",
        "",
    ),
    _code(
        "TST003",
        "run-cut-short",
        _I,
        "The run ended before every criterion could be decided.",
        "Raise simulation_seconds or watchdog_seconds.",
    ),
    # Harness
    _code(
        "HAR001",
        "internal-error",
        _E,
        "asset-qa itself broke on this asset; the other assets are not affected.",
        "Report the traceback in the verdict.",
    ),
    _code("HAR002", "usage-error", _E, "The command, a path or a file is wrong.", "Follow the message."),
    _code("HAR003", "config-error", _E, "A configuration key or value is wrong.", "Follow the message."),
    _code("HAR004", "unknown-name", _E, "A test, engine or code does not exist.", "Follow the message."),
    _code(
        "HAR005",
        "intake-broken",
        _E,
        "The reader of asset-qa broke on the file.",
        "Report the traceback in the verdict.",
    ),
    _code(
        "HAR006",
        "record-invalid",
        _E,
        "A stored result is missing, damaged or from another schema version.",
        "Run the test again.",
    ),
    _code(
        "HAR007",
        "case-process-died",
        _E,
        "The process that worked on the asset died or missed its deadline before it wrote a verdict.",
        "Run again; if it repeats, the file may crash the USD library: open it in usdview.",
    ),
)

CODES_BY_ID: dict[str, Code] = {c.id: c for c in CODES}
