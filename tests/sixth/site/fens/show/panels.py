"""The choices that only 18Fen has, as panels of rows and buttons."""

from collections.abc import Iterable
from typing import Any

from fens.rules.drainage import DrainFen
from stellwerk.engine.capabilities import Choice
from stellwerk.engine.text import msg
from stellwerk.mech18.view import said


def panels(s: Any, seat: int, choices: Iterable[Choice]) -> list[dict[str, Any]]:
    """The fen; what no panel takes up is the kit's to show."""
    rows = [
        {
            "tag": a.hex,
            "name": "",
            "text": [],
            "buttons": [
                {"action": a, "why": why, "label": said(msg("Drain £{cost}"), cost=s.facts.drainage)}
            ],
        }
        for _, a, why in choices
        if isinstance(a, DrainFen) and why is None
    ]
    if not rows:
        return []
    note = said(msg("one hex a turn, beside the track"))
    return [{"id": "drain", "title": said(msg("The fen")), "note": note, "place": "aside", "rows": rows}]
