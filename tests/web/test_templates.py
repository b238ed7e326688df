"""Templates are read by people too."""

from pathlib import Path

import jinja2
import pytest
from tools.templates import WIDEST, laid_out, main, too_wide

import stellwerk
from stellwerk.web.render import Speech, environment

PAGES = environment()
NAMES = PAGES.list_templates(extensions=["html"])
SOURCE = Path(stellwerk.__file__).parent


def test_the_templates_of_titles_are_among_them():
    assert {"base.html", "table/shared.html", "imperial-steam:table.html"} <= set(NAMES)


def test_templates_are_laid_out(capsys):
    assert main(["--check", str(SOURCE)]) == 0, capsys.readouterr().out


def stripped(text):
    return [line.strip() for line in text.split("\n")]


def test_layout_changes_nothing_but_indentation():
    paths = sorted(SOURCE.rglob("templates/**/*.html"))
    assert paths
    for path in paths:
        text = path.read_text(encoding="utf-8")
        anew = laid_out("\n".join(stripped(text)))
        assert stripped(anew) == stripped(text)
        assert laid_out(anew) == anew, path


@pytest.mark.parametrize(
    "text",
    [
        "<ul>\n  <li>one</li>\n</ul>\n",
        "{% if a %}\n  <b>\n    {{ a }}\n  </b>\n{% elif b %}\n  {{ b }}\n{% else %}\n  c\n{% endif %}\n",
        # each branch begins where the first did, and what the last leaves open stays open
        '{% if a %}\n  <a href="/">\n{% else %}\n  <span>\n  {% endif %}\n',
        # the line is measured by what stands first on it
        "<p>{% if a %}\n    {{ a }}\n  {% endif %}</p>\n",
        '<a class="x"\n  {% if a > 1 %} id="y"{% endif %}>\n  {{ a }}\n</a>\n',
        '<input name="a"\n  value="{{ b\n    | upper }}">\n<br>\n<path d="M0 0"/>\n',
        "{{ f(a,\n  g(b,\n    c)) }}\n",
        "{% set rows = [\n  (1, 2),\n  (\n    3,\n  ),\n] %}\n",
        "{% set words %}\n  <b>x</b>\n{% endset %}\n",
        "<p\n  title='one\n two'>\n  <!-- <p> -->\n</p>\n",
        "<pre>\n one\n\n\n two\n</pre>\n",
        '{{ _("a < b") }}\n<i title="{{ "a > b" }}">\n  x\n</i>\n',
    ],
)
def test_layout(text):
    assert laid_out(text) == text


def test_layout_is_mended():
    assert laid_out("\n<p>  \n\n\n\tone\n </p>\n\n") == "<p>\n\n  one\n</p>\n"
    with pytest.raises(ValueError, match="no end"):
        laid_out("<p class='x>\n</p>\n")


def test_what_is_not_laid_out_is_named(tmp_path, capsys):
    path = tmp_path / "page.html"
    path.write_text(f"<p>\none\n</p>\n{'x' * (WIDEST + 1)}\n", encoding="utf-8")
    assert main(["--check", str(tmp_path)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert [line.removeprefix(f"{path}:")[0] for line in told] == ["2", "4"]
    assert main([str(tmp_path)]) == 1
    assert path.read_text(encoding="utf-8").startswith("<p>\n  one\n</p>\n")
    assert too_wide(path.read_text(encoding="utf-8")) == [4]
    assert main([str(tmp_path / "none")]) == 1


def test_every_template_can_be_read():
    for name in NAMES:
        PAGES.get_template(name)


def test_macros_are_made_once_for_a_page_and_anew_for_the_next():
    pages = environment()
    files = {
        "words": "{{ count() }}{% macro name() %}{{ reader }}{% endmacro %}",
        "part": '{% import "words" as words with context %}{% macro of() %}{{ words.name() }}{% endmacro %}',
        "page": '{% import "words" as words with context %}{% import "part" as part with context %}'
        "{{ words.name() }} {{ part.of() }}",
    }
    pages.loader = jinja2.DictLoader(files)
    made = []
    page = pages.get_template("page")
    assert page.render(reader="Ada", count=lambda: made.append("Ada") or "", made={}) == "Ada Ada"
    assert page.render(reader="Ben", count=lambda: made.append("Ben") or "", made={}) == "Ben Ben"
    assert made == ["Ada", "Ben"]


KEPT = "{company} {revenue:0=pays no dividend|withholds #|withholds #}."


@pytest.mark.parametrize(
    ("lang", "unit", "text", "figures", "told"),
    [
        ("en", "£", KEPT, {"company": "QR", "revenue": 1352}, "QR withholds £1,352."),
        ("de", "\xa0G", KEPT, {"company": "U", "revenue": 6}, "U behält 6\xa0G ein."),
        ("en", "£", KEPT, {"company": "QR", "revenue": 0}, "QR pays no dividend."),
        ("en", "£", "Buy ¤{price}", {"price": 80}, "Buy £80"),
        ("en", "£", "X places it{cost:0=| for #| for #}.", {"cost": 0}, "X places it."),
        ("en", "£", "X places it{cost:0=| for #| for #}.", {"cost": 40}, "X places it for £40."),
        ("en", "£", "{paid:# share|# shares} paid", {"paid": 3}, "3 shares paid"),
        ("en", "£", "price {old} → {new}", {"old": 90, "new": 100}, "price 90 → 100"),
        ("en", "£", "{player} has {cash}.", {"player": "A", "cash": -5}, "A has −£5."),
    ],
)  # fmt: skip
def test_sums_are_told_in_the_money_of_the_game(lang, unit, text, figures, told):
    assert Speech(lang, unit)(text, **figures) == told
