"""What a seat sees of Imperial Steam, as records: the view and its rows."""

from collections.abc import Mapping, Sequence

from msgspec import UNSET, Struct, UnsetType

from stellwerk.engine.components import ComponentsShown
from stellwerk.engine.views import Player, View
from stellwerk.games.gimperial_steam.data.components import Influence, ShareRow
from stellwerk.games.gimperial_steam.rules.book import Rulings

Sorts = Mapping[str, int]
"""How many of each sort of goods."""


class Standing(Struct, frozen=True, kw_only=True):
    player: str
    influence: int


class TurnRow(Struct, frozen=True, kw_only=True):
    """How far the turn has gone that is being taken (`state.Turn`)."""

    tile: str
    done: int
    delivered: bool
    effort: int
    assigned: int
    column: str
    hired: Sequence[str]
    produced: Sequence[str]
    ordering: bool
    site: str
    sort: str
    stood: Sequence[tuple[int, int]]
    withdrawn: Sequence[str]
    player: str
    repeat_costs: Mapping[str, int]
    """Main action -> influence for one hand more on it."""


class Workers(Struct, frozen=True, kw_only=True):
    training: Sequence[int]
    working: Sequence[int]
    reserve: int
    sites: int


class TrainRow(Struct, frozen=True, kw_only=True):
    level: int
    wagons: Sequence[str]
    """`freight`, `passenger` or `reserved`."""


class Storage(Struct, frozen=True, kw_only=True):
    open: int
    all: int


class ContractRow(Struct, frozen=True, kw_only=True):
    """A card on display."""

    id: str
    reserved: int
    investors: int
    factories: Sequence[str]
    value: int


class HeldContract(ContractRow, frozen=True, kw_only=True):
    """A card before its owner, with the factories on it."""

    placed: Sorts
    filled: bool


class PlayerRow(Player, frozen=True, kw_only=True):
    """Its cash is None where it is hidden (HID-2)."""

    seat: int
    colour: str
    influence: int
    hands: int
    income: int
    workers: Workers
    engineers: Sequence[str]
    goods: Sorts
    places: int
    dock: Sorts
    trains: Sequence[TrainRow]
    passenger_wagons: int
    reserved_wagons: int
    storage: Storage
    share_price: int
    investors: int
    investor_rows: Sequence[int]
    shareholders: int
    factories: Sorts
    contracts: Sequence[HeldContract]
    stations: Sequence[str]
    tracks: Sequence[str]
    network: Sequence[str]
    keys: Sequence[str]
    semmering: bool


class Demand(Struct, frozen=True, kw_only=True):
    all: int
    left: int


class SiteRow(Struct, frozen=True, kw_only=True):
    cost: str | int
    player: str | None
    sort: str | None
    goods: int


class CityRow(Struct, frozen=True, kw_only=True):
    name: str
    x: int
    y: int
    number: int | None
    region: str | None
    hub: str | None
    effort: int
    influence: int
    business: Sequence[int]
    """Markers, the top one last."""
    station_cost: int
    station_sites: int
    stations: Sequence[str]
    joined: Sequence[str]
    demands: Mapping[str, Demand]
    sites: Mapping[str, SiteRow]


class LinkRow(Struct, frozen=True, kw_only=True):
    ends: tuple[str, str]
    type: str
    semmering: bool
    crown: bool
    tracks: Sequence[str]


class HubRow(Struct, frozen=True, kw_only=True):
    city: str
    influence: int
    growth: Sequence[int]
    grown: int
    keys: int
    silver: int
    columns: Mapping[str, int]
    """Wage column -> wage."""
    engineers: Sequence[str]
    accessible: Sequence[str]


class ActionRow(Struct, frozen=True, kw_only=True):
    """A main action tile, and whose hands are on it."""

    name: str
    hands: Mapping[str, int]


class MarketRow(Struct, frozen=True, kw_only=True):
    left: int
    price: int | None


class FactoryBoard(Struct, frozen=True, kw_only=True):
    taken: int
    left: int
    cost: int | None
    payment: int | None
    costs: Sequence[int]
    payments: Sequence[int]


class LocomotiveRow(Struct, frozen=True, kw_only=True):
    left: int
    price: int
    influence: int
    round: int
    on_sale: bool


class ScoreRow(Struct, frozen=True, kw_only=True):
    """A player's account step by step (`state.Score`)."""

    cash: int
    income: int
    semmering: int
    goods: int
    keys: int
    hubs: int
    filled: int
    unfilled: int
    fees: int
    received: int
    path: Sequence[str]
    payees: Sequence[str]
    fulfilled: Sequence[str]
    total: int
    shareholders: int
    final: int


class SteamView(View, frozen=True, kw_only=True):
    players: Mapping[str, PlayerRow]
    money: str
    variant: str
    round_number: int
    phase: int
    rounds: int
    rulings: Rulings
    components: ComponentsShown
    order: Sequence[str]
    standing: Sequence[Standing]
    bids: Mapping[str, int | None]
    turn: TurnRow | None
    cities: Mapping[str, CityRow]
    links: Mapping[str, LinkRow]
    hubs: Mapping[str, HubRow]
    actions: Mapping[str, ActionRow]
    market: Mapping[str, MarketRow]
    market_prices: Sequence[int]
    supply: Sorts
    factories: Mapping[str, FactoryBoard]
    shipping: Sequence[int]
    arrivals: Mapping[str, Sequence[str]]
    """Round -> cubes."""
    locomotives: Mapping[str, LocomotiveRow]
    contracts: Sequence[ContractRow]
    share_rows: Sequence[ShareRow]
    influence_track: Influence
    semmering: str | None
    investors: int
    scoring: Mapping[str, ScoreRow] | UnsetType = UNSET
    """Left out where it would tell what is hidden, or before there is anything to count."""

    @property
    def unit(self) -> str:
        return self.money
