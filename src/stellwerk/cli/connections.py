"""Connections to the server: those on which nobody asks are closed, and one address has only so many.

A proxy in front of the server sees to this, too; in the house there is none.
"""

import asyncio
from ipaddress import ip_address, ip_network
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 30.0
"""Seconds in which a request has to begin and to tell its headers."""
OF_AN_ADDRESS = 400
"""Connections; the event streams of an address are bounded by half of it."""


def is_trusted(address: str, allowed: str | list[str] | None) -> bool:
    """Whether it is a proxy's: `allowed` are addresses and networks, as uvicorn is told them."""
    for entry in allowed.split(",") if isinstance(allowed, str) else allowed or ():
        try:
            if entry.strip() in ("*", address) or ip_address(address) in ip_network(entry.strip(), False):
                return True
        except ValueError:  # a socket's name
            continue
    return False


class Connection(H11Protocol):
    """A connection as uvicorn has it, but not for whoever only holds it open."""

    _timer: asyncio.TimerHandle | None = None
    _seen: Any = None
    """The request that was there when it was looked last."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._crowded():
            transport.abort()
        else:
            self._timer = self.loop.call_later(PATIENCE, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    def _crowded(self) -> bool:
        """Whether the address has enough; proxies bring those of all people."""
        if self.client is None:
            return False
        address = self.client[0]
        if is_trusted(address, self.config.forwarded_allow_ips):
            return False
        others = (other.client for other in self.connections if isinstance(other, H11Protocol))
        return sum(1 for other in others if other is not None and other[0] == address) > OF_AN_ADDRESS

    def _look(self) -> None:
        if self.transport.is_closing():
            return
        at_rest = self.cycle is None or self.cycle.response_complete
        if at_rest and self.cycle is self._seen:
            self.timeout_keep_alive_handler()
            return
        self._seen = self.cycle
        self._timer = self.loop.call_later(PATIENCE, self._look)
