"""What a batch keeps of its cases: clips and motions of failures by default, of all or of none on request."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from harness.outcomes import Outcome
from tests.batch.support import ROOT, cli, newest_run, summaries


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize(
    ("kept", "with_clip"), [("failures", {"bouncy_ball"}), ("all", {"crate", "bouncy_ball"}), ("none", set())]
)
def test_clips_of_the_chosen_cases(tmp_path, kept, with_clip):
    """Render the clip of a case that fails and none of one that passes, unless asked for."""
    for source in ("good/crate", "broken/MON003-bouncy-ball"):
        shutil.copytree(ROOT / "assets" / source, tmp_path / "assets" / Path(source).name)
    done = cli("batch", "assets", "--video", kept, "--no-db", "--no-cache", cwd=tmp_path)
    run = newest_run(tmp_path)
    found = {Path(k).stem: s for k, s in summaries(run).items()}
    assert {k: s.outcome for k, s in found.items()} == {"crate": Outcome.PASS, "bouncy_ball": Outcome.FAIL}, done.stderr
    clips = {k for k, s in found.items() if (run / s.case_dir / "video.mp4").is_file()}
    assert clips == with_clip
    # A problem and what has a clip get a page; any other clean pass is a row of the index.
    assert {k for k, s in found.items() if (run / s.case_dir / "index.html").is_file()} == {"bouncy_ball"} | with_clip
    page = (run / found["bouncy_ball"].case_dir / "index.html").read_text(encoding="utf-8")
    assert ("video.mp4" in page) == ("bouncy_ball" in with_clip)
