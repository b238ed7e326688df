"""Styles and scripts: every class is used and says what it is, every import is there."""

import re

from stellwerk.draw.style import PATTERNS, RULES
from stellwerk.web.render import HERE, STATIC, asset, static_mark

CSS = sorted((STATIC / "css").glob("*.css"))
SCRIPTS = sorted((STATIC / "js").rglob("*.js"))
WORDS = {"go", "in", "me", "on"}
"""Classes of two letters that are words."""
SHORT = {"box", "dot", "gap", "hex", "on", "pip", "pit", "red", "sea"}
"""The same in drawings, of up to three letters."""


def rules(path):
    """The text of a style sheet without its comments."""
    return re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


def classes():
    selectors = re.findall(r"([^{};]+)\{", "".join(rules(path) for path in CSS))
    return {
        name
        for selector in selectors
        if not selector.lstrip().startswith("@")
        for name in re.findall(r"\.([A-Za-z][\w-]*)", selector)
    }


def sources():
    """All that writes class names."""
    paths = [*(HERE / "templates").rglob("*.html"), *HERE.rglob("*.py"), *SCRIPTS]
    paths += (HERE.parent / "draw").rglob("*.py")
    paths += (path for path in (HERE.parent / "games").glob("*/show/**/*") if path.suffix in (".py", ".html"))
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def test_every_class_of_the_styles_is_written_somewhere():
    text = sources()
    begun = set(re.findall(r"[\w-]+-(?=\{|\" ~)", text))  # player-{{ colour }}
    words = set(re.findall(r"[A-Za-z][\w-]*", text))
    unused = {name for name in classes() - words if not any(name.startswith(start) for start in begun)}
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
        assert layer[1] == path.stem, path.name
        assert layer[1] in ranks, path.name
        depth = 0
        for at, sign in enumerate(text):
            depth += {"{": 1, "}": -1}.get(sign, 0)
            assert depth or sign == "}" or at < layer.end(), f"{path.name}: something is outside its layer"


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
