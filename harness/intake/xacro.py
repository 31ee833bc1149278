"""Expand xacro macros with the xacro library, when it is installed."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

from harness.urdf.parse import UrdfFile, parse_urdf
from harness.verdict import Site, finding

__all__ = ["EXPANDED", "is_xacro", "read_xacro"]

EXPANDED = " (expanded)"
"""Added to the name of a file whose lines count in the expanded text."""
_MAX_TEXT = 500


def is_xacro(file: UrdfFile) -> bool:
    """Whether a file with the suffix of URDF still holds macros.

    Args:
        file: The file as it was read.
    """
    return file.document is not None and any(e.tag.startswith("xacro:") for e in file.document.root.walk())


def read_xacro(path: Path) -> UrdfFile:
    """Expand a file and parse the result. Lines of findings count in the expanded text.

    The library evaluates the expressions of the file, so a file from a stranger should be expanded elsewhere.

    Args:
        path: The file.
    """
    try:
        import xacro
    except ModuleNotFoundError:
        return _refused(path, "it holds xacro macros, and the xacro library is not installed")
    words = io.StringIO()
    try:
        with contextlib.redirect_stderr(words), contextlib.redirect_stdout(words):
            document = xacro.process_file(str(path))
            text = document.toprettyxml(indent="  ", encoding="utf-8")
    except SystemExit:
        return _refused(path, f"its macros cannot be expanded: {_short(words.getvalue())}")
    except Exception as error:  # noqa: BLE001 - expressions of the file are evaluated and raise anything
        return _refused(
            path, f"its macros cannot be expanded: {_short(f'{type(error).__name__}: {error}')}{_hint(error)}"
        )
    return parse_urdf(text, path.name + EXPANDED)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text[:_MAX_TEXT] if text else "the library says nothing about why"


def _hint(error: Exception) -> str:
    """Say what to do where ROS itself is missing, which no installation of xacro brings."""
    if "ament_index_python" not in str(error) and "rospkg" not in str(error):
        return ""
    return (
        ". The file looks for packages of ROS, as in $(find name): expand it where ROS is set up, with "
        "xacro robot.xacro > robot.urdf"
    )


def _refused(path: Path, text: str) -> UrdfFile:
    made = finding("INT029", f"{path.name}: {text}.", sites=[Site(file=path.name)])
    return UrdfFile(name=path.name, document=None, robot=None, findings=(made,))
