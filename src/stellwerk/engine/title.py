"""Title: what a game tells the core about itself."""

from collections.abc import Callable, Mapping
from typing import Generic, NamedTuple, TypeVar

from stellwerk.engine.action import Action
from stellwerk.engine.advice import Advice
from stellwerk.engine.capabilities import Components, Exchange, Pages, Secrecy, Thinking
from stellwerk.engine.history import History
from stellwerk.engine.rulings import RulingTable
from stellwerk.engine.state import Frame, Setup, State
from stellwerk.engine.step import Activity
from stellwerk.engine.views import View

S = TypeVar("S", bound=State)


class Title(NamedTuple, Generic[S]):
    """A game in the registry. Everything else reaches it through these functions and capabilities."""

    id: str
    name: str
    players: Mapping[str, tuple[int, int]]
    """Fewest and most players by variant."""
    rulings: Mapping[str, str]
    """Ruling sets and what they are for."""
    actions: tuple[type[Action], ...]
    activities: Mapping[type[Frame], Activity[S]]
    """What each kind of frame means."""
    make_book: Callable[[Setup], object]
    """Static data, steps and rulings of a set-up; made once for each kind of set-up (`books.book_of`)."""
    start: Callable[[Setup], S]
    """The first state; also refuses a bad set-up with a ValueError."""
    result: Callable[[S], dict[str, int]]
    """Every player's final (or present) worth."""
    view: Callable[[S, int | None], View]
    """What a seat (None: a spectator) may see. The struct that it says it returns is the view's schema."""
    conserved: Callable[[S], list[str]]
    """What has been lost or made from nothing; empty when all is well."""
    end_rule: str
    """The paragraph that says when the game is over: it refuses what comes afterwards."""
    rulebook: str
    """File name of the rulebook in our words."""
    secrecy: Secrecy[S]
    variants: Mapping[str, str] = {}
    """Names of the variants, to be translated."""
    close: Callable[[S], S] = lambda s: s
    """What is to be done with a state when its game ends before its rules end it."""
    prefix: str = ""
    """What stands before the ids of its paragraphs, where that is not the title's own id."""
    pages: Callable[[], Pages[S]] = Pages
    """How it is shown and told. Who only plays does not ask, and imports nothing of it."""
    advice: Advice[S] | None = None
    exchange: Exchange | None = None
    components: Components | None = None
    thinking: Thinking[S] | None = None
    ruling_table: Callable[[], RulingTable] = dict
    """Its rulings by name."""
    history: History = History()
    """The versions of its rules."""
    for_newcomers: bool = False
    """Whether it is what somebody is offered who has not chosen a game."""

    def cite(self, rule: str) -> str:
        """Return a paragraph's full id, as refusals quote it and tests name it."""
        return f"{self.prefix or self.id}-{rule}"

    def variant_name(self, variant: str) -> str:
        """Return a variant in words, to be translated; its id where the title has no words for it."""
        return self.variants.get(variant, variant)


AnyTitle = Title[State]
"""A title as the registry knows it: whichever it is, its functions take the states it began."""


def check_players(setup: Setup, players: Mapping[str, tuple[int, int]]) -> None:
    """Refuse an unknown variant, too few or too many players for it, and names that do not differ."""
    if setup.variant not in players:
        raise ValueError(f"{setup.game} has no variant {setup.variant!r}, only {', '.join(players)}")
    count, (least, most) = len(setup.players), players[setup.variant]
    if not least <= count <= most:
        name = f"{setup.game} ({setup.variant})" if len(set(players.values())) > 1 else setup.game
        raise ValueError(f"{name} is for {least} to {most} players, not {count}")
    if len(set(setup.players)) != count or not all(name.strip() for name in setup.players):
        raise ValueError("every player needs a name of their own")
