"""How a server is set up; every field can be given as STELLWERK_<NAME> in the environment."""

import os
from collections.abc import Mapping

import msgspec
from msgspec import Struct, structs

from stellwerk.store.database import default_url

PREFIX = "STELLWERK_"


class Settings(Struct, frozen=True, kw_only=True):
    database: str = ""
    """An address like postgresql://user@host/name, or an SQLite file."""
    public_url: str = ""
    """How the outside reaches the server, for links: https://example.org"""
    secure_cookies: bool = False
    """Cookies only over https; an https:// address as `public_url` says the same."""
    rate_limits: bool = True
    bot_delay: float = 0.7
    """Seconds before a bot moves at a table with people who have not chosen a pace."""
    bot_seconds: float = 60.0
    """A bot that thinks longer about a move is replaced for it."""
    worker_processes: int = 0
    """Processes for long work, as bots' thinking is; 0: one for each processor but one, at least one."""
    upload_limit: int = 4_000_000
    upload_seconds: int = 20
    """Processor time for checking an uploaded game."""
    body_limit: int = 65_536
    database_limit: int = 0
    """Bytes of the database above which nothing new begins; games that have begun go on. 0: no limit."""
    least_free: int = 100_000_000
    """Bytes that must be free on the disk of an SQLite file before anything new begins."""
    cached_games: int = 200
    watchers: int = 2_000
    """Event streams in all; a person may have twenty."""
    heartbeat: float = 15.0
    """Seconds between signs of life in an event stream."""
    metrics_token: str = ""
    """Who sends it as a bearer token may read /metrics; without one only this machine may."""
    body_seconds: float = 30.0
    """So long a request may take to arrive; uploads have four times as long."""
    warning_seconds: float = 600.0
    """After so long the host may free the seat of a warned person who did not come back."""
    log_level: str = "INFO"
    several_workers: bool = False
    pages: bool = True
    """Without them only the JSON interface is served."""

    @property
    def secure(self) -> bool:
        """Whether browsers reach the server over https, perhaps through a proxy."""
        return self.secure_cookies or self.public_url.startswith("https://")

    @property
    def address(self) -> str:
        """The database's address."""
        return self.database or default_url()


def from_environment(environ: Mapping[str, str] | None = None) -> Settings:
    """Return the settings given by STELLWERK_… variables. STELLWERK_DATABASE_URL is the database."""
    given = os.environ if environ is None else environ
    names = {field: PREFIX + field.upper() for field in Settings.__struct_fields__}
    values = {field: given[name] for field, name in names.items() if name in given}
    if f"{PREFIX}DATABASE_URL" in given:
        values.setdefault("database", given[f"{PREFIX}DATABASE_URL"])
    return msgspec.convert(values, Settings, strict=False)


def to_environment(settings: Settings) -> dict[str, str]:
    """For worker processes, which read them back."""
    return {
        PREFIX + field.upper(): str(value).lower() if isinstance(value, bool) else str(value)
        for field, value in structs.asdict(settings).items()
    }
