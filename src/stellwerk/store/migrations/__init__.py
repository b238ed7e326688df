"""Alembic's scripts; `Database.migrate` runs them."""
