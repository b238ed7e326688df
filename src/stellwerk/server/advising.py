"""What a table can tell its players about their runs: the best one, and what a move would add to it.

A title that knows of such things says so (`advice`). The game is not held meanwhile: a position is
a value, and whoever waits for an answer keeps nobody else from playing.
"""

import msgspec

from stellwerk.engine import State, title
from stellwerk.engine.advice import Advice
from stellwerk.server.aids import must_tell_figures
from stellwerk.server.claim import Who
from stellwerk.server.core import signed_in
from stellwerk.server.model import BestRun, WorthInfo
from stellwerk.server.playing import Playing, read_action
from stellwerk.server.problems import Conflict, Forbidden, NotFound


def advice_of(state: State) -> Advice[State]:
    found = title(state.setup.game).advice
    if found is None:
        raise NotFound("This game has no trains that run.")
    return found


class Advising(Playing):
    def best_runs(self, table: str, who: Who, company: str = "", at: int | None = None) -> list[BestRun]:
        """Of this company, else of the one whose turn it is, else of all that own trains."""
        seen = self.snapshot(table, who, parts=())
        must_tell_figures(seen.info)
        state = seen.state_at(at)
        advice = advice_of(state)
        acting = company or advice.acting(state)
        if company and company not in state.book.companies:
            raise NotFound("There is no company {company}.", company=company[:20])
        companies = [acting] if acting else advice.running(state)
        found = [advice.best(state, one, self.offload) for one in companies]
        return [msgspec.convert(best, BestRun, from_attributes=True) for best in found if best is not None]

    def worth(self, table: str, who: Who, action: str) -> WorthInfo:
        """Return the best run before and after an action of one's own.

        Raise a Refusal when it is not legal.
        """
        seen = self.snapshot(table, who, parts=())
        signed_in(seen.user)
        must_tell_figures(seen.info)
        state = seen.live.state
        played = read_action(seen.info.game, action)
        if played.seat not in seen.mine:
            raise Forbidden("That is not your seat.")
        found = advice_of(state).worth(state, played, self.offload)
        if found is None:
            raise Conflict("It is no company's turn.")
        return WorthInfo(seen.version, found.who, found.before, found.after, found.change, found.proved)
