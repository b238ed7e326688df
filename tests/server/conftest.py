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
from tests.server.templates import _templates_are_compiled_once

__all__ = [
    "_cheap_passwords",
    "_sealed_is_a_title",
    "_templates_are_compiled_once",
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
