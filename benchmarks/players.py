"""Random play of any title, in three manners: an even choice leaves much of a game unseen."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from stellwerk.engine import Action, Game, Setup, Title, sample, to_act
from stellwerk.engine.play import activity_of

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
LONGEST = 5000
"""No random game takes more actions; one that does is stuck in a circle."""


class Stuck(AssertionError):
    """A game that is not over, but nobody can do anything, or it never ends."""


class Player:
    """A random player of one of three manners."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, state: Any, seat: int) -> Action | None:
        return sample(state, seat, self.rng)


class PlayerOfHabit(Player):
    """Likes some kinds of moves (and saying yes, or no) and hardly ever makes others.

    So the games differ in where they go. Habits wear off, as some of them would go round in circles.
    """

    habits: Mapping[str, float] = {}
    """Kinds of actions, with their yes or no, and how much he likes them; others are drawn by lot."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.likings = dict(self.habits)

    def choose(self, state: Any, seat: int) -> Action | None:
        if state.version > 1500:
            return super().choose(state, seat)
        moves = list(activity_of(state).moves(state))
        moves.sort(key=lambda move: self._wish(_kind(move.action)), reverse=True)
        for move in moves:
            options: list[Action | None] = [move.sample(state, seat, self.rng) for _ in range(3)]
            actions = [action for action in options if action is not None]
            if actions:
                return max(actions, key=lambda action: self._wish(_answer(action)))
        return None

    def _wish(self, what: str) -> float:
        """A random number that is mostly high for what the player likes."""
        if what not in self.likings:
            self.likings[what] = self.rng.choice((0.03, 0.3, 1.0, 3.0))
        return float(self.rng.random() ** (1 / self.likings[what]))


def _kind(action: type[Action]) -> str:
    return str(action.__struct_config__.tag)


def _answer(action: Action) -> str:
    """The kind of an action with the yes and no in it: "dividend yes"."""
    values = (getattr(action, name) for name in action.__struct_fields__)
    answers = ["yes" if value else "no" for value in values if isinstance(value, bool)]
    return " ".join((_kind(type(action)), *answers))


class Director(PlayerOfHabit):
    """Keeps railways alive: his games see the late trains and tiles, where ruin ends those of the others."""

    habits: Mapping[str, float] = {
        "pass": 0.3,
        "sell_shares": 0.03,
        "take_loan": 0.003,
        "lay_tile": 30,
        "place_marker": 0.3,
        "dividend yes": 30,
        "dividend no": 0.3,
        "buy_train": 3,
        "answer yes": 1,
        "answer no": 1,
    }


MANNERS: tuple[type[Player], ...] = (Player, PlayerOfHabit, Director)


def setup_of(title: Title, seed: int) -> Setup:
    """The set-up of a numbered random game: player counts, variants and ruling sets take turns."""
    variants = sorted(title.players)
    variant = variants[seed % len(variants)]
    fewest, most = title.players[variant]
    counts = range(fewest, most + 1)
    rulings = sorted(title.rulings)
    turn = seed // len(variants)
    return Setup(
        title.id,
        NAMES[: counts[turn % len(counts)]],
        variant,
        rulings[turn // len(counts) % len(rulings)],
        seed,
    )


def playing(setup: Setup, manner: type[Player], longest: int = LONGEST) -> Iterator[Game]:
    """A random game, again after every action: first before anybody has acted, last when it is over."""
    game = Game.new(setup)
    player = manner(setup.seed)
    yield game
    while not game.state.over:
        seats = to_act(game.state)
        if not seats or len(game.log) >= longest:
            raise Stuck(f"{setup}: nobody acts after {len(game.log)} actions: {game.state.stack}")
        action = player.choose(game.state, player.rng.choice(seats))
        if action is None:
            raise Stuck(f"{setup}: nothing is possible after {len(game.log)} actions: {game.state.stack}")
        game.submit(action)
        yield game


def random_game(setup: Setup, manner: type[Player] = Player) -> Game:
    """A random game to its end."""
    *_, game = playing(setup, manner)
    return game
