"""What is kept with a frozen value: by question, bounded, and no part of the value."""

import msgspec

from stellwerk.engine.memo import Memo, Once


class Value(msgspec.Struct, frozen=True, dict=True):
    number: int


SQUARES: Memo[str, int] = Memo("squares", 2)


def test_answers_stay_with_their_value_and_are_no_part_of_it() -> None:
    one, same = Value(3), Value(3)
    SQUARES.of(one)["square"] = 9
    assert SQUARES.of(one) == {"square": 9}
    assert SQUARES.of(same) == {}
    assert one == same
    assert msgspec.json.encode(one) == msgspec.json.encode(Value(3))
    assert SQUARES.of(msgspec.structs.replace(one)) == {}


def test_it_begins_again_when_it_is_full() -> None:
    kept = SQUARES.of(Value(1))
    kept["a"] = kept["b"] = 1
    kept["b"] = 2
    assert kept == {"a": 1, "b": 2}
    kept["c"] = 3
    assert kept == {"c": 3}


def test_what_holds_is_handed_on() -> None:
    old, new = Value(1), Value(2)
    SQUARES.of(old).update(a=1, b=2)
    SQUARES.carry_over(old, new, lambda answer: answer > 1)
    assert SQUARES.of(new) == {"b": 2}
    assert SQUARES.of(old) == {"a": 1, "b": 2}


def test_a_function_of_one_value_is_asked_once() -> None:
    asked: list[int] = []

    @Once
    def cube(value: Value) -> int:
        """The third power."""
        asked.append(value.number)
        return value.number**3

    one, same = Value(2), Value(2)
    assert [cube(one), cube(one), cube(same)] == [8, 8, 8]
    assert asked == [2, 2]
    assert cube.__doc__ == "The third power."
    assert one == same
