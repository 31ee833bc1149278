"""A copy of a run for others: complete, valid, and without folders of the machine."""

from __future__ import annotations

from pathlib import Path

import pytest
import report_samples as samples

from harness.cli.main import main
from harness.outcomes import Outcome
from harness.report.codec import load_run, load_verdict, write_json_atomic
from harness.report.share import shared_verdict
from harness.report.signoff import verdict_digest
from harness.verdict import finding

LEAKS = ("jane", "secret-project", "/home/")


def test_copy_names_no_folder_of_the_machine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Leave out what must name folders, shorten the rest, and keep every result."""
    leaky = samples.verdict("leaky", Outcome.ERROR, error="open /home/jane/secret-project/x.usd", error_phase="stage")
    report = samples.run_of(*samples.every_outcome(), leaky)
    folder, target = tmp_path / "run", tmp_path / "copy"
    folder.mkdir()
    samples.write_files(report, folder)
    for entry in report.verdicts:
        # Stand-ins of the samples hold a path on purpose; what is shared is binary or holds numbers.
        for name in ("trajectory.npz", "video.mp4", "still.png"):
            path = folder / entry.case_dir / name
            if path.is_file():
                path.write_bytes(b"\x00binary")
    write_json_atomic(folder / "run.json", report)
    assert main(["report", str(folder), "--share", str(target)]) == report.exit_code
    assert str(target / "index.html") in capsys.readouterr().out
    shared = load_run(target / "run.json")
    assert shared.counts == report.counts
    for entry in shared.verdicts:
        assert load_verdict(target / entry.case_dir / "verdict.json") == entry.verdict
        assert (target / entry.case_dir / "index.html").is_file()
    for path in [p for p in target.rglob("*") if p.is_file()]:
        text = path.read_bytes().decode("utf-8", "replace")
        assert not [w for w in LEAKS if w in text], path.name
    assert main(["report", str(folder), "--share", str(target)]) == 2


def test_decisions_made_in_a_copy_hold_for_the_original() -> None:
    """Give both the same digest."""
    original = samples.verdict("x", findings=(finding("INT002", "/home/jane/secret-project/x.usd is missing"),))
    shared = shared_verdict(original)
    assert shared != original and shared_verdict(shared) == shared
    assert verdict_digest(shared) == verdict_digest(original)
