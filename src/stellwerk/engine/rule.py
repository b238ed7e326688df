"""Rules: small functions that judge an action, each carrying the id of its paragraph."""

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from stellwerk.engine.forms import fill
from stellwerk.engine.text import Figure, Figures

S = TypeVar("S", contravariant=True)
A = TypeVar("A", contravariant=True)


class Fault(NamedTuple):
    """Why a rule says no: a message template and the figures that go into it."""

    message: str
    figures: Figures


def refuse(message: str, **figures: Figure) -> Fault:
    """Return the fault by which a rule function refuses an action; None would let it pass."""
    return Fault(message, figures)


def english(fault: Fault) -> str:
    """Return a fault in English, with the faults among its figures."""
    inner = {name: english(figure) for name, figure in fault.figures.items() if isinstance(figure, Fault)}
    return fill(fault.message, {**fault.figures, **inner})


Check = Callable[[S, A], Fault | None]
"""Judges an action of the type A in a state of the type S."""


class Rule(NamedTuple, Generic[S, A]):
    """A check with its paragraph. The same object filters offers and judges what is sent.

    A rule about any railway game and any action of a company also serves where one title lays tiles,
    but never the other way round.
    """

    id: str
    check: Check[S, A]


def rule(id: str, check: Check[S, A]) -> Rule[S, A]:
    """Give a check its paragraph: `rule("VIII-Lay-6", treasury_pays_the_terrain)`."""
    return Rule(id, check)
