"""pytest plugin: one test item for each asset that a glob of the project's configuration names.

    [tool.pytest.ini_options]
    asset_qa_assets = ["**/*.usd"]

A FAIL is a failure, a test that does not apply is skipped, a PASS with warnings is a passed item with pytest warnings.
ERROR, INCONCLUSIVE and BLOCKED are errors, not failures: they say nothing about the asset. All items of a session share
one case process with one engine. Nothing but this file is loaded as long as no glob is configured.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from harness.pytest_cases import CaseRunner
    from harness.verdict import Verdict

__all__ = ["AssetFailure", "AssetFile", "AssetItem", "AssetNotTested", "AssetQaWarning"]

_KEY = "asset_qa_verdict"
_RUNNER: pytest.StashKey[CaseRunner] = pytest.StashKey()
_PATTERNS: pytest.StashKey[tuple[tuple[str, ...], tuple[str, ...]]] = pytest.StashKey()
_COUNT: pytest.StashKey[int] = pytest.StashKey()


class AssetQaWarning(UserWarning):
    """A PASS that is not a clean one."""


class AssetFailure(Exception):
    """The asset has a defect; the text says which, why, and how to fix it."""


class AssetNotTested(Exception):
    """The asset could not be tested, or the evidence was not enough; not a word about its physics."""


# Options


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the settings; reading them costs nothing."""
    parser.addini("asset_qa_assets", "globs of assets, relative to the root folder", type="linelist", default=[])
    parser.addini("asset_qa_exclude", "globs of files that are no assets of their own", type="linelist", default=[])
    parser.addini("asset_qa_tests", "tests to run on each asset", type="args", default=["ground_drop"])
    parser.addini("asset_qa_settings", "settings as KEY=VALUE", type="linelist", default=[])
    parser.addini("asset_qa_config", "YAML files with settings", type="paths", default=[])
    parser.addini("asset_qa_strict", "warnings fail the asset", type="bool", default=False)
    parser.addini("asset_qa_video", "render a video of each asset", type="bool", default=False)
    parser.addini("asset_qa_engine", "engine to use", default="")
    parser.addini("asset_qa_out", "folder for results, relative to the root folder", default="reports")
    group = parser.getgroup("asset-qa", "simulation assets (asset-qa)")
    group.addoption("--asset-qa", action="append", default=[], metavar="GLOB", help="more globs of assets")
    group.addoption("--asset-qa-test", action="append", default=[], metavar="TEST", help="run these tests instead")
    group.addoption("--asset-qa-set", action="append", default=[], metavar="KEY=VALUE", help="change a setting")
    group.addoption("--asset-qa-strict", action="store_true", help="warnings fail the asset")
    group.addoption("--asset-qa-video", action="store_true", help="render a video of each asset")
    group.addoption("--asset-qa-engine", default="", metavar="NAME", help="engine to use")
    group.addoption("--asset-qa-out", default="", metavar="DIR", help="folder for results")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker and remember the globs."""
    config.addinivalue_line("markers", "asset_qa: one simulation asset, tested by asset-qa")
    wanted = (*config.getini("asset_qa_assets"), *config.getoption("--asset-qa"))
    config.stash[_PATTERNS] = (wanted, tuple(config.getini("asset_qa_exclude")))
    config.stash[_COUNT] = 0


def pytest_sessionstart(session: pytest.Session) -> None:
    """Refuse wrong settings before anything is collected."""
    config = session.config
    if not config.stash[_PATTERNS][0]:
        return
    from harness.errors import HarnessError
    from harness.pytest_cases import CaseRunner
    from harness.runner.plan import RunOptions

    try:
        options = RunOptions(
            test="",
            assets=(),
            engine=_choose(config, "engine"),
            settings=(*config.getini("asset_qa_settings"), *config.getoption("--asset-qa-set")),
            config_files=tuple(str(p) for p in config.getini("asset_qa_config")),
            is_strict=bool(_choose(config, "strict")),
            is_video_wanted=bool(_choose(config, "video")),
        )
        tests = tuple(config.getoption("--asset-qa-test") or config.getini("asset_qa_tests"))
        config.stash[_RUNNER] = CaseRunner(tests, options, _out(config))
    except HarnessError as error:
        raise pytest.UsageError(f"asset-qa: {error}") from error


def _choose(config: pytest.Config, name: str) -> Any:
    return config.getoption(f"--asset-qa-{name}") or config.getini(f"asset_qa_{name}")


def _out(config: pytest.Config) -> Path:
    return config.rootpath / str(_choose(config, "out"))


# Collection


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> AssetFile | None:
    """Collect a file that a glob names."""
    wanted, excluded = parent.config.stash[_PATTERNS]
    if not wanted or not file_path.is_relative_to(parent.config.rootpath):
        return None
    name = file_path.relative_to(parent.config.rootpath).as_posix()
    # The results of earlier sessions hold scenes and replays, which are no assets.
    if file_path.is_relative_to(_out(parent.config)):
        return None
    if not _matches(name, wanted) or _matches(name, excluded):
        return None
    collected: AssetFile = AssetFile.from_parent(parent, path=file_path)
    return collected


class AssetFile(pytest.File):
    """An asset with one item for each test."""

    def collect(self) -> Iterator[AssetItem]:
        """Yield the items."""
        for test in self.config.stash[_RUNNER].tests:
            item: AssetItem = AssetItem.from_parent(self, name=test)
            item.add_marker("asset_qa")
            self.config.stash[_COUNT] += 1
            yield item


class AssetItem(pytest.Item):
    """One test of one asset."""

    verdict: Verdict | None = None

    def setup(self) -> None:
        """Simulate the asset; what keeps it from being judged is an error of the item, not a failure."""
        from harness.errors import HarnessError
        from harness.outcomes import Outcome
        from harness.pytest_cases import explain
        from harness.report.plain import first_reason, one_line

        runner = self.config.stash[_RUNNER]
        try:
            verdict, file = runner.run(self.path, self.name)
        except HarnessError as error:
            raise AssetNotTested(f"{error} [{error.code}]") from error
        self.verdict = verdict
        self.user_properties += [(_KEY, str(file)), ("asset_qa_outcome", verdict.outcome.value)]
        code, reason = first_reason(verdict)
        told = one_line(f"{code} {reason}")
        if verdict.outcome is Outcome.NOT_APPLICABLE:
            pytest.skip(told)
        if verdict.outcome not in (Outcome.PASS, Outcome.FAIL):
            raise AssetNotTested(explain(verdict, file))
        if verdict.outcome is Outcome.PASS and not verdict.is_clean:
            self.warn(AssetQaWarning(explain(verdict, file)))

    def runtest(self) -> None:
        """Fail when the asset failed."""
        from harness.outcomes import Outcome
        from harness.pytest_cases import explain

        if self.verdict is not None and self.verdict.outcome is Outcome.PASS:
            return
        if self.verdict is None:
            raise AssetNotTested("nothing was simulated")
        raise AssetFailure(explain(self.verdict, self.config.stash[_RUNNER].file_of(self.verdict)))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show what a person needs instead of a traceback."""
        if isinstance(excinfo.value, (AssetFailure, AssetNotTested)):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style=style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return where the asset is and what the item is called."""
        return self.path, 0, self.name


# End


def pytest_sessionfinish(session: pytest.Session) -> None:
    """End the processes and write the report of everything that was judged."""
    runner = session.config.stash.get(_RUNNER, None)
    if runner is not None:
        # Distributed runs hand each process a part; only an undivided run knows what is missing.
        is_whole = not hasattr(session.config, "workerinput")
        planned = sum(isinstance(i, AssetItem) for i in getattr(session, "items", ())) if is_whole else None
        runner.finish(planned or None)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say where the results lie, and when the globs named nothing."""
    wanted, _ = config.stash[_PATTERNS]
    if not wanted:
        return
    reports = [r for group in terminalreporter.stats.values() for r in group if hasattr(r, "user_properties")]
    files = {Path(value) for r in reports for key, value in r.user_properties if key == _KEY}
    runs = sorted({f.parents[4] for f in files if len(f.parents) > 4})
    for run in runs:
        terminalreporter.write_line(f"asset-qa: results in {run}")
    is_whole = config.args_source is not pytest.Config.ArgsSource.ARGS
    if is_whole and not runs and not config.stash[_COUNT] and not config.getoption("collectonly"):
        # Zero assets must not look like zero defects.
        terminalreporter.write_line(f"asset-qa: no file matched {', '.join(wanted)}", yellow=True)


# Globs


def _matches(name: str, globs: Sequence[str]) -> bool:
    return any(_pattern(g).fullmatch(name) for g in globs)


@cache
def _pattern(glob: str) -> re.Pattern[str]:
    """Return a glob as a pattern: ``**/`` is any number of folders, ``*`` and ``?`` stay within a name."""
    parts = re.split(r"(\*\*/|\*\*|\*|\?|\[[^\]]+\])", glob.removeprefix("./"))
    known = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return re.compile("".join(known.get(p, p.replace("[!", "[^") if p[:1] == "[" else re.escape(p)) for p in parts))
