"""What a record of 18xx.games looks like, learnt from complete ones.

The fields of every kind of action, and which kinds follow one another in a company's turn. `faults` names
everything in a record that does not fit.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

Recorded = Mapping[str, Any]
COMMON = {"type", "entity", "entity_type", "id"}
SILENT = {"created_at", "user", "auto_actions"}
"""Fields that a server adds."""
ORDERS = {"undo", "redo", "program_share_pass", "program_buy_shares", "program_disable", "message", "log"}
"""Kinds that leave no trace in the game."""


class Kind(NamedTuple):
    """An action's actors and fields beside the common ones; `may` are those not always there."""

    actors: frozenset[str]
    must: frozenset[str] = frozenset()
    may: frozenset[str] = frozenset()


def kind(actors: str, must: str = "", may: str = "") -> Kind:
    return Kind(frozenset(actors.split()), frozenset(must.split()), frozenset(may.split()))


BOTH = {
    "pass": kind("player corporation company"),
    "par": kind("player", "corporation share_price"),
    "buy_shares": kind("player company", "shares percent", "share_price"),
    "sell_shares": kind("player", "shares percent"),
    "lay_tile": kind("corporation company", "hex tile rotation"),
    "place_token": kind("corporation", "city slot tokener"),
    "run_routes": kind("corporation", "routes extra_revenue subsidy"),
    "dividend": kind("corporation", "kind"),
    "buy_train": kind("corporation company", "train price", "variant exchange"),
    "discard_train": kind("corporation", "train"),
}
KINDS = {
    "1848": BOTH
    | {
        "assign": kind("player", "target target_type"),
        "bid": kind("player", "company price"),
        "take_loan": kind("corporation", "loan"),
        "buy_company": kind("corporation", "company price"),
    },
    "1824": BOTH
    | {
        "buy_company": kind("player", "company price"),
        "special_buy": kind("player", "description cost"),
        "choose": kind("player", "choice"),
        "payoff_player_debt": kind("player"),
        "payoff_player_debt_partial": kind("player", "amount"),
    },
}
AUTOMATIC = {"1848": {"dividend", "destination_connection"}, "1824": set[str]()}
"""Kinds that the program adds to an action by itself."""

VALUES = {
    "shares": r"[A-Z]+_\d",
    "share_price": r"\d+,\d,\d+",
    "hex": r"[A-K]\d+",
    "tile": r"\d+-\d+",
    "rotation": r"[0-5]",
    "city": r"([A-K])?\d+-\d+-\d",
    "slot": r"\d",
    "kind": r"payout|withhold",
    "train": r"\d+[gE]?-\d+",
    "exchange": r"\d+g?-\d+",
    "variant": r"\d+[+gE]?|D",
    "price": r"\d+",
    "percent": r"\d*0",
    "loan": r"\d+",
    "amount": r"\d+",
}
"""How values are written."""
ROUTE = {"train", "connections", "hexes", "revenue", "revenue_str", "nodes"}

LETTERS = {
    "lay_tile": "L",
    "pass": "p",
    "place_token": "T",
    "run_routes": "R",
    "dividend": "D",
    "buy_train": "B",
}
TURNS = {
    # track · marker · run, or the loan before a fall to 0 · trains · their pass, the last step's
    "1848": r"(LL|Lp|L|p)?(T|p)?(RD?|p)?B*p{0,2}",
    "1824": r"(L|p){1,2}(T{1,2}|p)?(RD?)?B*p?",  # a second T: the bond railway's, in Wien
}
"""A company's turn in letters."""


def faults(record: Mapping[str, Any]) -> list[str]:
    """Everything in a record that a complete one would not have."""
    title = record["title"][:4]
    actions = [action for action in record["actions"] if action["type"] not in ORDERS]
    players = {str(player["id"]) for player in record["players"]}
    found = [fault for action in actions for fault in _form(action, title, players)]
    return found + list(_turns(actions, title)) + list(_beginning(actions, title))


def _form(action: Recorded, title: str, players: set[str]) -> Iterator[str]:
    number, name = action.get("id"), action["type"]
    known = KINDS[title].get(name)
    if known is None:
        yield f"{number}: {title} has no {name}"
        return
    if action["entity_type"] not in known.actors:
        yield f"{number}: {name} by a {action['entity_type']}"
    if (action["entity_type"] == "player") != (str(action["entity"]) in players):
        yield f"{number}: {action['entity']} is no {action['entity_type']}"
    fields = set(action) - SILENT
    yield from (f"{number}: {name} lacks {field}" for field in (COMMON | known.must) - fields)
    yield from (f"{number}: {name} with {field}" for field in fields - COMMON - known.must - known.may)
    for field, pattern in VALUES.items():
        values = action.get(field, ())
        for value in values if isinstance(values, list | tuple) else (values,):
            free = field == "share_price" and name == "buy_shares"  # an exchange costs 0
            if not free and not re.fullmatch(pattern, str(value)):
                yield f"{number}: {field} {value!r}"
    for route in action.get("routes", ()):
        yield from (f"{number}: a route lacks {field}" for field in ROUTE - set(route))
    for added in action.get("auto_actions") or ():
        if added["type"] not in AUTOMATIC[title] | ORDERS | {"pass", "buy_shares"}:
            yield f"{number}: {added['type']} is not added by itself"


def _company_of(action: Recorded, acting: str) -> str:
    """The company that an action belongs to: privates act for the one whose turn it is."""
    return acting if action["entity_type"] == "company" else str(action["entity"])


def _interrupts(action: Recorded) -> bool:
    """What may come between the actions of a turn; loans and privates have no place of their own."""
    if action["entity_type"] == "company":
        return action["type"] in ("buy_shares", "pass") or action["entity"] == "P3"
    if action["type"] == "place_token":
        return bool(action["tokener"] != action["entity"])
    return action["type"] in ("discard_train", "take_loan", "buy_company", "choose")


def _turns(actions: list[Recorded], title: str) -> Iterator[str]:
    """Every company's actions in a row are whole turns."""
    loans = False
    last: dict[str, Recorded] = {}
    for company, row in _rows(actions):
        letters = "".join(LETTERS.get(action["type"], "?") for action in row if not _interrupts(action))
        if not re.fullmatch(f"({TURNS[title]})+", letters):
            yield f"{row[0]['id']}: {company} cannot act {letters}"
        ended = last.get(company)
        if ended is not None:
            yield f"{ended['id']}: {company} goes on after {ended['type']} without its last pass"
        loans = loans or any(
            str(a.get("train", "")).startswith("3-") for a in row if a["type"] == "buy_train"
        )
        # From the first 3 on a turn of 1848 ends with a pass, unless the company is taken over.
        own = [action for action in row if action["type"] != "discard_train" and action["entity"] == company]
        if title == "1848" and loans and own and own[-1]["type"] != "pass":
            last[company] = own[-1]


def _rows(actions: list[Recorded]) -> Iterator[tuple[str, list[Recorded]]]:
    """Actions of one company in a row; a sale of shares or another's surplus train does not break it."""
    acting, row = "", list[Recorded]()
    for action in actions:
        if action["entity_type"] == "player" and action["type"] in ("sell_shares", "choose"):
            continue
        company = "" if action["entity_type"] == "player" else _company_of(action, acting)
        if action["type"] == "discard_train" and company != acting:
            continue
        if company != acting and row:
            yield acting, row
            row = []
        acting = company
        if company:
            row.append(action)
    if row:
        yield acting, row


def _beginning(actions: list[Recorded], title: str) -> Iterator[str]:
    """1848 sells its privates first, six of them, and nothing else meanwhile."""
    if title != "1848":
        return
    sold = 0
    for action in actions:
        if sold < 6 and action["type"] not in ("assign", "bid", "pass"):
            yield f"{action['id']}: {action['type']} in the private sale"
            return
        sold += action["type"] == "bid"
