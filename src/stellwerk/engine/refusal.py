"""What can go wrong with input, from the outside in.

ValueError
 ├─ FormatError   the text is no action at all
 ├─ SaveError     the file is no whole game
 ├─ RecordFault   an action of another program's record that cannot be followed: message, figures
 └─ Refusal       an action, but a rule forbids it: paragraph, message, figures
"""

from stellwerk.engine.forms import fill
from stellwerk.engine.rule import Fault, english
from stellwerk.engine.text import Figures


class FormatError(ValueError):
    """Text that is not an action of this game."""


class SaveError(ValueError):
    """A saved game that is damaged; nothing of it is used."""


class RecordFault(ValueError):
    """Something is wrong with a record. The fault may have further faults among its figures."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault

    def __str__(self) -> str:
        return english(self.fault)


class Refusal(ValueError):
    """A rule says no. `message` is a template, so that it can be said in any language."""

    def __init__(self, rule: str, message: str, figures: Figures | None = None) -> None:
        self.rule = rule
        self.message = message
        self.figures: Figures = dict(figures or {})
        super().__init__(rule, message, self.figures)

    @property
    def text(self) -> str:
        """The message in English, without the paragraph."""
        return fill(self.message, self.figures)

    def __str__(self) -> str:
        return f"{self.text} (§{self.rule})"
