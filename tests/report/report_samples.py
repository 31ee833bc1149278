"""Made-up verdicts of every outcome, with the files that lie beside them."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path
from typing import Any

from harness.outcomes import CriterionStatus, Outcome, Severity, StopReason
from harness.parts import BodyRecord, JointRecord
from harness.report import RunEntry, RunReport, make_run_report
from harness.report.codec import write_json_atomic
from harness.verdict import (
    Artifact,
    AssetRecord,
    ConfigValue,
    Criterion,
    EngineRecord,
    Event,
    Finding,
    Site,
    Verdict,
    VideoRecord,
    finding,
)

MARGIN_M, TOLERANCE_M, DROP_M = 0.1, 0.02, 1.6
CONTACT_S = math.sqrt(2 * (DROP_M - MARGIN_M) / 9.81)
FULL = (
    Artifact(kind="trajectory", file="trajectory.npz"),
    Artifact(kind="scene", file="scene.usda"),
    Artifact(kind="replay", file="replay.usdc"),
    Artifact(kind="config", file="config.yaml"),
    Artifact(kind="engine-log", file="engine.log"),
)
VIDEO = (Artifact(kind="video", file="video.mp4"), Artifact(kind="still", file="still.png"))


BODY = BodyRecord(
    path="/Crate/Body",
    kind="dynamic",
    mass_kg=4.0,
    authored_mass_kg=4.0,
    density_kg_m3=333.3,
    inertia_kg_m2=(0.027, 0.043, 0.043),
    center_of_mass_m=(0.0, 0.0, 0.1),
    collider_count=1,
    approximations=("convexHull",),
    hull_vertices=8,
    volume_m3=0.012,
)
JOINT = JointRecord(
    path="/Crate/Lid_hinge",
    kind="RevoluteJoint",
    body0="/Crate/Body",
    body1=None,
    lower_limit=-90.0,
    upper_limit=0.0,
    drives=("angular: stiffness 4",),
)


def criterion(name: str, title: str, measured: float | None, limit: float | None, **changes: Any) -> Criterion:
    lower = name in ("floor-penetration", "rest-depth")
    both = measured is not None and limit is not None
    margin = ((measured - limit) if lower else (limit - measured)) if both else None  # type: ignore[operator]
    status = CriterionStatus.UNDECIDED
    if margin is not None:
        status = CriterionStatus.MET if margin >= 0 else CriterionStatus.NOT_MET
    values: dict[str, Any] = {"unit": "m", "is_required": True, "code": "MON001", "status": status, **changes}
    return Criterion(name=name, title=title, measured=measured, limit=limit, margin=margin, **values)


def criteria(
    *, low: float = -0.0031, final_low: float = -0.0002, movement: float | None = 0.0004, rest_s: float | None = 3.188
) -> tuple[Criterion, ...]:
    met = CriterionStatus.MET
    is_contact = low <= MARGIN_M
    since = None if rest_s is None else rest_s - CONTACT_S
    deepest = low if is_contact else None
    return (
        criterion(
            "ground-contact", "It comes down to the floor", low, MARGIN_M, time_s=CONTACT_S if is_contact else None
        ),
        criterion("floor-penetration", "It does not sink through the floor", deepest, -MARGIN_M, code="MON002"),
        criterion("rest", "It stays still for 2 s", movement, TOLERANCE_M, code="MON003", time_s=rest_s),
        criterion("rest-deadline", "It is at rest within 8 s of contact", since, 8.0, code="MON003", unit="s"),
        criterion(
            "finite-state", "Every pose and velocity is a number", None, None, code="MON004", status=met, unit=""
        ),
        criterion(
            "bounded-energy", "It gains no energy", 5.603, 16.21, code="MON005", unit="m/s", prim_path="/Crate/Body"
        ),
        criterion("engine-built-everything", "The engine built every body and collider", 0, 0, code="ENG008", unit=""),
        criterion(
            "real-contact", "The floor feels it", 39.2, None, code="MON006", status=met, unit="N", is_required=False
        ),
        criterion(
            "rest-depth", "It rests on the floor, not in it", final_low, -0.002, code="MON007", is_required=False
        ),
        criterion("rest-speed", "It is slow at rest", 0.0006, 0.01, code="MON008", unit="m/s", is_required=False),
        criterion(
            "rest-spin", "It does not spin at rest", 0.0021, 0.05, code="MON008", unit="rad/s", is_required=False
        ),
        criterion(
            "free-fall-speed",
            "It falls as gravity demands",
            None,
            0.011,
            code="MON010",
            unit="s",
            is_required=False,
            note="The engine reported no force on the floor.",
        ),
    )


def verdict(name: str, outcome: Outcome = Outcome.PASS, **changes: Any) -> Verdict:
    base = Verdict(
        outcome=outcome,
        summary="It fell 1.6 m onto the floor, did not sink in, and came to rest 3.2 s after it was let go.",
        test="ground_drop",
        test_version="3.0.0",
        asset=AssetRecord(
            name=name,
            path=f"/home/jane/secret-project/{name}.usda",
            sha256="9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            layers=(("parts/body.usda", "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752"),),
            meters_per_unit=0.01,
            kilograms_per_unit=1.0,
            up_axis="Y",
            conversions=("centimetres to metres", "Y up to Z up"),
            height_m=0.2,
            size_m=(0.3, 0.2, 0.2),
            body_count=1,
            total_mass_kg=4.0,
            bodies=(BODY,),
            joints=(JOINT,),
        ),
        safeguards=("world-anchor", "collider", "approximation", "mass"),
        engine=EngineRecord(name="ovphysx", version="0.7.0", physx_version="5.8", device="cpu"),
        stop_reason=StopReason.DECIDED,
        criteria=criteria(),
        events=events(),
        config=(
            ConfigValue(key="ground_drop.drop_height_factor", value=8.0, origin="default"),
            ConfigValue(key="ground_drop.floor_margin_m", value=MARGIN_M, origin="default"),
            ConfigValue(key="ground_drop.rest_tolerance_m", value=TOLERANCE_M, origin="command line"),
            ConfigValue(key="ground_drop.rest_detection_hold_seconds", value=2.0, origin="default"),
            ConfigValue(key="ground_drop.rest_detection_max_seconds", value=8.0, origin="default"),
            ConfigValue(key="ground_drop.physics_fps", value=240, origin="file:/home/jane/secret-project/nightly.yaml"),
        ),
        measurements={"drop_height_m": DROP_M, "impact_speed_m_s": 5.603, "floor_force_n": None},
        versions={"asset-qa": "0.1.0", "usd-core": "26.11", "python": "3.11.7", "platform": "Linux x86_64"},
        durations_s={"intake": 0.02, "stage": 0.11, "scene": 0.05, "simulate": 1.84, "judge": 0.03, "record": 0.04},
        artifacts=(*FULL, *VIDEO),
        video=VideoRecord(status="ok", renderer="moderngl", frames=56),
        reproduce=f"asset-qa run ground_drop /home/jane/secret-project/{name}.usda --set rest_tolerance_m=0.02",
        started_at="2026-12-01T10:22:31+00:00",
    )
    return dataclasses.replace(base, **changes)


def events(*, deepest: float = -0.0031, rest_s: float | None = 3.188) -> tuple[Event, ...]:
    found = [
        Event(name="ground-contact", frame_index=133, time_s=CONTACT_S, value=0.083, unit="m"),
        Event(name="floor-force", frame_index=137, time_s=0.571, value=212.4, unit="N"),
        Event(name="deepest", frame_index=138, time_s=0.575, value=deepest, unit="m"),
    ]
    if rest_s is not None:
        found.append(Event(name="rest", frame_index=765, time_s=rest_s, value=0.0004, unit="m"))
    return tuple(found)


WARNINGS: tuple[Finding, ...] = (
    finding(
        "SAF014", "The triangle mesh of /Crate/Body/Shell is replaced by its convex hull.", sites=["/Crate/Body/Shell"]
    ),
    finding("MON007", "It rests 2.6 mm deep in the floor.", measured=-0.0026, limit=-0.002, unit="m"),
)
NOTE = finding("INT010", "The asset is in centimetres and Y up; all results are in metres and Z up.")


def every_outcome() -> tuple[Verdict, ...]:
    return (
        verdict("crate", findings=(NOTE,)),
        verdict("shelf", findings=(*WARNINGS, NOTE), criteria=criteria(final_low=-0.0026)),
        strict(),
        hovering(),
        sinking(),
        rolling(),
        error(),
        not_applicable(),
        blocked(),
        inconclusive(),
    )


def strict() -> Verdict:
    return verdict(
        "strict_shelf", Outcome.FAIL, findings=WARNINGS, is_strict=True, criteria=criteria(final_low=-0.0026)
    )


def hovering() -> Verdict:
    return verdict(
        "kinematic_lamp",
        Outcome.FAIL,
        summary="It never came down to the floor: it stayed 1.6 m above it for 10 s.",
        findings=(
            finding(
                "MON001", "The lowest point stayed at 1.600 m.", measured=1.6, limit=MARGIN_M, unit="m", time_s=10.0
            ),
        ),
        criteria=criteria(low=1.6, movement=None, rest_s=None),
        events=(),
        stop_reason=StopReason.TIME_LIMIT,
        causes=("The body /Lamp/Base is kinematic.", "A joint may pin it to the world."),
        fixes=("Set physics:kinematicEnabled to false.", "Remove the anchoring joint."),
        artifacts=FULL,
        video=VideoRecord(
            status="skipped",
            reason="No OpenGL library was found under /usr/lib.",
            fix_command="apt-get install -y libegl1 libgl1-mesa-dri",
        ),
    )


def sinking() -> Verdict:
    contact = Event(name="ground-contact", frame_index=133, time_s=CONTACT_S, value=0.083, unit="m")
    through = Event(name="penetration", frame_index=143, time_s=0.595, value=-0.104, unit="m", prim_path="/Tray")
    return verdict(
        "thin_tray",
        Outcome.FAIL,
        summary="It sank through the floor 0.6 s after it was let go.",
        findings=(
            finding(
                "MON002",
                "The lowest point is 104 mm below the floor.",
                sites=[Site(prim_path="/Tray/Mesh", file="parts/tray.usda", line=12)],
                measured=-0.104,
                limit=-MARGIN_M,
                unit="m",
                time_s=0.595,
            ),
            WARNINGS[0],
        ),
        criteria=criteria(low=-0.104, movement=None, rest_s=None),
        events=(contact, through),
        causes=("The collision mesh is 4 mm thick.",),
        fixes=("Thicken the geometry to 1 cm.", "Use convexHull."),
        video=VideoRecord(status="failed", reason="The encoder stopped at /tmp/x/clip.mp4."),
        artifacts=FULL,
    )


def rolling() -> Verdict:
    return verdict(
        "bowl",
        Outcome.FAIL,
        summary="It touched the floor but was still moving 8 s later.",
        findings=(
            finding("MON003", "It moved 143 mm within 2 s.", measured=0.143, limit=TOLERANCE_M, unit="m", time_s=8.55),
        ),
        criteria=criteria(movement=0.143, rest_s=None),
        events=events(rest_s=None),
        causes=("The base is round.",),
        fixes=("Flatten the base.",),
        stop_reason=StopReason.TIME_LIMIT,
    )


def error() -> Verdict:
    return verdict(
        "crasher",
        Outcome.ERROR,
        summary="The engine died while it loaded the asset.",
        findings=(finding("ENG002", "The engine worker died during open (signal 11)."),),
        criteria=(),
        events=(),
        stop_reason=StopReason.ENGINE_CRASHED,
        error=(
            "Traceback (most recent call last):\n"
            '  File "/home/jane/venv/lib/python3.11/site-packages/harness/runner/case.py", line 88, in run_case\n'
            "harness.errors.EngineCrashed: The engine worker died during open (signal 11)."
        ),
        error_phase="simulate",
        measurements={},
        artifacts=FULL,
        video=VideoRecord(status="skipped", reason="Nothing was recorded."),
    )


def not_applicable() -> Verdict:
    return verdict(
        "wall_arm",
        Outcome.NOT_APPLICABLE,
        summary="A joint pins the asset to the world, so a drop says nothing about it.",
        findings=(finding("SAF006", "The joint /Arm/Anchor pins /Arm/Base to the world.", sites=["/Arm/Anchor"]),),
        criteria=(),
        events=(),
        stop_reason=None,
        measurements={},
        artifacts=(),
        video=VideoRecord(status="off"),
    )


def blocked() -> Verdict:
    return verdict(
        "robot",
        Outcome.BLOCKED,
        summary="The engine kit is not installed on this machine.",
        findings=(finding("ENG001", "Isaac Sim was not found."),),
        engine=EngineRecord(name="kit"),
        criteria=(),
        events=(),
        stop_reason=None,
        measurements={},
        artifacts=(),
        video=VideoRecord(status="off"),
    )


def inconclusive() -> Verdict:
    return verdict(
        "slow_pile",
        Outcome.INCONCLUSIVE,
        summary="The run ended before rest could be decided.",
        findings=(finding("TST003", "The run was cut short at 4.0 s of simulated time."),),
        criteria=criteria(movement=None, rest_s=None),
        events=events(rest_s=None),
        stop_reason=StopReason.TIME_LIMIT,
        artifacts=FULL,
        video=VideoRecord(status="pending"),
    )


def run_of(*verdicts: Verdict, **changes: Any) -> RunReport:
    entries = [
        RunEntry(case_dir=f"cases/{v.asset.name}/{v.test}/{v.engine.name}".replace("\\", "_"), verdict=v)
        for v in verdicts
    ]
    values: dict[str, Any] = {
        "run_id": "2026-12-01_10-22-31_ground_drop",
        "started_at": "2026-12-01T10:22:30+00:00",
        "finished_at": "2026-12-01T10:22:36.400000+00:00",
        "command": "asset-qa run ground_drop /home/jane/secret-project/*.usda --report-dir /home/jane/out",
        "environment": {"asset-qa": "0.1.0", "python": "3.11.7", "prefix": "/home/jane/venv"},
        **changes,
    }
    return make_run_report(entries, **values)


def motion(kind: str = "settle", *, seconds: float = 3.7, start_m: float = DROP_M) -> dict[str, Any]:
    """Return a ``series.json`` of a body that settles, hovers, sinks or rolls."""
    step, low, speed = 1 / 240, start_m, 0.0
    rows = []
    for index in range(int(seconds * 240) + 1):
        rows.append((index * step, low, abs(speed), 0.2 * math.exp(-index / 200), 0.0 if low > 0 else 39.24))
        if kind == "hover":
            continue
        speed -= 9.81 * step
        low += speed * step
        if kind != "sink" and low < 0:
            low, speed = max(low, -0.0031), -0.35 * speed if abs(speed) > 0.3 else 0.0
        if kind == "settle" and low < 0 and speed == 0.0:
            low *= 0.98
        if kind == "roll" and speed == 0.0:
            low = 0.002 + 0.0015 * math.sin(index / 12)
    rows = rows[:: max(1, len(rows) // 600)]
    names = ("time_s", "low_z_m", "speed_m_s", "spin_rad_s", "floor_force_n")
    return {name: [round(r[i], 6) for r in rows] for i, name in enumerate(names)}


MOTIONS = {
    "kinematic_lamp": {"kind": "hover", "seconds": 10.0},
    "thin_tray": {"kind": "sink", "seconds": 1.1},
    "bowl": {"kind": "roll", "seconds": 9.0},
    "slow_pile": {"kind": "settle", "seconds": 2.0},
}


def write_files(report: RunReport, folder: Path) -> None:
    """Write verdicts, series and stand-ins for the other files of every case that was simulated."""
    for entry in report.verdicts:
        case = folder / entry.case_dir
        case.mkdir(parents=True, exist_ok=True)
        write_json_atomic(case / "verdict.json", entry.verdict)
        for artifact in entry.verdict.artifacts:
            (case / artifact.file).write_text("[Error] PhysX: out of memory in /home/jane/venv/lib/x.so\n")
        if entry.verdict.criteria:
            write_json_atomic(case / "series.json", motion(**MOTIONS.get(entry.verdict.asset.name, {})))


def severities_of(record: Verdict) -> set[Severity]:
    return {f.severity for f in record.findings}
