"""Dependencies that handlers may ask for by name, with their types."""

from litestar.channels import ChannelsPlugin
from litestar.di import NamedDependency

from stellwerk.server.claim import Claim
from stellwerk.server.model import User
from stellwerk.server.service import TableService
from stellwerk.server.settings import Settings
from stellwerk.server.snapshot import Snapshot

Service = NamedDependency[TableService]
"""`service`: everything that can be done at a table."""
Asker = NamedDependency[User | None]
"""`user`: who asks; None is nobody yet. It costs a look into the database."""
Claimed = NamedDependency[Claim | None]
"""`claim`: who somebody says to be. Whatever is asked of a table finds out whether it is so."""
Config = NamedDependency[Settings]
"""`settings`: how the server is set up."""
Channels = NamedDependency[ChannelsPlugin]
"""`channels`: the live messages."""
SeenTable = NamedDependency[Snapshot]
"""`seen`: the table at a glance, for handlers below it."""
