"""What is kept: people, tables, their seats and the append-only log, in SQLite or PostgreSQL."""

from stellwerk.store.database import Database, default_url

__all__ = ["Database", "default_url"]
