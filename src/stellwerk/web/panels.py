"""The choices of a seat, arranged: rows with buttons, and for what is not open the reason.

A title may arrange its own choices first (`pages.panels`), then the railways' kit, and what
neither takes up becomes a plain list, so that every legal action is there for any game.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from stellwerk.engine import Action, Refusal, title
from stellwerk.engine.step import Pass
from stellwerk.engine.text import msg
from stellwerk.notation import sentence
from stellwerk.server.judging import Verdict

Choice = tuple[Any, Action, Refusal | None]
Panel = dict[str, Any]
Panels = Callable[[Any, int, Iterable[Choice]], list[Panel]]


BARE: Mapping[str, Any] = {"head": None, "icon": "", "hub": "", "goods": {}, "place": "", "tile": ""}
"""What a row of choices need not tell."""


def tag_of(action: type[Action] | Action) -> str:
    return str(action.__struct_config__.tag)


def own_panels(game: str) -> Panels | None:
    """A title's own arrangement, if it has one."""
    return title(game).pages.panels


def family_panels(state: Any) -> Panels | None:
    from stellwerk.mech18.state import Railways
    from stellwerk.web.railways import panels

    return panels if isinstance(state, Railways) else None


def arranged(
    state: Any, seat: int, lang: str, without: Collection[str] = (), verdict: Verdict | None = None
) -> list[Panel]:
    """All panels of a seat; every legal action is in exactly one of them.

    `verdict`: what has been judged already.
    """
    left = (verdict or Verdict(state, seat)).considered(without)
    found: list[Panel] = []
    for arrange in (own_panels(state.setup.game), family_panels(state), plain):
        if arrange is not None:
            made = arrange(state, seat, left)
            used = {id(action) for panel in made for action in actions_in(panel)}
            left = [choice for choice in left if id(choice[1]) not in used]
            found += made
    found = [panel for panel in found if any(panel.get(part) for part in ("rows", "banner", "columns"))]
    found.sort(key=lambda panel: bool(panel.get("late")))  # what a title arranges to stand below the kit's
    for panel in found:
        for button in buttons_in(panel):
            button["full"] = sentence(state, button["action"], lang) if button.get("why") is None else ""
    return [complete(panel) for panel in found]


def actions_in(panel: Panel) -> Iterable[Action]:
    for button in buttons_in(panel):
        yield button["action"]


def buttons_in(panel: Panel) -> Iterable[dict[str, Any]]:
    yield from panel.get("banner", ())
    for part in (*panel.get("rows", ()), *panel.get("columns", ())):
        yield from part["buttons"]
        yield from part.get("shut", ())
        yield from part.get("covered", ())  # told by the others


def complete(panel: Panel) -> Panel:
    """Fill in what a panel left out, and take the reasons out of the buttons."""
    panel = {"title": None, "note": None, "place": "aside", "stop": False, "banner": [], "rows": [],
             "columns": [], "wide": False, "grid": False, **panel}  # fmt: skip
    for row in panel["rows"]:
        row.setdefault("plate", False)
        row.setdefault("train", False)
        row.setdefault("name", "")
        row.setdefault("text", [])
        row.setdefault("ledger", None)
        row.setdefault("account", [])
        row.setdefault("number", None)
        row.setdefault("shut", [])
        for name, otherwise in BARE.items():
            row.setdefault(name, otherwise)
        row["whys"] = reasons(row)
        row["buttons"] = [button for button in row["buttons"] if button.get("why") is None]
        if row["number"] is not None and not row["buttons"]:
            row["number"] = None
    for part in (*panel["rows"], *panel["columns"]):
        known: list[Any] = []
        for button in part["buttons"]:
            # What several buttons bring about is said once.
            button["effects"] = [effect for effect in button.get("effects", ()) if effect not in known]
            known += button["effects"]
            button.setdefault("cell", None)
            button.setdefault("key", "")
    for button in panel["banner"]:
        button.setdefault("effects", [])
        button.setdefault("key", "")
        button.setdefault("go", False)
    return panel


def reasons(row: dict[str, Any]) -> list[Refusal]:
    """Why a choice of the row is not open: each reason once, the first two."""
    found: dict[tuple[str, str], Refusal] = {}
    for button in (*row["buttons"], *row["shut"]):
        why = button.get("why")
        if why is not None:
            found.setdefault((why.rule, why.message), why)
    return list(found.values())[:2]


def plain(state: Any, seat: int, left: Iterable[Choice]) -> list[Panel]:
    """What is left: passing goes into the banner, the rest into a list of sentences."""
    rows, banner = [], []
    for _, action, why in left:
        button: dict[str, Any] = {"action": action, "why": why}
        if isinstance(action, Pass):
            banner.append(button | {"label": None, "key": "P", "go": True})
        elif why is None:
            rows.append({"tag": "", "buttons": [button | {"label": None}]})
    listed = {"id": "moves", "title": {"says": msg("Your choices"), "figures": {}}, "rows": rows}
    return [{"id": "pass", "banner": banner}, *([listed] if rows else [])]
