"""Text over the picture: title and verdict on top; time, lowest point, grid size and state at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.video.timeline import StateLabel, Tone

__all__ = ["Hud", "HudText"]

Picture = npt.NDArray[np.uint8]
Color = tuple[int, int, int, int]

WHITE: Color = (255, 255, 255, 255)
SOFT: Color = (176, 196, 226, 255)
_TONES: dict[Tone, Color] = {
    Tone.NEUTRAL: (86, 110, 150, 255),
    Tone.ACTIVE: (214, 140, 20, 255),
    Tone.GOOD: (34, 150, 84, 255),
    Tone.BAD: (204, 44, 44, 255),
}
_OUTCOMES = {"PASS": Tone.GOOD, "FAIL": Tone.BAD, "ERROR": Tone.BAD, "INCONCLUSIVE": Tone.ACTIVE}


@dataclass(frozen=True, kw_only=True)
class HudText:
    """What changes from frame to frame."""

    time_s: float
    lowest: str
    state: StateLabel
    progress: float
    """Share of the video that has passed, 0 to 1."""


class _Font:
    """Anti-aliased text, with the built-in outline font where OpenCV has one."""

    def __init__(self) -> None:
        import cv2

        self._cv2: Any = cv2
        self._face: Any = cv2.FontFace("sans") if hasattr(cv2, "FontFace") else None

    def draw(self, picture: Picture, text: str, at: tuple[int, int], size: int, color: Color) -> None:
        """Draw text with its baseline at a point."""
        if self._face is not None:
            self._cv2.putText(picture, text, at, color, self._face, size, 500)
            return
        face, cv2 = self._cv2.FONT_HERSHEY_DUPLEX, self._cv2
        cv2.putText(picture, _ascii(text), at, face, size / 30, color, 1, cv2.LINE_AA)

    def width(self, text: str, size: int) -> int:
        """Return the width of a text in pixels."""
        if self._face is not None:
            box = self._cv2.getTextSize((8192, 256), text, (0, 128), self._face, size, 500)
            return int(box[0] + box[2])
        return int(self._cv2.getTextSize(_ascii(text), self._cv2.FONT_HERSHEY_DUPLEX, size / 30, 1)[0][0])

    def fit(self, text: str, size: int, limit: int) -> str:
        """Return the text, shortened to a width in pixels."""
        if self.width(text, size) <= limit:
            return text
        while text and self.width(text + "...", size) > limit:
            text = text[:-1]
        return text.rstrip() + "..."


def _ascii(text: str) -> str:
    return text.encode("ascii", "replace").decode("ascii")


class Hud:
    """Draws the text of one video.

    Args:
        size: Width and height of the picture in pixels.
        title: Text at the top left.
        outcome: Verdict at the top right; may be empty.
        grid: Size of a grid cell as text.
        marks: Share of the video, 0 to 1, at which something happened.
    """

    def __init__(self, size: tuple[int, int], title: str, outcome: str, grid: str, marks: Sequence[float]) -> None:
        self._width, self._height = size
        scale = min(size[0] / 640, size[1] / 480)
        self._scale = scale
        self._font = _Font()
        self._text_px, self._small_px = max(9, self._unit(17)), max(8, self._unit(14))
        self._outcome, self._grid, self._marks = outcome[:24], grid, tuple(marks)
        title = " ".join(title.split())[:200]
        badge = self._font.width(outcome, self._small_px) + self._unit(44) if outcome else self._unit(14)
        self._title = self._font.fit(title, self._text_px, self._width - badge - self._unit(14))

    def _unit(self, pixels: int) -> int:
        """Return a length that is given for a picture of 640 x 480 pixels."""
        return max(1, round(pixels * self._scale))

    def compose(self, picture: Picture, text: HudText) -> Picture:
        """Return a copy of a picture, RGBA, with text."""
        unit = self._unit
        result = picture.copy()
        top, bottom = unit(36), unit(40)
        _darken(result[:top])
        _darken(result[self._height - bottom :])
        baseline = top - unit(12)
        self._font.draw(result, self._title, (unit(14), baseline), self._text_px, WHITE)
        if self._outcome:
            tone = _OUTCOMES.get(self._outcome.upper(), Tone.NEUTRAL)
            self._badge(result, self._outcome, (self._width - unit(10), baseline), _TONES[tone])
        baseline = self._height - unit(14)
        left = unit(14)
        self._pair(result, "time", f"{text.time_s:.2f} s", (left, baseline))
        self._pair(result, "lowest point", text.lowest, (left + unit(118), baseline))
        self._font.draw(result, self._grid, (left + unit(314), baseline), self._small_px, SOFT)
        self._badge(result, text.state.text, (self._width - unit(10), baseline), _TONES[text.state.tone])
        self._progress(result, text.progress)
        return result

    def _pair(self, picture: Picture, label: str, value: str, at: tuple[int, int]) -> None:
        self._font.draw(picture, label, at, self._small_px, SOFT)
        shift = self._font.width(label, self._small_px) + self._unit(7)
        self._font.draw(picture, value, (at[0] + shift, at[1]), self._text_px, WHITE)

    def _badge(self, picture: Picture, text: str, right_baseline: tuple[int, int], color: Color) -> None:
        """Draw a filled label that ends at a point."""
        import cv2

        unit = self._unit
        text = self._font.fit(text, self._small_px, self._width // 4)
        width = self._font.width(text, self._small_px)
        right, baseline = right_baseline
        left, pad, radius = right - width - unit(18), unit(9), unit(10)
        middle = baseline - unit(5)
        for x in (left + radius, right - radius):
            cv2.circle(picture, (x, middle), radius, color, -1, cv2.LINE_AA)
        cv2.rectangle(picture, (left + radius, middle - radius), (right - radius, middle + radius), color, -1)
        self._font.draw(picture, text, (left + pad, baseline), self._small_px, WHITE)

    def _progress(self, picture: Picture, share: float) -> None:
        """Draw how much of the video has passed, with a tick for each event, along the lower edge."""
        height = self._unit(4)
        strip = picture[self._height - height :]
        strip[:, :, :3] = (30, 48, 84)
        strip[:, : round(self._width * min(max(share, 0.0), 1.0)), :3] = (120, 170, 240)
        for mark in self._marks:
            x = min(max(round(self._width * mark), 1), self._width - 2)
            picture[self._height - 2 * height :, x - 1 : x + 1, :3] = (255, 255, 255)


def _darken(strip: Picture) -> None:
    """Blend a strip of the picture with dark blue in place."""
    import cv2

    dark = np.array([5.0, 10.0, 24.0, 0.0])
    scaled = cv2.convertScaleAbs(strip, alpha=0.32)
    strip[:] = cv2.add(scaled, tuple(dark * 0.68))
    strip[:, :, 3] = 255
