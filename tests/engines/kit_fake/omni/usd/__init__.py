import kit_fake_state as state


class _Context:
    def __init__(self) -> None:
        self._stage = None
        self._waits = 0

    def open_stage(self, url: str) -> bool:
        from pxr import Usd

        state.misbehave("open")
        if state.FAULT == "refuse":
            return False
        self._stage = Usd.Stage.Open(url)
        self._waits = 3
        state.stages[7] = self._stage
        return True

    def get_stage_loading_status(self):
        self._waits -= 1
        return ("", 1, max(self._waits, 0))

    def get_stage(self):
        return self._stage

    def get_stage_id(self) -> int:
        return 7

    def can_close_stage(self) -> bool:
        return self._stage is not None

    def close_stage(self) -> bool:
        self._stage = None
        return True


_context = _Context()


def get_context(name: str = "") -> _Context:
    return _context
