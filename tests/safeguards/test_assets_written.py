"""The committed test assets are what the script writes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_assets_are_up_to_date():
    """Assets are up to date."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "assets" / "author.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")
