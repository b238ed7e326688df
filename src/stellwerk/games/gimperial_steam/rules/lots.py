"""SETUP: what is drawn at random. Every draw is an action of chance, so the log holds the whole set-up.

A draw names only what comes into play (HID-3): what stays in the box is never told.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random

from stellwerk.engine.action import CHANCE, Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import with_item
from stellwerk.engine.step import Activity, Move
from stellwerk.engine.text import msg
from stellwerk.games.gimperial_steam.data.components import BRIDGE, HUBS, SORTS, TUNNEL
from stellwerk.games.gimperial_steam.rules.book import FIXED, NORMAL
from stellwerk.games.gimperial_steam.rules.events import CrownsPlaced, HubsPlaced, OrderDrawn, TilesLaid
from stellwerk.games.gimperial_steam.rules.influence import grow
from stellwerk.games.gimperial_steam.rules.state import Lots, Steam, minus, of_sorts


class Draw(Action, frozen=True):
    """A lot: what it is for, and what was drawn, in this order."""

    lot: str
    drawn: tuple[str, ...]


Pool = Callable[[Steam], Sequence[str]]
Count = Callable[[Steam], int]
Place = Callable[[Steam, tuple[str, ...]], Steam]


class LotMove(Move[Steam, Draw]):
    """Draws without replacement from a pool; there are too many outcomes to list them all."""

    action = Draw
    listed = False

    def __init__(
        self, name: str, paragraph: str, pool: Pool, place: Place, count: Count | None = None
    ) -> None:
        super().__init__(rule(paragraph, self.fits))
        self.name, self.pool, self.place = name, pool, place
        self.count = count or (lambda s: len(pool(s)))

    def fits(self, s: Steam, a: Draw) -> Fault | None:
        if a.lot != self.name:
            return refuse("The lot to be drawn now is {lot}.", lot=self.name)
        count = self.count(s)
        if len(a.drawn) != count or Counter(a.drawn) - Counter(self.pool(s)):
            return refuse("{count} must be drawn from what lies ready.", count=count)
        return None

    def candidates(self, s: Steam, seat: int) -> Iterator[Draw]:
        yield Draw(seat, self.name, tuple(self.pool(s)[: self.count(s)]))

    def sample(self, s: Steam, seat: int, rng: Random) -> Draw:
        return Draw(seat, self.name, tuple(rng.sample(list(self.pool(s)), self.count(s))))

    def apply(self, s: Steam, a: Draw) -> Steam:
        after = s.update_frame(left=s.top(Lots).left[1:])
        return self.place(after, a.drawn)


# -- the map (SETUP-A) -------------------------------------------------------------------------


def _seats(s: Steam) -> list[str]:
    return [str(seat) for seat in range(len(s.names))]


def _order(s: Steam, drawn: tuple[str, ...]) -> Steam:
    """SETUP-A6, and SETUP-I1: influence markers into column 0, top down in turn order."""
    order = tuple(map(int, drawn))
    s = s.replace(order=order, standing=tuple((0, seat) for seat in order))
    return s.say(OrderDrawn(", ".join(s.names[seat] for seat in order)))


def _cards(s: Steam) -> list[str]:
    return [id for id, card in s.book.parts.normal_cards.items() if card.players == s.book.count]


def _card(s: Steam, drawn: tuple[str, ...]) -> Steam:
    """SETUP-A4a, and SETUP-I4: its crowns."""
    [id] = drawn
    return _crown(s.update_frame(card=id), s.book.parts.normal_cards[id].crowns)


def _crown(s: Steam, links: tuple[str, ...]) -> Steam:
    named = ["–".join(map(s.city, s.book.ends[link])) for link in links]
    return s.replace(crowns=(*s.crowns, *links)).say(CrownsPlaced(", ".join(named)))


def _put(s: Steam, tiles: dict[str, str]) -> Steam:
    """Tiles onto cities; an empty text is a city that waits for its tile."""
    old = dict(zip(s.book.places, s.tiles or ("",) * len(s.book.places), strict=True))
    return s.replace(tiles=tuple((old | tiles)[city] for city in s.book.places))


def _free(s: Steam) -> list[str]:
    """Cities without a tile, by number."""
    if not s.tiles:
        return list(s.book.places)
    return [city for city, tile in zip(s.book.places, s.tiles, strict=True) if not tile]


def _hubs(s: Steam, drawn: tuple[str, ...]) -> Steam:
    """SETUP-A4b: the hub tiles on the four cities of the card."""
    cities = s.book.parts.normal_cards[s.top(Lots).card].hubs
    return _put(s, dict(zip(cities, drawn, strict=True)))


def _regions(s: Steam) -> list[str]:
    return sorted({city.region for city in s.book.parts.cities.values() if city.region})


def _region_of(name: str) -> str:
    return name.removeprefix("region-")


def _region(name: str) -> Pool:
    return lambda s: [id for id, city in s.book.parts.cities.items() if city.region == _region_of(name)]


def _regional_hub(name: str) -> Place:
    """SETUP-V1: which of its spaces the region's hub gets; its other spaces get any tiles with the rest."""

    def place(s: Steam, drawn: tuple[str, ...]) -> Steam:
        [city] = drawn
        return _put(s, {city: s.top(Lots).stack[_regions(s).index(_region_of(name))]})

    return place


def _named(s: Steam) -> list[str]:
    return [str(number) for number in s.book.parts.normal_cards[s.top(Lots).card].tiles]


def _named_tiles(s: Steam, drawn: tuple[str, ...]) -> Steam:
    """SETUP-A4c."""
    cities = s.book.parts.normal_cards[s.top(Lots).card].cities
    return _put(s, dict(zip(cities, drawn, strict=True)))


def _rest(s: Steam) -> list[str]:
    """SETUP-A3: only the tiles of this number of players."""
    return [tile for tile in s.book.tiles if tile not in s.tiles]


def _rest_tiles(s: Steam, drawn: tuple[str, ...]) -> Steam:
    """SETUP-A4d, SETUP-V2: as many tiles are left as cities without one, whatever their number."""
    return laid(_put(s, dict(zip(_free(s), drawn, strict=True))))


def laid(s: Steam) -> Steam:
    """All tiles lie: business markers come onto them."""
    markers = {city: stack for city, face in s.layout.faces.items() if (stack := business(s, face.business))}
    places = {hub: s.city(city) for hub, city in s.layout.hub_city.items()}
    return s.replace(markers=markers).say(TilesLaid(), HubsPlaced(*(places[hub] for hub in HUBS)))


def business(s: Steam, shown: int) -> tuple[int, ...]:
    """SETUP-A5a to A5c: markers from the bottom; with two players a 3 has no 1 below it."""
    stack = tuple(range(1, shown + 1))
    return stack[1:] if shown == 3 and s.book.count == 2 else stack  # SETUP-A5a, SETUP-A5b, SETUP-A5c


# -- round track, influence, labour, contracts --------------------------------------------------


def _shipping(s: Steam, drawn: tuple[str, ...]) -> Steam:
    return s.replace(shipping=tuple(map(int, drawn)))


def _arrivals(s: Steam, drawn: tuple[str, ...]) -> Steam:
    """SETUP-R5: onto the rounds from 4 on; what is not drawn stays in the supply."""
    each = s.numbers.arrivals[s.book.at]
    rounds = tuple(drawn[at : at + each] for at in range(0, len(drawn), each))
    return s.replace(arrivals=rounds, supply=minus(s.supply, of_sorts(drawn)))


def _arriving(s: Steam) -> int:
    return s.numbers.arrivals[s.book.at] * (s.numbers.rounds - s.numbers.arrivals_from + 1)


def _stack(s: Steam, drawn: tuple[str, ...]) -> Steam:
    return s.update_frame(stack=drawn)


def _railway_cards(s: Steam) -> list[str]:
    """SETUP-I3: all cards, those of crowned links too; what has been drawn is not put back."""
    return [id for id in s.book.parts.railway_cards if id not in s.top(Lots).drawn]


def _crown_cards(s: Steam) -> list[str]:
    """SETUP-V3: a link that has its crown already would be drawn again."""
    cards = s.book.parts.railway_cards
    return [id for id in _railway_cards(s) if cards[id].link not in s.crowns]


def _spread(s: Steam, drawn: tuple[str, ...]) -> Steam:
    """SETUP-I3: the whole stack moves right by each card; its bottom marker stays behind."""
    steps = 0
    for hub, id in zip(s.top(Lots).stack, drawn, strict=True):
        steps += s.book.parts.railway_cards[id].number
        s = grow(s, hub, steps)
    return s.update_frame(drawn=(*s.top(Lots).drawn, *drawn))


def _crown_number(s: Steam, drawn: tuple[str, ...]) -> Steam:
    """SETUP-V3: how many crowns, and so how many more cards."""
    [id] = drawn
    more = ("crown",) * s.book.parts.railway_cards[id].number
    return s.update_frame(drawn=(*s.top(Lots).drawn, id), left=(*more, *s.top(Lots).left))


def _one_crown(s: Steam, drawn: tuple[str, ...]) -> Steam:
    [id] = drawn
    return _crown(s.update_frame(drawn=(*s.top(Lots).drawn, id)), (s.book.parts.railway_cards[id].link,))


def _growth(s: Steam, drawn: tuple[str, ...]) -> Steam:
    return s.replace(growth=dict(zip(HUBS, drawn, strict=True)))


def _engineers(s: Steam) -> list[str]:
    return [BRIDGE] * s.book.count + [TUNNEL] * s.book.count


def _engineer_places(s: Steam, drawn: tuple[str, ...]) -> Steam:
    """SETUP-C3: as many onto each hub's field as it shows."""
    left = list(drawn)
    for hub in HUBS:
        number = s.book.labour[hub].engineers
        s = s.replace(engineers=with_item(s.engineers, hub, tuple(left[:number])))
        del left[:number]
    return s


def _stack_of(reserved: int) -> Pool:
    return lambda s: [id for id, card in s.book.parts.contracts.items() if card.reserved == reserved]


def _contracts(s: Steam, drawn: tuple[str, ...]) -> Steam:
    """SETUP-D1, GEN-8: open for all; the other cards never come into play."""
    return s.replace(contracts=(*s.contracts, *drawn))


LOTS = {
    lot.name: lot
    for lot in (
        LotMove("order", "SETUP-A6", _seats, _order),
        LotMove("card", "SETUP-A4a", _cards, _card, lambda s: 1),
        LotMove("hubs", "SETUP-A4b", lambda s: HUBS, _hubs),
        LotMove("regions", "SETUP-V1", lambda s: HUBS, _stack),
        *(
            LotMove(name, "SETUP-V1", _region(name), _regional_hub(name), lambda s: 1)
            for name in ("region-A", "region-B", "region-C", "region-D")
        ),
        LotMove("named", "SETUP-A4c", _named, _named_tiles),
        LotMove("tiles", "SETUP-A4d", _rest, _rest_tiles),
        LotMove("rest", "SETUP-V2", _rest, _rest_tiles),
        LotMove(
            "shipping", "SETUP-R1", lambda s: [str(n) for n in s.book.parts.shipping.tiles], _shipping,
            lambda s: s.numbers.last_order,
        ),
        LotMove("arrivals", "SETUP-R5", lambda s: SORTS * s.numbers.arrival_pool, _arrivals, _arriving),
        LotMove("stack", "SETUP-I2", lambda s: HUBS, _stack),
        LotMove("steps", "SETUP-I3", _railway_cards, _spread, lambda s: len(HUBS)),
        LotMove("crowns", "SETUP-V3", _railway_cards, _crown_number, lambda s: 1),
        LotMove("crown", "SETUP-V3", _crown_cards, _one_crown, lambda s: 1),
        LotMove("growth", "SETUP-C2", lambda s: sorted(s.book.parts.growth), _growth),
        LotMove("engineers", "SETUP-C3", _engineers, _engineer_places),
        *(
            LotMove(
                f"contracts-{reserved}", "SETUP-D1", _stack_of(reserved), _contracts,
                lambda s: s.numbers.contracts_shown[s.book.at],
            )
            for reserved in (1, 2, 3)
        ),
    )
}  # fmt: skip


def lots_of(variant: str, count: int) -> tuple[str, ...]:
    """Return what is drawn, in this order.

    SETUP-X1: the fixed set-up still draws what has no fixed values.
    """
    always = ("arrivals", "engineers", "contracts-1", "contracts-2", "contracts-3")
    if variant == FIXED:
        return ("order", *always)
    spread = ("shipping", "stack", "steps")
    if variant == NORMAL:
        named = ("named",) if count > 2 else ()  # SETUP-A4c
        return ("order", "card", "hubs", *named, "tiles", *spread, "growth", *always)
    regions = ("region-A", "region-B", "region-C", "region-D")
    # SETUP-V4: everything else as in the normal set-up, without the three named tiles.
    return ("order", "regions", *regions, "rest", *spread, "crowns", "growth", *always)


def fixed(s: Steam) -> Steam:
    """SETUP-A4e, SETUP-A4f, SETUP-I5, SETUP-R1: what the fixed set-up prescribes."""
    plan, by_number = s.book.parts.fixed, s.book.by_number
    tiles = {by_number[int(number)]: number for number in s.book.tiles}
    hubs = {by_number[face.fixed[s.book.at]]: hub for hub, face in s.book.parts.hubs.items()}
    s = laid(_crown(_put(s, tiles | hubs), plan.crowns[s.book.at]))
    columns = {hub: value // s.numbers.step for hub, value in plan.influence.items()}
    return s.replace(shipping=plan.shipping, growth=dict(plan.growth), hubs=columns)


class LotsActivity(Activity[Steam]):
    order_rule = "GEN-8"
    asks = msg("Lots are drawn for the set-up.")

    def seats(self, s: Steam) -> tuple[int, ...]:
        return (CHANCE,)

    def moves(self, s: Steam) -> tuple[Move[Steam, Action], ...]:
        return (LOTS[s.top(Lots).left[0]],)

    def advance(self, s: Steam) -> Steam | None:
        if s.top(Lots).left:
            return None
        return (fixed(s) if s.book.variant == FIXED else s).pop()
