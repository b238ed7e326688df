"""A game in progress: the log and the states along it."""

from collections.abc import Iterable
from copy import copy

from msgspec import structs

from stellwerk.engine.action import Action, EndGame, Redo, Undo
from stellwerk.engine.hashing import FORMS
from stellwerk.engine.play import Transition, chance, end, play, settle
from stellwerk.engine.refusal import Refusal
from stellwerk.engine.registry import title
from stellwerk.engine.state import Event, Setup, State


def with_rules_version(setup: Setup) -> Setup:
    """Return the set-up with the version of the rules that it is played by.

    Raise ValueError for one unknown here.
    """
    newest = title(setup.game).history.newest
    if not setup.rules:
        return structs.replace(setup, rules=newest)
    if not 1 <= setup.rules <= newest:
        raise ValueError(f"{setup.game}: rules version {setup.rules} is not known here, only 1 to {newest}")
    if setup.form not in FORMS:
        raise ValueError(f"hashes of form {setup.form} are not known here")
    return setup


class Game:
    """The log is the game; the states are kept so that undo and looking back cost nothing."""

    def __init__(self, setup: Setup) -> None:
        setup = self.setup = with_rules_version(setup)
        self.log: list[Action] = []
        first = settle(title(setup.game).start(setup))
        self.history: list[Transition[State]] = [Transition(first.replace(news=()), first.news)]
        """State after 0, 1, 2 … effective actions, with the events that led there."""
        self._undone: list[tuple[list[Action], list[Transition[State]], list[int]]] = []
        """What each undo took away, as it was, so that redo has nothing to work out."""
        self._actions: list[Action] = []
        self._floors = [0]
        """How far undo goes back, beside each state of the history."""

    @classmethod
    def new(cls, setup: Setup) -> "Game":
        """Return a new game with its first lots drawn."""
        game = cls(setup)
        game._draw()
        return game

    @classmethod
    def replay(cls, setup: Setup, log: Iterable[Action]) -> "Game":
        """Return a game from its log, chance included; raise a Refusal if any entry is not legal."""
        game = cls(setup)
        for action in log:
            game.enter(action)
        return game

    def fork(self) -> "Game":
        """Return a copy of the game: what is entered there is not entered here."""
        other = copy(self)
        other.log, other.history = [*self.log], [*self.history]
        other._undone, other._actions, other._floors = [*self._undone], [*self._actions], [*self._floors]
        return other

    @property
    def state(self) -> State:
        return self.history[-1].state

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions that count: what was undone is left out."""
        return tuple(self._actions)

    @property
    def version(self) -> int:
        """How many log entries there are; it only grows, undo included."""
        return len(self.log)

    def submit(self, action: Action, seen: int | None = None) -> tuple[Event, ...]:
        """Play an action. `seen` is the version that its sender saw."""
        if seen is not None and seen != self.version:
            raise Refusal(
                title(self.setup.game).cite("stale"),
                "The game has moved on: you saw version {seen}, it is at {version}.",
                {"seen": seen, "version": self.version},
            )
        events = self.enter(action)
        return events + self._draw()

    def enter(self, action: Action) -> tuple[Event, ...]:
        """Enter one log entry, without drawing the lots that may follow."""
        events: tuple[Event, ...] = ()
        if isinstance(action, Undo | Redo | EndGame) and not 0 <= action.seat < len(self.setup.players):
            paragraph = "end" if isinstance(action, EndGame) else "undo"
            raise Refusal(
                title(self.setup.game).cite(paragraph), "There is no seat {seat}.", {"seat": action.seat}
            )
        if isinstance(action, Undo | Redo):
            if isinstance(action, Undo):
                self._undo(action)
            else:
                self._redo()
        else:
            self._keep(action, end(self.state) if isinstance(action, EndGame) else play(self.state, action))
            self._undone.clear()
            events = self.history[-1].events
        self.log.append(action)
        return events

    def _draw(self) -> tuple[Event, ...]:
        events: tuple[Event, ...] = ()
        while (lot := chance(self.state)) is not None:
            events += self.enter(lot)
        return events

    def _keep(self, action: Action, transition: Transition[State]) -> None:
        self._actions.append(action)
        self.history.append(transition)
        stays = action.seat < 0 or action.final or any(event.final for event in transition.events)
        self._floors.append(len(self._actions) if stays else self.floor)

    @property
    def floor(self) -> int:
        """Undo goes no further back than this: lots stay drawn, and what is final stays done."""
        return self._floors[-1]

    def _undo(self, action: Undo) -> None:
        if self.floor >= len(self._actions):
            raise Refusal(title(self.setup.game).cite("undo"), "There is nothing to undo.")
        if not self.floor <= action.to < len(self._actions):
            raise Refusal(
                title(self.setup.game).cite("undo"),
                "Nothing to undo there: choose a number from {first} to {last}.",
                {"first": self.floor, "last": len(self._actions) - 1},
            )
        after = action.to + 1
        self._undone.append((self._actions[action.to :], self.history[after:], self._floors[after:]))
        del self._actions[action.to :]
        del self.history[after:]
        del self._floors[after:]

    def _redo(self) -> None:
        if not self._undone:
            raise Refusal(title(self.setup.game).cite("undo"), "There is nothing to redo.")
        actions, transitions, floors = self._undone.pop()
        self._actions += actions
        self.history += transitions
        self._floors += floors
