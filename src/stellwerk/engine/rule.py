"""Rules: small functions that judge an action, each carrying the id of its paragraph."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


class Fault(NamedTuple):
    """Why a rule says no: a message template and the figures that go into it."""

    message: str
    figures: Mapping[str, object]


def no(message: str, **figures: object) -> Fault:
    """What a rule function returns to refuse; returning None lets the action pass."""
    return Fault(message, figures)


def plain(fault: Fault) -> str:
    """A fault in English, with the faults among its figures."""
    inner = {name: plain(figure) for name, figure in fault.figures.items() if isinstance(figure, Fault)}
    return fault.message.format(**{**fault.figures, **inner})


Check = Callable[[Any, Any], Fault | None]


class Rule(NamedTuple):
    """A check with its paragraph. The same object filters offers and judges what is sent."""

    id: str
    check: Check


def rule(id: str, check: Check) -> Rule:
    """Give a check its paragraph: `rule("VIII-Lay-6", treasury_pays_the_terrain)`."""
    return Rule(id, check)
