"""The choices of a seat, arranged: rows with buttons, and for what is not open the reason.

A title may arrange its own choices first (`pages.panels`), then the railways' kit, and what
neither takes up becomes a plain list, so that every legal action is there for any game.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from msgspec import structs

from stellwerk.engine import Action, Refusal, title
from stellwerk.engine.offload import Offload
from stellwerk.engine.shown import Button, Choice, Column, NumberField, Panel, Row
from stellwerk.engine.step import Pass
from stellwerk.engine.text import Message, message, msg
from stellwerk.server.judging import Verdict
from stellwerk.web.render import Speech

Arrange = Callable[[Any, int, Iterable[Choice[Any, Action]], Offload | None], list[Panel]]


def own_panels(game: str) -> Arrange | None:
    """Return a title's own arrangement, if it has one."""
    return title(game).pages().panels


def family_panels(state: Any) -> Arrange | None:
    from stellwerk.mech18.state import Railways
    from stellwerk.web.railway_panels import panels

    return panels if isinstance(state, Railways) else None


def arranged(
    state: Any,
    seat: int,
    lang: str,
    without: Collection[str] = (),
    verdict: Verdict | None = None,
    figures: bool = True,
    unit: str = "",
) -> list[Panel]:
    """Return all panels of a seat; every legal action is in exactly one of them.

    `verdict`: what has been judged already. Without `figures` nothing is said of best runs.
    `unit`: the money of the game.
    """
    verdict = verdict or Verdict(state, seat)
    left = verdict.considered(without)
    found: list[Panel] = []
    for arrange in (own_panels(state.setup.game), family_panels(state), plain):
        if arrange is not None:
            made = arrange(state, seat, left, verdict.offload if figures else None)
            used = {id(action) for panel in made for action in actions_in(panel)}
            left = [choice for choice in left if id(choice[1]) not in used]
            found += made
    found = [panel for panel in found if panel.is_shown]
    found.sort(key=urgency)

    speech = Speech(lang, unit)

    def full(made: Button) -> Button:
        return structs.replace(made, full=speech.does(state, made.action)) if made.why is None else made

    return [complete(panel, full) for panel in found]


def urgency(panel: Panel) -> tuple[bool, bool, bool]:
    """What the game waits for stands first, and what can be done before what cannot."""
    closed = not any(made.why is None for made in buttons_in(panel))
    return not panel.stop, panel.late, closed


def actions_in(panel: Panel) -> Iterable[Action]:
    for made in buttons_in(panel):
        yield made.action


def buttons_in(panel: Panel) -> Iterable[Button]:
    yield from panel.banner
    for row in panel.rows:
        yield from row.buttons
        yield from row.shut
        yield from row.covered
    for column in panel.columns:
        yield from column.buttons


def complete(panel: Panel, full: Callable[[Button], Button]) -> Panel:
    """Whole sentences for the buttons that are open, and beside them the reasons why others are not."""

    def row_of(row: Row) -> Row:
        if panel.prices:  # which of them are open is told price by price
            return structs.replace(row, buttons=[full(one) for one in row.buttons])
        made = _once([full(one) for one in row.buttons if one.why is None])
        number = row.number if made else None
        said = [one for one in made if number is not None and is_typed(number, one.action)]
        return structs.replace(
            row,
            buttons=[one for one in made if one not in said],
            covered=[*row.covered, *said],
            number=number,
            whys=reasons(row),
        )

    def column_of(column: Column) -> Column:
        return structs.replace(column, buttons=_once([full(one) for one in column.buttons]))

    return structs.replace(
        panel,
        banner=[full(one) for one in panel.banner],
        rows=[row_of(row) for row in panel.rows],
        columns=[column_of(column) for column in panel.columns],
    )


def is_typed(number: NumberField, action: Action) -> bool:
    """Whether the field beside it does the same as it stands: then one button is enough."""
    held = number.high if number.value is None else number.value
    return action == structs.replace(number.action, **{number.field: held})


def _once(buttons: Iterable[Button]) -> Sequence[Button]:
    """What several buttons bring about is said once."""
    known: list[Message] = []
    found = []
    for made in buttons:
        if made.effects:
            made = structs.replace(made, effects=[told for told in made.effects if told not in known])
            known += made.effects
        found.append(made)
    return found


def reasons(row: Row) -> Sequence[Refusal]:
    """Return why a choice of the row is not open: each reason once, the first two."""
    found: dict[tuple[str, str], Refusal] = {}
    for made in (*row.buttons, *row.shut):
        if made.why is not None:
            found.setdefault((made.why.rule, made.why.message), made.why)
    return list(found.values())[:2]


def plain(state: Any, seat: int, left: Iterable[Choice[Any, Action]], offload: Offload | None) -> list[Panel]:
    """Return what is left: passing goes into the banner, the rest into a list of sentences."""
    rows, banner = [], []
    for _, action, why in left:
        if isinstance(action, Pass):
            banner.append(Button(action, why, key="P", go=True))
        elif why is None:
            rows.append(Row(buttons=(Button(action, why),)))
    listed = Panel(id="moves", title=message(msg("Your choices")), rows=rows)
    return [Panel(id="pass", banner=banner), *([listed] if rows else [])]
