"""What a request says about its sender: a signed cookie or a token."""

import hashlib

from msgspec import Struct

from stellwerk.server.model import User

SESSION_DAYS = 180
"""So long a browser is known by its cookie."""


def digest(secret: str) -> str:
    """Return what is kept of a token or of a session's name."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


class Claim(Struct, frozen=True):
    """Only the database knows whether it still holds."""

    user_id: int = 0
    epoch: int = 0
    token: str = ""
    session: str = ""
    issued: int = 0
    """When the cookie was written, in seconds; those from before there were sessions hold by it."""

    @property
    def made_by(self) -> int:
        """The last millisecond in which it can have been written; its user was there by then."""
        return 1000 * self.issued + 999

    @property
    def proof(self) -> str:
        """The cookie or token itself, as a hash."""
        return digest(self.token or f"{self.user_id}.{self.epoch}.{self.session}")[:32]

    @property
    def key(self) -> str:
        """For counting the requests of somebody who is known: one token or one person, one key."""
        return f"t{self.proof}" if self.token else f"u{self.user_id}"


class System(Struct, frozen=True):
    """The server itself, for its own work: it knows every table and sits at none."""


SYSTEM = System()
Who = User | Claim | System | None
"""Who asks: somebody who is known, somebody who says so, the server, or nobody."""
