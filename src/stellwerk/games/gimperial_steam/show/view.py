"""What a seat sees: everything but other players' bids, hidden money, and what never came into play (HID)."""

from collections.abc import Sequence

from msgspec import UNSET

from stellwerk.games.gimperial_steam.data.components import FILE, HUBS, NOTHING, SORTS, WIEN, Goods
from stellwerk.games.gimperial_steam.rules.deliver import demands_left, payment
from stellwerk.games.gimperial_steam.rules.goods import market_price, places
from stellwerk.games.gimperial_steam.rules.influence import accessible, column
from stellwerk.games.gimperial_steam.rules.locomotives import on_sale
from stellwerk.games.gimperial_steam.rules.scoring import income, scores
from stellwerk.games.gimperial_steam.rules.state import Bidding, Course, Lots, Player, Score, Steam
from stellwerk.games.gimperial_steam.rules.turn import TILES, repeat_cost
from stellwerk.games.gimperial_steam.show.rows import (
    ActionRow,
    CityRow,
    ContractRow,
    Demand,
    FactoryBoard,
    HeldContract,
    HubRow,
    LinkRow,
    LocomotiveRow,
    MarketRow,
    PlayerRow,
    ScoreRow,
    SiteRow,
    Standing,
    SteamView,
    Storage,
    TrainRow,
    TurnRow,
    Workers,
)

COLOURS = ("red", "purple", "turquoise", "yellow")
MONEY = "\N{NO-BREAK SPACE}fl"
"""Gulden, behind the figure."""


def view(s: Steam, seat: int | None) -> SteamView:
    """HID-3: neither the seed nor unused cards and tiles are in it."""
    parts, numbers = s.book.parts, s.numbers
    begun = bool(s.tiles) and "" not in s.tiles
    counted = s.over or (begun and not s.book.rulings.hidden_money and bool(s.hubs))
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
        standing=[Standing(player=s.names[other], influence=at * numbers.step) for at, other in s.standing],
        bids=_bids(s, seat),
        turn=_turn(s),
        players={name: _player(s, other, seat) for other, name in enumerate(s.names)},
        cities=_cities(s) if begun else {},
        links=_links(s),
        hubs=_hubs(s) if begun and s.growth else {},
        actions={tile: ActionRow(name=name, hands=_hands(s, tile)) for tile, name in TILES.items()},
        market={
            sort: MarketRow(left=left, price=market_price(s, sort))
            for sort, left in zip(SORTS, s.market, strict=True)
        },
        market_prices=parts.market.prices,
        supply=_goods(s.supply),
        factories=_factories(s),
        shipping=s.shipping,
        arrivals={str(numbers.arrivals_from + at): cubes for at, cubes in enumerate(s.arrivals) if cubes},
        locomotives=_locomotives(s),
        contracts=[_contract(s, id) for id in s.contracts],
        share_rows=parts.shares.rows,
        influence_track=parts.influence,
        semmering=s.names[s.semmering] if s.semmering >= 0 else None,
        investors=s.investors,
        scoring=_scoring(s) if counted else UNSET,
    )


def _phase(s: Steam) -> int:
    """Return the phase that is being played; 0 before round 1."""
    if s.over or any(isinstance(frame, Lots | Bidding) for frame in s.stack):
        return 0
    course = s.nearest(Course)
    return 7 if course is None or s.turn is not None else course.phase - 1


def _bids(s: Steam, seat: int | None) -> dict[str, int | None]:
    """HID-1: who has bid; how much only to who looks, until all are in."""
    frame = next((frame for frame in s.stack if isinstance(frame, Bidding)), None)
    if frame is None:
        return {}
    return {
        s.names[int(other)]: amount if other == str(seat) else None for other, amount in frame.bids.items()
    }


def _turn(s: Steam) -> TurnRow | None:
    turn = s.turn
    if turn is None:
        return None
    return TurnRow(
        tile=turn.tile,
        done=turn.done,
        delivered=turn.delivered,
        effort=turn.effort,
        assigned=turn.assigned,
        column=turn.column,
        hired=turn.hired,
        produced=turn.produced,
        ordering=turn.ordering,
        site=turn.site,
        sort=turn.sort,
        stood=turn.stood,
        withdrawn=turn.withdrawn,
        player=s.names[turn.seat],
        repeat_costs={tile: repeat_cost(s, turn.seat, tile) for tile in TILES},
    )


def _hands(s: Steam, tile: str) -> dict[str, int]:
    """Whose hands are on a main action."""
    return {s.names[n]: p.used[tile] for n, p in enumerate(s.players) if tile in p.used}


def _goods(goods: Goods) -> dict[str, int]:
    return dict(zip(SORTS, goods, strict=True))


def _player(s: Steam, at: int, looking: int | None) -> PlayerRow:
    p = s.players[at]
    hidden = s.book.rulings.hidden_money and not s.over and at != looking  # HID-2
    return PlayerRow(
        seat=at,
        colour=COLOURS[at],
        cash=None if hidden else p.cash,
        influence=column(s, at) * s.numbers.step,
        hands=p.hands,
        income=income(s, p),
        workers=Workers(
            training=p.training,
            working=p.working,
            reserve=p.reserve,
            sites=sum(1 for plant in s.plants.values() if plant.seat == at),
        ),
        engineers=p.engineers,
        goods=_goods(p.goods),
        places=places(p),
        dock=_goods(p.dock),
        trains=_trains(p),
        passenger_wagons=p.passenger,
        reserved_wagons=p.reserved,
        storage=Storage(open=len(p.stations), all=s.book.parts.box.stations),
        share_price=s.book.prices[p.price],
        investors=p.investors,
        investor_rows=[s.book.prices[row] for row in s.book.places_of_investors[: p.investors]],
        shareholders=p.shareholders,
        factories=_goods(p.factories),
        contracts=[_held(s, p, id) for id in p.contracts],
        stations=p.stations,
        tracks=p.tracks,
        network=p.cities,
        keys=p.keys,
        semmering=s.semmering == at,
    )


def _trains(p: Player) -> list[TrainRow]:
    """Wagons are counted for the whole board; here reserved and passenger wagons fill the trains."""
    marks = ["reserved"] * p.reserved + ["passenger"] * p.passenger
    trains = []
    for level in p.trains:
        wagons, marks = marks[:level], marks[level:]
        trains.append(TrainRow(level=level, wagons=wagons + ["freight"] * (level - len(wagons))))
    return trains


def _contract(s: Steam, id: str) -> ContractRow:
    card = s.book.parts.contracts[id]
    return ContractRow(
        id=id, reserved=card.reserved, investors=card.investors, factories=card.factories, value=card.value
    )


def _held(s: Steam, p: Player, id: str) -> HeldContract:
    card, placed = s.book.parts.contracts[id], p.placed.get(id, NOTHING)
    return HeldContract(
        id=id,
        reserved=card.reserved,
        investors=card.investors,
        factories=card.factories,
        value=card.value,
        placed=_goods(placed),
        filled=placed == card.needs(),
    )


def _cities(s: Steam) -> dict[str, CityRow]:
    return {id: _city(s, id) for id in s.book.parts.cities}


def _city(s: Steam, id: str) -> CityRow:
    city, face, left = s.book.parts.cities[id], s.face(id), demands_left(s, id)
    return CityRow(
        name=city.name,
        x=city.x,
        y=city.y,
        number=city.number or None,
        region=city.region or None,
        hub=s.layout.hub_at.get(id),
        effort=face.effort,
        influence=face.influence,
        business=s.markers.get(id, ()),
        station_cost=face.station_cost,
        # A3-2: those of Wien are bound to the colours, so none is free there.
        station_sites=len(s.names) if id == WIEN else face.station_sites,
        stations=[s.names[n] for n, p in enumerate(s.players) for station in p.stations if station == id],
        joined=[s.names[n] for n, p in enumerate(s.players) if id in p.cities],
        demands={
            sort: Demand(all=face.demands[sort], left=left[at])
            for at, sort in enumerate(SORTS)
            if face.demands.get(sort)
        },
        sites={site: _site(s, site) for site in s.layout.sites_at[id]},
    )


def _site(s: Steam, id: str) -> SiteRow:
    site, plant = s.layout.sites[id], s.plants.get(id)
    return SiteRow(
        cost=site.cost,
        player=None if plant is None else s.names[plant.seat],
        sort=None if plant is None else plant.sort,
        goods=0 if plant is None else plant.goods,
    )


def _links(s: Steam) -> dict[str, LinkRow]:
    return {
        id: LinkRow(
            ends=link.ends,
            type=link.type,
            semmering=link.semmering,
            crown=id in s.crowns,
            tracks=[s.names[seat] for seat in s.on_link(id)],
        )
        for id, link in s.book.parts.links.items()
    }


def _hubs(s: Steam) -> dict[str, HubRow]:
    return {
        hub: HubRow(
            city=s.layout.hub_city[hub],
            influence=s.hubs[hub] * s.numbers.step,
            growth=s.book.parts.growth[s.growth[hub]],
            grown=s.grown[hub],
            keys=s.keys[hub],
            silver=s.book.parts.influence.silver[s.hubs[hub]],
            columns={id: s.numbers.wages[step] for id, step in s.wages.items() if id.startswith(f"{hub}-")},
            engineers=s.engineers.get(hub, ()),
            accessible=[s.names[seat] for seat in range(len(s.names)) if accessible(s, seat, hub)],
        )
        for hub in HUBS
    }


def _factories(s: Steam) -> dict[str, FactoryBoard]:
    found = {}
    for at, sort in enumerate(SORTS):
        row, taken = s.book.factories[sort], s.taken[at]
        found[sort] = FactoryBoard(
            taken=taken,
            left=len(row.costs) - taken,
            cost=row.costs[taken] if taken < len(row.costs) else None,
            payment=payment(s, sort) if row.payments else None,
            costs=row.costs,
            payments=row.payments,
        )
    return found


def _locomotives(s: Steam) -> dict[str, LocomotiveRow]:
    tiles, now = s.book.parts.locomotives, on_sale(s)
    return {
        level: LocomotiveRow(
            left=left,
            price=tiles[level].price,
            influence=tiles[level].influence,
            round=tiles[level].round,
            on_sale=int(level) in now,
        )
        for level, left in s.locomotives.items()
    }


def _scoring(s: Steam) -> dict[str, ScoreRow]:
    """Return the account step by step; before the end, as if the game ended now."""
    found = s.scores or scores(s)
    return {name: score_row(s.names, score) for name, score in zip(s.names, found, strict=True)}


def score_row(names: Sequence[str], score: Score) -> ScoreRow:
    return ScoreRow(
        cash=score.cash,
        income=score.income,
        semmering=score.semmering,
        goods=score.goods,
        keys=score.keys,
        hubs=score.hubs,
        filled=score.filled,
        unfilled=score.unfilled,
        fees=score.fees,
        received=score.received,
        path=score.path,
        payees=[names[seat] for seat in score.payees],
        fulfilled=score.fulfilled,
        total=score.total,
        shareholders=score.shareholders,
        final=score.final,
    )
