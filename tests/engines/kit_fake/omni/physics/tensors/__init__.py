from enum import Enum

import kit_fake_state as state


class ObjectType(Enum):
    Invalid = 0
    RigidBody = 1
    Articulation = 2
    ArticulationLink = 3
    ArticulationRootLink = 4


class _Bodies:
    def __init__(self, paths: list[str]) -> None:
        self.prim_paths = [f"{p}Other" for p in paths] if state.FAULT == "other-body" else paths
        self._rows = [state.world.paths.index(path) for path in paths]

    @property
    def max_shapes(self) -> int:
        return max(state.world.shapes[state.world.paths[row]] for row in self._rows)

    def get_transforms(self):
        return state.world.transforms()[self._rows]

    def get_velocities(self):
        return state.world.velocities()[self._rows]

    def get_masses(self):
        return state.world.mass[self._rows].reshape(-1, 1)


class _View:
    def get_object_type(self, path: str) -> ObjectType:
        return ObjectType.RigidBody if path in state.world.paths else ObjectType.Invalid

    def create_rigid_body_view(self, pattern):
        paths = [pattern] if isinstance(pattern, str) else list(pattern)
        return _Bodies(paths)

    def invalidate(self) -> None:
        pass


def create_simulation_view(frontend_name: str, stage_id: int = -1, backend: str = "physx") -> _View:
    return _View()
