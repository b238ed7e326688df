"""IV.3, IV.4.4: state railways form out of pre-state railways."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from stellwerk.board.gestures import ChoosesStop
from stellwerk.board.hexes import StopId
from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import Frame
from stellwerk.engine.step import Activity, Move
from stellwerk.engine.text import Figures, msg
from stellwerk.games.g1824.rules.book import Minor
from stellwerk.games.g1824.rules.events import MarkerReturned, NoDirector, StateFormed, StateWillForm
from stellwerk.games.g1824.rules.regionals import close_railway, drop_marker, place_homes, take_over
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.mech18.events import DirectorChanged
from stellwerk.mech18.names import place_name, stop_name
from stellwerk.mech18.phases import SurplusTrains, crowded
from stellwerk.mech18.shares import holdings, make_director, transfer
from stellwerk.mech18.state import BANK, OFFER, OUT, SEAT_OF, SEATS

DIRECTOR_SHARES = 2
"""IV.4.4-10: what a player needs to be director."""


class Forming(Frame, frozen=True):
    """Interruption at the end of a round: these state railways form, one after the other."""

    left: tuple[str, ...]


class HomeChoice(Frame, frozen=True):
    """Interruption: the director of KK says which of the two homes stays (IV.4.4-7)."""

    company: str
    stops: tuple[str, ...]


class ChooseHome(Action, frozen=True):
    """Keep the marker at this stop; the other one leaves the game."""

    on_map: ClassVar[ChoosesStop] = ChoosesStop()
    stop: str


# -- when --------------------------------------------------------------------------------------


def announce(s: AustriaHungary, kind: str) -> AustriaHungary:
    """IV.3-2: the first train of a type makes a state railway form at the end of this round."""
    state = s.facts.forms.get(kind)
    if state is None:
        return s
    return s.replace(forming=(*s.forming, state)).say(StateWillForm(state))


def form_due(s: AustriaHungary) -> AustriaHungary:
    """At the end of a round (and after an export, VII.15-2): in the order SD, UG, KK (R11)."""
    if not s.forming:
        return s
    due = tuple(state for state in s.facts.forms.values() if state in s.forming)
    return s.replace(forming=()).push(Forming(due))


# -- forming -----------------------------------------------------------------------------------


def sold(s: AustriaHungary, state: str) -> list[Minor]:
    """Its pre-state railways in play, nr 1 first; a builder closes by its own rule (X.3-3)."""
    return [
        minor
        for minor in s.facts.pre_states_of(state)
        if minor.sym in s.opened and minor.sym not in s.builders
    ]


def capital(s: AustriaHungary, state: str, minors: list[Minor]) -> int:
    """IV.4.4-4, IV.4.4-8: 120 for every share that no pre-state railway in play was exchanged for."""
    papers = s.book.papers_of[state]
    kept = {minor.paper for minor in minors}
    free = sum(paper.shares for paper in papers if paper.id not in kept)
    return free * s.book.grid.rows[s.facts.state_cell[0]][s.facts.state_cell[1]]


def form(s: AustriaHungary, state: str) -> AustriaHungary:
    minors = sold(s, state)
    amount = capital(s, state, minors)
    cash = sum(s.cash[minor.sym] for minor in minors)
    trains = sum(len(s.trains_of(minor.sym)) for minor in minors)
    owners = [owner for minor in minors if (owner := s.director(minor.sym)) is not None]
    board, used = s.board, 0
    for minor, owner in zip(minors, owners, strict=True):
        s = take_over(s, minor.sym, state).hand_over(minor.paper, owner).hand_over(f"{minor.sym}_0", OUT)
        used += len(board.markers_of(minor.sym))
        board = board.rename(minor.sym, state)  # IV.4.4-6
        s = close_railway(s, minor.sym)
    for minor in s.facts.pre_states_of(state):  # XI.3-1b: a marker that has outlasted its railway
        if board.markers_of(minor.sym):
            used += len(board.markers_of(minor.sym))
            board, s = board.rename(minor.sym, state), close_railway(s, minor.sym)
    # IV.4.4-8c: its five markers include these; the price of the next one goes by how many are out.
    s = s.replace(board=board, markers={**s.markers, state: used}, formed=(*s.formed, state))
    s = s.pay(BANK, state, amount).replace(opened=(*s.opened, state))
    told = ", ".join(minor.sym for minor in minors) or "–"
    s = s.say(StateFormed(state, told, amount, cash, trains))
    # IV.4.4-9: without any pre-state railway it takes the free place of nr 1; R24: with its first turn.
    if used or s.rulings.homes_before_first_turn:
        s = place_homes(s, state).replace(begun=(*s.begun, state))
    s = choose_director(s, state, owners)
    if s.director(state) is None:
        s = s.say(NoDirector(state))
    s = s.push(SurplusTrains((state,))) if crowded(s, (state,)) else s  # IV.4.4-13
    return home_choice(s, state)


def choose_director(s: AustriaHungary, state: str, former: list[str]) -> AustriaHungary:
    """IV.4.4-2, IV.4.4-3: the most shares; on a tie a former owner, nr 1 first, then from the priority on."""
    owned = holdings(s, state)
    most = max(owned.values())
    if most < DIRECTOR_SHARES:
        return s
    tied = [seat for seat, shares in owned.items() if shares == most]
    order = [*(SEATS.index(owner) for owner in former), *s.seats_from(s.priority)]
    seat = next(seat for seat in order if seat in tied)
    paper = s.book.papers_of[state][0]
    if s.papers[paper.id] == OFFER:
        return give_freed_paper(s, state, seat)
    return make_director(s, state, seat)


def give_freed_paper(s: AustriaHungary, state: str, seat: int) -> AustriaHungary:
    """IV.4.4-12: the director's share of an unsold nr 1, against two ordinary ones."""
    paper = s.book.papers_of[state][0]
    s = transfer(s, state, SEATS[seat], OFFER, paper.shares)
    return s.hand_over(paper.id, SEATS[seat]).say(DirectorChanged(s.names[seat], state))


def first_with_two(s: AustriaHungary, state: str) -> int | None:
    """Return the seat that was the first to hold two ordinary shares.

    In the first stock round nothing is sold and the bank hands its papers out by their numbers, so the lowest
    second paper is the oldest. Later only the buyer of the moment can have come to two.
    """
    owned: dict[int, int] = {}
    for paper in s.book.papers_of[state]:
        seat = SEAT_OF.get(s.papers[paper.id])
        if seat is None:
            continue
        owned[seat] = owned.get(seat, 0) + s.size(paper)
        if owned[seat] >= DIRECTOR_SHARES:
            return seat
    return None


def take_freed_paper(s: AustriaHungary, state: str) -> AustriaHungary:
    """IV.4.4-12, IV.4.4-11: the first with two shares becomes director, even before the company forms."""
    papers = s.book.papers_of[state]
    if state not in s.facts.forms.values() or s.papers[papers[0].id] != OFFER:
        return s
    if state not in s.formed and not s.rulings.freed_director_before_forming:
        return s
    seat = first_with_two(s, state)
    return s if seat is None else give_freed_paper(s, state, seat)


# -- the two homes of KK -------------------------------------------------------------------------


def home_choice(s: AustriaHungary, state: str) -> AustriaHungary:
    """IV.4.4-7, VII.8-3: with two markers in one hex one of them goes; the director says which.

    R10: in the same city there is nothing to choose. IV.4.4-7b: four more markers are left, the next
    one costs 40.
    """
    stops = s.board.markers_of(state)
    by_hex: dict[str, list[str]] = {}
    for stop in stops:
        by_hex.setdefault(stop.partition(".")[0], []).append(stop)
    doubled = s.markers[state] - len(stops)
    if doubled:
        (stop,) = stops  # it has inherited these two markers and no other
        s = s.replace(board=s.board.thin_out(stop, state), markers={**s.markers, state: s.markers[state] - 1})
        return s.say(MarkerReturned(state, place_name(s, stop)))
    pair = next((found for found in by_hex.values() if len(found) > 1), None)
    return s if pair is None else s.push(HomeChoice(state, tuple(pair)))


def is_a_home(s: AustriaHungary, a: ChooseHome) -> Fault | None:
    if a.stop in s.top(HomeChoice).stops:
        return None
    return refuse(
        "{stop} is no home of {company}.", stop=stop_name(s, a.stop), company=s.top(HomeChoice).company
    )


class ChooseHomeMove(Move[AustriaHungary, ChooseHome]):
    action = ChooseHome

    def candidates(self, s: AustriaHungary, seat: int) -> Iterator[ChooseHome]:
        for stop in s.top(HomeChoice).stops:
            yield ChooseHome(seat, stop)

    def apply(self, s: AustriaHungary, a: ChooseHome) -> AustriaHungary:
        frame = s.top(HomeChoice)
        other = next(stop for stop in frame.stops if stop != a.stop)
        s = drop_marker(s.pop(), frame.company, other)
        first = s.facts.pre_states_of(frame.company)[0]
        if s.rulings.returned_marker_is_free and other == s.board.stop_now(s.book.atlas, StopId(first.home)):
            s = s.replace(last_marker_free=(*s.last_marker_free, frame.company))  # R10
        return s.say(MarkerReturned(frame.company, place_name(s, other)))


class HomeChoiceActivity(Activity[AustriaHungary]):
    order_rule = "IV.4.4-7"
    asks = msg("{player}: which home does {company} keep?")
    _moves = (ChooseHomeMove(rule("IV.4.4-7", is_a_home)),)

    def seats(self, s: AustriaHungary) -> tuple[int, ...]:
        return (s.director_seat(s.top(HomeChoice).company),)

    def moves(self, s: AustriaHungary) -> Sequence[Move[AustriaHungary, Action]]:
        return self._moves

    def figures(self, s: AustriaHungary) -> Figures:
        company = s.top(HomeChoice).company
        return {"player": s.name(s.director(company) or ""), "company": company}


class FormingActivity(Activity[AustriaHungary]):
    """Everything that a forming state railway asks is answered before the next one forms."""

    order_rule = "IV.3-2"

    def seats(self, s: AustriaHungary) -> tuple[int, ...]:
        return ()

    def moves(self, s: AustriaHungary) -> Sequence[Move[AustriaHungary, Action]]:
        return ()

    def advance(self, s: AustriaHungary) -> AustriaHungary | None:
        left = s.top(Forming).left
        return form(s.update_frame(left=left[1:]), left[0]) if left else s.pop()
