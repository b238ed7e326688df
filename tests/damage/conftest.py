from tests.server.fixtures import make_service, migrated, new_postgres, postgres, sqlite_address

__all__ = ["make_service", "migrated", "new_postgres", "postgres", "sqlite_address"]
