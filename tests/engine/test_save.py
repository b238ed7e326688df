"""Saved games: whole and the same, or a SaveError that says what is wrong. Never half a game."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from benchmarks.players import playing

from stellwerk.engine import Game, SaveError, Setup, state_hash
from stellwerk.engine.canonical import canonical
from stellwerk.engine.save import FORMAT, dump, load
from tests.engine.sealed import Bid


def same(left: Game, right: Game) -> bool:
    return (
        left.setup == right.setup
        and left.log == right.log
        and left.actions == right.actions
        and state_hash(left.state) == state_hash(right.state)
    )


@pytest.fixture(scope="module")
def railways() -> Game:
    """The first hundred actions of a random game of 1848."""
    for game in playing(Setup("1848", ("Ann", "Bé", "Cy"), seed=4), "bot"):
        if len(game.log) == 100:
            return game
    raise AssertionError("a very short game")


def reseal(fields: dict[str, Any]) -> bytes:
    """A file whose digest is right again, as somebody who knows the format would write it."""
    rest = {name: value for name, value in fields.items() if name != "digest"}
    if isinstance(rest.get("actions"), list):
        rest["actions"] = [msgspec.Raw(msgspec.json.encode(action)) for action in rest["actions"]]
    return msgspec.json.encode({**rest, "digest": hashlib.sha256(canonical(rest)).hexdigest()})


def reason(data: bytes | str) -> str:
    """Why a file is refused, or what is said about it; any other error, and silence, fail the test."""
    told: list[str] = []
    try:
        load(data, told.append)
    except SaveError as error:
        told = [str(error)]
    assert len(told) == 1
    assert told[0].strip()
    return told[0]


# -- whole ---------------------------------------------------------------------------------------


def test_a_saved_game_is_the_same_game(played: Game, railways: Game) -> None:
    for game in (played, railways):
        loaded, origin = load(dump(game))
        assert same(loaded, game)
        assert origin == ()
        assert dump(loaded) == dump(game)


def test_text_loads_like_bytes(played: Game) -> None:
    assert same(load(dump(played).decode())[0], played)


def test_a_game_without_actions_can_be_saved() -> None:
    game = Game(Setup("sealed", ("A", "B")))
    assert same(load(dump(game))[0], game)


def test_the_origin_of_an_import_is_kept(played: Game) -> None:
    assert load(dump(played, ((1, 7), (2, 9))))[1] == ((1, 7), (2, 9))


def test_strange_names_and_large_seeds_survive() -> None:
    for names, seed in ((("Ä✂", "b\n\"'{}"), 2**63), (("\u202e", "0" * 500), -1), (("a", "b"), 10**30)):
        game = Game.new(Setup("sealed", names, seed=seed))
        assert same(load(dump(game))[0], game)


def test_files_are_written_whole(tmp_path: Path, played: Game) -> None:
    path = tmp_path / "game.json"
    path.write_text("something older")
    path.write_bytes(dump(played))
    assert same(load(path.read_bytes())[0], played)
    assert list(tmp_path.iterdir()) == [path]


def test_one_action_stands_on_a_line(played: Game) -> None:
    """So that a version control system shows what happened."""
    lines = dump(played).decode().splitlines()
    assert sum(line.startswith('    {"type"') for line in lines) == len(played.log)


def test_our_test_can_seal_a_file(played: Game) -> None:
    assert same(load(reseal(json.loads(dump(played))))[0], played)


# -- damaged -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [b"", b" ", b"\0" * 100, b"\xff\xfe\xfd", b"PK\x03\x04junk", bytes(range(256)), b"null", b"[]", b"{}",
     b'"x"', b"[" * 100_000, b'{"format":' * 100_000, b'{"format":1}', "❄".encode("utf-16")],
    ids=range(14),
)  # fmt: skip
def test_what_is_no_save_is_refused(data: bytes) -> None:
    assert reason(data).startswith("not a saved game: ")


def test_a_text_with_lone_surrogates_is_refused(played: Game) -> None:
    assert reason(dump(played).decode().replace("Ann", "\ud800")).startswith("not a saved game: ")


def test_a_truncated_file_is_refused(played: Game, railways: Game) -> None:
    for game in (played, railways):
        data = dump(game)
        whole = len(data.rstrip())
        for length in (*range(0, whole, 50), *range(max(0, whole - 60), whole)):
            assert reason(data[:length]).startswith("not a saved game: "), length


def altered(data: bytes, step: int) -> list[bytes]:
    """The file with single characters changed, dropped or added."""
    files = []
    for at in range(0, len(data), step):
        for char in (b"0", b"7", b"x", b'"', b" ", b"}", b"\xff", b""):
            files.append(data[:at] + char + data[at + 1 :])
        files.append(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        files.append(data[:at] + b"1" + data[at:])
    return files


@pytest.mark.parametrize("step", [1, 41])
def test_a_file_with_one_altered_character_is_refused(played: Game, railways: Game, step: int) -> None:
    """Or it is still the same game, when only the spacing has changed."""
    game = played if step == 1 else railways
    for data in altered(dump(game), step):
        try:
            loaded, origin = load(data)
        except SaveError:
            continue
        assert same(loaded, game), data
        assert origin == ()


CHANGES: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "newer format": (lambda f: f.update(format=FORMAT + 1), "save format 3; this program reads formats"),
    "older format": (lambda f: f.update(format=0), "save format 0; this program reads formats 1 and 2"),
    "unknown game": (lambda f: f.update(game="chess"), "no game 'chess'; there are: 1824, 1848, "),
    "other game": (lambda f: f.update(game="1848"), "an action cannot be read: "),
    "no player": (lambda f: f.update(players=[]), "bad set-up: for 2 to 4 players, not 0"),
    "too many players": (lambda f: f.update(players=list("ABCDE")), "bad set-up: for 2 to 4 players, not 5"),
    "a player less": (lambda f: f["players"].pop(), "action 6 is refused: "),
    "a player more": (lambda f: f["players"].append("Dee"), "action 7 is refused: "),
    "a first action less": (lambda f: f["actions"].pop(0), "action 1 is refused: "),
    "a last action less": (lambda f: f["actions"].pop(), "replay gives hash "),
    "an action twice": (lambda f: f["actions"].insert(3, f["actions"][2]), "action 4 is refused: "),
    "actions swapped": (lambda f: f["actions"].insert(0, f["actions"].pop()), "action 1 is refused: "),
    "an action after the end": (lambda f: f["actions"].append(f["actions"][-1]), "refused: The game is over"),
    "another bid": (lambda f: f["actions"][2].update(coins=6), "replay gives hash "),
    "a bid too high": (lambda f: f["actions"][1].update(coins=99), "action 2 is refused: 99 is not 0 to 20."),
    "another lot": (lambda f: f["actions"][0].update(prize=8), "replay gives hash "),
    "an undo too far": (lambda f: f["actions"][3].update(to=-1), "action 4 is refused: Nothing to undo"),
    "an unknown action": (lambda f: f["actions"].insert(1, {"type": "peek"}), "an action cannot be read: "),
    "an action of text": (lambda f: f["actions"].insert(1, "bid"), "an action cannot be read: "),
    "an action with more": (lambda f: f["actions"][1].update(note="x"), "an action cannot be read: "),
    "another name": (lambda f: f.update(players=["Ann", "Bob", "Cy"]), "replay gives hash "),
    "another seed": (lambda f: f.update(seed=8), "replay gives hash "),
    "another hash": (lambda f: f.update(hash="0" * 64), "replay gives hash "),
    "an empty hash": (lambda f: f.update(hash=""), "replay gives hash "),
    "another variant": (lambda f: f.update(variant="north"), "replay gives hash "),
    "other rulings": (lambda f: f.update(rulings="house"), "replay gives hash "),
    "unknown rules": (lambda f: f.update(rules=2), "bad set-up: sealed: rules version 2 is not known here"),
    "rules before the first": (lambda f: f.update(rules=0), "bad set-up: there are no rules of version 0"),
    "an unknown form": (lambda f: f.update(form=3), "bad set-up: hashes of form 3 are not known here"),
    "another form": (lambda f: f.update(form=1), "replay gives hash "),
    "the first format": (lambda f: f.update(format=1), "not a saved game: format 1 has no version"),
    "no rules": (lambda f: f.pop("rules"), "not a saved game: the version of its rules or the form"),
    "no form": (lambda f: f.pop("form"), "not a saved game: the version of its rules or the form"),
    "an unknown field": (lambda f: f.update(note="x"), "Object contains unknown field `note`"),
    "a number for a name": (lambda f: f.update(players=[1, 2, 3]), "not a saved game: Expected `str`"),
    "text for a seed": (lambda f: f.update(seed="7"), "not a saved game: Expected `int`"),
    "actions in an object": (lambda f: f.update(actions={}), "not a saved game: Expected `array`"),
    "null for the hash": (lambda f: f.update(hash=None), "not a saved game: Expected `str`"),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_field_is_noticed(played: Game, name: str) -> None:
    """Both as damage and, with its digest made right again, as a forgery."""
    change, expected = CHANGES[name]
    fields = json.loads(dump(played))
    change(fields)
    assert expected in reason(reseal(fields))
    reason(json.dumps(fields).encode())


@pytest.mark.parametrize(
    "field", ["format", "game", "variant", "rulings", "players", "seed", "actions", "hash", "digest"]
)
def test_a_missing_field_is_named(played: Game, field: str) -> None:
    fields = json.loads(dump(played))
    del fields[field]
    assert reason(json.dumps(fields)) == f"not a saved game: Object missing required field `{field}`"


def test_a_wrong_digest_is_said_to_be_one(played: Game) -> None:
    fields = json.loads(dump(played))
    fields["actions"][1]["coins"] = 4
    assert reason(json.dumps(fields)) == "the digest does not match: the file was changed or is incomplete"


def test_1848_refuses_another_player_count(railways: Game) -> None:
    fields = json.loads(dump(railways))
    fields["players"].append("Dee")
    assert "does not seat every player once. (§1848-III-1)" in reason(reseal(fields))
    fields["players"] = ["A", "B"]
    assert reason(reseal(fields)) == "bad set-up: 1848 is for 3 to 6 players, not 2"


def test_1848_refuses_unknown_rulings_and_variants(railways: Game) -> None:
    for field, value in (("rulings", "house"), ("rulings", "book,k_bonus=7"), ("variant", "north")):
        fields = {**json.loads(dump(railways)), field: value}
        assert reason(reseal(fields)).startswith("bad set-up: ")


def test_forged_numbers_of_any_size_are_refused(played: Game) -> None:
    for path in ("seed", "format", "coins", "seat", "origin"):
        for number in (-1, 2**63, 2**64, -(2**70), 10**30):
            fields = json.loads(dump(played))
            if path in ("seed", "format"):
                fields[path] = number
            elif path == "origin":
                fields["origin"], fields["hash"] = [[number, number]], ""
            else:
                fields["actions"][1][path] = number
            reason(reseal(fields))


def test_forged_rulings_are_refused(railways: Game) -> None:
    fields = {**json.loads(dump(railways)), "rulings": "book,k_bonus=" + "[" * 50_000}
    reason(reseal(fields))


def test_loading_does_not_touch_the_game_in_memory(played: Game) -> None:
    before = dump(played)
    loaded, _ = load(before)
    loaded.log.append(Bid(0, 0))
    assert dump(played) == before
