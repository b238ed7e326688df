"""2.5, 2.7: bonds, cities, contract shares; the book's example of Ulrich, Helmut and Bernd."""

from random import Random

import pytest

from stellwerk.engine import Game, Refusal, Setup, legal, play, to_act
from stellwerk.engine.play import activity_of
from stellwerk.engine.step import Pass
from stellwerk.games.g1853.rules.cities import NameCity, Naming, pay_contract_shares, size_needed
from stellwerk.games.g1853.rules.cities import named as cities_of
from stellwerk.games.g1853.rules.opening import Bidding, DrawOrder, WriteBond
from stellwerk.games.g1853.rules.state import SharesRound
from stellwerk.mech18.state import OFFER, SEATS
from stellwerk.text import event_text
from tests.games.g1853.table import close, fresh, name, named, offers, refused

BOOK = ("Ulrich", "Helmut", "Bernd")


def book_example() -> Game:
    """Bonds 130, 100 and 90; three players."""
    game = Game.new(Setup("1853", ("Helmut", "Bernd", "Ulrich")))
    for seat, bond in enumerate((100, 90, 130)):
        game.submit(WriteBond(seat, bond))
    return game


def complete(game: Game, *claims: tuple[str, str, str]) -> Game:
    """Claims by name; everybody else in turn closes the contract when possible, or takes something."""
    wanted: dict[str, list[tuple[str, str]]] = {}
    for who, city, company in claims:
        wanted.setdefault(who, []).append((city, company))
    while isinstance(game.state.frame, Naming):
        s = game.state
        seat = s.frame.seat
        mine = wanted.get(s.names[seat], [])
        if mine:
            name(game, *mine.pop(0))
        elif Pass(seat) in legal(s, seat):
            close(game)
        else:
            game.submit(offers(s, seat, NameCity)[-1])
    return game


@pytest.mark.rule("1853-2.5.2-a", "1853-K1", "1853-2.5.1")
def test_first_only_bonds_all_at_once():
    s = fresh(3).state
    assert isinstance(s.frame, Bidding)
    assert to_act(s) == (0, 1, 2)
    refused(s, NameCity(0, "Delhi", "EIR"), "2.5.2-a")
    game = fresh(3)
    game.submit(WriteBond(2, 200))
    assert to_act(game.state) == (0, 1)
    refused(game.state, WriteBond(2, 100), "2.5.2-a")


@pytest.mark.rule("1853-2.5.2-b", "1853-2.3")
def test_bonds_have_bounds_and_come_in_notes():
    for players, least, most in ((3, 80, 730), (4, 60, 570), (6, 60, 510)):
        s = fresh(players).state
        bonds = [a.bond for a in offers(s, 0, WriteBond)]
        assert (bonds[0], bonds[-1], bonds[1] - bonds[0]) == (least, most, 10)
        refused(s, WriteBond(0, least - 10), "2.5.2-b")
        refused(s, WriteBond(0, most + 10), "2.5.2-b")
        refused(s, WriteBond(0, least + 5), "2.5.2-b")
    assert WriteBond(0, 65) in legal(fresh(4, "book,bond_step=1").state, 0)


@pytest.mark.rule("1853-2.5.3-a")
def test_seats_by_falling_bond():
    s = book_example().state
    assert tuple(s.names[seat] for seat in s.order) == BOOK
    assert [s.names[s.after(seat)] for seat in s.order] == ["Helmut", "Bernd", "Ulrich"]


@pytest.mark.rule("1853-2.5.3-a")
def test_ties_are_drawn_by_lot():
    orders = set()
    for seed in range(12):
        game = fresh(3, seed=seed)
        for seat, bond in enumerate((100, 100, 200)):
            game.submit(WriteBond(seat, bond))
        assert isinstance(game.log[-1], DrawOrder)
        orders.add(game.state.order)
    assert orders == {(2, 0, 1), (2, 1, 0)}
    game = fresh(3)
    waiting = game.state.update_frame(bids={"0": 100, "1": 100, "2": 200})
    refused(waiting, DrawOrder(-1, (0, 1, 2)), "2.5.3-a")


@pytest.mark.rule("1853-2.5.3-b")
def test_the_highest_takes_the_elephant_and_bonds_leave_the_hand():
    s = book_example().state
    ulrich = s.names.index("Ulrich")
    assert s.priority == ulrich
    assert s.cash[SEATS[ulrich]] == 600
    assert s.cash["envelopes"] == 320


@pytest.mark.rule("1853-2.5.4-a", "1853-2.7.1")
def test_the_books_claims():
    game = book_example()
    for city, company in (("Calcutta", "EIR"), ("Bombay", "BBCI"), ("Lahore", "NWR"), ("Patna", "EIR")):
        name(game, city, company)
    s = game.state
    ulrich, helmut, bernd = (s.names.index(who) for who in BOOK)
    assert [s.shares(SEATS[ulrich], "EIR"), s.shares(SEATS[helmut], "BBCI")] == [2, 1]
    assert s.shares(SEATS[bernd], "NWR") == 1
    assert to_act(s) == (helmut,)
    refused(s, NameCity(ulrich, "Delhi", "EIR"), "2.5.4-a")


@pytest.mark.rule("1853-2.5.4-b", "1853-2.5.6")
def test_no_pass_below_the_minimum():
    game = named(60, 70, 80, 90)
    for _ in range(8):
        name(game, *next((c, k) for c, k in FREE if offer_is_open(game, c, k)))
    s = game.state
    assert len(cities_of(s, s.frame.seat)) == 2
    refused(s, Pass(s.frame.seat), "2.5.4-b")


FREE = [("Peshawar", "NWR"), ("Nagpur", "BNR"), ("Mysore", "SIR"), ("Ajmer", "BBCI"), ("Lahore", "NWR"),
        ("Hyderabad", "MSM"), ("Trichinopoly", "SIR"), ("Karachi", "NWR")]  # fmt: skip


def offer_is_open(game: Game, city: str, company: str) -> bool:
    seat = game.state.frame.seat
    return NameCity(seat, city, company) in legal(game.state, seat)


@pytest.mark.rule("1853-2.5.4-c")
@pytest.mark.parametrize(("bond", "may_pass"), [(100, False), (90, True)])
def test_no_pass_with_forty_left(bond, may_pass):
    """Four players, three cities of 20: with 40 left one goes on, with 30 one may pass."""
    game = named(bond, 80, 70, 60)
    for n in range(12):
        city, company = FREE[n // 4]
        name(game, city, company)
    s = game.state
    assert s.frame.seat == 0
    assert len(cities_of(s, 0)) == 3
    assert (Pass(0) in legal(s, 0)) == may_pass
    if not may_pass:
        refused(s, Pass(0), "2.5.4-c")


@pytest.mark.rule("1853-2.5.4-d", "1853-2.8.1")
def test_a_pass_is_final_and_all_passes_end_the_stage():
    game = named(90, 80, 70, 60)
    for n in range(12):
        name(game, *FREE[n // 4])
    close(game)
    assert 0 in game.state.frame.passed
    name(game, *next(pair for pair in FREE if offer_is_open(game, *pair)))
    for _ in range(2):
        close(game)
    assert to_act(game.state) == (1,), "Ann is left out, Ben has named another city"
    close(game)
    s = game.state
    assert isinstance(s.frame, SharesRound)
    assert (s.frame.number, s.frame.seat) == (1, s.priority)


@pytest.mark.rule("1853-2.5.5")
def test_a_city_offers_its_companies_only():
    s = book_example().state
    refused(s, NameCity(s.frame.seat, "Delhi", "ECR"), "2.5.5")
    offered = {a.company for a in offers(s, s.frame.seat, NameCity) if a.city == "Delhi"}
    assert offered == {"EIR", "GIP", "NWR", "BBCI"}


@pytest.mark.rule("1853-2.5.6")
def test_at_the_maximum_a_contract_is_complete():
    game = named(500, 60, 70, 80, 90, 100)
    for n in range(24):
        if not isinstance(game.state.frame, Naming):
            break
        name(game, *next(pair for pair in FREE[n // 6 :] if offer_is_open(game, *pair)))
        if 0 in game.state.frame.passed:
            break
    assert len(cities_of(game.state, 0)) == 4
    assert game.state.bonds["0"] == 500


@pytest.mark.rule("1853-2.5.7-a", "1853-2.5.7-b")
@pytest.mark.parametrize(
    ("cities", "legal_size"),
    [
        (("Patna", "Benares", "Delhi"), 4),
        (("Calcutta", "Patna", "Delhi"), 3),
        (("Patna", "Benares", "Delhi", "Jaipur"), 4),
        (("Calcutta", "Patna", "Benares", "Delhi"), None),
        (("Calcutta", "Patna", "Benares"), None),
    ],
)
def test_the_ganges(cities, legal_size):
    """What size the contract must have at least; a third of three is no legal contract as it stands."""
    assert size_needed(fresh(4).state.facts, cities) == legal_size


@pytest.mark.rule("1853-2.5.7-b")
def test_after_calcutta_and_patna_no_further_one():
    game = complete_until(book_example(), "Ulrich", ("Calcutta", "EIR"), ("Patna", "EIR"))
    seat = game.state.frame.seat
    refused(game.state, NameCity(seat, "Lucknow", "EIR"), "2.5.7-b")
    assert NameCity(seat, "Delhi", "EIR") in legal(game.state, seat)


def complete_until(game: Game, who: str, *claims: tuple[str, str]) -> Game:
    """Until the named player is to act and has made these claims; the others take what is cheap."""
    waiting = list(claims)
    while waiting or game.state.names[game.state.frame.seat] != who:
        s = game.state
        if s.names[s.frame.seat] == who:
            name(game, *waiting.pop(0))
        else:
            name(game, *next(pair for pair in FREE if offer_is_open(game, *pair)))
    return game


@pytest.mark.rule("1853-2.5.7-c")
def test_two_of_the_valley_need_money_for_a_fourth():
    game = complete_until(named(60, 70, 80, 90), "Ann", ("Patna", "EIR"))
    refused(game.state, NameCity(0, "Benares", "EIR"), "2.5.9")
    game = complete_until(named(100, 70, 80, 90), "Ann", ("Patna", "EIR"))
    assert offer_is_open(game, "Benares", "EIR")
    game = complete_until(game, "Ann", ("Benares", "EIR"), ("Lahore", "NWR"))
    refused(game.state, Pass(0), "2.5.4-b")


@pytest.mark.rule("1853-2.5.8")
def test_towns_have_no_names():
    s = book_example().state
    refused(s, NameCity(s.frame.seat, "E13", "NWR"), "2.5.8")
    refused(s, NameCity(s.frame.seat, "", "NWR"), "2.5.8")


@pytest.mark.rule("1853-2.5.9", "1853-2.5.10-a")
def test_ulrichs_contract_uses_all_of_his_bond():
    claims = (("Calcutta", "EIR"), ("Patna", "EIR"), ("Delhi", "EIR"), ("Jaipur", "BBCI"))
    game = complete_until(book_example(), "Ulrich", *claims)
    s = game.state
    seat = s.frame.seat
    assert s.facts.cities["Calcutta"].value == 50
    assert sum(s.facts.cities[c].value for c in cities_of(s, seat)) == s.bonds[str(seat)] == 130
    assert s.shares(SEATS[seat], "EIR") == 3
    refused(s, NameCity(seat, "Ajmer", "BBCI"), "2.5.9")


@pytest.mark.rule("1853-2.5.9", "1853-2.5.12")
def test_the_minimum_must_stay_affordable():
    game = named(80, 90, 100)
    s = complete_until(game, "Ann").state
    refusal = refused(s, NameCity(0, "Delhi", "EIR"), "2.5.9")
    assert refusal.figures["left"] == 40
    assert refusal.figures["missing"] == 60


@pytest.mark.rule("1853-2.5.10-a")
def test_no_city_twice():
    game = complete_until(book_example(), "Ulrich", ("Delhi", "EIR"))
    refused(game.state, NameCity(game.state.frame.seat, "Delhi", "GIP"), "2.5.10-a")


@pytest.mark.rule("1853-2.5.10-b")
def test_only_single_papers_can_be_claimed():
    s = book_example().state
    for paper in s.book.papers_of["NWR"][:8]:
        s = s.hand_over(paper.id, "pool")
    refused(s, NameCity(s.frame.seat, "Lahore", "NWR"), "2.5.10-b")
    assert all(a.company != "NWR" for a in offers(s, s.frame.seat, NameCity))


@pytest.mark.rule("1853-2.5.12")
def test_on_slips_nobody_looks():
    game = complete_until(named(60, 70, 80, 90, rulings="slips"), "Ann", ("Patna", "EIR"))
    for city, company in (("Benares", "EIR"), ("Patna", "EIR"), ("Calcutta", "EIR")):
        assert offer_is_open(game, city, company)
    with pytest.raises(Refusal):
        game.submit(NameCity(0, "Delhi", "ECR"))


@pytest.mark.rule("1853-2.7.2")
def test_contract_shares_are_paid_at_par():
    claims = [("Ulrich", c, k) for c, k in
              (("Calcutta", "EIR"), ("Patna", "EIR"), ("Delhi", "EIR"), ("Jaipur", "BBCI"))]  # fmt: skip
    s = complete(book_example(), *claims).state
    ulrich = s.names.index("Ulrich")
    assert s.cash[SEATS[ulrich]] == 600 - 3 * 100 - 84 == 216
    assert not any(key.startswith(f"{ulrich}/") for key in s.unpaid)


@pytest.mark.rule("1853-2.7.2", "1853-2.7.3-a")
def test_the_last_pound_pays_too():
    """Four players, bond 270: 300 left and exactly three EIR at 100; a fourth share stays unpaid."""
    claims = [("Ann", c, k) for c, k in (("Calcutta", "EIR"), ("Patna", "EIR"), ("Delhi", "EIR"))]
    s = complete(named(270, 80, 70, 60), *claims).state
    assert s.cash[SEATS[0]] == 0
    assert "0/EIR" not in s.unpaid
    assert sum(n for key, n in s.unpaid.items() if key.startswith("0/")) == len(cities_of(s, 0)) - 3


@pytest.mark.rule("1853-2.7.3-a", "1853-2.7.3-c", "1853-2.7.5")
def test_the_cheapest_stay_unpaid():
    """Four players, bond 190, shares 1, 1, 1, 3, 8: 380 pay 300; NWR fails, and so does ECR."""
    claims = [
        ("Ann", c, k)
        for c, k in (
            ("Calcutta", "EIR"),
            ("Patna", "EIR"),
            ("Delhi", "EIR"),
            ("Lahore", "NWR"),
            ("Waltair", "ECR"),
        )
    ]
    s = complete(named(190, 80, 70, 60), *claims).state  # fmt: skip
    assert s.cash[SEATS[0]] == 80
    assert {key: n for key, n in s.unpaid.items() if key.startswith("0/")} == {"0/NWR": 1, "0/ECR": 1}
    assert s.shares(SEATS[0], "NWR") == 1
    assert s.issued("ECR") >= 1
    assert s.shares(OFFER, "EIR") <= 7


# -- what is proposed, and bounds ----------------------------------------------------------------


class Lots(Random):
    """A source of chance that notes what it is asked for."""

    def __init__(self, take: int = 0, number: float = 0.0) -> None:
        super().__init__(0)
        self.take, self.number = take, number
        self.offered: list[object] = []
        self.ranges: list[tuple[int, ...]] = []

    def choice(self, seq):
        self.offered = list(seq)
        return seq[self.take]

    def randrange(self, *bounds):
        self.ranges.append(bounds)
        return bounds[0]

    def random(self):
        return self.number


@pytest.mark.rule("1853-2.5.2-b")
def test_all_bonds_that_are_proposed_are_allowed_and_all_allowed_ones_proposed():
    for rulings, step in (("book", 10), ("book,bond_step=1", 1)):
        s = fresh(4, rulings).state
        [move] = activity_of(s).moves(s)
        assert [a.bond for a in move.candidates(s, 2)] == list(range(60, 571, step))
        assert [a.bond for a in move.legal(s, 2)] == list(range(60, 571, step))


@pytest.mark.rule("1853-2.5.2-b")
def test_random_bonds_are_mostly_low():
    """In four of eight cases up to 40 above the least, in three up to 120, in one up to all cash."""
    s = fresh(4).state
    [move] = activity_of(s).moves(s)
    for take, most in ((0, 100), (3, 100), (4, 180), (6, 180), (7, 570)):
        lots = Lots(take)
        assert move.sample(s, 1, lots) == WriteBond(1, 60)
        assert lots.offered == [100] * 4 + [180] * 3 + [570]
        assert lots.ranges == [(60, most + 1, 10)]


@pytest.mark.rule("1853-2.5.3-a")
def test_different_bonds_need_no_lot():
    game = named(80, 100, 90)
    assert not any(isinstance(action, DrawOrder) for action in game.log)
    assert game.state.order == (1, 2, 0)
    told = [event_text(event) for event in game.history[-1].events]
    assert "They sit in the order Ben, Cy, Ann; Ben takes the elephant." in told


@pytest.mark.rule("1853-2.5.3-a")
def test_a_lot_seats_everybody_once_by_falling_bonds():
    waiting = fresh(3).state.update_frame(bids={"0": 100, "1": 100, "2": 200})
    assert to_act(waiting) == (-1,)
    [move] = activity_of(waiting).moves(waiting)
    assert not move.listed, "any lot is judged"
    for order in ((2, 0, 0), (2, 0), (0, 2, 1), (2, 0, 1, 1)):
        refused(waiting, DrawOrder(-1, order), "2.5.3-a")
    for order in ((2, 0, 1), (2, 1, 0)):
        seated = play(waiting, DrawOrder(-1, order)).state
        assert (seated.order, seated.priority) == (order, 2)
        assert [seated.cash[SEATS[seat]] for seat in range(3)] == [630, 630, 530]


@pytest.mark.rule("1853-2.5.6", "1853-2.5.7-a", "1853-2.5.7-c")
@pytest.mark.parametrize(
    ("players", "cities", "size"),
    [
        (3, ("Lahore",), 4),
        (3, ("Patna", "Benares"), 4),
        (4, ("Lahore",), 3),
        (4, ("Patna",), 3),
        (4, ("Patna", "Benares"), 4),
        (4, ("Calcutta", "Benares"), 3),
        (4, ("Lahore", "Multan", "Karachi", "Ajmer", "Jaipur", "Delhi"), 6),
        (4, ("Lahore", "Multan", "Karachi", "Ajmer", "Jaipur", "Delhi", "Bombay"), None),
        (5, ("Lahore", "Multan", "Karachi", "Ajmer", "Jaipur"), 5),
        (5, ("Lahore", "Multan", "Karachi", "Ajmer", "Jaipur", "Delhi"), None),
        (6, ("Patna", "Benares", "Lahore"), 4),
        (6, ("Lahore", "Multan", "Karachi", "Ajmer"), 4),
        (6, ("Lahore", "Multan", "Karachi", "Ajmer", "Jaipur"), None),
    ],
)
def test_how_many_cities_a_contract_needs(players, cities, size):
    assert size_needed(fresh(players).state.facts, cities) == size


def naming(seat=0, bond=100, cities=(), rulings="book", players=4):
    """The seat is to name its next city."""
    s = fresh(players, rulings).state
    return s.replace(
        stack=(s.stack[0], Naming(seat)),
        bonds={str(n): bond for n in range(players)},
        contracts={str(seat): cities},
    )


def nothing_left(s):
    """All single papers of all companies are taken."""
    for papers in s.book.papers_of.values():
        for paper in papers[:8]:
            s = s.hand_over(paper.id, "pool")
    return s


@pytest.mark.rule("1853-2.5.4-b", "1853-2.5.4-c")
def test_who_can_name_no_city_may_pass():
    few, many = naming(cities=("Lahore",)), naming(bond=300, cities=("Lahore", "Multan", "Karachi"))
    refused(few, Pass(0), "2.5.4-b")
    refused(many, Pass(0), "2.5.4-c")
    for s in (few, many):
        closed = play(nothing_left(s), Pass(0)).state
        assert closed.frame.passed == (0,)
        assert closed.frame.seat == 1


@pytest.mark.rule("1853-2.5.4-c", "1853-2.5.9")
@pytest.mark.parametrize(("bond", "may_pass"), [(100, False), (99, True), (60, True)])
def test_forty_left_of_the_bond_oblige(bond, may_pass):
    s = naming(bond=bond, cities=("Lahore", "Multan", "Karachi"))
    assert (Pass(0) in legal(s, 0)) == may_pass


@pytest.mark.rule("1853-2.5.9")
@pytest.mark.parametrize(
    ("bond", "cities", "city", "allowed"),
    [
        (60, (), "Lahore", True),  # 40 left for two more
        (60, (), "Madras", False),
        (79, (), "Delhi", False),  # 39 left
        (80, (), "Delhi", True),
        (80, ("Patna",), "Benares", True),  # 40 left, and two more to come
        (79, ("Patna",), "Benares", False),
        (60, ("Patna",), "Lahore", True),
        (80, ("Lahore", "Multan", "Karachi"), "Ajmer", True),  # nothing left, nothing needed
        (79, ("Lahore", "Multan", "Karachi"), "Ajmer", False),
    ],
)
def test_each_city_leaves_enough_for_the_rest(bond, cities, city, allowed):
    s = naming(bond=bond, cities=cities)
    found = {a.city for a in offers(s, 0, NameCity)}
    assert (city in found) == allowed


@pytest.mark.rule("1853-2.5.12", "1853-2.5.4-b", "1853-2.5.7-c")
def test_on_slips_a_pass_asks_for_the_least_number_alone():
    two_of_the_valley = ("Patna", "Benares", "Lahore")
    refused(naming(bond=90, cities=two_of_the_valley), Pass(0), "2.5.4-b")
    assert Pass(0) in legal(naming(bond=90, cities=two_of_the_valley, rulings="slips"), 0)
    refused(naming(bond=60, cities=("Patna", "Benares"), rulings="slips"), Pass(0), "2.5.4-b")
    three = ("Patna", "Benares", "Calcutta")  # no legal contract holds them: the least number counts
    assert Pass(0) in legal(naming(bond=90, cities=three), 0)


@pytest.mark.rule("1853-2.5.4-a", "1853-2.5.6")
def test_the_turn_goes_round_past_those_who_are_complete():
    full = ("Lahore", "Multan", "Karachi", "Ajmer", "Jaipur")
    s = naming(seat=3, bond=500, cities=full).replace(order=(3, 1, 0, 2)).update_frame(passed=(1,))
    s = play(s, NameCity(3, "Peshawar", "NWR")).state
    assert (s.frame.passed, s.frame.seat) == ((1, 3), 0), "six cities are the most"
    s = play(s, NameCity(0, "Lahore", "NWR")).state
    assert (s.frame.passed, s.frame.seat) == ((1, 3), 2)
    s = play(s, NameCity(2, "Multan", "NWR")).state
    assert s.frame.seat == 0
    assert {key: count for key, count in s.claimed.items() if count} == {"3/NWR": 1, "0/NWR": 1, "2/NWR": 1}
    s = play(s, NameCity(0, "Karachi", "NWR")).state
    assert (s.claimed["0/NWR"], s.unpaid["0/NWR"]) == (2, 2)


@pytest.mark.rule("1853-2.7.2", "1853-2.7.3-a")
@pytest.mark.parametrize(
    ("cash", "left", "unpaid"),
    [
        (192, 0, {}),
        (191, 91, {"1/NWR": 1}),
        (100, 0, {"1/NWR": 1}),
        (99, 99, {"1/EIR": 1, "1/NWR": 1}),
    ],
)
def test_shares_are_paid_in_the_order_of_the_companies(cash, left, unpaid):
    """Ben took NWR at 92 before EIR at 100; Ann owes nothing and pays nothing."""
    s = naming(seat=1)
    s = play(s, NameCity(1, "Lahore", "NWR")).state
    s = s.update_frame(seat=1)
    s = play(s, NameCity(1, "Patna", "EIR")).state
    s = s.pay(SEATS[1], "bank", s.cash[SEATS[1]] - cash)
    paid = pay_contract_shares(s.replace(news=()))
    assert paid.cash[SEATS[1]] == left
    assert dict(paid.unpaid) == unpaid
    assert paid.cash[SEATS[0]] == s.cash[SEATS[0]]
    [told] = [event for event in paid.news if event.player == "Ben"]
    owed = sum(unpaid.values())
    assert (told.amount, told.paid, told.unpaid) == (cash - left, 2 - owed, owed)
