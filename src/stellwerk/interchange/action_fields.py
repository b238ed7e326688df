"""Fields of recorded actions: which each kind has, and how they are written."""

from collections.abc import Callable, Mapping

from stellwerk.engine.json_data import Json
from stellwerk.engine.rule import Fault, refuse

Recorded = Mapping[str, Json]
"""An action as another program wrote it."""
Form = Callable[[Json], bool]


LONGEST = 80
"""Letters of a name."""


def is_text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST and value.isprintable()


def is_number(value: object) -> bool:
    """Hot-seat files have numbers as text, too."""
    if isinstance(value, int):
        return not isinstance(value, bool) and abs(value) < 10**9
    return isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10


def number_in(value: Json) -> int:
    """Return a number as it is written there."""
    if isinstance(value, int | str):
        return int(value)
    raise TypeError("no number")


def is_nothing(value: object) -> bool:
    """What costs nothing; a price there tells of something else."""
    return is_number(value) and int(str(value)) == 0


def is_price(value: object) -> bool:
    """ "70,4,5": price, row, column."""
    return is_number(value) or (isinstance(value, str) and is_number(value.split(",")[0]))


def is_texts(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(is_text(item) for item in value)


def is_route(value: object) -> bool:
    if not isinstance(value, dict) or not is_text(value.get("train")) or not is_number(value.get("revenue")):
        return False
    chains, nodes = value.get("connections"), value.get("nodes") or []
    if not isinstance(chains, list) or not isinstance(nodes, list):
        return False
    return all(is_texts(chain) for chain in chains) and all(is_text(node) for node in nodes)


def is_routes(value: object) -> bool:
    return isinstance(value, list) and all(is_route(route) for route in value)


FIELDS: Mapping[str, Mapping[str, Form]] = {
    "par": {"corporation": is_text, "share_price": is_price},
    "buy_shares": {"shares": is_texts},
    "sell_shares": {"shares": is_texts},
    "lay_tile": {"hex": is_text, "tile": is_text, "rotation": is_number},
    "place_token": {"city": is_text},
    "run_routes": {"routes": is_routes},
    "dividend": {"kind": is_text},
    "buy_train": {"train": is_text, "price": is_number},
    "discard_train": {"train": is_text},
    "assign": {"target": is_text},
    "bid": {"company": is_text, "price": is_number},
    "buy_company": {"company": is_text, "price": is_number},
    "special_buy": {"description": is_text, "cost": is_nothing},
    "choose": {"choice": is_text},
    "payoff_player_debt_partial": {"amount": is_number},
}
"""Kind -> the fields that it needs. Kinds that are not here need none."""
OPTIONAL: Mapping[str, Form] = {
    "percent": is_number,
    "variant": is_text,
    "exchange": is_text,
    "amount": is_number,
}
"""Fields that may be missing or null."""
WITHOUT_ENTITY = ("message", "log", "undo", "redo", "end_game")
"""Kinds that may leave out who acts."""
ENTITIES = ("player", "corporation", "minor", "company")


def form_fault(action: Recorded) -> Fault | None:
    """What is wrong with the form of an action, whatever the game."""
    kind = action.get("type")
    if not isinstance(kind, str) or not is_text(kind):
        return refuse("it does not say what kind of action it is")
    if kind in WITHOUT_ENTITY:
        return None
    entity = action.get("entity")
    if action.get("entity_type") not in ENTITIES or not (is_text(entity) or is_number(entity)):
        return refuse("it does not say who acts")
    for field, form in FIELDS.get(kind, {}).items():
        if action.get(field) is None:
            return refuse("{kind} lacks {field}", kind=kind, field=field)
        if not form(action[field]):
            return refuse("{field} of {kind} cannot be read", field=field, kind=kind)
    for field, form in OPTIONAL.items():
        if action.get(field) not in (None, "") and not form(action[field]):
            return refuse("{field} of {kind} cannot be read", field=field, kind=kind)
    return None
