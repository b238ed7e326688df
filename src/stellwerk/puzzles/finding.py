"""Finding puzzles: a finished game is looked through, position by position."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from stellwerk.engine.action import Action
from stellwerk.engine.game import Game
from stellwerk.engine.play import legal
from stellwerk.engine.refusal import Refusal
from stellwerk.mech18.advice import runs_of
from stellwerk.mech18.operating import OperatingTurn, company_of, step_of
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.shares import holdings
from stellwerk.mech18.state import BANK, AnyRailways, Railways
from stellwerk.mech18.stock import SellShares, StockRound
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain, treasury_short
from stellwerk.puzzles.proving import Unproved, best_after, proved, seats_of, trains_in_play, written
from stellwerk.puzzles.puzzle import KINDS, MARGIN, Kind, Puzzle

CHOICES = 4
"""So many tiles are to choose from."""
LEAST_TRACK = 4
"""With fewer segments of track there is nothing to look for."""
Report = Callable[[float], None]


class Found(Struct, frozen=True):
    """A puzzle and how much there is in it: of many, the best are taken."""

    puzzle: Puzzle
    interest: int


def found_in(
    game: Game, kinds: Sequence[Kind] = KINDS, report: Report = lambda progress: None
) -> Iterator[Found]:
    """Return all puzzles of these kinds in a railway game, proved; none of any other game."""
    actions = game.actions
    for at, action in enumerate(actions):
        report(at / len(actions))
        state = game.history[at].state
        if not isinstance(state, Railways):
            return
        for kind in kinds:
            try:
                draft = _ASKED[kind](state, at, action)
                found = None if draft is None else Found(proved(state, draft.puzzle), draft.interest)
            except (Unproved, Refusal, LookupError):
                continue
            if found is not None:
                yield found


def best_of(found: Sequence[Found], most: int) -> list[Puzzle]:
    """Return the most interesting, at most one of each ten actions, in the order of the game."""
    taken: list[Puzzle] = []
    for one in sorted(found, key=lambda one: (-one.interest, one.puzzle.at)):
        if len(taken) < most and all(abs(other.at - one.puzzle.at) >= 10 for other in taken):
            taken.append(one.puzzle)
    return sorted(taken, key=lambda puzzle: puzzle.at)


# -- what to ask of a position, given what was done there --------------------------------------


def _run(s: AnyRailways, at: int, action: Action) -> Found | None:
    if not isinstance(action, RunTrains):
        return None
    company = company_of(s)
    runs = runs_of(s, company)
    if runs is None:
        return None
    segments = len(runs.network(s, company).problem.segments)
    if segments < LEAST_TRACK:
        return None
    return Found(Puzzle(kind="run", at=at, company=company, answer=()), min(segments, 25))


def _tile(s: AnyRailways, at: int, action: Action) -> Found | None:
    """The best lay of each hex; the best of all has to stand out from those of other hexes."""
    frame = s.stack[-1]
    if not isinstance(action, LayTile) or not isinstance(frame, OperatingTurn) or frame.lays:
        return None
    company = frame.company
    if not s.trains_of(company):
        return None
    best: dict[str, tuple[int, LayTile]] = {}
    for lay in legal(s, action.seat):
        if not isinstance(lay, LayTile) or lay.rebate:
            continue
        earned = best_after(s, company, lay)
        if lay.hex not in best or earned > best[lay.hex][0]:
            best[lay.hex] = (earned, lay)
    ranked = sorted(best.values(), key=lambda pair: (-pair[0], pair[1].hex))[:CHOICES]
    if len(ranked) < CHOICES or ranked[0][0] - ranked[1][0] < MARGIN:
        return None
    before = best_after(s, company)
    tempting = sum(1 for earned, _ in ranked[1:] if earned > before)
    shown = sorted((lay for _, lay in ranked), key=lambda lay: lay.hex)
    puzzle = Puzzle(
        kind="tile", at=at, company=company, options=tuple(written(lay) for lay in shown), answer=()
    )
    return Found(puzzle, tempting)


def _rust(s: AnyRailways, at: int, action: Action) -> Found | None:
    if not isinstance(action, BuyTrain) or action.exchange or s.trains[action.train] != BANK:
        return None
    if s.train_type(action.train) in s.phases:
        return None
    options = tuple(dict.fromkeys(name for _, name in trains_in_play(s)))
    puzzle = Puzzle(
        kind="rust", at=at, company=company_of(s), action=written(action), options=options, answer=()
    )
    return Found(puzzle, len(options))


def _director(s: AnyRailways, at: int, action: Action) -> Found | None:
    """The purchase that was made, or one that could have been: the treasury is short, and that is legal."""
    frame = s.stack[-1]
    if not isinstance(frame, OperatingTurn) or step_of(s, frame) != "trains":
        return None
    company = frame.company
    if s.director(company) is None or s.limited_trains(company):
        return None
    choices = [action] if isinstance(action, BuyTrain) else list(legal(s, action.seat))
    for choice in choices:
        if isinstance(choice, BuyTrain) and s.trains[choice.train] == BANK and treasury_short(s, choice):
            puzzle = Puzzle(kind="director", at=at, company=company, action=written(choice), answer=())
            return Found(puzzle, 2 if choice is action else 1)
    return None


def _heir(s: AnyRailways, at: int, action: Action) -> Found | None:
    """The sale of a director after which it is least clear who is next."""
    if not isinstance(s.stack[-1], StockRound):
        return None
    best: Found | None = None
    for sale in legal(s, action.seat):
        if not isinstance(sale, SellShares) or s.director_seat(sale.company) != sale.seat:
            continue
        left = holdings(s, sale.company)
        left[sale.seat] -= sale.shares
        most = max(left.values())
        tied = sum(1 for shares in left.values() if shares == most)
        close = sum(1 for shares in left.values() if shares >= max(2, most - 1))
        puzzle = Puzzle(
            kind="heir", at=at, company=sale.company, action=written(sale), options=seats_of(s), answer=()
        )
        interest = 2 * tied + close + 3 * (left[sale.seat] < most)
        if close > 1 and (best is None or interest > best.interest):
            best = Found(puzzle, interest)
    return best


_ASKED: dict[Kind, Callable[[AnyRailways, int, Action], Found | None]] = {
    "run": _run,
    "tile": _tile,
    "rust": _rust,
    "director": _director,
    "heir": _heir,
}
