from enum import Enum

import kit_fake_state as state


class Level(Enum):
    INFO = 0
    WARN = 1
    ERROR = 2
    FATAL = 3


class _Log:
    def add_message_consumer(self, fn):
        state.log_consumers.append(fn)
        return fn


def get_log() -> _Log:
    return _Log()


def say(channel: str, level: Level, text: str) -> None:
    for consumer in state.log_consumers:
        consumer(channel, level, 0, "file.cpp", "function", 1, text, 1, 1)
