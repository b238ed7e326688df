"""What somebody looks at: a table's position as a seat sees it, and the map in it, if there is one."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from msgspec import Struct, field, structs

from stellwerk.board import Atlas, Board, HexId
from stellwerk.board.signs import PlaceSign
from stellwerk.draw import Drawing, drawing
from stellwerk.draw.page import hex_svg
from stellwerk.draw.style import readable
from stellwerk.engine import to_act, view
from stellwerk.engine.memo import Memo
from stellwerk.mech18.markers import waiting
from stellwerk.mech18.operating import company_of
from stellwerk.mech18.state import Railways
from stellwerk.mech18.title import railway_pages
from stellwerk.server.judging import Verdicts
from stellwerk.server.snapshot import Snapshot
from stellwerk.web.map.choices import Choices, choices, considered
from stellwerk.web.render import Speech, amount


class MapView(Struct, frozen=True, dict=True):
    """A position as one seat sees it."""

    table: str
    state: Any
    version: int
    """Of the log, to be sent back with an action."""
    at: int
    latest: int
    seat: int | None
    lang: str = "en"
    verdicts: Verdicts = field(default_factory=Verdicts)
    thinker: int | None = None
    """The seat of a bot that is thinking about this position."""
    figures: bool = True
    """Whether best runs, and what a choice adds to them, may be told."""

    @classmethod
    def of(cls, seen: Snapshot, lang: str) -> "MapView":
        """Return the map of a snapshot."""
        thinking = seen.thinking if seen.at == seen.latest else None
        return cls(
            table=seen.table,
            state=seen.state,
            version=seen.version,
            at=seen.at,
            latest=seen.latest,
            seat=seen.seat,
            lang=lang,
            verdicts=seen.verdicts,
            thinker=None if thinking is None else thinking.seat,
            figures=seen.figures,
        )

    @property
    def now(self) -> bool:
        return self.at == self.latest

    @property
    def game(self) -> str:
        game: str = self.state.setup.game
        return game

    @cached_property
    def acting(self) -> bool:
        """Whether the seat may act in this very position."""
        return self.now and self.seat is not None and self.seat in to_act(self.state)

    @cached_property
    def company(self) -> str:
        """The company that the seat acts for; empty when it does not act for any."""
        try:
            return company_of(self.state) if self.acting else ""
        except LookupError:
            return ""

    @cached_property
    def choices(self) -> Choices:
        """What the seat may do here and now."""
        seat = self.seat if self.acting else None
        return choices(self.state, seat, None if seat is None else self.verdicts.of(self.state, seat))

    @cached_property
    def considered(self) -> frozenset[HexId]:
        """Where a bot that is thinking may build."""
        return frozenset() if self.thinker is None else considered(self.state, self.thinker)

    # -- the map

    @property
    def atlas(self) -> Atlas:
        atlas: Atlas = self.state.book.atlas
        return atlas

    @property
    def board(self) -> Board:
        board: Board = self.state.board
        return board

    @property
    def phase(self) -> str:
        """The colour whose values count."""
        return str(self.state.colour)

    @cached_property
    def drawn(self) -> Drawing:
        return drawing(self.atlas, colours(self.state))

    @cached_property
    def waiting(self) -> frozenset[str]:
        """The companies whose homes are kept free."""
        return waiting(self.state)

    @cached_property
    def areas(self) -> Mapping[str, frozenset[HexId]]:
        """Where each company may do what others may not, in a title that has such areas."""
        return railway_pages(self.game).areas(self.state)

    @cached_property
    def flags(self) -> Mapping[HexId, bool]:
        """Hexes that the seat has to reach for itself, and whether it has. Nobody else sees them."""
        return {} if self.seat is None else railway_pages(self.game).flags(self.state, self.seat)

    @cached_property
    def signs(self) -> Mapping[HexId, PlaceSign]:
        """What there is to say of places that the seat chooses among. Nobody else sees it."""
        found = () if self.seat is None else railway_pages(self.game).signs(self.state, self.seat)
        return {sign.hex: sign if self.now else structs.replace(sign, can=False) for sign in found}

    def picture(self, board: Board, key: HexId) -> str:
        """Return a hex as it looks on a board."""
        return hex_svg(self.drawn, board, key, self.phase, waiting=self.waiting)

    @property
    def money(self) -> str:
        return money_of(self.state)

    @property
    def speech(self) -> Speech:
        return Speech(self.lang, self.money)

    def amount(self, figure: int | None) -> str:
        return "–" if figure is None else amount(self.money, figure)

    # -- addresses

    def href(self, path: str, **query: str) -> str:
        """Return an address below the table's map that leads back to the same view of it."""
        given = {name: value for name, value in query.items() if value}
        if not self.now:
            given["at"] = str(self.at)
        if self.seat is not None:
            given["seat"] = str(self.seat)
        tail = f"?{urlencode(given)}" if given else ""
        return f"/t/{self.table}/map/{path}{tail}"


def has_map(state: Any) -> bool:
    """Whether there is a map of hexes: all 18xx games have one."""
    return isinstance(state, Railways)


def colours(state: Any) -> Mapping[str, tuple[str, str]]:
    return {sym: (company.colour, readable(company.colour)) for sym, company in state.book.companies.items()}


_MONEY: Memo[str, str] = Memo("money", 1)


def money_of(state: Any) -> str:
    """Return the sign of the game's money, as its view tells."""
    kept, game = _MONEY.of(state.book), state.setup.game
    if game not in kept:
        kept[game] = view(state, None).unit
    return kept[game]
