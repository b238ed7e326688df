"""`python -m tests.golden.choosing 1848`: make golden games of a title, and keep those that reach most.

Many games are played from seeds. What the check of each one reaches is measured (branches of the rules,
rules that refuse, events, kinds of actions, ends), and games are kept greedily: first some for every variant
and set of rulings, with different numbers of players, then whatever adds most for its time.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple

import coverage
from benchmarks.players import NAMES, playing
from benchmarks.wrong import Fuzzer

import stellwerk
from stellwerk.bots import bots_of, make_bot
from stellwerk.engine import Action, Game, Redo, Refusal, Setup, Title, Undo, legal, play, title, to_act
from stellwerk.engine.action import EndGame
from stellwerk.engine.play import activity_of
from tests.golden.keeping import FOLDER, Golden, Probe, decoded, encoded, names, renewed, write

SOURCE = Path(stellwerk.__file__).parent
SHARED = ("mech18", "board", "finance", "engine")
LONGEST = 2600
"""Longer games are cut there by agreement: what they cost is better spent on others."""
PROBES = 40
SENT = 20
"""Probes of a game, and actions sent at each."""
LEAST = 6
"""New things that a game beyond the first ones must reach."""
RARE = 4
"""A rule, an event or an end counts as much as so many branches."""


class Candidate(NamedTuple):
    name: str
    golden: Golden
    reached: frozenset[object]
    seconds: float

    @property
    def kind(self) -> tuple[str, str]:
        return self.golden.setup.variant, self.golden.setup.rulings


# -- games ---------------------------------------------------------------------------------------


def setups(found: Title, each: int, first: int) -> Iterator[tuple[Setup, str]]:
    """So many games of every variant and ruling set, with the numbers of players in turn, and who plays."""
    thinkers = [name for name in bots_of(found.id) if name != "random"]
    seed = first
    for variant, (fewest, most) in sorted(found.players.items()):
        for rulings in sorted(found.rulings):
            for number in range(each):
                count = fewest + number % (most - fewest + 1)
                manners = ["even", "bot"] if number % 5 or not thinkers else thinkers
                manner = manners[number // (most - fewest + 1) % len(manners)]
                yield Setup(found.id, NAMES[:count], variant, rulings, seed), manner
                seed += 1


def played(setup: Setup, manner: str) -> Game:
    """A game to its end or to the longest, then ended by agreement."""
    if manner not in ("even", "bot"):
        return thought(setup, manner)
    game = Game.new(setup)
    for game in playing(setup, manner):
        if len(game.log) == LONGEST:
            game.enter(EndGame(0))
            break
    return game


def thought(setup: Setup, bot: str) -> Game:
    game = Game.new(setup)
    players = [make_bot(bot, f"{setup.seed}/{seat}", setup.game) for seat in range(len(setup.players))]
    while not game.state.over:
        seat = to_act(game.state)[0]
        game.submit(players[seat](game.state, seat))
    return game


def wavering(game: Game, at: int) -> list[Action]:
    """The log with an action undone, done again, undone, and made anew; as it is where that is forbidden."""
    log = list(game.log)
    part = Game.replay(game.setup, log[:at])
    if part.floor >= at or log[at - 1].seat < 0:
        return log
    seat = log[at - 1].seat
    return [*log[:at], Undo(seat, at - 1), Redo(seat), Undo(seat, at - 1), *log[at - 1 :]]


def made(setup: Setup, manner: str, number: int) -> Golden:
    """A game with its probes, still without digests."""
    game = played(setup, manner)
    log: list[Action] = list(game.log)
    if number % 3 == 1:
        log = wavering(game, len(log) // 2)
    elif number % 7 == 3 and not isinstance(log[-1], EndGame):
        log = [*log[: len(log) * 2 // 3], EndGame(0)]
    texts = tuple(encoded(entry) for entry in log)
    return Golden(manner, setup, texts, {}, tuple(probes(setup, log)))


def probes(setup: Setup, log: list[Action]) -> Iterator[Probe]:
    """Positions with decisions of every kind, and what is sent there."""
    rng = Random(f"probes/{setup.seed}")
    game = Game(setup)
    states = [game.state]
    for entry in log:
        game.enter(entry)
        states.append(game.state)
    groups: dict[tuple[type, ...], list[int]] = {}
    for at, state in enumerate(states):
        moves = () if state.over else activity_of(state).moves(state)
        groups.setdefault(tuple(move.action for move in moves), []).append(at)
    chosen: set[int] = {len(states) - 1}
    while len(chosen) < min(PROBES, len(states)):
        chosen.add(rng.choice(rng.choice(list(groups.values()))))
    fuzzer = Fuzzer(game, setup.seed)
    for at in sorted(chosen):
        yield Probe(at, {}, tuple(map(encoded, sent(states[at], fuzzer, rng))), "")


def sent(state: Any, fuzzer: Fuzzer, rng: Random) -> list[Action]:
    """Some offers of every kind, some of what is not listed, and wrong actions of all sorts."""
    found: list[Action] = []
    for seat in to_act(state):
        offers = legal(state, seat)
        for kind in dict.fromkeys(map(type, offers)):
            of_kind = [offer for offer in offers if type(offer) is kind]
            found += rng.sample(of_kind, min(2, len(of_kind)))
        for move in activity_of(state).moves(state):
            if not move.listed:
                found += [one for _ in range(3) if (one := move.sample(state, seat, rng)) is not None]
    most = len(found) + SENT
    ways = (fuzzer.wrong_seat, fuzzer.from_elsewhen, fuzzer.made_up, *[fuzzer.mutated] * 4)
    while len(found) < most:
        action = rng.choice(ways)(state)
        if action is not None and readable(state.setup.game, action):
            found.append(action)
    return found


def readable(game: str, action: Action) -> bool:
    """Whether a log could hold it: nonsense that no file can tell is left to the tests of reading."""
    try:
        text = encoded(action)
        return decoded(game, (text,)) == [action] and len(bytes(text)) < 1000
    except (ValueError, OverflowError):
        return False


# -- choosing ------------------------------------------------------------------------------------


class Reach:
    """Measures what the check of a game reaches."""

    def __init__(self) -> None:
        self.tracer = coverage.Coverage(
            data_file=None, branch=True, source=[str(SOURCE)], config_file=False, check_preimported=True
        )
        self.tracer.set_option("run:disable_warnings", ["already-imported"])

    def __call__(self, golden: Golden) -> tuple[Golden, frozenset[object], float]:
        self.tracer.erase()
        start = process_time()
        self.tracer.start()
        try:
            done = renewed(golden)
        finally:
            self.tracer.stop()
        seconds = process_time() - start
        data = self.tracer.get_data()
        found: set[object] = set()
        for path in data.measured_files():
            name = Path(path).relative_to(SOURCE).as_posix()
            if name.startswith(("games/", *SHARED)):
                found |= {(name, *arc) for arc in data.arcs(path) or ()}
        return done, frozenset(found), seconds


def rare(golden: Golden) -> Iterator[object]:
    """Rules that refuse what is sent, events, kinds of entries and ends."""
    game = Game(golden.setup)
    asked = {probe.at: probe.sent for probe in golden.probes}
    for at, entry in enumerate([None, *golden.actions()]):
        events = game.history[0].events if entry is None else game.enter(entry)
        yield from (("event", type(event).__name__) for event in events)
        yield ("entry", type(entry).__name__)
        for action in decoded(golden.setup.game, asked.get(at, ())):
            yield ("answer", refusing(game.state, action))
    yield ("end", getattr(game.state, "ending", ""))


def refusing(state: Any, action: Action) -> tuple[str, ...]:
    try:
        happens = sorted({type(event).__name__ for event in play(state, action).events})
        return ("accepted", type(action).__name__, *happens)
    except Refusal as refusal:
        return (refusal.rule, refusal.message)


def weight(things: frozenset[object]) -> int:
    """Branches (file, line, line) count once."""
    return sum(1 if isinstance(thing, tuple) and len(thing) == 3 else RARE for thing in things)


def chosen(pool: list[Candidate], seconds: float) -> list[Candidate]:
    """First two of every kind with different numbers of players, then what adds most for its time."""
    kept: list[Candidate] = []
    covered: set[object] = set()

    def take(some: list[Candidate], least: int = 0) -> bool:
        gains = [
            (weight(one.reached - covered) / (one.seconds + 0.5), one) for one in some if one not in kept
        ]
        if not gains:
            return False
        _, best = max(gains, key=lambda pair: pair[0])
        if weight(best.reached - covered) < least:
            return False
        kept.append(best)
        covered.update(best.reached)
        return True

    for kind in sorted({one.kind for one in pool}):
        of_kind = [one for one in pool if one.kind == kind]
        take(of_kind)
        counts = {len(one.golden.setup.players) for one in kept if one.kind == kind}
        take([one for one in of_kind if len(one.golden.setup.players) not in counts] or of_kind)
    while sum(one.seconds for one in kept) < seconds and take(pool, LEAST):
        pass
    everything = frozenset[object]().union(*(one.reached for one in pool))
    print(f"{len(kept)} of {len(pool)} games reach {len(covered)} of {len(everything)} things")
    for thing in sorted(map(str, everything - covered)):
        print(f"  left out: {thing}")
    return kept


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.golden.choosing", description=__doc__)
    parser.add_argument("title")
    parser.add_argument("--each", type=int, default=10, help="games of every variant and ruling set")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=30, help="of measured time that kept games may take")
    given = parser.parse_args()
    reach, pool = Reach(), []
    for number, (setup, manner) in enumerate(setups(title(given.title), given.each, given.seed)):
        golden, arcs, seconds = reach(made(setup, manner, number))
        reached = arcs | frozenset(rare(golden))
        name = f"{setup.game}-{setup.variant}-{setup.rulings}-{len(setup.players)}-{setup.seed}"
        pool.append(Candidate(name, golden, reached, seconds))
        print(
            f"{name} ({manner}): {len(golden.log)} entries, {len(reached)} things, {seconds:.1f} s",
            flush=True,
        )
    for name in names(given.title):
        (FOLDER / f"{name}.json.gz").unlink()
    for one in chosen(pool, given.seconds):
        write(one.name, one.golden)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
