"""18Fen by its paragraphs: what it has of its own, and that the kit's parts hold with its ids."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from benchmarks.checks import check_game, check_replay
from benchmarks.players import MANNERS, setup_of

from stellwerk.engine import Action, Game, Refusal, Setup, decode, legal, play, title, to_act
from tests.games.judging import refused
from tests.sixth import GAME

pytestmark = pytest.mark.usefixtures("installed")


def action(**fields: object) -> Action:
    return decode(GAME, msgspec.json.encode(fields))


class Table:
    """A game of two, moved by hand."""

    def __init__(self, rulings: str = "book", players: int = 2) -> None:
        self.game = Game.new(Setup(GAME, ("Ann", "Ben", "Cy", "Dee")[:players], rulings=rulings, seed=1))

    @property
    def state(self) -> Any:
        return self.game.state

    def do(self, kind: str, **fields: object) -> "Table":
        self.game.submit(action(type=kind, seat=to_act(self.state)[0], **fields))
        return self

    def no(self, rule: str, kind: str, **fields: object) -> Refusal:
        return refused(self.state, action(type=kind, seat=to_act(self.state)[0], **fields), rule)

    def offered(self, kind: str) -> list[Any]:
        found = legal(self.state, to_act(self.state)[0])
        return [offer for offer in found if offer.__struct_config__.tag == kind]

    def opened(self, *companies: str) -> "Table":
        """Each company starts at 50 and gets its third share, then everybody passes."""
        for company in companies:
            self.do("start_company", company=company, par=50).do("buy_share", company=company, source="offer")
        return self.do("pass").do("pass")

    def turned(self) -> "Table":
        """The acting company does nothing more in this turn."""
        company = self.state.frame.company
        while not self.state.over and getattr(self.state.frame, "company", "") == company:
            self.do("pass")
        return self


@pytest.mark.rule("18Fen-SU-1", "18Fen-SU-2", "18Fen-SH-1", "18Fen-SH-2")
def test_a_company_is_started_and_opens() -> None:
    table = Table()
    assert sorted(table.state.names) == ["Ann", "Ben"]
    assert table.state.cash == {"seat0": 350, "seat1": 350, "NGR": 0, "EWR": 0, "WBR": 0, "bank": 1800}
    table.no("SH-1", "start_company", company="NGR", par=80)
    table.do("start_company", company="NGR", par=60)
    table.no("SH-1", "start_company", company="NGR", par=60)
    assert table.state.opened == ()
    table.do("buy_share", company="NGR", source="offer")
    assert table.state.opened == ("NGR",)
    assert table.state.cash["NGR"] == 5 * 60
    for count, cash in ((3, 240), (4, 190)):
        assert Table(players=count).state.cash["seat0"] == cash
    with pytest.raises(ValueError, match="2 to 4 players"):
        Game.new(Setup(GAME, ("Ann",)))


@pytest.mark.rule("18Fen-SH-3", "18Fen-SH-4", "18Fen-SH-5", "18Fen-SH-6")
def test_shares_are_sold_and_bought() -> None:
    table = Table().do("start_company", company="NGR", par=60)
    table.no("SH-4", "sell_shares", company="NGR", shares=1)
    table.do("buy_share", company="NGR", source="offer").do("pass").do("pass")
    table.turned()
    assert table.state.frame.number == 2
    table.no("SH-4", "sell_shares", company="NGR", shares=2)  # the director's paper has no taker
    table.do("buy_share", company="NGR", source="offer")
    price = table.state.price("NGR")
    table.do("sell_shares", company="NGR", shares=1)
    assert table.state.price("NGR") < price
    table.no("SH-5", "buy_share", company="NGR", source="pool")
    table.do("pass")
    table.no("SH-3", "sell_shares", company="NGR", shares=4)
    table.do("buy_share", company="NGR", source="pool")
    assert table.state.shares("seat0", "NGR") == 4
    table.do("pass")
    table.no("SH-5", "buy_share", company="NGR", source="offer")


@pytest.mark.rule("18Fen-OR-1", "18Fen-OR-2", "18Fen-TR-1", "18Fen-TR-2", "18Fen-TR-3", "18Fen-TR-4")
def test_track_and_stations() -> None:
    table = Table().opened("NGR", "EWR")
    assert table.state.frame.company == "NGR"  # the same price, but there first
    assert table.state.board.markers_of("NGR") == ("A2.0",)
    table.no("TR-4", "lay_tile", hex="A4", tile="9", rotation=1)
    table.no("TR-2", "lay_tile", hex="A2", tile="9", rotation=1)
    table.no("TR-3", "lay_tile", hex="A2", tile="57", rotation=0)
    table.no("TR-3", "lay_tile", hex="A6", tile="9", rotation=0)
    table.no("TR-1", "lay_tile", hex="A2", tile="14", rotation=0)
    table.do("lay_tile", hex="A2", tile="5", rotation=4)
    table.no("TR-1", "lay_tile", hex="A4", tile="9", rotation=1)
    table.do("pass")  # no more of the fen
    table.do("pass")  # no train
    assert table.state.frame.company == "EWR"
    table.do("lay_tile", hex="B7", tile="5", rotation=0).do("pass")
    assert not table.offered("place_marker")  # nothing is reached yet


@pytest.mark.rule("18Fen-TR-5")
def test_the_hill_costs_something() -> None:
    table = Table().opened("EWR").do("lay_tile", hex="B7", tile="5", rotation=0)
    table.turned().do("pass").do("pass")
    before = table.state.cash["EWR"]
    table.do("lay_tile", hex="C6", tile="9", rotation=0)
    assert table.state.cash["EWR"] == before - 20


@pytest.mark.rule("18Fen-FN-1", "18Fen-FN-2")
def test_the_fen_is_drained_before_it_is_built_on() -> None:
    table = Table().opened("NGR").do("lay_tile", hex="A2", tile="5", rotation=4)  # to A4 and B3
    table.turned().do("pass").do("pass")
    wet = table.no("FN-1", "lay_tile", hex="B3", tile="9", rotation=2)
    assert wet.figures == {"hex": "B3"}
    assert {offer.hex for offer in table.offered("lay_tile")} == {"A4"}
    assert [offer.hex for offer in table.offered("drain_fen")] == ["B3"]
    table.no("FN-1", "drain_fen", hex="A4")
    table.no("FN-1", "drain_fen", hex="Z9")
    table.no("FN-2", "drain_fen", hex="C4")  # not beside its track
    before = table.state.cash["NGR"]
    table.do("drain_fen", hex="B3")
    assert table.state.cash["NGR"] == before - 10
    table.no("FN-1", "drain_fen", hex="B3")
    assert "B3" in {offer.hex for offer in table.offered("lay_tile")}
    table.do("lay_tile", hex="B3", tile="9", rotation=2)  # on to C4
    assert table.offered("drain_fen") == []


@pytest.mark.rule("18Fen-FN-2")
def test_one_hex_a_turn_and_only_with_money() -> None:
    table = Table().opened("NGR").do("drain_fen", hex="B3")
    assert table.no("FN-2", "drain_fen", hex="B5").figures == {"company": "NGR"}
    table.do("lay_tile", hex="A2", tile="5", rotation=4).turned().do("pass").do("pass")
    table.do("lay_tile", hex="B3", tile="9", rotation=2)
    poor = table.state.replace(cash={**table.state.cash, "NGR": 9, "bank": table.state.cash["bank"] + 241})
    found = refused(poor, action(type="drain_fen", seat=to_act(poor)[0], hex="C4"), "FN-2")
    assert found.figures == {"company": "NGR", "cash": 9, "cost": 10}
    table.do("drain_fen", hex="C4")
    assert table.state.drained == {"B3": "NGR", "C4": "NGR"}


@pytest.mark.rule("18Fen-FN-3")
@pytest.mark.parametrize("rulings", ["book", "other", "book,drained_for_all=false"])
def test_who_may_build_on_drained_ground(rulings: str) -> None:
    table = Table(rulings).opened("NGR", "WBR")
    table.do("drain_fen", hex="B3").turned()
    assert table.state.frame.company == "WBR"
    table.do("lay_tile", hex="C2", tile="5", rotation=3).turned()  # to B3 and C4
    table.do("pass").do("pass").turned()
    assert table.state.frame.company == "WBR"
    lay = {"hex": "B3", "tile": "9", "rotation": 0}
    if rulings == "book":
        table.do("lay_tile", **lay)
    else:
        assert table.no("FN-3", "lay_tile", **lay).figures == {"hex": "B3", "company": "NGR"}


@pytest.mark.rule("18Fen-RU-1", "18Fen-RU-2", "18Fen-OR-3", "18Fen-TN-1", "18Fen-TN-2")
def test_a_train_runs_to_the_coast_and_pays() -> None:
    table = Table().opened("NGR").do("lay_tile", hex="A2", tile="5", rotation=4).do("pass")
    table.no("TN-1", "buy_train", train="3-0", version="3", price=140)
    table.no("TN-1", "buy_train", train="2-0", version="2", price=70)
    poor = table.state.replace(cash={**table.state.cash, "NGR": 79})
    refused(poor, action(type="buy_train", seat=to_act(poor)[0], train="2-0", version="2", price=80), "TN-2")
    for card in ("2-0", "2-1"):
        table.do("buy_train", train=card, version="2", price=80)
    table.do("pass").do("pass").do("pass")
    table.do("lay_tile", hex="A4", tile="9", rotation=1).do("pass")
    best = table.offered("run_trains")[0]
    assert best.routes[0].path == ("A2.0", "A4", "A6.0")
    path = list(best.routes[0].path)
    table.no("RU-1", "run_trains", routes=[{"train": "2-0", "path": ["A2.0"]}])
    table.no("RU-2", "run_trains", routes=[{"train": "2-0", "path": path}, {"train": "2-1", "path": path}])
    price, cash = table.state.price("NGR"), table.state.cash["seat0"]
    table.game.submit(best)
    assert table.state.frame.revenue == 20 + 20
    table.do("dividend", pay=True)
    assert table.state.price("NGR") > price
    assert table.state.cash["seat0"] == cash + 2 * 40 // 5


@pytest.mark.rule("18Fen-EN-1", "18Fen-EN-2", "18Fen-OR-4", "18Fen-TN-3", "18Fen-TN-4")
@pytest.mark.parametrize("seed", range(4))
def test_random_games_come_to_their_end(seed: int) -> None:
    """With every check, and by both manners of playing."""
    manner = sorted(MANNERS)[seed // 2 % len(MANNERS)]
    game, mark = check_game(setup_of(title(GAME), seed), manner, every=25)
    check_replay(game, mark)
    assert game.state.over
    assert game.state.ending
    refused(game.state, action(type="pass", seat=0), "EN-1")


def test_every_action_of_its_own_happens_in_some_random_game() -> None:
    seen: set[str] = set()
    for seed in range(6):
        game, _ = check_game(setup_of(title(GAME), seed), "bot", every=10_000)
        seen |= {entry.__struct_config__.tag for entry in game.log}
    assert {kind.__struct_config__.tag for kind in title(GAME).actions} == seen


def test_a_position_does_not_change_when_it_is_looked_at(installed: Path) -> None:
    table = Table().opened("NGR")
    before = table.state
    after = play(before, action(type="drain_fen", seat=to_act(before)[0], hex="B3")).state
    assert before.drained == {}
    assert after.drained == {"B3": "NGR"}
