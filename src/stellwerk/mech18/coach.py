"""What a coach of any 18xx title compares: a few legal choices, and what each does to the money one sees.

A gentle bot says which of several choices of a kind is compared, and what it expects of each; all other
figures are the engine's own.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from stellwerk.engine.action import Action
from stellwerk.engine.capabilities import Judged
from stellwerk.engine.coach import Compared, Option
from stellwerk.engine.comparing import (
    MOST,
    PURSE,
    TODAY,
    amount,
    changed,
    compared,
    count,
    expectations,
    line,
    signed,
)
from stellwerk.engine.game import Game
from stellwerk.engine.play import states_between, title_of
from stellwerk.engine.step import Pass
from stellwerk.engine.text import Message, message, msg
from stellwerk.mech18.advice import acting_company, runs_of
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.events import RoundBegins, TrainsRun
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.state import BANK, SEATS, AnyRailways, railways
from stellwerk.mech18.stock import BuyShare, StartCompany
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain

TAUGHT_ROUNDS = 2
"""Operating rounds after which the coach says goodbye."""
MOST_ROUNDS = 4
"""The same for those who were late with their company."""

NAMES: Mapping[str, str] = {
    "start": msg("Start"),
    "own": msg("Your company"),
    "share": msg("Another"),
    "lay": msg("Lay"),
    "station": msg("Station"),
    "run": msg("Best run"),
    "stand": msg("Stand still"),
    "pay": msg("Pay"),
    "keep": msg("Withhold"),
    "train": msg("Train"),
    "pass": msg("Pass"),
}
"""What kinds of choice are called above their figures."""


def directed(s: AnyRailways, seat: int) -> list[str]:
    """Return the companies that a seat directs."""
    return [company for company in s.book.companies if s.director(company) == SEATS[seat]]


def kind_of(s: AnyRailways, a: Action) -> str:
    """Return what kind of choice an action is; empty where the coach says nothing about it."""
    match a:
        case StartCompany():
            return "start"
        case BuyShare():
            return "own" if s.director(a.company) == SEATS[a.seat] else "share"
        case LayTile():
            return "lay"
        case PlaceMarker():
            return "station"
        case RunTrains():
            return "run" if a.routes else "stand"
        case Dividend():
            return "pay" if a.pay else "keep"
        case BuyTrain() if s.trains.get(a.train) == BANK and not a.exchange:
            return "train"
        case Pass():
            return "pass"
    return ""


def chosen(
    s: AnyRailways,
    actions: Sequence[Action],
    kind: Callable[[AnyRailways, Action], str] = kind_of,
    names: Mapping[str, str] = NAMES,
) -> list[Option]:
    """Return up to three choices, the first of each kind, in an order that says nothing of their worth."""
    by_kind: dict[str, Action] = {}
    for action in actions:
        by_kind.setdefault(kind(s, action), action)
    if "own" in by_kind:
        by_kind.pop("start", None)  # one company at a time is enough to learn from
    return [Option(by_kind[name], message(words)) for name, words in names.items() if name in by_kind][:MOST]


# -- the comparison ----------------------------------------------------------------------------


def comparison(
    s: AnyRailways, seat: int, options: Sequence[Option], judged: Sequence[Judged]
) -> list[Compared]:
    """Return the lines of a comparison: each option when it is done, and nothing has followed yet."""
    ends = [next(states_between(s, option.action)) for option in options]
    expected = expectations(options, judged, seat)
    return compared([*_lines(s, seat, ends), *(() if expected is None else (expected,))])


def _lines(s: AnyRailways, seat: int, ends: Sequence[AnyRailways]) -> Iterator[tuple[Message, list[Message]]]:
    owner, company = SEATS[seat], acting_company(s) or next(iter(directed(s, seat)), "")
    yield message(PURSE), [amount(end.cash[owner]) for end in ends]
    if company:
        treasury = [amount(end.cash.get(company, 0)) for end in ends]
        yield message(msg("treasury of {company}"), company=company), treasury
        known = runs_of(s, company)
        if known is not None and acting_company(s):
            runs = [amount(known.most(end, company).revenue) for end in ends]
            yield message(msg("best run of {company}"), company=company), runs
    if company in s.prices:
        prices = [
            changed(s.price(company), end.price(company) if company in end.prices else 0) for end in ends
        ]
        yield message(msg("price of a share")), prices
    result = title_of(s).result
    now, me = result(s), s.names[seat]
    yield message(TODAY), [signed(result(end)[me] - now[me]) for end in ends]


# -- the course of the game ----------------------------------------------------------------------


def rounds_after_lesson(game: Game, seat: int) -> int:
    """Return how many rounds have begun since the last one that the coach teaches; 0 or less: it goes on.

    Who directs a company that has not paid yet is taught until it does, for some rounds more.
    """
    operating: list[int] = []
    begun, paid = -1, None
    for number, entry in enumerate(game.history):
        action = game.actions[number - 1] if number else None
        if paid is None and isinstance(action, Dividend) and action.seat == seat:
            paid = begun
        for event in entry.events:
            if isinstance(event, RoundBegins):
                begun += 1
                operating += [begun] if event.round.startswith("OR") else []
    if len(operating) < TAUGHT_ROUNDS:
        return -1
    last = operating[TAUGHT_ROUNDS - 1]
    if paid is not None:
        last = max(last, paid)
    elif directed(railways(game.state), seat):
        last = begun
    return begun - (last if len(operating) < MOST_ROUNDS else min(last, operating[MOST_ROUNDS - 1]))


def summary(game: Game, seat: int) -> list[Compared]:
    """Return what a seat has done: founded, built, bought, run, paid, and what it is worth now."""
    mine = [
        (action, entry.events)
        for action, entry in zip(game.actions, game.history[1:], strict=True)
        if action.seat == seat
    ]
    state, me = railways(game.state), game_names(game)[seat]
    started = [action.company for action, _ in mine if isinstance(action, StartCompany)]
    founded = {*started, *directed(state, seat)}
    ran = sum(
        event.revenue
        for action, events in mine
        for event in events
        if isinstance(action, RunTrains) and isinstance(event, TrainsRun)
    )
    paid = sum(isinstance(action, Dividend) and action.pay for action, _ in mine)
    result = title_of(state).result
    start = result(railways(game.history[0].state))
    tiles = sum(isinstance(action, LayTile) for action, _ in mine)
    trains = sum(isinstance(action, BuyTrain) for action, _ in mine)
    return [
        line(msg("companies founded or directed"), count(len(founded))),
        line(msg("tiles laid"), count(tiles)),
        line(msg("trains bought"), count(trains)),
        line(msg("earned by your runs"), amount(ran)),
        line(msg("dividends decided and paid"), count(paid)),
        Compared(
            message(msg("your worth since the start")),
            [signed(result(state)[me] - start.get(me, 0))],
            total=True,
        ),
    ]


def game_names(game: Game) -> Sequence[str]:
    return railways(game.state).names
