"""The own way to Trieste as its page shows it: made of the seat's plan, for its eyes alone."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from stellwerk.engine.pages import PageContext
from stellwerk.engine.refusal import Refusal
from stellwerk.engine.text import Message, message, msg
from stellwerk.games.gimperial_steam.data.components import BRIDGE, PLAIN, SORTS, TRIESTE, TUNNEL, Goods
from stellwerk.games.gimperial_steam.plan.needs import Needs
from stellwerk.games.gimperial_steam.plan.plan import OVER, Plan, Way, toggled
from stellwerk.games.gimperial_steam.plan.schedule import ORDER, Do, Round
from stellwerk.games.gimperial_steam.plan.supply import Engineer, Supply
from stellwerk.games.gimperial_steam.plan.walk import Leg
from stellwerk.games.gimperial_steam.rules.turn import (
    BUILD,
    CHARITY,
    GOODS,
    HIRE,
    LOCOMOTIVE,
    PRODUCTION,
    TRACK,
)
from stellwerk.games.gimperial_steam.show.rows import ScoreRow, Sorts, SteamView
from stellwerk.games.gimperial_steam.show.view import score_row

KINDS = {PLAIN: msg("plain"), BRIDGE: msg("a bridge"), TUNNEL: msg("a tunnel")}
STEP = 10
"""What a step of influence is on the track."""


class Tab(Struct, frozen=True, kw_only=True):
    """A way that can be looked at."""

    name: Message
    note: Message
    href: str
    current: bool


class LegRow(Struct, frozen=True, kw_only=True):
    number: int
    start: str
    end: str
    kind: str
    kind_name: Message
    effort: int
    extra: Sorts
    facts: Sequence[Message]


class HandRow(Struct, frozen=True):
    title: Message
    goods: Sorts
    legs: Sequence[LegRow]


class Need(Struct, frozen=True, kw_only=True):
    """Something that the way takes, how much of it there is, and how to get the rest."""

    name: Message
    total: int
    have: int
    missing: int
    how: Sequence[Message] = ()
    sort: str = ""
    money: bool = False


class Doing(Struct, frozen=True):
    """What a hand does, with the goods that it brings."""

    text: Message
    goods: Sorts = {}


class RoundRow(Struct, frozen=True):
    number: int
    doing: Sequence[Doing]
    now: bool
    goal: bool


class Broken(Struct, frozen=True):
    why: Refusal
    by: Message | None


class CityChoice(Struct, frozen=True):
    """A city to lead the own way over."""

    name: str
    choice: str


class PlanPage(Struct, frozen=True, kw_only=True):
    tabs: Sequence[Tab]
    arrival: int
    hands: Sequence[HandRow]
    stations: Sequence[Message]
    needs: Sequence[Need]
    rounds: Sequence[RoundRow]
    broken: Sequence[Broken]
    picked: Sequence[tuple[str, str]]
    """Cities of an own way, each with the address of the way without it."""
    cities: Sequence[CityChoice]
    now: Mapping[str, ScoreRow]
    then: Mapping[str, ScoreRow]
    void: bool
    """Whether contracts count for nothing as yet (END-5)."""
    links: tuple[str, ...]
    """Of the way, for the map."""
    tiles: frozenset[str]
    """Main actions that the way needs."""


def plan_page(scene: PageContext, view: SteamView, plan: Plan) -> PlanPage:
    way = plan.way
    names = list(view.players)
    return PlanPage(
        tabs=tabs(scene, view, plan),
        arrival=way.needs.arrival if way else 0,
        hands=hand_rows(view, way) if way else (),
        stations=stations(view, way) if way else (),
        needs=need_rows(way.needs) if way else (),
        rounds=[round_row(view, one, way) for one in way.needs.rounds] if way else (),
        broken=broken(way) if way else (),
        picked=[(view.cities[city].name, scene.planned(toggled(plan.picked, city))) for city in plan.picked],
        cities=sorted(
            (
                CityChoice(row.name, toggled(plan.picked, city))
                for city, row in view.cities.items()
                if may_be_picked(scene, view, plan, city)
            ),
            key=lambda one: one.name,
        ),
        now={names[seat]: score_row(names, score) for seat, score in plan.now.items()},
        then={names[seat]: score_row(names, score) for seat, score in plan.then.items()},
        void=not any(TRIESTE in player.network for player in view.players.values()),
        links=way.walk.links if way else (),
        tiles=way.needs.tiles if way else frozenset(),
    )


def own_cities(scene: PageContext, view: SteamView) -> Sequence[str]:
    mine = [player.network for player in view.players.values() if player.seat == scene.seat]
    return mine[0] if mine else ()


def may_be_picked(scene: PageContext, view: SteamView, plan: Plan, city: str) -> bool:
    """Where a way could lead over that does not yet."""
    return city != TRIESTE and city not in plan.picked and city not in own_cities(scene, view)


def picking(scene: PageContext, view: SteamView, plan: Plan, place: str) -> str:
    """The address of the plan after a city or a link was tapped."""
    ends = view.links[place].ends if place in view.links else (place,)
    picked: Sequence[str] = plan.picked
    choice = ".".join((OVER, *picked)) if picked else ""
    for city in ends:
        if may_be_picked(scene, view, plan, city) or (len(ends) == 1 and city in picked):
            choice = toggled(picked, city)
            picked = choice.split(".")[1:]
    return scene.planned(choice)


def tabs(scene: PageContext, view: SteamView, plan: Plan) -> list[Tab]:
    found = []
    for one in plan.ways:
        needs, tracks = one.needs, sum(1 for leg in one.walk.legs if not leg.crown)
        note = message(
            msg("{tracks:# track|# tracks}, {hands:# hand|# hands}"), tracks=tracks, hands=needs.hands
        )
        found.append(
            Tab(
                name=message(msg("over {city}"), city=view.cities[one.name].name),
                note=note,
                href=scene.planned(one.choice),
                current=plan.way == one,
            )
        )
    return found


# -- the way -------------------------------------------------------------------------------------


def sorts(goods: Goods) -> dict[str, int]:
    return {sort: number for sort, number in zip(SORTS, goods, strict=True) if number}


def hand_rows(view: SteamView, way: Way) -> list[HandRow]:
    found, number, hands = [], 0, 0
    for at, hand in enumerate(way.walk.hands):
        legs = []
        for leg in hand.legs:
            number += 1
            legs.append(leg_row(view, number, leg))
        if not hand.tracks:
            title = message(msg("Free action: access alone"))
        elif at == 0 and way.walk.running:
            title = message(msg("The hand that is down"))
        else:
            hands += 1
            title = message(msg("Hand {number} on track"), number=hands)
        found.append(HandRow(title, sorts(hand.goods), legs))
    return found


def leg_row(view: SteamView, number: int, leg: Leg) -> LegRow:
    facts = []
    if leg.crown:
        facts.append(message(msg("access ¤{price}"), price=leg.price))
    elif leg.price:
        facts.append(message(msg("fees ¤{fee}"), fee=leg.price))
    if leg.paid and leg.price:
        facts.append(message(msg("to {players}"), players=", ".join(leg.paid)))
    if leg.influence:
        facts.append(message(msg("influence +{steps:# step|# steps}"), steps=leg.influence))
    if leg.marker:
        facts.append(message(msg("business marker {number}"), number=leg.marker))
    if leg.semmering:
        facts.append(message(msg("the Semmering tile")))
    if leg.trieste:
        facts.append(message(msg("¤{amount} for Trieste"), amount=leg.trieste))
    return LegRow(
        number=number,
        start=view.cities[leg.start].name,
        end=view.cities[leg.end].name,
        kind="crown" if leg.crown else leg.kind,
        kind_name=message(msg("state railway") if leg.crown else KINDS[leg.kind]),
        effort=leg.effort,
        extra=sorts(leg.extra),
        facts=facts,
    )


def stations(view: SteamView, way: Way) -> list[Message]:
    template = msg("First a station in {city} for ¤{cost}: the way uses a third link there.")
    return [message(template, city=view.cities[one.city].name, cost=one.cost) for one in way.walk.stations]


def broken(way: Way) -> list[Broken]:
    return [
        Broken(
            Refusal(one.rule, one.fault.message, one.fault.figures),
            message(msg("by {players}"), players=", ".join(one.players)) if one.players else None,
        )
        for one in way.needs.breaks
    ]


# -- what it takes -------------------------------------------------------------------------------


def need_rows(needs: Needs) -> list[Need]:
    found = [effort(needs)]
    found += [engineer(kind, wanted) for kind, wanted in needs.engineers]
    found += [goods(one) for one in needs.supplies if one.needed]
    if needs.places > needs.room:
        buying = needs.locomotive
        template = msg("IS-{level} for ¤{price}")
        how = [message(template, level=buying.level, price=buying.cost)] if buying else []
        found.append(
            Need(
                name=message(msg("Places for goods")),
                total=needs.places,
                have=needs.room,
                missing=needs.places - needs.room,
                how=how,
            )
        )
    if needs.influence:
        lack = max(needs.influence - needs.column, 0) * STEP
        why = message(msg("for second hands and hubs out of reach"))
        found.append(
            Need(
                name=message(msg("Influence")),
                total=needs.influence * STEP,
                have=needs.column * STEP,
                missing=lack,
                how=[why, message(msg("charity: ¤{cost}"), cost=lack)] if lack else [why],
            )
        )
    found.append(
        Need(
            name=message(msg("Hands")),
            total=needs.hands,
            have=needs.left,
            missing=max(needs.hands - needs.left, 0),
        )
    )
    found.append(money(needs))
    return found


def effort(needs: Needs) -> Need:
    how = []
    last = needs.rounds[-1] if needs.rounds else None
    if needs.hiring:
        how.append(
            message(
                msg("hire {number:# worker|# workers} at the {hub} hub for ¤{cost}"),
                number=needs.hiring.number,
                hub=needs.hiring.hub,
                cost=needs.hiring.cost,
            )
        )
    if last and (needs.hiring or needs.able < needs.effort):
        learnt = msg("they learn: {able} in round {round}")
        how.append(message(learnt, able=last.able, round=last.number))
    short = needs.effort > needs.able and (needs.hiring is not None or last is None)
    return Need(
        name=message(msg("Workers’ effort")),
        total=needs.effort,
        have=needs.able,
        missing=needs.effort - needs.able if short else 0,
        how=how,
    )


def engineer(kind: str, wanted: Engineer | None) -> Need:
    name = message(msg("Bridge engineer") if kind == BRIDGE else msg("Tunnel engineer"))
    if wanted is None:
        return Need(name=name, total=1, have=1, missing=0)
    how = [message(msg("{hub} hub, ¤{cost}"), hub=wanted.hub, cost=wanted.cost)]
    if wanted.steps:
        how.append(message(msg("influence lacks {steps:# step|# steps}"), steps=wanted.steps))
    return Need(name=name, total=1, have=0, missing=1, how=how)


def goods(one: Supply) -> Need:
    how = []
    if one.coming:
        how.append(message(msg("on the dock: {number}"), number=one.coming))
    if one.sites:
        how.append(message(msg("from your own sites: {number}"), number=one.sites))
    if one.prices:
        template = msg("from the market: ¤{sum}")
        if len(one.prices) > 1:
            template = msg("from the market: {prices} = ¤{sum}")
        prices = " + ".join(str(price) for price in one.prices)
        how.append(message(template, prices=prices, sum=sum(one.prices)))
    if one.gone and one.arrives:
        template = msg("on the market only in round {round}: {number}")
        how.append(message(template, round=one.arrives, number=one.gone))
    elif one.gone:
        how.append(message(msg("only from a factory of your own: {number}"), number=one.gone))
    return Need(
        name=message("{good}", good=one.sort),
        total=one.needed,
        have=one.have,
        missing=one.missing,
        how=how,
        sort=one.sort,
    )


def money(needs: Needs) -> Need:
    purse = needs.money
    how = []
    if purse.missing:
        if purse.share:
            how.append(message(msg("a share: ¤{price}"), price=purse.share))
        if purse.delivery:
            how.append(message(msg("the best delivery: ¤{price}"), price=purse.delivery))
        if purse.income:
            how.append(message(msg("income of the next round: ¤{income}"), income=purse.income))
    return Need(
        name=message(msg("Money")),
        total=purse.needed,
        have=purse.have,
        missing=purse.missing,
        how=how,
        money=True,
    )


# -- when ----------------------------------------------------------------------------------------

DOING = {
    HIRE: msg("hire staff"),
    CHARITY: msg("show charity"),
    LOCOMOTIVE: msg("buy a locomotive"),
    BUILD: msg("build a station"),
    ORDER: msg("order:"),
    GOODS: msg("buy:"),
    PRODUCTION: msg("produce:"),
}


def round_row(view: SteamView, one: Round, way: Way) -> RoundRow:
    goal = one.number == way.needs.arrival
    doing = [told(do) for do in one.doing if do.tile != TRACK]
    tracks = sum(1 for do in one.doing if do.tile == TRACK)
    if tracks:
        doing.append(Doing(message(msg("build track: {hands:# hand|# hands}"), hands=tracks)))
    used = len(one.doing) - (way.walk.running and one.number == view.round_number)
    if one.hands > used:
        doing.append(Doing(message(msg("free hands: {number}"), number=one.hands - used)))
    if goal:
        doing.append(Doing(message(msg("Trieste: the game ends"))))
    return RoundRow(one.number, doing, one.number == view.round_number, goal)


def told(do: Do) -> Doing:
    return Doing(message(DOING[do.tile]), {sort: do.sorts.count(sort) for sort in SORTS if sort in do.sorts})
