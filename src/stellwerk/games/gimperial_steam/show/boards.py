"""What lies on the players' boards and on the influence track, arranged as it would lie there."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from stellwerk.games.gimperial_steam.show.rows import PlayerRow, SteamView


class Wagon(Struct, frozen=True):
    kind: str
    """`freight`, `passenger` or `reserved`."""
    good: str


class LoadedTrain(Struct, frozen=True):
    level: int
    coal: bool
    wagons: Sequence[Wagon]


class Place(Struct, frozen=True):
    """A place of the storage."""

    open: bool
    good: str


class Load(Struct, frozen=True):
    """Goods laid on a board."""

    trains: Sequence[LoadedTrain]
    storage: Sequence[Place]
    over: Mapping[str, int]
    """What finds no place."""


def load(player: PlayerRow) -> Load:
    """Coal on the locomotives first, the others on wagons, the last in storage.

    The rules only count them (GEN-3), so any order that fits will do.
    """
    coal = player.goods["coal"]
    burnt = min(coal, len(player.trains))
    goods = [sort for sort, number in player.goods.items() if sort != "coal" for _ in range(number)]
    goods += ["coal"] * (coal - burnt)
    left = iter(goods)
    trains = [
        LoadedTrain(train.level, number < burnt, [_wagon(kind, left) for kind in train.wagons])
        for number, train in enumerate(player.trains)
    ]
    opened = player.storage.open
    storage = [Place(at < opened, next(left, "") if at < opened else "") for at in range(player.storage.all)]
    return Load(trains, storage, Counter(left))


def _wagon(kind: str, left: Iterator[str]) -> Wagon:
    return Wagon(kind, next(left, "") if kind == "freight" else "")


class Column(Struct, frozen=True):
    """A column of the influence track, the first player in it above."""

    value: int
    silver: int
    hubs: Sequence[str]
    players: Sequence[str]


def influence(view: SteamView) -> list[Column]:
    track = view.influence_track
    width = track.last // (len(track.silver) - 1)
    return [
        Column(
            at * width,
            silver,
            [hub for hub, row in view.hubs.items() if row.influence == at * width],
            [one.player for one in view.standing if one.influence == at * width],
        )
        for at, silver in enumerate(track.silver)
    ]
