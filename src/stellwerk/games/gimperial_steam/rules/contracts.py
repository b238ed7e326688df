"""A7: contracts; GEN-5: factories moved between the own board and own contracts."""

from collections.abc import Iterator

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import with_item
from stellwerk.engine.step import Move
from stellwerk.games.gimperial_steam.data.components import NOTHING, SORTS, Goods
from stellwerk.games.gimperial_steam.rules.events import ContractTaken, FactoryPlaced, FactoryTakenOff
from stellwerk.games.gimperial_steam.rules.goods import free_wagons, make_room
from stellwerk.games.gimperial_steam.rules.state import Steam, minus, plus, some


class TakeContract(Action, frozen=True):
    """Secure an open contract."""

    contract: str


class PlaceFactory(Action, frozen=True):
    """Put a factory from the own board on an own contract."""

    contract: str
    sort: str


class TakeOffFactory(Action, frozen=True):
    """Take a factory from an own contract back to the own board."""

    contract: str
    sort: str


def one_contract(s: Steam, a: TakeContract) -> Fault | None:
    return refuse("One action secures one contract.") if s.turn and s.turn.done else None


def is_open(s: Steam, a: TakeContract) -> Fault | None:
    return (
        None if a.contract in s.contracts else refuse("Contract {contract} is not open.", contract=a.contract)
    )


def has_the_wagons(s: Steam, a: TakeContract) -> Fault | None:
    """A7-2: of any trains; passenger wagons never count."""
    needed, free = s.book.parts.contracts[a.contract].reserved, free_wagons(s.players[a.seat])
    if free >= needed:
        return None
    return refuse(
        "The contract reserves {needed:# freight wagon|# freight wagons}; you have {free:0=none|#|#}.",
        needed=needed,
        free=free,
    )


class TakeContractMove(Move[Steam, TakeContract]):
    action = TakeContract

    def candidates(self, s: Steam, seat: int) -> Iterator[TakeContract]:
        return (TakeContract(seat, contract) for contract in s.contracts)

    def apply(self, s: Steam, a: TakeContract) -> Steam:
        card, player = s.book.parts.contracts[a.contract], s.players[a.seat]
        room = len(s.book.places_of_investors) - player.investors
        investors = min(card.investors, room, s.investors)  # A7-4
        s = s.replace(
            contracts=tuple(contract for contract in s.contracts if contract != a.contract),
            investors=s.investors - investors,
        ).update_turn(done=1)
        s = s.change(
            a.seat,
            contracts=(*player.contracts, a.contract),
            reserved=player.reserved + card.reserved,  # A7-3
            investors=player.investors + investors,
        )
        s = s.say(ContractTaken(s.names[a.seat], a.contract, card.reserved, investors))
        return make_room(s, a.seat)


TAKE_CONTRACT = TakeContractMove(
    rule("A7-1", one_contract),
    rule("A7-1", is_open),
    rule("A7-2", has_the_wagons),
)


# -- factories on contracts --------------------------------------------------------------------


def is_own(s: Steam, a: PlaceFactory) -> Fault | None:
    if a.contract in s.players[a.seat].contracts:
        return None
    return refuse("Contract {contract} is not yours.", contract=a.contract)


def open_spaces(s: Steam, seat: int, contract: str) -> Goods:
    """Factories that the contract still lacks."""
    return minus(s.book.parts.contracts[contract].needs(), s.players[seat].placed.get(contract, NOTHING))


def has_the_factory(s: Steam, a: PlaceFactory) -> Fault | None:
    if a.sort in SORTS and s.players[a.seat].factories[SORTS.index(a.sort)]:
        return None
    return refuse("You have no {good} factory on your board.", good=a.sort)


def is_asked_for(s: Steam, a: PlaceFactory) -> Fault | None:
    if open_spaces(s, a.seat, a.contract)[SORTS.index(a.sort)]:
        return None
    return refuse("Contract {contract} has no free place for {good}.", contract=a.contract, good=a.sort)


class PlaceFactoryMove(Move[Steam, PlaceFactory]):
    action = PlaceFactory

    def candidates(self, s: Steam, seat: int) -> Iterator[PlaceFactory]:
        owned = [sort for sort, number in zip(SORTS, s.players[seat].factories, strict=True) if number]
        return (PlaceFactory(seat, id, sort) for id in s.players[seat].contracts for sort in owned)

    def apply(self, s: Steam, a: PlaceFactory) -> Steam:
        """A3-7, A7-5: at any time of the own turn, so straight after it was built or the contract taken."""
        player, one = s.players[a.seat], some(a.sort)
        placed = plus(player.placed.get(a.contract, NOTHING), one)
        s = s.change(
            a.seat,
            factories=minus(player.factories, one),
            placed=with_item(player.placed, a.contract, placed),
        )
        return s.say(FactoryPlaced(s.names[a.seat], a.sort, a.contract))


def lies_there(s: Steam, a: TakeOffFactory) -> Fault | None:
    placed = s.players[a.seat].placed.get(a.contract, NOTHING)
    if a.sort in SORTS and placed[SORTS.index(a.sort)]:
        return None
    return refuse("Contract {contract} has no {good} factory.", contract=a.contract, good=a.sort)


class TakeOffFactoryMove(Move[Steam, TakeOffFactory]):
    action = TakeOffFactory

    def candidates(self, s: Steam, seat: int) -> Iterator[TakeOffFactory]:
        for contract, placed in s.players[seat].placed.items():
            for sort, number in zip(SORTS, placed, strict=True):
                if number:
                    yield TakeOffFactory(seat, contract, sort)

    def apply(self, s: Steam, a: TakeOffFactory) -> Steam:
        """GEN-5: also off a filled contract."""
        player, one = s.players[a.seat], some(a.sort)
        s = s.change(
            a.seat,
            factories=plus(player.factories, one),
            placed=with_item(player.placed, a.contract, minus(player.placed[a.contract], one)),
        )
        return s.say(FactoryTakenOff(s.names[a.seat], a.sort, a.contract))


PLACE_FACTORY = PlaceFactoryMove(
    rule("GEN-5", is_own),
    rule("GEN-5", has_the_factory),
    rule("GEN-5", is_asked_for),
)
TAKE_OFF_FACTORY = TakeOffFactoryMove(rule("GEN-5", lies_there))
