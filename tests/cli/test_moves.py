"""`legal`, `do`, `show` and `replay`."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from stellwerk.engine import state_hash
from stellwerk.engine.forms import fill
from stellwerk.engine.save import load
from tests.cli.conftest import Run, failed

CUT = '{"type":"cut_price","seat":0,"private":"P6"}'


def action(**fields: Any) -> str:
    return json.dumps(fields)


def test_legal(run: Run, new: Path) -> None:
    said = run("legal", new)
    assert said.code == 0
    first, *lines = said.out.splitlines()
    assert first.startswith("Ann:")
    assert lines[0].startswith("  1  ")
    assert json.loads(lines[1]) == {"type": "buy_private", "seat": 0, "private": "P1"}


def test_legal_for_programs(run: Run, new: Path) -> None:
    said = run("legal", new, "--json").json
    assert (said["seat"], said["player"]) == (0, "Ann")
    assert said["asks"].startswith("Ann:")
    assert json.loads(CUT) in said["actions"]
    assert len(said["texts"]) == len(said["actions"])


def test_legal_for_another_seat(run: Run, new: Path) -> None:
    said = run("legal", new, "--seat", 2, "--json").json
    assert (said["seat"], said["player"], said["actions"]) == (2, "Cy", [])
    assert "nothing to do" in run("legal", new, "--seat", 2).out
    assert "seats are 0 to 2" in failed(run("legal", new, "--seat", 3))
    assert failed(run("legal", new, "--seat", -1))


def test_nothing_is_legal_after_the_end(run: Run, finished: Path) -> None:
    said = run("legal", finished, "--json").json
    assert (said["seat"], said["player"], said["actions"]) == (None, None, [])
    assert "over" in run("legal", finished).out


def test_every_listed_action_can_be_done(run: Run, new: Path) -> None:
    before = new.read_bytes()
    for listed in run("legal", new, "--json").json["actions"]:
        assert run("do", new, json.dumps(listed)).code == 0
        new.write_bytes(before)


def test_do(run: Run, new: Path) -> None:
    said = run("do", new, CUT)
    assert said.code == 0
    assert said.out.splitlines()[0] == "Ann lowers P6 to 225."
    assert load(new.read_bytes())[0].state.sale["P6"] == 225


def test_do_for_programs(run: Run, new: Path) -> None:
    said = run("do", new, CUT, "--json").json
    assert said["version"] == 2
    assert said["hash"] == state_hash(load(new.read_bytes())[0].state)
    [event] = said["events"]
    assert event["event"] == "price_cut"
    assert (event["player"], event["price"], event["text"]) == ("Ann", 225, "Ann lowers P6 to 225.")


def test_do_from_stdin(run: Run, new: Path) -> None:
    assert run("do", new, "-", stdin=CUT).code == 0
    assert load(new.read_bytes())[0].state.sale["P6"] == 225


def test_a_refusal_names_the_rule_and_changes_nothing(run: Run, new: Path) -> None:
    before = new.read_bytes()
    said = run("do", new, action(type="pass", seat=0))
    assert "§1848-IV-8" in failed(said)
    machine = run("do", new, action(type="pass", seat=0), "--json")
    assert machine.code == 1
    assert machine.err == said.err
    refused = machine.json["refused"]
    assert refused["rule"] == "1848-IV-8"
    assert refused["figures"]["player"] == "Ann"
    assert fill(refused["message"], refused["figures"]) == refused["text"]
    assert new.read_bytes() == before


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"type":"fly","seat":0}', '{"type":"pass"}', '{"type":"pass","seat":"x"}',
     '{"type":"pass","seat":0,"more":1}', "[" * 99999],
)  # fmt: skip
def test_what_is_no_action(run: Run, new: Path, text: str) -> None:
    before = new.read_bytes()
    assert "1848" in failed(run("do", new, text, "--json"))
    assert new.read_bytes() == before


def test_seen(run: Run, new: Path) -> None:
    assert "§1848-stale" in failed(run("do", new, CUT, "--seen", 0))
    assert run("do", new, CUT, "--seen", 1).code == 0
    assert "§1848-stale" in failed(
        run("do", new, action(type="cut_price", seat=1, private="P6"), "--seen", 1)
    )


def test_undo_and_redo(run: Run, new: Path) -> None:
    start = run("replay", new).json["hash"]
    there = run("do", new, CUT, "--json").json["hash"]
    undone = run("do", new, action(type="undo", seat=0, to=1), "--json").json
    assert undone == {"version": 3, "events": [], "hash": start}, "an undo is an entry of the log"
    assert run("do", new, action(type="redo", seat=0), "--json").json["hash"] == there
    assert "§1848-undo" in failed(run("do", new, action(type="redo", seat=0)))
    assert "§1848-undo" in failed(run("do", new, action(type="undo", seat=0, to=0))), "the seats stay drawn"
    assert "action 1" in run("do", new, action(type="undo", seat=0, to=1)).out


def test_doing_keeps_the_mode_of_the_file(run: Run, new: Path) -> None:
    new.chmod(0o640)
    assert run("do", new, CUT).code == 0
    assert new.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in new.parent.iterdir()] == ["new.json"], "no draft is left behind"


def test_a_link_stays_a_link(run: Run, new: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(new)
    assert run("do", link, CUT).code == 0
    assert link.is_symlink()
    assert load(new.read_bytes())[0].state.version == 2


# -- show ------------------------------------------------------------------------------------


def test_show(run: Run, new: Path) -> None:
    said = run("show", new)
    assert said.code == 0
    for word in ("Ann", "840", "Western Australian Railway", "bank 7480", "phase 1", "6×2", "P6 230", "★"):
        assert word in said.out


def test_show_a_late_game(run: Run, finished: Path) -> None:
    out = run("show", finished).out
    state = load(finished.read_bytes())[0].state
    assert "The game is over" in out
    assert f"Loans granted: {state.granted_loans}" in out
    assert f"Taken over: {', '.join(state.takeovers)}" in out
    for worth in run("replay", finished).json["result"].values():
        assert str(worth) in out


def test_show_for_programs(run: Run, finished: Path) -> None:
    table = run("show", finished, "--json").json
    assert table["over"] is True
    assert set(table["players"]) == {"Ann", "Ben", "Cy", "Dee"}
    assert "seed" not in table


def test_show_draws_the_map(run: Run, finished: Path, tmp_path: Path) -> None:
    said = run("show", finished, "--json", "--svg", "map.svg")
    assert said.code == 0
    assert said.json["over"] is True
    assert ElementTree.parse(tmp_path / "map.svg").getroot().tag.endswith("svg")


def test_names_are_never_markup(run: Run, tmp_path: Path) -> None:
    assert run("new", "1848", "--players", "[red]A,{B},:smile:", "-o", "odd.json").code == 0
    for command in ("show", "legal"):
        assert run(command, "odd.json").code == 0
    for name in ("[red]A", "{B}", ":smile:"):
        assert name in run("show", "odd.json").out


# -- replay ----------------------------------------------------------------------------------


def test_replay(run: Run, finished: Path) -> None:
    said = run("replay", finished).json
    game = load(finished.read_bytes())[0]
    assert said["game"] == "1848"
    assert said["actions"] == len(game.actions)
    assert said["finished"] is True
    assert set(said["result"]) == {"Ann", "Ben", "Cy", "Dee"}
    assert said["hash"] == state_hash(game.state)
    assert run("replay", finished, "--json").json == said


def test_replay_stops_where_it_is_told(run: Run, finished: Path) -> None:
    game = load(finished.read_bytes())[0]
    for at in (0, 1, 50, len(game.actions)):
        said = run("replay", finished, "--at", at).json
        assert said["actions"] == at
        assert said["finished"] is (at == len(game.actions))
        assert said["hash"] == state_hash(game.history[at].state)
    assert "no action" in failed(run("replay", finished, "--at", len(game.actions) + 1))


def test_replay_counts_effective_actions(run: Run, new: Path) -> None:
    run("do", new, CUT)
    run("do", new, action(type="undo", seat=0, to=1))
    assert run("replay", new).json["actions"] == 1
