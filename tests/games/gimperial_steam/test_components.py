"""Components: our own set is whole, faults are named, games are played with corrected ones."""

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
from stellwerk.games.gimperial_steam.data.checks import check
from stellwerk.games.gimperial_steam.data.components import components, own_contents, own_text, read
from tests.cli.conftest import Run, failed, run  # noqa: F401
from tests.games.gimperial_steam.table import NAMES
from tests.views import view

SHARED = Path(__file__).parents[4] / "shared" / "facts" / "imperial-steam.json"


def faults(change: Callable[[dict[str, Any]], object]) -> list[str]:
    """What is wrong with our own set after a change."""
    contents = read(own_text())
    change(contents)
    return check(components(canonical(contents).decode()))


def test_our_own_set_is_whole_and_says_what_it_is() -> None:
    own = components(own_contents())
    assert check(own) == []
    assert own.reconstruction
    assert own_text().count("reconstruction") > 10


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda c: c["tiles"]["4"].pop("1"), "tiles.4: 22 tiles, not 23"),
        (lambda c: c["cities"]["graz"].update(number=16), "cities: the numbers are not 1 to 27"),
        (lambda c: c["links"]["L51"].update(ends=["graz", "triest"]), "links.L51: there is no city triest"),
        (lambda c: c["links"]["L02"].update(ends=["wien", "bratislava"]), "links.L03: the same cities"),
        (lambda c: [c["links"].pop(id) for id in ("L51", "L52")], "cities.trieste: no way leads there"),
        (lambda c: c["links"]["L09"].pop("semmering"), "is the Semmering"),
        (lambda c: c["links"]["L01"].update(type="ferry"), "links.L01: type ferry"),
        (lambda c: c["printed"]["wien"].update(effort=0), "printed.wien: effort 0 is not 1 to 9"),
        (lambda c: c["hubs"]["blue"].update(station_cost=45), "hubs.blue: 45 is no multiple of 10"),
        (lambda c: c["hubs"]["blue"]["demands"].update(coal=3), "hubs.blue: a hub asks for"),
        (lambda c: c["hubs"]["blue"]["demands"].pop("wood"), "hubs.blue: a hub asks for"),
        (lambda c: c["box"].update(cubes=12), "box.cubes: 12, not 40"),
        (lambda c: c["cities"]["graz"].update(name="<b>" * 20), "cities.graz: a name has 1 to 40 letters"),
        (lambda c: c["sites"].update({"F-9": dict(c["sites"]["F01"])}), "sites: 'F-9' is no id"),
        (lambda c: c["hubs"]["blue"].update(sites=["board"] * 5), "hubs.blue: number of sites 5"),
        (lambda c: c["contracts"]["K01"].update(factories=[]), "contracts.K01: number of factories 0"),
        (lambda c: c["influence"].update(last=10_000), "influence: last 10000 is not 120 to 400"),
        (lambda c: c["box"].update(business_markers=[13, 8, 4]), "box.business_markers"),
        (lambda c: c["printed"].pop("bruck"), "printed: there must be wien, bruck, wr_neustadt, trieste"),
        (lambda c: c["shares"]["rows"].pop(0), "shares.rows: 6 rows from 40 to 240"),
        (lambda c: c["shares"].update(rows=[]), "shares.rows: 6 rows from 40 to 240"),
        (lambda c: c["locomotives"]["5"].update(price=40), "locomotives.5: price 40, not 50"),
        (lambda c: c["locomotives"]["5"].update(influence=1), "locomotives.5: influence 1 is not 0 to 0"),
        (lambda c: c["contracts"]["K01"].update(investors=0), "contracts.K01: investors 0 is not 1 to 3"),
        (lambda c: c["tiles"]["3"]["1"].update(demands={"coal": 1}), "tiles.3.1: coal is asked for by hubs"),
        (lambda c: c["tiles"]["4"]["1"].update(business=3), "business markers 3, the box has 3"),
        (lambda c: c["sites"]["F01"].update(cost="free"), "sites.F01: cost free"),
        (lambda c: c["influence"].update(silver=[0]), "influence.silver: 1 values for 21 columns"),
        (lambda c: c["market"].update(prices=[10]), "market.prices: 1 rows, not 10"),
        (lambda c: c["factories"]["2"]["wood"].update(costs=[10]), "factories.2.wood: 1 costs, not 6"),
        (lambda c: c["labour"]["4"]["blue"].update(engineers=1), "labour.4: 7 places for engineers, not 8"),
        (lambda c: c["contracts"].pop("K01"), "contracts: 27 cards, not 28"),
        (lambda c: c["contracts"]["K01"].update(factories=["gold"]), "contracts.K01: there is no good gold"),
        (lambda c: c["locomotives"]["3"].update(round=1), "locomotives.3: the IS-3 is never sold"),
        (lambda c: c["railway_cards"]["R01"].update(link="L99"), "railway_cards.R01: there is no link L99"),
        (lambda c: c["normal_cards"]["N01"].update(hubs=["wien"]), "normal_cards.N01: 4 hubs"),
        (lambda c: c["fixed"].update(shipping=[5] * 7), "fixed.shipping"),
        (lambda c: c["fixed"]["growth"].update(blue="G2"), "fixed.growth"),
        (lambda c: c["growth"].update(G1=[1]), "growth.G1: 1 numbers for the 5 cubes"),
        (lambda c: c["shipping"].update(tiles=[2]), "shipping.tiles: 1 tiles, not 9"),
    ],
)  # fmt: skip
def test_faults_are_named(change: Callable[[dict[str, Any]], object], fault: str) -> None:
    assert any(fault in found for found in faults(change)), faults(change)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda c: c["printed"]["wien"].update(effrt=1), r"`effrt` - at `\$\.printed\.wien`$"),
        (lambda c: c["tiles"]["3"]["14"].update(effort="2"), r"got `str` - at `\$\.tiles\.3\.14\.effort`$"),
        (lambda c: c["fixed"]["crowns"][1].append(7), r"got `int` - at `\$\.fixed\.crowns\[1\]\[\d\]`$"),
        (lambda c: c.pop("box"), r"missing required field `box`$"),
    ],
)
def test_a_fault_in_the_form_is_named_with_its_place(
    change: Callable[[dict[str, Any]], object], fault: str
) -> None:
    with pytest.raises(ValueError, match=fault):
        faults(change)


@pytest.mark.skipif(not SHARED.is_file(), reason="../shared/facts is not at hand")
def test_the_data_are_the_facts() -> None:
    facts = json.loads(SHARED.read_text(encoding="utf-8"))
    own = components(own_contents())
    assert len(facts["connections"]["data"]) == len(own.links)
    for link in facts["connections"]["data"]:
        kind = "plain" if link["type"] == "normal" else link["type"]
        assert own.links[link["id"]].ends == (link["a"], link["b"])
        assert own.links[link["id"]].type == kind
    for tile in facts["city_tiles"]["data"]:
        face = own.tiles[str(tile["players"])][str(tile["number"])]
        for field in ("effort", "influence", "business", "station_cost", "station_sites"):
            assert getattr(face, field) == tile[field], tile["id"]
        assert list(face.sites) == tile["factory_sites"]
        assert dict(face.demands) == tile["demands"]
    for card in facts["contracts"]["data"]:
        assert own.contracts[card["id"]].value == card["reward"]
    for count, board in facts["factory_board"]["data"].items():
        for sort, row in board.items():
            assert list(own.factories[count][sort].costs) == row["build_cost"]
            assert list(own.factories[count][sort].payments) == (row["delivery_price"] or [])


# -- playing with another set --------------------------------------------------------------------


def dearer() -> str:
    """Track is as it was, but stations in Wr. Neustadt cost 90."""
    contents = read(own_text())
    contents["printed"]["wr_neustadt"]["station_cost"] = 90
    contents["reconstruction"] = False
    return canonical(contents).decode()


def test_a_game_with_another_set_is_saved_and_comes_back() -> None:
    game = Game.new(Setup("imperial-steam", NAMES, "fixed", seed=2, components=dearer()))
    assert game.state.face("wr_neustadt").station_cost == 90
    for _ in range(40):
        seat = to_act(game.state)[0]
        game.submit(legal(game.state, seat)[-1])
    data = dump(game)
    again, _ = load(data)
    assert state_hash(again.state) == state_hash(game.state)
    assert again.state.face("wr_neustadt").station_cost == 90
    shown = view(again.state, None)["components"]
    saved = msgspec.json.decode(data)["components"]
    assert shown["hash"] == saved["hash"]
    assert (shown["reconstructed"], shown["note"]) == (False, "")
    assert saved["contents"]["printed"]["wr_neustadt"]["station_cost"] == 90


def test_a_changed_set_in_a_save_is_noticed() -> None:
    game = Game.new(Setup("imperial-steam", NAMES, "fixed", components=dearer()))
    with pytest.raises(SaveError, match="components do not have the hash"):
        load(dump(game).replace(b'"station_cost":90', b'"station_cost":80'))


def test_our_own_set_is_not_in_the_save() -> None:
    data = dump(Game.new(Setup("imperial-steam", NAMES, "fixed")))
    assert b'"components"' not in data
    load(data)


def test_a_faulty_set_cannot_be_played() -> None:
    contents = read(own_text())
    contents["printed"]["wien"]["effort"] = 0
    setup = Setup("imperial-steam", NAMES, "fixed")
    with pytest.raises(ValueError, match=r"printed\.wien: effort 0"):
        Game(structs.replace(setup, components=canonical(contents).decode()))
    with pytest.raises(ValueError, match="components"):
        Game(structs.replace(setup, components="{}"))


def test_on_the_command_line(run: Run, tmp_path: Path) -> None:  # noqa: F811
    shown = run("components", "imperial-steam")
    assert shown.out == own_text()
    mine = tmp_path / "mine.toml"
    mine.write_text(shown.out.replace("wien = { effort = 3", "wien = { effort = 2"), encoding="utf-8")
    said = run("components", "imperial-steam", "--check", mine, "--json")
    assert (said.code, said.json["faults"]) == (0, [])
    assert run("components", "imperial-steam", "--check", mine).code == 0
    made = run("new", "imperial-steam", "--players", "A,B", "--components", mine, "-o", tmp_path / "g.json")
    assert made.code == 0
    saved = json.loads((tmp_path / "g.json").read_text(encoding="utf-8"))
    assert saved["components"]["hash"] == said.json["hash"]
    assert run("show", tmp_path / "g.json").code == 0


def test_faults_on_the_command_line(run: Run, tmp_path: Path) -> None:  # noqa: F811
    bad = tmp_path / "bad.toml"
    bad.write_text(own_text().replace('"wien", "bratislava"', '"wien", "pressburg"'), encoding="utf-8")
    said = run("components", "imperial-steam", "--check", bad)
    assert said.code == 1
    assert "links.L03: there is no city pressburg" in said.err
    text = failed(run("new", "imperial-steam", "--players", "A,B", "--components", bad, "-o", tmp_path / "g"))
    assert "pressburg" in text
    assert not (tmp_path / "g").exists()
    bad.write_text("no toml", encoding="utf-8")
    assert "bad.toml" in failed(run("components", "imperial-steam", "--check", bad))
    assert "1848" in failed(run("components", "1848"))
