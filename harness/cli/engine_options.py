"""Options of the engine that several verbs share."""

from __future__ import annotations

import argparse
import json

__all__ = ["add_engine_options", "engine_settings"]


def add_engine_options(parser: argparse.ArgumentParser, *, has_video: bool = False) -> None:
    """Add the options about Isaac Sim.

    Args:
        parser: Parser of a verb.
        has_video: Whether the verb makes videos.
    """
    parser.add_argument("--kit-python", metavar="PATH", help="Python of Isaac Sim, for --engine kit and --renderer rtx")
    if has_video:
        parser.add_argument(
            "--second-opinion", metavar="ENGINE", help="ask another engine as well, and warn where it disagrees"
        )
        parser.add_argument(
            "--renderer", choices=("opengl", "rtx"), help="what draws the video; rtx needs Isaac Sim (default: opengl)"
        )


def engine_settings(options: argparse.Namespace) -> list[str]:
    """Return the settings that the options stand for.

    Args:
        options: Parsed command line; an option may be absent.
    """
    chosen = {
        "engine.kit_python": getattr(options, "kit_python", None),
        "video.renderer": getattr(options, "renderer", None),
    }
    return [f"{key}={json.dumps(value)}" for key, value in chosen.items() if value]
