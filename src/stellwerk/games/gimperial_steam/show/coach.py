"""The coach of a first game: from the bids for influence until all has been done once.

Chapters follow what happens, not a clock. What is compared are legal choices: one that the next chapter is
about, if there is such a choice, and those that a gentle bot thinks best of. Where somebody chooses a main
action, that bot goes on with the turn, and its end is what is compared.
"""

from collections.abc import Collection, Hashable, Iterator, Sequence

from msgspec import Struct

from stellwerk.engine.action import Action
from stellwerk.engine.coach import Coached, Compared, FirstGame, Option, Pupil
from stellwerk.engine.comparing import (
    MOST,
    PURSE,
    TODAY,
    amount,
    by_judgement,
    chapters_of,
    compared,
    count,
    expectations,
    has_done,
    line,
    questions_of,
    signed,
    waiting,
)
from stellwerk.engine.game import Game
from stellwerk.engine.play import legal, play, states_between, to_act
from stellwerk.engine.text import Message, message, msg
from stellwerk.games.gimperial_steam.data.components import COAL, SORTS
from stellwerk.games.gimperial_steam.rules.build import BuildFactory
from stellwerk.games.gimperial_steam.rules.contracts import PlaceFactory, TakeContract, TakeOffFactory
from stellwerk.games.gimperial_steam.rules.deliver import Deliver
from stellwerk.games.gimperial_steam.rules.events import Delivered
from stellwerk.games.gimperial_steam.rules.goods import BuyGood, Discard, OrderGood, Produce, free_wagons
from stellwerk.games.gimperial_steam.rules.hire import HireEngineer, HireWorker
from stellwerk.games.gimperial_steam.rules.influence import column
from stellwerk.games.gimperial_steam.rules.opening import Bid
from stellwerk.games.gimperial_steam.rules.scoring import income, result
from stellwerk.games.gimperial_steam.rules.shares import SellShare, ShowCharity
from stellwerk.games.gimperial_steam.rules.state import Bidding, Points, Steam, Turn
from stellwerk.games.gimperial_steam.rules.track import LAY_TRACK, AssignWorker, LayTrack, experience
from stellwerk.games.gimperial_steam.rules.turn import (
    BUILD,
    CHARITY,
    CONTRACT,
    GOODS,
    HIRE,
    TRACK,
    ChooseAction,
    EndTurn,
    possible,
)
from stellwerk.games.gimperial_steam.show.coach_parts import PARTS, chapter_of, name_of
from stellwerk.games.gimperial_steam.show.coach_words import asked_by, made_by, steps_to_a_hub, tell

TAUGHT_ROUNDS = 2
"""Rounds after which the coach says goodbye, where all has been done by then."""
MOST_ROUNDS = 4
"""The same for those who took their time."""
MOST_STEPS = 20
"""Actions of one turn that is followed to its end."""
UNTAUGHT = (PlaceFactory, TakeOffFactory)
"""END-5a-ii: the final account places factories for the best, so nobody need."""


def coach(pupil: Pupil) -> Coached | None:
    """Return what the coach says to a pupil; None when the lesson is over."""
    game, seat = pupil.game, pupil.seat
    s, last = game.state, last_round(game, seat)
    assert isinstance(s, Steam)
    if s.over or s.round > last + 1:
        return None
    if s.round > last:
        return Coached(
            chapters=chapters_of(PARTS, game, seat),
            title=message(msg("The first rounds are played. The rest is yours.")),
            lines=summary(game, seat),
            goodbye=True,
        )
    if seat not in to_act(s):
        return waiting(PARTS, game, seat, s.names)
    actions = chosen(pupil, s)
    options = [Option(action, name_of(s, action)) for action in actions]
    title, text = tell(s, seat, actions)
    chapter = chapter_of(actions)
    return Coached(
        chapters=chapters_of(PARTS, game, seat, chapter),
        title=title,
        options=options,
        lines=bid_lines(s, actions) if isinstance(s.frame, Bidding) else lines(pupil, s, options),
        text=text,
        questions=questions_of(PARTS, chapter),
    )


def last_round(game: Game, seat: int) -> int:
    """Return the round after which the coach says goodbye."""
    done: dict[str, int] = {}
    for before, action in zip(game.history, game.actions, strict=False):
        state = before.state
        assert isinstance(state, Steam)
        for key, part in PARTS.items():
            if action.seat == seat and isinstance(action, part.deeds):
                done.setdefault(key, state.round)
    if len(done) < len(PARTS):
        return MOST_ROUNDS
    return min(max(TAUGHT_ROUNDS, *done.values()), MOST_ROUNDS)


# -- what is compared --------------------------------------------------------------------------


def chosen(pupil: Pupil, s: Steam) -> list[Action]:
    """Return up to three legal choices, of different kinds."""
    taught = [action for action in pupil.legal if not isinstance(action, UNTAUGHT)]
    if isinstance(s.frame, Bidding):
        return bids(s, taught)
    ranked, first = by_judgement(taught, pupil.judged), list[Action]()
    if s.turn is not None:  # P3-1: goods that arrive may ask for room before anybody's turn
        aim = aim_of(pupil, s)
        first = sorted(filter(aim.met_by, ranked), key=aim.urgency)[:2]
    found: dict[Hashable, Action] = {}
    for action in (*first, *ranked):
        found.setdefault(kind_of(s, action), action)
    return list(found.values())[:MOST]


def kind_of(s: Steam, action: Action) -> Hashable:
    """Of choices that are alike one is enough."""
    match action:
        case ChooseAction():
            return action.tile
        case LayTrack():
            return action.link
        case BuildFactory():
            return action.sort
        case Deliver():
            return action.city
        case TakeContract():
            return s.book.parts.contracts[action.contract].factories
        case Produce():
            return action.site
        case BuyGood() | OrderGood() | Discard():
            return type(action), action.good
        case AssignWorker():
            return action.field
        case ShowCharity():
            return action.steps
    return action if type(action) not in (HireWorker, HireEngineer) else type(action)


def bids(s: Steam, taught: Sequence[Action]) -> list[Action]:
    """BID: what opens the first hub, what opens the second, and nothing at all."""
    columns = sorted(set(s.hubs.values()))
    amounts = [*(at * s.numbers.step for at in columns[:2]), 0]
    return [a for bid in amounts for a in taught if isinstance(a, Bid) and a.amount == bid]


class Aim(Struct, frozen=True):
    """What the pupil has not done yet, and by which choices it is come to."""

    tiles: Sequence[str]
    """Main actions, in the order of the chapters."""
    hires: bool
    steps: int
    """Of influence to the nearest hub."""
    links: Collection[str]
    sorts: Collection[str]
    """Of factories."""
    goods: Collection[str]
    signs: bool
    """Whether a contract is still to be taken."""

    def met_by(self, action: Action) -> bool:
        """Whether a choice leads there."""
        match action:
            case ChooseAction():
                return action.tile in self.tiles
            case HireWorker():
                return self.hires
            case ShowCharity():
                return action.steps == self.steps
            case LayTrack():
                return action.link in self.links
            case BuildFactory():
                return action.sort in self.sorts
            case BuyGood():
                return action.good in self.goods
            case TakeContract():
                return self.signs
        return isinstance(action, Deliver)  # it pays at once

    def urgency(self, action: Action) -> int:
        """A delivery, then the chapters; all else alike."""
        return self.tiles.index(action.tile) if isinstance(action, ChooseAction) else -1


def aim_of(pupil: Pupil, s: Steam) -> Aim:
    """A delivery needs a city that asks, a factory that makes what it asks for, and coal: what is missing
    first comes first."""
    seat, tiles = pupil.seat, list[str]()
    todo = {key for key, part in PARTS.items() if not has_done(pupil.game, seat, *part.deeds)}
    player, asked, steps = s.players[seat], asked_by(s, seat), steps_to_a_hub(s, seat)
    links, sorts, goods = set[str](), set[str](), set[str]()
    if "staff" in todo:
        tiles.append(CHARITY if steps else HIRE)
    if "delivery" in todo:
        if not asked:
            goods = {good for good in s.numbers.track_goods if not player.goods[SORTS.index(good)]}
            links = set() if goods else leading(s, seat)
            tiles += [GOODS] if goods else [TRACK] if links else []
        elif not asked & made_by(s, seat):
            sorts = asked
            tiles.append(BUILD)
        elif not player.goods[COAL]:
            goods = {"coal"}
            tiles.append(GOODS)
    if s.round > TAUGHT_ROUNDS:  # late: any track and any factory will do
        tiles += [tile for key, tile in (("track", TRACK), ("factory", BUILD)) if key in todo]
    if "shares" in todo:
        tiles.append(CONTRACT)
    tiles = [tile for tile in tiles if s.now.tile or possible(s, seat, tile)]
    return Aim(tiles, "staff" in todo, steps, links, sorts, goods, "shares" in todo)


def leading(s: Steam, seat: int) -> set[str]:
    """Return the links by which one action comes to a city that asks for goods."""
    if s.now.tile not in ("", TRACK) or not isinstance(s.frame, Turn):
        return set()
    at_work = s if s.now.tile else s.update_turn(tile=TRACK)
    return {lay.link for lay, after in laid(at_work, seat) if leads(after, seat)}


def leads(s: Steam, seat: int) -> bool:
    return bool(asked_by(s, seat)) or any(asked_by(after, seat) for _, after in laid(s, seat))


def laid(s: Steam, seat: int) -> Iterator[tuple[LayTrack, Steam]]:
    """Every track that can be laid now, and the position when its workers are chosen and its gifts spent."""
    if not isinstance(s.frame, Turn) or s.frame.assigned < s.frame.effort:
        return
    for lay in LAY_TRACK.legal(s, seat):
        after: Steam = play(s, lay).state
        while isinstance(after.frame, Points) or after.now.assigned < after.now.effort:
            after = play(after, legal(after, seat)[0]).state
        yield lay, after


# -- in money ----------------------------------------------------------------------------------


def bid_lines(s: Steam, actions: Sequence[Action]) -> list[Compared]:
    """HID-1: figures of the own bid alone; what the others bid is nobody's business."""
    step = s.numbers.step
    own = [action for action in actions if isinstance(action, Bid)]
    return compared(
        (
            (message(PURSE), [amount(s.players[bid.seat].cash - bid.amount) for bid in own]),
            (message(msg("influence")), [count(bid.amount) for bid in own]),
            (
                message(msg("hubs within reach")),
                [count(sum(at * step <= bid.amount for at in s.hubs.values())) for bid in own],
            ),
        )
    )


def lines(pupil: Pupil, s: Steam, options: Sequence[Option]) -> list[Compared]:
    ends = [outcome(pupil, s, option.action) for option in options]
    expected = expectations(options, pupil.judged, pupil.seat)
    return compared([*_lines(s, pupil.seat, options, ends), *(() if expected is None else (expected,))])


def outcome(pupil: Pupil, s: Steam, action: Action) -> Steam:
    """Return what a choice leads to; one of a main action to the end of the turn that a gentle bot makes
    of it."""
    if isinstance(action, EndTurn | Discard):
        return next(states_between(s, action))  # what follows is no longer of the choice's making
    after: Steam = play(s, action).state
    if pupil.think is None or not isinstance(action, ChooseAction):
        return after
    seat, turn = pupil.seat, (s.round, s.players[pupil.seat].hands - 1)
    for _ in range(MOST_STEPS):
        if after.over or seat not in to_act(after) or (after.round, after.players[seat].hands) != turn:
            break
        step = pupil.think(after, seat).action
        if isinstance(step, EndTurn):
            break
        after = play(after, step).state
    return after


def _lines(
    s: Steam, seat: int, options: Sequence[Option], ends: Sequence[Steam]
) -> Iterator[tuple[Message, list[Message]]]:
    step, players = s.numbers.step, [end.players[seat] for end in ends]
    turn = any(isinstance(option.action, ChooseAction) for option in options)
    purse = message(msg("your purse after this turn") if turn else PURSE)
    yield purse, [amount(player.cash) for player in players]
    yield (
        message(msg("income of every round")),
        [amount(income(end, player)) for end, player in zip(ends, players, strict=True)],
    )
    yield message(msg("influence")), [count(column(end, seat) * step) for end in ends]
    yield message(msg("experience of free workers")), [count(experience(player)) for player in players]
    held = [count(sum(player.goods) + sum(player.dock)) for player in players]
    yield message(msg("goods on your board or ordered")), held
    yield message(msg("cities joined")), [count(len(player.cities)) for player in players]
    cards = s.book.parts.contracts
    kept = [sum(cards[contract].value for contract in player.contracts) for player in players]
    yield message(msg("contracts, if all are kept")), [amount(value) for value in kept]
    if not turn:  # main actions differ in enough already
        yield message(msg("wagons free")), [count(max(free_wagons(player), 0)) for player in players]
        yield message(msg("investors")), [count(player.investors) for player in players]
    now, me = result(s)[s.names[seat]], s.names[seat]
    yield message(TODAY), [signed(result(end)[me] - now) for end in ends]


def summary(game: Game, seat: int) -> list[Compared]:
    """Return what a seat has done, and what it is worth now."""
    mine = [
        (action, entry.events)
        for action, entry in zip(game.actions, game.history[1:], strict=True)
        if action.seat == seat
    ]

    def done(*kinds: type[Action]) -> Message:
        return count(sum(isinstance(action, kinds) for action, _ in mine))

    s, start = game.state, game.history[0].state
    assert isinstance(s, Steam)
    assert isinstance(start, Steam)
    earned = sum(event.amount for _, events in mine for event in events if isinstance(event, Delivered))
    me = s.names[seat]
    return [
        line(msg("workers and engineers hired"), done(HireWorker, HireEngineer)),
        line(msg("cities joined"), count(len(s.players[seat].cities))),
        line(msg("factories built"), done(BuildFactory)),
        line(msg("earned by deliveries"), amount(earned)),
        line(msg("contracts and shares"), done(TakeContract, SellShare)),
        Compared(
            message(msg("your worth since the start")),
            [signed(result(s)[me] - result(start).get(me, 0))],
            total=True,
        ),
    ]


FIRST_GAME = FirstGame(
    says=msg("Bid, hire, build and deliver on the way to Trieste: about 15 minutes, by the real rules."),
    tell=coach,
    names=("Kessel", "Puffer"),
    seeds=tuple(range(1, 21)),
    variant="fixed",
)
