"""Recorded games of 18xx.games: what is special to 1848."""

from collections.abc import Iterator, Sequence

from msgspec import structs

from stellwerk.engine.action import CHANCE
from stellwerk.engine.game import Game
from stellwerk.engine.play import to_act
from stellwerk.games.g1848.rules.bank_of_england import TakeLoan
from stellwerk.games.g1848.rules.book import BOE
from stellwerk.games.g1848.rules.ending import result
from stellwerk.games.g1848.rules.opening import BuyPrivate, CutPrice, PrivateSale
from stellwerk.games.g1848.rules.privates import LayTasmania, TakePrivate
from stellwerk.games.g1848.rules.runs import RUNS
from stellwerk.games.g1848.rules.state import Australia
from stellwerk.games.g1848.rules.train_step import waits
from stellwerk.mech18.course import DrawSeats
from stellwerk.mech18.record_reader import Found, Reader, Recorded, TracedCompany, TracedGame, TracedPlayer
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain

RECORDED_AS = {"base": ("1848", ())}
"""Variant -> what 18xx.games calls it, and the options that make it so."""


def assign(reader: Reader[Australia], action: Recorded) -> Iterator[Found]:
    seat = reader.for_player(action)
    reader.submit(CutPrice(seat, action["target"]))
    yield from ()


def bid(reader: Reader[Australia], action: Recorded) -> Iterator[Found]:
    seat = reader.for_player(action)
    price = reader.state.sale.get(action["company"])
    reader.submit(BuyPrivate(seat, action["company"]))
    if price != int(action["price"]):
        yield (f"price of {action['company']}", action["price"], price)


def take_loan(reader: Reader[Australia], action: Recorded) -> Iterator[Found]:
    seat = reader.for_company(action["entity"], TakeLoan)
    reader.submit(TakeLoan(seat))
    yield from ()


def buy_company(reader: Reader[Australia], action: Recorded) -> Iterator[Found]:
    seat = reader.for_company(action["entity"], TakePrivate)
    reader.submit(TakePrivate(seat, action["company"], int(action["price"])))
    yield from ()


def lay_tile(reader: Reader[Australia], action: Recorded) -> Iterator[Found]:
    """P2 and P3 lay through the company whose turn it is (S3, S20)."""
    if action["entity_type"] != "company":
        yield from Reader.lay_tile(reader, action)
        return
    hex_id, rotation = action["hex"], int(action["rotation"])
    number = action["tile"].rpartition("-")[0]
    if action["entity"] == "P3":
        reader.until(lambda: LayTasmania in reader.kinds())
        reader.submit(LayTasmania(to_act(reader.state)[0], hex_id, rotation))
    else:
        turn = reader.turn()
        seat = reader.for_company(turn.company if turn else "", LayTile)
        reader.submit(LayTile(seat, hex_id, number, rotation, action["entity"]))
    reader.tiles[action["tile"]] = hex_id


def buy_train(reader: Reader[Australia], action: Recorded) -> Iterator[Found]:
    """P4 buys a 2E for the company whose turn it is."""
    if action["entity_type"] != "company":
        yield from Reader.buy_train(reader, action)
        return
    turn = reader.turn()
    seat = reader.for_company(turn.company if turn else "", BuyTrain)
    yield from reader.buy(seat, action, rebate=action["entity"])


def dividend(reader: Reader[Australia], action: Recorded) -> Iterator[Found]:
    """The Bank of England's dividend (S8) shows that the next operating round has begun."""
    if action["entity"] != BOE:
        yield from Reader.dividend(reader, action)
        return
    assert isinstance(reader, Reader1848)
    reader.bank_dividends += 1
    reader.until(lambda: reader.rounds >= reader.bank_dividends)


HANDLERS = {
    "dividend": dividend,
    "assign": assign,
    "bid": bid,
    "take_loan": take_loan,
    "buy_company": buy_company,
    "lay_tile": lay_tile,
    "buy_train": buy_train,
}


class Reader1848(Reader[Australia]):
    """Adds what our state looks like in the terms of a trace."""

    kind = Australia

    def __init__(self, game: Game, ids: Sequence[object]) -> None:
        self.bank_dividends = 0
        game.submit(DrawSeats(CHANCE, tuple(range(len(ids)))))
        super().__init__(game, ids, RUNS, HANDLERS)

    def ahead(self) -> bool:
        return 0 < self.bank_dividends < self.rounds

    def by_itself(self, action: Recorded) -> bool:
        return super().by_itself(action) or action["entity"] == BOE

    def waits_for_trains(self, company: str) -> bool:
        return waits(self.state, company)

    def same_turn(self, action: Recorded, company: str) -> bool:
        """P3's tile comes at any time of its owner's turn, P4's train late in a turn, P2's tile first."""
        if action["entity_type"] == "company":
            private = action["entity"]
            return private == "P4" or bool(private == "P3" and self.state.privates["P3"] == company)
        return super().same_turn(action, company)

    def result(self) -> dict[str, int]:
        return result(self.state)

    def snapshot(self) -> TracedGame:
        shown = super().snapshot()
        return structs.replace(shown, companies={**shown.companies, BOE: self.company_shown(BOE)})

    def player_shown(self, name: str, owner: str) -> TracedPlayer:
        s, shown = self.state, super().player_shown(name, owner)
        if any(isinstance(frame, PrivateSale) for frame in s.stack):  # S18: worthless only after the sale
            bought = sum(s.book.privates[private].price for private in s.privates_of(owner))
            return structs.replace(shown, value=shown.value + bought)
        return shown

    def company_shown(self, company: str) -> TracedCompany:
        loans = self.state.granted_loans if company == BOE else self.state.loans[company]
        return structs.replace(super().company_shown(company), loans=loans)
