"""Find Isaac Sim on this machine: its own Python, its version, and the graphics card that it needs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from harness.errors import EngineUnavailable

__all__ = ["PYTHON_VARIABLE", "Graphics", "KitInstallation", "find_kit", "probe_graphics"]

PYTHON_VARIABLE = "ASSET_QA_KIT_PYTHON"
_QUERY_LIMIT_S = 20.0
# Where the installers and container images of Isaac Sim put it; the newest name of a pattern comes first.
_FOLDERS = ("~/isaacsim", "~/isaac-sim", "/isaac-sim", "/opt/isaacsim", "/opt/isaac-sim", "/opt/nvidia/isaac-sim")
_PATTERNS = ("~/.local/share/ov/pkg/isaac-sim-*", "~/.local/share/ov/pkg/isaac_sim-*")


@dataclass(frozen=True, kw_only=True)
class KitInstallation:
    """An Isaac Sim that can be started."""

    python: Path
    """Interpreter, or the ``python.sh`` that sets its environment up."""
    found_by: str
    """How it was found, for people."""
    version: str | None
    """Version of Isaac Sim, where a file tells it."""


@dataclass(frozen=True, kw_only=True)
class Graphics:
    """What ``nvidia-smi`` says."""

    name: str | None
    driver: str | None
    detail: str


def find_kit(chosen: str = "", environment: Mapping[str, str] | None = None) -> KitInstallation:
    """Return the Isaac Sim to use: the chosen one, the one of the environment, or one in a standard place.

    Args:
        chosen: Path that the user gave; empty to look for one.
        environment: Variables; those of the process by default.

    Raises:
        EngineUnavailable: If there is none, or the chosen path is no program.
    """
    variables = os.environ if environment is None else environment
    named = variables.get(PYTHON_VARIABLE, "")
    for path, found_by in ((chosen, "the setting engine.kit_python"), (named, f"the variable {PYTHON_VARIABLE}")):
        if path:
            return _checked(path, found_by)
    # The installed package, not a folder of that name where the program was started.
    package_version = _package_version()
    if package_version is not None:
        return KitInstallation(
            python=Path(sys.executable), found_by="the package isaacsim in this environment", version=package_version
        )
    for folder in _standard_folders(variables):
        script = folder / ("python.bat" if os.name == "nt" else "python.sh")
        if _is_file(script):
            return KitInstallation(python=script, found_by=f"the folder {folder}", version=_folder_version(folder))
    raise EngineUnavailable(
        "No Isaac Sim was found on this machine. Install it, then name its Python with --kit-python PATH or "
        f"{PYTHON_VARIABLE}: python.sh of an installation folder, or the python of an environment that has the package "
        "isaacsim."
    )


def _checked(text: str, found_by: str) -> KitInstallation:
    try:
        # The worker is started by its whole path: a bare name would be looked for in PATH.
        path = Path(text).expanduser().absolute()
        problem = _problem(path)
    except (OSError, RuntimeError, ValueError) as error:
        problem = f"cannot be looked at: {error}"
    if problem:
        raise EngineUnavailable(f"{text}, named by {found_by}, {problem}")
    # A folder is what people paste first.
    script = path / "python.sh" if path.is_dir() else path
    return KitInstallation(python=script, found_by=found_by, version=_folder_version(script.parent))


def _problem(path: Path) -> str:
    """Say what is wrong with a path that a user named; empty when it is a program."""
    if path.is_dir() and not (path / "python.sh").is_file():
        return "is a folder without a python.sh. Name the folder of Isaac Sim, its python.sh, or a Python program."
    script = path / "python.sh" if path.is_dir() else path
    if not os.path.lexists(script):
        return "does not exist."
    if not script.is_file():
        return "is not a program that can be run: it is no file."
    if not os.access(script, os.X_OK):
        return "is not a program that can be run: it is not marked as executable (chmod +x)."
    return ""


def _standard_folders(variables: Mapping[str, str]) -> Iterator[Path]:
    home = Path(variables.get("HOME") or "~")
    # Without a home, no folder in it: what lies in the working folder came with the assets.
    has_home = home.is_absolute()
    for text in _FOLDERS:
        if has_home or not text.startswith("~"):
            yield Path(text.replace("~", str(home), 1))
    if not has_home:
        return
    for pattern in _PATTERNS:
        relative = pattern.removeprefix("~/")
        yield from sorted(home.glob(relative), reverse=True)


def _is_file(path: Path) -> bool:
    """Whether a file is there; a folder that may not be read has none for us."""
    try:
        return path.is_file()
    except PermissionError:
        return False


def _folder_version(folder: Path) -> str | None:
    """Version from the file VERSION of an installation folder, or from the package beside an interpreter."""
    version_file = folder / "VERSION"
    if _is_file(version_file) and os.access(version_file, os.R_OK):
        return version_file.read_text(encoding="utf-8", errors="replace").strip()[:40] or None
    packages = sorted(folder.parent.glob("lib/python3*/site-packages/isaacsim-*.dist-info"))
    return packages[-1].name.removeprefix("isaacsim-").removesuffix(".dist-info") if packages else None


def _package_version() -> str | None:
    from importlib import metadata

    try:
        return metadata.version("isaacsim")
    except metadata.PackageNotFoundError:
        return None


def probe_graphics() -> Graphics:
    """Ask the driver for the graphics card; Isaac Sim needs one, the embedded engine does not."""
    program = shutil.which("nvidia-smi")
    if program is None:
        return Graphics(name=None, driver=None, detail="nvidia-smi is not installed: no NVIDIA driver")
    command = [program, "--query-gpu=name,driver_version", "--format=csv,noheader"]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=_QUERY_LIMIT_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return Graphics(name=None, driver=None, detail=f"nvidia-smi did not answer: {error}")
    line = answer.stdout.strip().splitlines()[:1]
    if answer.returncode != 0 or not line:
        return Graphics(name=None, driver=None, detail=f"nvidia-smi failed: {(answer.stderr or answer.stdout).strip()}")
    name, _, driver = (part.strip() for part in line[0].partition(","))
    return Graphics(name=name, driver=driver, detail=f"{name}, driver {driver}")
