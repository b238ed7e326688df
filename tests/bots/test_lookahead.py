"""The search that knows no game, in a game that is no railway game: sealed bids for prizes drawn by lot."""

from collections.abc import Hashable, Iterator, Sequence
from random import Random
from typing import Any

import pytest
from msgspec import structs

from stellwerk.bots.lookahead import Budget, LookaheadBot, Search
from stellwerk.engine import Action, Game, Setup, chance, legal, play, registry, to_act
from tests.engine import sealed
from tests.engine.sealed import Bid, DrawPrize
from tests.foreign import install

WIDE = Budget(width=4, tries=30)


class Outlook:
    """A prize is worth its number, a coin a bit more than half; the others are thought to bid one coin."""

    never: tuple[type[Action], ...] = ()
    asked = 0

    def value(self, s: Any, seat: int) -> float:
        self.asked += 1
        return s.wins[seat] + 0.6 * s.purses[seat]

    def weights(self, s: Any, seat: int, actions: Sequence[Action]) -> list[float]:
        return [1.0] * len(actions)

    def alone(self, s: Any, seat: int, rng: Random) -> Any:
        if s.over or not s.frame.prize:
            return s
        return s.update_frame(bids={**s.frame.bids, **{str(n): 1 for n in range(len(s.purses)) if n != seat}})

    def turn(self, s: Any, seat: int) -> Hashable:
        return s.drawn

    def begun(self, s: Any, seat: int) -> bool:
        return False

    def key(self, s: Any, seat: int) -> Hashable:
        return s.purses, s.wins, s.frame.prize

    def family(self, s: Any, seat: int) -> Hashable:
        return s.wins

    def money(self, now: Any, then: Any, seat: int) -> tuple[int, ...]:
        return tuple(then.purses)

    def horizon(self, s: Any, seat: int) -> int:
        return sealed.PRIZES - s.drawn + 1


@pytest.fixture(autouse=True)
def _sealed_is_a_title(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    install(monkeypatch, sealed="tests.engine.sealed:TITLE")
    yield
    registry.title.cache_clear()


def auction(seed: int = 1, prize: int = 9) -> Any:
    game = Game(Setup("sealed", ("Ann", "Ben"), seed=seed))
    return play(game.state, DrawPrize(-1, prize)).state


def test_it_buys_a_prize_for_as_little_as_it_can() -> None:
    # Both would win with 2 coins against 1; a prize of 1 is not worth them.
    assert LookaheadBot(Outlook(), 1, WIDE)(auction(prize=9), 0) == Bid(0, 1)
    assert LookaheadBot(Outlook(), 1, WIDE)(auction(prize=9), 1) == Bid(1, 2)
    assert LookaheadBot(Outlook(), 1, Budget(1, 30, depth=1))(auction(prize=1), 1).coins <= 1


def test_it_plays_a_whole_game_by_the_rules() -> None:
    game = Game(Setup("sealed", ("Ann", "Ben"), seed=4))
    bots = [LookaheadBot(Outlook(), seat, Budget(2, 8)) for seat in range(2)]
    while not game.state.over:
        lot = chance(game.state)
        seat = to_act(game.state)[0]
        action = lot or bots[seat](game.state, seat)
        assert lot or action in legal(game.state, seat)
        game.enter(action)
    assert sum(game.state.wins) > 0


def test_the_same_position_and_seed_give_the_same_choice() -> None:
    s = auction(prize=5)
    first = [LookaheadBot(Outlook(), seed, Budget(2, 3))(s, 0) for seed in range(8)]
    assert first == [LookaheadBot(Outlook(), seed, Budget(2, 3))(s, 0) for seed in range(8)]


def test_lots_to_come_are_drawn_by_its_own_luck() -> None:
    """Another seed of the game, another next prize: the choice must not know of it."""
    one = auction(prize=5)
    other = one.replace(setup=structs.replace(one.setup, seed=2))
    ended = [play(play(s, Bid(0, 2)).state, Bid(1, 1)).state for s in (one, other)]
    assert chance(ended[0]) != chance(ended[1]), "or the test would show nothing"
    for seed in range(6):
        ways = [Search(Outlook(), 0, seed, Budget(2, 3)).best(s)[0] for s in (one, other)]
        assert ways[0].turns == ways[1].turns
        assert len(ways[0].turns) == sealed.PRIZES, "it looked past the lots"


def test_how_deep_it_looks() -> None:
    way, _ = Search(Outlook(), 0, 1, Budget(2, 3, depth=1)).best(auction())
    assert len(way.turns) == 1
    assert len(way.turns[0]) == 1


def test_the_budget_is_what_it_spends() -> None:
    spent = []
    for budget in (Budget(1, 1), Budget(1, 3), Budget(3, 3)):
        outlook = Outlook()
        Search(outlook, 0, 1, budget).best(auction())
        spent.append(outlook.asked)
    assert spent[0] < spent[1] < spent[2]


def test_no_turn_is_tried_twice() -> None:
    s = Outlook().alone(auction(prize=9), 1, Random(1))
    search = Search(Outlook(), 1, 1, WIDE)
    tried = [turn for _, turn in search.turns(s, True, Random(1))]
    assert sorted(action.coins for [action] in tried) == sorted({bid.coins for bid in legal(s, 1)})


def test_of_what_can_be_done_now_everything_is_judged() -> None:
    """Few tries are enough for it: every beginning is tried once."""
    s = auction(prize=9)
    found = LookaheadBot(Outlook(), 1, Budget(1, 0, depth=1)).judged(s, 1)
    assert {one.action for one in found} == set(legal(s, 1))
    assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
    assert found[0].action == Bid(1, 2)
    assert found[0].money[1] == s.purses[1] - 2
    after = play(play(s, Bid(1, 3)).state, Bid(0, 1)).state
    [three] = [one for one in found if one.action == Bid(1, 3)]
    assert three.value == Outlook().value(after, 1), "what the judge says of the position it leads to"


def test_where_there_is_no_choice_nothing_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Search, "best")
    s = auction(prize=9).replace(purses=(0, 0))
    assert LookaheadBot(Outlook(), 1, WIDE)(s, 0) == Bid(0, 0)


def test_a_turn_that_has_begun_is_thought_through_briefly() -> None:
    class Begun(Outlook):
        def begun(self, s: Any, seat: int) -> bool:
            return True

    spent = []
    for outlook in (Outlook(), Begun()):
        LookaheadBot(outlook, 1, WIDE, Budget(1, 2, depth=1)).judged(auction(), 0)
        spent.append(outlook.asked)
    assert spent[1] < spent[0]


def test_of_other_kinds_the_best_are_followed_too() -> None:
    class Blind(Outlook):
        """Whoever has won nothing yet seems to be ahead."""

        def value(self, s: Any, seat: int) -> float:
            return s.wins[seat] + (0.0 if s.over else 12.0 * (s.wins[seat] == 0))

    class Alike(Blind):
        def family(self, s: Any, seat: int) -> Hashable:
            return 0

    best = [Search(outlook, 1, 1, Budget(2, 6)).best(auction(prize=9))[0] for outlook in (Blind(), Alike())]
    assert best[0].value > best[1].value


def test_without_a_legal_action_it_says_so() -> None:
    class Aimless(Outlook):
        def alone(self, s: Any, seat: int, rng: Random) -> Any:
            return s.replace(purses=(-1, -1))

    with pytest.raises(LookupError, match="seat 0 has no legal action"):
        LookaheadBot(Aimless(), 1, WIDE)(auction(), 0)
