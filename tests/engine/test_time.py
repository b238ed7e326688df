"""Time: a field more and a stricter rule harm no game that has begun."""

import typing
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import NODEFAULT, Struct, defstruct, structs

from stellwerk.engine import (
    Fault,
    Game,
    Refusal,
    Setup,
    Title,
    refuse,
    registry,
    rule,
    state_hash,
    title,
    titles,
)
from stellwerk.engine.history import Change, History, Version
from stellwerk.engine.rulings import read_rulings, resolve
from stellwerk.engine.save import dump, load, read
from tests.corpus.kept import content, said, saves
from tests.engine import sealed
from tests.engine.sealed import AuctionActivity, Bid, BidMove, Sealed, has_the_coins

OPENINGS = [path for path in saves() if path.name.endswith("-opening.json.gz")]


def with_a_field_more(state: Any) -> Any:
    """The state as a release would have it that gave its title one field more."""
    kind = type(state)
    more = defstruct(
        kind.__name__, [("novelty", int, 0)], bases=(kind,), frozen=True, kw_only=True, dict=True
    )
    return more(**structs.asdict(state))


@pytest.mark.parametrize("path", OPENINGS, ids=lambda path: path.name)
def test_a_field_more_changes_no_hash(path: Any) -> None:
    kept = read(content(path))
    old = Game.replay(kept.setup, kept.log).state
    assert old.setup.form == 1
    assert state_hash(with_a_field_more(old)) == state_hash(old) == said(path)
    new = Game.new(structs.replace(kept.setup, form=2)).state
    assert state_hash(with_a_field_more(new)) == state_hash(new)
    assert state_hash(structs.replace(with_a_field_more(new), novelty=1)) != state_hash(new)


# -- a rule made stricter

TABLE = read_rulings("""
[most]
past = true
book = 4
before.2 = 20
text = "The highest bid."
""")


def no_more_than_that(s: Sealed, a: Bid) -> Fault | None:
    most = int(resolve(TABLE, "book", s.setup.rules)["most"])
    return None if a.coins <= most else refuse("{coins} is more than {most}.", coins=a.coins, most=most)


class Stricter(AuctionActivity):
    bid = BidMove(rule("3", has_the_coins), rule("4", no_more_than_that))


STRICTER: Title = sealed.TITLE._replace(
    activities={sealed.Auction: Stricter()},
    history=History((Version(1, "0.1"), Version(2, "0.2", (Change("4", "Bids are bounded.", "most"),)))),
)


@pytest.fixture
def released(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The next release, whose rule is stricter."""
    monkeypatch.setattr(sealed, "TITLE", STRICTER)
    registry.title.cache_clear()
    yield
    registry.title.cache_clear()


@pytest.fixture
def begun_before(game: Game) -> bytes:
    game.submit(Bid(0, 9))
    return dump(game)


def test_a_stricter_rule_binds_only_games_that_begin_under_it(begun_before: bytes, released: None) -> None:
    assert title("sealed").history.newest == 2
    told: list[str] = []
    old, _ = load(begun_before, told.append)
    assert told == []
    assert old.setup.rules == 1
    old.submit(Bid(1, 8))
    assert load(dump(old), told.append)[0].setup.rules == 1
    new = Game.new(Setup("sealed", ("Ann", "Ben", "Cy"), seed=7))
    assert new.setup.rules == 2
    with pytest.raises(Refusal, match="8 is more than 4"):
        new.submit(Bid(0, 8))


def test_a_reading_of_earlier_games_cannot_be_chosen() -> None:
    with pytest.raises(ValueError, match="no ruling 'most'"):
        resolve(TABLE, "book,most=20")


def test_earlier_readings_may_differ_by_set() -> None:
    table = read_rulings('[x]\nbook = 1\nclub = 2\nbefore = {2 = {book = 5}, 4 = 7}\ntext = ""')
    found = [[resolve(table, base, version)["x"] for version in (1, 2, 3, 4, 0)] for base in ("book", "club")]
    assert found == [[5, 7, 7, 1, 1], [2, 7, 7, 2, 2]]


# -- what titles say about it


def structs_in(kind: Any, found: set[type[Struct]], folder: str) -> None:
    if isinstance(kind, type) and issubclass(kind, Struct):
        if kind in found or (".games." in kind.__module__ and folder not in kind.__module__):
            return
        found.add(kind)
        for part in typing.get_type_hints(kind).values():
            structs_in(part, found, folder)
    for part in typing.get_args(kind):
        structs_in(part, found, folder)


def known_by_identity(default: object) -> bool:
    if isinstance(default, int):
        return -5 <= default <= 256
    return default is None or default in ("", ())


@pytest.mark.parametrize("found", titles(), ids=lambda found: found.id)
def test_what_a_state_holds_is_written_without_its_defaults(found: Title) -> None:
    """msgspec leaves out what it knows by identity: any other default would be written now and then."""
    variant, (least, _) = next(iter(found.players.items()))
    state = found.start(Setup(found.id, tuple(f"P{n}" for n in range(least)), variant))
    kinds: set[type[Struct]] = set()
    for kind in (type(state), *found.activities):
        structs_in(kind, kinds, f"g{found.id.replace('-', '_')}")
    kinds.discard(Setup)  # it writes all its fields
    for kind in kinds:
        fields = [field for field in structs.fields(kind) if not field.required]
        assert kind.__struct_config__.omit_defaults or not fields, kind
        for field in fields:
            made = field.default_factory is not NODEFAULT
            assert made or known_by_identity(field.default), (kind, field.name)


@pytest.mark.parametrize("found", titles(), ids=lambda found: found.id)
def test_every_change_names_the_ruling_that_keeps_its_reading(found: Title) -> None:
    numbers = [version.number for version in found.history.versions]
    assert numbers == list(range(1, len(numbers) + 1))
    table = found.ruling_table()
    named = {(v.number, c.ruling) for v in found.history.versions for c in v.changes if c.ruling}
    assert named == {(number, name) for name, ruling in table.items() for number in ruling.before}
