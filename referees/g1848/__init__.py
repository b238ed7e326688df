"""The referee of 1848: what its rulebook of 2007 allows. Chapters are those of the book."""

from collections.abc import Iterator

from referees.g1848.lays import Builder, may_lay_tasmania, tasmania
from referees.g1848.papers import opening, pay_for_takeover, share_round
from referees.g1848.plain import Action, Position, director, seat_name
from referees.g1848.routes import runs_right
from referees.g1848.tables import DEAREST
from referees.g1848.trains import bought_right, must_buy, purchases, surplus

LISTED = frozenset(
    {
        "buy_private",
        "cut_price",
        "pass",
        "sell_shares",
        "buy_share",
        "start_company",
        "lay_tile",
        "lay_tasmania",
        "place_marker",
        "dividend",
        "buy_train",
        "answer",
        "discard_train",
        "take_loan",
        "take_private",
    }
)
JUDGED = frozenset({"run_trains", "buy_train", "take_private", "lay_tile", "place_marker", "lay_tasmania"})


def offers(position: Position, seat: int) -> list[Action]:
    """Every legal action of a seat whose kind is in LISTED."""
    return list(_offers(position, seat))


def _offers(position: Position, seat: int) -> Iterator[Action]:
    frame = position["stack"][-1]
    kind = frame["frame"]
    if kind == "private_sale":
        yield from opening(position, seat)
    elif kind == "stock_round":
        yield from share_round(position, seat)
    elif kind == "turn":
        yield from _turn(position, seat)
    elif kind == "train_offer":
        for accept in (True, False):  # IX: the other director is free to sell or not
            yield {"type": "answer", "seat": seat, "accept": accept}
        yield {"type": "answer", "seat": seat, "accept": False, "leave": True}  # and no more of this director
    elif kind == "surplus_trains":
        yield from surplus(position, frame["companies"], seat, seat_name(seat))
    elif kind == "tasmania_duty":
        yield from tasmania(position, seat)
    elif kind == "compensation_sale":
        yield from pay_for_takeover(position, seat)


def _turn(position: Position, seat: int) -> Iterator[Action]:
    """The five steps of a company's turn (VIII Order of a turn)."""
    frame = position["stack"][-1]
    company, step = frame["company"], frame["step"]
    if director(position, company) != seat_name(seat):
        return
    yield from _any_time(position, company, seat)
    if step == 1:
        yield from Builder(position, company, frame["lays"]).tiles(seat)
        if may_lay_tasmania(position, company):
            yield from tasmania(position, seat)
    elif step == 2:
        yield from Builder(position, company, frame["lays"]).markers(seat)
    elif step == 4:
        for pay in (True, False):
            yield {"type": "dividend", "seat": seat, "pay": pay}
    elif step == 5:
        yield from purchases(position, company, seat)
    if step in (1, 2) or (step == 5 and not must_buy(position, company)):
        yield {"type": "pass", "seat": seat}


def _any_time(position: Position, company: str, seat: int) -> Iterator[Action]:
    """Loans and privates, in every step from the first 3 on (VIII Order of a turn; VI Loans; V)."""
    if "3" not in position["phases"]:
        return
    turn = position["stack"][-1]
    if turn["loans"] == 0 and position["loans"][company] < 5 and position["granted_loans"] < 20:
        yield {"type": "take_loan", "seat": seat}
    for private, dearest in DEAREST.items():
        for price in sorted({1, min(dearest, position["cash"][company])}):
            action: Action = {"type": "take_private", "seat": seat, "private": private, "price": price}
            if _private_right(position, company, action):
                yield action


def _private_right(position: Position, company: str, action: Action) -> bool:
    """A company buys P1 to P4 of its director within the printed span, if it has the money (V)."""
    private, price = action["private"], action["price"]
    return (
        "3" in position["phases"]
        and private in DEAREST
        and position["privates"][private] == director(position, company)
        and 1 <= price <= min(DEAREST[private], position["cash"][company])
    )


def allows(position: Position, action: Action) -> bool:
    """Whether an action of a kind in JUDGED is legal."""
    frame = position["stack"][-1]
    kind = action["type"]
    if kind == "lay_tasmania" and frame["frame"] == "tasmania_duty":
        return action in list(tasmania(position, action["seat"]))
    if frame["frame"] != "turn" or director(position, frame["company"]) != seat_name(action["seat"]):
        return False
    company, step = frame["company"], frame["step"]
    if kind == "run_trains":
        return step == 3 and runs_right(position, company, action.get("routes", []))
    if kind == "buy_train":
        return step == 5 and bought_right(position, company, action)
    if kind == "take_private":
        return _private_right(position, company, action)
    if kind == "lay_tile":
        builder = Builder(position, company, frame["lays"])
        lay = (action["hex"], action["tile"], action["rotation"], action.get("rebate", ""))
        return step == 1 and builder.laid_right(*lay)
    return action in offers(position, action["seat"])
