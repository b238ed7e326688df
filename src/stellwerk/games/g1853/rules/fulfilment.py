"""4.3: contracts that are fulfilled, and what happens when one turns out to be illegal."""

from collections.abc import Iterator, Mapping, Sequence

from stellwerk.board.hexes import HexId, StopId
from stellwerk.board.reach import joined
from stellwerk.engine.action import Action
from stellwerk.engine.state import Frame, with_item
from stellwerk.engine.step import Activity, Move
from stellwerk.engine.text import Figures, msg
from stellwerk.games.g1853.rules.cities import is_legal, named
from stellwerk.games.g1853.rules.events import ContractFulfilled, ContractIllegal, NotPardoned, Pardoned
from stellwerk.games.g1853.rules.state import ENVELOPES, India, Turn
from stellwerk.mech18.operating import Step
from stellwerk.mech18.state import SEATS


def stations(s: India, city: str) -> tuple[StopId, ...]:
    """Return the stations of a city as they are now."""
    hex_id = HexId(s.facts.cities[city].hex)
    return s.book.atlas.stop_ids[hex_id][: len(s.board.face(s.book.atlas, hex_id).stops)]


def is_fulfilled(s: India, seat: int) -> bool:
    """4.3.1-a: one network, whoever built it; 4.3.1-b: changing at stations; 4.3.1-c: rickshaws."""
    cities = named(s, seat)
    atlas = s.book.atlas
    if not cities or not all(s.board.face(atlas, HexId(s.facts.cities[city].hex)).paths for city in cities):
        return False
    links = [stations(s, city) for city in s.facts.rickshaws]
    return joined(atlas, s.board, [stations(s, city)[0] for city in cities], links)


def settle_contracts(s: India) -> India:
    """4.3.2-a: as soon as the network is there; the bond comes back, whoever's turn it is."""
    for seat in s.order:
        if seat in s.fulfilled or not is_fulfilled(s, seat):
            continue
        bond = s.bonds[str(seat)]
        s = s.pay(ENVELOPES, SEATS[seat], bond).replace(fulfilled=(*s.fulfilled, seat))
        s = s.say(ContractFulfilled(s.names[seat], ", ".join(named(s, seat)), bond))
        if not is_legal(s, seat):
            s = s.push(Pardon(seat)).say(ContractIllegal(s.names[seat]))
    return s


class ContractStep(Step[India]):
    """After the track of a turn."""

    def happen(self, s: India) -> India:
        return settle_contracts(s) if s.top(Turn).lays else s


class Pardon(Frame, frozen=True):
    """The others vote on an illegal contract. Votes are open once all are in."""

    seat: int
    votes: Mapping[str, bool] = {}


class Vote(Action, frozen=True):
    """For or against a pardon."""

    pardon: bool


class VoteMove(Move[India, Vote]):
    action = Vote

    def candidates(self, s: India, seat: int) -> Iterator[Vote]:
        yield Vote(seat, True)
        yield Vote(seat, False)

    def apply(self, s: India, a: Vote) -> India:
        return s.update_frame(votes=with_item(s.top(Pardon).votes, str(a.seat), a.pardon))


class PardonActivity(Activity[India]):
    """4.3.2-b: more than half of the others must pardon."""

    order_rule = "4.3.2-b"
    asks = msg("The others vote: is {player} pardoned for the illegal contract?")
    _moves = (VoteMove(),)

    def seats(self, s: India) -> tuple[int, ...]:
        pardon = s.top(Pardon)
        return tuple(seat for seat in s.order if seat != pardon.seat and str(seat) not in pardon.votes)

    def moves(self, s: India) -> Sequence[Move[India, Action]]:
        return self._moves

    def figures(self, s: India) -> Figures:
        return {"player": s.names[s.top(Pardon).seat]}

    def advance(self, s: India) -> India | None:
        if self.seats(s):
            return None
        pardon = s.top(Pardon)
        seat, votes = pardon.seat, pardon.votes
        figures = (s.names[seat], sum(votes.values()), len(votes))
        s = s.pop()
        if 2 * sum(votes.values()) > len(votes):
            return s.say(Pardoned(*figures))
        return s.replace(penalised=(*s.penalised, seat)).say(NotPardoned(*figures))
