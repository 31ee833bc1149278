"""The menu entry and the window. The test runs in a process of its own; the open stage is only read."""

from __future__ import annotations

import asyncio
import os
import subprocess
import tempfile
from pathlib import Path

import carb.settings
import omni.ext
import omni.kit.actions.core
import omni.kit.app
import omni.kit.menu.utils
import omni.usd
from omni import ui
from omni.kit.menu.utils import MenuItemDescription

from .outcome import clean_environment, make_command, read_lines

__all__ = ["AssetQaExtension"]

_SETTINGS = "/exts/asset_qa.drop"
_MENU = "Tools"


class AssetQaExtension(omni.ext.IExt):
    """Adds the entry asset-qa to the menu Tools."""

    def on_startup(self, ext_id: str) -> None:
        """Build the menu entry."""
        self._window: ui.Window | None = None
        self._process: subprocess.Popen[str] | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="asset-qa-kit-")
        self._task: asyncio.Future[None] | None = None
        self._action = omni.kit.actions.core.get_action_registry().register_action(
            ext_id, "drop_stage", self._on_click, display_name="asset-qa: drop this stage"
        )
        self._items = [MenuItemDescription(name="asset-qa: drop this stage", onclick_action=(ext_id, "drop_stage"))]
        omni.kit.menu.utils.add_menu_items(self._items, _MENU)

    def on_shutdown(self) -> None:
        """Remove everything, and end a test that is still running."""
        omni.kit.menu.utils.remove_menu_items(self._items, _MENU)
        omni.kit.actions.core.get_action_registry().deregister_action(self._action)
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
        self._folder.cleanup()
        self._window = None

    def _on_click(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._show("BUSY", ["The last test is still running."])
            return
        self._task = asyncio.ensure_future(self._run())

    async def _run(self) -> None:
        asset = self._asset_file()
        if asset is None:
            self._show("ERROR", ["Open a stage first."])
            return
        settings = carb.settings.get_settings()
        program, test, engine = (str(settings.get(f"{_SETTINGS}/{key}")) for key in ("command", "test", "engine"))
        self._show("RUNNING", [f"{test} on {asset}"])
        out = str(Path(self._folder.name) / "reports")
        streams = [Path(self._folder.name) / name for name in ("stdout", "stderr")]
        try:
            # Files, not pipes: nobody reads while Kit is busy.
            with streams[0].open("w") as output, streams[1].open("w") as errors:
                self._process = subprocess.Popen(
                    make_command(program, test, engine, asset, out),
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=errors,
                    env=clean_environment(os.environ),
                    text=True,
                )
        except OSError as error:
            self._show("ERROR", [f"{program} cannot be started: {error}", f"Set {_SETTINGS}/command to its full path."])
            return
        while self._process.poll() is None:
            await omni.kit.app.get_app().next_update_async()
        texts = [path.read_text(encoding="utf-8", errors="replace") for path in streams]
        outcome, lines = read_lines(self._process.returncode, *texts)
        self._show(outcome, [*lines, f"Report: {out}"])

    def _asset_file(self) -> str | None:
        """Return the file of the stage, or a copy of what is on the screen when it is not saved."""
        stage = omni.usd.get_context().get_stage()
        if stage is None:
            return None
        root = stage.GetRootLayer()
        is_saved = bool(root.realPath) and not any(layer.dirty for layer in stage.GetUsedLayers())
        if is_saved:
            return str(root.realPath)
        copy = str(Path(self._folder.name) / "stage.usd")
        stage.Export(copy)
        return copy

    def _show(self, outcome: str, lines: list[str]) -> None:
        if self._window is None:
            self._window = ui.Window("asset-qa", width=560, height=420)
        self._window.visible = True
        with self._window.frame, ui.ScrollingFrame(), ui.VStack(spacing=6):
            ui.Label(outcome, height=30)
            for line in lines:
                ui.Label(line, word_wrap=True, height=0)
