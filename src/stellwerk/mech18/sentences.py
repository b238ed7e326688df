"""Sentences for the actions that 18xx titles share."""

from collections.abc import Mapping
from typing import TypeVar

from stellwerk.board.hexes import HexId
from stellwerk.engine.action import Action
from stellwerk.engine.play import activity_of
from stellwerk.engine.step import Move, Pass
from stellwerk.engine.text import Figure, Figures, Teller, Told, msg
from stellwerk.mech18.course import DrawSeats
from stellwerk.mech18.dividends import Dividend, total_shares
from stellwerk.mech18.markers import MarkerStep, PlaceMarker, marker_cost
from stellwerk.mech18.names import stop_name, train_name, way_name
from stellwerk.mech18.negotiation import Answer, Offer
from stellwerk.mech18.operating import OperatingTurn, TurnActivity, company_of
from stellwerk.mech18.phases import DiscardTrain
from stellwerk.mech18.runs import RunMove, RunTrains
from stellwerk.mech18.state import BANK, ISSUE, OFFER, STOCKS, AnyRailways
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany, StockRound, purchase_price
from stellwerk.mech18.track import LayMove, LayTile, TrackStep, is_upgrade, terrain_cost
from stellwerk.mech18.trains import BuyTrain, TrainOffer, TrainStep

M = TypeVar("M", bound=Move[AnyRailways, Action])


def open_move(s: AnyRailways, kind: type[M]) -> M | None:
    """Return the move of a kind that is open now; it knows the title's prices."""
    return next((move for move in activity_of(s).moves(s) if isinstance(move, kind)), None)


def hex_name(s: AnyRailways, hex_id: str) -> str:
    """ "B19 Brisbane", or only the hex where the map prints no name."""
    return f"{hex_id} {s.book.atlas.hexes[HexId(hex_id)].name}".rstrip()


# -- seats and shares --------------------------------------------------------------------------


def tell_draw(s: AnyRailways, a: DrawSeats) -> Told:
    return msg("Seats: {order}"), {"order": ", ".join(s.setup.players[n] for n in a.order)}


def tell_sale(s: AnyRailways, a: SellShares) -> Told:
    figures: Figures = {"shares": a.shares, "company": a.company, "amount": a.shares * s.price(a.company)}
    if a.shares == 1:
        return msg("Sell a share of {company} for {amount}"), figures
    return msg("Sell {shares:# share|# shares} of {company} for {amount}"), figures


def tell_purchase(s: AnyRailways, a: BuyShare) -> Told:
    figures: Figures = {"company": a.company, "price": purchase_price(s, a)}
    if not s.book.pool:
        return msg("Buy a share of {company} for {price}"), figures
    if a.source == OFFER:
        return msg("Buy a new share of {company} for {price}"), figures
    if a.source == ISSUE:
        return msg("Buy a share of {company} for {price}, paid to the company"), figures
    return msg("Buy a share of {company} from the pool for {price}"), figures


def tell_start(s: AnyRailways, a: StartCompany) -> Told:
    paid = a.par * s.book.papers_of[a.company][0].shares
    return (
        msg("Start {company} at {par}: the director's share costs {paid}"),
        {"company": a.company, "par": a.par, "paid": paid},
    )


# -- the turn of a company ---------------------------------------------------------------------


def tell_lay(s: AnyRailways, a: LayTile) -> Told:
    move = open_move(s, LayMove)
    cost = move.cost(s, a) if move is not None else terrain_cost(s, a.hex)
    figures: Figures = {
        "tile": a.tile,
        "hex": hex_name(s, a.hex),
        "rotation": a.rotation,
        "cost": cost,
        "rebate": a.rebate,
    }
    if is_upgrade(s, a.hex):
        if cost:
            told = msg("Upgrade {hex} to tile {tile}{rotation:0=| (turned #)| (turned #)} for {cost}")
            return told, figures
        return msg("Upgrade {hex} to tile {tile}{rotation:0=| (turned #)| (turned #)}"), figures
    if a.rebate:
        return msg(
            "Lay tile {tile} on {hex}{rotation:0=| (turned #)| (turned #)} for {cost} by the right "
            "of {rebate}"
        ), figures
    if cost:
        return msg("Lay tile {tile} on {hex}{rotation:0=| (turned #)| (turned #)} for {cost}"), figures
    return msg("Lay tile {tile} on {hex}{rotation:0=| (turned #)| (turned #)}"), figures


def tell_marker(s: AnyRailways, a: PlaceMarker) -> Told:
    cost = marker_cost(s, company_of(s))
    figures = {"place": stop_name(s, a.stop), "cost": cost}
    if cost:
        return msg("Place a station marker in {place} for {cost}"), figures
    return msg("Place a station marker in {place}"), figures


def tell_run(s: AnyRailways, a: RunTrains) -> Told:
    if not a.routes:
        return msg("Leave all trains standing"), {}
    ways = [f"{train_name(s, route.train)}: {way_name(s, route.path)}" for route in a.routes]
    move = open_move(s, RunMove)
    runs = move.runs.checked(s, company_of(s), a.routes).runs if move is not None else ()
    values = [run.revenue for run in runs]
    if not values:  # no legal run: the way alone
        return msg("Run {routes}"), {"routes": "; ".join(ways)}
    figures: Figures = {
        "routes": "; ".join(f"{way} = {value}" for way, value in zip(ways, values, strict=True)),
        "total": sum(values),
    }
    return (msg("Run {routes}; {total} in all") if len(ways) > 1 else msg("Run {routes}")), figures


def tell_dividend(s: AnyRailways, a: Dividend) -> Told:
    revenue = s.top(OperatingTurn).revenue
    if a.pay:
        each = revenue // total_shares(s, company_of(s))
        return msg("Pay out {revenue}, {each} for each share"), {"revenue": revenue, "each": each}
    return msg("Withhold {revenue}"), {"revenue": revenue}


# -- trains ------------------------------------------------------------------------------------


def tell_train(s: AnyRailways, a: BuyTrain) -> Told:
    seller = s.trains[a.train]
    figures: dict[str, Figure] = {"train": a.version, "price": a.price, "seller": seller}
    if seller == BANK:
        if a.exchange:
            figures["exchange"] = train_name(s, a.exchange)
            return msg("Buy a {train} for {price} and give a {exchange} in payment"), figures
        if a.rebate:
            figures["rebate"] = a.rebate
            return msg("Buy a {train} for {price} by the right of {rebate}"), figures
        return msg("Buy a {train} for {price} from the bank"), figures
    if seller in STOCKS:
        return msg("Buy a {train} for {price} from the {source}"), {**figures, "source": seller}
    director = s.director(seller)
    if director == s.director(company_of(s)):
        return msg("Buy a {train} for {price} from {seller}"), figures
    figures["player"] = "" if director is None else s.name(director)
    return msg("Offer {player} {price} for a {train} of {seller}"), figures


def tell_answer(s: AnyRailways, a: Answer) -> Told:
    if a.leave:
        return tell_no_more_offers(s, a)
    offer = s.top(TrainOffer)
    figures: Figures = {
        "train": offer.version,
        "seller": s.trains[offer.train],
        "company": offer.company,
        "price": offer.price if a.price is None else a.price,
    }
    if offer.counter:  # the buyer answers
        if a.price is not None:
            return msg("Offer {price} for the {train} of {seller} instead"), figures
        if a.accept:
            return msg("Buy the {train} of {seller} for {price}"), figures
        return msg("Do not buy the {train} of {seller} for {price}"), figures
    if a.price is not None:
        return msg("Ask {price} of {company} for the {train} of {seller} instead"), figures
    if a.accept:
        return msg("Sell the {train} of {seller} to {company} for {price}"), figures
    return msg("Do not sell the {train} of {seller} to {company}"), figures


def tell_no_more_offers(s: AnyRailways, a: Answer) -> Told:
    figures = {"player": s.names[s.top(Offer).by]}
    return msg("Refuse, and hear no more offers from {player} in this turn"), figures


def tell_discard(s: AnyRailways, a: DiscardTrain) -> Told:
    return msg("Give up a {train} of {company}"), {
        "train": train_name(s, a.train),
        "company": s.trains[a.train],
    }


# -- passing -----------------------------------------------------------------------------------


def tell_pass(s: AnyRailways, a: Pass) -> Told:
    """What passing means here: nothing (more) of what the step is for."""
    turn, activity = s.frame, activity_of(s)
    if isinstance(turn, StockRound) and turn.turn_sold:
        return msg("End the turn without buying"), {}
    if not (isinstance(activity, TurnActivity) and isinstance(turn, OperatingTurn)):
        return msg("Pass"), {}
    step = activity.steps[turn.step]
    if isinstance(step, TrackStep):
        return (msg("Lay no further tile") if turn.lays else msg("Lay no tile")), {}
    if isinstance(step, MarkerStep):
        return msg("Place no station marker"), {}
    if isinstance(step, TrainStep):
        return msg("Buy no (more) trains and end the turn"), {}
    return msg("Pass"), {}


RAILWAYS: Mapping[type[Action], Teller] = {
    DrawSeats: tell_draw,
    SellShares: tell_sale,
    BuyShare: tell_purchase,
    StartCompany: tell_start,
    LayTile: tell_lay,
    PlaceMarker: tell_marker,
    RunTrains: tell_run,
    Dividend: tell_dividend,
    BuyTrain: tell_train,
    Answer: tell_answer,
    DiscardTrain: tell_discard,
    Pass: tell_pass,
}
