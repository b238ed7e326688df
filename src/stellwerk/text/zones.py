"""Time zones: which there are, and what time it is in one."""

from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones


@cache
def zones() -> tuple[str, ...]:
    """Return the names of all places by which times are told, as `Europe/Vienna`, and UTC."""
    return ("UTC", *sorted(name for name in available_timezones() if "/" in name and not is_odd(name)))


def is_odd(name: str) -> bool:
    """Whether a name is kept for old programs only, or means no place."""
    return name.startswith(
        ("Etc/", "posix/", "right/", "SystemV/", "US/", "Canada/", "Brazil/", "Mexico/", "Chile/")
    )


def is_zone(name: str) -> bool:
    return name in zones()


def local(seconds: int, zone: str = "") -> datetime:
    """Return a moment as clocks of a zone show it; without a zone, as the server's does."""
    return datetime.fromtimestamp(seconds, ZoneInfo(zone)) if zone else datetime.fromtimestamp(seconds)
