"""The interactive replay: what it holds, how it is thinned out, and that no file of an asset can break out of it."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import numpy as np
import pytest

from harness.geometry import measure_bounds
from harness.outcomes import StopReason
from harness.trajectory import BodyGeometry, FrameBlock, Trajectory
from harness.video import replay3d
from harness.video.colliders import load_colliders
from harness.video.poses import load_poses
from harness.video.replay3d import ReplayInput, empty_replay, make_replay, replay_script

SCENE = """#usda 1.0
(
    metersPerUnit = 1
    upAxis = "Z"
)
def Xform "World"
{{
    def Xform "Drop"
    {{
        def Xform "Asset"
        {{
            double3 xformOp:translate = (0, 0, 1)
            uniform token[] xformOpOrder = ["xformOp:translate"]
            {shapes}
        }}
    }}
}}
"""
CUBE = """def Cube "Box" (prepend apiSchemas = ["PhysicsCollisionAPI"])
            {
                double size = 0.2
            }"""
# A roof: the hull of a mesh with a notch is larger than the mesh.
MESH = """def Mesh "Roof" (prepend apiSchemas = ["PhysicsCollisionAPI", "PhysicsMeshCollisionAPI"])
            {{
                uniform token physics:approximation = "{token}"
                bool physics:collisionEnabled = {enabled}
                int[] faceVertexCounts = [3, 3, 3, 3, 3, 3]
                int[] faceVertexIndices = [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 4, 2, 2, 4, 3, 0, 3, 4]
                point3f[] points = [(0, 0, 0), (0.4, 0, 0), (0, 0.4, 0), (0, 0, 0.4), (0.05, 0.05, 0.05)]
            }}"""


def source(folder: Path, shapes: str = CUBE, *, seconds: float = 1.0, body_count: int = 1) -> ReplayInput:
    """Write a scene and a fall of a body that lies still from half time on."""
    scene = folder / "scene.usda"
    scene.write_text(SCENE.format(shapes=shapes))
    count = int(seconds * 240) + 1
    time = np.arange(count) / 240
    height = np.maximum(1 - 3.6 * time**2, 0.1) if seconds <= 1 else np.full(count, 1.0)
    position = np.zeros((count, body_count, 3), np.float32)
    position[:, :, 2] = height[:, None]
    turn = np.zeros((count, body_count, 4), np.float32)
    turn[..., 3] = 1
    corners = np.array([[x, y, z] for x in (-0.1, 0.1) for y in (-0.1, 0.1) for z in (-0.1, 0.1)])
    paths = ("/World/Drop/Asset", *(f"/World/Other{i}" for i in range(1, body_count)))
    frames = FrameBlock(
        first_frame=0,
        time_s=time,
        position_m=position,
        orientation_xyzw=turn,
        linear_velocity_m_s=None,
        angular_velocity_rad_s=None,
        floor_force_n=None,
    )
    geometry = BodyGeometry(judged_points_m=(corners,) * body_count, collider_points_m=(corners,) * body_count)
    trajectory = Trajectory(
        engine="fake",
        scene_sha256="",
        body_paths=paths,
        frames=frames,
        geometry=geometry,
        timestep_s=1 / 240,
        stop_reason=StopReason.DECIDED,
        is_complete=True,
    )
    trajectory.save(folder / "trajectory.npz")
    return ReplayInput(
        scene=scene,
        trajectory_file=folder / "trajectory.npz",
        trajectory=trajectory,
        bounds=measure_bounds(frames, geometry),
        center_of_mass_m=np.array([[0, 0, 0.05]] + [[np.nan] * 3] * (body_count - 1)),
    )


def numbers(text: str, kind: str) -> np.ndarray:
    return np.frombuffer(base64.b64decode(text), np.dtype(kind).newbyteorder("<"))


def points_of(part: dict) -> np.ndarray:
    steps = numbers(part["positions"], "u2").reshape(-1, 3)
    return np.array(part["low"]) + np.array(part["span"]) * steps / 65535


def test_geometry_and_poses_are_those_of_the_record(tmp_path):
    """Give back the size of the cube, the height of its fall, its centre of mass and its bounds."""
    value = make_replay(source(tmp_path))
    assert [p["kind"] for p in value["parts"]] == ["visual", "collider"]
    for part in value["parts"]:
        assert np.ptp(points_of(part), axis=0) == pytest.approx([0.2, 0.2, 0.2], abs=1e-5)
        assert part["body"] == 0
    poses = numbers(value["poses"], "f4").reshape(-1, 7)
    assert poses[0, 2] == pytest.approx(1.0) and poses[-1, 2] == pytest.approx(0.1)
    bounds = numbers(value["bounds"], "f4").reshape(-1, 6)
    assert bounds[-1] == pytest.approx([-0.1, -0.1, 0.0, 0.1, 0.1, 0.2], abs=1e-6)
    assert value["centers"] == [[0.0, 0.0, 0.05]]
    assert len(poses) == len(bounds) == len(value["time_s"]) == len(value["contacts"]["starts"]) - 1


def test_points_at_the_floor_are_marked_when_they_are_there(tmp_path):
    """Mark the four lower corners once the cube stands, and nothing in the air."""
    contacts = make_replay(source(tmp_path))["contacts"]
    assert contacts["starts"][1] == 0
    assert contacts["starts"][-1] - contacts["starts"][-2] == 4
    assert numbers(contacts["points"], "f4").reshape(-1, 3)[-4:, 2] == pytest.approx([0, 0, 0, 0], abs=1e-6)


def test_frames_without_motion_are_left_out(tmp_path):
    """Keep 60 frames a second while something moves, and the ends of a pause."""
    times = make_replay(source(tmp_path))["time_s"]
    assert times[0] == 0 and times[-1] == 1.0
    assert len(times) <= 35
    still = make_replay(source(tmp_path, seconds=5.0))["time_s"]
    assert len(still) == 2 or (still[-1] == 5.0 and len(still) < 5)


def test_many_bodies_get_fewer_frames(tmp_path, monkeypatch):
    """Stay under the limit of the file for many bodies."""
    monkeypatch.setattr(replay3d, "MAX_POSE_BYTES", 28 * 20 * 10)
    value = make_replay(source(tmp_path, body_count=20))
    assert len(numbers(value["poses"], "f4")) <= 7 * 20 * 14


@pytest.mark.parametrize(
    ("token", "vertices", "is_told"),
    [("convexHull", 4, False), ("boundingCube", 8, False), ("none", 4, False), ("convexDecomposition", 5, True)],
)
def test_colliders_are_shaped_as_their_token_says(tmp_path, token, vertices, is_told):
    """Make hull and box; where only the engine knows the shape, show the mesh and say so."""
    value = make_replay(source(tmp_path, MESH.format(token=token, enabled="1")))
    part = next(p for p in value["parts"] if p["kind"] == "collider")
    assert len(np.unique(np.round(points_of(part), 4), axis=0)) == vertices
    assert any(token in note for note in value["notes"]) is is_told


def test_ball_around_a_mesh_holds_it(tmp_path):
    """Put a bounding sphere around all points."""
    given = source(tmp_path, MESH.format(token="boundingSphere", enabled="1"))
    notes: list[str] = []
    (ball,) = load_colliders(given.scene, load_poses(given.trajectory_file), notes)
    center = (ball.points.min(axis=0) + ball.points.max(axis=0)) / 2
    radius = np.linalg.norm(ball.points - center, axis=1).max()
    corners = np.array([[0.4, 0, 0], [0, 0.4, 0], [0, 0, 0.4], [0, 0, 0]])
    assert (np.linalg.norm(corners - center, axis=1) <= radius * 1.001).all() and not notes


def test_disabled_colliders_are_not_shown(tmp_path):
    """Leave out what the engine leaves out."""
    value = make_replay(source(tmp_path, MESH.format(token="convexHull", enabled="0")))
    assert [p["kind"] for p in value["parts"]] == ["visual"]


def test_fine_geometry_is_simplified_and_the_loss_is_told(tmp_path, monkeypatch):
    """Merge vertices down to the limit and say what was lost."""
    monkeypatch.setattr(replay3d, "MAX_VISUAL_TRIANGLES", 500)
    value = make_replay(source(tmp_path, 'def Sphere "Ball"\n{\n double radius = 0.1\n}'))
    triangles = sum(len(numbers(p["indices"], "u4")) // 3 for p in value["parts"])
    assert triangles <= 500
    assert any("triangles" in note and "mm are merged" in note for note in value["notes"])


def test_file_is_one_call_with_one_value(tmp_path):
    """Hold nothing that could end a script or run as one, whatever prims are called or reasons say."""
    text = replay_script(source(tmp_path))
    assert text.startswith("assetQaReplayData({") and text.endswith("});\n") and text.count("\n") == 1
    json.loads(text[text.index("(") + 1 : text.rindex(")")])
    reason = empty_replay("</script><script>alert(1)</script>")
    assert "<" not in reason
    assert json.loads(reason[reason.index("(") + 1 : reason.rindex(")")])["reason"].startswith("</script>")
