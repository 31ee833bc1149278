"""Write the interactive replay of a judged case, after its verdict is on disk. Nothing here can change an outcome."""

from __future__ import annotations

import time
from dataclasses import replace

from harness.report.codec import write_json_atomic, write_text_atomic
from harness.report.privacy import redact
from harness.runner.record import CaseFiles
from harness.runner.simulate import Simulation
from harness.verdict import Artifact, Verdict

__all__ = ["MAX_TRIANGLES", "add_replay"]

MAX_TRIANGLES = 2_000_000
"""An asset with more triangles gets no replay: reading them again would take longer than the test."""


def add_replay(verdict: Verdict, files: CaseFiles, simulation: Simulation, triangle_count: int) -> Verdict:
    """Write the replay file and the verdict again with it; a replay that cannot be made says why in its file.

    Args:
        verdict: A judged case; on disk already.
        files: Its files.
        simulation: What was recorded.
        triangle_count: Size of the asset.

    Returns:
        The same verdict but for its artifacts and times.
    """
    from harness.video.replay3d import ReplayInput, empty_replay, replay_script

    clock = time.monotonic()
    if triangle_count > MAX_TRIANGLES:
        text = empty_replay(f"The asset has {triangle_count} triangles; the replay is made for up to {MAX_TRIANGLES}.")
    else:
        source = ReplayInput(
            scene=files.scene,
            trajectory_file=files.trajectory,
            trajectory=simulation.trajectory,
            bounds=simulation.bounds,
            center_of_mass_m=simulation.built.center_of_mass_m,
        )
        try:
            text = replay_script(source)
        except Exception as error:  # noqa: BLE001 - a replay is a view; the verdict must not depend on it
            text = empty_replay(redact(f"It could not be made: {type(error).__name__}: {error}"))
    write_text_atomic(files.replay_3d, text, is_durable=False)
    complete = replace(
        verdict,
        artifacts=(*verdict.artifacts, Artifact(kind="replay-3d", file=files.replay_3d.name)),
        durations_s={**verdict.durations_s, "replay_s": round(time.monotonic() - clock, 4)},
    )
    write_json_atomic(files.verdict, complete)
    return complete
