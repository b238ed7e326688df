from tests.server.fixtures import (
    _cheap_passwords,
    _sealed_is_a_title,
    address,
    local,
    make_service,
    migrated,
    new_postgres,
    postgres,
    service,
    sqlite_address,
)
from tests.server.running import serve

__all__ = [
    "_cheap_passwords",
    "_sealed_is_a_title",
    "address",
    "local",
    "make_service",
    "migrated",
    "new_postgres",
    "postgres",
    "serve",
    "service",
    "sqlite_address",
]
