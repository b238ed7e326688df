"""What every 18xx title has, supplied in one place."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from stellwerk.board.hexes import HexId
from stellwerk.board.signs import PlaceSign
from stellwerk.engine.action import Action
from stellwerk.engine.capabilities import Components, Deed, Exchange, Pages, Secrecy, Thinking
from stellwerk.engine.history import History
from stellwerk.engine.pages import Page
from stellwerk.engine.registry import title
from stellwerk.engine.rulings import RulingTable
from stellwerk.engine.state import Event, Frame, Setup
from stellwerk.engine.step import Activity
from stellwerk.engine.text import Message
from stellwerk.engine.title import Title
from stellwerk.mech18.advice import ADVICE
from stellwerk.mech18.shown import RailwayView
from stellwerk.mech18.state import AnyRailways, Railways

FIRST = History()
"""Of a title whose rules have not changed yet."""

S = TypeVar("S", bound=Railways[object, object])


def railway_reasons(deed: Deed[S]) -> Iterable[Message]:
    """Return what an action brings, in money; imported when somebody asks."""
    from stellwerk.mech18.bot.reasons import reasons

    return reasons(deed)


class RailwayPages(Pages[S], Generic[S], frozen=True):
    """How a title with a map, companies and a market is shown."""

    page: str | Page = "railways"
    reasons: Callable[[Deed[S]], Iterable[Message]] | None = railway_reasons

    areas: Callable[[S], Mapping[str, frozenset[HexId]]] = lambda s: {}
    """Where each company may do what others may not."""
    flags: Callable[[S, int], Mapping[HexId, bool]] = lambda s, seat: {}
    """Hexes that a seat has to reach for itself, and whether it has. Nobody else sees them."""
    signs: Callable[[S, int], Sequence[PlaceSign]] = lambda s, seat: ()
    """What there is to say of single places while a seat chooses among them. Nobody else sees it."""
    notable: tuple[type[Event], ...] = ()
    """Events that are told before a dividend is decided, if it brings them about."""
    sheets: Mapping[str, str] = {}
    """Parts of the map that are printed apart, with their headings."""


def railway_pages(game: str) -> RailwayPages[AnyRailways]:
    """Return the pages of an 18xx title."""
    pages = title(game).pages()
    assert isinstance(pages, RailwayPages), f"{game} is no 18xx title"
    return pages


def railway_title(
    *,
    id: str,
    name: str,
    players: Mapping[str, tuple[int, int]],
    rulings: Mapping[str, str],
    actions: tuple[type[Action], ...],
    activities: Mapping[type[Frame], Activity[S]],
    make_book: Callable[[Setup], object],
    start: Callable[[Setup], S],
    result: Callable[[S], dict[str, int]],
    view: Callable[[S, int | None], RailwayView],
    conserved: Callable[[S], list[str]],
    end_rule: str,
    secrecy: Secrecy[S],
    pages: Callable[[], RailwayPages[S]],
    variants: Mapping[str, str] = {},
    exchange: Exchange | None = None,
    components: Components | None = None,
    thinking: Thinking[S] | None = None,
    ruling_table: Callable[[], RulingTable] = dict,
    history: History = FIRST,
    for_newcomers: bool = False,
) -> Title[S]:
    """Return a title of the family: the railways' page, advice on runs, and its rulebook by its id."""
    return Title(
        id=id,
        name=name,
        players=players,
        rulings=rulings,
        actions=actions,
        activities=activities,
        make_book=make_book,
        start=start,
        result=result,
        view=view,
        conserved=conserved,
        end_rule=end_rule,
        rulebook=f"{id}.md",
        secrecy=secrecy,
        variants=variants,
        pages=pages,
        advice=ADVICE,
        exchange=exchange,
        components=components,
        thinking=thinking,
        ruling_table=ruling_table,
        history=history,
        for_newcomers=for_newcomers,
    )
