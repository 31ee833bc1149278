"""The database of results, through SQLAlchemy: a SQLite file by default, PostgreSQL by URL."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.batch.records import BatchOptions, CaseSummary
from harness.errors import HarnessError, UsageError
from harness.history.compare import StoredResult
from harness.outcomes import Outcome
from harness.presets import DEFAULT_PRESET

if TYPE_CHECKING:
    from sqlalchemy import Connection, RowMapping

__all__ = ["History", "HistoryError", "Procedure", "RunRow", "default_url", "is_older", "without_password"]

_SCHEMA = "2"
_BATCH_ROWS = 500


@dataclass(frozen=True, kw_only=True)
class RunRow:
    """One run."""

    run_id: str
    source: str
    engine: str
    started_at: str
    """UTC time, ISO 8601."""
    finished_at: str
    """UTC time, ISO 8601."""
    planned_count: int
    exit_code: int
    folder: str


@dataclass(frozen=True, kw_only=True, order=True)
class Procedure:
    """What a result may be compared within."""

    test: str
    version: str
    preset: str

    def __str__(self) -> str:
        """Return test and version, with the preset where it is not the usual one."""
        return f"{self.test} {self.version}" + (f" {self.preset}" if self.preset != DEFAULT_PRESET else "")


def default_url(out: Path) -> str:
    """Return the URL of the SQLite file beside the run folders."""
    return f"sqlite:///{(out / 'history.sqlite').as_posix()}"


class History:
    """Results of runs.

    Args:
        url: SQLAlchemy URL such as ``sqlite:///history.sqlite`` or ``postgresql://user@host/name``.

    Raises:
        UsageError: If the database cannot be opened, or another version of the program made it.
    """

    def __init__(self, url: str) -> None:
        from sqlalchemy import create_engine
        from sqlalchemy.exc import ArgumentError, NoSuchModuleError

        from harness.history.tables import metadata

        try:
            self._engine = create_engine(_with_driver(url))
        except (ArgumentError, NoSuchModuleError) as error:
            raise UsageError(
                f"--db {without_password(url)}: {error}. Write sqlite:///FILE or postgresql://USER@HOST/NAME."
            ) from error
        except ImportError as error:
            raise UsageError(
                f"--db {without_password(url)}: {error}. Install it: pip install 'asset-qa[postgres]'."
            ) from error
        self._url = without_password(url)
        with self._connection() as connection:
            metadata.create_all(connection)
            self._check_schema(connection)

    @contextmanager
    def _connection(self) -> Iterator[Connection]:
        """Open a transaction; what the database says becomes one sentence."""
        from sqlalchemy.exc import SQLAlchemyError

        try:
            with self._engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            text = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
            raise HistoryError(f"The database {self._url} cannot be used: {text}") from error

    def _check_schema(self, connection: Connection) -> None:
        from sqlalchemy import insert, select

        from harness.history.tables import meta

        found = connection.execute(select(meta.c.value).where(meta.c.name == "schema_version")).scalar()
        if found is None:
            connection.execute(insert(meta).values(name="schema_version", value=_SCHEMA))
        elif found != _SCHEMA:
            raise UsageError(f"{self._url} has the layout {found}, this program knows {_SCHEMA}; use another --db.")

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def record(self, run: RunRow, options: BatchOptions, summaries: Iterable[CaseSummary]) -> None:
        """Store a run. One that is stored already, such as before it was resumed, is replaced as a whole.

        Args:
            run: The run.
            options: Its settings.
            summaries: Its finished cases; read once, never all in memory.
        """
        from sqlalchemy import delete, insert

        from harness.history.tables import results, runs

        with self._connection() as connection:
            connection.execute(delete(results).where(results.c.run_id == run.run_id))
            connection.execute(delete(runs).where(runs.c.run_id == run.run_id))
            connection.execute(insert(runs).values(**_storable(vars(run))))
            rows: list[dict[str, Any]] = []
            for summary in summaries:
                rows.append(_row(run.run_id, summary, has_random_starts=options.has_random_starts))
                if len(rows) >= _BATCH_ROWS:
                    connection.execute(insert(results), rows)
                    rows = []
            if rows:
                connection.execute(insert(results), rows)

    def runs(self, *, source: str | None = None, limit: int | None = None) -> list[RunRow]:
        """Return runs, the latest first.

        Args:
            source: Only runs of this source.
            limit: At most so many.
        """
        from sqlalchemy import select

        from harness.history.tables import runs

        query = select(runs).order_by(runs.c.started_at.desc(), runs.c.run_id.desc())
        if source is not None:
            query = query.where(runs.c.source == source)
        if limit is not None:
            query = query.limit(limit)
        with self._connection() as connection:
            return [RunRow(**dict(row)) for row in connection.execute(query).mappings()]

    def find_run(self, text: str) -> RunRow:
        """Return a run by its id, the beginning of its id, or its folder.

        Raises:
            UsageError: If there is none or more than one.
        """
        name = Path(text).name
        known = self.runs()
        found = [r for r in known if r.run_id == name] or [r for r in known if r.run_id.startswith(name)]
        if len(found) != 1:
            what = "no run" if not found else f"{len(found)} runs"
            raise UsageError(f"{what} '{text}' in {self._url}. See asset-qa trend for what it holds.")
        return found[0]

    def results(self, run_id: str) -> list[StoredResult]:
        """Return the results of a run in the order of its plan."""
        from sqlalchemy import select

        from harness.history.tables import results

        query = select(results).where(results.c.run_id == run_id).order_by(results.c.case_index)
        with self._connection() as connection:
            return [_stored(row) for row in connection.execute(query).mappings()]

    def results_of_asset(self, key: str) -> list[tuple[RunRow, StoredResult]]:
        """Return all results of an asset, the latest first.

        Args:
            key: Path of the asset in its source, or the end of it.
        """
        from sqlalchemy import or_, select

        from harness.history.tables import results

        tail = key.replace("\\", "\\\\").replace("%", r"\%").replace("_", r"\_")
        query = select(results).where(or_(results.c.key == key, results.c.key.like(f"%/{tail}", escape="\\")))
        known = {r.run_id: r for r in self.runs()}
        with self._connection() as connection:
            rows = [_stored(row) for row in connection.execute(query).mappings()]
        found = [(known[r.run_id], r) for r in rows if r.run_id in known]
        return sorted(found, key=lambda pair: (pair[0].started_at, pair[0].run_id), reverse=True)

    def counts(self, run_ids: Sequence[str]) -> dict[str, dict[Procedure, dict[Outcome, int]]]:
        """Return, by run and procedure, how many results each outcome has."""
        from sqlalchemy import func, select

        from harness.history.tables import results

        names = ("run_id", "test", "test_version", "preset", "outcome")
        columns = [results.c[name] for name in names]
        query = select(*columns, func.count()).where(results.c.run_id.in_(run_ids)).group_by(*columns)
        found: dict[str, dict[Procedure, dict[Outcome, int]]] = {r: {} for r in run_ids}
        with self._connection() as connection:
            for *procedure_of, outcome, count in connection.execute(query):
                run_id, test, version, preset = map(str, procedure_of)
                procedure = Procedure(test=test, version=version, preset=preset)
                found[run_id].setdefault(procedure, {})[Outcome(outcome)] = int(count)
        return found

    def remove(self, run_ids: Sequence[str]) -> int:
        """Forget runs; returns how many there were."""
        from sqlalchemy import delete

        from harness.history.tables import results, runs

        with self._connection() as connection:
            connection.execute(delete(results).where(results.c.run_id.in_(run_ids)))
            return int(connection.execute(delete(runs).where(runs.c.run_id.in_(run_ids))).rowcount)


class HistoryError(HarnessError):
    """The database cannot be reached or used; says nothing about an asset."""

    code = "HAR017"


def _with_driver(url: str) -> str:
    for name in ("postgresql://", "postgres://"):
        if url.startswith(name):
            return "postgresql+psycopg://" + url.removeprefix(name)
    return url


def without_password(word: str) -> str:
    """Return an address, or an option with one, without the password in it.

    Args:
        word: Any word of a command line; one without an address is returned as it is.
    """
    head, separator, rest = word.partition("://")
    login, at, place = rest.rpartition("@")
    place = re.sub(r"(?<=[?&])password=[^&]*&?", "", place).rstrip("?&") if separator else place
    return f"{head}{separator}{login.partition(':')[0]}{at}{place}"


def _storable(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values whose texts a database takes: a file name may hold bytes that are no UTF-8."""
    return {k: v.encode("utf-8", "backslashreplace").decode() if isinstance(v, str) else v for k, v in values.items()}


def _row(run_id: str, summary: CaseSummary, *, has_random_starts: bool) -> dict[str, Any]:
    values = {
        "run_id": run_id,
        "case_index": summary.index,
        "key": summary.key,
        "test": summary.test,
        "test_version": summary.test_version,
        "preset": summary.preset,
        "engine": summary.engine,
        "engine_version": summary.engine_version,
        "outcome": summary.outcome.value,
        "has_warnings": summary.has_warnings,
        "reason": summary.reason,
        "codes": json.dumps(summary.codes),
        "margin": summary.margin,
        "margin_spread": summary.margin_spread,
        "flip_rate": summary.flip_rate,
        "has_random_starts": has_random_starts,
        "duration_s": summary.duration_s,
        "content_sha256": summary.content_sha256,
        "config_sha256": summary.config_sha256,
        "is_cached": summary.is_cached,
        "owner": summary.owner,
        "tags": json.dumps(summary.tags),
        "finished_at": summary.finished_at,
    }
    return _storable(values)


def _stored(row: RowMapping) -> StoredResult:
    values = dict(row)
    for name in ("codes", "tags"):
        values[name] = tuple(json.loads(values[name]))
    values["outcome"] = Outcome(values["outcome"])
    return StoredResult(**values)


def is_older(run: RunRow, days: float, now: datetime | None = None) -> bool:
    """Whether a run started longer ago than some days."""
    age = (now or datetime.now(UTC)) - datetime.fromisoformat(run.started_at)
    return age.total_seconds() > days * 86_400
