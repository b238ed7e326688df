"""Looking up, filling in, and never failing."""

import subprocess
import sys

import pytest

from stellwerk.engine import Game, Refusal, Setup
from stellwerk.mech18.events import EndTriggered, RoundBegins, ShareBought
from stellwerk.mech18.track import NEXT_COLOUR
from stellwerk.text import LANGUAGES, event_text, refusal_text, translate
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
    assert event_text(RoundBegins("SR 2"), "de") == "AR 2 beginnt."
    assert event_text(RoundBegins("OR 2.1"), "pl") == "Zaczyna się RO 2.1."
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


def test_people_keep_their_names():
    assert translate("{player} passes.", {"player": "bank"}, "de") == "bank passt."


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
