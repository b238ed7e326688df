"""What everybody should know before it happens: states that form, mines, debts, trains that go abroad."""

from collections.abc import Iterator
from typing import NamedTuple

from stellwerk.board.hexes import HexId, hex_of
from stellwerk.board.tile import revenue
from stellwerk.engine.text import Figure, Figures, Message, message, msg
from stellwerk.games.g1824.rules.bond import bond_part
from stellwerk.games.g1824.rules.builders import closing_train
from stellwerk.games.g1824.rules.emergency import with_interest
from stellwerk.games.g1824.rules.mountains import open_regionals
from stellwerk.games.g1824.rules.opening import for_sale
from stellwerk.games.g1824.rules.phases import next_abroad
from stellwerk.games.g1824.rules.state import AustriaHungary, Turn
from stellwerk.games.g1824.rules.state_railways import capital, form, sold
from stellwerk.games.g1824.rules.trains import must_buy, offers_for
from stellwerk.mech18.operating import at_end, step_of
from stellwerk.mech18.state import BANK, OFFER, SEAT_OF
from stellwerk.mech18.stock import StockRound
from stellwerk.mech18.trains import TrainStep


def fact(rule: str, template: str, **figures: Figure) -> Message:
    return message(template, **figures).under(rule)


def reminders(s: AustriaHungary) -> list[Message]:
    if s.over:
        return []
    found = [
        *duty(s),
        *opening(s),
        *forming(s),
        *debts(s),
        *abroad(s),
        *mines(s),
        *mountains(s),
        *free_directors(s),
        *two_players(s),
    ]
    bukowina = s.facts.bukowina
    if bukowina is not None:
        told = msg("A run from {starts} to the Bukowina earns {amount} more.")
        starts = ", ".join(s.book.atlas.hexes[HexId(hex_id)].name for hex_id in bukowina.starts)
        found.append(fact("X.4-7", told, starts=starts, amount=bukowina.amount))
    if any(s.privates_of(player) for player in s.players) or any(
        s.papers[f"{minor}_0"] in s.players for minor in s.facts.minors
    ):
        nothing = msg("Worth is the final account as of now: railways with one owner count nothing.")
        paid = msg("Worth is the final account as of now: railways with one owner count at their price.")
        counts = s.rulings.railways_count_at_the_end
        found.append(fact("R17", paid) if counts else fact("IX.2-1", nothing))
    if s.ending:
        found.append(fact("IX.1-1", msg("The end is triggered: {reason}."), reason=s.ending))
    return found


# -- the acting company ------------------------------------------------------------------------


def duty(s: AustriaHungary) -> Iterator[Message]:
    """VII.11-1, said before the train step comes."""
    if not isinstance(s.frame, Turn):
        return
    company = s.frame.company
    if at_end(s, s.frame) or step_of(s, s.frame) == TrainStep.name or not must_buy(s, company):
        return
    prices = [s.book.trains[s.train_type(train)].versions[0].price for train in offers_for(s, company)]
    told = msg("{company} must own a train when its turn ends: the cheapest costs {price}, it has {cash}.")
    yield fact("VII.11-1", told, company=company, price=min(prices), cash=s.cash[company])


# -- the first stock round ---------------------------------------------------------------------


def opening(s: AustriaHungary) -> Iterator[Message]:
    frame = s.frame
    if not isinstance(frame, StockRound) or frame.number > 1:
        return
    if frame.backwards:
        count = len(s.names)
        order = [s.names[(frame.seat - n) % count] for n in range(frame.backwards)]
        told = msg("The first lap runs against the clock: {order}; then {player} begins again, clockwise.")
        yield fact("VI.3-2", told, order=", ".join(order), player=order[-1])
    if left := for_sale(s):
        told = msg("What nobody buys in this round leaves the game: {railways}.")
        yield fact("VI.3-5", told, railways=", ".join(left))


# -- state railways ----------------------------------------------------------------------------


class Forecast(NamedTuple):
    """A state railway as it would form now."""

    railways: tuple[str, ...]
    director: str | None
    capital: int
    cash: int
    trains: int


def forecast(s: AustriaHungary, state: str) -> Forecast:
    minors = sold(s, state)
    after = form(s.replace(news=()), state)
    director = after.director(state)
    return Forecast(
        tuple(minor.sym for minor in minors),
        None if director is None else s.name(director),
        capital(s, state, minors),
        sum(s.cash[minor.sym] for minor in minors),
        sum(len(s.trains_of(minor.sym)) for minor in minors),
    )


def triggers(s: AustriaHungary) -> dict[str, str]:
    """State railway -> the train whose first card forms it."""
    return {state: kind for kind, state in s.facts.forms.items()}


def next_kind(s: AustriaHungary) -> str | None:
    """Return the ordinary train type that the bank sells now."""
    kinds = [kind.name for kind in s.book.trains.values() if kind.sold_from is None]
    left = {s.train_type(train) for train, owner in s.trains.items() if owner == BANK}
    return next((kind for kind in kinds if kind in left), None)


def is_near(s: AustriaHungary, kind: str) -> bool:
    """One train type ahead, or on sale already."""
    kinds = [other.name for other in s.book.trains.values() if other.sold_from is None]
    on_sale = next_kind(s)
    return on_sale is not None and kinds.index(kind) - kinds.index(on_sale) <= 1


def forming(s: AustriaHungary) -> Iterator[Message]:
    if for_sale(s):  # who owns what is still open
        return
    for state, kind in triggers(s).items():
        if state in s.formed:
            continue
        if state in s.forming:
            yield fact("IV.3-2", msg("{company} forms at the end of this round."), company=state)
        elif is_near(s, kind):
            told = msg("{company} forms at the end of the round in which the first {train} is sold.")
            yield fact("IV.3-2", told, company=state, train=kind)
        else:
            continue
        yield said_forecast(s, state).under("IV.4.4-2")


def said_forecast(s: AustriaHungary, state: str) -> Message:
    seen = forecast(s, state)
    figures: Figures = {
        "company": state,
        "railways": ", ".join(seen.railways) or "–",
        "capital": seen.capital,
        "cash": seen.cash,
        "trains": seen.trains,
    }
    if seen.director is None:
        told = msg(
            "As things stand, {company} forms from {railways} with {capital} + {cash} and "
            "{trains:0=no train|# train|# trains}, without a director."
        )
        return message(told, **figures)
    told = msg(
        "As things stand, {company} forms from {railways} with {capital} + {cash} and {trains:0=no "
        "train|# train|# trains}; {player} is its director."
    )
    return message(told, **figures, player=seen.director)


def free_directors(s: AustriaHungary) -> Iterator[Message]:
    for state in s.facts.forms.values():
        if s.papers[s.book.papers_of[state][0].id] == OFFER:
            told = msg("The director's share of {company} is free: it goes to the first with two shares.")
            yield fact("IV.4.4-12", told, company=state)
        if state not in s.formed or s.director(state) is not None:
            continue
        if s.rulings.directorless_states_act:
            told = msg("{company} has no director: {player}, who has the priority card, acts for it.")
            yield fact("R21", told, company=state, player=s.names[s.priority])
        else:
            told = msg("{company} has no director: it does not operate and its price falls.")
            yield fact("IV.4.4-11", told, company=state)


# -- debts and trains --------------------------------------------------------------------------


def debts(s: AustriaHungary) -> Iterator[Message]:
    for owner, debt in s.debt.items():
        if debt:
            told = msg("{player} owes {debt}; with the interest of the next stock round it is {later}.")
            yield fact("VII.12-3", told, player=s.name(owner), debt=debt, later=with_interest(debt))


def abroad(s: AustriaHungary) -> Iterator[Message]:
    train = next_abroad(s)
    if train is None:
        return
    kind = s.train_type(train)
    phase = s.book.phases.get(kind)
    if phase is None or kind in s.phases or kind == "2":  # R2: phase 2 comes only with a 2 that was bought
        yield fact("VII.15-1", msg("After this set of operating rounds a {train} goes abroad."), train=kind)
    else:
        told = msg("After this set of operating rounds a {train} goes abroad, and phase {phase} begins.")
        yield fact("VII.15-1", told, train=kind, phase=phase.name)


# -- mines and mountains -----------------------------------------------------------------------


def mine_of(s: AustriaHungary, railway: str, colour: str = "") -> int:
    """Return what the mine of a coal railway is worth, now or in the phase of a colour."""
    home = s.book.companies[railway].homes[0]
    stop = s.book.atlas.hexes[hex_of(home)].printed.stops[0]
    return revenue(stop, colour or s.colour)


def mines(s: AustriaHungary) -> Iterator[Message]:
    now = {railway: mine_of(s, railway) for railway in s.facts.coal}
    later = {railway: mine_of(s, railway, "brown") for railway in s.facts.coal}
    told = ", ".join(f"{railway} {value}" for railway, value in now.items())
    if later == now:
        yield fact("VII.3-3", msg("Mines are worth: {mines}."), mines=told)
        return
    then = ", ".join(f"{railway} {value}" for railway, value in later.items())
    template = msg("Mines are worth: {mines}. From the first 5 on: {later}.")
    yield fact("VII.3-3", template, mines=told, later=then)


def mountains(s: AustriaHungary) -> Iterator[Message]:
    held = [private for private, owner in s.privates.items() if owner in SEAT_OF]
    if not held:
        return
    figures = {"railways": ", ".join(held), "companies": ", ".join(open_regionals(s)) or "–"}
    if s.granted("mountain_swaps"):
        told = msg("{railways} may be exchanged for shares of {companies}; with the first 4 they must.")
        yield fact("IV.1-7", told, **figures)
    elif is_near(s, "3"):
        told = msg("{railways} may be exchanged after the first 3; with the first 4 they must.")
        yield fact("IV.1-5", told, **figures)


# -- Cisleithania for two ----------------------------------------------------------------------


def two_players(s: AustriaHungary) -> Iterator[Message]:
    if s.builders:
        told = msg("{railways} only build; they close with the first {train}.")
        yield fact("X.3-3", told, railways=", ".join(s.builders), train=closing_train(s))
    if not s.bond:
        return
    parts = ", ".join(f"{s.name(owner)} {part}" for owner in s.players if (part := bond_part(s, owner)))
    told = msg("The bond railway {company} pays its price of {price} every operating round: {shares}.")
    yield fact("X.4-4", told, company=s.bond, price=s.price(s.bond), shares=parts or "–")
    if s.bond_waits_for:
        told = msg("Whoever buys the last {train} may place the next marker of {company}.")
        yield fact("X.4-6b", told, train=s.bond_waits_for, company=s.bond)
