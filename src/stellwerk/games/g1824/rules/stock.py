"""VI.2: the stock round put together."""

from copy import copy

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.step import Move
from stellwerk.engine.text import msg
from stellwerk.games.g1824.rules import coal
from stellwerk.games.g1824.rules.bond import BUY_BOND, SELL_BOND
from stellwerk.games.g1824.rules.emergency import REPAY, add_interest, debtors
from stellwerk.games.g1824.rules.mountains import paper_limit
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.games.g1824.rules.trading import MOVES, SELL, close_round
from stellwerk.mech18.stock import StockActivity, StockRound, end_turn, pass_turn, sold_down


def close(s: AustriaHungary) -> AustriaHungary:
    """VIII.3-2, VI.3-5, VII.12-3."""
    return add_interest(close_round(s))


SOLD_DOWN = rule("VI.7-2", sold_down(paper_limit, SELL, SELL_BOND))
"""What ends a turn without needing a free place waits until whoever is over the limit has sold."""

SWAP_COAL = coal.SwapCoalMove(
    rule("IV.2-9", coal.swaps_have_begun),
    rule("IV.2-9", coal.owns_it),
    rule("VI.4-1b", coal.not_sold_or_allowed),
    SOLD_DOWN,
)


def end_or_pass(s: AustriaHungary) -> AustriaHungary:
    """R23: after a repayment that counts as acting a pass only ends the turn, as it does after a sale."""
    turn = s.top(StockRound)
    acted = s.rulings.repaying_is_acting and turn.number > 1 and turn.last == turn.seat and not turn.passed
    return end_turn(s) if acted else pass_turn(s)


def own_turn(s: AustriaHungary, a: Action) -> Fault | None:
    if a.seat == s.top(StockRound).seat:
        return None
    return refuse("It is the turn of {player}.", player=s.names[s.top(StockRound).seat])


OWN_TURN = rule("VI.2-1", own_turn)


def in_own_turn(move: Move[AustriaHungary, Action]) -> Move[AustriaHungary, Action]:
    """Return the move for a round in which others may repay their debts meanwhile."""
    again = copy(move)
    again.rules = (OWN_TURN, *move.rules)
    return again


class StockRoundActivity(StockActivity[AustriaHungary]):
    """R23: debtors may pay back in other players' turns."""

    def seats(self, s: AustriaHungary) -> tuple[int, ...]:
        turn = s.top(StockRound).seat
        if not s.rulings.repaying_in_others_turns:
            return (turn,)
        return (turn, *(seat for seat in debtors(s) if seat != turn))


STOCK_ROUND = StockRoundActivity(
    *(in_own_turn(move) for move in (*MOVES, SWAP_COAL, SELL_BOND, BUY_BOND)),
    REPAY,
    order_rule="VI.2-1",  # VI.1-2, VI.1-3; VI.2-2: over when all have passed in a row
    pass_rules=(OWN_TURN, SOLD_DOWN),
    ending=end_or_pass,
    first_asks=msg("{player}: buy a railway or a share, or pass."),  # VI.3-4
    close=close,  # the priority that follows: VI.2-2b
)
