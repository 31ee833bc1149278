"""Databases to test with: a SQLite file, and a real PostgreSQL server where one is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest


def _server_programs() -> Path | None:
    found = shutil.which("initdb")
    known = [Path(found)] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return known[-1].parent if known else None


@pytest.fixture(scope="session")
def postgres_url():
    """Start a server of our own on a socket in a temporary folder; the only user may be named nobody but postgres."""
    programs = _server_programs()
    if programs is None:
        pytest.skip("NO POSTGRESQL SERVER: install postgresql to run these tests on one")
    pytest.importorskip("psycopg", reason="NO POSTGRESQL DRIVER: pip install 'asset-qa[postgres]'")
    with tempfile.TemporaryDirectory(prefix="asset-qa-pg-") as name:
        folder = Path(name)
        # A server refuses to run as root.
        who = {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}
        if who:
            shutil.chown(folder, "postgres", "postgres")
        data = folder / "data"

        def call(program: str, *words: str) -> None:
            command = [str(programs / program), "-D", str(data), *words]
            log = folder.with_suffix(".log")
            with log.open("ab") as stream:
                subprocess.run(command, check=True, stdout=stream, stderr=stream, cwd="/", timeout=120, **who)
            log.unlink()

        call("initdb", "-U", "qa", "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off"
        call("pg_ctl", "-w", "-o", options, "-l", str(folder / "server.log"), "start")
        try:
            yield f"postgresql://qa@/postgres?host={folder}"
        finally:
            call("pg_ctl", "-w", "-m", "immediate", "stop")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    """URL of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/history.sqlite"
    server = request.getfixturevalue("postgres_url")
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS asset_qa_results, asset_qa_runs, asset_qa_meta")
    return server
