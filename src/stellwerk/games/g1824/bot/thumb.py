"""Rules of thumb of 1824: what is worth a try, and what counts beside the game on paper."""

from collections.abc import Sequence

from stellwerk.engine.action import Action
from stellwerk.games.g1824.bot.kinds import NEXT, SOON, coming, lasting, suits
from stellwerk.games.g1824.rules.mountains import SwapMountain
from stellwerk.games.g1824.rules.opening import BuyRailway
from stellwerk.games.g1824.rules.state import AustriaHungary, Turn
from stellwerk.games.g1824.rules.trains import must_buy, payable
from stellwerk.mech18.advice import acting_company, runs_of
from stellwerk.mech18.bot.earnings import single_run
from stellwerk.mech18.bot.sense import SAVING
from stellwerk.mech18.negotiation import talks_of
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.state import BANK
from stellwerk.mech18.stock import StartCompany
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain

NOW, SOONER = 0.02, 0.005
"""What it counts for to buy a train that lasts in this round, not later; and another one."""
FIRST, MORE = 0.0003, 0.00005
"""What a train counts for each coin of its run, where nothing ran in this turn and where something did."""
SAFE = 0.02
"""What it counts for that a company whose trains will be scrapped next, or soon, has one that lasts."""
LAID, OPENED = 0.005, 0.03
"""What it counts for to lay a tile at all, and one by which trains run that had no route."""
WELL = 0.3
"""How well a train must suit a company for that."""
FAIR = {"EPP": 160, "EOD": 160, "MLB": 160, "SPB": 160}
"""What is paid for a coal railway by whoever can: its treasury, and half as much for each share."""


def worth_trying(s: AustriaHungary, choices: Sequence[Action]) -> Sequence[Action]:
    """One of those that are alike; and railways first."""
    found: dict[object, Action] = {}
    railways = [a for a in choices if isinstance(a, BuyRailway)]
    if railways:
        # What nobody buys in the first round leaves the game, shares do not.
        choices = [a for a in railways if a.price >= FAIR.get(a.railway, 0)] or railways
    useless = _useless(s, choices)
    for a in choices:
        look: object = a
        if isinstance(a, SwapMountain):
            look = (SwapMountain, a.company)
        elif isinstance(a, BuyRailway) and a.railway in s.book.privates:
            look = BuyRailway
        elif isinstance(a, BuyTrain) and s.trains[a.train] != BANK:
            look = _trade(s, a)
        elif isinstance(a, BuyTrain):
            look = a if a not in useless else None
        elif isinstance(a, StartCompany):
            look = a if s.book.capital_shares * a.par >= next_price(s) else None
        if look is not None:
            found.setdefault(look, a)
    return list(found.values())


def next_price(s: AustriaHungary) -> int:
    """Return what the next normal train of the bank costs."""
    sold = (s.book.trains[s.train_type(card)] for card in s.offers_of_bank)
    return min((side.price for kind in sold for side in kind.versions if not side.goods), default=0)


def _useless(s: AustriaHungary, choices: Sequence[Action]) -> Sequence[Action]:
    """Trains of the bank that cannot run for the company, where its duty is done or another train does it."""
    company = acting_company(s)
    sold = [a for a in choices if isinstance(a, BuyTrain) and s.trains[a.train] == BANK]
    if not sold or company not in s.markers:
        return ()
    fit = suits(s, company)
    bad = [a for a in sold if fit.get(s.train_type(a.train), 1.0) < WELL]
    done = s.trains_of(company) or any(a.price <= s.cash[company] for a in sold if a not in bad)
    return bad if done else ()


def _trade(s: AustriaHungary, a: BuyTrain) -> object:
    """Trains of own other companies, for next to nothing; of others only in need. None: not worth it."""
    turn, seller, kind = s.top(Turn), s.trains[a.train], s.train_type(a.train)
    company = turn.company
    in_need = must_buy(s, company) and not payable(s, company)
    if s.director(seller) != s.director(company):
        # Whoever was refused once need not ask everybody.
        return (seller, kind) if in_need and not talks_of(s).offered else None
    # One that cannot run here helps in need alone.
    if not (in_need or suits(s, company).get(kind, 1.0) >= WELL) or not can_spare(s, seller, a.train):
        return None
    # A train that goes to and fro runs for neither: the other one runs it first, unless it can be spared.
    round_ = s.nearest(OperatingRound)
    if lasting(s, company) and not in_need and (round_ is None or seller not in round_.acted):
        return None
    return (seller, kind) if a.price == 1 else None


def can_spare(s: AustriaHungary, seller: str, card: str) -> bool:
    """Whether a company still has a train without this one, and one that lasts if it has one now."""
    lasts = lasting(s, seller)
    return len(s.trains_of(seller)) > 1 and (card not in lasts or len(lasts) > 1)


def inclination(before: AustriaHungary, after: AustriaHungary, company: str, a: Action) -> float:
    """A train that will be wanted in the next round is better bought now: the others do not wait.

    A tile that is not laid in this turn is lost. A train that is of no use is bought for the duty alone,
    and only where nothing better fulfils it.
    """
    if isinstance(a, LayTile):
        return LAID + (OPENED if not best_run(before, company) and best_run(after, company) else 0.0)
    if not isinstance(a, BuyTrain):
        return 0.0
    kind = before.book.trains[before.train_type(a.train)]
    gain = single_run(before, company, kind, kind.versions[0].name)
    safe = SAFE * runs_on(before, after, company) if gain else 0.0
    if before.trains[a.train] != BANK:
        return safe
    if suits(before, company).get(kind.name, 1.0) < WELL:
        return -NOW
    lasts = SOONER if kind.scrapped_by else NOW
    turn = before.nearest(Turn)
    if turn is None or turn.revenue:
        return safe + lasts + MORE * gain
    # Who runs nothing earns nothing, whatever the paper expects of its next turn.
    return safe + lasts + FIRST * gain


def best_run(s: AustriaHungary, company: str) -> int:
    runs = runs_of(s, company) if s.trains_of(company) else None
    return 0 if runs is None else runs.best(s, company).revenue


def runs_on(before: AustriaHungary, after: AustriaHungary, company: str) -> int:
    """For how many of the times that are looked at it has a train now and would have had none."""
    return sum(
        not lasting(before, company, trains) and bool(lasting(after, company, trains))
        for trains in (NEXT, SOON)
    )


def saves(s: AustriaHungary) -> bool:
    """Whether keeping the revenue leads to a train that lasts, where the company has none of these."""
    turn = s.nearest(Turn)
    if turn is None:
        return True
    company, soon = turn.company, coming(s)
    if lasting(s, company):
        return False
    owned, fit = {s.train_type(card) for card in s.trains_of(company)}, suits(s, company)
    prices = [
        side.price - (side.takes_for if side.takes in owned else 0)
        for kind in {s.train_type(card) for card in s.offers_of_bank}
        if fit.get(kind, 1.0) >= WELL and not soon.intersection(s.book.trains[kind].scrapped_by)
        for side in s.book.trains[kind].versions
    ]
    cash = s.cash[company]
    return cash < min(prices, default=0) <= cash + SAVING * turn.revenue
