"""The least that a user of the engine has to do: load a scene, step it, read the poses, unload it."""

from __future__ import annotations

import os
import sys
import time

import numpy as np

from harness.engines.link import LinkClosed, Message, read_message, write_message
from harness.engines.ovphysx_worker import schema_folders
from harness.engines.process import die_with_parent, worker_channel


def main() -> int:
    """Serve ``loop`` requests."""
    import warnings

    import ovphysx
    import ovstage
    import ovstage.population

    die_with_parent()
    warnings.simplefilter("ignore")
    read_fd, write_fd = worker_channel(sys.argv[1:])
    ovphysx.set_global_config(ovphysx.GlobalConfigKey.NUM_THREADS, 0)
    ovphysx.set_global_config(ovphysx.GlobalConfigKey.LOG_LEVEL, ovphysx.LogLevel.WARNING)
    ovphysx.PhysX.set_cpu_mode(True)
    ovstage.population.register_usd_schemas(schema_folders())
    physx = ovphysx.PhysX()
    write_message(write_fd, Message(kind="hello"))
    while True:
        try:
            request = read_message(read_fd)
        except LinkClosed:
            return 0
        start = time.perf_counter()
        _loop(ovphysx, ovstage, physx, str(request.data["scene"]), int(request.data["steps"]))
        write_message(write_fd, Message(kind="done", data={"seconds": time.perf_counter() - start}))


def _loop(ovphysx, ovstage, physx, scene: str, steps: int) -> None:  # type: ignore[no-untyped-def]
    kinds = ovphysx.types.SimObjectType
    stage = ovstage.Stage("bare")
    ovstage.population.open_usd(stage, scene, ordinal=1, domains=ovstage.PopulationDomain.ALL)
    stage.advance_write_floor(ordinal=1).wait()
    physx.wait_task(physx.attach_ovstage(stage, read_ordinal=1))
    paths: list[str] = []
    for kind in (kinds.RIGID_BODY, kinds.ARTICULATION_LINK):
        with physx.read_sync(kind, ["position"]) as read:
            for group in read.groups:
                paths += read.dictionary.get_path_strings(group.prim_list)
    binding = physx.create_tensor_binding(prim_paths=paths, tensor_type=ovphysx.TensorType.RIGID_BODY_POSE)
    poses = np.zeros((steps, len(paths), 7), np.float32)
    for index in range(steps):
        physx.step_sync(1 / 240)
        binding.read(poses[index])
    binding.destroy()
    physx.wait_task(physx.detach_ovstage())
    stage.destroy()


if __name__ == "__main__":
    status = main()
    os._exit(status)
