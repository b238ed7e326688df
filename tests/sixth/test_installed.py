"""A foreign title and a foreign bot are found, offered, told and translated as Stellwerk's own are."""

import json
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from jinja2 import TemplateNotFound
from litestar import Litestar
from litestar.testing import TestClient

from stellwerk import bots, text
from stellwerk.bots import bots_of, make_bot
from stellwerk.engine import Game, Setup, legal, registry, title, titles, to_act
from stellwerk.notation.rulebook import rulebook
from stellwerk.text import LANGUAGES, translate
from stellwerk.web.assets import static_files
from stellwerk.web.pages import RAILWAYS, page_of
from stellwerk.web.render import asset, environment, static_mark
from tests.foreign import install
from tests.server.running import ROOT
from tests.sixth import GAME, environ


def ask(site: Path, *words: str, code: int = 0) -> str:
    """What the command line answers where the site is installed."""
    done = subprocess.run(
        [sys.executable, "-m", "stellwerk.cli.main", *words],
        env=environ(site),
        cwd=site,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stderr
    return done.stdout + done.stderr


# -- the title ---------------------------------------------------------------------------------


def test_nothing_in_the_project_knows_it() -> None:
    assert GAME not in {found.id for found in titles()}
    with pytest.raises(ValueError, match="no game"):
        title(GAME)
    source = ROOT / "src"
    named = [path for path in source.rglob("*.py") if GAME in path.read_text(encoding="utf-8")]
    assert named == []


def test_it_is_found_by_its_entry_point(installed: Path) -> None:
    assert title(GAME) in titles()
    assert registry.foreign() == (GAME,)
    assert Path(str(registry.home(GAME))) == installed / "fens"


def test_newcomers_are_offered_the_title_that_is_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert registry.first_game() == "1848"
    entries = {name: entry for name, entry in registry._entries().items() if name != "1848"}
    monkeypatch.setattr(registry, "_entries", lambda: entries)
    assert registry.first_game() == "1824", "where none is, the first there is"


def test_the_titles_of_the_project_are_not_foreign() -> None:
    assert registry.foreign() == ()


def test_it_passes_the_conformance_tests(site: Path) -> None:
    """Those that every title is asked, in a process in which six are installed."""
    command = [sys.executable, "-m", "pytest", "-p", "no:xdist", "-p", "no:cacheprovider", "-k", GAME]
    done = subprocess.run(
        [*command, "-rA", "tests/conformance"], env=environ(site), cwd=ROOT, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("PASSED") >= 20
    assert "SKIPPED" not in done.stdout


def test_a_title_elsewhere_is_checked_like_ours(site: Path, tmp_path: Path) -> None:
    """The kit's contracts hold for those who use it from outside."""
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir", str(tmp_path)]
    done = subprocess.run(
        [*command, "-p", "fens", "-m", "hasty", "--follow-imports=silent"],
        env={**environ(site), "MYPYPATH": f"{ROOT / 'src'}:{site}"}, cwd=site, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_its_paragraphs_have_homes_and_tests(site: Path) -> None:
    assert ask(site, "rules", GAME, "--missing") == ""
    told = json.loads(ask(site, "rules", GAME, "FN-2", "--json"))
    assert told["code"][0].startswith("fens/rules/drainage.py:")
    assert "tests/sixth/test_rules.py::test_one_hex_a_turn_and_only_with_money" in told["tests"]


def test_its_paragraphs_are_read_in_german_as_far_as_they_are_translated(site: Path) -> None:
    german = json.loads(ask(site, "rules", GAME, "--json", "--lang", "de"))
    told = {rule["id"]: rule["text"] for rule in german}
    assert told["SU-2"] == "Die Plätze werden ausgelost."
    assert told["SH-2"].startswith("When 60% are sold")
    english = json.loads(ask(site, "rules", GAME, "--json", "--lang", "en"))
    assert list(told) == [rule["id"] for rule in english]


def test_the_command_line_plays_it(site: Path, tmp_path: Path) -> None:
    save = str(tmp_path / "game.json")
    ask(site, "new", GAME, "--players", "Ann,Ben", "--seed", "1", "--keep-seats", "-o", save)
    ask(site, "do", save, '{"type": "start_company", "seat": 0, "company": "NGR", "par": 60}')
    assert "Ann" in ask(site, "show", save)
    ask(site, "show", save, "--svg", str(tmp_path / "map.svg"))
    assert "Northgate" in (tmp_path / "map.svg").read_text()
    assert "drain_fen" in ask(site, "schema", GAME)


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_it_brings_its_own_translations(installed: Path, lang: str) -> None:
    """All that it says is in its catalogue or in ours, and ours wins."""
    keywords: dict[str, None] = {"msg": None, "refuse": None}
    methods = [
        ("**.py", "python"),
        ("**/templates/**.html", "stellwerk.web.extraction:templates"),
        ("**/data/rulings.toml", "stellwerk.text.extraction:rulings"),
    ]
    found = extract_from_dir(installed / "fens", methods, keywords=keywords)
    said = {message for _, _, message, _, _ in found if isinstance(message, str)}
    assert {"Drain {hex} for {cost}", "All of it is wet."} <= said
    assert [text for text in sorted(said) if translate(text, {}, lang) == text] == []
    with (installed / "fens" / "show" / "locale" / f"{lang}.po").open("rb") as lines:
        assert {str(entry.id) for entry in read_po(lines) if entry.id} <= said


def test_it_brings_a_page_of_its_own(installed: Path) -> None:
    """Its template lies in its package; views and scripts are those of the page it is like."""
    page = page_of(GAME)
    assert page.template == f"{GAME}:table.html"
    assert (page.views, page.tabs, page.scripts) == (RAILWAYS.views, RAILWAYS.tabs, RAILWAYS.scripts)
    assert page.styles == (*RAILWAYS.styles, f"{GAME}:tokens.css", f"{GAME}:fen.css")
    pages = environment()
    assert page.template in pages.list_templates()
    found = pages.get_template(page.template).filename
    assert found == str(installed / "fens" / "show" / "templates" / "table.html")
    for name in (f"{GAME}:nothing.html", f"{GAME}:../view.py", "nobody:table.html"):
        with pytest.raises(TemplateNotFound, match=name):
            pages.get_template(name)


def test_its_style_sheets_are_kept_like_ours(installed: Path) -> None:
    """At an address with the mark of all content, theirs too; nothing else of its package is served."""
    mark, address = static_mark(), asset(f"{GAME}:fen.css")
    assert address == f"/static/{mark}/titles/{GAME}/fen.css"
    with TestClient(Litestar(static_files())) as client:
        found = client.get(address)
        assert found.text == (installed / "fens" / "show" / "static" / "fen.css").read_text()
        assert found.headers["content-type"].startswith("text/css")
        assert "immutable" in found.headers["cache-control"]
        assert "immutable" not in client.get(address.replace(f"/{mark}", "")).headers["cache-control"]
        for path in ("nothing.css", "../page.py", "..%2Fpage.py", "%2e%2e/page.py"):
            assert client.get(address.replace("fen.css", path)).status_code == 404, path
    assert asset(f"{GAME}:nothing.css") == ""


def test_the_mark_changes_with_a_foreign_sheet(installed: Path) -> None:
    mark, sheet = static_mark(), installed / "fens" / "show" / "static" / "fen.css"
    before = sheet.read_text()
    try:
        sheet.write_text(f"{before}\n")
        static_mark.cache_clear()
        assert static_mark() != mark
    finally:
        sheet.write_text(before)


def test_a_title_may_be_a_single_module(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, sealed="tests.engine.sealed:TITLE")
    text._translations.cache_clear()
    assert registry.foreign() == ("sealed",)
    assert Path(str(registry.home("sealed"))) == ROOT / "tests" / "engine"
    assert translate("Pass", {}, "de") != "Pass"
    assert rulebook("sealed") is None


def test_a_title_lives_in_a_package(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, hasty="hasty:HASTY")
    with pytest.raises(ValueError, match="hasty:HASTY: a title lives in a package"):
        registry.home("hasty")


def test_two_titles_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def twice(group: str) -> list[EntryPoint]:
        return [EntryPoint("1848", value, group) for value in ("one:TITLE", "other:TITLE")]

    monkeypatch.setattr(registry, "entry_points", twice)
    with pytest.raises(ValueError, match="both one:TITLE and other:TITLE"):
        registry.installed(registry.GROUP)


# -- the bot -----------------------------------------------------------------------------------


def test_a_foreign_bot_plays(installed: Path) -> None:
    assert set(bots_of(GAME)) == {"random", "hasty"}
    assert set(bots_of("1848")) == {"random", "gentle", "fair", "sharp", "hasty", "hasty-1848"}
    assert {"fair", "sharp", "hasty"} <= set(bots_of("imperial-steam"))
    state = Game.new(Setup(GAME, ("Ann", "Ben"), seed=1)).state
    seat = to_act(state)[0]
    assert make_bot("hasty", 3, GAME)(state, seat) == legal(state, seat)[0]
    with pytest.raises(ValueError, match="no bot 'hasty-1848'"):
        make_bot("hasty-1848", 3, GAME)


def test_without_the_package_there_is_no_such_bot() -> None:
    assert "hasty" not in bots_of("1848")


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [("random", "hasty:HASTY", "own bots"), ("fast", "hasty:Hasty", "no BotKind")],
)
def test_what_is_no_bot_is_refused(
    installed: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, why: str
) -> None:
    bots.foreign_bots.cache_clear()
    monkeypatch.setattr(bots, "installed", lambda group: {name: EntryPoint(name, value, group)})
    with pytest.raises(ValueError, match=why):
        bots_of("1848")


def test_simulate_takes_a_foreign_bot(site: Path) -> None:
    words = ("simulate", GAME, "--players", "3", "--games", "2", "--seed", "1", "--workers", "2", "--json")
    report = json.loads(ask(site, *words, "--bots", "hasty,random"))
    assert (report["finished"], report["failures"]) == (2, 0)
    assert {name for game in report["played"] for name in game["bots"]} == {"hasty", "random"}
    told = ask(site, *words[:-1], "--bots", "hasty-1848", code=1)
    assert "hasty, random" in told


def test_play_takes_a_foreign_bot(site: Path, tmp_path: Path) -> None:
    """Only bots at the table: they play to the end by themselves."""
    save = tmp_path / "game.json"
    ask(site, "play", GAME, str(save), "--bots", "2", "--bot", "hasty", "--seed", "1")
    assert json.loads(ask(site, "replay", str(save)))["finished"] is True
