"""`python -m benchmarks.brute`: what is offered is accepted, and what is accepted is offered.

At positions of random games every listed move is asked about very many actions of its kind: every combination
of values that its fields have anywhere in the games of the title, with numbers beyond them, or a sample where
there are too many. Whatever its rules let pass must be among its candidates, and what it offers be playable.
"""

import argparse
import itertools
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from random import Random
from typing import NamedTuple

import msgspec
from msgspec import structs

from benchmarks.players import MANNERS, playing, random_game, setup_of
from stellwerk.engine import Action, Game, Refusal, State, legal, play, state_hash, title, titles, to_act
from stellwerk.engine.play import activity_of, refusal

NUMBERS = (*range(-1, 13), *range(15, 105, 5), *range(110, 410, 10))
"""Prices, shares and counts that are tried beside those that occur."""
Values = dict[tuple[str, str], list[object]]
"""(kind, field) -> what the field was in some game."""


class Finding(NamedTuple):
    setup: str
    at: int
    fault: str
    action: str


def kind_of(action: type[Action]) -> str:
    return str(action.__struct_config__.tag)


GAMES = 6
"""In so many games it is looked what fields hold."""


def random_games(game: str) -> Iterator[Game]:
    """A few random games of a title, of both manners."""
    for seed in range(GAMES):
        yield random_game(setup_of(title(game), seed), sorted(MANNERS)[seed % 2])


def values_of(games: Iterable[Game], every: int = 5) -> Values:
    """What the fields of all kinds of action have held in some games, at every so many positions."""
    found: dict[tuple[str, str], dict[bytes, object]] = {}
    for state in (transition.state for game in games for transition in game.history[::every]):
        for seat in to_act(state):
            for action in legal(state, seat):
                for name in action.__struct_fields__:
                    value = getattr(action, name)
                    key = msgspec.json.encode(value)
                    found.setdefault((kind_of(type(action)), name), {})[key] = value
    return {key: list(values.values()) for key, values in found.items()}


def domain(values: Values, kind: str, field: structs.FieldInfo) -> list[object]:
    known = list(values.get((kind, field.name), []))
    if any(isinstance(value, bool) for value in known):
        return [True, False]
    if known and all(isinstance(value, int) for value in known):
        return sorted({*known, *NUMBERS})  # type: ignore[type-var]
    if field.default is not msgspec.NODEFAULT and field.default not in known:
        known.append(field.default)
    return known


def wide(
    action: type[Action], seat: int, values: Values, offered: list[Action], rng: Random, most: int
) -> Iterator[Action]:
    """Actions of a kind: all combinations, or a sample and all neighbours of what is offered."""
    fields = [field for field in structs.fields(action) if field.name != "seat"]
    domains = [domain(values, kind_of(action), field) for field in fields]
    if not all(domains):
        return
    size = 1
    for choices in domains:
        size *= len(choices)
    names = [field.name for field in fields]
    if size <= most:
        for chosen in itertools.product(*domains):
            yield action(seat, **dict(zip(names, chosen, strict=True)))
        return
    for one in rng.sample(offered, min(len(offered), 20)):
        for name, choices in zip(names, domains, strict=True):
            for value in choices if len(choices) <= 200 else rng.sample(choices, 200):
                yield structs.replace(one, **{name: value})
    for _ in range(most):
        yield action(
            seat, **{name: rng.choice(choices) for name, choices in zip(names, domains, strict=True)}
        )


class Leads:
    """Where offered actions lead: a tile that looks the same turned otherwise is offered once."""

    def __init__(self, state: State, offered: list[Action]) -> None:
        self.state, self.offered = state, offered
        self.found: set[str] = set()

    def known(self, action: Action) -> bool:
        if not self.found:
            self.found = {state_hash(play(self.state, one).state) for one in self.offered}
        return state_hash(play(self.state, action).state) in self.found


def brute(game: Game, values: Values, rng: Random, most: int) -> Iterator[tuple[str, Action]]:
    """(fault, action) for every disagreement between what is offered and what is accepted here."""
    state = game.state
    for seat in to_act(state):
        for move in activity_of(state).moves(state):
            offered = move.legal(state, seat)
            for action in offered:
                try:
                    play(state, action)
                except Refusal as refused:
                    yield f"offered, but refused: {refused}", action
            if not move.listed:
                continue
            among = set(map(msgspec.json.encode, offered))
            leads = Leads(state, offered)
            tried: set[bytes] = set()
            for action in wide(move.action, seat, values, offered, rng, most):
                key = msgspec.json.encode(action)
                if key in among or key in tried:
                    continue
                tried.add(key)
                try:
                    accepted = refusal(state, move, action) is None
                except Exception as error:  # a rule must answer whatever it is asked
                    yield f"{type(error).__name__}: {error}", action
                    continue
                if accepted and not leads.known(action):
                    yield "accepted, but not offered", action


def match(
    game: str, values: Values, wanted: int, first: int = 0, every: int = 41, most: int = 3000
) -> list[Finding]:
    """Look at so many positions of random games, with these values in the fields of actions."""
    found: list[Finding] = []
    seen = 0
    for seed in itertools.count(first):
        setup = setup_of(title(game), seed)
        rng = Random(seed)
        offset = rng.randrange(every)
        for number, played in enumerate(playing(setup, sorted(MANNERS)[seed % 2])):
            if number % every != offset or played.state.over:
                continue
            for fault, action in brute(played, values, rng, most):
                text = msgspec.json.encode(action).decode()
                found.append(Finding(f"{setup}", len(played.log), fault, text))
            seen += 1
            if seen >= wanted:
                return found
    raise AssertionError("there are always more games")


def look(game: str, wanted: int, first: int, most: int) -> list[Finding]:
    """A part of the work, for a process of its own."""
    return match(game, values_of(random_games(game)), wanted, first, most=most)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.brute", description=__doc__)
    parser.add_argument("--title", default="")
    parser.add_argument("--positions", type=int, default=1000, help="of each title (default 1000)")
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--most", type=int, default=20_000, help="actions of a kind in a position")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    games = [found.id for found in titles() if given.title in ("", found.id)]
    each = -(-given.positions // given.jobs)
    faults = 0
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn")) as pool:
        running = {
            pool.submit(look, game, each, given.first + 10_000 * job, given.most): game
            for game in games
            for job in range(given.jobs)
        }
        for done in as_completed(running):
            findings = done.result()
            faults += len(findings)
            print(f"{running[done]}: {each} positions, {len(findings)} faults", flush=True)
            for finding in findings[:20]:
                print(f"  {finding.setup} at {finding.at}: {finding.fault}: {finding.action}")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
