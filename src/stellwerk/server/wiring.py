"""What every handler may ask for by name, with the types that say so."""

from litestar.channels import ChannelsPlugin
from litestar.di import NamedDependency

from stellwerk.server.model import TableInfo, User
from stellwerk.server.service import TableService
from stellwerk.server.settings import Settings

Service = NamedDependency[TableService]
"""`service`: everything that can be done at a table."""
Asker = NamedDependency[User | None]
"""`user`: who asks; None is nobody yet."""
Config = NamedDependency[Settings]
"""`settings`: how the server is set up."""
Channels = NamedDependency[ChannelsPlugin]
"""`channels`: the live messages."""
Info = NamedDependency[TableInfo]
"""`info`: the table at a glance, for handlers below it."""
