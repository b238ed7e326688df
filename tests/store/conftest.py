from tests.server.fixtures import address, new_postgres, postgres

__all__ = ["address", "new_postgres", "postgres"]
