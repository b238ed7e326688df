"""The view as plain tables, for the terminal."""

from stellwerk.engine.json_data import Json
from stellwerk.engine.pages import PlainTable
from stellwerk.engine.text import msg
from stellwerk.engine.views import View
from stellwerk.games.gimperial_steam.show.account import scoring
from stellwerk.games.gimperial_steam.show.rows import Sorts, SteamView


def tables(shown: View) -> list[PlainTable]:
    assert isinstance(shown, SteamView)
    found = [_players(shown), _boards(shown), _hubs(shown), _goods(shown), _contracts(shown)]
    if shown.over:
        found.append(_final(shown))
    return found


def _players(shown: SteamView) -> PlainTable:
    headings = [
        msg("Name", "person"), msg("Cash"), msg("Influence"), msg("Hands"), msg("Income"), msg("Training"),
        msg("Working"), msg("Trains"), msg("Share price"), msg("Investors"), msg("Shareholders"),
    ]  # fmt: skip
    rows: list[list[Json]] = []
    for name, row in shown.players.items():
        training, working = ("/".join(map(str, area)) for area in (row.workers.training, row.workers.working))
        trains = " ".join(f"IS-{train.level}" for train in row.trains)
        rows.append(
            [name, row.cash, row.influence, row.hands, row.income, training, working, trains,
             row.share_price, row.investors, row.shareholders]
        )  # fmt: skip
    return PlainTable(msg("Players"), headings, rows)


def _boards(shown: SteamView) -> PlainTable:
    headings = [
        msg("Name", "person"), msg("Goods"), msg("Dock"), msg("Engineers"), msg("Contracts"),
        msg("City keys"),
        msg("Network"),
    ]  # fmt: skip
    rows: list[list[Json]] = []
    for name, row in shown.players.items():
        contracts = [contract.id for contract in row.contracts]
        network = [_city_name(shown, city) for city in row.network]
        rows.append([name, _some(row.goods), _some(row.dock), row.engineers, contracts, row.keys, network])
    return PlainTable(msg("Boards and networks"), headings, rows)


def _hubs(shown: SteamView) -> PlainTable:
    headings = [msg("Hub"), msg("City"), msg("Influence"), msg("City keys"), msg("Wages"), msg("Engineers")]
    rows: list[list[Json]] = []
    for hub, row in shown.hubs.items():
        wages = list(row.columns.values())
        rows.append([hub, _city_name(shown, row.city), row.influence, row.keys, wages, row.engineers])
    return PlainTable(msg("Hubs"), headings, rows)


def _goods(shown: SteamView) -> PlainTable:
    headings = [msg("Good"), msg("Market price"), msg("Left"), msg("Factory cost"), msg("Delivery")]
    rows: list[list[Json]] = []
    for sort, row in shown.market.items():
        board = shown.factories[sort]
        rows.append([sort, row.price, row.left, board.cost, board.payment])
    return PlainTable(msg("Goods and factories"), headings, rows)


def _contracts(shown: SteamView) -> PlainTable:
    headings = [msg("Contract"), msg("Factories"), msg("Reserves"), msg("Value")]
    rows: list[list[Json]] = [[c.id, c.factories, c.reserved, c.value] for c in shown.contracts]
    return PlainTable(msg("Contracts"), headings, rows)


def _final(shown: SteamView) -> PlainTable:
    headings = [
        msg("Name", "person"), msg("Cash"), msg("Income"), msg("Semmering"), msg("Goods"), msg("City keys"),
        msg("Hubs"), msg("Filled"), msg("Unfilled"), msg("Fees"), msg("Received"), msg("Total"),
        msg("Shareholders"), msg("Final"),
    ]  # fmt: skip
    rows: list[list[Json]] = [
        [name, row.cash, row.income, row.semmering, row.goods, row.keys, row.hubs, row.filled, row.unfilled,
         row.fees, row.received, row.total, row.shareholders, row.final]
        for name, row in scoring(shown).items()
    ]  # fmt: skip
    return PlainTable(msg("Final scoring"), headings, rows)


def _some(goods: Sorts) -> dict[str, int]:
    return {sort: number for sort, number in goods.items() if number}


def _city_name(shown: SteamView, id: str) -> str:
    city = shown.cities.get(id)
    return id if city is None else city.name
