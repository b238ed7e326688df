"""What each main action could bring now, and where it can do nothing, what lacks least for it."""

from collections.abc import Iterable, Iterator

from stellwerk.engine import title
from stellwerk.engine.refusal import Refusal
from stellwerk.engine.rule import Fault, refuse
from stellwerk.engine.text import Message, message, msg
from stellwerk.games.gimperial_steam.data.components import BRIDGE, SORTS
from stellwerk.games.gimperial_steam.rules.build import BUILD_FACTORY, BUILD_STATION, factory_cost
from stellwerk.games.gimperial_steam.rules.contracts import TAKE_CONTRACT
from stellwerk.games.gimperial_steam.rules.deliver import Deliver, city_is_joined, has_coal, is_asked_for
from stellwerk.games.gimperial_steam.rules.goods import BUY_GOOD, ORDER_GOOD, market_price
from stellwerk.games.gimperial_steam.rules.hire import HIRE_ENGINEER, HIRE_WORKER, wage
from stellwerk.games.gimperial_steam.rules.influence import column
from stellwerk.games.gimperial_steam.rules.locomotives import BUY_LOCOMOTIVE, UPGRADE_LOCOMOTIVE, price
from stellwerk.games.gimperial_steam.rules.shares import MOVE_PRICE, most_steps
from stellwerk.games.gimperial_steam.rules.state import Steam
from stellwerk.games.gimperial_steam.rules.track import LAY_TRACK
from stellwerk.games.gimperial_steam.rules.turn import (
    BUILD,
    CHARITY,
    CONTRACT,
    DONATIONS,
    GOODS,
    HIRE,
    ITEMS,
    LOCOMOTIVE,
    PASS,
    PRICE,
    PRODUCTION,
    TRACK,
)


def nearest(s: Steam, seat: int, tile: str) -> Refusal | None:
    """Of all that a main action could do, what passes most of its rules, and the rule that it fails.

    Where there is nothing at all that it could be tried on, what is not there.
    """
    best: tuple[float, Refusal] | None = None
    for move in ITEMS[tile]:
        for candidate in move.candidates(s, seat):
            for passed, rule in enumerate(move.rules):
                fault = rule.check(s, candidate)
                if fault is not None:
                    share = passed / len(move.rules)
                    if best is None or share > best[0]:
                        best = share, refused(s, rule.id, fault)
                    break
    return nothing_there(s, tile) if best is None else best[1]


def nothing_there(s: Steam, tile: str) -> Refusal | None:
    """Why there is nothing that it could be tried on."""
    if tile == CONTRACT:
        return refused(s, "A7-1", refuse("No contract is on offer."))
    if tile == LOCOMOTIVE:
        tiles = s.book.parts.locomotives
        later = [tiles[level].round for level, left in s.locomotives.items() if left]
        if later:
            why = refuse("The next locomotive is sold from round {round} on.", round=min(later))
            return refused(s, "A6-1", why)
        return refused(s, "A6-10", refuse("All locomotives are sold."))
    return None


def refused(s: Steam, rule: str, fault: Fault) -> Refusal:
    return Refusal(title(s.setup.game).cite(rule), fault.message, fault.figures)


def no_delivery(s: Steam, seat: int) -> Refusal:
    """Why no delivery can even be tried (F2)."""
    sites = [site for site, plant in s.plants.items() if plant.seat == seat and plant.goods]
    if not sites:
        return refused(s, "F2-1", refuse("None of your factories has goods to deliver."))
    coal = has_coal(s, Deliver(seat, sites[0], ""))
    if coal is not None:
        return refused(s, "F2-1", coal)
    asking = [
        Deliver(seat, site, city)
        for site in sites
        for city, face in s.layout.faces.items()
        if face.demands and is_asked_for(s, Deliver(seat, site, city)) is None
    ]
    away = next((a for a in asking if city_is_joined(s, a) is not None), None)
    if away is None:
        return refused(s, "F2-2", refuse("No city asks for the goods of your factories any more."))
    sort = s.plants[away.site].sort
    names = sorted({s.city(a.city) for a in asking if s.plants[a.site].sort == sort})
    why = refuse(
        "{good} is asked for only outside your network: {cities}.", good=sort, cities=", ".join(names)
    )
    return refused(s, "F2-1", why)


def brings(s: Steam, seat: int, tile: str) -> list[Message]:
    """What a main action could bring now, with its price: the best or cheapest of each kind."""
    return list(CARDS[tile](s, seat))


def track(s: Steam, seat: int) -> Iterator[Message]:
    links = {a.link for a in LAY_TRACK.legal(s, seat)}
    own = s.players[seat].cities
    new = {city for link in links for city in s.book.ends[link] if city not in own}
    yield message(msg("{links:# link is|# links are} open"), links=len(links))
    if new:
        yield message(msg("could join {cities}"), cities=few(s.city(city) for city in new))


def few(names: Iterable[str]) -> str:
    """The first three of them."""
    ordered = sorted(names)
    return ", ".join(ordered[:3]) + (" …" if len(ordered) > 3 else "")


def hire(s: Steam, seat: int) -> Iterator[Message]:
    wages = [wage(s, a.column) for a in HIRE_WORKER.legal(s, seat)]
    kinds = {a.kind for a in HIRE_ENGINEER.legal(s, seat)}
    if wages:
        yield message(msg("workers from ¤{wage}"), wage=min(wages))
    for kind in sorted(kinds):
        template = msg("bridge engineer ¤{price}") if kind == BRIDGE else msg("tunnel engineer ¤{price}")
        yield message(template, price=s.numbers.engineer)
    if not wages and not kinds:
        yield nothing()


def nothing() -> Message:
    """P7-5: it may be chosen all the same."""
    return message(msg("brings nothing now"))


def build(s: Steam, seat: int) -> Iterator[Message]:
    stations = [s.face(a.city).station_cost for a in BUILD_STATION.legal(s, seat)]
    factories = [factory_cost(s, a.site, a.sort) for a in BUILD_FACTORY.legal(s, seat)]
    if stations:
        yield message(
            msg("station from ¤{cost}: income +¤{income}"), cost=min(stations), income=s.numbers.income
        )
    if factories:
        yield message(msg("factory from ¤{cost}"), cost=min(factories))


def produce(s: Steam, seat: int) -> Iterator[Message]:
    cubes = [plant.sort for plant in s.plants.values() if plant.seat == seat and plant.goods]
    for sort in SORTS:
        if sort in cubes:
            yield message(msg("{number} {good}"), number=cubes.count(sort), good=sort)
    if not cubes:
        yield message(msg("brings nothing now: none of your factories has goods"))


def trade(s: Steam, seat: int) -> Iterator[Message]:
    prices = [price for a in BUY_GOOD.legal(s, seat) if (price := market_price(s, a.good)) is not None]
    if prices:
        yield message(msg("one good now, from ¤{price}"), price=min(prices))
    if ORDER_GOOD.legal(s, seat):
        left = s.shipping[s.round - 1] - sum(s.players[seat].dock)
        yield message(msg("or order up to {number} for the next round"), number=left)


def locomotive(s: Steam, seat: int) -> Iterator[Message]:
    levels = [a.level for a in BUY_LOCOMOTIVE.legal(s, seat)]
    if levels:
        best = max(levels)
        yield message(msg("IS-{level} for ¤{price}"), level=best, price=price(s, best))
    upgrades = [(a.level, price(s, a.level) - price(s, a.old)) for a in UPGRADE_LOCOMOTIVE.legal(s, seat)]
    if upgrades:
        level, cost = max(upgrades, key=lambda one: (one[0], -one[1]))
        yield message(msg("upgrade to an IS-{level} for ¤{price}"), level=level, price=cost)


def contract(s: Steam, seat: int) -> Iterator[Message]:
    values = [s.book.parts.contracts[a.contract].value for a in TAKE_CONTRACT.legal(s, seat)]
    if values:
        yield message(msg("worth up to ¤{value} once filled"), value=max(values))


def charity(s: Steam, seat: int) -> Iterator[Message]:
    step, owned, most = s.numbers.step, column(s, seat), most_steps(s, seat)
    if most:
        template = msg("influence {old} → {new} at most, ¤{step} a step")
        yield message(template, old=owned * step, new=(owned + most) * step, step=step)
    else:
        yield nothing()


def share_price(s: Steam, seat: int) -> Iterator[Message]:
    now = s.book.prices[s.players[seat].price]
    higher = [a.price for a in MOVE_PRICE.legal(s, seat) if a.price > now]
    if higher:
        yield message(msg("share price {old} → {new}"), old=now, new=higher[0])
    else:
        yield message(msg("share price {old}, only downwards"), old=now)


def donations(s: Steam, seat: int) -> Iterator[Message]:
    yield message(msg("¤{amount} from the bank"), amount=s.numbers.donation)


def passing(s: Steam, seat: int) -> Iterator[Message]:
    yield message(msg("nothing but free actions"))


CARDS = {
    TRACK: track,
    HIRE: hire,
    BUILD: build,
    PRODUCTION: produce,
    GOODS: trade,
    LOCOMOTIVE: locomotive,
    CONTRACT: contract,
    CHARITY: charity,
    PRICE: share_price,
    DONATIONS: donations,
    PASS: passing,
}
