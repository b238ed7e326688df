"""What the coach of a first game says about each decision.

Every sentence has one figure of the position, and the last one tells when the other choice is right.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from stellwerk.engine.action import Action
from stellwerk.engine.text import Message, message, msg
from stellwerk.games.gimperial_steam.data.components import COAL, SORTS
from stellwerk.games.gimperial_steam.rules import locomotives
from stellwerk.games.gimperial_steam.rules.access import BuyAccess, total
from stellwerk.games.gimperial_steam.rules.build import (
    BuildFactory,
    BuildStation,
    StaffFactory,
    factory_cost,
)
from stellwerk.games.gimperial_steam.rules.contracts import TakeContract
from stellwerk.games.gimperial_steam.rules.deliver import DELIVER, Deliver, demands_left, payment
from stellwerk.games.gimperial_steam.rules.goods import (
    BuyGood,
    Discard,
    OrderGood,
    Produce,
    free_wagons,
    market_price,
    places,
    surplus,
)
from stellwerk.games.gimperial_steam.rules.hire import HireEngineer, HireWorker, hub_of, wage
from stellwerk.games.gimperial_steam.rules.influence import accessible, column
from stellwerk.games.gimperial_steam.rules.joining import UsePoint
from stellwerk.games.gimperial_steam.rules.locomotives import BuyLocomotive, UpgradeLocomotive
from stellwerk.games.gimperial_steam.rules.opening import Bid
from stellwerk.games.gimperial_steam.rules.scoring import all_factories, income, key_value
from stellwerk.games.gimperial_steam.rules.shares import MovePrice, SellShare, ShowCharity
from stellwerk.games.gimperial_steam.rules.state import Points, Steam
from stellwerk.games.gimperial_steam.rules.track import AssignWorker, LayTrack, effort, experience
from stellwerk.games.gimperial_steam.rules.turn import ChooseAction, EndTurn

Told = tuple[Message, Sequence[Message]]
"""The heading and the sentences."""

# -- figures -----------------------------------------------------------------------------------


def steps_to_a_hub(s: Steam, seat: int) -> int:
    """Return the steps of influence to the nearest hub; 0 where one is within reach."""
    return max(min(s.hubs.values()) - column(s, seat), 0)


def cheapest(prices: Iterable[int | None]) -> int:
    return min((price for price in prices if price is not None), default=0)


def cubes(s: Steam, seat: int) -> int:
    """Goods in the own factories."""
    return sum(plant.goods for plant in s.plants.values() if plant.seat == seat)


def asked_by(s: Steam, seat: int) -> set[str]:
    """Goods that cities of the network still ask for, and that pay at once: not coal, which brings keys."""
    asked = [demands_left(s, city) for city in s.players[seat].cities]
    return {sort for at, sort in enumerate(SORTS[:COAL]) if any(goods[at] for goods in asked)}


def made_by(s: Steam, seat: int) -> set[str]:
    """Goods that lie in the own factories."""
    return {plant.sort for plant in s.plants.values() if plant.seat == seat and plant.goods}


def best_payment(s: Steam) -> int:
    """What a delivery pays at best; END-3: coal is paid by a key."""
    return max(payment(s, sort) for sort in SORTS[:COAL])


# -- the texts ---------------------------------------------------------------------------------


def tell(s: Steam, seat: int, actions: Sequence[Action]) -> Told:
    """Return heading and sentences of a decision, by its first choice."""
    first = next(iter(actions), None)
    kind = first.tile if isinstance(first, ChooseAction) else type(first)
    found = TEXTS.get(kind, of_turn)(s, seat, actions)
    fresh = isinstance(first, ChooseAction) and s.round > 1 and not s.players[seat].used
    return begun(s, seat, found) if fresh else found


def begun(s: Steam, seat: int, told: Told) -> Told:
    """The first choice of a round, which tells what came by itself."""
    title, sentences = told
    came = message(
        msg("Round {round}: your income came, your workers have learnt, all hands are back."),
        round=s.round,
    )
    return title, (came, *sentences[1:]) if len(sentences) > 2 else (came, *sentences)


def of_bid(s: Steam, seat: int, actions: Sequence[Action]) -> Told:
    hubs, step, cash = sorted(s.hubs.values()), s.numbers.step, s.players[seat].cash
    return (
        message(msg("What is influence worth to you?")),
        (
            message(msg("The first hub, where workers are hired, opens at {hub}."), hub=hubs[0] * step),
            message(msg("Your ¤{cash} must also pay staff and factories."), cash=cash),
            message(
                msg("Bidding nothing is right when your {workers:worker|# workers} shall do for now."),
                workers=sum(s.players[seat].training),
            ),
        ),
    )


def of_hiring(s: Steam, seat: int, actions: Sequence[Action]) -> Told:
    player = s.players[seat]
    wages = [wage(s, name) for name in s.wages if accessible(s, seat, hub_of(name))]
    return (
        message(msg("More hands for the line?")),
        (
            message(msg("Your free workers have an experience of {able}."), able=experience(player)),
            message(msg("The cheapest wage within reach is ¤{wage}, and it rises."), wage=cheapest(wages)),
            message(
                msg("Holding back is right when your ¤{cash} shall pay for a factory."), cash=player.cash
            ),
        ),
    )


def of_charity(s: Steam, seat: int, actions: Sequence[Action]) -> Told:
    lacks = steps_to_a_hub(s, seat)
    return (
        message(msg("Buy influence?")),
        (
            message(msg("You have {influence} influence."), influence=column(s, seat) * s.numbers.step),
            message(
                msg("To the nearest hub {steps:0=no step is missing|# step is missing|# steps are missing}."),
                steps=lacks,
            ),
            message(
                msg("Keeping your ¤{cash} is right when you need nobody new."), cash=s.players[seat].cash
            ),
        ),
    )


def of_track(s: Steam, seat: int, actions: Sequence[Action]) -> Told:
    player = s.players[seat]
    links = [action.link for action in actions if isinstance(action, LayTrack)]
    links = links or [link for city in player.cities for link in s.book.links_at[city]]
    efforts = [effort(s, seat, link) for link in links if link not in player.tracks]
    return (
        message(msg("Where shall the line go?")),
        (
            message(
                msg("The easiest city asks for {effort} of your workers' experience."),
                effort=cheapest(efforts),
            ),
            message(
                msg("The first track of an action takes {goods} goods, the second one none of these."),
                goods=len(s.numbers.track_goods),
            ),
            message(
                msg("Waiting is right when your workers, with {able} in all, shall learn first."),
                able=experience(player),
            ),
        ),
    )


def of_factory(s: Steam, seat: int, actions: Sequence[Action]) -> Told:
    built = [action for action in actions if isinstance(action, BuildFactory)]
    sites = [
        (site, sort)
        for city in s.players[seat].cities
        for site in s.layout.sites_at[city]
        if site not in s.plants
        for sort in SORTS
        if s.taken[SORTS.index(sort)] < len(s.book.factories[sort].costs)
    ]
    costs = [factory_cost(s, site, sort) for site, sort in ([(a.site, a.sort) for a in built] or sites)]
    return (
        message(msg("A factory of your own?")),
        (
            message(msg("The cheapest one costs ¤{cost} and keeps a worker for good."), cost=cheapest(costs)),
            message(msg("A good delivered pays up to ¤{pay}."), pay=best_payment(s)),
            message(
                msg(
                    "Waiting is right when your cities ask for nothing: "
                    "today for {count:0=none|# sort|# sorts} of goods."
                ),
                count=len(asked_by(s, seat)),
            ),
        ),
    )


def of_station(s: Steam, seat: int, actions: Sequence[Action]) -> Told:
    costs = [s.face(action.city).station_cost for action in actions if isinstance(action, BuildStation)]
    return (
        message(msg("A station?")),
        (
            message(msg("It costs ¤{cost} and gives a place for a good."), cost=cheapest(costs)),
            message(msg("It earns ¤{income} in every round."), income=s.numbers.income),
            message(
                msg(
                    "A factory is right when your cities ask for goods: "
                    "today for {count:0=none|# sort|# sorts} of them."
                ),
                count=len(asked_by(s, seat)),
            ),
        ),
    )


def of_staffing(s: Steam, seat: int, actions: Sequence[Action]) -> Told:
    fields = [action.field for action in actions if isinstance(action, StaffFactory)]
    return (
        message(msg("Who works in the factory?")),
        (
            message(msg("The best of them brings {goods:# good|# goods}."), goods=max(fields, default=0) + 1),
            message(
                msg("A beginner is right when a track shall need the other's experience of {able}."),
                able=max(fields, default=0),
            ),
        ),
    )


def of_assigning(s: Steam, seat: int, actions: Sequence[Action]) -> Told:
    missing = s.now.effort - s.now.assigned
    return (
        message(msg("Who builds?")),
        (
            message(msg("Effort still to be covered: {missing}."), missing=missing),
            message(
                msg("The lesser worker is right when it is enough: you have {able} in all."),
                able=experience(s.players[seat]),
            ),
        ),
    )


def of_production(s: Steam, seat: int, actions: Sequence[Action]) -> Told:
    return (
        message(msg("Fetch goods from your factories?")),
        (
            message(msg("They hold {cubes:# good|# goods}."), cubes=cubes(s, seat)),
            message(
                msg("On the market the cheapest costs ¤{price}."),
                price=cheapest(market_price(s, sort) for sort in SORTS),
            ),
            message(
                msg("Leaving them is right when a city takes them: for up to ¤{pay}."), pay=best_payment(s)
            ),
        ),
    )


def of_goods(s: Steam, seat: int, actions: Sequence[Action]) -> Told:
    player = s.players[seat]
    return (
        message(msg("Goods from the market?")),
        (
            message(
                msg("The cheapest costs ¤{price}; bought it comes at once, ordered in the next round."),
                price=cheapest(market_price(s, sort) for sort in SORTS),
            ),
            message(msg("Places on your board: {places}."), places=places(player)),
            message(
                msg("Buying none is right when your factories hold enough: today {cubes}."),
                cubes=cubes(s, seat),
            ),
        ),
    )


def of_locomotive(s: Steam, seat: int, actions: Sequence[Action]) -> Told:
    player = s.players[seat]
    levels = [locomotives.price(s, level) for level in locomotives.on_sale(s)]
    return (
        message(msg("A stronger train?")),
        (
            message(msg("The cheapest locomotive costs ¤{price}."), price=cheapest(levels)),
            message(msg("Wagons free for goods or contracts: {wagons}."), wagons=max(free_wagons(player), 0)),
            message(
                msg("Waiting is right when your goods, {goods} today, have room enough."),
                goods=sum(player.goods),
            ),
        ),
    )


def of_contract(s: Steam, seat: int, actions: Sequence[Action]) -> Told:
    cards, player = s.book.parts.contracts, s.players[seat]
    taken = [action.contract for action in actions if isinstance(action, TakeContract)]
    open_to = taken or [id for id in s.contracts if cards[id].reserved <= free_wagons(player)]
    return (
        message(msg("Promise factories, and gain investors?")),
        (
            message(
                msg("Kept, the best of them pays ¤{value} once somebody has reached Trieste."),
                value=max((cards[id].value for id in open_to), default=0),
            ),
            message(
                msg("Each reserves wagons: you have {wagons:0=none|# free one|# free ones}."),
                wagons=max(free_wagons(player), 0),
            ),
            message(
                msg("Leaving them is right when you cannot build the factories: you have {count}."),
                count=sum(all_factories(player)),
            ),
        ),
    )


def of_price(s: Steam, seat: int, actions: Sequence[Action]) -> Told:
    player = s.players[seat]
    return (
        message(msg("What shall your shares cost?")),
        (
            message(msg("Today one brings ¤{price}."), price=s.book.prices[player.price]),
            message(msg("A higher price keeps investors away; you have {count}."), count=player.investors),
            message(
                msg("Leaving it is right when you need your influence, now {influence}, for a hub."),
                influence=column(s, seat) * s.numbers.step,
            ),
        ),
    )


def of_share(s: Steam, seat: int, actions: Sequence[Action]) -> Told:
    player = s.players[seat]
    ends = any(isinstance(action, EndTurn) for action in actions)
    return (
        message(msg("Sell a share, or end the turn?") if ends else msg("Sell a share?")),
        (
            message(msg("It brings ¤{price} at once."), price=s.book.prices[player.price]),
            message(
                msg("At the end every share sold takes a tenth: so far {count}."), count=player.shareholders
            ),
            message(
                msg("Keeping it is right when your ¤{cash} are enough for this round."), cash=player.cash
            ),
        ),
    )


def of_donations(s: Steam, seat: int, actions: Sequence[Action]) -> Told:
    return (
        message(msg("Collect a little money?")),
        (
            message(msg("Donations bring ¤{donation} and nothing else."), donation=s.numbers.donation),
            message(
                msg("Hands that you have for this round, with this one: {hands}."),
                hands=s.players[seat].hands,
            ),
            message(
                msg("Another action is right whenever it is worth more than ¤{donation}."),
                donation=s.numbers.donation,
            ),
        ),
    )


def of_delivery(s: Steam, seat: int, actions: Sequence[Action]) -> Told:
    first = next(action for action in actions if isinstance(action, Deliver))
    after = DELIVER.apply(s, first)
    paid = after.players[seat].cash - s.players[seat].cash
    if not paid:  # F2-4
        paid = key_value(after, after.players[seat].keys[-1])
        pays = message(msg("It brings a key, worth ¤{paid} at the end as things stand."), paid=paid)
    else:
        pays = message(msg("It pays ¤{paid} at once."), paid=paid)
    return (
        message(msg("Deliver now?")),
        (
            pays,
            message(msg("It burns coal: you have {coal}."), coal=s.players[seat].goods[COAL]),
            message(
                msg("Waiting is right when your tracks need the factory's goods: {cubes}."),
                cubes=s.plants[first.site].goods,
            ),
        ),
    )


def of_points(s: Steam, seat: int, actions: Sequence[Action]) -> Told:
    left = s.frame.left if isinstance(s.frame, Points) else 0
    return (
        message(msg("A business marker: what for?")),
        (
            message(msg("Points to spend: {points}."), points=left),
            message(
                msg("A passenger wagon earns ¤{income} in every round, but carries no goods."),
                income=s.numbers.income,
            ),
            message(
                msg("Influence is right when a hub is out of your reach: you have {influence}."),
                influence=column(s, seat) * s.numbers.step,
            ),
        ),
    )


def of_surplus(s: Steam, seat: int, actions: Sequence[Action]) -> Told:
    player = s.players[seat]
    return (
        message(msg("Your board is full: what goes?")),
        (
            message(
                msg("Goods without a place: {count}."),
                count=surplus(player),
            ),
            message(
                msg("Coal is right to go when you have no delivery ahead: you hold {coal}."),
                coal=player.goods[COAL],
            ),
        ),
    )


def of_access(s: Steam, seat: int, actions: Sequence[Action]) -> Told:
    first = next(action for action in actions if isinstance(action, BuyAccess))
    return (
        message(msg("Use the state railway?")),
        (
            message(
                msg("Access costs ¤{cost} and needs neither goods nor workers."), cost=total(s, first.link)
            ),
            message(
                msg("Building elsewhere is right when ¤{cash} must last longer."),
                cash=s.players[seat].cash,
            ),
        ),
    )


def of_turn(s: Steam, seat: int, actions: Sequence[Action]) -> Told:
    """Where a turn is about to end, or nothing of what is taught is to be decided."""
    if all(isinstance(action, EndTurn | SellShare) for action in actions) and len(actions) > 1:
        return of_share(s, seat, actions)
    player = s.players[seat]
    return (
        message(msg("Go on, or end the turn?")),
        (
            message(msg("Hands left in this round: {hands}."), hands=player.hands),
            message(msg("Your income of a round is ¤{income}."), income=income(s, player)),
            message(msg("Going on is right while your ¤{cash} buy something useful."), cash=player.cash),
        ),
    )


TEXTS: Mapping[str | type, Callable[[Steam, int, Sequence[Action]], Told]] = {
    Bid: of_bid,
    "hire": of_hiring,
    HireWorker: of_hiring,
    HireEngineer: of_hiring,
    "charity": of_charity,
    ShowCharity: of_charity,
    "track": of_track,
    LayTrack: of_track,
    "build": of_factory,
    BuildFactory: of_factory,
    BuildStation: of_station,
    StaffFactory: of_staffing,
    AssignWorker: of_assigning,
    "produce": of_production,
    Produce: of_production,
    "goods": of_goods,
    BuyGood: of_goods,
    OrderGood: of_goods,
    "locomotive": of_locomotive,
    BuyLocomotive: of_locomotive,
    UpgradeLocomotive: of_locomotive,
    "contract": of_contract,
    TakeContract: of_contract,
    "price": of_price,
    MovePrice: of_price,
    SellShare: of_share,
    "donations": of_donations,
    Deliver: of_delivery,
    UsePoint: of_points,
    Discard: of_surplus,
    BuyAccess: of_access,
    EndTurn: of_turn,
}
"""By main action or kind of action."""
