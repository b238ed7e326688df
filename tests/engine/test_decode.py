"""Reading an action: whatever arrives, the answer is an action or a FormatError."""

from typing import Any

import msgspec
import pytest

from stellwerk.engine import FormatError, Game, Setup, decode, legal, title, to_act
from stellwerk.engine.play import schema
from tests.engine.sealed import Bid, DrawPrize

BID = '{"type":"bid","seat":0,"coins":3}'
NO_ACTIONS = (
    "", " ", "null", "true", "0", '"bid"', "[]", "{}", f"[{BID}]", f"{BID}{BID}", f"{BID},", BID[:-1],
    BID[1:], BID.replace('"', "'"), "\ufeff" + BID, '{"type":"bid","seat":0}', '{"type":"bid","coins":3}',
    '{"seat":0,"coins":3}', '{"type":"Bid","seat":0,"coins":3}', '{"type":"undo","seat":0,"to":0}',
    '{"type":null,"seat":0,"coins":3}', '{"type":["bid"],"seat":0,"coins":3}',
    '{"type":1,"seat":0,"coins":3}',
    '{"type":"bid","seat":"0","coins":3}', '{"type":"bid","seat":0,"coins":3.5}',
    '{"type":"bid","seat":0,"coins":true}', '{"type":"bid","seat":0,"coins":null}',
    '{"type":"bid","seat":0,"coins":[3]}', '{"type":"bid","seat":0,"coins":NaN}',
    '{"type":"bid","seat":0,"coins":Infinity}', '{"type":"bid","seat":0,"coins":1e400}',
    '{"type":"bid","seat":0,"coins":03}', '{"type":"bid","seat":0,"coins":+3}',
    '{"type":"bid","seat":0,"coins":3,"extra":1}', '{"type":"bid","seat":0,"coins":3,"":{}}',
    '{"type":"bid","type":"draw_prize","seat":0,"prize":3}', '{"type":"bid","seat":0,"coins":"\ud800"}',
    '{"type":"bid","seat":0,"coins":' + "9" * 5000 + "}", "[" * 100_000, '{"type":' * 100_000,
    '{"type":"bid","seat":0,"coins":' + "[" * 100_000, '{"type":"bid","seat":0,"x":' + '{"x":' * 100_000,
)  # fmt: skip


def test_actions_survive_json() -> None:
    for action in (Bid(0, 3), Bid(2, 0), DrawPrize(-1, 9)):
        assert decode("sealed", msgspec.json.encode(action)) == action


def test_text_and_bytes_are_read_alike() -> None:
    assert decode("sealed", BID) == decode("sealed", BID.encode()) == Bid(0, 3)


def test_spaces_and_order_do_not_matter() -> None:
    assert decode("sealed", ' {"coins" : 3,\n"seat": 0, "type": "bid"}\n') == Bid(0, 3)


@pytest.mark.parametrize("text", NO_ACTIONS, ids=range(len(NO_ACTIONS)))
def test_other_text_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(FormatError, match=r"not an action of sealed: .+"):
        decode("sealed", text)


@pytest.mark.parametrize(
    "data", [b"\xff\xfe", b"\x00", b"\x80abc", BID.encode("utf-16"), b'{"type":"b\xffd","seat":0,"coins":3}']
)
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(FormatError):
        decode("sealed", data)


def test_lone_surrogates_are_refused() -> None:
    with pytest.raises(FormatError):
        decode("1848", '{"type":"buy_private","seat":0,"private":"\\ud800"}')


def test_of_a_key_given_twice_the_last_counts() -> None:
    """As in any JSON reader; what is played and logged is the decoded action, so nothing is ambiguous."""
    assert decode("sealed", '{"type":"bid","seat":0,"coins":3,"coins":4}') == Bid(0, 4)


def test_huge_numbers_are_for_the_rules() -> None:
    assert decode("sealed", f'{{"type":"bid","seat":0,"coins":{10**30}}}') == Bid(0, 10**30)


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(ValueError, match="no game 'chess'; there are: 1824, 1848"):
        decode("chess", BID)


@pytest.mark.parametrize("game", ["sealed", "1848"])
def test_the_schema_describes_every_action(game: str) -> None:
    found: dict[str, Any] = schema(game)
    assert found["discriminator"]["propertyName"] == "type"
    for kind in title(game).actions:
        tag = kind.__struct_config__.tag
        described = found["$defs"][found["discriminator"]["mapping"][tag].rpartition("/")[2]]
        assert described["type"] == "object"
        assert described["additionalProperties"] is False
        assert described["properties"]["type"] == {"enum": [tag]}
        assert set(described["properties"]) == {"type", *kind.__struct_fields__}
        assert {"type", "seat"} <= set(described["required"])


@pytest.mark.parametrize("game", ["sealed", "1848", "imperial-steam"])
def test_what_has_been_read_already_is_read_alike(game: str) -> None:
    """Every action that a game offers, as text and as plain data; and what is wrong with either."""
    played = Game.new(Setup(game, ("Ann", "Ben", "Cy"), next(iter(title(game).players)), seed=7))
    for _ in range(20):
        actions = [action for seat in to_act(played.state) for action in legal(played.state, seat)]
        for action in actions:
            text = msgspec.json.encode(action)
            read = msgspec.json.decode(text)
            assert decode(game, read) == decode(game, text) == action
            for wrong in ({**read, "more": 1}, {**read, "type": "no"}, {**read, "seat": "x"}, {}):
                with pytest.raises(FormatError):
                    decode(game, wrong)
        if not actions:
            break
        played.submit(actions[0])
