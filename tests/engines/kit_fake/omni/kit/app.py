import kit_fake_state as state


class _Extensions:
    def set_extension_enabled_immediate(self, extension_id: str, enabled: bool) -> bool:
        return state.FAULT != "no-extension"

    def get_enabled_extension_id(self, ext_name: str) -> str:
        return f"{ext_name}-110.4.4"


class _App:
    def get_extension_manager(self):
        return _Extensions()

    def get_kit_version(self) -> str:
        return "110.4+fake"

    def update(self) -> None:
        state.misbehave("update")


def get_app() -> _App:
    return _App()
