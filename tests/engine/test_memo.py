"""What is kept with a frozen value: by question, bounded, and no part of the value."""

import msgspec

from stellwerk.engine.memo import Memo, Once, kept_property

asked: list[int] = []


class Value(msgspec.Struct, frozen=True, dict=True):
    number: int

    @kept_property
    def double(self) -> int:
        """Twice as much."""
        asked.append(self.number)
        return 2 * self.number


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


def test_a_property_is_worked_out_once_for_each_value() -> None:
    asked.clear()
    one, same = Value(4), Value(4)
    assert [one.double, one.double, same.double] == [8, 8, 8]
    assert asked == [4, 4]
    assert msgspec.structs.replace(one, number=5).double == 10
    assert Value.double.__doc__ == "Twice as much."
    assert one == Value(4)
    assert msgspec.json.encode(one) == msgspec.json.encode(Value(4))
