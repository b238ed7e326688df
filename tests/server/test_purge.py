"""Purging deletes what it says and nothing else, also while people play."""

import random
import threading
import time
from collections.abc import Callable

import pytest
from msgspec import structs
from sqlalchemy import delete, select, update

from stellwerk.server import admin
from stellwerk.server.clock import SYSTEM_CLOCK
from stellwerk.server.model import NewTable, User
from stellwerk.server.purge import DAY, purge
from stellwerk.server.service import TableService
from stellwerk.store.schema import LessonRow, MarkRow, SeatRow, TableRow, UserRow
from tests.server.fixtures import chairs, first_legal, hot_seat, three_people


def aged(service: TableService, days: float = 40) -> None:
    with service.db.write() as session:
        session.execute(update(TableRow).values(updated=SYSTEM_CLOCK.now() - round(days * DAY)))
        session.execute(update(UserRow).values(created=SYSTEM_CLOCK.now() - round(days * DAY)))


def slugs(service: TableService) -> set[str]:
    with service.db.read() as session:
        return set(session.scalars(select(TableRow.slug)))


def some_tables(service: TableService, chosen: random.Random) -> None:
    """Tables of every kind, hidden by some, with copies, of many ages."""
    people = [service.guest(f"Guest {number}") for number in range(12)]
    for _ in range(14):
        host, other = chosen.sample(people, 2)
        if chosen.random() < 0.4:
            table = service.create_table(host, NewTable("sealed", chairs("me", "open", "open")))
            if chosen.random() < 0.5:
                service.join(table.id, other)
        else:
            table = service.create_table(host, NewTable("sealed", chairs("me", "hotseat")))
            if chosen.random() < 0.6:
                copy = service.try_it(table.id, host)
                if chosen.random() < 0.5:
                    service.hide(copy.id, host)
        for user in (host, other):
            seated = user.id in {seat_user(service, table.id, 0), seat_user(service, table.id, 1)}
            if seated and chosen.random() < 0.5:
                service.hide(table.id, user)
        if chosen.random() < 0.3:
            service.say(table.id, chosen.choice(people), "Hello")
    with service.db.write() as session:
        for row in session.scalars(select(TableRow)):
            row.updated = SYSTEM_CLOCK.now() - chosen.randrange(0, 100) * DAY
        for user_row in session.scalars(select(UserRow)):
            user_row.created = SYSTEM_CLOCK.now() - chosen.randrange(0, 100) * DAY


def seat_user(service: TableService, table: str, seat: int) -> int | None:
    with service.db.read() as session:
        query = select(SeatRow.user_id).join(TableRow, TableRow.id == SeatRow.table_id)
        return session.scalar(query.where(TableRow.slug == table, SeatRow.seat == seat))


def to_go(service: TableService, days: int, games: int | None) -> set[str]:
    """The same as the documentation says it, table by table."""
    gone: set[int] = set()
    with service.db.read() as session:
        rows = session.scalars(select(TableRow)).all()
        for row in sorted(rows, key=lambda row: row.sandbox_of is not None):
            age = (SYSTEM_CLOCK.now() - row.updated) / DAY
            there = set(session.scalars(select(SeatRow.user_id).where(SeatRow.table_id == row.id)))
            there = (there | {row.host_id}) - {None}
            hid = set(
                session.scalars(
                    select(MarkRow.user_id).where(MarkRow.table_id == row.id, MarkRow.kind == "hidden")
                )
            )
            begun = row.status != "waiting"
            if (
                (age > days and (not begun or row.sandbox_of is not None))
                or (begun and there <= hid)
                or (begun and row.sandbox_of is None and games is not None and age > games)
                or row.sandbox_of in gone
            ):
                gone.add(row.id)
        return {row.slug for row in rows if row.id in gone}


@pytest.mark.parametrize(("seed", "games"), [(0, None), (1, 50), (2, 50), (3, None)])
def test_a_dry_run_says_what_will_go(service: TableService, seed: int, games: int | None) -> None:
    some_tables(service, random.Random(seed))
    before, wanted = slugs(service), to_go(service, 30, games)
    would = purge(service.db, 30, games, dry=True)
    assert slugs(service) == before, "a dry run deletes nothing"
    gone = purge(service.db, 30, games)
    assert before - slugs(service) == wanted
    assert would == gone
    assert gone.waiting + gone.copies + gone.hidden + gone.games == len(wanted)
    assert purge(service.db, 30, games) == type(gone)()
    assert admin.verify(service.db).faults == []


@pytest.mark.parametrize("days", [10**9, 10**30])
def test_very_long_ago(service: TableService, days: int) -> None:
    hot_seat(service, service.guest("Anna"))
    aged(service)
    assert purge(service.db, days, days).games == 0


def meanwhile(service: TableService, change: Callable[..., None], **how: int) -> None:
    """Purge while somebody is in the middle of a change."""
    errors: list[BaseException] = []

    def run() -> None:
        try:
            purge(service.db, 30, **how)
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run)
    with service.db.write() as session:
        change(session)
        session.flush()
        thread.start()
        time.sleep(0.4)
    thread.join()
    assert errors == []


def test_who_just_sat_down_keeps_the_table(service: TableService) -> None:
    table = service.create_table(service.guest("Anna"), NewTable("1848", chairs("me", "open", "open")))
    aged(service)
    meanwhile(service, lambda session: session.execute(update(TableRow).values(updated=SYSTEM_CLOCK.now())))
    assert slugs(service) == {table.id}


def test_who_just_took_a_table_back_keeps_it(service: TableService) -> None:
    table = hot_seat(service, anna := service.guest("Anna"))
    service.hide(table.id, anna)
    aged(service)

    def unhide(session) -> None:
        service.row(session, table.id, anna, lock=True)
        session.execute(delete(MarkRow))

    meanwhile(service, unhide)
    assert slugs(service) == {table.id}


def test_who_just_sat_down_stays(service: TableService) -> None:
    """A guest who was about to go takes a seat in the middle of the purge."""
    anna, ben = service.guest("Anna"), service.guest("Ben")
    table = service.create_table(anna, NewTable("1848", chairs("me", "open", "open")))
    with service.db.write() as session:
        session.execute(update(UserRow).values(created=SYSTEM_CLOCK.now() - 40 * DAY))

    def sit(session) -> None:
        session.execute(update(SeatRow).where(SeatRow.seat == 1).values(kind="user", user_id=ben.id))

    meanwhile(service, sit)
    assert service.info(table.id, ben).my_seats == [1]
    with service.db.read() as session:
        assert session.get(UserRow, ben.id) is not None


def test_a_move_is_acknowledged_or_refused(service: TableService, make_service) -> None:
    """People play on while the games that rest are cleared away: what was acknowledged is there."""
    other = make_service(service.db.url.render_as_string(hide_password=False))
    tables: list[tuple[str, dict[int, User]]] = []
    for _ in range(6):
        info, users = three_people(service, "1848")
        tables.append((info.id, users))
    aged(service)
    kept: dict[str, int] = {}

    def play(table: str, users: dict[int, User]) -> None:
        try:
            for _ in range(4):
                user, action, version = first_legal(service, table, users)
                kept[table] = service.submit(table, user, action, version).version
        except Exception as error:
            if type(error).__name__ not in ("NotFound", "Stale"):
                kept[table] = -1
                raise

    threads = [threading.Thread(target=play, args=each) for each in tables]
    threads.append(threading.Thread(target=lambda: purge(other.db, 30, 30)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert -1 not in kept.values()
    for table, version in kept.items():
        assert table in slugs(service), "a move was acknowledged, and its table deleted"
        assert service.info(table, None).version == version
    assert structs.asdict(admin.verify(service.db))["faults"] == []


def test_a_guest_who_learns_stays_and_goes_with_the_lessons_later(service: TableService) -> None:
    guest = service.guest("Learner")
    service.keep_progress(guest, "par-and-float", "{}")
    aged(service)
    assert purge(service.db).guests == 0
    assert service.progress_of(guest) == {"par-and-float": "{}"}
    with service.db.write() as session:
        session.execute(update(LessonRow).values(updated=SYSTEM_CLOCK.now() - 40 * DAY))
    assert purge(service.db).guests == 1
    assert service.progress_of(guest) == {}
