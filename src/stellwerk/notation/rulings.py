"""The rulings of a game in words, for those who play under them."""

from msgspec import Struct

from stellwerk.engine import title
from stellwerk.engine.rulings import Ruling, Value, resolve


class Reading(Struct, frozen=True, kw_only=True):
    """How one game reads a ruling."""

    name: str
    """As it is named at set-up."""
    text: str
    why: str
    value: Value
    book: Value
    """What the rulebook's set says, in the newest version of the rules."""
    rules: tuple[str, ...]
    """The paragraphs, in full."""
    past: bool
    """A reading of an earlier version, which this game keeps."""

    @property
    def changed(self) -> bool:
        return self.value != self.book


def readings(game: str, rulings: str, version: int = 0) -> list[Reading]:
    """Every ruling of a game with these rulings, begun under this version; first what differs from the book.

    Readings of earlier versions are told only where they are in force.
    """
    found = title(game)
    table = found.ruling_table()
    values = resolve(table, rulings, version)

    def reading(ruling: Ruling) -> Reading:
        return Reading(
            name=ruling.name,
            text=ruling.text,
            why=ruling.why,
            value=values[ruling.name],
            book=ruling.values["book"],
            rules=tuple(map(found.cite, ruling.rules)),
            past=ruling.past,
        )

    told = [reading(ruling) for ruling in table.values()]
    return sorted((one for one in told if one.changed or not one.past), key=lambda one: not one.changed)
