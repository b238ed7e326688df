"""A whole game played by bots, watched closely: for simulations and for finding faults."""

import hashlib

from msgspec import UNSET, Struct, UnsetType

from stellwerk.bots import make_bot
from stellwerk.engine import Game, Setup, chance, state_hash, title, to_act
from stellwerk.engine.save import dump, load

MOST_ACTIONS = 20_000


class Task(Struct, frozen=True):
    """What a worker needs to know to play game number `index`."""

    game: str
    index: int
    players: int
    variant: str
    rulings: str
    seed: int
    bots: str
    """Names, separated by commas; the last one takes the seats that are left."""
    components: str | UnsetType = UNSET
    """Other than the title's own."""

    @property
    def table(self) -> tuple[str, ...]:
        """The bot of each seat. Who sits where changes from game to game."""
        names = self.bots.split(",")
        names = (names + names[-1:] * self.players)[: self.players]
        first = self.game_seed % self.players
        return (*names[first:], *names[:first])

    @property
    def game_seed(self) -> int:
        """Every game has its own seed, whoever plays it and in whatever order."""
        return int.from_bytes(hashlib.sha256(f"{self.seed}/{self.index}".encode()).digest()[:6], "big")

    @property
    def setup(self) -> Setup:
        names = tuple(f"P{n}" for n in range(1, self.players + 1))
        return Setup(self.game, names, self.variant, self.rulings, self.game_seed, self.components)


class Outcome(Struct, frozen=True):
    """How a game went. `failure` is empty when all is well; `save` is kept only for a failure."""

    index: int
    seed: int
    players: int
    actions: int
    finished: bool
    end: str
    hash: str
    table: tuple[str, ...] = ()
    """The bots, by seat."""
    worth: tuple[int, ...] = ()
    """What each seat had at the end."""
    figures: tuple[dict[str, int], ...] = ()
    """More about each seat, where the title has such (`thinking.figures`)."""
    failure: str = ""
    save: bytes = b""


def play_out(task: Task, most: int = MOST_ACTIONS) -> Outcome:
    """Play to the end. Nothing may be lost on the way, and the save must give the same game again."""
    game = Game(task.setup)
    failure = ""
    try:
        failure = _play(game, task, most) or _comes_back(game)
    except Exception as error:  # whatever goes wrong is what the simulation is looking for
        failure = f"{type(error).__name__}: {error}"
    state = game.state
    thinking = title(task.game).thinking
    figures = None if thinking is None else thinking.figures
    result = title(task.game).result(state)
    return Outcome(
        index=task.index,
        seed=task.game_seed,
        players=task.players,
        actions=len(game.actions),
        finished=state.over,
        end=str(getattr(state, "ending", "")) if state.over else "",
        hash=state_hash(state),
        table=task.table,
        worth=tuple(result[name] for name in getattr(state, "names", state.setup.players)),
        figures=() if figures is None else tuple(figures(state, seat) for seat in range(task.players)),
        failure=failure,
        save=dump(game) if failure else b"",
    )


def _play(game: Game, task: Task, most: int) -> str:
    conserved = title(task.game).conserved
    bots = {name: make_bot(name, task.game_seed, task.game) for name in set(task.table)}
    while not game.state.over:
        if len(game.log) >= most:
            return f"not over after {most} actions"
        seats = to_act(game.state)
        if not seats:
            return "stuck: nobody is to act"
        game.enter(chance(game.state) or bots[task.table[seats[0]]](game.state, seats[0]))
        breaches = conserved(game.state)
        if breaches:
            return f"not conserved after action {len(game.log)}: {'; '.join(breaches)}"
    return ""


def _comes_back(game: Game) -> str:
    again, _ = load(dump(game))
    if state_hash(again.state) != state_hash(game.state):
        return "the loaded save gives another state"
    return ""
