import sys

import kit_fake_state as state

if state.FAULT == "no-licence":
    sys.exit("Unable to bootstrap inner kit kernel: EULA not accepted. Set a variable to accept it.")


class SimulationApp:
    def __init__(self, launch_config: dict | None = None, experience: str = "") -> None:
        state.misbehave("start")
        if len(sys.argv) > 1:
            raise RuntimeError(f"Kit would read {sys.argv[1:]} as its own options")


class AppFramework:
    def __init__(self, name: str = "kit", argv: list[str] | None = None) -> None:
        state.misbehave("start")
