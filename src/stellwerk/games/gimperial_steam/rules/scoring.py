"""END: the final scoring."""

from functools import cache

from stellwerk.engine.text import msg
from stellwerk.games.gimperial_steam.data.components import TRIESTE, Components, Goods
from stellwerk.games.gimperial_steam.rules.deliver import GOLD
from stellwerk.games.gimperial_steam.rules.events import FeeTotal, FinalTotal, GameEnds, Winners
from stellwerk.games.gimperial_steam.rules.fees import Path, fee_path
from stellwerk.games.gimperial_steam.rules.influence import accessible
from stellwerk.games.gimperial_steam.rules.state import Player, Score, Steam, covers, minus, plus


def income(s: Steam, p: Player) -> int:
    """P4-1, P4-2: for every passenger wagon and every station on the map."""
    return s.numbers.income * (p.passenger + len(p.stations))


def key_value(s: Steam, key: str) -> int:
    """END-3: a gold key counts the hub's column, a silver one the small number there."""
    hub, _, metal = key.partition("-")
    at = s.hubs[hub]
    return at * s.numbers.step if metal == GOLD else s.book.parts.influence.silver[at]


def hub_bonus(s: Steam, seat: int) -> int:
    """END-4."""
    return s.numbers.hubs[sum(1 for hub in s.hubs if accessible(s, seat, hub))]


def trieste_joined(s: Steam) -> bool:
    return any(TRIESTE in player.cities for player in s.players)


def all_factories(p: Player) -> Goods:
    """GEN-5: wherever they lie; they can be moved until the very end."""
    total = p.factories
    for placed in p.placed.values():
        total = plus(total, placed)
    return total


def best_filled(parts: Components, contracts: tuple[str, ...], owned: Goods) -> tuple[str, ...]:
    """END-5a-ii: the contracts to fill for the best sum: their value is received instead of paid."""

    @cache
    def best(at: int, left: Goods) -> tuple[int, tuple[str, ...]]:
        if at == len(contracts):
            return 0, ()
        found = best(at + 1, left)
        card = parts.contracts[contracts[at]]
        if covers(left, card.needs()):
            value, filled = best(at + 1, minus(left, card.needs()))
            if value + card.value > found[0]:
                return value + card.value, (contracts[at], *filled)
        return found

    return best(0, owned)[1]


def scores(s: Steam) -> tuple[Score, ...]:
    """Everybody's account as if the game ended now. END-5c: step 5 is done for all at once."""
    joined = trieste_joined(s)
    seats = range(len(s.names))
    paths: dict[int, Path] = {
        seat: fee_path(s, seat)
        for seat in seats
        # END-5b-vi: who has no contract pays for no way, however far it is.
        if joined and s.players[seat].contracts and TRIESTE not in s.players[seat].cities  # END-5b
    }
    fee = s.numbers.path_fee  # END-5b-iii: to the most influential owner alone
    received = [fee * sum(payees.count(seat) for _, payees in paths.values()) for seat in seats]
    return tuple(_score(s, seat, joined, paths.get(seat, ((), ())), received[seat]) for seat in seats)


def _score(s: Steam, seat: int, joined: bool, path: Path, received: int) -> Score:
    player, parts = s.players[seat], s.book.parts
    last = income(s, player)  # END-1
    semmering = last if s.semmering == seat else 0
    goods = s.numbers.good * sum(player.goods)  # END-2
    keys = sum(key_value(s, key) for key in player.keys)
    hubs = hub_bonus(s, seat)
    fulfilled = best_filled(parts, player.contracts, all_factories(player)) if joined else ()  # END-5
    filled = sum(parts.contracts[id].value for id in fulfilled)  # END-5a-i
    unfilled = sum(parts.contracts[id].value for id in player.contracts) - filled if joined else 0
    fees = s.numbers.path_fee * len(path[0])
    total = player.cash + last + semmering + goods + keys + hubs + filled - unfilled - fees + received
    return Score(
        cash=player.cash,
        income=last,
        semmering=semmering,
        goods=goods,
        keys=keys,
        hubs=hubs,
        filled=filled,
        unfilled=unfilled,
        fees=fees,
        received=received,
        path=path[0],
        payees=path[1],
        fulfilled=fulfilled,
        total=total,
        shareholders=player.shareholders,
        final=after_dividend(total, player.shareholders),
    )


def after_dividend(total: int, shareholders: int) -> int:
    """END-6: a tenth less for every shareholder, never below nothing; a debt stays what it is."""
    return total * max(10 - shareholders, 0) // 10 if total > 0 else total


def finish(s: Steam) -> Steam:
    """The game is over: the account is kept, and the purses hold what it comes to."""
    found = scores(s)
    s = s.replace(scores=found).say(GameEnds(s.ending))
    for seat, score in enumerate(found):
        for link, payee in zip(score.path, score.payees, strict=True):
            ends = "–".join(s.city(city) for city in s.book.ends[link])
            s = s.say(FeeTotal(s.names[seat], s.names[payee], s.numbers.path_fee, ends))
        s = s.pay(seat, s.players[seat].cash - score.final)
        s = s.say(FinalTotal(s.names[seat], score.total, score.shareholders, score.final))
    return s.replace(stack=()).say(Winners(", ".join(winners(s))))


def close(s: Steam) -> Steam:
    """The game ends by agreement: the account as it stands; before the board is laid there is none."""
    return finish(s) if s.tiles else s


def result(s: Steam) -> dict[str, int]:
    """Return what everybody has, or would have if the game ended now."""
    found = s.scores or (scores(s) if s.tiles else ())
    if not found:
        return {name: player.cash for name, player in zip(s.names, s.players, strict=True)}
    return {name: score.final for name, score in zip(s.names, found, strict=True)}


def figures(s: Steam, seat: int) -> dict[str, int]:
    """Return how a player has fared, in numbers: for simulations."""
    player = s.players[seat]
    return {
        msg("at Trieste"): int(TRIESTE in player.cities),
        msg("tracks"): len(player.tracks),
        msg("contracts"): len(player.contracts),
        msg("filled"): len(s.scores[seat].fulfilled) if s.scores else 0,
        msg("factories"): sum(all_factories(player)),
        msg("keys"): len(player.keys),
        msg("shareholders"): player.shareholders,
        msg("rounds"): s.round,
    }


def winners(s: Steam) -> tuple[str, ...]:
    """END-7: the richest; all who are equal share the victory."""
    worth = result(s)
    return tuple(name for name in s.names if worth[name] == max(worth.values()))
