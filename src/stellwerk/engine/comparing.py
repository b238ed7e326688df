"""What coaches of all titles share: chapters as data, figures, what is said while others act."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from stellwerk.engine.action import Action
from stellwerk.engine.capabilities import Judged
from stellwerk.engine.coach import Chapter, Coached, Compared, Option, Question
from stellwerk.engine.game import Game
from stellwerk.engine.play import to_act
from stellwerk.engine.text import Message, message, msg

A = TypeVar("A", bound=Action)
MOST = 3
"""Options at a time."""
PURSE = msg("your purse")
TODAY = msg("you today")
EXPECTED = msg("at the end, a gentle bot expects")


class Part(Struct, frozen=True):
    """A chapter as a title writes it."""

    name: str
    deeds: tuple[type[Action], ...]
    """It is done when the pupil has done one of these."""
    asked: tuple[tuple[str, str], ...]
    """Questions with their answers."""


def chapters_of(parts: Mapping[str, Part], game: Game, seat: int, now: str = "") -> list[Chapter]:
    return [
        Chapter(message(part.name), has_done(game, seat, *part.deeds), key == now)
        for key, part in parts.items()
    ]


def questions_of(parts: Mapping[str, Part], chapter: str) -> list[Question]:
    asked = parts[chapter].asked if chapter in parts else ()
    return [Question(message(question), message(answer)) for question, answer in asked]


def waiting(parts: Mapping[str, Part], game: Game, seat: int, names: Sequence[str]) -> Coached:
    """While others act."""
    others = [names[other] for other in to_act(game.state) if other >= 0]
    said = message(
        msg("{name} makes move {number}; the strip below the map says why."),
        name=", ".join(others),
        number=len(game.actions) + 1,
    )
    return Coached(
        chapters=chapters_of(parts, game, seat),
        title=message(msg("The others act.")),
        text=[said] if others else [],
    )


def has_done(game: Game, seat: int, *kinds: type[Action]) -> bool:
    """Whether a seat has ever done something of these kinds."""
    return any(isinstance(action, kinds) for action in game.actions if action.seat == seat)


# -- choices -----------------------------------------------------------------------------------


def by_judgement(legal: Sequence[Action], judged: Sequence[Judged]) -> list[Action]:
    """Return legal actions, those first that a bot thinks better of."""
    allowed = set(legal)
    return list(dict.fromkeys([*(one.action for one in judged if one.action in allowed), *legal]))


def of_type(options: Sequence[Option], wanted: type[A]) -> A | None:
    """Return the first option that is an action of a type."""
    return next((option.action for option in options if isinstance(option.action, wanted)), None)


# -- figures -----------------------------------------------------------------------------------


def compared(lines: Iterable[tuple[Message, Sequence[Message]]]) -> list[Compared]:
    """Return the lines of a comparison; those in which all options are alike are left out."""
    return [
        Compared(name, cells, total=name.says == TODAY)
        for name, cells in lines
        if len({(cell.says, tuple(cell.figures.items())) for cell in cells}) > 1
    ]


def expectations(
    options: Sequence[Option], judged: Sequence[Judged], seat: int
) -> tuple[Message, list[Message]] | None:
    """Return what a bot expects a seat to have at the end; None where it did not look at all of them."""
    money = {choice.action: choice.money[seat] for choice in judged if seat < len(choice.money)}
    if not all(option.action in money for option in options):
        return None
    return message(EXPECTED), [amount(money[option.action]) for option in options]


def line(template: str, cell: Message) -> Compared:
    return Compared(message(template), [cell])


def count(number: int) -> Message:
    return message("{number}", number=number)


def amount(figure: int) -> Message:
    return message(msg("¤{amount}"), amount=figure)


def signed(figure: int) -> Message:
    """A gain or a loss, always with its sign."""
    return message(msg("+¤{amount}") if figure >= 0 else msg("−¤{amount}"), amount=abs(figure))


def changed(old: int, new: int) -> Message:
    """An amount of money, and what it was before if that was another."""
    return message(msg("¤{old} → ¤{new}"), old=old, new=new) if new != old else amount(new)
