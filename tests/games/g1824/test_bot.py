"""What bots know of 1824: its game on paper, and choices that are clear."""

import os
import subprocess
import sys
from typing import Any

import pytest

from stellwerk.board.reach import reaches
from stellwerk.bots import make_bot
from stellwerk.engine import Game, Setup, chance, to_act
from stellwerk.engine.capabilities import Manner
from stellwerk.engine.play import play
from stellwerk.games.g1824.bot.economy import ECONOMY, JOINED, NEXT_DOOR, joined, judge, promise
from stellwerk.games.g1824.bot.kinds import coming, lacking, lasting
from stellwerk.games.g1824.bot.paper import AustrianPaper
from stellwerk.games.g1824.bot.state_railways import form_due
from stellwerk.games.g1824.bot.thumb import saves, worth_trying
from stellwerk.games.g1824.bot.trains import first_train, until
from stellwerk.games.g1824.rules.book import players
from stellwerk.games.g1824.rules.coal import SwapCoal
from stellwerk.games.g1824.rules.emergency import RepayDebt
from stellwerk.games.g1824.rules.opening import BuyRailway
from stellwerk.mech18.bot.planner import off
from stellwerk.mech18.bot.projection import known, on_paper, project
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.state import BANK, OUT, SEATS
from stellwerk.mech18.stock import SellShares, StartCompany
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain
from tests.games.g1824.small import two
from tests.games.g1824.table import (
    DIVIDEND,
    NAMES,
    TRAINS,
    cash_of,
    do,
    give,
    home,
    no_trains,
    offered,
    opening,
    phase,
    sells,
    start,
    stock,
    tile,
    train,
    turn,
)

OWNERS = {"EPP": 0, "EOD": 1, "SD1": 0, "SD2": 1, "UG1": 2, "UG2": 3, "KK1": 3, "KK2": 2}


def paper(s: Any) -> AustrianPaper:
    found = on_paper(s, ECONOMY, known(s, ECONOMY))
    assert isinstance(found, AustrianPaper)
    return found


def chosen(s: Any, strength: str = "gentle") -> Any:
    [seat] = to_act(s)
    return judge(Manner(strength), "x").judged(s, seat)[0].action


# -- on paper ------------------------------------------------------------------------------------


def test_a_state_railway_forms_at_the_end_of_the_round() -> None:
    """IV.3-2, IV.4.4-4, IV.4.4-5: with the first 4, 120 for each share that was kept for nobody in play."""
    page = paper(stock(owners=OWNERS))
    state = page.the("SD")
    page.begin(2)
    assert not state.open
    form_due(page)
    assert (state.open, state.held, state.director) == (True, [2, 1, 0, 0], 0)
    assert state.treasury == 7 * 120 + 240 + 120
    assert page.the("SD1").lost


def test_the_first_five_exchanges_coal_railways() -> None:
    """IV.2-11, IV.2-14, IV.4.2-2: director's share, cash and train; eight times par where half is sold."""
    s = give(stock(owners=OWNERS, coal_prices={"EPP": 160}), 1, "BK", 3)
    page = paper(s)
    company = page.the("BK")
    page.begin(3)
    assert (company.open, company.held, company.director) == (True, [2, 3, 0, 0], 1)
    assert company.treasury == 8 * 80 + 40
    assert not page.the("MS").open


def test_mountain_railways_pay_until_the_first_four_and_become_shares() -> None:
    """IV.1-3, IV.1-7."""
    s = stock(owners={**OWNERS, "B1": 3})
    page = paper(s)
    assert page.mountains == [0, 0, 0, 1]
    before = page.cash[3]
    page.operate_all(acted=[line.sym for line in page.lines])
    assert page.cash[3] == before + 25
    held = sum(line.held[3] for line in page.lines if not line.halves)
    page.begin(2)
    assert page.mountains == [0, 0, 0, 0]
    assert sum(line.held[3] for line in page.lines if not line.halves) == held + 1


def test_who_cannot_pay_a_train_owes_half_as_much_again() -> None:
    """VII.12-3: 80 for a 2, nothing in treasury and purse: 120, and 180 after the stock round."""
    s = cash_of(cash_of(stock(owners=OWNERS), 2, 0), "UG1", 0)
    page = paper(s)
    page.buy_trains(page.the("UG1"))
    assert page.debt == [0, 0, 120, 0]
    assert page.the("UG1").trains == (0,)
    page.stock_round(0)
    assert page.debt[2] == 180
    assert page.values()[2] == -180


def test_goods_trains_are_scrapped_by_goods_trains() -> None:
    """VII.14-9: the first 3g scraps the 1g, the first 4 does not."""
    page = paper(sells(stock(owners=OWNERS), "4"))
    coal = page.the("EPP")
    one, three = coal.trains[0], coal.trains[0] + 2
    page.begin(2)
    assert coal.trains == (one,)
    first_train(page, three)
    assert not coal.trains
    assert page.left[one] == 0


def test_a_train_goes_abroad_after_a_set() -> None:
    """VII.15-1: a normal train, from the first sale of a 2 on."""
    page = paper(stock(owners=OWNERS))
    before = list(page.left)
    page.end_set()
    assert page.left == before
    page.exports = True
    page.end_set()
    assert page.left[0] == before[0] - 1


def test_the_bond_railway_pays_its_price() -> None:
    """X.4-4: a tenth for each share, rounded up for each player, and then its price rises."""
    page = paper(two())
    bond = page.the("BK")
    bond.held, bond.pool = [3, 1], 6
    before = list(page.cash)
    page.operate(bond)
    assert [cash - old for cash, old in zip(page.cash, before, strict=True)] == [15, 5]
    assert bond.price == 60


def test_railways_are_bought_in_the_first_round() -> None:
    """VI.3-5: what nobody buys then is out; people leave nothing or little."""
    page = paper(opening())
    page.stock_round(3)
    assert sum(1 for line in page.lines if line.halves and line.lost) <= 2
    assert sum(page.mountains) == 6


def test_railways_act_before_companies() -> None:
    """VII.4-1: whatever the companies' prices are."""
    page = paper(start(stock(owners=OWNERS), "BH", 0))
    order = [line.halves for line in page.in_order(page.lines)]
    assert order == sorted(order, reverse=True)


def test_a_directors_share_is_one_paper() -> None:
    """VI.7-1: so three shares of a company are two papers of its director, three of anybody else."""
    page = paper(start(stock(owners={}), "BH", 0, shares=3))
    company = page.the("BH")
    company.held[1] = 3
    assert [page.papers(company, seat) for seat in range(3)] == [2, 3, 0]


def test_a_coal_railway_is_exchanged_at_the_limit_of_papers() -> None:
    """IV.2-9: an exchange is no purchase."""
    s = sells(give(stock(owners=OWNERS, coal_prices={"EPP": 160}), 1, "BK", 3), "3")
    page = paper(phase(s, "2", "3"))
    page.paper_limit = 0
    page.stock_round(0)
    assert page.the("BK").open


def test_trains_come_as_people_buy_them() -> None:
    """The fewer of a kind are left, the sooner the next one comes."""
    page = paper(stock(owners=OWNERS))
    early = [until(page, number) for number in range(page.table.normal)]
    assert early == sorted(early)
    page.left[0] = 1
    page.sale = None
    assert 0 < until(page, 1) < early[1]


def test_what_a_game_on_paper_leaves_is_never_more_than_there_is() -> None:
    """Seats, treasuries and bank have what they had: on paper as on the table."""
    s = stock(owners=OWNERS)
    page = paper(s)
    total = sum(page.cash) + page.bank + sum(line.treasury for line in page.lines)
    for seat in range(3):
        page.stock_round(seat)
        page.operate_all()
        page.end_set()
    assert sum(page.cash) + page.bank + sum(line.treasury for line in page.lines) == total


def test_who_has_more_money_ends_with_more() -> None:
    s = cash_of(stock(owners=OWNERS), 1, 3000)
    money = project(s, ECONOMY, known(s, ECONOMY))
    assert money[1] == max(money)


# -- choices -------------------------------------------------------------------------------------


def test_a_debt_is_repaid_first() -> None:
    """VII.12-3: it grows by half in every stock round."""
    s = cash_of(stock(owners=OWNERS), 0, 90)
    s = s.replace(debt={**s.debt, SEATS[0]: 128})
    assert chosen(s, "sharp") == RepayDebt(0, 90)


def test_the_first_round_begins_with_railways() -> None:
    """VI.3-1: only they bring income at once; shares wait for companies that do not exist yet."""
    assert isinstance(chosen(opening()), BuyRailway)


def test_a_coal_railway_is_usually_exchanged_where_that_opens_the_company() -> None:
    """IV.2-9, VI.6-1: half of the shares are sold then; before, the coal railway is the better income."""
    s = phase(sells(stock(owners=OWNERS, coal_prices={"EPP": 160}), "3"), "2", "3")
    swap = SwapCoal(0, "EPP")
    assert not ECONOMY.usual(s, swap, None)
    assert ECONOMY.usual(give(s, 1, "BK", 3), swap, None)


def test_a_coal_railway_builds_what_its_train_can_run_on() -> None:
    """IV.2-7: Pilsen lies beside the mine of EPP."""
    s = home(stock(owners=OWNERS), "EPP")
    a = chosen(turn(s, "EPP"), "sharp")
    assert isinstance(a, LayTile)
    after = do(turn(s, "EPP"), a)
    [seat] = to_act(after)
    after = do(after, judge(Manner("gentle"), "x").judged(after, seat)[0].action)
    assert after.last_run["EPP"] > 0


def test_a_tile_by_which_trains_run_at_all_counts_more() -> None:
    """VII.2-1d: a mine and a town; whoever waits for a better one earns nothing until then."""
    s = home(stock(owners=OWNERS), "EPP")
    near, far = (ECONOMY.inclination(s, tile(s, *lay), "EPP", LayTile(0, *lay)) for lay in (PILSEN, EMPTY))
    assert near > 2 * far > 0
    again = tile(s, *PILSEN)
    assert ECONOMY.inclination(again, tile(again, *EMPTY), "EPP", LayTile(0, *EMPTY)) == far


PILSEN, EMPTY = ("B5", "57", 2), ("B7", "7", 0)
"""Tiles beside the mine of EPP."""


def test_a_company_that_needs_nothing_pays() -> None:
    """VIII.2-1: prices rise by payments alone; its train lasts for ever and the treasury is full."""
    s = phase(stock(owners={}), "2", "3", "4", "5", "6")
    s = train(tile(home(start(s, "BH", 0, shares=6, cash=2000), "BH"), "I14", "8", 0), "BH", "6-0", "6-1")
    s = turn(s, "BH", step=DIVIDEND, revenue=200, settled=False)
    assert chosen(s, "sharp") == Dividend(0, True)


def test_nothing_is_sold_without_need() -> None:
    """VIII.3-1: a sale lowers the price; whoever has money for all that is on sale keeps what there is."""
    s = sells(stock(owners={}), "6")
    s = home(start(cash_of(s, 0, 2000), "BH", 0, shares=6, cash=900), "BH")
    assert not isinstance(chosen(train(s, "BH", "6-0"), "sharp"), SellShares)


def test_the_duty_is_met_from_the_treasury() -> None:
    """VII.11-1: a 2 for 80 and no debt."""
    s = turn(home(stock(owners=OWNERS), "UG2"), "UG2", step=TRAINS)
    a = chosen(s)
    assert isinstance(a, BuyTrain)
    assert not any(do(s, a).debt.values())


def test_a_train_that_lasts_is_bought_at_once() -> None:
    """The others do not wait: a 6 for 600, and the 3 is scrapped by the first of them (VII.14-6a)."""
    s = phase(sells(stock(owners={}), "6"), "2", "3", "4", "5", "6")
    s = train(home(start(s, "BH", 0, shares=6, cash=900), "BH"), "BH", "5-0")
    a = chosen(turn(s, "BH", step=TRAINS), "sharp")
    assert isinstance(a, BuyTrain)
    assert s.train_type(a.train) == "6"


def test_the_last_train_of_an_own_company_stays() -> None:
    """It would run for neither of them."""
    s = phase(sells(stock(owners=OWNERS), "3"), "2", "3")
    s = train(home(home(s, "SD1"), "EPP"), "SD1", "2-0")
    s = turn(start(s, "BH", 0, cash=500), "BH", step=TRAINS, acted=("EPP", "SD1"))
    trades = [BuyTrain(0, card, "2", 1) for card in s.trains_of("SD1")]
    assert len(trades) == 1
    assert worth_trying(s, trades) == []
    two_trains = train(s, "SD1", "2-1")
    assert worth_trying(two_trains, trades) == trades


def test_a_train_of_an_own_company_that_acts_later_stays() -> None:
    """It runs there first; else it would be bought back, and run for neither of them."""
    s = train(phase(sells(stock(owners={}), "6"), "2", "3", "4", "5", "6"), "MS", "6-0", "5-0")
    s = home(start(start(s, "BH", 0, cash=500), "MS", 0), "BH", "MS")
    s = train(s, "BH", "6-1")
    before, after = (turn(s, "BH", step=TRAINS, acted=acted) for acted in ((), ("MS",)))
    trade = BuyTrain(0, "5-0", "5", 1)
    assert worth_trying(before, [trade]) == []
    assert worth_trying(after, [trade]) == [trade]


def test_trains_last_until_their_phase_is_near() -> None:
    """VII.14-4a, VII.14-9: the 2 is scrapped by the first 4, the 1g by the first 3g, which follows it."""
    s = train(sells(stock(owners=OWNERS), "3"), "SD1", "2-0")
    assert coming(s) == {"1g", "2g", "3"}
    assert lasting(s, "SD1") == ["2-0"]
    late = s.replace(trains={**s.trains, **dict.fromkeys(("3-0", "3-1", "3-2", "3-3"), OUT)})
    assert coming(late) == {"1g", "2g", "3", "3g", "4"}
    assert lasting(late, "SD1") == lasting(late, "EPP") == []
    assert lasting(late, "SD1", 2) == ["2-0"]


def test_an_own_company_keeps_a_train_that_lasts() -> None:
    """VII.14-4a: a 2 beside it is soon scrapped, and then the other one would not run."""
    s = phase(sells(stock(owners=OWNERS), "4"), "2", "3")
    s = train(home(home(s, "SD1"), "EPP"), "SD1", "2-0", "3-0")
    s = turn(start(s, "BH", 0, cash=500), "BH", step=TRAINS, acted=("EPP", "SD1"))
    assert worth_trying(s, [BuyTrain(0, "3-0", "3", 1)]) == []
    assert worth_trying(s, [BuyTrain(0, "2-0", "2", 1)])
    assert worth_trying(train(s, "SD1", "3-1"), [BuyTrain(0, "3-0", "3", 1)])


def test_no_company_is_started_that_could_not_pay_a_train() -> None:
    """IV.4.3-2: ten times its par; an 8 costs 800."""
    s = sells(stock(owners={}), "8")
    starts = [StartCompany(0, "BH", par) for par in (60, 70, 80, 90, 100)]
    assert [a.par for a in worth_trying(s, starts) if isinstance(a, StartCompany)] == [80, 90, 100]
    assert worth_trying(sells(stock(owners={}), "6"), starts) == starts


def test_a_train_is_exchanged_before_it_is_scrapped() -> None:
    """VII.13-1, VII.14-4a: the last 3 for 140 and a 2; the first 4 would leave the railway without any."""
    s = sells(stock(owners=OWNERS), "3")
    gone = {card: OUT for card in s.trains_of(BANK) if s.train_type(card) == "3" and card != "3-6"}
    s = s.replace(trains={**s.trains, **gone})
    s = tile(tile(train(home(s, "SD2"), "SD2", "2-0"), "G10", "5", 2), "F11", "1", 0)
    a = chosen(cash_of(turn(s, "SD2", step=TRAINS, revenue=60), "SD2", 150), "sharp")
    assert isinstance(a, BuyTrain)
    assert (a.train, a.exchange) == ("3-6", "2-0")


def test_a_train_that_cannot_run_is_bought_for_the_duty_alone() -> None:
    """VII.3-1: it runs from a mine; where the treasury of a pre-state railway pays a 2, none is tried."""
    s = turn(home(phase(stock(owners=OWNERS), "2"), "UG2"), "UG2", step=TRAINS)
    trains = [a for a in offered(s, 3) if isinstance(a, BuyTrain) and s.trains[a.train] == BANK]
    assert {s.train_type(a.train) for a in trains} == {"2", "1g"}
    assert {a.version for a in worth_trying(s, trains) if isinstance(a, BuyTrain)} == {"2"}
    assert len(worth_trying(cash_of(s, "UG2", 79), trains)) == 2
    with_train = train(s, "UG2", "2-0")
    assert worth_trying(with_train, [a for a in trains if a.version == "1g"]) == []


def test_a_coal_railway_builds_towards_the_home_of_its_company() -> None:
    """IV.2-14, IV.2-15: its trains then run for the company in its first turn."""
    s = home(stock(owners=OWNERS), "EPP")
    apart, towards = tile(s, "B7", "7", 0), tile(s, "B7", "8", 4)
    assert joined(s, "EPP") == joined(apart, "EPP") < joined(towards, "EPP") < JOINED
    assert joined(tile(towards, "B9", "5", 0), "EPP") == JOINED
    assert joined(home(s, "SD1"), "SD1") == 0.0


def test_a_railway_saves_for_a_train_that_lasts() -> None:
    """VII.6-5, VII.10: half of its runs is all it has: 140 and a 2 for a 3, 180 and a 1g for a 2g."""
    s = train(stock(owners=OWNERS), "SD2", "2-0")
    assert [lacking(cash_of(s, "SD2", cash), "SD2") for cash in (40, 140, 200)] == [100, 0, 0]
    assert lacking(cash_of(no_trains(s, "SD2"), "SD2", 0), "SD2") == 80
    assert lacking(cash_of(s, "EPP", 30), "EPP") == 150
    poor, rich = (promise(cash_of(s, "SD2", cash), "SD2", 1) for cash in (100, 120))
    assert poor < rich


def test_revenue_is_kept_for_a_train_that_lasts() -> None:
    """VII.14-8a, VII.14-9: the 5 is scrapped by the 10, the 3g by the 5g that is on sale; an 8 costs 800."""
    s = phase(sells(stock(owners={}), "8"), "2", "3", "4", "5", "6", "8")
    s = home(start(s, "BH", 0, cash=100), "BH")

    def keeps(*trains: str, revenue: int = 400) -> bool:
        return saves(turn(train(s, "BH", *trains), "BH", step=DIVIDEND, revenue=revenue, settled=False))

    assert keeps("5-0", "3g-0")
    assert not keeps("6-0", "3g-0")
    assert not keeps("5-0", "3g-0", revenue=200)


def test_a_railway_without_a_run_builds_towards_the_next_place() -> None:
    """VII.2-1: two places make a route; further ones can wait."""
    s = turn(home(stock(owners=OWNERS), "UG1"), "UG1")
    before, after = ((promise(one, "UG1", 2)) for one in (s, do(s, chosen(s, "sharp"))))
    assert after - before > NEXT_DOOR / 2
    [part] = reaches(s.book.atlas, do(s, chosen(s, "sharp")).board, "UG1")
    beyond = {s.book.atlas.neighbours[hex_id][edge] for hex_id, edge in part.exits}
    assert len(part.stops) > 1 or any(one and s.board.face(s.book.atlas, one).stops for one in beyond)


def test_a_train_that_cannot_run_stays_with_the_other_company() -> None:
    """Unless nothing else fulfils the duty (VII.11-1)."""
    s = phase(sells(stock(owners=OWNERS), "3"), "2", "3")
    s = train(train(home(home(s, "SD1"), "EPP"), "EPP", "1g-4"), "SD1", "2-0")
    s = turn(s, "SD1", step=TRAINS)
    trades = [BuyTrain(0, "1g-4", "1g", 1)]
    assert len(s.trains_of("EPP")) == 2
    assert worth_trying(s, trades) == []
    assert worth_trying(cash_of(no_trains(s, "SD1"), "SD1", 1), trades) == trades


def test_every_first_step_that_was_looked_at_is_told() -> None:
    """Also of ways that were given up before the end of the turn."""
    s = turn(home(stock(owners=OWNERS), "EPP"), "EPP")
    told = [one.action for one in judge(Manner("gentle"), "x").judged(s, 0)]
    assert len(told) == len(set(told)) > 1


def test_the_same_seed_gives_the_same_choice() -> None:
    s = stock(owners=OWNERS)
    first, again = (judge(Manner("fair"), "7").judged(s, 0) for _ in range(2))
    assert [(one.action, one.value) for one in first] == [(one.action, one.value) for one in again]


def test_the_gentle_misjudge_companies() -> None:
    """They look at one fortune, and at an odd one."""
    s = stock(owners=OWNERS)
    one, other = ({j.action: j.value for j in judge(Manner("gentle"), seed).judged(s, 0)} for seed in "ab")
    assert one.keys() == other.keys()
    assert one != other


AHEAD = """
from stellwerk.bots import make_bot
from stellwerk.engine import Game, Setup, chance, to_act
from stellwerk.games.g1824.bot.economy import with_homes
from stellwerk.mech18.bot.earnings import ahead
game, luck = Game(Setup("1824", ("A", "B", "C"), "base", "book", 12)), make_bot("random", 5, "1824")
while len(game.log) < 500:
    s = game.state
    game.enter(chance(s) or luck(s, to_act(s)[0]))
for one in game.history[100::25]:
    print([ahead(with_homes(one.state, company), company) for company in one.state.opened])
"""


def test_what_lies_ahead_is_the_same_in_every_process() -> None:
    """Sets of names have another order in each: nothing that is judged may depend on it."""
    told = [
        subprocess.run(
            [sys.executable, "-c", AHEAD],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("0", "4")
    ]
    assert told[0]
    assert told[0] == told[1]


def test_who_is_unsure_is_so_about_every_step_in_the_same_way() -> None:
    """A game that is continued after a restart goes the same way; another seed is off otherwise."""
    s = turn(home(stock(owners=OWNERS), "UG1"), "UG1")
    [first, second, *_] = offered(s, 2, lambda a: isinstance(a, LayTile))
    found = [off(0.02, seed, s, a) for seed, a in (("7", first), ("7", first), ("7", second), ("8", first))]
    assert found[0] == found[1]
    assert len(set(found)) == 3
    assert off(0.0, "7", s, first) == 0.0


@pytest.mark.parametrize("variant", players())
def test_every_kind_of_decision_is_answered(variant: str) -> None:
    """Games of luck come to most of them; the bot is asked where one is new, and its choice is played."""
    fewest, _ = players()[variant]
    luck, bot = make_bot("random", 3, "1824"), make_bot("gentle", 3, "1824")
    asked: set[str] = set()
    game = Game(Setup("1824", NAMES[:fewest], variant, "book", 11))
    while not game.state.over and len(game.log) < 400:
        s = game.state
        drawn = chance(s)
        if drawn is not None:
            game.enter(drawn)
            continue
        [seat] = to_act(s)[:1]
        kind = f"{type(s.frame).__name__} {getattr(s.frame, 'step', '')}"
        game.enter((luck if kind in asked else bot)(s, seat))
        asked.add(kind)
    assert {"StockRound ", f"Turn {TRAINS}", f"Turn {DIVIDEND}"} <= asked
    assert FRAMES.get(variant, set()) <= {kind.split()[0] for kind in asked}


@pytest.mark.parametrize("variant", players())
def test_every_strength_decides_to_the_last_move(variant: str) -> None:
    """Also where the game is over after it, and no rest is left to be judged."""
    fewest, _ = players()[variant]
    luck = make_bot("random", 5, "1824")
    game = Game(Setup("1824", NAMES[:fewest], variant, "book", 12))
    asked: list[tuple[Any, int]] = []
    while not game.state.over:
        s = game.state
        drawn = chance(s)
        if drawn is None:
            [seat] = to_act(s)[:1]
            asked.append((s, seat))
            drawn = luck(s, seat)
        game.enter(drawn)
    for s, seat in asked[-4:]:
        for strength in ("gentle", "fair", "sharp"):
            play(s, make_bot(strength, 5, "1824")(s, seat))


FRAMES = {
    "cisleithania-2": {"Draft", "DraftPrice", "MountainLap", "BuilderTurn"},
    "goods-time": {"TownCount", "TownPlacing"},
}
"""What only a variant asks."""
