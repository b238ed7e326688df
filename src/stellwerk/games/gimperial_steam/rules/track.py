"""A1: build track."""

from collections.abc import Iterator
from typing import ClassVar, Protocol

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.step import Move
from stellwerk.games.gimperial_steam.data.components import BRIDGE, PLAIN, Goods
from stellwerk.games.gimperial_steam.rules.events import FeePaid, TrackLaid, WorkerAssigned
from stellwerk.games.gimperial_steam.rules.joining import lay
from stellwerk.games.gimperial_steam.rules.places import OnLink
from stellwerk.games.gimperial_steam.rules.state import Player, Steam, covers, of_sorts, plus, shifted, some


class LayTrack(Action, frozen=True):
    """Lay a track on a link."""

    on_map: ClassVar[OnLink] = OnLink()
    link: str


class AssignWorker(Action, frozen=True):
    """Send a worker from a training field (1, 2, 3) to work on the track."""

    field: int


class OfLink(Protocol):
    """An action about a link."""

    @property
    def seat(self) -> int: ...
    @property
    def link(self) -> str: ...


def link_name(s: Steam, link: str) -> str:
    return "–".join(s.city(city) for city in s.book.ends[link])


# -- the link ----------------------------------------------------------------------------------


def is_a_link(s: Steam, a: OfLink) -> Fault | None:
    return None if a.link in s.book.ends else refuse("There is no link {link}.", link=a.link)


def has_no_own_track(s: Steam, a: OfLink) -> Fault | None:
    if a.link in s.players[a.seat].tracks:
        return refuse("You have a track on {link} already.", link=link_name(s, a.link))
    return None


def touches_the_network(s: Steam, a: OfLink) -> Fault | None:
    """GEN-6, A1-2: the network is one piece with Wien."""
    cities = s.players[a.seat].cities
    if any(city in cities for city in s.book.ends[a.link]):
        return None
    return refuse("{link} does not touch your network.", link=link_name(s, a.link))


def has_no_crown(s: Steam, a: LayTrack) -> Fault | None:
    if a.link in s.crowns:
        return refuse("{link} belongs to the state railway: buy access to it.", link=link_name(s, a.link))
    return None


def crowded(s: Steam, p: Player, link: str) -> str:
    """A1-4: a city at an end of the link whose two links are used up for want of a station; "" if none."""
    for city in s.book.ends[link]:
        if city not in p.stations:
            used = sum(1 for other in s.book.links_at[city] if other in p.tracks)
            if used >= s.numbers.links_without_station:
                return city
    return ""


def leaves_room_at_cities(s: Steam, a: OfLink) -> Fault | None:
    city = crowded(s, s.players[a.seat], a.link)
    if not city:
        return None
    limit = s.numbers.links_without_station
    return refuse(
        "Without a station in {city} you may use only {limit} of its links.", city=s.city(city), limit=limit
    )


# -- what it costs -----------------------------------------------------------------------------


def fee(s: Steam, seat: int, link: str) -> int:
    """A1-5: to every other player there."""
    return s.numbers.fee * len(s.on_link(link))


def pays_the_fee(s: Steam, a: LayTrack) -> Fault | None:
    due, cash = fee(s, a.seat, a.link), s.players[a.seat].cash
    if cash >= due:
        return None
    return refuse(
        "The others on {link} get {fee}; you have {cash}.", link=link_name(s, a.link), fee=due, cash=cash
    )


def first_track(s: Steam) -> bool:
    return s.turn is None or not s.turn.done


def goods_for(s: Steam, link: str) -> Goods:
    """A1-6: once per action; A1-7, A1-8: one more stone or iron for every bridge or tunnel."""
    needed = of_sorts(s.numbers.track_goods) if first_track(s) else (0, 0, 0, 0)
    kind = s.book.parts.links[link].type
    if kind == PLAIN:
        return needed
    return plus(needed, some("stone" if kind == BRIDGE else "iron"))


def has_the_goods(s: Steam, a: LayTrack) -> Fault | None:
    if covers(s.players[a.seat].goods, goods_for(s, a.link)):
        return None
    wood, stone, iron, _ = goods_for(s, a.link)
    return refuse(
        "This track needs {wood} wood, {stone} stone and {iron} iron from your trains and storage.",
        wood=wood,
        stone=stone,
        iron=iron,
    )


def _has_engineer(s: Steam, a: LayTrack, kind: str) -> bool:
    return s.book.parts.links[a.link].type != kind or kind in s.players[a.seat].engineers


def has_a_bridge_engineer(s: Steam, a: LayTrack) -> Fault | None:
    if _has_engineer(s, a, BRIDGE):
        return None
    return refuse("{link} is a bridge: you need a bridge engineer.", link=link_name(s, a.link))


def has_a_tunnel_engineer(s: Steam, a: LayTrack) -> Fault | None:
    if _has_engineer(s, a, "tunnel"):
        return None
    return refuse("{link} is a tunnel: you need a tunnel engineer.", link=link_name(s, a.link))


def effort(s: Steam, seat: int, link: str) -> int:
    """A1-9: the effort of the city that joins; A1-11: the lower of both between two own cities.

    Judged as the track is laid, so the second track meets what the first one joined. A1-11a: Wien counts.
    """
    cities = s.players[seat].cities
    new = [city for city in s.book.ends[link] if city not in cities]
    return min(s.face(city).effort for city in new or s.book.ends[link])


def experience(p: Player) -> int:
    """A1-10: of the workers in training; those at work are not available."""
    return p.training[0] + 2 * p.training[1] + 3 * p.training[2]


def has_the_workers(s: Steam, a: LayTrack) -> Fault | None:
    """A1-12: what track 1 left over counts for track 2."""
    turn = s.turn
    spare = turn.assigned - turn.effort if turn else 0
    needed = effort(s, a.seat, a.link) - spare
    able = experience(s.players[a.seat])
    if able >= needed:
        return None
    return refuse("The effort is {needed}; your workers in training have {able}.", needed=needed, able=able)


def is_within_two(s: Steam, a: LayTrack) -> Fault | None:
    if s.turn and s.turn.done >= s.numbers.tracks:
        return refuse("One action lays at most {most:# track|# tracks}.", most=s.numbers.tracks)
    return None


class LayTrackMove(Move[Steam, LayTrack]):
    action = LayTrack

    def candidates(self, s: Steam, seat: int) -> Iterator[LayTrack]:
        player = s.players[seat]
        seen = set(player.tracks)
        for city in player.cities:
            for link in s.book.links_at[city]:
                if link not in seen:
                    seen.add(link)
                    yield LayTrack(seat, link)

    def apply(self, s: Steam, a: LayTrack) -> Steam:
        turn = s.now
        s = s.give_back(a.seat, goods_for(s, a.link))
        for other in s.on_link(a.link):
            s = s.pay_player(a.seat, other, s.numbers.fee)
            s = s.say(FeePaid(s.names[a.seat], s.names[other], s.numbers.fee))
        s = s.update_turn(done=turn.done + 1, effort=turn.effort + effort(s, a.seat, a.link))
        return lay(s.say(TrackLaid(s.names[a.seat], link_name(s, a.link))), a.seat, a.link)


LAY_TRACK = LayTrackMove(
    rule("A1-1", is_a_link),
    rule("A1-1", is_within_two),
    rule("A1-1", has_no_own_track),
    rule("A1-2", touches_the_network),
    rule("A1-3", has_no_crown),
    rule("A1-4", leaves_room_at_cities),
    rule("A1-7", has_a_bridge_engineer),
    rule("A1-8", has_a_tunnel_engineer),
    rule("A1-6", has_the_goods),
    rule("A1-5", pays_the_fee),
    rule("A1-9", has_the_workers),
)


# -- workers -----------------------------------------------------------------------------------


def is_in_training(s: Steam, a: AssignWorker) -> Fault | None:
    if 1 <= a.field <= 3 and s.players[a.seat].training[a.field - 1]:
        return None
    return refuse("You have no worker on training field {field}.", field=a.field)


def assign(s: Steam, seat: int, field: int) -> Steam:
    """A1-9: up to the working place of the same number; experience beyond the effort is lost."""
    player, turn = s.players[seat], s.now
    s = s.change(
        seat,
        training=shifted(player.training, field - 1, -1),
        working=shifted(player.working, field - 1, 1),
    )
    return s.update_turn(assigned=turn.assigned + field).say(WorkerAssigned(s.names[seat], field))


class AssignMove(Move[Steam, AssignWorker]):
    action = AssignWorker

    def candidates(self, s: Steam, seat: int) -> Iterator[AssignWorker]:
        return (AssignWorker(seat, field) for field in (1, 2, 3))

    def apply(self, s: Steam, a: AssignWorker) -> Steam:
        return assign(s, a.seat, a.field)


ASSIGN = AssignMove(rule("A1-10", is_in_training))
