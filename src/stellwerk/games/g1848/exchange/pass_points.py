"""Where 18xx.games stops in a company's turn of 1848 (S7, S16)."""

from stellwerk.games.g1848.rules.bank_of_england import TAKE_LOAN
from stellwerk.games.g1848.rules.state import Australia
from stellwerk.games.g1848.rules.train_step import goes_on, waits
from stellwerk.mech18.dividends import DividendStep
from stellwerk.mech18.operating import OperatingTurn, at_end, step_of
from stellwerk.mech18.pass_points import PassPoints


class PassPoints1848(PassPoints[Australia]):
    def waits_for_trains(self, s: Australia, turn: OperatingTurn) -> bool:
        return waits(s, turn.company)

    def goes_on_buying(self, s: Australia, turn: OperatingTurn) -> bool:
        return goes_on(s, turn.company)

    def passes_at(self, s: Australia, turn: OperatingTurn) -> int:
        """S16: a last step for loans and privates from phase 3 on. S7: a loan before the price falls to 0."""
        if at_end(s, turn):
            return int(s.granted("loans"))
        if step_of(s, turn) == DividendStep.name and not s.trains_of(turn.company):
            falls_out = s.prices[turn.company].column == 1
            return int(falls_out and bool(TAKE_LOAN.legal(s, s.director_seat(turn.company))))
        return 0
