"""`make corpus RELEASE=…`: what a release leaves behind, for the releases after it.

Saves of every title, variant and ruling set in the opening, in the middle and at the end, and a database
with tables of all of them, as a file of SQLite and as a backup. Made once, with the release's own code.
"""

import argparse
import gzip
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from msgspec import structs

from benchmarks.players import NAMES, playing
from stellwerk.engine import Game, Redo, Setup, Title, Undo, legal, title, titles
from stellwerk.engine.canonical import canonical
from stellwerk.engine.save import dump
from stellwerk.server.admin import backup
from stellwerk.server.model import NewTable, SeatChoice, TableInfo, User
from stellwerk.server.secrecy import is_open
from stellwerk.server.service import TableService
from stellwerk.server.settings import Settings
from stellwerk.store import Database

OPENING = 12
"""Actions of a game that is still in its opening."""


class Kept(NamedTuple):
    name: str
    data: bytes


def compressed(path: Path, data: bytes) -> None:
    """Without a time stamp: the same content gives the same file."""
    path.write_bytes(gzip.compress(data, mtime=0))


def setups() -> Iterator[tuple[str, Setup]]:
    """Every title, variant and ruling set, with the numbers of players in turn."""
    number = 0
    for found in titles():
        for variant, (fewest, most) in sorted(found.players.items()):
            for rulings in sorted(found.rulings):
                count = fewest + number % (most - fewest + 1)
                number += 1
                yield (
                    f"{found.id}-{variant}-{rulings}",
                    Setup(found.id, NAMES[:count], variant, rulings, 1000 + number),
                )


def corrected(found: Title) -> Setup | None:
    """A set-up with components given in the file, where the title lets people correct them."""
    if found.components is None:
        return None
    variant = sorted(found.players)[0]
    contents = canonical(found.components.read(found.components.text())).decode()
    return structs.replace(Setup(found.id, NAMES[:3], variant, "book", 77), components=contents)


def wavering(game: Game) -> Game:
    """The same game with its last action undone, done again, and undone once more where that is possible."""
    copy = Game.replay(game.setup, game.log)
    last = len(copy.actions) - 1
    if copy.floor <= last and copy.actions[last].seat >= 0:
        seat = copy.actions[last].seat
        for entry in (Undo(seat, last), Redo(seat), Undo(seat, last)):
            copy.enter(entry)
    return copy


def stages(name: str, setup: Setup) -> Iterator[Kept]:
    """One random game, kept in its opening, in its middle and at its end."""
    whole = Game.new(setup)
    for whole in playing(setup, "bot"):  # noqa: B007
        pass
    for stage, length in (("opening", OPENING), ("middle", len(whole.log) // 2), ("end", len(whole.log))):
        part = Game.replay(setup, whole.log[:length])
        yield Kept(f"{name}-{stage}", dump(wavering(part) if stage == "middle" else part))


def people_s_table(service: TableService, host: User, guest: User, game: str, count: int) -> TableInfo:
    """A table that people began: some moves, a request to undo, talk, notes and a private copy."""
    chairs = [SeatChoice("me"), SeatChoice("open"), *[SeatChoice("bot")] * (count - 2)]
    table = service.join(service.create_table(host, NewTable(game, chairs, seed=1848)).id, guest)
    users = {service.info(table.id, user).my_seats[0]: user for user in (host, guest)}
    for _ in range(OPENING):
        info = service.info(table.id, host)
        if not info.to_act:
            break
        seat = info.to_act[0]
        if seat in users:
            service.submit(
                table.id, users[seat], service.legal_for(table.id, users[seat], seat)[0], info.version
            )
        else:
            service.submit_for_bot(table.id, seat, legal(service.state(table.id), seat)[0], info.version)
    service.say(table.id, host, "Good luck!")
    service.set_note(table.id, guest, "Remember the trains.")
    if is_open(service.state(table.id)):
        service.try_it(table.id, host)
    return service.info(table.id, host)


def database(folder: Path, saves: list[Kept]) -> None:
    """Uploaded games of every stage, tables of people, one that waits; as a file and as a backup."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "stellwerk.db"
        db = Database(f"sqlite:///{path}")
        db.migrate()
        service = TableService(db, Settings(bot_delay=0.0, rate_limits=False, pages=False))
        host = service.register("Host", "a password of the corpus")
        guest = service.guest("Guest")
        service.make_token(host, "corpus")
        for save in saves:
            service.upload(host, save.data, "continue", save.name)
        for found in titles():
            people_s_table(service, host, guest, found.id, max(3, min(n for n, _ in found.players.values())))
        service.create_table(
            host, NewTable("1848", [SeatChoice("me"), SeatChoice("open"), SeatChoice("open")])
        )
        backup(db, folder / "backup.gz")
        db.close()
        compressed(folder / "stellwerk.db.gz", path.read_bytes())


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.corpus", description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    (folder / "saves").mkdir(parents=True)
    hosted: list[Kept] = []
    for name, setup in setups():
        kept = list(stages(name, setup))
        for save in kept:
            compressed(folder / "saves" / f"{save.name}.json.gz", save.data)
        if setup.rulings == "book":
            hosted += kept
    for found in titles():
        setup = corrected(title(found.id))
        if setup is not None:
            for save in stages(f"{found.id}-corrected", setup):
                compressed(folder / "saves" / f"{save.name}.json.gz", save.data)
    database(folder, hosted)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
