"""What a title's moves imply that it can answer, asked of every installed title."""

from inspect import signature
from pathlib import Path
from typing import Any

import msgspec
import pytest
from benchmarks.players import setup_of

from stellwerk.bots import STRENGTHS, as_seen, bots_of
from stellwerk.engine import Game, Title, titles
from stellwerk.engine.books import book_of
from stellwerk.engine.canonical import canonical
from stellwerk.engine.pages import Page
from stellwerk.engine.registry import foreign, home
from stellwerk.engine.rulings import word_for
from stellwerk.interchange.exporter import export_game
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.state import Railways
from stellwerk.mech18.title import RailwayPages
from stellwerk.notation.rulebook import paragraphs
from stellwerk.notation.sentences import tellers
from stellwerk.text import catalogue
from stellwerk.web.pages import NAMED, page_of
from stellwerk.web.render import environment

TITLES = pytest.mark.parametrize("found", titles(), ids=lambda found: found.id)


def opening(found: Title) -> Any:
    return Game.new(setup_of(found, 1)).state


@TITLES
def test_a_title_with_runs_answers_best_and_worth(found: Title) -> None:
    assert (RunTrains in found.actions) == (found.advice is not None)
    if found.advice is not None:
        assert found.advice.acting(opening(found)) == ""
        assert list(found.advice.running(opening(found))) == []


@TITLES
def test_a_title_of_the_family_has_the_railways_page(found: Title) -> None:
    assert isinstance(opening(found), Railways) == isinstance(found.pages(), RailwayPages)
    own = found.pages().page
    assert own.like in (*NAMED, "") if isinstance(own, Page) else own in NAMED


@TITLES
def test_a_page_of_its_own_is_in_its_package(found: Title) -> None:
    room = {part.name for part in (home(found.id) / "show").iterdir()}
    own = found.pages().page
    assert isinstance(own, Page) == ("templates" in room)
    if isinstance(own, Page):
        assert environment().get_template(page_of(found.id).template)
        assert set(own.keys) <= set(own.views)


@TITLES
def test_static_files_of_its_own_are_in_its_package(found: Title) -> None:
    """What the page names is there, and nothing lies there that no page or module loads."""
    own, room = found.pages().page, Path(str(home(found.id)), "show", "static")
    named = {*own.styles, *own.scripts} if isinstance(own, Page) else set()
    there = {path.relative_to(room).as_posix() for path in room.rglob("*") if path.is_file()}
    assert named <= there
    text = "".join(
        (room / name).read_text(encoding="utf-8") for name in there if name.endswith((".js", ".css"))
    )
    assert {name for name in there - named if f"/{Path(name).name}" not in text} == set()
    if isinstance(own, Page):
        assert all(name.endswith(".css") for name in own.styles)
        assert all(name.endswith(".js") for name in own.scripts)


@TITLES
def test_every_ruling_can_be_told(found: Title) -> None:
    """What it says, in every language; its values in words; and paragraphs that the rulebook has."""
    known = paragraphs(found.id)
    for ruling in found.ruling_table().values():
        assert ruling.rules, ruling.name
        assert [rule for rule in ruling.rules if rule not in known] == [], ruling.name
        assert set(ruling.values) == set(found.rulings), ruling.name
        words = {word_for(value) for value in ruling.values.values()}
        texts = {ruling.text, ruling.why, *words} - {""}
        for lang in ("de", "pl"):
            assert [text for text in texts if not text.isdecimal() and text not in catalogue(lang)] == []


@TITLES
def test_every_action_is_told(found: Title) -> None:
    assert [kind.__name__ for kind in found.actions if kind not in tellers(found.id)] == []


@TITLES
def test_what_is_hidden_is_hidden_from_bots(found: Title) -> None:
    """A title without secrets shows bots the state itself; one with secrets says what they see."""
    state = opening(found)
    if not found.secrecy.secrets:
        assert as_seen(state, 0) is state
        assert not found.secrecy.hidden(state)
    else:
        assert type(as_seen(state, 0)) is type(state)
    assert set(found.secrecy.open_actions) <= set(found.actions)


@TITLES
def test_an_exchange_writes_what_it_names(found: Title) -> None:
    if found.exchange is None:
        with pytest.raises(ValueError, match="cannot be exported"):
            export_game(Game.new(setup_of(found, 1)))
        return
    assert set(found.exchange.recorded_as) <= set(found.players)
    assert "18xx.games" in found.rulings


@TITLES
def test_components_pass_their_own_check(found: Title) -> None:
    if found.components is not None:
        contents = canonical(found.components.read(found.components.text())).decode()
        assert found.components.check(contents) == []
        assert msgspec.json.decode(contents)


@TITLES
def test_bots_that_plan_need_a_title_that_thinks(found: Title) -> None:
    assert {name in bots_of(found.id) for name in STRENGTHS} == {found.thinking is not None}


@TITLES
def test_a_book_is_made_once(found: Title) -> None:
    setup = setup_of(found, 1)
    assert book_of(setup) is book_of(setup)
    assert len(signature(found.make_book).parameters) == 1
    assert home(found.id).is_dir()


ROOMS = {"rules", "show", "exchange", "bot", "data", "plan"}
"""`plan` is what a seat can plan with: pages and bots ask the same."""


@TITLES
def test_a_title_has_the_same_rooms_as_the_others(found: Title) -> None:
    inside = {part.name for part in home(found.id).iterdir()} - {"__pycache__"}
    beside = {found.rulebook} if found.id in foreign() else set()  # ours are in docs/rules
    assert inside <= {"__init__.py", *ROOMS, *beside}
    assert {"rules", "show", "data"} <= inside
    assert ("exchange" in inside) == (found.exchange is not None)
    assert ("bot" in inside) == (found.thinking is not None)
    assert ("plan" in inside) == (found.pages().plan is not None)
    assert {"state.py", "setup.py", "opening.py", "rounds.py", "conserved.py"} <= {
        part.name for part in (home(found.id) / "rules").iterdir()
    }
    shown = {part.name for part in (home(found.id) / "show").iterdir()}
    assert {"view.py", "sentences.py"} <= shown
    assert ("panels.py" in shown) == (found.pages().panels is not None)
    if isinstance(found.pages(), RailwayPages):
        files = {part.name for part in (home(found.id) / "rules").iterdir()}
        assert {
            "stock.py",
            "operating.py",
            "track.py",
            "runs.py",
            "trains.py",
            "phases.py",
            "ending.py",
        } <= files
