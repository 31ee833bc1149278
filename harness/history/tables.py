"""Tables of the database. Times are UTC in ISO 8601, lists are JSON, so that every database reads them the same."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

__all__ = ["meta", "metadata", "results", "runs"]

metadata = MetaData()

meta = Table(
    "asset_qa_meta",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", String(64), nullable=False),
)

runs = Table(
    "asset_qa_runs",
    metadata,
    Column("run_id", String(128), primary_key=True),
    Column("source", Text, nullable=False),
    Column("engine", String(64), nullable=False),
    Column("started_at", String(40), nullable=False, index=True),
    Column("finished_at", String(40), nullable=False),
    Column("planned_count", Integer, nullable=False),
    Column("exit_code", Integer, nullable=False),
    Column("folder", Text, nullable=False),
)

results = Table(
    "asset_qa_results",
    metadata,
    Column("run_id", String(128), ForeignKey("asset_qa_runs.run_id", ondelete="CASCADE"), primary_key=True),
    Column("case_index", Integer, primary_key=True),
    Column("key", Text, nullable=False),
    Column("test", String(64), nullable=False),
    Column("test_version", String(32), nullable=False),
    Column("preset", String(64), nullable=False),
    Column("engine", String(64), nullable=False),
    Column("engine_version", String(64)),
    Column("outcome", String(20), nullable=False),
    Column("has_warnings", Boolean, nullable=False),
    Column("reason", Text, nullable=False),
    Column("codes", Text, nullable=False),
    Column("margin", Float(53)),
    Column("margin_spread", Float(53)),
    Column("flip_rate", Float(53)),
    Column("has_random_starts", Boolean, nullable=False),
    Column("duration_s", Float(53), nullable=False),
    Column("content_sha256", String(64)),
    Column("config_sha256", String(64), nullable=False),
    Column("is_cached", Boolean, nullable=False),
    Column("owner", Text, nullable=False),
    Column("tags", Text, nullable=False),
    Column("finished_at", String(40), nullable=False),
    Index("asset_qa_results_by_key", "key", "test"),
)
