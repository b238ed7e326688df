"""States, frames and rules: the small parts that everything is built from."""

import msgspec
import pytest

from stellwerk.engine import Fault, Frame, Game, Refusal, Setup, play, refuse, rule
from stellwerk.engine.action import snake
from stellwerk.engine.canonical import canonical
from stellwerk.engine.state import with_item
from tests.engine.sealed import Auction, Bid, PrizeWon, Sealed


class Pause(Frame, frozen=True):
    seconds: int = 0


def state() -> Sealed:
    return Sealed(setup=Setup("sealed", ("A", "B")), purses=(1, 2), wins=(0, 0), stack=(Auction(),))


def test_push_interrupts_and_pop_returns() -> None:
    s = state().push(Pause(1), Pause(2))
    assert s.frame == Pause(2)
    assert s.pop().frame == Pause(1)
    assert s.pop().pop() == state()


def test_mark_changes_the_present_frame_only() -> None:
    s = state().push(Pause(1)).update_frame(seconds=5)
    assert s.stack == (Auction(), Pause(5))


def test_an_empty_stack_is_the_end() -> None:
    assert not state().over
    assert state().pop().over


def test_changes_leave_the_old_state_alone() -> None:
    s = state()
    s.replace(purses=(0, 0))
    s.say(PrizeWon(0, 3))
    s.push(Pause())
    s.update_frame(prize=4)
    assert s == state()


def test_states_cannot_be_changed_in_place() -> None:
    with pytest.raises(AttributeError):
        state().purses = (9, 9)  # type: ignore[misc]


def test_say_collects_events_in_order() -> None:
    s = state().say(PrizeWon(0, 3)).say(PrizeWon(1, 4))
    assert [event.prize for event in s.news] == [3, 4]
    assert PrizeWon(0, 3).says.format(**PrizeWon(0, 3).figures) == "Seat 0 wins 3."


def test_put_copies() -> None:
    old = {"a": 1}
    assert with_item(old, "b", 2) == {"a": 1, "b": 2}
    assert old == {"a": 1}


def test_tags_are_snake_case() -> None:
    assert snake("BuyShare") == "buy_share"
    assert msgspec.json.encode(Bid(0, 3)) == b'{"type":"bid","seat":0,"coins":3}'
    assert msgspec.json.encode(Pause(1)) == b'{"frame":"pause","seconds":1}'


def test_canonical_sorts_keys() -> None:
    assert canonical({"b": 1, "a": {"d": 2, "c": 3}}) == b'{"a":{"c":3,"d":2},"b":1}'


def test_no_makes_a_fault_with_its_figures() -> None:
    fault = refuse("{a} is not {b}.", a=1, b="x")
    assert fault == Fault("{a} is not {b}.", {"a": 1, "b": "x"})
    judged = rule("3.2", lambda s, a: fault)
    assert (judged.id, judged.check(None, None)) == ("3.2", fault)


def test_a_refusal_says_the_figures_and_the_paragraph() -> None:
    refusal = Refusal("1848-VIII-Lay-6", "{company} has {cash}; the hex costs {cost}.",
                      {"company": "QR", "cash": 20, "cost": 40})  # fmt: skip
    assert refusal.text == "QR has 20; the hex costs 40."
    assert str(refusal) == "QR has 20; the hex costs 40. (§1848-VIII-Lay-6)"


def test_a_refusal_repeats_strange_input_as_it_is() -> None:
    assert Refusal("x-1", "No {thing}.", {"thing": "{0} {x} {"}).text == "No {0} {x} {."


def test_rules_refuse_with_the_full_id(game: Game) -> None:
    with pytest.raises(Refusal) as caught:
        play(game.state, Bid(0, 21))
    assert str(caught.value) == "21 is not 0 to 20. (§sealed-3)"
    assert caught.value.figures == {"coins": 21, "purse": 20}
