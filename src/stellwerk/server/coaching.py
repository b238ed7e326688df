"""First games with a coach: who sits there, where one is possible, and what the coach says to whom."""

import secrets

from stellwerk.bots import make_thinker
from stellwerk.engine import title, to_act
from stellwerk.engine.coach import Coached, FirstGame, Pupil
from stellwerk.engine.memo import Memo
from stellwerk.server.model import NewTable, SeatChoice
from stellwerk.server.problems import Invalid, NotFound
from stellwerk.server.snapshot import Snapshot

_KEPT: Memo[int, Coached | None] = Memo("coach", 2)


def first_game_of(game: str) -> FirstGame:
    """Return the first game that a title teaches; NotFound where it teaches none."""
    found = title(game).pages().first_game
    if found is None:
        raise NotFound("There is no guided game of {game}.", game=title(game).name)
    return found


def check_first_game(wish: NewTable) -> None:
    """Invalid where a coach could not teach: it speaks to one person, and the others are bots."""
    first_game_of(wish.game)
    if sorted(choice.kind for choice in wish.seats) != ["bot"] * (len(wish.seats) - 1) + ["me"]:
        raise Invalid("A coach is for one person among bots.")


def guided_table(game: str, name: str) -> NewTable:
    """Return the table of a first game: one person, gentle bots, all aids, a seed that teaches well."""
    first = first_game_of(game)
    bots = [SeatChoice("bot", bot, "gentle") for bot in first.names]
    return NewTable(
        game,
        [SeatChoice("me"), *bots],
        variant=first.variant,
        name=name,
        aids="all",
        coach=True,
        seed=secrets.choice(first.seeds),
        pace=3,
    )


def coached(seen: Snapshot) -> Coached | None:
    """Return what the coach of this seat says in the present position; worked out once."""
    first = title(seen.info.game).pages().first_game
    seat = seen.seat
    if (
        first is None
        or seat is None
        or not seen.info.coach
        or seen.at != seen.latest
        or seen.stop is not None
    ):
        return None
    kept = _KEPT.of(seen.state)
    if seat not in kept:
        kept[seat] = first.tell(pupil_of(seen, seat))
    return kept[seat]


def pupil_of(seen: Snapshot, seat: int) -> Pupil:
    """Return whom the coach looks after; a gentle bot looks only at what that seat may know."""
    game = seen.live.game
    if seat not in to_act(seen.state):
        return Pupil(game, seat)
    legal = seen.legal()
    think = make_thinker("gentle", seen.table, seen.info.game)
    judged = think(seen.state, seat).judged if len(legal) > 1 else ()
    return Pupil(game, seat, legal, judged, think)
