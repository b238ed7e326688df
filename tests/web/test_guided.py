"""The guided game, played through over the service: by what the coach shows first, and by unwise choices."""

import re
from collections.abc import Callable, Mapping, Sequence
from random import Random

import pytest
from msgspec import structs

from stellwerk.bots import make_thinker
from stellwerk.engine import Action, legal, to_act
from stellwerk.engine.coach import Coached, Pupil
from stellwerk.engine.comparing import PURSE
from stellwerk.games.gimperial_steam.rules.opening import Bid
from stellwerk.games.gimperial_steam.rules.state import Bidding, Steam
from stellwerk.mech18.state import railways
from stellwerk.server.coaching import coached, first_game_of, guided_table
from stellwerk.server.model import NewTable, TableInfo, User
from stellwerk.server.problems import Forbidden, Invalid, NotFound
from stellwerk.server.service import TableService
from stellwerk.text import LANGUAGES, translate
from stellwerk.web.coach import guided_games
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

GAMES = [game.id for game in guided_games()]
WORDS = 45


def seeds(game: str) -> list[int]:
    return list(first_game_of(game).seeds)


def sits_down(service: TableService, game: str, seed: int) -> tuple[TableInfo, User]:
    user = service.guest("Ada")
    wish = structs.replace(guided_table(game, "Guided game"), seed=seed, pace=0)
    return service.create_table(user, wish), user


def outside(legal: Sequence[Action], options: Sequence[Action], rng: Random) -> Action:
    """Anything that the rules allow, rather what the coach does not speak of."""
    return rng.choice([action for action in legal if action not in options] or list(legal))


CHOICES: Mapping[str, Callable[[Sequence[Action], Sequence[Action], Random], Action]] = {
    "wise": lambda legal, options, rng: options[0],
    "unwise": lambda legal, options, rng: options[-1],
    "random": lambda legal, options, rng: rng.choice(options),
    "own": outside,
}
"""How somebody may take what the coach says."""


def is_well_told(told: Coached) -> None:
    """Short, a figure in each sentence, and in every language nothing left to fill in."""
    for lang in LANGUAGES:
        sentences = [translate(one.says, one.figures, lang) for one in told.text]
        assert len(" ".join(sentences).split()) <= WORDS, sentences
        everything = [*sentences, translate(told.title.says, told.title.figures, lang)]
        everything += [translate(line.name.says, line.name.figures, lang) for line in told.lines]
        assert not re.search(r"[{}]", " ".join(everything)), everything
    assert len(told.questions) == 3 * any(chapter.now for chapter in told.chapters)
    for one in told.text:
        assert sum(isinstance(figure, int) for figure in one.figures.values()) == 1, one


def play_through(service: TableService, game: str, seed: int, manner: str) -> Coached:
    """Play until the coach says goodbye; return what was said then."""
    table, user = sits_down(service, game, seed)
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
        open_to = seen.legal()
        options = [option.action for option in told.options]
        assert all(option in open_to for option in options)
        assert len(options) <= 3
        names = {translate(one.name.says, one.name.figures, "en") for one in told.options}
        assert len(names) == len(options), names
        service.submit(table.id, user, CHOICES[manner](open_to, options or open_to, rng), seen.version)
    raise AssertionError("the coach never said goodbye")


CASES = [(game, seed, manner) for game in GAMES for manner in CHOICES for seed in seeds(game)]


@pytest.mark.parametrize(("game", "seed", "manner"), one_in(len(CASES) // len(GAMES), CASES))
def test_to_the_goodbye(local: TableService, game: str, seed: int, manner: str) -> None:
    goodbye = play_through(local, game, seed, manner)
    done = [next(iter(line.cells[0].figures.values())) for line in goodbye.lines]
    if manner == "wise":
        *deeds, _ = done
        assert all(isinstance(number, int) and number > 0 for number in deeds), done
        assert all(chapter.done for chapter in goodbye.chapters)


@pytest.mark.parametrize("game", GAMES)
def test_the_figures_are_what_happens(local: TableService, game: str) -> None:
    """The purse that the coach foretells is the purse that one has."""
    table, user = sits_down(local, game, seeds(game)[0])
    foremen = foremen_of(local)
    while not local.info(table.id, user).your_turn:
        foremen.work_once()
    seen = local.snapshot(table.id, user)
    told = coached(seen)
    assert told is not None
    [purse] = [line for line in told.lines if line.name.says == PURSE]
    before = len(seen.live.game.history)
    local.submit(table.id, user, told.options[0].action, seen.version)
    while not local.info(table.id, user).your_turn:
        foremen.work_once()
    seat = seen.seat or 0
    for entry in local.snapshot(table.id, user).live.game.history[before:]:
        state = entry.state
        if isinstance(state, Steam) and isinstance(state.frame, Bidding):
            continue  # sealed bids are paid when all are in
        cash = state.players[seat].cash if isinstance(state, Steam) else railways(state).cash[f"seat{seat}"]
        assert purse.cells[0].figures == {"amount": cash}
        break
    else:
        raise AssertionError("nothing happened")


def test_only_the_pupil_hears_the_coach(local: TableService) -> None:
    table, user = sits_down(local, GAMES[0], seeds(GAMES[0])[0])
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


def test_a_bid_tells_nothing_of_the_others(local: TableService) -> None:
    """What the coach says while bids are sealed is the same, whatever the others have bid."""
    table, user = sits_down(local, "imperial-steam", 1)
    seen = local.snapshot(table.id, user)
    seat = seen.seat or 0
    first, state = first_game_of("imperial-steam"), seen.state
    assert isinstance(state.frame, Bidding)
    told = []
    for amount in (0, 60):
        game = seen.live.game.fork()
        for other in to_act(state):
            if other != seat:
                game.submit(Bid(other, amount))
        bot = make_thinker("gentle", 1, "imperial-steam")
        judged = bot(game.state, seat).judged
        told.append(first.tell(Pupil(game, seat, legal(game.state, seat), judged, bot)))
    assert told[0] == told[1]


@pytest.mark.parametrize("game", GAMES)
def test_the_page(browser: Browser, game: str) -> None:
    for path in ("/learn", f"/learn/{game}", "/"):
        assert f'href="/learn/guided/{game}"' in browser.get(path).text, path
    page = browser.get(f"/learn/guided/{game}")
    checked(page)
    page = browser.post(f"/learn/guided/{game}")
    checked(page)
    path = page.url.path
    assert "Your coach" in page.text
    assert "Aids: all" in browser.get(f"{path}?view=log").text
    browser.post(f"{path}/seats", do="coach")
    assert "Your coach" not in browser.get(path).text


def test_games_without_a_coach(browser: Browser) -> None:
    checked(browser.get("/learn/guided"))
    for game in ("1853", "none"):
        assert browser.get(f"/learn/guided/{game}").status_code == 404
        assert browser.post(f"/learn/guided/{game}").status_code == 404
