"""The small choices of a turn, grouped for a page: what is open, what it takes and gives, and why not."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import structs

from stellwerk.engine.action import Action
from stellwerk.engine.refusal import Refusal
from stellwerk.engine.shown import Button, NumberField, Panel, Row, by_openness
from stellwerk.engine.shown import button as shown_button
from stellwerk.engine.text import Said, msg, said
from stellwerk.games.gimperial_steam.data.components import BRIDGE, PLAIN, SORTS, TRIESTE, TUNNEL, Goods
from stellwerk.games.gimperial_steam.rules import access, locomotives
from stellwerk.games.gimperial_steam.rules.access import BuyAccess
from stellwerk.games.gimperial_steam.rules.build import (
    TRAINING,
    BuildFactory,
    BuildStation,
    StaffFactory,
    factory_cost,
)
from stellwerk.games.gimperial_steam.rules.contracts import PlaceFactory, TakeContract, TakeOffFactory
from stellwerk.games.gimperial_steam.rules.deliver import Deliver, payment
from stellwerk.games.gimperial_steam.rules.goods import (
    BuyGood,
    Discard,
    OrderGood,
    Produce,
    market_price,
    surplus,
)
from stellwerk.games.gimperial_steam.rules.hire import HireEngineer, HireWorker, hub_of, wage
from stellwerk.games.gimperial_steam.rules.joining import INFLUENCE, PRICE, UsePoint
from stellwerk.games.gimperial_steam.rules.locomotives import BuyLocomotive, UpgradeLocomotive
from stellwerk.games.gimperial_steam.rules.opening import Bid, highest
from stellwerk.games.gimperial_steam.rules.shares import MovePrice, SellShare, ShowCharity, most_steps
from stellwerk.games.gimperial_steam.rules.state import Points, Steam
from stellwerk.games.gimperial_steam.rules.track import (
    AssignWorker,
    LayTrack,
    effort,
    experience,
    fee,
    goods_for,
    link_name,
)
from stellwerk.games.gimperial_steam.rules.turn import (
    NEED_AN_ITEM,
    TILES,
    ChooseAction,
    EndTurn,
    TakeHandBack,
    possible,
    repeat_cost,
)

Choice = tuple[Any, Any, Refusal | None]
DIGITS = "1234567890"


class Line(Row, frozen=True, kw_only=True):
    """A row of the page of Imperial Steam."""

    head: Said
    goods: Mapping[str, int] = {}
    """What it takes or gives."""
    icon: str = ""
    hub: str = ""
    tile: str = ""
    """The tile of a main action."""


def panels(s: Steam, seat: int, choices: Iterable[Choice]) -> list[Panel]:
    """Every choice is in exactly one row of one panel; what must be decided now stands first."""
    by_kind: dict[type[Action], list[Choice]] = {}
    for choice in choices:
        by_kind.setdefault(type(choice[1]), []).append(choice)

    def of(*kinds: type[Action]) -> list[Choice]:
        return [choice for kind in kinds for choice in by_kind.get(kind, ())]

    made = [
        bidding(s, seat, of(Bid)),
        small(s, seat, of(AssignWorker), "workers", msg("Assign workers"), assigning),
        small(s, seat, of(StaffFactory), "staff", msg("A worker for the factory"), staffing),
        small(s, seat, of(UsePoint), "points", msg("Points of the business marker"), spending),
        small(s, seat, of(Discard), "surplus", msg("Too many goods"), giving_back),
        choosing(s, seat, of(ChooseAction)),
        track(s, of(LayTrack)),
        hiring(s, of(HireWorker, HireEngineer)),
        stations(s, of(BuildStation)),
        factories(s, of(BuildFactory)),
        producing(s, of(Produce)),
        trading(s, of(BuyGood, OrderGood)),
        locomotive(s, of(BuyLocomotive, UpgradeLocomotive)),
        contract(s, of(TakeContract)),
        charity(s, seat, of(ShowCharity)),
        share_price(s, seat, of(MovePrice)),
        free(s, of(Deliver, SellShare, BuyAccess), of(PlaceFactory, TakeOffFactory)),
        ending(of(TakeHandBack), of(EndTurn)),
    ]
    return [panel for panel in made if panel is not None and panel.is_shown]


def button(choice: Choice, template: str, **figures: object) -> Button:
    _, action, why = choice
    return shown_button(action, why, template, **figures)


def line(
    head: Said,
    text: Iterable[Said | None] = (),
    *buttons: Button,
    goods: Mapping[str, int] | None = None,
    icon: str = "",
    hub: str = "",
    place: str = "",
) -> Line:
    there = [told for told in text if told]
    return Line(head=head, text=there, buttons=buttons, goods=goods or {}, icon=icon, hub=hub, place=place)


def panel(name: str, title: str, rows: Iterable[Line], note: Said | None = None, stop: bool = False) -> Panel:
    return Panel(id=name, title=said(title), note=note, rows=by_openness(rows), stop=stop)


def cubes(goods: Goods) -> dict[str, int]:
    return {sort: number for sort, number in zip(SORTS, goods, strict=True) if number}


# -- before round 1 ----------------------------------------------------------------------------


def bidding(s: Steam, seat: int, choices: list[Choice]) -> Panel | None:
    """One field instead of a button for every amount."""
    if not choices:
        return None
    step = s.numbers.step
    number = NumberField(
        action=Bid(seat, 0),
        field="amount",
        low=0,
        high=highest(s, seat),
        step=step,
        value=0,
        label=said(msg("Your bid")),
        button=said(msg("Commit the bid")),
    )
    text = [
        said(msg("¤{step} for every step of influence"), step=step),
        said(msg("nobody sees it before all bids are in")),
        said(msg("a bid is final")),
    ]
    buttons = [button(choice, "{amount}", amount=choice[1].amount) for choice in choices]
    row = structs.replace(line(said(msg("How much for influence?")), text, *buttons), number=number)
    return panel("bid", msg("Sealed bid"), [row], said(msg("you have ¤{cash}"), cash=s.players[seat].cash))


# -- one small decision ------------------------------------------------------------------------

Words = tuple[Said, Said | None, Callable[[Any], Said]]
"""What is asked, a note, and the words of each button."""


def small(
    s: Steam,
    seat: int,
    choices: list[Choice],
    name: str,
    title: str,
    words: Callable[[Steam, int], Words],
) -> Panel | None:
    """A single row of buttons, with the digits as keys."""
    if not choices:
        return None
    head, note, label = words(s, seat)
    buttons = [
        Button(action, why, label(action), key=key)
        for key, (_, action, why) in zip(DIGITS, choices, strict=False)
    ]
    return panel(name, title, [line(head, (), *buttons)], note, stop=name == "surplus")


def assigning(s: Steam, seat: int) -> Words:
    turn, player = s.now, s.players[seat]
    head = said(msg("Effort still {missing}: who goes?"), missing=turn.effort - turn.assigned)
    note = said(msg("in training: experience {able}"), able=experience(player))
    template = msg("Worker of field {field} ({there} there)")
    return head, note, lambda a: said(template, field=a.field, there=player.training[a.field - 1])


def staffing(s: Steam, seat: int) -> Words:
    template = {
        True: msg("In training, field {field}: {goods} goods"),
        False: msg("At work, field {field}: {goods} goods"),
    }
    head = said(msg("He stays there for ever, with one good more than his field's number."))
    return head, None, lambda a: said(template[a.area == TRAINING], field=a.field, goods=a.field + 1)


def spending(s: Steam, seat: int) -> Words:
    frame = s.top(Points)
    row = s.players[seat].price + 1
    head = said(msg("Points left: {left}. On what?"), left=frame.left)

    def label(a: UsePoint) -> Said:
        if a.on == INFLUENCE:
            return said(msg("Influence +1"))
        if a.on == PRICE and row < len(s.book.prices):
            return said(msg("Share price → {price}"), price=s.book.prices[row])
        return said(msg("Share price") if a.on == PRICE else msg("Passenger wagon"))

    return head, None, label


def giving_back(s: Steam, seat: int) -> Words:
    head = said(msg("{surplus} too many for your trains and storage: what goes?"),
                surplus=surplus(s.players[seat]))  # fmt: skip
    return head, None, lambda a: said("{good}", good=a.good)


# -- the main action ---------------------------------------------------------------------------


def choosing(s: Steam, seat: int, choices: list[Choice]) -> Panel | None:
    """SETUP-D2: the eleven tiles in their order."""
    if not choices:
        return None
    keys = dict(zip(TILES, (*DIGITS, "P"), strict=True))
    rows = []
    for choice in choices:
        tile = choice[1].tile
        cost = repeat_cost(s, seat, tile)
        text = (
            said(msg("again for {steps} influence"), steps=cost) if cost else said(msg("costs no influence"))
        )
        first = choice[2] is None and tile in NEED_AN_ITEM and not possible(s, seat, tile)
        waits = said(msg("only after a free action")) if first else None
        made = structs.replace(button(choice, TILES[tile]), key=keys[tile])
        rows.append(structs.replace(line(said(TILES[tile]), [text, waits], made), tile=tile))
    note = said(msg("hands left: {hands}"), hands=s.players[seat].hands)
    return Panel(id="actions", title=said(msg("Main actions")), note=note, rows=rows)


BUILDS = {PLAIN: msg("Lay track"), BRIDGE: msg("Build the bridge"), TUNNEL: msg("Dig the tunnel")}


def joining(s: Steam, seat: int, link: str) -> list[Said | None]:
    """What the cities give that a track would join (A1-13, A1-14, A1-19)."""
    found: list[Said | None] = []
    cities = s.players[seat].cities
    for city in s.book.ends[link]:
        if city not in cities:
            steps, stack = s.face(city).influence, s.markers.get(city, ())
            found.append(said(msg("influence +{steps}"), steps=steps) if steps else None)
            found.append(said(msg("business marker {number}"), number=stack[-1]) if stack else None)
            if city == TRIESTE:
                amount = s.numbers.trieste * (len(s.players[seat].tracks) + 1)
                found.append(said(msg("¤{amount} for Trieste"), amount=amount))
    if s.book.parts.links[link].semmering and s.semmering < 0:
        found.append(said(msg("the Semmering tile")))
    return found


def track(s: Steam, choices: list[Choice]) -> Panel:
    rows = []
    for choice in choices:
        a: LayTrack = choice[1]
        kind, due = s.book.parts.links[a.link].type, fee(s, a.seat, a.link)
        text = [
            said(msg("effort {effort}"), effort=effort(s, a.seat, a.link)),
            said(msg("fees ¤{fee}"), fee=due) if due else None,
            *joining(s, a.seat, a.link),
        ]
        head = said("{link}", link=link_name(s, a.link))
        takes = cubes(goods_for(s, a.link))
        rows.append(line(head, text, button(choice, BUILDS[kind]), goods=takes, icon=kind, place=a.link))
    done = s.turn.done if s.turn else 0
    note = said(msg("track {number} of {most}"), number=done + 1, most=s.numbers.tracks)
    return panel("track", TILES["track"], rows, note if done < s.numbers.tracks else None)


def hiring(s: Steam, choices: list[Choice]) -> Panel:
    rows: dict[str, Line] = {}
    for choice in choices:
        a = choice[1]
        if isinstance(a, HireWorker):
            hub, _, number = a.column.partition("-")
            head = said(msg("{hub} hub, wage column {number}"), hub=hub_of(a.column), number=number)
            made = button(choice, msg("Worker ¤{wage}"), wage=wage(s, a.column))
            rows[a.column] = line(head, (), made, hub=hub)
        elif a.kind in s.engineers.get(a.hub, ()):
            template = (
                msg("Bridge engineer ¤{price}") if a.kind == BRIDGE else msg("Tunnel engineer ¤{price}")
            )
            made = button(choice, template, price=s.numbers.engineer)
            key = f"engineers of {a.hub}"
            head = said(msg("{hub} hub, engineers"), hub=a.hub)
            rows[key] = rows.get(key, line(head, hub=a.hub)).plus(made)
    return panel("hire", TILES["hire"], rows.values(), said(msg("workers of one column, and engineers")))


def stations(s: Steam, choices: list[Choice]) -> Panel:
    rows = []
    for choice in choices:
        city = choice[1].city
        text = said(msg("income +¤{income}, one storage place, more than two links"), income=s.numbers.income)
        made = button(choice, msg("Station ¤{cost}"), cost=s.face(city).station_cost)
        rows.append(line(said("{city}", city=s.city(city)), [text], made, place=city))
    return panel("station", msg("Build a station"), rows, said(msg("one building in this action")))


def factories(s: Steam, choices: list[Choice]) -> Panel:
    rows: dict[str, Line] = {}
    for choice in choices:
        a: BuildFactory = choice[1]
        if a.site not in s.layout.sites:
            continue
        city = s.layout.sites[a.site].city
        head = said(msg("{city}, site {site}"), city=s.city(city), site=a.site)
        cost = factory_cost(s, a.site, a.sort)
        made = button(choice, msg("{good} ¤{cost}"), good=a.sort, cost=cost)
        rows[a.site] = rows.get(a.site, line(head, place=city)).plus(made)
    return panel("factory", msg("Build a factory"), rows.values(), said(msg("one building in this action")))


def producing(s: Steam, choices: list[Choice]) -> Panel:
    rows = []
    for choice in choices:
        site = choice[1].site
        plant, city = s.plants[site], s.layout.sites[site].city
        text = said(msg("{left} left there"), left=plant.goods)
        made = button(choice, msg("Produce {good}"), good=plant.sort)
        head = said(msg("{city}, site {site}"), city=s.city(city), site=site)
        rows.append(line(head, [text], made, goods={plant.sort: 1}, place=city))
    return panel("produce", TILES["produce"], rows, said(msg("one good of every site")))


def trading(s: Steam, choices: list[Choice]) -> Panel:
    rows: dict[str, Line] = {}
    for choice in choices:
        a = choice[1]
        price = market_price(s, a.good)
        if price is None:
            template = msg("Buy") if isinstance(a, BuyGood) else msg("Order")
        else:
            template = msg("Buy ¤{price}") if isinstance(a, BuyGood) else msg("Order ¤{price}")
        head = said("{good}", good=a.good)
        found = rows.get(a.good, line(head, goods={a.good: 1}))
        rows[a.good] = found.plus(button(choice, template, price=price))
    return panel(
        "goods", TILES["goods"], rows.values(), said(msg("buy one now, or order for the next round"))
    )


def locomotive(s: Steam, choices: list[Choice]) -> Panel:
    rows: dict[int, Line] = {}
    for choice in choices:
        a = choice[1]
        tile = s.book.parts.locomotives[str(a.level)]
        text = [
            said(msg("{wagons} wagons"), wagons=a.level),
            said(msg("influence +{steps}"), steps=tile.influence) if tile.influence else None,
        ]
        if isinstance(a, BuyLocomotive):
            made = button(choice, msg("Buy ¤{price}"), price=tile.price)
        else:
            cost = tile.price - locomotives.price(s, a.old)
            made = button(choice, msg("for an IS-{old} ¤{price}"), old=a.old, price=cost)
        rows[a.level] = rows.get(a.level, line(said("IS-{level}", level=a.level), text)).plus(made)
    return panel("locomotive", TILES["locomotive"], rows.values())


def contract(s: Steam, choices: list[Choice]) -> Panel:
    rows = []
    for choice in choices:
        id = choice[1].contract
        card = s.book.parts.contracts[id]
        text = [
            said(msg("worth ¤{value}"), value=card.value),
            said(msg("wagons reserved: {wagons}"), wagons=card.reserved),
            said(msg("investors +{investors}"), investors=card.investors),
        ]
        head = said(msg("Contract {contract}"), contract=id)
        rows.append(line(head, text, button(choice, msg("Secure")), goods=cubes(card.needs())))
    return panel("contract", TILES["contract"], rows)


def charity(s: Steam, seat: int, choices: list[Choice]) -> Panel | None:
    if not choices or all(why is not None for _, _, why in choices):
        return None
    step = s.numbers.step
    number = NumberField(
        action=ShowCharity(seat, 1),
        field="steps",
        low=1,
        high=most_steps(s, seat),
        step=1,
        value=1,
        label=said(msg("Steps of influence")),
        button=said(msg("Give")),
    )
    buttons = [button(choice, "{steps}", steps=choice[1].steps) for choice in choices]
    head = said(msg("How many steps, for ¤{step} each?"), step=step)
    note = said(msg("you have ¤{cash}"), cash=s.players[seat].cash)
    return panel(
        "charity", TILES["charity"], [structs.replace(line(head, (), *buttons), number=number)], note
    )


def share_price(s: Steam, seat: int, choices: list[Choice]) -> Panel | None:
    now = s.players[seat].price
    buttons = []
    for choice in choices:
        price = choice[1].price
        at = s.book.prices.index(price)
        if at > now:
            steps = s.book.parts.shares.rows[at].cost
            buttons.append(
                button(choice, msg("up to {price} for {steps} influence"), price=price, steps=steps)
            )
        else:
            buttons.append(button(choice, msg("down to {price}"), price=price))
    head = said(msg("Your share price is {price}."), price=s.book.prices[now])
    return panel("price", TILES["price"], [line(head, (), *buttons)]) if buttons else None


# -- free actions ------------------------------------------------------------------------------


def free(s: Steam, choices: list[Choice], moving: list[Choice]) -> Panel:
    rows: dict[str, Line] = {}
    for choice in choices:
        a = choice[1]
        if isinstance(a, Deliver):
            deliver(s, rows, choice)
        elif isinstance(a, SellShare):
            player = s.players[a.seat]
            made = button(choice, msg("Sell for ¤{price}"), price=s.book.prices[player.price])
            text = [
                said(msg("investors: {investors}"), investors=player.investors),
                said(msg("a tenth less at the end")),
            ]
            rows["share"] = line(said(msg("A share")), text, made)
        else:
            given = [said(msg("state railway")), *joining(s, a.seat, a.link)]
            made = button(choice, msg("Access ¤{cost}"), cost=access.total(s, a.link))
            head = said("{link}", link=link_name(s, a.link))
            rows[a.link] = line(head, given, made, icon="crown", place=a.link)
    for choice in moving:
        a = choice[1]
        head = said(msg("Contract {contract}"), contract=a.contract)
        on = isinstance(a, PlaceFactory)
        made = button(choice, msg("put {good} on") if on else msg("take {good} off"), good=a.sort)
        # That a contract does not ask for a sort is no news.
        if choice[2] is None:
            rows[a.contract] = rows.get(a.contract, line(head, [said(msg("factories"))])).plus(made)
    return panel("free", msg("Free actions"), rows.values(), said(msg("at any time of your turn")))


def deliver(s: Steam, rows: dict[str, Line], choice: Choice) -> None:
    a: Deliver = choice[1]
    sort = s.plants[a.site].sort
    origin = s.city(s.layout.sites[a.site].city)
    if sort == "coal" and a.city in s.layout.hub_at:
        made = button(choice, msg("{good} from {city}: a key"), good=sort, city=origin)
    else:
        made = button(
            choice, msg("{good} from {city} ¤{amount}"), good=sort, city=origin, amount=payment(s, sort)
        )
    key = f"to {a.city}"
    head = said(msg("Deliver to {city}"), city=s.city(a.city))
    rows[key] = rows.get(key, line(head, [said(msg("takes one coal"))], place=a.city)).plus(made)


def ending(backs: list[Choice], choices: list[Choice]) -> Panel:
    """P7-6: a hand comes back only where nothing can be done with it; otherwise nothing is said of it."""
    banner = [button(choice, msg("Take the hand back")) for choice in backs if choice[2] is None]
    banner += [Button(a, why, said(msg("End the turn")), key="F", go=True) for _, a, why in choices]
    return Panel(id="end", banner=banner)
