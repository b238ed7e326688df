"""The view as plain tables, for the terminal."""

from collections.abc import Mapping
from typing import Any

from stellwerk.engine.text import msg

Table = dict[str, Any]
"""Its title, its headings, and rows of plain values."""


def tables(shown: Mapping[str, Any]) -> list[Table]:
    found = [_players(shown), _boards(shown), _hubs(shown), _goods(shown), _contracts(shown)]
    if shown["over"]:
        found.append(_final(shown))
    return found


def _players(shown: Mapping[str, Any]) -> Table:
    headings = [
        msg("Name"), msg("Cash"), msg("Influence"), msg("Hands"), msg("Income"), msg("Training"),
        msg("Working"), msg("Trains"), msg("Share price"), msg("Investors"), msg("Shareholders"),
    ]  # fmt: skip
    rows = []
    for name, row in shown["players"].items():
        training, working = ("/".join(map(str, row["workers"][area])) for area in ("training", "working"))
        trains = " ".join(f"IS-{train['level']}" for train in row["trains"])
        rows.append(
            [name, row["cash"], row["influence"], row["hands"], row["income"], training, working, trains,
             row["share_price"], row["investors"], row["shareholders"]]
        )  # fmt: skip
    return {"title": msg("Players"), "headings": headings, "rows": rows}


def _boards(shown: Mapping[str, Any]) -> Table:
    headings = [
        msg("Name"), msg("Goods"), msg("Dock"), msg("Engineers"), msg("Contracts"), msg("City keys"),
        msg("Network"),
    ]  # fmt: skip
    rows = []
    for name, row in shown["players"].items():
        contracts = [contract["id"] for contract in row["contracts"]]
        network = [_city_name(shown, city) for city in row["network"]]
        goods, dock = _some(row["goods"]), _some(row["dock"])
        rows.append([name, goods, dock, row["engineers"], contracts, row["keys"], network])
    return {"title": msg("Boards and networks"), "headings": headings, "rows": rows}


def _hubs(shown: Mapping[str, Any]) -> Table:
    headings = [msg("Hub"), msg("City"), msg("Influence"), msg("City keys"), msg("Wages"), msg("Engineers")]
    rows = []
    for hub, row in shown["hubs"].items():
        wages = list(row["columns"].values())
        city = _city_name(shown, row["city"])
        rows.append([hub, city, row["influence"], row["keys"], wages, row["engineers"]])
    return {"title": msg("Hubs"), "headings": headings, "rows": rows}


def _goods(shown: Mapping[str, Any]) -> Table:
    headings = [msg("Good"), msg("Market price"), msg("Left"), msg("Factory cost"), msg("Delivery")]
    rows = []
    for sort, row in shown["market"].items():
        board = shown["factories"][sort]
        rows.append([sort, row["price"], row["left"], board["cost"], board["payment"]])
    return {"title": msg("Goods and factories"), "headings": headings, "rows": rows}


def _contracts(shown: Mapping[str, Any]) -> Table:
    headings = [msg("Contract"), msg("Factories"), msg("Reserves"), msg("Worth")]
    rows = [[c["id"], c["factories"], c["reserved"], c["value"]] for c in shown["contracts"]]
    return {"title": msg("Contracts"), "headings": headings, "rows": rows}


def _final(shown: Mapping[str, Any]) -> Table:
    steps = {
        "cash": msg("Cash"), "income": msg("Income"), "semmering": msg("Semmering"), "goods": msg("Goods"),
        "keys": msg("City keys"), "hubs": msg("Hubs"), "filled": msg("Filled"), "unfilled": msg("Unfilled"),
        "fees": msg("Fees"), "received": msg("Received"), "total": msg("Total"),
        "shareholders": msg("Shareholders"), "final": msg("Final"),
    }  # fmt: skip
    return {
        "title": msg("Final scoring"),
        "headings": [msg("Name"), *steps.values()],
        "rows": [[name, *(row[step] for step in steps)] for name, row in shown["scoring"].items()],
    }


def _some(goods: Mapping[str, int]) -> dict[str, int]:
    return {sort: number for sort, number in goods.items() if number}


def _city_name(shown: Mapping[str, Any], id: str) -> str:
    city: Mapping[str, Any] = shown["cities"].get(id, {"name": id})
    return str(city["name"])
