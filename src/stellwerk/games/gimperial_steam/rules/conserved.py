"""What must never be lost or made from nothing."""

from collections import Counter
from collections.abc import Iterable

from stellwerk.games.gimperial_steam.data.components import BRIDGE, HUBS, NOTHING, TUNNEL, WIEN
from stellwerk.games.gimperial_steam.rules.goods import free_wagons, surplus
from stellwerk.games.gimperial_steam.rules.lots import business
from stellwerk.games.gimperial_steam.rules.scoring import all_factories
from stellwerk.games.gimperial_steam.rules.state import (
    Lots,
    Player,
    Steam,
    Surplus,
    minus,
    of_sorts,
    plus,
    some,
)


def conserved(s: Steam) -> list[str]:
    """Return every breach, as a sentence for developers. GEN-7 says what the limits are."""
    return [*_money(s), *_goods(s), *_people(s), *_influence(s), *_network(s), *_cards(s), *_boards(s)]


def _money(s: Steam) -> Iterable[str]:
    total = s.bank + sum(player.cash for player in s.players)
    if total != s.book.parts.box.money:
        yield f"money {total}, not {s.book.parts.box.money}"
    for name, player in zip(s.names, s.players, strict=True):
        if player.cash < 0 and not s.over:  # GEN-2: no debts before END-5c
            yield f"{name} has {player.cash}"


def _goods(s: Steam) -> Iterable[str]:
    total = plus(s.supply, s.market)
    for round in s.arrivals:
        total = plus(total, of_sorts(round))
    for player in s.players:
        total = plus(plus(total, player.goods), player.dock)
    for plant in s.plants.values():
        total = plus(total, some(plant.sort, plant.goods))
    for cubes in s.delivered.values():
        total = plus(total, cubes)
    if total != (s.book.parts.box.cubes,) * 4:
        yield f"cubes {total}"
    for goods in (s.supply, s.market, *(p.goods for p in s.players), *(p.dock for p in s.players)):
        if min(goods) < 0:
            yield f"goods {goods}"
    if max(s.market) > s.numbers.column:
        yield f"market {s.market}"


def _people(s: Steam) -> Iterable[str]:
    box = s.book.parts.box
    for seat, player in enumerate(s.players):
        sites = sum(1 for plant in s.plants.values() if plant.seat == seat)
        waiting = 1 if s.turn and s.turn.seat == seat and s.turn.site else 0
        workers = player.reserve + sum(player.training) + sum(player.working) + sites
        if workers != box.workers or min(*player.training, *player.working, player.reserve) < 0:
            yield f"{s.names[seat]} has {workers} workers"
        if sum(all_factories(player)) != sites + waiting:
            yield f"{s.names[seat]} has {all_factories(player)} factories and {sites} sites"
        if len(set(player.engineers)) != len(player.engineers):
            yield f"{s.names[seat]} has engineers {player.engineers}"
        if len(player.stations) > box.stations or len(player.trains) > box.trains:
            yield f"{s.names[seat]} has {len(player.stations)} stations, {len(player.trains)} trains"
    investors = s.investors + sum(player.investors + player.shareholders for player in s.players)
    if investors != box.investors:
        yield f"{investors} investors"
    if s.engineers:
        kinds = Counter(kind for hub in HUBS for kind in s.engineers.get(hub, ()))
        kinds.update(kind for player in s.players for kind in player.engineers)
        if len(s.engineers) == len(HUBS) and kinds != {BRIDGE: len(s.names), TUNNEL: len(s.names)}:
            yield f"engineers {dict(kinds)}"


def _influence(s: Steam) -> Iterable[str]:
    seats = sorted(seat for _, seat in s.standing)
    columns = [column for column, _ in s.standing]
    if seats != list(range(len(s.names))) or columns != sorted(columns, reverse=True):
        yield f"influence {s.standing}"
    if any(not 0 <= column <= s.book.last_column for column in (*columns, *s.hubs.values())):
        yield f"influence {s.standing}, hubs {s.hubs}"
    for hub in HUBS:
        held = sum(1 for player in s.players for key in player.keys if key.startswith(f"{hub}-"))
        if held + s.keys[hub] != 2:
            yield f"{hub}: {held} keys held, {s.keys[hub]} left"


def _network(s: Steam) -> Iterable[str]:
    """GEN-6: one piece with Wien; A1-4: no more than two links without a station."""
    for name, player in zip(s.names, s.players, strict=True):
        reached, waiting = {WIEN}, [WIEN]
        while waiting:
            city = waiting.pop()
            for link in s.book.links_at[city]:
                if link in player.tracks:
                    new = set(s.book.ends[link]) - reached
                    reached |= new
                    waiting += new
        if reached != set(player.cities) or len(reached) != len(player.cities):
            yield f"{name}: network {sorted(player.cities)}, tracks reach {sorted(reached)}"
        if len(set(player.tracks)) != len(player.tracks):
            yield f"{name}: two tracks on a link"
        for city in player.cities:
            used = sum(1 for link in s.book.links_at[city] if link in player.tracks)
            if used > s.numbers.links_without_station and city not in player.stations:
                yield f"{name}: {used} tracks at {city}"


def _cards(s: Steam) -> Iterable[str]:
    setting_up = any(isinstance(frame, Lots) for frame in s.stack)
    held = [id for player in s.players for id in player.contracts]
    if len({*held, *s.contracts}) != len(held) + len(s.contracts):
        yield "a contract is there twice"
    shown = 3 * s.numbers.contracts_shown[s.book.at]
    if not setting_up and len(held) + len(s.contracts) != shown:
        yield f"{len(held)} contracts held, {len(s.contracts)} open"
    bought = sum(len(player.trains) for player in s.players) - len(s.names) + s.scrapped
    sold = sum(len(s.names) - left for left in s.locomotives.values())
    if bought != sold:
        yield f"{sold} locomotives sold, {bought} bought"
    taken = NOTHING
    for player in s.players:
        taken = plus(taken, all_factories(player))
    if taken != s.taken:
        yield f"factories taken {s.taken}, held {taken}"
    if not setting_up:
        laid = sum(len(business(s, face.business)) for face in s.layout.faces.values())
        left = sum(len(stack) for stack in s.markers.values())
        if laid != left + s.spent_markers:
            yield f"{laid} business markers laid, {left} left, {s.spent_markers} spent"
        if len(set(s.tiles)) != len(s.book.places) or "" in s.tiles:
            yield f"tiles {s.tiles}"


def _boards(s: Steam) -> Iterable[str]:
    """GEN-3: nobody keeps more than fits, except while being asked what goes."""
    asked = {frame.seat for frame in s.stack if isinstance(frame, Surplus)}
    for seat, player in enumerate(s.players):
        if free_wagons(player) < 0:
            yield f"{s.names[seat]} has {free_wagons(player)} freight wagons"
        if surplus(player) and seat not in asked:
            yield f"{s.names[seat]} has {surplus(player)} goods too many"
        yield from _contracts(s, seat, player)


def _contracts(s: Steam, seat: int, player: Player) -> Iterable[str]:
    cards = s.book.parts.contracts
    reserved = sum(cards[id].reserved for id in player.contracts)
    if reserved != player.reserved:
        yield f"{s.names[seat]} has {player.reserved} wagons reserved, contracts say {reserved}"
    for id, placed in player.placed.items():
        if id not in player.contracts or min(minus(cards[id].needs(), placed)) < 0 or min(placed) < 0:
            yield f"{s.names[seat]} has {placed} on contract {id}"
