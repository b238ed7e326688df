"""4.3: fulfilled contracts, rickshaws, the penalty and the others' vote."""

import pytest

from stellwerk.board import joined
from stellwerk.engine import legal, play, to_act
from stellwerk.engine.step import Pass
from stellwerk.games.g1853.rules.cities import is_legal
from stellwerk.games.g1853.rules.events import ContractFulfilled
from stellwerk.games.g1853.rules.fulfilment import Pardon, Vote, is_fulfilled, settle_contracts
from stellwerk.games.g1853.rules.runs import RUNS
from stellwerk.games.g1853.rules.state import SharesRound
from stellwerk.mech18.course import Course
from stellwerk.mech18.state import POOL, SEATS
from stellwerk.mech18.stock import BuyShare, SellShares
from stellwerk.mech18.track import LayTile
from stellwerk.text import event_text
from tests.games.g1853.table import (
    acting,
    base,
    do,
    give,
    marker,
    offers,
    opened,
    refused,
    tile,
    turn,
)


def jaipur_to_lahore(s):
    """Jaipur lies at the south-west station of Delhi, Lahore behind its north-west one."""
    s = tile(tile(s, "G13", "115", 3), "E13", "4", 2)
    return tile(tile(s, "D12", "9", 2), "C11", "115", 5)


def with_contract(s, seat, *cities):
    return s.replace(contracts={**s.contracts, str(seat): cities})


@pytest.mark.rule("1853-4.3.1-a")
def test_a_network_built_by_anybody_in_spite_of_markers():
    s = with_contract(base(), 0, "Delhi", "Lahore")
    assert not is_fulfilled(s, 0)
    s = jaipur_to_lahore(s)
    assert is_fulfilled(s, 0)
    s = marker(marker(s, "F14.0", "NWR"), "C11.0", "EIR")
    assert is_fulfilled(s, 0)
    assert not is_fulfilled(with_contract(s, 0, "Delhi", "Lahore", "Madras"), 0)


@pytest.mark.rule("1853-4.3.1-b")
def test_no_change_of_gauge_on_open_track():
    """Standard – 233 – metre without a station is not joined; with a dual station between it is."""
    s = tile(tile(tile(tile(base(), "K19", "4", 1), "K21", "233", 1), "K23", "79", 1), "K25", "74", 1)
    ends = ["K19.0", "K25.0"]
    assert not joined(s.book.atlas, s.board, ends, ())
    through = tile(tile(base(), "K19", "4", 1), "K17", "716", 0)
    through = tile(tile(through, "K15", "79", 1), "J14", "74", 2)
    through = tile(through, "K15", "78", 2)
    assert joined(through.book.atlas, through.board, ["K19.0", "J14.0"], ())


@pytest.mark.rule("1853-4.3.1-b")
def test_junctions_are_open_track():
    s = tile(tile(tile(base(), "K19", "4", 1), "K23", "79", 1), "K25", "74", 1)
    turned = next(r for r in range(6) if {1, 4} <= s.book.atlas.face("107", r).exits)
    s = tile(s, "K21", "107", turned)
    assert not joined(s.book.atlas, s.board, ["K19.0", "K25.0"], ())


@pytest.mark.rule("1853-4.3.1-c")
def test_rickshaws_are_for_contracts_only():
    s = jaipur_to_lahore(with_contract(opened(base(), "NWR"), 0, "Jaipur", "Lahore"))
    assert is_fulfilled(s, 0)
    assert not joined(s.book.atlas, s.board, ["G13.0", "C11.0"], ())
    assert "G13.0" not in RUNS.network(s, "NWR").numbers


@pytest.mark.rule("1853-4.3.2-a")
def test_the_bond_comes_back_at_once_in_anybodys_turn():
    s = acting("NWR")
    s = jaipur_to_lahore(with_contract(s, 2, "Delhi", "Lahore", "Jaipur"))
    s = s.replace(
        board=s.board.__class__({h: t for h, t in s.board.laid.items() if h != "D12"}, s.board.markers)
    )
    before = s.cash[SEATS[2]]
    made = play(s, LayTile(0, "D12", "9", 2))
    assert made.state.cash[SEATS[2]] == before + 80
    assert made.state.fulfilled == (2,)
    [shown] = [e for e in made.events if isinstance(e, ContractFulfilled)]
    assert shown.cities == "Delhi, Lahore, Jaipur"
    again = settle_contracts(made.state)
    assert again.cash == made.state.cash


# -- illegal contracts ---------------------------------------------------------------------------


def illegal():
    """Ann's contract holds Lahore twice; it is fulfilled and the others vote."""
    s = opened(opened(base(rulings="slips"), "NWR"), "SIR", 1)
    s = give(opened(s, "GIP"), 2, "GIP", 3)
    s = jaipur_to_lahore(with_contract(s, 0, "Lahore", "Delhi", "Lahore"))
    return settle_contracts(turn(s, "NWR")).replace(news=())


@pytest.mark.rule("1853-4.3.2-b", "1853-2.5.12")
@pytest.mark.parametrize(("votes", "pardoned"), [((1, 1, 0), True), ((1, 0, 0), False), ((0, 0, 0), False)])
def test_more_than_half_of_the_others_pardon(votes, pardoned):
    s = illegal()
    assert isinstance(s.frame, Pardon)
    assert to_act(s) == (1, 2, 3)
    assert s.cash[SEATS[0]] == 570, "the bond is back all the same"
    refused(s, Vote(0, True), "4.3.2-b")
    s = do(s, *(Vote(seat, bool(vote)) for seat, vote in zip((1, 2, 3), votes, strict=True)))
    assert (s.penalised == ()) == pardoned


@pytest.mark.rule("1853-2.5.6", "1853-2.5.7-a", "1853-2.5.7-b", "1853-2.5.9", "1853-2.5.10-a", "1853-4.3.2-b")
@pytest.mark.parametrize(
    ("cities", "legal"),
    [
        (("Lahore", "Delhi", "Jaipur"), True),  # 20 + 40 + 20 = 80 of 100
        (("Delhi", "Bombay", "Lahore"), True),  # 40 + 40 + 20 = 100: all of it
        (("Delhi", "Bombay", "Madras"), False),  # 40 + 40 + 30 = 110
        (("Lahore", "Delhi"), False),  # four players name three cities
        (("Lahore", "Delhi", "Lahore"), False),
        (("Patna", "Benares", "Lahore"), False),  # two of the valley need a fourth city
        (("Patna", "Benares", "Lahore", "Multan"), True),
        (("Calcutta", "Patna", "Lahore"), True),
        (("Patna", "Benares", "Lucknow", "Lahore"), False),
    ],
)
def test_what_makes_a_shown_contract_illegal(cities, legal):
    """Ann's bond is 100."""
    assert is_legal(with_contract(base(), 0, *cities), 0) == legal


@pytest.mark.rule("1853-4.3.2-b")
def test_an_even_split_does_not_pardon():
    s = base(3, "slips")
    s = jaipur_to_lahore(with_contract(opened(s, "NWR"), 0, "Lahore", "Delhi", "Lahore", "Jaipur"))
    s = do(settle_contracts(turn(s, "NWR")).replace(news=()), Vote(1, True), Vote(2, False))
    assert s.penalised == (0,)


@pytest.mark.rule("1853-4.3.2-b")
def test_the_penalty_takes_every_directorship():
    s = illegal().replace(penalised=(0,), stack=(Course(3), SharesRound(3, 0)))
    assert s.directs(0) == ["NWR", "GIP"]
    refused(s, Pass(0), "4.3.2-b")
    s = do(s, SellShares(0, "GIP", 3))
    assert s.directs(0) == ["NWR"]
    refused(s, Pass(0), "4.3.2-b")
    s = do(s, SellShares(0, "NWR", 4))
    refused(s, BuyShare(0, "GIP", POOL), "3.1.9-a")
    s = do(s, Pass(0))
    assert s.penalised == ()
    later = s.replace(stack=(Course(4), SharesRound(4, 0)))
    assert BuyShare(0, "GIP", POOL) in legal(later, 0)


def test_a_legal_contract_needs_no_vote():
    s = jaipur_to_lahore(with_contract(opened(base(), "NWR"), 1, "Lahore", "Delhi", "Jaipur"))
    s = settle_contracts(turn(s, "NWR"))
    assert s.fulfilled == (1,)
    assert not isinstance(s.frame, Pardon)


@pytest.mark.rule("1853-4.3.1-a")
def test_cities_without_track_and_empty_contracts_are_not_fulfilled():
    s = jaipur_to_lahore(base())
    assert not is_fulfilled(with_contract(s, 0), 0)
    assert not is_fulfilled(s.replace(contracts={}), 0)
    assert not is_fulfilled(with_contract(s, 0, "Delhi", "Multan"), 0)
    assert not is_fulfilled(with_contract(s, 0, "Multan", "Delhi"), 0)
    assert not is_fulfilled(with_contract(base(), 0, "Multan"), 0), "nothing is built there"
    assert is_fulfilled(with_contract(s, 0, "Delhi"), 0)


@pytest.mark.rule("1853-4.3.2-a")
def test_all_contracts_that_a_network_fulfils_are_paid_back_by_seat():
    s = base().replace(order=(2, 0, 3, 1))
    for seat, cities in ((0, ("Delhi", "Lahore", "Jaipur")), (2, ("Lahore", "Delhi", "Jaipur"))):
        s = with_contract(s, seat, *cities)
    before = s.cash
    s = settle_contracts(jaipur_to_lahore(turn(opened(s, "NWR"), "NWR")).replace(fulfilled=(3,)))
    assert s.fulfilled == (3, 2, 0)
    assert [s.cash[SEATS[seat]] - before[SEATS[seat]] for seat in range(4)] == [100, 0, 80, 0]
    assert s.cash["envelopes"] == before["envelopes"] - 180


@pytest.mark.rule("1853-4.3.2-b")
def test_votes_and_their_outcome_are_offered_and_told():
    s = illegal()
    for seat in (1, 2, 3):
        assert offers(s, seat, Vote) == [Vote(seat, True), Vote(seat, False)]
    s = do(s, Vote(2, True))
    assert to_act(s) == (1, 3)
    refused(s, Vote(2, False), "4.3.2-b")
    s = do(s, Vote(1, False))
    for vote, text in (
        (True, "Ann is pardoned (2 of 3 votes)."),
        (
            False,
            "Ann is not pardoned (1 of 3 votes) and loses all directorships in the next stock round.",
        ),
    ):
        made = play(s, Vote(3, vote))
        assert event_text(made.events[0]) == text
        assert not any(isinstance(frame, Pardon) for frame in made.state.stack)
        assert made.state.penalised == (() if vote else (0,))


@pytest.mark.rule("1853-4.3.2-a")
def test_contracts_are_looked_at_only_after_track():
    """Nothing was laid in this turn, so nothing new is fulfilled."""
    s = jaipur_to_lahore(with_contract(opened(base(), "NWR"), 1, "Lahore", "Delhi", "Jaipur"))
    s = turn(s, "NWR")
    assert do(s, Pass(0)).fulfilled == ()
