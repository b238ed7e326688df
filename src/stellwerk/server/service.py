"""The service: everything that a person, a page or a program can do at a table. It knows no HTTP.

All methods are synchronous and safe to call from several threads. They raise `Problem`s and the engine's
`Refusal`; what they return has been committed.
"""

from stellwerk.server.absence import Absence
from stellwerk.server.advising import Advising
from stellwerk.server.chat import Chat
from stellwerk.server.films import Films
from stellwerk.server.hinting import Hinting
from stellwerk.server.learning import Learning
from stellwerk.server.own_account import OwnAccount
from stellwerk.server.undoing import Undoing


class TableService(Absence, Films, Undoing, Chat, Advising, Hinting, Learning, OwnAccount):
    """Accounts, lobby, absence, play, undo, chat, advice, hints, lessons, upload and download, films."""
