"""Styles and scripts, of the site and of titles: every class is used and is a word, every import is there."""

import re
from pathlib import Path

import pytest

from stellwerk.draw.style import PATTERNS, RULES, page_style
from stellwerk.engine import titles
from stellwerk.engine.registry import home
from stellwerk.web.brought import static_folders
from stellwerk.web.render import HERE, STATIC, asset, static_mark

SITE_CSS = sorted((STATIC / "css").glob("*.css"))
TITLE_CSS = {game: sorted(folder.rglob("*.css")) for game, folder in static_folders().items()}
CSS = [*SITE_CSS, *(path for sheets in TITLE_CSS.values() for path in sheets)]
SCRIPTS = sorted(
    path for folder in (STATIC / "js", *static_folders().values()) for path in folder.rglob("*.js")
)
WORDS = {"go", "in", "me", "on"}
"""Classes of two letters that are words."""
SHORT = {"box", "dot", "gap", "hex", "on", "pip", "pit", "red", "sea"}
"""The same in drawings, of up to three letters."""


def rules(path):
    """The text of a style sheet without its comments."""
    return re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


def classes(sheets=CSS):
    selectors = re.findall(r"([^{};]+)\{", "".join(rules(path) for path in sheets))
    return {
        name
        for selector in selectors
        if not selector.lstrip().startswith("@")
        for name in re.findall(r"\.([A-Za-z][\w-]*)", selector)
    }


def sources(titles=True):
    """All that writes class names, with or without what titles bring."""
    paths = [*(HERE / "templates").rglob("*.html"), *HERE.rglob("*.py"), *(STATIC / "js").rglob("*.js")]
    paths += (HERE.parent / "draw").rglob("*.py")
    brought = (path for path in (HERE.parent / "games").glob("*/show/**/*"))
    paths += (path for path in brought if titles and path.suffix in (".py", ".html", ".js"))
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


@pytest.mark.parametrize("titles", [True, False], ids=["all", "site"])
def test_every_class_of_the_styles_is_written_somewhere(titles):
    """A class of the site that only a title writes belongs into a sheet of the title's."""
    text = sources(titles)
    begun = set(re.findall(r"[\w-]+-(?=\{|\" ~)", text))  # player-{{ colour }}
    words = set(re.findall(r"[A-Za-z][\w-]*", text))
    named = classes(CSS if titles else SITE_CSS)
    unused = {name for name in named - words if not any(name.startswith(start) for start in begun)}
    assert not unused, unused


def test_class_names_are_words():
    assert not {name for name in classes() if len(name) < 3} - WORDS


def test_class_names_of_drawings_are_words():
    """Their parts have four letters or are one of the few shorter words."""
    drawn = set(re.findall(r"\.([a-z][\w-]*)", RULES))
    assert "hex-ground" in drawn
    parts = {part for name in drawn for part in name.split("-")}
    assert not {part for part in parts if len(part) < 4 and not part.isdigit()} - SHORT
    assert all(part.isalpha() or part.isdigit() for part in parts)


def test_every_class_of_the_drawings_is_drawn():
    """By the code that draws, by the scripts that mark, or on a page of their own."""
    text = sources().replace((HERE.parent / "draw" / "style.py").read_text(encoding="utf-8"), PATTERNS)
    begun = set(re.findall(r"[\w-]+-(?=\{)", text))
    words = set(re.findall(r"[A-Za-z][\w-]*", text))
    drawn = set(re.findall(r"\.([a-z][\w-]*)", RULES))
    assert not {name for name in drawn - words if not any(name.startswith(start) for start in begun)}


def test_every_rule_is_in_a_layer_whose_rank_is_told():
    told = re.search(r"@layer ([\w, ]+);", rules(STATIC / "css" / "tokens.css"))
    assert told is not None
    ranks = told[1].split(", ")
    for path in CSS:
        text = re.sub(r"@(?:layer [\w, ]+|import [^;]+);", "", rules(path)).strip()
        layer = re.match(r"@layer (\w+) \{", text)
        assert layer is not None, path.name
        own = path not in SITE_CSS and path.stem != "tokens"
        assert layer[1] == ("title" if own else path.stem), path.name
        assert layer[1] in ranks, path.name
        depth = 0
        for at, sign in enumerate(text):
            depth += {"{": 1, "}": -1}.get(sign, 0)
            assert depth or sign == "}" or at < layer.end(), f"{path.name}: something is outside its layer"


def declared(sheets):
    return {name for path in sheets for name in re.findall(r"(--[\w-]+):", rules(path))}


def used(sheets):
    """Those without which something has no colour or size; others are given with what stands in for them."""
    return {name for path in sheets for name in re.findall(r"var\((--[\w-]+)\)", rules(path))}


def tokens_in(sheets):
    return declared(path for path in sheets if path.stem == "tokens")


def test_the_site_uses_its_own_tokens_and_no_others():
    company = {"--c", "--ct"}  # assets.colours_in
    drawn = set(re.findall(r"(--[\w-]+):", page_style()))
    assert used(SITE_CSS) - declared(SITE_CSS) - drawn - company == set()
    assert tokens_in(SITE_CSS) - used(SITE_CSS) == set()


@pytest.mark.parametrize("game", TITLE_CSS)
def test_a_title_uses_its_own_tokens_and_those_of_the_site(game):
    own = TITLE_CSS[game]
    assert used(own) - declared(own) - tokens_in(SITE_CSS) == set()
    assert tokens_in(own) - used(own) == set()
    assert tokens_in(own) & tokens_in(SITE_CSS) == set()


def test_nothing_here_knows_a_title():
    """What one title alone has lies in its package: neither its id nor its package's name stands here."""
    names = {name for found in titles() for name in (found.id, Path(str(home(found.id))).name)}
    known = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(names)))
    kinds = (".py", ".html", ".css", ".js", ".svg")
    paths = [path for path in HERE.rglob("*") if path.suffix in kinds and "vendor" not in path.parts]
    assert len(paths) > 50
    assert [path.name for path in paths if known.search(path.read_text(encoding="utf-8"))] == []


def test_what_a_module_imports_is_there():
    found = 0
    for path in SCRIPTS:
        for name in re.findall(r'(?:from|import) "([^"]+)"', path.read_text(encoding="utf-8")):
            found += 1
            assert name.startswith("./"), f"{path.name}: {name}"
            assert (path.parent / name).is_file(), f"{path.name}: {name}"
    assert found


def test_browsers_keep_files_at_marked_addresses_alone(browser):
    address = asset("js/map.js")
    assert static_mark() in address
    kept = browser.get(address)
    assert kept.status_code == 200
    assert "immutable" in kept.headers["cache-control"]
    imported = browser.get(address.replace("js/map.js", "js/map/board.js"))
    assert "immutable" in imported.headers["cache-control"]
    plain = browser.get("/static/js/map.js")
    assert plain.status_code == 200
    assert "immutable" not in plain.headers["cache-control"]
    assert asset("js/nothing.js") == ""
