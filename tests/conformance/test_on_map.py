"""What an action does on the map is declared on it, asked of every installed title."""

import re
from collections.abc import Iterable

import pytest
from benchmarks.players import random_game, setup_of

from stellwerk.board import HexId, StopId, TileId
from stellwerk.board.gestures import ON_HEXES, ChoosesHex, ChoosesStop, DigsTunnel, LaysTile
from stellwerk.engine import Action, Game, Setup, Title, titles
from stellwerk.engine.action import Beside
from stellwerk.games.gimperial_steam.rules.places import InCity, OnLink, OnSite
from stellwerk.games.gimperial_steam.rules.state import Steam
from stellwerk.mech18.state import Railways
from stellwerk.web.map import kinds
from tests.golden.keeping import names, read
from tests.test_imports import SOURCE

TITLES = pytest.mark.parametrize("found", titles(), ids=lambda found: found.id)
PLACES = {"hex", "stop", "city", "site", "link", "route", "routes", "rotation"}
"""Fields that speak of the map, whatever the title."""


@TITLES
def test_an_action_that_names_a_place_declares_what_the_map_has_to_do_with_it(found: Title) -> None:
    silent = [
        f"{kind.__name__}.{name}"
        for kind in found.actions
        for name in PLACES & set(kind.__struct_fields__)
        if kind.on_map is None or name not in kind.on_map.names
    ]
    assert silent == []


@TITLES
def test_what_is_declared_is_there(found: Title) -> None:
    for kind in found.actions:
        if kind.on_map is not None:
            assert kind.on_map.names, kind
            assert kind.on_map.names <= set(kind.__struct_fields__), kind


def played(found: Title) -> Iterable[tuple[Setup, Iterable[Action]]]:
    """Games of the title that are kept, or else one at random."""
    kept = [read(name) for name in names(f"{found.id}-")]
    if kept:
        return [(golden.setup, golden.actions()) for golden in kept]
    setup = setup_of(found, 1)
    return [(setup, random_game(setup).actions)]


def places(setup: Setup) -> set[str]:
    """All that can be named on the map."""
    state = Game.new(setup).state
    if isinstance(state, Railways):
        return {*state.book.atlas.hexes, *state.book.atlas.where}
    if isinstance(state, Steam):
        parts = state.book.parts
        return {*parts.cities, *parts.links, *parts.sites}
    return set()


@TITLES
def test_no_place_goes_by_another_name(found: Title) -> None:
    """A field that only ever held places is declared, however it is called."""
    values: dict[tuple[type[Action], str], set[bool]] = {}
    for setup, actions in played(found):
        there = places(setup)
        for action in actions:
            for name in action.__struct_fields__:
                value = getattr(action, name)
                if isinstance(value, str) and value:
                    values.setdefault((type(action), name), set()).add(value in there)
    only = {key for key, held in values.items() if held == {True}}
    assert only, "no action names a place"
    assert [key for key in only if key[0].on_map is None or key[1] not in key[0].on_map.names] == []


@TITLES
def test_the_map_can_make_what_it_reads(found: Title) -> None:
    for kind in found.actions:
        match kind.on_map:
            case LaysTile() as lays:
                made = lays.of(lays.make(kind, 1, HexId("A1"), TileId("7"), 4))
                assert made == ("A1", "7" if lays.tile else "", 4, "")
            case DigsTunnel() as digs:
                assert digs.of(digs.make(kind, 1, HexId("A1"), (2, 5))) == ("A1", (2, 5), "")
            case ChoosesHex() as hexes:
                assert hexes.of(hexes.make(kind, 1, HexId("A1"))) == "A1"
            case ChoosesStop() as stops:
                assert stops.of(stops.make(kind, 1, StopId("A1.0"))) == "A1.0"


@TITLES
def test_every_declaration_is_understood_by_the_page_of_its_title(found: Title) -> None:
    """A gesture that no map knows would be an action that nobody can choose."""
    understood = (
        ON_HEXES if isinstance(Game.new(setup_of(found, 1)).state, Railways) else OnLink | InCity | OnSite
    )
    for kind in found.actions:
        assert kind.on_map is None or isinstance(kind.on_map, understood | Beside), kind
    on_hexes = {
        str(kind.__struct_config__.tag) for kind in found.actions if isinstance(kind.on_map, ON_HEXES)
    }
    assert kinds(found.id) == on_hexes


def test_nothing_that_draws_guesses_from_names_of_fields() -> None:
    guesses = re.compile(r"\b(hasattr|getattr)\(|__struct_fields__")
    paths = [path for part in ("web/map", "draw") for path in (SOURCE / part).rglob("*.py")]
    assert paths
    assert [path for path in paths if guesses.search(path.read_text(encoding="utf-8"))] == []
