"""Offers and answers, whatever they are about: what any title gets from the kit."""

import msgspec
import pytest

from stellwerk.engine import decode
from stellwerk.engine.state import Frame
from stellwerk.mech18.negotiation import Answer, Prices, Talking, Talks, prices


@pytest.mark.parametrize("game", ["1824", "1848", "1853", "1854"])
@pytest.mark.parametrize("accept", [True, False])
def test_answers_of_earlier_logs_are_read_and_written_as_they_were(game, accept):
    text = f'{{"type":"answer","seat":1,"accept":{str(accept).lower()}}}'
    assert decode(game, text) == Answer(1, accept)
    assert msgspec.json.encode(Answer(1, accept)).decode() == text


def test_other_answers_survive_their_json():
    for answer in (Answer(1, False, 40), Answer(1, False, 0), Answer(1, False, leave=True)):
        assert decode("1853", msgspec.json.encode(answer)) == answer


def test_what_was_said_ends_with_its_frame():
    assert Talking().talks == Talks()
    assert not hasattr(Frame(), "talks")


def test_the_usual_prices_lie_in_the_range_and_are_few():
    assert prices(10, 300, (10, 440, 300, 10)) == Prices(10, 300, (10, 300))
    assert prices(10, 9, (10, 440, 9)).listed() == []


def test_a_taken_price_gives_way_to_its_neighbour():
    found = prices(10, 300, (10, 200, 300))
    assert found.listed() == [10, 200, 300]
    assert found.listed({200}) == [10, 199, 300]
    assert found.listed({10, 300, 299}) == [11, 200, 298]
    assert found.nearest(1000) == 300
    assert found.nearest(1) == 10


def test_while_a_price_is_left_one_is_listed():
    found = prices(1, 5, (1, 5))
    taken: set[int] = set()
    while len(taken) < 5:
        [price, *_] = found.listed(taken)
        assert price not in taken
        taken.add(price)
    assert found.nearest(3, taken) is None
    assert found.listed(taken) == [1, 5], "they are judged, and the rules say why not"
