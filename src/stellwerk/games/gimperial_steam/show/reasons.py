"""What an action of Imperial Steam brings: the figures of who acts before and after it."""

from collections.abc import Iterator

from stellwerk.engine.action import CHANCE
from stellwerk.engine.capabilities import Deed
from stellwerk.engine.text import Message, message, msg
from stellwerk.games.gimperial_steam.data.components import TRIESTE
from stellwerk.games.gimperial_steam.rules.contracts import TakeContract
from stellwerk.games.gimperial_steam.rules.influence import column
from stellwerk.games.gimperial_steam.rules.scoring import income, key_value
from stellwerk.games.gimperial_steam.rules.state import Player, Steam
from stellwerk.games.gimperial_steam.rules.turn import ChooseAction


def reasons(deed: Deed[Steam]) -> Iterator[Message]:
    """Return what an action brings, the weightiest first."""
    action, before, done = deed.action, deed.before, deed.done
    seat = action.seat
    if seat == CHANCE:
        return
    old, new = before.players[seat], done.players[seat]
    if isinstance(action, TakeContract):
        value = before.book.parts.contracts[action.contract].value
        yield message(msg("worth {value} when it is filled"), value=value)
    yield from _network(before, old, new)
    yield from _income(before, done, old, new)
    yield from _staff(old, new)
    yield from _goods(done, old, new)
    was, now, step = column(before, seat), column(done, seat), before.numbers.step
    if was != now:
        yield message(msg("influence {old} → {new}"), old=was * step, new=now * step)
    if old.cash != new.cash and not before.book.rulings.hidden_money:  # HID: then nobody sees a purse
        yield message(msg("purse {old} → {new}"), old=old.cash, new=new.cash)
    if isinstance(action, ChooseAction):
        yield message(msg("hands left: {hands}"), hands=new.hands)


def _network(s: Steam, old: Player, new: Player) -> Iterator[Message]:
    joined = [s.city(city) for city in new.cities if city not in old.cities]
    if TRIESTE in new.cities and TRIESTE not in old.cities:
        yield message(msg("reaches {city}: the last round"), city=s.city(TRIESTE))
    elif joined:
        yield message(
            msg("joins {city}, {count:# city|# cities} in all"), city=joined[-1], count=len(new.cities)
        )


def _income(before: Steam, done: Steam, old: Player, new: Player) -> Iterator[Message]:
    was, now = income(before, old), income(done, new)
    if was != now:
        yield message(msg("income {old} → {new}"), old=was, new=now)
    if old.price != new.price:
        yield message(
            msg("share price {old} → {new}"),
            old=before.book.prices[old.price],
            new=before.book.prices[new.price],
        )
    for key in new.keys[len(old.keys) :]:
        yield message(msg("a key worth {value}"), value=key_value(done, key))


def _staff(old: Player, new: Player) -> Iterator[Message]:
    were, are = (sum(player.training) + sum(player.working) for player in (old, new))
    if were != are:
        yield message(msg("workers {old} → {new}"), old=were, new=are)


def _goods(done: Steam, old: Player, new: Player) -> Iterator[Message]:
    had, has = sum(old.goods) + sum(old.dock), sum(new.goods) + sum(new.dock)
    if had != has:
        yield message(msg("goods {old} → {new}"), old=had, new=has)
