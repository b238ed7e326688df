"""`play`: hot-seat, fed through a pipe."""

from pathlib import Path

import pytest

from stellwerk.bots import make_bot
from stellwerk.cli.hotseat import kind_of
from stellwerk.cli.menu import SHORT, Menu
from stellwerk.engine import Game, Setup, legal, to_act
from stellwerk.engine.save import dump, load
from tests.cli.conftest import Run, failed

START = ("play", "1848", "--players", "Ann,Ben,Cy", "--keep-seats", "--seed", "5")


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def test_a_game_is_saved_after_every_move(run: Run, tmp_path: Path) -> None:
    said = run(*START, stdin=lines("1", "12", "quit"))
    assert said.code == 0
    assert "1848.save.json" in said.out
    assert "Ann buys P1 for 30." in said.out
    assert "There is no choice 12." in said.out, "P1 is gone, so Ben has ten choices"
    assert len(load((tmp_path / "1848.save.json").read_bytes())[0].actions) == 2


def test_the_end_of_the_input_is_like_quitting(run: Run, tmp_path: Path) -> None:
    said = run(*START)
    assert said.code == 0
    assert "stellwerk play 1848.save.json" in said.out
    assert len(load((tmp_path / "1848.save.json").read_bytes())[0].actions) == 1


def test_names_are_asked_for(run: Run, tmp_path: Path) -> None:
    said = run("play", stdin=lines("Ann, Ben, Cy", "quit"))
    assert said.code == 0
    assert "Who plays 1848?" in said.out
    assert sorted(load((tmp_path / "1848.save.json").read_bytes())[0].setup.players) == ["Ann", "Ben", "Cy"]
    run_out = run("play", "1848", "other.json")
    assert run_out.code == 1
    assert "no players" in run_out.err


def test_an_unfinished_game_is_offered_again(run: Run, tmp_path: Path) -> None:
    run(*START, stdin=lines("1"))
    assert "Ann buys P1" in run("play", stdin=lines("yes", "quit")).out
    said = run("play", stdin=lines("no", "Dee,Eve,Fay", "quit"))
    assert "1848-2.save.json" in said.out
    assert len(load((tmp_path / "1848.save.json").read_bytes())[0].actions) == 2


def test_continuing_a_file(run: Run, new: Path) -> None:
    said = run("play", new, stdin=lines("2"))
    assert "Ann buys P2 for 70." in said.out
    assert len(load(new.read_bytes())[0].actions) == 2
    assert "players are known" in failed(run("play", new, "--players", "X,Y,Z"))


def test_a_file_of_ones_own(run: Run, tmp_path: Path) -> None:
    assert run(*START[:2], "mine.json", *START[2:], stdin=lines("1")).code == 0
    assert len(load((tmp_path / "mine.json").read_bytes())[0].actions) == 2


def test_what_cannot_be_played(run: Run, tmp_path: Path) -> None:
    assert "1999" in failed(run("play", "1999"))
    assert "nothing.json" in failed(run("play", "nothing.json"))
    assert "3 to 6" in failed(run("play", "1848", "--players", "A,B"))
    assert "deep" in failed(run("play", "1848", "--players", "A,B,C", "--bot", "deep"))
    assert not list(tmp_path.iterdir())


def test_filter_and_back(run: Run) -> None:
    said = run(*START, stdin=lines("cut_price P3", ".", "nonsense", "cut_price P3", "1"))
    assert "No choice holds nonsense" in said.out
    assert "Ann lowers P3 to 105." in said.out


def test_a_move_as_json_and_the_reason_why_not(run: Run) -> None:
    said = run(
        *START,
        stdin=lines(
            'why {"type":"pass","seat":0}',
            'why {"type":"cut_price","seat":0,"private":"P1"}',
            '{"type":"pass","seat":0}',
            "{",
            "why nonsense",
            '{"type":"cut_price","seat":0,"private":"P1"}',
        ),
    )
    assert said.out.count("(§1848-IV-8)") == 2
    assert "That move is possible." in said.out
    assert said.out.count("not an action of 1848") == 2
    assert "Ann lowers P1 to 25." in said.out


def test_rules_are_at_hand(run: Run) -> None:
    said = run(*START, stdin=lines("rule IV-8", "rule §1848-IV-1", "rule X-99"))
    assert "§1848-IV-8  " in said.out
    assert "§1848-IV-1  " in said.out
    assert "no rule X-99" in said.out
    german = run("--lang", "de", *START[:2], "b.json", *START[2:], stdin=lines("rule IV-8"))
    assert "Mindestpreis" in german.out


def test_undo_and_redo(run: Run, tmp_path: Path) -> None:
    run(*START, stdin=lines("1", "1", "undo"))
    assert len(load((tmp_path / "1848.save.json").read_bytes())[0].actions) == 2
    said = run("play", "1848.save.json", stdin=lines("redo", "redo"))
    assert "There is nothing to redo. (§1848-undo)" in said.out
    assert len(load((tmp_path / "1848.save.json").read_bytes())[0].actions) == 3


def test_nothing_to_undo(run: Run) -> None:
    assert "nothing to undo" in run(*START, stdin=lines("undo")).out


def test_the_other_commands(run: Run, tmp_path: Path) -> None:
    said = run(
        *START, stdin=lines("?", "help", "show", "log 5", "map", "map m.svg", "save copy.json", "", "exit")
    )
    assert said.out.count("take the last move back") == 2
    assert (tmp_path / "m.svg").read_text().startswith("<svg")
    assert (tmp_path / "1848.save.svg").exists()
    assert load((tmp_path / "copy.json").read_bytes())[0].setup.players == ("Ann", "Ben", "Cy")
    assert "map: " not in run("play", "copy.json", stdin=lines("map no/where.svg")).err


def test_passing_by_its_word(run: Run) -> None:
    said = run(*START, stdin=lines("1", "1", "1", "pass"))
    assert "Ann passes." in said.out


def test_bots_take_their_turns(run: Run, tmp_path: Path) -> None:
    said = run("play", "1848", "--players", "Ann,bot:Bo", "--bots", "1", "--bot", "random", "--seed", "5",
               stdin=lines("1", "1"))  # fmt: skip
    game = load((tmp_path / "1848.save.json").read_bytes())[0]
    assert sorted(game.setup.players) == ["Ann", "bot:1", "bot:Bo"]
    assert said.out.count("bot:Bo buys") + said.out.count("bot:Bo lowers") >= 1
    assert to_act(game.state) == (game.state.names.index("Ann"),)
    undone = run("play", "1848.save.json", "--bot", "random", stdin=lines("undo", "quit"))
    assert undone.code == 0
    assert len(load((tmp_path / "1848.save.json").read_bytes())[0].actions) < len(game.actions)


def test_bots_of_a_strength_say_what_their_moves_bring(run: Run, tmp_path: Path) -> None:
    said = run("play", "1848", "--players", "Ann", "--bots", "gentle,gentle-bold,gentle", "--seed", "5",
               stdin=lines("1", "1"))  # fmt: skip
    game = load((tmp_path / "1848.save.json").read_bytes())[0]
    assert sorted(game.setup.players) == ["Ann", "bot:gentle", "bot:gentle 2", "bot:gentle-bold"]
    bought = said.out.index("bot:gentle 2 buys")
    assert "because " in said.out[bought:].splitlines()[1]
    assert "purse 630 → " in said.out[bought:].splitlines()[1]
    assert "brilliant" in failed(run("play", "1848", "--players", "Ann", "--bots", "fair,brilliant"))


@pytest.mark.parametrize(
    ("name", "kind"),
    [("bot:sharp-bold 2", "sharp-bold"), ("bot:1", "fair"), ("bot:Bo", "fair"), ("bot:random", "random")],
)
def test_a_bots_name_says_what_it_is(name: str, kind: str) -> None:
    assert kind_of(name, "1848") == kind
    assert kind_of("bot:1", "1848", "random") == "random"


def test_a_whole_game_of_bots(run: Run, tmp_path: Path) -> None:
    said = run("play", "1848", "--bots", "3", "--bot", "random", "--seed", "5")
    assert said.code == 0
    assert load((tmp_path / "1848.save.json").read_bytes())[0].state.over
    assert "1. bot:" in said.out


def test_a_finished_game_shows_its_result(run: Run, finished: Path) -> None:
    said = run("play", finished)
    assert said.code == 0
    assert "1. " in said.out
    assert ">" not in said.out


def test_in_german(run: Run) -> None:
    english = run(*START, stdin=lines("?")).out
    assert run("--lang", "de", *START[:2], "b.json", *START[2:], stdin=lines("?")).out != english


# -- many choices ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def crowded() -> Game:
    """A position with more choices than fit into a list."""
    game = Game.new(Setup("1848", ("Ann", "Ben", "Cy", "Dee"), seed=9))
    bot = make_bot("random", 9)
    while len([a for a in legal(game.state, to_act(game.state)[0]) if hasattr(a, "rotation")]) <= 2 * SHORT:
        game.submit(bot(game.state, to_act(game.state)[0]))
    return game


def test_groups_lead_to_every_action(crowded: Game) -> None:
    actions = legal(crowded.state, to_act(crowded.state)[0])
    menu = Menu(crowded.state, actions, "en")
    reached = []

    def visit() -> None:
        for number in range(1, len(menu.page.choices) + 1):
            action = menu.pick(number)
            if action is not None:
                reached.append(action)
            else:
                visit()
                assert menu.back()

    visit()
    assert sorted(map(repr, reached)) == sorted(map(repr, actions))
    assert not menu.back()


def test_a_tile_is_chosen_by_its_hex_first(run: Run, crowded: Game, tmp_path: Path) -> None:
    path = tmp_path / "crowded.json"
    path.write_bytes(dump(crowded))
    menu = Menu(crowded.state, legal(crowded.state, to_act(crowded.state)[0]), "en")
    group = next(n for n, choice in enumerate(menu.page.choices, 1) if len(choice.actions) > SHORT)
    said = run("play", path, stdin=lines(str(group)))
    assert "Lay a tile … (" in said.out
    assert "Which hex?" in said.out
    assert menu.pick(group) is None
    assert len(menu.page.choices) == len({action.hex for action in menu.pages[0].choices[group - 1].actions})  # type: ignore[attr-defined]


def test_a_tile_tells_where_its_track_leads(crowded: Game) -> None:
    menu = Menu(crowded.state, legal(crowded.state, to_act(crowded.state)[0]), "en")
    lays = [action for action in menu.actions if hasattr(action, "rotation")]
    assert all(" → " in menu.texts[action] for action in lays if hasattr(action, "tile"))
    assert menu.filter(menu.texts[lays[0]]) >= 1
