"""What the first train of a type changes: phase, scrapping, limits."""

from collections.abc import Callable, Iterator, Sequence

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, Rule, refuse
from stellwerk.engine.state import Frame, with_item
from stellwerk.engine.step import Activity, Move
from stellwerk.engine.text import Figures, msg
from stellwerk.mech18.book import TrainType
from stellwerk.mech18.events import PhaseBegins, TrainDiscarded, TrainsScrapped
from stellwerk.mech18.names import train_name
from stellwerk.mech18.state import BANK, OUT, STOCKS, AnyRailways, S


class SurplusTrains(Frame, frozen=True):
    """Interruption: companies have more trains than a lowered limit; their directors act in any order."""

    companies: tuple[str, ...]


class DiscardTrain(Action, frozen=True):
    """Give up a train above the limit."""

    train: str


def leave_bank(s: S, train: str, owner: str) -> S:
    """A card leaves the bank; of an unlimited type the next one takes its place."""
    trains = with_item(s.trains, train, owner)
    kind, _, number = train.rpartition("-")
    if s.book.trains[kind].count is None:
        trains[f"{kind}-{int(number) + 1}"] = BANK
    return s.replace(trains=trains)


def begin_phase(s: S, kind: str) -> S:
    """The first train of a type is out: what it names becomes true. Not every type begins a phase."""
    s = s.replace(phases=(*s.phases, kind))
    phase = s.book.phases.get(kind)
    return s if phase is None else s.say(PhaseBegins(kind, phase.name))


def scrap(s: S, kind: str, to: Callable[[S, TrainType, str], str] = lambda s, scrapped, owner: OUT) -> S:
    """Trains that this type scraps go from their owners where `to` says, the bank's too: out of the game."""
    doomed = {name for name, train in s.book.trains.items() if kind in train.scrapped_by}
    trains = dict(s.trains)
    for name in sorted(doomed):
        owners = []
        for train, owner in s.trains.items():
            if s.train_type(train) != name or owner == OUT:
                continue
            trains[train] = to(s, s.book.trains[name], owner)
            if trains[train] != owner:
                owners.append(owner)
        if owners:
            told = ", ".join(sorted(owner for owner in set(owners) if owner not in STOCKS)) or "–"
            s = s.say(TrainsScrapped(name, told))
    return s.replace(trains=trains)


def crowded(s: AnyRailways, companies: Sequence[str] | None = None) -> list[str]:
    """Companies with more trains than the limit, in operating order."""
    named = s.price_order() if companies is None else companies
    return [company for company in named if len(s.limited_trains(company)) > s.train_limit(company)]


def meet_limit(s: S) -> S:
    """Interrupt for the companies that a lowered limit has made crowded."""
    over = crowded(s)
    return s.push(SurplusTrains(tuple(over))) if over else s


def is_surplus(s: AnyRailways, a: DiscardTrain) -> Fault | None:
    """A train that counts, of a crowded company that this seat decides for."""
    own = [company for company in crowded(s, s.top(SurplusTrains).companies) if s.decider(company) == a.seat]
    if any(a.train in s.limited_trains(company) for company in own):
        return None
    return refuse(
        "{company} has no train {train} that counts against the limit.",
        company=", ".join(own),
        train=train_name(s, a.train),
    )


def leaves_the_game(s: S, train: str) -> S:
    return s.replace(trains=with_item(s.trains, train, OUT))


class DiscardMove(Move[S, DiscardTrain]):
    action = DiscardTrain

    def __init__(self, *rules: Rule[S, DiscardTrain], give_up: Callable[[S, str], S]) -> None:
        super().__init__(*rules)
        self.give_up = give_up

    def candidates(self, s: S, seat: int) -> Iterator[DiscardTrain]:
        for company in crowded(s, s.top(SurplusTrains).companies):
            if s.decider(company) == seat:
                for train in s.limited_trains(company):
                    yield DiscardTrain(seat, train)

    def apply(self, s: S, a: DiscardTrain) -> S:
        company = s.trains[a.train]
        s = self.give_up(s, a.train)
        return s.say(TrainDiscarded(company, s.versions[a.train], s.train_limit(company)))


class SurplusActivity(Activity[S]):
    """The directors say which trains go until the limit holds."""

    asks = msg("{player}: {company} has too many trains; which one goes?")

    def __init__(self, rule: Rule[S, DiscardTrain], give_up: Callable[[S, str], S] = leaves_the_game) -> None:
        self.order_rule = rule.id
        self._moves = (DiscardMove(rule, give_up=give_up),)

    def seats(self, s: S) -> tuple[int, ...]:
        over = crowded(s, s.top(SurplusTrains).companies)
        return tuple(dict.fromkeys(s.decider(company) for company in over))

    def moves(self, s: S) -> Sequence[Move[S, Action]]:
        return self._moves

    def figures(self, s: S) -> Figures:
        over = crowded(s, s.top(SurplusTrains).companies)
        directors = dict.fromkeys(s.names[s.decider(company)] for company in over)
        return {"player": ", ".join(directors), "company": ", ".join(over)}

    def advance(self, s: S) -> S | None:
        return None if crowded(s, s.top(SurplusTrains).companies) else s.pop()
