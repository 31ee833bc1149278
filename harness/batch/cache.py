"""Verdicts of earlier runs for assets that have not changed, found by what the asset consists of.

An entry holds when the root file, every file that it names in any variant, the names of files that are missing, the
test version, the settings, the engine version and the versions of all packages are the same. Entries are folders with
hard links to the files of a case, so they cost no room while the run exists.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from harness.batch.artifacts import size_of
from harness.batch.digests import AssetFiles, FileDigests, environment_digest, settings_digest
from harness.batch.plan import ConfigCache, make_job
from harness.batch.records import BatchOptions, CaseSummary, PlannedCase
from harness.catalog import find_test
from harness.errors import RecordError
from harness.report.codec import from_data, load_record, load_verdict, write_json_atomic
from harness.runner.record import CaseFiles
from harness.verdict import Verdict
from harness.waivers import rules_about

__all__ = ["VerdictCache"]

_ENTRY = "entry.json"
# Assets with the same root file, such as one reference to parts that differ by folder.
_MAX_ALTERNATIVES = 16
# They name the asset by a path that counts from the folder of the case.
_TIED_TO_PLACE = frozenset({"scene", "replay"})


@dataclass(frozen=True, kw_only=True)
class _Entry:
    """What a stored verdict holds for."""

    schema_version: int = 2
    files: AssetFiles
    verdict_sha256: str
    """Of ``verdict.json``: its file is shared with run folders, where anybody may change it."""
    summary: CaseSummary
    asset_from_case: str
    """Path of the asset relative to the folder of the case."""
    reproduce: str


class VerdictCache:
    """A folder of verdicts.

    Args:
        root: Folder; created when something is stored.
        options: Settings of the run.
        folder: Run folder.
    """

    def __init__(self, root: Path, options: BatchOptions, folder: Path) -> None:
        self._root, self._options = root, options
        self._run = folder.resolve()
        self._configs = ConfigCache(options, folder)
        self._digests = FileDigests()

    def fetch(self, planned: PlannedCase, folder: Path) -> CaseSummary | None:
        """Give a case the verdict of an unchanged asset.

        Args:
            planned: The case.
            folder: Run folder, into which the files of the case are linked.

        Returns:
            Its summary, or ``None`` when nothing is known.
        """
        asset = Path(planned.asset)
        if self._is_too_large(planned):
            return None
        root_sha256 = self._digests.get(asset)
        if root_sha256 is None:
            return None
        place = self._place(planned, root_sha256)
        for candidate in sorted(_entries(place)):
            try:
                entry = load_record(_Entry, candidate)
                if self._digests.get(CaseFiles(folder=candidate.parent).verdict) != entry.verdict_sha256:
                    raise RecordError(f"{candidate.parent} was changed.")
                if self._holds(entry.files, asset):
                    return self._take(entry, candidate.parent, planned, folder)
            except (RecordError, OSError):
                shutil.rmtree(candidate.parent, ignore_errors=True)
        return None

    def store(self, planned: PlannedCase, summary: CaseSummary, files: Mapping[str, Any], folder: Path) -> None:
        """Keep a verdict for later runs. A cache that cannot be written is no reason to fail.

        Args:
            planned: The case.
            summary: What came out.
            files: :class:`AssetFiles` as data.
            folder: Run folder.
        """
        known = from_data(AssetFiles, files)
        case = folder / summary.case_dir
        place = self._place(planned, known.root_sha256)
        if len(list(place.glob("*"))) >= _MAX_ALTERNATIVES:
            shutil.rmtree(place, ignore_errors=True)
        target = place / str(summary.content_sha256)[:32]
        temporary = place / f".{target.name}.{secrets.token_hex(4)}"
        entry = _Entry(
            files=known,
            verdict_sha256=str(self._digests.get(CaseFiles(folder=case).verdict)),
            summary=summary,
            asset_from_case=self._from_case(summary.asset, summary.case_dir),
            reproduce=load_verdict(CaseFiles(folder=case).verdict).reproduce,
        )
        try:
            temporary.mkdir(parents=True)
            _link_files(case, temporary)
            write_json_atomic(temporary / _ENTRY, entry, is_durable=False)
            shutil.rmtree(target, ignore_errors=True)
            temporary.rename(target)
        except OSError:
            shutil.rmtree(temporary, ignore_errors=True)

    def _place(self, planned: PlannedCase, root_sha256: str) -> Path:
        """Return the folder of all entries for a root file under the settings of a case."""
        test, options = find_test(planned.test), self._options
        config = self._configs.get(planned)
        key = {
            # A waiver holds until its date, so what was judged under one holds for a day.
            "today": datetime.now(UTC).date().isoformat() if config.policy.waivers else "",
            "root": root_sha256,
            "name": Path(planned.asset).name,
            "test": planned.test,
            # Equal settings under another name are another verdict: it names its preset.
            "preset": options.preset,
            "settings": settings_digest(config, test.version, is_strict=options.is_strict),
            # A pattern of a rule may be about this place and not about another with an equal file.
            "rules": rules_about(config.policy, os.path.normpath(Path(planned.asset).absolute())),
            "engine": planned.engine,
            "variants": {**options.variants, **planned.variants},
            "repeats": [options.repeats, options.seed if options.has_random_starts else None],
            "kept": [options.video, options.artifacts],
            "environment": environment_digest(),
        }
        digest = hashlib.sha256(json.dumps(key, sort_keys=True).encode()).hexdigest()
        return self._root / digest[:2] / digest[2:34]

    def _is_too_large(self, planned: PlannedCase) -> bool:
        """Whether the file will be refused unread; reading it for its digest would take as long as opening it."""
        limit_mb = self._configs.get(planned).intake.max_file_mb
        try:
            return Path(planned.asset).stat().st_size > limit_mb * 2**20
        except OSError:
            return False

    def _from_case(self, asset: str, case_dir: str) -> str:
        return os.path.relpath(os.path.realpath(asset), self._run / case_dir)

    def _holds(self, files: AssetFiles, asset: Path) -> bool:
        # As USD does: ".." takes a name away, whatever a link in the path leads to.
        root = str(asset.parent.absolute())
        return all(self._digests.get(_beside(root, name)) == digest for name, digest in files.present) and not any(
            _beside(root, name).exists() for name in files.missing
        )

    def _take(self, entry: _Entry, source: Path, planned: PlannedCase, folder: Path) -> CaseSummary:
        case = folder / planned.case_dir
        if case.exists():
            shutil.rmtree(case)
        case.mkdir(parents=True)
        _link_files(source, case, without=_ENTRY)
        job = make_job(planned, self._options, folder, has_video=False)
        is_same_place = self._from_case(planned.asset, planned.case_dir) == entry.asset_from_case
        old = entry.summary
        is_same_name = (old.asset, old.name, entry.reproduce) == (planned.asset, planned.name, job.reproduce)
        if not is_same_place or not is_same_name:
            verdict = _moved(load_verdict(CaseFiles(folder=case).verdict), planned, job.reproduce)
            if not is_same_place:
                verdict = _without_place(verdict, case)
            write_json_atomic(CaseFiles(folder=case).verdict, verdict, is_durable=False)
        return replace(
            old,
            index=planned.index,
            key=planned.key,
            name=planned.name,
            asset=planned.asset,
            case_dir=planned.case_dir,
            owner=planned.owner,
            tags=planned.tags,
            is_cached=True,
            attempts=0,
            artifact_bytes=size_of(case),
            finished_at=datetime.now(UTC).isoformat(),
        )


def _beside(folder: str, name: str) -> Path:
    return Path(os.path.normpath(f"{folder}/{name}"))


def _moved(verdict: Verdict, planned: PlannedCase, reproduce: str) -> Verdict:
    asset = replace(verdict.asset, name=planned.name, path=planned.asset)
    return replace(verdict, asset=asset, reproduce=reproduce)


def _without_place(verdict: Verdict, case: Path) -> Verdict:
    """Drop the files that would look for the asset where it was."""
    for artifact in verdict.artifacts:
        if artifact.kind in _TIED_TO_PLACE:
            (case / Path(artifact.file).name).unlink(missing_ok=True)
    return replace(verdict, artifacts=tuple(a for a in verdict.artifacts if a.kind not in _TIED_TO_PLACE))


def _entries(place: Path) -> Iterator[Path]:
    """Yield the finished entries of a place; there may be none."""
    try:
        for folder in os.scandir(place):
            entry = Path(folder.path, _ENTRY)
            if not folder.name.startswith(".") and entry.is_file():
                yield entry
    except FileNotFoundError:
        return


def _link_files(source: Path, target: Path, *, without: str = "") -> None:
    """Link the files of a folder into another but one; copy where the file system cannot."""
    for entry in os.scandir(source):
        if not entry.is_file() or entry.name.startswith(".") or entry.name == without:
            continue
        try:
            os.link(entry.path, target / entry.name)
        except OSError:
            shutil.copyfile(entry.path, target / entry.name)
