"""What an asset says about earlier validations by NVIDIA's SimReady tools. Information: no verdict depends on it.

The layout is that of simready-benchmark 2026.6.5 to 2026.8.0: ``SimReady_Metadata.validation`` is the validation
against a profile, ``SimReady_Metadata.runtime_testing.tested_features`` (earlier also ``runtime_tests``) what was run.
Both stand in the custom data of the root layer, in ``.simready/validation.json`` beside the asset, or in a JSON file of
its name. The receipt file may also hold the validation at its top.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from harness.parts import StampRecord

__all__ = ["choose_stamp", "parse_stamp"]

_MAX_FEATURES = 200
_MAX_TEXT = 200


def parse_stamp(data: object, source: str, *, is_receipt: bool = False) -> StampRecord | None:
    """Return the stamp in a piece of metadata, ``None`` when there is none.

    A stamp that is there but cannot be understood is returned with its problem, never as one that passed something.

    Args:
        data: Custom data of a layer, or the content of a file.
        source: Where it was found, in words.
        is_receipt: Whether a stamp must be in it, and may stand at its top.
    """
    stamp = StampRecord(source=source)
    if not isinstance(data, Mapping):
        return replace(stamp, problem="it is no JSON object") if is_receipt else None
    metadata = data.get("SimReady_Metadata")
    if metadata is not None and not isinstance(metadata, Mapping):
        return replace(stamp, problem="SimReady_Metadata is no dictionary")
    validation, testing = (metadata or {}).get("validation"), (metadata or {}).get("runtime_testing")
    if validation is None and is_receipt and "validated_features" in data:
        validation = data
    tests = data.get("runtime_tests") if is_receipt else None
    if validation is None and testing is None and tests is None:
        return replace(stamp, problem="it holds neither a validation nor tests") if is_receipt else None
    stamp = _with_producer(stamp, data)
    if validation is not None:
        stamp = _with_validation(stamp, validation)
    if testing is not None:
        stamp = _with_runs(stamp, testing)
    elif tests is not None:
        stamp = _with_tests(stamp, tests)
    return stamp


def choose_stamp(stamps: Iterable[StampRecord | None]) -> StampRecord | None:
    """Return the stamp that says most: one that is understood and lists features before others, else the first.

    Args:
        stamps: Stamps in the order of trust.
    """
    found = [s for s in stamps if s is not None]
    return min(found, key=lambda s: (bool(s.problem), not (s.passed_features or s.failed_features)), default=None)


def _with_producer(stamp: StampRecord, data: Mapping[str, object]) -> StampRecord:
    """Name the tool that wrote it, where it names itself; SimReady tools do not."""
    own = data.get("asset_qa")
    return replace(stamp, producer=_text(own.get("producer"))) if isinstance(own, Mapping) else stamp


def _with_validation(stamp: StampRecord, record: object) -> StampRecord:
    where = "SimReady_Metadata.validation"
    if not isinstance(record, Mapping):
        return _broken(stamp, f"{where} is no dictionary")
    stamp = replace(stamp, profile=_text(record.get("profile")), profile_version=_text(record.get("profile_version")))
    runs = record.get("validated_features")
    if runs is None:
        # Asset pipelines write the profile alone; it then stands for all its features.
        return stamp if stamp.profile else _broken(stamp, f"{where} names neither a profile nor features")
    if not isinstance(runs, Mapping) or not runs:
        return _broken(stamp, "it lists no validated features")
    moment, passed, failed, problem = _newest(runs)
    return _broken(replace(stamp, validated_at=moment, passed_features=passed, failed_features=failed), problem)


def _with_runs(stamp: StampRecord, testing: object) -> StampRecord:
    runs = testing.get("tested_features") if isinstance(testing, Mapping) else None
    if not isinstance(runs, Mapping) or not runs:
        return _broken(stamp, "SimReady_Metadata.runtime_testing lists no tested features")
    moment, passed, failed, problem = _newest(runs)
    return _broken(replace(stamp, tested_at=moment, passed_tests=passed, failed_tests=failed), problem)


def _with_tests(stamp: StampRecord, tests: object) -> StampRecord:
    """Read the list of the earlier layout."""
    entries = tests if isinstance(tests, list) else []
    run = {e["test_name"]: e for e in entries if isinstance(e, Mapping) and isinstance(e.get("test_name"), str)}
    if not run:
        return _broken(stamp, "runtime_tests lists no tests")
    passed, failed = _split(run)
    moment = max(_text(e.get("timestamp")) for e in run.values())
    return replace(stamp, tested_at=moment, passed_tests=passed, failed_tests=failed)


def _newest(runs: Mapping[object, object]) -> tuple[str, tuple[str, ...], tuple[str, ...], str]:
    """Return time, what passed, what failed, and a problem. Times are text that sorts."""
    newest = max(runs, key=str)
    moment, run = _text(newest), runs[newest]
    if not isinstance(run, Mapping):
        return moment, (), (), f"its run {moment} is no dictionary"
    passed, failed = _split(run)
    return moment, passed, failed, "" if passed or failed else "no feature in it says whether it passed"


def _split(run: Mapping[object, object]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what passed and what failed; anything but a plain true or false says nothing."""
    named = [(_text(k), v.get("passed")) for k, v in run.items() if isinstance(v, Mapping)]
    passed = sorted(name for name, flag in named if flag is True)
    failed = sorted(name for name, flag in named if flag is False)
    return tuple(passed[:_MAX_FEATURES]), tuple(failed[:_MAX_FEATURES])


def _broken(stamp: StampRecord, problem: str) -> StampRecord:
    """Add a problem; the first one is told."""
    return replace(stamp, problem=stamp.problem or problem)


def _text(value: object) -> str:
    """Return a text from a file of others: short, printable and storable."""
    text = value if isinstance(value, str) else ""
    return "".join(c if c.isprintable() else "\ufffd" for c in text[:_MAX_TEXT])
