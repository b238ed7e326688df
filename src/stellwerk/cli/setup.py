"""`games`, `new` and `schema`: what there is, and how a game begins."""

import secrets
from argparse import Namespace
from typing import Any

from msgspec import UNSET, UnsetType

from stellwerk.bots import bots_of, manner_of
from stellwerk.cli.common import Failed, put_json
from stellwerk.cli.files import Saved, may_write, write_game
from stellwerk.engine import CHANCE, AnyTitle, Game, Setup, chance, state_hash, title, titles, to_act
from stellwerk.engine.play import activity_of, schema
from stellwerk.engine.text import Figures, msg
from stellwerk.text import translate


def find_title(game: str) -> AnyTitle:
    try:
        return title(game)
    except ValueError as error:
        raise Failed("{reason}", reason=str(error)) from None


def check_bot(name: str, game: str) -> None:
    """A bot that does not play this game is the caller's mistake."""
    found = find_title(game)
    bots = bots_of(game)
    manner = manner_of(name)
    if name not in bots and (manner is None or manner.strength not in bots):
        raise Failed(
            msg("There is no bot {bot} for {game}; there are: {bots}."),
            bot=name,
            game=found.name,
            bots=", ".join(sorted(bots)),
        )


def run_games(args: Namespace) -> int:
    if args.json:
        put_json(
            [
                {
                    "id": game.id,
                    "name": game.name,
                    "players": {variant: list(range_) for variant, range_ in game.players.items()},
                    "rulings": dict(game.rulings),
                }
                for game in titles()
            ]
        )
        return 0
    for game in titles():
        print(f"{game.id:<8} {game.name}")
        for variant, (low, high) in game.players.items():
            template = msg("variant {variant}: {low} to {high} players")
            told = translate(template, {"variant": variant, "low": low, "high": high}, args.lang)
            words = translate(game.variant_name(variant), {}, args.lang)
            print(f"{'':<8}", told + (f" ({words})" if words != variant else ""))
        for rulings, purpose in game.rulings.items():
            template = msg("rulings {rulings}: {purpose}")
            print(f"{'':<8}", translate(template, {"rulings": rulings, "purpose": purpose}, args.lang))
    return 0


def run_schema(args: Namespace) -> int:
    put_json(schema(find_title(args.game).id))
    return 0


def names_from(text: str) -> tuple[str, ...]:
    """Names separated by commas. Whether their number is right is for the game to say."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if not name.isprintable():
            raise Failed(msg("the name {name} cannot be printed"), name=ascii(name))
    return names


def begin(setup: Setup, keep_seats: bool) -> Game:
    """A new game with its first lots drawn, or with the seats as given."""
    find_title(setup.game)
    try:
        game = Game(setup)
    except ValueError as error:
        raise Failed("{reason}", reason=str(error)) from None
    if keep_seats and CHANCE in to_act(game.state):
        from stellwerk.mech18.course import DrawSeats

        if any(move.action is DrawSeats for move in activity_of(game.state).moves(game.state)):
            game.enter(DrawSeats(CHANCE, tuple(range(len(setup.players)))))
    while (lot := chance(game.state)) is not None:
        game.enter(lot)
    return game


def setup_from(args: Namespace, game: str, names: tuple[str, ...]) -> Setup:
    seed = secrets.randbelow(2**32) if args.seed is None else args.seed
    return Setup(game, names, variant_of(args, game), args.rulings, seed, components_of(args, game))


def components_of(args: Namespace, game: str) -> str | UnsetType:
    """Return the corrected set that was named, checked."""
    if getattr(args, "components", None) is None:
        return UNSET
    from stellwerk.cli.components import component_set

    return component_set(game, args.components)


def variant_of(args: Namespace, game: str) -> str:
    """Return the one asked for, else the game's first."""
    variant: str | None = args.variant
    return next(iter(find_title(game).players)) if variant is None else variant


def seated(state: Any) -> tuple[str, ...]:
    """Return the players in seat order."""
    names: tuple[str, ...] = getattr(state, "names", state.setup.players)
    return names


def run_new(args: Namespace) -> int:
    may_write(args.output, args.force)
    game = begin(setup_from(args, args.game, names_from(args.players)), args.keep_seats)
    write_game(Saved(game, ()), args.output)
    setup = game.setup
    if args.json:
        put_json(
            {
                "file": str(args.output),
                "game": setup.game,
                "variant": setup.variant,
                "rulings": setup.rulings,
                "seed": setup.seed,
                "players": list(seated(game.state)),
                "version": game.version,
                "hash": state_hash(game.state),
            }
        )
        return 0
    figures: Figures = {
        "file": str(args.output),
        "game": title(setup.game).name,
        "seed": setup.seed,
        "order": ", ".join(seated(game.state)),
    }
    print(translate(msg("{file}: {game}, seed {seed}. Seats: {order}."), figures, args.lang))
    return 0
