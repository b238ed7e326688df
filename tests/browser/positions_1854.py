"""Saved games of 1854 to begin a test with, as in positions.py: an eager player comes that far."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import msgspec

from stellwerk.engine import Game, Setup, play, to_act
from stellwerk.engine.save import dump
from tests.browser.positions import NAMES, kinds_of

EAGER = (
    "choose_home",
    "found_lokalbahn",
    "propose_merger",
    "buy_item",
    "complete_option",
    "lay_tile",
    "buy_mail",
)
"""What an eager player would rather do than anything else, the first first."""
MOST = 2500
RICH = 600


def choose(state: Any, rng: Random) -> Any:
    kinds = kinds_of(state)
    if "bid" in kinds and rng.random() < 0.5:
        return rng.choice(kinds["bid"])
    for kind in EAGER:
        if kind in kinds:
            return rng.choice(kinds[kind])
    if "run_trains" in kinds:
        return kinds["run_trains"][0]
    if "dividend" in kinds:
        return max(kinds["dividend"], key=lambda a: a.pay)
    if "dig_tunnel" in kinds and state.cash[state.frame.company] > RICH:
        return rng.choice(kinds["dig_tunnel"])
    if "buy_train" in kinds:
        company = state.frame.company
        bought = [a for a in kinds["buy_train"] if state.trains[a.train] == "bank"]
        if bought and len(state.trains_of(company)) < 2:
            return max(bought, key=lambda a: a.price)
    if "buy_share" in kinds:
        shares = kinds["buy_share"]
        return max(shares, key=lambda a: (a.company not in state.opened, state.issued(a.company)))
    if "take_option" in kinds:
        return rng.choice(kinds["take_option"])
    if "start_company" in kinds:
        return kinds["start_company"][-1]
    if "answer" in kinds:
        return kinds["answer"][0]
    return kinds["pass"][0] if "pass" in kinds else rng.choice(next(iter(kinds.values())))


def reached(goal: Callable[[Any], bool], players: int = 4, seed: int = 15, rulings: str = "book") -> Game:
    game, rng = Game.new(Setup("1854", NAMES[:players], rulings=rulings, seed=seed)), Random(seed)
    for _ in range(MOST):
        if goal(game.state):
            return game
        game.enter(choose(game.state, rng))
        if game.state.over:
            break
    raise AssertionError("the position was not reached")


def played(moves: int | None = None, seed: int = 15) -> tuple[Game, int]:
    """A game that the eager player brings to its end, or so many moves far; and how many moves it had."""
    game, rng, done = Game.new(Setup("1854", NAMES, seed=seed)), Random(seed), 0
    while not game.state.over and done != moves:
        game.enter(choose(game.state, rng))
        done += 1
    return game, done


@cache
def end() -> tuple[bytes, bytes]:
    """The position before the last move of a game, and that move."""
    game, moves = played()
    before, _ = played(moves - 1)
    return dump(before), msgspec.json.encode(game.actions[-1])


def frame(name: str) -> Callable[[Any], bool]:
    return lambda s: bool(s.stack) and type(s.frame).__name__ == name


def may(*kinds: str) -> Callable[[Any], bool]:
    return lambda s: set(kinds) <= kinds_of(s).keys()


def both(one: Callable[[Any], bool], other: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda s: one(s) and other(s)


def bids_stand(s: Any) -> bool:
    """Two players want the same railway, and it is not yet its turn."""
    return frame("Auction")(s) and any(len(bids) > 1 for bids in s.bids.values())


def splits_next(s: Any) -> bool:
    """A dividend would carry the price over the red line."""
    paid = [a for a in kinds_of(s).get("dividend", ()) if a.pay]
    return bool(paid) and len(play(s, paid[0]).state.split) > len(s.split)


def asks_another(s: Any) -> bool:
    """The owner who is asked could propose a merger to somebody else."""
    owners = {s.director(a.partner) for a in kinds_of(s).get("propose_merger", ())}
    return bool(owners - {s.players[to_act(s)[0]]})


def trades(s: Any) -> bool:
    """Another player's company has a train to sell, and both prices would move."""
    bought = kinds_of(s).get("buy_train", ())
    sellers = {s.trains[a.train] for a in bought} & s.prices.keys()
    return any(s.director(seller) != s.director(s.frame.company) for seller in sellers)


def earns(s: Any) -> bool:
    return any(a.routes for a in kinds_of(s).get("run_trains", ()))


GOALS: dict[str, Callable[[Any], bool]] = {
    "auction": frame("Auction"),
    "bids": bids_stand,
    "contest": frame("Contest"),
    "local": both(frame("LocalTurn"), may("lay_tile")),
    "local run": both(frame("LocalTurn"), earns),
    "tunnel": may("dig_tunnel", "lay_tile"),
    "stock": may("take_option", "buy_share", "sell_shares"),
    "own option": may("complete_option", "sell_option"),
    "split": splits_next,
    "mail": may("buy_mail"),
    "trade": trades,
    "merger": both(frame("MergerWindow"), asks_another),
    "reply": frame("MergerOffer"),
    "home": may("choose_home"),
}


@cache
def save(name: str, rulings: str = "book") -> bytes:
    """A position by its name, as a file to upload."""
    return dump(played()[0] if name == "finished" else reached(GOALS[name], rulings=rulings))
