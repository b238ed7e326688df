"""VII.4, VII.5: the operating round and the turn of a company, in the rulebook's order."""

from stellwerk.board.hexes import hex_of
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.games.g1824.rules.bond import bond_pays
from stellwerk.games.g1824.rules.book import COAL, PRE_STATE
from stellwerk.games.g1824.rules.events import PoolEarns
from stellwerk.games.g1824.rules.prices import after_keeping, after_payout
from stellwerk.games.g1824.rules.regionals import place_homes
from stellwerk.games.g1824.rules.runs import RUN, mine_income
from stellwerk.games.g1824.rules.state import AustriaHungary, BuilderTurn, Turn
from stellwerk.games.g1824.rules.state_railways import form_due
from stellwerk.games.g1824.rules.track import TRACK
from stellwerk.games.g1824.rules.trains import TRAINS
from stellwerk.mech18.dividends import DividendMove, DividendStep, total_shares
from stellwerk.mech18.markers import HomeStep, MarkerStep, PlaceMarker, marker_rules
from stellwerk.mech18.operating import (
    OperatedStep,
    OperatingRound,
    OperatingTurn,
    RoundActivity,
    TurnActivity,
)
from stellwerk.mech18.privates import pay_incomes
from stellwerk.mech18.state import BANK, POOL


def lies_on_a_tile(s: AustriaHungary, a: PlaceMarker) -> Fault | None:
    """VII.8-1d: Wien and Budapest have cities before any tile lies there, and so have red links."""
    hex_id = hex_of(a.stop)
    if s.rulings.markers_on_printed_cities or s.board.laid.get(hex_id) is not None:
        return None
    return refuse("No tile lies on {hex} yet: markers are placed on tiles.", hex=hex_id)


# VII.8-1c: coal and pre-state railways have no marker but their home: none is left for this step.
MARKER = MarkerStep[AustriaHungary](
    *marker_rules(
        rule("VII.8-1d", lies_on_a_tile),
        city="VII.8-1",
        left="VII.8-2b",
        reach="VII.8-5",
        hex="VII.8-3",
        circle="VII.8-1",
        home="VII.8-4",
        pays="VII.8-2",
    ),
    waits=lambda s: False,
)


def halves(s: AustriaHungary, company: str) -> bool:
    """IV.2-8, IV.3-4d: always half to the owner, half to the treasury."""
    return s.kind(company) in (COAL, PRE_STATE)


def after_dividend(s: AustriaHungary, company: str) -> AustriaHungary:
    """VIII.2-1: the price; R22: what the shares in the pool have earned may go to the company."""
    amount = s.top(OperatingTurn).revenue * s.shares(POOL, company) // total_shares(s, company)
    if amount and s.rulings.pool_pays_company:
        s = s.pay(BANK, company, amount).say(PoolEarns(company, amount))
    return after_payout(s, company)


# VII.10-3: all or nothing; VII.10-3b: shares in the bank earn nothing. R5: halves need no decision.
DIVIDEND = DividendStep[AustriaHungary](
    DividendMove[AustriaHungary](paid=after_dividend, kept=after_keeping, beside=mine_income), halves
)

# IV.4.1-1: the director decides everything and sits at the turn (mech18/operating.py).
OPERATING_TURN = TurnActivity[AustriaHungary](
    # VI.8-1: it has operated from the beginning of its first turn, by ruling, or from its end.
    OperatedStep[AustriaHungary](lambda s: s.rulings.own_shares_in_first_turn),
    HomeStep[AustriaHungary](place_homes),  # VII.8-1b
    TRACK,  # VII.6, VII.7
    MARKER,  # VII.8
    RUN,  # VII.9
    DIVIDEND,  # VII.10, then the price: VIII.2-1
    TRAINS,  # VII.11 to VII.13
    OperatedStep[AustriaHungary](),
    order_rule="VII.5-1",
)

BUILDER_TURN = TurnActivity[AustriaHungary](
    HomeStep[AustriaHungary](place_homes),
    TRACK,  # X.3-2
    order_rule="X.3-2",
)


def following(s: AustriaHungary) -> tuple[AustriaHungary, str | None]:
    """VII.4-1: coal, then pre-state railways by number; then by price (VII.4-2), as it stands now (VII.4-3).

    VII.5-2: each once. A state railway without a director loses value at its place (IV.4.4-11), the bond
    railway pays (X.4-4).
    """
    acted = s.top(OperatingRound).acted
    for company in (*s.facts.minors, *s.price_order()):
        if company in acted:
            continue
        if company == s.bond:
            s = bond_pays(s.update_frame(acted=(*acted, company)))
            return following(s)
        if company not in s.opened:
            continue
        if s.director(company) is None and not s.rulings.directorless_states_act:  # R21
            s = after_keeping(s.update_frame(acted=(*acted, company)), company)
            return following(s)
        return s, company
    return s, None


OPERATING_ROUND = RoundActivity[AustriaHungary](
    order_rule="VII.4-1",
    opening=pay_incomes,  # IV.1-3: 25 to each owner of a mountain railway
    following=following,
    turn=lambda s, company, first: (BuilderTurn if company in s.builders else Turn)(company, first=first),
    close=form_due,  # IV.3-2: at the end of the round
)
