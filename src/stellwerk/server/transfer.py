"""Games that come and go: uploads, downloads, and private copies to try things out."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from threading import Lock
from typing import Any, Literal

import msgspec
import segno
from msgspec import UNSET, structs
from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from stellwerk.engine import ENTRIES, Action, Game, Setup, state_hash, title
from stellwerk.engine.canonical import UNREADABLE
from stellwerk.engine.offload import ON_THE_SPOT, Offload, spared
from stellwerk.engine.registry import kept_title
from stellwerk.engine.save import dump_log
from stellwerk.interchange import export_game
from stellwerk.server.aids import aids_of
from stellwerk.server.clock import SYSTEM_CLOCK, Clock
from stellwerk.server.core import Sitting, alone, signed_in
from stellwerk.server.deletion import delete_table
from stellwerk.server.games import ENTRY_SECONDS, encode_entry, log_texts, seat_names, setup_of
from stellwerk.server.lobby import new_seed, new_slug, write_summary
from stellwerk.server.model import TableInfo, User
from stellwerk.server.own_tables import OwnTables
from stellwerk.server.problems import Conflict, Forbidden, Invalid, TooLarge, TooMany, Unopened
from stellwerk.server.quotas import room_for_a_table
from stellwerk.server.secrecy import is_open
from stellwerk.server.settings import Settings
from stellwerk.server.upload_checks import Origin, Prepared, Written, prepare_upload
from stellwerk.server.user_text import clean
from stellwerk.store.database import Database
from stellwerk.store.schema import LogRow, SeatRow, TableRow

UploadMode = Literal["continue", "open", "look"]


def origin_of(row: TableRow) -> Origin:
    """Of an imported game; empty also where a damaged row does not tell it any more."""
    try:
        return msgspec.json.decode(row.origin or "[]", type=Origin)
    except UNREADABLE:
        return ()


def exported(setup: Setup, actions: Sequence[Action]) -> bytes | str:
    """Return a game in the format of 18xx.games, or why it has none."""
    game = Game.replay(setup, actions)  # what was undone is not in such a file
    try:
        return export_game(game)
    except ValueError as error:
        return str(error)


def hashed(setup: Setup, states: Sequence[Any]) -> list[str]:
    """Return the hashes of states as they would be under another set-up."""
    return [state_hash(state.replace(setup=setup)) for state in states]


class Transfer(OwnTables):
    def __init__(
        self,
        db: Database,
        settings: Settings,
        offload: Offload = ON_THE_SPOT,
        clock: Clock = SYSTEM_CLOCK,
    ) -> None:
        super().__init__(db, settings, offload, clock)
        self.prepare: Callable[[bytes, int], Prepared] = prepare_upload
        """How an upload is made ready; a server does it apart."""
        self._uploads, self._uploading = Lock(), set[int]()

    def upload(
        self, user: User | None, data: bytes, mode: UploadMode = "continue", name: str | None = None
    ) -> TableInfo:
        """A table from a file: all seats mine, all seats open to whoever has the link, or just to look at."""
        user = signed_in(user)
        if len(data) > self.settings.upload_limit:
            raise TooLarge("The file is larger than {most} bytes.", most=self.settings.upload_limit)
        if mode not in ("continue", "open", "look"):
            raise Invalid("An uploaded game can be continued, opened or looked at.")
        self.must_have_room()
        label = clean(name or "", 80, "name")
        with self._one_at_a_time(user):
            prepared = self.prepare(data, new_seed())
        row = self._new_row(prepared.setup, user, label)
        row.origin = msgspec.json.encode(prepared.origin).decode() if prepared.origin else None
        owner = user.id if mode == "continue" else None
        with self.db.write() as session:
            room_for_a_table(session, user, len(prepared.log), components=len(row.components or ""))
            self._found(session, row, prepared, owner, hidden=mode == "look")
            info = self.describe(session, [row], user)[0]
        return self._changed(info)

    @contextmanager
    def _one_at_a_time(self, user: User) -> Iterator[None]:
        with self._uploads:
            if user.id in self._uploading:
                raise TooMany("Your last file is still being checked.")
            self._uploading.add(user.id)
        try:
            yield
        finally:
            with self._uploads:
                self._uploading.discard(user.id)

    def _new_row(self, setup: Setup, user: User | None, name: str) -> TableRow:
        return TableRow(
            slug=new_slug(),
            name=name or title(setup.game).name,
            game=setup.game,
            variant=setup.variant,
            rulings=setup.rulings,
            seed=setup.seed,
            players=msgspec.json.encode(setup.players).decode(),
            components=None if setup.components is UNSET else setup.components,
            rules=setup.rules,
            form=setup.form,
            status="running",
            public=False,
            host_id=None if user is None else user.id,
            created=self.clock.now(),
            updated=self.clock.now(),
        )

    def _found(
        self, session: Session, row: TableRow, game: Prepared, owner: int | None, hidden: bool = False
    ) -> None:
        """Write a table whose game is under way. Without an owner its seats are open, or nobody's."""
        write_summary(row, game.state, len(game.log), self.clock.now())
        if hidden and row.status == "running":
            row.status = "finished"  # nobody will go on
        session.add(row)
        session.flush()
        entries = [
            {
                "table_id": row.id,
                "number": number,
                "action": entry.action,
                "version": entry.at,
                "hash": entry.hash,
                "user_id": None,
                "created": entry.created,
            }
            for number, entry in enumerate(game.log, start=1)
        ]
        if entries:
            session.execute(insert(LogRow), entries)
        for number, name in enumerate(seat_names(game.state)):
            kind = "open" if owner is None else "user" if number == 0 else "hotseat"
            session.add(
                SeatRow(table_id=row.id, seat=number, kind=kind, user_id=owner, name=name,
                        accepted=owner is not None)
            )  # fmt: skip
        session.flush()

    def download(self, table: str, user: User | None) -> bytes:
        """Return the game as a save.

        Its seed is not in it: lots to come stay secret, those drawn are in the log.
        """
        try:
            with self.sitting(table, user) as sitting:
                self._may_copy(sitting, user)
                stopped = sitting.live.stop is not None
                log, state = tuple(sitting.live.game.log), sitting.live.state
                setup, origin = setup_of(sitting.row, seed=0), origin_of(sitting.row)
        except Unopened:
            self._may_copy_unopened(table, user)
            stopped = True
        if stopped:
            return self._log_as_save(table, user)
        texts = [encode_entry(action) for action in log]
        return dump_log(setup, texts, origin, state_hash(state.replace(setup=setup)))

    def _log_as_save(self, table: str, user: User | None) -> bytes:
        """Return what the database holds of a game that today's rules cannot replay."""
        with self.db.read() as session:
            row = self.row(session, table, user)
            texts = log_texts(session, row)
            return dump_log(setup_of(row, seed=0), texts, origin_of(row))

    def _may_copy_unopened(self, table: str, user: User | None) -> None:
        """What is secret in it nobody can say: where a title has secrets, only who sits alone has it."""
        with self.db.read() as session:
            row = self.row(session, table, user)
            seats = self.seats(session, row)
            secrets = kept_title(row.game).secrecy.secrets
            if secrets and not alone(seats, user) and row.status != "finished":
                raise Forbidden("The game holds secrets: it can be copied when it is over.")

    def export_18xx(self, table: str, user: User | None) -> bytes:
        """Return the game in the format of 18xx.games, if the title has one."""
        with self.sitting(table, user) as sitting:
            self._may_copy(sitting, user)
            actions, setup = sitting.live.game.actions, setup_of(sitting.row, seed=0)
        place = spared(self.offload, len(actions) * ENTRY_SECONDS)
        found = place(exported, setup, actions)
        if isinstance(found, str):
            raise Conflict("{reason}", reason=clean(found[:500], 500))
        return found

    @staticmethod
    def _may_copy(sitting: Sitting, user: User | None) -> None:
        """A copy shows everything: only of games that hide nothing, or no longer, or only from oneself."""
        ended = sitting.live.stop is not None and sitting.row.status == "finished"
        if not (is_open(sitting.live.state) or alone(sitting.seats, user) or ended):
            raise Forbidden("The game holds secrets: it can be copied when it is over.")

    def try_it(self, table: str, user: User | None, at: int | None = None) -> TableInfo:
        """Make a private copy of a position: all seats are the user's, and nobody else ever sees it."""
        user = signed_in(user)
        self.must_have_room()
        with self.sitting(table, user) as sitting:
            if sitting.row.sandbox_of is not None:
                raise Conflict("This is a copy already.")
            self._may_copy(sitting, user)
            game, parent = sitting.live.game, sitting.row
            # Who tries things out beside a game gets no more help for it than at its table.
            aids = None if game.state.over else aids_of(parent, sitting.seats)
            point = len(game.actions) if at is None else max(at, sitting.live.first)
            if not 0 <= point <= len(game.actions):
                raise Conflict("The game has no position {at}.", at=at)
            actions, history = game.actions[:point], game.history[1 : point + 1]
            times = {
                entry.at: entry.created
                for entry in sitting.live.entries
                if not isinstance(entry.action, ENTRIES)
            }
            setup, last = structs.replace(game.setup, seed=new_seed()), game.history[point].state
        # What was done does not depend on the seed: each state is the same but for the set-up.
        place = spared(self.offload, point * ENTRY_SECONDS)
        hashes = place(hashed, setup, [after.state for after in history])
        written = [
            Written(encode_entry(action), number, found, times.get(number, 0))
            for number, (action, found) in enumerate(zip(actions, hashes, strict=True), start=1)
        ]
        copy = Prepared(setup, written, last.replace(setup=setup))
        row = self._new_row(setup, user, parent.name)
        row.sandbox_of, row.sandbox_at, row.aids = parent.id, point, aids
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
                delete_table(session, other)
            room_for_a_table(session, user, len(copy.log), copy=True, components=len(row.components or ""))
            self._found(session, row, copy, user.id)
            info = self.describe(session, [row], user)[0]
        for slug in dropped:
            self.lives.drop(slug)
        return info

    # -- links

    def link(self, table: str) -> str:
        """Return where the table is: whoever has the link may look and sit down."""
        return f"{self.settings.public_url.rstrip('/')}/t/{table}"

    def qr_svg(self, table: str, base: str = "") -> str:
        """Return the link as a QR code: a picture of its own, so it says that it is SVG.

        Without inline style.
        """
        address: Any = self.link(table) if self.settings.public_url else f"{base.rstrip('/')}/t/{table}"
        picture = BytesIO()
        segno.make(address, error="m").save(
            picture, kind="svg", xmldecl=False, nl=False, scale=4, border=2, omitsize=True
        )
        return picture.getvalue().decode()
