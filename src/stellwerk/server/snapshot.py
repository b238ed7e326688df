"""A table as one person sees it at one moment: all that a page or an answer shows."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from stellwerk.engine import Action, title, to_act, view
from stellwerk.server.aids import tells_figures
from stellwerk.server.core import entries_for
from stellwerk.server.games import Record, Stop, seat_names
from stellwerk.server.judging import Choice, Verdict, Verdicts
from stellwerk.server.model import (
    ChatLine,
    Entry,
    Outcome,
    Position,
    RemarkInfo,
    SeatNotice,
    StopInfo,
    TableInfo,
    ThinkingInfo,
    ThoughtInfo,
    UndoChoices,
    User,
)
from stellwerk.server.problems import Conflict, Forbidden, NotFound
from stellwerk.server.prompts import prompt_of
from stellwerk.server.undo_rules import NOTHING
from stellwerk.text import translate


def stop_info(stop: Stop) -> StopInfo:
    figures = msgspec.to_builtins(dict(stop.figures))
    return StopInfo(stop.number, stop.rule, stop.message, figures, translate(stop.message, stop.figures))


class Snapshot(Struct, frozen=True, kw_only=True):
    """Row, seats, log, position and talk of one version. It asks the database for nothing."""

    user: User | None
    info: TableInfo
    game: Record | None
    """None before the game begins, and where this release cannot open it."""
    state: Any
    """The position that is looked at. It holds secrets: send only views of it."""
    seat: int | None
    """From where it is looked at; None: as any spectator does."""
    verdicts: Verdicts
    present: frozenset[str]
    """The names of those who have the table open."""
    bots: Sequence[str] = ()
    """Those that can sit down to this game."""
    undo: UndoChoices = NOTHING
    chat: Sequence[ChatLine] = ()
    note: str = ""
    notices: Sequence[SeatNotice] = ()
    hints: bool = False
    """Whether this person may ask for hints here."""
    remarks: Sequence[RemarkInfo] = ()
    """What happened here beside the game."""
    thinking: ThinkingInfo | None = None
    """The bot that is to move."""
    thought: ThoughtInfo | None = None
    """Of the bot whose move led to the position that is looked at."""
    invitations: Mapping[int, str] = {}
    """For the host: personal links (paths) to free seats."""

    @property
    def table(self) -> str:
        return self.info.id

    @property
    def live(self) -> Record:
        """The log and what it led to; Conflict before the game begins."""
        if self.game is None:
            raise Conflict("The game has not begun yet.")
        return self.game

    @property
    def version(self) -> int:
        """Of the log, to be sent back with an action."""
        return self.live.version

    @property
    def at(self) -> int:
        at: int = self.state.version
        return at

    @property
    def latest(self) -> int:
        """The last point of the history. Where the log cannot be followed, it lies out of reach."""
        reached: int = self.live.state.version
        return reached if self.stop is None else max(self.info.at, reached + 1)

    @property
    def stop(self) -> Stop | None:
        return self.live.stop

    @property
    def mine(self) -> list[int]:
        return self.info.my_seats

    @property
    def names(self) -> tuple[str, ...]:
        return seat_names(self.state)

    # -- another look at the same moment

    def seen_from(self, seat: int | None) -> "Snapshot":
        """From a seat of one's own; None: from one that is to act, else the first."""
        if seat is not None and seat not in self.mine:
            raise Forbidden("That is not your seat.")
        if seat is None:
            acting = to_act(self.live.state)
            first = self.mine[0] if self.mine else None
            seat = next((own for own in self.mine if own in acting), first)
        return structs.replace(self, seat=seat)

    def back_to(self, at: int | None) -> "Snapshot":
        """After `at` actions; NotFound when the game has no such point."""
        return structs.replace(self, state=self.state_at(at))

    def state_at(self, at: int | None) -> Any:
        history = self.live.game.history
        if at is None or (self.stop is not None and at >= len(history)):
            return history[-1].state
        if not 0 <= at < len(history):
            raise NotFound("The game has no position {at}.", at=at)
        return history[max(at, self.live.first)].state

    # -- what it tells

    @property
    def figures(self) -> bool:
        """Whether best runs, and what a choice adds to them, may be told here."""
        return tells_figures(self.info)

    def position(self) -> Position:
        state, stop = self.state, self.stop
        acting = [] if stop is not None else list(to_act(state))
        return Position(
            table=self.table,
            version=self.version,
            at=self.at,
            latest=self.latest,
            seat=self.seat,
            my_seats=self.mine,
            names=list(self.names),
            to_act=acting,
            your_turn=any(own in acting for own in self.mine),
            over=state.over,
            prompt=prompt_of(state) if stop is None else None,
            view=view(state, self.seat),
            stop=None if stop is None else stop_info(stop),
        )

    def outcome(self, since: int) -> Outcome:
        """Return what happened after version `since`, and who is to act now."""
        state = self.live.state
        acting = list(to_act(state))
        return Outcome(
            version=self.version,
            at=state.version,
            entries=self.entries(max(0, since)),
            to_act=acting,
            your_turn=any(seat in acting for seat in self.mine),
            over=state.over,
        )

    def entries(self, since: int = 0, limit: int | None = None) -> list[Entry]:
        """Return the log after entry `since`, as this person may see it."""
        return entries_for(self.live, self.mine, since, limit)

    @property
    def verdict(self) -> Verdict | None:
        """What the seat may do; None where it can do nothing: in the past, or where the log stops."""
        now = self.stop is None and self.at == self.latest
        return self.verdicts.of(self.state, self.seat) if now and self.seat is not None else None

    def legal(self) -> list[Action]:
        """Return what the seat may do. Without figures, no run is offered: people find their own."""
        found = [] if self.verdict is None else self.verdict.legal()
        advice = title(self.info.game).advice
        if self.figures or advice is None:
            return found
        return [action for action in found if not advice.tells(action)]

    def considered(self, without: frozenset[str] = frozenset()) -> list[Choice]:
        """Return all that the seat might think of, and why not."""
        return [] if self.verdict is None else self.verdict.considered(without)
