"""A3: build a station or a factory."""

from collections.abc import Iterator
from typing import ClassVar

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import with_item
from stellwerk.engine.step import Move
from stellwerk.engine.text import msg
from stellwerk.games.gimperial_steam.data.components import BOARD, SORTS, STATION, WIEN
from stellwerk.games.gimperial_steam.rules.events import FactoryBuilt, FactoryStaffed, StationBuilt
from stellwerk.games.gimperial_steam.rules.places import InCity, OnSite
from stellwerk.games.gimperial_steam.rules.state import Plant, Steam, least, minus, plus, shifted, some

TRAINING, WORKING = msg("training"), msg("working")


class BuildStation(Action, frozen=True):
    """Build a station in a city."""

    on_map: ClassVar[InCity] = InCity()
    city: str


class BuildFactory(Action, frozen=True):
    """Build a factory of a sort on a site."""

    on_map: ClassVar[OnSite] = OnSite()
    site: str
    sort: str


class StaffFactory(Action, frozen=True):
    """Send a worker from a field (1, 2, 3) of the training or working area to the new factory."""

    area: str
    field: int


def one_building(s: Steam, a: BuildStation | BuildFactory) -> Fault | None:
    return refuse("One action builds one station or one factory.") if s.turn and s.turn.done else None


# -- stations ----------------------------------------------------------------------------------


def is_in_the_network(s: Steam, a: BuildStation) -> Fault | None:
    if a.city in s.players[a.seat].cities:
        return None
    return refuse("That city is not in your network.")


def has_a_free_place(s: Steam, a: BuildStation) -> Fault | None:
    """A3-2: Wien's places are bound to their colours; elsewhere several own stations are not forbidden."""
    built = sum(player.stations.count(a.city) for player in s.players)
    if a.city != WIEN and built < s.face(a.city).station_sites:
        return None
    return refuse("{city} has no free place for a station.", city=s.city(a.city))


def has_a_station_left(s: Steam, a: BuildStation) -> Fault | None:
    if len(s.players[a.seat].stations) < s.book.parts.box.stations:
        return None
    return refuse("All your stations are built.")


def pays_the_station(s: Steam, a: BuildStation) -> Fault | None:
    cost, cash = s.face(a.city).station_cost, s.players[a.seat].cash
    if cash >= cost:
        return None
    return refuse(
        "A station in {city} costs {cost}; you have {cash}.", city=s.city(a.city), cost=cost, cash=cash
    )


class BuildStationMove(Move[Steam, BuildStation]):
    action = BuildStation

    def candidates(self, s: Steam, seat: int) -> Iterator[BuildStation]:
        return (BuildStation(seat, city) for city in s.players[seat].cities)

    def apply(self, s: Steam, a: BuildStation) -> Steam:
        """A3-2a: the station uncovers its storage place; income and links follow from where it stands."""
        cost = s.face(a.city).station_cost
        s = s.pay(a.seat, cost).change(a.seat, stations=(*s.players[a.seat].stations, a.city))
        return s.update_turn(done=1).say(StationBuilt(s.names[a.seat], s.city(a.city), cost))


BUILD_STATION = BuildStationMove(
    rule("A3-1", one_building),
    rule("A3-2", is_in_the_network),
    rule("A3-2", has_a_free_place),
    rule("GEN-7", has_a_station_left),
    rule("A3-2", pays_the_station),
)


# -- factories ---------------------------------------------------------------------------------


def site_is_in_the_network(s: Steam, a: BuildFactory) -> Fault | None:
    """A3-3: sites of other numbers of players are not in the layout at all."""
    site = s.layout.sites.get(a.site)
    if site is None:
        return refuse("There is no site {site} in this game.", site=a.site)
    if site.city not in s.players[a.seat].cities:
        return refuse("{city} is not in your network.", city=s.city(site.city))
    if a.site in s.plants:
        return refuse("Site {site} is taken.", site=a.site)
    return None


def sort_is_left(s: Steam, a: BuildFactory) -> Fault | None:
    if a.sort not in SORTS:
        return refuse("There is no good {good}.", good=a.sort)
    if s.taken[SORTS.index(a.sort)] >= len(s.book.factories[a.sort].costs):
        return refuse("No {good} factory is left.", good=a.sort)
    return None


def factory_cost(s: Steam, site: str, sort: str) -> int:
    """A3-4: left of the next factory; A3-4a: the site's own; A3-4b: its city's station cost."""
    spec = s.layout.sites[site]
    if spec.cost == STATION:
        return s.face(spec.city).station_cost
    if spec.cost == BOARD:
        return s.book.factories[sort].costs[s.taken[SORTS.index(sort)]]
    assert isinstance(spec.cost, int)
    return spec.cost


def pays_the_factory(s: Steam, a: BuildFactory) -> Fault | None:
    cost, cash = factory_cost(s, a.site, a.sort), s.players[a.seat].cash
    if cash >= cost:
        return None
    return refuse("This factory costs {cost}; you have {cash}.", cost=cost, cash=cash)


def has_a_worker(s: Steam, a: BuildFactory) -> Fault | None:
    player = s.players[a.seat]
    if any(player.training) or any(player.working):
        return None
    return refuse("You have no worker on your board for the factory.")


class BuildFactoryMove(Move[Steam, BuildFactory]):
    action = BuildFactory

    def candidates(self, s: Steam, seat: int) -> Iterator[BuildFactory]:
        for city in s.players[seat].cities:
            for site in s.layout.sites_at[city]:
                if site not in s.plants:
                    for sort in SORTS:
                        yield BuildFactory(seat, site, sort)

    def apply(self, s: Steam, a: BuildFactory) -> Steam:
        """A3-5: always the leftmost factory of the sort, to the own board. The worker is chosen next."""
        cost = factory_cost(s, a.site, a.sort)
        cube = some(a.sort)
        s = s.pay(a.seat, cost).replace(taken=plus(s.taken, cube))
        s = s.change(a.seat, factories=plus(s.players[a.seat].factories, cube))
        s = s.update_turn(done=1, site=a.site, sort=a.sort)
        place = s.city(s.layout.sites[a.site].city)
        return s.say(FactoryBuilt(s.names[a.seat], a.sort, place, cost))


BUILD_FACTORY = BuildFactoryMove(
    rule("A3-1", one_building),
    rule("A3-3", site_is_in_the_network),
    rule("GEN-7", sort_is_left),
    rule("A3-6", has_a_worker),
    rule("A3-4", pays_the_factory),
)


# -- the worker --------------------------------------------------------------------------------


def stands_there(s: Steam, a: StaffFactory) -> Fault | None:
    player = s.players[a.seat]
    if a.area in (TRAINING, WORKING) and 1 <= a.field <= 3:
        fields = player.training if a.area == TRAINING else player.working
        if fields[a.field - 1]:
            return None
    return refuse("You have no worker there.")


def staff(s: Steam, seat: int, area: str, field: int) -> Steam:
    """A3-6: the worker stays on the site for ever, with one cube more than the field's number."""
    turn, player = s.now, s.players[seat]
    if area == TRAINING:
        s = s.change(seat, training=shifted(player.training, field - 1, -1))
    else:
        s = s.change(seat, working=shifted(player.working, field - 1, -1))
    given = least(some(turn.sort, field + 1), s.supply)  # GEN-7: no more than there is
    s = s.replace(
        supply=minus(s.supply, given),
        plants=with_item(s.plants, turn.site, Plant(seat, turn.sort, sum(given))),
    )
    return s.update_turn(site="", sort="").say(FactoryStaffed(s.names[seat], field, sum(given), turn.sort))


def staffings(s: Steam, seat: int) -> list[StaffFactory]:
    player = s.players[seat]
    return [
        StaffFactory(seat, area, field)
        for area, fields in ((TRAINING, player.training), (WORKING, player.working))
        for field in (1, 2, 3)
        if fields[field - 1]
    ]


class StaffFactoryMove(Move[Steam, StaffFactory]):
    action = StaffFactory

    def candidates(self, s: Steam, seat: int) -> Iterator[StaffFactory]:
        return iter(staffings(s, seat))

    def apply(self, s: Steam, a: StaffFactory) -> Steam:
        return staff(s, a.seat, a.area, a.field)


STAFF_FACTORY = StaffFactoryMove(rule("A3-6", stands_there))
