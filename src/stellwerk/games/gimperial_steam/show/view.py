"""What a seat sees: everything but other players' bids, hidden money, and what never came into play (HID)."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk.engine.canonical import plain
from stellwerk.engine.components import ComponentsShown
from stellwerk.engine.view import Player as Seen
from stellwerk.engine.view import View
from stellwerk.games.gimperial_steam.data.components import FILE, HUBS, NOTHING, SORTS, WIEN, Goods
from stellwerk.games.gimperial_steam.rules.book import Rulings
from stellwerk.games.gimperial_steam.rules.deliver import demands_left, payment
from stellwerk.games.gimperial_steam.rules.goods import market_price, places
from stellwerk.games.gimperial_steam.rules.influence import accessible, column
from stellwerk.games.gimperial_steam.rules.locomotives import on_sale
from stellwerk.games.gimperial_steam.rules.scoring import income, scores
from stellwerk.games.gimperial_steam.rules.state import Bidding, Course, Lots, Player, Steam, Turn
from stellwerk.games.gimperial_steam.rules.turn import TILES, repeat_cost

COLOURS = ("red", "purple", "turquoise", "yellow")
MONEY = "\N{NO-BREAK SPACE}fl"
"""Gulden, behind the figure."""


class SteamPlayer(Seen, frozen=True, kw_only=True):
    seat: int
    colour: str
    influence: int
    hands: int
    income: int
    workers: Mapping[str, object]
    engineers: Sequence[str]
    goods: Mapping[str, int]
    places: int
    dock: Mapping[str, int]
    trains: Sequence[Mapping[str, object]]
    passenger_wagons: int
    reserved_wagons: int
    storage: Mapping[str, int]
    share_price: int
    investors: int
    investor_rows: Sequence[int]
    shareholders: int
    factories: Mapping[str, int]
    contracts: Sequence[Mapping[str, object]]
    stations: Sequence[str]
    tracks: Sequence[str]
    network: Sequence[str]
    keys: Sequence[str]
    semmering: bool


class SteamView(View, frozen=True, kw_only=True):
    players: Mapping[str, SteamPlayer]
    money: str
    variant: str
    round_number: int
    phase: int
    rounds: int
    rulings: Rulings
    components: ComponentsShown
    order: Sequence[str]
    standing: Sequence[Mapping[str, object]]
    bids: Mapping[str, int | None]
    turn: Mapping[str, object] | None
    cities: Mapping[str, object]
    links: Mapping[str, object]
    hubs: Mapping[str, object]
    actions: Mapping[str, object]
    market: Mapping[str, object]
    market_prices: Sequence[int]
    supply: Mapping[str, int]
    factories: Mapping[str, object]
    shipping: Sequence[object]
    arrivals: Mapping[str, object]
    locomotives: Mapping[str, object]
    contracts: Sequence[Mapping[str, object]]
    share_rows: Sequence[Mapping[str, object]]
    influence_track: Mapping[str, object]
    semmering: str | None
    investors: int
    scoring: Mapping[str, object] | UnsetType = UNSET

    @property
    def unit(self) -> str:
        return self.money


def view(s: Steam, seat: int | None) -> SteamView:
    """Plain data for tables and programs. HID-3: neither the seed nor unused cards and tiles are in it."""
    parts, numbers = s.book.parts, s.numbers
    begun = bool(s.tiles) and "" not in s.tiles
    open_account = s.over or (begun and not s.book.rulings.hidden_money and s.hubs)
    return SteamView(
        game=s.setup.game,
        money=MONEY,
        variant=s.setup.variant,
        version=s.version,
        over=s.over,
        ending=s.ending,
        round=f"Round {s.round}" if _phase(s) else None,
        round_number=s.round,
        phase=_phase(s),
        rounds=numbers.rounds,
        rulings=s.book.rulings,
        components=FILE.shown(s.setup, parts.reconstruction),
        order=[s.names[other] for other in s.order],
        standing=[{"player": s.names[other], "influence": at * numbers.step} for at, other in s.standing],
        bids=_bids(s, seat),
        turn=_turn(s),
        players={name: _player(s, other, seat) for other, name in enumerate(s.names)},
        cities=_cities(s) if begun else {},
        links=_links(s),
        hubs=_hubs(s) if begun and s.growth else {},
        actions={
            tile: {
                "name": name,
                "hands": {s.names[n]: p.used[tile] for n, p in enumerate(s.players) if tile in p.used},
            }
            for tile, name in TILES.items()
        },
        market={
            sort: {"left": left, "price": market_price(s, sort)}
            for sort, left in zip(SORTS, s.market, strict=True)
        },
        market_prices=list(parts.market.prices),
        supply=_goods(s.supply),
        factories=_factories(s),
        shipping=list(s.shipping),
        arrivals={
            str(numbers.arrivals_from + at): list(cubes) for at, cubes in enumerate(s.arrivals) if cubes
        },
        locomotives=_locomotives(s),
        contracts=[_contract(s, id) for id in s.contracts],
        share_rows=[msgspec.to_builtins(row) for row in parts.shares.rows],
        influence_track={"last": parts.influence.last, "silver": list(parts.influence.silver)},
        semmering=s.names[s.semmering] if s.semmering >= 0 else None,
        investors=s.investors,
        scoring=_scoring(s) if open_account else UNSET,
    )


def _phase(s: Steam) -> int:
    """The phase that is being played; 0 before round 1."""
    if s.over or any(isinstance(frame, Lots | Bidding) for frame in s.stack):
        return 0
    course = s.nearest(Course)
    return 7 if course is None or s.turn is not None else course.phase - 1


def _bids(s: Steam, seat: int | None) -> dict[str, int | None]:
    """HID-1: who has bid; how much only to himself, until all are in."""
    frame = next((frame for frame in s.stack if isinstance(frame, Bidding)), None)
    if frame is None:
        return {}
    return {
        s.names[int(other)]: amount if other == str(seat) else None for other, amount in frame.bids.items()
    }


def _turn(s: Steam) -> dict[str, Any] | None:
    turn: Turn | None = s.turn
    if turn is None:
        return None
    shown: dict[str, Any] = plain(turn)
    del shown["frame"], shown["seat"]
    return shown | {
        "player": s.names[turn.seat],
        "repeat_costs": {tile: repeat_cost(s, turn.seat, tile) for tile in TILES},
    }


def _goods(goods: Goods) -> dict[str, int]:
    return dict(zip(SORTS, goods, strict=True))


def _player(s: Steam, at: int, looking: int | None) -> SteamPlayer:
    p = s.players[at]
    hidden = s.book.rulings.hidden_money and not s.over and at != looking  # HID-2
    return SteamPlayer(
        seat=at,
        colour=COLOURS[at],
        cash=None if hidden else p.cash,
        influence=column(s, at) * s.numbers.step,
        hands=p.hands,
        income=income(s, p),
        workers={
            "training": list(p.training),
            "working": list(p.working),
            "reserve": p.reserve,
            "sites": sum(1 for plant in s.plants.values() if plant.seat == at),
        },
        engineers=list(p.engineers),
        goods=_goods(p.goods),
        places=places(p),
        dock=_goods(p.dock),
        trains=_trains(p),
        passenger_wagons=p.passenger,
        reserved_wagons=p.reserved,
        storage={"open": len(p.stations), "all": s.book.parts.box.stations},
        share_price=s.book.prices[p.price],
        investors=p.investors,
        investor_rows=[s.book.prices[row] for row in s.book.places_of_investors[: p.investors]],
        shareholders=p.shareholders,
        factories=_goods(p.factories),
        contracts=[
            _contract(s, id) | {"placed": _goods(p.placed.get(id, NOTHING)), "filled": _filled(s, p, id)}
            for id in p.contracts
        ],
        stations=list(p.stations),
        tracks=list(p.tracks),
        network=list(p.cities),
        keys=list(p.keys),
        semmering=s.semmering == at,
    )


def _trains(p: Player) -> list[dict[str, Any]]:
    """Wagons are counted for the whole board; here reserved and passenger wagons fill the trains."""
    marks = ["reserved"] * p.reserved + ["passenger"] * p.passenger
    trains = []
    for level in p.trains:
        wagons, marks = marks[:level], marks[level:]
        trains.append({"level": level, "wagons": wagons + ["freight"] * (level - len(wagons))})
    return trains


def _contract(s: Steam, id: str) -> dict[str, Any]:
    shown: dict[str, Any] = msgspec.to_builtins(s.book.parts.contracts[id])
    return {"id": id} | shown


def _filled(s: Steam, p: Player, id: str) -> bool:
    return p.placed.get(id, NOTHING) == s.book.parts.contracts[id].needs()


def _cities(s: Steam) -> dict[str, Any]:
    found = {}
    for id, city in s.book.parts.cities.items():
        face = s.face(id)
        left = demands_left(s, id)
        found[id] = {
            "name": city.name,
            "x": city.x,
            "y": city.y,
            "number": city.number or None,
            "region": city.region or None,
            "hub": s.layout.hub_at.get(id),
            "effort": face.effort,
            "influence": face.influence,
            "business": list(s.markers.get(id, ())),
            "station_cost": face.station_cost,
            # A3-2: those of Wien are bound to the colours, so none is free there.
            "station_sites": len(s.names) if id == WIEN else face.station_sites,
            "stations": [
                s.names[n] for n, p in enumerate(s.players) for station in p.stations if station == id
            ],
            "joined": [s.names[n] for n, p in enumerate(s.players) if id in p.cities],
            "demands": {
                sort: {"all": face.demands[sort], "left": left[at]}
                for at, sort in enumerate(SORTS)
                if face.demands.get(sort)
            },
            "sites": {site: _site(s, site) for site in s.layout.sites_at[id]},
        }
    return found


def _site(s: Steam, id: str) -> dict[str, Any]:
    site, plant = s.layout.sites[id], s.plants.get(id)
    return {
        "cost": site.cost,
        "player": None if plant is None else s.names[plant.seat],
        "sort": None if plant is None else plant.sort,
        "goods": 0 if plant is None else plant.goods,
    }


def _links(s: Steam) -> dict[str, Any]:
    return {
        id: {
            "ends": list(link.ends),
            "type": link.type,
            "semmering": link.semmering,
            "crown": id in s.crowns,
            "tracks": [s.names[seat] for seat in s.on_link(id)],
        }
        for id, link in s.book.parts.links.items()
    }


def _hubs(s: Steam) -> dict[str, Any]:
    return {
        hub: {
            "city": s.layout.hub_city[hub],
            "influence": s.hubs[hub] * s.numbers.step,
            "growth": list(s.book.parts.growth[s.growth[hub]]),
            "grown": s.grown[hub],
            "keys": s.keys[hub],
            "silver": s.book.parts.influence.silver[s.hubs[hub]],
            "columns": {
                id: s.numbers.wages[step] for id, step in s.wages.items() if id.startswith(f"{hub}-")
            },
            "engineers": list(s.engineers.get(hub, ())),
            "accessible": [s.names[seat] for seat in range(len(s.names)) if accessible(s, seat, hub)],
        }
        for hub in HUBS
    }


def _factories(s: Steam) -> dict[str, Any]:
    found = {}
    for at, sort in enumerate(SORTS):
        row, taken = s.book.factories[sort], s.taken[at]
        found[sort] = {
            "taken": taken,
            "left": len(row.costs) - taken,
            "cost": row.costs[taken] if taken < len(row.costs) else None,
            "payment": payment(s, sort) if row.payments else None,
            "costs": list(row.costs),
            "payments": list(row.payments),
        }
    return found


def _locomotives(s: Steam) -> dict[str, Any]:
    tiles, now = s.book.parts.locomotives, on_sale(s)
    return {
        level: {
            "left": left,
            "price": tiles[level].price,
            "influence": tiles[level].influence,
            "round": tiles[level].round,
            "on_sale": int(level) in now,
        }
        for level, left in s.locomotives.items()
    }


def _scoring(s: Steam) -> dict[str, Any]:
    """The account step by step; before the end, as if the game ended now."""
    found = s.scores or scores(s)
    shown = {}
    for name, score in zip(s.names, found, strict=True):
        row: dict[str, Any] = plain(score)
        row["payees"] = [s.names[seat] for seat in score.payees]
        shown[name] = row
    return shown
