"""Buying trains, mail contracts, surplus trains (summary, operating round 6 and 7; merging 7)."""

from collections.abc import Iterator

from referees.g1854.board import Board
from referees.g1854.papers import holding, ordinary, own_option
from referees.g1854.plain import Action, Position, passing, ruled, seat_name, top, turn, unheard
from referees.g1854.tables import (
    COMPANIES,
    LOCALS,
    LOKALBAHNEN,
    MAIL_COUNT,
    MAIL_PRICES,
    NUMBERS,
    TRAIN_PRICES,
    director,
    from_phase,
    kind_of,
    limit,
    price,
    seats,
    trains_of,
)

SCRAP_SURCHARGE = 30


def on_sale(position: Position) -> list[str]:
    """The kinds in the bank that are for sale: the next number, and the plus trains laid out."""
    left = {train.rpartition("-")[0] for train in trains_of(position, "bank")}
    found = [kind for kind in NUMBERS if kind in left][:1]
    if "1+" in left:
        found.append("1+")
    if from_phase(position, "3"):
        if "2+" in left:
            found.append("2+")  # ruling two_plus_waits: no
        elif "3+" in left:
            found.append("3+")
    return found


def first_of(position: Position, owner: str, stack: str) -> str:
    """The first card of a kind."""
    return next(train for train in trains_of(position, owner) if train.rpartition("-")[0] == stack)


def may_run(company: str, kind: str) -> bool:
    """Local railways run plus trains, all others run the others."""
    return kind.endswith("+") == (company in LOCALS)


def bank_prices(position: Position, company: str) -> Iterator[tuple[str, str, int]]:
    """Trains with version and price that a company may take from the bank, whatever its cash."""
    if company in LOKALBAHNEN:
        stacks = {train.rpartition("-")[0] for train in trains_of(position, "scrap")}
        for stack in sorted(stacks):
            yield first_of(position, "scrap", stack), stack, TRAIN_PRICES[stack] + SCRAP_SURCHARGE
        return
    stacks = {train.rpartition("-")[0] for train in trains_of(position, "pool")}
    for owner, kinds in (("bank", on_sale(position)), ("pool", sorted(stacks))):
        for stack in kinds:
            if company in LOCALS and not stack.endswith("+"):
                continue
            train = first_of(position, owner, stack)
            versions = ["8", "8Ox"] if stack == "8" and owner == "bank" else [kind_of(position, train)]
            for version in versions:
                yield train, version, TRAIN_PRICES[version]


def foreign_trains(position: Position, company: str) -> list[str]:
    """Trains of other companies that a company may ask for, from the first 3 on."""
    if not from_phase(position, "3"):
        return []
    found: list[str] = []
    for train, owner in position["trains"].items():
        if owner in ("bank", "pool", "scrap", "out", company):
            continue
        if (owner in LOKALBAHNEN) != (company in LOKALBAHNEN):
            continue
        if company in LOCALS and not kind_of(position, train).endswith("+"):
            continue
        found.append(train)
    return found


def must_buy(position: Position, company: str) -> bool:
    """Whether a company needs a train: it has a route and none it could run."""
    if company in LOCALS:
        return False
    if any(may_run(company, kind_of(position, train)) for train in trains_of(position, company)):
        return False
    return has_route(Board(position), company)


def has_route(board: Board, company: str) -> bool:
    """Whether there is any way from a station to a second stop."""
    _, stops = board.reached(company)
    stations = board.stations(company)
    return any(board.place(stop) != board.place(station) for station in stations for stop in stops)


def runnable(position: Position, company: str) -> list[str]:
    """The trains of a company that it may run: only these fill its places."""
    return [train for train in trains_of(position, company) if may_run(company, kind_of(position, train))]


def has_room(position: Position, company: str, kind: str) -> bool:
    """Whether a company has room for a train of a kind.

    Ambiguous: "no purchase without room (unless it cannot run it)": trains that it cannot run take no place.
    """
    return not may_run(company, kind) or len(runnable(position, company)) < limit(position, company)


def aid(position: Position, company: str) -> bool:
    """Whether the director adds money: the company must buy and can pay none of the bank's trains."""
    if not must_buy(position, company):
        return False
    needed = bank_needs(position, company)
    return bool(needed) and position["cash"][company] < min(needed)


def bank_needs(position: Position, company: str) -> list[int]:
    """Prices of the bank's trains that a company could run."""
    return [cost for _, kind, cost in bank_prices(position, company) if may_run(company, kind)]


def funds(position: Position, company: str) -> int:
    """The company's cash and its director's."""
    own: int = position["cash"][company]
    theirs: int = position["cash"][director(position, company)]
    return own + theirs


def can_pay(position: Position, company: str, kind: str, cost: int) -> bool:
    """Whether a price can be paid: from the treasury, or for a train it must have with the director's cash.

    Ruling aid_up_to_face_value: no.
    """
    if sold_in_vain(position, company, cost):
        return False
    if cost <= position["cash"][company]:
        return True
    return may_run(company, kind) and aid(position, company) and cost <= funds(position, company)


def sold_in_vain(position: Position, company: str, cost: int) -> bool:
    """Whether the last sale was not needed for a train of this price (end 1: "no more than necessary").

    That is so if it could be paid before. But the game is lost only if "after the sale of shares" no train
    can be paid: if those that needed the sale have gone out of reach since, what can be paid is bought.
    """
    before = turn(position).get("before_sale", -1)
    if cost > before or not aid(position, company):
        return False
    most = funds(position, company) + proceeds(position, director(position, company))
    reach = [need for need in bank_needs(position, company) if need <= most]
    # ambiguous with none of the bank's in reach: the words know no exception, by ruling there is this one
    excused = max(reach) <= before if reach else not ruled(position, "hopeless_sale_binds", True)
    return not excused


def proceeds(position: Position, owner: str) -> int:
    """What all that a player can sell without a change of director would bring."""
    pieces = ((other, most_pieces(position, owner, other)) for other in COMPANIES)
    found = sum(most * piece(position, other) * price(position, other) for other, most in pieces if most)
    option = own_option(position, owner)
    return found + (price(position, option.partition("_")[0]) if option else 0)


def train_turn(position: Position, seat: int) -> list[Action]:
    """The step in which trains are bought."""
    company: str = top(position)["company"]
    cash: int = position["cash"][company]
    found: list[Action] = []
    for train, version, cost in bank_prices(position, company):
        if has_room(position, company, version) and can_pay(position, company, version, cost):
            found.append(_buy(seat, train, version, cost))
    for train in foreign_trains(position, company):
        version = kind_of(position, train)
        # of all prices these are listed: the least, the printed one, the whole treasury, or the next to them
        prices = {cash: -1, TRAIN_PRICES[version]: -1, 1: 1}
        listed = {_next_unheard(position, seat, train, cost, step) for cost, step in prices.items()}
        for cost in sorted(listed):
            buy = _buy(seat, train, version, cost)
            if purchase_is_legal(position, buy):
                found.append(buy)
    if aid(position, company):
        sales = forced_sales(position, seat, company)
        found += sales
        if not sales and funds(position, company) < min(bank_needs(position, company)):
            # the director may buy another company's train instead, but need not
            found.append({"type": "declare_bankruptcy", "seat": seat})
    elif not must_buy(position, company) or not found:
        found.append(passing(seat))
    return found


def purchase_is_legal(position: Position, action: Action) -> bool:
    """Whether a train may be bought at a price, of the bank or of another company."""
    company = top(position)["company"]
    if action["exchange"] or action["rebate"] or seat_name(action["seat"]) != director(position, company):
        return False
    train, version, cost = action["train"], action["version"], action["price"]
    if train in foreign_trains(position, company):
        heard = not may_ask(position, action["seat"], train, cost)
        offered = version == kind_of(position, train) and cost >= 1 and not heard
    else:
        offered = (train, version, cost) in set(bank_prices(position, company))
    room = offered and has_room(position, company, version)
    return room and can_pay(position, company, version, cost)


def may_ask(position: Position, seat: int, train: str, cost: int) -> bool:
    """Whether the owner of a train may still be asked for it at a price."""
    owner: str = position["trains"][train]
    to = int(director(position, owner)[4:])
    return unheard(turn(position), seat, to, f"{owner} {kind_of(position, train)}", cost)


def _next_unheard(position: Position, seat: int, train: str, cost: int, step: int) -> int:
    """The next price in a direction that has not been named."""
    asked = [said["price"] for said in turn(position)["talks"]["offered"]]
    while cost in asked and not may_ask(position, seat, train, cost) and cost > 0:
        cost += step
    return cost


def forced_sales(position: Position, seat: int, company: str) -> list[Action]:
    """Papers that a director may sell for a train: no director changes, nothing beyond need (end 1)."""
    owner, have = seat_name(seat), funds(position, company)
    needs = bank_needs(position, company)
    counts = {other: most_pieces(position, owner, other) for other in COMPANIES}
    worth = {other: piece(position, other) * price(position, other) for other, most in counts.items() if most}
    option = own_option(position, owner)
    total = have + proceeds(position, owner)
    # ambiguous: any train on sale that can be paid after sales may be the aim; if none can, all must be sold
    aims = [need for need in needs if have < need <= total]
    if not aims and have >= min(needs):
        return []
    need = max(aims or needs)
    found: list[Action] = []
    for other, each in worth.items():
        for count in range(1, counts[other] + 1):
            if have + (count - 1) * each < need:
                shares = count * piece(position, other)
                found.append({"type": "sell_shares", "seat": seat, "company": other, "shares": shares})
    if option:
        found.append({"type": "sell_option", "seat": seat})
    return found


def piece(position: Position, company: str) -> int:
    """An ordinary paper in tenths."""
    return 1 if company in position["split"] or company in LOKALBAHNEN else 2


def most_pieces(position: Position, owner: str, company: str) -> int:
    """How many ordinary papers a player can sell without a change of director."""
    if company not in position["prices"]:
        return 0
    own = len(ordinary(position, owner, company))
    if director(position, company) != owner or company in LOKALBAHNEN:
        return own
    held = holding(position, owner, company)
    rivals = max(holding(position, who, company) for who in seats(position) if who != owner)
    each = piece(position, company)
    return max(count for count in range(own + 1) if count == 0 or held - count * each >= rivals)


def _buy(seat: int, train: str, version: str, price: int) -> Action:
    return {
        "type": "buy_train",
        "seat": seat,
        "train": train,
        "version": version,
        "price": price,
        "exchange": "",
        "rebate": "",
    }


def mail(position: Position, seat: int) -> list[Action]:
    """One mail contract for the whole game, as the last step."""
    company = top(position)["company"]
    found = [passing(seat)]
    held = list(position["mail"].values())
    for contract, cost in MAIL_PRICES.items():
        open_ = company not in position["mail"] and held.count(contract) < MAIL_COUNT
        if open_ and cost <= position["cash"][company]:
            found.append({"type": "buy_mail", "seat": seat, "contract": contract})
    return found


def discards(position: Position, seat: int) -> list[Action]:
    """A company above the limit gives up a train of its choice, of those that take a place."""
    company = top(position)["companies"][0]
    return [{"type": "discard_train", "seat": seat, "train": train} for train in runnable(position, company)]
