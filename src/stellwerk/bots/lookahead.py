"""A bot that tries out its own turns, several ahead, and goes the way that ends best.

It knows no game: a title tells it what a position is worth, what is worth trying, and what a turn is.
What others do meanwhile is not foreseen. Nothing is remembered: a choice follows from the bot's seed, the
position and the seat. Luck belongs to positions, so in the middle of a turn the search comes upon the turns
again that it had found at its beginning, and a turn is carried out as it was meant.
"""

from collections.abc import Hashable, Iterator, Sequence
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct

from stellwerk.engine.action import CHANCE, Action
from stellwerk.engine.capabilities import Judged, Outlook
from stellwerk.engine.play import activity_of, play, sample, settle, to_act
from stellwerk.engine.state import State

SOON = 0.3
"""What the positions on a way count beside its end: of two ways to one place the quicker one is taken, and
what is good is not put off for ever."""

MOST_STEPS = 60
"""Actions of one turn; a turn that takes longer is cut off there."""


class Budget(Struct, frozen=True):
    """How much is tried out: no clock, so that the same position is thought through tried everywhere."""

    width: int
    """Ways that are followed from turn to turn."""
    tries: int
    """Turns tried out from each."""
    first: int = 0
    """As many more for the turn that is to be taken now."""
    depth: int = 99
    """Turns ahead, where the title would look further."""


Actions = tuple[Action, ...]
Ended = tuple[Any, Actions]
"""What a turn has led to, and the actions that it was made of."""


class Way(NamedTuple):
    """Turns that can be taken, and what they lead to."""

    value: float
    """Of its end, and a little of the positions before."""
    state: Any
    turns: tuple[Actions, ...]
    passed: float = 0.0
    """The worth of all its positions together."""

    def on(self, worth: float, state: Any, turn: Actions) -> "Way":
        """Return the way that goes on with a turn, to a position of such worth."""
        turns, passed = (*self.turns, turn), self.passed + worth
        return Way((1.0 - SOON) * worth + SOON * passed / len(turns), state, turns, passed)

    @property
    def beginning(self) -> Action:
        return self.turns[0][0]


class Beginning(NamedTuple):
    """What can be done now, and the best way that begins so."""

    behind: float
    """How far it falls behind the best one, compared where it was last followed."""
    way: Way


class Node:
    """A position within a turn: what can be done next, and how much of that has not been tried."""

    def __init__(self, search: "Search", state: Any, blind: bool = False) -> None:
        """Where it is blind, all that can be done is worth trying."""
        outlook, seat = search.outlook, search.seat
        self.state = state
        self.offers = [
            (move, action)
            for move in activity_of(state).moves(state)
            if move.action not in outlook.never
            for action in move.candidates(state, seat)
        ]
        # Weights come before rules: most candidates are never judged at all.
        self.weights = [] if blind else outlook.weights(state, seat, [action for _, action in self.offers])
        if not any(self.weights):  # nothing is worth trying, and something must be done
            self.weights = [1.0] * len(self.offers)
        self.left = list(self.weights)
        self.after: dict[int, Node] = {}

    def pick(self, rng: Random) -> int:
        """Return the place of an offer by weight; -1 when all has been tried."""
        point = rng.random() * sum(self.left)
        at = -1
        for at, weight in enumerate(self.left):
            point -= weight
            if point < 0 and weight:
                return at
        while at >= 0 and not self.left[at]:
            at -= 1
        return at

    def shrink(self, at: int) -> None:
        """There is less to be tried that begins with this offer."""
        child = self.after[at]
        whole = sum(child.weights)
        self.left[at] = self.weights[at] * sum(child.left) / whole if whole else 0.0


class Tree:
    """The turns that can be taken from a position; none is tried twice."""

    def __init__(self, search: "Search", state: Any, rng: Random, blind: bool = False) -> None:
        self.search, self.rng, self.blind = search, rng, blind
        self.turn = search.outlook.turn(state, search.seat)
        self.root = Node(search, state, blind)
        self._met: set[Hashable] = set()

    def turns(self, tries: int) -> Iterator[Ended]:
        """So many turns by weight."""
        yield from self._below(self.root, (), tries)

    def beginnings(self, tries: int) -> Iterator[Ended]:
        """So many turns, shared out among all that can be done first; of each at least one."""
        root = self.root
        share = tries / (sum(root.weights) or 1.0)
        for at, weight in enumerate(root.weights):
            if not weight or (not root.left[at] and at not in root.after):
                continue  # not to be had, or tried already
            ended = None if at in root.after else self._take(root, at, ())
            if ended is not None:
                yield ended
            if at in root.after:
                action = root.offers[at][1]
                yield from self._below(root.after[at], (action,), max(round(share * weight), 1))
                root.shrink(at)

    def _below(self, node: Node, actions: Actions, tries: int) -> Iterator[Ended]:
        luck = self.search.luck(node.state)
        for _ in range(tries):
            ended = self._one(node, actions, luck)
            if ended is None:
                return
            yield ended

    def _one(self, top: Node, actions: Actions, luck: Random) -> Ended | None:
        """Return a turn that has not been tried; None when all have been."""
        node, done = top, actions
        path: list[tuple[Node, int]] = []
        while True:
            at = node.pick(luck)
            if at < 0:
                if node is top:
                    return None
                node, done = top, actions  # a dead end
            elif at in node.after:
                path.append((node, at))
                done = (*done, node.offers[at][1])
                node = node.after[at]
                continue
            else:
                ended = self._take(node, at, done)
                if ended is None and at in node.after:
                    continue
                if ended is not None:
                    for above, step in reversed(path):
                        above.shrink(step)
                    return ended
            for above, step in reversed(path):
                above.shrink(step)
            if node is top:
                path.clear()

    def _take(self, node: Node, at: int, done: Actions) -> Ended | None:
        """Try an offer: the turn ends with it, or there is a new node after it, or it is not to be had."""
        search, (move, action) = self.search, node.offers[at]
        outlook, seat = search.outlook, search.seat
        for rule in move.rules:
            if rule.check(node.state, action) is not None:
                node.weights[at] = node.left[at] = 0.0
                return None
        s = self._drawn(settle(move.apply(node.state, action)).replace(news=()))
        if s.over or to_act(s) != (seat,) or outlook.turn(s, seat) != self.turn or len(done) >= MOST_STEPS:
            node.left[at] = 0.0
            return outlook.alone(s, seat, self.rng), (*done, action)
        key = outlook.key(s, seat)
        if key in self._met:  # the same by another order of actions
            node.left[at] = 0.0
            return None
        self._met.add(key)
        node.after[at] = Node(search, s, self.blind)
        return None

    def _drawn(self, s: Any) -> Any:
        """A lot is drawn by the bot's own luck: the game's seed is none of its business.

        It is the same on every way, or what is compared would be lots and not ways.
        """
        while not s.over and to_act(s) == (CHANCE,):
            search = self.search
            rng = Random(f"{search.seed}/{search.seat}/{search.outlook.turn(s, search.seat)!r}")
            lot = sample(s, CHANCE, rng)
            assert lot is not None
            s = play(s, lot).state
        return s


class Search:
    """One search for one seat."""

    def __init__(self, outlook: Outlook[State], seat: int, seed: int | str, budget: Budget) -> None:
        self.outlook, self.seat, self.seed, self.budget = outlook, seat, seed, budget

    def luck(self, s: Any) -> Random:
        """The same position, seed and seat: the same luck."""
        return Random(f"{self.seed}/{self.seat}/{self.outlook.key(s, self.seat)!r}")

    def best(self, state: Any) -> tuple[Way, dict[Action, Beginning]]:
        """Return the best way found, and the best ways for all that can be done now."""
        outlook, seat = self.outlook, self.seat
        rng = Random(f"{self.seed}/{self.seat}/{state.version}")
        depth = max(min(outlook.horizon(state, seat), self.budget.depth), 1)
        ways = [Way(0.0, outlook.alone(state, seat, rng), ())]
        beginnings: dict[Action, Beginning] = {}
        for number in range(depth):
            found: dict[Hashable, Way] = {}
            worths: dict[Hashable, float] = {}
            tried: list[Way] = []
            for way in ways:
                if way.state.over:
                    found[way.turns] = way
                    continue
                for after, turn in self.turns(way.state, not number, rng):
                    key = (*way.turns, turn) if after.over else outlook.key(after, seat)
                    if key not in worths:
                        worths[key] = outlook.value(after, seat)
                    new = way.on(worths[key], after, turn)
                    if key not in found or new.value > found[key].value:
                        found[key] = new
                    tried.append(new)
            if not found:
                if number:
                    break  # none of the ways goes on
                raise LookupError(f"seat {seat} has no legal action")
            ordered = sorted(found.values(), key=lambda way: -way.value)
            lead: dict[Action, Way] = {}
            for way in (*ordered, *tried):
                at = way.beginning
                if at not in lead or way.value >= lead[at].value:
                    lead[at] = way
            beginnings |= {at: Beginning(ordered[0].value - way.value, way) for at, way in lead.items()}
            ways = self._narrowed(ordered)
        return ways[0], beginnings

    def turns(self, state: Any, first: bool, rng: Random) -> Iterator[Ended]:
        """Turns by weight; for the turn to be taken now, every beginning at least once.

        Whoever takes over in the middle of a turn may find that nothing worth trying is allowed: then
        anything is tried.
        """
        for blind in (False, True):
            tree = Tree(self, state, rng, blind)
            found = False
            for ended in chain(
                tree.turns(self.budget.tries), tree.beginnings(self.budget.first) if first else ()
            ):
                found = True
                yield ended
            if found:
                return

    def _narrowed(self, ordered: Sequence[Way]) -> list[Way]:
        """The best ways, and the best of other kinds: what pays only later must not be lost at once."""
        kept = list(ordered[: (self.budget.width + 1) // 2])
        family, seat = self.outlook.family, self.seat
        kinds = {family(way.state, seat) for way in kept}
        for way in ordered[len(kept) :]:
            if len(kept) >= self.budget.width:
                break
            kind = family(way.state, seat)
            if kind not in kinds:
                kinds.add(kind)
                kept.append(way)
        return kept


class LookaheadBot:
    """Called with a state and a seat, it returns a legal action."""

    def __init__(
        self, outlook: Outlook[State], seed: int | str, budget: Budget, brief: Budget | None = None
    ) -> None:
        """The brief budget is for turns that have begun: by then the great choice is made."""
        self.outlook, self.seed, self.budget, self.brief = outlook, seed, budget, brief or budget

    def __call__(self, state: Any, seat: int) -> Action:
        return self.judged(state, seat)[0].action

    def judged(self, state: Any, seat: int) -> Sequence[Judged]:
        """Return what can be done now, the best first, each by the best way that begins so."""
        only = self._only(state, seat)
        if only is not None:
            return [Judged(only, self.outlook.value(state, seat))]
        budget = self.brief if self.outlook.begun(state, seat) else self.budget
        best, beginnings = Search(self.outlook, seat, self.seed, budget).best(state)
        beginnings[best.beginning] = Beginning(0.0, best)
        judged = [
            Judged(action, best.value - behind, self.outlook.money(state, way.state, seat))
            for action, (behind, way) in beginnings.items()
        ]
        return sorted(judged, key=lambda one: (-one.value, one.action != best.beginning))

    def _only(self, state: Any, seat: int) -> Action | None:
        """Return the one thing that can be done, where there is no choice."""
        there = [
            action
            for move in activity_of(state).moves(state)
            if move.action not in self.outlook.never
            for action in move.legal(state, seat)
        ]
        return there[0] if len(there) == 1 else None
