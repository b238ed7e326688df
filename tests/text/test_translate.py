"""Looking up, filling in, and never failing."""

import subprocess
import sys
from string import Formatter

import pytest

from stellwerk.engine import Game, Refusal, Setup
from stellwerk.engine.text import msg
from stellwerk.mech18.events import EndTriggered, RoundBegins, ShareBought
from stellwerk.mech18.track import NEXT_COLOUR
from stellwerk.text import LANGUAGES, catalogue, event_text, refusal_text, translate
from stellwerk.text.words import WORDS


def test_english_is_the_source():
    assert translate("{player} passes.", {"player": "Ann"}) == "Ann passes."


def test_other_languages_come_from_their_catalogue():
    assert translate("{player} passes.", {"player": "Ann"}, "de") == "Ann passt."
    assert translate("{player} passes.", {"player": "Ann"}, "pl") == "Ann pasuje."


def test_words_among_the_figures_are_translated_too():
    event = ShareBought("Ann", "QR", 90, "pool")
    assert "Bankpool" in event_text(event, "de")
    assert "pula banku" in event_text(event, "pl")
    assert event_text(EndTriggered("the bank is empty"), "de").endswith("die Bank ist leer.")


def test_lists_of_words_and_numbered_rounds():
    assert event_text(RoundBegins("SR 2"), "de") == "AR\N{NO-BREAK SPACE}2 beginnt."
    assert event_text(RoundBegins("OR 2.1"), "pl") == "Zaczyna się RO\N{NO-BREAK SPACE}2.1."
    told = translate(
        "{hex} has {old}, tile {tile} has {new}.",
        {"hex": "C18", "old": "town, town", "tile": "9", "new": "no place"},
        "de",
    )
    assert "Kleinstadt, Kleinstadt" in told
    assert "kein Ort" in told


def test_words_of_the_data_are_known():
    assert {*NEXT_COLOUR, *NEXT_COLOUR.values()} <= WORDS
    atlas = Game.new(Setup("1848", ("Ann", "Bob", "Cid"))).state.book.atlas
    faces = [*(spec.printed for spec in atlas.hexes.values()), *atlas.tiles.values()]
    assert {stop.kind for face in faces for stop in face.stops} <= WORDS


@pytest.mark.parametrize(
    "template",
    [
        "{player} passes.",
        "Not accepted yet: {names}.",
        "variant {variant}: {low} to {high} players",
        "{seller} offers the elephant to {player} for {price}.",
        "{company} has no director: its income is kept.",
        "Map of {game}",
    ],
)
@pytest.mark.parametrize("word", ["bank", "fixed", "Undo", "mine"])
@pytest.mark.parametrize("lang", ["de", "pl"])
def test_names_stay_what_they_are(template, word, lang):
    """Of people, companies, variants and games, even where one equals a word of the catalogue."""
    names = {name: word for _, name, _, _ in Formatter().parse(template) if name}
    assert word in catalogue(lang)
    told = translate(template, names, lang)
    assert told.count(word) >= len(names)


def test_a_text_can_say_what_it_is_of():
    """The same English, two meanings."""
    assert translate(msg("Buy", "step")) == translate(msg("Buy")) == "Buy"
    assert translate(msg("Buy", "step"), None, "pl") == "Kupno"
    assert translate(msg("Buy"), None, "pl") == "Kup"
    assert translate(msg("Buy", "no such thing"), None, "pl") == "Kup"
    assert translate(msg("a { b", "of"), None, "pl") == "a { b"
    assert Refusal("1", msg("{hex}!", "of"), {"hex": "A1"}).text == "A1!"


def test_a_word_is_as_its_figure_needs_it():
    limits = msg("train limit {limit}: {kinds}")
    assert "węglowe, regionalne" in translate(limits, {"limit": 3, "kinds": "coal railway, regional"}, "pl")
    chosen = "{player} plays a hand: {tile}."
    assert translate(chosen, {"player": "Ann", "tile": "Pass"}, "pl").endswith(": Pas.")


@pytest.mark.parametrize("lang", [*LANGUAGES, "fr", ""])
def test_what_is_unknown_stays_english(lang):
    assert translate("{player} juggles.", {"player": "Ann"}, lang) == "Ann juggles."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_raises(lang):
    assert "{player}" in translate("{player} passes.", {}, lang)
    assert translate('{"type": "pass"}', None, lang) == '{"type": "pass"}'
    assert translate("a { b", {"b": 1}, lang) == "a { b"
    assert translate("", None, lang) == ""


def test_a_refusal_names_its_paragraph():
    refusal = Refusal("1848-XI-1", "There is no hex {hex}.", {"hex": "Z1"})
    assert refusal_text(refusal) == str(refusal) == "There is no hex Z1. (§1848-XI-1)"
    assert refusal_text(refusal, "de") == "Es gibt kein Hexfeld Z1. (§1848-XI-1)"


def test_english_needs_no_babel():
    code = (
        "import sys; from stellwerk.text import translate; translate('bank', None, 'en');"
        "assert not any(name.partition('.')[0] == 'babel' for name in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
