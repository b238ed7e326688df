"""Games that come and go: uploads, downloads, and private copies to try things out."""

import logging
from typing import Any, Literal

import msgspec
import segno
from msgspec import UNSET, Struct, structs
from sqlalchemy import select
from sqlalchemy.orm import Session

from stellwerk.engine import Game, title
from stellwerk.engine.save import dump, load
from stellwerk.interchange import export_game, import_game
from stellwerk.server.core import Sitting, people, signed_in
from stellwerk.server.games import Live, seat_names, setup_of
from stellwerk.server.lobby import Lobby, beside_the_log, log_row, new_seed, new_slug
from stellwerk.server.model import TableInfo, User
from stellwerk.server.problems import Conflict, Forbidden, Invalid, TooLarge
from stellwerk.server.secrecy import is_open
from stellwerk.server.texts import NAME_LENGTH, clean
from stellwerk.store.database import now
from stellwerk.store.schema import SeatRow, TableRow

MOST_UPLOADED = 20_000
"""Actions in an uploaded game."""
UploadMode = Literal["continue", "open", "look"]
Origin = tuple[tuple[int, int], ...]

_log = logging.getLogger("stellwerk.server")


class _Peek(Struct):
    """Enough of a file to see what it is and how large."""

    actions: list[msgspec.Raw]
    digest: str | None = None
    title: str | None = None


def read_upload(data: bytes) -> tuple[Game, Origin]:
    """The game of a save or of an 18xx.games export; Invalid with the reason if it is neither."""
    try:
        peek = msgspec.json.decode(data, type=_Peek)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Invalid("This is neither a saved game nor an export of 18xx.games.") from None
    if len(peek.actions) > MOST_UPLOADED:
        raise TooLarge("The game has more than {most} actions.", most=MOST_UPLOADED)
    try:
        if peek.digest is not None:
            game, origin = load(data)
        else:
            imported = import_game(data)
            game, origin = imported.game, imported.origin
    except ValueError as error:
        raise Invalid("{reason}", reason=clean(str(error)[:500], 500)) from None
    except Exception as error:  # a file can be wrong in ways that its reader did not think of
        _log.warning("upload", extra={"problem": type(error).__name__})
        raise Invalid("The file cannot be read.") from None
    if game.setup.components is not UNSET and "hosted_components" not in title(game.setup.game).extras:
        raise Invalid("A game with corrected components can be played on the command line only.")
    for name in game.setup.players:
        if clean(name, NAME_LENGTH, "name") != name or not name:
            raise Invalid("A player's name cannot be used.")
    return game, origin


def reseeded(game: Game, seed: int) -> Game:
    """The same game under another seed: what was drawn stays, what will be drawn is new."""
    return Game.replay(structs.replace(game.setup, seed=seed), game.log)


class Transfer(Lobby):
    def upload(
        self, user: User | None, data: bytes, mode: UploadMode = "continue", name: str | None = None
    ) -> TableInfo:
        """A table from a file: all seats mine, all seats open to whoever has the link, or just to look at."""
        user = signed_in(user)
        if len(data) > self.settings.upload_limit:
            raise TooLarge("The file is larger than {most} bytes.", most=self.settings.upload_limit)
        if mode not in ("continue", "open", "look"):
            raise Invalid("An uploaded game can be continued, opened or looked at.")
        game, origin = read_upload(data)
        row = self._new_row(game, user, clean(name or "", 80, "name"))
        row.origin = msgspec.json.encode(origin).decode() if origin else None
        owner = user.id if mode == "continue" else None
        with self.db.write() as session:
            self._found(session, row, reseeded(game, row.seed), owner, hidden=mode == "look")
            info = self.describe(session, [row], user)[0]
        return self._changed(info)

    def _new_row(self, game: Game, user: User, name: str) -> TableRow:
        setup = game.setup
        return TableRow(
            slug=new_slug(),
            name=name or title(setup.game).name,
            game=setup.game,
            variant=setup.variant,
            rulings=setup.rulings,
            seed=new_seed(),
            players=msgspec.json.encode(setup.players).decode(),
            components=None if setup.components is UNSET else setup.components,
            status="running",
            public=False,
            host_id=user.id,
            created=now(),
            updated=now(),
        )

    def _found(
        self, session: Session, row: TableRow, game: Game, owner: int | None, hidden: bool = False
    ) -> None:
        """Write a table whose game is under way. Without an owner its seats are open, or nobody's."""
        live = Live(row.slug)
        live.begin(0, Game(game.setup))
        for action in game.log:
            live.enter(action, None, now())
        for column, value in beside_the_log(live).items():
            setattr(row, column, value)
        if hidden and row.status == "running":
            row.status = "finished"  # nobody will go on
        session.add(row)
        session.flush()
        session.add_all([log_row(row.id, logged) for logged in live.entries])
        for number, name in enumerate(seat_names(live.state)):
            kind = "open" if owner is None else "user" if number == 0 else "hotseat"
            session.add(
                SeatRow(table_id=row.id, seat=number, kind=kind, user_id=owner, name=name,
                        accepted=owner is not None)
            )  # fmt: skip
        session.flush()

    def download(self, table: str, user: User | None) -> bytes:
        """The game as a save. Its seed is not in it: lots to come stay secret, those drawn are in the log."""
        return dump(*self._game_without_seed(table, user))

    def export_18xx(self, table: str, user: User | None) -> bytes:
        """The game in the format of 18xx.games, if the title has one."""
        game, _ = self._game_without_seed(table, user)
        try:
            return export_game(game)
        except ValueError as error:
            raise Conflict("{reason}", reason=clean(str(error)[:500], 500)) from None

    def _game_without_seed(self, table: str, user: User | None) -> tuple[Game, Origin]:
        with self.sitting(table, user) as sitting:
            self._may_copy(sitting, user)
            log = tuple(sitting.live.game.log)
            setup = setup_of(sitting.row, seed=0)
            origin = msgspec.json.decode(sitting.row.origin or "[]", type=Origin)
        return Game.replay(setup, log), origin

    @staticmethod
    def _may_copy(sitting: Sitting, user: User | None) -> None:
        """A copy shows everything: only of games that hide nothing, or no longer, or only from oneself."""
        alone = user is not None and people(sitting.seats) == {user.id}
        if not (is_open(sitting.live.state) or alone):
            raise Forbidden("The game holds secrets: it can be copied when it is over.")

    def try_it(self, table: str, user: User | None, at: int | None = None) -> TableInfo:
        """A private copy of a position: all seats are the user's, and nobody else ever sees it."""
        user = signed_in(user)
        with self.sitting(table, user) as sitting:
            if sitting.row.sandbox_of is not None:
                raise Conflict("This is a copy already.")
            self._may_copy(sitting, user)
            game, parent = sitting.live.game, sitting.row
            point = len(game.actions) if at is None else max(at, sitting.live.first)
            if not 0 <= point <= len(game.actions):
                raise Conflict("The game has no position {at}.", at=at)
            actions, setup = game.actions[:point], game.setup
        row = self._new_row(game, user, parent.name)
        row.sandbox_of, row.sandbox_at = parent.id, point
        copy = Game.replay(structs.replace(setup, seed=row.seed), actions)
        dropped: list[str] = []
        with self.db.write() as session:
            self.row(session, table, user, lock=True)
            old = session.scalars(
                select(TableRow).where(TableRow.sandbox_of == parent.id, TableRow.host_id == user.id)
            ).all()
            for other in old:
                if other.sandbox_at == point:
                    return self.describe(session, [other], user)[0]
                dropped.append(other.slug)
                self._delete(session, other)
            self._found(session, row, copy, user.id)
            info = self.describe(session, [row], user)[0]
        for slug in dropped:
            self.lives.drop(slug)
        return info

    # -- links

    def link(self, table: str) -> str:
        """Where the table is: whoever has the link may look and sit down."""
        return f"{self.settings.public_url.rstrip('/')}/t/{table}"

    def qr_svg(self, table: str, base: str = "") -> str:
        """The link as a QR code, an SVG element without inline style."""
        address: Any = self.link(table) if self.settings.public_url else f"{base.rstrip('/')}/t/{table}"
        svg: str = segno.make(address, error="m").svg_inline(scale=4, border=2, omitsize=True)
        return svg
