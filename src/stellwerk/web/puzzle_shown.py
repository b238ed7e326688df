"""What the page of a puzzle shows: the question, its choices, and, once it is answered, sums and why."""

from collections.abc import Sequence
from urllib.parse import quote

from markupsafe import Markup
from msgspec import Struct, structs

from stellwerk.board import HexId
from stellwerk.engine.play import decode, play
from stellwerk.engine.rule import Fault
from stellwerk.mech18.names import stop_name
from stellwerk.mech18.shares import holdings
from stellwerk.mech18.state import SEATS, AnyRailways
from stellwerk.mech18.stock import SellShares
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain
from stellwerk.puzzles.paragraphs import why
from stellwerk.puzzles.proving import driven, trains_in_play
from stellwerk.puzzles.puzzle import LETTERS, NAMES
from stellwerk.server.puzzles import Answered, Asked
from stellwerk.web.map.map_view import MapView, money_of
from stellwerk.web.puzzle_map import (
    Stopping,
    best_segments,
    following,
    plain_view,
    puzzle_svg,
    segments_of,
)

MOST_STOPS = 60
BEST, MINE, BEFORE = "best", "mine", "before"


class Option(Struct, frozen=True, kw_only=True):
    """A choice. `sum` and what follows is told only after the answer."""

    letter: str
    value: str
    title: str
    hex: str = ""
    tile: str = ""
    owners: Sequence[str] = ()
    shares: int = 0
    picture: Markup | None = None
    sum: int | None = None
    change: int = 0
    share: int = 0
    """Of the greatest change, in hundredths."""
    best: bool = False
    mine: bool = False


class Holder(Struct, frozen=True):
    """A player clockwise from the seller, and what the player holds of the company."""

    name: str
    shares: int
    director: bool


class ShownPuzzle(Struct, frozen=True, kw_only=True):
    """All that the template needs."""

    id: str
    game: str
    kind: str
    kind_name: str
    company: str
    train: str = ""
    player: str = ""
    price: int = 0
    treasury: int = 0
    purse: int = 0
    count: int = 0
    trains: Sequence[str] = ()
    options: Sequence[Option] = ()
    holders: Sequence[Holder] = ()
    stops: Sequence[str] = ()
    """Names of the stops that were named so far."""
    draft: str = ""
    following: Sequence[Stopping] = ()
    shorter: str = ""
    cleared: str = ""
    svg: Markup
    money: str
    # -- after the answer
    best: int = 0
    mine: int = 0
    second: int = 0
    answer: str = ""
    given: str = ""
    best_stops: Sequence[str] = ()
    show: str = BEST
    rules: Sequence[str] = ()


def read_stops(text: str) -> tuple[str, ...]:
    """Return the stops of a draft as they stand in an address."""
    return tuple(part for part in text.split(",")[:MOST_STOPS] if part)


def known_stops(asked: Asked, draft: Sequence[str]) -> tuple[str, ...]:
    """Return the stops of a draft as far as they are on the map."""
    return tuple(stop for stop in draft if stop in asked.state.book.atlas.where)


def fault_of(asked: Asked, draft: Sequence[str]) -> Fault | None:
    """Return what is wrong with a run that somebody names; nothing is counted for it."""
    return driven(asked.state, asked.puzzle.company, draft).fault


def shown_puzzle(
    asked: Asked, answered: Answered | None, lang: str, draft: Sequence[str] = (), show: str = BEST
) -> ShownPuzzle:
    """Return a puzzle as somebody sees it who has answered it, or has not."""
    view = plain_view(asked.state, lang)
    puzzle, state = asked.puzzle, asked.state
    base = ShownPuzzle(
        id=asked.id,
        game=asked.game,
        kind=puzzle.kind,
        kind_name=NAMES[puzzle.kind],
        company=puzzle.company,
        trains=[state.versions[train] for train in state.trains_of(puzzle.company)],
        svg=Markup(),
        money=money_of(state),
        show=show,
        rules=why(asked.game, puzzle.kind) if answered else (),
    )
    match puzzle.kind:
        case "run":
            return _run(base, asked, answered, view, draft)
        case "tile":
            return _tile(base, asked, answered, view)
        case "rust":
            return _rust(base, asked, answered, view)
        case "director":
            return _director(base, asked, answered, view)
        case "heir":
            return _heir(base, asked, answered, view)


def _address(asked: Asked, stops: Sequence[str]) -> str:
    tail = f"?stops={quote(','.join(stops), safe=',')}" if stops else ""
    return f"/puzzles/{asked.id}{tail}"


def _names(state: AnyRailways, stops: Sequence[str]) -> list[str]:
    return [stop_name(state, stop) for stop in stops]


def _run(
    base: ShownPuzzle, asked: Asked, answered: Answered | None, view: MapView, draft: Sequence[str]
) -> ShownPuzzle:
    puzzle, here = asked.puzzle, _address(asked, ())
    if answered is not None:
        mine = driven(asked.state, puzzle.company, answered.answer)
        routes = [segments_of(view, puzzle.company, puzzle.answer)]
        if not answered.solved:
            routes.append(segments_of(view, puzzle.company, answered.answer))
        svg = puzzle_svg(view, lambda key: here, letters={}, open_to=frozenset(), routes=routes)
        return structs.replace(
            base,
            svg=svg,
            train=base.trains[0],
            best=puzzle.sums[0],
            second=puzzle.sums[1],
            mine=mine.revenue,
            best_stops=_names(asked.state, puzzle.answer),
            stops=_names(asked.state, answered.answer),
        )
    ahead = following(view, puzzle.company, draft, lambda stop: _address(asked, (*draft, stop)))
    first = {step.hex: step.href for step in reversed(ahead)}
    svg = puzzle_svg(
        view,
        lambda key: first.get(key, _address(asked, draft)),
        letters={},
        open_to=frozenset(first),
        routes=[segments_of(view, puzzle.company, draft)],
    )
    return structs.replace(
        base,
        svg=svg,
        train=base.trains[0],
        stops=_names(asked.state, draft),
        draft=",".join(draft),
        following=ahead,
        shorter=_address(asked, draft[:-1]) if draft else "",
        cleared=here if draft else "",
    )


def _tile(base: ShownPuzzle, asked: Asked, answered: Answered | None, view: MapView) -> ShownPuzzle:
    puzzle, state = asked.puzzle, asked.state
    lays = [lay for text in puzzle.options if isinstance(lay := decode(asked.game, text), LayTile)]
    boards = [play(state, lay).state for lay in lays]
    most = max(1, *(earned - puzzle.before for earned in puzzle.sums))
    options = [
        Option(
            letter=LETTERS[number],
            value=str(number),
            title=view.atlas.hexes[HexId(lay.hex)].name,
            hex=lay.hex,
            tile=lay.tile,
            picture=Markup(view.picture(boards[number].board, HexId(lay.hex))),
            sum=puzzle.sums[number] if answered else None,
            change=puzzle.sums[number] - puzzle.before if answered else 0,
            share=max(0, 100 * (puzzle.sums[number] - puzzle.before)) // most if answered else 0,
            best=answered is not None and str(number) in puzzle.answer,
            mine=answered is not None and str(number) in answered.answer,
        )
        for number, lay in enumerate(lays)
    ]
    letters = {HexId(option.hex): option.letter for option in options}
    shown, routes = view, []
    if answered is not None:
        chosen = {BEST: puzzle.answer, MINE: answered.answer}.get(base.show, ())
        if chosen:
            shown = plain_view(boards[int(chosen[0])], view.lang)
        routes = best_segments(shown, puzzle.company)
    svg = puzzle_svg(
        shown,
        lambda key: f"#choice-{letters[key]}" if key in letters else "#answers",
        letters=letters,
        open_to=frozenset(letters),
        routes=routes,
    )
    picked = {BEST: puzzle.answer, MINE: answered.answer if answered else ()}
    return structs.replace(
        base,
        options=options,
        svg=svg,
        best=max(puzzle.sums) if answered else 0,
        mine=puzzle.sums[int(picked[MINE][0])] if picked[MINE] else 0,
        second=puzzle.before if answered else 0,
    )


def _still(view: MapView) -> Markup:
    return puzzle_svg(view, lambda key: "#answers", letters={}, open_to=frozenset(), routes=[])


def _rust(base: ShownPuzzle, asked: Asked, answered: Answered | None, view: MapView) -> ShownPuzzle:
    puzzle, state = asked.puzzle, asked.state
    purchase = decode(asked.game, puzzle.action)
    assert isinstance(purchase, BuyTrain)
    owners: dict[str, list[str]] = {}
    for train, name in trains_in_play(state):
        owners.setdefault(name, []).append(state.trains[train])
    options = [
        Option(
            letter=LETTERS[number % len(LETTERS)],
            value=name,
            title=name.partition("/")[2],
            owners=list(dict.fromkeys(owners[name])),
            best=answered is not None and name in puzzle.answer,
            mine=answered is not None and name in answered.answer,
        )
        for number, name in enumerate(puzzle.options)
    ]
    return structs.replace(
        base,
        options=options,
        svg=_still(view),
        train=purchase.version,
        answer=", ".join(name.partition("/")[2] for name in puzzle.answer) if answered else "",
        given=", ".join(name.partition("/")[2] for name in answered.answer) if answered else "",
    )


def _director(base: ShownPuzzle, asked: Asked, answered: Answered | None, view: MapView) -> ShownPuzzle:
    puzzle, state = asked.puzzle, asked.state
    purchase = decode(asked.game, puzzle.action)
    owner = state.director(puzzle.company)
    assert isinstance(purchase, BuyTrain)
    assert owner is not None
    return structs.replace(
        base,
        svg=_still(view),
        train=purchase.version,
        price=purchase.price,
        player=state.name(owner),
        treasury=state.cash[puzzle.company],
        purse=state.cash[owner],
        best=int(puzzle.answer[0]) if answered else 0,
        mine=int(answered.answer[0]) if answered else 0,
    )


def _heir(base: ShownPuzzle, asked: Asked, answered: Answered | None, view: MapView) -> ShownPuzzle:
    puzzle, state = asked.puzzle, asked.state
    sale = decode(asked.game, puzzle.action)
    assert isinstance(sale, SellShares)
    now, present = holdings(state, puzzle.company), state.director_seat(puzzle.company)
    options = [
        Option(
            letter=LETTERS[number],
            value=str(seat),
            title=state.names[seat],
            shares=now[seat],
            best=answered is not None and str(seat) in puzzle.answer,
            mine=answered is not None and str(seat) in answered.answer,
        )
        for number, seat in enumerate(state.seats_from(sale.seat))
    ]
    after = {seat: shares - sale.shares * (seat == sale.seat) for seat, shares in now.items()}
    return structs.replace(
        base,
        options=options,
        svg=_still(view),
        player=state.names[sale.seat],
        count=sale.shares,
        holders=[
            Holder(state.names[seat], (after if answered else now)[seat], seat == present)
            for seat in state.seats_from(sale.seat)
        ],
        answer=state.names[int(puzzle.answer[0])] if answered else "",
        given=state.names[int(answered.answer[0])] if answered else "",
        purse=state.cash[SEATS[sale.seat]],
    )
