"""The guided game, played through over the service: by what the coach shows first, and by unwise choices."""

import re
from random import Random

import pytest

from stellwerk.engine import title
from stellwerk.engine.coach import Coached
from stellwerk.server.claim import SYSTEM
from stellwerk.server.coaching import coached, guided_table
from stellwerk.server.model import NewTable, TableInfo, User
from stellwerk.server.problems import Forbidden, Invalid, NotFound
from stellwerk.server.service import TableService
from stellwerk.text import LANGUAGES, translate
from tests.sampling import one_in
from tests.server.fixtures import (
    chairs,
    foremen_of,
)
from tests.server.fixtures import (
    local as local,
)
from tests.server.fixtures import (
    make_service as make_service,
)
from tests.server.fixtures import (
    migrated as migrated,
)
from tests.server.fixtures import (
    sqlite_address as sqlite_address,
)
from tests.web.conftest import Browser
from tests.web.pages import checked

FIRST = title("1848").pages().first_game
assert FIRST is not None
SEEDS = list(FIRST.seeds)
WORDS = 45


def sits_down(service: TableService, seed: int) -> tuple[TableInfo, User]:
    user = service.guest("Ada")
    wish = guided_table("1848", "Guided game")
    return service.create_table(user, NewTable("1848", wish.seats, aids="all", coach=True, seed=seed)), user


def is_well_told(told: Coached) -> None:
    """Short, a figure in each sentence, and in every language nothing left to fill in."""
    for lang in LANGUAGES:
        sentences = [translate(one.says, one.figures, lang) for one in told.text]
        assert len(" ".join(sentences).split()) <= WORDS, sentences
        everything = [*sentences, translate(told.title.says, told.title.figures, lang)]
        everything += [translate(line.name.says, line.name.figures, lang) for line in told.lines]
        assert not re.search(r"[{}]", " ".join(everything)), everything
    for one in told.text:
        assert sum(isinstance(figure, int) for figure in one.figures.values()) == 1, one


def play_through(service: TableService, seed: int, manner: str) -> Coached:
    """Play until the coach says goodbye; return what was said then."""
    table, user = sits_down(service, seed)
    foremen, rng = foremen_of(service), Random(seed)
    for _ in range(400):
        seen = service.snapshot(table.id, user)
        told = coached(seen)
        assert told is not None
        if told.goodbye:
            return told
        if not seen.position().your_turn:
            assert not told.options, "nobody is pressed while others act"
            assert foremen.work_once()
            continue
        is_well_told(told)
        legal = seen.legal()
        options = [option.action for option in told.options]
        assert all(option in legal for option in options)
        assert len(options) <= 3
        choices = options or legal
        number = {"wise": 0, "unwise": -1, "random": rng.randrange(len(choices))}[manner]
        service.submit(table.id, user, choices[number], seen.version)
    raise AssertionError("the coach never said goodbye")


CASES = [(seed, manner) for seed in SEEDS for manner in ("wise", "unwise", "random")]


@pytest.mark.parametrize(("seed", "manner"), one_in(29, CASES))
def test_from_the_first_private_to_goodbye(local: TableService, seed: int, manner: str) -> None:
    goodbye = play_through(local, seed, manner)
    done = [next(iter(line.cells[0].figures.values())) for line in goodbye.lines]
    if manner == "wise":
        founded, tiles, trains, earned, paid, _ = done
        assert min(founded, tiles, trains, earned, paid) > 0, done
        assert all(chapter.done for chapter in goodbye.chapters)


def test_the_figures_are_what_happens(local: TableService) -> None:
    """The purse that the coach foretells is the purse that one has."""
    table, user = sits_down(local, SEEDS[0])
    foremen = foremen_of(local)
    while not local.info(table.id, user).your_turn:
        foremen.work_once()
    seen = local.snapshot(table.id, user)
    told = coached(seen)
    assert told is not None
    [purse] = [line for line in told.lines if line.name.says == "your purse"]
    outcome = local.submit(table.id, user, told.options[0].action, seen.version)
    seat = seen.seat
    after = local.state(table.id, outcome.at, SYSTEM)
    assert purse.cells[0].figures == {"amount": after.cash[f"seat{seat}"]}


def test_only_the_pupil_hears_the_coach(local: TableService) -> None:
    table, user = sits_down(local, SEEDS[0])
    assert coached(local.snapshot(table.id, user)) is not None
    assert coached(local.snapshot(table.id, None)) is None
    with pytest.raises(Forbidden):
        local.send_coach_away(table.id, local.guest("Ben"))
    assert not local.send_coach_away(table.id, user).coach
    assert coached(local.snapshot(table.id, user)) is None


def test_where_there_is_no_coach(local: TableService) -> None:
    user = local.guest("Ada")
    with pytest.raises(Invalid, match="one person among bots"):
        local.create_table(user, NewTable("1848", chairs("me", "open", "bot"), coach=True))
    with pytest.raises(NotFound, match="no guided game"):
        local.create_table(user, NewTable("1853", chairs("me", "bot", "bot"), coach=True))


def test_the_page(browser: Browser) -> None:
    page = browser.get("/learn/guided")
    checked(page)
    page = browser.post("/learn/guided")
    checked(page)
    path = page.url.path
    assert "Your coach" in page.text
    assert "Aids: all" in browser.get(f"{path}?view=log").text
    browser.post(f"{path}/seats", do="coach")
    assert "Your coach" not in browser.get(path).text
