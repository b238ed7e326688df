"""Saved games of 1853 to begin a test with, as in positions.py: eager builders come that far."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from stellwerk.engine import Game, Setup, sample, to_act
from stellwerk.engine.save import dump
from stellwerk.games.g1853.rules.fulfilment import is_fulfilled
from stellwerk.games.g1853.rules.runs import RUNS
from stellwerk.games.g1853.rules.track import NOW
from stellwerk.games.g1853.show.view import groups
from tests.browser.positions import NAMES, kinds_of

WISHES = (
    ("Peshawar", "Rawalpindi", "Lahore"),
    ("Allahabad", "Jaipur", "Delhi"),
    ("Madras", "Bangalore", "Mysore"),
    ("Calcutta", "Patna", "Nagpur"),
)
"""The cities that a seat would rather name than others: they lie close together."""
MOST = 3000


def choose(state: Any, rng: Random) -> Any:
    """Bonds that suffice, contracts that can be built, then shares, track and trains."""
    kinds, seat = kinds_of(state), to_act(state)[0]
    if "write_bond" in kinds:
        wanted = sum(state.facts.cities[city].value for city in WISHES[seat])
        return next(a for a in kinds["write_bond"] if a.bond == max(80, wanted))
    if "name_city" in kinds:
        wished = [a for a in kinds["name_city"] if a.city in WISHES[seat]]
        if not wished and "pass" in kinds:
            return kinds["pass"][0]
        return (wished or kinds["name_city"])[0]
    for kind in ("choose_option", "run_trains", "dividend", "pay_share", "settle_train"):
        if kind in kinds:
            return kinds[kind][0]
    if "lay_tile" in kinds:
        return max(kinds["lay_tile"], key=lambda a: (joined_by(state, seat, a), rng.random()))
    if "buy_train" in kinds:
        new = [a for a in kinds["buy_train"] if state.trains[a.train] == "bank"]
        if new and len(state.trains_of(state.frame.company)) < 2:
            return rng.choice(new)
    if "buy_share" in kinds and rng.random() < 0.9:
        return max(kinds["buy_share"], key=lambda a: (a.company not in state.opened, state.issued(a.company)))
    return kinds["pass"][0] if "pass" in kinds else rng.choice(next(iter(kinds.values())))


def after(state: Any, lay: Any) -> Any:
    return state.replace(board=state.board.lay(state.book.atlas, lay.hex, lay.tile, lay.rotation))


def joined_by(state: Any, seat: int, lay: Any) -> int:
    """How many cities of the seat's contract hang together after a lay; its own hexes count a little."""
    own = lay.hex in [state.facts.cities[city].hex for city in state.contracts[str(seat)]]
    return 10 * len(groups(after(state, lay), seat)[0]) + own


def reached(
    goal: Callable[[Any], bool],
    players: int = 4,
    rulings: str = "book",
    seed: int = 5,
    player: Callable[[Any, Random], Any] = choose,
) -> Game:
    game, rng = Game.new(Setup("1853", NAMES[:players], rulings=rulings, seed=seed)), Random(seed)
    for _ in range(MOST):
        if goal(game.state):
            return game
        game.enter(player(game.state, rng))
        if game.state.over:
            break
    if goal(game.state):
        return game
    raise AssertionError("the position was not reached")


def careless(state: Any, rng: Random) -> Any:
    return sample(state, to_act(state)[0], rng)


def frame(name: str) -> Callable[[Any], bool]:
    return lambda s: bool(s.stack) and type(s.frame).__name__ == name


def may(*kinds: str) -> Callable[[Any], bool]:
    return lambda s: not s.over and set(kinds) <= kinds_of(s).keys()


def fulfils(s: Any) -> bool:
    """A tile is missing from a contract, and can be laid."""
    if not frame("Turn")(s) or not may("lay_tile")(s):
        return False
    waiting = [seat for seat in s.order if seat not in s.fulfilled]
    return any(is_fulfilled(after(s, lay), seat) for lay in kinds_of(s)["lay_tile"] for seat in waiting)


def two_tiles(s: Any) -> bool:
    """A large company that may lay two tiles at once, in either gauge."""
    if not frame("Turn")(s) or s.frame.lays or s.options.get(s.frame.company) != NOW:
        return False
    gauges = {s.book.atlas.tiles[lay.tile].gauge for lay in kinds_of(s).get("lay_tile", ())}
    return gauges == {"standard", "metre"}


def good_run(s: Any) -> bool:
    return may("run_trains")(s) and RUNS.best(s, s.frame.company).revenue >= 120


GOALS: dict[str, tuple[Callable[[Any], bool], dict[str, Any]]] = {
    "bids": (frame("Bidding"), {"players": 3}),
    "naming": (frame("Naming"), {"players": 3}),
    "first round": (frame("SharesRound"), {"players": 3}),
    "option": (may("choose_option"), {}),
    "two tiles": (two_tiles, {}),
    "run": (good_run, {"seed": 2}),
    "pay": (lambda s: may("dividend")(s) and s.frame.mail > 0, {"seed": 1}),
    "trains": (lambda s: may("buy_train")(s) and "3" in s.phases, {"seed": 1}),
    "selling": (lambda s: may("sell_shares", "buy_share")(s) and s.frame.number > 1, {"seed": 1}),
    "fulfilled": (fulfils, {"seed": 2}),
    "elephant": (frame("ElephantSale"), {}),
    "extra round": (frame("ExtraRound"), {}),
    "credit": (may("take_on_credit"), {"seed": 2, "players": 3, "player": careless}),
    "finished": (lambda s: s.over, {"seed": 5, "players": 3, "player": careless}),
}


@cache
def game(name: str) -> Game:
    goal, options = GOALS[name]
    return reached(goal, **options)


def save(name: str) -> bytes:
    """A position by its name, as a file to upload."""
    return dump(game(name))


def before_the_end() -> Game:
    """All but the last move of a game."""
    whole = game("finished")
    return Game.replay(whole.setup, whole.log[:-1])


def missing_lay() -> tuple[Any, int]:
    """The lay that completes a contract in the position "fulfilled", and whose."""
    s = game("fulfilled").state
    waiting = [seat for seat in s.order if seat not in s.fulfilled]
    lays = kinds_of(s)["lay_tile"]
    return next((lay, seat) for lay in lays for seat in waiting if is_fulfilled(after(s, lay), seat))
