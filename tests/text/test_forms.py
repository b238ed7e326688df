"""Numbers choose the form of the words beside them."""

import pytest

from stellwerk.engine import Refusal
from stellwerk.engine.forms import form, one_or_more
from stellwerk.engine.rule import english, refuse
from stellwerk.mech18.events import SharesSold
from stellwerk.server.problems import Invalid
from stellwerk.text import event_text, translate
from stellwerk.text.plurals import COUNTS, FORMS, polish


@pytest.mark.parametrize(
    ("number", "word"),
    [(0, "akcji"), (1, "akcja"), (2, "akcje"), (4, "akcje"), (5, "akcji"), (12, "akcji"), (14, "akcji"),
     (21, "akcji"), (22, "akcje"), (25, "akcji"), (112, "akcji"), (124, "akcje")],
)  # fmt: skip
def test_polish_has_three_forms(number, word):
    assert form("akcja|akcje|akcji", number, polish) == word


def test_english_and_german_have_two():
    assert [form("share|shares", number) for number in (0, 1, 2, 21)] == [
        "shares",
        "share",
        "shares",
        "shares",
    ]
    assert FORMS["de"] is FORMS["en"] is one_or_more
    assert FORMS.keys() == COUNTS.keys()


def test_none_has_a_form_of_its_own():
    assert [form("0=no share|# share|# shares", number) for number in (0, 1, 2)] == [
        "no share",
        "1 share",
        "2 shares",
    ]
    assert form("0=brak|#a|#b|#c", 3, polish) == "3b"


def test_lists_count_and_words_do_not():
    assert translate("{names:wins|win}", {"names": ["Ann"]}) == "wins"
    assert translate("{names:wins|win}", {"names": ["Ann", "Ben"]}) == "win"
    assert translate("{n:# share|# shares}", {"n": "?"}) == "? shares"


def test_an_untranslated_text_keeps_its_two_forms():
    """Of a title that brings no Polish: the third form is the last one."""
    assert [translate("{n:# card|# cards} xyz", {"n": n}, "pl") for n in (1, 2, 5)] == [
        "1 card xyz",
        "2 cards xyz",
        "5 cards xyz",
    ]


def test_an_ending_goes_behind_digits_alone():
    assert translate("{train:er}-Lok", {"train": "2"}) == "2er-Lok"
    assert translate("{train:er}-Lok", {"train": "2E"}) == "2E-Lok"


@pytest.mark.parametrize(
    ("shares", "en", "de", "pl"),
    [
        (1, "1 share of QR", "1 Aktie von QR", "1 akcję QR"),
        (3, "3 shares of QR", "3 Aktien von QR", "3 akcje QR"),
        (5, "5 shares of QR", "5 Aktien von QR", "5 akcji QR"),
    ],
)
def test_a_sale_in_three_languages(shares, en, de, pl):
    event = SharesSold("Ann", "QR", shares, 90)
    assert en in event_text(event)
    assert de in event_text(event, "de")
    assert pl in event_text(event, "pl")


def test_refusals_faults_and_problems_take_forms_too():
    text = "{n:# train|# trains}"
    assert Refusal("1", text, {"n": 1}).text == "1 train"
    assert english(refuse(text, n=2)) == "2 trains"
    assert str(Invalid(text, n=0)) == "0 trains"
    with pytest.raises(LookupError):
        Refusal("1", text, {}).text  # noqa: B018
