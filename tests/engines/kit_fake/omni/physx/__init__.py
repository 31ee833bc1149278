from types import SimpleNamespace

import kit_fake_state as state

import omni.log

state.install_schema_tools()


class _Stream:
    def create_subscription_to_push(self, fn, order: int = 0, name: str = ""):
        state.error_listeners.append(fn)
        return fn


class _PhysX:
    def get_error_event_stream(self) -> _Stream:
        return _Stream()


class _Simulation:
    def attach_stage(self, stage_id: int) -> bool:
        state.misbehave("attach")
        state.world = state.World(state.stages[stage_id])
        if state.FAULT == "cooking-error":
            omni.log.say("omni.physx.cooking.plugin", omni.log.Level.ERROR, "cooking failed for /World/Drop/Asset")
        omni.log.say("omni.physx.plugin", omni.log.Level.WARN, "GPU broadphase falls back to the CPU")
        return state.FAULT != "not-attached"

    def detach_stage(self) -> None:
        state.world = None

    def simulate(self, elapsed_time: float, current_time: float) -> None:
        state.world.step(elapsed_time)

    def fetch_results(self) -> None:
        world = state.world
        if world.fallen < world.height:
            return
        push = float(world.mass.sum()) * state.GRAVITY_M_S2 * world.unit / 240
        vector = {"x": 0.0, "y": 0.0, "z": 0.0, "xyz"[world.up]: push}
        header = SimpleNamespace(actor0=2, actor1=1, contact_data_offset=0, num_contact_data=1)
        for listener in state.contact_listeners:
            listener([header], [SimpleNamespace(impulse=SimpleNamespace(**vector), separation=0.0)])

    def subscribe_contact_report_events(self, fn):
        state.contact_listeners[:] = [fn]
        return fn


def get_physx_interface() -> _PhysX:
    return _PhysX()


def get_physx_simulation_interface() -> _Simulation:
    return _Simulation()
