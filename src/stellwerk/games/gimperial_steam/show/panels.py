"""The small choices of a turn, grouped for a page: what is open, what it takes and gives, and why not."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from msgspec import structs

from stellwerk.engine import shown
from stellwerk.engine.action import Action
from stellwerk.engine.offload import Offload
from stellwerk.engine.refusal import Refusal
from stellwerk.engine.shown import Button, NumberField, Panel, Row, by_openness, of_kind
from stellwerk.engine.text import Figure, Message, message, msg
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
from stellwerk.games.gimperial_steam.rules.influence import column
from stellwerk.games.gimperial_steam.rules.joining import INFLUENCE, PRICE, UsePoint
from stellwerk.games.gimperial_steam.rules.locomotives import BuyLocomotive, UpgradeLocomotive
from stellwerk.games.gimperial_steam.rules.opening import Bid, highest
from stellwerk.games.gimperial_steam.rules.places import place_of
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
from stellwerk.games.gimperial_steam.show import cards
from stellwerk.games.gimperial_steam.show.rows import Sorts

A = TypeVar("A", bound=Action)
K = TypeVar("K")
Choice = shown.Choice[Steam, A]
Choices = Sequence[shown.Choice[Steam, A]]

DIGITS = "1234567890"


class Line(Row, frozen=True, kw_only=True):
    """A row of choices at this table."""

    head: Message
    icon: str = ""
    """The sign of a kind of link."""
    hub: str = ""
    goods: Sorts = {}
    """What it takes."""
    tile: str = ""
    """The main action that it is."""
    brings: Sequence[Message] = ()
    """What the main action could bring now."""
    near: Refusal | None = None
    """Of all that it could do, what lacks least, and what that is refused for."""


def panels(s: Steam, seat: int, choices: Iterable[Choice[Action]], offload: Offload | None) -> list[Panel]:
    """Every choice is in exactly one row of one panel; what must be decided now stands first."""
    by_kind: dict[type[Action], list[Choice[Action]]] = {}
    for choice in choices:
        by_kind.setdefault(type(choice[1]), []).append(choice)

    def of(kind: type[A]) -> Choices[A]:
        return of_kind(by_kind.get(kind, ()), kind)

    def all_of(*kinds: type[Action]) -> list[Choice[Action]]:
        return [choice for kind in kinds for choice in by_kind.get(kind, ())]

    made = [
        bidding(s, seat, of(Bid)),
        small(s, seat, of(AssignWorker), "workers", msg("Assign workers"), assigning),
        small(s, seat, of(StaffFactory), "staff", msg("A worker for the factory"), staffing),
        small(s, seat, of(UsePoint), "points", msg("Points of the business marker"), spending),
        small(s, seat, of(Discard), "surplus", msg("Too many goods"), giving_back),
        choosing(s, seat, of(ChooseAction)),
        track(s, of(LayTrack)),
        hiring(s, all_of(HireWorker, HireEngineer)),
        stations(s, of(BuildStation)),
        factories(s, of(BuildFactory)),
        producing(s, of(Produce)),
        trading(s, all_of(BuyGood, OrderGood)),
        locomotive(s, all_of(BuyLocomotive, UpgradeLocomotive)),
        contract(s, of(TakeContract)),
        charity(s, seat, of(ShowCharity)),
        share_price(s, seat, of(MovePrice)),
        free(s, seat, all_of(Deliver, SellShare, BuyAccess), all_of(PlaceFactory, TakeOffFactory)),
        ending(of(TakeHandBack), of(EndTurn)),
    ]
    return [panel for panel in made if panel is not None and panel.is_shown]


def button(choice: Choice[A], template: str, **figures: Figure) -> Button:
    _, action, why = choice
    return shown.button(action, why, template, **figures)


def panel(
    name: str, title: str, rows: Iterable[Line], note: Message | None = None, stop: bool = False
) -> Panel:
    """What can be done stands before what cannot."""
    return Panel(id=name, title=message(title), note=note, rows=by_openness(rows), stop=stop)


def some(*text: Message | None) -> list[Message]:
    """What there is to say."""
    return [told for told in text if told is not None]


def add(rows: dict[K, Line], key: K, row: Line, *buttons: Button) -> None:
    """More buttons for a row, which is this one if there is none yet."""
    rows[key] = rows.get(key, row).plus(*buttons)


def cubes(goods: Goods) -> dict[str, int]:
    return {sort: number for sort, number in zip(SORTS, goods, strict=True) if number}


# -- before round 1 ----------------------------------------------------------------------------


def bidding(s: Steam, seat: int, choices: Choices[Bid]) -> Panel | None:
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
        label=message(msg("Your bid")),
        button=message(msg("Commit the bid")),
    )
    text = [
        message(msg("¤{step} for every step of influence"), step=step),
        message(msg("nobody sees it before all bids are in")),
        message(msg("a bid is final")),
    ]
    buttons = [button(choice, "{amount}", amount=choice[1].amount) for choice in choices]
    rows = [Line(head=message(msg("How much for influence?")), text=text, buttons=buttons, number=number)]
    return panel("bid", msg("Sealed bid"), rows, message(msg("you have ¤{cash}"), cash=s.players[seat].cash))


# -- one small decision ------------------------------------------------------------------------

Words = tuple[Message, Message | None, Callable[[A], Message]]
"""What is asked, a note, and the words of each button."""


def small(
    s: Steam,
    seat: int,
    choices: Choices[A],
    name: str,
    title: str,
    words: Callable[[Steam, int], Words[A]],
) -> Panel | None:
    """A single row of buttons, with the digits as keys."""
    if not choices:
        return None
    head, note, label = words(s, seat)
    buttons = [
        Button(action, why, label(action), key=key)
        for key, (_, action, why) in zip(DIGITS, choices, strict=False)
    ]
    return panel(name, title, [Line(head=head, buttons=buttons)], note, stop=name == "surplus")


def assigning(s: Steam, seat: int) -> Words[AssignWorker]:
    turn, player = s.now, s.players[seat]
    head = message(msg("Effort still {missing}: who goes?"), missing=turn.effort - turn.assigned)
    note = message(msg("in training: experience {able}"), able=experience(player))
    template = msg("Worker of field {field} ({there} there)")
    return head, note, lambda a: message(template, field=a.field, there=player.training[a.field - 1])


def staffing(s: Steam, seat: int) -> Words[StaffFactory]:
    template = {
        True: msg("In training, field {field}: {goods:# good|# goods}"),
        False: msg("At work, field {field}: {goods:# good|# goods}"),
    }
    head = message(msg("The worker stays there for ever, with one good more than the number of the field."))
    return head, None, lambda a: message(template[a.area == TRAINING], field=a.field, goods=a.field + 1)


def spending(s: Steam, seat: int) -> Words[UsePoint]:
    frame = s.top(Points)
    row = s.players[seat].price + 1
    head = message(msg("Points left: {left}. On what?"), left=frame.left)

    def label(a: UsePoint) -> Message:
        if a.on == INFLUENCE:
            now = column(s, seat) * s.numbers.step
            return message(msg("Influence {old} → {new}"), old=now, new=now + s.numbers.step)
        if a.on == PRICE and row < len(s.book.prices):
            return message(msg("Share price → {price}"), price=s.book.prices[row])
        return message(msg("Share price") if a.on == PRICE else msg("Passenger wagon"))

    return head, None, label


def giving_back(s: Steam, seat: int) -> Words[Discard]:
    head = message(msg("{surplus} too many for your trains and storage: what goes?"),
                surplus=surplus(s.players[seat]))  # fmt: skip
    return head, None, lambda a: message("{good}", good=a.good)


# -- the main action ---------------------------------------------------------------------------


def choosing(s: Steam, seat: int, choices: Choices[ChooseAction]) -> Panel | None:
    """SETUP-D2: the eleven tiles in their order."""
    if not choices:
        return None
    keys = dict(zip(TILES, (*DIGITS, "P"), strict=True))
    rows = []
    for choice in choices:
        tile = choice[1].tile
        cost = repeat_cost(s, seat, tile)
        text = message(msg("costs no influence"))
        if cost:
            owned, step = column(s, seat), s.numbers.step
            text = message(
                msg("again: influence {old} → {new}"), old=owned * step, new=max(owned - cost, 0) * step
            )
        shut = tile in NEED_AN_ITEM and not possible(s, seat, tile)
        waits = message(msg("only after a free action")) if shut and choice[2] is None else None
        made = structs.replace(button(choice, TILES[tile]), key=keys[tile])
        rows.append(
            Line(
                head=message(TILES[tile]),
                text=some(text, waits),
                buttons=[made],
                tile=tile,
                brings=() if shut else cards.brings(s, seat, tile),
                near=cards.nearest(s, seat, tile) if shut else None,
            )
        )
    note = message(msg("hands left: {hands}"), hands=s.players[seat].hands)
    return Panel(id="actions", title=message(msg("Main actions")), note=note, rows=rows)


BUILDS = {PLAIN: msg("Lay track"), BRIDGE: msg("Build the bridge"), TUNNEL: msg("Dig the tunnel")}


def joining(s: Steam, seat: int, link: str) -> list[Message]:
    """Return what the cities give that a track would join (A1-13, A1-14, A1-19)."""
    found: list[Message] = []
    cities = s.players[seat].cities
    for city in s.book.ends[link]:
        if city not in cities:
            steps, stack = s.face(city).influence, s.markers.get(city, ())
            if steps:
                found.append(message(msg("influence +{steps:# step|# steps}"), steps=steps))
            if stack:
                found.append(message(msg("business marker {number}"), number=stack[-1]))
            if city == TRIESTE:
                amount = s.numbers.trieste * (len(s.players[seat].tracks) + 1)
                found.append(message(msg("¤{amount} for Trieste"), amount=amount))
    if s.book.parts.links[link].semmering and s.semmering < 0:
        found.append(message(msg("the Semmering tile")))
    return found


def track(s: Steam, choices: Choices[LayTrack]) -> Panel:
    rows = []
    for choice in choices:
        a = choice[1]
        kind, due = s.book.parts.links[a.link].type, fee(s, a.seat, a.link)
        text = some(
            message(msg("effort {effort}"), effort=effort(s, a.seat, a.link)),
            message(msg("fees ¤{fee}"), fee=due) if due else None,
            *joining(s, a.seat, a.link),
        )
        rows.append(
            Line(
                head=message("{link}", link=link_name(s, a.link)),
                text=text,
                buttons=[button(choice, BUILDS[kind])],
                goods=cubes(goods_for(s, a.link)),
                icon=kind,
                place=place_of(s, a),
            )
        )
    done = s.turn.done if s.turn else 0
    note = message(msg("track {number} of {most}"), number=done + 1, most=s.numbers.tracks)
    return panel("track", TILES["track"], rows, note if done < s.numbers.tracks else None)


def hiring(s: Steam, choices: Choices[Action]) -> Panel:
    rows: dict[str, Line] = {}
    for choice in choices:
        a = choice[1]
        if isinstance(a, HireWorker):
            hub, _, number = a.column.partition("-")
            head = message(msg("{hub} hub, wage column {number}"), hub=hub_of(a.column), number=number)
            made = button(choice, msg("Worker ¤{wage}"), wage=wage(s, a.column))
            rows[a.column] = Line(head=head, buttons=[made], hub=hub)
        elif isinstance(a, HireEngineer) and a.kind in s.engineers.get(a.hub, ()):
            template = (
                msg("Bridge engineer ¤{price}") if a.kind == BRIDGE else msg("Tunnel engineer ¤{price}")
            )
            made = button(choice, template, price=s.numbers.engineer)
            head = message(msg("{hub} hub, engineers"), hub=a.hub)
            add(rows, f"engineers of {a.hub}", Line(head=head, hub=a.hub), made)
    return panel("hire", TILES["hire"], rows.values(), message(msg("workers of one column, and engineers")))


def stations(s: Steam, choices: Choices[BuildStation]) -> Panel:
    rows = []
    for choice in choices:
        city = choice[1].city
        text = message(
            msg("income +¤{income}, one storage place, more than two links"), income=s.numbers.income
        )
        made = button(choice, msg("Station ¤{cost}"), cost=s.face(city).station_cost)
        rows.append(
            Line(
                head=message("{city}", city=s.city(city)),
                text=[text],
                buttons=[made],
                place=place_of(s, choice[1]),
            )
        )
    return panel("station", msg("Build a station"), rows, message(msg("one building in this action")))


def factories(s: Steam, choices: Choices[BuildFactory]) -> Panel:
    rows: dict[str, Line] = {}
    for choice in choices:
        a = choice[1]
        if a.site not in s.layout.sites:
            continue
        city = s.layout.sites[a.site].city
        head = message(msg("{city}, site {site}"), city=s.city(city), site=a.site)
        cost = factory_cost(s, a.site, a.sort)
        made = button(choice, msg("{good} ¤{cost}"), good=a.sort, cost=cost)
        add(rows, a.site, Line(head=head, place=place_of(s, a)), made)
    return panel(
        "factory", msg("Build a factory"), rows.values(), message(msg("one building in this action"))
    )


def producing(s: Steam, choices: Choices[Produce]) -> Panel:
    rows = []
    for choice in choices:
        site = choice[1].site
        plant, city = s.plants[site], s.layout.sites[site].city
        text = message(msg("{left} left there"), left=plant.goods)
        made = button(choice, msg("Produce {good}"), good=plant.sort)
        head = message(msg("{city}, site {site}"), city=s.city(city), site=site)
        rows.append(
            Line(head=head, text=[text], buttons=[made], goods={plant.sort: 1}, place=place_of(s, choice[1]))
        )
    return panel("produce", TILES["produce"], rows, message(msg("one good of every site")))


def trading(s: Steam, choices: Choices[Action]) -> Panel:
    rows: dict[str, Line] = {}
    for choice in choices:
        a = choice[1]
        assert isinstance(a, BuyGood | OrderGood)
        price = market_price(s, a.good)
        if price is None:
            template = msg("Buy") if isinstance(a, BuyGood) else msg("Order")
        else:
            template = msg("Buy ¤{price}") if isinstance(a, BuyGood) else msg("Order ¤{price}")
        row = Line(head=message("{good}", good=a.good), goods={a.good: 1})
        add(rows, a.good, row, button(choice, template, price=price))
    return panel(
        "goods", TILES["goods"], rows.values(), message(msg("buy one now, or order for the next round"))
    )


def locomotive(s: Steam, choices: Choices[Action]) -> Panel:
    rows: dict[int, Line] = {}
    for choice in choices:
        a = choice[1]
        assert isinstance(a, BuyLocomotive | UpgradeLocomotive)
        tile = s.book.parts.locomotives[str(a.level)]
        text = some(
            message(msg("{wagons:# wagon|# wagons}"), wagons=a.level),
            message(msg("influence +{steps:# step|# steps}"), steps=tile.influence)
            if tile.influence
            else None,
        )
        if isinstance(a, BuyLocomotive):
            made = button(choice, msg("Buy ¤{price}"), price=tile.price)
        else:
            cost = tile.price - locomotives.price(s, a.old)
            made = button(choice, msg("for an IS-{old} ¤{price}"), old=a.old, price=cost)
        add(rows, a.level, Line(head=message("IS-{level}", level=a.level), text=text), made)
    return panel("locomotive", TILES["locomotive"], rows.values())


def contract(s: Steam, choices: Choices[TakeContract]) -> Panel:
    rows = []
    for choice in choices:
        id = choice[1].contract
        card = s.book.parts.contracts[id]
        text = [
            message(msg("worth ¤{value}"), value=card.value),
            message(msg("wagons reserved: {wagons}"), wagons=card.reserved),
            message(msg("investors +{investors}"), investors=card.investors),
        ]
        head = message(msg("Contract {contract}"), contract=id)
        made = button(choice, msg("Secure"))
        rows.append(Line(head=head, text=text, buttons=[made], goods=cubes(card.needs())))
    return panel("contract", TILES["contract"], rows)


def charity(s: Steam, seat: int, choices: Choices[ShowCharity]) -> Panel | None:
    if all(why is not None for _, _, why in choices):
        return None
    step = s.numbers.step
    number = NumberField(
        action=ShowCharity(seat, 1),
        field="steps",
        low=1,
        high=most_steps(s, seat),
        step=1,
        value=1,
        label=message(msg("Steps of influence")),
        button=message(msg("Give")),
    )
    buttons = [button(choice, "{steps}", steps=choice[1].steps) for choice in choices]
    head = message(msg("How many steps, for ¤{step} each?"), step=step)
    note = message(
        msg("you have ¤{cash}; your influence is {influence}, a step is {step}"),
        cash=s.players[seat].cash,
        influence=column(s, seat) * step,
        step=step,
    )
    return panel("charity", TILES["charity"], [Line(head=head, buttons=buttons, number=number)], note)


def share_price(s: Steam, seat: int, choices: Choices[MovePrice]) -> Panel | None:
    now = s.players[seat].price
    buttons = []
    for choice in choices:
        price = choice[1].price
        at = s.book.prices.index(price)
        if at > now:
            owned = column(s, seat)
            left = max(owned - s.book.parts.shares.rows[at].cost, 0)
            template = msg("up to {price}: influence {old} → {new}")
            step = s.numbers.step
            buttons.append(button(choice, template, price=price, old=owned * step, new=left * step))
        else:
            buttons.append(button(choice, msg("down to {price}"), price=price))
    head = message(msg("Your share price is {price}."), price=s.book.prices[now])
    return panel("price", TILES["price"], [Line(head=head, buttons=buttons)]) if buttons else None


# -- free actions ------------------------------------------------------------------------------


def free(s: Steam, seat: int, choices: Choices[Action], moving: Choices[Action]) -> Panel:
    rows: dict[str, Line] = {}
    if choices and not any(isinstance(a, Deliver) for _, a, _ in choices):
        # Nothing to choose, so nothing is refused: the row says what lacks for a delivery.
        rows["deliver"] = Line(head=message(msg("Deliver a good")), near=cards.no_delivery(s, seat))
    for choice in choices:
        a = choice[1]
        if isinstance(a, Deliver):
            add(rows, f"to {a.city}", *delivery(s, choice, a))
        elif isinstance(a, SellShare):
            player = s.players[a.seat]
            made = button(choice, msg("Sell for ¤{price}"), price=s.book.prices[player.price])
            text = [
                message(msg("investors: {investors}"), investors=player.investors),
                message(msg("a tenth less at the end")),
            ]
            rows["share"] = Line(head=message(msg("A share")), text=text, buttons=[made])
        elif isinstance(a, BuyAccess):
            given = [message(msg("state railway")), *joining(s, a.seat, a.link)]
            made = button(choice, msg("Access ¤{cost}"), cost=access.total(s, a.link))
            head = message("{link}", link=link_name(s, a.link))
            rows[a.link] = Line(head=head, text=given, buttons=[made], icon="crown", place=place_of(s, a))
    for choice in moving:
        a = choice[1]
        assert isinstance(a, PlaceFactory | TakeOffFactory)
        on = isinstance(a, PlaceFactory)
        made = button(choice, msg("put {good} on") if on else msg("take {good} off"), good=a.sort)
        # That a contract does not ask for a sort is no news.
        if choice[2] is None:
            head = message(msg("Contract {contract}"), contract=a.contract)
            add(rows, a.contract, Line(head=head, text=[message(msg("factories"))]), made)
    return panel("free", msg("Free actions"), rows.values(), message(msg("at any time of your turn")))


def delivery(s: Steam, choice: Choice[Action], a: Deliver) -> tuple[Line, Button]:
    """The row of a delivery's city, and its button there."""
    sort = s.plants[a.site].sort
    origin = s.city(s.layout.sites[a.site].city)
    if sort == "coal" and a.city in s.layout.hub_at:
        made = button(choice, msg("{good} from {city}: a key"), good=sort, city=origin)
    else:
        made = button(
            choice, msg("{good} from {city} ¤{amount}"), good=sort, city=origin, amount=payment(s, sort)
        )
    head = message(msg("Deliver to {city}"), city=s.city(a.city))
    return Line(head=head, text=[message(msg("takes one coal"))], place=place_of(s, a)), made


def ending(backs: Choices[TakeHandBack], choices: Choices[EndTurn]) -> Panel:
    """P7-6: a hand comes back only where nothing can be done with it; otherwise nothing is said of it."""
    banner = [button(choice, msg("Take the hand back")) for choice in backs if choice[2] is None]
    banner += [structs.replace(button(choice, msg("End the turn")), key="F", go=True) for choice in choices]
    return Panel(id="end", banner=banner)
