"""What actions bring: every figure is one that the engine gives when it is asked in another way."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest
from msgspec import Struct

from stellwerk.bots import make_bot
from stellwerk.engine import Action, Event, Game, Setup, legal, title, to_act, view
from stellwerk.engine.action import CHANCE, ENTRIES
from stellwerk.engine.offload import ON_THE_SPOT
from stellwerk.engine.play import judge
from stellwerk.engine.reasons import MOST, reasons
from stellwerk.engine.text import Message
from stellwerk.games.gimperial_steam.rules.opening import Bid
from stellwerk.games.gimperial_steam.rules.scoring import income
from stellwerk.mech18.events import CompanyOpened, TrainsScrapped
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.shown import RailwayView
from stellwerk.notation.reasons import LONGEST, because
from stellwerk.text import LANGUAGES
from tests.golden.keeping import read
from tests.sampling import stride
from tests.server.test_contracts import other, whole_game

GAMES = [
    "1848-base-book-4-26",
    "1848-base-18xx.games-6-4",
    "1824-base-book-4-9",
    "1824-cisleithania-2-book-2-24",
    "1853-base-book-3-9",
    "1854-base-book-4-2",
    "imperial-steam-normal-book-4-20",
]


class Told(Struct, frozen=True):
    """An action of a game, and what is to be asked about it."""

    before: Any
    action: Action
    after: Any
    events: tuple[Event, ...]

    @property
    def done(self) -> Any:
        """When it is done and nothing has followed; with a cursor that can be shown."""
        done = judge(self.before, self.action).apply(self.before, self.action)
        return done.replace(stack=self.before.stack)

    @property
    def name(self) -> str:
        name: str = self.before.names[self.action.seat]
        return name

    @property
    def company(self) -> str:
        advice = title(self.before.setup.game).advice
        assert advice is not None
        return advice.acting(self.before)


def played(name: str) -> Iterator[Told]:
    golden = read(name)
    game = Game(golden.setup)
    for action in golden.actions():
        before = game.state
        events = tuple(game.enter(action))
        if not isinstance(action, ENTRIES):
            yield Told(before, action, game.state, events)


# -- the same figures by another way --------------------------------------------------------------


def seen(state: Any) -> RailwayView:
    shown = view(state, None)
    assert isinstance(shown, RailwayView)
    return shown


def company_price(told: Told, figures: Any) -> Any:
    company = figures.get("company", told.company)
    return seen(told.before).companies[company].price, seen(told.done).companies[company].price


def treasury(told: Told, figures: Any) -> Any:
    company = figures.get("company", told.company)
    return seen(told.before).companies[company].cash, seen(told.done).companies[company].cash


def purse(told: Told, figures: Any) -> Any:
    return view(told.before, None).players[told.name].cash, view(told.done, None).players[told.name].cash


def best_run(told: Told, figures: Any) -> Any:
    advice = title(told.before.setup.game).advice
    assert advice is not None
    if isinstance(told.action, Answer):  # a train that another company sells: `worth` is asked of the offer
        return advice_of(told.before, told.company), advice_of(told.done, told.company)
    found = advice.worth(told.before, told.action, ON_THE_SPOT)
    assert found is not None
    return found.before, found.after


def advice_of(state: Any, company: str) -> Any:
    advice = title(state.setup.game).advice
    assert advice is not None
    best: Any = advice.best(state, company, ON_THE_SPOT)
    return best.revenue


def part(told: Told, figures: Any) -> Any:
    old, new = purse(told, figures)
    return new - old


def held(told: Told, figures: Any) -> Any:
    company = figures["company"]
    before, done = seen(told.before), seen(told.done)
    total = sum(told.done.size(paper) for paper in told.before.book.papers_of[company])
    return tuple(100 * shown.players[told.name].shares.get(company, 0) // total for shown in (before, done))


def capital(told: Told, figures: Any) -> Any:
    """What lies in the treasury: its capital, and what came along from railways that went into it."""
    company = figures["company"]
    cash = seen(told.done).companies[company].cash
    given = [
        event.capital
        for event in told.events
        if isinstance(event, CompanyOpened) and event.company == company
    ]
    assert cash >= sum(given)
    return cash


def director(told: Told, figures: Any) -> Any:
    return seen(told.done).companies[figures["company"]].director


def scrapped(told: Told, figures: Any) -> Any:
    [event] = [e for e in told.events if isinstance(e, TrainsScrapped) and e.train == figures["train"]]
    return set(event.owners.split(", "))


def train_price(told: Told, figures: Any) -> Any:
    trains = {train.name: train for train in seen(told.done).table.trains}
    on_sale = [trains[kind] for kind in seen(told.done).depot.on_sale]
    return min(version.price for train in on_sale for version in train.versions)


def run(told: Told, figures: Any) -> Any:
    return told.done.last_run.get(told.company)


def steam_income(told: Told, figures: Any) -> Any:
    seat = told.action.seat
    return income(told.before, told.before.players[seat]), income(told.done, told.done.players[seat])


Pair = Callable[[Told, Any], Any]

BOTH: dict[str, Pair] = {
    "price {old} → {new}": company_price,
    "price of {company} {old} → {new}": company_price,
    "treasury {old} → {new}": treasury,
    "treasury of {company} {old} → {new}": treasury,
    "purse {old} → {new}": purse,
    "best run {old} → {new}": best_run,
    "{old}% → {new}% of {company}": held,
    "income {old} → {new}": steam_income,
}
"""Texts with a figure before and one after."""

STEAM = {
    "worth {value} when it is filled", "reaches {city}: the last round",
    "joins {city}, {count:# city|# cities} in all",
    "share price {old} → {new}", "a key worth {value}", "workers {old} → {new}", "goods {old} → {new}",
    "influence {old} → {new}", "hands left: {hands}",
}  # fmt: skip
"""Figures of the player's board."""


def check(told: Told, reason: Message) -> None:
    says, figures = reason.says, dict(reason.figures)
    match says:
        case says if says in BOTH:
            assert (figures["old"], figures["new"]) == BOTH[says](told, figures)
        case "best run stays {revenue}":
            assert (figures["revenue"],) * 2 == best_run(told, figures)
        case "best run {revenue}":
            assert figures["revenue"] == advice_of(told.before, told.company)
        case "no run earns more":
            assert run(told, figures) == advice_of(told.before, told.company)
        case "the best run earns {best}":
            assert figures["best"] == advice_of(told.before, told.company)
        case "the last run earned {revenue}":
            assert figures["revenue"] == seen(told.before).companies[told.company].last_run
        case "{each} for each share":
            assert run(told, figures) == figures["each"] * sum(
                paper.shares for paper in told.before.book.papers_of[told.company]
            )
        case "{amount} for the own shares":
            assert figures["amount"] == part(told, figures)
        case "{company} begins with {capital}":
            assert figures["capital"] == capital(told, figures)
        case "directs {company}":
            assert told.name == director(told, figures)
        case "{player} directs {company}":
            assert figures["player"] == director(told, figures) != told.name
        case "scraps {count} × {train} ({owners})":
            assert set(figures["owners"].split(", ")) == scrapped(told, figures)
        case "the next train costs {price}":
            assert figures["price"] == train_price(told, figures)
        case "income {amount} a round":
            gained = set(seen(told.done).players[told.name].privates)
            gained -= set(seen(told.before).players[told.name].privates)
            assert figures["amount"] == sum(told.before.book.privates[p].income for p in gained)
        case "purse {cash}":
            assert figures["cash"] == view(told.before, None).players[told.name].cash
        case "treasury {cash}":
            assert figures["cash"] == seen(told.before).companies[told.company].cash
        case _:
            check_steam(told, says, figures)


def check_steam(told: Told, says: str, figures: dict[str, Any]) -> None:
    assert says in STEAM, says
    shown = [view(state, None).players[told.name] for state in (told.before, told.done)]
    old, new = (told.before.players[told.action.seat], told.done.players[told.action.seat])
    match says:
        case "share price {old} → {new}":
            assert (figures["old"], figures["new"]) == tuple(player.share_price for player in shown)
        case "influence {old} → {new}":
            assert (figures["old"], figures["new"]) == tuple(player.influence for player in shown)
        case "goods {old} → {new}":
            assert (figures["old"], figures["new"]) == (
                sum(old.goods) + sum(old.dock),
                sum(new.goods) + sum(new.dock),
            )
        case "workers {old} → {new}":
            assert (figures["old"], figures["new"]) == tuple(
                sum(player.training) + sum(player.working) for player in (old, new)
            )
        case "hands left: {hands}":
            assert figures["hands"] == new.hands
        case "joins {city}, {count:# city|# cities} in all":
            assert figures["count"] == len(new.cities) > len(old.cities)


@pytest.mark.parametrize("name", GAMES)
def test_every_figure_is_the_engines(name: str) -> None:
    """At every second or third action in `make test`, at each in `make soak`."""
    given, every = 0, stride(name, 2)
    for told in islice(played(name), None, None, every):
        found = reasons(told.before, told.action, told.after)
        assert len(found) <= MOST
        if told.action.seat == CHANCE:
            assert not found
        given += bool(found)
        for reason in found:
            check(told, reason)
        for lang in LANGUAGES:
            said = because(found, lang)
            assert len(said) <= LONGEST
            assert bool(said) == bool(found), (lang, found)
    assert given > 200 // every


@pytest.mark.rule("1853-H2", "1853-H7")
def test_no_reason_tells_a_hidden_city() -> None:
    """The same game of 1853, in which a seat has named another city: everything brings the same."""
    game, owner = whole_game()
    pair = Game(game.setup), Game(game.setup)
    told = 0
    for action in game.actions[:-1]:  # the last one ends the game and shows the contracts
        sent = action, other(action, owner)
        before = [one.state for one in pair]
        for one, entry in zip(pair, sent, strict=True):
            one.enter(entry)
        found = [reasons(*known) for known in zip(before, sent, [one.state for one in pair], strict=True)]
        assert found[0] == found[1]
        told += bool(found[0])
    assert pair[0].state.contracts != pair[1].state.contracts
    assert told > 100


def begun(rulings: str = "book") -> Game:
    """A game of Imperial Steam whose lots are drawn: sealed bids come first."""
    return Game.new(Setup("imperial-steam", ("Ann", "Ben"), "fixed", rulings, seed=4))


@pytest.mark.rule("IS-HID-1")
def test_a_sealed_bid_has_no_reason() -> None:
    state = begun().state
    seat = to_act(state)[0]
    bids = [action for action in legal(state, seat) if isinstance(action, Bid)]
    assert len(bids) > 1
    assert {reasons(state, bid) for bid in bids} == {()}


@pytest.mark.rule("IS-HID-2")
def test_a_hidden_purse_is_in_no_reason() -> None:
    told = {"book": 0, "book,hidden_money=true": 0}
    for rulings in told:
        game, bot = begun(rulings), make_bot("random", 3)
        while len(game.actions) < 150 and not game.state.over:
            before = game.state
            game.submit(bot(before, to_act(before)[0]))
            found = reasons(before, game.actions[-1], game.state) if game.actions[-1].seat >= 0 else ()
            told[rulings] += sum(reason.says.startswith("purse") for reason in found)
    assert told["book"] > 0
    assert told["book,hidden_money=true"] == 0
