"""Components that people correct: our own set is whole, faults are named, other sets are played with."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from stellwerk.engine import Game, SaveError, Setup, legal, state_hash, to_act
from stellwerk.engine.canonical import canonical
from stellwerk.engine.save import dump, load
from stellwerk.games.g1853.data.checks import check
from stellwerk.games.g1853.data.components import FILE
from stellwerk.games.g1853.show.view import facts
from tests.cli.conftest import Run, failed, run  # noqa: F401
from tests.games.g1853.table import NAMES
from tests.views import view

SHORT = Setup("1853", NAMES[:3], "short")


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    """Our own set after a change."""
    contents = FILE.read(FILE.text())
    change(contents)
    return canonical(contents).decode()


def test_our_own_set_is_whole_and_says_what_it_is():
    own = FILE.typed(FILE.own())
    assert check(own) == []
    assert own.reconstruction


PASSED = " ".join(f"{side}-s{side}(dual)" for side in range(6)) + " 1-s0(dual)"


def station(value: int) -> list[str]:
    return [f"city {value} slots=1"]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda c: c["money"].update(short_bank=3060), "money.short_bank: 3060"),
        (lambda c: c["money"].update(short_bank=9995), "money.short_bank: 9995"),
        (lambda c: c["companies"].pop("ECR"), "companies.ECR is missing"),
        (lambda c: c["companies"].update(BAR=c["companies"]["ECR"]), "companies.BAR: there is no such"),
        (lambda c: c["companies"]["ECR"].update(par=72), "companies.ECR: par 72"),
        (lambda c: c["companies"]["ECR"].update(markers=[0, 40]), "companies.ECR: 2 markers, not 3 to 5"),
        (lambda c: c["companies"]["ECR"].update(markers=[0, 100, 40]), "companies.ECR: markers 0, 100, 40"),
        (lambda c: c["companies"]["ECR"].update(homes=["N20.0"]), "companies.ECR: its home N20.0"),
        (lambda c: c["companies"]["ECR"].update(colour="blue"), "companies.ECR: colour blue"),
        (lambda c: c["cities"].update(Karachi=[9]), "cities.Karachi: [9]"),
        (lambda c: c["cities"].update(Karachi=[3, 3]), "cities.Karachi: [3, 3]"),
        (lambda c: c["cities"].update(Karachi=[]), "cities.Karachi: []"),
        (lambda c: c["cities"].pop("Karachi"), "cities.Karachi: its numbers are missing"),
        (lambda c: c["cities"].update(Dacca=[1]), "cities.Dacca: there is no such city"),
        (lambda c: c["doubtful"].update(A1="why"), "doubtful.A1: there is no such hex"),
        (lambda c: c["doubtful"].update(I23=""), "doubtful.I23: the reason has 1 to 200 letters"),
        (lambda c: c["hexes"]["K29"].update(name="Dacca"), "24 names of 24 cities, not 23 (1-e)"),
        (lambda c: c["hexes"]["N22"].update(name="Vizag"), "hexes: Waltair is missing"),
        (lambda c: c["hexes"]["N22"].update(stops=["town 30"]), "hexes.N22: Waltair has no circle"),
        (lambda c: c["hexes"].update(Z99={}), "hexes.Z99: it does not hang together"),
        (lambda c: c["hexes"].update(zz={}), "hexes.zz: a hex is a row letter"),
        (lambda c: c["hexes"].pop("J30"), "hexes.J28: track leads off the map over side 4"),
        (lambda c: c["hexes"]["K29"].update(terrain="swamp"), "hexes.K29: there is no terrain swamp"),
        (lambda c: c["hexes"]["K29"].update(colour="pink"), "hexes.K29: there is no colour pink"),
        (lambda c: c["hexes"]["N22"].update(paths="0-s0(metre)"), "hexes.N22: all its track is dual"),
        (lambda c: c["hexes"]["N22"].update(becomes=["721"]), "hexes.N22: there is no tile 721"),
        (lambda c: c["premiums"].update(A1=40), "premiums.A1: there is no such hex"),
        (lambda c: c["premiums"].update(G29=45), "premiums.G29: 45"),
        (lambda c: c["tiles"]["716"].update(count=5), "tiles: 65 green tiles, not 64 (1-c)"),
        (lambda c: c["tiles"]["716"].update(count=0), "tiles.716: count 0"),
        (lambda c: c["tiles"]["716"].update(colour="blue"), "tiles.716: there is no colour blue"),
        (lambda c: c["tiles"]["716"].update(stops=station(25)), "tiles.716: the value 25"),
        (lambda c: c["tiles"]["716"].update(stops=["port 20"]), "tiles.716: a stop is city, town, junction"),
        (lambda c: c["tiles"]["716"].update(stops=["city 20"]), "tiles.716: cities have circles"),
        (lambda c: c["tiles"]["716"].update(stops=[]), "tiles.716: track leads to stop 0"),
        (lambda c: c["tiles"]["716"].update(paths="7-s0(dual)"), "tiles.716: '7' is neither a side"),
        (lambda c: c["tiles"]["716"].update(paths="0-s0"), "tiles.716: track has a gauge"),
        (lambda c: c["tiles"]["716"].update(paths=""), "tiles.716: a tile without track"),
        (lambda c: c["tiles"]["717"].update(paths="0-s0(dual)"), "tiles.3: tile 717 keeps its track in no"),
        (lambda c: c["tiles"].pop("720"), "hexes.N22: there is no tile 720"),
        (lambda c: c["tiles"]["720"].update(paths="0-s0(standard)"), "tiles.720: all its track is dual"),
        (lambda c: c["tiles"]["500"].update(paths=PASSED), "tiles.500: no train passes"),
    ],
)  # fmt: skip
def test_faults_are_named(change, fault):
    found = check(FILE.typed(changed(change)))
    assert any(fault in text for text in found), found


@pytest.mark.parametrize(
    "change",
    [
        lambda c: c["hexes"]["K29"].update(terain="hill"),
        lambda c: c["tiles"]["716"].update(count="four"),
        lambda c: c.pop("reconstruction"),
    ],
)
def test_a_misspelt_key_is_named_with_its_place(change):
    with pytest.raises(ValueError, match=r"components: .*(terain|tiles|reconstruction)"):
        FILE.typed(changed(change))


# -- playing with another set ----------------------------------------------------------------------


def corrected() -> str:
    """Somebody knows the true values: a bank of 8,000, ECR at 75, Karachi for BBCI too, Waltair worth 40."""

    def change(c: dict[str, Any]) -> None:
        c["reconstruction"] = False
        c["money"]["short_bank"] = 8000
        c["companies"]["ECR"]["par"] = 75
        c["cities"]["Karachi"] = [3, 5]
        c["hexes"]["N22"]["stops"] = station(40)

    return changed(change)


@pytest.mark.rule("1853-2.4", "1853-2.5.5")
def test_a_game_with_another_set_is_saved_and_comes_back():
    game = Game.new(structs.replace(SHORT, components=corrected()))
    for _ in range(30):
        seat = to_act(game.state)[0]
        game.submit(legal(game.state, seat)[-1])
    data = dump(game)
    again, _ = load(data)
    assert state_hash(again.state) == state_hash(game.state)
    for s in (game.state, again.state):
        assert (s.book.bank, s.par["ECR"]) == (8000, 75)
        assert s.facts.cities["Karachi"].companies == ("NWR", "BBCI")
        assert s.book.atlas.hexes["N22"].printed.stops[0].revenue == 40
    saved = msgspec.json.decode(data)["components"]
    shown = view(again.state, None)["components"]
    said = {"reconstructed": False, "note": "", "hash": saved["hash"], "own": False}
    assert shown == said | {"doubtful": ["I23", "N22"]}
    assert saved["contents"]["money"]["short_bank"] == 8000


def test_sets_do_not_mix():
    """Games with our set and with another one stand side by side in one process."""
    ours, other = Game.new(SHORT), Game.new(structs.replace(SHORT, components=corrected()))
    assert (ours.state.book.bank, other.state.book.bank) == (10_000, 8000)
    assert (Game.new(SHORT).state.par["ECR"], other.state.par["ECR"]) == (70, 75)


def test_our_own_set_is_shown_as_a_guess_and_not_saved():
    game = Game.new(SHORT)
    assert b'"components"' not in dump(game)
    shown = view(game.state, None)["components"]
    assert shown["reconstructed"]
    assert shown["own"]
    assert "reconstructed" in shown["note"]


def test_a_changed_set_in_a_save_is_noticed():
    game = Game.new(structs.replace(SHORT, components=corrected()))
    with pytest.raises(SaveError, match="components do not have the hash"):
        load(dump(game).replace(b'"short_bank":8000', b'"short_bank":9000'))


def test_a_faulty_set_cannot_be_played():
    wrong = changed(lambda c: c["companies"]["ECR"].update(par=72))
    with pytest.raises(ValueError, match=r"companies\.ECR: par 72"):
        Game(structs.replace(SHORT, components=wrong))
    with pytest.raises(ValueError, match="components"):
        Game(structs.replace(SHORT, components="{}"))


def test_on_the_command_line(run: Run, tmp_path: Path):  # noqa: F811
    shown = run("components", "1853")
    assert shown.out == FILE.text()
    mine = tmp_path / "mine.toml"
    mine.write_text(shown.out.replace("short_bank = 10000", "short_bank = 8000"), encoding="utf-8")
    said = run("components", "1853", "--check", mine, "--json")
    assert (said.code, said.json["faults"]) == (0, [])
    assert run("components", "1853", "--check", mine).code == 0
    file = tmp_path / "g.json"
    arguments = ("--players", "A,B,C", "--variant", "short", "--components", mine, "-o", file)
    assert run("new", "1853", *arguments).code == 0
    saved = json.loads(file.read_text(encoding="utf-8"))
    assert saved["components"]["hash"] == said.json["hash"]
    game, _ = load(file.read_bytes())
    assert game.state.book.bank == 8000
    assert run("show", file).code == 0


def test_faults_on_the_command_line(run: Run, tmp_path: Path):  # noqa: F811
    bad = tmp_path / "bad.toml"
    bad.write_text(FILE.text().replace("count = 4", "count = 14").replace("G29 = 100", "G28 = 100"), "utf-8")
    said = run("components", "1853", "--check", bad)
    assert said.code == 1
    assert "tiles: 74 green tiles, not 64" in said.err
    assert "premiums.G28: there is no such hex" in said.err
    text = failed(run("new", "1853", "--players", "A,B,C", "--components", bad, "-o", tmp_path / "g"))
    assert "G28" in text
    assert not (tmp_path / "g").exists()


def test_doubtful_hexes_are_named_in_the_file_and_at_the_table():
    own = FILE.typed(FILE.own())
    assert {*own.doubtful} == {"N22", "I23"}
    assert all(own.doubtful.values())
    game = Game.new(SHORT)
    assert view(game.state, None)["components"]["doubtful"] == ["I23", "N22"]
    assert [fact.figures for fact in facts(game.state) if "oubtful" in fact.says] == [{"hexes": "I23, N22"}]
    seen = Game.new(structs.replace(SHORT, components=changed(lambda c: c.pop("doubtful"))))
    assert not seen.state.facts.doubtful
    assert not [fact for fact in facts(seen.state) if "oubtful" in fact.says]
